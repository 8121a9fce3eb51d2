"""Tables of measures and reports, from files of records or from the records themselves."""

from __future__ import annotations

import csv
import io
import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterable, Optional, Sequence, Union

import numpy as np

from novphy._display import counted, html_table, rounded
from novphy._engine import engine
from novphy._errors import InputError, warn
from novphy._frames import Columns, to_pandas, to_polars
from novphy._settings import with_settings
from novphy.agents import Plan, Records, as_plan

if TYPE_CHECKING:
    import pandas
    import polars

Source = Union[str, os.PathLike, Records]


class Measures:
    """The measures of one or more agents: the result of measure()."""

    def __init__(self, text: str, table: str, warnings: list[str]):
        """`text` and `table` are the output of `novphy measure` with --json and with --csv, `warnings` its warnings."""
        self.json: dict[str, Any] = json.loads(text)
        """What `novphy measure --json` prints."""
        self.table: dict[str, np.ndarray] = columns_of(table)
        """What `novphy measure --csv` prints, one array for each column. Numbers are float64, undefined ones nan."""
        self.warnings = warnings
        """A text for each thing that is doubtful about the files."""

    def value(self, measure: str, agent: Optional[str] = None, change: Optional[int] = None, **cell: str) -> float:
        """One number, such as `value("ap", novelty="agents", scenario="rolling")`.

        `measure` is a key of docs/reference/measures.md, `agent` an agent's name, which may be left out where there is one agent, and
        `cell` a novelty and a scenario. Without a cell, the mean over all cells. Where novelties end or begin again and no
        `at_change` was given to measure(), `change` is the number of the change. Raises InputError where there is no such row.
        """
        wanted = {"table": "cell" if cell else "overall", "measure": measure, **cell}
        if agent is not None:
            wanted["agent"] = agent
        rows = np.ones(len(self.table["measure"]), bool)
        if change is not None:
            wanted.update({"table": "change"} if cell else {"table": "change", "novelty": ""})
            rows &= self.table["at"] == change
        for column, text in wanted.items():
            if column not in self.table:
                raise InputError(f"found the column {column}, expected one of {', '.join(self.table)}")
            rows &= self.table[column] == text
        if rows.sum() != 1:
            known = dict.fromkeys(self.table["measure"][self.table["table"] == wanted["table"]].tolist())
            raise InputError(
                f"found {rows.sum()} rows for {wanted}, expected one; "
                f"there are the agents {', '.join(self.agents)} and the measures {', '.join(known)}"
            )
        return float(self.table["mean"][rows][0])

    @property
    def comparisons(self) -> list[dict[str, Any]]:
        """The differences `agent` minus `less` that measure() found with `compare=True`: a dict for each two agents and measure."""
        return [
            {"agent": pair["agent"], "less": pair["less"], **{key: each[key] for key in each if key != "cells"}}
            for pair in self.json.get("comparisons", ())
            for each in pair["measures"]
        ]

    def to_pandas(self, table: Optional[str] = None) -> pandas.DataFrame:
        """The table as a DataFrame of pandas.

        With `table`, a value of the column of this name, such as "overall", "nps", "cell" or "curve", only its rows, without
        columns in which they hold nothing. `pandas.DataFrame(measures.comparisons)` has the comparisons.
        """
        return to_pandas(self._columns(table))

    def to_polars(self, table: Optional[str] = None) -> polars.DataFrame:
        """The same as a DataFrame of polars, or its rows with this `table`."""
        return to_polars(self._columns(table))

    def _columns(self, table: Optional[str]) -> Columns:
        names = self.table.get("table", np.array([], str))
        if table is None:
            return {name: _kept(values) for name, values in self.table.items()}
        if table not in names:
            raise InputError(f'table: found "{table}", expected one of {", ".join(dict.fromkeys(names.tolist()))}')
        rows = {name: values[names == table] for name, values in self.table.items() if name != "table"}
        return {name: _kept(values) for name, values in rows.items() if _holds_some(values)}

    @property
    def agents(self) -> list[str]:
        """The names of the agents."""
        return [str(each["agent"]) for each in self.json["agents"]]

    def __repr__(self) -> str:
        rows = zip(self.table["table"], self.table["novelty"], self.table["scenario"]) if "scenario" in self.table else ()
        cells = {each for each in rows if each[0] == "cell"}
        return f"<Measures of {', '.join(self.agents)}{': ' + counted(len(cells), 'novelty-scenario') if cells else ''}>"

    def _repr_html_(self) -> str:
        rows = [[agent, *(self._text(agent, key) for key in SHOWN)] for agent in self.agents]
        header = ["agent", *(key.upper() for key in SHOWN)]
        note = "Means over all novelty-scenarios, with their intervals." if "overall" in self.table.get("table", ()) else ""
        return html_table(repr(self)[1:-1], header, rows, " ".join([note, *self.warnings]).strip()) + self._compared()

    def _compared(self) -> str:
        found = self.comparisons
        rows = [
            [each["agent"], each["less"], each["measure"], rounded(each["difference"], *(each["interval"] or ())), "-" if each["p"] is None else f"{each['p']:.4f}"]
            for each in found
        ]
        title = "Differences on the same plan, with Student's p"
        return html_table(title, ["agent", "minus", "measure", "difference", "p"], rows) if found else ""

    def _text(self, agent: str, measure: str) -> str:
        row = np.flatnonzero(
            (self.table["table"] == "overall") & (self.table["agent"] == agent) & (self.table["measure"] == measure)
        )
        return rounded(*(self.table[name][row[0]] for name in ("mean", "low", "high"))) if len(row) == 1 else "-"


