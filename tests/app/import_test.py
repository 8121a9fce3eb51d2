"""Data of online studies: what becomes of them, what is found to be another play, and what is refused. Usage: import_test.py PROGRAM"""

import copy
import csv
import functools
import io
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import ROOT, FolderTest, contents, json_lines, main, names_in, novphy

SHIPPED = ROOT / "levels/study"
LEVEL_SETS = [[["agents", "rolling"], ["goals", "rolling"]], [["events", "rolling"]]]
PLAN = ["--trials", 2, "--min-normal", 1, "--max-normal", 1, "--novel", 1, "--calibration-runs", 0, "--scenario", "rolling", "--proof", "none"]
IMPORT = ["--study", "study.json", "--plan", "plan.json", "--out", "results"]
PLAYED = ("shots", "digest", "passed", "score", "end", "time_s", "birds_at_start", "pigs_at_start", "birds_left", "pigs_left")
BEGAN_MS = 1_790_000_000_000
VIEW = {"kind": "view", "width_px": 1280, "height_px": 960, "centre_m": [0.5, -1], "px_per_m": 40.25}
FORMS = {
    "what": {"after": "question", "answered": "yes", "title": "What was new?", "button": "Go on", "questions": {
        "kinds": {"kind": "choice", "text": "Kinds", "choices": ["looks", "moves"], "several": True},
        "words": {"kind": "text", "text": "In your words", "optional": True}}},
    "sure": {"after": "pause", "title": "Still there?", "button": "Go on", "questions": {
        "check": {"kind": "choice", "text": "Choose no.", "choices": ["yes", "no"], "right": 1}}},
}  # fmt: skip
ANSWERS = {"what": {"kinds": [1], "words": "heavier, \"I think\""}, "sure": {"check": 0}}
OWN_ROW = {"trial_type": "survey-text", "rt": 1234, "response": {"age": 30}}


def place_in_plan(task):
    return tuple(task[key] for key in ("novelty", "scenario", "trial", "phase", "task"))


def result_of(record, task, pigs_hit):
    """The fields of a row of a task that was played."""
    pigs = sum(item["type"].startswith("pig") for item in task["objects"])
    shots = record.get("shots", [])
    counts = {"birds_at_start": len(task["birds"]), "birds_left": len(task["birds"]) - len(shots)}
    whole = {"score": 0, **record, "shots": shots, **counts, "pigs_at_start": pigs, "pigs_left": pigs - pigs_hit}
    return {key: whole[key] for key in PLAYED}


class Desk:
    """A study, its plan, its tasks as the page has them, and a play of each task. They are made once for all tests."""

    level_sets = LEVEL_SETS
    forms = FORMS
    play_options = ()  # of practice tasks, which no plan has

    def make_plan(self):
        self.call("plan", *PLAN, "--out", "plan.json")

    def __init__(self, folder):
        self.folder = Path(folder)
        shutil.copytree(SHIPPED, self.folder, dirs_exist_ok=True)
        study = json.loads((SHIPPED / "study.json").read_text()) | {"level_sets": self.level_sets, "shuffle": False, "pause_after": 1, "forms": self.forms}
        (self.folder / "study.json").write_text(json.dumps(study))
        (self.folder / "web/study").mkdir(parents=True)
        (self.folder / "web/study/index.html").write_text("<!DOCTYPE html>")
        self.make_plan()
        self.call("web-study", "study.json", "--plan", "plan.json", "--out", "online", "--web", "web")
        self.call("run", "plan.json", "--agent", "random", "--out", "run.jsonl")
        self.study = json.loads((self.folder / "online/study.json").read_text())
        self.key = json.loads((self.folder / "plan.key.json").read_text())["tasks"]
        self.records = json_lines(self.folder / "run.jsonl")[1:]

    def call(self, *arguments):
        return novphy(*arguments, folder=self.folder)

    @functools.cache
    def level_set(self, level_set, number):
        return json.loads((self.folder / f"online/sets/{level_set}-{number}.json").read_text())

    @functools.cache
    def result(self, opaque, level_set, number):
        """A play of the task with this opaque number."""
        task = self.level_set(level_set, number)["tasks"][opaque]
        if "practice" in str(self.key.get(opaque, "practice")):
            return self.practice(task)
        at = next(i for i, record in enumerate(self.records) if place_in_plan(record) == place_in_plan(self.key[opaque]))
        self.call("replay", "run.jsonl", "--line", at + 2, "--events", "events.jsonl")
        return result_of(self.records[at], task, self.pigs_hit())

    def practice(self, task):
        (self.folder / "task.json").write_text(json.dumps(task))
        said = json.loads(self.call("play", "task.json", "--shot", "0@1", "--events", "events.jsonl", "--json", *self.play_options).stdout)
        record = {**said, "passed": said["won"], "shots": [{"drag_m": [-1, 0]}]}
        return result_of(record, task, self.pigs_hit())

    def pigs_hit(self):
        return sum(event.get("cause") == "pig" for event in json_lines(self.folder / "events.jsonl"))


