"""Players of tools without a language model, which give the numbers of models a scale and test every door to the tools."""

from __future__ import annotations

import json
from typing import Any, Callable, Mapping, Optional

from novphy._engine import engine
from novphy._errors import InputError
from novphy.agents import Plan
from novphy.tasks import solve

Facts = Mapping[str, Any]
Call = Callable[[str, Mapping[str, Any]], Facts]
"""Calls a tool of the trial with arguments, and returns the facts of its reply, such as `ToolReply.facts`."""

MOST_PULL_M = 1.0
_SIZES = ("big", "fat", "medium", "small", "tiny")


class ToolPlayer:
    """A player of one trial. Subclasses define throw()."""

    def begin_task(self) -> None:
        """Called when a task begins."""

    def throw(self, call: Call) -> Optional[Mapping[str, Any]]:
        """The arguments of the next `shoot`; None gives the task up."""
        raise NotImplementedError

    def end_task(self, last: Facts, call: Call) -> None:
        """Called when a task is over, with the facts of the reply to its last throw."""

    def novelty(self) -> float:
        """The probability that the world has changed, which is reported after each task."""
        return 0.0

    def play(self, call: Call) -> None:
        """Plays every task of a trial."""
        while not self._play_task(call):
            pass

    def _play_task(self, call: Call) -> bool:
        """Plays one task. Whether it was the last one."""
        self.begin_task()
        last: Facts = {}
        while not last.get("task_over"):
            throw = self.throw(call)
            last = call("give_up", {}) if throw is None else call("shoot", throw)
        self.end_task(last, call)
        call("report_novelty", {"probability": self.novelty()})
        return bool(last["trial_over"])


def _throw_of(drag_m: "tuple[float, float]", tap_ms: int, launch_ms: int) -> dict[str, Any]:
    angle, pull = engine.angle_and_pull(*drag_m, MOST_PULL_M)
    times = {"tap_ms": tap_ms, "launch_ms": launch_ms}
    return {"angle": angle, "pull": pull, **{key: value for key, value in times.items() if value >= 0}}


def _label(name: str) -> str:
    """The developer label of a thing that the tools call so, as agents of the paper know it."""
    parts = name.replace(" with a hole", " hole").replace("rectangle", "rect").split()
    if "platform" in parts:
        return "Platform"
    if "bird" in parts:
        return f"bird_{parts[0]}"
    if "pig" in parts:
        return f"pig_{parts[0]}"
    sizes = [each for each in parts if each in _SIZES]
    return "_".join([each for each in parts if each not in _SIZES] + sizes)


class AgentByTools(ToolPlayer):
    """An agent of novphy, such as "pig_shooter", which sees what `look` tells as JSON. Where it needs labels, they are the
    names that `look` gives as text. It needs the track of texts without disguise."""

    def __init__(self, agent: str, seed: int):
        """An `agent` that `novphy list agents` prints and that needs neither nets nor the task, with the `seed` of its trial."""
        self._player = engine.AgentPlayer(agent)
        self._player.begin_trial(seed)

    def begin_task(self) -> None:
        """Begins a task of the agent."""
        self._player.begin_task()

    def _see(self, seen: Facts) -> Any:
        objects = [{**each, "label": self._labels.get(each["id"], "Object")} for each in seen["objects"]]
        return engine.observation(json.dumps({**seen, "objects": objects, "labelled": True}))

    def throw(self, call: Call) -> Optional[Mapping[str, Any]]:
        """The agent's throw."""
        named = call("look", {})
        if named.get("told_novel"):
            self._player.told_novel()
        self._labels = {each["number"]: _label(each["name"]) for each in named["things"]}
        self._scene = call("look", {"as": "json"})["observation"]
        shot = self._player.choose(self._see(self._scene))
        return None if shot is None else {**_throw_of(shot["drag_m"], shot["tap_ms"], shot["launch_ms"]), "as": "json"}

    def end_task(self, last: Facts, call: Call) -> None:
        """Shows the agent the end of the task. Tools tell no score, which agents of the paper do not use."""
        self._player.end_task(last["passed"], 0, self._see(last.get("observation", self._scene)))  # giving up shows nothing

    def novelty(self) -> float:
        """The agent's."""
        return self._player.novelty()["novelty_probability"]


