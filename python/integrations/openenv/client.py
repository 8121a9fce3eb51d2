"""The client of a server of trials."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Union

from openenv.core import EnvClient
from openenv.core.client_types import StepResult
from openenv.core.env_server.mcp_types import CallToolAction, ListToolsAction, ListToolsObservation, Tool
from openenv.core.env_server.types import Observation, State

from novphy_env.models import NovphyAction, NovphyObservation, NovphyStart

__all__ = ["NovphyAction", "NovphyEnv", "NovphyObservation", "NovphyStart"]


class NovphyEnv(EnvClient[Union[CallToolAction, ListToolsAction], Observation, State]):
    """Plays trials, one after the other, in a session of its own.

    `reset()` begins the next trial of the plan, `reset(trial=3)` or `reset(seed=3)` a certain one. `step()` calls a tool. Use
    it with `await`, or in plain code as `NovphyEnv(base_url=...).sync()`.
    """

    async def call_tool(self, name: str, arguments: Mapping[str, Any] = {}) -> StepResult[NovphyObservation]:
        """Calls the tool `name`."""
        return await self.step(CallToolAction(tool_name=name, arguments=dict(arguments)))

    async def list_tools(self) -> List[Tool]:
        """The tools, with the JSON Schema of their arguments."""
        return (await self.step(ListToolsAction())).observation.tools

    def _step_payload(self, action: Union[CallToolAction, ListToolsAction]) -> Dict[str, Any]:
        return action.model_dump(exclude={"metadata"})

    def _parse_result(self, payload: Dict[str, Any]) -> StepResult[Observation]:
        fields = payload["observation"]
        kind = ListToolsObservation if "tools" in fields else NovphyObservation if "tool_name" in fields else NovphyStart
        reward, done = payload.get("reward"), payload.get("done", False)
        observation = kind.model_validate({**fields, "reward": reward, "done": done})
        return StepResult(observation=observation, reward=reward, done=done)

    def _parse_state(self, payload: Dict[str, Any]) -> State:
        return State.model_validate(payload)
