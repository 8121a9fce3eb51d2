"""Plans: which tasks are played, and in which order."""

from __future__ import annotations

import os
from typing import Any, Sequence, Union

from novphy._engine import engine
from novphy.agents import Plan


def plan(
    pairs: Sequence[str] = (), *, proof: str = "witness", distractors: int = 5, threads: int = 0, **options: Any
) -> Plan:
    """Draws a plan and makes its tasks, as `novphy plan` does. `pairs` defaults to all forty.

    `options` are those of the command: trials, min_normal, max_normal, novel, calibration_runs, calibration_tasks,
    training, control, pool, seed, informed. The same options give the same bytes in `Plan.json()`.
    """
    return engine.draw_plan(list(pairs), options, proof, distractors, threads)


def standard_plan(version: int = 1, tasks: Union[None, str, os.PathLike] = None, threads: int = 0) -> Plan:
    """The standard plan of this version. `tasks` is a folder of `novphy generate`. Without it, the tasks are made.

    Raises InputError if a task or the plan differs from the frozen one.
    """
    return engine.standard_plan(str(version), "" if tasks is None else str(tasks), threads)
