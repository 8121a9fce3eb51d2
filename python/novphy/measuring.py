"""Tables of measures and reports, from files of records or from the records themselves."""

from __future__ import annotations

import csv
import io
import json
import os
import tempfile
import warnings as _warnings
from pathlib import Path
from typing import Any, Optional, Sequence, Union

import numpy as np

from novphy._engine import engine
from novphy._errors import InputError
from novphy.agents import Plan, Records, as_plan

Source = Union[str, os.PathLike, Records]


class Measures:
    """The measures of one or more agents."""

    def __init__(self, text: str, table: str, warnings: list[str]):
        self.json: dict[str, Any] = json.loads(text)
        """What `novphy measure --json` prints."""
        self.table: dict[str, np.ndarray] = columns_of(table)
        """What `novphy measure --csv` prints, one array for each column. Numbers are float64, undefined ones nan."""
        self.warnings = warnings
        """A text for each thing that is doubtful about the files."""

    def value(self, measure: str, agent: Optional[str] = None, **cell: str) -> float:
        """One number, such as `value("ap", novelty="agents", scenario="rolling")`. Without a cell, the mean over all cells."""
        wanted = {"table": "cell" if cell else "overall", "measure": measure, **cell}
        if agent is not None:
            wanted["agent"] = agent
        rows = np.ones(len(self.table["measure"]), bool)
        for column, text in wanted.items():
            if column not in self.table:
                raise InputError(f"found the column {column}, expected one of {', '.join(self.table)}")
            rows &= self.table[column] == text
        if rows.sum() != 1:
            raise InputError(f"found {rows.sum()} rows for {wanted}, expected one")
        return float(self.table["mean"][rows][0])


def columns_of(table: str) -> dict[str, np.ndarray]:
    """The columns of a CSV table: numbers as float64, with nan for empty cells, and else texts."""
    header, *rows = csv.reader(io.StringIO(table))
    return {name: _column([row[i] for row in rows]) for i, name in enumerate(header)}


def _column(texts: list[str]) -> np.ndarray:
    try:
        return np.array([float(text) if text else np.nan for text in texts])
    except ValueError:
        return np.array(texts)


class _Files:
    """The sources as files. Records in memory are written to a folder that is removed afterwards."""

    def __init__(self, sources: Union[Source, Sequence[Source]]):
        single = isinstance(sources, (str, os.PathLike, Records))
        self._sources = [sources] if single else list(sources)
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


def measure(records: Union[Source, Sequence[Source]], baseline: Sequence[str] = (), **options: Any) -> Measures:
    """Computes every measure of these records, as `novphy measure` does.

    `records`: files, or what run() returned. `options` are those of the command: compare, sweep, performance,
    columns (a dict), repeats, undefined, m, m1, m2, sailon_m, sailon_m_share, definitions, regain_window, threshold, at_least, neutral, resamples,
    confidence, seed, detection_novel_tasks, each_person, threads. Warnings about files are also issued as Python warnings.
    """
    with _Files(records) as files:
        names = [baseline] if isinstance(baseline, str) else list(baseline)
        text, table, found = engine.measure(files, {"baseline": names, **options})
    for each in found:
        _warnings.warn(each, stacklevel=2)
    return Measures(text, table, found)


def report(
    records: Union[Source, Sequence[Source]],
    out: Union[None, str, os.PathLike] = None,
    title: str = "novphy: a report",
    plan: Union[str, os.PathLike] = "",
    **options: Any,
) -> str:
    """The page of `novphy report` as HTML. `out` also writes it to a file."""
    with _Files(records) as files:
        page = engine.report(files, options, title, str(plan))
    if out is not None:
        temporary = Path(f"{out}.tmp")
        temporary.write_text(page, encoding="utf-8")
        temporary.replace(out)
    return page


def detect(records: Source, detector: str = "pma:10:1.5", calibrate_from_trials: bool = False) -> Records:
    """The records with the alarms of a detector, as `novphy detect` sets them."""
    with _Files(records) as (file,):
        alarms = engine.alarms(file, detector, calibrate_from_trials)
        marked = Records.load(file)
    marked.fingerprint["detector"] = engine.detector_text(detector) + (" from trials" if calibrate_from_trials else "")
    for record, alarm in zip(marked, alarms):
        if alarm is not None:
            record["alarm"] = alarm
    return marked


def replay(records: Source, plan: Union[str, os.PathLike, Plan]) -> list[str]:
    """Plays every record again. Returns a text for each that came out differently, so an empty list means no difference."""
    with _Files(records) as (file,):
        return engine.replay(file, as_plan(plan))
