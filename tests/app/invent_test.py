"""novphy invent as a whole program. Usage: invent_test.py PROGRAM"""

import json
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import FolderTest, contents, json_lines, main, novphy

PAIRS = Path(__file__).parents[1] / "pairs"
# A coarse sweep and no family, so that a candidate takes a second.
QUICK = [PAIRS / "single_force/actions.json", "--count", 1, "--seed", 15, "--members", 0, "--step", 2, "--distance", 0.2, "--candidates", 4]


class Invent(FolderTest):
    @classmethod
    def setUpClass(cls):
        cls.common = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.printed = novphy("invent", *QUICK, "--out", cls.common / "one").stdout

    def invent(self, name, *arguments):
        self.novphy("invent", *QUICK, "--out", name, *arguments)
        return self.folder / name

    def test_a_pair_passes_verify_and_serves_as_any_other(self):
        folder = self.common / "one"
        (pair,) = (folder / "pairs").iterdir()
        self.novphy("verify", pair, "--step", 2)
        self.novphy("generate", pair, "--count", 1, "--proof", "valid", "--out", "tasks")
        self.novphy("plan", "--pairs", folder / "pairs", "--trials", 1, "--min-normal", 1, "--max-normal", 1, "--novel", 1, "--calibration-runs", 0, "--proof", "none", "--out", "plan.json")
        head, *candidates = json_lines(folder / "index.jsonl")
        self.assertEqual((head["seed"], head["members"]), (15, 0))
        self.assertEqual([candidate["candidate"] for candidate in candidates], [*range(len(candidates))])
        self.assertEqual([candidate["verdict"] for candidate in candidates].count("accepted"), 1)
        accepted = candidates[-1]  # nothing is tried after the last that was needed
        name = json.loads(pair.read_text())["novelty"]
        self.assertRegex(name, rf"^{accepted['law']}_{accepted['candidate']}-[0-9a-f]{{4}}$")
        self.assertEqual(pair.name, f"{accepted['scenario']}_{name}.json")
        self.assertIn(f'id="{name}"', (folder / "index.html").read_text())
        self.assertGreater(accepted["strength"], accepted["least_strength"])
        # One pair: at least half of the set needs another way, here by a second place of the law.
        self.assertTrue(accepted["grade"]["other_way"])
        springs = [effect for effect in json.loads(pair.read_text())["novel"]["effects"] if "per_m" in effect]
        self.assertEqual(len(springs), 2)
        self.assertGreater(accepted["second_place"]["draw"], 0)
        self.assertGreaterEqual(accepted["nearest_known"]["distance"], 0.2)
        grade = accepted["grade"]
        self.assertTrue(1 <= grade["notice_throws"] <= 5 and 0.9 <= grade["ways_lost"] <= 1 and grade["new_birds"] >= 1, grade)
        page = (folder / "index.html").read_text()
        self.assertIn(accepted["law"], page)
        self.assertEqual(page.count("<figure"), 1)
        self.assertRegex(self.printed, r"(?m)^candidates +\d+\n")
        self.assertRegex(self.printed, r"(?m)^CPU s for each that passed .*\n  single_force  +1 ")

    def test_threads_shards_and_interruptions_change_nothing(self):
        one = contents(self.common / "one")
        self.assertEqual(contents(self.invent("threads", "--jobs", 3)), one)
        for shard in ("1/2", "2/2"):
            self.invent("shards", "--shard", shard)
        self.assertEqual(sorted(contents(self.folder / "shards")), ["candidates.shard-1-of-2.jsonl", "candidates.shard-2-of-2.jsonl"])
        # A run that was killed has left some whole lines and a cut one.
        first, second = ((self.folder / f"shards/candidates.shard-{number}-of-2.jsonl").read_text() for number in (1, 2))
        (self.folder / "stopped").mkdir()
        (self.folder / "stopped/candidates.partial.jsonl").write_text(second + first.splitlines()[1][:40])
        self.assertEqual(contents(self.invent("shards")), one)
        self.assertEqual(contents(self.invent("stopped")), one)

    def test_a_set_is_made_again_from_its_index(self):
        base, index = PAIRS / "single_force/actions.json", self.common / "one/index.jsonl"
        self.novphy("invent", base, "--from", index, "--jobs", 2, "--out", "again")
        self.assertEqual(contents(self.folder / "again"), contents(self.common / "one"))
        lines = index.read_text().splitlines()
        accepted = json.loads(lines[-1])
        for change, message in (({"hash": "0" * 16}, f"candidate {accepted['candidate']} makes a pair with the hash {accepted['hash']}"),
                                ({"strength": accepted["strength"] * 1.5}, "makes a pair with the hash")):
            (self.folder / "changed.jsonl").write_text("\n".join([*lines[:-1], json.dumps({**accepted, **change})]) + "\n")
            self.refused(message, "invent", base, "--from", "changed.jsonl", "--out", "new")
        (self.folder / "cut.jsonl").write_text("\n".join(lines)[:-20])
        self.refused(f"cut.jsonl:{len(lines)}: is cut off", "invent", base, "--from", "cut.jsonl", "--out", "new")
        (self.folder / "gap.jsonl").write_text("\n".join([lines[0], *lines[2:]]) + "\n")
        self.refused("gap.jsonl: lacks candidates before its last one", "invent", base, "--from", "gap.jsonl", "--out", "new")
        self.refused("index.jsonl:1: was made with other pairs, numbers", "invent", base, "--from", index, "--out", "new", "--set",
                     "catalogue:/blocks/linear_drag_per_s=0.5")
        self.refused("index.jsonl:1: was made with other pairs", "invent", PAIRS / "multiple_forces/objects.json", "--from", index, "--out", "new")
        self.refused("--from excludes --count", "invent", *QUICK, "--from", index, "--out", "new")

    def test_wrong_input_is_refused(self):
        pair = PAIRS / "single_force/actions.json"
        self.refused("no base pair has the scenario melting", "invent", pair, "--scenario", "melting", "--out", "new")
        self.refused("nowhere.json", "invent", "nowhere.json", "--out", "new")
        self.refused("--level", "invent", pair, "--level", 9, "--out", "new")
        self.refused("--count", "invent", pair, "--count", 0, "--out", "new")
        self.refused("--distance", "invent", pair, "--distance", 2, "--out", "new")
        shutil.copytree(self.common / "one", self.folder / "done")
        self.refused("done: holds a finished set; remove it or give another --out", "invent", *QUICK, "--out", "done")
        (self.folder / "old").mkdir()
        file = self.folder / "old/candidates.partial.jsonl"
        head = (self.common / "one/index.jsonl").read_text().splitlines()[0]
        file.write_text(head.replace('"seed":15', '"seed":4') + "\n")
        self.refused("candidates.partial.jsonl:1: was made with other options", "invent", *QUICK, "--out", "old")
        file.write_text(head + '\n{"candidate": 1}\n')
        self.refused('candidates.partial.jsonl:2: expected a key "law"', "invent", *QUICK, "--out", "old", lines=4)
        file.write_text(head.replace('"novphy_candidates":1', '"novphy_candidates":7') + "\n")
        self.refused("candidates.partial.jsonl:1: /novphy_candidates: expected 1, found 7", "invent", *QUICK, "--out", "old")

    def test_distance_level_and_another_killer_can_be_asked_for(self):
        def verdict_of(candidate, *options, distance=0.2):
            self.error_of("invent", *(distance if each == 0.2 else each for each in QUICK), "--out", "none", *options)
            _, *candidates = json_lines(self.folder / "none/candidates.partial.jsonl")
            shutil.rmtree(self.folder / "none")
            (found,) = (each for each in candidates if each["candidate"] == candidate["candidate"])
            return found["verdict"] if "--level" not in options else found["law"]

        accepted = json_lines(self.common / "one/index.jsonl")[-1]
        self.assertEqual(verdict_of(accepted, "--strict"), "strict")  # in this scenario the bird itself always kills the pig
        self.assertTrue(accepted["nearest_known"]["name"])
        self.assertIn("new: ", verdict_of(accepted, distance=1))
        self.assertIn(verdict_of(accepted, "--level", 7, "--strict"), ("shield", "forbidden"))

    def test_too_few_pairs_are_told_and_more_candidates_go_on(self):
        few = [*QUICK[:-1], 1, "--out", "few"]
        self.assertIn("few: only 0 of 1 pair after 1 candidate", self.error_of("invent", *few))
        self.assertEqual([*contents(self.folder / "few")], ["candidates.partial.jsonl"])
        self.assertEqual(contents(self.invent("few")), contents(self.common / "one"))


main()
