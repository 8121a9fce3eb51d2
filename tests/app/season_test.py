"""novphy season as a whole program. Usage: season_test.py PROGRAM"""

import hashlib
import html
import json
import os
import re
import shutil
import signal
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import ROOT, FolderTest, contents, json_lines, main, novphy, program, run, start, stop_at_random

PAIRS = ROOT / "tests/pairs"
# A coarse sweep, no family and a plan of two tasks, so that a set takes seconds. The seed follows from the program's sources
# too, so these tests must hold whichever law it draws.
QUICK = [PAIRS / "single_force/actions.json", "--members", 0, "--step", 3, "--distance", 0]
SET = [*QUICK, "--count", 1, "--candidates", 200]
MANIFEST = {"name": "s1", "deadline": "2999-01-01T00:00:00Z", "randomness": "round 1 of a beacon", "bases": [str(QUICK[0])], "members": 0, "step": 3,
            "distance": 0, "count": 1, "candidates": 200, "trials": 1, "min-normal": 1, "max-normal": 1, "novel": 1, "calibration-runs": 0,
            "proof": "none", "distractors": 0, "agents": ["random"]}
RANDOMNESS = "round 1"
SECRET = Path(__file__)  # any bytes will do


def without_physics(value):
    """The JSON value without the parts of tasks in which a law's own key may stand."""
    if isinstance(value, dict):
        return {key: without_physics(each) for key, each in value.items() if key not in ("effects", "objects", "slingshot")}
    return [without_physics(each) for each in value] if isinstance(value, list) else value


def digest(data):
    return hashlib.sha256(data).hexdigest()


def season_in(folder, **values):
    """A season's folder with its manifest."""
    folder.mkdir(exist_ok=True)
    (folder / "season.json").write_text(json.dumps({**MANIFEST, **values}))
    return folder


def seal(folder):
    """The hash that is printed."""
    return novphy("season", "seal", folder, "--secret", SECRET).stdout.split()[0]


