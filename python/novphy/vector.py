"""Many tasks at once, on C++ threads. gymnasium.make_vec("novphy/Task-v0", num_envs=N) makes this environment."""

from __future__ import annotations

from dataclasses import dataclass, fields
from operator import index
from typing import Any, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from gymnasium import spaces
from gymnasium.vector import VectorEnv
from gymnasium.vector.utils import batch_space

from novphy._errors import InputError
from novphy._settings import with_settings
from novphy.envs import SETTINGS, SingleEnv, env_setup, spaces_of
from novphy.native import Columns, Native, checked_seed, episode_option
from novphy.task_sources import Source, tasks_of

try:
    from gymnasium.vector import AutoresetMode
except ImportError:  # Gymnasium 1.0 has no such enum, so metadata contain the text
    AutoresetMode = None

MOST_ENVS = 1_000_000
MODES = {"nextstep": "next_step", "samestep": "same_step", "disabled": "disabled"}


def mode_named(mode: Any) -> str:
    """"next_step", "same_step" or "disabled", from Gymnasium's enum or a text in any spelling."""
    text = str(getattr(mode, "value", mode)).lower().replace("_", "").replace("-", "")
    if text not in MODES:
        raise InputError(f'autoreset_mode: found "{mode}", expected next_step, same_step or disabled')
    return MODES[text]


def _as_gymnasium(mode: str) -> Any:
    return mode if AutoresetMode is None else getattr(AutoresetMode, mode.upper())


@dataclass
class VectorOptions:
    """What vectors of environments have beside the settings of single ones.

    `threads` 0 uses all cores; the number does not change the results. With `copy=False`, observations are views of two
    buffers used in turn, so an observation stays valid until the second call after it. `recv()` waits for `batch_size`
    environments, without it for all.
    """

    render_mode: Optional[str] = None
    threads: int = 0
    autoreset_mode: Any = "next_step"
    copy: bool = True
    batch_size: Optional[int] = None


