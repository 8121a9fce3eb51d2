"""Agents written in Python, and runs of plans."""

from __future__ import annotations

import json
import os
import tempfile
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping, Optional, Sequence, Union

from novphy._display import counted, html_table, share
from novphy._engine import engine
from novphy._errors import InputError, warn
from novphy._frames import Columns, to_pandas, to_polars
from novphy._progress import Progress, shown, told
from novphy._settings import with_settings
from novphy.executors import refuse_what_workers_lack, run_on
from novphy.paths import output_of, text_of

if TYPE_CHECKING:
    import pandas
    import polars

Observation = engine.Observation
Observation.__module__ = "novphy"
Plan = engine.Plan
Plan.__module__ = "novphy"
Shot = Union[Sequence[float], Mapping[str, Any]]
"""A row (direction in degrees, pull in m, tap and launch in ms), or the fields of a program's answer (docs/reference/agents.md)."""

SHOT_FIELDS = ("angle_deg", "pull_m", "tap_ms", "launch_ms")


class Agent:
    """A player of one trial. Subclasses must define choose(). An exception ends the trial as "agent_error"."""

    labels = False
    """Whether observations carry developer labels and life."""

    def choose(self, seen: Observation) -> Shot:
        """The shot for the bird on the slingshot, given what is `seen` of the settled world."""
        raise NotImplementedError("an agent needs choose()")

    def senses(self) -> Mapping[str, Any]:
        """What observations contain, such as `{"screenshot": True, "noise_px": 2}`. By default no picture and no noise.

        With `{"screenshot": True, "text": False}` they hold the picture alone, and records say so.
        """
        return {}

    def training_tasks(self) -> int:
        """The largest number of normal tasks that the agent wants to play before each trial."""
        return 0

    def watch_every_ms(self) -> int:
        """Simulated milliseconds between frames in flight. 0: no frames."""
        return 0

    def watch(self, seen: Observation) -> None:
        """Called with what is `seen` in each frame in flight."""

    def begin_trial(self, seed: int) -> None:
        """Called once, before the first observation. Draw all chance from `seed`, a hash of what the trial plays."""

    def told_novel(self) -> None:
        """Called once in an informed trial, before the first novel task, to tell that the world has changed."""

    def begin_task(self) -> None:
        """Called when a task begins."""

    def end_task(self, result: Mapping[str, Any]) -> None:
        """Called when a task is over. `result` has `passed`, `score` and `last`, the last observation."""

    def novelty(self) -> Union[float, Mapping[str, Any]]:
        """Called after each task. Returns the probability that the world has changed, or the fields of a program's answer.

        Among these fields are `novelty_probability`, and `novelty_threshold`, above which the agent says "novel".
        """
        return 0.0

    def answer(self, seen: Observation, shot: Mapping[str, Any]) -> Optional[Mapping[str, Any]]:
        """Called after a trial for each of `run(..., questions=N)`: what would this `shot` do in the task that is `seen`?

        `shot` has `drag_m`, `angle_deg` and `pull_m`. Returns any of `end_px`, `hit` and `passes` (docs/reference/agents.md),
        or None.
        """
        return None


def _plain(value: Any) -> Any:
    """Turns numpy's numbers into Python's."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} cannot be part of an answer")


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(dict(value), default=_plain)


def wishes_of(agent: Agent) -> str:
    """What the agent wants to see, in the form of a program's answer to "hello"."""
    wishes = dict(agent.senses())
    if wishes.pop("screenshot", False):
        wishes["screenshot"] = "rgb"
    return _json({"training_tasks": agent.training_tasks(), "watch_every_ms": agent.watch_every_ms(), **wishes})


