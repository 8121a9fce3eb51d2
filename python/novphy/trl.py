"""Trials as environments of TRL (docs/reference/openenv.md)."""

from __future__ import annotations

import io
import keyword
from inspect import Parameter, Signature
from itertools import count
from typing import Any, Callable, Iterator, Literal, Optional, Union

from novphy._errors import InputError
from novphy.agents import Plan, as_plan
from novphy.paths import Path
from novphy.tools import INSTRUCTIONS, ToolTrial, Track

Reply = Union[str, "list[dict[str, Any]]"]
_TYPES = {"number": float, "integer": int, "boolean": bool, "string": str}


class NovphyEnvironment:
    """One trial at a time, which a model plays by calling methods. environment() makes the classes for trainers, which have a
    method for each tool.

    A call that is refused raises ValueError, whose text TRL shows the model; the trial goes on.
    """

    _plan: Plan
    _track: Track
    _turns: "Iterator[int]"
    trial: Optional[ToolTrial] = None
    """The trial, for reward functions of one's own: `passed` and `tasks_over` say how far it is."""

    def reset(self, trial: Optional[int] = None, seed: Optional[int] = None, **columns: Any) -> str:
        """Begins a trial: number `trial`, from 0; or the one that `seed` chooses; or the next one of the plan. Other `columns`
        of the data are ignored. Returns what the model is told."""
        for name, value in (("trial", trial), ("seed", seed)):
            if value is not None and (not isinstance(value, int) or value < 0):
                raise InputError(f"{name}: found {value!r}, expected a whole number of at least 0")
        if trial is not None and trial >= self._plan.trials:
            raise InputError(f"trial: found {trial}, expected 0 to {self._plan.trials - 1}")
        chosen = trial if trial is not None else seed if seed is not None else next(self._turns)
        self.trial = ToolTrial(self._plan, chosen % self._plan.trials, self._track)
        return INSTRUCTIONS

    def get_reward(self) -> float:
        """The share of the trial's tasks that are passed. Tasks that were not played count as not passed."""
        return self.trial.passed / len(self._plan.tasks(self.trial.number)) if self.trial else 0.0

    def _call(self, tool: str, arguments: "dict[str, Any]") -> Reply:
        if self.trial is None:
            raise ValueError("no trial has begun: expected reset")
        reply = self.trial.call(tool, arguments)
        if reply.refused:
            raise ValueError(reply.text)
        if not reply.png:
            return reply.text
        from PIL import Image

        picture = Image.open(io.BytesIO(reply.png)).convert("RGB")
        return [{"type": "image", "image": picture}, {"type": "text", "text": reply.text}]


def _method(tool: "dict[str, Any]") -> Callable[..., Reply]:
    """The method for a tool. Chat templates read its name, signature and docstring."""
    name, schema = tool["name"], tool["input_schema"]
    # No parameter of Python can have the name of a keyword, such as "as". Calls may still give it.
    named = {key: value for key, value in schema["properties"].items() if not keyword.iskeyword(key)}

    def method(self: NovphyEnvironment, **arguments: Any) -> Reply:
        return self._call(name, arguments)

    required = schema.get("required", ())
    types = {key: Literal[tuple(value["enum"])] if "enum" in value else _TYPES[value["type"]] for key, value in named.items()}
    parameters = [
        # None stands for what is left out. It is no type of the parameter, so that models are not told of it.
        Parameter(key, Parameter.KEYWORD_ONLY, annotation=kind, default=Parameter.empty if key in required else None)
        for key, kind in types.items()
    ]
    method.__name__ = name
    method.__qualname__ = f"{NovphyEnvironment.__qualname__}.{name}"
    method.__annotations__ = types
    method.__signature__ = Signature([Parameter("self", Parameter.POSITIONAL_OR_KEYWORD), *parameters])  # type: ignore[attr-defined]
    about = [f"    {key}: {value['description']}" for key, value in named.items()]
    method.__doc__ = "\n".join([tool["description"], *(["", "Args:"] if about else []), *about, ""])
    return method


def environment(plan: Union[Path, Plan], track: Track = Track()) -> "type[NovphyEnvironment]":
    """The class that `GRPOTrainer(environment_factory=environment(plan))` takes, for the trials of a `plan` or its file.

    Its public methods are the tools of the `track`, beside `reset` and `get_reward`.
    """
    read = as_plan(plan)
    members: "dict[str, Any]" = {"_plan": read, "_track": track, "_turns": count(), "__doc__": NovphyEnvironment.__doc__}
    for tool in ToolTrial(read, 0, track).tools:
        members[tool["name"]] = _method(tool)
    return type("NovphyEnvironment", (NovphyEnvironment,), members)


def rows(plan: Union[Path, Plan]) -> "list[dict[str, Any]]":
    """Data for `datasets.Dataset.from_list`: a row for each trial of the `plan`. The completions of a group come from one row,
    so they play the same trial, which their rewards are compared in."""
    return [{"prompt": [{"role": "user", "content": ""}], "trial": trial} for trial in range(as_plan(plan).trials)]
