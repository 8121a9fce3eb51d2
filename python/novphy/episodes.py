"""The episodes of data sets: what the worlds of recorded tasks show between the shots."""

from __future__ import annotations

import json
import math
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Iterator, NamedTuple, Sequence

import numpy as np

from novphy._engine import engine
from novphy._errors import InputError
from novphy.seeing import ARRAYS, SHAPES, checked_size

OUTCOME = ("passed", "score", "end", "digest", "time_s")
UNSET = -1
"""A time in milliseconds that a shot does not have."""
LOWEST_SHOT = (-1.0, -1.0, -1.0)
HIGHEST_SHOT = (1.0, 1.0, 1e6)
"""Bounds of actions: pull to the right and upwards in m, tap in ms."""
MOST_PULL_M = 1
REACH_TRIES = 1000
MOST_RECORD_BYTES = 60_000
"""Longer records stand in records.jsonl only, since HDF5 takes no longer attribute."""
AT_ONCE = 64
"""Episodes that are made at the same time."""


class DatasetDifference(Exception):
    """Something that is not as the plays say. The message names the place, what was found and what was expected."""


class View(NamedTuple):
    """How the worlds of a data set are seen."""

    form: str = "features"
    size: tuple[int, int] = (640, 480)
    """Width and height of pictures."""

    def shape(self) -> tuple[int, ...]:
        return (self.size[1], self.size[0], 3) if self.form == "picture" else SHAPES[self.form]

    def dtype(self) -> type:
        return np.uint8 if self.form == "picture" else np.float32


class Episode(NamedTuple):
    """A task that was played. With n shots, observations and infos have n + 1 rows, the other arrays n."""

    about: dict[str, Any]
    """Which task of which trial it is, how it ended, and its record."""
    arrays: dict[str, np.ndarray]
    """By their names in Minari's files, such as "actions" and "infos/score"."""


def check_view(view: View) -> None:
    """Raises InputError for a form or a size that no observation has."""
    if view.form not in ARRAYS:
        raise InputError(f'observation: found "{view.form}", expected {", ".join(ARRAYS[:-1])} or {ARRAYS[-1]}')
    checked_size(view.size)


def _shortened(x_m: float, y_m: float) -> tuple[float, float]:
    """The pull that the world takes for this one: of at most 1 m, with the world's own rounding."""
    far = math.sqrt(x_m * x_m + y_m * y_m)
    return (1 / far * x_m, 1 / far * y_m) if far > MOST_PULL_M else (x_m, y_m)


def within_reach(x_m: float, y_m: float) -> tuple[float, float]:
    """A pull of about 1 m that the world takes, to the last bit, for this longer one.

    Rounding leaves about one pull in 3000 without such a number; then the pull itself.
    """
    taken = _shortened(x_m, y_m)
    for i in range(REACH_TRIES):
        factor = 1 + i * 2**-52
        pull = (taken[0] * factor, taken[1] * factor)
        if _shortened(*pull) == taken:
            return pull
    return x_m, y_m


def action_of(shot: dict[str, Any]) -> tuple[float, float, int]:
    """The shot of a record as an action: pull in m, tap in ms."""
    return (*within_reach(*shot["drag_m"]), shot.get("tap_ms", UNSET))


class _Rows:
    """What is seen of a play between its shots."""

    def __init__(self, play: Any, view: View):
        self._play = play
        self._view = view
        self._seen: list[np.ndarray] = []
        self._infos: dict[str, list[Any]] = {name: [] for name in ("score", "shots_left", "passed", "digest")}

    def add(self) -> None:
        self._seen.append(self._play.seen().view(self._view.dtype()).reshape(self._view.shape()))
        for name, values in self._infos.items():
            values.append(getattr(self._play, name))

    def arrays(self, actions: list[Any], shots: Sequence[dict[str, Any]], over: bool) -> dict[str, np.ndarray]:
        last = np.arange(len(shots)) == len(shots) - 1
        launches = [[shot.get(name, UNSET) for shot in shots] + [UNSET] for name in ("launch_ms", "thought_ms")]
        return {
            "observations": np.stack(self._seen),
            "actions": np.array(actions, np.float64),
            "rewards": np.array(self._infos["passed"][1:], np.float64),
            "terminations": last & over,
            "truncations": last & (not over),
            "infos/score": np.array(self._infos["score"], np.int64),
            "infos/shots_left": np.array(self._infos["shots_left"], np.int64),
            "infos/passed": np.array(self._infos["passed"], np.bool_),
            "infos/digest": np.array(self._infos["digest"], "S16"),
            "infos/launch_ms": np.array(launches[0], np.int64),
            "infos/thought_ms": np.array(launches[1], np.int64),
        }


