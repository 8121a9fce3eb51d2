"""Records of trials that stand in logs of Inspect, and the command `python -m novphy records`."""

from __future__ import annotations

import argparse
import math
import os
import warnings
from pathlib import Path
from typing import Any, Iterable, Mapping, Optional, Sequence

from novphy._command_line import Parser, exit_code, say
from novphy._errors import InputError
from novphy.agents import Records
from novphy.measuring import measure

MEASURES = ("ap", "aus", "cdt", "dd")
PARTS = {"trial": int, "epoch": int, "model_version": str, "fingerprint": dict, "records": list}
LARGE = {"attachments", "events", "messages", "output", "store"}
"""The parts of a log's samples that take most space and hold no records."""

EXAMPLES = """  python -m novphy records logs/2026-12-01T10-00-00+00-00_novphy_abc.eval --out records.jsonl
  novphy measure records.jsonl
  novphy replay records.jsonl --all"""


def kept(metadata: Any) -> Optional[Mapping[str, Any]]:
    """What a score of Inspect keeps of a trial in its metadata: `PARTS`. None if it is no score of novphy."""
    if not isinstance(metadata, Mapping) or not all(isinstance(metadata.get(name), kind) for name, kind in PARTS.items()):
        return None
    whole = metadata["records"] and all(isinstance(each, dict) for each in metadata["records"])
    return metadata if whole else None


def runs_of(trials: Iterable[Mapping[str, Any]], epochs: int = 1) -> list[Records]:
    """The records of each epoch, in the plan's order. Of several `epochs`, each is a run of its own.

    Raises InputError for trials of different runs.
    """
    by_epoch: dict[int, list[Mapping[str, Any]]] = {}
    for each in trials:
        by_epoch.setdefault(each["epoch"], []).append(each)
    return [
        _run_of(sorted(of_epoch, key=lambda each: each["trial"]), f"epoch {epoch}" if epochs > 1 else "")
        for epoch, of_epoch in sorted(by_epoch.items())
    ]


def _run_of(trials: Sequence[Mapping[str, Any]], run: str) -> Records:
    fingerprint = dict(trials[0]["fingerprint"])
    for each in trials:
        other = each["fingerprint"]
        differing = sorted(name for name in {*fingerprint, *other} if fingerprint.get(name) != other.get(name))
        if differing:
            raise InputError(f"found trials of different runs, expected those of one ({', '.join(differing)} differs)")
    versions = ", ".join(sorted({each["model_version"] for each in trials} - {""}))
    fingerprint = with_field(fingerprint, "run", run, after="agent")
    fingerprint = with_field(fingerprint, "model_version", versions, after="model")
    return Records((record for each in trials for record in each["records"]), fingerprint)


def with_field(fingerprint: Mapping[str, Any], name: str, value: str, after: str) -> dict[str, Any]:
    """The fingerprint with this field, unless the value is ""."""
    if not value:
        return dict(fingerprint)
    items = [(key, old) for key, old in fingerprint.items() if key != name]
    place = [key for key, _ in items].index(after) + 1
    return dict([*items[:place], (name, value), *items[place:]])


def measured(runs: Sequence[Records]) -> dict[str, Optional[float]]:
    """AP, AUS, CDT and DD of these records, the means over novelty-scenarios that `novphy measure` prints, where novelties end or
    begin again those of the first change. None: undefined."""
    first = {"at_change": 1} if any(run.fingerprint.get("novel_spans") for run in runs) else {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # `novphy measure` tells them
        found = measure(runs, resamples=0, threads=1, **first)
    values = {name: found.value(name) for name in MEASURES}
    return {name: None if math.isnan(value) else value for name, value in values.items()}


class Log:
    """The trials in a log of Inspect."""

    def __init__(self, file: str):
        """Reads a `file` with the ending .eval or .json. Raises InputError where it is no log, or one of another task."""
        log = _read(file)
        self.epochs = log.eval.config.epochs or 1
        scores = [score.metadata for sample in log.samples or [] for score in (sample.scores or {}).values()]
        self.trials = [trial for metadata in scores if (trial := kept(metadata)) is not None]
        """What kept() gives of each finished trial."""
        self.planned = len(log.eval.dataset.sample_ids or []) * self.epochs
        """The number of trials that the log should hold."""
        if not self.trials and log.eval.task.rpartition("/")[2] != "novphy":
            raise InputError(f"{file}: is a log of the task {log.eval.task!r}, expected one of novphy")
        if not self.trials:
            raise InputError(f"{file}: holds no finished trial")


def _read(file: str) -> Any:
    try:
        from inspect_ai.log import read_eval_log
    except ImportError:
        raise InputError("inspect_ai is missing, which reads logs: pip install inspect_ai (Python 3.11 or later)") from None
    if not Path(file).is_file():
        raise InputError(f"{file}: there is no such file")
    try:
        return read_eval_log(file, exclude_fields=LARGE)
    except Exception as wrong:  # inspect_ai raises errors of many kinds for what is no log
        raise InputError(f"{file}: is no log of Inspect ({type(wrong).__name__})") from wrong


def outputs_of(out: str, runs: int) -> list[Path]:
    """The files for the records of so many epochs: `out`, or one file for each, such as records-epoch-1.jsonl."""
    path = Path(out)
    if runs == 1:
        return [path]
    return [path.with_name(f"{path.stem}-epoch-{number}{path.suffix}") for number in range(1, runs + 1)]


def _parser() -> argparse.ArgumentParser:
    about = "Writes the records of the trials in a log of Inspect. Of several epochs, each gets a file of its own."
    parser = Parser("records", about, EXAMPLES)
    parser.add_argument("log", metavar="LOG", help="a log of the task novphy, .eval or .json")
    parser.add_argument("--out", default="records.jsonl", metavar="FILE", help="the records (%(default)s)")
    parser.add_argument("--force", action="store_true", help="replace records that are there already")
    return parser


def _carry_out(wanted: argparse.Namespace) -> None:
    log = Log(wanted.log)
    runs = runs_of(log.trials, log.epochs)
    files = outputs_of(wanted.out, len(runs))
    for file in files:
        if file.exists() and not wanted.force:
            raise InputError(f"{file}: is there already: expected another name or --force")
        if not file.parent.is_dir():
            raise InputError(f"{os.fspath(file.parent)}: there is no such folder")
    if len(log.trials) < log.planned:
        say(f"{log.planned - len(log.trials)} of {log.planned} trials are not finished, and left out")
    for file, records in zip(files, runs):
        records.save(file)
        print(f"{file}: {len(records)} records")


def command(arguments: Sequence[str]) -> int:
    """Carries out `python -m novphy records ARGUMENTS` and returns the exit code."""
    return exit_code(lambda: _carry_out(_parser().parse_args(arguments)))
