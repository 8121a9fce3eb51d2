"""The trials that samples of Inspect play, and their tools (docs/reference/inspect.md)."""

from __future__ import annotations

import base64
import json
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Iterator, Mapping, NamedTuple, Optional

import anyio
import anyio.to_thread
from inspect_ai._util.error import PrerequisiteError  # which `inspect eval` prints as one line
from inspect_ai.dataset import Sample
from inspect_ai.model import ContentImage, ContentText, ModelUsage
from inspect_ai.model._model import sample_model_usage  # tells tokens in and out, which TaskState does not
from inspect_ai.tool import Tool, ToolDef, ToolError, ToolParams, ToolResult, ToolSource
from rich.markup import escape

from novphy._errors import InputError
from novphy.agents import Plan
from novphy.model_records import with_field
from novphy.tools import INSTRUCTIONS, ToolReply, ToolTrial, Track, fingerprint


class SettingError(InputError, PrerequisiteError):
    """An InputError that `inspect eval` prints as one line."""

    def __init__(self, wrong: InputError):
        super().__init__(str(wrong))
        self.message = escape(f"novphy: {wrong}")


@contextmanager
def said_in_one_line() -> Iterator[None]:
    """Raises SettingError in place of an InputError."""
    try:
        yield
    except InputError as wrong:
        raise SettingError(wrong) from None


class Setting(NamedTuple):
    """What all samples of a task share."""

    plan: Plan
    file: str
    """Of the plan, or ""."""
    track: Track
    physics: str
    trials: Optional[int]
    """The first so many of each novelty-scenario are played; None: all."""
    agent: str
    """The name in tables; "": the model's."""

    def samples(self) -> list[Sample]:
        """A sample for each trial. Models are shown the input alone, which is the same for all."""
        planned = json.loads(self.plan.json())["trials"]
        return [
            Sample(input=INSTRUCTIONS, id=_name_of(each), metadata={"trial": number})
            for number, each in enumerate(planned)
            if self.trials is None or each.get("trial", -1) < self.trials
        ]

    def fingerprint(self, model: str) -> dict[str, Any]:
        """The first line of the records of this model."""
        agent = self.agent or model
        made = fingerprint(self.plan, self.track, agent=agent, model=model, trials=self.trials, physics=self.physics)
        return with_field(made, "plan", self.file, after="physics")


def _name_of(trial: Mapping[str, Any]) -> str:
    """The sample id of a trial, as a plan's file describes it."""
    kind = "calibration" if "calibration_run" in trial else "control" if trial.get("control") else "trial"
    return f"{trial['novelty']}-{trial['scenario']}-{kind}-{trial.get('calibration_run', trial.get('trial'))}"


class Session:
    """A trial that a sample plays."""

    def __init__(self, setting: Setting, number: int):
        """Begins the trial with this number in the plan."""
        self.setting = setting
        self.trial = ToolTrial(setting.plan, number, setting.track, physics=setting.physics)
        self.tools = [_tool_of(self, each) for each in self.trial.tools]
        self.reason = "the player left"
        """Why the trial ended before its last task, if it did."""
        self.reported = False
        """Whether a report followed the last task, so that nothing is left to do."""
        self.facts: Optional[Mapping[str, Any]] = None
        """The facts of the last reply; None before the first one."""
        self.player: Any = None
        """What plays in place of a language model, if anything does."""
        self._spent = ModelUsage()
        self._turn = anyio.Lock()

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> ToolReply:
        """Answers a call on a thread of its own, so that other samples go on."""
        async with self._turn:
            reply = await anyio.to_thread.run_sync(self.trial.call, tool, arguments)
            self.facts = reply.facts
            self.reported = self.reported or (tool == "report_novelty" and not reply.refused and self.trial.over)
            self._spend()
        return reply

    def _spend(self) -> None:
        """Tells the trial what the models of this sample have spent since the last time."""
        now = sum(sample_model_usage().values(), ModelUsage())
        if now == self._spent:
            return
        before, self._spent = self._spent, now.model_copy()
        cost = None if now.total_cost is None else now.total_cost - (before.total_cost or 0)
        self.trial.spend(_tokens_in(now) - _tokens_in(before), now.output_tokens - before.output_tokens, cost)

    async def finish(self) -> list[dict[str, Any]]:
        """The records of the trial. No call may follow."""
        async with self._turn:
            self._spend()
            return await anyio.to_thread.run_sync(self.trial.finish, self.reason)

    def close(self) -> None:
        """Ends what plays in place of a language model."""
        if self.player is not None:
            self.player.leave()


def _tokens_in(usage: ModelUsage) -> int:
    return usage.input_tokens + (usage.input_tokens_cache_read or 0) + (usage.input_tokens_cache_write or 0)


def _tool_of(session: Session, tool: Mapping[str, Any]) -> ToolDef:
    """A tool of the trial for Inspect. What it returns is never cut."""

    async def execute(**kwargs: Any) -> ToolResult:
        reply = await session.call(tool["name"], kwargs)
        if reply.refused:
            raise ToolError(reply.text)
        if not reply.png:
            return reply.text
        picture = ContentImage(image="data:image/png;base64," + base64.b64encode(reply.png).decode("ascii"))
        return [ContentText(text=reply.text), picture] if reply.text else [picture]

    parameters = ToolParams.model_validate(tool["input_schema"])
    return ToolDef(execute, tool["name"], tool["description"], parameters, max_output=0)


_sessions: dict[str, Session] = {}  # by the id of the sample's run
_current: ContextVar[Session] = ContextVar("novphy_session")


def begin_session(sample_run: str, setting: Setting, number: int) -> Session:
    """Begins the trial of the sample that runs now."""
    session = Session(setting, number)
    _sessions[sample_run] = session
    return session


def enter_session(session: Session) -> None:
    """Makes this the trial of what runs now and of what it starts."""
    _current.set(session)


def session_of(sample_run: str) -> Optional[Session]:
    """The trial of a sample's run; None where none is being played."""
    return _sessions.get(sample_run)


def end_session(sample_run: str) -> None:
    """Forgets the trial of a sample's run."""
    session = _sessions.pop(sample_run, None)
    if session is not None:
        session.close()


def current_session() -> Session:
    """The trial of the sample that runs now."""
    try:
        return _current.get()
    except LookupError:
        raise RuntimeError("novphy: no trial is being played; tools and players are for samples of the task novphy") from None


class _ToolsOfTrial(ToolSource):
    async def tools(self) -> list[Tool]:
        return [each.as_tool() for each in current_session().tools]


def novphy_tools() -> ToolSource:
    """The tools of the trial that is being played, for any solver or agent of Inspect that takes tools."""
    return _ToolsOfTrial()