@functools.cache
def desk():
    return Desk(FOLDER.name)


class Page:
    """Writes rows as the page of a study does."""

    def __init__(self, participant, level_set=0, number=0, at=None):
        self.at_ms = BEGAN_MS
        self.desk = at or desk()
        self.level_set, self.number = level_set, number
        self.base = {"novphy": 1, "study": self.desk.study["id"], "participant": participant, "level_set": level_set, "number": number}
        self.steps = self.desk.level_set(level_set, number)["steps"]

    def row(self, kind, step, **content):
        self.at_ms += 1000
        return {"trial_type": "x", "time_elapsed": self.at_ms, **self.base, "kind": kind, "step": step, "at_ms": self.at_ms, **content}

    def session(self):
        program = {"compiler": "Clang 15.0.0", "architecture": "wasm32"}
        made_by = {**{key: self.desk.study["made_by"][key] for key in ("version", "box2d", "catalogue_hash", "physics_hash")}, **program}
        return self.row("session", -1, speed=1, texts=self.desk.study["texts_hash"], made_by=made_by, user_agent="x, y", began_at_ms=self.at_ms)

    def acts(self, shots):
        acts = [{**VIEW, "at_ms": self.at_ms}]
        for i, shot in enumerate(shots):
            self.at_ms += 500
            acts.append({"kind": "launch", "at_ms": self.at_ms, "shot": i, "drag_m": shot["drag_m"], "launch_ms": shot.get("launch_ms", -1)})
            if shot.get("tap_ms", -1) >= 0:
                acts.append({"kind": "tap", "at_ms": self.at_ms + 100, "shot": i, "ms": shot["tap_ms"]})
        return acts

    def step(self, index):
        step = self.steps[index]
        began = {"began_at_ms": self.at_ms}
        if step["kind"] == "page":
            return self.row("page", index, response="agreed" if step.get("decline") else "read", **began)
        if step["kind"] == "question":
            self.answer = index % 2 == 0
            return self.row("question", index, answer=self.answer, **began)
        if step["kind"] == "form":
            return self.row("form", index, form=step["name"], answers=ANSWERS[step["name"]], **began)
        result = self.desk.result(step["task"], self.level_set, self.number)
        frames = {"hidden_ms": 0, "frame_ms": 16.7, "worst_frame_ms": 33}
        return self.row(step["kind"], index, task=step["task"], acts=self.acts(result["shots"]), **result, **frames, **began)

    def asks(self, index):
        """Whether the step is shown: a form may depend on the answer before it."""
        wanted = self.steps[index].get("answered")
        return wanted is None or self.answer == (wanted == "yes")

    def rows(self, steps=None):
        return [self.session(), *(self.step(index) for index in range(len(self.steps) if steps is None else steps) if self.asks(index))]


def as_csv(rows):
    """Rows as jsPsych writes a table: every cell in quotes, arrays and objects as JSON."""
    columns = list(dict.fromkeys(key for row in rows for key in row))
    out = io.StringIO()
    table = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    table.writerow(columns)
    for row in rows:
        table.writerow(["" if key not in row else row[key] if isinstance(row[key], str) else json.dumps(row[key]) for key in columns])
    return out.getvalue()


def tasks_of(rows, kind="task"):
    return [row for row in rows if row.get("kind") == kind]


