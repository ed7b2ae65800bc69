"""What thinking buys with a small model: one plain call, a vote of plain calls, and thinking, at equal tokens.

Thinking comes first; then the model is called plainly, with the same question, until that has taken as many
tokens. The first of these calls is the plain condition, all of them are the vote. Prints Markdown.
"""

import argparse
import doctest
import os
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Callable

import questions
import raw
import score
import table
from questions import Question
from results import Results
from server import Run, Server

PLAIN = "plain"
ONE_CALL = "fast"
"""The mode that is one call of the model, by Ruminate's own prompt; it has no use for a budget."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="ruminate", help="Ruminate, built with `--features box`")
    parser.add_argument("--model", default="box/qwen2.5-coder-0.5b")
    parser.add_argument("--llama-server", help="llama.cpp's, for plain calls; without it they are `fast` runs")
    parser.add_argument("--weights", help="the model's GGUF file, for --llama-server")
    parser.add_argument("--modes", default="extended", help="ways of thinking, with commas: one row for each")
    parser.add_argument("--split", choices=["dev", "test"], default="dev")
    parser.add_argument("--size", type=int, default=40, help="questions")
    parser.add_argument("--context", choices=["both", "with", "without"], default="both", help="the passages, or not")
    parser.add_argument("--tokens", type=int, default=2_500, help="the budget of thinking about one question")
    parser.add_argument("--side-by-side", type=int, default=1, help="questions asked at the same time")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin no further question after so long")
    parser.add_argument("--data", type=Path, default=os.environ.get("RUMINATE_BENCH_DATA"))
    parser.add_argument("--out", type=Path, default=Path("gain.jsonl"), help="results; what is there stays")
    parser.add_argument("--report", action="store_true", help="only print what is in --out")
    parser.add_argument("--self-test", action="store_true", help="only test the rules by which answers are judged")
    args = parser.parse_args()
    if bool(args.llama_server) != bool(args.weights):
        parser.error("--llama-server needs --weights, and is what they are for")
    return args


def settings(args: argparse.Namespace) -> dict:
    plain = "llama.cpp" if args.llama_server else f"Ruminate's `{ONE_CALL}`"
    return {"model": args.model, "split": args.split, "tokens": args.tokens, "plain": plain}


def ask(
    question: Question,
    context: bool,
    results: Results,
    modes: list[str],
    think: Callable[..., Run],
    plainly: Callable[[str], Run],
    tokens: int,
) -> None:
    """All conditions of one question, as far as they are not there yet."""
    put = question.put(context)
    for mode in modes:
        if not results.find(question, context, mode):
            limits = {} if mode == ONE_CALL else {"max_tokens": tokens}
            results.add(question, context, mode, think(put, mode, **limits))
    most = max(each.tokens for mode in modes for each in results.find(question, context, mode))
    while True:
        calls = results.find(question, context, PLAIN)
        if sum(call.tokens for call in calls) >= most:
            return
        results.add(question, context, PLAIN, plainly(put), nth=len(calls))


def measure(args: argparse.Namespace) -> Results:
    if not args.data:
        raise SystemExit("where is the data? RUMINATE_BENCH_DATA or --data")
    results = Results(args.out, settings(args))
    asked = questions.sample(args.data, args.split, args.size)
    contexts = {"both": (True, False), "with": (True,), "without": (False,)}[args.context]
    jobs = [(question, context) for question in asked for context in contexts]
    since, modes = time.monotonic(), args.modes.split(",")
    done = 0
    with ExitStack() as stack:
        server = stack.enter_context(Server(args.program, args.model))
        if args.llama_server:
            bare = stack.enter_context(raw.Raw(args.llama_server, args.weights, args.side_by_side))
            plainly = bare.ask
        else:
            plainly = lambda put: server.think(put, ONE_CALL)

        def work(job: tuple[Question, bool]) -> None:
            nonlocal done
            if time.monotonic() - since < args.minutes * 60:
                ask(*job, results, modes, server.think, plainly, args.tokens)
                done += 1
                minutes = (time.monotonic() - since) / 60
                print(f"{done} of {len(jobs)} after {minutes:.1f} minutes", file=sys.stderr, flush=True)

        with ThreadPoolExecutor(args.side_by_side) as pool:
            list(pool.map(work, jobs))
    return results


def main() -> None:
    args = arguments()
    if args.self_test:
        tested = [doctest.testmod(module) for module in (questions, raw, score, table)]
        raise SystemExit(any(each.failed for each in tested))
    # The servers end with the measurement, however it ends; questions under way are finished before.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    table.print_report(Results(args.out) if args.report else measure(args))


if __name__ == "__main__":
    main()
