"""Tasks on disk, as `novphy generate` writes them."""

from __future__ import annotations

import json
import os
from typing import Any, Mapping, Optional, Sequence, Tuple, Union

from novphy._engine import engine
from novphy._errors import InputError
from novphy.paths import Path, output_of, text_of

Range = Tuple[float, float]
Injected = Union[str, Sequence[str], Mapping[str, Mapping[str, float]]]
"""Names of novelties, or names with values of their parameters, such as `{"fan": {"force_n": 25}}`."""

MOST_SEED = 2**53 - 1


def names_of(value: Union[str, "os.PathLike[str]", Sequence[Path]]) -> list[str]:
    """One name as a list of one, and several as a list."""
    return [text_of(value)] if isinstance(value, (str, os.PathLike)) else [text_of(each) for each in value]


def novelties_of(inject: Optional[Injected]) -> list[tuple[str, dict[str, float]]]:
    """The chosen novelties as pairs of a name and the values of parameters."""
    if inject is None:
        return []
    if isinstance(inject, Mapping):
        return [(name, dict(values)) for name, values in inject.items()]
    return [(name, {}) for name in names_of(inject)]


def checked_seed(seed: int) -> int:
    """The seed. Raises InputError unless every reader of JSON keeps its exact value."""
    if not 0 <= seed <= MOST_SEED:
        raise InputError(f"seed: found {seed}, expected 0 to 2^53 - 1")
    return seed


def given(**options: Any) -> dict[str, Any]:
    """The options that are not None."""
    return {name: value for name, value in options.items() if value is not None}


def generate(
    names: Union[Path, Sequence[Path]],
    count: int,
    *,
    out: Path,
    seed: int = 1,
    proof: str = "witness",
    distractors: int = 5,
    paired: bool = False,
    window: Optional[Range] = None,
    difficulty: Optional[Mapping[str, Range]] = None,
    inject: Optional[Injected] = None,
    templates: Optional[Path] = None,
    format: str = "json",
    resume: bool = False,
    shard: Optional[Tuple[int, int]] = None,
    physics: str = "standard",
    threads: int = 0,
) -> list[dict[str, Any]]:
    """Writes variations of tasks to a folder, each proved by playing it, with the bytes of `novphy generate`.

    Arguments:
        names: pair files, folders of them, names such as "rolling/agents", "rolling/agents/novel" or "rolling", or "all".
        count: the number of tasks of each template, 1 to 1,000,000.
        out: the folder. It gets a file for each task and index.jsonl, which tells how each task was made.
        seed: of all draws, 0 to 2^53 - 1.
        proof: what a task must show before it is kept: "none", "valid", "witness" or "full" (docs/generate.md).
        distractors: each task gets one to this many, at most 20; 0: none.
        paired: normal and novel task share parameters, shift and distractors.
        window: keeps only tasks whose winning window has a width in this range of degrees, such as (1, 3).
        difficulty: keeps only novel tasks in these ranges from 0 to 1, such as {"detect": (0.2, 0.5), "adapt": (0, 1)}.
        inject: makes pairs of normal tasks and the same tasks with these novelties: a name, names, or a mapping such as
            {"fan": {"force_n": 25}}.
        templates: a folder of published NovPhy templates, from which `names` are taken.
        format: "json", or "xml" with NovPhy's names of folders and files.
        resume: goes on with what is in the folder, after Ctrl-C or with a greater count.
        shard: makes only the tasks of shard (i, n), i from 1 to n. A later call with `resume` merges all shards.
        physics: an entry of physics.json, with which tasks are proved.
        threads: 0 uses all cores; the number changes no byte.

    Returns the lines of the index, one dict for each task: `template`, `task`, `file` within the folder, `witness` (shots
    that pass it, as texts), `window_deg`, `draws`, `rejected` and more (docs/generate.md). For a shard, these are its lines.

    Raises InputError for unknown names, numbers out of range, a folder that holds tasks (without `resume`), and templates of
    which too few draws are accepted.
    """
    templates_of = names_of(names)
    if not templates_of:
        raise InputError("names: found none, expected at least one")
    options = given(
        seed=checked_seed(seed), proof=proof, distractors=distractors, paired=paired, window=window,
        difficulty=None if difficulty is None else dict(difficulty), inject=novelties_of(inject),
        templates=None if templates is None else text_of(templates), format=format, resume=resume,
        shard=None if shard is None else f"{shard[0]}/{shard[1]}", physics=physics, threads=threads,
    )  # fmt: skip
    return [json.loads(line) for line in engine.generate(templates_of, count, output_of(out), options)]
