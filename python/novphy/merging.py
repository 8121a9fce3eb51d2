"""Merging the shards of a run."""

from __future__ import annotations

import os
from typing import Optional, Sequence, Union

from novphy._engine import engine
from novphy._errors import InputError, warn
from novphy.agents import Records
from novphy.executors import UnfinishedRun
from novphy.generating import names_of
from novphy.paths import Path, output_of, text_of


def _check_output(files: Sequence[str], out: str) -> None:
    for file in files:
        if os.path.exists(file) and os.path.exists(out) and os.path.samefile(file, out):
            raise InputError(f"{out}: is an input of this command: expected another name for the output")


def merge(
    files: Union[Path, Sequence[Path]],
    out: Path,
    *,
    plan: Optional[Path] = None,
    shards: Optional[int] = None,
    force: bool = False,
) -> Records:
    """Merges the shards of a run into its records, with the bytes of `novphy merge`.

    Arguments:
        files: finished shards (`novphy run --shard`), tries of shards, and partial files of interrupted runs, in any order.
        out: the file of records to write.
        plan: the plan's file, where it was moved; needed only to name what is missing.
        shards: the number of shards, to name those that are missing; by default as the names of the files say.
        force: replaces records that are there already.

    Returns the records.

    Raises UnfinishedRun, and writes nothing, where trials are missing: `trials` are their places in the plan, if the plan is
    there, and `shards` the shards to play again, if their number is known. Raises InputError for files of different runs,
    for damaged files, and where `out` is there already.
    """
    if shards is not None and not 1 <= shards <= 1_000_000:
        raise InputError(f"shards: found {shards}, expected 1 to 1000000")
    paths = names_of(files)
    if not paths:
        raise InputError("files: found none, expected the files of a run's shards")
    file = output_of(out)
    _check_output(paths, file)
    missing, trials, kept, numbers, warning = engine.merge(
        paths, file, "" if plan is None else text_of(plan), shards or 0, force
    )
    if missing:
        raise UnfinishedRun(missing, trials, kept, numbers)
    warn([warning] if warning else [])
    return Records.load(file)
