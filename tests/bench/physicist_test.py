"""Tests scripts/physicist.sh on few tasks, and bench/physicist_table.py on made-up records. Usage: physicist_test.py PROGRAM"""

import json
import shlex
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import ROOT, FolderTest, error_of, everything_in, json_lines, main, program, run

SCRIPT = ROOT / "scripts/physicist.sh"
COLUMNS = "agent,table,novelty,scenario,measure,mean"


def record(scenario, trial, task, passed, text="", **others):
    return {"novelty": "goals", "scenario": scenario, "trial": trial, "phase": "novel", "task": task, "passed": passed, "reported_text": text,
            **others}


class Table(FolderTest):
    """Two pairs: in rolling/goals all is well, in sliding/goals the agent failed both tasks of the last half."""

    def setUp(self):
        super().setUp()
        goals = [("rolling", "normal", 1), ("rolling", "ap", 1), ("sliding", "normal", .6), ("sliding", "ap", 0), ("sliding", "dd", 3.5), ("sliding", "wdt", 0)]
        rows = [COLUMNS, *(f"physicist,cell,goals,{scenario},{measure},{mean}" for scenario, measure, mean in goals),
                "physicist,cell,goals,rolling,dd,", "physicist,nps,goals,,ap,.5", "physicist,spn,,sliding,ap,0", "physicist,overall,,,ap,.525",
                "physicist,control,,,false_alarms,.1", "Human,paper_nps,goals,,ap,.78", "Random,paper_nps,goals,,ap,.02"]
        self.measures("agent", rows)
        self.measures("agent.sma", [COLUMNS, "physicist,overall,,,cdt,.25"])
        self.measures("agent.pma", [COLUMNS, "physicist,overall,,,cdt,.75"])
        records = [record("rolling", 0, 2 + i, True) for i in range(4)] + [record("rolling", 1, 2, False, control=True)]
        records += [record("sliding", 0, 2 + i, i == 1, f"Throw 1: passes with probability 0.{i}3. Surprise: {i}.5. Air pushes | by {i}.25 N." if i else "") for i in range(4)]
        records.append({**record("sliding", 0, 1, False), "phase": "normal"})
        lines = [{"format": 1}, *records]
        (self.folder / "agent.jsonl").write_text("\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")

    def measures(self, name, rows):
        (self.folder / f"{name}.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")

    def printed(self):
        return run([sys.executable, "-B", ROOT / "bench/physicist_table.py", self.folder / "agent"]).stdout

    def test_means_stand_beside_what_is_wanted_and_what_people_reach(self):
        text = self.printed()
        self.assertIn("| AP, last half of the novel tasks | .53 | at least .70 |", text)
        self.assertIn("| control trials with an alarm | .10 | at most .05 |", text)
        self.assertIn("| goals | - | - | - | .50 | - |", text)
        self.assertIn("| sliding | - | - | - | .00 | - |", text)
        # People played four novel tasks, so only these stand beside them.
        self.assertIn("| goals | .50 | .78 | .67 | - |\n| all | .50 (n = 1, no interval) |  | .67 (n = 1, no interval) |  |\n", text)
        self.assertIn("| goals | 1.00 | .00 | .50 |\n| mean | - | .00 | .53 |", text)  # the grid of AP
        self.assertNotIn("racle", text)

    def test_the_intervals_of_the_page_are_those_that_it_shows(self):
        file = ROOT / "docs/results/physicist.csv"
        shown = file.with_suffix(".md").read_text(encoding="utf-8") + file.read_text(encoding="utf-8")
        text = run([sys.executable, "-B", ROOT / "bench/physicist_table.py", file]).stdout
        ap = text[text.index("**AP**"):text.index("**Pass rate of normal tasks**")]
        means = [line.split(" | ")[-1].rstrip(" |") for line in ap.splitlines()[4:] if "|" in line]
        self.assertEqual(means[0], ".87 [.80, .94]")  # over 40 cells
        for mean in [*means, ".80 [.59, 1.00]", ".39 [.07, .71]"]:
            self.assertIn(mean, text)
            self.assertIn(mean, shown)
        self.assertEqual(run([sys.executable, "-B", ROOT / "bench/physicist_table.py", "3/80"]).stdout, ".037 [.013, .105]\n")

    def test_printed_tables_become_csv_after_their_titles(self):
        text = run([ROOT / "scripts/tables_csv.py"], stdin=self.printed()).stdout
        self.assertIn('\ntable,,normal,CDT,DD,AP,AUS trapz\nBy novelty,goals,-,-,-,.50,-\n', text)
        self.assertIn("\nAP,goals,1.00,.00,.50\nAP,mean,-,.00,.53\n", text)
        self.assertIn('\n"Alarms by its own probability, and by detectors that see its passes alone",sma:5:0.2,.25,-,-,-\n', text)

    def test_missing_files_are_named_in_one_line(self):
        text = error_of([sys.executable, "-B", ROOT / "bench/physicist_table.py", self.folder / "nobody"], begin="physicist_table.py: ")
        self.assertIn("nobody.csv: No such file or directory; expected", text)

    def test_pass_rates_are_told_by_the_place_in_the_trial(self):
        self.assertIn("|  | 1 | 2 | 3 | 4 |\n| --- | --- | --- | --- | --- |\n| goals | .50 | 1.00 | .50 | .50 |\n| all | .50 | 1.00 | .50 | .50 |\n", self.printed())

    def test_detectors_stand_beside_the_agents_own_alarms(self):
        text = self.printed()
        self.assertIn("| `sma:5:0.2` | .25 | - | - | - |", text)
        self.assertIn("| `pma:10:1.5` | .75 | - | - | - |", text)

    def test_control_trials_alone_have_alarms_and_nothing_else(self):
        self.measures("agent", [COLUMNS, "physicist,control,,,false_alarms,.1"])
        text = self.printed()
        self.assertIn("| its own probability | - | - | - | .10 |", text)
        self.assertEqual(text.count("**") // 2, 1)

    def test_pairs_that_fail_tell_where_and_what_the_agent_said(self):
        failing = self.printed().split("not as wanted**")[1]
        self.assertIn("| sliding/goals | normal .60, ap .00, dd 3.50 | 2 of 2 | Air pushes / by 3.25 N. (2 of 2) |", failing)
        self.assertNotIn("rolling/goals", failing)

    def test_the_oracle_is_the_ceiling_where_it_has_played(self):
        self.measures("oracle", [COLUMNS, "oracle,overall,,,ap,.9", "oracle,nps,goals,,ap,.8"])
        text = self.printed()
        self.assertIn("| AP of the oracle, which is told each task | .90 |  |", text)
        self.assertIn("| goals | - | - | - | .50 | - | .80 |", text)


class Script(FolderTest):
    def few(self, *options, program=program):
        return ["bash", SCRIPT, "--program", program(), "--out", self.folder / "out", "--trials", "1", "--min-normal", "1", "--max-normal", "1",
                "--novel", "2", "--pool", "3", "--jobs", "2", *options]

    def test_tables_come_of_few_tasks_and_a_second_start_plays_nothing_again(self):
        command = self.few("--pair", "single_force/objects", "--plays", "5", "--noise", "1")
        text = run(command).stdout
        self.assertIn("| objects |", text)
        head, *records = json_lines(self.folder / "out/physicist_plays_5_noise_1.jsonl")
        self.assertEqual((head["agent"], len(records)), ("physicist:plays=5,noise=1", 6))
        before = everything_in(self.folder)
        again = run(command)
        self.assertEqual(again.stdout, text)
        self.assertEqual(everything_in(self.folder), before)
        self.assertIn("2 trials were there already", again.stderr)
        error = run([*command, "--control", "0"], code=2).stderr
        self.assertIn("plan.json is a plan of other trials; give another --out", error)
        self.assertEqual(everything_in(self.folder), before)

    def test_the_oracle_plays_the_tasks_of_an_injected_novelty(self):
        text = run(self.few("--pair", "rolling/agents", "--inject", "heavy", program=self.program_of_random)).stdout
        self.assertIn("| AP of the oracle, which is told each task |", text)

    def program_of_random(self):
        """The program with random in the physicist's place: what is slow to explain need not be explained here."""
        file = self.folder / "novphy"
        file.write_text(f'#!/bin/bash\nexec {shlex.quote(program())} "${{@/#physicist*/random}}"\n', encoding="utf-8")
        file.chmod(0o755)
        return file

    def test_wrong_options_are_refused(self):
        for options, message in ((["--nose", "2"], "found --nose, expected an option"), (["--noise"], "found --noise at the end"), (["2", "3"], "found 2")):
            self.assertIn(message, error_of([SCRIPT, *options], folder=self.folder))
        self.assertIn("nowhere is not there", error_of([SCRIPT, "--program", "nowhere"], folder=self.folder))
        self.assertEqual(everything_in(self.folder), {})


if __name__ == "__main__":
    main()
