"""Whether an answer is right, and which of several answers is voted for.

The same rule for every condition, however long its answer is: see "gain" in bench/README.md.
"""

import re
import unicodedata
from dataclasses import dataclass

HEAD_WORDS = 20
ARTICLES = {"a", "an", "the"}
MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
JOINING = set(
    "is are was were be been being has have had do does did it its he his him she her they their this that these "
    "those who which what when where of in on at by for from to with as and or but because so named called".split()
)
LABEL = re.compile(
    r"^\W*(?:the )?(?:(?:short|final|correct) )?answer(?: to the question)?(?: is\b|\W*[:：])(?: that\b)?\W*", re.I
)
SHORT = ("Mr", "Mrs", "Ms", "Dr", "St", "Jr", "Sr", "Prof", "vs", r"[^\W\d_]")
ABBREVIATED = "".join(rf"(?<!\b{short})" for short in SHORT)
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
    >>> words("1 August 1813") == words("August 1st, 1813")
    True
    """
    plain = unicodedata.normalize("NFKD", text.lower())
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    plain = re.sub(r"(?<=\d),(?=\d{3})|['’`]", "", plain)
    plain = re.sub(r"\b(\d{1,2})(?:st|nd|rd|th)\b", r"\1", plain)
    plain = re.sub(rf"\b(\d{{1,2}}) (?:of )?({MONTHS})\b", r"\2 \1", plain)
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


def offers(question: str) -> list[list[str]]:
    """The two things that a question lets one choose from, if it does.

    >>> offers("Which film came out first, The Enemy or Samson?"), offers("Who wrote it?")
    ([['enemy'], ['samson']], [])
    """
    left, found, right = question.rpartition(" or ")
    if not found:
        return []
    return [words(re.split(r",| between | of | from |: ", left)[-1]), words(re.split(r"[?,]", right)[0])]


def rival(question: str, gold: list[str]) -> list[str]:
    """What else the question offers where this is right; nothing where it offers nothing.

    >>> rival("Which film came out first, The Enemy or Samson?", ["samson"])
    ['enemy']
    >>> rival("Which film came out first The Enemy or Samson?", ["enemy"])
    ['samson']
    >>> rival("Who wrote it?", ["samson"])
    []
    """
    if not (offered := offers(question)):
        return []
    first, second = offered
    if second == gold:
        return first
    return second if first[-len(gold) :] == gold else []


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
    other = place(rival(question, wanted), head)
    return other is None or found < other


@dataclass(frozen=True)
class Ballot:
    answer: str
    confidence: float


def voted_for(answer: str, question: str) -> tuple[str, ...]:
    """What an answer says, so that answers that say the same in other words are one: of two things that are offered
    the one named first, else the first sentence without the words of the question and those that only join.

    >>> asked = "Where was the director of Ana born?"
    >>> voted_for("The director of Ana was born in Paris, France.", asked), voted_for("Paris (France). Yes.", asked)
    (('paris', 'france'), ('paris', 'france'))
    >>> voted_for("It is B, not A.", "Which is older, A1 or B?"), voted_for("Yes, it is", "Is it?")
    (('b',), ('yes',))
    """
    said = words(first_sentence(answer))
    if said[:1] in (["yes"], ["no"]):
        return (said[0],)
    places = {tuple(offer): place(offer, said) for offer in offers(question)}
    named = [offer for offer, at in places.items() if at is not None]
    if named:
        return min(named, key=lambda offer: places[offer])
    asked = set(words(question))
    return tuple(word for word in said if word not in asked and word not in JOINING) or tuple(said)


def vote(ballots: list[Ballot], question: str) -> tuple[Ballot, float]:
    """The answer that most gave, and the share of those who did. Of equally many the surest wins, then the first.

    >>> ballots = [Ballot("Rome.", 0.9), Ballot("Paris. Since 987.", 0.4), Ballot("It is in paris", 0.5)]
    >>> winner, agreed = vote(ballots, "Where?")
    >>> winner.answer, round(agreed, 2)
    ('Paris. Since 987.', 0.67)
    >>> vote([Ballot("Rome", 0.2), Ballot("Oslo", 0.8), Ballot("Bern", 0.8)], "Where?")[0].answer
    'Oslo'
    """
    groups: dict[tuple[str, ...], list[Ballot]] = {}
    # Who says nothing is counted, but elects nobody.
    for ballot in [each for each in ballots if not is_silent(each.answer)] or ballots:
        groups.setdefault(voted_for(ballot.answer, question), []).append(ballot)
    best = max(groups.values(), key=lambda group: (len(group), max(each.confidence for each in group)))
    return best[0], len(best) / len(ballots)
