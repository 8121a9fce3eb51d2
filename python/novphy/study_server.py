"""The server of `python -m novphy study-serve`: the pages of a study, their API, and a page for the experimenter.

Nothing that it tells depends on what a task is: participants get their own rows, and a place in the study.
"""

from __future__ import annotations

import asyncio
import hmac
import html
import json
import mimetypes
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Awaitable, Callable, Optional

from aiohttp import web

from novphy._errors import InputError
from novphy.study_store import Misfit, Newcomer, Refused, StudyFolder, StudyStore

MOST_BODY_BYTES = 8 << 20
REQUEST_S = 60.0
"""In which a request must be sent."""
DAY_S = 86_400.0
HEADERS = {"Cache-Control": "no-cache", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff"}
WITHDRAW = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Withdraw</title><link rel="stylesheet" href="style.css"><main class="novphy-alone"><h1>Withdraw from the study</h1>
<p role="status">{said}</p><form method="post"><label>Your code <input name="code" autocomplete="off" maxlength="40"></label>
<button class="jspsych-btn">Withdraw my data</button></form></main></html>"""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass
class Limits:
    """Who may take part, and where people go."""

    most_age_s: float = float("inf")
    """Of a session that is not finished."""
    least_width_px: int = 0
    """Of the window in which a participant begins."""
    least_height_px: int = 0
    pointer: str = "any"
    """ "mouse" or "touch" is required, or "any"."""
    closes_at_s: float = float("inf")
    """From then on, nobody new begins."""
    requests_a_minute: int = 600
    """Of one address; pages and pictures are not counted."""
    keep_s: float = float("inf")
    """After which all of a person's data are erased, from when they were last seen."""
    behind_proxy: bool = False
    """Whether a proxy names the participant's address, as the last one in X-Forwarded-For."""
    completion: "dict[str, str]" = field(default_factory=dict)
    """The address to which people go, by outcome."""


class StudyServer:
    """A study's pages, and the API by which they send data.

    `admin` is the token of the experimenter, and `clock` tells the seconds since 1970, on which all limits depend.
    """

    def __init__(self, study: StudyFolder, store: StudyStore, limits: Limits, admin: str, clock: Callable[[], float] = time.time):
        self._study, self._store, self._limits, self._admin, self._clock = study, store, limits, admin, clock
        self._thread = ThreadPoolExecutor(1, "study store")  # writing waits for the disk
        self._minute, self._asked = 0, {}  # type: int, dict[str, int]
        parts = {each.relative_to(study.path): each for each in study.path.rglob("*") if each.is_file()}
        # Only these are served, whatever an address may be.
        self._files = {name.as_posix(): file for name, file in parts.items() if not any(part[0] == "." for part in name.parts)}

    def app(self) -> web.Application:
        """The application for aiohttp."""
        app = web.Application(middlewares=[self._guard], client_max_size=MOST_BODY_BYTES)
        for name, handler in (("begin", self._begin), ("rows", self._rows), ("end", self._end), ("withdraw", self._withdraw)):
            app.router.add_post(f"/api/{name}", handler)
        app.router.add_get("/withdraw", self._withdraw_page)
        app.router.add_post("/withdraw", self._withdraw_page)
        app.router.add_get("/admin", self._admin_page)
        app.router.add_get("/admin/export", self._export)
        app.router.add_get("/{name:.*}", self._file)
        app.on_startup.append(self._start)
        app.on_cleanup.append(self._stop)
        return app

    async def _start(self, app: web.Application) -> None:
        self._daily = asyncio.ensure_future(self._forget_daily())

    async def _stop(self, app: web.Application) -> None:
        self._daily.cancel()
        self._thread.shutdown()

    async def _call(self, work: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    async def _forget_daily(self) -> None:
        while self._limits.keep_s < float("inf"):
            await self.forget()
            await asyncio.sleep(DAY_S)

    async def forget(self) -> int:
        """Erases what was kept for long enough. Returns of how many people."""
        return int(await self._call(self._store.forget, self._clock() - self._limits.keep_s))

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            if handler != self._file and not self._may_ask(request):
                answer: web.StreamResponse = _said(429, "too many requests", {"Retry-After": "60"})
            else:
                answer = await handler(request)
        except Refused as refusal:
            address = self._limits.completion.get(refusal.outcome, "")
            answer = web.json_response({"refused": refusal.outcome, "completion": address}, status=403)
        except Misfit as problem:
            answer = _said(409, str(problem))
        except (InputError, ValueError, RecursionError) as problem:
            answer = _said(400, str(problem) or "too deeply nested")
        except (sqlite3.Error, asyncio.TimeoutError) as problem:
            answer = _said(503, f"try again later ({type(problem).__name__})")
        except web.HTTPException as problem:
            answer = _said(problem.status, problem.reason)
        if not answer.prepared:
            for name, value in HEADERS.items():
                answer.headers.setdefault(name, value)
        return answer

    def _may_ask(self, request: web.Request) -> bool:
        """Counts the requests of each address within a minute of the clock."""
        minute = int(self._clock() // 60)
        if minute != self._minute:
            self._minute, self._asked = minute, {}
        address = request.remote or ""
        if self._limits.behind_proxy:
            address = request.headers.get("X-Forwarded-For", address).split(",")[-1].strip()
        self._asked[address] = self._asked.get(address, 0) + 1
        return self._asked[address] <= self._limits.requests_a_minute

    async def _begin(self, request: web.Request) -> web.Response:
        asked = await _body(request, participant=str, study=str, browser=str, ids=dict, device=dict)
        if asked["study"] != self._study.id:
            raise Misfit("this server has another study: reload the page")
        if not 16 <= len(asked["browser"]) <= 64:
            raise InputError("browser: expected 16 to 64 letters")
        ids = {name: str(asked["ids"].get(name, ""))[:64] for name in ("study_id", "session_id")}
        kept = _places(asked, "kept")
        who = Newcomer(asked["participant"], ids, asked["browser"], _places(asked, "named"),
                       None if None in kept else kept, self._fits(asked["device"]))  # fmt: skip
        closed = self._clock() >= self._limits.closes_at_s
        return web.json_response(await self._call(self._store.begin, who, closed, self._limits.most_age_s))

    def _fits(self, device: "dict[str, Any]") -> bool:
        """What the page tells of the device decides here, and is not kept."""
        wanted = self._limits.pointer
        for name, least in (("width", self._limits.least_width_px), ("height", self._limits.least_height_px)):
            found = device.get(name)
            if not isinstance(found, (int, float)) or found < least:
                return False
        return wanted == "any" or device.get(wanted) is True

    async def _rows(self, request: web.Request) -> web.Response:
        asked = await _body(request, token=str, rows=list, **{"from": int})
        if asked["from"] < 0:
            raise InputError("from: expected 0 or more")
        kept = await self._call(self._store.add_rows, asked["token"], asked["from"], asked["rows"], asked.get("unfinished"))
        return web.json_response({"kept": kept})

    async def _end(self, request: web.Request) -> web.Response:
        asked = await _body(request, token=str, outcome=str)
        outcome, addresses = asked["outcome"], self._limits.completion
        if outcome not in ("complete", "declined", "failed_checks"):
            raise InputError("outcome: expected complete, declined or failed_checks")
        await self._call(self._store.end, asked["token"], outcome)
        if outcome == "failed_checks" and outcome not in addresses:
            outcome = "complete"
        return web.json_response({"completion": addresses.get(outcome, "")})

    async def _withdraw(self, request: web.Request) -> web.Response:
        asked = await _body(request, code=str)
        if not await self._call(self._store.withdraw, asked["code"]):
            return _said(404, "nobody has this code")
        return web.json_response({"withdrawn": True})

    async def _withdraw_page(self, request: web.Request) -> web.Response:
        said, status = "With the code that the study showed you, you can take your data back.", 200
        if request.method == "POST":
            code = (await asyncio.wait_for(request.post(), REQUEST_S)).get("code")
            if isinstance(code, str) and await self._call(self._store.withdraw, code):
                said = "Your data were withdrawn."
            else:
                said, status = "Nobody has this code. Please type it as the study showed it.", 404
        return web.Response(text=WITHDRAW.format(said=said), content_type="text/html", status=status)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"] or "index.html"
        if name not in self._files:
            raise web.HTTPNotFound()
        if name == "study.json":
            return web.Response(text=self._study.public, content_type="application/json")
        kind = {"js": "text/javascript", "wasm": "application/wasm"}.get(name.rsplit(".", 1)[-1])
        kind = kind or mimetypes.guess_type(name)[0] or "application/octet-stream"
        return web.FileResponse(self._files[name], headers={"Content-Type": kind})

    def _check_admin(self, request: web.Request) -> None:
        given = request.query.get("token", "").encode("utf-8", "surrogatepass")
        if not hmac.compare_digest(given, self._admin.encode()):
            raise web.HTTPForbidden(reason="expected the token of the experimenter")

    async def _admin_page(self, request: web.Request) -> web.Response:
        self._check_admin(request)
        people, withdrawn = await self._call(lambda: (self._store.people(), self._store.withdrawn()))
        text = _admin_html(self._study, people, withdrawn, f"admin/export?token={self._admin}")
        return web.Response(text=text, content_type="text/html", headers={"Cache-Control": "no-store"})

    async def _export(self, request: web.Request) -> web.StreamResponse:
        self._check_admin(request)
        name = f'attachment; filename="study_{self._study.id}.txt"'
        headers = {"Content-Type": "text/plain; charset=utf-8", "Content-Disposition": name, "Cache-Control": "no-store"}
        answer = web.StreamResponse(headers={**headers, "X-Novphy-Withdrawn": str(await self._call(self._store.withdrawn))})
        await answer.prepare(request)
        lines = self._store.export()
        while (line := await self._call(next, lines, None)) is not None:
            await answer.write(line.encode())
        await answer.write((await self._call(self._store.end_of_export)).encode())
        await answer.write_eof()
        return answer


def _said(status: int, problem: str, headers: "Optional[dict[str, str]]" = None) -> web.Response:
    return web.json_response({"error": problem}, status=status, headers=headers)


async def _body(request: web.Request, **kinds: type) -> "dict[str, Any]":
    """The request's JSON object with these members. Pages of other sites cannot send this content type unasked."""
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType()
    text = await asyncio.wait_for(request.read(), REQUEST_S)
    asked = json.loads(text)
    for name, kind in kinds.items():
        if not isinstance(asked, dict) or type(asked.get(name)) is not kind:
            raise InputError(f"{name}: expected {kind.__name__}")
    return asked


def _places(asked: "dict[str, Any]", name: str) -> Any:
    """A level set and a number, each None where the page names none."""
    found = asked.get(name) or [None, None]
    if not isinstance(found, list) or len(found) != 2 or any(each is not None and type(each) is not int for each in found):
        raise InputError(f"{name}: expected a level set and a number")
    return tuple(found)


def _admin_html(study: StudyFolder, people: "list[dict[str, Any]]", withdrawn: int, export: str) -> str:
    def table(heads: str, lines: "list[list[Any]]") -> str:
        rows = "".join("<tr>" + "".join(f"<td>{html.escape(str(cell))}" for cell in line) for line in lines)
        return f"<table><tr>{''.join(f'<th>{head}' for head in heads.split())}{rows}</table>"

    def moment(seconds: float) -> str:
        return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(seconds))

    def line(each: "dict[str, Any]") -> "list[Any]":
        placed = each["level_set"] is not None
        steps = f"{each['step']}/{len(study.steps(each['level_set'], each['number']))}" if placed else ""
        return [each["participant"], *((each["level_set"], each["number"]) if placed else ("", "")), steps, each["standing"], moment(each["seen_s"])]

    counts = [[level_set, *(sum(each["level_set"] == level_set and each["standing"] == standing for each in people)
                            for standing in ("active", "complete", "declined"))] for level_set in range(study.level_sets)]  # fmt: skip
    return (
        f'<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>{html.escape(study.title)}</title>'
        f"<style>body {{ font-family: sans-serif }} td, th {{ padding: 0 1em 0 0; text-align: left }}</style>"
        f'<h1>{html.escape(study.title)}</h1><p><a href="{html.escape(export)}">Export for novphy import</a>; '
        f"{withdrawn} withdrawn, left out</p><h2>Level sets</h2>{table('set active complete declined', counts)}"
        f"<h2>Participants</h2>{table('participant set number steps standing last_seen_(UTC)', [line(each) for each in people])}</html>"
    )
