"""What levels are worth, as `novphy judge` says it, and the difficulty of pairs, as `novphy difficulty` computes it."""

from __future__ import annotations

import json
import warnings as _warnings
from typing import Any, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from novphy._engine import engine
from novphy._errors import InputError
from novphy.generating import Injected, checked_seed, given, names_of, novelties_of
from novphy.measuring import columns_of
from novphy.paths import Path, text_of
from novphy.tasks import Task


class Judged(NamedTuple):
    """What a level is worth: the result of judge()."""

    verdict: str
    """"no goal", "boring", "unstable", "impossible" or "solvable": the first that holds (docs/levels.md)."""
    solvable: bool
    """Whether some play passes it."""
    stable: bool
    """Whether no object breaks, leaves the world or moves by more than 0.05 m without a shot. What an object rises, and what it
    is pushed out of an overlap, do not count (docs/levels.md)."""
    moved_m: float
    """The farthest way of any object without a shot."""
    still_s: float
    """From the moment when the first bird is ready until nothing moves any more."""
    throws: int
    """Number of throws that were tried, each by every bird."""
    wins: int
    """How many of them win."""
    window_deg: float
    """Width of the widest window of winning directions."""
    witness: Sequence[Tuple[float, float, int, int]]
    """Shots that pass it, as play() takes them. Empty where none was found."""
    birds: Optional[int]
    """The fewest birds that a winning play takes. None where none was found."""


def judge(
    tasks: Union[Task, Sequence[Task]], step: float = 4.0, threads: int = 0, physics: str = "standard"
) -> list[Judged]:
    """Says of each level whether it stands still without a shot and can be passed, and how easily, as `novphy judge` does.

    Arguments:
        tasks: a Task, or n of them, such as `[novphy.Task.load(file) for file in files]`.
        step: the step between the throws that are tried, 0.1 to 10 degrees.
        threads: the number of threads, at most 1024; 0 uses all cores. It changes no value.
        physics: the solver's numbers, an entry of physics.json such as "standard".

    Returns n Judged, in the order of the tasks. A level takes about a second.

    Raises InputError for numbers out of range, and KeyboardInterrupt after Ctrl-C.
    """
    several = [tasks] if isinstance(tasks, Task) else list(tasks)
    return [Judged(*row) for row in engine.judge(several, step, threads, physics)]


class Difficulty:
    """How hard pairs are to detect and to adapt to: the result of difficulty()."""

    def __init__(self, text: str, table: str, printed: str, latex: str, explanation: str):
        """`text`, `table`, `printed` and `latex` are the command's output with --json, with --csv, without an option, and
        with --latex. `explanation` is what --explain adds."""
        self.json: dict[str, Any] = json.loads(text)
        """What `novphy difficulty --json` prints: every value, with the constants."""
        self.table: dict[str, np.ndarray] = columns_of(table)
        """What `--csv` prints, one array for each column. Numbers are float64, undefined ones nan."""
        self.text = printed
        """The table of means that the command prints."""
        self.latex = latex
        """The same means as a LaTeX table."""
        self.explanation = explanation
        """What `--explain` adds: the histograms, states and graphs behind the least value of each dimension."""
        self._bytes = text

    def value(self, dimension: str, state: str = "detection", pair: Optional[str] = None, side: str = "novel") -> float:
        """The mean of one row, nan where it is undefined.

        `dimension` is "colour", "shape", "rotation", "location", "seen", "target", "initiation", "time" or "together";
        `state` "detection" or "adaptation"; `pair` a name such as "rolling/agents", which may be left out where there is one
        pair; `side` "novel", or "normal" for the yardstick of normal tasks. Raises InputError where there is no such row.
        """
        rows = (self.table["dimension"] == dimension) & (self.table["state"] == state) & (self.table["side"] == side)
        if pair is not None:
            scenario, _, novelty = pair.partition("/")
            rows &= (self.table["scenario"] == scenario) & (self.table["novelty"] == novelty)
        if rows.sum() != 1:
            raise InputError(f"found {rows.sum()} rows of {dimension} in {state} for {pair}, expected one")
        return float(self.table["mean"][rows][0])

    def save(self, file: Path) -> None:
        """Writes `file` as `novphy difficulty --json --out` does, for report(difficulty=file)."""
        engine.write_file(text_of(file), self._bytes)


def difficulty(
    names: Union[Path, Sequence[Path]] = "all",
    *,
    pairs: Union[Path, Sequence[Path]] = (),
    inject: Optional[Injected] = None,
    count: int = 100,
    seed: int = 1,
    wins: Optional[Path] = None,
    no_wins: bool = False,
    step: Optional[float] = None,
    samples: Optional[int] = None,
    plots: Optional[Path] = None,
    physics: str = "standard",
    threads: int = 0,
    **constants: Any,
) -> Difficulty:
    """How hard novelties are to detect and to adapt to, by the measures of Pinto et al. 2023 (docs/difficulty.md).

    A value is a fraction from 0 (easy) to 1 (hard). The numbers are those of `novphy difficulty`, to the last digit.

    Arguments:
        names: pair files, folders of them, names such as "rolling/agents", "all" (the default), folders of generate(), or
            folders with the folders normal and novel of task files.
        pairs: the pairs that folders of generate() were made of. By default those that come with novphy.
        inject: novelties to put into the normal tasks of the pairs: a name, names, or a mapping such as
            {"fan": {"force_n": 25}}.
        count: the number of tasks to draw for each side where no folder has them, 2 to 100,000.
        seed: of the drawn tasks and of the samples, 0 to 2^53 - 1.
        wins: a file of `novphy verify --json`, whose winning throws are taken instead of a search.
        no_wins: judges only the observational state, which takes a small part of the time.
        step: the step between the throws that are tried, 0.1 to 10 degrees; 0.5 by default.
        samples: also compares the winning throws of so many members of the pair, spread over everything that varies; 0 by
            default.
        plots: a folder, into which heat maps are written as SVG, PDF and PNG.
        physics: an entry of physics.json.
        threads: 0 uses all cores; the number changes no value.
        constants: those of the measures, by the names of the command's options: alpha, beta, gamma, test_share, neighbours,
            trees, margin, bandwidth, epsilon, d_star, least_states, distances (four ascending numbers of pixels), touch,
            eq_beside_ntpp, relabel, as_printed.

    Returns a Difficulty. What readers correct in task files is also issued as Python warnings.

    Raises InputError for unknown names and constants, numbers out of range, and two pairs of one scenario and novelty.
    """
    if wins is not None and no_wins:
        raise InputError("wins: cannot be given with no_wins")
    if (wins is not None or no_wins) and not (step is None and samples is None):
        raise InputError("step, samples: belong to the search for winning throws, which wins and no_wins leave out")
    options = given(
        pairs=names_of(pairs), inject=novelties_of(inject), count=count, seed=checked_seed(seed),
        wins=None if wins is None else str(wins), no_wins=no_wins, step=step, samples=samples,
        plots=None if plots is None else str(plots), physics=physics, threads=threads, **constants,
    )  # fmt: skip
    *texts, warnings = engine.difficulty(names_of(names), options)
    for each in warnings:
        _warnings.warn(each, stacklevel=2)
    return Difficulty(*texts)
