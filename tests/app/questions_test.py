"""Questions after trials: the door of programs, records, runs that stop or are shared, and measures. Usage: questions_test.py PROGRAM"""

import json
import shlex
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import ROOT, FolderTest, json_lines, main, novphy, program, start

PLAN = ["--pairs", ROOT / "tests/trials/pairs", "--trials", 2, "--pool", 6, "--min-normal", 1, "--max-normal", 1, "--novel", 2,
        "--control", 1, "--calibration-runs", 1, "--calibration-tasks", 1, "--proof", "none"]
# Writes what it is told to told.jsonl. Answers questions, where it asks for them, with its argument.
AGENT = """
import json, sys
log = open("told.jsonl", "a")
for line in sys.stdin:
    log.write(line)
    log.flush()
    asks = {} if sys.argv[1] == "none" else {"questions": True}
    answers = {"hello": asks, "choose": {"angle_deg": 40}, "question": sys.argv[1]}
    answer = answers.get(json.loads(line)["type"], {})
    print(answer if isinstance(answer, str) else json.dumps(answer), flush=True)
"""


class Questions(FolderTest):
    def setUp(self):
        super().setUp()
        (self.folder / "agent.py").write_text(AGENT)
        novphy("plan", *PLAN, "--out", self.folder / "plan.json")

    def run_with(self, answer, *more, out="r.jsonl", questions=3, code=0):
        agent = f"exec:exec {shlex.quote(sys.executable)} agent.py {shlex.quote(answer)}"
        return novphy("run", "plan.json", "--agent", agent, "--questions", questions, "--out", out, "--quiet", *more, folder=self.folder, code=code)

    def told(self, kind):
        return [each for each in json_lines(self.folder / "told.jsonl") if each["type"] == kind]

    def test_a_program_that_asks_for_questions_is_asked_after_each_trial(self):
        self.run_with('{"end_px":[200,280.5],"hit":-1,"passes":0.25}')
        first, *records = json_lines(self.folder / "r.jsonl")
        self.assertEqual((first["questions"], len(self.told("question"))), (3, 18))
        for question in self.told("question"):
            self.assertEqual([*question], ["type", "shot", "observation"])
            self.assertEqual([*question["shot"]], ["drag_m", "angle_deg", "pull_m"])
        asked = [record for record in records if "questions" in record]
        self.assertEqual({(each["phase"], each["task"]) for each in asked}, {("novel", 2)})
        self.assertEqual([each.get("control", False) for each in asked].count(True), 2)
        said = asked[0]["questions"][0]["answer"]
        self.assertEqual((said["hit"], said["passes"]), (-1, 0.25))
        scale, (x, y) = self.told("question")[0]["observation"]["px_per_m"], self.told("question")[0]["observation"]["bird_rest"]
        self.assertEqual(said["end_m"], [(200 - x) / scale, (y - 280.5) / scale])

    def test_other_programs_are_asked_nothing_and_the_trial_is_the_same(self):
        self.run_with("none")
        self.run_with("none", out="unasked.jsonl", questions=0)
        self.assertEqual(self.told("question"), [])
        with_them, without = json_lines(self.folder / "r.jsonl"), json_lines(self.folder / "unasked.jsonl")
        for each in with_them[1:]:
            for question in each.pop("questions", []):
                self.assertEqual({*question} - {"variation"}, {"again", "drag_m", "template", "truth"})
        self.assertEqual(with_them[1:], without[1:])

    def test_wrong_answers_are_told(self):
        for answer, reason in [('{"hit":"3"}', "expected a whole number from -2"), ('{"passes":NaN}', "expected a JSON object"),
                               ('{"passes":2}', "expected a number from 0 to 1"), ('{"hit":12345}', "the id of an object that is seen"),
                               ('{"end_px":[1]}', "expected two numbers"), ('{"end_m":[1,2]}', "unexpected field"), ("[]", "expected a JSON object")]:
            self.run_with(answer, "--force")
            records = json_lines(self.folder / "r.jsonl")[1:]
            failed = [each for each in records if "error" in each]
            self.assertEqual(len(failed), 6)
            self.assertIn(reason, failed[0]["error"])
            self.assertNotIn("agent_error", [each["end"] for each in records])

    def test_shards_and_resumed_runs_give_the_same_bytes(self):
        run = ["run", "plan.json", "--agent", "random", "--questions", 2, "--quiet"]
        novphy(*run, "--jobs", 2, "--out", "whole.jsonl", folder=self.folder)
        for i in (1, 2):
            novphy(*run, "--no-selftest", "--shard", f"{i}/2", "--out", "s.jsonl", folder=self.folder)
        novphy("merge", *sorted(self.folder.glob("s.jsonl.shard*")), "--out", "s.jsonl", folder=self.folder)
        whole = (self.folder / "whole.jsonl").read_bytes()
        self.assertEqual((self.folder / "s.jsonl").read_bytes(), whole)
        killed = start([program(), *run, "--out", "r.jsonl"], self.folder)
        partial = self.folder / "r.jsonl.partial"
        while killed.poll() is None and b'"questions":[' not in (partial.read_bytes() if partial.exists() else b""):
            time.sleep(0.01)
        killed.kill()
        killed.communicate()
        novphy(*run, "--resume", "--out", "r.jsonl", folder=self.folder)
        self.assertEqual((self.folder / "r.jsonl").read_bytes(), whole)
        other = novphy(*run[:-2], 3, "--quiet", "--resume", "--out", "r.jsonl", folder=self.folder, code=2)
        self.assertIn("cannot go on with a different run: questions was 2, is 3 now", other.stderr)

    def test_replay_sees_another_truth_and_measure_shows_both_sides(self):
        self.run_with('{"passes":0.5}')
        novphy("replay", "--all", "r.jsonl", folder=self.folder)
        text = novphy("measure", "r.jsonl", folder=self.folder).stdout
        self.assertRegex(text, r"novel +passes, Brier score +4 +12 +12 +0\.25 ")
        self.assertRegex(text, r"control +first hit right +2 +6 +0 +- ")
        rows = json.loads(novphy("measure", "r.jsonl", "--json", folder=self.folder).stdout)["questions"]
        self.assertEqual([each["answered"] for each in rows if each["measure"] == "question_brier"], [12, 6])
        novphy("report", "r.jsonl", "--out", "page.html", folder=self.folder)
        self.assertIn("Questions about the world", (self.folder / "page.html").read_text())
        lines = (self.folder / "r.jsonl").read_text().replace('"truth":{"end_m":[', '"truth":{"end_m":[9', 1)
        (self.folder / "r.jsonl").write_text(lines)
        changed = novphy("replay", "--all", "r.jsonl", folder=self.folder, code=1).stdout
        self.assertIn("question 1: another truth", changed)

    def test_check_agent_asks_a_question(self):
        agent = f"exec:exec {shlex.quote(sys.executable)} {self.folder / 'agent.py'} "
        fine = novphy("check-agent", agent + shlex.quote('{"hit":-2}'), "--json", folder=self.folder, code=None)
        self.assertIn("question", [each["type"] for each in json.loads(fine.stdout)["messages"]])
        wrong = novphy("check-agent", agent + shlex.quote('{"hit":7777}'), folder=self.folder, code=1)
        self.assertIn("the id of an object that is seen", wrong.stdout)


if __name__ == "__main__":
    main()
