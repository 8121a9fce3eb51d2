"""novphy verify as a whole program. Usage: verify_test.py PROGRAM"""

import json
import re
import subprocess
import sys
import unittest
from pathlib import Path

PROGRAM = ""
PAIRS = Path(__file__).parents[1] / "pairs"
COARSE = ("--step", "3")


class Verify(unittest.TestCase):
    def run_program(self, *arguments, code):
        result = subprocess.run(
            [PROGRAM, "verify", *map(str, arguments), *COARSE], capture_output=True, text=True, check=False
        )
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        return result.stdout

    def test_a_good_pair_passes_and_says_so(self):
        text = self.run_program(PAIRS / "multiple_forces/objects.json", code=0)
        self.assertIn("2 of 2 sides pass all checks", text)
        self.assertRegex(text, r"multiple_forces/objects/normal +\d+ of 222 throws win")

    def test_a_failure_comes_with_a_play_that_shows_it(self):
        text = self.run_program(PAIRS / "single_force/actions.json", code=1)
        self.assertRegex(text, r"C2b +FAILED")
        shown = re.search(r"C2b .*\n +novphy (play .*)", text)[1].split()
        outcome = subprocess.run([PROGRAM, *shown, "--json"], capture_output=True, text=True, check=True).stdout
        self.assertTrue(json.loads(outcome)["won"])

    def test_a_failing_member_is_named_so_that_it_can_be_played(self):
        text = self.run_program(PAIRS / "single_force/actions.json", "--samples", "1", code=1)
        shown = re.search(r"novel #0 (?:.*\n)*? +C2b .*\n +novphy (play .*)", text)[1].split()
        self.assertIn("--with", shown)
        outcome = subprocess.run([PROGRAM, *shown, "--json"], capture_output=True, text=True, check=True).stdout
        self.assertTrue(json.loads(outcome)["won"])

    def test_json_holds_checks_and_wins_and_does_not_depend_on_threads(self):
        pair = PAIRS / "multiple_forces/objects.json"
        text = self.run_program(pair, "--json", "--samples", "2", "--jobs", "1", code=0)
        self.assertEqual(text, self.run_program(pair, "--json", "--samples", "2", "--jobs", "2", code=0))
        lines = [json.loads(line) for line in text.splitlines()]
        self.assertEqual([line["sample"] for line in lines], [-1, -1, 0, 0, 1, 1])
        self.assertTrue(all(line["passed"] and line["wins"] for line in lines))
        self.assertEqual(set(lines[1]["checks"]), {"C0", "C1", "C2a", "C3b", "C4", "C5", "C6"})
        self.assertEqual(len(lines[0]["witness"]), 3)
        self.assertEqual(lines[0]["wins"][0]["chain"], [6])


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
