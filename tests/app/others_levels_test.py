"""Levels of other programs, given to whole commands. Usage: others_levels_test.py PROGRAM"""

import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import NO_DISPLAY, FolderTest, main, program

OPEN_TAGS = """<?xml version="1.0" encoding="utf-16"?>
<Level width="2">
<Camera x="0" y="-1" minWidth="25" maxWidth="35">
<Birds>
<Bird type="BirdRed" />
</Birds>
<Slingshot x="-12" y="-2.5">
<GameObjects>
<Pig type="BasicSmall" x="-9" y="-2.08" rotation="0" />
<Platform type="Platform" x="-9" y="-2.5" rotation="0" scaleX="3.125" scaleY="0.625" />
</GameObjects>
</Level>
"""
CLOSED = OPEN_TAGS.replace('maxWidth="35">', 'maxWidth="35" />').replace('y="-2.5">', 'y="-2.5" />')
PLATFORM = '<Platform type="Platform" x="-9" y="-2.5"'
OVERLAPS = CLOSED.replace(PLATFORM, '<Platform type="Platform" x="-9" y="-2.4"')
NO_PIG = CLOSED.replace('Pig type="BasicSmall"', 'Block type="Circle" material="wood"')
NO_GOAL = "expected at least one pig among the objects, found none: the task has no goal"
PAIR = {
    "novphy_pair": 1,
    "novelty": "agents",
    "scenario": "rolling",
    "parameters": {"gap": {"base": 1, "range": [-1, 1]}},
    "must": ["1 + sqrt(gap)"],
    "common": {
        "birds": ["red"],
        "objects": [
            {"type": "pig_small", "at": ["=gap", 0.23]},
            {"type": "platform", "at": [0, -0.2], "size": [4, 0.4]},
        ],
    },
    "normal": {},
    "novel": {"gravity": [0, -9]},
}


class Levels(FolderTest):
    environment = NO_DISPLAY

    def setUp(self):
        super().setUp()
        for name, text in {"open": OPEN_TAGS, "closed": CLOSED, "overlaps": OVERLAPS, "no_pig": NO_PIG}.items():
            self.write(f"{name}.xml", text)

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")

    def play(self, *arguments):
        return json.loads(self.novphy("play", *arguments, "--json").stdout)

    def test_a_level_with_open_tags_is_the_closed_level_for_every_command(self):
        self.assertEqual(self.play("open.xml", "--shot", "0.5"), self.play("closed.xml", "--shot", "0.5"))
        for name in ("open", "closed"):
            self.novphy("convert", f"{name}.xml", f"{name}.json")
            self.novphy("draw", f"{name}.xml", "--out", f"{name}.png")
        for ending in ("json", "png"):
            self.assertEqual(*((self.folder / f"{name}.{ending}").read_bytes() for name in ("open", "closed")))
        said = self.novphy("validate", "open.xml").stderr
        self.assertEqual(said.count("warning"), 1)
        self.assertIn("open.xml:3: /Level/Camera: Camera is not closed before the next element, nor is Slingshot in line 7", said)

    # The last line of a file that the game cannot read was named instead of its first mistake.
    def test_a_cut_level_is_told_by_the_tag_that_is_open(self):
        self.write("cut.xml", CLOSED.replace("</GameObjects>\n</Level>", "\n\n\n"))
        self.refused("cut.xml:8: not XML: the tag GameObjects (line 8) is never closed", "validate", "cut.xml")

    # Its play once was won before the first shot.
    def test_a_level_without_a_pig_is_drawn_converted_and_played_but_not_won(self):
        for name in ("no_pig.json", "again.xml"):
            self.novphy("convert", "no_pig.xml", name)
        for name in ("no_pig.xml", "no_pig.json", "again.xml"):
            self.assertIn("found no pig", self.novphy("validate", name).stderr)
            self.novphy("draw", name, "--at", "1", "--out", "a.png")
            for shots in ((), ("--shot", "40")):
                self.assertFalse(self.play(name, *shots)["won"])

    def test_what_needs_a_goal_asks_for_it_by_file(self):
        self.refused(f"no_pig.xml: {NO_GOAL}", "inject", "no_pig.xml", "--novelty", "storm", "--out", "new.json")
        for side in ("normal", "novel"):
            (self.folder / "tasks" / side).mkdir(parents=True)
            self.write(f"tasks/{side}/a.xml", NO_PIG)
        self.refused(f"a.xml: {NO_GOAL}", "difficulty", "tasks", "--no-wins")

    def test_a_level_that_overlaps_is_read_in_both_formats(self):
        self.novphy("convert", "overlaps.xml", "overlaps.json")
        for name in ("overlaps.xml", "overlaps.json"):
            self.assertIn("pig_small overlaps platform", self.novphy("validate", name).stderr)
        self.novphy("convert", "overlaps.json", "allowed.json", "--allow-overlap")
        self.assertEqual(self.novphy("validate", "allowed.json").stderr, "")
        self.novphy("inject", "allowed.json", "--novelty", "storm", "--out", "novel.json")
        self.assertTrue(json.loads((self.folder / "novel.json").read_text())["may_overlap"])

    def test_inject_refuses_overlaps_of_its_own_only(self):
        self.novphy("inject", "overlaps.xml", "--novelty", "fan", "--at", "5,5", "--out", "novel.json")
        self.refused("pig_small overlaps fan", "inject", "closed.xml", "--novelty", "fan", "--at", "-9,-2.08", "--out", "new.json")

    def test_a_pair_may_overlap_where_it_says_so(self):
        pair = json.loads(json.dumps(PAIR))
        pair["common"]["objects"][0]["at"][1] = 0.1
        self.write("pair.json", json.dumps(pair))
        self.refused("pig_small overlaps platform", "validate", "pair.json")
        pair["common"]["may_overlap"] = True
        self.write("pair.json", json.dumps(pair))
        self.novphy("validate", "pair.json")

    # A draw of a negative gap ended in an internal error.
    def test_members_whose_condition_has_no_finite_value_are_not_drawn(self):
        self.write("pair.json", json.dumps(PAIR))
        self.novphy("generate", "pair.json", "--count", "8", "--proof", "none", "--distractors", "0", "--out", "tasks")
        tasks = [json.loads(file.read_text()) for file in (self.folder / "tasks").rglob("0*.json")]
        self.assertEqual(len(tasks), 16)
        self.assertTrue(all(task["objects"][0]["at"][0] >= 0 for task in tasks))

    # Results were written in blocks, in the middle of warnings.
    def test_results_and_warnings_of_many_files_stand_in_order_in_one_file(self):
        names = [f"{i:03}.xml" for i in range(150)]
        for name in names:
            self.write(name, OVERLAPS)
        with open(self.folder / "both.txt", "w", encoding="utf-8") as both:
            subprocess.run([program(), "validate", *names], stdout=both, stderr=both, cwd=self.folder, check=True)
        lines = (self.folder / "both.txt").read_text(encoding="utf-8").splitlines()
        self.assertEqual([line.split(":")[0] + line.split(":")[1].strip() for line in lines[0::2]], [f"warning{name}" for name in names])
        self.assertEqual([line.split(":")[0] for line in lines[1::2]], names)


if __name__ == "__main__":
    main()
