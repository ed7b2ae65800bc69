"""Measures the loop in LangGraph: time and bytes per step in windows around some steps of one run.

Prints one JSON document with the fields of `bench-engine growth --json`.
"""

import argparse
import json
import os
import shutil
import sqlite3
import sys
import time
from pathlib import Path
from statistics import median

from langgraph.checkpoint.sqlite import SqliteSaver
from loop import STATES, Model, build, start

THREAD = {"configurable": {"thread_id": "1"}}
LOADS = 5


def connect(file: Path, synchronous: str = "FULL") -> sqlite3.Connection:
    conn = sqlite3.connect(file, check_same_thread=False)
    conn.execute(f"PRAGMA synchronous = {synchronous}")
    return conn


def checkpoint(conn: sqlite3.Connection) -> None:
    blocked, *_ = conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    assert not blocked, "the database could not be checkpointed"


def load_seconds(file: Path, model: Model, state_type: type) -> float:
    """How long it takes a process that has nothing in its caches to take the run up."""

    def once() -> float:
        conn = connect(file)
        graph = build(model, state_type).compile(checkpointer=SqliteSaver(conn))
        since = time.perf_counter()
        assert graph.get_state(THREAD).values
        seconds = time.perf_counter() - since
        conn.close()
        return seconds

    return median(once() for _ in range(LOADS))


def run(place: Path, replies: dict, args: argparse.Namespace, deadline: float) -> dict:
    at = [int(step) for step in args.at.split(",")]
    window, state_type = args.window, STATES[args.state]
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    file = place / "checkpoints.db"
    conn = connect(file, args.synchronous)
    saver = SqliteSaver(conn)
    saver.setup()
    model = Model(replies)
    graph = build(model, state_type).compile(checkpointer=saver)
    limit = at[-1] + window
    steps = graph.stream(
        start(),
        {**THREAD, "recursion_limit": limit},
        stream_mode="updates",
        durability="sync",
    )
    done = 0
    rounds = 0

    def go(until: int) -> bool:
        nonlocal done, rounds
        while done < until:
            if time.monotonic() > deadline:
                return False
            update = next(steps)
            rounds += "focus" in update
            done += 1
        return True

    synchronous = conn.execute("PRAGMA synchronous").fetchone()[0]
    journal = conn.execute("PRAGMA journal_mode").fetchone()[0]
    windows = []
    for middle in at:
        if not go(middle - window // 2):
            break
        checkpoint(conn)
        before, calls, first, first_round = os.path.getsize(file), model.calls, done, rounds
        since, worked = time.perf_counter(), time.process_time()
        if not go(middle + window // 2):
            break
        # What was written is merged into the database within the time that is measured.
        checkpoint(conn)
        seconds, worked = time.perf_counter() - since, time.process_time() - worked
        size = os.path.getsize(file)
        values = graph.get_state(THREAD).values
        windows.append(
            {
                "at": middle,
                "steps": done - first,
                "rounds": rounds - first_round,
                "calls": model.calls - calls,
                "seconds": seconds,
                "worked_seconds": worked,
                "bytes": size - before,
                "load_seconds": load_seconds(file, model, state_type),
                "database_bytes": size,
                "thoughts": len(values["thoughts"]),
                "questions": len(values["questions"]),
                "syntheses": len(values["syntheses"]),
                "digests": len(values["digests"]),
                "open": len(values["open"]),
            }
        )
    reached = done
    steps.close()
    conn.close()
    shutil.rmtree(place)
    return {
        "synchronous": synchronous,
        "journal_mode": journal,
        "reached": reached,
        "windows": windows,
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--dir", type=Path, required=True)
    parser.add_argument("--replies", type=Path, required=True)
    parser.add_argument("--state", choices=STATES, required=True)
    parser.add_argument("--synchronous", choices=["FULL", "NORMAL"], default="FULL")
    parser.add_argument("--at", default="100,1000,3000")
    parser.add_argument("--window", type=int, default=100)
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=120, help="give up after so long")
    args = parser.parse_args()
    replies = json.loads(args.replies.read_text())
    deadline = time.monotonic() + args.seconds
    runs = [run(args.dir, replies, args, deadline) for _ in range(args.repeats)]
    json.dump(runs, sys.stdout)


if __name__ == "__main__":
    main()
