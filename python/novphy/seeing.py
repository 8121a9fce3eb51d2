"""What agents see of a task, a session or a world."""

from __future__ import annotations

import json
from typing import Any, Sequence, Tuple

import numpy as np

from novphy._engine import engine
from novphy._errors import InputError
from novphy.tasks import Task

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


def observe(seen: Any, form: str = "features", size: Tuple[int, int] = (640, 480), labels: bool = False) -> Any:
    """What agents see of a settled task, or of a session or a world at this moment.

    The forms are "table", float32 (2585,); "features", float32 (24, 16); "flat", the same numbers row by row, float32
    (384,); "picture", uint8 (height, width, 3); "geojson", the original game's text; and "objects", plain lists and
    dicts. `size` is (width, height) of a picture. `labels` adds developer labels to the last two forms.
    """
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
    tasks: Sequence[Task], form: str = "features", size: Tuple[int, int] = (640, 480), threads: int = 0
) -> np.ndarray:
    """What agents see of n settled tasks in the form "table", "features", "flat" or "picture": one array of n rows."""
    shaped = engine.observe_many(list(tasks), form, *size, threads)
    return shaped
