"""Seed A's loop: focus, think, ask, synthesize. The rules and their numbers are Ruminate's
(`crates/ruminate-engine/src/extended.rs`). Each reply is one transaction, and is told after it."""

from collections import deque
from dataclasses import dataclass, field
from datetime import UTC, datetime

from sqlalchemy import update

from database import writing
from events import batch, ending
from hub import hub
from models import Artifact, SubQuestion, ThinkingSession, ThinkingSynthesis, Thought
from ollama import Ollama, Questions, Reply, Synthesis, Thoughts

QUESTIONS_EVERY = 5
MAX_QUESTIONS = 3
INSIGHTS_FOR_SYNTHESIS = 8
SYNTHESES_FOR_DIGEST = 8
MAX_OPEN = 64
SHOWN_THOUGHTS = 20
SHOWN_EXPLORED = 32


def now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)


@dataclass(slots=True)
class Engine:
    """One session that thinks, with what the next prompt needs."""

    session: ThinkingSession
    model: Ollama
    thoughts: deque[Thought] = field(default_factory=lambda: deque(maxlen=SHOWN_THOUGHTS))
    open: list[SubQuestion] = field(default_factory=list)
    explored: deque[SubQuestion] = field(default_factory=lambda: deque(maxlen=SHOWN_EXPLORED))
    syntheses: deque[str] = field(default_factory=lambda: deque(maxlen=SYNTHESES_FOR_DIGEST))
    thoughts_since_questions: int = 0
    insights_since_synthesis: int = 0
    syntheses_since_digest: int = 0
    is_told_to_stop: bool = False
    is_waiting: bool = False

    async def think(self) -> None:
        while not self.is_told_to_stop:
            focus = max(self.open, key=lambda question: question.priority, default=None)
            await self.generate_thoughts(focus)
            if self.thoughts_since_questions >= QUESTIONS_EVERY:
                await self.generate_questions()
            if self.syntheses_since_digest >= SYNTHESES_FOR_DIGEST:
                await self.digest()
            if self.insights_since_synthesis >= INSIGHTS_FOR_SYNTHESIS:
                await self.synthesize()

    async def ask(self, prompt: str, kind: type[Reply]) -> Reply:
        """The only place where a session may be interrupted: a transaction ends as a whole."""
        self.is_waiting = True
        try:
            return await self.model.ask(self.session.model_id, prompt, kind)
        finally:
            self.is_waiting = False

    async def generate_thoughts(self, focus: SubQuestion | None) -> None:
        session = self.session
        session.round += 1
        about = focus.question_text if focus else session.original_question
        reply = await self.ask(
            f"{self.context()}\nTask: thoughts.\nCurrent Focus: {about}\n\n"
            "Generate 3-5 distinct thoughts about this focus.",
            Thoughts,
        )
        thoughts = [
            Thought(
                **self.numbered(index),
                sequence_number=session.thought_count + index,
                thought_text=thought.thought,
                thought_type=thought.type,
                confidence=thought.confidence,
                contradicts=thought.contradicts,
                related_to_question=focus.seq if focus else None,
            )
            for index, thought in enumerate(reply.thoughts)
        ]
        session.thought_count += len(thoughts)
        await self.commit(thoughts, explored=focus)
        if focus:
            self.open.remove(focus)
            self.explored.append(focus)
        self.thoughts.extend(thoughts)
        self.thoughts_since_questions += len(thoughts)
        self.insights_since_synthesis += sum(t.thought_type == "insight" for t in thoughts)

    async def generate_questions(self) -> None:
        session = self.session
        reply = await self.ask(
            f"{self.context()}\nTask: questions.\n\nQuestions already explored:\n"
            f"{listed(self.explored)}\n\nOpen questions, with their priority:\n{listed(self.open)}"
            "\n\nWhat new questions arise from these thoughts?",
            Questions,
        )
        questions = [
            SubQuestion(
                **self.numbered(index),
                question_text=question.question,
                why=question.why,
                priority=min(max(question.priority, 1), 10),
            )
            for index, question in enumerate(reply.questions[:MAX_QUESTIONS])
        ]
        session.question_count += len(questions)
        await self.commit(questions)
        self.open = sorted([*self.open, *questions], key=lambda q: -q.priority)[:MAX_OPEN]
        self.thoughts_since_questions = 0

    async def synthesize(self) -> None:
        await self.summarize(
            f"{self.context()}\nTask: synthesis.\n\nSub-questions explored:\n"
            f"{listed(self.explored)}\n\nSub-questions still open:\n{listed(self.open)}\n\n"
            "Synthesize your current understanding of the original question.",
            is_digest=False,
        )
        self.insights_since_synthesis = 0
        self.syntheses_since_digest += 1

    async def digest(self) -> None:
        await self.summarize(
            f"Original Question: {self.session.original_question}\n\nTask: digest.\n\n"
            + "\n\n".join(self.syntheses),
            is_digest=True,
        )
        self.syntheses_since_digest = 0

    async def summarize(self, prompt: str, is_digest: bool) -> None:
        session = self.session
        reply = await self.ask(prompt, Synthesis)
        session.synthesis_count += 1
        session.confidence = reply.confidence
        made = ThinkingSynthesis(
            **self.numbered(0),
            sequence_number=session.synthesis_count,
            is_digest=is_digest,
            synthesis_text=reply.synthesis,
            key_insights=reply.insights,
            confidence_level=reply.confidence,
            remaining_questions=reply.remaining,
        )
        await self.commit([made])
        self.syntheses.append(reply.synthesis)

    async def cancel(self) -> None:
        session = self.session
        session.last_seq += 1
        session.status, session.updated_at = "cancelled", now()
        async with writing.begin() as db:
            await self.store_session(db)
        hub.publish(session.id, ending(session))

    def numbered(self, index: int) -> dict:
        session = self.session
        return {
            "session_id": session.id,
            "seq": session.last_seq + 1 + index,
            "round": session.round,
            "at": now(),
        }

    async def commit(self, made: list[Artifact], explored: SubQuestion | None = None) -> None:
        session = self.session
        session.last_seq += len(made)
        session.updated_at = now()
        async with writing.begin() as db:
            db.add_all(made)
            if explored:
                key = (SubQuestion.session_id == session.id, SubQuestion.seq == explored.seq)
                await db.execute(update(SubQuestion).where(*key).values(explored=True))
            await self.store_session(db)
        if made:
            hub.publish(session.id, batch(session.id, made))

    async def store_session(self, db) -> None:
        """The session's row is only ever written from here, so it is not read again before."""
        session = self.session
        columns = ThinkingSession.__table__.columns.keys()
        values = {column: getattr(session, column) for column in columns if column != "id"}
        rows = update(ThinkingSession).where(ThinkingSession.id == session.id)
        await db.execute(rows.values(values).execution_options(synchronize_session=False))

    def context(self) -> str:
        thoughts = "\n".join(
            f"{t.sequence_number}. [{t.thought_type}, {t.confidence:.2f}] {t.thought_text}"
            for t in self.thoughts
        )
        understanding = self.syntheses[-1] if self.syntheses else ""
        return (
            f"Original Question: {self.session.original_question}\n\n"
            f"Understanding so far:\n{understanding}\n\nThoughts so far:\n{thoughts}\n"
        )


def listed(questions) -> str:
    return "\n".join(f"- Q{q.seq} (priority {q.priority}): {q.question_text}" for q in questions)
