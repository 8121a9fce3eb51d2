"""novphy detect on small logs whose alarms are known.

Usage: detect_test.py PROGRAM
"""

import json
import random

from logs import HEAD, LogTest, records, trial
from program import main


class Detect(LogTest):
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
        self.refused("found none of novelty fan, scenario rolling; --calibrate-from-trials", "detect", "in.jsonl", "--out", "out.jsonl")

    def test_without_spread_pma_never_fires_unless_as_published(self):
        lines = trial("FFFF|FFFF", 0) + trial("FF|FFFF", 1)
        options = ["--window", "3", "--calibrate-from-trials"]
        self.assertEqual(self.alarms(lines, *options), {})
        self.assertEqual(self.alarms(lines, *options, "--as-published"), {(0, False): 2, (1, False): 2})

    def test_measure_warns_of_alarms_of_a_pma_that_could_not_fire(self):
        lines = records("calibration", "PPPPF", 0) + records("calibration", "PPPPF", 1) + trial("PPPPF|FFFFF")
        said = "pma never fires where calibration has no spread: fan rolling"
        self.write("in.jsonl", lines)
        self.assertIn(said, self.novphy("detect", "in.jsonl", "--window", "3", "--out", "out.jsonl").stdout)
        self.assertIn("warning: agent made by hand: " + said, self.novphy("measure", "out.jsonl").stderr)
        self.assertEqual(self.novphy("measure", "in.jsonl").stderr, "")
        self.assertIn("warning: agent made by hand: " + said, self.novphy("measure", "in.jsonl", "--sweep").stderr)

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
        self.assertEqual((cell["measures"]["cdt"]["mean"], cell["measures"]["dd"]["mean"], cell["m"]), (1.0, 2.0, 3))


if __name__ == "__main__":
    main()
