"""How clients of the Model Context Protocol reach a service: standard input and output, and streamable HTTP."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import os
import queue
import select
import signal
import socket
import sys
import threading
from contextlib import nullcontext
from typing import Any, Callable, ContextManager, Iterator, Optional
from urllib.parse import urlsplit

import anyio
import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.message import SessionMessage
from mcp_types import INVALID_REQUEST, JSONRPCNotification, JSONRPCRequest, jsonrpc_message_adapter
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from novphy._errors import InputError
from novphy.mcp_service import Ending, McpService

MOST_MESSAGE_BYTES = 1 << 20
MOST_UNANSWERED = 16
"""Requests of one client that are read before it has taken their answers."""
LAST_WAIT_S = 2.0
"""For clients that still ask when all trials are over, and for those that do not read when serving ends."""
LOOK_EVERY_S = 0.1
LOCAL = ("localhost", "127.0.0.1", "::1")


async def watch_signals(ending: Ending) -> None:
    """Ends serving by a signal. Signals that are ignored, as by nohup, stay so."""
    numbers = [each for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) if signal.getsignal(each) != signal.SIG_IGN]
    with anyio.open_signal_receiver(*numbers) as signals:
        async for number in signals:
            ending.end(signal=number)


class _Lines:
    """Messages on two file descriptors, on threads of their own, for which nobody waits at the end: a client that does not
    read may block one of them. What was sent before stop() is read."""

    def __init__(self, source: int, sink: int):
        self._source, self._sink = source, sink
        self._loop = asyncio.get_running_loop()
        self._to_server, self.read = anyio.create_memory_object_stream[Any](0)
        self.write, self._from_server = anyio.create_memory_object_stream[Any](0)
        self._answers: "queue.SimpleQueue[tuple[Any, str]]" = queue.SimpleQueue()
        self._unanswered: set[Any] = set()  # ids of requests
        self._changed = threading.Condition()
        self._stopped = False
        stops, self._stop = os.pipe()
        self._poll = select.poll()
        for each in (source, stops):
            self._poll.register(each, select.POLLIN)
        for work in (self._read_all, self._write_all):
            threading.Thread(target=work, daemon=True).start()

    def stop(self) -> None:
        """Ends reading."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        os.write(self._stop, b"x")

    async def pass_answers_on(self) -> None:
        """Until the server has ended."""
        async for answer in self._from_server:
            text = answer.message.model_dump_json(by_alias=True, exclude_unset=True)
            self._answers.put((getattr(answer.message, "id", None), text))

    def _write_all(self) -> None:
        while True:
            number, text = self._answers.get()
            data = (text + "\n").encode()
            try:
                while data:
                    data = data[os.write(self._sink, data) :]
            except OSError:  # the client takes no more
                return self.stop()
            self._settle(number)

    def _settle(self, number: Any) -> None:
        with self._changed:
            self._unanswered.discard(number)
            self._changed.notify_all()

    def _chunks(self) -> Iterator[bytes]:
        last = MOST_MESSAGE_BYTES  # that are read after stop(), more than a pipe holds
        while last > 0:
            if self._source in dict(self._poll.poll(0 if self._stopped else None)):
                data = os.read(self._source, 1 << 16)
                if not data:
                    return
                last -= len(data) if self._stopped else 0
                yield data
            elif self._stopped:
                return

    def _lines(self) -> Iterator[bytes]:
        """Of a line that is too long, its beginning, one byte longer than is allowed."""
        line = b""
        for chunk in self._chunks():
            *ends, rest = chunk.split(b"\n")
            for end in ends:
                yield line + end
                line = b""
            line += rest[: MOST_MESSAGE_BYTES + 1 - len(line)]
        yield line

    def _read_all(self) -> None:
        try:
            for line in self._lines():
                if line.strip():
                    self._take(line)
        except OSError:  # what cannot be read is over
            pass
        with self._changed:  # the server drops what it has not begun when its input ends
            self._changed.wait_for(lambda: not self._unanswered, LAST_WAIT_S)
        self._loop.call_soon_threadsafe(self._to_server.close)

    def _has_hung_up(self) -> bool:
        return bool(dict(self._poll.poll(0)).get(self._source, 0) & select.POLLHUP)

    def _take(self, line: bytes) -> None:
        with self._changed:
            while len(self._unanswered) >= MOST_UNANSWERED and not self._stopped and not self._has_hung_up():
                self._changed.wait(LOOK_EVERY_S)
        try:
            if len(line) > MOST_MESSAGE_BYTES:
                raise ValueError
            message = jsonrpc_message_adapter.validate_json(line, by_name=False)
        except ValueError:
            return self._refuse(line)
        if isinstance(message, JSONRPCRequest):
            self._unanswered.add(message.id)
        elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
            self._settle((message.params or {}).get("requestId"))  # no answer follows
        asyncio.run_coroutine_threadsafe(self._to_server.send(SessionMessage(message)), self._loop).result()

    def _refuse(self, line: bytes) -> None:
        """Answers what is no message."""
        try:
            found = json.loads(line)["id"]
        except (ValueError, TypeError, KeyError, RecursionError):
            found = None
        number = found if isinstance(found, (int, str)) else None
        text = f"expected a JSON-RPC message of at most {MOST_MESSAGE_BYTES} bytes"
        error = {"jsonrpc": "2.0", "id": number, "error": {"code": INVALID_REQUEST, "message": text}}
        token = object()
        self._unanswered.add(token)
        self._answers.put((token, json.dumps(error)))


