"""Plans, records and sets of tasks that earlier versions wrote are read as they were then: versions/README.md. Usage: versions_test.py PROGRAM"""

import csv
import io
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import FolderTest, json_lines, main

VERSIONS = sorted(path for path in (Path(__file__).parent / "versions").iterdir() if path.is_dir())
SAME_PLAYS = [path for path in VERSIONS if path.name in ("c971b759", "6cffdcc1")]  # since when the digests are what they are
TOLD_THE_SAME = "6cffdcc1"  # since when agents are told the same numbers
RUN = ("--agent", "pig_shooter", "--detect", "sma:2:0.3", "--out", "now.jsonl", "--force", "--quiet")


def means(table):
    """The means of the cells in a table of measures, by measure."""
    rows = csv.DictReader(io.StringIO(table))
    return {row["measure"]: row["mean"] for row in rows if row.get("table", "cell") == "cell" and row["mean"]}


def is_of(record):
    """Which task of which trial a record is of."""
    return [record.get(key) for key in ("novelty", "scenario", "trial", "control", "phase", "task", "template", "variation")]


class Versions(FolderTest):
    def test_the_measures_are_those_that_the_version_printed(self):
        for version in VERSIONS:
            with self.subTest(version.name):
                printed = means((version / "measured.csv").read_text())
                now = means(self.novphy("measure", version / "records.jsonl", "--csv").stdout)
                self.assertGreater(len(printed), 20)
                self.assertEqual({name: now.get(name) for name in printed}, printed)

    def test_the_records_become_a_page(self):
        for version in VERSIONS:
            with self.subTest(version.name):
                self.novphy("report", version / "records.jsonl", "--out", f"{version.name}.html")
                self.assertIn("single_force", (self.folder / f"{version.name}.html").read_text())

    def test_the_detector_sets_the_same_alarms(self):
        for version in VERSIONS:
            with self.subTest(version.name):
                records = version / "records.jsonl"
                self.novphy("detect", records, "--method", "sma", "--window", "2", "--threshold", "0.3", "--out", "now.jsonl", "--force")
                self.assertEqual(json_lines(self.folder / "now.jsonl")[1:], json_lines(records)[1:])

    def test_recorded_shots_are_played_again_and_another_play_is_named(self):
        for version in VERSIONS:
            with self.subTest(version.name):
                same = version in SAME_PLAYS
                done = self.novphy("replay", version / "records.jsonl", "--all", "--plan", version / "plan.json", code=0 if same else 1)
                count = len(json_lines(version / "records.jsonl")) - 1
                self.assertIn(f"{count} records, {0 if same else count} of them another play", done.stdout)
                self.assertEqual("warning: catalogue_hash was" in done.stderr, not same)

    def test_a_plan_gives_the_same_tasks_in_the_same_order(self):
        for version in VERSIONS:
            with self.subTest(version.name):
                self.novphy("run", version / "plan.json", *RUN)
                (head, *now), (old_head, *old) = json_lines(self.folder / "now.jsonl"), json_lines(version / "records.jsonl")
                self.assertEqual([is_of(record) for record in now], [is_of(record) for record in old])
                self.assertEqual(head["plan_hash"], old_head["plan_hash"])
                if version.name == TOLD_THE_SAME:
                    self.assertEqual(now, old)

    def test_shards_merge_to_the_bytes_of_the_whole_run(self):
        for version in SAME_PLAYS:
            with self.subTest(version.name):
                self.novphy("merge", *version.glob("records.jsonl.shard-*"), "--out", "merged.jsonl", "--force")
                self.assertEqual((self.folder / "merged.jsonl").read_bytes(), (version / "records.jsonl").read_bytes())

    def test_tasks_are_valid_and_the_catalogue_decides_whether_a_plan_takes_them(self):
        for version in VERSIONS:
            with self.subTest(version.name):
                tasks = version / "tasks"
                self.assertEqual(self.novphy("validate", tasks).stdout.count(": ok (task, 1 bird,"), 2)
                self.assertIn("2 tasks of 2 templates, seed 5", self.novphy("generate", "--describe", tasks).stdout)
                plan = ["plan", "--tasks", tasks, "--pairs", "rolling/agents", "--trials", 1, "--max-normal", 1, "--novel", 1, "--calibration-runs", 0]
                if version in SAME_PLAYS:
                    self.novphy(*plan, "--out", f"{version.name}.json")
                    self.assertEqual(len(json.loads((self.folder / f"{version.name}.json").read_text())["trials"]), 1)
                else:
                    self.refused("was made with other objects (catalogue)", *plan, "--out", "plan.json")

    def test_a_set_of_tasks_of_the_format_before_is_named(self):
        (self.folder / "index.jsonl").write_text((VERSIONS[0] / "tasks/index.jsonl").read_text().replace('"novphy_tasks":2', '"novphy_tasks":1'))
        self.refused('index.jsonl:1: /novphy_tasks: found 1, expected "novphy_tasks": 2', "generate", "--describe", ".")


if __name__ == "__main__":
    main()
