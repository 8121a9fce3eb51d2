"""The measures as pure functions of numbers, without files or a simulator. docs/reference/measures.md gives their sources.

`passes` are the results of the novel tasks in order, 1 or 0, or a mean curve P_1..P_n. `normal` and `novel` are the
alarms (true or false) on the normal and the novel tasks of one trial. An undefined measure is None. A trial-set's value
is the mean over its trials.
"""

from __future__ import annotations

from typing import Any, Callable, Optional, Tuple

import numpy as np

from novphy._engine import engine
from novphy._errors import InputError

_m = engine.measures


def _numbers(values: Any, name: str) -> list[float]:
    array = np.asarray(values, dtype=float)
    if array.ndim != 1 or not np.isfinite(array).all():
        raise InputError(f"{name}: expected a list of finite numbers")
    return array.tolist()


def _flags(values: Any, name: str) -> list[bool]:
    array = np.asarray(values)
    if array.ndim != 1 or not np.isin(array, (0, 1)).all():
        raise InputError(f"{name}: expected a list of truth values")
    return array.astype(bool).tolist()


def ap(passes: Any, m: Optional[int] = None) -> Optional[float]:
    """Asymptotic performance: (P_(n-m+1) + ... + P_n) / m. m defaults to half the novel tasks, rounded up."""
    values = _numbers(passes, "passes")
    return _m.ap(values, _m.default_m(len(values)) if m is None else m)


def aus(passes: Any) -> Optional[float]:
    """Area under the success curve: (P_1 + ... + P_n) / n."""
    return _m.aus(_numbers(passes, "passes"))


def aus_trapezoid(passes: Any) -> Optional[float]:
    """AUS as in NovPhy's tables: the sum of (P_i + P_(i+1)) / 2 for i = 1..n-1, divided by n - 1."""
    return _m.aus_trapezoid(_numbers(passes, "passes"))


def tasks_until_regained(passes: Any, normal_pass_rate: float, window: int = 5) -> Optional[int]:
    """The first i at which (P_(i-w+1) + ... + P_i) / w is at least the normal pass rate, where w is the window."""
    return _m.tasks_until_regained(_numbers(passes, "passes"), normal_pass_rate, window)


def detection(normal: Any, novel: Any) -> str:
    """"correct" (no alarm on a normal task, one on a novel task), "wrong" (an alarm on a normal task) or "missed"."""
    return _m.detection(_flags(normal, "normal"), _flags(novel, "novel"))


def cdt(trials: Any) -> Optional[float]:
    """Share of correctly detected trials: correct / all. `trials`: pairs (normal, novel) of alarms."""
    found = [detection(normal, novel) == "correct" for normal, novel in trials]
    return sum(found) / len(found) if found else None


def dd(normal: Any, novel: Any) -> Optional[int]:
    """Detection delay: the number, from 1, of the first novel task with an alarm. Only for correct detections."""
    return _m.dd(_flags(normal, "normal"), _flags(novel, "novel"))


def _of_alarms(name: str, formula: str) -> Callable[[Any, Any], Any]:
    function = getattr(_m, name)

    def measure(normal: Any, novel: Any) -> Any:
        return function(_flags(normal, "normal"), _flags(novel, "novel"))

    measure.__name__ = measure.__qualname__ = name
    measure.__doc__ = formula
    return measure


restricted_delay = _of_alarms("restricted_delay", "The delay of a correct detection, otherwise n + 1.")
misses_before_lasting_alarm = _of_alarms(
    "misses_before_lasting_alarm", "Novel tasks before the run of alarms that lasts to the end. Only if FP = 0."
)
is_always_alarmed = _of_alarms("is_always_alarmed", "Whether FP = 0 and each novel task has an alarm.")
all_misses = _of_alarms("all_misses", "SAIL-ON's M1: novel tasks without an alarm. Only for correct detections.")
accuracy = _of_alarms("accuracy", "(TP + TN) / all.")
recall = _of_alarms("recall", "TP / (TP + FN).")
specificity = _of_alarms("specificity", "TN / (TN + FP).")
balanced_accuracy = _of_alarms("balanced_accuracy", "(TPR + TNR) / 2.")
precision = _of_alarms("precision", "TP / (TP + FP).")
f1 = _of_alarms("f1", "2 precision recall / (precision + recall).")


