"""The environment that data sets name: a step is a shot in all its numbers."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Mapping, Optional, Sequence, Tuple, Union

import gymnasium
import numpy as np
from gymnasium import spaces

from novphy._engine import engine
from novphy._errors import InputError
from novphy.agents import Plan
from novphy.envs import observation_space
from novphy.native import Specified, episode_option
from novphy.episodes import HIGHEST_SHOT, LOWEST_SHOT
from novphy.task_sources import Source, tasks_of
from novphy.tasks import Task


def dataset_folder(dataset: str) -> Path:
    """Where Minari keeps the data set of this name on this machine."""
    root = os.environ.get("MINARI_DATASETS_PATH") or Path.home() / ".minari" / "datasets"
    return Path(root) / dataset


class _PlanTasks:
    """The tasks of a plan, made when they are asked for."""

    def __init__(self, plan: Plan):
        self._plan = plan
        self._names = engine.task_names(plan)

    def __len__(self) -> int:
        return len(self._names)

    def __getitem__(self, i: int) -> Task:
        return engine.plan_task(self._plan, *self._names[i])


def _tasks_of_dataset(dataset: str) -> _PlanTasks:
    file = dataset_folder(dataset) / "plan.json"
    if not file.exists():
        raise InputError(f"{file}: is not there: set MINARI_DATASETS_PATH, or pass tasks=")
    return _PlanTasks(Plan.load(str(file)))


class ShotEnv(Specified, gymnasium.Env):
    """An episode is a task, and a step is one bird with its whole flight, as in novphy/Task-v0.

    An action is float64 (3,): where the bird is pulled to, in metres from its rest point (x to the right, y upwards; a
    longer pull than 1 m is shortened to it), and the milliseconds from the launch to the tap (negative: no tap).
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 25}

    def __init__(
        self,
        dataset: str = "",
        tasks: Union[None, Source, Sequence[Source]] = None,
        observation: str = "features",
        size: Tuple[int, int] = (640, 480),
        physics: str = "standard",
        render_mode: Optional[str] = None,
        count: Optional[int] = None,
        first: int = 0,
    ):
        """`dataset` is the name of a data set of Minari on this machine, whose plan's tasks are played.

        `tasks`, `count` and `first` name other tasks, as in novphy/Task-v0.
        """
        if tasks is None and (count is not None or first != 0):
            raise InputError("count, first: found them without tasks, expected tasks=, because a data set gives all of its own")
        if render_mode not in (None, "rgb_array"):
            raise InputError(f'render_mode: found "{render_mode}", expected rgb_array')
        self.render_mode = render_mode
        self.observation_space = observation_space(observation, (size[0], size[1]))
        self.action_space = spaces.Box(np.array(LOWEST_SHOT), np.array(HIGHEST_SHOT), (3,), np.float64)
        self._tasks = _tasks_of_dataset(dataset) if tasks is None else tasks_of(tasks, count, first)
        self._view = (observation, *size, physics)
        self._order: list[int] = []
        self._play: Any = None
        self._thrown: list[Tuple[float, float, int]] = []

    def reset(self, *, seed: Optional[int] = None, options: Optional[Mapping[str, Any]] = None):
        """Begins the next task in an order drawn from `seed`. `options={"task": i}` picks a task instead."""
        super().reset(seed=seed)
        if seed is not None:
            self._order = []
        self._task = self._next(episode_option(options, "task"))
        self._begin()
        return self._seen(), self._info()

    def step(self, action: Any):
        """Throws the bird. Returns observation, reward, terminated, False, info."""
        if self._play is None or self._play.over:
            raise RuntimeError("step() before reset() or after the end of the episode: call reset() first")
        self._throw(self._shot(action))
        return self._seen(), float(self._play.passed), self._play.over, False, self._info()

    def render(self) -> Optional[np.ndarray]:
        """A picture of the world now, or None without `render_mode="rgb_array"`."""
        if self.render_mode is None or self._play is None:
            return None
        return self._play.picture(*self._view[1:3])

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_play": None, "_begun": self._play is not None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Plays the episode again, up to the same shot."""
        begun, thrown = state.pop("_begun"), state["_thrown"]
        self.__dict__.update(state)
        if begun:
            self._begin()
            for shot in thrown:
                self._throw(shot)

    def _begin(self) -> None:
        self._play = engine.ShotPlay(self._tasks[self._task], *self._view)
        self._thrown = []

    def _throw(self, shot: Tuple[float, float, int]) -> None:
        self._play.launch(*shot, -1, -1)
        self._play.finish_turn()
        self._thrown.append(shot)

    def _next(self, task: int) -> int:
        if task >= len(self._tasks):
            raise InputError(f"options: found task {task}, expected 0 to {len(self._tasks) - 1}")
        if task >= 0:
            return task
        if not self._order:
            self._order = self.np_random.permutation(len(self._tasks)).tolist()
        return self._order.pop()

    def _shot(self, action: Any) -> Tuple[float, float, int]:
        numbers = np.asarray(action, np.float64)
        if numbers.shape != (3,) or not np.isfinite(numbers).all() or numbers[2] > HIGHEST_SHOT[2]:
            raise InputError(f"action: found {action}, expected x_m, y_m and tap_ms of at most 1000000")
        return float(numbers[0]), float(numbers[1]), max(-1, round(float(numbers[2])))

    def _seen(self) -> np.ndarray:
        space = self.observation_space
        return self._play.seen().view(space.dtype).reshape(space.shape)

    def _info(self) -> dict[str, Any]:
        play = self._play
        return {"passed": play.passed, "score": play.score, "shots_left": play.shots_left, "task": self._task,
                "digest": play.digest}  # fmt: skip
