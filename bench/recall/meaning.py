"""How well passages are found again with an embedder and without, by the program itself. Prints Markdown.

    python bench/recall/meaning.py RUMINATE EMBEDDER URL

`RUMINATE` is the program, `EMBEDDER` what its configuration is to name (`openai/all-minilm-l6-v2` for llama.cpp's server), `URL`
its server's. `RUMINATE_BENCH_DATA` names the folder with `recall/`.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM, EMBEDDER, URL = sys.argv[1:]
DATA = Path(os.environ["RUMINATE_BENCH_DATA"]) / "recall"
OWN = Path(__file__).parent / "meaning"


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def found(passages, questions, k, embedder):
    """The ids that are recalled for each question."""
    with tempfile.TemporaryDirectory() as home:
        home = Path(home)
        if embedder:
            (home / "config.toml").write_text(f'[embedder]\nid = "{EMBEDDER}"\nurl = "{URL}"\n')
        keys = ("id", "title", "text", "at")
        kept = [{key: str(line[key]) for key in keys if key in line} for line in passages]
        (home / "passages.jsonl").write_text("".join(json.dumps(line) + "\n" for line in kept))
        asked = [{"id": at, "question": line["question"]} for at, line in enumerate(questions)]
        (home / "asked.jsonl").write_text("".join(json.dumps(line) + "\n" for line in asked))

        def run(*arguments):
            environment = {**os.environ, "RUMINATE_HOME": str(home)}
            done = subprocess.run([PROGRAM, *arguments], env=environment, capture_output=True, text=True, check=True)
            return done.stdout

        run("learn", str(home / "passages.jsonl"))
        told = run("recall", "--questions", str(home / "asked.jsonl"), "-k", str(k))
        return [[one["source_id"] for one in json.loads(line)["passages"]] for line in told.splitlines()]


def shares(passages, questions, k, embedder):
    """Of each question the share of its gold passages that is recalled."""
    gold = [{str(one) for one in line["gold"]} for line in questions]
    told = found(passages, questions, k, embedder)
    return [len(gold & set(ids)) / len(gold) for gold, ids in zip(gold, told)]


def row(name, parts, k):
    """`parts` are pairs of passages and questions."""
    means = []
    for embedder in (False, True):
        all_shares = [share for passages, questions in parts for share in shares(passages, questions, k, embedder)]
        means.append(100 * sum(all_shares) / len(all_shares))
    print(f"| {name}, R@{k} | {len(all_shares)} | {means[0]:.1f} | {means[1]:.1f} |", flush=True)


def conversations(change=lambda line: line):
    passages, questions = lines(DATA / "locomo/corpus.jsonl"), lines(DATA / "locomo/questions.jsonl")
    for name in dict.fromkeys(line["conversation"] for line in passages):
        said = [line for line in passages if line["conversation"] == name]
        ids = {line["id"] for line in said}
        asked = [line for line in questions if line["conversation"] == name and line["category"] != 5]
        yield [change(line) for line in said], [line for line in asked if line["gold"] and ids >= set(line["gold"])]


def loose(line):
    return {"id": line["id"], "title": "", "text": line["text"].split(": ", 1)[-1]}


print("| | questions | without | with |\n|---|---:|---:|---:|")
notes, asked = lines(OWN / "notes.jsonl"), lines(OWN / "questions.jsonl")
padding = [{**line, "id": f"{name} {line['id']}"} for name in ("nq", "popqa") for line in lines(DATA / f"padding/{name}.jsonl")]
for kind, name in (("paraphrase", "no word in common"), ("language", "another language")):
    of_kind = [line for line in asked if line["kind"] == kind]
    row(f"{name}, 30 notes", [(notes, of_kind)], 5)
    row(f"{name}, among {len(notes) + len(padding):,}", [(notes + padding, of_kind)], 5)
for name in ("musique", "hotpotqa", "2wiki"):
    row(name, [(lines(DATA / name / "corpus.jsonl"), lines(DATA / name / "questions.jsonl"))], 5)
row("locomo", list(conversations()), 10)
row("locomo, as notes without titles", list(conversations(loose)), 10)
