"""Questions with known answers: which ones, in which order, and how they are put.

A question belongs to the development part or to the test part by hashes of its id, so that it stays there
whatever the size of the sample: prompts may be improved by looking at the one, and are judged by the other. The mind
helps to answer, and its rules were made on questions of these sets too: none of those is in the test part.
"""

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

SETS = ("2wiki", "hotpotqa", "musique")
"""Those whose answers are a few words. In `locomo` many are sentences, which no rule on words can judge."""

SEED = "gain 1"
DEV_SHARE = 1 / 3
MOST_CONTEXT = 1_800
"""Characters of a question's passages. Longer ones are left out rather than cut: a cut may lose the answer."""

FORM = (
    "Begin with the answer itself, in a few words and a full stop. Then give the reason in one sentence."
)


@dataclass(frozen=True)
class Question:
    id: str
    text: str
    answer: str
    context: str

    def put(self, with_context: bool) -> str:
        """The words that every condition is asked with.

        >>> print(Question("x/1", "Who was it?", "Ada", "Ada\\nIt was Ada.").put(True).split("Begin")[0])
        Texts:
        <BLANKLINE>
        Ada
        It was Ada.
        <BLANKLINE>
        Question, to be answered from the texts: Who was it?
        <BLANKLINE>
        """
        if not with_context:
            return f"{self.text}\n{FORM}"
        return f"Texts:\n\n{self.context}\n\nQuestion, to be answered from the texts: {self.text}\n{FORM}"


def share(*names: str) -> float:
    """A number from 0 to 1 that depends on nothing but the names.

    >>> share("a") == share("a") != share("b")
    True
    """
    return int.from_bytes(sha256("/".join(names).encode()).digest()[:8], "big") / 2**64


def made_rules(question_id: str) -> bool:
    """Whether the mind's rules may have been made on it: `is_for_judging` in the tests of asking says the opposite."""
    state = 0xCBF29CE484222325
    for byte in question_id.split("/", 1)[1].encode():
        state = (state ^ byte) * 0x100000001B3 % 2**64
    return state >> 20 & 1 == 0


def split_of(question_id: str) -> str | None:
    """None for the few that are of no use: prompts were made on them, so they judge nothing, and no rules may be."""
    if made_rules(question_id):
        return "dev"
    return None if share("split", question_id) < DEV_SHARE else "test"


def read(folder: Path, name: str) -> list[Question]:
    def lines(file: str) -> list[dict]:
        return [json.loads(line) for line in (folder / name / file).read_text().splitlines()]

    passages = {passage["id"]: passage for passage in lines("corpus.jsonl")}

    def context(gold: list[int]) -> str:
        # By number, not in the order of the hops, which would give the way to the answer away.
        shown = (passages[number] for number in sorted(gold))
        return "\n\n".join(f"{passage['title']}\n{passage['text']}" for passage in shown)

    return [
        Question(f"{name}/{line['id']}", line["question"], str(line["answer"]), context(line["gold"]))
        for line in lines("questions.jsonl")
    ]


def sample(data: Path, split: str, size: int) -> list[Question]:
    """The first `size` of the split, in an order that is random and fixed; the sets take turns."""
    queues = []
    for name in SETS:
        found = [
            question
            for question in read(data / "recall", name)
            if split_of(question.id) == split and len(question.context) <= MOST_CONTEXT
        ]
        queues.append(sorted(found, key=lambda question: share(SEED, question.id)))
    longest = max(map(len, queues))
    turns = [queue[turn] for turn in range(longest) for queue in queues if turn < len(queue)]
    return turns[:size]