def shot_of(agent: Agent, seen: Observation) -> str:
    """The agent's shot, in the form of a program's answer to "choose"."""
    shot = agent.choose(seen)
    if isinstance(shot, Mapping):
        return _json(shot)
    row = _plain(shot) if hasattr(shot, "tolist") else list(shot)
    if not 1 <= len(row) <= len(SHOT_FIELDS):
        raise ValueError(f"found a shot of {len(row)} numbers, expected 1 to 4")
    return _json(dict(zip(SHOT_FIELDS, [*row[:2], *(int(ms) for ms in row[2:])])))


def report_of(agent: Agent, result: Mapping[str, Any]) -> str:
    """Tells the agent the result. Returns its report on the novelty in the form of a program's answer to "end_task"."""
    agent.end_task(result)
    report = agent.novelty()
    return _json(report if isinstance(report, Mapping) else {"novelty_probability": report})


def answer_of(agent: Agent, seen: Observation, shot: str) -> str:
    """The agent's answer to a question, in the form of a program's."""
    answer = getattr(agent, "answer", None)
    return _json((answer(seen, json.loads(shot)) if answer else None) or {})


_COLUMNS: dict[str, tuple[str, Any]] = {
    "novelty": ("text", ""), "scenario": ("text", ""), "trial": ("whole", 0), "control": ("truth", False),
    "informed": ("truth", False), "phase": ("text", ""), "task": ("whole", 0), "change": ("whole", 0), "strength": ("number", 1.0),
    "template": ("text", ""), "variation": ("whole", 0), "passed": ("truth", None), "score": ("number", None), "shots": ("whole", None), "end": ("text", ""), "time_s": ("number", 0.0), "digest": ("text", ""),
    "saw_text": ("truth", True), "novelty_probability": ("number", 0.0), "novelty_threshold": ("number", None),
    "alarm": ("truth", None), "error": ("text", ""), "calls": ("whole", None), "tokens_in": ("whole", None),
    "tokens_out": ("whole", None), "cost": ("number", None), "wall_s": ("number", None),
}  # fmt: skip
"""The kind of each column of a table of records, and what stands there where a record leaves it out."""


