"""novphy observe as a whole program. Usage: observe_test.py PROGRAM"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import FolderTest, main

TASK = {
    "novphy_task": 1,
    "birds": ["red", "red"],
    "objects": [
        {"type": "platform", "at": [-9, -2.5], "size": [2, 0.4]},
        {"type": "pig_small", "at": [-9, -2.08]},
        {"type": "square_hole", "material": "wood", "at": [0, -3.08]},
    ],
}


class Observe(FolderTest):
    def setUp(self):
        super().setUp()
        (self.folder / "task.json").write_text(json.dumps(TASK), encoding="utf-8")

    def printed(self, *arguments):
        done = self.novphy("observe", "task.json", *arguments)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def observe(self, *arguments):
        text = self.printed(*arguments)
        self.assertEqual(text.count("\n"), 1)
        return json.loads(text)

    def features(self, *arguments):
        return self.observe("--form", "geojson", *arguments)[0]["features"]

    def labels(self, *arguments):
        return [feature["properties"]["label"] for feature in self.features(*arguments)]

    def test_the_start_is_seen_as_agents_see_it(self):
        seen = self.observe()
        self.assertEqual((seen["width_px"], seen["height_px"], seen["labelled"]), (640, 480, False))
        self.assertEqual([each["id"] for each in seen["objects"]], [0, 1, 2, 3, 4])
        self.assertEqual({each["label"] for each in seen["objects"]}, {"Object"})
        self.assertEqual(seen["trajectory"], [])

    def test_geojson_holds_the_same_outlines(self):
        objects = [feature for feature in self.features() if feature["properties"]["label"] == "Object"]
        self.assertEqual([each["geometry"]["coordinates"] for each in objects],
                         [each["rings"] for each in self.observe()["objects"]])

    def test_developer_labels_are_shown_where_asked_for(self):
        self.assertEqual(self.labels("--labels"),
                         ["Ground", "Slingshot", "Platform", "pig_basic_small_1", "wood_square_hole_1", "bird_red_1",
                          "bird_red_1"])

    def test_in_flight_the_bird_has_left_dots(self):
        self.assertIn("Trajectory", self.labels("--shot", "45", "--at", "0.5"))
        self.assertEqual(len(self.observe("--shot", "45", "--at", "0.55")["trajectory"]), 6)
        self.assertEqual(self.observe("--shot", "45"), self.observe())

    def test_past_its_end_the_last_moment_of_the_play_is_seen(self):
        last = self.observe("--shot", "0.5", "--at", "1000")
        self.assertNotIn(1, [each["id"] for each in last["objects"]])
        self.assertEqual(last, self.observe("--shot", "0.5", "--at", "2000"))

    def test_noise_depends_on_the_seed_alone(self):
        exact = self.observe()
        noisy = self.observe("--noise", "2", "--seed", "3")
        self.assertNotEqual(noisy, exact)
        self.assertEqual(noisy, self.observe("--noise", "2", "--seed", "3"))
        self.assertNotEqual(noisy, self.observe("--noise", "2", "--seed", "4"))
        self.assertEqual(noisy["slingshot"], exact["slingshot"])
        self.assertEqual(exact, self.observe("--noise", "0"))

    def test_output_goes_to_a_file(self):
        self.assertEqual(self.printed("--out", "seen.json"), "")
        self.assertEqual(json.loads((self.folder / "seen.json").read_text(encoding="utf-8")), self.observe())


if __name__ == "__main__":
    main()
