"""The commands `python -m novphy study-serve` and `study-export`: studies with people on a server (docs/reference/online.md)."""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import signal
import socket
import time
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Sequence

from novphy._command_line import Parser, exit_code, say
from novphy._display import counted
from novphy._engine import engine
from novphy._errors import InputError
from novphy.mcp_command import number
from novphy.study_store import StudyFolder, StudyStore

if TYPE_CHECKING:
    from novphy.study_server import Limits

OUTCOMES = ("complete", "declined", "failed_checks", "device", "closed", "expired")
SERVE_EXAMPLES = """  python -m novphy study-serve online --db study.sqlite
  python -m novphy study-serve online --db study.sqlite --behind-proxy --least-width 900 --pointer mouse --keep-days 90 \\
    --completion complete=https://app.prolific.com/submissions/complete?cc=C1 --completion declined=https://..."""
EXPORT_EXAMPLES = "  python -m novphy study-export --db study.sqlite --out data.txt"


def _moment(text: str) -> float:
    moment = datetime.fromisoformat(text)
    return (moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)).timestamp()


_moment.__name__ = "moment"


def _completion(text: str) -> "tuple[str, str]":
    outcome, _, address = text.partition("=")
    if outcome not in OUTCOMES or not address.startswith(("https://", "http://localhost")) or len(address.split()) != 1:
        raise argparse.ArgumentTypeError(f"found {text!r}, expected OUTCOME=https://... with an outcome of {', '.join(OUTCOMES)}")
    return outcome, address


def _serve_parser() -> argparse.ArgumentParser:
    about = "Serves a study that novphy web-study --server wrote, and keeps each step of each participant in a file of SQLite."
    parser = Parser("study-serve", about, SERVE_EXAMPLES)
    add = parser.add_argument
    add("folder", metavar="FOLDER", help="the folder that novphy web-study --server wrote")
    add("--db", metavar="FILE", required=True, help="the data, which the server goes on with")
    add("--host", default="127.0.0.1", metavar="ADDRESS", help="an address of this machine (%(default)s)")
    add("--port", type=number(0, 65535), default=8080, metavar="PORT", help="0: any free one (%(default)s)")
    add("--behind-proxy", action="store_true", help="the addresses of participants are those that a proxy names in X-Forwarded-For")
    add("--admin-token", metavar="FILE", help="the token of the experimenter's page, made at first (default: beside the data, FILE.token)")
    add("--completion", type=_completion, action="append", default=[], metavar="OUTCOME=URL",
        help=f"the address to which people go: of {', '.join(OUTCOMES)}; once for each, besides those of the study file")
    add("--most-hours", type=number(0, 1e6, float), metavar="H", help="a session that is not finished ends after so many hours")
    add("--least-width", type=number(0, 100_000), metavar="PX", help="narrower windows are refused (default: as the study file says)")
    add("--pointer", choices=("any", "mouse", "touch"), help="devices without it are refused (default: as the study file says)")
    add("--closes-at", type=_moment, default=float("inf"), metavar="TIME", help="nobody new begins from then, such as 2027-01-31T18:00 (UTC)")
    add("--rate", type=number(1, 10**9), default=600, metavar="N", help="most requests a minute of one address (%(default)s)")
    add("--keep-days", type=number(0, 1e6, float), metavar="D", help="erases the data of people who were last seen D days ago")
    add("--withdrawn", choices=("erase", "mark"), default="erase", help="what happens to withdrawn data (%(default)s)")
    return parser  # fmt: skip


def _limits(wanted: argparse.Namespace, study: StudyFolder) -> "Limits":
    from novphy.study_server import DAY_S, Limits

    return Limits(
        most_age_s=float("inf") if wanted.most_hours is None else wanted.most_hours * 3600,
        least_width_px=study.device.get("least_width", 0) if wanted.least_width is None else wanted.least_width,
        least_height_px=study.device.get("least_height", 0),
        pointer=wanted.pointer or study.device.get("pointer", "any"),
        closes_at_s=wanted.closes_at,
        requests_a_minute=wanted.rate,
        keep_s=float("inf") if wanted.keep_days is None else wanted.keep_days * DAY_S,
        behind_proxy=wanted.behind_proxy,
        completion={**study.completion, **dict(wanted.completion)},
    )