def _check_outcome(found: dict[str, Any], record: dict[str, Any], line: int) -> None:
    for name in OUTCOME:
        recorded = record.get(name, 0)
        if found[name] != recorded:
            raise DatasetDifference(f"records.jsonl:{line}: /{name}: found {recorded}, expected {found[name]} as played now")


def played(task: Any, record: dict[str, Any], line: int, view: View, physics: str) -> dict[str, np.ndarray]:
    """Plays the record's shots again, as actions. Raises DatasetDifference if they end otherwise than the record says."""
    play = engine.ShotPlay(task, view.form, *view.size, physics)
    rows = _Rows(play, view)
    actions = [action_of(shot) for shot in record["shots"]]
    for i, shot in enumerate(record["shots"]):
        launch_ms = shot.get("launch_ms", UNSET)
        if not play.wait_for_turn(launch_ms):
            raise DatasetDifference(f"records.jsonl:{line}: /shots/{i}: found a shot, expected none: the play was over")
        rows.add()
        play.launch(*actions[i], launch_ms, shot.get("thought_ms", UNSET))
    play.finish_turn()
    rows.add()
    arrays = rows.arrays(actions, record["shots"], play.over)
    _check_outcome(play.outcome(), record, line)
    return arrays


class Lines(NamedTuple):
    """A line of a file of records."""

    line: int
    text: str
    record: dict[str, Any]
    seed: int
    """The number that the agent is told in the trial."""


def _seeds_of(records: Sequence[dict[str, Any]], plan: Any) -> list[int]:
    """The number told in the trial of each record. Training tasks belong to the trial or calibration run that they come before."""
    seeds = {each[:5]: plan.seed(i) for i, each in enumerate(engine.outline(plan))}
    found = []
    calibration = False
    for record in reversed(records):
        if record["phase"] != "training":
            calibration = record["phase"] == "calibration"
        trial = (record["novelty"], record["scenario"], record["trial"], record.get("control", False), calibration)
        if trial not in seeds:
            raise InputError(f"records.jsonl: found a trial that the plan does not have: {trial}")
        found.append(seeds[trial])
    return found[::-1]


class Recorded:
    """A plan and the records of a run of it, as a sequence of episodes."""

    def __init__(self, plan: Any, file: os.PathLike, view: View):
        head, texts = engine.record_lines(str(file))
        self.plan = plan
        self.view = view
        self.fingerprint: dict[str, Any] = json.loads(head)
        records = [json.loads(text) for text in texts]
        self.records = len(records)
        self._lines = [
            Lines(i + 2, texts[i], records[i], seed)
            for i, seed in enumerate(_seeds_of(records, plan))
            if records[i].get("shots") and records[i].get("digest")
        ]
        self._numbers = {name: i for i, name in enumerate(engine.task_names(plan))}

    def __len__(self) -> int:
        """The number of episodes: records in which a bird was thrown and the task was played."""
        return len(self._lines)

    @property
    def steps(self) -> int:
        return sum(len(each.record["shots"]) for each in self._lines)

    def _about(self, i: int) -> dict[str, Any]:
        line, text, record, seed = self._lines[i]
        key = (record.get("template", ""), record.get("variation", 0))
        return {
            "id": i,
            "total_steps": len(record["shots"]),
            "seed": seed,
            "options/task": self._numbers[key],
            **{name: record[name] for name in ("novelty", "scenario", "trial", "phase", "task")},
            "template": key[0],
            "variation": key[1],
            "control": record.get("control", False),
            "informed": record.get("informed", False),
            **{name: record.get(name, 0) for name in OUTCOME},
            "line": line,
            **({"record": text} if len(text.encode()) <= MOST_RECORD_BYTES else {}),
        }

    def _episode(self, i: int) -> Episode:
        each = self._lines[i]
        task = engine.plan_task(self.plan, each.record.get("template", ""), each.record.get("variation", 0),
                                each.record.get("strength", 1.0))
        physics = self.fingerprint.get("physics", "standard")
        return Episode(self._about(i), played(task, each.record, each.line, self.view, physics))

    def episodes(self, threads: int = 1) -> Iterator[Episode]:
        """All episodes in the order of the records, made on this number of threads."""
        with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
            for first in range(0, len(self), AT_ONCE):
                yield from pool.map(self._episode, range(first, min(first + AT_ONCE, len(self))))

