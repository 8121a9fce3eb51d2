"""novphy train, and runs of what it trained, as whole programs. Usage: train_test.py PROGRAM"""

import json
import shutil
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import FolderTest, json_lines, main, novphy

TEMPLATE = "rolling/agents/normal"
TRAIN = ["train", TEMPLATE, "--agent", "dqn", "--tasks", "10", "--held-out", "2", "--proof", "none", "--quiet"]
QUICK = [*TRAIN, "--schedule", "published"]  # takes a fifth of the time
PLAN = ["plan", "--novelty", "agents", "--scenario", "rolling", "--trials", "2", "--min-normal", "2", "--max-normal", "2", "--novel", "2",
        "--calibration-runs", "1", "--calibration-tasks", "2", "--proof", "none", "--quiet"]


class Train(FolderTest):
    @classmethod
    def setUpClass(cls):
        shared = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.nets, cls.plan = shared / "nets", shared / "plan.json"
        cls.first_printed = novphy(*TRAIN, "--out", cls.nets).stdout
        novphy(*PLAN, "--out", cls.plan)

    def printed(self, *arguments):
        return self.novphy(*arguments).stdout

    def run_plan(self, out, *options, agent="dqn"):
        self.novphy("run", self.plan, "--agent", agent, "--weights", self.nets, "--informed", "--quiet", "--out", out, *options)

    def test_a_board_ranks_agents_with_nets(self):
        (self.folder / "board/entries").mkdir(parents=True)
        shutil.copy(self.plan, self.folder / "board/plan.json")
        self.novphy("board", "board", "--add", "dqn", "dqn:online", "random", "--weights", self.nets, "--quiet", "--out", "site")
        entries = json.loads((self.folder / "site/board.json").read_text())["entries"]
        self.assertEqual({entry["entry"]: (entry["standing"], entry["informed"]) for entry in entries},
                         {"dqn": ("ranked", True), "dqn_online": ("ranked", True), "random": ("ranked", False)})
        self.run_plan("run.jsonl")
        self.assertEqual(json_lines(self.folder / "board/entries/dqn/records.jsonl")[1:], json_lines(self.folder / "run.jsonl")[1:])

    def test_training_tells_each_stage_and_the_result_beside_the_ceiling(self):
        lines = self.first_printed.splitlines()
        self.assertRegex(lines[0], rf"^{TEMPLATE}: 100 updates, loss \d\.\d+, held back [01]\.\d\d, held out [01]\.\d\d$")
        self.assertEqual(lines[-2].split(), "dqn, actions: planner tasks passed solved random single".split())
        self.assertRegex(lines[-1], rf"^{TEMPLATE} +2( +[01]\.\d\d){{4}}$")
        self.assertEqual([p.name for p in self.nets.rglob("*") if p.is_file()], ["normal.dqn"])

    def test_a_folder_with_the_net_is_kept_on_request_only(self):
        self.refused("normal.dqn: is there already", *TRAIN, "--out", self.nets)
        printed = self.printed(*TRAIN, "--resume", "--out", self.nets)
        self.assertEqual(printed.splitlines(), self.first_printed.splitlines()[-2:])
        self.refused("normal.dqn: was trained with other settings: actions planner, schedule table, seed 2, 10 tasks",
                     *TRAIN, "--seed", "3", "--resume", "--out", self.nets)

    def test_a_folder_may_be_called_like_the_value_of_an_option(self):
        shutil.copytree(self.nets, self.folder / "planner")
        again = [*TRAIN, "--actions", "planner", "--resume", "--out", "planner"]
        self.assertEqual(self.printed(*again).splitlines(), self.first_printed.splitlines()[-2:])
        self.refused("planner: is an input of this command", *again, "--novelties", "planner")

    def test_versions_that_change_play_the_same_on_any_number_of_threads(self):
        for agent in ("dqn:online", "dqn:adapt"):
            self.run_plan("one.jsonl", agent=agent)
            self.run_plan("two.jsonl", "--jobs", "2", agent=agent)
            one, two = (self.folder / name for name in ("one.jsonl", "two.jsonl"))
            self.assertEqual(one.read_bytes(), two.read_bytes())
            self.assertEqual(json_lines(one)[0]["agent"], agent)
            self.assertIn("0 of them another play", self.printed("replay", one, "--all"))
            one.unlink()
            two.unlink()

    def test_a_run_plays_the_net_of_its_template_and_names_it(self):
        self.run_plan("one.jsonl")
        self.run_plan("two.jsonl", "--jobs", "2")
        self.assertEqual((self.folder / "one.jsonl").read_bytes(), (self.folder / "two.jsonl").read_bytes())
        head, *records = json_lines(self.folder / "one.jsonl")
        self.assertEqual(head["agent"], "dqn")
        self.assertRegex(head["agent_files"][0], rf"^{TEMPLATE}\.dqn [0-9a-f]{{16}}$")
        self.assertEqual(len(records), 2 * 4 + 2)
        self.assertTrue(all(len(record["shots"]) == 1 for record in records))
        self.assertIn("0 of them another play", self.printed("replay", self.folder / "one.jsonl", "--all"))

    def records(self, file):
        head, *records = json_lines(self.folder / file)
        return head, records

    def test_an_uninformed_run_of_the_plan_is_the_baseline_of_an_informed_one(self):
        self.run_plan("dqn.jsonl")
        self.novphy("run", self.plan, "--agent", "random", "--quiet", "--out", self.folder / "random.jsonl")
        (told, trials), (untold, _) = self.records("dqn.jsonl"), self.records("random.jsonl")
        self.assertEqual((told["informed"], told["plan_hash"]), (True, untold["plan_hash"]))
        self.assertNotIn("informed", untold)
        self.assertEqual({trial.get("informed", False) for trial in trials}, {True, False})  # calibration runs are not informed
        files = [self.folder / "dqn.jsonl", self.folder / "random.jsonl"]
        measured = json.loads(self.printed("measure", *files, "--baseline", "random", "--json"))
        cells = {agent["agent"]: agent["cells"][0] for agent in measured["agents"]}
        self.assertEqual({name: cell["informed"] for name, cell in cells.items()}, {"dqn": 2, "random": 0})
        self.assertEqual(cells["dqn"]["measures"]["pre_baseline"]["trials"], 2)

    def test_a_net_that_adapts_untold_plays_uninformed_trials_beside_its_informed_version(self):
        untold, told = self.folder / "untold.jsonl", self.folder / "told.jsonl"
        self.run_plan("told.jsonl", agent="dqn:adapt")
        self.novphy("run", self.plan, "--agent", "dqn:adapt:untold", "--weights", self.nets, "--quiet", "--out", untold)
        head, records = self.records("untold.jsonl")
        self.assertEqual((head["agent"], "informed" in head, {"informed" in record for record in records}), ("dqn:adapt:untold", False, {False}))
        measured = json.loads(self.printed("measure", told, untold, "--json"))
        cells = {agent["agent"]: agent["cells"][0]["informed"] for agent in measured["agents"]}
        self.assertEqual(cells, {"dqn:adapt": 2, "dqn:adapt:untold": 0})

    def test_a_plan_that_is_informed_itself_gives_the_same_records_with_and_without_the_option(self):
        plan = self.folder / "informed.json"
        self.novphy(*PLAN, "--informed", "--out", plan)
        run = ["run", plan, "--agent", "random", "--quiet", "--out"]
        self.novphy(*run, self.folder / "plan.jsonl")
        self.novphy(*run, self.folder / "both.jsonl", "--informed")
        lines = [(self.folder / name).read_text().splitlines()[1:] for name in ("plan.jsonl", "both.jsonl")]
        self.assertEqual(*lines)
        self.assertNotIn("informed", self.records("plan.jsonl")[0])
        self.novphy("run", self.plan, "--agent", "random", "--informed", "--quiet", "--out", self.folder / "run.jsonl")
        self.assertEqual(self.records("plan.jsonl")[1], self.records("run.jsonl")[1])

    def test_informed_and_uninformed_runs_are_not_mixed(self):
        run = ["run", self.plan, "--agent", "random", "--quiet", "--out"]
        self.novphy(*run, self.folder / "untold.jsonl")
        self.refused("cannot go on with a different run: informed was false, is true now", *run, self.folder / "untold.jsonl", "--informed",
                     "--resume")
        self.novphy(*run, self.folder / "told.jsonl", "--informed")
        self.refused("holds an uninformed run, while", "measure", self.folder / "told.jsonl", self.folder / "untold.jsonl")
        self.assertIn(" 0 of them another play", self.printed("replay", self.folder / "told.jsonl", "--all"))

    def test_plans_that_a_net_must_not_play_are_refused(self):
        out = ["--weights", self.nets, "--out", self.folder / "r.jsonl"]
        self.refused("--agent: dqn plays informed trials only: add --informed", "run", self.plan, "--agent", "dqn", *out)
        out.append("--informed")
        same = self.folder / "same.json"
        self.novphy(*PLAN, "--seed", "2", "--distractors", "5", "--out", same)
        self.refused("normal.dqn: was trained on task ", "run", same, "--agent", "dqn", *out)
        self.refused("normal.relational: cannot be read", "run", self.plan, "--agent", "relational", *out)
        self.refused("--weights: dqn needs the folder of trained nets", "run", self.plan, "--agent", "dqn", "--out", self.folder / "r.jsonl")

    def test_files_that_are_no_net_of_the_trial_are_refused(self):
        own = (self.nets / f"{TEMPLATE}.dqn").read_bytes()
        self.assertEqual(own[16:20], b"\1\0\0\0")  # the version
        changed = own[:-20] + bytes([own[-20] ^ 1]) + own[-19:]
        for content, reason in ((own[:-100], "the file is cut"), (changed, "the file was changed"), (own[:16] + b"\2" + own[17:], "weights of version 2; version 1 is expected"),
                                (b"{}", "this is not a file of weights")):
            file = self.folder / f"nets/{TEMPLATE}.dqn"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
            self.refused(f"normal.dqn: {reason}", "run", self.plan, "--agent", "dqn:adapt", "--informed", "--weights", self.folder / "nets",
                         "--out", self.folder / "r.jsonl")
            self.refused(f"normal.dqn: {reason}", *TRAIN, "--resume", "--out", self.folder / "nets")
        self.assertFalse((self.folder / "r.jsonl").exists())

    def kill_amid(self, run, out):
        """Kills a run after its first trial. Whether the run was not too quick for that."""
        partial = Path(f"{out}.partial")
        with self.start_novphy(*run, out) as running:
            while running.poll() is None and not (partial.exists() and partial.read_bytes().count(b"\n") > 1):
                time.sleep(0.001)
            running.kill()
        return running.returncode != 0

    def test_a_run_that_was_killed_ends_with_the_same_bytes(self):
        plan = self.folder / "plan.json"
        self.novphy(*PLAN[:5], "--trials", "12", *PLAN[7:], "--out", plan)
        run = ["run", plan, "--agent", "dqn:online", "--weights", self.nets, "--informed", "--quiet", "--out"]
        self.novphy(*run, self.folder / "whole.jsonl")
        tries = [self.folder / f"{i}.jsonl" for i in range(10)]
        out = next(out for out in tries if self.kill_amid(run, out))
        self.assertFalse(out.exists())
        self.novphy(*QUICK, "--out", self.folder / "nets")
        others = [self.folder / "nets" if word == self.nets else word for word in run]
        self.refused("cannot go on with a different run", *others, out, "--resume")
        self.novphy(*run, out, "--resume")
        self.assertEqual(out.read_bytes(), (self.folder / "whole.jsonl").read_bytes())

    def test_training_by_shots_tells_each_step_and_depends_on_no_threads(self):
        by_shots = [*QUICK, "--out"]
        lines = self.printed(*by_shots, self.folder / "one").splitlines()
        self.assertRegex(lines[0], rf"^{TEMPLATE}: step 1 of 2, epsilon 0.4[56], 100 attempts, passed [01]\.\d\d, \d+ updates, loss \d\.\d+, held out [01]\.\d\d$")
        self.assertRegex(lines[1], rf"^{TEMPLATE}: step 2 of 2, epsilon 0.05, 110 attempts, ")
        self.assertRegex(lines[-1], rf"^{TEMPLATE} +2( +[01]\.\d\d){{4}}$")
        self.novphy(*by_shots, self.folder / "two", "--jobs", "2")
        one, two = [self.folder / name / f"{TEMPLATE}.dqn" for name in ("one", "two")]
        self.assertEqual(one.read_bytes(), two.read_bytes())
        self.refused("was trained with other settings: actions planner, schedule published head, seed 2", *TRAIN, "--resume", "--out", self.folder / "one")
        self.refused("was trained with other settings", *by_shots, self.folder / "one", "--release", "2021-09", "--resume")

    def test_both_kinds_of_nets_learn_from_the_same_plays_what_each_learns_alone(self):
        both = [*QUICK, "--agent", "relational"]
        printed = self.printed(*both, "--out", self.folder / "nets")
        self.assertIn(f"{TEMPLATE} relational: step 1 of 2", printed)
        self.novphy(*QUICK, "--out", self.folder / "alone")
        self.assertEqual((self.folder / f"nets/{TEMPLATE}.dqn").read_bytes(), (self.folder / f"alone/{TEMPLATE}.dqn").read_bytes())
        self.assertTrue((self.folder / f"nets/{TEMPLATE}.relational").is_file())

    def test_a_net_can_learn_from_other_templates(self):
        others = [*QUICK, "rolling/goals", "--train-on", "falling/agents", "--train-on", "rolling/events/normal", "--out", self.folder / "nets"]
        printed = self.printed(*others)
        self.assertIn(f"{TEMPLATE} and 1 more: step 1 of ", printed)
        self.assertRegex(printed, rf"(?m)^{TEMPLATE} +2( +[01]\.\d\d){{4}}\nrolling/goals/normal +2( +[01]\.\d\d){{4}}$")
        file = (self.folder / f"nets/{TEMPLATE}.dqn").read_bytes()
        self.assertIn(b"trained on falling/agents/normal rolling/events/normal", file)
        self.assertEqual(printed.splitlines()[-2:], self.printed(*others, "--resume").splitlines()[-2:])
        self.refused("was trained with other settings", *QUICK, "--resume", "--out", self.folder / "nets")
        # Training has the seed 2. A plan of the same seed plays tasks of another template that taught the net.
        plan = self.folder / "plan.json"
        families = ["--novelty", "agents", "events", "--scenario", "rolling"]
        self.novphy("plan", *families, *PLAN[5:], "--seed", "2", "--distractors", "5", "--out", plan)
        events = [*QUICK[:1], "rolling/events/normal", *QUICK[2:], "--train-on", TEMPLATE, "--out", self.folder / "nets"]
        self.novphy(*events)
        self.refused("normal.dqn: was trained on task ", "run", plan, "--agent", "dqn", "--informed", "--weights", self.folder / "nets",
                     "--out", self.folder / "r.jsonl")
        self.refused("--tasks: found 5, expected at least one for each of the 8 templates", *[word if word != "10" else "5" for word in TRAIN],
                     "--train-on", "falling", "--out", self.folder / "few")

    def test_an_interrupted_training_ends_with_the_same_bytes_on_any_number_of_threads(self):
        out = self.folder / "nets"
        with self.start_novphy(*TRAIN, "--out", out) as running:
            self.assertIn("100 updates", running.stdout.readline())
            running.kill()
        self.assertEqual([p.name for p in out.rglob("*") if p.is_file()], [])
        self.assertEqual(self.printed(*TRAIN, "--resume", "--jobs", "2", "--out", out), self.first_printed)
        self.assertEqual((out / f"{TEMPLATE}.dqn").read_bytes(), (self.nets / f"{TEMPLATE}.dqn").read_bytes())

    def test_the_planner_may_aim_at_points_of_the_edges(self):
        points = [*QUICK, "--actions", "points", "--out", self.folder / "nets"]
        self.assertIn("dqn, actions: points", self.printed(*points))
        self.novphy("run", self.plan, "--agent", "dqn", "--informed", "--weights", self.folder / "nets", "--quiet", "--out",
                    self.folder / "r.jsonl")

    def test_ceilings_are_those_of_a_set_of_actions(self):
        lines = self.printed("train", "rolling/agents", "--ceiling", "--actions", "grid", "--tasks", "5", "--proof", "none", "--quiet").splitlines()
        self.assertEqual(len(lines), 3)
        for line, side in zip(lines[1:], ("normal", "novel")):
            self.assertRegex(line, rf"^rolling/agents/{side} +5( +[01]\.\d\d){{3}}  -?\d+ degrees$")

    def test_wrong_orders_are_one_line(self):
        self.refused("--agent or --ceiling is required", "train", TEMPLATE)
        self.refused("--out is required", "train", TEMPLATE, "--agent", "dqn")
        self.refused("novel templates only", "train", "rolling/agents/novel", "--agent", "dqn", "--out", self.folder / "n")
        self.refused("--tasks", *TRAIN, "--tasks", "2", "--out", self.folder / "n")
        self.refused("--release: belongs to --schedule published", *TRAIN, "--release", "head", "--out", self.folder / "n")
        self.refused("--release", *QUICK, "--release", "2020", "--out", self.folder / "n")
        self.refused("nowhere", "train", "nowhere", "--ceiling")


if __name__ == "__main__":
    main()
