"""A task that is being played, moved call by call."""

from novphy._engine import engine

World = engine.World
World.__module__ = "novphy"
Snapshot = engine.Snapshot
Snapshot.__module__ = "novphy"
