"""Tasks on disk, as `novphy generate` writes them."""

from __future__ import annotations

import json
import os
from typing import Any, Mapping, Optional, Sequence, Tuple, Union

from novphy._engine import engine
from novphy._errors import InputError
from novphy._progress import Progress, told
from novphy._settings import with_settings
from novphy.paths import Path, output_of, text_of

Range = Tuple[float, float]
Injected = Union[str, Sequence[str], Mapping[str, Mapping[str, float]]]
"""Names of novelties, or names with values of their parameters, such as `{"fan": {"force_n": 25}}`."""


def names_of(value: Union[str, "os.PathLike[str]", Sequence[Path]]) -> list[str]:
    """One name as a list of one, and several as a list."""
    return [text_of(value)] if isinstance(value, (str, os.PathLike)) else [text_of(each) for each in value]


def injections_of(inject: Optional[Injected]) -> list[str]:
    """The chosen novelties as texts such as "fan,force_n=25"."""
    chosen = inject if isinstance(inject, Mapping) else {name: {} for name in names_of(inject or ())}
    return [",".join([name, *(f"{key}={value}" for key, value in values.items())]) for name, values in chosen.items()]


def range_of(value: Any) -> Any:
    """A range as a text such as "1:3". What is no range stays as it is."""
    return f"{value[0]}:{value[1]}" if isinstance(value, (tuple, list)) and len(value) == 2 else value


@with_settings(engine.settings_of_generate())
def generate(
    names: Union[Path, Sequence[Path]] = (),
    count: Optional[int] = None,
    *,
    out: Path,
    window: Optional[Range] = None,
    difficulty: Optional[Mapping[str, Range]] = None,
    inject: Optional[Injected] = None,
    shard: Optional[Tuple[int, int]] = None,
    progress: Progress = None,
    **settings: Any,
) -> list[dict[str, Any]]:
    """Writes variations of tasks to a folder, each proved by playing it, with the bytes of `novphy generate`.

    Arguments:
        names: pair files, folders of them, names such as "rolling/agents", "rolling/agents/novel" or "rolling", or "all". With
            `certificate`, all of its templates where none are named.
        count: the number of tasks of each template, 1 to 1,000,000; with `certificate`, as many as it has where none is given.
        out: the folder. It gets a file for each task, index.jsonl, which tells how each task was made, and certificate.jsonl.
        window: keeps only tasks whose winning window has a width in this range of degrees, such as (1, 3).
        difficulty: keeps only novel tasks in these ranges from 0 to 1, such as {"detect": (0.2, 0.5), "adapt": (0, 1)}.
        inject: makes pairs of normal tasks and the same tasks with these novelties: a name, names, or a mapping such as
            {"fan": {"force_n": 25}}.
        shard: makes only the tasks of shard (i, n), i from 1 to n. A later call with `resume` merges all shards.
        progress: True for a bar, or a function of the numbers of tasks done and of all.
        **settings: the options of the command by keyword; help() and docs/reference/python.md list them.

    Returns the lines of the index, one dict for each task: `template`, `task`, `file` within the folder, `witness` (shots
    that pass it, as texts), `window_deg`, `draws`, `rejected` and more (docs/reference/generate.md). For a shard, these are its lines.

    Raises InputError for unknown names, numbers out of range, a folder that holds tasks (without `resume`), and templates of
    which too few draws are accepted.
    """
    templates_of = names_of(names)
    if "certificate" not in settings:
        if not templates_of:
            raise InputError("names: found none, expected at least one")
        if count is None:
            raise InputError("count: expected the number of tasks of each template")
    given = {
        **settings, "names": templates_of, "count": count, "out": output_of(out), "window": range_of(window),
        "difficulty": None if difficulty is None else [f"{name}={range_of(each)}" for name, each in difficulty.items()],
        "inject": injections_of(inject) or None, "shard": None if shard is None else "/".join(map(str, shard)),
    }  # fmt: skip
    with told(progress, "generate"):
        return [json.loads(line) for line in engine.generate(given)]
