"""novphy/Trial-v0: an episode is a trial, and nothing reveals when the world changes."""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Mapping, Optional, Sequence, Tuple, Union

from novphy._errors import InputError
from novphy._settings import with_settings
from novphy.agents import Plan, as_plan
from novphy.envs import SETTINGS, SingleEnv
from novphy.native import Columns, Native

Ask = Callable[[Mapping[str, Any]], Union[float, Mapping[str, Any]]]
Detector = Union[None, str, Ask]
REPORT_FIELDS = ("novelty_probability", "novelty_threshold", "novelty_level", "novelty_objects", "novelty_text")


class Trials(Native):
    """What the single environment of trials and the vector share: the detector, records and infos."""

    _option = "trial"
    _asked: Sequence[Ask] = ()
    """The functions that are asked after each task, one for each environment."""

    def _episodes(
        self,
        plan: Union[str, os.PathLike, Plan],
        trial: Optional[int],
        detector: Union[Detector, Sequence[Ask]],
        count: int,
    ) -> dict[str, Any]:
        """What the setup of `count` environments has beside the settings of all environments."""
        marks = ""
        if isinstance(detector, str):
            marks = detector
            if not marks:
                raise InputError('detector: found "", expected settings such as pma:10:1.5')
        elif detector is not None:
            self._ask(detector, count)
        return {"plan": as_plan(plan), "trial": trial, "detector": marks, "asks": self._asks}

    def _ask(self, detector: Union[Ask, Sequence[Ask]], count: int) -> None:
        self._asks = True
        self._asked = [detector] * count if callable(detector) else list(detector)
        if len(self._asked) != count:
            raise InputError(f"detector: found {len(self._asked)} functions, expected {count}")

    def _answer(self, i: int) -> None:
        arrays = self._arrays
        result = {
            "passed": bool(arrays["passed"][i]),
            "score": int(arrays["score"][i]),
            "last": self._rows["last"][i].copy(),
        }
        self._use().send_report(i, **statement(self._asked[i](result)))

    def _columns(self, prefix: str = "") -> Columns:
        arrays = self._arrays
        over, goes_on = arrays[prefix + "task_over"], arrays[prefix + "shots_left"] >= 0
        columns = {
            "task_over": (over, None),
            "shots_left": (arrays[prefix + "shots_left"], goes_on),
            "told": (arrays[prefix + "told"], arrays[prefix + "told"]),
            "passed": (arrays[prefix + "passed"], over),
            "score": (arrays[prefix + "score"], over),
            "last": (self._rows["last"], over),
        }
        if "action_mask" in arrays:
            columns["action_mask"] = (arrays[prefix + "action_mask"], goes_on)
        return columns

    def _records(self, i: int) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self._use().records(i)]


def statement(said: Union[float, Mapping[str, Any]]) -> dict[str, Any]:
    """The fields of a report, from what a detector said."""
    if not isinstance(said, Mapping):
        return {"probability": float(said)}
    for key in said:
        if key not in REPORT_FIELDS:
            raise InputError(f"detector: found the field {key}, expected {', '.join(REPORT_FIELDS)}")
    return {key.removeprefix("novelty_"): value for key, value in said.items()}


class TrialEnv(Trials, SingleEnv):
    """An episode is a trial of a plan, and a step is one bird with its whole flight.

    When a task ends, the observation is that of the next task. `info` then contains `task_over`, `passed`, `score` and
    `last`, the last observation of the task that ended. The episode is terminated after the last task. From the first
    novel task of an informed trial on, `info` contains `told`. Nothing else reveals phase, novelty or template. Rewards
    are those of novphy/Task-v0.

    Without `trial`, each reset draws one that is no calibration run. "pma" needs the calibration runs of a
    novelty-scenario before its trials, so pick them with `options={"trial": i}`.
    """

    @with_settings(SETTINGS)
    def __init__(
        self,
        plan: Union[str, os.PathLike, Plan],
        trial: Optional[int] = None,
        detector: Detector = None,
        render_mode: Optional[str] = None,
        size: Tuple[int, int] = (640, 480),
        **settings: Any,
    ):
        """`trial` is the trial's index in the plan. Without it, each reset draws one.

        `detector` is asked after each task, before the next task is seen. It is a setting such as "pma:10:1.5", or a
        function that takes the result (`passed`, `score`, `last`) and returns a probability or the fields of a program's
        answer.

        **settings: the options of the command by keyword; help() and docs/reference/python.md list them.
        """
        self._make(render_mode, size, settings, **self._episodes(plan, trial, detector, 1))

    def records(self) -> list[dict[str, Any]]:
        """The records that `novphy run` would write for the tasks that are over."""
        return self._records(0)
