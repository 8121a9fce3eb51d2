"""Plays as pure functions: the same task and shots give the same outcome on any thread and machine."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from novphy._engine import engine
from novphy.tasks import Task

Tasks = Union[Task, Sequence[Task]]

ENDS: tuple[str, ...] = engine.ENDS
"""The names of the codes in `Plays.end`."""


class Play(NamedTuple):
    """The outcome of one play."""

    won: bool
    end: str
    """"pigs_gone", "birds_used", "time", "no_shot" or "too_late"."""
    score: int
    birds_left: int
    """Birds that were not launched."""
    time_s: float
    """Length of the play, without settling."""
    steps: int
    """Time steps, including settling."""
    digest: str
    """Hash of the exact final state, as `novphy play` prints it."""
    events: list[dict[str, Any]]
    """The log of the play. Empty unless `events` is true."""
    frames: Optional[np.ndarray] = None
    """The film of the play, uint8 (frames, height, width, 3). None unless `frames` is a number."""


class Plays(NamedTuple):
    """The outcomes of n plays, one array of shape (n,) each."""

    won: np.ndarray
    score: np.ndarray
    end: np.ndarray
    """Codes: indices into `ENDS`."""
    birds_left: np.ndarray
    time_s: np.ndarray
    steps: np.ndarray
    digest: np.ndarray
    """uint64; `f"{digest:016x}"` is the program's text."""


def _list(tasks: Tasks) -> list[Task]:
    return [tasks] if isinstance(tasks, Task) else list(tasks)


def play(
    task: Task,
    shots: Any = (),
    events: bool = False,
    physics: str = "standard",
    frames: Optional[int] = None,
    size: Tuple[int, int] = (640, 480),
) -> Play:
    """Plays a task with one shot for each bird: rows of direction in degrees, pull in metres, tap and launch in ms.

    The last columns may be left out. The defaults are a full pull of 1 m, no tap, and a launch when the previous bird is
    gone. `frames` asks for a film of that many frames a second, 1 to 200, and `size` is its (width, height): half a
    second of the first pull, and then the play until 0.7 s after the last motion. Raises InputError, naming the place, for
    a wrong number.
    """
    *values, digest, log = engine.play(task, shots, events, physics)
    film = None if frames is None else engine.film(task, shots, physics, frames, *size)
    return Play(*values, f"{digest:016x}", log, film)


def play_many(tasks: Tasks, shots: Any, threads: int = 0, physics: str = "standard") -> Plays:
    """Plays n tasks with one row of shots, one task with n rows, or n tasks with n rows.

    `shots` has the shape (n, birds, 1 to 4). A row of NaN is a bird that is not thrown. `threads` 0 uses all cores.
    """
    return Plays(*engine.play_many(_list(tasks), shots, threads, physics))


def play_grid(
    tasks: Tasks, angles_deg: Any, pulls_m: Any = (1.0,), threads: int = 0, physics: str = "standard"
) -> np.ndarray:
    """Whether each throw passes each task if all birds take it: bool (tasks, angles, pulls)."""
    return engine.play_grid(_list(tasks), angles_deg, pulls_m, threads, physics)
