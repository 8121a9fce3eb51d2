"""novphy measure and novphy report on small logs whose numbers are known.

Usage: measure_test.py PROGRAM
"""

import csv
import io
import json
import re

from logs import HEAD, LogTest, records, trial
from program import ROOT, main, names_in, program, run, small_plan


def with_alarm(lines, *tasks):
    for task in tasks:
        lines[task]["alarm"] = True
    return lines


class MeasureTest(LogTest):
    def measure(self, *arguments):
        return json.loads(self.novphy("measure", *arguments, "--json").stdout)

    def write_agents(self):
        """Two agents on one plan: a notices and adapts, b does neither."""
        plan = {"plan_hash": "00112233445566ff"}
        a = sum((with_alarm(trial("PP|FPPP", n), 3) for n in range(6)), [])
        b = sum((trial("PP|FFFP", n) for n in range(6)), [])
        self.write("a.jsonl", a, {**HEAD, **plan, "agent": "a"})
        self.write("b.jsonl", b, {**HEAD, **plan, "agent": "b"})


class Measure(MeasureTest):
    def value(self, cell, key):
        return cell["measures"][key]["mean"]

    def test_the_files_of_an_agent_are_pooled_and_agents_kept_apart(self):
        self.write("a.jsonl", trial("P|PP"))
        self.write("b.jsonl", trial("P|FF"))
        self.write("c.jsonl", trial("P|FF"), {**HEAD, "agent": "another"})
        agents = self.measure("a.jsonl", "b.jsonl", "c.jsonl")["agents"]
        self.assertEqual([(a["agent"], a["cells"][0]["trials"], self.value(a["cells"][0], "aus")) for a in agents],
                         [("another", 1, 0.0), ("made by hand", 2, 0.5)])

    def test_several_trainings_of_one_agent_are_its_replications(self):
        for seed, passed in enumerate([1, 18, 2, 19, 10]):
            lines = sum((trial("P|PP" if n < passed else "F|FF", n) for n in range(20)), [])
            self.write(f"{seed}.jsonl", lines, {**HEAD, "plan_hash": "00112233445566ff", "run": f"seed {seed}"})
        files = [f"{seed}.jsonl" for seed in range(5)]
        result = self.novphy("measure", *files, "--intervals", "--measures", "aus")
        self.assertRegex(result.stdout, r"The columns\ncolumn  what it is\nAUS +pass rate of all novel tasks \(eq\. 5\)\nFP, TP: ")
        self.assertEqual(result.stderr, "")
        self.assertIn("0.50 [0.00, 1.00] (5 runs)", result.stdout)
        self.assertRegex(result.stdout, r"(?m)^mean +0.50 \[-0.03, 1.03\]$")
        trainings = self.measure(*files)["agents"][0]["trainings"]
        self.assertEqual([run["run"] for run in trainings["runs"]], [f"seed {seed}" for seed in range(5)])
        self.assertAlmostEqual(trainings["iqm"]["aus"]["value"], (0.1 + 0.5 + 0.9) / 3)

    def test_a_run_writes_the_name_of_its_training(self):
        self.novphy("plan", "--pairs", ROOT / "tests/trials/pairs", *small_plan(), "--out", "plan.json")
        play = ["run", "plan.json", "--agent", "random", "--out"]
        self.novphy(*play, "a.jsonl", "--run", "seed 3")
        self.novphy(*play, "b.jsonl")
        named, unnamed = self.read("a.jsonl"), self.read("b.jsonl")
        self.assertEqual(named[0].pop("run"), "seed 3")
        self.assertEqual(named, unnamed)
        self.refused("run was seed 3", *play, "a.jsonl", "--run", "seed 4", "--resume")

    def test_it_says_when_pooled_files_come_from_different_worlds(self):
        self.write("a.jsonl", trial("P|PP"), {**HEAD, "catalogue_hash": "1"})
        self.write("b.jsonl", trial("P|FF"), {**HEAD, "catalogue_hash": "2"})
        result = self.novphy("measure", "a.jsonl", "b.jsonl")
        self.assertIn("warning: b.jsonl: pooled with a.jsonl, which has another catalogue", result.stderr)

    def test_the_line_a_killed_run_left_unfinished_is_counted(self):
        self.write("a.jsonl", trial("P|PP"))
        with (self.folder / "a.jsonl").open("a") as log:
            log.write('{"novelty":"fan","scen')
        result = self.novphy("measure", "a.jsonl", "--json")
        self.assertEqual(json.loads(result.stdout)["agents"][0]["cut_lines"], 1)
        self.assertIn("the last line is cut off, skipped", result.stderr)

    def test_threshold_and_comparator_are_settings(self):
        lines = trial("P|PP")
        lines[1]["novelty_probability"] = 0.5
        self.write("a.jsonl", lines)
        for options, cdt in ([], 0), (["--at-least"], 1), (["--threshold", "0.4"], 1):
            cells = self.measure("a.jsonl", *options)["agents"][0]["cells"]
            self.assertEqual(self.value(cells[0], "cdt"), cdt)

    def test_a_threshold_that_the_agent_reported_decides_unless_another_is_given(self):
        lines = trial("P|PP")
        for line in lines:
            line.update(novelty_probability=0.3, novelty_threshold=0.25 if line["phase"] == "novel" else 0.35)
        self.write("a.jsonl", lines)
        for options, cdt, tasks in ([], 1, 3), (["--threshold", "0.5"], 0, None), (["--threshold", "0.2"], 0, None):
            found = self.measure("a.jsonl", *options)
            self.assertEqual(self.value(found["agents"][0]["cells"][0], "cdt"), cdt)
            own = found["agents"][0]["own_thresholds"]
            self.assertEqual(own, tasks and {"tasks": tasks, "low": 0.25, "high": 0.35})
            self.assertEqual(found["conventions"]["own_thresholds"], tasks is not None)
        said = "above 0.5, in 3 tasks above the agent's own threshold (0.25 to 0.35)"
        self.assertIn(said, self.novphy("measure", "a.jsonl").stdout)
        self.assertNotIn("own threshold", self.novphy("measure", "a.jsonl", "--threshold", "0.5").stdout)
        self.novphy("report", "a.jsonl", "--out", "r.html")
        self.assertIn("in 3 tasks above the agent's own threshold (0.25 to 0.35)", (self.folder / "r.html").read_text())

    def write_people(self):
        """An agent and two people on a plan of three novelties: both passed one of them, one person another one, and nobody the third."""
        plan = {"plan_hash": "00112233445566ff"}
        letters = {"a.jsonl": "P|FP P|PP P|PF", "p1.jsonl": "P|PF P|FP F|FF", "p2.jsonl": "P|FP P|FF P|FF"}
        for name, passes in letters.items():
            agent = "a" if name == "a.jsonl" else f"human:{name[:2]}"
            lines = sum((trial(each, novelty=novelty) for each, novelty in zip(passes.split(), ("fan", "storm", "tilt"))), [])
            self.write(name, lines, {**HEAD, **plan, "agent": agent})
        return list(letters)

    def test_pairs_that_few_people_passed_can_be_left_out(self):
        files = self.write_people()
        for people, kept in ((1, ["fan", "storm"]), (2, ["fan"])):
            for agent in self.measure(*files, "--passed-by-people", people)["agents"]:
                self.assertEqual([cell["novelty"] for cell in agent["cells"]], kept)
        whole = self.measure(*files)["agents"]
        self.assertEqual([len(agent["cells"]) for agent in whole], [3, 3])
        self.refused("nothing is left: no novelty-scenario was passed by 3 people", "measure", *files, "--passed-by-people", 3)

    def test_every_output_names_the_pairs_that_are_left_out(self):
        options = [*self.write_people(), "--passed-by-people", 2]
        said = "left out, as fewer than 2 people passed a novel task: 2 of 3 novelty-scenarios: storm rolling, tilt rolling"
        for form in ([], ["--csv"], ["--csv", "--compare"], ["--json"], ["--latex"], ["--sweep"]):
            result = self.novphy("measure", *options, *form)
            self.assertIn(said, result.stdout, form)
            self.assertIn("warning: " + said, result.stderr, form)
        self.novphy("report", *options, "--out", "r.html")
        self.assertIn(said, (self.folder / "r.html").read_text())
        self.assertIn("warning: " + said, self.novphy("report", *options, "--paper", "--out", "paper").stderr)
        self.assertIn(said, "".join(file.read_text() for file in (self.folder / "paper").glob("*.tex")))
        none = self.novphy("measure", "p1.jsonl", "p2.jsonl", "--passed-by-people", 1)
        self.assertIn("fewer than 1 person passed a novel task: 1 of 3 novelty-scenarios: tilt rolling\n", none.stdout)

    def test_the_filter_needs_people_and_a_number(self):
        files = self.write_people()
        self.refused("novphy: --passed-by-people: needs records or play data of people among the files, found none\n",
                     "measure", "a.jsonl", "--passed-by-people", 1)
        for wrong in (0, -1, "two", 1.5, 2_000_000):
            self.refused("--passed-by-people", "measure", *files, "--passed-by-people", wrong)
        self.refused("excludes", "measure", *files, "--passed-by-people", 1, "--paper")

    def test_measures_that_compare_need_a_baseline(self):
        self.write_agents()
        without = self.measure("a.jsonl", "b.jsonl")["agents"][0]["cells"][0]["measures"]
        self.assertNotIn("opti", without)
        evaluation = self.measure("a.jsonl", "b.jsonl", "--baseline", "b")
        a = evaluation["agents"][0]["cells"][0]
        self.assertEqual(evaluation["baseline"], ["b"])
        self.assertEqual((self.value(a, "opti"), self.value(a, "m3"), a["class"]), (0.75, 0.75, None))
        self.assertEqual(a["note"], "the baseline has 1.00 on normal tasks, where no bonus shows")
        self.assertIsNone(self.value(a, "m4"))

    def test_definitions_of_a_program_change_its_measures_and_are_named(self):
        self.write_agents()
        text = self.novphy("measure", "a.jsonl", "b.jsonl", "--baseline", "b", "--measures", "m3,m5", "--definitions", "sail-on-client").stdout
        self.assertIn("(sail-on-client) defines them", text)
        evaluation = self.measure("a.jsonl", "b.jsonl", "--baseline", "b", "--definitions", "sail-on-client")
        cell = evaluation["agents"][0]["cells"][0]
        self.assertEqual((self.value(cell, "m3"), self.value(cell, "m5"), self.value(cell, "opti")), (75, 0.75, 0.75))
        self.assertEqual(evaluation["conventions"]["definitions"], "sail-on-client")
        self.novphy("report", "a.jsonl", "b.jsonl", "--baseline", "b", "--definitions", "wsu-script", "--out", "r.html")
        self.assertIn("WSU's script (wsu-script) defines them", (self.folder / "r.html").read_text())

    def test_it_says_which_named_measures_need_a_baseline(self):
        self.write_agents()
        said = "warning: without --baseline AGENT these measures stay empty: nrp, m3; there are the agents: a, b"
        self.assertIn(said, self.novphy("measure", "a.jsonl", "b.jsonl", "--measures", "cdt,nrp,m3").stderr)
        for options in (["--measures", "nrp", "--baseline", "b"], ["--measures", "cdt"], []):
            self.assertEqual(self.novphy("measure", "a.jsonl", "b.jsonl", *options).stderr, "")

    def test_published_detections_are_paired_by_trial_and_stand_beside_records(self):
        self.write_agents()
        head = "trial,type,distribution_shift,detected_level,cdt,detection_delay\n"
        rows = [f"{n},0101{1 + n // 40:02},2,4,1,2.0\n" for n in (0, 1, 2, 40, 41)]
        late = [row.replace(",4,1,2.0", ",3,1,1.0") for row in rows[1:]]
        (self.folder / "datalab_ws-10_t-1.5.csv").write_text(head + "".join(rows))
        (self.folder / "random_ws-5_t-0.2.csv").write_text(head + "".join(late))
        found = self.measure("a.jsonl", "datalab_ws-10_t-1.5.csv", "random_ws-5_t-0.2.csv", "--compare", "--paired")
        self.assertEqual([agent["agent"] for agent in found["agents"]], ["a", "datalab 10:1.5", "random 5:0.2"])
        (pair,) = found["comparisons"]
        self.assertEqual((pair["trials"], pair["only_one"]), (4, 1))
        text = self.novphy("measure", "datalab_ws-10_t-1.5.csv", "random_ws-5_t-0.2.csv", "--paper").stdout
        self.assertIn("| objects | CDT | 1.00±0.00 | 0.65±0.13 | 1.00±0.00 | 0.23±0.09 |", text)
        self.assertIn("* Datalab: 5 of 1600 trials\n", text)

    def test_the_baseline_may_be_the_mean_of_several(self):
        self.write_agents()
        evaluation = self.measure("a.jsonl", "b.jsonl", "--baseline", "a", "--baseline", "b")
        self.assertEqual(self.value(evaluation["agents"][0]["cells"][0], "opti"), 0.75 / (0.75 + 0.5))

    def test_performance_may_be_the_score(self):
        head = {**HEAD, "plan_hash": "1"}
        for name, score in (("a", 30), ("b", 10)):
            lines = [{**line, "score": score} for line in trial("F|FF")]
            self.write(name + ".jsonl", lines, {**head, "agent": name})
        cell = self.measure("a.jsonl", "b.jsonl", "--baseline", "b", "--performance", "score")["agents"][0]["cells"][0]
        self.assertEqual((self.value(cell, "opti"), self.value(cell, "post_agent")), (0.75, 30))

    def test_a_baseline_nobody_played_or_of_another_plan_is_refused(self):
        self.write_agents()
        self.refused('novphy: baseline "oracle": no file is of that agent; there are: a, b\n',
                     "measure", "a.jsonl", "b.jsonl", "--baseline", "oracle")
        self.write("c.jsonl", trial("P|PP"), {**HEAD, "plan_hash": "2", "agent": "c"})
        self.refused("novphy: baseline c: no other agent completed a trial of its plan\n",
                     "measure", "a.jsonl", "c.jsonl", "--baseline", "c")
        result = self.novphy("measure", "a.jsonl", "b.jsonl", "c.jsonl", "--baseline", "b")
        self.assertIn("warning: agent c: the baseline did not play its plan", result.stderr)

    def test_a_baseline_whose_tasks_are_others_is_refused(self):
        self.write_agents()
        self.write("c.jsonl", trial("P|PPPP"), {**HEAD, "plan_hash": "00112233445566ff", "agent": "c"})
        self.refused("the baseline played 1 normal and 4 novel tasks, expected 2 and 4",
                     "measure", "a.jsonl", "c.jsonl", "--baseline", "c")

    def test_a_window_longer_than_a_trial_is_refused(self):
        self.write_agents()
        for option in ("--m", "--m1", "--m2", "--sailon-m"):
            self.refused("= 5: expected 1 to 4, the novel tasks of a trial", "measure", "a.jsonl", option, "5")

    def test_trials_without_novel_tasks_are_named(self):
        self.write("a.jsonl", trial("PPP|"))
        result = self.novphy("measure", "a.jsonl", "--json")
        self.assertIn("warning: agent made by hand: 1 trial of fan rolling without a novel task", result.stderr)
        self.assertIsNone(self.value(json.loads(result.stdout)["agents"][0]["cells"][0], "aus"))

    def test_agents_are_compared_on_the_same_plan(self):
        self.write_agents()
        pair = self.measure("a.jsonl", "b.jsonl", "--compare")["comparisons"][0]
        self.assertEqual((pair["agent"], pair["less"], pair["trials"]), ("a", "b", 6))
        found = {m["measure"]: m for m in pair["measures"]}
        self.assertEqual(found["aus"]["difference"], 0.5)
        # six differences of 0.5, with -1 and 1: t = 3/8 / sqrt(2.375/7/8), 7 degrees of freedom
        self.assertAlmostEqual(found["aus"]["p"], 0.11142, 5)
        self.assertGreater(found["aus"]["p_holm"], found["aus"]["p"])
        low, high = found["aus"]["interval"]
        # 2.3646 sqrt(2.375/7/8) below their mean 3/8, and above the mean 1/2 of the six
        self.assertAlmostEqual(low, -0.11197, 5)
        self.assertAlmostEqual(high, 0.98697, 5)
        self.assertIn("a      b      AUS", self.novphy("measure", "a.jsonl", "b.jsonl", "--compare").stdout)

    def test_agents_of_different_plans_are_not_compared(self):
        self.write_agents()
        self.write("c.jsonl", trial("P|PP"), {**HEAD, "plan_hash": "2", "agent": "c"})
        self.refused("novphy: --compare: no two agents are known to have played trials of the same tasks, with as many in each\n", "measure", "a.jsonl", "c.jsonl", "--compare")

    def test_the_csv_is_tidy(self):
        self.write_agents()
        rows = list(csv.DictReader(io.StringIO(self.novphy("measure", "a.jsonl", "b.jsonl", "--csv").stdout)))
        cdt = [row for row in rows if row["measure"] == "cdt" and row["table"] == "cell"]
        self.assertEqual([(row["agent"], row["mean"], row["of_trials"]) for row in cdt], [("a", "1", "6"), ("b", "0", "6")])
        dd = [row["mean"] for row in rows if row["measure"] == "dd" and row["table"] == "nps"]
        self.assertEqual(dd, ["2", ""])

    def test_the_csv_holds_the_scores_of_detectors_where_they_are_asked_for(self):
        self.write_agents()
        text = self.novphy("measure", "a.jsonl", "--csv", "--sweep").stdout
        rows = [row for row in csv.DictReader(io.StringIO(text)) if row["table"] == "sweep"]
        self.assertEqual(len({row["setting"] for row in rows}), 12)

    def test_latex_has_a_column_for_each_agent(self):
        self.write_agents()
        text = self.novphy("measure", "a.jsonl", "b.jsonl", "--latex", "--measures", "cdt,aus").stdout
        self.assertIn("Novelty & Measure & a & b \\\\", text)
        self.assertIn("Fan & CDT & $1.00 \\pm$ -- ($n=6$) & $0.00 \\pm$ -- ($n=6$) \\\\", text)

    def test_text_shows_what_is_asked_for(self):
        self.write_agents()
        text = self.novphy("measure", "a.jsonl", "--measures", "pinto", "--intervals").stdout
        self.assertIn("WDT", text)
        self.assertNotIn("AUS", text)
        self.assertIn("Intervals at 95 %", text)

    def test_results_of_any_simulator_are_measured(self):
        rows = ["agent,novelty,scenario,trial,phase,passed,alarm"]
        rows += [f"robot,wind,stack,{t},normal,1,0" for t in (0, 1)]
        rows += [f"robot,wind,stack,{t},novel,{t},1" for t in (0, 1)]
        (self.folder / "robot.csv").write_text("\n".join(rows) + "\n")
        cell = self.measure("robot.csv")["agents"][0]["cells"][0]
        self.assertEqual((cell["novelty"], self.value(cell, "cdt"), self.value(cell, "aus")), ("wind", 1.0, 0.5))

    def test_each_file_is_read_once_so_that_it_may_be_a_pipe(self):
        self.write_agents()
        self.table("robot.csv", "agent,novelty,scenario,trial,phase,passed,alarm", "robot,wind,stack,0,normal,1,0", "robot,wind,stack,0,novel,1,1")
        self.table("datalab.csv", "trial,type,distribution_shift,detected_level", "0,010101,2,4")
        self.table("people.csv", "Score,LevelStatus,levelName,noveltyDetected",
                   *(f"1,Pass,novelty_level_{level}/type010101/Levels/00001_0_1_010101_2_3.xml,no" for level in (0, 1)))
        for name in ("a.jsonl", "robot.csv", "datalab.csv", "people.csv"):
            with self.subTest(name):
                piped = self.novphy("measure", "/dev/stdin", "b.jsonl", "--json", stdin=(self.folder / name).read_text())
                expected = self.novphy("measure", name, "b.jsonl", "--json")
                told = piped.stdout.replace("/dev/stdin", name).replace('"stdin"', '"datalab"')
                self.assertEqual(json.loads(told), json.loads(expected.stdout))

    def test_more_files_than_a_program_may_open_are_read(self):
        for number in range(300):
            self.table(f"{number}.csv", "agent,novelty,scenario,trial,phase,passed,alarm",
                       *(f"robot,wind,stack,{number},{phase},1,0" for phase in ("normal", "novel")))
        command = f"ulimit -n 250 && exec {program()} measure *.csv --json"
        self.assertEqual(json.loads(run(["bash", "-c", command], folder=self.folder).stdout)["agents"][0]["cells"][0]["trials"], 300)

    def table(self, name, head, *rows):
        (self.folder / name).write_text("\n".join([head, *rows]) + "\n")

    def test_tables_of_other_programs_are_measured_by_their_scores(self):
        head = ("trial_index,trial_id,novelty_level,novelty_difficulty,novelty_visibility,episode_index,performance,"
                "novelty_initiated,novelty_probability,novelty_threshold")
        for name, last in (("forest", 0.25), ("base", 0.5)):
            self.table(f"{name}.csv", head, "0,t0,201,easy,0,0,0.5,False,0.1,0.5", f"0,t0,201,easy,0,1,{last},True,0.5,0.5",
                       "0,t1,201,easy,1,0,0.5,False,0.1,0.5", f"0,t1,201,easy,1,1,{2 * last},True,0.7,0.5")
        forest = next(agent for agent in self.measure("forest.csv", "base.csv", "--baseline", "base", "--performance", "score",
                                                      "--at-least")["agents"] if agent["agent"] == "forest")
        values = [self.value(forest["cells"][0], key) for key in ("m3", "m4", "cdt", "aus", "pre_agent")]
        self.assertEqual(values, [0.5, 1.0, 1.0, None, 0.5])
        said = self.novphy("measure", "forest.csv").stderr
        self.assertIn("warning: forest.csv: reads novelty_visibility as informed, ", said)
        self.assertIn("has scores and no passes, so adaptation is not measured without --performance score", said)

    def test_columns_and_repeated_tasks_are_options(self):
        self.table("r.csv", "agent,kind,trial,task,phase,result", "a,ice,0,0,normal,win", "a,ice,0,1,novel,loss",
                   "a,ice,0,1,novel,win")
        columns = ["--columns", "novelty=kind,passed=result"]
        self.refused("so all its rows are of one scenario: a second record of ice all, trial 0, task 1, after line 3: expected each task once, or --repeats "
                     "first or last", "measure", "r.csv", *columns)
        for repeats, aus in (("first", 0.0), ("last", 1.0)):
            result = self.measure("r.csv", *columns, "--repeats", repeats)
            self.assertEqual(self.value(result["agents"][0]["cells"][0], "aus"), aus)
            self.assertEqual(result["conventions"]["repeats"], repeats)

    def test_the_unfinished_part_of_a_run_is_called_that(self):
        (self.folder / "r.jsonl.partial").write_text(json.dumps(HEAD) + '\n{"trial":0,"bytes":12,"hash":"0123456789abcdef"}\n')
        self.refused("r.jsonl.partial:2: this is a part of a run", "measure", "r.jsonl.partial")

    def test_the_window_of_the_shortest_trial_is_told_too(self):
        self.table("r.csv", "agent,novelty,scenario,trial,phase,passed", *["a,ice,x,0,novel,1"] * 8, *["a,ice,x,1,novel,1"] * 4)
        self.assertIn("AP over the last m = 2 to 4 novel tasks", self.novphy("measure", "r.csv").stdout)

    def test_nothing_depends_on_threads(self):
        self.write_agents()
        one, two = (self.novphy("measure", "a.jsonl", "b.jsonl", "--json", "--compare", "--jobs", n).stdout for n in "12")
        self.assertEqual(one, two)

    def test_an_interval_that_is_not_drawn_does_not_depend_on_the_seed(self):
        self.write("a.jsonl", sum((trial("P|PF" if n % 3 else "P|PP", n) for n in range(20)), []))
        aus = [self.measure("a.jsonl", "--seed", seed, "--resamples", "50")["agents"][0]["cells"][0]["measures"]["aus"]
               for seed in ("1", "2")]
        self.assertEqual(aus[0], aus[1])
        low, high = aus[0]["interval"]
        self.assertTrue(low < aus[0]["mean"] < high)

    def test_cells_of_few_trials_are_told(self):
        for count, told in ((9, True), (10, False)):
            self.write("a.jsonl", sum((trial("P|PF", n) for n in range(count)), []))
            text = self.novphy("measure", "a.jsonl").stdout
            self.assertEqual("1 novelty-scenario with fewer than 10 trials: the numbers say little." in text, told)


