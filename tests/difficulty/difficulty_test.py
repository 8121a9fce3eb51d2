"""novphy difficulty as a whole program. Usage: difficulty_test.py PROGRAM"""

import csv
import io
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import ROOT, FolderTest, main, novphy

PAIR = ROOT / "tests/pairs/multiple_forces/objects.json"
COARSE = ("--step", "6")


def difficulty(*arguments):
    return novphy("difficulty", *arguments, "--count", 10, "--quiet").stdout


def rows(text):
    found = {}
    for cell in json.loads(text)["cells"]:
        for row in cell["rows"]:
            found[cell["novelty"], row["side"], row["state"], row["dimension"]] = row
    return found


class Difficulty(FolderTest):
    def wins_of(self, pair, code=0):
        """A file of the winning throws of a pair."""
        file = self.folder / "wins.jsonl"
        file.write_text(novphy("verify", pair, "--json", *COARSE, "--quiet", code=code).stdout)
        return file

    def test_winning_throws_of_verify_give_what_the_search_gives_and_threads_change_no_byte(self):
        wins = self.wins_of(PAIR)
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
        arguments = ("--plots", self.folder / "plots", "--picture", self.folder / "pictures")
        text = difficulty(PAIR, *COARSE, "--explain", *arguments)
        for part in ("seen normal", "nearest centroid", "random forest", "colours (RRRGGGBB: share)", "states (times)",
                     "seen at (degrees: times)", "normal way: bird -> pig_big#", "undefined 1 time: time of novel tasks"):
            self.assertIn(part, text)
        names = sorted(path.name for path in self.folder.rglob("*.png"))
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
        self.novphy("generate", "single_force/objects", "--count", 6, "--proof", "none", "--out", self.folder / "tasks", "--quiet")
        found = rows(self.novphy("difficulty", self.folder / "tasks", "--no-wins", "--json", "--quiet").stdout)
        self.assertEqual(found["objects", "novel", "detection", "colour"]["n"], 6)

    def test_pairs_that_are_not_shipped_are_judged_with_their_file_of_winning_throws(self):
        pair = self.folder / "heavy.json"
        self.novphy("inject", PAIR, "--novelty", "heavy", "--set", "mass_factor=2", "--as-pair", "--out", pair)
        wins = self.wins_of(pair, code=1)  # a pair whose checks fail has winning throws, too
        made = difficulty(pair, *COARSE, "--json")
        self.assertEqual(made, difficulty(pair, "--wins", wins, "--json"))
        self.assertEqual(made, difficulty(PAIR, "--inject", "heavy,mass_factor=2", *COARSE, "--json"))
        found = rows(made)
        self.assertEqual(found["heavy", "novel", "detection", "seen"]["n"], 10)
        self.assertEqual(found["heavy", "novel", "adaptation", "initiation"]["n"], 1)

    def test_tasks_of_a_novelty_that_was_put_in_need_their_pair(self):
        tasks = self.folder / "tasks"
        self.novphy("generate", PAIR, "--inject", "pink", "--count", 6, "--proof", "none", "--out", tasks, "--quiet")
        self.refused("--inject", "difficulty", tasks, "--no-wins")
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
        self.refused("has 0 task files", "difficulty", sides)


if __name__ == "__main__":
    main()
