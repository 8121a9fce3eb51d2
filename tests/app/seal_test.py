"""novphy seal and novphy reveal as whole programs. Usage: seal_test.py PROGRAM"""

import hashlib
import json
import re
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import ROOT, FolderTest, contents, json_lines, main, novphy

PAIRS = ROOT / "tests/pairs"
# A coarse sweep, no family and a plan of two tasks, so that a set takes seconds. The seed follows from the program's sources
# too, so these tests must hold whichever law it draws.
QUICK = [PAIRS / "single_force/actions.json", "--members", 0, "--step", 3, "--distance", 0]
SET = [*QUICK, "--count", 1, "--candidates", 200]
PLAN = ["--trials", 1, "--min-normal", 1, "--max-normal", 1, "--novel", 1, "--calibration-runs", 0, "--proof", "none", "--distractors", 0]
RANDOMNESS = "round 1"
SECRET = Path(__file__)  # any bytes will do


def without_physics(value):
    """The JSON value without the parts of tasks in which a law's own key may stand."""
    if isinstance(value, dict):
        return {key: without_physics(each) for key, each in value.items() if key not in ("effects", "objects", "slingshot")}
    return [without_physics(each) for each in value] if isinstance(value, list) else value


def digest(data):
    return hashlib.sha256(data).hexdigest()


def seal(file, *options, **where):
    """The hash that is printed."""
    done = novphy("seal", "--secret", SECRET, *SET, *PLAN, *options, "--out", file, **where)
    return done.stdout.split()[0]


