"""What the experiments share: their command line, physics of their own, threads, pairs."""

import argparse
import json
import shutil
import sys
import tempfile
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import novphy
from novphy._command_line import Parser, say

from novphy._engine import engine

ASSETS = Path(novphy.__file__).parent / "data/assets"


def main(run, about, *arguments):
    """Runs the experiment run(options) as a command. Each of `arguments` is a name, with what argparse says of it."""
    parser = Parser("", about, "")
    parser.prog, parser.epilog = Path(sys.argv[0]).name, None
    for name, settings in arguments:
        parser.add_argument(name, **settings)
    try:
        run(parser.parse_args())
    except novphy.InputError as error:
        say(error)
        sys.exit(2)


def option(name, default=None, about="", **settings):
    """An option of main(), with its default in the help."""
    told = "" if default in (None, "", False) else f" (default: {default})"
    if default is False:
        return name, {"action": "store_true", "help": about}
    return name, {"default": default, "help": (about + told).replace("%", "%%"), **settings}


def within(kind, least, most):
    """The type of a number within these bounds."""

    def number(text):
        if not least <= kind(text) <= most:
            raise argparse.ArgumentTypeError(f"found {text}, expected {least} to {most}")
        return kind(text)

    number.__name__ = kind.__name__
    return number


COUNT = within(int, 1, 1_000_000)
JOBS = option("--jobs", 0, "Threads; they change no number; 0: all cores", type=within(int, 0, 1024))
SEED = option("--seed", 1, "Seed of the draws", type=within(int, 0, 2**53 - 1))
NUMBERS = (
    option("--assets", str(ASSETS), "Folder of catalogue.json, physics.json and colours.json", metavar="DIR"),
    option("--physics", "standard", "Entry of physics.json", metavar="NAME"),
    option("--set", [], "Changes a number, such as catalogue:/blocks/friction=0.5", action="append", metavar="CHANGE"),
)
"""Options for the numbers of the physics."""


def read_json(path):
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise novphy.InputError(f"{path}: cannot be read ({error})") from error


def use_physics(rows=lambda steps: {}, assets=ASSETS, changes=()):
    """Makes plays know the rows of physics.json and those that rows(steps) gives besides. To be called before any play.
    Returns the catalogue."""
    physics = read_json(Path(assets) / "physics.json")
    physics["steps"].update(rows(physics["steps"]))
    with tempfile.TemporaryDirectory() as folder:
        for name in ("catalogue.json", "colours.json"):
            shutil.copyfile(Path(assets) / name, Path(folder) / name)
        (Path(folder) / "physics.json").write_text(json.dumps(physics), encoding="utf-8")
        engine.set_assets(folder, list(changes))
        novphy.pairs()  # reads the folder
    return read_json(Path(assets) / "catalogue.json")


def checked_physics(name, steps):
    """The name. Raises InputError if it is not that of a row."""
    if name not in steps:
        raise novphy.InputError(f'--physics: found "{name}", expected one of: {", ".join(sorted(steps))}')
    return name


def hash_of(path):
    """The hash of a JSON file's content, as `novphy selftest` prints it."""
    value = 0xCBF29CE484222325
    for byte in json.dumps(read_json(path), sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def hashes(assets):
    """The text that names the numbers of a table in docs/results."""
    return f"catalogue {hash_of(Path(assets) / 'catalogue.json')}, physics {hash_of(Path(assets) / 'physics.json')}"


def on_threads(function, values, jobs):
    """function(value) for each value, in their order."""
    with ThreadPoolExecutor(jobs or None) as pool:
        return list(pool.map(function, values))


def made_tasks(names, folder, count, seed, distractors=5, templates=None, jobs=0):
    """Unproved tasks of generate(), as pairs (name of the template, Task)."""
    settings = {"seed": seed, "distractors": distractors, "templates": templates, "threads": jobs}
    lines = novphy.generate(names, count, out=folder, proof="none", **settings)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # published templates have objects that overlap
        return [(line["template"], novphy.Task.load(Path(folder) / line["file"])) for line in lines]
