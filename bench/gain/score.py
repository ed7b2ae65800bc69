"""Whether an answer is right, and which of several answers is voted for.

The same rule for every condition, however long its answer is: see "gain" in bench/README.md.
"""

import re
import unicodedata
from dataclasses import dataclass

HEAD_WORDS = 20
ARTICLES = {"a", "an", "the"}
LABEL = re.compile(
    r"^\W*(?:the )?(?:(?:short|final|correct) )?answer(?: to the question)?(?: is\b|\W*[:：])(?: that\b)?\W*", re.I
)
ABBREVIATED = "".join(rf"(?<!\b{short})" for short in ("Mr", "Mrs", "Ms", "Dr", "St", "Jr", "Sr", "Prof", "vs", r"[^\W\d_]"))
SENTENCE_END = re.compile(rf"{ABBREVIATED}\.(?=\s|$)|[!?](?=\s|$)|\n")


NOTHING = "Nothing is known here about"
"""How an answer begins that Ruminate makes of the question alone, because the model gave none."""


def is_silent(answer: str) -> bool:
    """Whether the model gave no answer.

    >>> is_silent("Nothing is known here about Rome: …"), is_silent(" "), is_silent("Nothing is known.")
    (True, True, False)
    """
    return answer.startswith(NOTHING) or not words(answer)


def words(text: str) -> list[str]:
    """In small letters, without accents, punctuation and articles.

    >>> words("The *Kärcher* (GmbH), 1,200 m; He Knows You'Re Alone")
    ['karcher', 'gmbh', '1200', 'm', 'he', 'knows', 'youre', 'alone']
    """
    plain = unicodedata.normalize("NFKD", text.lower())
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    plain = re.sub(r"(?<=\d),(?=\d{3})|['’`]", "", plain)
    return [word for word in re.findall(r"[^\W_]+", plain) if word not in ARTICLES]


def first_sentence(answer: str) -> str:
    """The short answer that was asked for, without a label before it. Initials do not end it.

    >>> first_sentence("**Answer:** G. Stanley Hall. He was the first president.")
    'G. Stanley Hall'
    >>> first_sentence("1993\\n\\nThe team was formed in 1993.")
    '1993'
    >>> first_sentence("The answer is Free Guy.")
    'Free Guy'
    """
    text = LABEL.sub("", answer.strip())
    return SENTENCE_END.split(text.strip(), maxsplit=1)[0].strip(" *\"'“”")


def place(needle: list[str], among: list[str]) -> int | None:
    """Where some words stand together among others.

    >>> place(["free", "guy"], words("it is Free Guy")), place(["free"], ["freedom"])
    (2, None)
    """
    if not needle:
        return None
    starts = range(len(among) - len(needle) + 1)
    return next((start for start in starts if among[start : start + len(needle)] == needle), None)


def rivals(question: str, gold: list[str]) -> list[list[str]]:
    """What else the question offers: `Which is older, A or B?` offers B where A is right.

    >>> rivals("Which film came out first, The Enemy or Samson?", ["samson"])
    [['enemy']]
    >>> rivals("Who wrote it?", ["samson"])
    []
    """
    left, found, right = question.rpartition(" or ")
    if not found:
        return []
    before = re.split(r",| between | of | from |: ", left)[-1]
    offered = [words(before), words(re.split(r"[?,]", right)[0])]
    others = [offer for offer in offered if offer and offer != gold]
    return others if len(others) == 1 else []


def is_exact(answer: str, gold: str) -> bool:
    """Whether the first sentence is the known answer and nothing else.

    >>> is_exact("Free Guy. Its director is younger.", "Free Guy"), is_exact("It is Free Guy.", "Free Guy")
    (True, False)
    """
    return words(first_sentence(answer)) == words(gold)


def is_right(answer: str, question: str, gold: str) -> bool:
    """Whether the first words of an answer say the known one.

    >>> compare = "Which film is newer, Forbidden Ground or Free Guy?"
    >>> is_right("Free Guy is newer than Forbidden Ground.", compare, "Free Guy")
    True
    >>> is_right("Forbidden Ground is older than Free Guy.", compare, "Free Guy")
    False
    >>> is_right("No. Both are directors, yes.", "Are both directors?", "yes")
    False
    >>> is_right("Yes, both are.", "Are both directors?", "yes")
    True
    >>> is_right("It was founded by the psychologist G. Stanley Hall in 1892.", "Who?", "G. Stanley Hall")
    True
    >>> is_right("There are many. " + "word " * 20 + "1892", "When?", "1892")
    False
    >>> is_right("Nothing is known here about Free Guy: …", compare, "Free Guy")
    False
    """
    if is_silent(answer):
        return False
    head = words(LABEL.sub("", answer.strip()))[:HEAD_WORDS]
    wanted = words(gold)
    if wanted in (["yes"], ["no"]):
        return next((word for word in head if word in ("yes", "no")), None) == wanted[0]
    found = place(wanted, head)
    if found is None:
        return False
    others = (place(rival, head) for rival in rivals(question, wanted))
    return all(other is None or found < other for other in others)


@dataclass(frozen=True)
class Ballot:
    answer: str
    confidence: float


def vote(ballots: list[Ballot]) -> tuple[Ballot, float]:
    """The answer that most gave, and the share of those who did. Of equally many the surest wins, then the first.

    >>> ballots = [Ballot("Rome.", 0.9), Ballot("Paris. Since 987.", 0.4), Ballot("paris", 0.5)]
    >>> winner, agreed = vote(ballots)
    >>> winner.answer, round(agreed, 2)
    ('Paris. Since 987.', 0.67)
    >>> vote([Ballot("Rome", 0.2), Ballot("Oslo", 0.8), Ballot("Bern", 0.8)])[0].answer
    'Oslo'
    """
    groups: dict[tuple[str, ...], list[Ballot]] = {}
    # Who says nothing is counted, but elects nobody.
    for ballot in [each for each in ballots if not is_silent(each.answer)] or ballots:
        groups.setdefault(tuple(words(first_sentence(ballot.answer))), []).append(ballot)
    best = max(groups.values(), key=lambda group: (len(group), max(each.confidence for each in group)))
    return best[0], len(best) / len(ballots)
