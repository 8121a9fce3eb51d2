"""Clients that speak as published agents do play whole trials on the server.

Usage: dialects_test.py NOVPHY"""

import struct

from dialects import DIALECTS, Datalab, Demonstration, PigShooter
from served import Served, ServeTest
from program import main, small_plan


class WholeTrials(ServeTest):
    def check_plays(self, dialect, *options):
        server = Served(self.folder, *options)
        client = dialect(server.port)
        client.play()
        client.close()
        self.assertIn("6 trials", server.end()[0])
        records = self.records()
        self.assertEqual(client.passed, [record["passed"] for record in records])
        self.assertEqual(sum(len(record["shots"]) for record in records), client.made, "a shot that was told was not made")
        self.assertFalse([record for record in records if "error" in record])
        return records

    def test_every_dialect_plays_to_the_end_of_the_evaluation(self):
        for dialect in DIALECTS:
            with self.subTest(dialect=dialect.__name__):
                self.check_plays(dialect, "--force", *dialect.options)
        self.novphy("replay", "r.jsonl", "--all")

    def test_levels_are_counted_from_1_in_each_trial(self):
        server = Served(self.folder)
        client = Datalab(server.port)
        client.play()
        client.close()
        server.end()
        trials = [client.levels[i] for i in range(len(client.levels)) if i == 0 or client.levels[i] == 1]
        self.assertEqual(trials, [1] * 6)

    def test_shots_with_frames_play_as_shots_without(self):
        without = [(record["digest"], record["passed"]) for record in self.check_plays(Datalab)]
        with_frames = [(record["digest"], record["passed"]) for record in self.check_plays(Demonstration, "--force")]
        self.assertEqual(with_frames, without)

    def test_a_client_with_a_list_of_levels_plays_a_trial_and_comes_again(self):
        lengths = {}
        self.novphy("run", "plan.json", "--agent", "random", "--out", "random.jsonl", "--quiet")
        for record in self.records("random.jsonl"):
            key = record["novelty"], record["phase"] == "calibration", record["trial"]
            lengths[key] = lengths.get(key, 0) + 1
        server = Served(self.folder, "--labels")
        passed = []
        for length in lengths.values():
            client = PigShooter(server.port)
            client.play(length)
            client.close()
            passed += client.passed
        server.end()
        self.assertEqual(passed, [record["passed"] for record in self.records()])
        self.assertEqual({record["novelty_probability"] for record in self.records()}, {struct_float(0.9)})


class AllPairs(ServeTest):
    """Normal and novel tasks of all shipped pairs, with labels: no label and no state that ends a published reader."""

    plan_options = small_plan()

    def test_strict_readers_read_every_state_of_all_pairs(self):
        server = Served(self.folder, "--labels", "--ask", "0")
        client = Datalab(server.port)
        client.play()
        client.close()
        self.assertIn("40 trials, 80 tasks", server.end()[0])


def struct_float(value):
    """The value as a float of four bytes holds it."""
    return struct.unpack(">f", struct.pack(">f", value))[0]


if __name__ == "__main__":
    main()
