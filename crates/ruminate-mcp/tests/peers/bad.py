"""Servers that go wrong, one for each name. They know the handshake until 2025-11-25 alone, but for `modern`."""

import itertools
import json
import os
import sys
import time

how = sys.argv[1]
TOOL = {"name": "call", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}}


def say(message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def answer(asked, result):
    say({"id": asked["id"], "result": result})


def hang():
    while True:
        time.sleep(60)


def flood(message):
    while True:
        say(message)


def tools(asked):
    if how == "thousands":
        page = int(asked.get("params", {}).get("cursor") or 0)
        names = [{**TOOL, "name": f"tool{page * 1000 + number}"} for number in range(1000)]
        return {"tools": names, "nextCursor": str(page + 1)}
    if how == "endless_pages":
        return {"tools": [], "nextCursor": "again"}
    if how == "bad_schemas":
        schemas = [7, "object", {"type": 42}, {"type": "object", "properties": []}, None]
        bad = [{**TOOL, "name": f"bad{number}", "inputSchema": schema} for number, schema in enumerate(schemas)]
        return {"tools": [*bad, TOOL, {"inputSchema": {}}, "nonsense"]}
    if how == "long_words":
        return {"tools": [{**TOOL, "title": "t" * 9_000, "description": "\x1b[2J" + "d" * 90_000}]}
    return {"tools": [TOOL]}


def call(asked):
    if how == "hangs_in_calls":
        hang()
    if how == "dies_in_calls":
        sys.exit(1)
    if how == "huge":
        answer(asked, {"content": [{"type": "text", "text": "x" * 50_000_000}]})
    if how == "never_ends_a_line":
        while True:
            sys.stdout.write("x" * 100_000)
    if how == "notifies":
        flood({"method": "notifications/message", "params": {"level": "info", "data": "again"}})
    if how == "pings":
        for number in itertools.count():
            say({"id": f"ping{number}", "method": "ping"})
    if how == "no_result":
        return answer(asked, {"surprise": True})
    text = str(os.getpid()) if how == "stays" else "fine"
    answer(asked, {"content": [{"type": "text", "text": text}]})


if how == "dies":
    print("no licence found", file=sys.stderr)
    sys.exit(7)
if how == "hangs":
    hang()
if how == "babbles":
    while True:
        print("this is not JSON at all")
if how == "shouts":
    for number in range(100_000):
        print("shouting " * 100, file=sys.stderr)

for line in sys.stdin:
    asked = json.loads(line)
    method = asked.get("method")
    if method == "initialize" and how == "modern":
        say({"id": asked["id"], "error": {"code": -32022, "message": "that was in the old days"}})
    elif method == "server/discover" and how == "modern":
        found = {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}}
        answer(asked, {"resultType": "complete", "ttlMs": 0, "cacheScope": "private", **found})
    elif method == "initialize":
        info = {"name": how, "version": "1"}
        answer(asked, {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": info})
    elif method == "tools/list":
        if how == "hangs_in_lists":
            hang()
        answer(asked, tools(asked))
    elif method == "tools/call":
        call(asked)
    elif "id" in asked and method:
        say({"id": asked["id"], "error": {"code": -32601, "message": f"{method} is not known"}})
if how == "stays":
    hang()
