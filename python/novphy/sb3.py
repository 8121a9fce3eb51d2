"""Vector environments in the form that Stable-Baselines3 needs."""

from __future__ import annotations

import os
from typing import Any, Optional, Sequence, Union

import numpy as np
from stable_baselines3.common.vec_env import VecEnv as _VecEnv

from novphy.agents import Plan
from novphy.trial_vector import TrialVectorEnv
from novphy.vector import NativeVectorEnv, TaskVectorEnv


class _EnvsOf(_VecEnv):
    """A vector of novphy as one of Stable-Baselines3."""

    def __init__(self, envs: NativeVectorEnv):
        self._envs = envs
        self.render_mode = envs.render_mode
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def reset(self) -> np.ndarray:
        seeds = None if all(seed is None for seed in self._seeds) else self._seeds
        seen, infos = self._envs.reset(seed=seeds, options=self._common_options())
        self.reset_infos = [_info(infos, i) for i in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return seen

    def step_async(self, actions: np.ndarray) -> None:
        self._envs.send(actions)

    def step_wait(self):
        seen, rewards, over, _, infos = self._envs.recv_all()
        each = [_info(infos, i) for i in range(self.num_envs)]
        for i in map(int, np.flatnonzero(over)):
            each[i] = _info(infos["final_info"], i)
            each[i]["terminal_observation"] = infos["final_obs"][i]
            each[i]["TimeLimit.truncated"] = False
        for i in range(self.num_envs):
            self._note_success(i, each[i], bool(over[i]))
        return seen, rewards.astype(np.float32), over, each

    def _note_success(self, i: int, info: dict[str, Any], over: bool) -> None:
        """Writes `is_success` at the end of an episode, from which SB3 logs a success rate."""
        if over:
            info["is_success"] = bool(info["passed"])

    def close(self) -> None:
        self._envs.close()

    def get_images(self) -> Sequence[Optional[np.ndarray]]:
        return self._envs.render() or [None] * self.num_envs

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self._envs, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError("the environments share their settings, which cannot be changed")

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        if method_name != "action_masks":
            raise NotImplementedError(f"single environments of a vector have no method {method_name}")
        masks = self._envs.action_masks()
        return [masks[i] for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def _common_options(self) -> dict[str, Any]:
        if any(each != self._options[0] for each in self._options):
            raise NotImplementedError("the environments of a vector take the same options")
        return self._options[0]


def _info(infos: dict[str, Any], i: int) -> dict[str, Any]:
    """What `info` contains in environment i."""
    return {key: infos[key][i] for key in infos if not key.startswith(("_", "final_")) and infos["_" + key][i]}


class VecEnv(_EnvsOf):
    """N environments of novphy/Task-v0 for Stable-Baselines3; takes the arguments of `novphy.vector.TaskVectorEnv`."""

    def __init__(self, num_envs: int = 1, **settings: Any):
        super().__init__(TaskVectorEnv(num_envs, autoreset_mode="same_step", **settings))


class TrialVecEnv(_EnvsOf):
    """N environments of novphy/Trial-v0 for Stable-Baselines3.

    It takes the arguments of `novphy.trial_vector.TrialVectorEnv`. At the end of a trial, `is_success` is the share of its
    tasks that were passed.
    """

    _envs: TrialVectorEnv

    def __init__(self, num_envs: int = 1, *, plan: Union[str, os.PathLike, Plan], **settings: Any):
        super().__init__(TrialVectorEnv(plan, num_envs, autoreset_mode="same_step", **settings))
        self._passes: list[list[bool]] = [[] for _ in range(num_envs)]

    def reset(self) -> np.ndarray:
        self._passes = [[] for _ in range(self.num_envs)]
        return super().reset()

    def _note_success(self, i: int, info: dict[str, Any], over: bool) -> None:
        if info["task_over"]:
            self._passes[i].append(bool(info["passed"]))
        if over:
            info["is_success"] = float(np.mean(self._passes[i]))
            self._passes[i] = []

    def records(self) -> list[list[dict[str, Any]]]:
        """For each environment, the records of its trial, those of one that ended until the next step."""
        return self._envs.records()
