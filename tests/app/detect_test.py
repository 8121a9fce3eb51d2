"""novphy detect and novphy measure on small logs whose alarms and measures are known.

Usage: detect_test.py PROGRAM
"""

import json
import random
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


class Detect(unittest.TestCase):
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

    def alarms(self, lines, *options):
        """The first alarm of each trial."""
        self.write("in.jsonl", lines)
        self.novphy("detect", "in.jsonl", "--out", "out.jsonl", *options)
        first = {}
        for record in self.read("out.jsonl")[1:]:
            key = (record["trial"], record.get("control", False))
            if record.get("alarm"):
                first[key] = min(first.get(key, 10**9), record["task"])
        return first

    def test_sma_alarms_from_its_first_alarm_on_and_keeps_everything_else(self):
        self.write("in.jsonl", trial("PPPP|PFFFPP"))
        self.novphy("detect", "in.jsonl", "--method", "sma", "--window", "5", "--threshold", "0.2", "--out", "out.jsonl")
        head, *marked = self.read("out.jsonl")
        self.assertEqual(head, {**HEAD, "detector": "sma:5:0.2"})
        self.assertEqual([record.pop("alarm") for record in marked], [False] * 5 + [True] * 5)
        self.assertEqual(marked, self.read("in.jsonl")[1:])

    def test_pma_is_calibrated_by_the_calibration_runs_of_its_cell(self):
        runs = records("calibration", "PPPPF", 0) + records("calibration", "PPPFF", 1)  # mean 0.7, spread 0.1414
        lines = runs + trial("PPPFP|FFPPP")
        options = ["--window", "5", "--threshold", "1.5"]  # alarm below 0.488 or above 0.912
        self.assertEqual(self.alarms(lines, *options), {(0, False): 6})
        self.assertTrue(all("alarm" not in r for r in self.read("out.jsonl")[1:] if r["phase"] == "calibration"))

    def test_pma_is_calibrated_by_the_trials_on_request(self):
        lines = trial("PPPPF|FFFFF", 0) + trial("PPPFF|PPPPP", 1)  # the same mean and spread
        options = ["--window", "5", "--threshold", "1.5", "--calibrate-from-trials"]
        self.assertEqual(self.alarms(lines, *options), {(0, False): 6, (1, False): 9})

    def test_pma_without_calibration_says_what_to_do_and_writes_nothing(self):
        self.write("in.jsonl", trial("PP|PP"))
        result = self.novphy("detect", "in.jsonl", "--out", "out.jsonl", code=2)
        self.assertIn("found no calibration run of fan rolling; --calibrate-from-trials", result.stderr)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["in.jsonl"])

    def test_without_spread_pma_never_fires_unless_as_published(self):
        lines = trial("FFFF|FFFF", 0) + trial("FF|FFFF", 1)
        options = ["--window", "3", "--calibrate-from-trials"]
        self.assertEqual(self.alarms(lines, *options), {})
        self.assertEqual(self.alarms(lines, *options, "--as-published"), {(0, False): 2, (1, False): 2})

    def test_the_order_of_lines_does_not_matter(self):
        lines = sum((trial("PPPFP|FFPPFPFF", number) for number in range(4)), [])
        lines += records("calibration", "PPPPF", 0) + records("calibration", "PPPFF", 1)
        options = ["--window", "4", "--threshold", "1"]
        expected = self.alarms(lines, *options)
        random.Random(1).shuffle(lines)
        self.assertEqual(self.alarms(lines, *options), expected)
        self.assertTrue(expected)

    def test_a_control_trial_of_the_same_number_is_another_trial(self):
        lines = trial("PPP|PPF", 0) + trial("PPP|PPP", 0, control=True)
        self.assertEqual(self.alarms(lines, "--method", "sma", "--window", "3", "--threshold", "0.3"), {(0, False): 5})

    def test_measure_uses_the_alarms_of_detect(self):
        self.write("in.jsonl", trial("PPPP|PFFFPP"))
        self.novphy("detect", "in.jsonl", "--method", "sma", "--window", "5", "--threshold", "0.2", "--out", "out.jsonl")
        cell = json.loads(self.novphy("measure", "out.jsonl", "--json").stdout)["agents"][0]["cells"][0]
        self.assertEqual((cell["cdt"], cell["dd"], cell["m"]), (1.0, 2.0, 3))

    def test_measure_pools_the_files_of_an_agent_and_keeps_agents_apart(self):
        self.write("a.jsonl", trial("P|PP"))
        self.write("b.jsonl", trial("P|FF"))
        self.write("c.jsonl", trial("P|FF"), {**HEAD, "agent": "another"})
        agents = json.loads(self.novphy("measure", "a.jsonl", "b.jsonl", "c.jsonl", "--json").stdout)["agents"]
        self.assertEqual([(a["agent"], a["cells"][0]["trials"], a["cells"][0]["aus"]) for a in agents],
                         [("another", 1, 0.0), ("made by hand", 2, 0.5)])

    def test_measure_says_when_pooled_files_come_from_different_worlds(self):
        self.write("a.jsonl", trial("P|PP"), {**HEAD, "catalogue_hash": "1"})
        self.write("b.jsonl", trial("P|FF"), {**HEAD, "catalogue_hash": "2"})
        result = self.novphy("measure", "a.jsonl", "b.jsonl")
        self.assertIn("warning: b.jsonl: pooled with a.jsonl, which has another catalogue", result.stderr)

    def test_measure_counts_the_line_a_killed_run_left_unfinished(self):
        self.write("a.jsonl", trial("P|PP"))
        with (self.folder / "a.jsonl").open("a") as log:
            log.write('{"novelty":"fan","scen')
        result = self.novphy("measure", "a.jsonl", "--json")
        self.assertEqual(json.loads(result.stdout)["agents"][0]["cut_lines"], 1)
        self.assertIn("the last line is cut off, skipped", result.stderr)

    def test_threshold_and_comparator_are_settings(self):
        lines = trial("P|PP")
        lines[1]["novelty_probability"] = 0.5
        self.write("a.jsonl", lines)
        for options, cdt in ([], 0), (["--at-least"], 1), (["--threshold", "0.4"], 1):
            cells = json.loads(self.novphy("measure", "a.jsonl", "--json", *options).stdout)["agents"][0]["cells"]
            self.assertEqual(cells[0]["cdt"], cdt)


if __name__ == "__main__":
    program = str(Path(sys.argv.pop()).resolve())
    unittest.main()
