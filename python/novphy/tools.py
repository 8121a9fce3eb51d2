"""Trials that language models play by calls of tools (docs/guide/models.md)."""

from __future__ import annotations

import json
from typing import Any, Mapping, NamedTuple, Optional, Union

from novphy._engine import engine
from novphy._errors import InputError
from novphy.agents import Plan, as_plan
from novphy.paths import Path, output_of, text_of
from novphy.plans import plan as plan_of
from novphy.tasks import pairs


INSTRUCTIONS: str = engine.TOOL_INSTRUCTIONS
"""What players are told before their first call."""


class ToolReply(NamedTuple):
    """What a call returns."""

    text: str
    refused: bool = False
    """The call changed nothing; the text says what was expected."""
    png: bytes = b""
    """A picture as a PNG file; b"" where there is none."""
    facts: Mapping[str, Any] = {}
    """What the text says, for programs, such as `task_over` and `passed` after a throw."""


class Track(NamedTuple):
    """What players may use: a setting of a run, which stands in its records."""

    look: str = "text"
    """"text" or "pictures"."""
    lookahead: int = 0
    """Calls of `simulate` in each task, 0 to 1000."""
    disguise: Optional[int] = None
    """Seed of made-up names and colours; None: the usual ones."""

    def compiled(self) -> Any:
        """The engine's form. Raises InputError for values out of range."""
        if self.look not in ("text", "pictures"):
            raise InputError(f"look: found {self.look!r}, expected text or pictures")
        for name, value in (("lookahead", self.lookahead), ("disguise", self.disguise or 0)):
            if not isinstance(value, int) or not 0 <= value < 2**64:
                raise InputError(f"{name}: found {value!r}, expected a whole number of at least 0")
        return engine.Track(self.look == "pictures", self.lookahead, self.disguise)

    def words(self) -> str:
        """The track in words, as the records' field `served` gives it."""
        return self.compiled().words()


def _sendable(text: str) -> str:
    """The text, with a question mark for each half of a pair of surrogates, which UTF-8 cannot hold."""
    return text.encode(errors="replace").decode()


class ToolTrial:
    """A trial that is played by calls of tools, for one thread at a time.

    No reply tells the phase, the novelty, the template or the number of tasks that are left.
    """

    def __init__(self, plan: Union[Path, Plan], trial: int, track: Track = Track(), *, physics: str = "standard"):
        """Begins trial number `trial`, from 0, of a plan or its file. Raises InputError for a number that no trial has."""
        self._begin(engine.ToolTrial(as_plan(plan), trial, track.compiled(), physics))

    def _begin(self, trial: Any) -> None:
        self._trial = trial
        self.tools: list[dict[str, Any]] = [
            {"name": name, "description": about, "input_schema": json.loads(schema)} for name, about, schema in trial.tools()
        ]
        """The tools: `name`, `description` and the JSON Schema of the arguments, `input_schema`."""

    @classmethod
    def _of(cls, trial: Any) -> "ToolTrial":
        """The trial of the engine's trial."""
        made = cls.__new__(cls)
        made._begin(trial)
        return made

    def call(self, tool: str, arguments: Union[str, Mapping[str, Any], None] = None) -> ToolReply:
        """Answers a call. `arguments` are a mapping or JSON. A wrong call is refused in words and never raises."""
        text = arguments if isinstance(arguments, str) else json.dumps(dict(arguments or {}))
        reply, refused, png, facts = self._trial.call(_sendable(tool), _sendable(text))
        return ToolReply(reply, refused, png, json.loads(facts))

    def spend(
        self, tokens_in: Optional[int] = None, tokens_out: Optional[int] = None, cost: Optional[float] = None
    ) -> None:
        """Adds to what the player spent on the current task: tokens, and cost in US dollars. A report after a task's end is
        part of that task."""
        self._trial.spend(tokens_in, tokens_out, cost)

    @property
    def over(self) -> bool:
        """Whether the last task is over. A report may still follow."""
        return self._trial.over()

    @property
    def number(self) -> int:
        """The trial's number in the plan, from 0."""
        return self._trial.index()

    @property
    def tasks_over(self) -> int:
        """The number of tasks that are over."""
        return self._trial.so_far()[0]

    @property
    def passed(self) -> int:
        """How many of them were passed."""
        return self._trial.so_far()[1]

    def finish(self, reason: str = "the player left") -> list[dict[str, Any]]:
        """The records of all tasks; unfinished ones end as "agent_error" for this `reason`. No call may follow."""
        return [json.loads(line) for line in self._trial.finish(reason)]


def _settings(
    plan: Union[Path, Plan], agent: str, trials: Optional[int], run: str, **others: Any
) -> dict[str, Any]:
    return {"plan": plan if isinstance(plan, Plan) else text_of(plan), "agent": agent, "trials": trials, "run": run or None, **others}


class ToolRun:
    """A run of a plan whose trials players of tools play, and its file of records. Any thread may call."""

    def __init__(
        self,
        plan: Union[Path, Plan],
        out: Path,
        track: Track = Track(),
        *,
        agent: str,
        model: str = "",
        model_version: str = "",
        resume: bool = False,
        force: bool = False,
        trials: Optional[int] = None,
        run: str = "",
        physics: str = "standard",
        informed: bool = False,
    ):
        """Opens the run of a `plan` or its file, into the file `out`.

        `agent` is the name in tables; `model` and `model_version` say what plays. `resume` goes on with what an interrupted
        run left, `force` replaces records that are there, `trials` plays the first so many of each novelty-scenario,
        `run` names the training, `physics` is an entry of physics.json, and `informed` tells players of the novelty, whatever
        the plan says. Raises InputError where `out` is there already.
        """
        given = _settings(
            plan, agent, trials, run, out=output_of(out), resume=resume, force=force, physics=physics, informed=informed
        )
        self._run = engine.ToolRun(given, track.compiled(), (model, model_version))

    def begin(self) -> Optional[ToolTrial]:
        """The next trial; None where none is left."""
        trial = self._run.begin()
        return None if trial is None else ToolTrial._of(trial)

    def keep(self, trial: ToolTrial) -> bool:
        """Keeps the records of a trial whose last task is over. True for the last trial: the file of records is then whole."""
        return self._run.keep(trial._trial)

    def give_back(self, trial: ToolTrial) -> None:
        """Takes a trial back without records. It is handed out again, and its records tell that it was begun before."""
        self._run.give_back(trial._trial)

    @property
    def summary(self) -> str:
        """Once the run is over: what was played, or what stop() has kept. "" where nothing is kept."""
        return self._run.summary()

    def stop(self) -> int:
        """Ends the run early. Returns the number of finished trials, which are kept for `resume`."""
        return self._run.stop()


def small_plan() -> Plan:
    """The plan of doors that are given none: a short trial of each novelty with rolling things."""
    rolling = [name for name in pairs() if name.startswith("rolling/")]
    return plan_of(rolling, trials=1, min_normal=2, max_normal=4, novel=4, calibration_runs=0, proof="valid")


def fingerprint(
    plan: Union[Path, Plan],
    track: Track = Track(),
    *,
    agent: str,
    model: str = "",
    model_version: str = "",
    trials: Optional[int] = None,
    run: str = "",
    physics: str = "standard",
) -> dict[str, Any]:
    """The first line of the records that players of these tools make. Arguments as ToolRun's and ToolTrial's."""
    given = _settings(plan, agent, trials, run, physics=physics)
    return json.loads(engine.fingerprint_of_tools(given, track.compiled(), (model, model_version)))
