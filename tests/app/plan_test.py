"""novphy plan as a whole program: where tasks come from. Usage: plan_test.py PROGRAM"""

import fcntl
import json
import math
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = ""
PAIR = Path(__file__).parents[1] / "pairs/falling/relations.json"
SIZE = ["--trials", 2, "--min-normal", 1, "--max-normal", 2, "--novel", 2, "--calibration-runs", 1]
SIZE += ["--calibration-tasks", 1, "--control", 1, "--training", 1]


def run(*arguments, code=0):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done


def angle(drag):
    """The throw of this pull, as novphy play takes it."""
    return f"{math.degrees(math.atan2(-drag[1], -drag[0])):.8g}@{math.hypot(*drag):.8g}"


class Plan(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.out = Path(cls.place.name)
        cls.tasks = cls.out / "tasks"
        run("generate", PAIR, "--count", 12, "--jobs", 2, "--out", cls.tasks)
        cls.fresh = cls.plan("fresh")

    @classmethod
    def tearDownClass(cls):
        cls.place.cleanup()

    @classmethod
    def plan(cls, name, *arguments, code=0):
        file = cls.out / f"{name}.json"
        done = run("plan", "--pairs", PAIR, *SIZE, "--out", file, *arguments, code=code)
        return file.read_text() if code == 0 else done.stderr

    def test_fresh_tasks_are_those_that_generate_makes(self):
        self.assertEqual(self.fresh, self.plan("folder", "--tasks", self.tasks))
        self.assertEqual(self.fresh, self.plan("jobs", "--jobs", 2))
        self.assertEqual(json.loads(self.fresh)["proof"], "witness")

    def test_a_novelty_is_put_into_the_normal_side_of_named_pairs(self):
        inject = ["--inject", "grey_view", "--inject", "deadline,time_limit_s=2", "--proof", "valid", "--distractors", 0]
        plan = json.loads(self.plan("injected", *inject))
        names = {each["name"] for each in plan["templates"]}
        self.assertEqual(names, {f"falling/{entry}/{side}" for entry in ("grey_view", "deadline") for side in ("normal", "novel")})
        self.assertEqual({each["novelty"] for each in plan["trials"]}, {"grey_view", "deadline"})
        tasks = self.out / "injected_tasks"
        run("generate", PAIR, *inject, "--count", 16, "--out", tasks)
        self.assertEqual(plan, json.loads(self.plan("injected_folder", *inject[:4], "--tasks", tasks)))
        novel = json.loads((tasks / "falling/deadline/novel/00001.json").read_text())
        self.assertEqual(novel["time_limit_s"], 2)
        self.assertEqual(novel["novelties"], [{"name": "deadline", "without": [{"time_limit_s": None}]}])

    def test_the_tasks_of_a_plan_are_the_files_of_the_folder(self):
        head, *lines = map(json.loads, (self.tasks / "index.jsonl").read_text().splitlines())
        run("run", self.out / "fresh.json", "--agent", "oracle", "--out", self.out / "oracle.jsonl")
        head, *records = map(json.loads, (self.out / "oracle.jsonl").read_text().splitlines())
        files = {(line["template"], line["task"]): line["file"] for line in lines}
        for record in records[:6]:
            self.assertTrue(record["passed"])
            file = self.tasks / files[record["template"], record.get("variation", 0)]
            drag = record["shots"][0]["drag_m"]
            played = run("play", file, f"--shot={angle(drag)}", "--json").stdout
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
        self.assertIn("--resume", self.plan("again", code=2))
        self.assertEqual(self.plan("again", "--resume"), self.fresh)
        self.assertFalse(partial.exists())
        partial.write_text(json.dumps({**head, "seed": 7}) + "\n")
        self.assertIn("other options", self.plan("again", "--resume", code=2))

    def test_shards_end_with_the_bytes_of_one_run(self):
        file = self.out / "shards.json"
        none = ["--proof", "none"]
        command = ["plan", "--pairs", PAIR, *SIZE, *none, "--out", file]
        for number in (2, 1):
            run(*command, "--shard", f"{number}/2")
            self.assertTrue((self.out / f"shards.json.tasks.shard-{number}-of-2").exists())
            self.assertFalse(file.exists())
        self.assertIn("--resume", self.plan("shards", *none, code=2))
        self.assertIn("--resume", run(*command, "--shard", "1/2", code=2).stderr)
        self.assertEqual(self.plan("shards", *none, "--resume"), self.plan("unsharded", *none))
        self.assertEqual([path.name for path in self.out.glob("shards.json*")], ["shards.json"])
        self.assertIn('--out: found "-"', run("plan", "--pairs", PAIR, *SIZE, "--shard", "1/2", "--out", "-", code=2).stderr)

    def test_two_runs_do_not_make_tasks_for_one_plan(self):
        partial = self.out / "held.json.tasks.partial"
        with open(partial, "a", encoding="utf-8") as other_run:
            fcntl.flock(other_run, fcntl.LOCK_EX)
            for arguments in ([], ["--resume"]):
                self.assertIn(f"{partial}: another run is writing it", self.plan("held", *arguments, code=2))
        self.assertEqual(self.plan("held"), self.fresh)

    def test_a_folder_with_too_few_tasks_or_of_other_pairs_is_refused(self):
        self.assertRegex(
            self.plan("few", "--tasks", self.tasks, "--pool", 13, code=2),
            r"has 12 tasks of falling/relations/normal, the plan needs 13: --pool N",
        )
        other = self.out / "other"
        shutil.copytree(self.tasks, other)
        index = (other / "index.jsonl").read_text()
        (other / "index.jsonl").write_text(index.replace('"catalogue_hash":"', '"catalogue_hash":"0'))
        self.assertIn("was made with other objects", self.plan("other", "--tasks", other, code=2))
        done = run("plan", *SIZE, "--tasks", self.tasks, "--out", self.out / "shipped.json", code=2)
        self.assertIn("was made with other pairs", done.stderr)

    def test_every_check_can_be_asked_of_a_sample_of_the_tasks(self):
        done = run("verify", PAIR, "--tasks", self.tasks, "--share", 0.1, "--least", 50)
        self.assertRegex(done.stdout, r"(?m)^solvable +2 of 2$")
        self.assertIn("2 of 2 tasks pass every check (100.0 %), a sample of 24", done.stdout)

    def test_a_novelty_has_two_names(self):
        files = [self.out / f"{name}.json" for name in ("agents", "fan")]
        for file in files:
            run("plan", "--novelty", file.stem, "--scenario", "sliding", *SIZE, "--proof", "none", "--out", file)
        self.assertEqual(files[0].read_bytes(), files[1].read_bytes())
        run("generate", "sliding/fan/novel", "--count", 1, "--proof", "none", "--out", self.out / "fan")
        self.assertTrue((self.out / "fan/sliding/agents/novel/00001.json").exists())
        done = run("plan", "--novelty", "breeze", "--out", self.out / "breeze.json", code=2)
        self.assertIn('--novelty: found "breeze", expected one of: actions, agents', done.stderr)

    def test_a_task_that_fails_a_check_is_named(self):
        bad = self.out / "bad"
        shutil.copytree(self.tasks, bad)
        index = (bad / "index.jsonl").read_text()
        head, *lines = map(json.loads, index.splitlines())
        for line in lines:  # these platforms block every throw
            line["distractors"] = ["platform 0.3 x 30 at -8 4", "platform 0.3 x 30 at 8 4"]
        (bad / "index.jsonl").write_text("\n".join(map(json.dumps, [head, *lines])) + "\n")
        done = run("verify", PAIR, "--tasks", bad, "--share", 0.04, code=1)
        self.assertRegex(done.stdout, r"falling/relations/\w+ task \d+: solvable ")
        self.assertIn("0 of 1 tasks pass every check", done.stdout)

    def test_the_standard_plan_is_of_the_tasks_that_this_program_makes(self):
        text = (Path(__file__).parents[2] / "levels/standard/plan-1.json").read_text()
        hashes = json.loads(text)["tasks"]
        self.assertEqual((len(hashes), {sum(map(len, rows)) // 16 for rows in hashes.values()}), (80, {350}))
        run("generate", "single_force/agents", "--count", 2, "--out", self.out / "first")
        _, *lines = map(json.loads, (self.out / "first/index.jsonl").read_text().splitlines())
        for line in lines:
            at = 16 * line["task"]
            self.assertEqual(line["hash"], hashes[line["template"]][0][at : at + 16])
        counts = run("plan", "--standard", 1, "--dry-run").stdout
        self.assertRegex(counts, r"(?m)^all +400 +1600 ")
        self.assertIn("28000 different tasks", counts)

    def test_the_standard_plan_refuses_other_tasks_and_options(self):
        done = run("plan", "--standard", 1, "--tasks", self.tasks, "--out", self.out / "s.json", code=2)
        self.assertIn("was made with other pairs", done.stderr)
        done = run("plan", "--standard", 1, "--seed", 2, "--out", self.out / "s.json", code=2)
        self.assertIn("--seed", done.stderr)
        done = run("plan", "--standard", 99, "--out", self.out / "s.json", code=2)
        self.assertIn("plan-99.json: cannot be read", done.stderr)
        done = run("plan", "--standard", 1, "--physics", "fast", "--out", self.out / "s.json", code=2)
        self.assertIn("--physics", done.stderr)
        self.assertFalse((self.out / "s.json").exists())


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
