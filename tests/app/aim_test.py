"""novphy aim: the shots it prints are those computed here from the parabola, and wrong points are refused.

Usage: aim_test.py PROGRAM
"""

import math
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import FolderTest, main

ANCHOR = (-12.15, -1.7)
TASK = '{"novphy_task": 1, "birds": ["red"], "objects": [{"type": "pig_small", "at": [4, 0]}]%s}'


def passes_by(angle_deg, pull, target, gravity=0.48 * 9.8):
    """How far from the target the exact parabola is at the target's column."""
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    time = (target[0] - ANCHOR[0] + pull * c) / (10 * pull * c)
    return abs(ANCHOR[1] - pull * s + 10 * pull * s * time - gravity * time**2 / 2 - target[1])


class AimTest(FolderTest):
    def setUp(self):
        super().setUp()
        (self.folder / "task.json").write_text(TASK % "")

    def aim(self, *arguments):
        result = self.novphy("aim", "task.json", *arguments)
        self.assertEqual(result.stderr, "")
        return result.stdout

    def shots(self, *arguments):
        line = r"^--shot (-?[\d.]+)@([\d.]+) +(published|exact)\D*?(low|high)"
        return [(float(a), float(p), who, way) for a, p, who, way in re.findall(line, self.aim(*arguments), re.MULTILINE)]

    def test_exact_shots_pass_the_point_low_first(self):
        for pull in (1, 0.9):
            shots = [s for s in self.shots("--at", "-2,0.5", "--pull", pull) if s[2] == "exact"]
            self.assertEqual([s[3] for s in shots], ["low", "high"])
            for angle, printed_pull, _, _ in shots:
                self.assertEqual(printed_pull, pull)
                self.assertLess(passes_by(angle, pull, (-2, 0.5)), 1e-3)
            self.assertLess(shots[0][0], shots[1][0])

    def test_published_shots_come_first_and_are_near_the_exact_ones(self):
        shots = self.shots("--at", "-2,0.5")
        self.assertEqual([s[2] for s in shots], ["published", "published", "exact", "exact"])
        for published, exact in zip(shots[:2], shots[2:]):
            self.assertLess(abs(published[0] - exact[0]), 5)

    def test_a_point_out_of_reach_is_said_to_be(self):
        self.assertEqual(self.aim("--at", "25,0").count("out of reach"), 2)

    def test_wrong_points_and_pulls_are_refused(self):
        for arguments in (["--at", "1"], ["--at", "1,b"], ["--at", "1,2,3"], ["--at", "nan,0"], []):
            self.refused("--at", "aim", "task.json", *arguments)
        for pull in ("1.5", "0"):
            self.refused("--pull", "aim", "task.json", "--at", "1,2", "--pull", pull)
        self.refused("expected X,Y in metres", "aim", "task.json", "--at", "1;2")

    def test_a_task_without_birds_is_refused(self):
        (self.folder / "task.json").write_text((TASK % "").replace('"red"', ""))
        self.refused("task.json", "aim", "task.json", "--at", "1,2")


if __name__ == "__main__":
    main()
