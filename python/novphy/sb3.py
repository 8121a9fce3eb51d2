"""The vector environment in the form that Stable-Baselines3 needs."""

from __future__ import annotations

from typing import Any, Optional, Sequence

import numpy as np
from stable_baselines3.common.vec_env import VecEnv as _VecEnv

from novphy.vector import TaskVectorEnv


class VecEnv(_VecEnv):
    """N environments of novphy/Task-v0 for Stable-Baselines3; takes the arguments of `novphy.vector.TaskVectorEnv`."""

    def __init__(self, num_envs: int = 1, **settings: Any):
        self._envs = TaskVectorEnv(num_envs, autoreset_mode="same_step", **settings)
        self.render_mode = self._envs.render_mode
        super().__init__(num_envs, self._envs.single_observation_space, self._envs.single_action_space)

    def reset(self) -> np.ndarray:
        seeds = None if all(seed is None for seed in self._seeds) else self._seeds
        seen, infos = self._envs.reset(seed=seeds, options=self._common_options())
        self.reset_infos = [self._info(infos, i) for i in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return seen

    def step_async(self, actions: np.ndarray) -> None:
        self._envs.send(actions)

    def step_wait(self):
        seen, rewards, over, _, infos = self._envs.recv_all()
        each = [self._info(infos, i) for i in range(self.num_envs)]
        for i in map(int, np.flatnonzero(over)):
            each[i] = self._info(infos["final_info"], i)
            each[i]["is_success"] = bool(each[i]["passed"])  # from which SB3 logs a success rate
            each[i]["terminal_observation"] = infos["final_obs"][i]
            each[i]["TimeLimit.truncated"] = False
        return seen, rewards.astype(np.float32), over, each

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

    @staticmethod
    def _info(infos: dict[str, Any], i: int) -> dict[str, Any]:
        return {key: infos[key][i] for key in ("passed", "score", "shots_left", "task", "action_mask") if key in infos}
