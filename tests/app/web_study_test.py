"""Studies as pages for browsers: the files that are written, what they hide, and what is refused. Usage: web_study_test.py PROGRAM"""

import fcntl
import functools
import json
import re
import shutil
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import ROOT, FolderTest, contents, error_of, file_limit, main, names_in, novphy, program

SHIPPED = "levels/study/study.json"
LEVEL_SETS = [[["agents", "rolling"], ["goals", "rolling"]], [["events", "rolling"], ["actions", "rolling"]]]
PLAN = ["--trials", 2, "--min-normal", 1, "--max-normal", 2, "--novel", 2, "--calibration-runs", 0, "--control", 1, "--proof", "none"]
PAGE = {"index.html": "<!DOCTYPE html>", "timeline.js": "run();", "lib/novphy.wasm": "\0asm"}
TASK_KEYS = {"novphy_task", "birds", "objects", "effects", "slingshot", "gravity", "width", "shown", "time_limit_s"}
PLACES = {"--study": "study.json", "--plan": "plan.json", "--out": "online", "--web": "web"}


def values(data):
    """All texts in a JSON value that are no keys."""
    if isinstance(data, dict):
        return [text for each in data.values() for text in values(each)]
    if isinstance(data, list):
        return [text for each in data for text in values(each)]
    return [data] if isinstance(data, str) else []


@functools.cache
def plan(*options):
    """The bytes of a plan, which is made once for all tests."""
    return novphy("plan", *PLAN, *options, "--out", "-").stdout.encode()