class Sealed(FolderTest):
    @classmethod
    def setUpClass(cls):
        cls.common = Path(cls.enterClassContext(tempfile.TemporaryDirectory())) / "season"
        cls.sealed = season_in(cls.common) / "sealed.json"
        cls.hash = seal(cls.common)
        novphy("season", "reveal", cls.common, "--secret", SECRET, "--randomness", RANDOMNESS)

        cls.seed = json.loads((cls.common / "set/revealed.json").read_text())["seed"]
        # The candidates of the set, as a run that was stopped after them leaves them.
        made = json.loads((cls.common / "closed/laws.jsonl").read_text())["candidate"] + 1
        cls.journal = cls.common.parent / "journal/candidates.partial.jsonl"
        novphy("invent", *QUICK, "--count", 50, "--candidates", made, "--seed", cls.seed, "--secret", SECRET, "--out", cls.journal.parent, code=2)

    def stopped(self, name="s", cut=0):
        """A season's folder as a reveal leaves it that was stopped when every candidate was made, or `cut` bytes before."""
        folder = season_in(self.folder / name)
        shutil.copy(self.sealed, folder)
        (folder / "set.partial").mkdir(exist_ok=True)
        journal = self.journal.read_bytes()
        (folder / "set.partial/candidates.partial.jsonl").write_bytes(journal[: len(journal) - cut])
        return folder

    def reveal(self, folder, randomness=RANDOMNESS, **here):
        return self.novphy("season", "reveal", folder, "--secret", SECRET, "--randomness", randomness, **here)

    def refuses_reveal(self, expected, folder, randomness=RANDOMNESS, secret=SECRET, **here):
        return self.refused(expected, "season", "reveal", folder, "--secret", secret, "--randomness", randomness, **here)

    def name(self):
        """The name of the set's pair. Two seasons both had an n1, and measure took their laws for one."""
        return "s1_1-" + digest(f"{self.hash}{RANDOMNESS}".encode())[:4]

    def test_the_sealed_file_names_all_that_the_set_depends_on(self):
        text = self.sealed.read_bytes()
        self.assertEqual(self.hash, digest(text))
        sealed = json.loads(text)
        self.assertEqual(sealed["version"], novphy("--version").stdout.split()[1])
        folders = ("agents", "app", "base", "evaluator", "generator", "jobs", "levels", "novelties", "sim", "trials")
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
        self.assertEqual(seal(season_in(self.folder / "again")), self.hash)

    def test_pairs_that_come_with_the_program_are_named_by_their_hashes(self):
        folder = season_in(self.folder / "own", bases=[], count=2)
        seal(folder)
        pairs = json.loads((folder / "sealed.json").read_text())["pairs"]
        files = sorted((ROOT / "levels/templates").glob("*/*.json"))
        self.assertEqual([pair["sha256"] for pair in pairs], [digest(file.read_bytes()) for file in files])
        self.assertFalse(any("text" in pair for pair in pairs))
        pairs[3]["sha256"] = "0" * 64
        self.change(folder / "sealed.json", pairs=pairs)
        self.refuses_reveal(f"/pairs/3: {pairs[3]['name']} has the SHA-256 {digest(files[3].read_bytes())} here, expected 000", "changed")

    def test_the_set_depends_on_sealed_file_and_randomness_alone(self):
        files = {**contents(self.common / "set"), **contents(self.common / "closed")}
        name = self.name()
        self.assertEqual(sorted(files), ["laws.html", "laws.jsonl", f"pairs/{name}.json", "plan.json", "revealed.json"])
        self.assertEqual(sorted(contents(self.common / "closed")), ["laws.html", "laws.jsonl"])
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
        shutil.copy(self.journal, self.folder / "invented")
        self.novphy("invent", *SET, "--seed", seed, "--secret", SECRET, "--out", "invented")
        (pair,) = (self.folder / "invented/pairs").iterdir()
        novelty = json.loads(pair.read_text())["novelty"]
        self.assertEqual(files[f"pairs/{name}.json"].decode(), pair.read_text().replace(f'"{novelty}"', f'"{name}"'))
        # Other randomness is another seed, with which these candidates do not go on.
        other = self.stopped()
        self.assertIn("set.partial/candidates.partial.jsonl:1: was made with other options",
                      self.error_of("season", "reveal", other, "--secret", SECRET, "--randomness", "round 2"))

    def test_sets_for_practice_have_the_settings_of_the_season_and_seeds_that_everybody_knows(self):
        folder = season_in(self.folder / "p", count=1)
        shutil.copy(self.sealed, folder)
        before = contents(folder)
        seeds = {}
        for step in ("practice", "public"):
            said = self.novphy("season", step, folder).stdout
            made = {name: data for name, data in contents(folder / step).items()}
            self.assertEqual({name.split("/")[0] for name in made}, {"board", "closed", "history.jsonl", "sealed.json", "secret", "set"})
            sealed = json.loads(made["sealed.json"])
            season = json.loads(self.sealed.read_text())
            for key in ("count", "most_candidates", "candidates", "plan", "laws", "plays", "files", "pairs", "sources"):
                self.assertEqual(sealed[key], season[key], key)
            plan = json.loads(made["board/plan.json"])
            seeds[step] = plan["options"]["seed"]
            self.assertEqual(seeds[step], int(digest(f"{digest(made['sealed.json'])}\n{step}".encode())[:13], 16))
            self.assertEqual((plan["certain_ends"], sealed["secret_sha256"]), (False, digest(made["secret"])))
            self.assertIn(f"set/pairs/s1_{step}_1-", " ".join(made))
            self.assertIn("1 pair", said)
        self.assertEqual(len({self.seed, *seeds.values()}), 3)
        self.assertEqual({name: data for name, data in contents(folder).items() if name.split("/")[0] not in seeds}, before)
        self.assertIn(": every file is as the seed gives it", self.novphy("season", "public", folder).stdout)
        self.novphy("board", folder / "public/board", "--add", "random", "--out", "public_board")
        self.assertEqual(json.loads((self.folder / "public_board/board.json").read_text())["entries"][0]["rank"]["rank"], 1)
        season_in(folder, count=2)
        self.refused("sealed.json: was sealed with other settings or another program", "season", "practice", folder)
        (folder / "sealed.json").unlink()
        self.refused("practice/sealed.json: is there already with other content", "season", "practice", folder)

    def test_who_knows_the_randomness_but_not_the_secret_cannot_draw_the_set(self):
        folder = self.stopped()
        (self.folder / "guess").write_text("another secret of some bytes")
        self.refuses_reveal(f"guess: has the SHA-256 {digest(b'another secret of some bytes')}, expected that of the sealed secret, {digest(SECRET.read_bytes())}",
                            folder, secret="guess")
        (self.folder / "short").write_text("too short")
        self.refuses_reveal("short: holds 9 bytes, expected a secret of at least 16", folder, secret="short")
        self.refused("--secret is required", "season", "reveal", folder, "--randomness", "x")
        # With the number of the seed alone, as anybody can compute it, the candidates are others.
        public = self.folder / "public"
        public.mkdir()
        shutil.copy(self.journal, public)
        self.assertIn("was made with other options", self.error_of("invent", *SET, "--seed", self.seed, "--out", "public"))
        (public / "candidates.partial.jsonl").unlink()
        self.novphy("invent", *QUICK, "--count", 9, "--candidates", 5, "--seed", self.seed, "--out", "public", code=2)
        keys = ("law", "base", "strength")
        first, other = [[tuple(each.get(key) for key in keys) for each in json_lines(file)[1:6]]
                        for file in (public / "candidates.partial.jsonl", self.journal)]
        self.assertNotEqual(first[: len(other)], other[: len(first)])

    def test_names_tell_no_law(self):
        (law,) = [json.loads(line) for line in (self.common / "closed/laws.jsonl").read_text().splitlines()]
        page = (self.common / "closed/laws.html").read_text()
        self.assertEqual(law["pair"], f"single_force/{self.name()}")
        self.assertIn(html.escape(law["words"], quote=False), page)
        self.assertEqual(page.count('<div class="film"'), 1)
        for file in ("plan.json", f"pairs/{self.name()}.json"):
            text = json.dumps(without_physics(json.loads((self.common / "set" / file).read_text())))
            self.assertIsNone(re.search(rf"\b{law['law']}\b", text))
            self.assertIn(f'"{self.name()}"', text)
        self.novphy("verify", self.common / f"set/pairs/{self.name()}.json", "--step", 3)

    def test_a_stopped_reveal_goes_on_to_the_same_bytes(self):
        folder = self.stopped(cut=100)  # the last candidate is made once more
        self.reveal(folder)
        for part in ("set", "closed"):
            self.assertEqual(contents(folder / part), contents(self.common / part))
        self.assertFalse((folder / "set.partial").exists())

    def test_a_finished_set_is_made_again_and_compared(self):
        folder = self.stopped()
        shutil.copytree(self.common / "set", folder / "set")
        before = contents(folder / "set")
        self.assertIn(": every file is as the seed gives it", self.reveal(folder).stdout)
        self.assertEqual(contents(folder / "set"), before)
        self.refuses_reveal("/randomness: is the set of other randomness", folder, "round 2")
        pair = f"pairs/{self.name()}.json"
        for name, data, expected in ((pair, before[pair] + b"\n", f"{pair} differs"), ("notes", b"", "notes is no file of the set"),
                                     ("plan.json", None, "plan.json is missing")):
            (folder / "set" / name).unlink() if data is None else (folder / "set" / name).write_bytes(data)
            self.stopped()
            self.assertIn(f"set: {expected}\n", self.error_of("season", "reveal", folder, "--secret", SECRET, "--randomness", RANDOMNESS))
            (folder / "set" / name).write_bytes(before[name]) if name in before else (folder / "set" / name).unlink()

    def change(self, file, **values):
        """The season "changed": the sealed file with other values."""
        (self.folder / "changed").mkdir(exist_ok=True)
        (self.folder / "changed/sealed.json").write_text(json.dumps({**json.loads(Path(file).read_text()), **values}))

    def refused_with(self, expected, lines=1, **values):
        self.change(self.sealed, **values)
        self.refuses_reveal(expected, "changed", lines=lines)

    def test_a_set_of_another_program_is_refused(self):
        sealed = json.loads(self.sealed.read_text())
        self.refused_with("sealed.json: /version: was sealed with novphy 9.9.9, and this is novphy", version="9.9.9")
        self.refused_with(f"sealed.json: /sources: was sealed with the sources {'0' * 64}, and this program was built from", sources="0" * 64)
        self.refused_with("sealed.json: /laws: was sealed with other laws", laws=sealed["laws"][1:])
        self.refused_with("sealed.json: /plays: this program plays otherwise", plays="0" * 64)
        self.refused_with("sealed.json: /files/0: this program also has assets/catalogue.json", files=sealed["files"][1:])
        pair = sealed["pairs"][0]
        self.refused_with("sealed.json: /pairs/0: the text has the SHA-256", pairs=[{**pair, "text": pair["text"] + " "}])
        self.refused_with("sealed.json: /pairs/1: expected a text in every pair or in none", pairs=[pair, {"name": "a/b", "sha256": pair["sha256"]}])
        shutil.copytree(ROOT / "assets", self.folder / "assets")
        catalogue = self.folder / "assets/catalogue.json"
        catalogue.write_text(catalogue.read_text() + "\n")
        self.refuses_reveal("/files/0: assets/catalogue.json has the SHA-256 ", self.stopped(), environment={"NOVPHY_ASSETS": self.folder / "assets"})

    def test_a_damaged_file_is_refused_with_line_and_place(self):
        text = self.sealed.read_text()
        self.change(self.sealed)
        for change, expected in ((text[: len(text) // 2], "sealed.json:"), (text.replace('"count": 1', '"count": 0'), "sealed.json:6: /count: expected"),
                                 (text.replace('"count"', '"colour": 3, "count"'), "/colour"), (text.replace('"members": 0', '"members": -1'), "/candidates/members"),
                                 (text.replace('"normal": [1, 1]', '"normal": [2, 1]'), "/plan"), (text.replace('"proof": "none"', '"proof": "words"'), "/plan/proof"),
                                 (text.replace('"novphy_sealed": 3', '"novphy_sealed": 2'), "/novphy_sealed: expected 3, found 2"),
                                 ((self.common / "set/plan.json").read_text(), "this is a plan; a sealed set is expected"), ("", "sealed.json")):
            (self.folder / "changed/sealed.json").write_text(change)
            self.refuses_reveal(expected, "changed")

    def refuses_manifest(self, expected, **values):
        season_in(self.folder / "wrong", **values)
        self.refused(expected, "season", "seal", "wrong", "--secret", SECRET)

    def test_wrong_manifests_and_options_are_refused_before_anything_is_written(self):
        self.refuses_reveal("--randomness: expected a text of 1 to 10000 bytes", self.stopped(), "x" * 10_001)
        self.refused("--randomness is required", "season", "reveal", "s", "--secret", SECRET)
        self.refused("expected a folder with season.json", "season", "seal", "nowhere", "--secret", SECRET)
        self.refuses_manifest("no base pair has the scenario melting", scenario="melting")
        self.refuses_manifest("pool", pool=3, novel=7)
        self.refuses_manifest("/trails", trails=3)
        self.refuses_manifest('/name: found "My season", expected 1 to 20 of small letters', name="My season")
        self.refuses_manifest("/deadline: found \"soon\", expected a time such as", deadline="soon")
        self.refuses_manifest("/limits: found the limit \"disk\"", limits={"disk": "3"})
        self.refuses_manifest('agents: found "nobody", expected one of', agents=["nobody"])
        self.refuses_manifest("expected agents without nets and commands", agents=["exec:true"])
        self.refuses_manifest("/signer: found", signer="garbage")
        self.refuses_manifest("/deadline: found", deadline="2027-13-01T00:00:00Z")
        self.refuses_manifest("anchors: found \"rolling/agent\", expected pairs that come with the program", anchors=["rolling/agent"])
        shutil.rmtree(self.folder / "s/set.partial")
        (self.folder / "s/set").mkdir()
        (self.folder / "s/set/thesis.txt").write_text("mine")
        self.refuses_reveal("holds no revealed set", "s")
        season_in(self.folder / "s", strict=True)
        self.refused("sealed.json: is there already with other content", "season", "seal", "s", "--secret", SECRET)


AGENT = """import json, sys
for line in sys.stdin:
    message = json.loads(line)
    print(json.dumps({"angle_deg": 45} if message["type"] == "choose" else {}), flush=True)
"""
CARD = {"novphy_card": 1, "name": "Line", "authors": ["A"], "track": "text", "data": "none", "hardware": "one core", "cost": "none"}


class Run(FolderTest):
    @classmethod
    def setUpClass(cls):
        cls.common = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", cls.common / "key"])
        signer = " ".join((cls.common / "key.pub").read_text().split()[:2])
        season_in(cls.common / "s", runs=2, submissions=2, signer=signer, anchors=["rolling/agents"], **{"agent-timeout": 20})
        seal(cls.common / "s")
        novphy("season", "reveal", cls.common / "s", "--secret", SECRET, "--randomness", RANDOMNESS)

    def setUp(self):
        super().setUp()
        shutil.copytree(self.common / "s", self.folder / "s")
        self.move("s", "revealed")  # until it is there, entries are taken

    def move(self, from_, to):
        for name in ("set", "board"):
            if (self.folder / from_ / name).exists():
                shutil.move(self.folder / from_ / name, (self.folder / to).mkdir(exist_ok=True) or self.folder / to / name)

    def archive(self, name="line", program="exec python3 agent.py", agent=AGENT, **card):
        folder = self.folder / f"{name}.entry"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        (folder / "agent.py").write_text(agent)
        (folder / "card.json").write_text(json.dumps({**CARD, "name": name, **card}))
        (folder / "run").write_text(f"#!/bin/sh\n{program}\n")
        (folder / "run").chmod(0o755)
        run(["tar", "-czf", self.folder / f"{name}.tar.gz", "-C", folder, "."])
        return self.folder / f"{name}.tar.gz"

    def hand_in(self, team, archive):
        return self.novphy("season", "open", "s", "--team", team, "--archive", archive).stdout.split()[0]

    def run_all(self, **options):
        self.move("revealed", "s")
        return self.novphy("season", "run", "s", "--key", self.common / "key", **options).stdout

    def results(self):
        return {each["team"]: each for each in json.loads((self.folder / "s/results.json").read_text())["entries"]}

    def test_a_season_runs_to_its_board(self):
        hash_ = self.hand_in("line", self.archive())
        self.hand_in("broken", self.archive("broken", "exit 3"))
        self.hand_in("pictures", self.archive("pictures", track="picture"))
        chance = AGENT.replace("45", "int.from_bytes(__import__('os').urandom(1), 'little') / 3")
        self.hand_in("chance", self.archive("chance", agent=chance))
        said = self.run_all()
        self.assertIn("line: 0 s for its answers, two equal runs\n", said)
        self.assertIn("pictures: ", said)
        self.assertIn("chance: 0 s for its answers, two runs that differ\n", said)
        results = self.results()
        records = self.folder / "s/board/entries/line/records.jsonl"
        self.assertEqual((results["line"]["sha256"], results["line"]["records_sha256"]), (hash_, digest(records.read_bytes())))
        self.assertIn("ended with exit code 3", results["broken"]["error"])
        self.assertIn("/saw_text", results["pictures"]["error"])
        self.assertNotIn("records_sha256", results["broken"])
        self.assertRegex(results["line"]["sandbox"], "^sandbox by ")
        self.assertGreater(sum(each["usage"]["wall_s"] for each in json_lines(records)[1:]), 0)
        before = contents(self.folder / "s/board")
        self.run_all()
        self.assertEqual(contents(self.folder / "s/board"), before)
        self.novphy("season", "board", "s")
        self.novphy("season", "board", "s", "--beside", "s")
        page = (self.folder / "s/index.html").read_text()
        for text in (hash_, "equal", "differ", "ended with exit code 3", "AP of the anchors", "round 1 of a beacon"):
            self.assertIn(text, page)
        self.assertIn(">line<", (self.folder / "s/site/index.html").read_text())

    def test_people_stand_on_the_board_of_a_season(self):
        self.hand_in("line", self.archive())
        self.refused("people plays beside the entries", "season", "open", "s", "--team", "people", "--archive", self.archive("people_"))
        self.run_all()
        people = self.folder / "s/board/entries/people"
        people.mkdir()
        shutil.copy(self.folder / "s/board/entries/line/records.jsonl", people)
        (people / "card.json").write_text(json.dumps({**CARD, "name": "Our study"}))
        self.refused("entries/people: expected records of people alone", "season", "board", "s")
        head, *records = json_lines(people / "records.jsonl")
        (people / "records.jsonl").unlink()
        del head["name"]
        played = [record for record in records if record["novelty"] == "agents"]
        for person in ("P1", "P2"):
            (people / person).mkdir()
            (people / person / "records.jsonl").write_text("".join(json.dumps(line) + "\n" for line in [{**head, "agent": f"human:{person}"}, *played]))
        self.novphy("season", "board", "s")
        board = {entry["entry"]: entry for entry in json.loads((self.folder / "s/site/board.json").read_text())["entries"]}
        self.assertEqual((board["people"]["standing"], board["people"]["people"]["people"]), ("reference", 2))
        self.assertEqual([cell["people"] for cell in board["people"]["people"]["cells"]], [2, 0])
        self.assertEqual([board[name]["standing"] for name in ("line", "random")], ["ranked", "ranked"])
        self.assertNotIn("Our study", (self.folder / "s/index.html").read_text())  # whose means may be over a part of the set

    def test_a_run_that_is_killed_goes_on(self):
        slow = AGENT.replace("for line", "import time\nfor line").replace("    message", "    time.sleep(0.2)\n    message")
        self.hand_in("fast", self.archive("fast"))
        self.hand_in("slow", self.archive("slow", agent=slow))
        self.move("revealed", "s")
        for number in (signal.SIGKILL, signal.SIGTERM):
            stop_at_random(start([program(), "season", "run", "s", "--key", self.common / "key"], folder=self.folder), 3, number)
        self.run_all()
        self.assertEqual([each.get("error", "") for each in self.results().values()], ["", ""])
        self.novphy("season", "board", "s")

    def test_a_team_may_replace_its_entry_and_name_no_other(self):
        self.hand_in("line", self.archive())
        self.run_all()
        self.move("s", "revealed")
        self.hand_in("line", self.archive("better", agent=AGENT.replace("45", "60")))
        self.refused("is the name of the entry of line, too", "season", "open", "s", "--team", "other", "--archive", self.archive("better"))
        self.refused('"random" is the name of another agent', "season", "open", "s", "--team", "other", "--archive", self.archive("random"))
        self.refused("random plays beside the entries", "season", "open", "s", "--team", "random", "--archive", self.archive())
        self.move("revealed", "s")
        self.refused("lacks the entry of line: take the step run", "season", "board", "s")
        self.run_all()
        self.assertIn('"name":"better"', (self.folder / "s/board/entries/line/records.jsonl").read_text())

    def test_what_was_changed_after_the_runs_is_refused(self):
        self.hand_in("line", self.archive())
        self.run_all()
        for file, expected in (("results.json", "is not the signature of the season's signer"), ("board/plan.json", "is not the revealed plan"),
                               ("set/plan.json", "expected the revealed one"), ("sealed.json", "/sealed_sha256"), ("submissions.jsonl", "was changed"),
                               ("board/entries/line/card.json", "is not the entry's card"),
                               ("board/entries/line/records.jsonl", "is not what the entry played")):
            before = (self.folder / "s" / file).read_bytes()
            (self.folder / "s" / file).write_bytes(before + b"\n" if file != "submissions.jsonl" else before + before)
            self.assertIn(expected, self.error_of("season", "board", "s"))
            (self.folder / "s" / file).write_bytes(before)
        shutil.copytree(self.folder / "s/board/entries/line", self.folder / "s/board/entries/ghost")
        self.refused("ghost: is no entry of this season", "season", "board", "s")
        shutil.rmtree(self.folder / "s/board/entries/ghost")
        (self.folder / "s/results.json.sig").unlink()
        self.refused("results.json.sig: is not there: the season promised signed results", "season", "board", "s")
        (archive,) = (self.folder / "s/archives").iterdir()
        archive.write_bytes(archive.read_bytes() + b"x")
        self.assertIn("is not what was handed in", self.error_of("season", "run", "s", "--key", self.common / "key"))

    def test_submissions_have_a_deadline_and_a_limit(self):
        first, second = self.archive("one"), self.archive("two")
        third = digest(self.archive("three").read_bytes())
        self.novphy("season", "open", "s", "--team", "a", "--sha256", digest(first.read_bytes()))
        self.novphy("season", "open", "s", "--team", "a", "--sha256", digest(second.read_bytes()))
        self.refused("a has handed in 2 submissions, the most of a team", "season", "open", "s", "--team", "a", "--sha256", third)
        sealed = self.folder / "s/sealed.json"
        sealed.write_text(sealed.read_text().replace("2999-01-01", "2026-01-01"))
        self.hand_in("a", first)  # after the deadline, what was told before
        self.refused("entries were taken until 2026-01-01T00:00:00Z and until the set was revealed, and b told no such hash by then", "season", "open", "s", "--team", "b", "--sha256", third)

    def test_a_line_that_a_killed_step_left_unfinished_is_repaired_by_the_next(self):
        first, second, third = (digest(name.encode()) for name in ("1", "2", "3"))
        file = self.folder / "s/submissions.jsonl"
        self.novphy("season", "open", "s", "--team", "a", "--sha256", first)
        whole = file.read_bytes()
        for cut in (1, 2, len(whole) // 2, len(whole) - 1):  # all but the line break, and less
            file.write_bytes(whole + whole.replace(first.encode(), second.encode())[:-cut])
            self.novphy("season", "open", "s", "--team", "b", "--sha256", third)
            self.assertEqual([(each["team"], each["sha256"]) for each in json_lines(file)],
                             [("a", first), *([("a", second)] if cut == 1 else []), ("b", third)])
        file.write_bytes(whole[:9])  # nothing was handed in
        self.novphy("season", "open", "s", "--team", "a", "--sha256", second)
        self.assertEqual([each["sha256"] for each in json_lines(file)], [second])
        file.write_bytes(whole[:9] + b"\n" + whole)
        self.refused("submissions.jsonl:1: ", "season", "open", "s", "--team", "a", "--sha256", third)

    def test_archives_that_are_no_entries_are_refused(self):
        (self.folder / "text").write_text("no archive")
        self.refused("text: is no archive that tar can unpack", "season", "open", "s", "--team", "a", "--archive", "text")
        self.refused("card.json: expected a card without", "season", "open", "s", "--team", "a", "--archive", self.archive(reference=True))
        entry = self.folder / "line.entry"
        self.archive()
        (entry / "run").chmod(0o644)
        run(["tar", "-cf", "still.tar", "-C", entry, "."], folder=self.folder)
        self.refused("expected that the file run can be executed", "season", "open", "s", "--team", "a", "--archive", "still.tar")
        (entry / "run").unlink()
        (entry / "run").symlink_to("/bin/sh")
        run(["tar", "-cf", "link.tar", "-C", entry, "."], folder=self.folder)
        self.refused("expected the file run at its top", "season", "open", "s", "--team", "a", "--archive", "link.tar")
        (entry / "run").unlink()
        run(["mkfifo", entry / "pipe"])
        run(["tar", "-cf", "pipe.tar", "-C", entry, "."], folder=self.folder)
        self.refused("holds more than files, folders and links", "season", "open", "s", "--team", "a", "--archive", "pipe.tar")
        (entry / "pipe").unlink()
        (entry / "large").touch()
        os.truncate(entry / "large", 1 << 42)
        run(["tar", "-Scf", "large.tar", "-C", entry, "."], folder=self.folder)
        (entry / "large").unlink()
        self.refused("is no archive that tar can unpack", "season", "open", "s", "--team", "a", "--archive", "large.tar")
        self.refused("expected 1 to 40 letters", "season", "open", "s", "--team", "../a", "--archive", "link.tar")
        self.refused("expected --archive FILE or", "season", "open", "s", "--team", "a")

    def test_steps_have_an_order(self):
        folder = season_in(self.folder / "new")
        self.refused("sealed.json: is not there: the season is not sealed yet", "season", "open", folder, "--team", "a", "--sha256", "0" * 64)
        seal(folder)
        self.refused("plan.json: is not there: the set is not revealed yet", "season", "run", folder)
        self.refused("plan.json: is not there: the set is not revealed yet", "season", "board", folder)
        self.move("revealed", "s")
        self.refused("results.json: is not there: the entries have not run yet", "season", "board", "s")
        self.refused("--key: expected the key that signs", "season", "run", "s")
        self.refused("--image: has the hash", "season", "run", "s", "--key", self.common / "key", "--image", self.folder / "s")

    def test_a_rehearsal_takes_all_steps_before_anything_is_sealed(self):
        folder = season_in(self.folder / "new")
        self.novphy("season", "rehearse", folder, "--archive", self.archive())
        self.assertTrue((folder / "rehearsal/index.html").exists())
        self.assertEqual(sorted(each.name for each in folder.iterdir()), ["rehearsal", "season.json"])


main()