class Costs(MeasureTest):
    """Shots, and what language models spend, beside people."""

    PLAYDATA = ("EvaluationIndex,Score,LevelStatus,birdsRemaining,birdsAtStart,levelName,noveltyDetected", "{},5,{},{},3,"
                "Levels/novelty_level_{}/type010103/Levels/{:05}.xml,no")

    def write_person(self, name, letters, left):
        """Play data of a person of whose 3 birds this many remain in each task."""
        head, row = self.PLAYDATA
        normal, novel = letters.split("|")
        rows = [row.format(i, "Pass" if letter == "P" else "Fail", left, int(i >= len(normal)), i)
                for i, letter in enumerate(normal + novel)]
        (self.folder / name).write_text("\n".join([head, *rows]) + "\n")

    def write_model(self, name, number=0, letters="P|FFPPPP", **head):
        lines = trial(letters, number, scenario="rolling", novelty="objects")
        for line in lines:
            line.update(shots=[{"drag_m": [-1, 0]}] * 2, end="birds_used", digest="0123456789abcdef",
                        usage={"calls": 5, "tokens_in": 3000, "cost": 0.0125})
        self.write(name, lines, {**HEAD, "agent": "llm", "model": "m <script>", **head})

    def write_all(self):
        self.write_person("p1.csv", "P|FFPP", 2)
        self.write_person("p2.csv", "P|PPPP", 1)
        self.write_model("a.jsonl")
        self.write_model("b.jsonl", 1, "P|FFFFFF")
        return "p1.csv", "p2.csv", "a.jsonl", "b.jsonl"

    def test_an_agent_beside_people_has_an_efficiency(self):
        files = self.write_all()
        found = self.measure(*files)
        (one,) = found["efficiency"]
        self.assertEqual((one["agent"], one["people"], one["measure"]), ("llm", "people", "efficiency_shots"))
        # People pass the four places with 2, 2, 1.5 and 1.5 shots; of two trials, one passes the last two with 2 shots each.
        self.assertEqual((one["efficiency"], one["passed"], one["cells"], one["places"]), (0.1875, 0.25, 1, 4))
        self.assertEqual((one["score_shots"]["mean"], one["same_tasks"]), (.140625, 0))  # (0 + 0 + 9/16 + 9/16) / 8
        for low, mean, high in ((one["interval"][0], .1875, one["interval"][1]),
                                (one["score_shots"]["interval"][0], .140625, one["score_shots"]["interval"][1])):
            self.assertTrue(0 <= low < mean < high <= 1)
        text = self.novphy("measure", *files).stdout
        self.assertRegex(text, r"(?m)^llm +people +0\.19 \[\d\.\d\d, \d\.\d\d\] +0\.14 \[\d\.\d\d, \d\.\d\d\] +0\.25 +2 +0 +1 +4$")
        rows = list(csv.DictReader(io.StringIO(self.novphy("measure", *files, "--csv").stdout)))
        columns = ("agent", "measure", "mean", "setting", "score_shots")
        self.assertEqual([tuple(row[column] for column in columns) for row in rows if row["table"] == "efficiency"],
                         [("llm", "efficiency_shots", "0.1875", "people", "0.140625")])
        self.novphy("report", *files, "--out", "r.html")
        page = (self.folder / "r.html").read_text()
        self.assertIn('<h2 id="efficiency">', page)
        self.assertIn("<th class=\"name\">m &lt;script&gt;</th>", page)
        self.assertNotIn("m <script>", page)
        self.assertNotIn("Efficiency", self.novphy("measure", "a.jsonl").stdout)

    def test_costs_have_columns_where_they_are_known(self):
        self.write_all()
        text = self.novphy("measure", "a.jsonl").stdout
        self.assertRegex(text, r"(?m)normal +calls +tokens in +cost, \$$")
        self.assertRegex(text, r"(?m)^objects +rolling +1 .* 5\.00 +3000\.00 +0\.0125$")
        self.assertIn("Model: m <script>.", text)
        self.assertNotIn("calls", self.novphy("measure", "p1.csv").stdout)
        self.assertIsNone(self.value("p1.csv", "cost"))

    def value(self, file, key):
        return self.measure(file)["agents"][0]["overall"]["measures"][key]["mean"]

    def test_different_models_are_not_put_together(self):
        self.write_model("a.jsonl")
        self.write_model("b.jsonl", 1, model="n")
        self.refused("novphy: b.jsonl:1: was played by the model \"n\", while a.jsonl was played by the model \"m <script>\": "
                     "expected the same for all files of an agent, or another name (--agent)\n", "measure", "a.jsonl", "b.jsonl")


