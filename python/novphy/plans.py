"""Plans: which tasks are played, and in which order."""

from __future__ import annotations

import os
from typing import Any, Sequence, Union

from novphy._engine import engine
from novphy.agents import Plan


def plan(
    pairs: Sequence[str] = (), *, proof: str = "witness", distractors: int = 5, threads: int = 0, **options: Any
) -> Plan:
    """Draws a plan and makes its tasks, as `novphy plan` does.

    Arguments:
        pairs: names such as "rolling/agents"; all forty by default.
        proof: what a task must show before it is kept: "none", "valid", "witness" or "full" (docs/generate.md).
        distractors: each task gets one to this many distractors; 0: none.
        threads: the number of threads, at most 1024; 0 uses all cores. It changes no value.
        options: those of the command, with its defaults: trials (of each novelty-scenario), min_normal, max_normal and novel
            (tasks of a trial), calibration_runs, calibration_tasks, training, control, pool, seed, informed (docs/trials.md).

    Returns the Plan. The same arguments give the same bytes in `Plan.json()`.

    Raises InputError for unknown pairs and options, and for numbers that no plan can have.
    """
    return engine.draw_plan(list(pairs), options, proof, distractors, threads)


def standard_plan(version: int = 1, tasks: Union[None, str, os.PathLike] = None, threads: int = 0) -> Plan:
    """The standard plan, on which papers compare.

    Arguments:
        version: of the standard plan.
        tasks: a folder of generate() with the plan's tasks. Without it, they are made, which takes minutes.
        threads: the number of threads, at most 1024; 0 uses all cores. It changes no value.

    Raises InputError if a task or the plan differs from the frozen one.
    """
    return engine.standard_plan(str(version), "" if tasks is None else str(tasks), threads)
