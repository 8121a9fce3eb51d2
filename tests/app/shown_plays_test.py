"""The throws that README, the help and the docs show win. Usage: shown_plays_test.py PROGRAM"""

import csv
import re
import shlex
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import ROOT, main, novphy

SHOWN = re.compile(r"^ *(novphy (?:play|draw|film) [a-z_]+/[a-z_]+:\S+ .*--shot[^#\n]*)", re.MULTILINE)


def play_of(command):
    """The shown command as a play: the same task with the same shots."""
    words = shlex.split(command)
    return ["play", words[2], *[word for before, word in zip(words, words[1:]) if "--shot" in (before, word.split("=")[0])]]


def result(arguments):
    return novphy(*arguments).stdout.split(maxsplit=1)[0]


class ShownPlays(unittest.TestCase):
    def check(self, text, at_least):
        commands = SHOWN.findall(text)
        self.assertGreaterEqual(len(commands), at_least, text)
        for command in commands:
            with self.subTest(command):
                self.assertEqual(result(play_of(command)), "won")

    def test_those_of_readme(self):
        text = (ROOT / "README.md").read_text()
        self.check(text, 2)
        for command in re.findall(r"^novphy (play .*?) +# won", text, re.MULTILINE):
            self.assertEqual(result(shlex.split(command)), "won")
        self.assertIn("--shot 48.5@0.9                # won; the same throw loses in rolling/fan:novel\n", text)
        self.assertEqual(result(["play", "rolling/fan:novel", "--shot", "48.5@0.9"]), "lost")

    def test_those_of_the_help(self):
        for command in ("play", "draw", "film"):
            self.check(novphy(command, "--help").stdout, 1)

    def test_those_of_the_docs(self):
        self.check("".join(path.read_text() for path in sorted((ROOT / "docs").rglob("*.md"))), 1)

    def test_those_of_the_table_of_templates(self):
        with (ROOT / "docs/results/templates.csv").open(newline="") as file:
            sides = list(csv.DictReader(file))
        self.assertEqual(len(sides), 80)
        for side in sides:
            with self.subTest(side["side"]):
                self.assertEqual(result(["play", ":".join(side["side"].rsplit("/", 1)), *side["shots"].split()]), "won")


if __name__ == "__main__":
    main()