class Import(FolderTest):
    def setUp(self):
        super().setUp()
        for name in ("study.json", "plan.json", *(path.name for path in SHIPPED.glob("practice*"))):
            shutil.copy(desk().folder / name, self.folder)

    def write(self, rows, name="data.json"):
        (self.folder / name).write_text(as_csv(rows) if name.endswith(".csv") else json.dumps(rows))
        return name

    def bring(self, *places, code=0, options=IMPORT):
        return self.novphy("import", *places, *options, code=code).stdout

    def refuse(self, expected, *places):
        return self.refused(expected, "import", *places, *IMPORT)

    def refuse_rows(self, expected, rows):
        self.refuse(expected, self.write(rows))

    def results(self):
        return contents(self.folder / "results")

    def records(self, participant="P1"):
        return json_lines(self.folder / "results" / participant / "records.jsonl")

    def practice(self):
        return json_lines(self.folder / "results/P1/practice.jsonl")[1:]

    def row_of(self, said, participant="P1"):
        """The numbers in the participant's row of the table: tasks, same, another, unfinished, hidden, slow."""
        return next(line for line in said.splitlines() if line.startswith(participant + " ")).split()[-6:]

    def test_results_are_those_of_a_study_in_the_window(self):
        rows = Page("P1").rows()
        said = self.bring(self.write(rows))
        self.assertEqual(self.row_of(said), ["6/6", "6", "0", "0", "0", "0"])
        self.assertEqual(names_in(self.folder / "results/P1"), ["journal.jsonl", "playdata.csv", "practice.jsonl", "records.jsonl", "sessions.jsonl"])
        self.assertEqual(json_lines(self.folder / "results/assignments.jsonl"), [{"participant": "P1", "level_set": 0, "number": 0}])
        self.assertTrue((self.folder / f"results/texts-{desk().study['texts_hash']}.json").exists())
        fingerprint, *records = self.records()
        self.assertEqual((fingerprint["agent"], fingerprint["architecture"]), ("human:P1", "wasm32"))
        for row, record in zip(tasks_of(rows), records, strict=True):
            task = desk().key[row["task"]]
            self.assertEqual(place_in_plan(record), place_in_plan(task))
            self.assertEqual((record["digest"], record["shots"]), (row["digest"], row["shots"]))
        answers = [row["answer"] for row in rows if row["kind"] == "question"]
        self.assertEqual([record.get("novelty_probability", 0) == 1 for record in records], answers)

    def test_the_readers_of_results_take_them(self):
        self.bring(self.write(Page("P1").rows() + Page("P2", 1, 1).rows(9)))
        status = self.novphy("study", "status", "results").stdout
        self.assertRegex(status, r"P1 +0 +0 +finished +4/4")
        self.assertRegex(status, r"P2 +1 +1 +step 10 of ")
        self.assertEqual(len(self.novphy("study", "answers", "results").stdout.splitlines()), 1 + 4 + 1)
        replayed = self.novphy("replay", "results/P1/records.jsonl", "results/P2/records.jsonl", "--all")
        self.assertEqual((replayed.stdout, replayed.stderr), ("4 records, 0 of them another play\n", ""))
        self.assertIn("human", self.novphy("measure", "results/P1/records.jsonl").stdout)
        self.novphy("report", "results/P1/records.jsonl", "--out", "report.html")
        # The results as they are, with a card, are an entry of a board.
        (self.folder / "board/entries").mkdir(parents=True)
        shutil.copy(self.folder / "plan.json", self.folder / "board")
        shutil.copytree(self.folder / "results", self.folder / "board/entries/study")
        (self.folder / "board/entries/study/card.json").write_text(json.dumps(
            {"novphy_card": 1, "name": "A study", "authors": ["A"], "track": "picture", "data": "none", "hardware": "people", "cost": "none"}))
        said = self.novphy("board", "board", "--add", "random", "--out", "site")
        self.assertIn("P2/records.jsonl: has no whole trial of the plan", said.stderr)
        (people,) = [entry for entry in json.loads((self.folder / "site/board.json").read_text())["entries"] if entry["entry"] == "study"]
        self.assertEqual((people["standing"], people["replay"]["played"], people["people"]["people"]), ("reference", 4, 1))

    def test_every_form_of_data_gives_the_same_results(self):
        people = [[*Page("P1").rows(), OWN_ROW], Page("P2", 1).rows(8)]
        self.bring(self.write(people[0] + people[1]))
        expected = self.results()
        (self.folder / "exported.txt").write_text("\n" + "".join(json.dumps(rows) + "\n" for rows in people))
        (self.folder / "row_a_line.txt").write_text("".join(json.dumps(row) + "\n" for rows in people for row in rows))
        (self.folder / "pretty.json").write_text(json.dumps(people[0] + people[1], indent=2))
        self.write(people[0] + people[1], "table.csv")
        jatos = self.folder / "jatos"
        for i, rows in enumerate(people):
            (jatos / f"study_result_{i}/comp-result_{i}").mkdir(parents=True)
            (jatos / f"study_result_{i}/comp-result_{i}/data.txt").write_text(json.dumps(rows))
        (jatos / "metadata.json").write_text('{"apiVersion": "1.0.1"}')
        (jatos / "notes.txt").write_text("Nobody asked.\n")
        (jatos / "empty.txt").write_text("")
        for place in ("exported.txt", "row_a_line.txt", "pretty.json", "table.csv", "jatos"):
            shutil.rmtree(self.folder / "results")
            self.bring(place)
            self.assertEqual(self.results(), expected, place)
        shutil.rmtree(self.folder / "results")
        self.bring("table.csv", "pretty.json", options=[*IMPORT, "--jobs", 3])
        self.assertEqual(self.results(), expected, "rows that stand in two files")

    def test_sessions_stand_where_they_began(self):
        page = Page("P1")
        rows = [page.session(), *(page.step(index) for index in range(3))]
        rows += [page.session(), page.step(3)]
        self.bring(self.write(rows))
        entries = json_lines(self.folder / "results/P1/journal.jsonl")[1:]
        self.assertEqual([entry["step"] for entry in entries if "session" in entry], [0, 3])
        self.assertEqual([entry["at_ms"] for entry in entries], sorted(entry["at_ms"] for entry in entries))
        self.assertEqual([entry["view"]["px_per_m"] for entry in entries if "view" in entry], [VIEW["px_per_m"]])

    def test_a_clock_that_was_set_back_between_sessions_loses_nothing(self):
        # Sessions were placed by their moments alone, and an answer no was taken for a row too many.
        page = Page("P1")
        consent = next(i for i, step in enumerate(page.steps) if step.get("decline"))
        rows = [page.session(), *(page.step(index) for index in range(consent)), page.row("page", consent, response="declined")]
        page.at_ms -= 3_600_000
        rows += [page.session(), *(page.step(index) for index in range(consent, consent + 3))]
        page.at_ms -= 3_600_000
        later = [page.session(), page.step(consent + 3)]
        self.bring(self.write(rows))
        self.assertRegex(self.bring(self.write(rows + later)), "P1 +goes on")
        entries = json_lines(self.folder / "results/P1/journal.jsonl")[1:]
        self.assertEqual([entry["step"] for entry in entries if "session" in entry], [0, consent, consent + 3])
        self.bring(self.write(rows + later, "table.csv"))

    def test_people_of_the_same_place_and_other_texts_are_taken(self):
        one, two = Page("P1").rows(5), Page("P2").rows(5)
        one[0]["speed"] = 2
        two.append({**Page("P2").session(), "at_ms": BEGAN_MS + 2500, "texts": "0"})
        self.bring(self.write(one + two))
        self.assertEqual(json_lines(self.folder / "results/P1/records.jsonl")[0]["left_out"], "was tried out with --speed 2")
        sessions = [entry["session"] for entry in json_lines(self.folder / "results/P2/journal.jsonl")[1:] if "session" in entry]
        self.assertEqual([session["changed"] for session in sessions], [[], [""]])
        self.assertEqual(len(json_lines(self.folder / "results/assignments.jsonl")), 1)

    def test_who_declines_may_agree_later(self):
        page = Page("P1")
        consent = next(i for i, step in enumerate(page.steps) if step.get("decline"))
        begun = [page.session(), *(page.step(index) for index in range(consent)), page.row("page", consent, response="declined")]
        self.bring(self.write(begun))
        self.assertRegex(self.novphy("study", "status", "results").stdout, r"P1 +0 +0 +declined")
        said = self.bring(self.write([*begun, page.session(), page.step(consent)]))
        self.assertRegex(said, "P1 +goes on")
        self.assertRegex(self.novphy("study", "status", "results").stdout, rf"P1 +0 +0 +step {consent + 2} of")

    def test_an_unfinished_task_and_poor_pages_are_counted(self):
        rows = Page("P1").rows()
        at = next(i for i, row in enumerate(rows) if row["kind"] == "task")
        unfinished = {**rows[at], "kind": "unfinished", "acts": rows[at]["acts"][:2]}
        practice = tasks_of(rows, "practice")
        practice[0]["acts"].append({"kind": "away", "at_ms": practice[0]["at_ms"] - 10, "ms": 1, "hidden": True})
        practice[1]["worst_frame_ms"] = 101
        said = self.bring(self.write([*rows[:at], unfinished]))
        self.assertEqual(self.row_of(said), ["2/6", "2", "0", "1", "1", "1"])
        self.assertIn("drag_m", json_lines(self.folder / "results/P1/journal.jsonl")[-1])
        self.assertRegex(self.bring(self.write([*rows, unfinished])), "P1 +goes on")
        self.assertEqual(self.row_of(self.bring("data.json"))[3], "0")

    def test_an_import_may_be_repeated_and_go_on(self):
        page = Page("P1")
        rows = page.rows()
        self.bring(self.write(rows[:12]))
        self.bring(self.write(Page("P2", 1).rows(), "other.json"))
        self.novphy("study", "exclude", "results", "P1", "--reason", "looked away")
        self.assertRegex(self.bring(self.write(rows)), "P1 +goes on")
        after = self.results()
        for data in (rows, rows[:12]):
            self.assertRegex(self.bring(self.write(data), "other.json"), "P1 +already there")
            self.assertEqual(self.results(), after)
        self.assertEqual(self.records()[0]["left_out"], "looked away")
        changed = copy.deepcopy(rows)
        changed[-1]["at_ms"] += 1
        self.refuse_rows("results/P1/journal.jsonl: participant P1 is there with other data", changed)

    def test_an_import_that_was_killed_goes_on(self):
        self.write(Page("P1").rows() + Page("P2", 1).rows())
        self.bring("data.json")
        expected = self.results()
        for lost in ("assignments.jsonl", "P2/journal.jsonl", "P2/practice.jsonl", "P1/records.jsonl"):
            (self.folder / "results" / lost).unlink()
        self.bring("data.json")
        self.assertEqual(self.results(), expected)

    def another_play(self, change, expected):
        """Imports data with one task that was changed, and checks what is said and left out."""
        rows = copy.deepcopy(Page("P1").rows())
        task = tasks_of(rows)[1]
        change(task)
        shutil.rmtree(self.folder / "results", ignore_errors=True)
        said = self.bring(self.write(rows), code=1)
        self.assertRegex(said, rf"data.json:1: /{rows.index(task)}: P1, step {task['step']}, task {task['task']}: another play: (.*; )?{expected}")
        self.assertEqual(self.row_of(said)[:3], ["6/6", "5", "1"])
        left = [place_in_plan(record) for record in self.records()[1:]]
        whole = [place_in_plan(desk().key[row["task"]]) for row in tasks_of(rows)]
        self.assertEqual(left, [place for place in whole if place[:3] != place_in_plan(desk().key[task["task"]])[:3]])
        return said

    def test_what_was_changed_is_found(self):
        self.another_play(lambda row: row.update(passed=not row["passed"]), "passed: (true|false) recorded, (true|false) now")
        self.another_play(lambda row: row.update(score=row["score"] + 10), r"score: \d+ recorded, \d+ now")
        self.another_play(lambda row: row.update(digest="0123456789abcdef"), "digest: 0123456789abcdef recorded, [0-9a-f]{16} now")
        self.another_play(lambda row: row.update(pigs_left=row["pigs_left"] + 1), r"pigs_left: \d recorded, \d now")

        def other_shot(row):
            row["shots"][0]["drag_m"][0] += 0.0001
        self.assertNotIn("rounded", self.another_play(other_shot, "digest: "))

        def more_shots(row):
            row["shots"] += row["shots"][:1] * 9
        self.another_play(more_shots, r"shots: \d+ recorded, the task has \d birds?")

    def test_acts_that_are_not_those_of_the_shots_are_found(self):
        # The journal is made of the acts, and the records of the shots.
        self.another_play(lambda row: row.update(acts=[]), r"acts: 0 launches, but \d shots?")
        self.another_play(lambda row: row["acts"][1].update(thought_ms=50), "acts: shot 0 is another one than in the shots")
        self.another_play(lambda row: row["acts"][1].update(drag_m=[-1.25, 0.5]), "acts: shot 0 is another one than in the shots")

    def test_swapped_records_are_found(self):
        rows = copy.deepcopy(Page("P1").rows())
        one, two = tasks_of(rows)[:2]
        for key in PLAYED:
            one[key], two[key] = two[key], one[key]
        self.assertEqual(self.row_of(self.bring(self.write(rows), code=1))[1:3], ["4", "2"])
        one["task"], two["task"] = two["task"], one["task"]
        self.refuse_rows(f'/task: found "{one["task"]}", but the task of step {one["step"]} is "{two["task"]}"', rows)

    def test_rounded_shots_are_called_so(self):
        rows = copy.deepcopy(Page("P1").rows())
        for row in tasks_of(rows):
            for shot in row["shots"]:
                shot["drag_m"] = [round(value, 4) for value in shot["drag_m"]]
        self.assertIn("table.csv: all shots have 6 digits or fewer", self.bring(self.write(rows, "table.csv"), code=1))

    def test_another_play_of_practice_is_left_out_alone(self):
        rows = copy.deepcopy(Page("P1").rows())
        tasks_of(rows, "practice")[0]["score"] += 10
        self.bring(self.write(rows), code=1)
        self.assertEqual([record["task"] for record in self.practice()], [1])
        self.assertEqual(len(self.records()), 1 + 4)

    def test_keep_takes_another_play_for_detection(self):
        rows = copy.deepcopy(Page("P1").rows())
        tasks_of(rows)[1]["score"] += 10
        tasks_of(rows, "practice")[0]["score"] += 10
        self.bring(self.write(rows), code=1, options=[*IMPORT, "--keep"])
        records = self.records()[1:]
        self.assertEqual([record.get("no_result", False) for record in records], [False, True, False, False])
        self.assertNotIn("digest", records[1])
        self.assertEqual([record.get("no_result", False) for record in self.practice()], [True, False])
        self.assertEqual(records[1].get("novelty_probability", 0) == 1, next(row for row in rows if row["step"] == tasks_of(rows)[1]["step"] + 1)["answer"])
        self.novphy("replay", "results/P1/records.jsonl", "--all")
        self.novphy("measure", "results/P1/records.jsonl")
        self.assertIn(",,,", self.novphy("study", "answers", "results").stdout)

    def test_rows_that_do_not_fit_are_refused(self):
        rows = Page("P1").rows()
        first = tasks_of(rows)[0]
        at = rows.index(first)
        last = rows[-1]["step"]

        def changed(row, **content):
            return [{**each, **content} if each is row else each for each in rows]
        for expected, wrong in [
            ("data.json:1: /0/study: found \"0\", expected", changed(rows[0], study="0")),
            ("/0/level_set: found 2, expected 0 to 1", changed(rows[0], level_set=2)),
            ("/3/level_set: found level set 1, number 0 for participant P1, but 0 and 0", changed(rows[3], level_set=1)),
            ("/0/participant: found \"a b\", expected 1 to 64", changed(rows[0], participant="a b")),
            (f"/{len(rows) - 1}/step: found {last + 1}, expected 0 to {last}", changed(rows[-1], step=last + 1)),
            ("/0/made_by: version was 0.0, is", changed(rows[0], made_by={**rows[0]["made_by"], "version": "0.0"})),
            ("/0/made_by: physics_hash was 1, is", changed(rows[0], made_by={**rows[0]["made_by"], "physics_hash": "1"})),
            ('participant P1 has no row of the kind "session"', rows[1:]),
            (f"/{at}/step: found step {first['step'] + 1} of participant P1, expected {first['step']}: rows are missing", rows[:at] + rows[at + 1:]),
            ("found another row of step 2 of participant P1 than in data.json:1: /3", [*rows, {**rows[3], "at_ms": 5}]),
            (f"/{at}/kind: found \"page\", but step {first['step']} is of the kind \"task\"", changed(first, kind="page", response="read")),
            (f"/{at}: found shot 1, expected 0", changed(first, acts=[{**first["acts"][1], "shot": 1}])),
            (f"/{at}/passed: expected true or false, found 1", changed(first, passed=1)),
            (f"/{at}/shots/0/drag_m/1: expected a number", changed(first, shots=[{"drag_m": [1, "2,5"]}])),
            ("/3/kind: ", changed(rows[3], kind="quiz")),
            ('/3: expected a key "at_ms", found none', [{key: row[key] for key in row if row is not rows[3] or key != "at_ms"} for row in rows]),
        ]:
            with self.subTest(expected):
                self.refuse_rows(expected, wrong)

    def test_files_that_do_not_fit_are_refused(self):
        rows = Page("P1").rows(6)
        self.write(rows)
        whole = (self.folder / "data.json").read_text()
        (self.folder / "cut.json").write_text(whole[:-200])
        (self.folder / "lines.txt").write_text(whole + "\n" + whole[:-200])
        (self.folder / "cut.csv").write_text(as_csv(rows)[:-60])
        (self.folder / "results.jrzip").write_bytes(b"PK\x03\x04\x14")
        (self.folder / "own.json").write_text(json.dumps([OWN_ROW]))
        (self.folder / "nothing.json").write_text("")
        (self.folder / "folder").mkdir()
        number = tasks_of(rows, "practice")[0]["task"]
        (self.folder / "zeros.csv").write_text(as_csv(rows).replace(f'"{number}"', f'"{int(number)}.0"'))
        for expected, *places in [
            ("cut.json:1: ", "cut.json"), ("lines.txt:2: ", "lines.txt"), ("cut.csv:", "cut.csv"),
            ("results.jrzip: is an archive: unpack it, and name its folder", "results.jrzip"),
            ('own.json: expected rows of an online study ("novphy": 1), found none', "data.json", "own.json"),
            ("nothing.json: expected rows", "nothing.json"), ("folder: expected rows", "folder"),
            ("missing.json: cannot be read", "missing.json"), ("zeros.csv:6: /task: found ", "zeros.csv"),
        ]:
            with self.subTest(places):
                self.refuse(expected, *places)

    def answers(self):
        return list(csv.DictReader(io.StringIO((self.folder / "results/answers.csv").read_text())))

    def test_hidden_time_stands_beside_the_times_and_not_in_them(self):
        rows = copy.deepcopy(Page("P1").rows())
        self.bring(self.write(rows))
        before = self.answers()
        task = tasks_of(rows)[1]
        question = rows[rows.index(task) + 1]
        for row in rows[rows.index(task):]:
            for moment in ("at_ms", "began_at_ms"):
                row[moment] += 0 if row is task and moment == "began_at_ms" else 10_100
            for act in row.get("acts", []) if row is not task else []:
                act["at_ms"] += 10_100
        acts = task["acts"]
        away = {"kind": "away", "at_ms": acts[0]["at_ms"] + 10_100, "ms": 10_100, "hidden": True}
        looked_up = {"kind": "away", "at_ms": away["at_ms"] + 200, "ms": 150, "hidden": False}
        task["acts"] = [acts[0], away, looked_up, *({**act, "at_ms": act["at_ms"] + 10_100} for act in acts[1:])]
        question["away"] = [{"at_ms": question["at_ms"] - 1, "ms": 400, "hidden": True}]
        shutil.rmtree(self.folder / "results")
        self.assertEqual(self.row_of(self.bring(self.write(rows)))[4], "1")
        now = self.answers()
        self.assertEqual((before[1]["first_shot_ms"], before[1]["task_hidden_ms"]), ("500", "0"))
        for key in ("first_shot_ms", "task_ms", "frame_ms"):
            self.assertEqual(now[1][key], before[1][key], key)
        self.assertEqual([now[1][key] for key in ("task_hidden_ms", "task_unfocused_ms", "answer_hidden_ms")], ["10100", "150", "400"])
        self.assertEqual(int(now[1]["answer_ms"]), int(before[1]["answer_ms"]) - 400)
        self.assertEqual(now[2]["task_ms"], before[2]["task_ms"])

    def test_a_trial_of_ones_own_takes_no_time_of_the_next_task(self):
        rows = copy.deepcopy(Page("P1").rows())
        self.bring(self.write(rows))
        before = self.answers()
        task = tasks_of(rows)[0]
        for row in rows[rows.index(task):]:
            row["at_ms"] += 60_000
            row["began_at_ms"] += 60_000
            for act in row.get("acts", []):
                act["at_ms"] += 60_000
        shutil.rmtree(self.folder / "results")
        self.bring(self.write(rows))
        self.assertEqual(self.answers()[0]["task_ms"], before[0]["task_ms"])

    def test_times_that_cannot_be_are_refused_and_jumps_of_the_clock_named(self):
        def changed(change):
            rows = copy.deepcopy(Page("P1").rows())
            change(tasks_of(rows)[1], rows)
            return rows
        week = 11 * 86_400_000
        for expected, change in [
            ("/at_ms: found a moment 949500000 ms before the one before it", lambda task, rows: task["acts"][1].update(at_ms=task["acts"][1]["at_ms"] + week)),
            ("/at_ms: found a moment", lambda task, rows: task.update(began_at_ms=task["at_ms"] + 1)),
            ("/rt: found 1500 ms, but the step took", lambda task, rows: task.update(rt=1500, at_ms=task["at_ms"] + week)),
        ]:
            with self.subTest(expected):
                self.refused(expected.split(" 949500000")[0], "import", self.write(changed(change)), *IMPORT)
        rows = changed(lambda task, rows: [row.update(clock_ahead_ms=3_600_000) for row in rows[rows.index(task):]])
        said = self.bring(self.write(rows))
        self.assertIn(f"P1: step {tasks_of(rows)[1]['step']}: the computer's clock jumped by +3600 s", said)
        self.assertEqual(said.count("jumped"), 1)

    def test_all_that_came_stands_in_tables_with_a_codebook(self):
        check = {"trial_type": "html-button-response", "participant": "P1", "once": "pause/5/0", "correct": True, "note": 'a "b", c'}
        self.write([*Page("P1").rows(), OWN_ROW, check])
        self.write(Page("P2", 1).rows(), "other.csv")
        self.bring("data.json", "other.csv")
        tables = {name: list(csv.DictReader(io.StringIO((self.folder / f"results/{name}.csv").read_text())))
                  for name in ("answers", "forms", "own_rows", "sessions", "codebook")}
        self.assertEqual([row["participant"] for row in tables["own_rows"]], ["P1", "P1"])
        self.assertEqual(json.loads(tables["own_rows"][0]["response"]), {"age": 30})
        self.assertEqual([tables["own_rows"][1][key] for key in ("once", "correct", "note")], ["pause/5/0", "true", 'a "b", c'])
        self.assertEqual([(row["participant"], row["user_agent"]) for row in tables["sessions"]], [("P1", "x, y"), ("P2", "x, y")])
        told = {(row["file"], row["column"]) for row in tables["codebook"]}
        self.assertEqual(told, {(f"{name}.csv", column) for name in ("answers", "forms", "own_rows", "sessions") for column in tables[name][0]})
        self.assertTrue(all(row["meaning"] for row in tables["codebook"]))

    def test_answers_on_forms_stand_in_a_table(self):
        rows = Page("P1").rows()
        forms = [row for row in rows if row["kind"] == "form"]
        yes = [row for row in rows if row["kind"] == "question" and row["answer"]]
        self.assertEqual([row["form"] for row in forms].count("what"), len(yes))
        self.bring(self.write(rows))
        table = list(csv.DictReader(io.StringIO((self.folder / "results/forms.csv").read_text())))
        what = [row for row in table if row["form"] == "what"]
        self.assertEqual([(row["question"], row["value"], row["label"]) for row in what[:2]],
                         [("kinds", "[1]", "moves"), ("words", '"heavier, \\"I think\\""', 'heavier, "I think"')])
        answers = list(csv.DictReader(io.StringIO((self.folder / "results/answers.csv").read_text())))
        place = ("novelty", "scenario", "trial", "phase", "task", "place")
        self.assertEqual([[row[key] for key in place] for row in what[::2]], [[row[key] for key in place] for row in answers if row["answer"] == "yes"])
        self.assertEqual([int(row["form_ms"]) for row in what[::2]], [1000] * len(yes))
        (check,) = [row for row in table if row["form"] == "sure"]
        self.assertEqual((check["label"], check["right"], check["novelty"]), ("yes", "0", ""))
        self.assertIn("failed attention checks: P1: 1 of 1 wrong", self.novphy("study", "status", "results").stdout)
        for change, expected in [({"kinds": [2], "words": None}, "kinds of the form what: found 2"), ({"kinds": [1]}, "words of the form what"), ([], "answers")]:
            wrong = [{**row, "answers": change} if row is forms[0] else row for row in rows]
            with self.subTest(expected):
                shutil.rmtree(self.folder / "results", ignore_errors=True)
                self.refuse_rows(expected, wrong)
        asked = forms[0]["step"]
        self.refuse_rows(f"found step {asked + 1} of participant P1, expected {asked}: rows are missing", [row for row in rows if row is not forms[0]])
        without = next(step for step in range(len(Page("P1").steps)) if Page("P1").steps[step].get("answered") and step not in [row["step"] for row in forms])
        extra = {**forms[0], "step": without}
        self.refuse_rows(f"found step {without} of participant P1, expected {without + 1}", [*rows, extra])

    def test_who_has_withdrawn_since_an_earlier_import_is_named(self):
        def export(withdrawn, *people):
            lines = [*(Page(name, level_set).rows(9) for level_set, name in enumerate(people)), [{"novphy": 1, "kind": "export", "withdrawn": withdrawn}]]
            (self.folder / "data.txt").write_text("".join(json.dumps(line) + "\n" for line in lines))
            return "data.txt"
        self.bring(export(0, "P1", "P2"))
        self.assertNotIn("withdrawn", self.bring(export(1, "P1", "P2")))
        self.assertNotIn("withdrawn", self.bring(export(0, "P1")))
        said = self.bring(export(1, "P1"), code=1)
        self.assertIn("P2: is in results and not in the server's data: whoever has withdrawn is to be deleted there, too\n", said)
        self.refuse("/0/withdrawn", export("one", "P1"))

    def test_one_bad_file_costs_its_own_people_only(self):
        self.write(Page("P1").rows())
        (self.folder / "cut.json").write_text(json.dumps(Page("P2", 1).rows())[:-200])
        rows = Page("P3").rows()
        self.write([row for row in rows if row["step"] != 4], "gap.json")
        said = self.bring("data.json", "cut.json", "gap.json", code=1)
        self.assertEqual(self.row_of(said)[0], "6/6")
        self.assertRegex(said, r"not imported: cut.json:1: ")
        self.assertRegex(said, r"not imported: gap.json:1: /\d+/step: found step 5 of participant P3, expected 4: rows are missing")
        self.assertEqual([path.name for path in (self.folder / "results").glob("P*")], ["P1"])

    def test_a_copy_of_somebody_is_named_and_kept_apart(self):
        rows = copy.deepcopy(Page("P1").rows())
        for row in rows:
            for shots in (row.get("shots", []), [act for act in row.get("acts", []) if act["kind"] == "launch"]):
                for i, shot in enumerate(shots):
                    shot["thought_ms"] = 1000 * row["step"] + 37 + i
        copied = [{**row, "participant": "P9"} for row in copy.deepcopy(rows)]
        said = self.bring(self.write(rows), self.write(copied, "copy.json"), code=1)
        self.assertIn("not imported: copy.json: participant P9 has the shots of P1, with the same times to think, in 6 tasks: a copy", said)
        self.assertFalse((self.folder / "results/P9").exists())
        for row in copied:  # the same throws, thought about for other times
            for shots in (row.get("shots", []), [act for act in row.get("acts", []) if act["kind"] == "launch"]):
                for shot in shots:
                    shot["thought_ms"] += 1
        self.assertNotIn("a copy", self.bring(self.write(copied, "copy.json"), code=None))

    def test_results_stand_apart_from_the_data_which_are_files(self):
        (self.folder / "data").mkdir()
        self.write(Page("P1").rows(5), "data/data.json")
        self.refused("--out: data/results is in the folder of data data: expected another place", "import", "data", *IMPORT[:-1], "data/results")
        os.mkfifo(self.folder / "pipe")
        self.refuse("pipe: is a pipe with a name (FIFO), expected a file", "pipe")

    def test_results_of_another_study_are_left_alone(self):
        self.bring(self.write(Page("P1").rows(5)))
        journal = self.folder / "results/P1/journal.jsonl"
        head, rest = journal.read_text().split("\n", 1)
        journal.write_text(json.dumps({**json.loads(head), "study_hash": "0"}) + "\n" + rest)
        self.write(Page("P2").rows(5))
        self.refuse("nobody can be added beside this journal: of another study", "data.json")


FOLDER = tempfile.TemporaryDirectory()

if __name__ == "__main__":
    main()
