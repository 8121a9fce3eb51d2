"""People play a revealed set in a study, and get what agents get; the page's files name none of it. Usage: season_study_test.py PROGRAM"""

import csv
import functools
import io
import json
import re
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parent)]
from import_test import IMPORT, Desk, Page, place_in_plan
from program import ROOT, FolderTest, contents, json_lines, main

# The law follows from the program's sources, so these tests must hold whichever it is.
SEASON = {"name": "s1", "deadline": "2999-01-01T00:00:00Z", "randomness": "a round", "bases": [str(ROOT / "tests/pairs/single_force/actions.json")],
          "count": 1, "members": 4, "step": 3, "distance": 0, "candidates": 400, "trials": 2, "min-normal": 1, "max-normal": 2, "novel": 2,
          "calibration-runs": 1, "calibration-tasks": 1, "control": 1, "proof": "none", "distractors": 0, "anchors": ["rolling/agents"]}
PAGE = {"index.html"}


class SeasonDesk(Desk):
    """A study of the plan that novphy season reveal wrote, with what the agent "random" did there as the participants' plays."""

    level_sets = 1
    play_options = ("--set", "physics:/rules/certain_end_every_s=0")

    def make_plan(self):
        (self.folder / "season").mkdir()
        (self.folder / "season/season.json").write_text(json.dumps(SEASON))
        self.call("season", "seal", "season", "--secret", __file__)
        self.call("season", "reveal", "season", "--secret", __file__, "--randomness", "round 1", "--jobs", 2)
        (self.folder / "plan.json").write_bytes((self.folder / "season/set/plan.json").read_bytes())

    @functools.cached_property
    def plan(self):
        return json.loads((self.folder / "plan.json").read_text())


@functools.cache
def desk():
    return SeasonDesk(FOLDER.name)


class SeasonStudy(FolderTest):
    def setUp(self):
        super().setUp()
        for name in ("study.json", "plan.json", "run.jsonl", "practice_1.json", "practice_2.json"):
            (self.folder / name).write_bytes((desk().folder / name).read_bytes())

    def page(self, name, number):
        rows = Page(name, 0, number, desk()).rows()
        (self.folder / f"{name}.json").write_text(json.dumps(rows))
        return rows

    def bring(self, *names, code=0):
        return self.novphy("import", *(f"{name}.json" for name in names), *IMPORT, code=code).stdout

    def test_people_get_the_tasks_of_each_trial_in_the_order_of_agents(self):
        agents = {}
        for record in desk().records:
            if record["phase"] in ("normal", "novel") and not record.get("control"):
                agents.setdefault((record["novelty"], record["scenario"], record["trial"]), []).append(
                    (record["phase"], record["task"], record["template"], record.get("variation", 0)))
        people = {}
        for number in range(2):
            for step in desk().level_set(0, number)["steps"]:
                if step["kind"] == "task":
                    task = desk().key[step["task"]]
                    people.setdefault(place_in_plan(task)[:3], []).append((task["phase"], task["task"], task["template"], task["variation"]))
        self.assertEqual(people, agents)
        self.assertEqual((len(people), {novelty for novelty, _, _ in people}), (4, {"agents", desk().plan["trials"][0]["novelty"]}))

    def test_every_play_is_the_same_without_certain_ends_and_people_stand_beside_agents(self):
        self.page("P1", 0)
        self.page("P2", 1)
        said = self.bring("P1", "P2")
        self.assertNotIn("another play:", said)
        records = ["results/P1/records.jsonl", "results/P2/records.jsonl"]
        self.novphy("replay", *records, "--all")
        agent = {place_in_plan(record): record["digest"] for record in desk().records if not record.get("control")}
        for record in json_lines(self.folder / records[0])[1:]:
            self.assertEqual(record["digest"], agent[place_in_plan(record)])
        cells = {(row["agent"], row["novelty"]) for row in csv.DictReader(io.StringIO(self.novphy("measure", *records, "run.jsonl", "--csv").stdout))
                 if row["table"] == "cell"}
        self.assertEqual(len(cells), 4, cells)

    def test_the_files_of_the_page_name_nothing_of_the_set(self):
        plan, folder = desk().plan, desk().folder
        names = {trial[key] for trial in plan["trials"] for key in ("novelty", "scenario")}
        names |= {each["name"] for each in plan["templates"]} | {"novelty", "novel", "normal", "mark", "pair", "law", SEASON["name"]}
        names -= {"agents"}  # a word of the texts
        secrets = [str(plan["options"]["seed"]), plan["options"]["secret_sha256"], *(str(trial["seed"]) for trial in plan["trials"])]
        read_by_people = (folder / "study.json").read_text()
        files = {name: data.decode() for name, data in contents(folder / "online").items() if name not in PAGE}
        self.assertEqual(sorted(files), ["sets/0-0.json", "sets/0-1.json", "study.json"])
        for name, text in files.items():
            for step in json.loads(text).get("steps", []):
                for value in step.values():
                    if isinstance(value, str) and value in read_by_people:
                        text = text.replace(json.dumps(value), '""')
            words = set(re.findall(r"[\w-]+", text)) if name != "study.json" else set()
            self.assertEqual(words & names, set(), name)
            for secret in [*secrets, "s1_", "pairs/", "plan.json"]:
                self.assertNotIn(secret, text, name)
        self.assertFalse(json.loads(files["study.json"])["certain_ends"])


FOLDER = tempfile.TemporaryDirectory()

if __name__ == "__main__":
    main()
