"""The command `python -m novphy mcp`: language models play a plan by tools over the Model Context Protocol (docs/guide/models.md)."""

from __future__ import annotations

import argparse
import json
import logging
import math
import os
import shlex
import signal
import sys
import tempfile
from typing import Any, Optional, Sequence

from novphy._command_line import Parser, exit_code, say
from novphy._engine import engine
from novphy._errors import InputError
from novphy.tools import ToolRun, ToolTrial, Track
from novphy.trial_desk import TrialDesk

USUAL_PORT = 2004  # as novphy serve
EXAMPLES = """  python -m novphy mcp plan.json --agent my-model --resume --out records.jsonl
  python -m novphy mcp plan.json --http --lookahead 5 --agent my-model --resume --out records.jsonl
  uvx --from 'novphy[mcp]' novphy mcp plan.json --out records.jsonl
  python -m novphy mcp --check"""


def number(low: float, high: float, kind: type = int) -> Any:
    """The type of an option that is a number from `low` to `high`."""

    def read(text: str) -> float:
        value = kind(text)
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"found {text}, expected {low} to {high}")
        return value

    read.__name__ = "number"
    return read


def _parser() -> argparse.ArgumentParser:
    about = (
        "Lets language models play a plan by tools over the Model Context Protocol, on standard input and output or over HTTP, and "
        "writes the records."
    )
    parser = Parser("mcp", about, EXAMPLES)
    add = parser.add_argument
    add("plan", metavar="PLAN", nargs="?", help="a plan, as novphy plan writes it")
    add("--out", metavar="FILE", help="the file of records to write")
    add("--check", action="store_true",
        help="in place of PLAN and --out: plays the short trials of novphy check-agent and says what the player did there")
    add("--agent", default="server", metavar="NAME", help="the agent's name in the records (%(default)s)")
    add("--model", default="", metavar="TEXT", help="name of the model that plays, for the records")
    add("--model-version", default="", metavar="TEXT", help="version of the model, for the records")
    add("--look", choices=("text", "pictures"), default="text", help="players look at text or at pictures (%(default)s)")
    add("--lookahead", type=number(0, 1000), default=0, metavar="K",
        help="players may try so many throws of each task in a simulator of the usual world (%(default)s)")
    add("--disguise", type=number(0, 2**64 - 1), metavar="SEED",
        help="things get made-up names and other colours, which depend on this seed")
    add("--informed", action="store_true", help="tell players of the novelty; the plan and its hash stay as they are")
    files = parser.add_mutually_exclusive_group()
    files.add_argument("--resume", action="store_true", help="go on with what an interrupted run left")
    files.add_argument("--force", action="store_true", help="replace records that are there already")
    add("--run", default="", metavar="NAME", help="the training of the agent that plays, such as \"seed 3\"")
    add("--trials", type=number(1, 1_000_000), metavar="N", help="play only the first N trials of each novelty-scenario")
    add("--http", action="store_true", help="serve over streamable HTTP, at --host and --port")
    add("--host", default="127.0.0.1", metavar="ADDRESS",
        help="an address of this machine; any but the default can be reached from outside (%(default)s)")
    add("--port", type=number(0, 65535), default=USUAL_PORT, metavar="PORT", help="0: any free one (%(default)s)")
    add("--clients", type=number(1, 1024), default=os.cpu_count() or 1, metavar="N",
        help="number of threads for clients (default: that of cores); the records are the same for any number")
    add("--idle", type=number(0.1, 1e6, float), default=1800.0, metavar="S",
        help="over HTTP, a trial without a call for S seconds goes back to the queue (%(default)g)")
    add("--request-time", type=number(0.1, 1e6, float), default=30.0, metavar="S",
        help="over HTTP, a request must be sent within S seconds (%(default)g)")
    add("--assets", default="", metavar="DIR", help="folder of catalogue.json, physics.json and colours.json")
    add("--physics", default="standard", metavar="NAME", help="an entry of physics.json (%(default)s)")
    add("--set", action="append", default=[], metavar="FILE:/POINTER=VALUE",
        help="change a number of the assets, such as catalogue:/blocks/linear_drag_per_s=0.5")
    add("--quiet", action="store_true", help="do not say what was played")
    return parser  # fmt: skip


