"""What Schemathesis cannot know from the description alone: ids of things that are there, and models."""

import itertools
import json
import os
import urllib.request
import uuid

import schemathesis

SEEDS = json.loads(os.environ["RUMINATE_SEEDS"])
TURN = itertools.count()
WHY = {"role": "user", "content": "Why?"}


def made(path: str, body: dict, name: str) -> str:
    headers = {"Authorization": f"Bearer {SEEDS['key']}", "Content-Type": "application/json"}
    request = urllib.request.Request(SEEDS["url"] + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as response:
        return json.load(response)[name]


def things(case) -> list[str]:
    """What an operation can be about. What it would use up is made for it."""
    path, method = case.operation.path, case.method.lower()
    if "conversations" in path:
        if method == "delete":
            return [made("/api/conversations", {}, "conversation_id")]
        return SEEDS["conversations"]
    if method == "delete":
        return [made("/api/runs", {"question": "Why?"}, "session_id")]
    if path.endswith(("/pause", "/resume", "/cancel", "/steer")):
        begun = {"question": "Why?", "mode": "extended", "start": False}
        return [*SEEDS["over"], made("/api/runs", begun, "session_id")]
    if path.endswith("/events") and "json" not in str(case.headers.get("Accept")):
        # The stream of a run that is not over has no end.
        return SEEDS["over"]
    return SEEDS["over"] + SEEDS["open"]


def learned() -> str:
    """A source that may be forgotten."""
    return made("/api/memory", {"text": f"Thing {next(TURN)} is near."}, "source")


def reflex() -> int:
    return made("/api/mind/reflexes", {"pattern": f"Where is thing {next(TURN)}?", "response": "Near."}, "id")


def name_what_is_there(case, turn: int) -> None:
    """Names and numbers are of any form, so only some of them are put in place of others."""
    parameters = case.path_parameters
    if isinstance(parameters.get("source"), str) and turn % 2:
        parameters["source"] = learned() if case.method.lower() == "delete" else "notes"
    if isinstance(parameters.get("reflex"), int) and turn % 2:
        parameters["reflex"] = reflex()


def is_id(value: object) -> bool:
    try:
        return isinstance(value, str) and str(uuid.UUID(value)) == value.lower()
    except ValueError:
        return False


@schemathesis.hook
def before_call(context, case, kwargs):
    turn = next(TURN)
    if case.operation.path.endswith("/events") and turn % 2:
        case.headers["Accept"] = "application/json"
    # Stateful tests bring ids of their own, and know what became of them.
    is_stateful = case.meta is not None and case.meta.phase.name == "stateful"
    if not is_stateful and is_id(case.path_parameters.get("id")) and turn % 5:
        known = things(case)
        case.path_parameters["id"] = known[turn % len(known)]
    if not is_stateful:
        name_what_is_there(case, turn)
    if isinstance(case.body, dict):
        settle(case.body)
        if not case.operation.path.startswith("/v1/"):
            without_model(case.body)
        elif isinstance(case.body.get("ruminate"), dict):
            without_model(case.body["ruminate"])


def without_model(body: dict) -> None:
    """Which models there are is the server's configuration; no schema tells."""
    for field in ("model", "model_id"):
        if isinstance(body.get(field), str):
            body[field] = "none"


def settle(body: dict) -> None:
    """That a chat ends with words of the user's, and who may say things in which parts, is told in words."""
    messages = body.get("messages")
    if not isinstance(messages, list):
        return
    for message in messages:
        for field in ("content", "parts"):
            parts = message.get(field) if isinstance(message, dict) else None
            for part in parts if isinstance(parts, list) else []:
                if isinstance(part, dict) and isinstance(part.get("type"), str):
                    part["type"] = "text"
    # The same body may come again.
    if WHY not in messages[-1:]:
        messages.append(WHY)
