"""Merging the shards of a run."""

from __future__ import annotations

from typing import Any, Sequence, Union

from novphy._engine import engine
from novphy._errors import warn
from novphy._settings import with_settings
from novphy.agents import Records
from novphy.executors import UnfinishedRun
from novphy.generating import names_of
from novphy.paths import Path, output_of


@with_settings(engine.settings_of_merge())
def merge(files: Union[Path, Sequence[Path]], out: Path, **settings: Any) -> Records:
    """Merges the shards of a run into its records, with the bytes of `novphy merge`.

    Arguments:
        files: finished shards (`novphy run --shard`), tries of shards, and partial files of interrupted runs, in any order.
        out: the file of records to write.
        **settings: the options of the command by keyword; help() and docs/reference/python.md list them.

    Returns the records.

    Raises UnfinishedRun, and writes nothing, where trials are missing: `trials` are their places in the plan, if the plan is
    there, and `shards` the shards to play again, if their number is known. Raises InputError for files of different runs,
    for damaged files, and where `out` is there already.
    """
    file = output_of(out)
    missing, trials, kept, numbers, warning = engine.merge({**settings, "files": names_of(files), "out": file})
    if missing:
        raise UnfinishedRun(missing, trials, kept, numbers)
    warn([warning] if warning else [])
    return Records.load(file)
