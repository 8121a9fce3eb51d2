"""Makes offline data sets in Minari's format from plays of a plan."""

from __future__ import annotations

import fcntl
import os
import shutil
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Callable, Iterator, NamedTuple, Optional, Sequence, Tuple, Union

from novphy._errors import InputError
from novphy.agents import Agent, Plan, as_plan, run
from novphy.croissant import croissant_of
from novphy.dataset_files import (
    CROISSANT, EPISODES, METADATA, PLAN, RECORDS, ROWS, Credits, check_id, csv_text, h5py_module, json_text,
    metadata_of, read_metadata, write_rows,
)  # fmt: skip
from novphy.episodes import Recorded, View, check_view

REPLACED = "replaced"
LOCK = "lock"


class Dataset(NamedTuple):
    """A data set that was made."""

    folder: Path
    id: str
    """Its name in Minari."""
    episodes: int
    steps: int
    """Number of shots."""
    left_out: int
    """Tasks of the run that are no episode, because no bird was thrown or the agent failed."""


def is_dataset(folder: Path) -> bool:
    """Whether the folder holds a data set of novphy."""
    return all((folder / name).is_file() for name in (CROISSANT, METADATA, RECORDS, PLAN))


def _check_output(out: Path, partial: Path, resume: bool, force: bool) -> None:
    if resume and force:
        raise InputError("resume, force: found both, expected one of them")
    if out.exists() and not (resume or force):
        raise InputError(f"{out}: is there already: expected another name, --force or --resume")
    if out.exists() and not is_dataset(out):
        raise InputError(f"{out}: is no data set of novphy, so that it is not replaced: expected another name")
    if partial.exists() and not (resume or force):
        raise InputError(f"{partial}: left by an interrupted run: use --resume to go on or --force to begin anew")
    if partial.exists() and not ((partial / LOCK).is_file() or (partial / PLAN).is_file()):
        raise InputError(f"{partial}: was not made by novphy: expected another name for the output")


def _lock(file: Any, partial: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise InputError(f"{partial}: another process writes this data set") from None


@contextmanager
def _locked(partial: Path) -> Iterator[None]:
    """Keeps other processes out of the folder, and removes it at the end if no trial is kept in it."""
    new = [folder for folder in partial.parents if not folder.exists()]
    partial.mkdir(parents=True, exist_ok=True)
    with open(partial / LOCK, "w", encoding="utf-8") as lock:
        _lock(lock, partial)
        try:
            yield
        finally:
            if partial.exists() and not list(partial.glob(f"{RECORDS}*")):
                shutil.rmtree(partial)
                _remove_empty(new)


def _remove_empty(folders: Sequence[Path]) -> None:
    with suppress(OSError):  # other files came into one of them
        for folder in folders:
            folder.rmdir()


def _clear(partial: Path) -> None:
    """Removes all but the lock."""
    for each in partial.iterdir():
        if each.is_dir():
            shutil.rmtree(each)
        elif each.name != LOCK:
            each.unlink()


def _take_name(partial: Path, out: Path) -> None:
    """Gives the finished folder its name. What it replaces is removed last."""
    (partial / LOCK).unlink()
    if out.exists():
        os.rename(out, partial / REPLACED)
    os.rename(partial, out)
    shutil.rmtree(out / REPLACED, ignore_errors=True)


def write_dataset(folder: Path, recorded: Recorded, name: str, credits: Credits, threads: int) -> Dataset:
    """Writes all files beside the plan and the records, which are in the folder."""
    if len(recorded) == 0:
        raise InputError(f"{folder / RECORDS}: found no task in which a bird was thrown, expected some")
    (folder / ROWS).parent.mkdir(exist_ok=True)
    rows = write_rows(folder / ROWS, recorded.episodes(threads))
    (folder / EPISODES).write_bytes(csv_text(rows).encode("utf-8"))
    counts = {"episodes": len(recorded), "steps": recorded.steps}
    size_mb = round((folder / ROWS).stat().st_size / 1e6, 1)
    metadata = metadata_of(name, recorded.view, recorded.fingerprint, credits, counts, size_mb)
    (folder / METADATA).write_bytes(json_text(metadata).encode("utf-8"))
    (folder / CROISSANT).write_bytes(json_text(croissant_of(folder, metadata, credits)).encode("utf-8"))
    return Dataset(folder, name, len(recorded), recorded.steps, recorded.records - len(recorded))


def _finished(folder: Path, view: View, resumed: Callable[[Path], Any]) -> Dataset:
    """The data set in the folder. Raises InputError if it is of another run or is seen otherwise."""
    records = resumed(folder / RECORDS)
    metadata, found = read_metadata(folder)
    if found != view:
        raise InputError(f"{folder}: has observations {found}, expected {view}: use --force to replace it")
    episodes, steps = metadata["total_episodes"], metadata["total_steps"]
    return Dataset(folder, metadata["dataset_id"], episodes, steps, len(records) - episodes)


def dataset(
    plan: Union[str, os.PathLike, Plan],
    agent: Union[str, Callable[[], Agent]],
    out: Union[str, os.PathLike],
    *,
    observation: str = "features",
    size: Tuple[int, int] = (640, 480),
    id: Optional[str] = None,
    threads: int = 1,
    resume: bool = False,
    force: bool = False,
    credits: Credits = Credits(),
    **options: Any,
) -> Dataset:
    """Plays a plan with an agent and writes an offline data set in Minari's format to the folder `out`.

    An episode is a task in which a bird was thrown; its steps are the shots. `observation` is "features", float32 (24, 16);
    "flat", float32 (384,); "table", float32 (2585,); or "picture", uint8 (height, width, 3) of `size` (width, height) pixels.
    Actions are float64 (3,): pull in m (x to the right, y upwards) and tap in ms after the launch (-1: none). The reward is
    1 for the shot that passes the task.

    `plan` is a Plan or its file, and `agent` what run() takes. `out` must end in `id`, which is the name for
    minari.load_dataset: by default its last name, such as "rolling-v0". `threads` 0 uses all cores; the number does not
    change the files. `credits` names authors and the like, and `options` are those of run(): name, trials, detector,
    physics, informed, weights, executor, run.

    Trials that are finished are kept in `out` + ".partial". After an interruption, `resume` goes on with them, and the
    files get the same bytes. `force` replaces a data set. Needs h5py. Raises InputError for a wrong name or number, for a
    folder that is there already, and for a plan or agent that run() refuses. Docs: docs/reference/datasets.md.
    """
    h5py_module()
    view = View(observation, (size[0], size[1]))
    check_view(view)
    folder, partial = Path(out), Path(f"{os.fspath(out).rstrip('/')}.partial")
    name = folder.resolve().name if id is None else id
    check_id(name, folder)
    _check_output(folder, partial, resume, force)
    played = as_plan(plan)
    threads = threads or os.cpu_count() or 1
    if resume and folder.exists():
        return _finished(folder, view, lambda file: run(played, agent, threads, file, True, **options))
    with _locked(partial):
        if force:
            _clear(partial)
        (partial / PLAN).write_bytes(played.json().encode("utf-8"))
        run(played, agent, threads, partial / RECORDS, True, **options)
        made = write_dataset(partial, Recorded(played, partial / RECORDS, view), name, credits, threads)
        _take_name(partial, folder)
    return made._replace(folder=folder)
