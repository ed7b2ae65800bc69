"""Seed A's stack: sessions that think in the background of FastAPI, with SQLAlchemy on SQLite, and a stream of
what they make. As much of the API as the benchmark needs."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Annotated

from fastapi import FastAPI, Header, HTTPException
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, Field

from database import reader, reading, writer, writing
from engine import Engine, now
from events import FINAL, follow
from models import ThinkingSession
from ollama import Ollama

log = logging.getLogger("uvicorn.error")


class StartRequest(BaseModel):
    question: str = Field(min_length=1, max_length=16000)
    duration_minutes: float = Field(default=5, gt=0, le=100_000)
    model_id: str = "fake:1b"
    start: bool = True


class SessionView(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    session_id: str = Field(validation_alias="id")
    status: str
    original_question: str
    thinking_duration_minutes: float
    model_id: str
    round: int
    last_seq: int
    thought_count: int
    question_count: int
    synthesis_count: int
    confidence: float | None


class SessionManager:
    def __init__(self) -> None:
        self.model = Ollama()
        self.tasks: dict[str, tuple[Engine, asyncio.Task]] = {}

    def start(self, session: ThinkingSession) -> None:
        engine = Engine(session, self.model)
        self.tasks[session.id] = engine, asyncio.create_task(self.run(engine))

    async def run(self, engine: Engine) -> None:
        try:
            with suppress(asyncio.CancelledError):
                await engine.think()
            await engine.cancel()
        except Exception:
            log.exception("session %s failed", engine.session.id)
        finally:
            del self.tasks[engine.session.id]

    async def cancel(self, session_id: str) -> None:
        if session_id in self.tasks:
            engine, task = self.tasks[session_id]
            engine.is_told_to_stop = True
            if engine.is_waiting:
                task.cancel()
            await asyncio.wait([task])

    async def close(self) -> None:
        await asyncio.gather(*map(self.cancel, list(self.tasks)))
        await self.model.client.close()


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    app.state.manager = manager = SessionManager()
    yield
    await manager.close()
    await writer.dispose()
    await reader.dispose()


app = FastAPI(lifespan=lifespan)


async def find(session_id: str) -> ThinkingSession:
    async with reading() as db:
        session = await db.get(ThinkingSession, session_id)
    if session is None:
        raise HTTPException(404, "there is no such session")
    return session


@app.get("/healthz")
async def healthz() -> str:
    return "ok"


@app.post("/api/thinking/start", status_code=201)
async def start(request: StartRequest) -> SessionView:
    session = ThinkingSession(
        original_question=request.question,
        thinking_duration_minutes=request.duration_minutes,
        model_id=request.model_id,
        status="thinking" if request.start else "created",
        created_at=now(),
        updated_at=now(),
    )
    async with writing.begin() as db:
        db.add(session)
    if request.start:
        app.state.manager.start(session)
    return SessionView.model_validate(session)


@app.get("/api/thinking/{session_id}")
async def look(session_id: str) -> SessionView:
    return SessionView.model_validate(await find(session_id))


@app.post("/api/thinking/{session_id}/resume")
async def resume(session_id: str) -> SessionView:
    async with writing.begin() as db:
        session = await db.get_one(ThinkingSession, session_id)
        if session.status != "created":
            raise HTTPException(409, f"the session is {session.status}")
        session.status, session.updated_at = "thinking", now()
    app.state.manager.start(session)
    return SessionView.model_validate(session)


@app.post("/api/thinking/{session_id}/cancel")
async def cancel(session_id: str) -> SessionView:
    await app.state.manager.cancel(session_id)
    return SessionView.model_validate(await find(session_id))


@app.get("/api/thinking/{session_id}/events")
async def events(
    session_id: str, last_event_id: Annotated[int, Header()] = 0
) -> StreamingResponse:
    session = await find(session_id)
    if session.status in FINAL and last_event_id >= session.last_seq:
        raise HTTPException(204)
    return StreamingResponse(
        follow(session_id, last_event_id),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )
