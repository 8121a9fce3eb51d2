"""Levels of one's own: novphy judge, and plans, runs and tables of levels without pairs. Usage: levels_test.py PROGRAM"""

import csv
import io
import json
import math
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import FolderTest, json_lines, main, names_in

SHELF = '{"type": "platform", "at": [-3, -2.6], "size": [4, 0.4]}'
PIG = '{"type": "pig_small", "at": [-2.51234567, -2.175]}'
TASK = '{"novphy_task": 1, "birds": [%s], "objects": [%s]}'
OUTSIDE = TASK % ('"red"', f'{SHELF},\n{PIG},\n{{"type": "pig_small", "at": [60, 0]}}')
GOOD = TASK % ('"red"', f"{SHELF}, {PIG}")
FALLS = TASK % ('"red"', f'{SHELF}, {PIG}, {{"type": "rect_big", "material": "wood", "at": [5, 2]}}')
BORING = TASK % ('"red"', '{"type": "pig_small", "at": [5, 25]}')
XML = """<?xml version="1.0" encoding="utf-16"?>
<Level width="2"><Camera x="0" y="2" minWidth="20" maxWidth="30"/><Birds><Bird type="BirdRed"/></Birds>
<Slingshot x="-12" y="-2.5"/><GameObjects><Pig type="BasicSmall" x="4" y="-3.2" rotation="0"/></GameObjects></Level>
"""
CONFIG = """<evaluation><novelty_detection_measurement step="1" measure_in_training="True" measure_in_testing="True"/><trials>
<trial id="0" number_of_executions="2" checkpoint_time_limit="200" checkpoint_interaction_limit="200" notify_novelty="%s">
<game_level_set mode="training" time_limit="%s" total_interaction_limit="0" attempt_limit_per_level="1" allow_level_selection="False">
%s
</game_level_set></trial></trials></evaluation>
"""
HEAD = {"format": 1, "agent": "a", "plan_hash": "1"}


def record(group, level, trial, passed, score=0, shots=1, **more):
    return {"novelty": "levels", "scenario": group, "trial": trial, "phase": "normal", "task": int(level), "template": level,
            "passed": passed, "score": score, "shots": shots * [{"drag_m": [-1, 0]}], "end": "birds_used", "digest": 16 * "0", **more}


class LevelsTest(FolderTest):
    def write(self, **levels):
        """Files of a folder "levels", by their paths with __ for / and _ for -."""
        for name, text in levels.items():
            *folders, file = name.split("__")
            path = self.folder / "levels" / "/".join([*folders, file.replace("_", "-")])
            path.parent.mkdir(parents=True, exist_ok=True)
            path.with_suffix(".xml" if text.startswith("<") else ".json").write_text(text)

    def write_records(self, name, *records, **head):
        lines = [{**HEAD, **head}, *records]
        (self.folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines))

    def plan(self, *arguments):
        self.novphy("plan", "--levels", "levels", "--out", "plan.json", "--force", *arguments)
        return json.loads((self.folder / "plan.json").read_text())


