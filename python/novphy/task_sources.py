"""Where environments get their tasks from."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Optional, Sequence, Union

from novphy._engine import engine
from novphy._errors import InputError
from novphy.tasks import Task, make_tasks

TASKS_OF_A_TEMPLATE = 350


@lru_cache(maxsize=None)
def _made(template: str, count: int, first: int) -> tuple[Task, ...]:
    return tuple(make_tasks(template, count, first))


def _in_folder(folder: Path) -> list[Task]:
    files = sorted(file for file in folder.rglob("*") if file.suffix in (".json", ".xml"))
    if not files:
        raise InputError(f"{folder}: found no task, expected .json or .xml files")
    return [Task.load(str(file)) for file in files]


def _in_file(file: Path) -> list[Task]:
    if file.suffix == ".json" and '"trials"' in file.read_text(encoding="utf-8", errors="replace"):
        return engine.Plan.load(str(file)).tasks()
    return [Task.load(str(file))]


def tasks_of(
    source: Union[str, Path, Sequence[Task]], count: Optional[int] = None, first: int = 0
) -> list[Task]:
    """Tasks `first` to `first + count - 1` of a template, a folder, a plan, a file with one task, or a list.

    The tasks of a template are made when they are first asked for, once for all environments of the process. `count`
    defaults to 350 for a template, and to all tasks for other sources.
    """
    if first < 0 or (count is not None and count < 1):
        raise InputError(f"count, first: found {count}, {first}, expected at least 1, 0")
    if isinstance(source, (str, Path)):
        path = Path(source)
        if not path.exists():
            return list(_made(str(source), count or TASKS_OF_A_TEMPLATE, first))
        source = _in_folder(path) if path.is_dir() else _in_file(path)
    tasks = list(source)[first : None if count is None else first + count]
    for i, task in enumerate(tasks):
        if not isinstance(task, Task):
            raise InputError(f"tasks[{i}]: found {type(task).__name__}, expected a Task")
    if not tasks or (count is not None and len(tasks) < count):
        raise InputError(f"tasks: found {len(tasks)} from {first} on, expected {count or 'some'}")
    return tasks
