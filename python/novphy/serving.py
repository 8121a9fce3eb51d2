"""Servers for agents of the original game, which play a plan over its TCP protocol."""

from __future__ import annotations

import math
import os
import warnings as _warnings
import weakref
from typing import Any, Optional, Union

from novphy._display import counted
from novphy._engine import engine
from novphy._errors import InputError
from novphy._settings import with_settings
from novphy.agents import Plan, Records
from novphy.executors import UnfinishedRun
from novphy.paths import Path, output_of, text_of


class Server:
    """A server that listens in the background: the result of serve().

    In a `with` block it is stopped at the end of the block. A server that is still running when Python ends is stopped, too.
    """

    def __init__(self, engine_server: Any, out: str):
        """serve() makes servers: `engine_server` runs, and `out` is its file of records."""
        self._server = engine_server
        self._out = out
        self._process = os.getpid()
        self._close = weakref.finalize(self, _stop, engine_server, self._process)
        self.host: str = engine_server.host
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

    def __repr__(self) -> str:
        return f"<Server: port {self.port}, {counted(self.trials, 'finished trial')}>"

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: Any) -> None:
        self.stop()


def _stop(engine_server: Any, process: int) -> None:
    """Stops the server, unless this is a process that was forked from the server's."""
    if os.getpid() == process:
        engine_server.stop()


@with_settings(engine.settings_of_serve())
def serve(plan: Union[Path, Plan], out: Path, **settings: Any) -> Server:
    """Lets agents of the original game play a plan over its TCP protocol, and writes the records of `novphy serve`.

    Returns at once with a Server that listens; `serve(plan, out).wait()` waits for the records, as the command does.

    Arguments:
        plan: a Plan, or its file.
        out: the file of records. Finished trials are kept in OUT.partial until every trial is played.
        **settings: the options of the command by keyword; help() and docs/reference/python.md list them.

    A `host` that can be reached from outside is a Python warning. Problems with a client's connection are lines on the standard
    error, as with the command (docs/reference/server.md).

    Raises InputError where the address or the port cannot be used, where `out` is there already, and for numbers out of range.
    """
    file = output_of(out)
    server, warning = engine.serve({**settings, "plan": plan if isinstance(plan, Plan) else text_of(plan), "out": file})
    if warning:
        _warnings.warn(warning, stacklevel=2)
    return Server(server, file)