class Sweep(MeasureTest):
    def test_every_setting_of_appendix_d_is_tried(self):
        runs = records("calibration", "PPPPF", 0) + records("calibration", "PPPFF", 1)
        self.write("a.jsonl", runs + sum((trial("PPPPPFPPPP|FFFFFFFFFF", n) for n in range(3)), []))
        sweep = json.loads(self.novphy("measure", "a.jsonl", "--json", "--sweep").stdout)["sweeps"][0]
        self.assertEqual(len(sweep["settings"]), 12)
        settings = {row["detector"]: row for row in sweep["settings"]}
        self.assertEqual(sweep["best"], "pma:10:1.5")  # 9 of 10 passed: only failures of the novel tasks fire
        self.assertEqual((settings["pma:10:1.5"]["cdt"], settings["sma:5:0.2"]["wdt"], settings["sma:10:0.2"]["cdt"]),
                         (1.0, 1.0, 0.0))  # sma with a window of 10 never fires above 0.1
        self.assertFalse(sweep["from_trials"])
        self.assertIn("so its numbers are optimistic", self.novphy("measure", "a.jsonl", "--sweep").stdout)


class Report(MeasureTest):
    def test_a_report_is_one_file_that_loads_nothing(self):
        self.write_agents()
        self.novphy("report", "a.jsonl", "b.jsonl", "--baseline", "b", "--out", "report.html", "--title", "A < B")
        page = (self.folder / "report.html").read_text()
        self.assertIn("<title>A &lt; B</title>", page)
        for heading in ("summary", "comparison", "curves", "nps", "spn", "families", "classes", "sweep", "cells",
                        "runs", "definitions"):
            self.assertIn(f'<h2 id="{heading}">', page)
        self.assertEqual(re.findall(r'(?:src|href)="(?!#|data:)[^"]*"', page.replace("xlink:href", "")), [])
        self.assertNotIn("nan", page.lower().replace("nance", ""))
        self.assertEqual(names_in(self.folder), ["a.jsonl", "b.jsonl", "report.html"])

    def test_figures_are_written_as_svg_png_and_pdf(self):
        self.write_agents()
        self.novphy("report", "a.jsonl", "b.jsonl", "--out", "report.html", "--plots", "plots")
        names = {path.name for path in (self.folder / "plots").iterdir()}
        for figure in ("pass_rates_by_novelty", "detection_by_novelty", "agents_by_scenario", "heat_map_cdt"):
            self.assertLessEqual({figure + ".svg", figure + ".png", figure + ".pdf"}, names)
        self.assertTrue((self.folder / "plots" / "heat_map_cdt.png").read_bytes().startswith(b"\x89PNG"))
        self.assertTrue((self.folder / "plots" / "heat_map_cdt.pdf").read_bytes().startswith(b"%PDF"))

    def test_a_folder_for_a_paper_holds_four_figures_and_two_tables(self):
        self.write_agents()
        for name in ("paper", "again", "paper"):  # a folder that it wrote is written anew
            done = self.novphy("report", "a.jsonl", "b.jsonl", "--paper", "--out", name)
            self.assertEqual(done.stdout, name + "\n")
        files = {path.name: path.read_bytes() for path in (self.folder / "paper").iterdir()}
        self.assertEqual(files, {path.name: path.read_bytes() for path in (self.folder / "again").iterdir()})
        figures = ("figure_1_agents_by_novelty", "figure_2_pass_rates", "figure_3_detection", "figure_4_agents_by_scenario")
        self.assertEqual(sorted(files), sorted([*(name + end for name in figures for end in (".svg", ".pdf")),
                                                "table_1_nps.tex", "table_2_spn.tex"]))
        for name, content in files.items():
            text = content.decode(errors="replace")
            self.assertTrue(text.startswith({"svg": "<?xml", "pdf": "%PDF", "tex": "\\begin{table}"}[name[-3:]]), name)
            if not name.endswith(".pdf"):
                self.assertRegex(text, r"95 \\?% ")
                self.assertRegex(text, r"n = 6 trials|& n &")
        self.assertIn(r"a & $6$ & $1.00$ $[0.", files["table_1_nps.tex"].decode())

    def test_nothing_of_others_is_lost_for_a_paper(self):
        self.write_agents()
        (self.folder / "mine").mkdir()
        (self.folder / "mine" / "thesis.tex").write_text("mine")
        for out, words in (("mine", "mine/thesis.tex: was not written for a paper and would be lost: expected another folder"),
                           ("a.jsonl", "a.jsonl: is an input"), ("-", '--out: found "-", expected a folder, as --paper is given'),
                           ("b.jsonl/paper", "b.jsonl")):
            with self.subTest(out):
                self.refused(words, "report", "a.jsonl", "--paper", "--out", out)
        self.refused("--paper excludes --plots", "report", "a.jsonl", "--paper", "--out", "x", "--plots", "y")
        self.refused("missing.jsonl: cannot be read", "report", "missing.jsonl", "--paper", "--out", "x")

    def test_the_same_records_give_the_same_bytes(self):
        self.write_agents()
        for name in ("one.html", "two.html"):
            self.novphy("report", "a.jsonl", "b.jsonl", "--out", name)
        self.assertEqual((self.folder / "one.html").read_bytes(), (self.folder / "two.html").read_bytes())

    def test_pictures_of_plays_stand_beside_the_page_that_links_them(self):
        self.novphy("plan", "--pairs", ROOT / "tests/trials/pairs", *small_plan(trials=2), "--out", "plan.json")
        self.novphy("run", "plan.json", "--agent", "random", "--out", "a.jsonl")
        (self.folder / "pages").mkdir()
        for jobs in "1", "2":
            result = self.novphy("report", "a.jsonl", "--out", f"pages/{jobs}.html", "--plays", f"of {jobs}", "--jobs", jobs)
            self.assertEqual(result.stderr, "")
        names = ["1_rolling_agents_0.png", "1_single_force_events_0.png"]
        self.assertEqual(names_in(self.folder / "of 1"), names)
        for name in names:
            picture = (self.folder / "of 1" / name).read_bytes()
            self.assertTrue(picture.startswith(b"\x89PNG"))
            self.assertEqual(picture, (self.folder / "of 2" / name).read_bytes())
            self.assertIn(f'<a href="../of%201/{name}">plays</a>', (self.folder / "pages/1.html").read_text())
        lines = self.read("a.jsonl")
        first_novel = next(line for line in lines[1:] if line["phase"] == "novel" and line["novelty"] == "agents")
        first_novel["digest"] = "0123456789abcdef"
        self.write("b.jsonl", lines[1:], lines[0])
        result = self.novphy("report", "b.jsonl", "--out", "b.html", "--plays", "other")
        self.assertIn("b.jsonl: no picture of 1 of 2 trials, whose plays come out differently today", result.stderr)
        self.assertEqual(names_in(self.folder / "other"), names[1:])
        (self.folder / "plan.json").rename(self.folder / "moved.json")
        result = self.novphy("report", "a.jsonl", "--out", "c.html", "--plays", "none")
        self.assertIn("a.jsonl: no pictures of its plays: the plan plan.json was not found", result.stderr)
        self.novphy("report", "a.jsonl", "--out", "c.html", "--plays", "again", "--plan", "moved.json")
        self.assertEqual(len(list((self.folder / "again").iterdir())), 2)

    def test_a_plan_of_other_records_is_refused(self):
        self.write_agents()
        self.refused("plan-1.json", "report", "a.jsonl", "--out", "report.html", "--plan", ROOT / "levels/standard/plan-1.json")


if __name__ == "__main__":
    main()
