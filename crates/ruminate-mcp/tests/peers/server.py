"""A server by the official Python SDK: server.py stdio | server.py http (prints where it serves)."""

import os
import socket
import subprocess
import sys

from mcp.server.mcpserver import Context, Image, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations

server = MCPServer("sums")


@server.tool(title="Add", annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False))
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


@server.tool()
def forget() -> str:
    """Says nothing about what it does to the world."""
    return "forgotten"


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
async def steps(ctx: Context) -> str:
    for step in (1, 2, 3):
        await ctx.report_progress(step, 3, f"step {step}")
    return "three steps"


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
def draw() -> list:
    return ["a pixel:", Image(data=b"x" * 1000, format="png")]


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
def fail() -> str:
    raise ToolError("the sum does not add up")


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
def environment() -> dict[str, str]:
    return dict(os.environ)


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
def pids() -> list[int]:
    """Its own, and that of a child that outlives it."""
    return [os.getpid(), subprocess.Popen(["sleep", "600"]).pid]


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
def die() -> str:
    os._exit(3)


if sys.argv[1] == "stdio":
    print("sums begins", file=sys.stderr)
    server.run("stdio")
else:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    print(f"http://127.0.0.1:{port}/mcp", flush=True)
    server.run("streamable-http", port=port, json_response="json" in sys.argv)