async def serve_stdio(service: McpService, ending: Ending) -> None:
    """Lets the client on standard input and output play, until it leaves or serving ends."""
    lines = _Lines(sys.stdin.fileno(), sys.stdout.fileno())

    async def stop() -> None:
        await ending.event.wait()
        lines.stop()

    async with anyio.create_task_group() as tasks:
        for each in (stop, lines.pass_answers_on):
            tasks.start_soon(each)
        tasks.start_soon(watch_signals, ending)
        await service.server.run(lines.read, lines.write, service.server.create_initialization_options())
        tasks.cancel_scope.cancel()


def _host_of(place: str) -> str:
    """The host of HOST or HOST:PORT; "" for anything else."""
    try:
        parts = urlsplit(f"//{place}")
        return (parts.hostname or "") if parts.port != 0 and parts.netloc == place and "@" not in place else ""
    except ValueError:
        return ""


def is_served(host: str) -> bool:
    """Whether a request's Host names this machine. A page of the web that makes its own name lead here does not."""
    name = _host_of(host)
    try:
        ipaddress.ip_address(name)
        return True
    except ValueError:
        return name in (*LOCAL, socket.gethostname().lower())


def is_foreign(origin: str) -> bool:
    """Whether a request of this Origin may come from a page of the web."""
    scheme, _, place = origin.partition("://")
    return scheme not in ("http", "https") or _host_of(place) not in LOCAL


class _Guard:
    """Refuses requests of the web and of other methods than tools need. Ends the trial of a session that is ended."""

    def __init__(self, app: ASGIApp, service: McpService):
        self._app = app
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            if not is_served(headers.get("host", "")):
                return await PlainTextResponse("Host: expected a name of this machine\n", 421)(scope, receive, send)
            if any(is_foreign(each) for each in headers.getlist("origin")):
                return await PlainTextResponse("a page of the web may not play here\n", 403)(scope, receive, send)
            if scope["method"] not in ("POST", "DELETE"):
                return await PlainTextResponse("expected POST\n", 405, {"Allow": "POST, DELETE"})(scope, receive, send)
            if scope["method"] == "DELETE":
                await self._service.leave(headers.get("mcp-session-id", ""))
        await self._app(scope, receive, send)


def _impatient(limit_s: float) -> "type[H11Protocol]":
    """The connections of a server that closes those on which a request is half sent for so long."""

    class Impatient(H11Protocol):
        _half_sent: Optional[asyncio.TimerHandle] = None

        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            self._watch()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._watch()

        def connection_lost(self, exc: Optional[Exception]) -> None:
            self._unwatch()
            super().connection_lost(exc)

        def _watch(self) -> None:
            if self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body:
                self._unwatch()
            elif self._half_sent is None:
                self._half_sent = self.loop.call_later(limit_s, self.transport.abort)

        def _unwatch(self) -> None:
            if self._half_sent is not None:
                self._half_sent.cancel()
                self._half_sent = None

    return Impatient


class _HttpServer(uvicorn.Server):
    def capture_signals(self) -> ContextManager[None]:
        return nullcontext()


def _listen(host: str, port: int) -> socket.socket:
    """Raises InputError for an address or a port that cannot be used."""
    try:
        kind = socket.AF_INET6 if ipaddress.ip_address(host).version == 6 else socket.AF_INET
        listener = socket.socket(kind, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except (OSError, ValueError) as wrong:
        raise InputError(f"{host} port {port}: cannot be used ({getattr(wrong, 'strerror', None) or wrong})") from None
    return listener


async def serve_http(
    service: McpService, ending: Ending, host: str, port: int, idle_s: float, request_s: float, tell: Callable[[str], None]
) -> None:
    """Lets clients play over streamable HTTP until every trial is played or serving ends.

    Sessions without a request for `idle_s` seconds end, and requests must be sent within `request_s` seconds. Tells its address.
    """
    listener = _listen(host, port)
    app = service.server.streamable_http_app(
        json_response=True,
        max_request_body_size=MOST_MESSAGE_BYTES,
        session_idle_timeout=idle_s,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),  # _Guard is stricter
    )
    config = uvicorn.Config(
        _Guard(app, service), http=_impatient(request_s), ws="none", log_config=None, log_level="error", access_log=False, server_header=False,
        timeout_keep_alive=max(1, round(idle_s)), timeout_graceful_shutdown=round(LAST_WAIT_S),
    )  # fmt: skip
    server = _HttpServer(config)

    async def end() -> None:
        over_s = 0.0
        while not ending.event.is_set() and over_s < LAST_WAIT_S:
            with anyio.move_on_after(LOOK_EVERY_S):
                await ending.event.wait()
            await service.expire()
            over_s += LOOK_EVERY_S if service.desk.over else 0
        await anyio.sleep(LOOK_EVERY_S)  # what has come by now is read
        server.should_exit = True

    shown = f"[{host}]" if ":" in host else host
    tell(f"listening on http://{shown}:{listener.getsockname()[1]}/mcp")
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(watch_signals, ending)
        tasks.start_soon(end)
        await server.serve([listener])
        tasks.cancel_scope.cancel()
