"""Small logs made by hand, for the tests of detect, measure and report."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

program = ""
HEAD = {"format": 1, "agent": "made by hand", "seed": 3}


def records(phase, passes, trial=0, first=0, novelty="fan", **more):
    """A record for each letter: P passed, F failed."""
    return [{"novelty": novelty, "scenario": "rolling", "trial": trial, **more, "phase": phase, "task": first + i,
             "passed": letter == "P"} for i, letter in enumerate(passes)]


def trial(letters, number=0, **more):
    normal, novel = letters.split("|")
    return records("normal", normal, number, **more) + records("novel", novel, number, len(normal), **more)


class LogTest(unittest.TestCase):
    """A folder of its own, and the program in it."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def novphy(self, *arguments, code=0):
        result = subprocess.run([program, *arguments], cwd=self.folder, text=True, timeout=120, check=False,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(result.returncode, code, result.stderr)
        return result

    def write(self, name, lines, head=None):
        text = "".join(json.dumps(line) + "\n" for line in [head or HEAD, *lines])
        (self.folder / name).write_text(text)

    def read(self, name):
        return [json.loads(line) for line in (self.folder / name).read_text().splitlines()]


def main():
    """Runs the tests with the program that is the last argument."""
    global program
    program = str(Path(sys.argv.pop()).resolve())
    unittest.main("__main__")
