"""Many tasks at once, on C++ threads. gymnasium.make_vec("novphy/Task-v0", num_envs=N) makes this environment."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from gymnasium.vector import VectorEnv
from gymnasium.vector.utils import batch_space

from novphy._engine import engine
from novphy._errors import InputError
from novphy.envs import TaskEnv, action_space, as_observations, observation_space, task_option
from novphy.task_sources import Source, tasks_of

try:
    from gymnasium.vector import AutoresetMode
except ImportError:  # Gymnasium 1.0 has no such enum, so metadata contain the text
    AutoresetMode = None

MODES = {"nextstep": "next_step", "samestep": "same_step", "disabled": "disabled"}


def mode_named(mode: Any) -> str:
    """"next_step", "same_step" or "disabled", from Gymnasium's enum or a text in any spelling."""
    text = str(getattr(mode, "value", mode)).lower().replace("_", "").replace("-", "")
    if text not in MODES:
        raise InputError(f'autoreset_mode: found "{mode}", expected next_step, same_step or disabled')
    return MODES[text]


def _as_gymnasium(mode: str) -> Any:
    return mode if AutoresetMode is None else getattr(AutoresetMode, mode.upper())


class TaskVectorEnv(VectorEnv):
    """N environments of novphy/Task-v0. Environment i equals a single environment with the seed `seed + i`.

    `threads` 0 uses all cores; the number does not change the results. With `copy=False`, observations are views of two
    buffers used in turn, so an observation stays valid until the second call after it. `send()` and `recv()` are for
    learners that need not wait for every environment.
    """

    metadata = {**TaskEnv.metadata, "render_modes": ["rgb_array"]}

    def __init__(
        self,
        num_envs: int = 1,
        tasks: Union[Source, Sequence[Source]] = "rolling/agents/normal",
        count: Optional[int] = None,
        first: int = 0,
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
        if render_mode not in (None, "rgb_array"):
            raise InputError(f'render_mode: found "{render_mode}", expected rgb_array')
        self._mode = mode_named(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": _as_gymnasium(self._mode)}
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_observation_space = observation_space(observation, size)
        self.single_action_space = action_space(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._size = size
        self._copy = copy
        self._batch = num_envs if batch_size is None else batch_size
        if not 1 <= self._batch <= num_envs:
            raise InputError(f"batch_size: found {batch_size}, expected 1 to {num_envs}")
        setup = engine.EnvSetup(tasks_of(tasks, count, first), actions, observation, *size, physics, reward, 0)
        self._envs = engine.Environments(setup, num_envs, threads, self._mode)
        self._arrays = self._envs.arrays()
        self._seen = as_observations(self._arrays["seen"], self.single_observation_space)
        self._buffers = None if copy else (self._seen.copy(), self._seen.copy())
        self._all = list(range(num_envs))
        self._seeded = False

    def reset(
        self,
        *,
        seed: Union[None, int, Sequence[Optional[int]]] = None,
        options: Optional[Mapping[str, Any]] = None,
    ) -> Tuple[np.ndarray, dict[str, Any]]:
        """Begins a task in every environment, or in those of `options={"reset_mask": mask}`."""
        self._seed(seed)
        mask = self._mask(options)
        task = task_option(options)
        chosen = [i for i in self._all if mask[i]]
        for i in chosen:
            self._use().send_reset(i, task)
        self._envs.receive(len(chosen))
        return self._observations(), self._infos(mask)

    def step(self, actions: Any):
        """Throws one bird in each environment. Returns observations, rewards, terminations, truncations, infos."""
        self._use().send(actions, self._all)
        self._envs.receive(self.num_envs)
        return self._result(self._all)

    def send(self, actions: Any, env_ids: Optional[Sequence[int]] = None) -> None:
        """Starts a step in these environments and returns immediately."""
        self._use().send(actions, self._all if env_ids is None else [int(i) for i in env_ids])

    def recv(self):
        """Waits for `batch_size` environments that send() has started.

        Returns observations, rewards, terminations, truncations and infos of those that ended first. `infos["env_id"]`
        contains their numbers.
        """
        ids = self._use().receive(self._batch)
        observations, *rest, infos = self._result(ids)
        return (observations, *rest, {**infos, "env_id": np.array(ids, np.int32)})

    def recv_all(self):
        """Waits for every environment, after a send() to all. Returns the same as step()."""
        self._use().receive(self.num_envs)
        return self._result(self._all)

    def action_masks(self) -> np.ndarray:
        """For the actions "planner": whether each action has a shot now, bool (num_envs, actions)."""
        return self._arrays["action_mask"].astype(bool)

    def render(self) -> Optional[Tuple[np.ndarray, ...]]:
        """A picture of each environment's world."""
        if self.render_mode is None:
            return None
        return tuple(self._use().picture(i, *self._size) for i in self._all)

    def close_extras(self, **kwargs: Any) -> None:
        self._envs = None

    def _use(self):
        if self._envs is None:
            raise RuntimeError("the environment is closed")
        return self._envs

    def _seed(self, seed: Union[None, int, Sequence[Optional[int]]]) -> None:
        if seed is None:
            if self._seeded:
                return
            seed = int(np.random.SeedSequence().generate_state(1)[0])
        if isinstance(seed, (int, np.integer)):
            self._np_random, self._np_random_seed = _generator(int(seed))
            seed = [int(seed) + i for i in self._all]
        if len(seed) != self.num_envs:
            raise InputError(f"seed: found {len(seed)} seeds, expected {self.num_envs}")
        for i, each in enumerate(seed):
            if each is not None:
                self._use().seed(i, int(each))
        self._seeded = True

    def _mask(self, options: Optional[Mapping[str, Any]]) -> np.ndarray:
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return np.ones(self.num_envs, bool)
        mask = np.asarray(mask)
        if mask.dtype != bool or mask.shape != (self.num_envs,) or not mask.any():
            raise InputError(f"reset_mask: expected {self.num_envs} booleans, at least one of them true")
        return mask

    def _observations(self) -> np.ndarray:
        if self._buffers is None:
            return self._seen.copy()
        self._buffers = self._buffers[::-1]
        np.copyto(self._buffers[0], self._seen)
        return self._buffers[0]

    def _result(self, ids: Sequence[int]):
        arrays = self._arrays
        whole = len(ids) == self.num_envs and ids is self._all
        pick = slice(None) if whole else list(ids)
        seen = self._observations() if whole else self._seen[pick].copy()
        over = arrays["over"][pick].astype(bool)
        mask = np.ones(self.num_envs, bool)
        infos = self._infos(mask) if whole else {k: v[pick] for k, v in self._infos(mask).items()}
        return seen, arrays["rewards"][pick].copy(), over, np.zeros(len(over), bool), infos

    def _infos(self, mask: np.ndarray) -> dict[str, Any]:
        infos = self._columns("", mask)
        ended = self._arrays["over"].astype(bool) & mask
        if self._mode == "same_step" and ended.any():
            infos["final_obs"] = self._final_observations(ended)
            infos["_final_obs"] = ended
            infos["final_info"] = self._columns("final_", ended)
            infos["_final_info"] = ended
        return infos

    def _columns(self, prefix: str, mask: np.ndarray) -> dict[str, Any]:
        infos: dict[str, Any] = {}
        for key, kind in (("passed", bool), ("score", int), ("shots_left", int), ("task", int)):
            infos[key] = self._arrays[prefix + key].astype(kind)
            infos["_" + key] = mask.copy()
        if "action_mask" in self._arrays:
            infos["action_mask"] = self._arrays[prefix + "action_mask"].astype(np.int8)
            infos["_action_mask"] = mask.copy()
        return infos

    def _final_observations(self, ended: np.ndarray) -> np.ndarray:
        rows = as_observations(self._arrays["final_seen"], self.single_observation_space)
        final = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(ended):
            final[i] = rows[i].copy()
        return final


def _generator(seed: int):
    from gymnasium.utils import seeding

    return seeding.np_random(seed)
