"""novphy generate as a whole program. Usage: generate_test.py PROGRAM"""

import fcntl
import hashlib
import json
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import FolderTest, contents, file_limit, json_lines, main, novphy

PAIRS = Path(__file__).parents[1] / "pairs"
PAIR = PAIRS / "falling/relations.json"


def index(folder):
    head, *lines = json_lines(folder / "index.jsonl")
    return head, lines


class Generate(FolderTest):
    @classmethod
    def setUpClass(cls):
        cls.common = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        novphy("generate", PAIR, "--count", 3, "--out", cls.common / "three")

    def three(self, name):
        """A copy of the folder of three tasks of each template, made without further options."""
        return Path(shutil.copytree(self.common / "three", self.folder / name))

    def generate(self, name, *arguments, count=3):
        self.novphy("generate", PAIR, "--count", count, "--out", name, *arguments)
        return self.folder / name

    def refused_generate(self, expected, name, *arguments, count=3):
        return self.refused(expected, "generate", PAIR, "--count", count, "--out", name, *arguments)

    def assert_won(self, folder, line):
        """The witness of this line of the index passes its task. Returns the play."""
        shots = [f"--shot={shot}" for shot in line["witness"]]
        played = json.loads(self.novphy("play", folder / line["file"], *shots, "--json").stdout)
        self.assertTrue(played["won"], line)
        return played

    def test_every_task_is_valid_and_its_witness_passes_it(self):
        folder = self.three("a")
        head, lines = index(folder)
        self.assertEqual((head["count"], head["proof"], head["seed"]), (3, "witness", 1))
        self.assertEqual(len(lines), 6)
        for line in lines:
            self.novphy("validate", folder / line["file"])
            self.assertEqual(self.assert_won(folder, line)["digest"], line["digest"])
            self.assertTrue(1 <= len(line["distractors"]) <= 5)
            self.assertGreaterEqual(line["window_deg"][1] - line["window_deg"][0] + 0.5, 1)
            self.assertGreaterEqual(line["disturbed_wins"], 7)

    def test_a_certificate_makes_the_same_files_elsewhere(self):
        certificate = self.three("a") / "certificate.jsonl"
        self.novphy("generate", PAIR, "--from", certificate, "--out", "b", "--jobs", 2)
        self.assertEqual(contents(self.folder / "a"), contents(self.folder / "b"))
        self.generate("c", "--proof", "none", "--paired", "--format", "xml", "--window", "0:1000", count=2)
        self.novphy("generate", PAIR, "--from", "c/certificate.jsonl", "--out", "d")
        self.assertEqual(contents(self.folder / "c"), contents(self.folder / "d"))

        def refused(expected, *arguments):
            self.refused(expected, "generate", *arguments, "--out", "e")
            self.assertFalse((self.folder / "e").exists())
        refused("has no task 3 of falling/relations/normal", PAIR, "--from", certificate, "--count", 4)
        refused("has no tasks of rolling/agents/normal", "rolling/agents", "--from", certificate)
        refused("is of another pair than falling/relations/normal here", "--from", certificate)
        refused("was made with other objects", PAIR, "--from", certificate, "--set", "catalogue:/blocks/linear_drag_per_s=0.5")
        refused("--from excludes --seed", PAIR, "--from", certificate, "--seed", 2)
        refused("this is the index of a task set; a certificate of tasks is expected", PAIR, "--from", "a/index.jsonl")
        refused("nowhere: cannot be read", PAIR, "--from", "nowhere")
        text = certificate.read_text()
        certificate.write_text(text.replace('"after":[0', '"after":[1', 1))
        refused("certificate.jsonl: task 0 of falling/relations/normal is ", PAIR, "--from", certificate)

    def test_a_set_with_changed_numbers_serves_only_with_these(self):
        change = ("--set", "catalogue:/blocks/linear_drag_per_s=0.5")
        self.novphy("generate", PAIR, "--count", 1, "--proof", "none", "--out", "a", *change)
        plan = ["plan", "--pairs", PAIR, "--tasks", "a", "--pool", 1, "--trials", 1, "--min-normal", 1, "--max-normal", 1, "--novel", 1,
                "--calibration-runs", 0, "--out", "plan.json"]
        self.refused("a: was made with other numbers (--set): catalogue:/blocks/linear_drag_per_s=0.5 then", *plan)
        self.novphy(*plan, *change)

    def test_tasks_of_the_shipped_certificate_are_proved_again_on_request(self):
        options = ("single_force/agents/normal", "--count", 1, "--out")
        self.novphy("generate", *options, "certified")
        self.novphy("generate", *options, "proved", "--prove-again")
        self.assertEqual(contents(self.folder / "certified"), contents(self.folder / "proved"))

    def test_a_folder_is_described_by_the_counts_of_its_index(self):
        # Platforms were counted as kinds such as "1.088", the last word of their size.
        folder = self.generate("a", "--proof", "none", count=20)
        text = self.novphy("generate", "--describe", folder, "--picture", "pictures").stdout
        first, *blocks = text.split("\nfalling/")
        self.assertEqual(first, "40 tasks of 2 templates, seed 1, proof none; numbers are least / mean / most")
        self.assertEqual(len(blocks), 2)
        _, lines = index(folder)
        for side, block in zip(("normal", "novel"), sorted(blocks)):
            said = dict(line.strip().split("  ", 1) for line in block.splitlines()[1:])
            distractors = [d for line in lines if line["template"].endswith("/" + side) for d in line["distractors"]]
            kinds = Counter("platform" if d.startswith("platform") else d.split(" at ")[0].split()[-1] for d in distractors)
            self.assertEqual(said["kinds"].strip(), ", ".join(f"{kind} {kinds[kind]}" for kind in sorted(kinds)))
            self.assertEqual(sum(int(part.split()[-1]) for part in said["places"].split(",")), len(distractors))
            self.assertTrue((self.folder / "pictures" / f"falling_relations_{side}.png").read_bytes().startswith(b"\x89PNG"))

    def test_bytes_depend_on_nothing_but_the_options(self):
        one = contents(self.three("a"))
        self.assertEqual(one, contents(self.generate("b", "--jobs", 2)))
        more = contents(self.generate("c", count=4))
        for name, data in one.items():
            if name not in ("index.jsonl", "certificate.jsonl"):
                self.assertEqual(more[name], data)
        other = contents(self.generate("d", "--seed", 2))
        for name, data in other.items():
            self.assertNotEqual(one[name], data)

    def test_no_two_tasks_are_alike(self):
        tasks = [data for name, data in contents(self.generate("a", count=5)).items() if name != "index.jsonl"]
        self.assertEqual(len({hashlib.sha256(task).digest() for task in tasks}), len(tasks))

    def test_an_interrupted_run_ends_with_the_same_bytes(self):
        whole = self.three("a")
        broken = self.three("b")
        lines = (broken / "index.jsonl").read_text().splitlines(keepends=True)
        (broken / "index.partial.jsonl").write_text("".join(lines[:3]) + lines[3][:40])
        (broken / "index.jsonl").unlink()
        for line in lines[3:]:
            (broken / json.loads(line)["file"]).unlink()
        self.refused_generate("--resume", "b")
        self.generate("b", "--resume")
        self.assertEqual(contents(whole), contents(broken))
        self.refused_generate("other options", "b", "--resume", "--seed", 2)
        self.refused_generate("more than the 2", "b", "--resume", count=2)
        head, lines = index(broken)
        head["pairs"] = "0" * 16
        text = "\n".join(map(json.dumps, [head, *lines])) + "\n"
        (broken / "index.jsonl").write_text(text)
        self.refused_generate("templates", "b", "--resume")

    def test_shards_end_with_the_bytes_of_one_run(self):
        def generate(name, *arguments):
            return self.generate(name, "--proof", "none", *arguments)

        def refused(expected, name, *arguments):
            self.refused_generate(expected, name, "--proof", "none", *arguments)

        whole = contents(generate("a"))
        for number in (3, 1, 2):
            generate("b", "--shard", f"{number}/3")
            made = {name: data for name, data in contents(self.folder / "b").items() if "index" not in name}
            self.assertTrue(made.items() <= whole.items())
        self.assertEqual(len(made), 6)
        refused("--resume", "b", "--shard", "2/3")
        before = contents(self.folder / "b")
        generate("b", "--shard", "2/3", "--resume")
        self.assertEqual(contents(self.folder / "b"), before)
        refused("--resume", "b")
        refused("other options", "b", "--resume", "--seed", 2)
        generate("b", "--resume")
        self.assertEqual(contents(self.folder / "b"), whole)
        refused('--shard: found "4/3"', "c", "--shard", "4/3")

    def test_two_runs_do_not_write_into_one_folder(self):
        (self.folder / "b").mkdir()
        partial = self.folder / "b/index.partial.jsonl"
        with open(partial, "a", encoding="utf-8") as other_run:
            fcntl.flock(other_run, fcntl.LOCK_EX)
            for arguments in ([], ["--resume"]):
                self.refused_generate("b/index.partial.jsonl: another run is writing it", "b", *arguments)
            self.assertEqual(partial.read_bytes(), b"")
        self.assertEqual(contents(self.generate("b")), contents(self.three("a")))

    def test_tasks_that_were_asked_other_checks_are_not_mixed(self):
        self.generate("a", count=2)
        table = self.folder / "novelties"
        table.mkdir()
        for entry in (Path(__file__).parents[2] / "novelties").glob("*.json"):
            (table / entry.name).write_text(entry.read_text())
        gale = {**json.loads((table / "storm.json").read_text()), "novelty": "gale", "representative": False}
        (table / "gale.json").write_text(json.dumps(gale))  # of no pair of the set
        self.generate("a", "--resume", "--novelties", table)
        entry = table / "mirrored_slingshot.json"
        entry.write_text(json.dumps({**json.loads(entry.read_text()), "checks": ["novelty_needed", "old_plan_fails"]}))
        self.refused_generate("or novelties", "a", "--resume", "--novelties", table)

    def test_an_index_of_another_format_is_refused(self):
        file = self.generate("a", count=2) / "index.jsonl"
        file.write_text(file.read_text().replace('"novphy_tasks":2', '"novphy_tasks":1'))
        self.assertIn("index.jsonl:1: ", self.refused_generate('expected "novphy_tasks": 2\n', "a", "--resume"))

    def test_a_full_disk_costs_no_finished_task(self):
        folder = self.folder / "b"
        said = self.error_of("generate", PAIR, "--count", 3, "--out", "b", preexec_fn=file_limit(2500))
        self.assertEqual(said, "novphy: b/index.partial.jsonl: cannot be written: File too large\n")
        whole = contents(self.three("a"))
        for name, data in contents(folder).items():
            self.assertTrue(name == "index.partial.jsonl" or whole[name] == data, name)
        self.generate("b", "--resume")
        self.assertEqual(contents(folder), whole)

    def test_tasks_that_come_out_alike_are_made_again(self):
        file = self.folder / "narrow.json"
        pair = json.loads(PAIR.read_text())
        pair["common"]["vary"] = {"dx": [0, 0.0006], "dy": [0, 0]}
        file.write_text(json.dumps(pair))
        options = [file, "--proof", "none", "--distractors", 0, "--out"]
        if pair.get("parameters"):
            self.fail("this test needs a pair that varies by its shift alone")
        self.novphy("generate", *options, "a", "--count", 6)
        _, lines = index(self.folder / "a")
        self.assertEqual(len({(line["template"], line["hash"]) for line in lines}), 12)
        self.novphy("generate", *options, "b", "--count", 4)
        self.novphy("generate", *options, "b", "--count", 6, "--resume", "--jobs", 2)
        self.assertEqual(contents(self.folder / "a"), contents(self.folder / "b"))
        for number in (2, 1):  # shards do not know each other's tasks, so that the last call makes some again
            self.novphy("generate", *options, "s", "--count", 6, "--shard", f"{number}/2")
        self.novphy("generate", *options, "s", "--count", 6, "--resume")
        self.assertEqual(contents(self.folder / "a"), contents(self.folder / "s"))
        error = self.error_of("generate", *options, "c", "--count", 9)
        self.assertIn("varies too little for 9 different tasks", error)

    def test_more_tasks_can_be_added_later(self):
        self.generate("a", count=2)
        self.generate("a", "--resume", count=3)
        self.assertEqual(contents(self.folder / "a"), contents(self.three("b")))

    def test_paired_tasks_share_everything_both_allow(self):
        _, lines = index(self.generate("a", "--paired"))
        normal = [line for line in lines if line["template"].endswith("/normal")]
        novel = [line for line in lines if line["template"].endswith("/novel")]
        for key in ("parameters", "shift", "distractors"):
            self.assertEqual([line[key] for line in normal], [line[key] for line in novel])

    def test_window_limits_the_window(self):
        def widths(name, *arguments):
            _, lines = index(self.generate(name, *arguments, count=2))
            return sorted(line["window_deg"][1] - line["window_deg"][0] + 0.5 for line in lines)

        middle = widths("any")[2]
        for width in widths("a", "--window", f"{middle - 1}:{middle + 1}"):
            self.assertTrue(middle - 1 <= width <= middle + 1)
        self.assertIn("most failed window", self.error_of("generate", PAIR, "--count", 3, "--out", "b", "--window", "70:80"))

    def test_xml_has_the_names_of_novphy(self):
        folder = self.generate("a", "--format", "xml", count=1)
        names = [name for name in contents(folder) if name.endswith(".xml")]
        self.assertEqual(
            names,
            [
                "novelty_level_0/type010504/Levels/00001_0_1_010504_0_4.xml",
                "novelty_level_5/type010504/Levels/00001_0_1_010504_5_4.xml",
            ],
        )
        _, lines = index(folder)
        for line in lines:
            self.assert_won(folder, line)

    def test_what_cannot_be_solved_can_be_made_without_proof_and_is_refused_with_one(self):
        text = PAIR.read_text()
        pair = json.loads(text)
        for part in ("common", "normal", "novel"):
            for thing in pair.get(part, {}).get("objects", []):
                if "pig" in thing["type"]:
                    thing["at"] = [16.5, 9]
                    thing.pop("material", None)
        file = self.folder / "high.json"
        file.write_text(json.dumps(pair))
        error = self.error_of("generate", file, "--count", 1, "--out", "x")
        self.assertRegex(error, r"0 of 100 draws accepted, most failed (valid_start|solvable)")
        self.novphy("generate", file, "--count", 1, "--out", "y", "--proof", "none", "--distractors", 0)

    def test_full_proof_asks_every_check_and_knows_the_share_of_winning_throws(self):
        self.novphy("generate", "single_force/objects", "--count", 1, "--out", "a", "--proof", "full")
        _, lines = index(self.folder / "a")
        self.assertEqual(len(lines), 2)
        for line in lines:
            self.assertTrue(0 < line["winning_share"] < 0.1)

    def test_files_and_names_may_be_asked_for_together(self):
        self.novphy("generate", PAIR, "sliding/objects/novel", PAIR, "--count", 1, "--out", "a")
        _, lines = index(self.folder / "a")
        self.assertEqual(
            [line["template"] for line in lines],
            ["falling/relations/normal", "falling/relations/novel", "sliding/objects/novel"],
        )
        self.refused("is the second pair of its novelty and scenario", "generate", PAIR, "falling/relations", "--count", 1, "--out", "b")

    def test_mistakes_are_told(self):
        for arguments, expected in (
            (["nothing/here", "--count", 1], "found \"nothing/here\", expected a pair file"),
            ([PAIR, "--count", 0], "--count"),
            ([PAIR, "--count", 1, "--window", "3"], "expected LOW:HIGH"),
            ([PAIR, "--count", 1, "--window", "1:2", "--proof", "none"], "needs --proof"),
            ([PAIR, "--count", 1, "--format", "yaml"], "--format"),
        ):
            self.refused(expected, "generate", *arguments, "--out", "m")


if __name__ == "__main__":
    main()
