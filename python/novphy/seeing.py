"""What agents see of a task, a session or a world."""

from __future__ import annotations

import json
import os
from typing import Any, Sequence, Tuple

import numpy as np

from novphy._engine import engine
from novphy._errors import InputError
from novphy.tasks import Task, TaskLike, as_task, as_tasks

FEATURES: tuple[str, ...] = engine.FEATURES
"""The names of the columns of the form "features"."""

SHAPES = {
    "table": (engine.TABLE_CELLS,),
    "features": (engine.FEATURE_ROWS, len(FEATURES)),
    "flat": (engine.FEATURE_ROWS * len(FEATURES),),
}
"""The shapes of the forms that are arrays of float32."""
LIMITS = {"table": 1e5, "features": 10.0, "flat": 10.0}
"""The largest numbers in these arrays; the smallest ones are -limit."""
ARRAYS = (*SHAPES, "picture")
MOST_SIDE_PX = 16384


def checked_size(size: Any) -> Tuple[int, int]:
    """The (width, height) of pictures. Raises InputError for sizes that none has."""
    if np.shape(size) != (2,) or not all(_is_side(side) for side in size):
        raise InputError(f"size: found {size!r}, expected two sides of 1 to {MOST_SIDE_PX} pixels")
    return int(size[0]), int(size[1])


def _is_side(side: Any) -> bool:
    return isinstance(side, (int, np.integer)) and bool(1 <= side <= MOST_SIDE_PX)


def observe(seen: Any, form: str = "features", size: Tuple[int, int] = (640, 480), labels: bool = False) -> Any:
    """What agents see of a settled task, or of a session or a world at this moment.

    Arguments:
        seen: a Task, its file or its name, a Session or a World.
        form: the form of the value:
            "features": float32 (24, 16), a row for each object in the order seen, with the columns FEATURES, all within
            [-10, 10], lengths in hundreds of pixels;
            "flat": float32 (384,), the numbers of "features", row by row;
            "table": float32 (2585,), the table of docs/reference/perception.md;
            "picture": uint8 (height, width, 3);
            "geojson": the original game's text;
            "objects": plain lists and dicts, as programs get them.
        size: the (width, height) of a picture in pixels, 1 to 16,384.
        labels: whether "geojson" and "objects" of a Task hold developer labels. Those of a Session are as it was made.

    Raises InputError for an unknown form or a size out of range.
    """
    if isinstance(seen, (str, os.PathLike)):
        seen = as_task(seen)
    if not isinstance(seen, Task):
        return seen.observe(form, size)
    if form in ARRAYS:
        return observe_many([seen], form, size, threads=1)[0]
    if form == "geojson":
        return engine.seen_text(seen, form, labels)
    if form == "objects":
        return json.loads(engine.seen_text(seen, form, labels))
    raise InputError(f'form: found "{form}", expected table, features, flat, picture, geojson or objects')


def observe_many(
    tasks: Sequence[TaskLike], form: str = "features", size: Tuple[int, int] = (640, 480), threads: int = 0
) -> np.ndarray:
    """What agents see of n settled tasks, as one array of n rows.

    Arguments:
        tasks: n Tasks, files or names.
        form: "table", float32 (n, 2585); "features", float32 (n, 24, 16); "flat", float32 (n, 384); or "picture", uint8
            (n, height, width, 3). observe() describes them.
        size: the (width, height) of pictures in pixels, 1 to 16,384.
        threads: the number of threads, at most 1024; 0 uses all cores. It changes no value.

    Raises InputError for an unknown form or a size out of range.
    """
    return engine.observe_many(as_tasks(tasks), form, *size, threads)