class Judge(LevelsTest):
    def judge(self, *arguments, code=0):
        return self.novphy("judge", *arguments, "--step", 6, code=code).stdout

    def test_each_level_has_a_row_in_order_for_any_number_of_jobs(self):
        self.write(level_10=GOOD, level_9=FALLS, more__boring=BORING, broken="<Level")
        text = self.judge("levels")
        words = [line.split()[:2] for line in text.splitlines()[1:-1]]
        self.assertEqual(words, [["levels/broken.xml", "invalid"], ["levels/level-9.json", "unstable"],
                                 ["levels/level-10.json", "solvable"], ["levels/more/boring.json", "boring"]])
        self.assertIn("levels/broken.xml:1: not XML", text)
        self.assertRegex(text, r"levels/level-9.json .*: 2 wood_rect_big")
        self.assertIn("passes without a shot", text)
        self.assertEqual(text.splitlines()[-1], "verdicts on 4 files: 1 invalid, 0 empty, 0 no goal, 1 boring, 1 unstable, 0 impossible, "
                                                "1 solvable; stable, whatever the verdict: 1")
        for form in ([], ["--csv"], ["--json"]):
            self.assertEqual(self.judge("levels", *form), self.judge("levels", *form, "--jobs", 3))

    def test_the_forms_hold_the_same(self):
        self.write(a=GOOD, b="<Level")
        good, bad, end = map(json.loads, self.judge("levels", "--json").splitlines())
        self.assertEqual((good["valid"], good["verdict"], good["stable"], good["birds_needed"]), (True, "solvable", True, 1))
        self.assertEqual((bad["valid"], bad["verdict"]), (False, "invalid"))
        self.assertEqual(good["changed"], 3 * min(20, good["wins"]))
        self.assertLessEqual(good["flipped"], good["changed"])
        self.assertEqual(end["summary"], {"levels": 2, "verdicts": {"invalid": 1, "empty": 0, "no goal": 0, "boring": 0, "unstable": 0,
                                                                    "impossible": 0, "solvable": 1}, "stable": 1})
        played = self.novphy("play", "levels/a.json", *(f"--shot={shot}" for shot in good["shots"]), "--json").stdout
        self.assertTrue(json.loads(played)["won"])
        rows = list(csv.DictReader(io.StringIO(self.judge("levels", "--csv"))))
        self.assertEqual([row["verdict"] for row in rows], ["solvable", "invalid"])
        for column in ("wins", "window_deg", "changed", "flipped"):
            self.assertEqual(rows[0][column], str(good[column]))
        self.assertEqual(rows[1]["error"], bad["error"])

    def test_a_level_without_a_bird_or_an_object_is_empty_not_invalid(self):
        self.write(a=XML.replace('<Bird type="BirdRed"/>', ""), b=re.sub("<Pig.*?/>", "<Trigger/>", XML), c=GOOD.replace('"red"', ""),
                   d=XML.replace('<Bird type="BirdRed"/>', "").replace('x="4"', 'x="four"'))
        rows = list(csv.DictReader(io.StringIO(self.judge("levels", "--csv"))))
        self.assertEqual([(row["verdict"], row["valid"]) for row in rows], 3 * [("empty", "1")] + [("invalid", "0")])
        self.assertIn("expected from 1 to 64 birds, found 0", rows[0]["error"])
        self.assertIn("expected objects, found none", rows[1]["error"])
        self.refused("a.xml:2: /Level/Birds: expected from 1 to 64 birds, found 0", "validate", "levels/a.xml")

    def test_judge_goes_on_with_what_its_journal_holds(self):
        self.write(good=GOOD, falls=FALLS, boring=BORING, broken="{", sb=XML)
        command = ["levels", "--json", "--journal", "journal.jsonl"]
        whole = self.judge(*command)
        self.assertEqual(whole, self.judge("levels", "--json"))
        journal = self.folder / "journal.jsonl"
        before = journal.read_bytes()
        self.assertEqual(self.judge(*command, "--jobs", "2"), whole)
        self.assertEqual(journal.read_bytes(), before)
        # The form may change, as rows are kept and not texts; a changed level is judged again.
        self.assertEqual(self.judge("levels", "--csv", "--journal", "journal.jsonl"), self.judge("levels", "--csv"))
        self.assertEqual(journal.read_bytes(), before)
        level = self.folder / "levels/good.json"
        level.write_text(level.read_text() + "\n")
        self.assertEqual(self.judge(*command), whole)
        self.assertGreater(journal.stat().st_size, len(before))

    def test_pictures_and_a_file(self):
        self.write(a=GOOD, b="<Level")
        self.judge("levels", "--picture", "pictures", "--out", "verdicts.txt")
        self.assertEqual(names_in(self.folder / "pictures"), ["a.png"])
        self.assertEqual((self.folder / "verdicts.txt").read_text(), self.judge("levels"))

    def test_pictures_are_named_by_folder_and_level_and_rows_name_them(self):
        self.write(easy__1=GOOD, easy___1=GOOD, hard__1=GOOD, easy_1=GOOD, bad="<Level")
        (self.folder / "levels/easy_1.json").write_text(GOOD)
        rows = list(csv.DictReader(io.StringIO(self.judge("levels", "--csv", "--picture", "pictures"))))
        pictures = {row["file"][len("levels/"):]: row["picture"] for row in rows}
        self.assertEqual(pictures, {"bad.xml": "", "easy-1.json": "easy-1.png", "easy_1.json": "easy_1.png", "easy/-1.json": "easy_-1.png",
                                    "easy/1.json": "easy_1_2.png", "hard/1.json": "hard_1.png"})
        self.assertEqual(names_in(self.folder / "pictures"), sorted(filter(None, pictures.values())))

    def test_a_way_just_beyond_the_limit_does_not_read_as_the_limit(self):
        self.write(a=GOOD.replace("-2.175", "-2.1235"))
        self.assertRegex(self.judge("levels"), r"unstable +0\.05[1-4] m")

    def test_what_leaves_the_world_is_said_and_warned_of_by_every_reader(self):
        self.write(a=OUTSIDE)
        text = self.judge("levels")
        self.assertRegex(text, r"leaves the world: \w+ pig_small; 1 warning\n")
        self.assertNotIn("breaks", text)
        for command in (["validate", "levels"], ["plan", "--levels", "levels", "--out", "p.json"]):
            self.assertRegex(self.novphy(*command).stderr, r"warning: levels/a.json:3: /objects/2: pig_small starts outside the world, "
                                                           r"which is from x = -\d+\S* to \d+")

    def test_a_folder_without_a_level_ends_with_2(self):
        self.write(a="<Level")
        done = self.novphy("judge", "levels", code=2)
        self.assertIn("no file is a level that can be read", done.stderr)
        (self.folder / "empty").mkdir()
        self.refused("empty: expected levels (files that end with .xml or .json), found none", "judge", "empty")