class WebStudy(FolderTest):
    def setUp(self):
        super().setUp()
        for name, text in PAGE.items():
            file = self.folder / "web/study" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        shutil.copytree(ROOT / "levels/study", self.folder, dirs_exist_ok=True)
        self.own = json.loads((ROOT / SHIPPED).read_text()) | {"level_sets": LEVEL_SETS}
        (self.folder / "study.json").write_text(json.dumps(self.own))
        (self.folder / "plan.json").write_bytes(plan("--scenario", "rolling"))
        self.before = names_in(self.folder)

    def command(self, *options, **places):
        places = {**PLACES, **{"--" + name: place for name, place in places.items()}}
        study = places.pop("--study")
        return ["web-study", study, *(word for option, place in places.items() if place for word in (option, place)), *options]

    def write(self, *options, **places):
        return self.novphy(*self.command(*options, **places)).stdout

    def refuse(self, expected, *options, **places):
        return self.refused(expected, *self.command(*options, **places))

    def write_shipped(self):
        """Writes the study that comes with the program, which has every novelty-scenario."""
        (self.folder / "plan.json").write_bytes(plan())
        self.write(study=SHIPPED)

    def read(self, name, folder="online"):
        return json.loads((self.folder / folder / name).read_text())

    def sets(self):
        study = self.read("study.json")
        return [self.read(f"sets/{i}-{j}.json") for i in range(study["level_sets"]) for j in range(study["numbers"])]

    def key(self):
        return json.loads((self.folder / "plan.key.json").read_text())["tasks"]

    def test_the_folder_has_the_page_and_the_study(self):
        said = self.write()
        self.assertEqual(len(said.splitlines()), 2)
        self.assertIn("python3 -m http.server -d online 8000", said)
        study = [f"sets/{level_set}-{number}.json" for level_set in range(2) for number in range(2)] + ["study.json"]
        self.assertEqual(sorted(contents(self.folder / "online")), sorted([*PAGE, *study]))
        for name, text in PAGE.items():
            self.assertEqual((self.folder / "online" / name).read_text(), text)
        self.assertEqual(names_in(self.folder), sorted([*self.before, "online", "plan.key.json"]))

    def test_study_json_has_what_all_participants_share(self):
        self.write("--completion", "https://example.org/done?id={participant}")
        study = self.read("study.json")
        self.assertEqual((study["novphy_web_study"], study["level_sets"], study["numbers"]), (2, 2, 2))
        self.assertEqual((study["title"], study["question"], study["words"]), (self.own["title"], self.own["question"], self.own["words"]))
        self.assertEqual(study["pages"], {name: self.own["pages"][name] for name in ("instructions", "pause", "declined")})
        self.assertEqual(study["screen"], {"view": "task", "zoom": True, "help": True, "sound": True})
        self.assertEqual(study["sending"], {"kind": "download"})
        self.assertEqual(study["completion"], {"complete": "https://example.org/done?id={participant}"})
        self.assertRegex(study["id"], "^[0-9a-f]{16}$")
        self.assertEqual(set(study["made_by"]), {"version", "box2d", "catalogue_hash", "physics_hash", "physics", "overrides"})

    def test_the_shipped_study_in_another_language_is_the_same_study(self):
        (self.folder / "plan.json").write_bytes(plan())
        ids = {}
        for name in ("study", "study_de", "study_zh"):
            self.write(study=f"levels/study/{name}.json", out=name, key=f"{name}.key.json")
            ids[self.read("study.json", name).get("language")] = self.read("study.json", name)["id"]
        self.assertEqual(list(ids), [None, "de", "zh"])
        self.assertEqual(len(set(ids.values())), 1)

    def test_each_set_has_the_steps_of_a_participant_and_their_tasks(self):
        self.write()
        for number, data in enumerate(self.sets()):
            self.assertEqual((data["level_set"], data["number"]), divmod(number, 2))
            steps = data["steps"]
            self.assertEqual(steps[0]["title"], "Welcome")
            self.assertEqual(steps[1]["decline"], "I do not agree")
            self.assertEqual([step["title"] for step in steps if step["kind"] == "practice"], ["Practice", "Practice"])
            played = [step["task"] for step in steps if step["kind"] in ("practice", "task")]
            self.assertEqual(list(data["tasks"]), sorted(set(played)))
            for at, step in enumerate(steps):
                self.assertEqual(step["kind"] == "question", at > 0 and steps[at - 1]["kind"] == "task")
            titles = [step["title"] for step in steps if step["kind"] == "task"]
            self.assertEqual(list(dict.fromkeys(titles)), [f"Group {trial}" for trial in range(1, 3)])

    def test_the_key_tells_each_task_and_the_page_none(self):
        self.write()
        key = self.key()
        tasks = {number: task for data in self.sets() for number, task in data["tasks"].items()}
        self.assertEqual(sorted(tasks), sorted(key))
        plan = json.loads((self.folder / "plan.json").read_text())
        cells = [cell for level_set in LEVEL_SETS for cell in level_set]
        played = [trial for trial in plan["trials"] if [trial["novelty"], trial["scenario"]] in cells and not trial.get("control")]
        self.assertEqual(sum(entry["phase"] == "novel" for entry in key.values()), 2 * len(played))
        self.assertEqual(sum(entry["phase"] == "practice" for entry in key.values()), 2)
        for entry in key.values():
            if entry["phase"] != "practice":
                self.assertEqual(entry["template"], f"{entry['scenario']}/{entry['novelty']}/{entry['phase']}")

    def test_nothing_tells_which_tasks_are_novel(self):
        self.write_shipped()
        key = self.key()
        names = {entry[what] for entry in key.values() for what in ("novelty", "scenario") if what in entry}
        names |= {path.stem for path in (ROOT / "novelties").glob("*.json")} | {"normal", "novel", "novelty", "storm"}
        world = {"fan", "magnet", "pink"}  # the object, the law of force and the material, which the page draws and simulates
        own_texts = set(values(self.own))
        for name in contents(self.folder / "online"):
            if name not in PAGE:
                texts = [text for text in values(self.read(name)) if text not in own_texts]
                words = {word for text in texts for word in [text, *re.split("[ /,.]", text)]}
                self.assertEqual(words & (names - world), set(), name)
        for data in self.sets():
            for number, task in data["tasks"].items():
                self.assertLessEqual(set(task), TASK_KEYS, number)
                self.assertNotIn("name", json.dumps(task))
                for effect in task.get("effects", []):
                    self.assertIn(effect["effect"], {"force_field", "magnet"})

    def test_numbers_do_not_tell_the_order_within_a_trial(self):
        self.write_shipped()
        trials = {}
        for number, entry in self.key().items():
            if entry["phase"] != "practice":
                phases = trials.setdefault((entry["novelty"], entry["scenario"], entry["trial"]), {"normal": [], "novel": []})
                phases[entry["phase"]].append(number)
        pairs = [normal < novel for phases in trials.values() for normal in phases["normal"] for novel in phases["novel"]]
        self.assertAlmostEqual(sum(pairs) / len(pairs), 0.5, delta=0.15)

    def test_the_same_study_gives_the_same_bytes(self):
        self.write()
        self.write("--key", "other.key.json", out="again")
        self.assertEqual(contents(self.folder / "online"), contents(self.folder / "again"))
        self.assertEqual((self.folder / "plan.key.json").read_text(), (self.folder / "other.key.json").read_text())

    def test_ways_out_are_written_into_the_study(self):
        for options, sending in ((["--datapipe", "Ab3dEf5h"], {"kind": "datapipe", "id": "Ab3dEf5h"}),
                                 (["--post", "http://localhost:8080/data"], {"kind": "post", "url": "http://localhost:8080/data"}),
                                 (["--jatos", "online.jzip"], {"kind": "jatos"}),
                                 (["--server"], {"kind": "server"})):
            self.write("--force", *options)
            self.assertEqual(self.read("study.json")["sending"], sending)

    def test_an_archive_for_jatos_holds_the_study(self):
        self.write("--jatos", "online.jzip")
        with zipfile.ZipFile(self.folder / "online.jzip") as archive:
            self.assertIsNone(archive.testzip())
            packed = {name: archive.read(name) for name in archive.namelist()}
        study = self.read("study.json")
        folder = f"novphy_{study['id']}"
        properties = json.loads(packed.pop(f"{folder}.jas"))
        self.assertEqual(packed, {f"{folder}/{name}": data for name, data in contents(self.folder / "online").items()})
        self.assertEqual((properties["version"], properties["data"]["dirName"], properties["data"]["title"]), ("3", folder, study["title"]))
        (component,), (batch,) = properties["data"]["componentList"], properties["data"]["batchList"]
        self.assertEqual((component["htmlFilePath"], component["reloadable"], component["active"]), ("index.html", True, True))
        self.assertIsNone(batch["jsonData"])
        uuids = {each["uuid"] for each in (properties["data"], component, batch)}
        self.assertEqual(len(uuids), 3)
        for uuid in uuids:
            self.assertRegex(uuid, "^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")

    def test_force_replaces_only_what_the_command_wrote(self):
        self.write()
        self.refuse("online: is there already and is not empty: expected another name or --force")
        (self.folder / "online/lib/novphy.wasm").write_text("older")
        (self.folder / "online/sets/9-9.json").write_text("{}")  # of a larger study
        self.write("--force")
        self.assertEqual((self.folder / "online/lib/novphy.wasm").read_text(), PAGE["lib/novphy.wasm"])
        self.assertFalse((self.folder / "online/sets/9-9.json").exists())
        (self.folder / "online/results.csv").write_text("1")
        self.refuse("online/results.csv: was not written by novphy web-study and would be lost", "--force")
        (self.folder / "mine").mkdir()
        shutil.copy(self.folder / "plan.json", self.folder / "mine/study.json")
        self.refuse("mine: was not written by novphy web-study", "--force", out="mine")

    def test_other_numbers_than_the_programs_own_are_refused(self):
        # Every participant was told that the study was made for another version of the simulator.
        shutil.copytree(ROOT / "assets", self.folder / "assets", ignore=shutil.ignore_patterns("fonts"))
        self.write("--assets", "assets")
        catalogue = self.folder / "assets/catalogue.json"
        catalogue.write_text(catalogue.read_text().replace('"linear_drag_per_s": 0.45', '"linear_drag_per_s": 0.7', 1))
        self.refuse("assets: has other numbers than the program's own, with which pages play: expected no --assets", "--assets", "assets", out="other")

    def test_an_edited_page_is_not_lost(self):
        self.write()
        (self.folder / "online/timeline.js").write_text("ask(); run();")
        self.refuse("online/timeline.js: was edited, or is of another version, and would be lost: expected another folder", "--force")

    def test_two_commands_do_not_write_one_folder(self):
        # They wrote into one temporary folder, and either failed or left files of both.
        with open(self.folder / "online.novphy.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.refuse("online.novphy.lock: another novphy web-study is writing this folder")
        self.write()
        self.assertEqual(names_in(self.folder), sorted([*self.before, "online", "plan.key.json"]))

    def test_an_empty_folder_is_filled_and_a_link_followed(self):
        (self.folder / "empty").mkdir()
        (self.folder / "link").symlink_to("empty")
        self.write(out="link/")
        self.assertTrue((self.folder / "link").is_symlink())
        self.assertTrue((self.folder / "empty/index.html").exists())

    def test_what_interrupted_writing_left_is_taken_over(self):
        for left in ("online.novphy.tmp", "online.novphy.old"):
            (self.folder / left).mkdir()
            (self.folder / left / "half").write_text("x")
        self.write()
        self.assertEqual(names_in(self.folder), sorted([*self.before, "online", "plan.key.json"]))

    def test_a_full_disk_leaves_nothing(self):
        said = error_of([program(), *map(str, self.command("--jatos", "x.jzip"))], folder=self.folder, preexec_fn=file_limit(5_000))
        self.assertIn("cannot be written", said)
        self.assertEqual(names_in(self.folder), self.before)

    def test_without_the_files_for_browsers_the_script_is_named(self):
        self.refuse("nowhere: is not there; scripts/web.sh --no-study makes it", web="nowhere")
        self.refused("none: is not there; scripts/web.sh --no-study makes it", *self.command(web=None), environment={"NOVPHY_WEB": "none"})
        self.novphy(*self.command(web=None, out="by_variable"), environment={"NOVPHY_WEB": "web"})
        (self.folder / "web/study/index.html").unlink()
        self.refuse("web/study/index.html: is not there; scripts/web.sh --no-study makes it")
        shutil.rmtree(self.folder / "web/study")
        self.refuse("web/study: is not there; scripts/web.sh --no-study makes it")

    def test_addresses_are_checked(self):
        for address in ("http://example.org", "http://localhost.example.org", "ftp://x", "example.org", "https://", "https:///x", "https://a b", "https://a\n"):
            self.refuse("expected an address that begins with https:// or http://localhost", "--post", address)
            self.refuse("--completion: found", "--completion", address)
        self.refuse("expected the ID of an experiment", "--datapipe", "a/b")
        self.refuse("expected only one of them", "--post", "https://example.org", "--datapipe", "abc")
        self.refuse("expected only one of them", "--jatos", "x.jzip", "--datapipe", "abc")
        self.refuse("expected only one of them", "--server", "--completion", "https://example.org")

    def test_studies_and_plans_are_checked(self):
        self.refuse("plan is required", plan=None)
        self.refuse("missing.json: cannot be read", plan="missing.json")
        self.refuse("missing.json: cannot be read", study="missing.json")
        self.refuse("this is a study; a plan is expected", plan="study.json")
        done = error_of([program(), *map(str, self.command(study=SHIPPED))], folder=self.folder, lines=32)
        self.assertRegex(done, r"study\.json:\d+: /level_sets/0/0: has no trial in the plan")
        self.assertFalse((self.folder / "online").exists())

    def test_the_key_does_not_get_into_the_folder_or_over_another_file(self):
        for option in ("--key", "--jatos"):
            self.refuse("stands in the folder of --out: expected a place that participants cannot read", option, "online/x.json")
        self.refuse("where the key is written", "--jatos", "./plan.key.json")
        shutil.copy(self.folder / "plan.json", self.folder / "plan.key.json")
        self.refuse("plan.key.json: is there already and is a plan: expected another name in --key, or --force")
        shutil.copy(self.folder / "plan.json", self.folder / "other.json")
        self.refuse("other.json: is there already and is a plan, which this command does not write", "--key", "other.json")
        self.refuse("other.json: is there already and is a plan, which this command does not write", "--jatos", "other.json", "--key", "k.json")


if __name__ == "__main__":
    main()
