"""torchhd's FHRR vectors at the same work: rows for the table of `bench-mind speed`."""

import sys
import time

import torch
import torchhd

PAIRS = 64
TOGETHER = 32


def timed(work):
    """Seconds that one call takes, the best and the median, as in stopwatch.rs."""
    work()
    began, all_of_them = time.perf_counter(), []
    while len(all_of_them) < 9 or time.perf_counter() - began < 1.5:
        start = time.perf_counter()
        work()
        all_of_them.append(time.perf_counter() - start)
    all_of_them.sort()
    return all_of_them[0], all_of_them[len(all_of_them) // 2]


def main(dimension, known):
    torch.set_num_threads(1)
    torch.manual_seed(5)

    def row(what, seconds, each, note=""):
        best, median = (one * 1e6 / each for one in seconds)
        print(f"| {dimension} | {known} | torchhd {torchhd.__version__}, {what} | {best:.2f} | {median:.2f} | {note} |")

    memory = torchhd.random(known, dimension, vsa="FHRR")
    left, right = memory[:PAIRS].clone(), memory[1 : PAIRS + 1].clone()
    row("bind", timed(lambda: torchhd.bind(left, right)), PAIRS)
    row("bind and bundle", timed(lambda: torchhd.multibundle(torchhd.bind(left, right))), PAIRS)

    page = torchhd.multibundle(torchhd.bind(memory[:30], memory[1:31]))
    probes = torchhd.bind(page.unsqueeze(0), torchhd.inverse(memory[:TOGETHER]))
    nearest = lambda some: torch.argmax(torchhd.dot_similarity(some, memory), dim=-1)
    one = timed(lambda: nearest(probes[:1]))
    rate = known * dimension * memory.element_size() / one[0] / 1e9
    row("cleanup of 1 query", one, 1, f"{rate:.1f} GB/s")
    row(f"cleanup of {TOGETHER} queries together", timed(lambda: nearest(probes)), TOGETHER)


main(int(sys.argv[1]), int(sys.argv[2]))
