"""From the session that thinks to those who watch it: a bounded queue for each of them. A transaction is one
item, put into bytes once for all. Whoever does not keep up is told to read from the database."""

from asyncio import Queue, QueueEmpty, QueueFull
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

QUEUE = 128


@dataclass(slots=True, frozen=True)
class Batch:
    """Events that follow each other, as they go over the wire."""

    first: int
    last: int
    data: bytes
    is_final: bool = False


@dataclass(slots=True, eq=False)
class Subscriber:
    queue: Queue[Batch] = field(default_factory=lambda: Queue(QUEUE))
    missed: bool = False

    async def next(self) -> list[Batch]:
        """Everything that is there, or the next that comes."""
        batches = [await self.queue.get()]
        try:
            while True:
                batches.append(self.queue.get_nowait())
        except QueueEmpty:
            return batches


class Hub:
    def __init__(self) -> None:
        self.topics: defaultdict[str, set[Subscriber]] = defaultdict(set)

    @contextmanager
    def subscribe(self, session_id: str) -> Iterator[Subscriber]:
        subscriber = Subscriber()
        self.topics[session_id].add(subscriber)
        try:
            yield subscriber
        finally:
            self.topics[session_id].discard(subscriber)
            if not self.topics[session_id]:
                del self.topics[session_id]

    def publish(self, session_id: str, batch: Batch) -> None:
        for subscriber in self.topics.get(session_id, ()):
            try:
                subscriber.queue.put_nowait(batch)
            except QueueFull:
                subscriber.missed = True


hub = Hub()
