"""The command `python -m novphy dataset`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Optional, Sequence

from novphy._command_line import Parser, say
from novphy._errors import InputError
from novphy.dataset_check import check_dataset
from novphy.dataset_files import Credits
from novphy.dataset_maker import Dataset, dataset
from novphy.episodes import DatasetDifference
from novphy.executors import UnfinishedRun

EXAMPLES = """  python -m novphy dataset plan.json --agent pig_shooter --out rolling-v0
  python -m novphy dataset plan.json --agent random --observation picture --size 160x120 --jobs 2 --out pictures-v0
  python -m novphy dataset --check rolling-v0"""


def _size(text: str) -> tuple[int, int]:
    try:
        width, height = (int(side) for side in text.split("x"))
    except ValueError:
        raise argparse.ArgumentTypeError(f'found "{text}", expected WIDTHxHEIGHT, such as 160x120') from None
    return width, height


def _jobs(text: str) -> int:
    if not text.isdigit() or int(text) > 1024:
        raise argparse.ArgumentTypeError(f'found "{text}", expected 0 to 1024')
    return int(text)


def _trials(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f'found "{text}", expected at least 1')
    return int(text)


def _add_run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("plan", nargs="?", metavar="PLAN", help="the plan whose tasks are played (novphy plan)")
    parser.add_argument("--agent", metavar="A", help="who plays; see novphy list agents")
    parser.add_argument("--out", metavar="DIR", help="the folder to write, whose name is the data set's: NAME-vNUMBER")
    parser.add_argument("--id", metavar="ID", help="a longer name, such as novphy/rolling-v0: the last names of DIR")
    parser.add_argument("--observation", default="features", metavar="FORM", help="features (the default), flat, table or picture")
    parser.add_argument("--size", type=_size, default=(640, 480), metavar="WxH", help="size of pictures (640x480)")
    parser.add_argument("--jobs", type=_jobs, default=1, metavar="N", help="number of threads; 0: all cores")
    parser.add_argument("--trials", type=_trials, metavar="K", help="only the first K trials of each novelty-scenario")
    parser.add_argument("--informed", action="store_true", help="the agent is told of the novelty")
    parser.add_argument("--weights", metavar="DIR", help="the folder of novphy train, for agents that were trained")
    parser.add_argument("--detect", metavar="DETECTOR", help="sets alarms in the records: pma:10:1.5 or sma:5:0.2")
    parser.add_argument("--physics", default="standard", metavar="NAME", help="the time step (standard)")
    parser.add_argument("--name", metavar="NAME", help="the agent's name in records and metadata")
    parser.add_argument("--resume", action="store_true", help="go on where an interrupted run ended")
    parser.add_argument("--force", action="store_true", help="replace a data set")


def _add_credits(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what the metadata say")
    group.add_argument("--author", action="append", default=[], metavar="NAME", help="may be repeated")
    group.add_argument("--author-email", action="append", default=[], metavar="MAIL", help="may be repeated")
    group.add_argument("--code-permalink", default="", metavar="URL", help="the code that made the data set")
    group.add_argument("--description", default="", metavar="TEXT", help="replaces a description of novphy's")
    group.add_argument("--license", default=Credits().license, metavar="URL", help="%(default)s if not given")
    group.add_argument("--date-published", default="", metavar="DATE", help="such as 2026-01-31")
    group.add_argument("--url", default="", metavar="URL", help="where the data set can be found")


def _parser() -> argparse.ArgumentParser:
    about = "Plays a plan with an agent and writes an offline data set in Minari's format, with a Croissant file."
    parser = Parser("dataset", about, EXAMPLES)
    _add_run(parser)
    parser.add_argument("--check", metavar="DIR", help="play every row of a data set again and compare")
    _add_credits(parser)
    return parser


def _made(wanted: argparse.Namespace) -> Dataset:
    for name in ("plan", "agent", "out"):
        if not getattr(wanted, name):
            raise InputError(f"{'PLAN' if name == 'plan' else '--' + name} is missing; see --help")
    credits = Credits(**{name: getattr(wanted, name) for name in Credits._fields})
    return dataset(
        wanted.plan, wanted.agent, wanted.out, observation=wanted.observation, size=wanted.size, id=wanted.id,
        threads=wanted.jobs, resume=wanted.resume, force=wanted.force, credits=credits, trials=wanted.trials,
        informed=wanted.informed, weights=wanted.weights, detector=wanted.detect, physics=wanted.physics, name=wanted.name,
    )  # fmt: skip


def _checked(wanted: argparse.Namespace) -> Dataset:
    given = [name for name in ("plan", "agent", "out") if getattr(wanted, name)]
    if given:
        raise InputError(f"--check takes a folder only, found also {', '.join(given)}")
    return check_dataset(wanted.check, wanted.jobs)


def _interrupted(wanted: Optional[argparse.Namespace]) -> str:
    partial = Path(f"{wanted.out}.partial") if wanted and wanted.out else None
    kept = f": {partial} keeps the finished trials; --resume goes on" if partial and partial.exists() else ""
    return "interrupted" + kept


def _carry_out(wanted: argparse.Namespace) -> None:
    done = _checked(wanted) if wanted.check is not None else _made(wanted)
    verdict = "every row plays again to its digest" if wanted.check is not None else f"{done.left_out} tasks left out"
    print(f"{done.folder}: {done.id}: {done.episodes} episodes, {done.steps} steps; {verdict}")


def command(arguments: Sequence[str]) -> int:
    """Carries out `python -m novphy dataset ARGUMENTS` and returns the exit code."""
    wanted = None
    try:
        wanted = _parser().parse_args(arguments)
        _carry_out(wanted)
    except DatasetDifference as difference:
        say(difference)
        return 1
    except (InputError, OSError, UnfinishedRun, MemoryError) as error:
        say(error)
        return 2
    except KeyboardInterrupt:
        say(_interrupted(wanted))
        return 130
    return 0
