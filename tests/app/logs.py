"""Small logs made by hand, for the tests of detect, measure and report."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import FolderTest, json_lines

HEAD = {"format": 1, "agent": "made by hand", "seed": 3}


def records(phase, passes, trial=0, first=0, novelty="fan", **more):
    """A record for each letter: P passed, F failed."""
    return [{"novelty": novelty, "scenario": "rolling", "trial": trial, **more, "phase": phase, "task": first + i,
             "passed": letter == "P"} for i, letter in enumerate(passes)]


def trial(letters, number=0, **more):
    normal, novel = letters.split("|")
    return records("normal", normal, number, **more) + records("novel", novel, number, len(normal), **more)


class LogTest(FolderTest):
    def write(self, name, lines, head=None):
        text = "".join(json.dumps(line) + "\n" for line in [head or HEAD, *lines])
        (self.folder / name).write_text(text)

    def read(self, name):
        return json_lines(self.folder / name)