class Validate(LevelsTest):
    def test_a_folder_means_its_levels(self):
        self.write(level_10=GOOD, level_9=GOOD)
        lines = self.novphy("validate", "levels").stdout.splitlines()
        self.assertEqual([line.split(":")[0] for line in lines], ["levels/level-9.json", "levels/level-10.json"])
        self.write(b="<Level")
        (self.folder / "empty").mkdir()
        done = self.novphy("validate", "empty", "levels", code=2)
        self.assertEqual(len(done.stdout.splitlines()), 2)
        self.assertRegex(done.stderr, r"^novphy: empty: expected levels .*\nnovphy: levels/b.xml:1: .*\n$")


class Plans(LevelsTest):
    def test_a_folder_is_a_trial_and_its_levels_are_tasks_in_natural_order(self):
        self.write(level_10=GOOD, level_9=XML, hard__tall__1=GOOD)
        plan = self.plan("--trials", 2)
        cells = [(trial["novelty"], trial["scenario"], trial["trial"], [run[0] for run in trial["normal"]]) for trial in plan["trials"]]
        first, second = ["level-9.xml", "level-10.json"], ["hard/tall/1.json"]
        self.assertEqual(cells, [("levels", ".", 0, first), ("levels", ".", 1, first),
                                 ("levels", "hard/tall", 0, second), ("levels", "hard/tall", 1, second)])
        self.assertEqual(len({trial["seed"] for trial in plan["trials"]}), 4)
        self.assertRegex(self.novphy("plan", "--levels", "levels", "--dry-run").stdout, r"(?m)^all +0 +2 +0 +0 +0 +3 +0$")
        self.write(level_10=GOOD)
        (self.folder / "levels/hard/tall/1.json").unlink()
        self.assertEqual(self.plan()["trials"][0]["scenario"], "levels")

    def test_a_run_plays_the_levels_to_the_last_digit(self):
        self.write(level_10=GOOD, level_9=XML)
        self.plan()
        self.novphy("run", "plan.json", "--agent", "oracle", "--out", "r.jsonl")
        _, *records = json_lines(self.folder / "r.jsonl")
        self.assertEqual([each["template"] for each in records], ["level-9.xml", "level-10.json"])
        for each in records:
            self.assertTrue(each["passed"])
            x, y = each["shots"][0]["drag_m"]
            shot = f"--shot={math.degrees(math.atan2(-y, -x)):.8g}@{math.hypot(x, y):.8g}"
            played = self.novphy("play", f"levels/{each['template']}", shot, "--json").stdout
            self.assertEqual(json.loads(played)["digest"], each["digest"])
        self.novphy("replay", "r.jsonl", "--all")

    def test_every_file_that_is_no_level_is_named_at_once(self):
        self.write(a=GOOD, b="<Level", c='{"novphy_task": 1,\n"birds": []}')
        error = self.error_of("plan", "--levels", "levels", "--out", "p.json", lines=3)
        self.assertIn("levels/b.xml:1: ", error)
        self.assertIn("levels/c.json:2: /birds", error)
        self.assertFalse((self.folder / "p.json").exists())
        done = self.novphy("plan", "--levels", "levels", "--skip-unreadable", "--out", "p.json")
        left_out = [line for line in done.stderr.splitlines() if "left out" in line]
        self.assertEqual(len(left_out), 3)
        self.assertRegex(left_out[1], r"left out: levels/c.json:1: .* \(and 1 more\)")
        self.assertEqual(left_out[2], "warning: 2 files left out in all")
        self.assertEqual(len(json.loads((self.folder / "p.json").read_text())["templates"]), 1)

    def test_options_of_pairs_are_refused(self):
        self.write(a=GOOD)
        for option in (["--novel", 3], ["--pairs", "x"], ["--pool", 2], ["--informed"], ["--proof", "none"]):
            self.refused("--levels", "plan", "--levels", "levels", *option, "--out", "p.json")
        self.refused("--levels", "plan", "--from-config", "c.xml", "--out", "p.json")
        # The plan was empty, and run ended as if all were well.
        self.refused("--trials: found 0, expected at least 1 trial", "plan", "--levels", "levels", "--trials", "0", "--out", "p.json")