SHOWN = ("cdt", "dd", "ap", "aus")
"""The measures that notebooks show: those of NovPhy's tables."""


def _holds_some(values: np.ndarray) -> bool:
    return bool((values != "").any() if values.dtype.kind == "U" else not np.isnan(values).all())


def _kept(values: np.ndarray) -> tuple[str, list[Any]]:
    if values.dtype.kind == "U":
        return "text", values.tolist()
    return "number", [None if np.isnan(each) else each for each in values.tolist()]


def columns_of(table: str) -> dict[str, np.ndarray]:
    """The columns of a CSV table: numbers as float64, with nan for empty cells, and else texts."""
    header, *rows = csv.reader(io.StringIO(table))
    return {name: _column([row[i] for row in rows], name in TEXTS) for i, name in enumerate(header)}


TEXTS = ("agent", "table", "novelty", "scenario", "measure", "class", "setting", "note", "detector", "side", "state", "dimension")
"""Columns that are texts, also where all of these are empty or look like numbers."""


def _column(texts: list[str], is_text: bool) -> np.ndarray:
    try:
        if is_text:
            return np.array(texts)
        return np.array([float(text) if text else np.nan for text in texts])
    except ValueError:
        return np.array(texts)


class _Files:
    """The sources as files. Records in memory are written to a folder that is removed afterwards."""

    def __init__(self, sources: Union[Source, Sequence[Source]]):
        if not isinstance(sources, (os.PathLike, Iterable)):
            raise InputError(f"records: found {type(sources).__name__}, expected files or what run() returned")
        self._sources = [sources] if isinstance(sources, (str, os.PathLike, Records)) else list(sources)
        if not self._sources:
            raise InputError("records: found none, expected files or what run() returned")

    def __enter__(self) -> list[str]:
        self._folder = tempfile.TemporaryDirectory(prefix="novphy-")
        return [self._file(i, source) for i, source in enumerate(self._sources)]

    def __exit__(self, *_: Any) -> None:
        self._folder.cleanup()

    def _file(self, i: int, source: Source) -> str:
        if isinstance(source, (str, os.PathLike)):
            return str(source)
        if not isinstance(source, Records):
            raise InputError(f"records[{i}]: found {type(source).__name__}, expected a file or what run() returned")
        file = Path(self._folder.name) / f"records-{i}.jsonl"
        source.save(file)
        return str(file)


@with_settings(engine.settings_of_measure())
def measure(records: Union[Source, Sequence[Source]], **settings: Any) -> Measures:
    """Computes every measure of these records, as `novphy measure` does.

    Arguments:
        records: a file or what run() returned, or a list of these. Files may also be tables of other simulators.
        **settings: the options of the command by keyword; help() and docs/reference/python.md list them.

    Returns a Measures: `table` holds arrays, `json` everything, and `value()` gives one number. Warnings about files are also
    issued as Python warnings.

    Raises InputError, with file and line, for records that cannot be read or contradict each other, and for settings that are
    unknown or out of range.
    """
    with _Files(records) as files:
        text, table, found = engine.measure({**settings, "records": files})
    warn(found)
    return Measures(text, table, found)


@with_settings(engine.settings_of_report())
def report(records: Union[Source, Sequence[Source]], out: Union[None, str, os.PathLike] = None, **settings: Any) -> str:
    """Writes the page of `novphy report` as HTML.

    Arguments:
        records: a file or what run() returned, or a list of these.
        out: a file for the page, or with `paper` the folder.
        **settings: the options of the command by keyword; help() and docs/reference/python.md list them.

    Returns the page as a text, which lists all warnings; with `paper`, "". Raises InputError as measure() does.
    """
    with _Files(records) as files:
        if settings.get("paper"):
            if out is None:
                raise InputError("out: found none, expected a folder, as paper is given")
            warn(engine.report_paper({**settings, "records": files}, os.fspath(out)))
            return ""
        page = engine.report({**settings, "records": files})
    if out is not None:
        temporary = Path(f"{out}.tmp")
        temporary.write_text(page, encoding="utf-8")
        temporary.replace(out)
    return page


def detect(records: Source, detector: str = "pma:10:1.5", calibrate_from_trials: bool = False) -> Records:
    """The records with the alarms of a detector, as `novphy detect` sets them.

    Arguments:
        records: a file, or what run() returned.
        detector: a method, a window and a threshold: "pma:10:1.5" or "sma:5:0.2" (docs/reference/measures.md).
        calibrate_from_trials: whether "pma" takes the normal tasks of the trials, instead of calibration runs, for its mean and
            spread.

    Returns new Records. Raises InputError for a detector that cannot be read, or that lacks calibration runs.
    """
    with _Files(records) as (file,), tempfile.TemporaryDirectory(prefix="novphy-") as folder:
        out = os.path.join(folder, "alarms.jsonl")
        warning = engine.detect({"file": file, "detector": detector, "calibrate_from_trials": calibrate_from_trials, "out": out})
        marked = Records.load(out)
    warn([warning] if warning else [])
    return marked


def replay(records: Source, plan: Union[str, os.PathLike, Plan]) -> list[str]:
    """Plays every record again, as `novphy replay` does.

    `records` is a file or what run() returned, and `plan` the Plan of the run or its file. Returns a text for each record that
    came out differently, so that an empty list means no difference. Raises InputError for a plan that is not that of the records.
    """
    with _Files(records) as (file,):
        different, warnings = engine.replay(file, as_plan(plan))
    warn(warnings)
    return different
