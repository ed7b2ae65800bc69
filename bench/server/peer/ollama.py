"""The model, through Ollama's own API. aiohttp, since of the usual clients it costs the least."""

import os
from pathlib import Path
from typing import TypeVar

import aiohttp
import orjson
from pydantic import BaseModel

URL = os.environ["PEER_MODEL_URL"] + "/api/chat"
SCHEMAS = Path(os.environ["PEER_SCHEMAS"])
AT_ONCE = 1024

Reply = TypeVar("Reply", bound=BaseModel)


class NewThought(BaseModel):
    thought: str
    type: str
    confidence: float
    contradicts: int | None = None


class NewQuestion(BaseModel):
    question: str
    why: str
    priority: int


class Thoughts(BaseModel):
    thoughts: list[NewThought]


class Questions(BaseModel):
    questions: list[NewQuestion]


class Synthesis(BaseModel):
    synthesis: str
    insights: list[str]
    confidence: float
    remaining: list[str]


FORMATS = {
    Thoughts: orjson.loads((SCHEMAS / "think.schema.json").read_bytes()),
    Questions: orjson.loads((SCHEMAS / "ask.schema.json").read_bytes()),
    Synthesis: orjson.loads((SCHEMAS / "synthesis.schema.json").read_bytes()),
}

SYSTEM = (
    "You think about one question for a long time, in small steps. Each step asks you for one thing. Be "
    "concrete, say how sure you are, prefer a new angle to a repetition. Reply with what is asked for."
)


class Ollama:
    def __init__(self) -> None:
        self.client = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=AT_ONCE),
            timeout=aiohttp.ClientTimeout(total=None),
        )

    async def ask(self, model: str, prompt: str, kind: type[Reply]) -> Reply:
        body = {
            "model": model,
            "messages": [
                {"role": "system", "content": SYSTEM},
                {"role": "user", "content": prompt},
            ],
            "stream": False,
            "format": FORMATS[kind],
        }
        headers = {"Content-Type": "application/json"}
        async with self.client.post(URL, data=orjson.dumps(body), headers=headers) as response:
            response.raise_for_status()
            reply = orjson.loads(await response.read())
        return kind.model_validate_json(reply["message"]["content"])