class Tables(LevelsTest):
    def write_agents(self):
        self.write_records("a.jsonl", *(record("g", str(i), t, i < 2, 100 * i, i + 1) for t in range(2) for i in range(4)),
                           record("h", "0", 0, False), record("h", "1", 0, True))
        self.write_records("b.jsonl", *(record("g", str(i), 0, False, error="gone") for i in range(2)), agent="b", plan_hash="1")

    def test_measure_gives_pass_rates_scores_and_shots_with_intervals(self):
        self.write_agents()
        done = self.novphy("measure", "a.jsonl", "b.jsonl")
        self.assertEqual(done.stderr, "")
        self.assertIn("without a novelty: there is nothing to detect", done.stdout)
        for word in ("NPS", "CDT ", "nan"):
            self.assertNotIn(word, done.stdout.replace("AP, CDT and", ""))
        # Of the levels' rates 1 1 0 0 with one more 0 and 1: 0.5 -+ t(5) sqrt(0.3 / 6). Of scores: 150 -+ t(3) 129.1 / 2.
        self.assertRegex(done.stdout, r"a +g +4 +8 +0.50 \[0.\d\d, [01].\d\d\] +150.00 \[-?\d+.\d\d, \d+.\d\d\] +2.50 \[")
        self.assertRegex(done.stdout, r"a +all +6 +10 +0.50 ")
        self.assertIn("b: in 2 plays the agent could not go on", done.stdout)
        self.assertIn("Never passed, 3 of 6 levels: 2, 3, 0.", done.stdout)
        table = json.loads(self.novphy("measure", "a.jsonl", "b.jsonl", "--json").stdout)["levels"]
        group = table["agents"][0]["groups"][0]
        self.assertEqual((group["group"], group["levels"], group["plays"], group["score"]["mean"]), ("g", 4, 8, 150))
        self.assertEqual(table["agents"][0]["groups"][2]["group"], None)
        rows = list(csv.DictReader(io.StringIO(self.novphy("measure", "a.jsonl", "--csv").stdout)))
        self.assertEqual(len([row for row in rows if not row["note"]]), 3 + 6)
        self.assertIn("Never passed, 3 of 6 levels: 2, 3, 0.", [row["note"] for row in rows])
        self.assertEqual([row["passed"] for row in rows if row["group"] == "g" and row["level"]], ["1", "1", "0", "0"])

    def test_beside_trials_with_a_novelty_text_has_the_levels_and_other_forms_say_that_they_have_not(self):
        trial = [record("rolling", str(i), 0, True, novelty="agents", phase=phase) for i, phase in enumerate(["normal", "novel"])]
        self.write_records("m.jsonl", record("g", "0", 0, True), *trial)
        self.assertRegex(self.novphy("measure", "m.jsonl").stdout, r"a +g +1 +1 +1.00 ")
        self.assertIn("levels without a novelty are left out", self.novphy("measure", "m.jsonl", "--csv").stderr)

    def test_levels_change_no_number_of_the_trials_with_a_novelty(self):
        # Their cells counted in the divisor of the standard errors, and their trials as incomplete.
        trials = [record(scenario, str(i), n, (i + n) % 2 == 0, novelty="agents", phase="novel" if i else "normal")
                  for scenario in ("rolling", "falling") for n in range(3) for i in range(n + 2)]
        self.write_records("a.jsonl", *trials)
        self.write_records("levels.jsonl", *(record("g", str(i), n, True, error="gone") for n in range(2) for i in range(2)), plan_hash="2")
        numbers = lambda *files: [line for line in self.novphy("measure", *files, "--csv").stdout.splitlines() if ",note,," not in line]
        self.assertEqual(numbers("a.jsonl", "levels.jsonl"), numbers("a.jsonl"))
        self.assertEqual(*(json.loads(self.novphy("measure", *files, "--json").stdout)["agents"][0]["overall"]
                           for files in (["a.jsonl"], ["a.jsonl", "levels.jsonl"])))

    def test_a_report_has_the_levels_and_no_empty_tables(self):
        self.write_agents()
        self.novphy("report", "a.jsonl", "b.jsonl", "--out", "r.html")
        page = (self.folder / "r.html").read_text()
        self.assertEqual(re.findall(r'id="(levels|runs|cells|nps|spn|detection)"', page), ["levels", "runs"])
        self.assertIn("Never passed, 3 of 6 levels", page)

    def test_options_that_need_a_novelty_are_refused(self):
        self.write_agents()
        for option in (["--compare"], ["--sweep"], ["--latex"], ["--paper"], ["--measures", "ap"]):
            self.refused(f"{option[0]}: shows measures of trials with novelties", "measure", "a.jsonl", *option)
        for command in (["measure", "--measures", "all"], ["report", "--out", "r.html"]):
            self.refused("--baseline: shows measures of trials with novelties", *command, "a.jsonl", "b.jsonl", "--baseline", "b")

    def test_a_report_makes_no_empty_folders_and_says_so(self):
        self.write_agents()
        done = self.novphy("report", "a.jsonl", "--out", "r.html", "--plots", "figs", "--plays", "plays")
        for option, folder in (("--plots", "figs"), ("--plays", "plays")):
            self.assertRegex(done.stderr, rf"warning: {option} draws trials with novelties.*: {folder} is not made")
            self.assertFalse((self.folder / folder).exists())

    def test_trainings_are_the_sample_where_there_are_several(self):
        for seed in (1, 2):
            self.write_records(f"r{seed}.jsonl", *(record("g", str(i), 0, True, 100 * seed) for i in range(3)), run=f"seed {seed}")
        done = self.novphy("measure", "r1.jsonl", "r2.jsonl")
        self.assertIn("a: 2 runs: means are over runs of means over levels", done.stdout)
        # 150 -+ t(1) 70.7 / sqrt(2)
        self.assertRegex(done.stdout, r"a +g +3 +6 +1.00 \[\S+, 1.00\] +150.00 \[-485.31, 785.31\]")
        self.assertNotIn("runs:", self.novphy("measure", "r1.jsonl").stdout)


