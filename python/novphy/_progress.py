"""How long functions tell how far they are: with a bar, or to a function of the caller."""

from __future__ import annotations

import contextlib
import sys
import time
import warnings
from typing import Any, Callable, Iterator, Optional, Union

from novphy._engine import engine
from novphy._errors import InputError

Tell = Callable[[int, int], object]
Progress = Union[None, bool, Tell]
"""True: a bar. A function: called now and then, and at the end, with the numbers of pieces that are done and of all pieces."""

BETWEEN_S = 0.5


class _Bar:
    """A bar of tqdm."""

    def __init__(self, bar: Any):
        self._bar = bar

    def __call__(self, done: int, total: int) -> None:
        if total != self._bar.total or done < self._bar.n:  # another stage of the work
            self._bar.reset(total)
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        self._bar.close()


class _Line:
    """A line on the standard error, where there is no tqdm."""

    def __init__(self, job: str, unit: str):
        self._job = job
        self._unit = unit
        self._due_s = 0.0
        self._text = ""

    def __call__(self, done: int, total: int) -> None:
        if done == total or time.monotonic() >= self._due_s:
            text = f"{self._job}: {done} of {total} {self._unit}"
            sys.stderr.write("\r" + text.ljust(len(self._text)))
            sys.stderr.flush()
            self._due_s, self._text = time.monotonic() + BETWEEN_S, text

    def close(self) -> None:
        if self._text:
            sys.stderr.write("\n")


def _shown(job: str, unit: str) -> Union[_Bar, _Line]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # tqdm misses widgets in notebooks, and does without them
            from tqdm.auto import tqdm
    except ImportError:
        return _Line(job, unit)
    return _Bar(tqdm(desc=job, unit=" " + unit))


@contextlib.contextmanager
def shown(progress: Progress, job: str, unit: str) -> Iterator[Optional[Tell]]:
    """The function to call with the progress of a `job`, whose pieces are called `unit`. None where nobody wants to know."""
    if progress is None or progress is False:
        yield None
    elif progress is True:
        bar = _shown(job, unit)
        try:
            yield bar
        finally:
            bar.close()
    elif callable(progress):
        yield progress
    else:
        raise InputError(f"progress: found {progress!r}, expected True or a function of done and total")


@contextlib.contextmanager
def told(progress: Progress, job: str, unit: str = "tasks") -> Iterator[None]:
    """Within it, the next long call of the engine tells its progress."""
    with shown(progress, job, unit) as tell:
        engine.tell_progress(tell)
        try:
            yield
        finally:
            engine.tell_progress(None)
