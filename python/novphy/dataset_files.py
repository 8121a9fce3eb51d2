"""The files of a data set: Minari's folder `data`, and a table of the episodes."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any, Iterable, Mapping, NamedTuple, Sequence

import numpy as np

from novphy._engine import engine
from novphy._errors import InputError
from novphy.episodes import HIGHEST_SHOT, LOWEST_SHOT, Episode, View, check_view
from novphy.seeing import LIMITS

ROWS = "data/main_data.hdf5"
METADATA = "data/metadata.json"
RECORDS = "records.jsonl"
PLAN = "plan.json"
EPISODES = "episodes.csv"
CROISSANT = "croissant.json"

MINARI_VERSION = "0.5.0"
"""The version of Minari that introduced this layout of files."""
RAW_PICTURES_VERSION = "0.5.4"
"""The version of Minari that introduced pictures without JPEG."""
ID = re.compile(r"([-\w]+/)*[-\w]+-v\d+", re.ASCII)


class Credits(NamedTuple):
    """What only the maker of a data set can say."""

    author: Sequence[str] = ()
    author_email: Sequence[str] = ()
    code_permalink: str = ""
    description: str = ""
    license: str = "https://spdx.org/licenses/MIT"
    """By default the licence of novphy and its tasks."""
    date_published: str = ""
    url: str = ""


def h5py_module() -> Any:
    """The module h5py. Raises InputError if it is not installed."""
    try:
        import h5py
    except ImportError as error:
        raise InputError(f"data sets need h5py ({error}): pip install h5py") from None
    return h5py


def check_id(name: str, folder: Path) -> None:
    """Raises InputError if Minari would not find a data set of this name in this folder."""
    if not ID.fullmatch(name):
        raise InputError(f'id: found "{name}", expected a name that ends in a version, such as "rolling-v0"')
    parts = name.split("/")
    if folder.resolve().parts[-len(parts) :] != tuple(parts):
        raise InputError(f'id: found "{name}", expected the last names of the folder {folder}')


def _box(low: Any, high: Any, shape: Sequence[int], dtype: str) -> str:
    """A space in Minari's text."""
    limits = [np.broadcast_to(np.array(limit, dtype), shape).tolist() for limit in (low, high)]
    return json.dumps({"type": "Box", "dtype": dtype, "shape": list(shape), "low": limits[0], "high": limits[1]})


def _observation_space(view: View) -> str:
    high = LIMITS.get(view.form, 255)
    low = -high if view.form in LIMITS else 0
    return _box(low, high, view.shape(), np.dtype(view.dtype()).name)


def _env_spec(name: str, view: View, physics: str) -> str:
    """An EnvSpec in Gymnasium's text, from which Minari makes the environment."""
    options = {"dataset": name, "observation": view.form, "size": list(view.size), "physics": physics}
    spec: dict[str, Any] = {
        "id": "novphy/Shot-v0",
        "entry_point": "novphy.shot_env:ShotEnv",
        "reward_threshold": None,
        "nondeterministic": False,
        "max_episode_steps": None,
        "order_enforce": True,
        "disable_env_checker": True,
        "kwargs": options,
        "additional_wrappers": [],
        "vector_entry_point": None,
    }
    return json.dumps(spec)


def metadata_of(
    name: str, view: View, fingerprint: Mapping[str, Any], credits: Credits, counts: Mapping[str, int], size_mb: float
) -> dict[str, Any]:
    """The data set's metadata, with the keys of Minari and one of our own."""
    agent = fingerprint.get("name") or fingerprint["agent"]
    metadata = {
        "dataset_id": name,
        "total_episodes": counts["episodes"],
        "total_steps": counts["steps"],
        "dataset_size": size_mb,
        "data_format": "hdf5",
        "jpeg_encoding": False,
        "minari_version": RAW_PICTURES_VERSION if view.form == "picture" else MINARI_VERSION,
        "observation_space": _observation_space(view),
        "action_space": _box(LOWEST_SHOT, HIGHEST_SHOT, (3,), "float64"),
        "env_spec": _env_spec(name, view, fingerprint.get("physics", "standard")),
        "algorithm_name": agent,
        "requirements": [f"novphy=={engine.__version__}"],
        "description": credits.description or described(agent, counts),
    }
    for key in ("author", "author_email"):
        if getattr(credits, key):
            metadata[key] = list(getattr(credits, key))
    if credits.code_permalink:
        metadata["code_permalink"] = credits.code_permalink
    metadata["novphy"] = {"observation": view.form, "size": list(view.size), "fingerprint": dict(fingerprint)}
    return metadata


def read_metadata(folder: Path) -> tuple[dict[str, Any], View]:
    """A data set's metadata, and how its worlds are seen. Raises InputError."""
    file = folder / METADATA
    metadata = read_json(file, "novphy", "dataset_id", "total_episodes", "total_steps")
    try:
        view = View(metadata["novphy"]["observation"], tuple(metadata["novphy"]["size"]))
    except (KeyError, TypeError):
        raise InputError(f"{file}: /novphy: expected observation and size, as in data sets of novphy") from None
    check_view(view)
    return metadata, view


def described(agent: str, counts: Mapping[str, int]) -> str:
    """The description of a data set that has none of its maker's."""
    return (
        f"Tasks of physical reasoning from novphy {engine.__version__}, played by the agent {agent}: "
        f"{counts['episodes']} episodes with {counts['steps']} shots. An episode is a task. Tasks follow each other in trials, "
        "and at an unknown moment of a trial the world changes."
    )


def read_json(file: Path, *keys: str) -> dict[str, Any]:
    """Reads an object with these keys. Raises InputError."""
    try:
        value = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise InputError(f"{file}: is no JSON: {error}") from None
    for key in keys:
        if not isinstance(value, dict) or key not in value:
            raise InputError(f"{file}: /{key}: found nothing, expected a value, as in data sets of novphy")
    return value


def json_text(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def _write_episode(group: Any, episode: Episode) -> None:
    for name, value in episode.about.items():
        group.attrs[name] = value
    for name, values in episode.arrays.items():
        packed = {"chunks": (1, *values.shape[1:]), "compression": "gzip"} if values.ndim == 4 else {}
        group.create_dataset(name, data=values, **packed)


def write_rows(file: Path, episodes: Iterable[Episode]) -> list[dict[str, Any]]:
    """Writes the episodes to an HDF5 file in Minari's layout. Returns their rows of the table."""
    rows = []
    with h5py_module().File(file, "w", track_order=True) as out:
        for episode in episodes:
            _write_episode(out.create_group(f"episode_{episode.about['id']}"), episode)
            rows.append(row_of(episode))
    return rows


def open_rows(file: Path) -> Any:
    """The HDF5 file of a data set, open for reading. Raises InputError."""
    try:
        return h5py_module().File(file, "r")
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error}") from None


def row_of(episode: Episode) -> dict[str, Any]:
    """The episode's row of the table."""
    names = {"total_steps": "steps", "options/task": "plan_task"}
    values = {names.get(key, key): value for key, value in episode.about.items() if key != "record"}
    return {key: str(value).lower() if isinstance(value, bool) else value for key, value in values.items()}


def csv_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """The table of episodes."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