class Configurations(LevelsTest):
    def write_config(self, *paths, informed="False", limit=0):
        levels = "\n".join(f'<game_levels level_path="{path}"/>' for path in paths)
        (self.folder / "config.xml").write_text(CONFIG % (informed, limit, levels))

    def from_config(self, *arguments):
        done = self.novphy("plan", "--from-config", "config.xml", "--levels", "levels", "--out", "p.json", "--force", *arguments)
        return json.loads((self.folder / "p.json").read_text()), done.stderr

    def test_a_trial_becomes_trials_with_normal_and_novel_tasks(self):
        self.write(novelty_level_0__type2__Levels__1=XML, novelty_level_1__type6__Levels__1=XML)
        folder = "9001_Data/StreamingAssets/novelty_level_%d/type%d/Levels/1.xml"
        self.write_config("./Levels/novelty_level_0/type2/Levels/1.xml", folder % (0, 2), folder % (1, 6), informed="True", limit=700)
        plan, warnings = self.from_config()
        self.assertEqual([(t["novelty"], t["scenario"], t["trial"], t.get("informed", False)) for t in plan["trials"]],
                         [("novelty_level_1", "type6", 0, True), ("novelty_level_1", "type6", 1, True)])
        normal, novel = (f"novelty_level_{n}/type{t}/Levels/1.xml" for n, t in ((0, 2), (1, 6)))
        self.assertEqual([run for t in plan["trials"][:1] for run in t["normal"] + t["novel"]], [[normal, 0, 0], [novel, 0]])
        self.assertIn("config.xml:3: /evaluation/trials/trial[1]/game_level_set[1]/@time_limit: ignored", warnings)
        self.assertIn("no test set", warnings)
        self.novphy("run", "p.json", "--agent", "random", "--out", "r.jsonl")
        self.assertIn("novelty_level_1", self.novphy("measure", "r.jsonl").stdout)

    def test_trials_of_one_cell_may_differ_in_length_and_all_count(self):
        self.write(novelty_level_0__type2__Levels__1=XML, novelty_level_1__type6__Levels__1=XML, novelty_level_1__type6__Levels__2=XML)
        normal, novel, more = (f'<game_levels level_path="Levels/novelty_level_{place}.xml"/>'
                               for place in ("0/type2/Levels/1", "1/type6/Levels/1", "1/type6/Levels/2"))
        config = CONFIG % ("False", 0, normal + novel + more)
        trial = re.search(r'<trial id="0".*</trial>', config, re.DOTALL)[0]
        shorter = trial.replace(more, "").replace('executions="2"', 'executions="1"')
        (self.folder / "config.xml").write_text(config.replace(trial, trial + shorter))
        plan, _ = self.from_config()
        self.assertEqual([len(t["novel"]) for t in plan["trials"]], [2, 2, 1])
        self.novphy("run", "p.json", "--agent", "random", "--out", "r.jsonl")
        self.assertNotIn("incomplete", self.novphy("measure", "r.jsonl").stdout)
        for shard in ("1/2", "2/2"):
            self.novphy("run", "p.json", "--agent", "random", "--out", "s.jsonl", "--shard", shard)
        self.novphy("merge", "s.jsonl.shard-1-of-2", "s.jsonl.shard-2-of-2", "--out", "s.jsonl")
        self.assertEqual((self.folder / "s.jsonl").read_bytes(), (self.folder / "r.jsonl").read_bytes())

    def test_what_cannot_be_planned_has_its_line(self):
        self.write(novelty_level_0__type2__Levels__1=XML, novelty_level_1__type6__Levels__1=XML)
        self.write_config("Levels/novelty_level_1/type6/Levels/1.xml", "Levels/novelty_level_0/type2/Levels/1.xml", "none.xml")
        error = self.error_of("plan", "--from-config", "config.xml", "--levels", "levels", "--out", "p.json", lines=3)
        self.assertIn("config.xml:5: /evaluation/trials/trial[1]/game_level_set[1]/game_levels[2]: found a normal level after a novel one", error)
        self.assertIn("game_levels[3]/@level_path: expected a level below levels, found none.xml", error)

    # Of an absolute path below a relative folder, or the other way round, every level was named "" and was the first one.
    def test_levels_have_their_names_however_paths_and_folder_are_written(self):
        self.write(novelty_level_0__type2__Levels__1=XML, novelty_level_1__type6__Levels__1=XML.replace('x="4"', 'x="5"'))
        names = [f"novelty_level_{n}/type{t}/Levels/1.xml" for n, t in ((0, 2), (1, 6))]
        (self.folder / "link").symlink_to("levels")
        plans = []
        for begin in ("", f"{self.folder}/levels/", "../levels/"):
            for folder in ("levels", self.folder / "levels", "./levels/", "link"):
                self.write_config(*(begin + name for name in names))
                self.novphy("plan", "--from-config", "config.xml", "--levels", folder, "--out", "p.json", "--force")
                plans.append((self.folder / "p.json").read_text())
        self.assertEqual(len(set(plans)), 1)
        self.assertEqual([template["name"] for template in json.loads(plans[0])["templates"]], names)

    def test_a_path_that_leaves_the_folder_is_refused(self):
        self.write(a=XML)
        (self.folder / "other.xml").write_text(XML)
        for path in ("../other.xml", f"{self.folder}/other.xml", "a/../../other.xml"):
            self.write_config(path)
            self.refused(f"expected a level below levels, found {path}", "plan", "--from-config", "config.xml", "--levels", "levels", "--out", "p.json")

    def test_one_mistake_gives_one_line(self):
        # A missing folder gave a line for each level, and an empty path two lines.
        self.write_config("none.xml", "nor_this.xml")
        self.refused("nowhere: cannot be read: No such file or directory", "plan", "--from-config", "config.xml", "--levels", "nowhere", "--out", "p.json")
        self.refused("config.xml: expected a folder, found a file", "plan", "--from-config", "config.xml", "--levels", "config.xml", "--out", "p.json")
        self.write(a=XML)
        self.write_config("")
        self.refused("@level_path: expected the path of a level", "plan", "--from-config", "config.xml", "--levels", "levels", "--out", "p.json")


if __name__ == "__main__":
    main()
