"""The desk that hands the trials of a run out to players of tools, and takes back those that are left."""

from __future__ import annotations

import math
import secrets
import threading
import time
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Mapping, NamedTuple, Optional

from novphy.tools import ToolReply, ToolRun, ToolTrial

UNKNOWN = "this trial is over, or there is none with this handle: expected start_trial"


class Spent(NamedTuple):
    """What a player has spent: the arguments of ToolTrial.spend()."""

    tokens_in: Optional[int] = None
    tokens_out: Optional[int] = None
    cost: Optional[float] = None


def refusal(text: str) -> ToolReply:
    """The reply to a call that changes nothing."""
    return ToolReply(text, refused=True)


class _Open:
    """A trial that is being played."""

    def __init__(self, trial: ToolTrial, now_s: float):
        self.trial: Optional[ToolTrial] = trial  # None once it is left
        self.last_s = now_s  # time of the last reply
        self.lock = threading.Lock()


class TrialDesk:
    """Hands out the trials of a run. A player names its trial by a handle, which tells nothing. Any thread may call; calls of one
    trial are answered one after the other.

    A trial that is left, or without a call for a while, is kept if its last task is over. Otherwise it goes back to the queue.
    """

    def __init__(self, run: ToolRun, idle_s: float = math.inf, clock: Callable[[], float] = time.monotonic):
        """Of a `run`. `idle_s` is the longest time between two calls of a trial, in seconds of the `clock`."""
        self._run = run
        self._idle_s = idle_s
        self._clock = clock
        self._open: dict[str, _Open] = {}
        self.over = False
        """Whether every trial of the run is played, and its records are written."""

    def begin(self) -> Optional[str]:
        """Begins the next trial and returns its handle. None where no trial is left."""
        trial = self._run.begin()
        if trial is None:
            return None
        handle = f"trial-{secrets.token_hex(12)}"
        self._open[handle] = _Open(trial, self._clock())
        return handle

    @contextmanager
    def _held(self, handle: str) -> Iterator[Optional[ToolTrial]]:
        """The trial with this handle, which no other thread uses meanwhile. None if there is none."""
        entry = self._open.get(handle)
        if entry is None:
            yield None
            return
        with entry.lock:
            yield entry.trial
            entry.last_s = self._clock()

    def goes_on(self, handle: str) -> bool:
        """Whether this is the handle of a trial with tasks that are not over."""
        with self._held(handle) as trial:
            return trial is not None and not trial.over

    def spend(self, handle: str, spent: Spent) -> None:
        """Adds to what the player of a trial has spent on its current task. An unknown handle is ignored."""
        with self._held(handle) as trial:
            if trial is not None:
                trial.spend(*spent)

    def call(self, handle: str, tool: str, arguments: Mapping[str, Any], spent: Spent = Spent()) -> ToolReply:
        """Answers a call, on which the player has `spent` this.

        A report after the last task ends the trial: its records are kept before the reply. Raises InputError where they cannot
        be written.
        """
        with self._held(handle) as trial:
            if trial is None:
                return refusal(UNKNOWN)
            reply = trial.call(tool, arguments)
            trial.spend(*spent)
            if reply.refused or tool != "report_novelty" or not trial.over:
                return reply
            self._end(handle, trial)
        return reply._replace(text=reply.text + "The trial is over.\n")

    def _end(self, handle: str, trial: ToolTrial) -> None:
        """Ends the trial, which is held."""
        self._open.pop(handle).trial = None
        if not trial.over:
            self._run.give_back(trial)
        elif self._run.keep(trial):
            self.over = True

    def leave(self, handle: str) -> None:
        """Ends a trial. An unknown handle is ignored. Raises InputError where records cannot be written."""
        with self._held(handle) as trial:
            if trial is not None:
                self._end(handle, trial)

    def leave_all(self) -> None:
        """Ends all trials."""
        for handle in list(self._open):
            self.leave(handle)

    def expire(self) -> None:
        """Ends the trials without a call for too long."""
        for handle, entry in list(self._open.items()):
            if entry.lock.acquire(blocking=False):  # otherwise a call is being answered
                try:
                    if entry.trial is not None and self._clock() - entry.last_s >= self._idle_s:
                        self._end(handle, entry.trial)
                finally:
                    entry.lock.release()
