"""novphy play, inject, list and bench as whole programs. Usage: play_test.py PROGRAM"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import FolderTest, json_lines, main

TASK = {
    "novphy_task": 1,
    "birds": ["red", "red"],
    "objects": [
        {"type": "platform", "at": [-9, -2.5], "size": [2, 0.4]},
        {"type": "pig_small", "at": [-9, -2.08]},
        {"type": "circle", "material": "wood", "at": [0, -3.11]},
    ],
}


class Play(FolderTest):
    def setUp(self):
        super().setUp()
        (self.folder / "task.json").write_text(json.dumps(TASK), encoding="utf-8")

    def read(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def play(self, *arguments):
        return json.loads(self.novphy("play", *arguments, "--json").stdout)

    def test_a_hit_wins_and_scores_pig_and_unused_bird(self):
        outcome = self.play("task.json", "--shot", "0.5")
        self.assertTrue(outcome["won"])
        self.assertEqual((outcome["end"], outcome["score"], outcome["birds_left"]), ("pigs_gone", 15000, 1))

    def test_the_same_play_has_the_same_digest_and_another_shot_another(self):
        first = self.play("task.json", "--shot", "60", "--shot", "30@0.5")
        self.assertEqual(first, self.play("task.json", "--shot", "60@1", "--shot", "30@0.5"))
        self.assertNotEqual(first["digest"], self.play("task.json", "--shot", "60", "--shot", "30@0.6")["digest"])

    def test_negative_angles_can_be_given(self):
        self.assertFalse(self.play("task.json", "--shot=-30", "--shot=-30")["won"])

    def test_the_text_says_what_the_json_says(self):
        text = self.novphy("play", "task.json", "--shot", "0.5").stdout
        self.assertIn("won (pigs_gone)", text)
        self.assertIn(self.play("task.json", "--shot", "0.5")["digest"], text)

    def test_events_tell_the_play(self):
        self.novphy("play", "task.json", "--shot", "0.5", "--events", "events.jsonl")
        events = json_lines(self.folder / "events.jsonl")
        kinds = [event["event"] for event in events]
        self.assertEqual(kinds[0], "launch")
        self.assertEqual(events[0]["body"], "3 red bird")
        death = next(event for event in events if event["event"] == "death")
        self.assertEqual((death["body"], death["by"], death["cause"]), ("1 pig_small", "3 red bird", "hit"))
        contact = next(event for event in events if event["event"] == "contact")
        self.assertGreater(contact["speed_mps"], 8)
        self.assertGreater(contact["impulse_ns"], 0)

    def test_numbers_can_be_overridden(self):
        plain = self.play("task.json", "--shot", "60", "--shot", "30")
        heavy = self.play("task.json", "--shot", "60", "--shot", "30", "--set", "physics:/rules/settle_s=1")
        self.assertNotEqual(plain["steps"], heavy["steps"])

    def test_the_reference_physics_takes_25_times_the_steps_for_the_same_flight(self):
        standard = self.play("task.json", "--shot", "0.5")
        reference = self.play("task.json", "--shot", "0.5", "--physics", "reference")
        self.assertAlmostEqual(reference["steps"] / standard["steps"], 25, delta=0.5)
        self.assertEqual(reference["score"], standard["score"])

    def test_a_novelty_goes_in_and_comes_out(self):
        said = self.novphy("inject", "task.json", "--novelty", "fan", "--at", "-5,0", "--set", "force_n=10", "--out", "fan.json")
        self.assertEqual(said.stdout, "fan: at (-5, 0)\n")
        novel = json.loads(self.read("fan.json"))
        self.assertEqual(novel["objects"][-1]["type"], "fan")
        self.assertEqual(novel["novelties"][0]["name"], "fan")
        self.novphy("inject", "fan.json", "--without", "--out", "again.json")
        self.novphy("convert", "task.json", "plain.json")
        self.assertEqual(self.read("again.json"), self.read("plain.json"))

    def test_without_a_place_a_sensible_one_is_chosen_and_said(self):
        said = self.novphy("inject", "task.json", "--novelty", "magnet", "--out", "m.json")
        self.assertEqual(said.stdout, "magnet: object 2 (wood circle)\n")

    def test_lists(self):
        self.assertIn("circle stone", self.novphy("list", "objects").stdout)
        self.assertIn("pig_shooter", self.novphy("list", "agents").stdout)
        novelties = self.novphy("list", "novelties").stdout
        for level in range(1, 9):
            self.assertIn(f"level {level} ", novelties)


if __name__ == "__main__":
    main()
