"""Servers for agents of the original game, which play a plan over its TCP protocol."""

from __future__ import annotations

import math
import os
import warnings as _warnings
import weakref
from typing import Any, Optional, Union

from novphy._engine import engine
from novphy._errors import InputError
from novphy.agents import Plan, Records, as_plan, first_trials
from novphy.executors import UnfinishedRun
from novphy.paths import Path, output_of, text_of

USUAL_PORT = 2004
"""The port of the original game."""


class Server:
    """A server that listens in the background: the result of serve().

    In a `with` block it is stopped at the end of the block. A server that is still running when Python ends is stopped, too.
    """

    def __init__(self, engine_server: Any, out: str, host: str):
        """serve() makes servers: `engine_server` runs, `out` is its file of records, and `host` its address."""
        self._server = engine_server
        self._out = out
        self._process = os.getpid()
        self._close = weakref.finalize(self, _stop, engine_server, self._process)
        self.host = host
        """The address that it listens at."""
        self.port: Optional[int] = engine_server.port
        """The port that it listens at. None where `resume` found every trial played."""

    @property
    def trials(self) -> int:
        """The number of finished trials, including those of an earlier, interrupted server."""
        return int(self._server.trials)

    @property
    def running(self) -> bool:
        """Whether it still waits for clients or plays."""
        return not self._server.wait(0.0)

    def wait(self, timeout: Optional[float] = None) -> Records:
        """Waits until clients have played every trial, and returns the records.

        `timeout` is the longest wait in seconds; None: without an end. Raises TimeoutError after it, while the server goes
        on; UnfinishedRun if the server was stopped before every trial was played; InputError if a file could not be written.
        Ctrl-C stops the server and raises KeyboardInterrupt. Finished trials are kept for `resume`.
        """
        if os.getpid() != self._process:
            raise RuntimeError("the server runs in the process from which this one was forked")
        if timeout is not None and math.isnan(timeout):
            raise InputError("timeout: found nan, expected a number of seconds")
        try:
            over = self._server.wait(timeout)
        except BaseException:
            self.stop()
            raise
        if not over:
            raise TimeoutError(f"the server still runs after {timeout} s: {self.trials} trials are finished")
        stopped = self._server.stopped()
        if stopped is not None:
            kept, trials, number = stopped
            raise UnfinishedRun(f"the server was stopped: {kept}", trials, number)
        return Records.load(self._out)

    def stop(self) -> int:
        """Ends the server and waits for its end. Returns the number of finished trials, which are kept for `resume`."""
        self._close()
        return self.trials

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: Any) -> None:
        self.stop()


def _stop(engine_server: Any, process: int) -> None:
    """Stops the server, unless this is a process that was forked from the server's."""
    if os.getpid() == process:
        engine_server.stop()


def serve(
    plan: Union[Path, Plan],
    out: Path,
    *,
    port: int = USUAL_PORT,
    host: str = "127.0.0.1",
    agent: str = "server",
    clients: int = 0,
    labels: bool = False,
    noise: float = 2.0,
    ask: int = 1,
    training: int = 0,
    practice: int = 0,
    count_levels: bool = False,
    hints: bool = False,
    log: Optional[Path] = None,
    resume: bool = False,
    force: bool = False,
    trials: Optional[int] = None,
    informed: bool = False,
    physics: str = "standard",
    run: str = "",
) -> Server:
    """Lets agents of the original game play a plan over its TCP protocol, and writes the records of `novphy serve`.

    Returns at once with a Server that listens; `serve(plan, out).wait()` waits for the records, as the command does.

    Arguments:
        plan: a Plan, or its file.
        out: the file of records. Finished trials are kept in OUT.partial until every trial is played.
        port: the port to listen at, 0 to 65535; 0 picks any free one, which `Server.port` tells.
        host: an address of this machine. Any but the default can be reached from outside, which is a Python warning.
        agent: the agent's name in the records.
        clients: the number of threads for clients, at most 1024; 0 uses all cores. The records are the same for any number.
        labels: the states hold developer labels, in the words that published readers know.
        noise: of the noisy state, 0 to 5 pixels.
        ask: the number of tasks after which to ask how likely a novelty is; 0: never.
        training: the most training tasks before each trial.
        practice: before its first trial, an agent may play so many normal tasks as often as it likes. What it does there is
            written beside the records and counts in no measure.
        count_levels: tells agents the number of levels of a set, which gives away where a trial ends.
        hints: in informed trials, agents may ask for the level of the novelty hierarchy.
        log: a file that gets one line for each request.
        resume: goes on with what an interrupted server left.
        force: replaces records that are there already.
        trials: plays only the first so many trials of each novelty-scenario.
        informed: tells agents of the novelty, whatever the plan says.
        physics: an entry of physics.json.
        run: the training of the agent that plays, such as "seed 3".

    Problems with a client's connection are lines on the standard error, as with the command (docs/server.md).

    Raises InputError where the address or the port cannot be used, where `out` is there already, and for numbers out of range.
    """
    file = output_of(out)
    if log is not None and os.path.realpath(log) in (os.path.realpath(file), os.path.realpath(file + ".partial")):
        raise InputError(f"log: {text_of(log)} is the file of records, expected another file")
    wishes = engine.RunWishes(
        as_plan(plan), "" if isinstance(plan, Plan) else text_of(plan), None, agent, file, resume, force, labels,
        first_trials(trials), "", physics, informed, "", run,
    )  # fmt: skip
    options = {
        "port": port, "host": host, "clients": clients, "noise": noise, "ask": ask, "training": training,
        "practice": practice, "count_levels": count_levels, "hints": hints, "log": "" if log is None else text_of(log),
    }  # fmt: skip
    server, warning = engine.serve(wishes, options)
    if warning:
        _warnings.warn(warning, stacklevel=2)
    return Server(server, file, host)
