"""The trials that a server hands out to its sessions."""

from __future__ import annotations

import heapq
import sys
import threading
from itertools import count
from typing import Any, List, Optional

import novphy
from novphy.tools import ToolRun, ToolTrial, Track, small_plan

from novphy_env.server.settings import Settings


class Trials:
    """The trials of a plan, again and again, without records. Any thread may call."""

    def __init__(self, plan: novphy.Plan, track: Track):
        """Of a `plan`, on a `track`."""
        self._plan = plan
        self._track = track
        self._turns = count()
        self.tools = ToolTrial(plan, 0, track).tools
        """The tools of every trial, as in ToolTrial."""
        self._slow = {"shoot", "simulate", "give_up", *(["look"] if track.look == "pictures" else [])}

    def is_slow(self, tool: str) -> bool:
        """Whether a tool plays or draws. All others answer sooner than a thread would."""
        return tool in self._slow

    def check(self, seed: Any, trial: Any) -> None:
        """Raises InputError for arguments of `begin` that no trial has."""
        for name, value in (("seed", seed), ("trial", trial)):
            if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
                raise novphy.InputError(f"{name}: found {str(value)[:40]!r}, expected a whole number of at least 0")
        if trial is not None and trial >= self._plan.trials:
            raise novphy.InputError(f"trial: found {trial}, expected 0 to {self._plan.trials - 1}")

    def begin(self, seed: Optional[int] = None, trial: Optional[int] = None) -> ToolTrial:
        """Begins a trial: number `trial`, from 0; else the one that `seed` chooses; else the next one of the plan."""
        chosen = trial if trial is not None else seed if seed is not None else next(self._turns)
        return ToolTrial(self._plan, chosen % self._plan.trials, self._track)

    def end(self, trial: ToolTrial) -> None:
        """Takes a trial back, finished or not."""

    def stop(self) -> None:
        """Ends the handing out."""


class RecordedTrials(Trials):
    """Each trial of a plan once, in the plan's order, with a file of records. A trial that was not played to its end is handed
    out again."""

    def __init__(self, settings: Settings):
        """Goes on with what an earlier server left. Raises InputError where the plan or the file cannot be used."""
        plan = novphy.Plan.load(settings.plan)
        super().__init__(plan, settings.track)
        self._run = ToolRun(
            settings.plan, settings.out, settings.track, agent=settings.agent, model=settings.model,
            model_version=settings.model_version, run=settings.run, resume=True,
        )  # fmt: skip
        self._out = settings.out
        self._returned: List[int] = []
        self._lock = threading.Lock()

    def check(self, seed: Any, trial: Any) -> None:
        """Raises InputError for arguments: the plan gives the order."""
        for name, value in (("seed", seed), ("trial", trial)):
            if value is not None:
                raise novphy.InputError(f"{name}: this server records a run in the order of its plan, expected no {name}")

    def begin(self, seed: Optional[int] = None, trial: Optional[int] = None) -> ToolTrial:
        """Begins the next trial. Raises InputError where none is left."""
        with self._lock:
            number = heapq.heappop(self._returned) if self._returned else None
        if number is not None:
            return ToolTrial(self._plan, number, self._track)
        begun = self._run.begin()
        if begun is None:
            raise novphy.InputError("no trial is left: all are played, or others play them now")
        return begun

    def end(self, trial: ToolTrial) -> None:
        """Keeps the records of a trial whose last task is over, and hands others out again."""
        if not trial.over:
            with self._lock:
                heapq.heappush(self._returned, trial.number)
            return
        try:
            last = self._run.keep(trial)
        except novphy.InputError as wrong:  # a session that ends would hide it
            print(f"novphy_env: {wrong}", file=sys.stderr, flush=True)
            raise
        if last:
            print(f"all trials are played: {self._out}", file=sys.stderr, flush=True)

    def stop(self) -> None:
        """Ends the run. A later server goes on with it."""
        self._run.stop()


def trials_of(settings: Settings) -> Trials:
    """The trials of a server. Raises InputError for settings that cannot be."""
    settings.track.compiled()
    if settings.out:
        return RecordedTrials(settings)
    return Trials(novphy.Plan.load(settings.plan) if settings.plan else small_plan(), settings.track)