class NativeVectorEnv(Native, VectorEnv):
    """N environments on C++ threads. Environment i equals a single environment with the seed `seed + i`.

    `send()` and `recv()` are for learners that need not wait for every environment.
    """

    metadata = {**SingleEnv.metadata, "render_modes": ["rgb_array"]}

    def _make(
        self, num_envs: int, size: Tuple[int, int], settings: Mapping[str, Any], **episodes: Any
    ) -> None:
        own = {each.name for each in fields(VectorOptions)}
        options = VectorOptions(**{name: value for name, value in settings.items() if name in own})
        if not isinstance(num_envs, (int, np.integer)) or not 1 <= num_envs <= MOST_ENVS:
            raise InputError(f"num_envs: found {num_envs!r}, expected 1 to {MOST_ENVS}")
        if options.render_mode not in (None, "rgb_array"):
            raise InputError(f'render_mode: found "{options.render_mode}", expected rgb_array')
        self._mode = mode_named(options.autoreset_mode)
        batch_size = options.batch_size
        self._batch = num_envs if batch_size is None else batch_size
        if not isinstance(self._batch, (int, np.integer)) or not 1 <= self._batch <= num_envs:
            raise InputError(f"batch_size: found {batch_size}, expected 1 to {num_envs}")
        setup = env_setup(size, 0, {name: value for name, value in settings.items() if name not in own}, **episodes)
        self.autoreset_mode = _as_gymnasium(self._mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        self.num_envs = num_envs
        self.render_mode = options.render_mode
        self.single_observation_space, self.single_action_space = spaces_of(setup, size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._size = size
        self._begin(setup, num_envs, options.threads, self._mode)
        self._buffers = None if options.copy else (self._rows["seen"].copy(), self._rows["seen"].copy())
        self._all = list(range(num_envs))

    def reset(
        self,
        *,
        seed: Union[None, int, Sequence[Optional[int]]] = None,
        options: Optional[Mapping[str, Any]] = None,
    ) -> Tuple[np.ndarray, dict[str, Any]]:
        """Begins an episode in every environment, or in those of `options={"reset_mask": mask}`."""
        self._seed(seed)
        mask = self._mask(options)
        episode = episode_option(options, self._option)
        chosen = [i for i in self._all if mask[i]]
        for i in chosen:
            self._use().send_reset(i, episode)
        self._receive(len(chosen))
        return self._observations(), self._infos(mask)

    def step(self, actions: Any):
        """Throws one bird in each environment. Returns observations, rewards, terminations, truncations, infos."""
        self._use().send(actions, self._all)
        self._receive(self.num_envs)
        return self._result(self._all)

    def send(self, actions: Any, env_ids: Optional[Sequence[int]] = None) -> None:
        """Starts a step in these environments and returns immediately."""
        self._use().send(actions, self._all if env_ids is None else [index(i) for i in env_ids])

    def recv(self):
        """Waits for `batch_size` environments that send() has started.

        Returns observations, rewards, terminations, truncations and infos of those that ended first. `infos["env_id"]`
        contains their numbers.
        """
        self._use()
        ids = self._receive(self._batch)
        observations, *rest, infos = self._result(ids)
        return (observations, *rest, {**infos, "env_id": np.array(ids, np.int32)})

    def recv_all(self):
        """Waits for every environment, after a send() to all. Returns the same as step()."""
        self._use()
        self._receive(self.num_envs)
        return self._result(self._all)

    def action_masks(self) -> np.ndarray:
        """For the actions "planner": whether each action has a shot now, bool (num_envs, actions)."""
        self._use()
        if "action_mask" not in self._arrays:
            raise InputError('action_masks: expected environments with the actions "planner"')
        return self._arrays["action_mask"].astype(bool)

    def render(self) -> Optional[Tuple[np.ndarray, ...]]:
        """A picture of each environment's world."""
        if self.render_mode is None:
            return None
        return tuple(self._use().picture(i, *self._size) for i in self._all)

    def close_extras(self, **kwargs: Any) -> None:
        self._free()

    def _seed(self, seed: Union[None, int, Sequence[Optional[int]]]) -> None:
        if seed is None:
            if self._seeded:
                return
            seed = int(np.random.SeedSequence().generate_state(1)[0])
        if isinstance(seed, (int, np.integer)):
            self._np_random, self._np_random_seed = _generator(int(seed))
            seed = [int(seed) + i for i in self._all]
        if not isinstance(seed, (Sequence, np.ndarray)):
            raise InputError(f"seed: found {seed!r}, expected a whole number or a list of them")
        if len(seed) != self.num_envs:
            raise InputError(f"seed: found {len(seed)} seeds, expected {self.num_envs}")
        for i, each in enumerate([None if each is None else checked_seed(each) for each in seed]):
            if each is not None:
                self._use().seed(i, each)
        self._seeded = True

    def _mask(self, options: Optional[Mapping[str, Any]]) -> np.ndarray:
        mask = options.get("reset_mask") if isinstance(options, Mapping) else None
        if mask is None:
            return np.ones(self.num_envs, bool)
        mask = np.asarray(mask)
        if mask.dtype != bool or mask.shape != (self.num_envs,) or not mask.any():
            raise InputError(f"reset_mask: expected {self.num_envs} booleans, at least one of them true")
        return mask

    def _space(self) -> spaces.Box:
        return self.single_observation_space

    def _observations(self) -> np.ndarray:
        if self._buffers is None:
            return self._rows["seen"].copy()
        self._buffers = self._buffers[::-1]
        np.copyto(self._buffers[0], self._rows["seen"])
        return self._buffers[0]

    def _result(self, ids: Sequence[int]):
        arrays = self._arrays
        whole = ids is self._all
        pick: Any = slice(None) if whole else list(ids)
        seen = self._observations() if whole else self._rows["seen"][pick].copy()
        over = arrays["over"][pick].copy()
        mask = np.zeros(self.num_envs, bool)
        mask[pick] = True
        infos = self._infos(mask) if whole else _picked(self._infos(mask), pick)
        return seen, arrays["rewards"][pick].copy(), over, np.zeros(len(over), bool), infos

    def _infos(self, mask: np.ndarray) -> dict[str, Any]:
        infos = _infos_of(self._columns(), mask)
        ended = self._arrays["over"] & mask
        if self._mode == "same_step" and ended.any():
            infos["final_obs"] = self._final_observations(ended)
            infos["_final_obs"] = ended
            infos["final_info"] = _infos_of(self._columns("final_"), ended)
            infos["_final_info"] = ended
        return infos

    def _final_observations(self, ended: np.ndarray) -> np.ndarray:
        final = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(ended):
            final[i] = self._rows["final_seen"][i].copy()
        return final


def _infos_of(columns: Columns, mask: np.ndarray) -> dict[str, Any]:
    """The columns as Gymnasium's vectors give them: keys that an environment has, zeros where it has not."""
    infos: dict[str, Any] = {}
    for key, (values, has) in columns.items():
        rows = mask.copy() if has is None else mask & has
        if not rows.any():
            continue
        infos[key] = values.astype(int) if values.dtype == np.int32 else values.copy()
        infos[key][~rows] = 0
        infos["_" + key] = rows
    return infos


def _picked(infos: Mapping[str, Any], pick: Sequence[int]) -> dict[str, Any]:
    return {key: _picked(value, pick) if isinstance(value, dict) else value[pick] for key, value in infos.items()}


def _generator(seed: int):
    from gymnasium.utils import seeding

    return seeding.np_random(seed)


class TaskVectorEnv(NativeVectorEnv):
    """N environments of novphy/Task-v0."""

    @with_settings(SETTINGS, VectorOptions)
    def __init__(
        self,
        num_envs: int = 1,
        tasks: Union[Source, Sequence[Source]] = "rolling/agents/normal",
        count: Optional[int] = None,
        first: int = 0,
        size: Tuple[int, int] = (640, 480),
        **settings: Any,
    ):
        """The arguments are those of TaskEnv and of VectorOptions."""
        self._make(num_envs, size, settings, tasks=lambda: tasks_of(tasks, count, first))
