"""The environment: trials that are played by calls of tools."""

from __future__ import annotations

import asyncio
import base64
import threading
from typing import Any, Mapping, Optional, Union
from uuid import uuid4

from novphy.tools import INSTRUCTIONS, ToolTrial
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.mcp_types import CallToolAction, ListToolsAction, ListToolsObservation, Tool
from openenv.core.env_server.types import EnvironmentMetadata, Observation, State

from novphy_env.models import NovphyObservation, NovphyStart
from novphy_env.server.trials import Trials


class NovphyEnvironment(Environment[Union[CallToolAction, ListToolsAction], Observation, State]):
    """A session, which plays trials one after the other.

    Each call is a step. Its reward is 1 if the call passed a task, else 0. Once the last task is over, one more call is
    answered, such as a last `report_novelty`; with it the trial is done. What is told and what the state holds says nothing
    of phases, novelties and the number of tasks that are left.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, trials: Trials):
        """Plays trials of these, which all sessions share."""
        super().__init__()
        self._trials = trials
        self._lock = threading.Lock()  # HTTP requests of one session may come side by side
        self._trial: Optional[ToolTrial] = None
        self._done = False
        self._state = State(episode_id=str(uuid4()))

    def reset(self, seed: Optional[int] = None, episode_id: Optional[str] = None, trial: Optional[int] = None) -> NovphyStart:
        """Begins a trial: number `trial`, from 0; or the one that `seed` chooses; or the next one of the plan. A trial that
        goes on ends without records. Raises InputError for numbers that no trial has, and where no trial is left."""
        with self._lock:
            self._trials.check(seed, trial)
            self._leave()
            self._trial = self._trials.begin(seed, trial)
            self._done = False
            self._state = State(episode_id=str(uuid4()) if episode_id is None else str(episode_id))
        return NovphyStart(text=INSTRUCTIONS)

    def step(self, action: Union[CallToolAction, ListToolsAction], timeout_s: Optional[float] = None) -> Observation:
        """Answers a call. Without a trial, the next one begins."""
        with self._lock:
            self._state.step_count += 1
            if isinstance(action, ListToolsAction):
                return ListToolsObservation(tools=[Tool(**each) for each in self._trials.tools], reward=0, done=self._done)
            tool = action.tool_name.encode(errors="replace").decode()  # half a character cannot be sent back
            if self._done:
                refusal = "the trial is over: expected reset"
                return NovphyObservation(tool_name=tool, result=refusal, refused=True, reward=0, done=True)
            return self._called(tool, action.arguments)

    async def step_async(self, action: Union[CallToolAction, ListToolsAction], timeout_s: Optional[float] = None) -> Observation:
        """As step(), beside other sessions."""
        if isinstance(action, CallToolAction) and (self._trial is None or self._trials.is_slow(action.tool_name)):
            return await asyncio.to_thread(self.step, action)
        return self.step(action)

    def _called(self, tool: str, arguments: Mapping[str, Any]) -> NovphyObservation:
        if self._trial is None:
            self._trial = self._trials.begin()
        last_call, passed = self._trial.over, self._trial.passed
        reply = self._trial.call(tool, arguments)
        reward = self._trial.passed - passed
        if last_call:
            self._done = True
            self._leave()
        return NovphyObservation(
            tool_name=tool,
            result=reply.text,
            refused=reply.refused,
            picture=base64.b64encode(reply.png).decode() if reply.png else None,
            reward=reward,
            done=self._done,
        )

    @property
    def state(self) -> State:
        """The episode's name and the number of its steps."""
        return self._state

    def get_metadata(self) -> EnvironmentMetadata:
        """What the environment is."""
        return EnvironmentMetadata(name="novphy", description=INSTRUCTIONS)

    def close(self) -> None:
        """Gives the trial back. Its records are kept if its last task is over."""
        with self._lock:
            self._leave()

    def _leave(self) -> None:
        trial, self._trial = self._trial, None
        if trial is not None:
            self._trials.end(trial)
