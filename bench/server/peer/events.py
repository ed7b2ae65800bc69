"""What a session makes as server-sent events: read from the database as far as it is there, then live."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime

import orjson
from sqlalchemy import select

from database import reading
from hub import Batch, hub
from models import Artifact, SubQuestion, ThinkingSession, ThinkingSynthesis, Thought

PAGE = 256
HEARTBEAT_SECONDS = 15
FINAL = {"completed", "cancelled"}


def payload(made: Artifact) -> tuple[str, dict]:
    match made:
        case Thought():
            return "thought", {
                "sequence_number": made.sequence_number,
                "thought_text": made.thought_text,
                "thought_type": made.thought_type,
                "confidence": made.confidence,
                "contradicts": made.contradicts,
                "related_to_question": made.related_to_question,
            }
        case SubQuestion():
            return "question", {
                "id": made.seq,
                "question_text": made.question_text,
                "why": made.why,
                "priority": made.priority,
            }
        case ThinkingSynthesis():
            return "digest" if made.is_digest else "synthesis", {
                "sequence_number": made.sequence_number,
                "synthesis_text": made.synthesis_text,
                "key_insights": made.key_insights,
                "confidence_level": made.confidence_level,
                "remaining_questions": made.remaining_questions,
            }
    raise TypeError(made)


def frame(session_id: str, seq: int, at: datetime, stage: str, told: dict) -> bytes:
    time = f"{at:%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03}Z"
    data = orjson.dumps(
        {"seq": seq, "session_id": session_id, "at": time, "stage": stage, "payload": told}
    )
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (seq, stage.encode(), data)


def batch(session_id: str, made: list[Artifact]) -> Batch:
    frames = (frame(session_id, each.seq, each.at, *payload(each)) for each in made)
    return Batch(made[0].seq, made[-1].seq, b"".join(frames))


def ending(session: ThinkingSession) -> Batch:
    data = frame(session.id, session.last_seq, session.updated_at, session.status, {})
    return Batch(session.last_seq, session.last_seq, data, is_final=True)


async def replay(session_id: str, after: int) -> AsyncIterator[Batch]:
    while True:
        made: list[Artifact] = []
        async with reading() as db:
            for table in (Thought, SubQuestion, ThinkingSynthesis):
                query = select(table).where(table.session_id == session_id, table.seq > after)
                made += await db.scalars(query.order_by(table.seq).limit(PAGE))
            session = await db.get_one(ThinkingSession, session_id)
        made.sort(key=lambda each: each.seq)
        del made[PAGE:]
        if made:
            yield batch(session_id, made)
            after = made[-1].seq
        if len(made) < PAGE:
            if session.status in FINAL and after < session.last_seq:
                yield ending(session)
            return


async def follow(session_id: str, after: int) -> AsyncIterator[bytes]:
    # Listening comes before reading, so that nothing falls between the two.
    with hub.subscribe(session_id) as subscriber:
        while True:
            subscriber.missed = False
            async for old in replay(session_id, after):
                yield old.data
                after = old.last
                if old.is_final:
                    return
            while not (subscriber.missed and subscriber.queue.empty()):
                try:
                    async with asyncio.timeout(HEARTBEAT_SECONDS):
                        batches = await subscriber.next()
                except TimeoutError:
                    yield b": alive\n\n"
                    continue
                new = [live for live in batches if live.first > after]
                if any(
                    live.first != before + 1
                    for before, live in zip([after, *(live.last for live in new)], new)
                ):
                    break
                if new:
                    yield b"".join([live.data for live in new])
                    after = new[-1].last
                    if new[-1].is_final:
                        return
