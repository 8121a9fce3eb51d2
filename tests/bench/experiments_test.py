"""Tests the program of the experiments in C++. Usage: experiments_test.py PROGRAM"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import ROOT, FolderTest, main, novphy

def printed(*arguments):
    return novphy(*arguments).stdout


class Experiments(FolderTest):
    def test_help_names_every_experiment_and_its_options(self):
        text = printed("--help")
        names = re.findall(r"(?m)^  ([a-z-]+)  +[A-Z].*\S$", text.split("Commands:")[1])
        self.assertEqual(sorted(names), ["decisions", "known-novelties", "physicist-calibration", "physicist-paths", "sine"])
        for name in names:
            done = novphy(name, "--help")
            self.assertEqual(done.stderr, "")
            self.assertIn(f"Usage: experiment {name} [OPTIONS]", done.stdout)
        self.assertIn("--repeats", printed("decisions", "--help"))

    def test_a_known_novelty_is_recognised(self):
        text = printed("known-novelties", "--pairs", Path(__file__).parents[1] / "pairs/falling/relations.json")
        name, *law, distance = text.split()
        self.assertEqual((name, " ".join(law)), ("falling/relations", "mirrored slingshot"))
        self.assertLess(float(distance), 0.1)

    def test_wrong_input_is_refused(self):
        self.refused("expected a command; try --help")
        self.refused("fly was not expected; try --help", "fly")
        self.refused("sine was not expected; try --help", "decisions", "--repeats", "1", "sine")
        self.refused("nowhere: cannot be read", "known-novelties", "--pairs", "nowhere")
        self.refused("--jobs", "known-novelties", "--jobs", "-1")
        for name in ("decisions", "known-novelties", "physicist-calibration"):
            self.refused(f"{self.folder}: expected pair files (*.json), found none", name, "--pairs", self.folder)
        self.refused("--plays: found 0, expected a whole number from 1 to 1000000", "physicist-calibration", "--plays", "0")
        self.refused("--noise: found 6, expected a number from 0 to 5", "physicist-calibration", "--noise", "6")
        self.refused("nowhere: cannot be read", "physicist-calibration", "--pairs", "nowhere")
        self.refused("--out is required", "physicist-paths")
        self.refused("nowhere: cannot be read", "physicist-paths", "--pair", "nowhere", "--out", self.folder / "paths.svg")
        self.refused("--agents: found \"nobody\"", "decisions", "--agents", "nobody")
        self.refused("nowhere: cannot be read", "decisions", "--pairs", "nowhere")
        self.refused("--objects", "decisions", "--objects", "0")

    def test_sines_are_wrong_by_little_more_than_half_a_unit_in_the_last_place(self):
        text = printed("sine", "--stride", "100003")
        errors = [float(error) for error in re.findall(r"(?m)^(?:co)?sine +(\d\.\d+) ulp at 0x", text)]
        self.assertEqual([0.49 < error < 0.51 for error in errors], [True, True], text)

    def test_decisions_of_every_agent_are_timed(self):
        text = printed("decisions", "--repeats", "1", "--pairs", ROOT / "tests/pairs/multiple_forces")
        rows = [line.split() for line in text.splitlines()[2:]]
        self.assertEqual([row[0] for row in rows],
                         ["pig_shooter", "naive_adapt", "datalab", "eagles_wing", "eagles_wing:circles", "dqn/planner", "dqn/grid",
                          "relational/planner", "relational/grid"])
        for row in rows:
            self.assertTrue(0 < float(row[1]) <= float(row[2]) <= float(row[3]), row)

    def test_decisions_of_an_agent_with_a_simulator_of_its_own_are_timed(self):
        text = printed("decisions", "--repeats", "1", "--agents", "physicist:plays=5", "--pairs", ROOT / "tests/pairs/multiple_forces")
        self.assertGreater(float(text.splitlines()[2].split()[1]), 0)

    def test_throws_of_the_physicist_pass_about_as_often_as_it_believes(self):
        pairs = self.folder / "pairs"
        pairs.mkdir()
        for name in ("rolling/agents.json", "single_force/actions.json"):
            (pairs / name.replace("/", "_")).write_bytes((ROOT / "tests/pairs" / name).read_bytes())
        command = ["physicist-calibration", "--tasks", "2", "--plays", "10", "--pairs", pairs]
        text = printed(*command, "--jobs", "2", "--svg", self.folder / "plot.svg")
        self.assertEqual(text, printed(*command, "--jobs", "1"))
        self.assertRegex(text, r"^4 normal tasks of 2 pairs, at most 10 plays each: the planned throw passes [34]\n")
        rows = [line.split(" | ") for line in text.splitlines()]
        bins = [row for row in rows if len(row) == 5 and " to " in row[0]]
        self.assertEqual(sum(int(row[1]) for row in bins), 4)
        for row in bins:
            low, high = (float(number) for number in row[0].lstrip("| ").split(" to "))
            self.assertTrue(low <= float(row[2]) <= high, row)
        surprised = [int(row[1]) for row in rows if len(row) == 3 and row[1].isdigit()]
        self.assertEqual((len(surprised), surprised), (5, sorted(surprised, reverse=True)))
        self.assertLess(surprised[0], 3)
        self.assertRegex(text, r"\nFalse alarms: in [01] of 2 trials of 2 tasks\n$")
        self.assertEqual((self.folder / "plot.svg").read_text().count("</svg>"), 1)

    def test_paths_of_a_bird_are_drawn_before_and_after_the_law_is_found(self):
        picture = self.folder / "paths.svg"
        text = printed("physicist-paths", "--out", picture)
        self.assertRegex(text, r"^Task \d is passed by a law found before it: A force of \S+ N up acts on .* in the visible air turbulence")
        self.assertEqual(picture.read_text().count("</svg>"), 1)


if __name__ == "__main__":
    main()
