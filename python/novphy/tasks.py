"""Tasks: reading, making, changing and solving them."""

from __future__ import annotations

import os
from typing import Any, Iterable, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from novphy._display import html_table
from novphy._engine import engine
from novphy._errors import InputError
from novphy._progress import Progress, told
from novphy.paths import text_of

Task = engine.Task
Task.__module__ = "novphy"

TaskLike = Union[Task, str, "os.PathLike[str]"]
"""A task, its file, or its name, such as "rolling/fan:novel" (docs/reference/command_line.md)."""

Row = Tuple[float, float, int, int]
"""A shot: direction in degrees, pull in metres, times of tap and launch in milliseconds (-1: none)."""


class Check(NamedTuple):
    """The result of one check of a pair (docs/reference/verify.md)."""

    verdict: str
    """"passed", "failed", "not asked" or "reported"."""
    finding: str


class Side(NamedTuple):
    """One side of a pair that was verified."""

    template: str
    passed: bool
    winning_throws: int
    throws: int
    witness: Sequence[Row]
    checks: Mapping[str, Check]


class Verified(NamedTuple):
    """The result of verify()."""

    normal: Side
    novel: Side

    @property
    def passed(self) -> bool:
        """Whether no check failed."""
        return self.normal.passed and self.novel.passed

    def __repr__(self) -> str:
        pair = self.normal.template.rpartition("/")[0]
        return f"<Verified {pair}: {'passed' if self.passed else 'failed'}>"

    def _repr_html_(self) -> str:
        rows = [
            (name, check.verdict, check.finding, other.verdict, other.finding)
            for (name, check), other in zip(self.normal.checks.items(), self.novel.checks.values())
        ]
        return html_table(repr(self)[1:-1], ["check", "normal", "finding", "novel", "finding"], rows)


def as_task(task: TaskLike) -> Task:
    """The task itself, or what Task.load() makes of its file or name."""
    if isinstance(task, Task):
        return task
    if not isinstance(task, (str, os.PathLike)):
        raise InputError(f"task: found {type(task).__name__}, expected a Task, its file or its name")
    return Task.load(text_of(task))


def as_tasks(tasks: Union[TaskLike, Sequence[TaskLike]]) -> list[Task]:
    """One task as a list of one, and several as a list."""
    several: Any = tasks if isinstance(tasks, Iterable) and not isinstance(tasks, str) else [tasks]
    return [as_task(each) for each in several]


def pairs() -> list[str]:
    """The names of the pairs that come with novphy, such as "rolling/agents"."""
    return engine.pairs()


def novelties() -> list[str]:
    """The names of the novelties that inject() accepts."""
    return engine.novelties()


def base_task(template: str) -> Task:
    """The base task of a template, without shift and distractors.

    `template` is a name such as "rolling/agents/normal" or "rolling/fan:normal". Raises InputError for an unknown name.
    """
    pair, _, side = template.replace(":", "/").rpartition("/")
    if side not in ("normal", "novel"):
        raise InputError(f'template: found "{template}", expected a name such as rolling/agents/novel')
    return engine.base_task(pair, side == "novel")


def make_tasks(
    template: str,
    count: int = 1,
    first: int = 0,
    seed: int = 1,
    proof: str = "witness",
    distractors: int = 5,
    threads: int = 0,
    progress: Progress = None,
) -> list[Task]:
    """Makes tasks of a template, as `novphy generate` does, in memory.

    Arguments:
        template: a name such as "rolling/agents/normal" or "rolling/fan:normal".
        count: the number of tasks, 1 to 1,000,000.
        first: the number of the first task, from 0. With it, a call goes on where another one ended.
        seed: of all draws, 0 to 2^64 - 1.
        proof: what a task must show before it is kept: "none", "valid", "witness" or "full" (docs/reference/generate.md).
        distractors: each task gets one to this many distractors, at most 100; 0: none.
        threads: the number of threads, at most 1024; 0 uses all cores. It changes no value.
        progress: True for a bar, or a function of the numbers of tasks done and of all.

    Returns tasks `first` to `first + count - 1`, no two of which are equal.

    Raises InputError for an unknown template, for numbers out of range, and where too few draws are accepted.
    """
    if not 0 <= seed < 2**64:
        raise InputError(f"seed: found {seed}, expected 0 to 2^64 - 1")
    with told(progress, "make_tasks"):
        return engine.make_tasks(template, count, first, seed, proof, distractors, threads)


def inject(
    task: TaskLike,
    novelty: str,
    at: Optional[Tuple[float, float]] = None,
    object: Optional[int] = None,
    **values: float,
) -> Task:
    """Puts a novelty into a task.

    Arguments:
        task: a normal Task, which stays as it is, or its file or name.
        novelty: one of novelties().
        at: the place (x, y) in metres, for novelties that have one. By default novphy chooses it.
        object: the index of the object that changes, for novelties that change one. By default novphy chooses it.
        values: parameters of the novelty by name, such as `force_n=25`. `novphy list novelties` prints their units, ranges and
            defaults.

    Returns the novel Task. without() gives the normal one back.

    Raises InputError if an argument does not fit the novelty or the task.
    """
    return engine.inject(as_task(task), novelty, at, object, values)[0]


def without(task: TaskLike) -> Task:
    """The `task`, which may be a file or a name, with every novelty taken out."""
    return engine.without(as_task(task))


def solve(task: TaskLike, physics: str = "standard") -> list[Row]:
    """Shots that pass a task, with a margin if there is one.

    Arguments:
        task: a Task, or its file or name.
        physics: the solver's numbers, an entry of physics.json such as "standard".

    Returns a row for each bird: direction in degrees, pull in metres, times of tap and launch in ms (-1: none). An empty list
    if the solver finds none.
    """
    return engine.solve(as_task(task), physics)


def verify(pair: Union[str, "os.PathLike[str]"]) -> Verified:
    """Puts a pair through every check of docs/reference/verify.md, which takes seconds.

    `pair` is a name such as "rolling/agents", or a pair file. Returns a Verified, whose `passed` says whether no check failed;
    its sides `normal` and `novel` hold the checks. Raises InputError for an unknown name.
    """
    sides = engine.verify(text_of(pair))
    for side in sides.values():
        side["checks"] = {key: Check(*check) for key, check in side["checks"].items()}
    return Verified(Side(**sides["normal"]), Side(**sides["novel"]))
