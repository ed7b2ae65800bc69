"""SQLite through SQLAlchemy's async engine. There is one connection that writes, so that sessions queue for it
in the pool instead of failing on a lock, and a few that read beside it."""

import asyncio
import os

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine, async_sessionmaker, create_async_engine

from models import Base

URL = f"sqlite+aiosqlite:///{os.environ['PEER_DATABASE']}"
SYNCHRONOUS = os.environ.get("PEER_SYNCHRONOUS", "FULL")


def connect(connections: int) -> AsyncEngine:
    engine = create_async_engine(URL, pool_size=connections, max_overflow=0, pool_timeout=600)

    @event.listens_for(engine.sync_engine, "connect")
    def set_up(connection, _record):
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute("PRAGMA busy_timeout = 30000")
        cursor.close()

    return engine


writer, reader = connect(1), connect(4)
writing = async_sessionmaker(writer, expire_on_commit=False)
reading = async_sessionmaker(reader, expire_on_commit=False)


async def create_tables() -> None:
    async with writer.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
    await writer.dispose()


if __name__ == "__main__":
    asyncio.run(create_tables())
