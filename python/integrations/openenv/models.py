"""What client and server send each other. An action is a call of a tool, or asks for the list of tools."""

from __future__ import annotations

from typing import Optional

from openenv.core.env_server.mcp_types import CallToolAction, CallToolObservation
from openenv.core.env_server.types import Observation
from pydantic import Field

NovphyAction = CallToolAction


class NovphyObservation(CallToolObservation):
    """What a call returned. `result` is its text."""

    refused: bool = Field(default=False, description="The call changed nothing; the text says what was expected")
    picture: Optional[str] = Field(default=None, description="A picture: a PNG file in base64")


class NovphyStart(Observation):
    """What a player is told when a trial begins."""

    text: str = Field(description="What is played")
