"""What levels are worth, as `novphy judge` says it, and the difficulty of pairs, as `novphy difficulty` computes it."""

from __future__ import annotations

import json
from typing import Any, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from novphy._display import html_table, rounded
from novphy._engine import engine
from novphy._errors import InputError, warn
from novphy._progress import Progress, told
from novphy._settings import with_settings
from novphy.generating import Injected, injections_of, names_of
from novphy.measuring import columns_of
from novphy.paths import Path, text_of
from novphy.tasks import TaskLike, as_tasks


class Judged(NamedTuple):
    """What a level is worth: the result of judge()."""

    verdict: str
    """"no goal", "boring", "unstable", "impossible" or "solvable": the first that holds (docs/guide/levels.md)."""
    solvable: bool
    """Whether some play passes it."""
    stable: bool
    """Whether no object breaks, leaves the world or moves by more than 0.05 m without a shot. What an object rises, and what it
    is pushed out of an overlap, do not count (docs/guide/levels.md)."""
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
    changed: int
    """Number of winning plays that were changed a little: turned by 0.1 degrees to either side, or pulled 1 mm less."""
    flipped: int
    """How many of these lose."""

    def _repr_html_(self) -> str:
        shown = {name: f"{each:.2f}" if isinstance(each, float) else each for name, each in self._asdict().items()}
        shown["witness"] = ", ".join(f"{row[0]:.1f} deg, {row[1]:.2f} m" for row in self.witness)
        return html_table(f"Judged: {self.verdict}", ["", ""], shown.items())


@with_settings(engine.settings_of_judge())
def judge(
    tasks: Union[TaskLike, Sequence[TaskLike]], *, progress: Progress = None, **settings: Any
) -> list[Judged]:
    """Says of each level whether it stands still without a shot and can be passed, and how easily, as `novphy judge` does.

    Arguments:
        tasks: a Task, or n of them, such as the names of files.
        progress: True for a bar, or a function of the numbers of tasks done and of all.
        **settings: the options of the command by keyword; help() and docs/reference/python.md list them.

    Returns n Judged, in the order of the tasks. A level takes about a second.

    Raises InputError for numbers out of range, and KeyboardInterrupt after Ctrl-C.
    """
    several = as_tasks(tasks)
    with told(progress, "judge"):
        return [Judged(*row) for row in engine.judge(several, settings)]


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

    def _means(self) -> tuple[list[str], list[list[str]]]:
        """The header and the rows of a table of means, a row for each pair."""
        novel = self.table["side"] == "novel"
        columns = list(dict.fromkeys(zip(self.table["state"][novel], self.table["dimension"][novel])))
        pairs = dict.fromkeys(zip(self.table["scenario"][novel], self.table["novelty"][novel]))
        rows = [
            [f"{scenario}/{novelty}", *(rounded(self.value(dimension, state, f"{scenario}/{novelty}")) for state, dimension in columns)]
            for scenario, novelty in pairs
        ]
        return ["pair", *(f"{dimension} ({state})" for state, dimension in columns)], rows

    def __repr__(self) -> str:
        pairs = [row[0] for row in self._means()[1]]
        return f"<Difficulty of {pairs[0] if len(pairs) == 1 else f'{len(pairs)} pairs'}>"

    def _repr_html_(self) -> str:
        return html_table(repr(self)[1:-1], *self._means(), note="Means from 0, easy, to 1, hard.")

    def save(self, file: Path) -> None:
        """Writes `file` as `novphy difficulty --json --out` does, for report(difficulty=file)."""
        engine.write_file(text_of(file), self._bytes)


@with_settings(engine.settings_of_difficulty(), hidden=("all", "no_relabel"))
def difficulty(
    names: Union[Path, Sequence[Path]] = "all",
    *,
    inject: Optional[Injected] = None,
    distances: Optional[Sequence[float]] = None,
    relabel: bool = True,
    progress: Progress = None,
    **settings: Any,
) -> Difficulty:
    """How hard novelties are to detect and to adapt to, by the measures of Pinto et al. 2023 (docs/reference/difficulty.md).

    A value is a fraction from 0 (easy) to 1 (hard). The numbers are those of `novphy difficulty`, to the last digit.

    Arguments:
        names: pair files, folders of them, names such as "rolling/agents", "all" (the default), folders of generate(), or
            folders with the folders normal and novel of task files.
        inject: novelties to put into the normal tasks of the pairs: a name, names, or a mapping such as
            {"fan": {"force_n": 25}}.
        distances: Eq. 3: four ascending numbers of pixels, from which objects are close, commensurate, far, very far.
        relabel: Eq. 4: another object is an edit. If false, it is one deleted object and one new.
        progress: True for a bar, or a function of the numbers of pieces done and of all.
        **settings: the options of the command by keyword; help() and docs/reference/python.md list them.

    Returns a Difficulty. What readers correct in task files is also issued as Python warnings.

    Raises InputError for unknown names and constants, numbers out of range, and two pairs of one scenario and novelty.
    """
    places = names_of(names)
    given = {
        **settings,
        "names": [each for each in places if each != "all"],
        "all": "all" in places,
        "inject": injections_of(inject),
        "distances": None if distances is None else ",".join(map(str, distances)),
        "no_relabel": not relabel,
    }
    with told(progress, "difficulty", "pieces"):
        *texts, warnings = engine.difficulty(given)
    warn(warnings)
    return Difficulty(*texts)
