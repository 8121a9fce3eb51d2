"""novphy verify as a whole program. Usage: verify_test.py PROGRAM"""

import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import FolderTest, fnv1a, json_lines, main, names_in

PAIRS = Path(__file__).parents[1] / "pairs"
COARSE = ("--step", "3")


class Verify(FolderTest):
    def verify(self, *arguments, code=0):
        return self.novphy("verify", *arguments, *COARSE, code=code).stdout

    def assert_wins(self, text, throws):
        """The throws that are shown behind what this pattern finds win."""
        shown = re.search(throws + r" .*\n +novphy (play .*)", text)[1].split()
        self.assertTrue(json.loads(self.novphy(*shown, "--json").stdout)["won"])
        return shown

    def test_a_good_pair_passes_and_says_so(self):
        text = self.verify(PAIRS / "multiple_forces/objects.json")
        self.assertIn("2 of 2 sides pass all checks", text)
        self.assertRegex(text, r"multiple_forces/objects/normal +\d+ of 222 throws win")

    def test_a_failure_comes_with_a_play_that_shows_it(self):
        text = self.verify(PAIRS / "single_force/actions.json", code=1)
        self.assertRegex(text, r"novelty_needed +FAILED")
        self.assert_wins(text, "novelty_needed")
        self.assertRegex(text, r"novelty_needed +FAILED.*\n +novphy play .*\n +to mend it: make the novelty stronger")

    def test_a_failing_member_is_named_so_that_it_can_be_played(self):
        text = self.verify(PAIRS / "single_force/actions.json", "--samples", "1", code=1)
        self.assertIn("--with", self.assert_wins(text, r"novel #0 (?:.*\n)*? +novelty_needed"))

    def test_json_holds_checks_and_wins_and_depends_neither_on_shards_nor_on_threads(self):
        objects = [PAIRS / "multiple_forces/objects.json", "--json", "--samples", "2"]
        text = self.verify(*objects, "--jobs", "1")
        lines = [json.loads(line) for line in text.splitlines()]
        self.assertEqual([line["sample"] for line in lines], [-1, -1, 0, 0, 1, 1])
        self.assertTrue(all(line["passed"] and line["wins"] for line in lines))
        self.assertEqual(set(lines[1]["checks"]), {"valid_start", "solvable", "novelty_touched", "way_changes", "rule_wins", "no_direct_hit", "not_trivial", "distractors_neutral", "pair_is_a_pair"})
        self.assertEqual(len(lines[0]["witness"]), 3)
        self.assertEqual(lines[0]["wins"][0]["chain"], [6])
        self.assertEqual(lines[0]["wins"][0]["appearances"], ["bird_red"])
        self.assertEqual(len(lines[0]["wins"][0]["shots"]), 3)
        shards = [self.verify(*objects, "--jobs", "2", "--shard", f"{number}/2").splitlines() for number in (1, 2)]
        whole = text.splitlines()
        self.assertEqual(shards, [whole[:2] + whole[4:], whole[2:4]])  # the base and member 1, and member 0

    def test_a_table_of_ones_own_says_which_checks_are_asked(self):
        entry = json.loads((PAIRS.parents[1] / "novelties/strong_turbulence.json").read_text())
        entry["checks"] = ["old_plan_fails"]
        del entry["touched"]
        (self.folder / "strong_turbulence.json").write_text(json.dumps(entry))
        text = self.verify(PAIRS / "single_force/actions.json", "--json", "--novelties", self.folder, code=1)
        _, novel = map(json.loads, text.splitlines())
        self.assertIn("old_plan_fails", novel["checks"])
        self.assertFalse({"novelty_touched", "novelty_needed", "storm_not_skipped"} & set(novel["checks"]))

    def test_a_stopped_command_goes_on_with_what_its_journal_holds(self):
        command = [PAIRS / "multiple_forces/objects.json", "--samples", "2", "--journal", "journal.jsonl"]
        whole = self.verify(*command)
        journal = self.folder / "journal.jsonl"
        lines = journal.read_text().splitlines(keepends=True)
        self.assertEqual(len(lines), 3)
        # The first is there, as a text that shows where it is from, and the second was being written.
        first = json.loads(lines[0])
        first["result"] = first["result"].replace("throws win", "THROWS WIN")
        first["line_hash"] = fnv1a(first["kept"] + first["result"])
        journal.write_text(json.dumps(first) + "\n" + lines[1][:99])
        self.assertEqual(self.verify(*command, "--jobs", "2").replace("THROWS WIN", "throws win"), whole)
        self.assertEqual(sorted(journal.read_text().splitlines()[1:]), sorted(line.strip() for line in lines[1:]))
        self.assertIn("THROWS WIN", self.verify(*command))
        self.assertNotIn("THROWS WIN", self.verify(*command, "--json"))  # another result
        journal.write_text(journal.read_text().replace("THROWS WIN", "throws WIN", 1))
        self.refused("journal.jsonl:1: has been changed since it was written", "verify", *command)

    def test_checks_of_tasks_are_kept_in_a_journal(self):
        pair = PAIRS / "multiple_forces/objects.json"
        self.novphy("generate", pair, "--count", 2, "--proof", "none", "--distractors", 0, "--quiet", "--out", "tasks")
        command = ["verify", pair, "--tasks", "tasks", "--share", "1", "--least", 0, "--journal", "journal.jsonl"]
        whole = self.novphy(*command).stdout
        journal = self.folder / "journal.jsonl"
        lines = [json.loads(line) for line in journal.read_text().splitlines()]
        self.assertEqual(len(lines), 4)
        self.assertEqual(self.novphy(*command).stdout, whole)
        for line in lines:
            line["result"] = line["result"].replace('"verdict":"passed"', '"verdict":"failed"', 1)
            line["line_hash"] = fnv1a(line["kept"] + line["result"])
        journal.write_text("".join(json.dumps(line) + "\n" for line in lines))
        self.assertNotEqual(self.novphy(*command).stdout, whole)

    def test_what_is_no_journal_is_refused_and_stays(self):
        (self.folder / "plan.json").write_text('{"novphy_plan": 1}\n')
        self.refused("plan.json:1: is no line of a journal of results", "verify", PAIRS / "multiple_forces/objects.json", "--journal", "plan.json")

    def test_pictures_show_both_sides_with_winning_throws(self):
        pictures = self.folder / "pictures"
        self.verify(PAIRS / "multiple_forces/objects.json", "--samples", "1", "--picture", pictures)
        names = names_in(pictures)
        self.assertEqual(names, ["multiple_forces_objects.png", "multiple_forces_objects_0.png"])
        for name in names:
            self.assertEqual((pictures / name).read_bytes()[:8], b"\x89PNG\r\n\x1a\n")

    def test_mistakes_in_a_pair_are_told_before_anything_is_played(self):
        good = (PAIRS / "multiple_forces/objects.json").read_text()
        for key, value, expected, lines in (
            ("must", '["1 > 2"]', "/must/0: the condition \"1 > 2\" does not hold", 1),
            ("distractors", '{"forbidden": ["wooden"]}', "/distractors/forbidden/0: expected", 1),
            ("parameters", '{"gap": {"base": 3, "range": [0, 1]}}', "/parameters/gap/base: expected a number within", 1),
            ("parameters", '{"a": "=b", "b": "=a"}', "needs itself", 2),
        ):
            (self.folder / "pair.json").write_text(good.replace('"novphy_pair"', f'"{key}": {value}, "novphy_pair"', 1))
            self.assertIn("pair.json:", self.refused(expected, "verify", "pair.json", lines=lines))

    def test_nothing_to_verify_is_told(self):
        for arguments in ((), ("--templates", "/nowhere"), ("/nowhere.json",)):
            self.refused("", "verify", *arguments)

    def test_an_oracle_passes_what_is_proved(self):
        self.novphy("plan", "--pairs", PAIRS / "multiple_forces/objects.json", "--trials", 1, "--min-normal", 1, "--max-normal", 1,
                    "--novel", 1, "--calibration-runs", 1, "--calibration-tasks", 1, "--out", "plan.json")
        self.novphy("run", "plan.json", "--agent", "oracle", "--out", "records.jsonl")
        tasks = [line for line in json_lines(self.folder / "records.jsonl")[1:] if line["phase"] in ("normal", "novel")]
        self.assertEqual([task["passed"] for task in tasks], [True, True])
        self.assertEqual([task.get("novelty_probability", 0) for task in tasks], [0, 1])


if __name__ == "__main__":
    main()
