"""Many trials at once, on C++ threads. gymnasium.make_vec("novphy/Trial-v0", num_envs=N) makes this environment."""

from __future__ import annotations

import os
from typing import Any, Optional, Sequence, Tuple, Union

from novphy._settings import with_settings
from novphy.agents import Plan
from novphy.envs import SETTINGS
from novphy.trial_env import Ask, Detector, Trials
from novphy.vector import NativeVectorEnv, VectorOptions


class TrialVectorEnv(Trials, NativeVectorEnv):
    """N environments of novphy/Trial-v0.

    `detector` is a setting such as "pma:10:1.5", by which each environment has a detector of its own; a function that is
    asked for all environments, in their order where several tasks end in one step; or a list of N functions.
    """

    @with_settings(SETTINGS, VectorOptions)
    def __init__(
        self,
        plan: Union[str, os.PathLike, Plan],
        num_envs: int = 1,
        trial: Optional[int] = None,
        detector: Union[Detector, Sequence[Ask]] = None,
        size: Tuple[int, int] = (640, 480),
        **settings: Any,
    ):
        """The other arguments are those of TrialEnv and of VectorOptions."""
        self._make(num_envs, size, settings, **self._episodes(plan, trial, detector, num_envs))

    def records(self) -> list[list[dict[str, Any]]]:
        """For each environment, the records that `novphy run` would write for the tasks of its trial that are over.

        With the autoreset mode "same_step", a step that ends a trial leaves the records of that trial until the next step.
        """
        return [self._records(i) for i in self._all]
