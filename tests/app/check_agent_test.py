"""novphy check-agent as a whole program. Usage: check_agent_test.py PROGRAM"""

import contextlib
import json
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "serve")]
from dialects import Datalab
from program import BAD_INPUT, ROOT, FolderTest, main, program, start

POINTS = ["hello", "trial", "determinism", "kinds of birds", "no pig in sight", "200 objects", "mirrored slingshot",
          "inverted gravity", "passed early", "time limit", "answer times"]

# An agent that throws at the scene; a test puts what is wrong with it in place of a line of `...`.
AGENT = """import json, os, sys, time
hello = {}
seed = 0
for line in sys.stdin:
    message, answer = json.loads(line), {}
    objects = len(message.get("observation", {}).get("objects", []))
    if message["type"] == "hello":
        answer = hello
    if message["type"] == "begin_trial":
        seed = message["seed"]
    if message["type"] == "choose":
        seen = message["observation"]
        to_the_left = seen["bird_rest"][0] > seen["width_px"] / 2
        answer = {"angle_deg": 135 if to_the_left else 45, "tap_ms": 600}
    ...
    print(json.dumps(answer), flush=True)
"""


class CheckAgent(FolderTest):
    def check(self, wrong="", *options, code=0, hello="{}"):
        """The verdicts by point, and the whole answer, of AGENT with these lines."""
        text = AGENT.replace("    ...\n", wrong).replace("hello = {}", f"hello = {hello}")
        (self.folder / "agent.py").write_text(text)
        found = json.loads(self.novphy("check-agent", "exec:python3 agent.py", "--json", *options, code=code).stdout)
        self.points = {point["point"]: point for point in found["points"]}
        self.messages = {message["type"]: message for message in found["messages"]}
        return {name: point["verdict"] for name, point in self.points.items()}

    def assert_only(self, verdicts, **others):
        others = {name.replace("_", " ").removeprefix("of "): verdict for name, verdict in others.items()}
        self.assertEqual(verdicts, {name: others.get(name, "ok") for name in POINTS})

    def test_a_good_agent_passes_every_point_and_gets_every_message(self):
        self.assert_only(self.check(hello='{"training_tasks": 5, "watch_every_ms": 500, "noise_px": 1}'))
        self.assertLessEqual({"hello", "begin_trial", "begin_task", "choose", "watch", "end_task", "told_novel"}, set(self.messages))
        self.assertIn('"watch_every_ms"', self.points["hello"]["says"])
        self.assertEqual(len(self.points["trial"]["trials"][0]), 5)  # with a training task
        self.assertIn("5 shots, 5 taps", self.points["kinds of birds"]["says"])
        self.assertEqual([len(task["shots"]) for task in self.points["passed early"]["trials"][0]], [1, 2])
        self.assertTrue(self.points["passed early"]["trials"][0][0]["passed"])

    def test_the_scenes_are_as_odd_as_their_names_say(self):
        log = "    print(json.dumps(message), file=open('log', 'a'))\n"
        self.check(log, hello='{"training_tasks": 0}')
        seen = [message["observation"] for message in map(json.loads, (self.folder / "log").read_text().splitlines())
                if message["type"] == "choose"]
        self.assertGreaterEqual(max(len(each["objects"]) for each in seen), 200)
        self.assertTrue(any(each["bird_rest"][0] > 320 for each in seen))
        self.assertIn(1, [len(each["objects"]) for each in seen])  # the waiting bird

    def test_an_agent_with_chance_of_its_own_is_warned_of(self):
        chance = "    if 'angle_deg' in answer: answer['pull_m'] = 0.5 + int.from_bytes(os.urandom(4), 'big') / 2**33\n"
        self.assert_only(self.check(chance), determinism="warn")
        self.assertIn("differ from task 1, shot 1 on", self.points["determinism"]["says"])
        self.assertIn("seed of begin_trial", self.points["determinism"]["change"])

    def test_chance_from_the_seed_is_deterministic(self):
        chance = "    if 'angle_deg' in answer: answer['pull_m'] = seed / 10\n"
        self.assert_only(self.check(chance, "--seed", "7"))
        self.assertAlmostEqual(sum(x * x for x in self.points["trial"]["trials"][0][0]["shots"][0]["drag_m"]), 0.49)

    def test_a_crash_fails_its_point_and_no_other(self):
        self.assert_only(self.check("    if objects >= 150: sys.exit(3)\n", code=1), of_200_objects="fail")
        self.assertRegex(self.points["200 objects"]["says"], r'task 1 of 1: .*asked "choose": ended with exit code 3')
        self.assertIn("standard error", self.points["200 objects"]["change"])

    def test_an_agent_that_hangs_fails_within_the_time_limit(self):
        hang = "    if objects >= 150: time.sleep(1000)\n"
        verdicts = self.check(hang, "--agent-timeout", "5", code=1)
        self.assertEqual([name for name, verdict in verdicts.items() if verdict == "fail"], ["200 objects"])
        self.assertIn('asked "choose": gave no answer within 5 s', self.points["200 objects"]["says"])
        self.assertIn("answer faster", self.points["200 objects"]["change"])

    def test_nonsense_and_illegal_shots_are_shown(self):
        nonsense = "    if message['type'] == 'choose' and objects <= 2: print('hm, nothing', flush=True); continue\n"
        self.assert_only(self.check(nonsense, code=1), no_pig_in_sight="fail")
        self.assertIn("found hm, nothing", self.points["no pig in sight"]["says"])
        self.assertEqual(self.points["no pig in sight"]["last_answer"], "hm, nothing")
        self.assertIn("answer as docs/reference/agents.md describes", self.points["no pig in sight"]["change"])
        far = "    if objects >= 150: answer['angle_deg'] = 1e7\n"
        self.assertEqual(self.check(far, code=1)["200 objects"], "fail")
        self.assertIn('"angle_deg": expected a number from', self.points["200 objects"]["says"])
        report = "    if message['type'] == 'end_task': answer = {'novelty_probability': 2}\n"
        self.assertEqual(self.check(report, code=1)["trial"], "fail")
        self.assertIn("answer as docs/reference/agents.md describes", self.points["trial"]["change"])

    def test_a_wrong_answer_to_hello_ends_the_check(self):
        self.assertEqual(self.check(hello='{"colour": 1}', code=1), {"hello": "fail"})
        self.assertIn('unexpected field "colour"', self.points["hello"]["says"])

    def test_throws_away_from_a_mirrored_scene_are_warned_of(self):
        self.assert_only(self.check("    if 'angle_deg' in answer: answer['angle_deg'] = 45\n"), mirrored_slingshot="warn")

    def test_a_program_that_does_not_start_is_bad_input(self):
        error = self.novphy("check-agent", "exec:no_such_program --x", code=BAD_INPUT).stderr
        self.assertIn("novphy: exec:no_such_program --x: cannot be started: ", error)

    def test_the_text_has_a_line_for_each_point_and_message(self):
        agent = f"exec:python3 {ROOT / 'docs/examples/line_agent.py'}"
        text = self.novphy("check-agent", agent).stdout
        for name in POINTS:
            self.assertRegex(text, rf"(?m)^ok    {name} ")
        self.assertRegex(text, r"(?m)^choose +\d+ +\d+\.\d{3} s  \{\"angle_deg\": 45\}$")
        self.assertRegex(text, r"(?m)^watch +0 +the agent asks for none$")
        self.assertIn("11 points: 11 ok, 0 warn, 0 fail", text)

    def test_agents_that_come_with_the_program_are_checked_too(self):
        for agent in ("pig_shooter", "eagles_wing"):
            self.assertIn(" 0 fail", self.novphy("check-agent", agent).stdout)

    def served(self, play, *options, code=0):
        """The verdicts by point of an agent of the original game, which connects and does what `play` says."""
        process = start([program(), "check-agent", "--serve", "0", "--json", *options], self.folder)
        play(int(process.stdout.readline().split()[-1]))
        output, errors = process.communicate(timeout=120)
        self.assertEqual((process.returncode, errors), (code, ""))
        self.points = {point["point"]: point for point in json.loads(output)["points"]}
        return {name: point["verdict"] for name, point in self.points.items()}

    def play_all(self, port):
        with contextlib.closing(Datalab(port)) as client:
            client.play()

    SKIPPED = {"hello": "skip", "determinism": "skip", "answer_times": "skip"}

    def test_an_agent_of_the_original_game_is_checked_over_tcp(self):
        self.assert_only(self.served(self.play_all, "--labels"), mirrored_slingshot="warn", **self.SKIPPED)
        self.assertIn("not checked", self.points["determinism"]["says"])
        self.assertEqual(len(self.points["trial"]["trials"][0]), 5)  # with a training task
        self.assertIn("5 shots, 5 taps", self.points["kinds of birds"]["says"])
        self.assertIn("1 passed", self.points["passed early"]["says"])

    def test_a_client_that_hangs_up_fails_its_point_and_may_come_again(self):
        def play(port):
            client = Datalab(port)
            while client.step():
                if len(client.see(62)) > 200:
                    client.close()
                    return self.play_all(port)

        self.assert_only(self.served(play, code=1), of_200_objects="fail", mirrored_slingshot="warn", **self.SKIPPED)
        self.assertIn("task 1 of 1: the client closed the connection", self.points["200 objects"]["says"])

    def test_a_client_that_falls_silent_fails_what_it_has_not_played(self):
        def play(port):
            client = Datalab(port)
            while len(client.levels) < 6:  # the first of the second trial
                client.step()
            self.addCleanup(client.close)

        verdicts = self.served(play, "--agent-timeout", "1", code=1)
        self.assertEqual((verdicts["trial"], verdicts["time limit"]), ("ok", "fail"))
        self.assertIn("did not play it to the end", self.points["time limit"]["says"])

    def test_an_agent_or_a_port_is_needed(self):
        for arguments, said in (([], "agent is required, or --serve"), (["random", "--serve", "0"], "--serve"), (["random", "--labels"], "--serve")):
            self.refused(said, "check-agent", *arguments)


if __name__ == "__main__":
    main()
