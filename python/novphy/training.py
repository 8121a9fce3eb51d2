"""Training of the nets that learning agents play with."""

from __future__ import annotations

import os
from typing import NamedTuple, Optional, Sequence, Union

from novphy._engine import engine
from novphy.generating import checked_seed, names_of
from novphy.paths import output_of


class NetResult(NamedTuple):
    """What a trained net passes of a template's held-out tasks, beside what its actions can reach on them."""

    agent: str
    template: str
    tasks: int
    """Number of held-out tasks."""
    passed: float
    """Share of the tasks that the net passes."""
    solved: float
    """Share of the tasks that some action passes, with any of the birds."""
    random: float
    """Mean share of the first bird's shots that pass."""
    best_single: float
    """Share of the tasks that the best single action passes with the first bird."""


def train(
    templates: Union[str, Sequence[str]],
    agent: Union[str, Sequence[str]] = "dqn",
    *,
    out: Union[str, os.PathLike],
    train_on: Union[str, Sequence[str]] = (),
    actions: str = "planner",
    tasks: int = 280,
    held_out: int = 70,
    schedule: str = "table",
    release: Optional[str] = None,
    seed: int = 2,
    proof: str = "witness",
    distractors: int = 5,
    physics: str = "standard",
    resume: bool = False,
    threads: int = 0,
) -> list[NetResult]:
    """Trains nets as `novphy train` does, and writes the same files.

    Arguments:
        templates: names of templates, pairs or scenarios, such as "rolling/agents/normal", or "all".
        agent: "dqn", "relational", or a list of both, which then learn from the same plays.
        out: the folder for the nets.
        train_on: templates, pairs or scenarios. One net is trained on their normal tasks, and saved for each template,
            instead of a net on each template's own.
        actions: the shots to choose among: "planner", "points" or "grid" (docs/learning.md).
        tasks: the number of tasks that a net learns from, 5 to 100,000.
        held_out: the number of tasks that it is tested on, 1 to 100,000.
        schedule: "table", from what every action does on every task; or "published", from the agent's own shots, as the
            papers' agents train.
        release: of the published agents' code, for the schedule "published": by default the last one.
        seed: of the tasks and the nets, 0 to 2^53 - 1.
        proof: what a task must show before it is kept: "none", "valid", "witness" or "full".
        distractors: each task gets one to this many distractors, at most 20; 0: none.
        physics: the solver's numbers, an entry of physics.json such as "standard".
        resume: keeps finished nets and tasks, after Ctrl-C.
        threads: the number of threads; 0 uses all cores. It changes no byte.

    Returns a NetResult for each net, with the share of held-out tasks that it passes. To play the nets, call
    `run(plan, "dqn", weights=out, informed=True)`.

    Raises InputError for wrong names, for numbers out of range, and for a folder with nets of another training.
    """
    rows = engine.train(
        names_of(templates), names_of(agent), output_of(out), names_of(train_on), actions, tasks, held_out, schedule,
        release or "", checked_seed(seed), proof, distractors, physics, resume, threads,
    )  # fmt: skip
    return [NetResult(*row) for row in rows]