def _serve(wanted: argparse.Namespace, desk: TrialDesk, tools: Sequence[Any]) -> int:
    """Serves until every trial is played, the client has left (over stdio) or a signal comes. Returns its number, else 0."""
    import anyio
    from novphy.mcp_doors import serve_http, serve_stdio
    from novphy.mcp_service import Ending, McpService

    def listening(text: str) -> None:
        if warning := engine.exposure_warning(wanted.host):
            print(f"warning: {warning}", file=sys.stderr, flush=True)
        print(text, flush=True)

    async def serve() -> Ending:
        ending = Ending()
        service = McpService(desk, tools, ending, wanted.clients, wanted.idle)
        if wanted.http:
            await serve_http(service, ending, wanted.host, wanted.port, wanted.idle, wanted.request_time, listening)
        else:
            await serve_stdio(service, ending)
        return ending

    ending = anyio.run(serve)
    if ending.failure is not None:
        raise ending.failure
    return ending.signal


def _end_by(number: int) -> None:
    """Ends the process as the signal would have done, so that a shell sees how it ended."""
    sys.stdout.flush()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _checked(wanted: argparse.Namespace, arguments: Sequence[str]) -> int:
    """Lets a player play the trials of the check, and prints what it did there. Returns the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        wanted.plan, wanted.out = engine.check_plan(), os.path.join(folder, "records.jsonl")
        wanted.quiet = True
        _carry_out(wanted, arguments)
        points = json.loads(engine.check_records(wanted.out))["points"]
    shown = sys.stdout if wanted.http else sys.stderr
    for point in points:
        change = f"\n{'':26}to change: {point['change']}" if point["change"] else ""
        print(f"{point['verdict']:<4}  {point['point']:<18}  {point['says']}{change}", file=shown)
    return 1 if any(point["verdict"] == "fail" for point in points) else 0


def _carry_out(wanted: argparse.Namespace, arguments: Sequence[str]) -> None:
    try:
        import mcp.server  # noqa: F401
    except ImportError:
        raise InputError("mcp is missing, which speaks the protocol: pip install 'novphy[mcp]' (Python 3.10 or later)") from None
    logging.getLogger("mcp").setLevel(logging.ERROR)
    if wanted.out == "-" or os.path.isdir(wanted.out):
        raise InputError(f"--out: found {wanted.out!r}, expected the name of a file, beside which unfinished runs are kept")
    if wanted.assets or wanted.set:
        engine.set_assets(wanted.assets, wanted.set)
    track = Track(wanted.look, wanted.lookahead, wanted.disguise)
    tools = ToolTrial(wanted.plan, 0, track, physics=wanted.physics).tools
    run = ToolRun(
        wanted.plan, wanted.out, track, agent=wanted.agent, model=wanted.model, model_version=wanted.model_version,
        resume=wanted.resume, force=wanted.force, trials=wanted.trials, run=wanted.run, physics=wanted.physics,
        informed=wanted.informed,
    )  # fmt: skip

    def tell(text: str) -> None:  # over stdio, the standard output is the client's alone
        if not wanted.quiet:
            print(text, file=sys.stdout if wanted.http else sys.stderr, flush=True)

    if run.summary:
        return tell(run.summary)
    desk = TrialDesk(run, wanted.idle if wanted.http else math.inf)
    try:
        stopped_by = _serve(wanted, desk, tools)
        desk.leave_all()
    finally:
        run.stop()
    if desk.over:
        return tell(run.summary)
    if not stopped_by:
        return tell(f"{run.summary or 'nothing is kept'}; the same command with --resume goes on")
    words = [each for each in arguments if each != "--force"]
    again = shlex.join([sys.executable, "-m", "novphy", "mcp", *words, *([] if wanted.resume else ["--resume"])])
    say(f"interrupted: {run.summary}; to go on: {again}" if run.summary else "interrupted: nothing is kept")
    _end_by(stopped_by)


def _carry_out_arguments(arguments: Sequence[str]) -> Optional[int]:
    wanted = _parser().parse_args(arguments)
    missing = [name for name, value in (("PLAN", wanted.plan), ("--out", wanted.out)) if value is None]
    if wanted.check and len(missing) < 2:
        raise InputError("--check: expected neither PLAN nor --out")
    if wanted.check:
        return _checked(wanted, arguments)
    if missing:
        raise InputError(f"the following arguments are required: {', '.join(missing)}")
    _carry_out(wanted, arguments)
    return None


def command(arguments: Sequence[str]) -> int:
    """Carries out `python -m novphy mcp ARGUMENTS` and returns the exit code."""
    return exit_code(lambda: _carry_out_arguments(arguments))
