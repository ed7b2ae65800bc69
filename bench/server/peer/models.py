"""Seed A's tables. `seq` numbers everything a session makes in one row, so that a reader who comes back says
how far it was and gets the rest; with the session it is the primary key, in which the tables are sorted."""

from datetime import datetime
from uuid import uuid4

from sqlalchemy import JSON, ForeignKey, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class ThinkingSession(Base):
    __tablename__ = "thinking_sessions"

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=lambda: str(uuid4()))
    original_question: Mapped[str]
    thinking_duration_minutes: Mapped[float]
    model_id: Mapped[str]
    status: Mapped[str] = mapped_column(String(16), index=True)
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    round: Mapped[int] = mapped_column(default=0)
    last_seq: Mapped[int] = mapped_column(default=0)
    thought_count: Mapped[int] = mapped_column(default=0)
    question_count: Mapped[int] = mapped_column(default=0)
    synthesis_count: Mapped[int] = mapped_column(default=0)
    confidence: Mapped[float | None]


class Artifact:
    """What the tables of things that a session makes have in common."""

    __table_args__ = {"sqlite_with_rowid": False}

    session_id: Mapped[str] = mapped_column(
        ForeignKey("thinking_sessions.id", ondelete="CASCADE"), primary_key=True
    )
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    round: Mapped[int]
    at: Mapped[datetime]


class Thought(Artifact, Base):
    __tablename__ = "thoughts"

    sequence_number: Mapped[int]
    thought_text: Mapped[str]
    thought_type: Mapped[str]
    confidence: Mapped[float]
    contradicts: Mapped[int | None]
    related_to_question: Mapped[int | None]


class SubQuestion(Artifact, Base):
    __tablename__ = "sub_questions"

    question_text: Mapped[str]
    why: Mapped[str]
    priority: Mapped[int]
    explored: Mapped[bool] = mapped_column(default=False)


class ThinkingSynthesis(Artifact, Base):
    __tablename__ = "thinking_syntheses"

    sequence_number: Mapped[int]
    is_digest: Mapped[bool]
    synthesis_text: Mapped[str]
    key_insights: Mapped[list[str]] = mapped_column(JSON)
    confidence_level: Mapped[float]
    remaining_questions: Mapped[list[str]] = mapped_column(JSON)