def _token_of(file: str) -> "tuple[str, bool]":
    """The token in this file, which is made where it is missing; whether it was made."""
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as made:
            token = secrets.token_urlsafe(24)
            made.write(token + "\n")
            return token, True
    except FileExistsError:
        token = Path(file).read_text(encoding="utf-8", errors="replace").strip()
    if len(token) < 16 or not token.isascii() or not token.isprintable() or " " in token:
        raise InputError(f"{file}: expected a token of at least 16 letters and digits")
    return token, False


def _check_place(folder: str, file: str) -> None:
    if Path(folder).resolve() in Path(file).resolve().parents:
        raise InputError(f"{file}: stands in {folder}, which participants can read: expected another place")


async def _serve(server: Any, bound: socket.socket, listening: Callable[[], None]) -> None:
    from aiohttp import web

    runner = web.AppRunner(server.app(), access_log=None)  # addresses hold tokens
    await runner.setup()
    try:
        await web.SockSite(runner, bound).start()
        over = asyncio.Event()
        for each in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(each, over.set)
        listening()
        await over.wait()
    finally:
        await runner.cleanup()


def _carry_out_serve(wanted: argparse.Namespace) -> None:
    try:
        from novphy.study_server import StudyServer
    except ModuleNotFoundError as missing:
        if missing.name != "aiohttp":
            raise
        raise InputError("aiohttp is missing, which serves studies: pip install 'novphy[study]'") from None
    study = StudyFolder(wanted.folder)
    token_file = wanted.admin_token or f"{wanted.db}.token"
    for file in (wanted.db, token_file):
        _check_place(wanted.folder, file)
    family = socket.AF_INET6 if ":" in wanted.host else socket.AF_INET
    try:
        bound = socket.create_server((wanted.host, wanted.port), family=family, backlog=1024)
    except OSError as error:
        raise InputError(f"--host {wanted.host} --port {wanted.port}: {error.strerror}") from None
    with bound:
        token, made = _token_of(token_file)
        try:
            store = StudyStore(wanted.db, study, time.time, mark=wanted.withdrawn == "mark")
        except InputError:
            if made:
                os.unlink(token_file)
            raise
        try:
            host = f"[{wanted.host}]" if ":" in wanted.host else wanted.host
            address = f"http://{host}:{bound.getsockname()[1]}/"

            def listening() -> None:
                if warning := engine.exposure_warning(wanted.host):
                    say(f"warning: {warning}")
                admin = f"{address}admin?token={token}" if made else f"{address}admin?token=..., as {token_file} has it"
                print(f"The study:   {address}?participant=TEST1\nExperimenter: {admin}", flush=True)

            asyncio.run(_serve(StudyServer(study, store, _limits(wanted, study), token), bound, listening))
        finally:
            store.close()


def _export_parser() -> argparse.ArgumentParser:
    about = "Writes the data of a study's server for novphy import: a line for each participant who has not withdrawn."
    parser = Parser("study-export", about, EXPORT_EXAMPLES)
    parser.add_argument("--db", metavar="FILE", required=True, help="the data; the server may be running")
    parser.add_argument("--out", metavar="FILE", required=True, help="the file to write")
    parser.add_argument("--force", action="store_true", help="replace a file that is there already")
    return parser


def _carry_out_export(wanted: argparse.Namespace) -> None:
    out = Path(wanted.out)
    if out.exists() and not wanted.force:
        raise InputError(f"{out}: is there already: expected another name or --force")
    if Path(wanted.db).resolve() == out.resolve():
        raise InputError(f"--out: found {out}, which is the data")
    store = StudyStore(wanted.db, None, time.time)
    part = out.with_name(f"{out.name}.{os.getpid()}.part")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            people = sum(file.write(line) > 0 for line in store.export())
            file.write(store.end_of_export())
        os.replace(part, out)
        print(f"{out}: {counted(people, 'participant')}; {store.withdrawn()} withdrawn, left out")
    finally:
        part.unlink(missing_ok=True)
        store.close()


def serve(arguments: Sequence[str]) -> int:
    """Carries out `python -m novphy study-serve ARGUMENTS` and returns the exit code."""
    return exit_code(lambda: _carry_out_serve(_serve_parser().parse_args(arguments)))


def export(arguments: Sequence[str]) -> int:
    """Carries out `python -m novphy study-export ARGUMENTS` and returns the exit code."""
    return exit_code(lambda: _carry_out_export(_export_parser().parse_args(arguments)))
