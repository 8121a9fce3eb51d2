"""Tests scripts/physicist.sh on few tasks, and bench/physicist_table.py on made-up records. Usage: physicist_test.py PROGRAM"""

import hashlib
import json
import shlex
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import ROOT, FolderTest, error_of, everything_in, json_lines, main, program, run

SCRIPT = ROOT / "scripts/physicist.sh"
ALL = ROOT / "scripts/physicist_all.sh"
TABLE = [sys.executable, "-B", ROOT / "bench/physicist_table.py"]
COLUMNS = "agent,table,novelty,scenario,measure,mean,of_trials,at,low,high"


def record(scenario, trial, task, passed, text="", **others):
    return {"novelty": "goals", "scenario": scenario, "trial": trial, "phase": "novel", "task": task, "passed": passed, "reported_text": text,
            **others}


class Table(FolderTest):
    """Two pairs: in rolling/goals all is well, in sliding/goals the agent failed both tasks of the last half."""

    def setUp(self):
        super().setUp()
        goals = [("rolling", "normal", 1), ("rolling", "ap", 1), ("sliding", "normal", .6), ("sliding", "ap", 0), ("sliding", "dd", 3.5), ("sliding", "wdt", 0)]
        rows = [COLUMNS, *(f"physicist,cell,goals,{scenario},{measure},{mean}" for scenario, measure, mean in goals),
                *(f"physicist,cell,goals,{scenario},cdt,{mean},3" for scenario, mean in (("rolling", 1), ("sliding", .667))),
                *(f"people,curve,,,pass_rate,.{place}5,230,{place},.1,.9" for place in range(-1, 4)),
                *(f"people,curve,,sliding,pass_rate,{mean},9,{place},.1,.9" for place, mean in enumerate((.3, .6, .7, .8))), "people,overall,,,ap,.99",
                "physicist,cell,goals,rolling,dd,", "physicist,nps,goals,,ap,.5", "physicist,spn,,sliding,ap,0", "physicist,overall,,,ap,.525",
                "physicist,control,,,false_alarms,.1,40", "Human,paper_nps,goals,,ap,.78", "Random,paper_nps,goals,,ap,.02"]
        self.measures("agent", rows)
        self.measures("agent.sma", [COLUMNS, "physicist,overall,,,cdt,.25"])
        self.measures("agent.pma", [COLUMNS, "physicist,overall,,,cdt,.75"])
        records = [record("rolling", 0, 2 + i, True) for i in range(4)] + [record("rolling", 1, 2, False, control=True)]
        records += [record("sliding", 0, 2 + i, i == 1, f"Throw 1: passes with probability 0.{i}3. Surprise: {i}.5. Air pushes | by {i}.25 N." if i else "") for i in range(4)]
        records.append({**record("sliding", 0, 1, False), "phase": "normal"})
        lines = [{"format": 1, "agent": "physicist"}, *records]
        (self.folder / "agent.jsonl").write_text("\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")

    def measures(self, name, rows):
        (self.folder / f"{name}.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")

    def printed(self):
        return run([*TABLE, self.folder / "agent"]).stdout

    def test_means_stand_beside_what_is_wanted_and_what_people_reach(self):
        text = self.printed()
        self.assertIn("| AP, last half of the novel tasks | .50 [.00, 1.00] | .50 (n = 1, no interval) | at least .70 |", text)
        self.assertIn("| CDT: 5 of 6 | .833 [.436, .970] |  | at least .9 |", text)
        self.assertIn("| control trials with an alarm: 4 of 40 | .100 [.040, .231] |  | at most .05 |", text)
        self.assertIn("| goals | - | - | - | .50 [.00, 1.00] | - |", text)
        self.assertIn("| sliding | - | - | - | .00 (n = 1, no interval) | - |", text)
        # Places without play data of people have none.
        self.assertIn("| 1 | .50 (n = 1, no interval) | .05 [.10, .90] |\n| 2 | 1.00 (n = 1, no interval) | .15 [.10, .90] |", text)
        # People played four novel tasks, so only these stand beside them.
        self.assertIn("| goals | .50 | .78 | .67 | - |\n| all | .50 (n = 1, no interval) |  | .67 (n = 1, no interval) |  |\n", text)
        self.assertIn("| goals | 1.00 | .00 | .50 |\n| mean | - | .00 | .53 |", text)  # the grid of AP
        self.assertNotIn("racle", text)

    def test_intervals_are_students_and_wilsons(self):
        self.assertEqual(run([*TABLE, "3/80"]).stdout, ".037 [.013, .105]\n")
        rows = [f"physicist,cell,goals,{scenario},ap,{mean}" for scenario, mean in zip(("rolling", "sliding", "falling"), (.5, .6, .7))]
        self.measures("agent", [COLUMNS, *rows, *(f"physicist,cell,events,s{i},ap,{mean}" for i, mean in enumerate([.4, .8] * 6))])
        # 15 pairs: mean .6, standard deviation .18127, t(14) = 2.145; two novelties, of .6 each
        self.assertIn("| .60 [.50, .70] | .60 (all 2 equal) |", self.printed())

    def test_printed_tables_become_csv_after_their_titles(self):
        text = run([ROOT / "scripts/tables_csv.py"], stdin=self.printed()).stdout
        self.assertIn('\ntable,,normal,CDT,DD,AP,AUS trapz\nBy novelty,goals,-,-,-,".50 [.00, 1.00]",-\n', text)
        self.assertIn("\nAP,goals,1.00,.00,.50\nAP,mean,-,.00,.53\n", text)
        parts = run([ROOT / "scripts/tables_csv.py"], stdin="## levels\n\n" + self.printed()).stdout
        self.assertIn("\nlevels: AP,mean,-,.00,.53\n", parts)
        self.assertIn('\n"Alarms by its own probability, and by detectors that see its passes alone",sma:5:0.2,.25,-,-,-\n', text)

    def test_missing_files_are_named_in_one_line(self):
        text = error_of([*TABLE, self.folder / "nobody"], begin="physicist_table.py: ")
        self.assertIn("nobody.csv: No such file or directory; expected", text)

    def test_pass_rates_are_told_by_the_place_in_the_trial(self):
        self.assertIn("|  | 1 | 2 | 3 | 4 |\n| --- | --- | --- | --- | --- |\n| goals | .50 | 1.00 | .50 | .50 |\n| all | .50 | 1.00 | .50 | .50 |\n", self.printed())

    def test_the_first_four_tasks_stand_beside_peoples(self):
        self.assertIn("|  | mean | people |\n| --- | --- | --- |\n| goals | .62 | - |\n| rolling | 1.00 | - |\n| sliding | .25 | .60 |\n| all | .62 | .20 |\n",
                      self.printed())

    def test_sets_of_the_same_pairs_stand_below_the_first(self):
        (self.folder / "x").mkdir()
        self.measures("x/agent", [COLUMNS, "physicist,cell,goals,rolling,ap,.5", "physicist,cell,goals,sliding,ap,.3"])
        text = run([*TABLE, "--sets", self.folder / "agent", self.folder / "x/agent"]).stdout
        self.assertIn("| x | - | - | - | - | - | - | .10 [-1.00, 1.00] | - | - |\n", text)

    def test_detectors_stand_beside_the_agents_own_alarms(self):
        text = self.printed()
        self.assertIn("| `sma:5:0.2` | .25 | - | - | - |", text)
        self.assertIn("| `pma:10:1.5` | .75 | - | - | - |", text)

    def test_control_trials_alone_have_alarms_and_nothing_else(self):
        self.measures("agent", [COLUMNS, "physicist,control,,,false_alarms,.1,40"])
        text = self.printed()
        self.assertIn("| its own probability | - | - | - | .100 [.040, .231] |", text)
        self.assertEqual(text.count("**") // 2, 1)
        self.measures("other", [COLUMNS, "physicist,control,,,false_alarms,0,20"])
        text = run([*TABLE, "--controls", self.folder / "agent", self.folder / "other"]).stdout
        self.assertIn(f"| {self.folder.name} | 0 of 20 | .000 [.000, .161] |\n| all | 4 of 60 | .067 [.026, .159] |", text)

    def test_other_agents_stand_below_the_first_with_their_differences(self):
        (self.folder / "other.jsonl").write_text('{"agent": "exec:x", "name": "other"}\n', encoding="utf-8")
        values = (("rolling", "ap", .5), ("sliding", "ap", .2), ("rolling", "cdt", 1))
        self.measures("other", [COLUMNS, "exec:x,overall,,,ap,.35", *(f"exec:x,cell,goals,{scenario},{measure},{mean}" for scenario, measure, mean in values)])
        text = run([*TABLE, self.folder / "agent", self.folder / "other"]).stdout
        self.assertIn("| `physicist` | - | - | - | .53 | - | .100 [.040, .231] |  |  |  |\n", text)
        # AP is 1 - .5 and 0 - .2: .15 +- 12.7 * .35; sliding has no CDT of the other.
        self.assertIn("| `other` | - | - | - | .35 | - | - | .15 [-1.00, 1.00] | - | .00 (n = 1, no interval) |\n", text)

    def test_invented_pairs_are_told_by_law(self):
        laws = [("drag_3-0a1b", .2), ("drag_14-ffff", .6), ("fast_bird_7-12ab", 1)]
        self.measures("agent", [COLUMNS, *(f"physicist,cell,{name},rolling,ap,{mean}" for name, mean in laws)])
        lines = [{"agent": "physicist"}, *({**record("rolling", 0, 2 + i, True), "novelty": name} for name, _ in laws for i in range(4))]
        (self.folder / "agent.jsonl").write_text("\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")
        text = self.printed()
        self.assertIn("| drag | 2 | - | - | - | .40 | - |\n| fast_bird | 1 | - | - | - | 1.00 | - |\n", text)
        self.assertNotIn("By novelty", text)

    def test_pairs_that_fail_tell_where_and_what_the_agent_said(self):
        failing = self.printed().split("not as wanted**")[1]
        self.assertIn("| sliding/goals | normal .60, cdt .67, ap .00, dd 3.50 | 2 of 2 | Air pushes / by 3.25 N. (2 of 2) |", failing)
        self.assertNotIn("rolling/goals", failing)

    def test_the_oracle_is_the_ceiling_where_it_has_played(self):
        self.measures("oracle", [COLUMNS, "oracle,overall,,,ap,.9", "oracle,nps,goals,,ap,.8"])
        text = self.printed()
        self.assertIn("| AP of the oracle, which is told each task | .90 |  |  |", text)
        self.assertIn("| goals | - | - | - | .50 [.00, 1.00] | - | .80 |", text)


def program_of_random(folder):
    """The program with random in the place of physicists, who are slow, and a shipped pair for an invented one."""
    file = folder / "novphy"
    file.write_text(f"""#!/bin/bash
arguments=()
if [[ $1 == invent ]]; then
  echo "$@" >>{folder}/invented
  mkdir -p "${{@: -1}}/pairs" && cp {ROOT}/levels/templates/rolling/goals.json "${{@: -1}}/pairs" && exit
fi
for each; do
  if [[ $each == physicist* ]]; then arguments+=(random --name "x-$each"); else arguments+=("$each"); fi
done
exec {shlex.quote(program())} "${{arguments[@]}}"
""", encoding="utf-8")
    file.chmod(0o755)
    return file


class Script(FolderTest):
    def few(self, *options, program=program):
        return ["bash", SCRIPT, "--program", program(), "--out", self.folder / "out", "--trials", "1", "--min-normal", "1", "--max-normal", "1",
                "--novel", "2", "--pool", "3", "--jobs", "2", *options]

    def test_tables_come_of_few_tasks_and_a_second_start_plays_nothing_again(self):
        command = self.few("--pair", "single_force/objects", "--agent", "physicist:plays=5", "--noise", "1")
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
        text = run(self.few("--pair", "rolling/agents", "--inject", "heavy", program=lambda: program_of_random(self.folder))).stdout
        self.assertIn("| AP of the oracle, which is told each task |", text)

    def test_wrong_options_are_refused(self):
        for options, message in ((["--nose", "2"], "found --nose, expected an option"), (["--noise"], "found --noise at the end"), (["2", "3"], "found 2")):
            self.assertIn(message, error_of([SCRIPT, *options], folder=self.folder))
        self.assertIn("nowhere is not there", error_of([SCRIPT, "--program", "nowhere"], folder=self.folder))
        self.assertEqual(everything_in(self.folder), {})

    def test_all_parts_can_be_rehearsed_and_go_on(self):
        command = [ALL, "--rehearse", "--program", program_of_random(self.folder), "--jobs", "2", "--out", self.folder / "all", "--people", self.folder]
        text = run([*command, "shipped", "levels", "questions", "controls", "rivals", "rescaled"]).stdout
        first, *parts = text.split("## ")
        self.assertEqual((first, [part.split()[0] for part in parts]), ("", ["shipped", "levels", "questions", "controls", "rivals", "rescaled"]))
        shipped, levels, questions, controls, rivals, rescaled = parts
        self.assertEqual(shipped.count("\n| `x-physicist:level="), 2)
        for name in ("level=2", *(f"level=1,without={what}" for what in ("shooting", "proposals", "exploring", "memory"))):
            self.assertIn(f"\n| `x-physicist:{name}` | ", levels)
        self.assertIn("| shipped | 0 of 2 | .000 [.000, .658] |\n| control13 | 0 of 4 |", controls)
        self.assertIn("| all | 0 of 10 |", controls)
        names = [line.split(" ")[1] for line in rivals.splitlines() if line.startswith("| `")]
        self.assertEqual(names, [f"`{name}`" for name in ("x-physicist:level=1", "dqn:adapt", "dqn:adapt:untold", "relational:adapt", "relational:adapt:untold")])
        heads = {file.name: json_lines(file)[0] for file in (self.folder / "all/shipped").glob("*.jsonl") if file.name.startswith("dqn")}
        self.assertEqual({name: head.get("informed", False) for name, head in heads.items()}, {"dqn_adapt.jsonl": True, "dqn_adapt_untold.jsonl": False})
        self.assertEqual(questions.count("x-physicist:level=1"), 6)
        self.assertRegex(rescaled, r"Seed \d+: catalogue:/effects/fan/force_n/0=\S+ .*\n\n\*\*Sets of tasks of the same pairs")
        self.assertRegex(rescaled, r"\| rescaled \| .*\n\| as_shipped \| ")
        changed = [len(json_lines(self.folder / "all" / name / "physicist_level_1.jsonl")[0].get("overrides", [])) for name in ("rescaled", "as_shipped")]
        self.assertEqual(changed, [8, 0])
        self.assertRegex(rescaled, r"\| rescaled \| \d+\.\d \| \d+\.\d \|\n\| all \| ")
        again = run([*command, "levels"])
        self.assertEqual(again.stdout.split("**Time")[0], "## " + levels)
        self.assertIn("2 trials were there already", again.stderr)

    def test_wrong_parts_are_refused(self):
        for options, message in ((["everything"], "found everything, expected a part: fresh"), (["--full"], "found --full at the end"), (["--nose", "2"], "found --nose")):
            self.assertIn(message, error_of([ALL, *options], folder=self.folder))


class Fresh(FolderTest):
    """In a tree of its own with a frozen set."""

    def setUp(self):
        super().setUp()
        self.tree, self.secret = self.folder / "tree", self.folder / "secret"
        for name in ("scripts/physicist.sh", "scripts/physicist_all.sh", "bench/physicist_table.py"):
            (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.tree / name)
        for folder in ("agents", "docs/results"):
            (self.tree / folder).mkdir(parents=True)
        self.agent = self.tree / "agents/agent.cpp"
        self.agent.write_text("1\n", encoding="utf-8")
        self.frozen = self.tree / "docs/results/fresh_set.json"
        run(["git", "init", "-q", self.tree])
        self.commit()
        self.freezing = run(self.script("--rehearse", "--freeze", self.secret)).stdout

    def script(self, *options):
        return [self.tree / "scripts/physicist_all.sh", "--program", program_of_random(self.folder), "--jobs", "2", "--out", self.folder / "out", *options]

    def commit(self):
        run(["git", "-C", self.tree, "add", "-A"])
        run(["git", "-C", self.tree, "-c", "user.name=n", "-c", "user.email=n@n", "commit", "-q", "-m", "x"])

    def refused(self, message, *options):
        self.assertIn(message, error_of(self.script(*options), folder=self.folder, begin="physicist_all.sh: "))

    def test_a_frozen_set_is_played_once_with_its_secret_its_sources_and_its_agent(self):
        self.assertIn(f"The secret is in {self.secret}. Commit docs/results/fresh_set.json", self.freezing)
        self.assertRegex(self.secret.read_text(encoding="utf-8"), "^[0-9a-f]{64}$")
        frozen = json.loads(self.frozen.read_text(encoding="utf-8"))
        self.assertEqual(frozen["agent"], "physicist:level=1")
        self.assertEqual(frozen["secret_sha256"], hashlib.sha256(self.secret.read_bytes()).hexdigest())
        self.refused("fresh_set.json is in no commit", "--fresh", self.secret)
        self.commit()
        text = run(self.script("--fresh", self.secret)).stdout
        commit = run(["git", "-C", self.tree, "rev-parse", "HEAD"]).stdout.strip()
        self.assertIn(f"Secret of SHA-256 {frozen['secret_sha256']}, agent physicist:level=1, frozen by commit {commit}. Played once: this is the whole", text)
        self.assertIn("| goals | ", text)
        again = run(self.script("--fresh", self.secret))
        self.assertEqual(again.stdout.split("**Time")[0], text.split("**Time")[0])
        self.assertIn("1 trial was there already", again.stderr)
        calls = (self.folder / "invented").read_text(encoding="utf-8").splitlines()
        self.assertEqual(len(calls), 1)
        self.assertIn(f"invent --count 1 --seed 1 --members 0 --secret {self.secret} ", calls[0])
        plan = json.loads((self.folder / f"out/fresh_{frozen['secret_sha256'][:12]}/plan.json").read_text(encoding="utf-8"))
        self.assertIn(frozen["secret_sha256"], json.dumps(plan))
        self.frozen.write_text(json.dumps({**frozen, "agent": "physicist:level=0"}), encoding="utf-8")
        self.refused("fresh_set.json is not as in commit", "--fresh", self.secret)
        self.commit()
        self.refused("another agent has played this set", "--fresh", self.secret)

    def test_another_secret_and_other_sources_are_refused(self):
        self.refused(f"{self.secret} is there already", "--freeze", self.secret)
        self.refused("could be committed: give a file outside the tree", "--freeze", self.tree / "secret")
        self.commit()
        self.refused("expected --fresh FILE", "fresh")
        other = self.folder / "other"
        other.write_text("0" * 64, encoding="utf-8")
        self.refused("other is another secret than the frozen one", "--fresh", other)
        new = self.agent.with_name("new.cpp")
        new.write_text("1\n", encoding="utf-8")
        self.refused("the sources are not those frozen by commit", "--fresh", self.secret)
        new.unlink()
        self.agent.write_text("2\n", encoding="utf-8")
        self.refused("the sources are not those frozen by commit", "--fresh", self.secret)
        self.commit()
        self.refused("the sources are not those frozen by commit", "--fresh", self.secret)


if __name__ == "__main__":
    main()
