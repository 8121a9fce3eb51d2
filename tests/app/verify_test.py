"""novphy verify as a whole program. Usage: verify_test.py PROGRAM"""

import json
import re
import subprocess
import sys
import tempfile
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
        self.assertRegex(text, r"novelty_needed +FAILED")
        shown = re.search(r"novelty_needed .*\n +novphy (play .*)", text)[1].split()
        outcome = subprocess.run([PROGRAM, *shown, "--json"], capture_output=True, text=True, check=True).stdout
        self.assertTrue(json.loads(outcome)["won"])

    def test_a_failing_member_is_named_so_that_it_can_be_played(self):
        text = self.run_program(PAIRS / "single_force/actions.json", "--samples", "1", code=1)
        shown = re.search(r"novel #0 (?:.*\n)*? +novelty_needed .*\n +novphy (play .*)", text)[1].split()
        self.assertIn("--with", shown)
        outcome = subprocess.run([PROGRAM, *shown, "--json"], capture_output=True, text=True, check=True).stdout
        self.assertTrue(json.loads(outcome)["won"])

    def test_json_holds_checks_and_wins_and_depends_neither_on_shards_nor_on_threads(self):
        objects = [PAIRS / "multiple_forces/objects.json", "--json", "--samples", "2"]
        text = self.run_program(*objects, "--jobs", "1", code=0)
        lines = [json.loads(line) for line in text.splitlines()]
        self.assertEqual([line["sample"] for line in lines], [-1, -1, 0, 0, 1, 1])
        self.assertTrue(all(line["passed"] and line["wins"] for line in lines))
        self.assertEqual(set(lines[1]["checks"]), {"valid_start", "solvable", "novelty_touched", "way_changes", "rule_wins", "no_direct_hit", "not_trivial", "distractors_neutral", "pair_is_a_pair"})
        self.assertEqual(len(lines[0]["witness"]), 3)
        self.assertEqual(lines[0]["wins"][0]["chain"], [6])
        self.assertEqual(lines[0]["wins"][0]["appearances"], ["bird_red"])
        self.assertEqual(len(lines[0]["wins"][0]["shots"]), 3)
        shards = [self.run_program(*objects, "--jobs", "2", "--shard", f"{number}/2", code=0).splitlines() for number in (1, 2)]
        whole = text.splitlines()
        self.assertEqual(shards, [whole[:2] + whole[4:], whole[2:4]])  # the base and member 1, and member 0

    def test_a_table_of_ones_own_says_which_checks_are_asked(self):
        pair = PAIRS / "single_force/actions.json"
        with tempfile.TemporaryDirectory() as folder:
            entry = json.loads((PAIRS.parents[1] / "novelties/strong_turbulence.json").read_text())
            entry["checks"] = ["old_plan_fails"]
            del entry["touched"]
            (Path(folder) / "strong_turbulence.json").write_text(json.dumps(entry))
            text = self.run_program(pair, "--json", "--novelties", folder, code=1)
        _, novel = map(json.loads, text.splitlines())
        self.assertIn("old_plan_fails", novel["checks"])
        self.assertFalse({"novelty_touched", "novelty_needed", "storm_not_skipped"} & set(novel["checks"]))

    def test_pictures_show_both_sides_with_winning_throws(self):
        with tempfile.TemporaryDirectory() as folder:
            pictures = Path(folder) / "pictures"
            pair = PAIRS / "multiple_forces/objects.json"
            self.run_program(pair, "--samples", "1", "--picture", pictures, code=0)
            names = sorted(path.name for path in pictures.iterdir())
            self.assertEqual(names, ["multiple_forces_objects.png", "multiple_forces_objects_0.png"])
            for name in names:
                self.assertEqual((pictures / name).read_bytes()[:8], b"\x89PNG\r\n\x1a\n")

    def test_mistakes_in_a_pair_are_told_before_anything_is_played(self):
        good = (PAIRS / "multiple_forces/objects.json").read_text()
        for key, value, expected in (
            ("must", '["1 > 2"]', "/must/0: the condition \"1 > 2\" does not hold"),
            ("distractors", '{"forbidden": ["wooden"]}', "/distractors/forbidden/0: expected"),
            ("parameters", '{"gap": {"base": 3, "range": [0, 1]}}', "/parameters/gap/base: expected a number within"),
            ("parameters", '{"a": "=b", "b": "=a"}', "needs itself"),
        ):
            with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
                file.write(good.replace('"novphy_pair"', f'"{key}": {value}, "novphy_pair"', 1))
                file.flush()
                result = subprocess.run([PROGRAM, "verify", file.name], capture_output=True, text=True, check=False)
                self.assertEqual(result.returncode, 2)
                self.assertEqual(result.stdout, "")
                self.assertIn(expected, result.stderr)
                self.assertIn(file.name + ":", result.stderr)

    def test_nothing_to_verify_is_told(self):
        for arguments in ((), ("--templates", "/nowhere"), ("/nowhere.json",)):
            result = subprocess.run([PROGRAM, "verify", *arguments], capture_output=True, text=True, check=False)
            self.assertEqual(result.returncode, 2, arguments)
            self.assertEqual(result.stdout, "")

    def test_an_oracle_passes_what_is_proved(self):
        with tempfile.TemporaryDirectory() as folder:
            plan, records = Path(folder) / "plan.json", Path(folder) / "records.jsonl"
            pair = PAIRS / "multiple_forces/objects.json"
            subprocess.run(
                [PROGRAM, "plan", "--pairs", pair, "--trials", "1", "--min-normal", "1", "--max-normal", "1"]
                + ["--novel", "1", "--calibration-runs", "1", "--calibration-tasks", "1", "--out", plan],
                check=True,
                capture_output=True,
            )
            subprocess.run([PROGRAM, "run", plan, "--agent", "oracle", "--out", records], check=True, capture_output=True)
            lines = map(json.loads, records.read_text().splitlines()[1:])
            tasks = [line for line in lines if line["phase"] in ("normal", "novel")]
            self.assertEqual([task["passed"] for task in tasks], [True, True])
            self.assertEqual([task.get("novelty_probability", 0) for task in tasks], [0, 1])


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
