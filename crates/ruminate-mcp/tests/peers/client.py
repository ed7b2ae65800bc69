"""The official Python client against a server of ours; prints what it heard as JSON.

client.py MODE stdio COMMAND…      client.py MODE http URL KEY
MODE is `legacy` (the handshake until 2025-11-25) or `auto` (2026-07-28).
"""

import json
import sys

import anyio
import httpx2
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client


def target(kind, *words):
    if kind == "stdio":
        return StdioServerParameters(command=words[0], args=list(words[1:]))
    url, key = words
    http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"}, timeout=30)
    return streamable_http_client(url, http_client=http)


def plain(model):
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)


async def failure(asking):
    try:
        await asking
    except MCPError as error:
        return {"code": error.error.code, "message": error.error.message, "data": error.error.data}
    return None


async def cancelled(client):
    """How many waits were dropped after one was given up."""
    with anyio.move_on_after(0.5):
        await client.call_tool("test.wait", {})
    for _ in range(50):
        count = await client.call_tool("test.dropped", {})
        if count.content[0].text != "0":
            break
        await anyio.sleep(0.1)
    return count.content[0].text


async def hear(client):
    progress = []

    async def on_progress(share, total, message):
        progress.append([share, total, message])

    heard = {"version": client.protocol_version, "server": plain(client.server_info)}
    heard["tools"] = {tool.name: plain(tool) for tool in (await client.list_tools()).tools}
    heard["echo"] = plain(await client.call_tool("test.echo", {"words": ["a", "b"]}))
    heard["bad_input"] = plain(await client.call_tool("test.echo", {"words": ["a", 7]}))
    heard["failed"] = plain(await client.call_tool("test_error_handling", {}))
    heard["unknown"] = await failure(client.call_tool("test.ekho", {}))
    heard["not_allowed"] = plain(await client.call_tool("test.writes", {}))
    heard["owner"] = plain(await client.call_tool("test.owner", {}))
    await client.call_tool("test_tool_with_progress", {}, progress_callback=on_progress)
    heard["progress"] = progress
    heard["resources"] = [plain(one) for one in (await client.list_resources()).resources]
    templates = await client.list_resource_templates()
    heard["templates"] = [plain(one) for one in templates.resource_templates]
    heard["text"] = plain(await client.read_resource("test://static-text"))
    heard["missing"] = await failure(client.read_resource("test://nothing"))
    heard["prompts"] = [plain(one) for one in (await client.list_prompts()).prompts]
    arguments = {"arg1": "one", "arg2": "two"}
    heard["prompt"] = plain(await client.get_prompt("test_prompt_with_arguments", arguments))
    heard["bad_prompt"] = await failure(client.get_prompt("test_prompt_with_arguments", {"arg1": "x"}))
    heard["cancelled"] = await cancelled(client)
    return heard


async def main(mode, *words):
    async with Client(target(*words), mode=mode) as client:
        print(json.dumps(await hear(client)))


anyio.run(main, *sys.argv[1:])
