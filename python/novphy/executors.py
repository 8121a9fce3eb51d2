"""Runs whose trials are played by an executor: any object whose `submit` returns futures, as in `concurrent.futures`."""

from __future__ import annotations

import math
import os
import queue
import re
import socket
import subprocess
import time
from collections import deque
from concurrent.futures import BrokenExecutor, CancelledError
from typing import Any, Optional, Sequence

from novphy._engine import engine
from novphy._errors import InputError
from novphy._progress import Tell

BUNDLE_S = 2.0
"""Trials that take less time than this are sent to workers in bundles that take about this long."""
MOST_FUTURES = 512
"""Number of bundles submitted at the same time, if the executor does not give its number of workers."""
BUNDLES = 64
"""A run is cut into at least this many bundles, so that all workers have work until the end."""
POLL_S = 0.2
FIRST_TRIALS = 3
"""A run ends if this many trials have made their workers fail and no trial has been played."""

OF_AGENTS = ("agent", "name", "physics", "agent_timeout", "agent_threads")
"""The settings of a run that its workers need."""

_checked = False


class UnfinishedRun(RuntimeError):
    """Not all trials could be played. The finished ones are kept; `resume=True` goes on from them.

    `message` says why; `trials`, `kept` and `shards` are kept as attributes.
    """

    def __init__(self, message: str, trials: Sequence[int], kept: int, shards: Sequence[int] = ()):
        super().__init__(message)
        self.trials = list(trials)
        """The places in the plan, from 0, of the unfinished trials."""
        self.kept = kept
        """The number of finished trials."""
        self.shards = list(shards)
        """For merge(): the shards, from 1, that hold the unfinished trials, if they are known."""


def refuse_what_workers_lack(settings: dict[str, Any]) -> None:
    """Raises InputError for settings of run() that only this process can follow."""
    for name, lack in (("weights", "have no nets"), ("assets", "play with their own"), ("set", "play with their own numbers")):
        if settings.get(name):
            raise InputError(f"{name}: the workers of an executor {lack}; leave out executor")


def play_on_worker(
    plan: str, variations: list[list[int]], given: dict[str, Any]
) -> tuple[str, str, list[tuple[str, str]], float]:
    """Plays a part of a plan in the worker's process, with these settings of the agent.

    Returns the worker's name; its program and numbers; for each trial, the records as text and why the agent could not be
    made ("" if it could); and the mean seconds for a trial. A worker plays the short self-test once.
    """
    global _checked
    worker = f"worker {socket.gethostname()}, process {os.getpid()}"
    if not _checked:
        try:
            engine.check_machine()
        except InputError as error:
            raise InputError(f"{worker}: {error}") from None
        _checked = True
    start = time.monotonic()
    played = engine.play_part(plan, variations, dict(given))
    return worker, engine.machine(), played, (time.monotonic() - start) / len(played)


class JobQueue:
    """The executor of a batch system such as Slurm, in which every submission is a job that may wait long and starts slowly.

    `executor` is submitit's `AutoExecutor` or `SlurmExecutor`, or another whose jobs have `done()` and `result()`. A run
    submits its missing trials as `jobs` jobs, and submits both halves of a job that failed or ran out of time again.
    `novphy.run` takes submitit's executors as a `JobQueue` of 64 jobs.
    """

    def __init__(self, executor: Any, jobs: int = 64):
        if not isinstance(jobs, int) or jobs < 1:
            raise InputError(f"jobs: found {jobs!r}, expected at least 1")
        _check_executor(executor)
        self.jobs = jobs
        self._executor = executor

    def submit(self, function: Any, *arguments: Any) -> _QueuedJob:
        """Submits a job that calls the `function` with the `arguments`."""
        return _QueuedJob(self._executor.submit(function, *arguments))


class _QueuedJob:
    """A submitted job, whose error is told in one line."""

    def __init__(self, job: Any):
        self._job = job

    def done(self) -> bool:
        return self._job.done()

    def cancel(self) -> None:
        try:
            getattr(self._job, "cancel", lambda: None)()
        except (OSError, subprocess.SubprocessError):
            pass  # the job has just ended

    def result(self) -> Any:
        try:
            return self._job.result()
        except RuntimeError as error:
            raise _cause_of(str(error)) from None


class _LostJob(RuntimeError):
    """A job that gave no records, with the reason."""


def _cause_of(text: str) -> Exception:
    """What ended a job of submitit, which tells exceptions of workers as the text of a traceback."""
    raised = re.findall(r"^(?:\w+\.)*(\w+)(?:: (.*))?$", text.partition("Traceback ")[2], re.MULTILINE)
    if not raised:
        return _LostJob(" ".join(text.splitlines()[:2]))
    name, message = raised[-1]
    kinds = {"InputError": InputError, "ModuleNotFoundError": ImportError, "ImportError": ImportError}
    return kinds[name](message) if name in kinds else _LostJob(f"{name}: {message}" if message else name)


def _check_executor(given: Any) -> None:
    if not callable(getattr(given, "submit", None)):
        raise InputError(f"executor: found {type(given).__name__}, expected an object with submit()")


def _as_executor(given: Any) -> Any:
    """What submits for a run: a client of Dask and an executor of submitit are no executors as in `concurrent.futures`."""
    if hasattr(given, "get_executor"):
        return given.get_executor(pure=False)
    if type(given).__module__.partition(".")[0] == "submitit":
        return JobQueue(given)
    _check_executor(given)
    return given


