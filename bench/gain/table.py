"""Puts the conditions beside each other, as Markdown, with what chance may have done."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from statistics import mean

import score
from results import Result, Results

RESAMPLES = 10_000
BINS = 10


@dataclass(frozen=True)
class Outcome:
    """What one condition made of one question."""

    right: bool
    exact: bool
    silent: bool
    confidence: float
    calls: int
    tokens: int
    seconds: float


def wilson(right: int, of: int) -> tuple[float, float]:
    """Where the share lies with a confidence of 95 %.

    >>> [round(end, 3) for end in wilson(8, 10)], [round(end, 3) for end in wilson(0, 10)]
    ([0.49, 0.943], [0.0, 0.278])
    """
    z = 1.959964
    share = right / of
    middle = share + z * z / (2 * of)
    wide = z * (share * (1 - share) / of + z * z / (4 * of * of)) ** 0.5
    return max(0.0, (middle - wide) / (1 + z * z / of)), (middle + wide) / (1 + z * z / of)


def resampled(values: list[float], of: Callable[[list[float]], float] = mean) -> tuple[float, float]:
    """Where the mean lies with a confidence of 95 %, by drawing the questions again.

    >>> low, high = resampled([0.0] * 50 + [1.0] * 50)
    >>> 0.39 < low < 0.42 and 0.58 < high < 0.61
    True
    """
    draw = random.Random(1)
    means = sorted(of(draw.choices(values, k=len(values))) for _ in range(RESAMPLES))
    return means[round(RESAMPLES * 0.025)], means[round(RESAMPLES * 0.975) - 1]


def calibration_error(outcomes: list[Outcome]) -> float:
    """The mean distance between what was claimed and what was right, by tenths of the claim (ECE).

    >>> sure = Outcome(True, True, False, 0.9, 1, 1, 1.0)
    >>> unsure = Outcome(False, False, False, 0.3, 1, 1, 1.0)
    >>> round(calibration_error([sure, sure, unsure]), 3)
    0.167
    """
    bins: dict[int, list[Outcome]] = {}
    for outcome in outcomes:
        bins.setdefault(min(int(outcome.confidence * BINS), BINS - 1), []).append(outcome)
    gaps = (
        len(found) * abs(mean(each.right for each in found) - mean(each.confidence for each in found))
        for found in bins.values()
    )
    return sum(gaps) / len(outcomes)


def brier(outcomes: list[Outcome]) -> float:
    return mean((outcome.confidence - outcome.right) ** 2 for outcome in outcomes)


def judged(results: list[Result], answer: str, confidence: float) -> Outcome:
    """What these calls or runs together took, and whether this answer of theirs is right."""
    first = results[0]
    return Outcome(
        score.is_right(answer, first.text, first.gold),
        score.is_exact(answer, first.gold),
        score.is_silent(answer),
        confidence,
        sum(each.calls for each in results),
        sum(each.tokens for each in results),
        sum(each.seconds for each in results),
    )


def voted(calls: list[Result], tokens: int) -> Outcome | None:
    """A vote of as many calls as take so many tokens; none where there are not enough."""
    spent, counted = 0, []
    for call in calls:
        if spent >= tokens:
            break
        counted.append(call)
        spent += call.tokens
    if spent < tokens:
        return None
    winner, agreed = score.vote([score.Ballot(call.answer, call.confidence) for call in counted], calls[0].text)
    return judged(counted, winner.answer, agreed)


def conditions(found: list[Result]) -> dict[str, Outcome]:
    """All that was measured of one question, by the name of the row."""
    by_name: dict[str, list[Result]] = {}
    for result in sorted(found, key=lambda each: each.nth):
        by_name.setdefault(result.condition, []).append(result)
    calls = by_name.pop("plain", [])
    if not calls:
        return {}
    rows = {"one plain call": judged(calls[:1], calls[0].answer, calls[0].confidence)}
    for mode, (run,) in by_name.items():
        if mode != "fast":
            if not (vote := voted(calls, run.tokens)):
                return {}
            rows[f"vote, the tokens of `{mode}`"] = vote
        rows[f"`{mode}`"] = judged([run], run.answer, run.confidence)
    return rows


def complete(results: Results, context: bool) -> dict[str, list[Outcome]]:
    """By row, the outcomes of the questions for which all rows are there, in the same order."""
    questions: dict[str, list[Result]] = {}
    for result in results.all:
        if result.context == context:
            questions.setdefault(result.question, []).append(result)
    measured = list(map(conditions, questions.values()))
    most = max(map(len, measured), default=0)
    whole = [rows for rows in measured if rows and len(rows) == most]
    return {name: [rows[name] for rows in whole] for name in whole[0]} if whole else {}


def percent(share: float) -> str:
    return f"{share * 100:.0f}"


def print_rows(rows: dict[str, list[Outcome]]) -> None:
    print(
        "| condition | right, % | 95 % interval | exact, % | no answer, % | calls | tokens | seconds | "
        "ECE | Brier |"
    )
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    for name, outcomes in rows.items():
        right = sum(each.right for each in outcomes)
        low, high = wilson(right, len(outcomes))
        cells = [
            name,
            percent(right / len(outcomes)),
            f"{percent(low)} to {percent(high)}",
            percent(mean(each.exact for each in outcomes)),
            percent(mean(each.silent for each in outcomes)),
            f"{mean(each.calls for each in outcomes):.1f}",
            f"{mean(each.tokens for each in outcomes):,.0f}",
            f"{mean(each.seconds for each in outcomes):.0f}",
            f"{calibration_error(outcomes):.2f}",
            f"{brier(outcomes):.2f}",
        ]
        print(f"| {' | '.join(cells)} |")
    print()


def print_differences(rows: dict[str, list[Outcome]]) -> None:
    """Each row against those before it, on the same questions."""
    print("| on the same questions | points | 95 % interval | better on | worse on | |")
    print("|---|---:|---:|---:|---:|---|")
    names = list(rows)
    for place, later in enumerate(names):
        for earlier in names[:place]:
            pairs = zip(rows[later], rows[earlier], strict=True)
            gains = [float(after.right) - float(before.right) for after, before in pairs]
            better, worse = gains.count(1.0), gains.count(-1.0)
            if not better + worse:
                # Drawing again what does not differ gives an interval of no width, which would look like certainty.
                print(f"| {later} − {earlier} | 0 | not to be had | 0 | 0 | no question tells them apart |")
                continue
            low, high = resampled(gains)
            points = [f"{number * 100:+.0f}" for number in (mean(gains), low, high)]
            says = "significant" if low > 0 or high < 0 else "may be chance"
            print(f"| {later} − {earlier} | {points[0]} | {points[1]} to {points[2]} | {better} | {worse} | {says} |")
    print()


def print_report(results: Results) -> None:
    told = results.settings
    print(
        f"`{told['model']}`, split `{told['split']}`, {told['tokens']:,} tokens for thinking, "
        f"plain calls by {told['plain']}.\n"
    )
    for context, title in ((True, "With the passages"), (False, "Without them")):
        if rows := complete(results, context):
            print(f"{title}, {len(next(iter(rows.values())))} questions:\n")
            print_rows(rows)
            print_differences(rows)