def _row_of(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record and what its player spent. What is not known is None."""
    row = {**record, **record.get("usage", {})}
    row["shots"] = None if record.get("end") == "agent_error" else len(record.get("shots", ()))
    if record.get("no_result"):
        row.update(passed=None, score=None)
    else:
        row.setdefault("score", 0)
    return row


class Records(list):
    """The records of a run: one dict for each task (docs/reference/records.md)."""

    def __init__(self, records: Iterable[dict[str, Any]], fingerprint: dict[str, Any]):
        """`records` are dicts, one for each task; `fingerprint` says what made them."""
        super().__init__(records)
        self.fingerprint = fingerprint
        """The first line of a file of records: program, numbers, plan and agent."""

    @property
    def agent(self) -> str:
        """What tables call the agent."""
        return str(self.fingerprint.get("name") or self.fingerprint.get("agent", ""))

    def to_pandas(self) -> pandas.DataFrame:
        """A DataFrame of pandas with a row for each task played, and columns as `novphy measure` reads them from CSV."""
        return to_pandas(self._columns())

    def to_polars(self) -> polars.DataFrame:
        """The same as a DataFrame of polars."""
        return to_polars(self._columns())

    def _columns(self) -> Columns:
        rows = [_row_of(each) for each in self]
        own = {"agent": self.agent, "run": str(self.fingerprint.get("run", ""))}
        return {
            **{name: ("text", [text] * len(rows)) for name, text in own.items()},
            **{name: (kind, [row.get(name, left_out) for row in rows]) for name, (kind, left_out) in _COLUMNS.items()},
        }

    def __repr__(self) -> str:
        in_trials = [each for each in self if each["phase"] in ("normal", "novel")]
        trials = {(each["novelty"], each["scenario"], each["trial"], each.get("control", False)) for each in in_trials}
        passed = share([_row_of(each)["passed"] for each in in_trials])
        counts = f"{counted(len(trials), 'trial')}, {counted(len(in_trials), 'task')}"
        return f"<Records {self.agent}: {counts}{'' if passed == '-' else f', {passed} passed'}>"

    def _repr_html_(self) -> str:
        cells: dict[tuple[str, str], dict[str, Any]] = {}
        for each in self:
            if each["phase"] in ("normal", "novel"):
                cell = cells.setdefault((each["scenario"], each["novelty"]), {"trials": set(), "normal": [], "novel": []})
                cell["trials"].add((each["trial"], each.get("control", False)))
                novel = each["phase"] == "novel" and not each.get("control", False)
                cell["novel" if novel else "normal"].append(_row_of(each)["passed"])
        rows = [
            (*names, len(cell["trials"]), *(text for side in ("normal", "novel") for text in (len(cell[side]), share(cell[side]))))
            for names, cell in cells.items()
        ]
        header = ["scenario", "novelty", "trials", "normal tasks", "passed", "novel tasks", "passed"]
        return html_table(repr(self)[1:-1], header, rows)

    @staticmethod
    def load(file: Union[str, os.PathLike]) -> "Records":
        """Reads a `file` that `novphy run` or run() wrote."""
        try:
            lines = open(file, encoding="utf-8")
        except OSError as error:
            raise InputError(f"{text_of(file)}: cannot be read: {error.strerror}") from None
        with lines:
            fingerprint = json.loads(lines.readline())
            records: list[dict[str, Any]] = []
            while many := list(islice(lines, 1000)):
                records += json.loads(f"[{','.join(many)}]")  # takes three quarters of the time that single lines take
        return Records(records, fingerprint)

    def save(self, file: Union[str, os.PathLike]) -> None:
        """Writes the records to `file`, either completely or not at all."""
        temporary = Path(f"{file}.tmp")
        with open(temporary, "w", encoding="utf-8") as lines:
            for each in (self.fingerprint, *self):
                lines.write(json.dumps(each, ensure_ascii=False, separators=(",", ":")) + "\n")
        temporary.replace(file)


def _name_of(agent: Any) -> str:
    kind = agent if isinstance(agent, type) or not hasattr(agent, "__name__") else agent
    return "python:" + getattr(kind, "__qualname__", type(kind).__qualname__)


def as_plan(plan: Union[str, os.PathLike, Plan]) -> Plan:
    """The plan itself, or the plan that the file contains."""
    return plan if isinstance(plan, Plan) else Plan.load(text_of(plan))


def _check_kind(agent: Any) -> None:
    if not isinstance(agent, str) and not callable(agent):
        kind = type(agent).__name__
        hint = f"; give the class {kind} itself, of which each trial makes an object" if isinstance(agent, Agent) else ""
        raise InputError(f"agent: found {kind}, expected a name or a class{hint}")


@with_settings(engine.settings_of_run())
def run(
    plan: Union[str, os.PathLike, Plan],
    agent: Union[str, Callable[[], Agent]],
    threads: int = 1,
    out: Union[None, str, os.PathLike] = None,
    resume: bool = False,
    *,
    executor: Any = None,
    progress: Progress = None,
    **settings: Any,
) -> Records:
    """Plays a plan's trials as `novphy run` does.

    Arguments:
        plan: a Plan, or its file.
        agent: the name of an agent of novphy (`novphy list agents`), or a class or function that makes an Agent for each trial.
            The records name such an agent "python:CLASS" unless `name` is given.
        threads: the number of trials that are played at a time, at most 1024; 0 uses all cores. It changes no record.
        out: a file that keeps the records. Finished trials are kept in OUT.partial until every trial is played.
        resume: goes on with what an interrupted run left, after Ctrl-C.
        executor: plays the trials on workers, in other processes or on other machines. It is any object whose `submit`
            returns futures, such as `concurrent.futures.ProcessPoolExecutor` or `MPIPoolExecutor`, a client of Dask, or
            submitit's `AutoExecutor` (see JobQueue, and docs/reference/cluster.md). Workers only need novphy.
        progress: True for a bar, or a function of the numbers of tasks done and of all; with `executor`, of trials.
        **settings: the options of the command by keyword; help() and docs/reference/python.md list them.

    Returns the Records. They do not depend on `threads`, `executor`, or interruptions followed by `resume`.

    An exception in an agent ends its trial as "agent_error". Raises InputError for wrong names and numbers and for an `out` that
    is there already, UnfinishedRun if trials repeatedly make their workers fail, and KeyboardInterrupt after Ctrl-C.
    """
    _check_kind(agent)
    if executor is not None:
        refuse_what_workers_lack(settings)
    given = {**settings, "plan": plan if isinstance(plan, Plan) else text_of(plan), "agent": agent, "threads": threads, "resume": resume}
    if not isinstance(agent, str):
        given["name"] = settings.get("name") or _name_of(agent)
    with tempfile.TemporaryDirectory(prefix="novphy-") as folder:
        given["out"] = output_of(out) if out is not None else str(Path(folder) / "records.jsonl")
        if executor is None:
            with told(progress, "run"):
                warn(engine.run(given))
        else:
            with shown(progress, "run", "trials") as tell:
                warn(run_on(executor, given, tell))
        records = Records.load(given["out"])
        warn(_failures(records))
        return records


def _failures(records: Records) -> list[str]:
    """A warning of trials in which the agent could not go on."""
    failed = [each for each in records if each.get("error")]
    trials = {(*(each[name] for name in ("novelty", "scenario", "trial")), each["phase"] == "calibration", each.get("control")) for each in failed}
    return [f"{records.agent} could not go on in {counted(len(trials), 'trial')}; the first: {failed[0]['error']}"] if failed else []


@with_settings(engine.settings_of_check_agent())
def check_agent(agent: Union[str, Callable[[], Agent]], **settings: Any) -> dict[str, Any]:
    """Says what an agent does with every message and odd scene, as `novphy check-agent` does.

    Arguments:
        agent: as run() takes it.
        **settings: the options of the command by keyword; help() and docs/reference/python.md list them.

    Returns what `--json` prints: "points" (with "point", "verdict", "says", "change") and "messages".

    Raises InputError for an agent that cannot be started, and KeyboardInterrupt after Ctrl-C.
    """
    _check_kind(agent)
    checked: dict[str, Any] = json.loads(engine.check_agent({**settings, "agent": agent}))
    return checked


def _kind_of(control: bool, calibration: bool) -> str:
    return "calibration" if calibration else "control" if control else "trial"


def _plan_repr(plan: Plan) -> str:
    kinds = [_kind_of(*each[3:5]) for each in engine.outline(plan)]
    cells = {each[:2] for each in engine.outline(plan)}
    counts = [counted(len(cells), "novelty-scenario"), counted(kinds.count("trial"), "trial")]
    counts += [counted(kinds.count("control"), "control trial")] * ("control" in kinds)
    counts += [counted(kinds.count("calibration"), "calibration run")] * ("calibration" in kinds)
    return f"<Plan: {', '.join(counts)}>"


def _plan_html(plan: Plan) -> str:
    cells: dict[tuple[str, str], list[int]] = {}
    for novelty, scenario, _, control, calibration, normal, novel in engine.outline(plan):
        kind = _kind_of(control, calibration)
        cell = cells.setdefault((scenario, novelty), [0] * 5)
        cell[("trial", "control", "calibration").index(kind)] += 1
        if kind == "trial":
            cell[3] += normal
            cell[4] += novel
    header = ["scenario", "novelty", "trials", "control", "calibration", "normal tasks", "novel tasks"]
    return html_table(_plan_repr(plan)[1:-1], header, [(*names, *cell) for names, cell in cells.items()])


setattr(Plan, "__repr__", _plan_repr)
setattr(Plan, "_repr_html_", _plan_html)
