"""Puts the measurements of both sides beside each other, as Markdown."""

import json
import sqlite3
import sys
from importlib.metadata import version
from pathlib import Path
from statistics import median

SIDES = {
    "ruminate": "Ruminate",
    "operator.add": "LangGraph, operator.add",
    "DeltaChannel": "LangGraph, DeltaChannel (beta)",
}
LEVELS = {0: "OFF", 1: "NORMAL", 2: "FULL"}


def read(directory: Path, side: str) -> list[dict]:
    return [
        run
        for file in sorted(directory.glob(f"{side}.*.json"))
        for run in json.loads(file.read_text())
    ]


def medians(runs: list[dict]) -> dict[int, dict[str, float]]:
    """By step, the median of each number over the runs that came so far."""
    windows: dict[int, list[dict]] = {}
    for window in (window for run in runs for window in run["windows"]):
        windows.setdefault(window["at"], []).append(window)
    return {
        at: {key: median(window[key] for window in found) for key in found[0]}
        for at, found in windows.items()
    }


def rate(window: dict, unit: str) -> float:
    return window[unit] / window["seconds"]


def work_per_step(window: dict) -> float:
    return window["worked_seconds"] / window["steps"]


def bytes_per_step(window: dict) -> float:
    return window["bytes"] / window["steps"]


def print_conditions(level: str, runs: dict[str, list[dict]]) -> None:
    theirs = runs["operator.add"][0]
    print(f"### {level}, median of {len(runs['ruminate'])}\n")
    print(
        f"langgraph {version('langgraph')}, langgraph-checkpoint-sqlite "
        f"{version('langgraph-checkpoint-sqlite')}, Python {sys.version.split()[0]} with SQLite "
        f"{sqlite3.sqlite_version}; its connection has `journal_mode={theirs['journal_mode']}`, "
        f"`synchronous={LEVELS[theirs['synchronous']]}`. Ruminate's has `journal_mode=wal`, "
        f"`synchronous={level}`, SQLite {runs['ruminate'][0]['sqlite']}.\n"
    )


def print_both(sides: dict[str, dict[int, dict]]) -> None:
    print(
        "| step | side | steps/s | rounds/s | model calls/s | ms/step | of them CPU | bytes/step | load, ms | "
        "database, MiB | thoughts | questions | syntheses |"
    )
    print("|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    for at in sides["ruminate"]:
        for side, windows in sides.items():
            window = windows.get(at)
            if window is None:
                print(f"| {at:,} | {SIDES[side]} | not reached in time |" + " |" * 10)
                continue
            cells = [
                *(f"{rate(window, unit):,.0f}" for unit in ("steps", "rounds", "calls")),
                f"{1e3 / rate(window, 'steps'):,.2f}",
                f"{work_per_step(window) * 1e3:,.2f}",
                f"{bytes_per_step(window):,.0f}",
                f"{window['load_seconds'] * 1e3:,.2f}",
                f"{window['database_bytes'] / 2**20:,.1f}",
                *(f"{window[made]:,.0f}" for made in ("thoughts", "questions", "syntheses")),
            ]
            print(f"| {at:,} | {SIDES[side]} | {' | '.join(cells)} |")
    print()


def print_ratios(sides: dict[str, dict[int, dict]]) -> None:
    print("| step | Ruminate against | steps/s | rounds/s | model calls/s | CPU/step | bytes/step |")
    print("|---:|---|---:|---:|---:|---:|---:|")
    ours, *theirs = sides
    for at, window in sides[ours].items():
        for side in theirs:
            if other := sides[side].get(at):
                ratios = [rate(window, u) / rate(other, u) for u in ("steps", "rounds", "calls")]
                less = [each(other) / each(window) for each in (work_per_step, bytes_per_step)]
                cells = [f"{ratio:,.1f} ×" for ratio in ratios] + [f"1/{part:,.1f}" for part in less]
                print(f"| {at:,} | {SIDES[side]} | {' | '.join(cells)} |")
    print()


def main() -> None:
    level, directory = sys.argv[1], Path(sys.argv[2])
    runs = {side: read(directory, side) for side in SIDES}
    sides = {side: medians(found) for side, found in runs.items()}
    print_conditions(level, runs)
    print_both(sides)
    print_ratios(sides)


if __name__ == "__main__":
    main()
