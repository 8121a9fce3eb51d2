"""Tasks: reading, making, changing and solving them."""

from __future__ import annotations

import os
from typing import Mapping, NamedTuple, Optional, Sequence, Tuple

from novphy._engine import engine
from novphy._errors import InputError

Task = engine.Task
Task.__module__ = "novphy"

Row = Tuple[float, float, int, int]
"""A shot: direction in degrees, pull in metres, times of tap and launch in milliseconds (-1: none)."""


class Check(NamedTuple):
    """The result of one check of a pair (docs/verify.md)."""

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


def pairs() -> list[str]:
    """The names of the pairs that come with novphy, such as "rolling/agents"."""
    return engine.pairs()


def novelties() -> list[str]:
    """The names of the novelties that inject() accepts."""
    return engine.novelties()


def base_task(template: str) -> Task:
    """The base task of a template such as "rolling/agents/normal", without shift and distractors."""
    pair, _, side = template.rpartition("/")
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
) -> list[Task]:
    """Tasks `first` to `first + count - 1` of a template, as `novphy generate` makes them.

    `proof` says how thoroughly each task is proved: "none", "valid", "witness" or "full". `threads` 0 uses all cores; the
    number does not change the tasks. Raises InputError for an unknown template, and for numbers out of range.
    """
    if not 0 <= seed < 2**64:
        raise InputError(f"seed: found {seed}, expected 0 to 2^64 - 1")
    return engine.make_tasks(template, count, first, seed, proof, distractors, threads)


def inject(
    task: Task,
    novelty: str,
    at: Optional[Tuple[float, float]] = None,
    object: Optional[int] = None,
    **values: float,
) -> Task:
    """The task with a novelty. `at` is a place in metres, and `object` the index of the object that changes.

    `values` set parameters of the novelty, such as `force_n=25`. Raises InputError if an argument does not fit.
    """
    return engine.inject(task, novelty, at, object, values)[0]


def without(task: Task) -> Task:
    """The task with every novelty taken out."""
    return engine.without(task)


def solve(task: Task, physics: str = "standard") -> list[Row]:
    """Shots that pass the task, with a margin if there is one. An empty list if the solver finds none."""
    return engine.solve(task, physics)


def verify(pair: str) -> Verified:
    """Puts a pair such as "rolling/agents" through every check of docs/verify.md, which takes seconds."""
    sides = engine.verify(pair)
    for side in sides.values():
        side["checks"] = {key: Check(*check) for key, check in side["checks"].items()}
    return Verified(Side(**sides["normal"]), Side(**sides["novel"]))
