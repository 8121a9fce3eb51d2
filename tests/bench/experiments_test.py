"""Tests the program of all experiments. Usage: experiments_test.py PROGRAM SHARED_FOLDER"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import ROOT, FolderTest, main, novphy

SHARED = Path(sys.argv[2])


def printed(*arguments):
    return novphy(*arguments).stdout


class Experiments(FolderTest):
    def test_help_names_every_experiment_and_its_options(self):
        text = printed("--help")
        names = re.findall(r"(?m)^  ([a-z-]+)  +[A-Z].*\S$", text.split("Commands:")[1])
        self.assertEqual(sorted(names), ["believed", "calibrate", "coverage", "decisions", "ends", "known-novelties",
                                         "physicist-calibration", "physicist-paths", "recorded", "sine", "timestep"])
        for name in names:
            done = novphy(name, "--help")
            self.assertEqual(done.stderr, "")
            self.assertIn(f"Usage: experiment {name} [OPTIONS]", done.stdout)
        self.assertIn("--later", printed("ends", "--help"))

    def test_a_known_novelty_is_recognised(self):
        text = printed("known-novelties", "--pairs", Path(__file__).parents[1] / "pairs/falling/relations.json")
        name, *law, distance = text.split()
        self.assertEqual((name, " ".join(law)), ("falling/relations", "mirrored slingshot"))
        self.assertLess(float(distance), 0.1)

    def test_wrong_input_is_refused(self):
        self.refused("expected a command; try --help")
        self.refused("fly was not expected; try --help", "fly")
        self.refused("sine was not expected; try --help", "ends", "--plays", "1", "sine")
        self.refused("tabel was not expected; did you mean table?", "calibrate", "tabel")
        self.refused("expected a command: table; try --help", "calibrate")
        self.refused("--tasks", "believed", "--tasks", "0")
        self.refused("nowhere: cannot be read", "believed", "--pairs", "nowhere")
        self.refused("--draws", "coverage", "--draws", "0")
        self.refused("nowhere: cannot be read", "known-novelties", "--pairs", "nowhere")
        self.refused("--jobs", "known-novelties", "--jobs", "-1")
        for name in ("believed", "decisions", "known-novelties", "physicist-calibration"):
            self.refused(f"{self.folder}: expected pair files (*.json), found none", name, "--pairs", self.folder)
        self.refused("--plays: found 0, expected a whole number from 1 to 1000000", "physicist-calibration", "--plays", "0")
        self.refused("--noise: found 6, expected a number from 0 to 5", "physicist-calibration", "--noise", "6")
        self.refused("nowhere: cannot be read", "physicist-calibration", "--pairs", "nowhere")
        self.refused("--out is required", "physicist-paths")
        self.refused("nowhere: cannot be read", "physicist-paths", "--pair", "nowhere", "--out", self.folder / "paths.svg")
        self.refused("nowhere: cannot be read", "calibrate", "table", "--pairs", "nowhere")
        self.refused("excludes", "calibrate", "table", "--pairs", "a", "--templates", "b")
        self.refused("x=1", "calibrate", "table", "--pairs", ROOT / "tests/pairs", "--set", "x=1")
        self.refused("nowhere", "calibrate", "table", "--pairs", ROOT / "tests/pairs", "--people", "nowhere")
        self.refused("nowhere: cannot be read", "ends", "--templates", "nowhere")
        self.refused("--plays", "ends", "--plays", "0")
        self.refused("--plays", "ends", "--plays", "-3")
        self.refused("--from", "ends", "--from", "-1")
        self.refused("--later: found \"x\", expected one of: rest, cap, fast", "ends", "--later", "x")
        self.refused("--agents: found \"nobody\"", "decisions", "--agents", "nobody")
        self.refused("nowhere: cannot be read", "decisions", "--pairs", "nowhere")
        self.refused("--objects", "decisions", "--objects", "0")
        self.refused("nowhere/shots.csv: cannot be read", "recorded", "nowhere")
        self.refused("--physics: found \"slow\", expected one of", "recorded", "nowhere", "--physics", "slow")
        self.refused("--turns", "recorded", "nowhere", "--turns", "5", "--list")
        self.refused("--out is required", "timestep", "--templates", "nowhere")

    def test_pairs_of_ours_are_checked_as_published_ones_are(self):
        pair = ROOT / "tests/pairs/multiple_forces"
        lines = printed("calibrate", "table", "--step", "3", "--pairs", pair).splitlines()
        self.assertRegex(lines[2], r"^\| multiple_forces/objects/normal \| [0-9.]+ % \| \+ \| \+ \| +\|")
        self.assertRegex(lines[-1], r"^2 of 2 sides and 1 of 1 pairs pass all that is asked \(standard; catalogue ")
        change = "catalogue:/blocks/linear_drag_per_s=0.5"
        self.assertTrue(printed("calibrate", "table", "--step", "9", "--pairs", pair, "--set", change).endswith(f"; {change})\n"))

    def test_recorded_shots_of_the_original_are_held_against_ours(self):
        if not (SHARED / "original/shots.csv").is_file():
            self.skipTest("no reference data")
        table = [printed("recorded", SHARED / "original", "--jobs", jobs) for jobs in ("1", "2")]
        self.assertEqual(table[0], table[1])
        share = {line.split()[0]: line.split("|") for line in table[0].splitlines() if "|" in line}["all"]
        # By chance alone, endings would agree in about half of the shots. A broken physical law falls to this share.
        ending, pig, moved = (float(cell.split()[1]) for cell in share[1:4])
        self.assertGreater(ending, 63)
        self.assertGreater(pig, 95)
        self.assertGreater(moved, 89)

    def test_sines_are_wrong_by_little_more_than_half_a_unit_in_the_last_place(self):
        text = printed("sine", "--stride", "100003")
        errors = [float(error) for error in re.findall(r"(?m)^(?:co)?sine +(\d\.\d+) ulp at 0x", text)]
        self.assertEqual([0.49 < error < 0.51 for error in errors], [True, True], text)

    def test_believed_tasks_are_near_the_worlds_shown(self):
        def believed(pairs, jobs):
            return printed("believed", "--tasks", "1", "--pairs", ROOT / pairs, "--jobs", jobs)

        self.assertEqual(believed("tests/pairs", "1"), believed("tests/pairs", "2"))
        rows = {tuple(row[:3:2]): [float(number) for number in row[3:]]
                for row in map(str.split, believed("levels/templates/sliding", "2").splitlines()[2:])}
        self.assertEqual(list(rows), [(noise, seen) for noise in "025" for seen in "18"])
        for right, *numbers in rows.values():
            self.assertGreater(right, 95)  # all but what is pink
            self.assertGreater(min(numbers[3], numbers[7]), 90)  # within 2 sd
        place_m = {key: numbers[1] for key, numbers in rows.items()}
        self.assertLess(place_m["0", "1"], 0.015)
        self.assertLess(place_m["2", "8"], place_m["2", "1"] / 2)
        self.assertLess(place_m["5", "8"], place_m["5", "1"] / 2)
        drawn_m, at_rest_m = rows["5", "1"][9], rows["5", "1"][12]
        self.assertLess(at_rest_m, 0.9 * drawn_m)

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

    def test_early_ends_change_nothing_and_a_second_count_is_the_same(self):
        count = [printed("ends", "--plays", "25", "--jobs", jobs) for jobs in ("1", "2")]
        self.assertIn("compared with: rest\n0 wins are lost, 0 losses are won, 0 losses have another score, "
                      "0 others another turn of a bird\n", count[0])
        self.assertEqual(count[0], count[1])
        steps, later = map(int, re.search(r"(\d+) steps a play instead of (\d+)", count[0]).groups())
        self.assertLess(steps, later)

    def test_a_play_to_the_time_cap_wins_no_more(self):
        done = printed("ends", "--plays", "20", "--later", "cap")
        self.assertIn("compared with: cap\n0 wins are lost, 0 losses are won, 0 losses have another score\n", done)

    def test_more_plays_begin_with_fewer_plays(self):
        fast = [printed("ends", "--later", "fast", "--plays", plays, "--from", first)
                for plays, first in (("12", "0"), ("4", "0"), ("8", "4"))]
        won = [int(re.search(r"(?m)^\d+ plays of .* (\d+) won$", text).group(1)) for text in fast]
        self.assertEqual(won[0], won[1] + won[2])

    def test_a_time_step_that_is_done_is_not_played_again(self):
        if not (SHARED / "novphy/templates").is_dir():
            self.skipTest("no reference data")
        out = self.folder / "steps.jsonl"
        out.write_text("{\"cut")  # a killed run may leave such a line
        timestep = ["timestep", "--templates", SHARED / "novphy/templates", "--out", out, "--step-deg", "10", "--only", "1/100 s, 8/3",
                    "--against", "1/50 s, 8/3"]
        text = printed(*timestep)
        lines = len(out.read_text().splitlines())
        self.assertEqual(printed(*timestep), text)
        self.assertEqual(len(out.read_text().splitlines()), lines)


if __name__ == "__main__":
    main(arguments=2)
