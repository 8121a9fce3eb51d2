"""The tasks that a player may believe in."""

from __future__ import annotations

from typing import Iterable, Optional, Sequence, Union

from novphy._engine import engine
from novphy._errors import InputError
from novphy.agents import Observation

Believed = engine.Believed
Believed.__module__ = "novphy"


def believe(seen: Union[Observation, Sequence[Observation]], noise_px: Optional[float] = None) -> Believed:
    """The task that may be behind what is seen, with its uncertainty.

    Arguments:
        seen: an Observation, as Session.see() gives it, or several of the same unmoved objects, whose noise is averaged.
            Labels are not used.
        noise_px: the size of the noise in pixels, 0 to 5; None: the observations themselves tell, where a single one with
            noise counts as one with 2 pixels.

    Raises InputError without an observation.
    """
    if not isinstance(seen, (Observation, Iterable)):
        raise InputError(f"seen: found {type(seen).__name__}, expected what Session.see() gave")
    return engine.believe([seen] if isinstance(seen, Observation) else list(seen), noise_px)
