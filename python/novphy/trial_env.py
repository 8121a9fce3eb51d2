"""novphy/Trial-v0: an episode is a trial, and nothing reveals when the world changes."""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Mapping, Optional, Tuple, Union

import gymnasium
import numpy as np

from novphy._engine import engine
from novphy._errors import InputError
from novphy.agents import Plan, as_plan
from novphy.envs import TaskEnv, action_space, frames_a_second, observation_space
from novphy.sessions import Session

Detector = Union[None, str, Callable[[Mapping[str, Any]], Union[float, Mapping[str, Any]]]]
REPORT_FIELDS = ("novelty_probability", "novelty_threshold", "novelty_level", "novelty_objects", "novelty_text")


class TrialEnv(gymnasium.Env):
    """An episode is a trial of a plan, and a step is one bird with its whole flight.

    When a task ends, the observation is that of the next task. `info` then contains `task_over`, `passed`, `score` and
    `last`, the last observation of the task that ended. The episode is terminated after the last task. From the first
    novel task of an informed trial on, `info` contains `told`. Nothing else reveals phase, novelty or template. Rewards
    are those of novphy/Task-v0.
    """

    metadata = dict(TaskEnv.metadata)

    def __init__(
        self,
        plan: Union[str, os.PathLike, Plan],
        trial: Optional[int] = None,
        detector: Detector = None,
        actions: str = "grid",
        observation: str = "features",
        render_mode: Optional[str] = None,
        size: Tuple[int, int] = (640, 480),
        physics: str = "standard",
        reward: str = "sparse",
    ):
        """`trial` is the trial's index in the plan. Without it, each reset draws one.

        `detector` is asked after each task, before the next task is seen. It is a setting such as "pma:10:1.5", or a
        function that takes the result (`passed`, `score`, `last`) and returns a probability or the fields of a program's
        answer.
        """
        self._fps = frames_a_second(render_mode)
        if reward not in ("sparse", "dense"):
            raise InputError(f'reward: found "{reward}", expected sparse or dense')
        self._dense = reward == "dense"
        self.render_mode = render_mode
        self.observation_space = observation_space(observation, size)
        self.action_space = action_space(actions)
        self._plan = as_plan(plan)
        if trial is not None and not 0 <= trial < len(self._plan):
            raise InputError(f"trial: found {trial}, expected 0 to {len(self._plan) - 1}")
        self._settings = (trial, detector, actions, observation, size, physics)
        self._real = [i for i in range(len(self._plan)) if not self._plan.is_calibration(i)]
        self._alarms = engine.OnlineDetector(detector) if isinstance(detector, str) else None
        self._calibrated: set[int] = set()
        self._session: Optional[Session] = None
        self._told = False
        self._closed = False

    def reset(self, *, seed: Optional[int] = None, options: Optional[Mapping[str, Any]] = None):
        """Begins a trial: that of `options={"trial": i}`, that of the constructor, or one drawn from the seed.

        Calibration runs are never drawn. "pma" needs those of a novelty-scenario before its trials, so pick them with
        `options`.
        """
        super().reset(seed=seed)
        self._open()
        for key in options or {}:
            if key != "trial":
                raise InputError(f"options: found {key!r}, expected trial")
        trial = (options or {}).get("trial", self._settings[0])
        if trial is None:
            trial = self._real[int(self.np_random.integers(len(self._real)))]
        self._trial = int(trial)
        self._session = Session(self._plan, self._trial, physics=self._settings[5])
        self._told = False
        self._pass_message()
        self._film_now()
        return self._observation(), self._info()

    def step(self, action: Any):
        """Throws the bird of the current task."""
        self._open()
        session = self._session
        if session is None:
            raise RuntimeError("step() before reset()")
        if session.state == "done":
            raise RuntimeError("step() after the end of the episode: call reset() first")
        life = session.pig_life
        self._throw(np.asarray(action).reshape(-1))
        lost = life - session.pig_life
        if session.state != "report":
            return self._observation(), lost if self._dense else 0.0, False, False, self._info()
        result = session.result()
        reward = lost if self._dense else float(result["passed"])
        if self.render_mode == "rgb_array":
            self._last_picture = self._picture()
        last = self._form(result["last"])
        session.report(**self._statement(result, last))
        self._pass_message()
        over = session.state == "done"
        if over and self._plan.is_calibration(self._trial):
            self._calibrated.add(self._trial)
        info = {**self._info(), "task_over": True, "passed": result["passed"], "score": result["score"], "last": last}
        if not over:
            self._film_now()
        return last if over else self._observation(), reward, over, False, info

    def records(self) -> list[dict[str, Any]]:
        """The records that `novphy run` would write for the tasks that are over."""
        return [] if self._session is None else [json.loads(line) for line in self._session.records()]

    def render(self) -> Union[None, np.ndarray, list[np.ndarray]]:
        """A picture of the current task; with "rgb_array_list", the frames since the last reset() or render()."""
        self._open()
        if self.render_mode is None or self._session is None:
            return None
        if self._fps:
            return list(self._session._frames(*self._settings[4]))
        # After the last task no world is left to draw.
        return self._last_picture if self._session.state == "done" else self._picture()

    def close(self) -> None:
        """Frees the trial. Every later call except close() raises RuntimeError."""
        self._session = None
        self._closed = True

    def _open(self) -> None:
        if self._closed:
            raise RuntimeError("the environment is closed")

    def _throw(self, action: np.ndarray) -> None:
        """Throws the bird and waits until all is still."""
        session, actions = self._session, self._settings[2]
        if self._fps:
            session._film_action(actions, action, self._fps)
        else:
            session.shoot_action(actions, action)
            session.advance_until_still()

    def _picture(self) -> np.ndarray:
        return self._session.observe("picture", self._settings[4])

    def _film_now(self) -> None:
        if self._fps:
            self._session._film_now()

    def _pass_message(self) -> None:
        if self._session.state == "told":
            self._session.told()
            self._told = True

    def _statement(self, result: Mapping[str, Any], last: np.ndarray) -> dict[str, Any]:
        """What the detector says about the task that ended."""
        detector = self._settings[1]
        if self._alarms is not None:
            return {} if self._trial in self._calibrated else {"detector": self._alarms}
        if not callable(detector):
            return {}
        said = detector({**result, "last": last})
        if not isinstance(said, Mapping):
            return {"probability": float(said)}
        for key in said:
            if key not in REPORT_FIELDS:
                raise InputError(f"detector: found the field {key}, expected {', '.join(REPORT_FIELDS)}")
        return {key.removeprefix("novelty_"): value for key, value in said.items()}

    def _observation(self) -> np.ndarray:
        _, _, _, form, size, _ = self._settings
        return self._session.observe(form, size)

    def _form(self, seen: Any) -> np.ndarray:
        form, size = self._settings[3:5]
        return self._session.observe(form, size) if form == "picture" else seen.form(form)

    def _info(self) -> dict[str, Any]:
        session = self._session
        info: dict[str, Any] = {"task_over": False}
        if session.state != "done":
            info["shots_left"] = session.birds_left
            if self._settings[2] == "planner":
                info["action_mask"] = session.action_mask().astype(np.int8)
        if self._told:
            info["told"] = True
        return info
