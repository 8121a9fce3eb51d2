"""Trained policies as agents."""

from __future__ import annotations

import threading
from typing import Any, Callable, Mapping, Union

import numpy as np

from novphy._engine import engine
from novphy._errors import InputError
from novphy.agents import Agent, Observation
from novphy.seeing import ARRAYS, SHAPES

ACTIONS: dict[str, tuple[int, ...]] = {"grid": (), "planner": (), "box": (2,)}
"""The shape of an action of each set."""
PICTURE = (480, 640, 3)


class PolicyAgent(Agent):
    """An agent that plays with a trained policy, in `run(plan, PolicyAgent(model))`.

    `model` has `predict(observation, deterministic=True)`, as Stable-Baselines3's have, or is a function from the observation
    to the action. It must keep no state between shots, and is asked by one thread at a time. `actions` and `observation` are
    those of novphy/Task-v0 in which it was trained, with pictures of 640 x 480 pixels. Records name it
    "python:PolicyAgent(MODEL)". It reports no novelty; `detect` finds it in the records.
    """

    def __init__(
        self, model: Union[Any, Callable[[np.ndarray], Any]], actions: str = "grid", observation: str = "features"
    ):
        if actions not in ACTIONS:
            raise InputError(f'actions: found "{actions}", expected {", ".join(ACTIONS)}')
        if observation not in ARRAYS:
            raise InputError(f'observation: found "{observation}", expected {", ".join(ARRAYS)}')
        self._predict = getattr(model, "predict", None)
        if not callable(self._predict if self._predict is not None else model):
            raise InputError(f"model: found {type(model).__name__}, expected an object with predict(), or a function")
        self._model = model
        self._actions = actions
        self._form = observation
        self._check_space("observation", PICTURE if observation == "picture" else SHAPES[observation])
        self._check_space("action", ACTIONS[actions])
        name = getattr(model, "__name__", type(model).__name__)
        self.__qualname__ = f"{type(self).__name__}({name})"
        self._lock = threading.Lock()

    def __call__(self) -> PolicyAgent:
        """The agent of a trial: the same one for all, as it keeps nothing between shots."""
        return self

    def __repr__(self) -> str:
        return f"<{self.__qualname__}: {self._actions} actions from {self._form}>"

    def senses(self) -> Mapping[str, Any]:
        """Asks for pictures where the policy sees these."""
        return {"screenshot": True, "text": self._actions == "planner"} if self._form == "picture" else {}

    def choose(self, seen: Observation) -> Mapping[str, Any]:
        """The shot of the policy's action for what is `seen`."""
        return seen.shot(self._actions, self.action(seen.form(self._form)))

    def action(self, observation: np.ndarray) -> np.ndarray:
        """The policy's action for an observation in its form."""
        with self._lock:
            if self._predict is None:
                return np.asarray(self._model(observation))
            return np.asarray(self._predict(observation, deterministic=True)[0])

    def _check_space(self, kind: str, expected: tuple[int, ...]) -> None:
        shape = getattr(getattr(self._model, f"{kind}_space", None), "shape", None)
        channels_first = (*expected[2:], *expected[:2]) if len(expected) == 3 else expected
        if shape is not None and tuple(shape) not in (expected, channels_first):
            wanted = "observation" if kind == "observation" else "actions"
            raise InputError(f"model: has {kind}s of the shape {tuple(shape)}, expected {expected}: pass {wanted}=")

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if key != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lock = threading.Lock()
