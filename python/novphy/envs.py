"""Environments of Gymnasium: novphy/Task-v0, whose episode is a task, and novphy/Trial-v0, whose episode is a trial."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence, Tuple, Union

import gymnasium
import numpy as np
from gymnasium import spaces

from novphy._engine import engine
from novphy._errors import InputError
from novphy._settings import with_settings
from novphy.native import Native, checked_seed, episode_option
from novphy.seeing import LIMITS, SHAPES, checked_size
from novphy.task_sources import Source, tasks_of

RENDER_FPS = 25


def observation_space(form: str, size: Tuple[int, int]) -> spaces.Box:
    """The space of a form of observation: "table", "features", "flat" or "picture"."""
    width, height = checked_size(size)
    if form == "picture":
        return spaces.Box(0, 255, (height, width, 3), np.uint8)
    if form not in SHAPES:
        raise InputError(f'observation: found "{form}", expected table, features, flat or picture')
    return spaces.Box(-LIMITS[form], LIMITS[form], SHAPES[form], np.float32)


def action_space(actions: str) -> spaces.Space:
    """The space of a set of actions: "grid", "planner" or "box"."""
    if actions == "grid":
        return spaces.Discrete(engine.GRID_ACTIONS)
    if actions == "planner":
        return spaces.Discrete(engine.PLANNER_ACTIONS)
    if actions == "box":
        return spaces.Box(-1, 1, (2,), np.float32)
    raise InputError(f'actions: found "{actions}", expected grid, planner or box')


def spaces_of(setup: engine.EnvSetup, size: Tuple[int, int]) -> Tuple[spaces.Box, spaces.Space]:
    """The spaces of observations and of actions."""
    return observation_space(setup.options["observation"], size), action_space(setup.options["actions"])


def frames_a_second(render_mode: Optional[str]) -> int:
    """The frames that an environment keeps of each second for this render mode; 0 for "rgb_array" and None."""
    if render_mode not in (None, "rgb_array", "rgb_array_list"):
        raise InputError(f'render_mode: found "{render_mode}", expected rgb_array or rgb_array_list')
    return RENDER_FPS if render_mode == "rgb_array_list" else 0


OURS = ("width", "height", "fps")  # set by `size` and `render_mode`
SETTINGS = [row for row in engine.settings_of_environments() if row[0] not in OURS]
"""The settings that all environments have in common; python/env.cpp describes them."""


def env_setup(size: Tuple[int, int], fps: int, settings: Mapping[str, Any], **episodes: Any) -> engine.EnvSetup:
    """The setup of environments whose `episodes` are tasks or trials. Raises InputError for wrong settings before it makes
    any task."""
    for name in OURS:
        if name in settings:
            raise InputError(f'environments: found the option "{name}", which it does not have')
    width, height = checked_size(size)
    return engine.EnvSetup(dict(settings, width=width, height=height, fps=fps), **episodes)


class SingleEnv(Native, gymnasium.Env):
    """What the environments of tasks and of trials share."""

    metadata = {"render_modes": ["rgb_array", "rgb_array_list"], "render_fps": RENDER_FPS}

    def _make(
        self, render_mode: Optional[str], size: Tuple[int, int], settings: Mapping[str, Any], **episodes: Any
    ) -> None:
        setup = env_setup(size, frames_a_second(render_mode), settings, **episodes)
        self.render_mode = render_mode
        self.observation_space, self.action_space = spaces_of(setup, size)
        self._size = size
        self._begin(setup, 1, 1, "disabled")

    def reset(self, *, seed: Optional[int] = None, options: Optional[Mapping[str, Any]] = None):
        """Begins the next episode in an order drawn from `seed`. `options={"task": i}`, or "trial", picks one instead."""
        super().reset(seed=seed)
        if seed is not None or not self._seeded:
            self._use().seed(0, int(self.np_random.integers(2**63)) if seed is None else checked_seed(seed))
            self._seeded = True
        self._use().send_reset(0, episode_option(options, self._option))
        self._receive(1)
        return self._rows["seen"][0].copy(), self._info()

    def step(self, action: Any):
        """Throws the bird. Returns observation, reward, terminated, False, info."""
        self._use().send(np.asarray(action)[np.newaxis], [0])
        self._receive(1)
        arrays = self._arrays
        return self._rows["seen"][0].copy(), float(arrays["rewards"][0]), bool(arrays["over"][0]), False, self._info()

    def render(self) -> Union[None, np.ndarray, list[np.ndarray]]:
        """A picture of the world now; with "rgb_array_list", the frames since the last reset() or render()."""
        if self.render_mode is None:
            return None
        if self.render_mode == "rgb_array_list":
            return list(self._use().film(0, *self._size))
        return self._use().picture(0, *self._size)

    def close(self) -> None:
        """Frees the world. Every later call except close() raises RuntimeError."""
        self._free()

    def _space(self) -> spaces.Box:
        return self.observation_space

    def _info(self) -> dict[str, Any]:
        return {key: _value(values) for key, (values, has) in self._columns().items() if has is None or has[0]}


def _value(values: np.ndarray) -> Any:
    """The value of the only environment, as a number of Python or an array of its own."""
    return values[0].item() if values.ndim == 1 else values[0].copy()


class TaskEnv(SingleEnv):
    """An episode is a task, and a step is one bird with its whole flight.

    The reward is 1 for the shot that passes the task, otherwise 0. With `reward="dense"` it is the share of the pigs'
    life that the shot takes: the rewards of an episode sum to 1 if the task is passed, and to less otherwise. An episode
    is terminated when the task is over, and never truncated. `info` contains `passed`, `score`, `shots_left`, `task`
    and, for the actions "planner", `action_mask`.
    """

    @with_settings(SETTINGS)
    def __init__(
        self,
        tasks: Union[Source, Sequence[Source]] = "rolling/agents/normal",
        count: Optional[int] = None,
        first: int = 0,
        render_mode: Optional[str] = None,
        size: Tuple[int, int] = (640, 480),
        **settings: Any,
    ):
        """`tasks`: a name such as "rolling/agents/normal" or "rolling", a folder, a plan, a Task, or a list of these.

        A name means 350 tasks of each of its templates, unless `count` says otherwise. `size` is (width, height) of
        pictures, including those of render().

        **settings: the options of the command by keyword; help() and docs/reference/python.md list them.
        """
        self._make(render_mode, size, settings, tasks=lambda: tasks_of(tasks, count, first))
