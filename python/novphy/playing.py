"""Plays as pure functions: the same task and shots give the same outcome on any thread and machine."""

from __future__ import annotations

import copy
from typing import Any, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from novphy._display import png_of, shown
from novphy._engine import engine
from novphy._progress import Progress, told
from novphy.tasks import Task, TaskLike, as_task, as_tasks
from novphy.worlds import played_world

Tasks = Union[TaskLike, Sequence[TaskLike]]

ENDS: tuple[str, ...] = engine.ENDS
"""The names of the codes in `Plays.end`."""


class _Outcome(NamedTuple):
    won: bool
    end: str
    """"pigs_gone", "birds_used", "time", "no_shot", "too_late" or "forbidden"."""
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


class Play(_Outcome):
    """The outcome of one play. Notebooks show its last moment, with the way of the last bird."""

    _played: Optional[Tuple[Task, Any, str]] = None

    def _repr_png_(self) -> Optional[bytes]:
        if self.frames is not None:
            return png_of(self.frames[-1])
        return None if self._played is None else shown(played_world(*self._played))


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
    """Texts (dtype U16), as in `Play.digest`."""


def digest_text(state: int) -> str:
    """The hash of a state as the program prints it."""
    return f"{state:016x}"


def play(
    task: TaskLike,
    shots: Any = (),
    events: bool = False,
    physics: str = "standard",
    frames: Optional[int] = None,
    size: Tuple[int, int] = (640, 480),
) -> Play:
    """Plays a task with one shot for each bird.

    Arguments:
        task: a Task, or its file or name, such as "rolling/fan:novel".
        shots: a row for each bird that is thrown, in the order of launch: direction in degrees, counter-clockwise from the
            right; pull in metres, 1 by default; time of the tap in ms after the launch, or -1 (the default) for none; time of
            the launch in ms after the previous launch, or -1 (the default) for when the previous bird is gone.
        events: whether to log the play.
        physics: the solver's numbers, an entry of physics.json such as "standard".
        frames: the number of frames a second, 1 to 200, of a film: half a second of the first pull, and then the play until
            0.7 s after the last motion. None: no film.
        size: the (width, height) of the film in pixels.

    Returns a Play.

    Raises InputError, which names the place, for a wrong number and for more shots than birds.
    """
    task = as_task(task)
    won, end, score, birds_left, time_s, steps, state, log = engine.play(task, shots, events, physics)
    film = None if frames is None else engine.film(task, shots, physics, frames, *size)
    played = Play(won, end, score, birds_left, time_s, steps, digest_text(state), log, film)
    played._played = task, copy.deepcopy(shots), physics
    return played


def play_many(
    tasks: Tasks, shots: Any, threads: int = 0, physics: str = "standard", progress: Progress = None
) -> Plays:
    """Plays n tasks with one row of shots, one task with n rows, or n tasks with n rows, on many threads.

    Arguments:
        tasks: a Task, or n of them. Files and names will do, too.
        shots: numbers of the shape (n, birds, 1 to 4): for each play and each bird direction in degrees, pull in metres, and
            the times of tap and launch in ms, as in play(). The last columns may be left out. A row of NaN is a bird that is
            not thrown.
        threads: the number of threads, at most 1024; 0 uses all cores. It changes no value.
        physics: the solver's numbers, an entry of physics.json such as "standard".
        progress: True for a bar, or a function of the numbers of plays done and of all.

    Returns a Plays: one array of shape (n,) for each column, in the order of the rows. Play i equals
    `play(tasks[i], shots[i])`.

    Raises InputError, which names the place, for a wrong number or shape, and KeyboardInterrupt after Ctrl-C.
    """
    several = as_tasks(tasks)
    with told(progress, "play_many", "plays"):
        plays = Plays(*engine.play_many(several, shots, threads, physics))
    return plays._replace(digest=np.array([digest_text(state) for state in plays.digest.tolist()], "U16"))


def play_grid(
    tasks: Tasks,
    angles_deg: Any,
    pulls_m: Any = (1.0,),
    threads: int = 0,
    physics: str = "standard",
    progress: Progress = None,
) -> np.ndarray:
    """Whether each throw of a grid passes each task if all birds of the task take it.

    Arguments:
        tasks: a Task, or n of them. Files and names will do, too.
        angles_deg: a list of a directions in degrees, -360 to 360.
        pulls_m: a list of p pulls in metres, 0 to 1000; pulls beyond the longest one of the slingshot are shortened to it.
        threads: the number of threads, at most 1024; 0 uses all cores. It changes no value.
        physics: the solver's numbers, an entry of physics.json such as "standard".
        progress: True for a bar, or a function of the numbers of plays done and of all.

    Returns bool (n, a, p).

    Raises InputError, which names the place, for a wrong number.
    """
    several = as_tasks(tasks)
    with told(progress, "play_grid", "plays"):
        return engine.play_grid(several, angles_deg, pulls_m, threads, physics)
