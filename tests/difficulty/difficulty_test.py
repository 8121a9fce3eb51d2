"""novphy difficulty as a whole program. Usage: difficulty_test.py PROGRAM"""

import csv
import io
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = ""
PAIRS = Path(__file__).parents[1] / "pairs"
PAIR = PAIRS / "multiple_forces/objects.json"
COARSE = ("--step", "6")


def run(*arguments, code=0):
    result = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False)
    if result.returncode != code:
        raise AssertionError(f"exit code {result.returncode}\n{result.stdout}{result.stderr}")
    return result


def difficulty(*arguments):
    return run("difficulty", *arguments, "--count", 10, "--quiet").stdout


def rows(text):
    found = {}
    for cell in json.loads(text)["cells"]:
        for row in cell["rows"]:
            found[cell["novelty"], row["side"], row["state"], row["dimension"]] = row
    return found


class Difficulty(unittest.TestCase):
    def test_winning_throws_of_verify_give_what_the_search_gives_and_threads_change_no_byte(self):
        with tempfile.TemporaryDirectory() as folder:
            wins = Path(folder) / "wins.jsonl"
            wins.write_text(run("verify", PAIR, "--json", *COARSE, "--quiet").stdout)
            made = difficulty(PAIR, *COARSE, "--json", "--jobs", 2)
            self.assertEqual(made, difficulty(PAIR, "--wins", wins, "--json", "--jobs", 1))
        found = rows(made)
        self.assertEqual(found["objects", "novel", "adaptation", "target"]["mean"], 0)
        self.assertEqual(found["objects", "novel", "adaptation", "initiation"]["n"], 1)
        self.assertIsNone(found["objects", "novel", "adaptation", "time"]["mean"])
        self.assertEqual(found["objects", "novel", "detection", "colour"]["n"], 10)
        self.assertLess(found["objects", "novel", "detection", "colour"]["mean"],
                        found["objects", "normal", "detection", "colour"]["mean"])

    def test_every_form_and_picture(self):
        with tempfile.TemporaryDirectory() as folder:
            arguments = ("--plots", Path(folder) / "plots", "--picture", Path(folder) / "pictures")
            text = difficulty(PAIR, *COARSE, "--explain", *arguments)
            for part in ("seen normal", "nearest centroid", "random forest", "colours (RRRGGGBB: share)", "states (times)",
                         "seen at (degrees: times)", "normal way: bird -> pig_big#", "undefined 1 times: time of novel tasks"):
                self.assertIn(part, text)
            names = sorted(path.name for path in Path(folder).rglob("*.png"))
            self.assertEqual(names, ["difficulty_adaptation.png", "difficulty_detection.png", "multiple_forces_objects.png"])
        table = list(csv.DictReader(io.StringIO(difficulty(PAIR, "--no-wins", "--csv"))))
        self.assertEqual({row["dimension"] for row in table if row["side"] == "normal"},
                         {"colour", "shape", "rotation", "location", "seen"})
        self.assertIn("\\toprule", difficulty(PAIR, "--no-wins", "--latex"))

    def test_constants_reach_the_measures_and_stand_in_the_file(self):
        plain = rows(difficulty(PAIR, "--no-wins", "--json"))
        found = difficulty(PAIR, "--no-wins", "--json", "--gamma", 1)
        row = rows(found)["objects", "novel", "detection", "colour"]
        self.assertEqual(row["undefined"], {"no model is above the threshold gamma": 10})
        self.assertIsNone(row["mean"])
        self.assertEqual(json.loads(found)["numbers"]["gamma"], 1)
        wide = rows(difficulty(PAIR, "--no-wins", "--json", "--epsilon", 90))
        key = "objects", "novel", "detection", "rotation"
        self.assertEqual(wide[key]["mean"], 1)
        self.assertLess(plain[key]["mean"], 1)

    def test_tasks_of_a_folder_are_judged(self):
        with tempfile.TemporaryDirectory() as folder:
            run("generate", "single_force/objects", "--count", 6, "--proof", "none", "--out", Path(folder) / "tasks", "--quiet")
            found = rows(run("difficulty", Path(folder) / "tasks", "--no-wins", "--json", "--quiet").stdout)
            self.assertEqual(found["objects", "novel", "detection", "colour"]["n"], 6)

    def test_pairs_that_are_not_shipped_are_judged_with_their_file_of_winning_throws(self):
        with tempfile.TemporaryDirectory() as folder:
            pair = Path(folder) / "heavy.json"
            run("inject", PAIR, "--novelty", "heavy", "--set", "mass_factor=2", "--as-pair", "--out", pair)
            wins = Path(folder) / "wins.jsonl"
            wins.write_text(subprocess.run([PROGRAM, "verify", pair, "--json", *COARSE, "--quiet"],
                                           capture_output=True, text=True, check=False).stdout)
            made = difficulty(pair, *COARSE, "--json")
            self.assertEqual(made, difficulty(pair, "--wins", wins, "--json"))
            self.assertEqual(made, difficulty(PAIR, "--inject", "heavy,mass_factor=2", *COARSE, "--json"))
            found = rows(made)
            self.assertEqual(found["heavy", "novel", "detection", "seen"]["n"], 10)
            self.assertEqual(found["heavy", "novel", "adaptation", "initiation"]["n"], 1)

    def test_tasks_of_a_novelty_that_was_put_in_need_their_pair(self):
        with tempfile.TemporaryDirectory() as folder:
            tasks = Path(folder) / "tasks"
            run("generate", PAIR, "--inject", "pink", "--count", 6, "--proof", "none", "--out", tasks, "--quiet")
            self.assertIn("--inject", run("difficulty", tasks, "--no-wins", code=2).stderr)
            known = ("--no-wins", "--json", "--pairs", PAIR, "--inject", "pink")
            found = rows(difficulty(tasks, *known))
            self.assertEqual(found["pink", "novel", "detection", "colour"]["n"], 6)
            sides = tasks / "multiple_forces/pink"
            alone = rows(difficulty(sides, *COARSE, "--samples", 1, "--json"))
            key = "pink", "novel", "detection", "colour"
            self.assertEqual(alone[key], found[key])
            self.assertEqual(alone["pink", "novel", "adaptation", "target"]["n"]
                             + sum(alone["pink", "novel", "adaptation", "target"]["undefined"].values()), 2)
            for file in (sides / "novel").glob("*.json"):
                file.unlink()
            self.assertIn("has 0 task files", run("difficulty", sides, code=2).stderr)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
