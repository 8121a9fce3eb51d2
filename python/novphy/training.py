"""Training of the nets that learning agents play with."""

from __future__ import annotations

from typing import Any, NamedTuple, Sequence, Union

from novphy._engine import engine
from novphy._progress import Progress, told
from novphy._settings import with_settings
from novphy.generating import names_of
from novphy.paths import Path, output_of


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


@with_settings(engine.settings_of_train())
def train(
    templates: Union[str, Sequence[str]],
    agent: Union[str, Sequence[str]] = "dqn",
    *,
    out: Path,
    progress: Progress = None,
    **settings: Any,
) -> list[NetResult]:
    """Trains nets as `novphy train` does, and writes the same files (docs/reference/learning.md).

    Arguments:
        templates: names of templates, pairs or scenarios, such as "rolling/agents/normal", or "all".
        agent: "dqn", "relational", or a list of both, which then learn from the same plays.
        out: the folder for the nets.
        progress: True for a bar, or a function of the numbers of tasks made, before nets learn, and of all.
        **settings: the options of the command by keyword; help() and docs/reference/python.md list them.

    Returns a NetResult for each net, with the share of held-out tasks that it passes. To play the nets, call
    `run(plan, "dqn", weights=out, informed=True)`.

    Raises InputError for wrong names, for numbers out of range, and for a folder with nets of another training.
    """
    given = {**settings, "templates": names_of(templates), "agent": names_of(agent), "out": output_of(out)}
    with told(progress, "train"):
        return [NetResult(*row) for row in engine.train(given)]
