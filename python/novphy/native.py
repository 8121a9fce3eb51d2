"""What the environments on novphy's engine share, single ones and vectors: arrays, copies, specifications, infos."""

from __future__ import annotations

import copy
import os
from enum import Enum
from typing import Any, Mapping, Optional, Tuple

import numpy as np
from gymnasium import spaces

from novphy._engine import engine
from novphy._errors import InputError

MOST_EPISODE = 2**31 - 1
Columns = Mapping[str, Tuple[np.ndarray, Optional[np.ndarray]]]
"""The values of each key of `info`, and which environments have the key; None stands for all of them."""


def as_observations(rows: np.ndarray, space: spaces.Box) -> np.ndarray:
    """A view of the bytes of n observations as an array of the space's shape."""
    return rows.view(space.dtype).reshape(len(rows), *space.shape)


def checked_seed(seed: Any) -> int:
    """The seed. Raises InputError unless it is a whole number that the engine takes."""
    if not isinstance(seed, (int, np.integer)) or not 0 <= seed < 2**64:
        raise InputError(f"seed: found {seed!r}, expected a whole number from 0 to 2^64 - 1")
    return int(seed)


def episode_option(options: Optional[Mapping[str, Any]], name: str) -> int:
    """The episode that the options of reset() pick by this name, "task" or "trial", or -1."""
    if not isinstance(options, (Mapping, type(None))):
        raise InputError(f"options: found {type(options).__name__}, expected a dictionary")
    for key in options or {}:
        if key not in (name, "reset_mask"):
            raise InputError(f'options: found "{key}", expected {name}')
    episode = (options or {}).get(name, -1)
    if not isinstance(episode, (int, np.integer)) or (name in (options or {}) and not 0 <= episode <= MOST_EPISODE):
        raise InputError(f"options: found {name} {episode!r}, expected the index of a {name}")
    return int(episode)


def task_columns(arrays: Mapping[str, np.ndarray], prefix: str = "") -> Columns:
    """What `info` contains in environments of tasks."""
    columns = {key: (arrays[prefix + key], None) for key in ("passed", "score", "shots_left")}
    columns["task"] = (arrays[prefix + "episode"], None)
    if "action_mask" in arrays:
        columns["action_mask"] = (arrays[prefix + "action_mask"], None)
    return columns


class Specified:
    """An environment whose specification can be written as JSON."""

    _spec: Any = None

    @property
    def spec(self) -> Any:
        """Gymnasium's specification of the environment. Paths are text in it, so that it can be written as JSON."""
        return self._spec

    @spec.setter
    def spec(self, spec: Any) -> None:
        if spec is not None:
            spec.kwargs = {key: _plain(value) for key, value in spec.kwargs.items()}
        self._spec = spec


class Native(Specified):
    """Environments of the engine: `_envs`, and their results in `_arrays`, one row for each environment.

    A copy or a pickle plays the present episodes again, up to the same shot, and then goes on in the same way.
    """

    _envs: Any
    _asks = False
    """Whether the engine waits for _answer() after each task."""
    _option = "task"
    """The option of reset() that picks an episode."""

    def _begin(self, setup: Any, count: int, threads: int, mode: str) -> None:
        self._envs = engine.Environments(setup, count, threads, mode)
        self._seeded = False
        self._link()

    def _link(self) -> None:
        """Views the engine's memory."""
        self._arrays = self._envs.arrays()
        self._rows = {
            key: as_observations(self._arrays[key], self._space())
            for key in ("seen", "final_seen", "last")
            if key in self._arrays
        }

    def _space(self) -> spaces.Box:
        raise NotImplementedError

    def _free(self) -> None:
        self._envs = None
        self._arrays = self._rows = {}  # views hold the engine's memory

    def _use(self) -> Any:
        if self._envs is None:
            raise RuntimeError("the environment is closed")
        return self._envs

    def _receive(self, count: int) -> list[int]:
        """Waits until this many environments are done with their steps, and answers those that ask."""
        if not self._asks:
            return self._envs.receive(count)
        done: list[int] = []
        while len(done) < count:
            ended = self._envs.receive(count - len(done))
            asking = [i for i in ended if self._arrays["asks"][i]]
            done += [i for i in ended if i not in asking]
            try:
                for i in sorted(asking):
                    self._answer(i)
            except BaseException:
                self._envs.drop_open()  # the environments that were answered
                raise
        return done

    def _answer(self, i: int) -> None:
        raise NotImplementedError

    def _columns(self, prefix: str = "") -> Columns:
        return task_columns(self._arrays, prefix)

    def __getstate__(self) -> dict[str, Any]:
        self._use()
        return {key: value for key, value in self.__dict__.items() if key not in ("_arrays", "_rows")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._link()

    def __deepcopy__(self, memo: dict[int, Any]) -> Native:
        again = type(self).__new__(type(self))
        memo[id(self)] = again
        memo[id(self._spec)] = self._spec  # its arguments may be many tasks, which never change
        again.__setstate__(copy.deepcopy(self.__getstate__(), memo))
        return again


def _plain(value: Any) -> Any:
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return value