class Driver:
    """Sends the missing trials of a run to an executor and keeps the records that come back."""

    def __init__(self, executor: Any, run: Any, given: dict[str, Any], tell: Optional[Tell] = None):
        self._executor = executor
        self._tell = tell or (lambda done, total: None)
        self._run = run
        self._given = {name: given[name] for name in OF_AGENTS if name in given}
        self._waiting: deque[int] = deque(run.missing())
        self._all = len(self._waiting) + (run.kept() if self._waiting else 0)
        self._again: deque[list[int]] = deque()  # parts of failed bundles
        self._jobs = executor.jobs if isinstance(executor, JobQueue) else 0
        self._size = math.ceil(len(self._waiting) / self._jobs) if self._jobs else 0
        self._most = 4 * getattr(executor, "_max_workers", 0) or MOST_FUTURES
        self._submitted: dict[Any, list[int]] = {}
        self._polled: set[Any] = set()
        self._done: queue.SimpleQueue = queue.SimpleQueue()
        self._seconds = 0.0
        self._measured = 0
        self._workers: set[str] = set()
        self._failed: dict[int, str] = {}
        self._broken = ""

    def drive(self) -> None:
        """Returns when every trial is kept. Raises UnfinishedRun, or InputError for a worker that cannot play."""
        try:
            if self._waiting:
                self._tell(self._run.kept(), self._all)
            while True:
                self._submit()
                if not self._submitted:
                    break
                self._take(self._next())
                if self._all_fail():
                    raise self._unfinished()
        except BaseException:
            self._cancel()
            raise
        if self._failed or self._broken:
            raise self._unfinished()

    def _submit(self) -> None:
        while not self._broken and (self._waiting or self._again) and len(self._submitted) < self._most:
            trials = self._again.popleft() if self._again else self._bundle()
            plan, variations = self._run.part(trials)
            try:
                future = self._executor.submit(play_on_worker, plan, variations, self._given)
            except RuntimeError as error:  # the executor has failed or was shut down
                self._break(trials, error)
                return
            self._submitted[future] = trials
            if hasattr(future, "add_done_callback"):
                future.add_done_callback(self._done.put)
            else:
                self._polled.add(future)

    def _bundle(self) -> list[int]:
        """The next trials: a job's part, or as many as a worker plays in BUNDLE_S seconds."""
        count = self._size or self._count()
        return [self._waiting.popleft() for _ in range(min(count, len(self._waiting)))]

    def _count(self) -> int:
        count = 1
        if self._measured:
            count = int(BUNDLE_S / max(self._seconds / self._measured, 1e-6))
        return max(1, min(count, len(self._waiting) // BUNDLES))

    def _next(self) -> Any:
        """Waits for a future that is done."""
        while True:
            for future in self._polled:
                if future.done():
                    self._polled.remove(future)
                    return future
            try:
                return self._done.get(timeout=POLL_S)
            except queue.Empty:
                continue  # Python handles Ctrl-C between two waits

    def _take(self, future: Any) -> None:
        trials = self._submitted.pop(future)
        try:
            worker, machine, played, seconds = future.result()
        except (BrokenExecutor, CancelledError) as error:
            self._break(trials, error)
        except ImportError as error:
            raise InputError(f"a worker cannot import what it needs: {error}; novphy must be installed on every worker")
        except InputError:
            raise
        except Exception as error:  # a worker that died too often, as the executor reports it, or the worker's own error
            self._fail(trials, error)
        else:
            if machine not in self._workers:
                engine.check_worker(machine, worker)
                self._workers.add(machine)
            if len(played) != len(trials):
                raise InputError(f"{worker}: sent {len(played)} trials, expected {len(trials)}")
            self._seconds += seconds * len(played)
            self._measured += len(played)
            for trial, (block, not_begun) in zip(trials, played):
                self._run.keep(trial, block, f"{worker}: {not_begun}" if not_begun else "")
            self._tell(self._run.kept(), self._all)

    def _fail(self, trials: list[int], error: Exception) -> None:
        """Tries the trials again, those of a job in halves and those of a small bundle alone."""
        if len(trials) == 1:
            self._failed[trials[0]] = str(error) if isinstance(error, _LostJob) else f"{type(error).__name__}: {error}"
            return
        size = math.ceil(len(trials) / 2) if self._jobs else 1
        self._again.extend(trials[i : i + size] for i in range(0, len(trials), size))

    def _all_fail(self) -> bool:
        return len(self._failed) >= FIRST_TRIALS and not self._measured and self._run.kept() == 0

    def _break(self, trials: list[int], error: BaseException) -> None:
        self._broken = self._broken or f"{type(error).__name__}: {error}"
        self._waiting.extend(trials)

    def _cancel(self) -> None:
        for future in self._submitted:
            getattr(future, "cancel", lambda: None)()

    def _unfinished(self) -> UnfinishedRun:
        kept = self._run.kept()
        submitted = (trial for trials in self._submitted.values() for trial in trials)
        again = (trial for trials in self._again for trial in trials)
        trials = sorted({*self._waiting, *again, *self._failed, *submitted})
        if self._broken:
            why = f"the executor has failed ({self._broken})"
        else:
            first, *others = sorted(self._failed)
            why = f"the plan's trial at place {first + 1} ended its worker: {self._failed[first]}"
            if others:
                why += f"; so did the trials at places {', '.join(str(each + 1) for each in others)}"
        return UnfinishedRun(f"{why}; {len(trials)} trials are not finished, {kept} are kept", trials, kept)


def run_on(executor: Any, given: dict[str, Any], tell: Optional[Tell] = None) -> list[str]:
    """Opens the run with these settings, plays its missing trials on the executor, and writes the output. `tell` is called
    with the numbers of trials that are done and of all. Returns warnings."""
    executor = _as_executor(executor)
    run = engine.SharedRun(dict(given))
    try:
        Driver(executor, run, given, tell).drive()
    except BaseException:
        run.stop()
        raise
    return run.finish()
