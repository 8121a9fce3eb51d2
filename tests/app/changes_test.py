"""Novelties that end or begin again: novphy plan --then, and run, detect, measure and report of such trials.

Usage: changes_test.py PROGRAM
"""

import csv
import io
import json

from logs import HEAD, LogTest, records
from program import main

SPANS = {**HEAD, "novel_spans": True}
OF_ONE = "is of one change in each trial, and novelties end or begin again in these records: expected also --at-change"


def changing_trial(letters, number=0, **more):
    """A trial whose novelty begins at every odd bar and ends at every even one. ! is an alarm."""
    lines = []
    for bars, part in enumerate(letters.split("|")):
        more_of_part = {**more, "change": (bars + 1) // 2} if bars % 2 else more
        passes = part.replace("!", "")
        made = records("novel" if bars % 2 else "normal", passes, number, len(lines), **more_of_part)
        task = -1
        for letter in part:
            if letter == "!":
                made[task]["alarm"] = True
            else:
                task += 1
        lines += made
    return lines


class Changes(LogTest):
    def two_trials(self):
        self.write("in.jsonl", changing_trial("PF|FP!P!|P!P|FF!|P", 0) + changing_trial("PP|PPP|PP!|PP|P", 1), SPANS)

    def plan(self, *options):
        """A small plan of a pair, made without proofs."""
        self.novphy("plan", "--pairs", "rolling/agents", "rolling/goals", "--novelty", "agents", "--trials", "2", "--min-normal",
                    "2", "--max-normal", "3", "--novel", "2", "--calibration-runs", "1", "--calibration-tasks", "2", "--proof",
                    "none", "--out", "plan.json", "--force", *options)
        return json.loads((self.folder / "plan.json").read_text())

    def test_measure_shows_the_values_worked_out_by_hand_at_each_change(self):
        self.two_trials()
        table = csv.DictReader(io.StringIO(self.novphy("measure", "in.jsonl", "--csv").stdout))
        means = {(row["at"], row["measure"]): float(row["mean"]) for row in table if row["table"] == "change" and row["novelty"]}
        expected = {"1": {"cdt": .5, "dd": 2, "wdt": 0, "missed": .5, "normal": .75, "first": .75, "aus": 5 / 6, "ap": 1,
                          "passed_after": 1, "alarms_after": .5},
                    "2": {"cdt": .5, "dd": 2, "wdt": .5, "missed": 0, "normal": 1, "first": .5, "aus": .5, "ap": .5,
                          "passed_after": 1, "alarms_after": 0}}
        self.assertEqual(means.keys(), {(at, key) for at, values in expected.items() for key in values})
        for at, values in expected.items():
            for key, value in values.items():
                self.assertAlmostEqual(means[at, key], value, msg=f"{key} at change {at}")
        text = self.novphy("measure", "in.jsonl").stdout
        self.assertIn("At each change", text)
        rows = json.loads(self.novphy("measure", "in.jsonl", "--json").stdout)["agents"][0]["changes"]
        self.assertEqual([(row["change"], row["novelty"]) for row in rows], [(1, "fan"), (1, ""), (2, "fan"), (2, "")])

    def test_what_measures_one_change_refuses_several_in_one_line(self):
        self.two_trials()
        for option in ("--compare", "--sweep", "--latex", "--paper"):
            self.refused(f"{option}: {OF_ONE}", "measure", "in.jsonl", option)
        self.refused(f"--measures: {OF_ONE}", "measure", "in.jsonl", "--measures", "pinto")
        self.refused("--at-change: found 3, expected 1 to 2, the changes of a trial", "measure", "in.jsonl", "--at-change", "3")
        self.refused("in.jsonl:7: fan rolling, trial 0: task 5 is normal and comes after the novel task 2",
                     *self.without_head())

    def without_head(self):
        self.write("in.jsonl", changing_trial("PF|FP!P!|P!P|FF!|P"))
        return "measure", "in.jsonl"

    def test_the_first_change_alone_says_so_in_every_format(self):
        self.two_trials()
        notice = "Change 1 of each trial alone: the normal tasks before it and its novel tasks."
        for option in ("--intervals", "--csv", "--json", "--latex"):
            self.assertIn(notice, self.novphy("measure", "in.jsonl", "--at-change", "1", option).stdout, option)
        self.novphy("report", "in.jsonl", "--at-change", "1", "--out", "page.html")
        self.assertIn(notice, (self.folder / "page.html").read_text())

    def test_the_report_draws_curves_at_each_change(self):
        self.two_trials()
        self.novphy("report", "in.jsonl", "--out", "page.html", "--plots", "plots")
        page = (self.folder / "page.html").read_text()
        self.assertIn("At each change", page)
        for change in (1, 2):
            self.assertIn(f"Change {change} of each trial, with the normal tasks since the novelty before", page)
        self.assertEqual({each.stem for each in (self.folder / "plots").iterdir()}, {"pass_rates_at_change_1", "pass_rates_at_change_2"})
        self.refused(f"--plays: {OF_ONE}", "report", "in.jsonl", "--out", "page2.html", "--plays", "folder")
        self.refused(f"--paper: {OF_ONE}", "report", "in.jsonl", "--paper", "--out", "paper")

    def test_figures_and_files_for_papers_say_the_change(self):
        self.two_trials()
        notice = "Change 2 of each trial alone: its novel tasks"
        self.novphy("report", "in.jsonl", "--paper", "--at-change", "2", "--out", "paper")
        for name in ("figure_2_pass_rates.svg", "table_1_nps.tex"):
            self.assertIn(notice, (self.folder / "paper" / name).read_text(), name)
        self.novphy("report", "in.jsonl", "--at-change", "2", "--out", "page.html")
        page = (self.folder / "page.html").read_text()
        self.assertGreaterEqual(page.count(notice), page.count("<figcaption"))

    def test_the_first_change_has_the_numbers_of_trials_that_end_there(self):
        self.two_trials()
        first = json.loads(self.novphy("measure", "in.jsonl", "--at-change", "1", "--json").stdout)
        self.write("in.jsonl", changing_trial("PF|FP!P!", 0) + changing_trial("PP|PPP", 1))
        alone = json.loads(self.novphy("measure", "in.jsonl", "--json").stdout)
        self.assertEqual(first["agents"][0]["cells"], alone["agents"][0]["cells"])

    def test_a_detector_begins_anew_after_each_alarm(self):
        self.write("in.jsonl", changing_trial("PPPP|FFFF|PPPP|FF"), SPANS)
        said = self.novphy("detect", "in.jsonl", "--method", "sma", "--window", "2", "--threshold", "0.5", "--out", "out.jsonl")
        self.assertIn("1 trial, at the first change of each, mean CDT 1.00", said.stdout)
        alarms = [record["task"] for record in self.read("out.jsonl")[1:] if record["alarm"]]
        self.assertEqual(alarms, [4, 8, 12])

    def test_a_plan_of_two_novelties_is_played_replayed_and_measured(self):
        plan = self.plan("--then", "2", "3", "1", "--then-novelty", "goals", "--control", "1")
        self.assertEqual((plan["options"]["then"], plan["options"]["then_novelty"]), ([2, 3, 1], "goals"))
        trial = plan["trials"][1]
        normal = len(trial["tasks"][0]) - 1
        self.assertEqual([(run[0], len(run) - 1) for run in trial["tasks"][1:]],
                         [("rolling/agents/novel", 2), ("rolling/agents/normal", 2), ("rolling/goals/novel", 3),
                          ("rolling/agents/normal", 1)])
        self.assertEqual(trial["novel"], [{"from": normal + 1, "to": normal + 2}, {"from": normal + 5, "to": normal + 7}])
        self.novphy("run", "plan.json", "--agent", "random", "--out", "one.jsonl")
        self.novphy("run", "plan.json", "--agent", "random", "--jobs", "2", "--out", "two.jsonl")
        self.assertEqual((self.folder / "one.jsonl").read_bytes(), (self.folder / "two.jsonl").read_bytes())
        head, *played = self.read("one.jsonl")
        self.assertTrue(head["novel_spans"])
        first = [record for record in played if record["trial"] == 0 and record["phase"] != "calibration"]
        self.assertEqual([record.get("change", 0) for record in first], [0] * normal + [1, 1, 0, 0, 2, 2, 2, 0])
        self.assertEqual([record["phase"] == "novel" for record in first], [bool(record.get("change")) for record in first])
        self.novphy("replay", "one.jsonl", "--all")
        self.assertIn("At each change", self.novphy("measure", "one.jsonl").stdout)

    def test_a_novelty_that_grows_is_played_and_replayed_at_its_strength(self):
        plan = self.plan("--grow", "0.5", "--then", "1", "3")
        self.assertEqual(plan["options"]["grow"], .5)
        self.assertEqual([span["grow"] for span in plan["trials"][1]["novel"]], [.5, .5])
        self.novphy("run", "plan.json", "--agent", "random", "--out", "r.jsonl")
        played = [record for record in self.read("r.jsonl")[1:] if record["trial"] == 0 and "change" in record]
        self.assertEqual([record.get("strength", 1) for record in played], [.5, 1, .5, .75, 1])
        self.novphy("replay", "r.jsonl", "--all")

    def test_what_cannot_grow_is_refused(self):
        plan = ["plan", "--trials", "1", "--pool", "9", "--max-normal", "2", "--novel", "3", "--proof", "none", "--out", "x.json"]
        self.refused("rolling/relations/novel cannot grow: its novelty mirrored_slingshot has no strength", *plan, "--pairs",
                     "rolling/relations", "--grow", "0.5")
        self.refused("falling/agents/novel: found no task with a solution at strength 0.25 for trial 0 of agents falling: expected a "
                     "--pool, a higher --grow or --proof none", "plan", "--pairs", "falling/agents", "--grow", "0.25", "--trials",
                     "1", "--max-normal", "1", "--novel", "2", "--calibration-runs", "0", "--out", "-")
        self.refused("--grow", *plan, "--grow", "0.5", "--tasks", ".")
        self.refused("the number of tasks in which a novelty grows must be at least 2, found 1", "plan", "--grow", "0.5", "--novel",
                     "1", "--proof", "none", "--out", "x.json")

    def test_plans_of_one_change_have_no_new_key(self):
        text = json.dumps(self.plan())
        for key in ("then", '"tasks": [["rolling/agents/normal"', '"from"'):
            self.assertNotIn(key, text.split('"trials": [')[0].split('"pairs"')[0] + text.split('"trials": [')[1])
        self.novphy("run", "plan.json", "--agent", "random", "--out", "r.jsonl")
        self.assertNotIn("novel_spans", self.read("r.jsonl")[0])
        self.assertNotIn('"change"', (self.folder / "r.jsonl").read_text())

    def test_a_plan_edited_by_hand_is_refused_with_its_place(self):
        self.plan("--then", "2")
        text = (self.folder / "plan.json").read_text()
        for old, new, said in (('"from": 4', '"from": 3', "/trials/1/novel/0: task 3 is of rolling/agents/normal, expected a "
                                                          "template of novel tasks"),
                               ('"to": 5', '"to": 9', "/trials/1/novel/0/to: expected 4 to 7, a number of the trial's tasks")):
            edited = text.replace(old, new, 1)
            if edited == text:  # the trial drew two normal tasks
                edited = text.replace(old.replace("4", "3").replace("5", "4"), new.replace("3", "2"), 1)
                said = said.replace("task 3", "task 2").replace("4 to 7", "3 to 6")
            (self.folder / "plan.json").write_text(edited)
            self.refused(said, "run", "plan.json", "--agent", "random", "--out", "r.jsonl")

    def test_nonsense_of_plan_is_refused(self):
        self.refused("--then", "plan", "--standard", "quick", "--then", "2")
        self.refused("--then", "plan", "--levels", ".", "--then", "2")
        self.refused("--then-novelty", "plan", "--then-novelty", "goals")
        self.refused("each number of tasks after the novel ones must be at least 1, found 0", "plan", "--then", "0", "--out", "x.json")
        self.refused("a second novelty needs two numbers of tasks", "plan", "--then", "3", "--then-novelty", "goals", "--out", "x.json")
        self.refused('--then-novelty: found "no", expected one of: ', "plan", "--then", "3", "2", "--then-novelty", "no", "--out", "x.json")

    def test_boards_refuse_such_a_plan(self):
        self.plan("--then", "2")
        self.refused('has trials with "tasks", expected the novel tasks after the normal ones', "board", ".", "--out", "site")


if __name__ == "__main__":
    main()
