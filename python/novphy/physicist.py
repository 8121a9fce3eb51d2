"""The agent that plays in a simulator of its own."""

from __future__ import annotations

from typing import Any, Mapping

from novphy._engine import engine
from novphy.agents import Agent, Observation, Shot


class Physicist(Agent):
    """The agent `physicist` (docs/reference/agents.md), for calls by hand and as a base of agents of one's own.

    run() plays it by its name with less ado, as in `run(plan, "physicist:level=1,plays=500,noise=2")`.

    `plays` bounds the plays of its simulator for each decision, `threads` share them and change no shot, `noise_px` is the
    noise of what it sees in a run, 0 to 5 pixels, and `level` what it knows beforehand, 0 to 2. A trial with this `seed` begins at
    once; begin_trial() begins another one.
    """

    def __init__(self, plays: int = 800, threads: int = 1, noise_px: float = 0.0, seed: int = 0, level: int = 1):
        """Raises InputError for numbers out of range."""
        self._player = engine.AgentPlayer(plays, threads, noise_px, level)
        self._plays = plays
        self._noise_px = noise_px
        self._player.begin_trial(seed)

    def __repr__(self) -> str:
        return f"<Physicist: {self._plays} plays, noise of {self._noise_px:g} px>"

    def senses(self) -> Mapping[str, Any]:
        """The noise that it was made with."""
        return {"noise_px": self._noise_px}

    def training_tasks(self) -> int:
        """The largest number of normal tasks that it wants to play before each trial."""
        return self._player.training_tasks()

    def watch_every_ms(self) -> int:
        """Simulated milliseconds between frames in flight."""
        return self._player.watch_every_ms()

    def watch(self, seen: Observation) -> None:
        """Looks at a frame in flight, `seen` by Session.see()."""
        self._player.watch(seen)

    def begin_trial(self, seed: int) -> None:
        """Begins a trial in the ordinary world, with chance drawn from the `seed`."""
        self._player.begin_trial(seed)

    def told_novel(self) -> None:
        """Learns that the world has changed."""
        self._player.told_novel()

    def begin_task(self) -> None:
        """Begins a task."""
        self._player.begin_task()

    def choose(self, seen: Observation) -> Shot:
        """The shot for what is `seen`, as Session.shoot() takes it: `drag_m`, `tap_ms` and `launch_ms`."""
        shot = self._player.choose(seen)
        assert shot is not None  # it never gives up
        return shot

    def end_task(self, result: Mapping[str, Any]) -> None:
        """Learns the `result` of the task, that of Session.result()."""
        self._player.end_task(result["passed"], result["score"], result["last"])

    def novelty(self) -> Mapping[str, Any]:
        """What it says about a novelty after a task: `novelty_probability` and other fields of a program's answer."""
        return self._player.novelty()

    def answer(self, seen: Observation, shot: Mapping[str, Any]) -> Mapping[str, Any]:
        """What it says of this `shot` in the task that is `seen`, after a trial; empty where it cannot say."""
        return self._player.answer(seen, dict(shot))
