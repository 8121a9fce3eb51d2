"""The tools of trials as a server of the Model Context Protocol, by its official SDK. It knows nothing of transports."""

from __future__ import annotations

import base64
import math
from typing import Any, Mapping, Optional, Sequence

import anyio
import anyio.to_thread
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INTERNAL_ERROR, INVALID_PARAMS, CallToolRequestParams, CallToolResult, ImageContent, ListToolsResult, PaginatedRequestParams,
    TextContent, Tool,
)  # fmt: skip
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from novphy._engine import engine
from novphy._errors import InputError
from novphy.tools import INSTRUCTIONS, ToolReply
from novphy.trial_desk import Spent, TrialDesk, refusal

START = "start_trial"
USAGE = "novphy/usage"
"""The key of a call's `_meta` under which clients tell what they have spent since the call before."""
TRIAL = {"type": "string", "description": "what start_trial returned"}
TRIAL_OF_CONNECTION = {"type": "string", "description": "what start_trial returned; the trial that goes on if left out"}


class Ending:
    """Tells that serving is to end, and why."""

    def __init__(self) -> None:
        self.event = anyio.Event()
        self.signal = 0
        self.failure: Optional[InputError] = None

    def end(self, signal: int = 0, failure: Optional[InputError] = None) -> None:
        """Ends serving. The first reason holds."""
        if not self.event.is_set():
            self.signal, self.failure = signal, failure
            self.event.set()


class _Seat:
    """What is known of a client between its calls."""

    def __init__(self) -> None:
        self.trial = ""  # handle of the last trial that it began
        self.turn = anyio.Lock()
        self.last_s = math.inf


def _seat_name(ctx: "ServerRequestContext[Any, Any]") -> Optional[str]:
    """The name of the client's connection: its session over HTTP. None for a client without one."""
    if ctx.request is None:
        return "stdio"
    return None if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS else ctx.request.headers.get("mcp-session-id")


def spent_in(meta: Optional[Mapping[str, Any]]) -> Spent:
    """What a call's `_meta` says of tokens and cost. Raises MCPError for numbers that nobody can have spent."""
    usage = (meta or {}).get(USAGE)
    given = {key: usage[key] for key in Spent._fields if usage.get(key) is not None} if isinstance(usage, Mapping) else {}
    for key, most in zip(Spent._fields, engine.MOST_SPENT):
        value = given.get(key, 0)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= most:
            raise MCPError(INVALID_PARAMS, f'params._meta["{USAGE}"].{key}: expected a number from 0 to {most}')
    return Spent(**{key: value if key == "cost" else round(value) for key, value in given.items()})


class McpService:
    """Lets clients play the trials of a desk, in both eras of the protocol.

    A client with a connection (stdio, or a session of HTTP) has one trial at a time, which its calls need not name. Clients of
    the protocol 2026-07-28 over HTTP have none: each call names its trial.
    """

    def __init__(self, desk: TrialDesk, tools: Sequence[Mapping[str, Any]], ending: Ending, threads: int, idle_s: float):
        """Of a `desk` whose trials have these `tools`. Calls are answered on so many `threads`. A client without a call for
        `idle_s` seconds is forgotten. What cannot be written ends serving."""
        self.desk = desk
        """The trials."""
        self._tools = tools
        self._ending = ending
        self._threads = anyio.CapacityLimiter(threads)
        self._idle_s = idle_s
        self._seats: dict[str, _Seat] = {}
        schemas = {each["name"]: each["input_schema"] for each in tools}
        self.server: "Server[Any]" = Server(
            "novphy", version=engine.__version__, instructions=INSTRUCTIONS, on_list_tools=self._list, on_call_tool=self._call,
            get_tool_input_schema=schemas.get,
        )  # fmt: skip
        """The server of the SDK."""

    async def expire(self) -> None:
        """Ends the trials of clients without a call for too long, and forgets these."""
        await self._on_thread(self.desk.expire)
        now = anyio.current_time()
        for name, seat in list(self._seats.items()):
            if now - seat.last_s >= self._idle_s and not seat.turn.locked():
                del self._seats[name]

    async def leave(self, connection: str) -> None:
        """Ends the trial of a connection that is closed."""
        seat = self._seats.get(connection)
        if seat is not None:
            async with seat.turn:
                self._seats.pop(connection, None)
                await self._on_thread(self.desk.leave, seat.trial)

    async def _on_thread(self, call: Any, *arguments: Any) -> Any:
        try:
            return await anyio.to_thread.run_sync(call, *arguments, limiter=self._threads)
        except InputError as wrong:
            self._ending.end(failure=wrong)
            raise MCPError(INTERNAL_ERROR, str(wrong)) from wrong

    async def _list(self, ctx: "ServerRequestContext[Any, Any]", params: Optional[PaginatedRequestParams]) -> ListToolsResult:
        connected = _seat_name(ctx) is not None
        start = "Begins the next trial and returns its handle. A trial is a row of tasks in one world."
        tools = [Tool(name=START, description=start, input_schema={"type": "object", "properties": {}, "additionalProperties": False})]
        for each in self._tools:
            schema = dict(each["input_schema"])
            schema["properties"] = {"trial": TRIAL_OF_CONNECTION if connected else TRIAL, **schema["properties"]}
            if not connected:
                schema["required"] = ["trial", *schema.get("required", ())]
            tools.append(Tool(name=each["name"], description=each["description"], input_schema=schema))
        return ListToolsResult(tools=tools, ttl_ms=0, cache_scope="private")

    async def _call(self, ctx: "ServerRequestContext[Any, Any]", params: CallToolRequestParams) -> CallToolResult:
        spent = spent_in(params.meta)
        name = _seat_name(ctx)
        seat = _Seat() if name is None else self._seats.setdefault(name, _Seat())
        with anyio.CancelScope(shield=True):  # a call that has come counts, even if its client leaves or the server ends
            async with seat.turn:
                arguments = dict(params.arguments or {})
                reply: ToolReply = await self._on_thread(self._answer, seat, name is not None, params.name, arguments, spent)
                seat.last_s = anyio.current_time()
        content: "list[Any]" = [TextContent(text=reply.text)]
        if reply.png:
            content.append(ImageContent(data=base64.b64encode(reply.png).decode(), mime_type="image/png"))
        facts = None if reply.refused else dict(reply.facts)
        return CallToolResult(content=content, structured_content=facts, is_error=reply.refused)

    def _answer(self, seat: _Seat, connected: bool, tool: str, arguments: "dict[str, Any]", spent: Spent) -> ToolReply:
        if tool == START:
            return self._start(seat, spent)
        handle = arguments.pop("trial", seat.trial)
        if not isinstance(handle, str) or not (handle or connected):
            return refusal("trial: expected the text that start_trial returned")
        if not handle:
            begun = self._start(seat, Spent())
            if begun.refused:
                return begun
            handle = seat.trial
        return self.desk.call(handle, tool, arguments, spent)

    def _start(self, seat: _Seat, spent: Spent) -> ToolReply:
        if self.desk.goes_on(seat.trial):
            self.desk.spend(seat.trial, spent)
            return refusal("a trial goes on: play it to its end before the next one")
        self.desk.leave(seat.trial)
        handle = self.desk.begin()
        if handle is None:
            return refusal("no trial is left")
        self.desk.spend(handle, spent)
        seat.trial = handle
        return ToolReply(f"A trial has begun. Its handle: {handle}\n", facts={"trial": handle})
