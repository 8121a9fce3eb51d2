"""Plans: which tasks are played, and in which order."""

from __future__ import annotations

import os
from typing import Any, Sequence, Union

from novphy._engine import engine
from novphy._errors import warn
from novphy._progress import Progress, told
from novphy._settings import with_settings
from novphy.agents import Plan
from novphy.generating import names_of
from novphy.paths import Path, text_of


@with_settings(engine.settings_of_plan())
def plan(pairs: Union[Path, Sequence[Path]] = (), *, progress: Progress = None, **settings: Any) -> Plan:
    """Draws a plan and makes its tasks, as `novphy plan` does (docs/reference/trials.md).

    Arguments:
        pairs: names such as "rolling/agents", pair files, or folders of them; all forty pairs by default.
        progress: True for a bar, or a function of the numbers of tasks done and of all.
        **settings: the options of the command by keyword; help() and docs/reference/python.md list them.

    Returns the Plan. The same arguments give the same bytes in `Plan.json()`.

    Raises InputError for unknown pairs and settings, and for numbers that no plan can have.
    """
    with told(progress, "plan"):
        made, warnings = engine.plan({**settings, "pairs": names_of(pairs) or None})
    warn(warnings)
    return made


def level_plan(
    folder: Union[str, os.PathLike], trials: int = 1, seed: int = 1, skip_unreadable: bool = False
) -> Plan:
    """A plan of levels of one's own, without pairs and novelties, as `novphy plan --levels` makes it.

    Arguments:
        folder: of levels in Science Birds XML or novphy's JSON. Each folder below it with levels is a trial.
        trials: how often each of these trials is played, with other seeds of the agent.
        seed: from which the seeds of agents come, 0 to 2^53 - 1.
        skip_unreadable: whether files that are no levels are left out, with a Python warning each.

    Returns the Plan. What readers correct in levels is issued as Python warnings.

    Raises InputError for a folder without levels and, unless `skip_unreadable`, for files that are no levels.
    """
    made, warnings = engine.plan(
        {"levels": text_of(folder), "trials": trials, "seed": seed, "skip_unreadable": skip_unreadable}
    )
    warn(warnings)
    return made


def standard_plan(
    version: Union[int, str] = 1,
    tasks: Union[None, str, os.PathLike] = None,
    threads: int = 0,
    progress: Progress = None,
) -> Plan:
    """A frozen plan, on which papers compare.

    Arguments:
        version: "quick", "small", or 1 for the standard plan.
        tasks: a folder of generate() with the plan's tasks. Without it, they are made from the certificate that comes with the
            package.
        threads: the number of threads, at most 1024; 0 uses all cores. It changes no value.
        progress: True for a bar, or a function of the numbers of tasks done and of all.

    Raises InputError if a task or the plan differs from the frozen one.
    """
    with told(progress, "standard_plan"):
        return engine.plan({"standard": str(version), "tasks": tasks, "threads": threads})[0]
