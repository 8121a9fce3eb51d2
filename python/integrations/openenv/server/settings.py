"""The settings of a server, which stand in environment variables."""

from __future__ import annotations

import os
from typing import Mapping, NamedTuple, Optional

import novphy
from novphy.tools import Track


class Settings(NamedTuple):
    """What a server plays, and where it writes."""

    plan: Optional[str] = None
    """NOVPHY_PLAN: the file of a plan. None: a small plan, which is drawn."""
    track: Track = Track()
    """NOVPHY_LOOK, NOVPHY_LOOKAHEAD, NOVPHY_DISGUISE."""
    out: Optional[str] = None
    """NOVPHY_OUT: the file of records. None: nothing is written, and trials are played again and again."""
    agent: str = "openenv"
    """NOVPHY_AGENT: the name in tables."""
    model: str = ""
    """NOVPHY_MODEL."""
    model_version: str = ""
    """NOVPHY_MODEL_VERSION."""
    run: str = ""
    """NOVPHY_RUN: the training of the model that plays."""
    sessions: int = 256
    """NOVPHY_SESSIONS: how many sessions there may be at a time."""
    idle_s: int = 3600
    """NOVPHY_IDLE_S: after how many seconds without a call a session without a WebSocket ends."""

    @classmethod
    def of(cls, variables: Mapping[str, str] = os.environ) -> "Settings":
        """Reads the variables; an empty one counts as none. Raises InputError for values that cannot be."""
        made = cls(
            plan=variables.get("NOVPHY_PLAN") or None,
            track=Track(
                look=variables.get("NOVPHY_LOOK") or "text",
                lookahead=_whole(variables, "NOVPHY_LOOKAHEAD", 0, 0, 1000),
                disguise=_whole(variables, "NOVPHY_DISGUISE", None, 0, 2**64 - 1),
            ),
            out=variables.get("NOVPHY_OUT") or None,
            sessions=_whole(variables, "NOVPHY_SESSIONS", cls._field_defaults["sessions"], 1, 100_000),
            idle_s=_whole(variables, "NOVPHY_IDLE_S", cls._field_defaults["idle_s"], 1, 10**9),
            **{
                name: variables[f"NOVPHY_{name.upper()}"]
                for name in ("agent", "model", "model_version", "run")
                if variables.get(f"NOVPHY_{name.upper()}")
            },
        )
        if made.track.look not in ("text", "pictures"):
            raise novphy.InputError(f'NOVPHY_LOOK: found "{made.track.look}", expected text or pictures')
        if made.out and not made.plan:
            raise novphy.InputError("NOVPHY_OUT: records need NOVPHY_PLAN, the file of a plan")
        for name in ("agent", "model", "model_version", "run"):
            if getattr(made, name) != cls._field_defaults[name] and not made.out:
                raise novphy.InputError(f"NOVPHY_{name.upper()}: stands in records, which need NOVPHY_OUT, their file")
        return made


def _whole(variables: Mapping[str, str], name: str, default: Optional[int], low: int, high: int) -> Optional[int]:
    text = variables.get(name)
    if not text:
        return default
    if len(text) > 20 or not text.isascii() or not text.isdigit() or not low <= int(text) <= high:
        raise novphy.InputError(f'{name}: found "{text[:40]}", expected a whole number from {low} to {high}')
    return int(text)
