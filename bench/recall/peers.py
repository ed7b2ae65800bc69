"""The same passages and questions with a BM25 library and a vector index, as rows of the table. One thread.

The vectors are words hashed into 384 dimensions: good for nothing but the speed of an index of that size, to which
a real one adds the time of its embedder.
"""

import hashlib
import json
import os
import sys
import time
from pathlib import Path

import bm25s
import hnswlib
import numpy
import Stemmer

DIMENSIONS = 384
K = 5

folder = Path(sys.argv[1])


def resident() -> float:
    with open("/proc/self/status") as status:
        line = next(line for line in status if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


def row(name: str, learned: float, times: list[float], size: float, memory: float, opened: float) -> None:
    times = sorted(time * 1e3 for time in times)
    print(
        f"| {name} | {learned:.0f} | {times[len(times) // 2]:.2f} | {times[len(times) * 99 // 100]:.2f} "
        f"| {size:.1f} | {memory:.0f} | {opened * 1e3:.0f} |"
    )


def timed(ask, questions) -> list[float]:
    times = []
    for question in questions:
        start = time.perf_counter()
        ask(question)
        times.append(time.perf_counter() - start)
    return times


def size_of(path: Path) -> float:
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file()) / 2**20


def bm25(texts: list[str], questions: list[str]) -> None:
    before = resident()
    stemmer = Stemmer.Stemmer("english")
    start = time.perf_counter()
    index = bm25s.BM25()
    index.index(bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False), show_progress=False)
    learned = len(texts) / (time.perf_counter() - start)

    def ask(question: str):
        tokens = bm25s.tokenize([question], stopwords="en", stemmer=stemmer, show_progress=False)
        return index.retrieve(tokens, k=K, show_progress=False, n_threads=1)

    timed(ask, questions)
    times = timed(ask, questions)
    memory = resident() - before
    path = folder / "bm25s"
    index.save(path)
    start = time.perf_counter()
    bm25s.BM25.load(path)
    row(f"bm25s {bm25s.__version__}, BM25 only", learned, times, size_of(path), memory, time.perf_counter() - start)


def vector(text: str) -> numpy.ndarray:
    hashed = numpy.zeros(DIMENSIONS, dtype=numpy.float32)
    for word in text.lower().split():
        place = int.from_bytes(hashlib.blake2b(word.encode(), digest_size=4).digest(), "little")
        hashed[place % DIMENSIONS] += 1 if place & 1 << 20 else -1
    return hashed


def vectors(texts: list[str], questions: list[str]) -> None:
    before = resident()
    data = numpy.stack([vector(text) for text in texts])
    start = time.perf_counter()
    index = hnswlib.Index(space="cosine", dim=DIMENSIONS)
    index.init_index(max_elements=len(texts), ef_construction=200, M=16, random_seed=1)
    index.set_num_threads(1)
    index.add_items(data)
    learned = len(texts) / (time.perf_counter() - start)
    index.set_ef(50)
    asked = [vector(question) for question in questions]
    timed(lambda one: index.knn_query(one, k=K), asked)
    times = timed(lambda one: index.knn_query(one, k=K), asked)
    memory = resident() - before
    path = folder / "hnsw"
    index.save_index(str(path))
    start = time.perf_counter()
    hnswlib.Index(space="cosine", dim=DIMENSIONS).load_index(str(path))
    row(
        "hnswlib, hashed vectors of 384, without embedding",
        learned,
        times,
        size_of(path),
        memory,
        time.perf_counter() - start,
    )


def main() -> None:
    passages = [json.loads(line) for line in (folder / "passages.jsonl").open()]
    texts = [passage["title"] + " " + passage["text"] for passage in passages]
    questions = [json.loads(line) for line in (folder / "questions.jsonl").open()]
    bm25(texts, questions)
    vectors(texts, questions)


if __name__ == "__main__":
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    main()
