"""Puts the measurements of both servers beside each other, as Markdown, with the goals."""

import json
import sqlite3
import sys
from importlib.metadata import version
from pathlib import Path
from statistics import median

SIDES = {
    "ruminate": "Ruminate",
    "fastapi": "FastAPI, 1 worker",
    "fastapi2": "FastAPI, 2 workers",
}
PEER = "fastapi uvicorn uvloop httptools sqlalchemy aiosqlite aiohttp orjson pydantic".split()
MIB = 2**20
GOAL_RATE, GOAL_MEMORY, GOAL_LAG_MS = 10, 1 / 10, 50


def merged(documents: list[dict]) -> dict:
    """The median of each number."""
    first = documents[0]
    return {
        key: merged([document[key] for document in documents])
        if isinstance(value, dict)
        else median(document[key] for document in documents)
        for key, value in first.items()
    }


def read(directory: Path, kind: str) -> dict[tuple[str, str], dict[str, list[dict]]]:
    """By what was measured, then by side."""
    found: dict[tuple[str, str], dict[str, list[dict]]] = {}
    for file in sorted(directory.glob(f"{kind}.*.json")):
        _, level, variant, side, *_ = file.name.split(".")
        sides = found.setdefault((level, variant), {})
        sides.setdefault(side, []).append(json.loads(file.read_text()))
    order = list(SIDES)
    return {
        measured: dict(sorted(sides.items(), key=lambda item: order.index(item[0])))
        for measured, sides in sorted(found.items())
    }


def row(*cells: object) -> None:
    print("| " + " | ".join(map(str, cells)) + " |")


def lag(summary: dict) -> str:
    return f"{summary['p50']:,.1f} / {summary['p99']:,.1f} / {summary['most']:,.0f}"


def pace(delay_ms: str) -> str:
    if delay_ms == "0":
        return "a model that answers at once"
    return f"a model that answers after {int(delay_ms):,} ms"


def print_fan_out(level: str, delay_ms: str, sides: dict[str, list[dict]]) -> None:
    medians = {side: merged(documents) for side, documents in sides.items()}
    some = next(iter(medians.values()))
    count = len(next(iter(sides.values())))
    print(
        f"### {some['readers']:,.0f} readers of {some['runs']:,.0f} runs, {pace(delay_ms)}, {level}\n\n"
        f"Median of {count}, each {some['seconds']:.0f} s:\n"
    )
    row(
        "side",
        "events/s delivered",
        "of them thoughts, questions, syntheses",
        "since the event, ms: p50 / p99 / most",
        "since the model's reply, ms",
        "resident, MiB: idle",
        "with readers",
        "median",
        "highest",
        "cores: server",
        "generator",
        "model",
        "server µs/event",
        "complete readers",
    )
    print("|---|" + "---:|" * 13)
    for side, found in medians.items():
        seconds = found["seconds"]
        row(
            SIDES[side],
            f"{found['delivered'] / seconds:,.0f}",
            f"{found['artifacts'] / seconds:,.0f}",
            lag(found["since_event"]),
            lag(found["since_reply"]),
            *(
                f"{found[f'resident_{when}'] / MIB:,.0f}"
                for when in ("idle", "with_readers", "median", "most")
            ),
            *(
                f"{found[f'{who}_seconds'] / seconds:.2f}"
                for who in ("server", "generator", "model")
            ),
            f"{found['server_seconds'] / max(found['delivered'], 1) * 1e6:,.1f}",
            f"{min(d['readers_complete'] for d in sides[side]):,} of {found['readers']:,.0f}",
        )
    print()


def verdict(is_met: bool) -> str:
    return "met" if is_met else "**missed**"


def print_goals(fan_out: dict[tuple[str, str], dict[str, list[dict]]]) -> None:
    print("### Goals\n")
    row("goal", "under", "measured", "")
    print("|---|---|---|---|")
    for (level, delay_ms), sides in fan_out.items():
        ours, theirs = (merged(sides[side]) for side in ("ruminate", "fastapi"))
        where = f"{level}, {pace(delay_ms)}"
        if delay_ms == "0":
            rate, alike = (
                (ours[what] / ours["seconds"]) / max(theirs[what] / theirs["seconds"], 1e-9)
                for what in ("delivered", "artifacts")
            )
            row(
                f"{GOAL_RATE} × FastAPI's events/s",
                where,
                f"{rate:.1f} ×; {alike:.1f} × of what both make alike",
                verdict(alike >= GOAL_RATE),
            )
        else:
            row(
                f"p99 under {GOAL_LAG_MS} ms at {ours['readers']:,.0f} readers",
                where,
                f"{ours['since_event']['p99']:,.1f} ms (FastAPI {theirs['since_event']['p99']:,.1f})",
                verdict(ours["since_event"]["p99"] < GOAL_LAG_MS),
            )
        memory = ours["resident_median"] / theirs["resident_median"]
        row(
            "a tenth of FastAPI's memory",
            where,
            f"1/{1 / memory:.1f}",
            verdict(memory <= GOAL_MEMORY),
        )
    print()


def print_posts(posts: dict[tuple[str, str], dict[str, list[dict]]]) -> None:
    some = next(iter(next(iter(posts.values())).values()))
    print(
        f"### Questions\n\n{some[0]['requests']:,} from {some[0]['clients']} clients at once; median of as "
        "many measurements as above:\n"
    )
    row(
        "durability",
        "runs are",
        "side",
        "questions/s",
        "latency, ms: p50 / p99 / most",
        "server ms/question",
        "resident, highest, MiB",
        "cores: server",
        "generator",
    )
    print("|---|---|---|" + "---:|" * 6)
    for (level, begins), sides in posts.items():
        for side, documents in sides.items():
            found = merged(documents)
            row(
                level,
                begins,
                SIDES[side],
                f"{found['requests'] / found['seconds']:,.0f}",
                lag(found["latency"]),
                f"{found['server_seconds'] / found['requests'] * 1e3:.2f}",
                f"{found['resident_most'] / MIB:,.0f}",
                f"{found['server_seconds'] / found['seconds']:.2f}",
                f"{found['generator_seconds'] / found['seconds']:.2f}",
            )
    print()


def main() -> None:
    directory = Path(sys.argv[1])
    versions = ", ".join(f"{name} {version(name)}" for name in PEER)
    print(f"Python {sys.version.split()[0]}, SQLite {sqlite3.sqlite_version}, {versions}.\n")
    fan_out = read(directory, "fan-out")
    for (level, delay_ms), sides in fan_out.items():
        print_fan_out(level, delay_ms, sides)
    print_goals(fan_out)
    print_posts(read(directory, "post"))


if __name__ == "__main__":
    main()
