"""The task `novphy` of Inspect: its samples are the trials of a plan (docs/reference/inspect.md).

    inspect eval novphy/novphy --model openai/gpt-5 -T plan=plan.json -T lookahead=3
"""

from __future__ import annotations

from typing import Any, Literal, Optional, Sequence, Union

import anyio.to_thread
from inspect_ai import Task, task
from inspect_ai.agent import AgentState, as_solver, react
from inspect_ai.dataset import MemoryDataset
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, Value, metric, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import LimitExceededError

from novphy import Plan
from novphy.agents import Records
from novphy.inspect_players import NovphyPlayers, player_outputs
from novphy.inspect_trials import (
    Session, Setting, begin_session, end_session, enter_session, novphy_tools, said_in_one_line, session_of,
)  # fmt: skip
from novphy.model_records import measured, runs_of
from novphy.paths import text_of
from novphy.tools import Track, small_plan

__all__ = ["NovphyPlayers", "novphy", "novphy_tools", "play_trial", "player_outputs", "trial_measures"]

REMINDER = "The trial is not over. Go on with a call of a tool."
MOST_TURNS = 600
"""Of a task, above the number of calls that tools allow in it. It ends trials of models that repeat refused calls for ever."""


@task
def novphy(
    plan: Optional[str] = None,
    look: str = "text",
    lookahead: int = 0,
    disguise: Optional[int] = None,
    trials: Optional[int] = None,
    physics: str = "standard",
    agent: str = "",
    reminders: int = 3,
    truncation: Literal["auto", "disabled"] = "auto",
) -> Task:
    """Trials of physical reasoning in a world that changes without a word. A sample is a trial.

    Arguments:
        plan: the file of a plan. Without it, small_plan() is drawn.
        look: "text" or "pictures".
        lookahead: calls of `simulate` in each task.
        disguise: seed of made-up names and colours.
        trials: plays the first so many trials of each novelty-scenario.
        physics: the solver's numbers, an entry of physics.json.
        agent: the name in tables; the model's by default.
        reminders, truncation: as of play_trial().
    """
    with said_in_one_line():
        setting = _setting("" if plan is None else text_of(plan), Track(look, lookahead, disguise), physics, trials, agent)
    return Task(
        dataset=MemoryDataset(setting.samples(), name=setting.file or "small plan"),
        setup=_begin_trial(setting),
        solver=play_trial(reminders, truncation),
        scorer=trial_measures(),
        cleanup=_end_trial,
        checkpoint=False,  # a world that is being played cannot be kept
        metadata={"plan_hash": setting.plan.hash, "track": setting.track.words()},
    )


def _setting(file: str, track: Track, physics: str, trials: Optional[int], agent: str) -> Setting:
    """The setting, once it is known that a run may have it. Raises InputError."""
    track.compiled()
    setting = Setting(Plan.load(file) if file else small_plan(), file, track, physics, trials, agent)
    setting.fingerprint("model")
    return setting


def _begin_trial(setting: Setting) -> Solver:
    """Begins the trial of a sample, whatever solver plays it."""

    @solver
    def begin_trial() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            number = state.metadata["trial"]
            session = await anyio.to_thread.run_sync(begin_session, state.uuid, setting, number)
            enter_session(session)
            state.tools = session.tools
            return state

        return solve

    return begin_trial()


async def _end_trial(state: TaskState) -> None:
    end_session(state.uuid)


@solver
def play_trial(reminders: int = 3, truncation: Literal["auto", "disabled"] = "auto") -> Solver:
    """Plays a trial with the model in a plain loop of calls, to the report after the last task.

    Arguments:
        reminders: how often in a row a model that calls no tool is told to go on, before the trial ends unfinished.
        truncation: whether old messages are dropped where the model's context is full ("auto"), or the trial ends.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        session = session_of(state.uuid)
        if session is None:
            raise RuntimeError("novphy: play_trial() plays samples of the task novphy")
        loop = react(
            prompt=None, tools=[novphy_tools()], submit=False, on_continue=_Patience(session, reminders), truncation=truncation
        )
        try:
            state = await as_solver(loop)(state, generate)
        except LimitExceededError as limit:
            session.reason = f"the limit of the sample: {limit.type}"
            raise
        session.reason = _reason_of(state)
        return state

    return solve


class _Patience:
    """Decides after each turn of a model whether the loop goes on."""

    def __init__(self, session: Session, reminders: int):
        self._session = session
        self._reminders = reminders
        self._idle = 0  # turns in a row without a call, or after the last task
        self._task = 0
        self._turns = 0  # in this task

    async def __call__(self, state: AgentState) -> Union[bool, str]:
        called = bool(state.output.message.tool_calls)
        over = self._session.trial.over
        self._idle = 0 if called and not over else self._idle + 1
        if over:  # a report may follow, and little else
            return called and not self._session.reported and self._idle <= self._reminders
        if called:
            return self._has_turns()
        return REMINDER if self._idle <= self._reminders else False

    def _has_turns(self) -> bool:
        task = self._session.trial.tasks_over
        self._turns = self._turns + 1 if task == self._task else 1
        self._task = task
        return self._turns < MOST_TURNS


def _reason_of(state: TaskState) -> str:
    """Why the loop ended, if the trial is not over."""
    if state.output.stop_reason == "model_length":
        return "the model's context was full"
    if state.output.stop_reason == "content_filter":
        return "the model refused"
    calls = state.output.choices and state.output.message.tool_calls
    return f"the model took {MOST_TURNS} turns for a task" if calls else "the model stopped calling tools"


@metric(scores="unreduced")
def novelty_measures() -> Metric:
    """AP, AUS, CDT and DD, as `novphy measure` prints them for the records of these trials."""

    def compute(scores: list[SampleScore]) -> Value:
        trials = [each.score.metadata or {} for each in scores]
        epochs = max((trial["epoch"] for trial in trials), default=1)
        return measured(runs_of(trials, epochs)) if trials else {}

    return compute


@scorer(metrics=[novelty_measures()])
def trial_measures() -> Scorer:
    """AP, AUS, CDT and DD of a trial. The score's metadata keep its records."""

    async def score(state: TaskState, target: Target) -> Score:
        session = session_of(state.uuid)
        if session is None:
            raise RuntimeError("novphy: trials are scored when they are played, and not again")
        if not state.completed:
            return Score.unscored(explanation="The trial goes on.")
        records = await session.finish()
        return _score_of(session, records, state)

    return score


def _score_of(session: Session, records: Sequence[dict[str, Any]], state: TaskState) -> Score:
    model = str(state.model)
    version = "" if state.output.model in (model, model.partition("/")[2]) else state.output.model
    kept = {
        "trial": session.trial.number,
        "epoch": state.epoch,
        "model_version": version,
        "fingerprint": session.setting.fingerprint(model),
        "records": list(records),
    }
    explanation = _explained(records)
    if not _is_measured(records):
        return Score.unscored(explanation=explanation, metadata=kept)
    return Score(value=measured([Records(records, kept["fingerprint"])]), explanation=explanation, metadata=kept)


def _is_measured(records: Sequence[dict[str, Any]]) -> bool:
    """Whether the trial stands in a novelty-scenario; control trials and calibration runs do not."""
    return any(each["phase"] == "novel" for each in records) and not records[0].get("control", False)


def _explained(records: Sequence[dict[str, Any]]) -> str:
    """What became of the trial, for people who read the log."""
    passed = sum(each["passed"] for each in records)
    text = f"{passed} of {len(records)} tasks passed."
    unfinished = [each["error"] for each in records if each.get("error")]
    return f"{text} Not finished: {unfinished[0]}." if unfinished else text
