"""novphy plan as a whole program: where tasks come from. Usage: plan_test.py PROGRAM"""

import fcntl
import json
import math
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import ROOT, error_of, json_lines, main, names_in, novphy, program, refused

PAIR = Path(__file__).parents[1] / "pairs/falling/relations.json"
SIZE = ["--trials", 2, "--min-normal", 1, "--max-normal", 2, "--novel", 2, "--calibration-runs", 1]
SIZE += ["--calibration-tasks", 1, "--control", 1, "--training", 1]


def angle(drag):
    """The throw of this pull, as novphy play takes it."""
    return f"{math.degrees(math.atan2(-drag[1], -drag[0])):.8g}@{math.hypot(*drag):.8g}"


class Plan(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.out = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.tasks = cls.out / "tasks"
        novphy("generate", PAIR, "--count", 12, "--jobs", 2, "--out", cls.tasks)
        cls.fresh = cls.plan("fresh")

    @classmethod
    def plan(cls, name, *arguments):
        file = cls.out / f"{name}.json"
        novphy("plan", "--pairs", PAIR, *SIZE, "--out", file, *arguments)
        return file.read_text()

    def refused(self, expected, *arguments):
        return refused(expected, [program(), *arguments], self.out)

    def refused_plan(self, expected, name, *arguments):
        return self.refused(expected, "plan", "--pairs", PAIR, *SIZE, "--out", f"{name}.json", *arguments)

    def test_fresh_tasks_are_those_that_generate_makes(self):
        self.assertEqual(self.fresh, self.plan("folder", "--tasks", self.tasks))
        self.assertEqual(self.fresh, self.plan("jobs", "--jobs", 2))
        self.assertEqual(json.loads(self.fresh)["proof"], "witness")

    def test_a_plan_of_other_numbers_is_played_with_these_alone(self):
        number = "catalogue:/blocks/linear_drag_per_s=0.5"
        self.assertEqual(json.loads(self.plan("other", "--set", number))["overrides"], [number])
        other = ["run", self.out / "other.json", "--agent", "random", "--out", self.out / "r.jsonl"]
        for given, found in (([], "none"), (["--set", "physics:/rules/settle_s=1"], "physics:/rules/settle_s=1")):
            self.refused(f"--set: found {found}, expected {number}: with these numbers the tasks of the plan were made", *other, *given)
        novphy(*other, "--set", number)
        self.assertEqual(json_lines(self.out / "r.jsonl")[0]["overrides"], [number])

    def test_the_trials_that_a_difference_needs(self):
        sought = ["plan", "--for-difference", 0.1, "--assumed-rate", 0.3]
        rows = [line.split() for line in novphy(*sought).stdout.splitlines() if line.startswith(("CDT", "AP"))]
        needed = [[int(number) for number in row[-4:]] for row in rows]
        for overall, nps, spn, one in needed:
            self.assertTrue(overall < spn < nps < one)
        self.assertTrue(all(alone < together for together, alone in zip(*needed)))
        self.assertAlmostEqual(needed[0][3], 354, delta=8)  # (1.96 + 0.84)² (.3 .7 + .4 .6) / .1²
        self.assertAlmostEqual(needed[0][0], needed[0][3] / 40, delta=2)
        self.refused("--assumed-rate", "plan", "--for-difference", 0.1)
        for option, values in (("--for-difference", ("nan", 0.3)), ("--assumed-rate", (0.1, "nan"))):
            self.refused(option, "plan", "--for-difference", values[0], "--assumed-rate", values[1])
        self.refused("--out", *sought, "--out", "plan.json")
        self.refused("--like", *sought, "--like", "records.jsonl")
        self.refused("expected a sum of at most 1", "plan", "--for-difference", 0.5, "--assumed-rate", 0.7)
        self.refused("--for-difference", "plan", "--assumed-rate", 0.5, "--out", "plan.json")

    def test_a_novelty_is_put_into_the_normal_side_of_named_pairs(self):
        inject = ["--inject", "grey_view", "--inject", "deadline,time_limit_s=2", "--proof", "valid", "--distractors", 0]
        plan = json.loads(self.plan("injected", *inject))
        names = {each["name"] for each in plan["templates"]}
        self.assertEqual(names, {f"falling/{entry}/{side}" for entry in ("grey_view", "deadline") for side in ("normal", "novel")})
        self.assertEqual({each["novelty"] for each in plan["trials"]}, {"grey_view", "deadline"})
        tasks = self.out / "injected_tasks"
        novphy("generate", PAIR, *inject, "--count", 16, "--out", tasks)
        self.assertEqual(plan, json.loads(self.plan("injected_folder", *inject[:4], "--tasks", tasks)))
        novel = json.loads((tasks / "falling/deadline/novel/00001.json").read_text())
        self.assertEqual(novel["time_limit_s"], 2)
        self.assertEqual(novel["novelties"], [{"name": "deadline", "without": [{"time_limit_s": None}]}])

    def test_the_tasks_of_a_plan_are_the_files_of_the_folder(self):
        _, *lines = json_lines(self.tasks / "index.jsonl")
        novphy("run", self.out / "fresh.json", "--agent", "oracle", "--out", self.out / "oracle.jsonl")
        _, *records = json_lines(self.out / "oracle.jsonl")
        files = {(line["template"], line["task"]): line["file"] for line in lines}
        for record in records[:6]:
            self.assertTrue(record["passed"])
            file = self.tasks / files[record["template"], record.get("variation", 0)]
            drag = record["shots"][0]["drag_m"]
            played = novphy("play", file, f"--shot={angle(drag)}", "--json").stdout
            self.assertEqual(json.loads(played)["digest"], record["digest"])

    def test_from_a_pool_every_trial_draws_its_own_tasks(self):
        plan = json.loads(self.plan("pool", "--pool", 8, "--tasks", self.tasks))
        self.assertEqual([len(template["tasks"]) for template in plan["templates"]], [8, 8])
        self.assertEqual(plan["options"]["pool"], 8)
        self.assertEqual(self.plan("pool2", "--pool", 8), self.plan("pool3", "--pool", 8, "--tasks", self.tasks))

    def test_an_interrupted_run_ends_with_the_same_bytes(self):
        partial = self.out / "again.json.tasks.partial"
        lines = (self.tasks / "index.jsonl").read_text().splitlines(keepends=True)
        head = json.loads(lines[0])
        head["count"] = 0
        partial.write_text(json.dumps(head) + "\n" + "".join(lines[1:4]) + lines[4][:50])
        self.refused_plan("--resume", "again")
        self.assertEqual(self.plan("again", "--resume"), self.fresh)
        self.assertFalse(partial.exists())
        partial.write_text(json.dumps({**head, "seed": 7}) + "\n" + lines[1])
        self.refused_plan("other options", "again", "--resume")

    def test_shards_end_with_the_bytes_of_one_run(self):
        file = self.out / "shards.json"
        none = ["--proof", "none"]
        for number in (2, 1):
            novphy("plan", "--pairs", PAIR, *SIZE, *none, "--out", file, "--shard", f"{number}/2")
            self.assertTrue((self.out / f"shards.json.tasks.shard-{number}-of-2").exists())
            self.assertFalse(file.exists())
        self.assertIn("--resume", error_of([program(), "plan", "--pairs", PAIR, *SIZE, *none, "--out", file]))
        self.refused_plan("--resume", "shards", *none, "--shard", "1/2")
        self.assertEqual(self.plan("shards", *none, "--resume"), self.plan("unsharded", *none))
        self.assertEqual([path.name for path in self.out.glob("shards.json*")], ["shards.json"])
        self.refused('--out: found "-"', "plan", "--pairs", PAIR, *SIZE, "--shard", "1/2", "--out", "-")

    def test_two_runs_do_not_make_tasks_for_one_plan(self):
        partial = self.out / "held.json.tasks.partial"
        with open(partial, "a", encoding="utf-8") as other_run:
            fcntl.flock(other_run, fcntl.LOCK_EX)
            for arguments in ([], ["--resume"]):
                self.refused_plan(f"{partial.name}: another run is writing it", "held", *arguments)
        self.assertEqual(self.plan("held"), self.fresh)

    def test_a_folder_with_too_few_tasks_or_of_other_pairs_is_refused(self):
        self.refused_plan("has 12 tasks of falling/relations/normal, the plan needs 13: --pool N", "few", "--tasks", self.tasks, "--pool", 13)
        other = self.out / "other"
        shutil.copytree(self.tasks, other)
        index = (other / "index.jsonl").read_text()
        (other / "index.jsonl").write_text(index.replace('"catalogue_hash":"', '"catalogue_hash":"0'))
        self.refused_plan("was made with other objects", "other", "--tasks", other)
        self.refused("was made with other pairs", "plan", *SIZE, "--tasks", self.tasks, "--out", "shipped.json")

    def test_a_task_that_was_changed_goes_into_no_plan(self):
        for name, change in (("falling/relations/novel/00001.json", ("red", "blue")), ("index.jsonl", ('"shift":[', '"shift":[9.5,9.5],"was":['))):
            changed = self.out / "changed"
            shutil.copytree(self.tasks, changed)
            file = changed / name
            file.write_text(file.read_text().replace(*change, 1))
            self.refused_plan("has been changed", "changed", "--tasks", changed)
            shutil.rmtree(changed)

    def test_every_check_can_be_asked_of_a_sample_of_the_tasks(self):
        done = novphy("verify", PAIR, "--tasks", self.tasks, "--share", 0.1, "--least", 50)
        self.assertRegex(done.stdout, r"(?m)^solvable +2 of 2$")
        self.assertIn("2 of 2 tasks pass every check (100.0 %), a sample of 24", done.stdout)

    def test_a_novelty_has_two_names(self):
        files = [self.out / f"{name}.json" for name in ("agents", "fan")]
        for file in files:
            novphy("plan", "--novelty", file.stem, "--scenario", "sliding", *SIZE, "--proof", "none", "--out", file)
        self.assertEqual(files[0].read_bytes(), files[1].read_bytes())
        novphy("generate", "sliding/fan/novel", "--count", 1, "--proof", "none", "--out", self.out / "fan")
        self.assertTrue((self.out / "fan/sliding/agents/novel/00001.json").exists())
        self.refused('--novelty: found "breeze", expected one of: actions, agents', "plan", "--novelty", "breeze", "--out", "breeze.json")

    def test_a_task_that_fails_a_check_is_named(self):
        pair = json.loads(PAIR.read_text())
        for side, x in (("normal", -8), ("novel", 8)):  # these platforms block every throw
            pair[side]["objects"].append({"type": "platform", "at": [x, 4], "size": [0.3, 30]})
        blocked = self.out / "blocked.json"
        blocked.write_text(json.dumps(pair))
        novphy("generate", blocked, "--count", 1, "--proof", "none", "--out", self.out / "bad")
        done = novphy("verify", blocked, "--tasks", self.out / "bad", "--share", 0.04, code=1)
        self.assertRegex(done.stdout, r"falling/relations/\w+ task \d+: solvable ")
        self.assertIn("0 of 1 task passes every check", done.stdout)

    def test_the_certificate_has_every_task_of_the_standard_plan(self):
        _, *blocks = json_lines(ROOT / "levels/standard/certificate-1.jsonl")
        self.assertEqual((len(blocks), {len(block["tasks"]) for block in blocks}), (80, {350}))
        counts = novphy("plan", "--standard", 1, "--dry-run").stdout
        self.assertRegex(counts, r"(?m)^all +400 +1600 ")
        self.assertIn("28000 different tasks", counts)
        self.assertRegex(counts, r"making the tasks \(novphy plan\): 0 s")

    def test_frozen_plans_are_made_from_the_certificate_and_checked(self):
        novphy("plan", "--standard", "quick", "--out", self.out / "quick.json", "--jobs", 2)
        plan = json.loads((self.out / "quick.json").read_text())
        self.assertEqual(len(plan["templates"]), 80)
        self.assertTrue(all(len(template["tasks"]) == 10 for template in plan["templates"]))
        self.assertRegex(novphy("plan", "--standard", "small", "--dry-run").stdout, r"making the tasks \(novphy plan\): 0 s")

    def test_the_standard_plan_refuses_other_tasks_and_options(self):
        for expected, *arguments in (("was made with other pairs", 1, "--tasks", self.tasks), ("--seed", 1, "--seed", 2),
                                     ('--standard: found "99", expected quick, small or 1', 99), ("--physics", 1, "--physics", "fast")):
            self.refused(expected, "plan", "--standard", *arguments, "--out", "s.json")


if __name__ == "__main__":
    main()