class OracleByTools(ToolPlayer):
    """Throws what the solver finds, as the agent `oracle` does: the ceiling. It knows the plan, which models do not."""

    def __init__(self, plan: Plan, trial: int):
        """For the trial with this number."""
        self._tasks = plan.tasks(trial)
        self._next = 0

    def begin_task(self) -> None:
        """Takes the next task of the plan."""
        task = self._tasks[self._next]
        self._next += 1
        self._shots = solve(task)
        values = task.to_dict()
        self._novel = bool(values.get("novelties"))
        self._way_out = 135 if values.get("slingshot", {}).get("faces") == "left" else 45

    def throw(self, call: Call) -> Optional[Mapping[str, Any]]:
        """The next throw of the solution."""
        if not self._shots:
            return {"angle": self._way_out}
        angle, pull, tap_ms, launch_ms = self._shots.pop(0)
        times = {"tap_ms": int(tap_ms), "launch_ms": int(launch_ms)}
        return {"angle": angle, "pull": pull, **{key: value for key, value in times.items() if value >= 0}}

    def novelty(self) -> float:
        """1 for a task with a novelty."""
        return float(self._novel)


class ReflectAndRetry(ToolPlayer):
    """Tries throws out with `simulate`, throws one that passes there, and keeps in its notes what passed and what did not.

    Where a throw that passed in the simulator fails, it trusts the simulator less: it then begins with the throws that passed
    before, and goes on through a grid of angles. Without `simulate` it does so from the start. It plays in every track of
    texts.
    """

    ANGLES = tuple(first + 5 * i for first in (5.0, 100.0, 7.5, 102.5, 6.25, 8.75) for i in range(15))
    """Degrees, in the order in which they are tried: to the right, to the left, and between these."""

    def __init__(self) -> None:
        """For a new trial."""
        self._tries = True  # whether simulations are left

    def begin_task(self) -> None:
        """A new task has new simulations."""
        self._tries = True
        self._thrown: list[dict[str, Any]] = []

    def _notes(self, call: Call) -> dict[str, Any]:
        return json.loads(call("notes", {})["notes"] or '{"passed": [], "failed": [], "doubt": 0.0}')

    def _simulated(self, call: Call, throw: Mapping[str, Any]) -> bool:
        """Whether the throw passes in the simulator."""
        if not self._tries:
            return False
        reply = call("simulate", throw)  # refused, and so without facts, where no simulation is left
        self._tries = "passes" in reply
        return bool(reply.get("passes"))

    def throw(self, call: Call) -> Optional[Mapping[str, Any]]:
        """A throw that passes in the simulator, or one that passed before, or one that was not tried."""
        notes = self._notes(call)
        self._expected = False
        fresh = [{"angle": angle} for angle in self.ANGLES if {"angle": angle} not in notes["failed"] + self._thrown]
        known = [each for each in notes["passed"] if each not in self._thrown]
        if notes["doubt"] < 0.5:
            for each in known + fresh:
                if self._simulated(call, each):
                    self._expected = True
                    return self._keep(each)
                if not self._tries:
                    break
        return self._keep((known + fresh or [{"angle": 45}])[0])

    def _keep(self, throw: dict[str, Any]) -> dict[str, Any]:
        self._thrown.append(throw)
        return throw

    def end_task(self, last: Facts, call: Call) -> None:
        """Writes down what the task taught."""
        notes = self._notes(call)
        passed, thrown = last["passed"], self._thrown[-1]
        if passed:
            notes["passed"] = [thrown] + [each for each in notes["passed"] if each != thrown][:4]
            notes["failed"] = []
        elif self._expected:
            notes["doubt"] = min(1.0, notes["doubt"] + 0.4)
        else:
            notes["failed"] = (notes["failed"] + [thrown])[-len(self.ANGLES) + 1 :]
        if passed and self._expected:
            notes["doubt"] = max(0.0, notes["doubt"] - 0.2)
        self._doubt = notes["doubt"]
        call("notes", {"text": json.dumps(notes)})

    def novelty(self) -> float:
        """How little it trusts the simulator."""
        return self._doubt


RULE_AGENTS = ("random", "pig_shooter", "datalab", "eagles_wing", "naive_adapt")


def tool_player(name: str, plan: Plan, trial: int) -> ToolPlayer:
    """A player for the trial with this number: "oracle", "reflect", or an agent of novphy by its name.

    Raises InputError for an agent that tools cannot serve.
    """
    if name == "oracle":
        return OracleByTools(plan, trial)
    if name == "reflect":
        return ReflectAndRetry()
    try:
        return AgentByTools(name, plan.seed(trial))
    except ValueError as wrong:
        raise InputError(f"player: {wrong}; expected oracle, reflect, {', '.join(RULE_AGENTS)}") from None
