"""A task that is being played, moved call by call."""

from __future__ import annotations

from typing import Any

import numpy as np

from novphy._display import shown
from novphy._engine import engine
from novphy.tasks import Task

World = engine.World
World.__module__ = "novphy"
Snapshot = engine.Snapshot
Snapshot.__module__ = "novphy"


def played_world(task: Task, shots: Any, physics: str = "standard") -> World:
    """The world at the end of the play of these shots, as play() takes them."""
    world = World(task, physics)
    for row in shots:
        row = np.atleast_1d(row)
        if np.isnan(row).all():  # no bird is thrown any more
            break
        world.throw(*row)
    while world.end is None:
        world.give_up() if world.waits else world.step()
    return world


def _png(seen: Any) -> bytes:
    return shown(World(seen) if isinstance(seen, Task) else seen)


for _kind in (Task, World):
    setattr(_kind, "_repr_png_", _png)
