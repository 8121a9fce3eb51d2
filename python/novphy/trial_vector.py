"""Many trials at once, on C++ threads. gymnasium.make_vec("novphy/Trial-v0", num_envs=N) makes this environment."""

from __future__ import annotations

import os
from typing import Any, Optional, Sequence, Tuple, Union

from novphy.agents import Plan
from novphy.envs import action_space, observation_space
from novphy.trial_env import Ask, Detector, Trials
from novphy.vector import NativeVectorEnv


class TrialVectorEnv(Trials, NativeVectorEnv):
    """N environments of novphy/Trial-v0.

    `detector` is a setting such as "pma:10:1.5", by which each environment has a detector of its own; a function that is
    asked for all environments, in their order where several tasks end in one step; or a list of N functions.
    """

    def __init__(
        self,
        plan: Union[str, os.PathLike, Plan],
        num_envs: int = 1,
        trial: Optional[int] = None,
        detector: Union[Detector, Sequence[Ask]] = None,
        actions: str = "grid",
        observation: str = "features",
        render_mode: Optional[str] = None,
        size: Tuple[int, int] = (640, 480),
        physics: str = "standard",
        threads: int = 0,
        autoreset_mode: Any = "next_step",
        copy: bool = True,
        batch_size: Optional[int] = None,
        reward: str = "sparse",
    ):
        space = observation_space(observation, size)
        setup = self._setup_of(plan, trial, detector, num_envs, actions, observation, *size, physics, reward, 0)
        self._make(
            setup, num_envs, space, action_space(actions), render_mode, size, threads, autoreset_mode, copy, batch_size
        )

    def records(self) -> list[list[dict[str, Any]]]:
        """For each environment, the records that `novphy run` would write for the tasks of its trial that are over.

        With the autoreset mode "same_step", a step that ends a trial leaves the records of that trial until the next step.
        """
        return [self._records(i) for i in self._all]