class Sealed(FolderTest):
    @classmethod
    def setUpClass(cls):
        cls.common = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.sealed = cls.common / "sealed.json"
        cls.hash = seal(cls.sealed)
        novphy("reveal", cls.sealed, "--secret", SECRET, "--seed", RANDOMNESS, "--out", cls.common / "set")

        cls.seed = json.loads((cls.common / "set/revealed.json").read_text())["seed"]
        # The candidates of the set, as a run that was stopped after them leaves them.
        made = json.loads((cls.common / "set/laws.jsonl").read_text())["candidate"] + 1
        novphy("invent", *QUICK, "--count", 2, "--candidates", made, "--seed", cls.seed, "--secret", SECRET, "--out", cls.common / "journal", code=2)

    def stop(self, name, cut=0):
        """Leaves what a reveal leaves that was stopped when every candidate was made, or `cut` bytes before."""
        folder = self.folder / f"{name}.partial"
        folder.mkdir()
        journal = (self.common / "journal/candidates.partial.jsonl").read_bytes()
        (folder / "candidates.partial.jsonl").write_bytes(journal[: len(journal) - cut])

    def reveal(self, name, *options, sealed=None, seed=RANDOMNESS, **here):
        return self.novphy("reveal", sealed or self.sealed, "--secret", SECRET, "--seed", seed, "--out", name, *options, **here)

    def name(self):
        """The name of the set's pair. Two seasons both had an n1, and measure took their laws for one."""
        return "n1-" + digest(f"{self.hash}{RANDOMNESS}".encode())[:4]

    def test_the_sealed_file_names_all_that_the_set_depends_on(self):
        text = self.sealed.read_bytes()
        self.assertEqual(self.hash, digest(text))
        sealed = json.loads(text)
        self.assertEqual(sealed["version"], novphy("--version").stdout.split()[1])
        folders = ("app", "base", "generator", "jobs", "levels", "novelties", "sim", "trials")
        sources = sorted(str(file.relative_to(ROOT)) for folder in folders for end in ("cpp", "h") for file in (ROOT / folder).rglob(f"*.{end}"))
        self.assertEqual(sealed["sources"], digest("".join(f"{digest((ROOT / name).read_bytes())}  {name}\n" for name in sources).encode()))
        files = {file["name"]: file["sha256"] for file in sealed["files"]}
        self.assertEqual(files, {str(file.relative_to(ROOT)): digest(file.read_bytes())
                                 for folder in ("assets", "novelties") for file in (ROOT / folder).glob("*.json")})
        (pair,) = sealed["pairs"]
        self.assertEqual((pair["text"], pair["sha256"]), (SET[0].read_text(), digest(SET[0].read_bytes())))
        self.assertEqual((sealed["candidates"]["members"], sealed["plan"]["trials"], sealed["count"]), (0, 1, 1))
        self.assertNotIn("seed", sealed["candidates"] | sealed["plan"])
        self.assertEqual(sealed["secret_sha256"], digest(SECRET.read_bytes()))
        self.assertEqual(seal("again.json", folder=self.folder), self.hash)

    def test_pairs_that_come_with_the_program_are_named_by_their_hashes(self):
        self.novphy("seal", "--secret", SECRET, "--count", 2, *PLAN, "--out", "own.json")
        pairs = json.loads((self.folder / "own.json").read_text())["pairs"]
        files = sorted((ROOT / "levels/templates").glob("*/*.json"))
        self.assertEqual([pair["sha256"] for pair in pairs], [digest(file.read_bytes()) for file in files])
        self.assertFalse(any("text" in pair for pair in pairs))
        pairs[3]["sha256"] = "0" * 64
        self.change(self.folder / "own.json", pairs=pairs)
        self.refused(f"/pairs/3: {pairs[3]['name']} has the SHA-256 {digest(files[3].read_bytes())} here, expected 000", "reveal", "changed.json", "--secret", SECRET,
                     "--seed", "x", "--out", "set")

    def test_the_set_depends_on_sealed_file_and_randomness_alone(self):
        files = contents(self.common / "set")
        name = self.name()
        self.assertEqual(sorted(files), ["laws.html", "laws.jsonl", f"pairs/{name}.json", "plan.json", "revealed.json"])
        revealed = json.loads(files["revealed.json"])
        seed = int(digest(f"{self.hash}\n{RANDOMNESS}".encode())[:13], 16)
        self.assertEqual((revealed["sealed_sha256"], revealed["randomness"], revealed["seed"]), (self.hash, RANDOMNESS, seed))
        self.assertEqual({file["name"]: file["sha256"] for file in revealed["files"]},
                         {name: digest(data) for name, data in files.items() if name != "revealed.json"})
        plan = json.loads(files["plan.json"])
        self.assertEqual((plan["options"]["seed"], plan["certain_ends"]), (seed, False))
        self.assertEqual(plan["options"]["secret_sha256"], revealed["secret_sha256"])
        # The same law as invent finds with this seed, under another name.
        (self.folder / "invented").mkdir()
        shutil.copy(self.common / "journal/candidates.partial.jsonl", self.folder / "invented")
        self.novphy("invent", *SET, "--seed", seed, "--secret", SECRET, "--out", "invented")
        (pair,) = (self.folder / "invented/pairs").iterdir()
        novelty = json.loads(pair.read_text())["novelty"]
        self.assertEqual(files[f"pairs/{name}.json"].decode(), pair.read_text().replace(f'"{novelty}"', f'"{name}"'))
        # Other randomness is another seed, with which these candidates do not go on.
        self.stop("other")
        self.assertIn("other.partial/candidates.partial.jsonl:1: was made with other options",
                      self.error_of("reveal", self.sealed, "--secret", SECRET, "--seed", "round 2", "--out", "other"))

    def test_who_knows_the_randomness_but_not_the_secret_cannot_draw_the_set(self):
        (self.folder / "guess").write_text("another secret of some bytes")
        self.refused(f"guess: has the SHA-256 {digest(b'another secret of some bytes')}, expected that of the sealed secret, {digest(SECRET.read_bytes())}",
                     "reveal", self.sealed, "--secret", "guess", "--seed", RANDOMNESS, "--out", "set")
        (self.folder / "short").write_text("too short")
        self.refused("short: holds 9 bytes, expected a secret of at least 16", "reveal", self.sealed, "--secret", "short", "--seed", "x", "--out", "set")
        self.assertIn("--secret is required", self.error_of("reveal", self.sealed, "--seed", "x", "--out", "set"))
        # With the number of the seed alone, as anybody can compute it, the candidates are others.
        self.stop("public")
        shutil.move(self.folder / "public.partial", self.folder / "public")
        self.assertIn("was made with other options", self.error_of("invent", *SET, "--seed", self.seed, "--out", "public"))
        (self.folder / "public/candidates.partial.jsonl").unlink()
        self.novphy("invent", *QUICK, "--count", 9, "--candidates", 5, "--seed", self.seed, "--out", "public", code=2)
        keys = ("law", "base", "strength")
        first, other = [[tuple(each.get(key) for key in keys) for each in json_lines(folder / "candidates.partial.jsonl")[1:6]]
                        for folder in (self.folder / "public", self.common / "journal")]
        self.assertNotEqual(first[: len(other)], other[: len(first)])

    def test_names_tell_no_law(self):
        (law,) = [json.loads(line) for line in (self.common / "set/laws.jsonl").read_text().splitlines()]
        for file in ("plan.json", f"pairs/{self.name()}.json"):
            text = json.dumps(without_physics(json.loads((self.common / "set" / file).read_text())))
            self.assertIsNone(re.search(rf"\b{law['law']}\b", text))
            self.assertIn(f'"{self.name()}"', text)
        self.novphy("verify", self.common / f"set/pairs/{self.name()}.json", "--step", 3)

    def test_a_stopped_reveal_goes_on_to_the_same_bytes(self):
        self.stop("set", cut=100)  # the last candidate is made once more
        self.reveal("set")
        self.assertEqual(contents(self.folder), {f"set/{name}": data for name, data in contents(self.common / "set").items()})

    def test_a_finished_set_is_made_again_and_compared(self):
        shutil.copytree(self.common / "set", self.folder / "set")
        before = contents(self.folder)
        self.stop("set")
        self.assertIn(": every file is as the seed gives it", self.reveal("set").stdout)
        self.assertEqual(contents(self.folder), before)
        self.refused("/randomness: is the set of other randomness", "reveal", self.sealed, "--secret", SECRET, "--seed", "round 2", "--out", "set")
        pair = f"pairs/{self.name()}.json"
        for name, data, expected in ((pair, before["set/" + pair] + b"\n", f"{pair} differs"), ("notes", b"", "notes is no file of the set")):
            (self.folder / "set" / name).write_bytes(data)
            self.stop("set")
            self.assertEqual(self.reveal("set", code=1).stdout, f"set: {expected}\n")
            (self.folder / "set" / name).write_bytes(before["set/" + name]) if "set/" + name in before else (self.folder / "set" / name).unlink()
        (self.folder / "set/plan.json").unlink()
        self.stop("set")
        self.assertEqual(self.reveal("set", code=1).stdout, "set: plan.json is missing\n")

    def change(self, file, **values):
        """changed.json: the sealed file with other values."""
        sealed = json.loads(Path(file).read_text())
        (self.folder / "changed.json").write_text(json.dumps({**sealed, **values}))

    def refused_with(self, expected, lines=1, **values):
        self.change(self.sealed, **values)
        self.refused(expected, "reveal", "changed.json", "--secret", SECRET, "--seed", "x", "--out", "set", lines=lines)

    def test_a_set_of_another_program_is_refused(self):
        sealed = json.loads(self.sealed.read_text())
        self.refused_with("changed.json: /version: was sealed with novphy 9.9.9, and this is novphy", version="9.9.9")
        self.refused_with(f"changed.json: /sources: was sealed with the sources {'0' * 64}, and this program was built from", sources="0" * 64)
        self.refused_with("changed.json: /laws: was sealed with other laws", laws=sealed["laws"][1:])
        self.refused_with("changed.json: /plays: this program plays otherwise", plays="0" * 64)
        self.refused_with("changed.json: /files/0: this program also has assets/catalogue.json", files=sealed["files"][1:])
        pair = sealed["pairs"][0]
        self.refused_with("changed.json: /pairs/0: the text has the SHA-256", pairs=[{**pair, "text": pair["text"] + " "}])
        self.refused_with("changed.json: /pairs/1: expected a text in every pair or in none", pairs=[pair, {"name": "a/b", "sha256": pair["sha256"]}])
        shutil.copytree(ROOT / "assets", self.folder / "assets")
        catalogue = self.folder / "assets/catalogue.json"
        catalogue.write_text(catalogue.read_text() + "\n")
        self.refused("/files/0: assets/catalogue.json has the SHA-256 ", "reveal", self.sealed, "--secret", SECRET, "--seed", "x", "--out", "set",
                     environment={"NOVPHY_ASSETS": self.folder / "assets"})

    def test_a_damaged_file_is_refused_with_line_and_place(self):
        text = self.sealed.read_text()
        for change, expected in ((text[: len(text) // 2], "changed.json:"), (text.replace('"count": 1', '"count": 0'), "changed.json:6: /count: expected"),
                                 (text.replace('"count"', '"colour": 3, "count"'), "/colour"), (text.replace('"members": 0', '"members": -1'), "/candidates/members"),
                                 (text.replace('"normal": [1, 1]', '"normal": [2, 1]'), "/plan"), (text.replace('"proof": "none"', '"proof": "words"'), "/plan/proof"),
                                 (text.replace('"novphy_sealed": 2', '"novphy_sealed": 1'), "/novphy_sealed: expected 2, found 1"),
                                 ((self.common / "set/plan.json").read_text(), "this is a plan; a sealed set is expected"), ("", "changed.json")):
            (self.folder / "changed.json").write_text(change)
            self.refused(expected, "reveal", "changed.json", "--secret", SECRET, "--seed", "x", "--out", "set")

    def test_wrong_options_are_refused_before_anything_is_written(self):
        self.refused("--seed: expected a text of 1 to 10000 bytes", "reveal", self.sealed, "--secret", SECRET, "--seed", "", "--out", "set")
        self.refused("nowhere.json", "reveal", "nowhere.json", "--secret", SECRET, "--seed", "x", "--out", "set")
        self.refused("no base pair has the scenario melting", "seal", "--secret", SECRET, *SET, *PLAN, "--scenario", "melting", "--out", "s.json")
        self.refused("pool", "seal", "--secret", SECRET, *SET, *PLAN[:-10], "--pool", 3, "--novel", 7, "--out", "s.json")
        (self.folder / "full").mkdir()
        (self.folder / "full/thesis.txt").write_text("mine")
        self.refused("holds no revealed set", "reveal", self.sealed, "--secret", SECRET, "--seed", "x", "--out", "full")
        shutil.copy(self.sealed, self.folder / "s.json")
        self.refused("s.json: is there already with other content", "seal", "--secret", SECRET, *SET, *PLAN, "--strict", "--out", "s.json")


main()