def amoc(normal: Any, novel: Any) -> float:
    """WSU's area under the activity monitor curve of novelty probabilities. docs/reference/measures.md gives the formula."""
    return _m.amoc(_numbers(normal, "normal"), _numbers(novel, "novel"))


def sma(passed: Any, window: int, threshold: float) -> Optional[int]:
    """Index, from 0, of the first alarm: the first k > w with |c_k - c_(k-1)| >= threshold w, for c_k passes among w."""
    return _m.sma(_flags(passed, "passed"), window, threshold)


def pma(
    passed: Any, window: int, threshold: float, mean: float, spread: float, as_published: bool = False
) -> Optional[int]:
    """Index, from 0, of the first alarm: the first k >= w with |c_k / w - mean| >= threshold spread."""
    return _m.pma(_flags(passed, "passed"), window, threshold, mean, spread, as_published)


def calibrate(pass_rates: Any) -> Tuple[float, float]:
    """Mean and sample standard deviation (ddof 1) of the pass rates of calibration runs, for pma()."""
    return _m.calibrate(_numbers(pass_rates, "pass_rates"))


def nrp(agent_novel: Any, baseline_normal: Any) -> Optional[float]:
    """a / (a + b), a the agent's mean over novel tasks, b the baseline's over normal tasks; 0 if a = 0."""
    return _m.nrp(_numbers(agent_novel, "agent_novel"), _numbers(baseline_normal, "baseline_normal"))


def anrp(agent_novel: Any, baseline_novel: Any, m1: int) -> Optional[float]:
    """a / (a + b), both means over the last m1 novel tasks."""
    return _m.anrp(_numbers(agent_novel, "agent_novel"), _numbers(baseline_novel, "baseline_novel"), m1)


def dnrp(novel: Any, m1: int, m2: int) -> Optional[float]:
    """a / (a + b), a the mean over the last m1 novel tasks, b over the first m2."""
    return _m.dnrp(_numbers(novel, "novel"), m1, m2)


def reaction_overall(agent_novel: Any, baseline_normal: Any) -> Optional[float]:
    """M3: a / b, a the agent's mean over novel tasks, b the baseline's over normal tasks."""
    return _m.reaction_overall(_numbers(agent_novel, "agent_novel"), _numbers(baseline_normal, "baseline_normal"))


def opti(agent_novel: Any, baseline_novel: Any) -> Optional[float]:
    """M5: a / (a + b), both means over all novel tasks."""
    return _m.opti(_numbers(agent_novel, "agent_novel"), _numbers(baseline_novel, "baseline_novel"))


def ipti(agent_novel: Any, baseline_novel: Any, m: int) -> Optional[float]:
    """opti() over the first m novel tasks."""
    return _m.ipti(_numbers(agent_novel, "agent_novel"), _numbers(baseline_novel, "baseline_novel"), m)


def apti(agent_novel: Any, baseline_novel: Any, m: int) -> Optional[float]:
    """opti() over the last m novel tasks."""
    return _m.apti(_numbers(agent_novel, "agent_novel"), _numbers(baseline_novel, "baseline_novel"), m)


def apti_ratio(agent_novel: Any, baseline_novel: Any, m: int) -> Optional[float]:
    """M6 by the SAIL-ON text: a / b, both means over the last m novel tasks."""
    return _m.apti_ratio(_numbers(agent_novel, "agent_novel"), _numbers(baseline_novel, "baseline_novel"), m)


def change_in_deviations(normal: Any, novel: Any) -> Optional[float]:
    """NRM's z: |mean of novel - mean of normal| / population standard deviation of normal."""
    return _m.change_in_deviations(_numbers(normal, "normal"), _numbers(novel, "novel"))


def is_robust(normal: Any, novel: Any) -> Optional[bool]:
    """NRM of a trial: z < 2."""
    return _m.is_robust(_numbers(normal, "normal"), _numbers(novel, "novel"))


def wilson(successes: float, trials: int, confidence: float = 0.95) -> Tuple[float, float]:
    """Wilson's score interval of a share."""
    if trials < 1 or not 0 <= successes <= trials or not 0 < confidence < 1:
        raise InputError(
            f"wilson: found {successes} of {trials} with confidence {confidence}, "
            "expected successes among at least one trial and a confidence between 0 and 1"
        )
    return _m.wilson(successes, trials, confidence)
