"""Where environments get their tasks from."""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from contextlib import contextmanager
from itertools import chain, groupby
from pathlib import Path
from typing import Any, Iterable, Iterator, Optional, Sequence, Union

import numpy as np

from novphy._engine import engine
from novphy._errors import InputError
from novphy.tasks import Task, make_tasks

Source = Union[str, os.PathLike, Task]

TASKS_OF_A_TEMPLATE = 350
MOST_TASKS = 1_000_000


LONG_S = 2.0
_LOG = logging.getLogger("novphy")
_kept: dict[tuple[str, int], list[Task]] = {}
"""The tasks of each template from a first one on: the first tasks of a longer list are those of a shorter one."""


@contextmanager
def _told(count: int) -> Iterator[None]:
    """Tells a person at a terminal what takes long, and the log how long it took."""

    def tell() -> None:
        if sys.stderr.isatty():
            print(f"novphy: making {count} tasks", file=sys.stderr, flush=True)

    timer = threading.Timer(LONG_S, tell)
    timer.daemon = True
    start = time.monotonic()
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
    _LOG.info("made %d tasks in %.1f s", count, time.monotonic() - start)


def _made(templates: Sequence[str], count: int, first: int) -> list[Task]:
    """The tasks of these templates, which the process makes once."""
    missing = [each for each in dict.fromkeys(templates) if len(_kept.get((each, first), ())) < count]
    if missing:
        with _told(count * len(missing)):
            for template in missing:
                _kept[template, first] = make_tasks(template, count, first)
    return [task for template in templates for task in _kept[template, first][:count]]


def _in_folder(folder: Path) -> list[Task]:
    files = sorted(file for file in folder.rglob("*") if file.suffix in (".json", ".xml"))
    if not files:
        raise InputError(f"{folder}: found no task, expected .json or .xml files")
    return [Task.load(str(file)) for file in files]


def _in_file(file: Path) -> list[Task]:
    if file.suffix == ".json" and '"trials"' in file.read_text(encoding="utf-8", errors="replace"):
        return engine.Plan.load(str(file)).tasks()
    return [Task.load(str(file))]


def _templates(name: str) -> list[str]:
    try:
        return engine.templates_named(name)
    except InputError:
        raise InputError(
            f'tasks: found "{name}", expected a file, a folder, "all", or the name of a template, pair, scenario or '
            "novelty, such as rolling/agents/normal, rolling/agents, rolling or agents"
        ) from None


def _cut(tasks: list[Task], count: Optional[int], first: int) -> list[Task]:
    chosen = tasks[first : None if count is None else first + count]
    if not chosen or (count is not None and len(chosen) < count):
        raise InputError(f"tasks: found {len(chosen)} from {first} on, expected {count or 'some'}")
    return chosen


def _resolved(source: Source) -> Sequence[Union[Task, Path, str]]:
    """The task, the path, or the templates that a source means."""
    if isinstance(source, Task):
        return [source]
    return [Path(source)] if os.path.exists(source) else _templates(str(source))


def _tasks_in(kind: type, sources: list[Any], count: Optional[int], first: int) -> list[Task]:
    if kind is Task:
        return _cut(sources, count, first)
    if kind is str:
        return _made(sources, count or TASKS_OF_A_TEMPLATE, first)
    read = [_in_folder(each) if each.is_dir() else _in_file(each) for each in sources]
    return [task for tasks in read for task in _cut(tasks, count, first)]


def _whole(number: Any, least: int) -> bool:
    return isinstance(number, (int, np.integer)) and bool(least <= number <= MOST_TASKS)


def _listed(source: Union[Source, Sequence[Source]]) -> list[Source]:
    if not isinstance(source, (str, os.PathLike, Task, Iterable)):
        raise InputError(f"tasks: found {source!r}, expected a Task, a name, a path, or a list of these")
    sources = [source] if isinstance(source, (str, os.PathLike, Task)) else list(source)
    for i, each in enumerate(sources):
        if not isinstance(each, (str, os.PathLike, Task)):
            raise InputError(f"tasks[{i}]: found {type(each).__name__}, expected a Task, a name or a path")
    return sources


def tasks_of(
    source: Union[Source, Sequence[Source]], count: Optional[int] = None, first: int = 0
) -> list[Task]:
    """Tasks `first` to `first + count - 1` of each source, one source after the other.

    A source is a template, a folder, a plan, a file with one task, or the tasks that stand side by side in a list. A
    pair, a scenario, a novelty and "all" mean all of their templates, in the order of `novphy.pairs()`, the normal one
    of a pair first. The tasks of a template are made when they are first asked for, once for all environments of the
    process. `count` defaults to 350 for a template, and to all tasks for other sources.
    """
    if not _whole(first, 0) or (count is not None and not _whole(count, 1)):
        raise InputError(f"count, first: found {count!r}, {first!r}, expected whole numbers from 1, 0 to {MOST_TASKS}")
    resolved = chain.from_iterable([_resolved(each) for each in _listed(source)])
    tasks: list[Task] = []
    for kind, group in groupby(resolved, type):
        tasks += _tasks_in(kind, list(group), count, first)
    if not tasks:
        raise InputError("tasks: found none, expected some")
    return tasks
