"""Checks a data set: plays every row again and compares."""

from __future__ import annotations

import os
from itertools import zip_longest
from pathlib import Path
from typing import Any, Iterator, Mapping, Union

import numpy as np

from novphy._engine import engine
from novphy._errors import InputError
from novphy.agents import Plan
from novphy.croissant import sha256_of
from novphy.dataset_files import (
    CROISSANT, EPISODES, METADATA, PLAN, RECORDS, ROWS, csv_text, open_rows, read_json, read_metadata, row_of,
)  # fmt: skip
from novphy.dataset_maker import Dataset, is_dataset
from novphy.episodes import DatasetDifference, Episode, Recorded


def _shown(value: Any) -> str:
    """A value of a row, with digests as records have them."""
    return value.decode("ascii", "backslashreplace") if isinstance(value, bytes) else str(value)


def _differ(place: str, found: Any, expected: Any) -> DatasetDifference:
    return DatasetDifference(f"{place}: found {_shown(found)}, expected {_shown(expected)}")


def _compare_array(place: str, found: Any, expected: np.ndarray) -> None:
    """Raises DatasetDifference at the first number that differs."""
    if found is None:
        raise _differ(place, "nothing", f"an array of the shape {expected.shape}")
    values = found[()]
    if values.shape != expected.shape or values.dtype != expected.dtype:
        raise _differ(place, f"{values.dtype} {values.shape}", f"{expected.dtype} {expected.shape}")
    equal = values == expected
    if values.dtype.kind == "f":
        equal |= np.isnan(values) & np.isnan(expected)
    different = np.argwhere(~equal)
    if len(different):
        at = tuple(different[0])
        raise _differ(f"{place}[{', '.join(map(str, at))}]", values[at], expected[at])


def _compare_about(place: str, found: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    for name, value in expected.items():
        if name not in found:
            raise _differ(f"{place}/{name}", "nothing", value)
        if found[name] != value:
            raise _differ(f"{place}/{name}", found[name], value)


def _compare_episode(group: Any, episode: Episode) -> None:
    place = f"{ROWS}: episode_{episode.about['id']}"
    if group is None:
        raise _differ(place, "nothing", "an episode")
    # The digests come first: where the play differs, all else may.
    names = sorted(episode.arrays, key=lambda name: name != "infos/digest")
    for name in names:
        _compare_array(f"{place}/{name}", group.get(name), episode.arrays[name])
    _compare_about(place, group.attrs, episode.about)


def _episodes_checked(rows: Any, recorded: Recorded, threads: int) -> Iterator[Mapping[str, Any]]:
    for episode in recorded.episodes(threads):
        _compare_episode(rows.get(f"episode_{episode.about['id']}"), episode)
        yield row_of(episode)
    if len(rows) != len(recorded):
        raise _differ(ROWS, f"{len(rows)} episodes", len(recorded))


def _compare_table(file: Path, expected: str) -> None:
    found = file.read_text(encoding="utf-8").splitlines()
    for i, (line, right) in enumerate(zip_longest(found, expected.splitlines(), fillvalue="nothing")):
        if line != right:
            raise _differ(f"{EPISODES}:{i + 1}", line, right)


def _compare_counts(metadata: Mapping[str, Any], recorded: Recorded) -> None:
    for name, count in (("total_episodes", len(recorded)), ("total_steps", recorded.steps)):
        if metadata[name] != count:
            raise _differ(f"{METADATA}: /{name}", metadata[name], count)


def _compare_hashes(folder: Path) -> None:
    described = read_json(folder / CROISSANT, "distribution")
    for each in described["distribution"]:
        found = sha256_of(folder / each["contentUrl"])
        if found != each["sha256"]:
            raise _differ(f"{each['contentUrl']}: sha256", found, f"{each['sha256']}, as in {CROISSANT}")


def _check_program(fingerprint: Mapping[str, Any]) -> str:
    """What to know if the plays differ: "" if this version of novphy has made the data set."""
    made_by = fingerprint.get("version", "")
    return "" if made_by == engine.__version__ else f" (made by novphy {made_by}; this is {engine.__version__})"


def check_dataset(folder: Union[str, os.PathLike], threads: int = 0) -> Dataset:
    """Plays every row of a data set again and compares all that the files say.

    Raises DatasetDifference with the first place that differs, what was found there and what was expected; InputError for a
    folder without a data set. `threads` 0 uses all cores.
    """
    top = Path(folder)
    if not is_dataset(top):
        raise InputError(f"{folder}: found no data set, expected a folder that novphy dataset has written")
    metadata, view = read_metadata(top)
    recorded = Recorded(Plan.load(str(top / PLAN)), top / RECORDS, view)
    try:
        _check(top, recorded, threads)
        _compare_counts(metadata, recorded)
        _compare_hashes(top)
    except DatasetDifference as difference:
        raise DatasetDifference(f"{folder}/{difference}{_check_program(recorded.fingerprint)}") from None
    return Dataset(top, metadata["dataset_id"], len(recorded), recorded.steps, recorded.records - len(recorded))


def _check(folder: Path, recorded: Recorded, threads: int) -> None:
    if recorded.fingerprint["plan_hash"] != recorded.plan.hash:
        raise _differ(f"{PLAN}: hash", recorded.plan.hash, f"{recorded.fingerprint['plan_hash']}, as in {RECORDS}")
    with open_rows(folder / ROWS) as rows:
        table = list(_episodes_checked(rows, recorded, threads))
    _compare_table(folder / EPISODES, csv_text(table))
