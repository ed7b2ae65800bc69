"""What was measured, one JSON object per line, so that a measurement that was cut goes on where it was."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Lock

from questions import Question
from server import Run


@dataclass(frozen=True)
class Result:
    question: str
    text: str
    gold: str
    context: bool
    condition: str
    nth: int
    """A plain call is made several times."""
    answer: str
    confidence: float
    calls: int
    tokens: int
    seconds: float

    @property
    def asked(self) -> tuple[str, bool]:
        return self.question, self.context


class Results:
    def __init__(self, file: Path, settings: dict | None = None) -> None:
        """With `settings`, those of a file that is there already must be the same."""
        self.file, self.lock = file, Lock()
        lines = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
        self.settings = lines[0] if lines else settings
        if self.settings is None:
            raise SystemExit(f"there is nothing in {file}")
        if settings not in (None, self.settings):
            raise SystemExit(f"{file} was measured with {self.settings}, not {settings}: choose another --out")
        self.all = [Result(**line) for line in lines[1:]]
        if not lines:
            self.append(self.settings)

    def append(self, line: dict) -> None:
        with self.file.open("a") as out:
            out.write(json.dumps(line, ensure_ascii=False) + "\n")

    def add(self, question: Question, context: bool, condition: str, run: Run, nth: int = 0) -> Result:
        numbers = run.answer, run.confidence, run.calls, run.tokens, run.seconds
        result = Result(question.id, question.text, question.answer, context, condition, nth, *numbers)
        with self.lock:
            self.append(asdict(result))
            self.all.append(result)
            if run.events:
                transcripts = self.file.with_suffix(".transcripts.jsonl")
                transcript = {"question": question.id, "context": context, "condition": condition}
                with transcripts.open("a") as out:
                    out.write(json.dumps(transcript | {"events": run.events}, ensure_ascii=False) + "\n")
        return result

    def find(self, question: Question, context: bool, condition: str) -> list[Result]:
        """In the order in which they were made."""
        with self.lock:
            found = [each for each in self.all if each.asked == (question.id, context) and each.condition == condition]
        return sorted(found, key=lambda each: each.nth)
