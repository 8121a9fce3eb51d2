"""novphy board: entries are played again, ranked and written as pages.

Usage: board_test.py PROGRAM
"""

import json
import os
import re
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import ROOT, FolderTest, contents, fnv1a, main, small_plan

CARD = {"novphy_card": 1, "name": "mine", "authors": ["me"], "track": "text", "data": "none", "hardware": "a laptop",
        "cost": "none", "link": "https://example.org/mine"}


class Board(FolderTest):
    def setUp(self):
        super().setUp()
        (self.folder / "b/entries").mkdir(parents=True)
        self.novphy("plan", "--pairs", ROOT / "tests/trials/pairs", *small_plan(2), "--out", "b/plan.json")

    def enter(self, entry, agent="random", *options, **card):
        """An entry with the records of this agent."""
        folder = self.folder / "b/entries" / entry
        folder.mkdir(exist_ok=True)
        self.novphy("run", "b/plan.json", "--agent", agent, *options, "--out", folder / f"records{len(list(folder.iterdir()))}.jsonl")
        (folder / "card.json").write_text(json.dumps({**CARD, "name": entry, **card}))
        return folder

    def records(self, name):
        return self.folder / "b/entries" / name / "records0.jsonl"

    def board(self, *options):
        """The board as JSON, and what the command said of it."""
        done = self.novphy("board", "b", "--out", "site", *options)
        return json.loads((self.folder / "site/board.json").read_text()), done

    def change(self, name, line, **values):
        lines = self.records(name).read_text().splitlines()
        lines[line - 1] = json.dumps({**json.loads(lines[line - 1]), **values})
        self.records(name).write_text("\n".join(lines) + "\n")

    def test_the_program_plays_its_own_agents_and_ranks_them(self):
        board, done = self.board("--add", "random", "pig_shooter", "oracle", "people", "--jobs", "2")
        self.assertEqual(done.stdout, "site: 4 entries, 2 ranked\n")
        self.assertEqual(sorted(contents(self.folder / "site")), ["board.json", *(f"entries/{name}.html" for name in
                         ("oracle", "people", "pig_shooter", "random")), "index.html"])
        standing = {entry["entry"]: entry["standing"] for entry in board["entries"]}
        self.assertEqual(standing, {"random": "ranked", "pig_shooter": "ranked", "oracle": "reference", "people": "printed"})
        oracle = next(entry for entry in board["entries"] if entry["entry"] == "oracle")
        self.assertEqual(oracle["measures"]["ap"]["mean"], 1)
        self.assertEqual(set(oracle["by_novelty"]), {"agents", "events"})
        self.assertEqual(oracle["replay"], {"played": 8, "unplayed": 0, "different": 0, "first_differences": []})
        self.assertEqual(board["plan_hash"], json.loads(self.records("random").with_name("records.jsonl").read_text().splitlines()[0])["plan_hash"])

    def test_naive_adapt_is_told_of_the_novelty(self):
        board, _ = self.board("--add", "naive_adapt", "random")
        self.assertEqual({entry["entry"]: entry["informed"] for entry in board["entries"]}, {"naive_adapt": True, "random": False})

    def test_nets_and_agents_that_play_them_belong_together(self):
        command = ["board", "b", "--out", "site"]
        self.refused("--add: dqn:adapt plays trained nets: name their folder by --weights", *command, "--add", "dqn:adapt")
        self.refused("--weights: expected agents in --add that play trained nets, found none", *command, "--add", "random",
                     "--weights", ".")
        self.refused("normal.dqn", *command, "--add", "dqn", "--weights", ".")

    def test_the_same_entries_give_the_same_bytes_for_any_number_of_jobs(self):
        self.enter("a"), self.enter("b", "pig_shooter")
        self.board()
        before = contents(self.folder / "site")
        self.board("--jobs", "3")
        self.assertEqual(contents(self.folder / "site"), before)

    def test_a_stopped_board_goes_on_with_what_its_journal_holds(self):
        self.enter("a"), self.enter("b", "pig_shooter")
        whole, _ = self.board("--journal", "journal.jsonl")
        journal = self.folder / "journal.jsonl"
        first = json.loads(journal.read_text().splitlines()[0])
        first["result"] = first["result"].replace('"played":8', '"played":7')
        first["line_hash"] = fnv1a(first["kept"] + first["result"])
        journal.write_text(json.dumps(first) + "\n")
        again, _ = self.board("--journal", "journal.jsonl")
        played = {entry["entry"]: entry["replay"]["played"] for entry in again["entries"]}
        self.assertEqual(sorted(played.values()), [7, 8])  # one is from the journal, the other played
        self.change("a", 2, score=1)
        changed, _ = self.board("--journal", "journal.jsonl")
        self.assertEqual(next(entry for entry in changed["entries"] if entry["entry"] == "a")["replay"]["different"], 1)
        self.assertEqual(whole["plan_hash"], again["plan_hash"])

    def test_what_is_measured_is_what_measure_says(self):
        self.enter("a", "pig_shooter")
        board, _ = self.board("--by", "normal")
        said = json.loads(self.novphy("measure", self.records("a"), "--json").stdout)["agents"][0]["overall"]["measures"]
        self.assertEqual(board["ranked_by"], "normal")
        for key, found in board["entries"][0]["measures"].items():
            self.assertEqual(found, {"mean": said[key]["mean"], "interval": said[key]["interval"]}, key)

    def row(self, name):
        """The cells of an entry's row on the board's page, as text, by their headings."""
        table = re.search(r"<table.*?</table>", (self.folder / "site/index.html").read_text(), re.DOTALL)[0]
        rows = [[re.sub(r"<[^>]*>", "", cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)]
                for row in re.findall(r"<tr.*?</tr>", table, re.DOTALL)]
        (found,) = [cells for cells in rows if cells[1] == name]
        return dict(zip(rows[0], found, strict=True))

    def test_columns_tell_what_an_entry_was_told_and_what_it_cost(self):
        self.enter("told", "naive_adapt", "--informed"), self.enter("a", cost="about $3"), self.enter("b", "pig_shooter")
        for line in range(2, 10):
            self.change("a", line, usage={"cost": 0.25, "wall_s": line})
        self.change("b", 3, usage={"wall_s": 7})
        board, _ = self.board("--add", "people")
        found = {entry["entry"]: (entry["told_trials"], entry["spent"]) for entry in board["entries"] if entry["standing"] != "printed"}
        self.assertEqual(found["a"], (0, {"tasks": 8, "cost_usd": 2, "tasks_with_cost": 8, "task_s": 5.5, "tasks_with_time": 8}))
        self.assertEqual(found["b"], (0, {"tasks": 8, "cost_usd": None, "tasks_with_cost": 0, "task_s": 7, "tasks_with_time": 1}))
        self.assertEqual(found["told"][0], 4)
        columns = ("told of novelties", "cost, as the card says", "cost in records", "time for a task")
        for name, expected in (("told", ["yes", "none", "–", "–"]), ("a", ["no", "about $3", "$2", "5.5 s"]), ("b", ["no", "none", "–", "7 s1/8 tasks"]),
                               ("People of the paper", ["–", "not printed", "–", "–"])):
            self.assertEqual([self.row(name)[column] for column in columns], expected)

    def people(self, played, layout="people/{}/records.jsonl", name="people", agent="pig_shooter", **first_line):
        """An entry of people, as the results of a study are: for each person (novelty, trial, number of tasks) of what they played."""
        self.novphy("run", "b/plan.json", "--agent", agent, "--out", self.folder / f"{name}.jsonl", "--resume")
        head, *records = map(json.loads, (self.folder / f"{name}.jsonl").read_text().splitlines())
        for person, trials in played.items():
            file = self.folder / "b/entries" / layout.format(person)
            file.parent.mkdir(parents=True, exist_ok=True)
            kept = [record for novelty, trial, tasks in trials for record in records
                    if (record["novelty"], record.get("trial", 0)) == (novelty, trial) and record["task"] < tasks]
            file.write_text("".join(json.dumps(line) + "\n" for line in [{**head, "agent": f"human:{person}", **first_line}, *kept]))
        (self.folder / "b/entries" / name).mkdir(exist_ok=True)
        (self.folder / "b/entries" / name / "card.json").write_text(json.dumps({**CARD, "name": f"{name} of a study", "track": "picture"}))

    def measured(self, *files):
        return json.loads(self.novphy("measure", *files, "--json").stdout)

    def test_people_are_a_reference_row_with_intervals_over_people(self):
        self.novphy("plan", "--pairs", ROOT / "tests/trials/pairs", *small_plan(4), "--out", "b/plan.json", "--force")
        self.enter("a"), self.enter("b", "pig_shooter")
        self.people({"P01": [("agents", 0, 2), ("events", 1, 2)], "P02": [("agents", 1, 2), ("events", 0, 2)], "P03": [("agents", 2, 2), ("events", 2, 2)]})
        (self.folder / "b/entries/people/P01/journal.jsonl").write_text("is not read")
        board, done = self.board()
        self.assertEqual(done.stdout, "site: 3 entries, 2 ranked\n")
        entries = {entry["entry"]: entry for entry in board["entries"]}
        people = entries["people"]
        self.assertEqual((people["standing"], people["rank"], people["replay"]["played"]), ("reference", None, 12))
        cells = [{"novelty": novelty, "scenario": scenario, "people": 3, "passed": passed, "trials": 3}
                 for novelty, scenario, passed in (("agents", "rolling", 0), ("events", "single_force", 3))]
        self.assertEqual(people["people"], {"people": 3, "left_out": 0, "unfinished_tasks": 0, "cells": cells})
        files = sorted((self.folder / "b/entries/people").glob("*/records.jsonl"))
        said = self.measured(*files, self.records("a"), self.records("b"))
        human = next(agent for agent in said["agents"] if agent["agent"] == "human")["overall"]["measures"]
        for key, found in people["measures"].items():
            self.assertEqual(found, {"mean": human[key]["mean"], "interval": human[key]["interval"]}, key)
        self.assertIsNotNone(people["measures"]["ap"]["interval"])
        for agent, entry in (("random", "a"), ("pig_shooter", "b")):
            score = next(each for each in said["efficiency"] if each["agent"] == agent)
            found = entries[entry]["against_people"]
            self.assertEqual((found["score"], found["interval"], found["cells"], found["trials"], found["trials_of_people"]),
                             (score["score_shots"]["mean"], score["score_shots"]["interval"], score["cells"], score["trials"], score["same_tasks"]))
        self.assertEqual(self.row("people of a study")["played as"], "6 trials of 3 people")
        self.assertEqual(self.row("people of a study")[""], "people, not ranked")
        self.assertEqual(self.row("people of a study")["score against people"], "–")
        self.assertTrue(self.row("a")["score against people"].endswith("1/2 cells, 3/4 trials"))

    def test_cells_that_people_did_not_play_count_for_nothing(self):
        self.enter("a", "pig_shooter")
        self.people({"P01": [("events", 0, 2), ("agents", 0, 1)], "P02": [("events", 1, 2)]}, "people/{}.jsonl")
        self.people({"P03": [("agents", 1, 2)]}, "people/{}.jsonl", left_out="looked at a phone")
        self.people({"P04": [("events", 1, 1)]}, "people/{}.jsonl")
        board, done = self.board()
        self.assertIn("warning: left out: b/entries/people/P03.jsonl: looked at a phone\n", done.stderr)
        self.assertIn("people/P04.jsonl: has no whole trial of the plan\n", done.stderr)
        entries = {entry["entry"]: entry for entry in board["entries"]}
        people = entries["people"]
        self.assertEqual([(cell["novelty"], cell["people"], cell["trials"]) for cell in people["people"]["cells"]], [("agents", 0, 0), ("events", 2, 2)])
        self.assertEqual((people["people"]["people"], people["people"]["left_out"], people["people"]["unfinished_tasks"]), (2, 2, 2))
        # They played as the agent does, which passes no novel task of the cell that they did not play.
        self.assertEqual([entry["measures"]["ap"]["mean"] for entry in (people, entries["a"])], [1, 0.5])
        self.assertEqual((people["by_novelty"]["events"]["ap"]["mean"], people["by_novelty"]["agents"]["ap"]["mean"]), (1, None))
        self.assertIn("1/2 cells", self.row("people of a study")["AP"])
        self.assertEqual([entries["a"]["against_people"][key] for key in ("score", "cells", "trials", "trials_of_people")], [1, 1, 2, 2])
        page = " ".join((self.folder / "site/index.html").read_text().split())
        self.assertIn("Left out are 2 people who do not count or finished no trial, and 2 tasks of unfinished trials.", page)
        self.assertNotIn("phone", page)

    def test_records_of_people_are_checked_as_all_are(self):
        self.enter("a")
        self.people({"P01": [("agents", 0, 2)], "P02": [("agents", 1, 2)]})
        file = self.folder / "b/entries/people/P01/records.jsonl"
        good = file.read_text()
        lines = good.splitlines(keepends=True)
        command = ["board", "b", "--out", "site"]
        for text, expected in ((good + lines[1], "P01/records.jsonl:4: "), (good.replace('"plan_hash": "', '"plan_hash": "0'), "P01/records.jsonl:1: /plan_hash: found"),
                               (good.replace("human:P01", "human:P02"), 'records.jsonl:1: /agent: found "human:P02", expected another person than'),
                               (good.replace('"trial": 0', '"trial": 9'), "is not in the plan of the board")):
            file.write_text(text)
            self.refused(expected, *command)
        file.write_text(good)
        (file.parent.with_name("bot")).mkdir()
        card = self.folder / "b/entries/people/card.json"
        card.write_text(card.read_text().replace("picture", "text"))
        shutil.copy(self.records("a"), file.parent.with_name("bot") / "records.jsonl")
        self.refused('is of the agent "random", while b/entries/people/P01/records.jsonl is of "human:P01": expected one agent', *command)
        shutil.rmtree(file.parent.with_name("bot"))
        file.write_text(good.replace('"passed": ', '"passed": not ').replace("not true", "false").replace("not false", "true"))
        board, _ = self.board()
        (people,) = [entry for entry in board["entries"] if entry["entry"] == "people"]
        self.assertEqual(people["standing"], "different")
        self.assertTrue(people["replay"]["first_differences"][0].startswith("human:P01, records.jsonl:2: "))
        self.assertNotIn("against_people", next(entry for entry in board["entries"] if entry["entry"] == "a"))
        self.people({"P03": [("agents", 1, 2)]}, "others/{}.jsonl", "others")
        self.refused("people: is of people, as others is: expected all in one entry", *command)
        shutil.rmtree(self.folder / "b/entries/people")
        self.people({"P03": [("agents", 1, 2)]}, "others/{}.jsonl", "others", left_out="tired")
        self.refused("others: expected a person who counts, found b/entries/others/P03.jsonl: tired", *command)

    def test_a_task_that_an_agent_could_not_play_counts_against_people_as_failed(self):
        self.enter("a", "pig_shooter")
        self.people({"P01": [("agents", 0, 2), ("agents", 1, 2), ("events", 0, 2), ("events", 1, 2)]})
        before = self.board()[0]
        lost = [number for number, line in enumerate(self.records("a").read_text().splitlines(), 1) if '"phase":"novel"' in line and '"passed":true' in line]
        self.assertTrue(lost)
        for line in lost:
            self.change("a", line, digest="", end="agent_error", passed=False, score=0, shots=[], time_s=0, error="crash")
        scores = [next(entry for entry in board["entries"] if entry["entry"] == "a")["against_people"] for board in (before, self.board()[0])]
        self.assertEqual((scores[0]["score"], scores[1]["score"]), (1, 0))
        self.assertEqual(scores[0]["trials"], scores[1]["trials"])

    def test_a_forged_entry_is_shown_and_not_ranked(self):
        self.enter("honest"), self.enter("forged")
        passed = json.loads(self.records("forged").read_text().splitlines()[1])["passed"]
        self.change("forged", 2, passed=not passed)
        board, done = self.board()
        self.assertIn("warning: entries/forged: is not ranked, because 1 of its plays come out differently", done.stderr)
        self.assertEqual([(entry["entry"], entry["standing"], entry["rank"] is None) for entry in board["entries"]],
                         [("honest", "ranked", False), ("forged", "different", True)])
        page = (self.folder / "site/entries/forged.html").read_text()
        self.assertIn("records0.jsonl", page.replace("<wbr>", ""))
        self.assertIn("passed: ", page.replace("<wbr>", ""))

    def test_a_copy_stands_beneath_its_entry_and_takes_no_rank(self):
        self.enter("a", "pig_shooter"), self.enter("b"), self.enter("c", "pig_shooter")
        board, done = self.board()
        self.assertEqual({entry["entry"]: (entry["standing"], entry["copy_of"]) for entry in board["entries"]},
                         {"a": ("ranked", None), "b": ("ranked", None), "c": ("copy", "a")})
        self.assertEqual({entry["rank"]["of"] for entry in board["entries"] if entry["rank"]}, {2})
        self.assertEqual(done.stdout, "site: 3 entries, 2 ranked\n")
        self.assertRegex((self.folder / "site/index.html").read_text(), r"the same plays: <a href=\"entries/c.html\">")

    def test_an_agent_that_was_told_the_tasks_is_no_competitor_whatever_its_name(self):
        self.enter("mine", "oracle", "--name", "mine"), self.enter("b")
        board, _ = self.board()
        self.assertEqual({entry["entry"]: (entry["agent"], entry["standing"]) for entry in board["entries"]},
                         {"mine": ("oracle", "reference"), "b": ("random", "ranked")})

    def test_who_was_told_of_the_novelty_ranks_apart(self):
        self.enter("told", "naive_adapt", "--informed"), self.enter("a"), self.enter("b", "pig_shooter")
        board, _ = self.board()
        self.assertEqual({entry["entry"]: (entry["ranked_among"], entry["rank"]["of"]) for entry in board["entries"]},
                         {"told": ("told of the novelty", 1), "a": ("", 2), "b": ("", 2)})

    def test_alarms_that_nobody_can_compute_again_rank_apart_unless_the_organiser_ran_the_entry(self):
        own = "with alarms of their own"
        self.enter("a"), self.enter("b", "pig_shooter", "--detect", "sma:2:0.2")
        for by, ran, expected in (("ap", (), {"a": "", "b": ""}), ("cdt", (), {"a": own, "b": ""}),
                                  ("restricted_dd", (), {"a": own, "b": ""}), ("cdt", ("--ran", "a"), {"a": "", "b": ""})):
            with self.subTest(by=by, ran=ran):
                board, _ = self.board("--by", by, *ran)
                self.assertEqual({entry["entry"]: entry["ranked_among"] for entry in board["entries"]}, expected)
        self.refused('--ran: found "z", expected folders of entries', "board", "b", "--out", "new", "--ran", "z")
        self.refused("--by: found", "board", "b", "--out", "new", "--by", "dd")  # undefined where nothing is detected

    def test_what_cannot_be_is_refused_before_anything_is_played(self):
        self.enter("a", "pig_shooter")
        command = ["board", "b", "--out", "site", "--add", "random", "--journal", "journal.jsonl"]
        good = self.records("a").read_text()
        second = next(number for number, line in enumerate(good.splitlines(), 1) if '"phase":"normal"' in line and '"task":0' in line)
        self.change("a", second, digest="", end="agent_error", passed=False, score=0, error="none")
        self.refused("was played after the agent could not go on in task 0 of the trial", *command)
        self.records("a").write_text(good)
        card = self.folder / "b/entries/a/card.json"
        for change, expected in (({"name": "mi\u200bne"}, "/name: expected a name, found one that is not UTF-8 without control or invisible characters"),
                                 ({"name": "mi\u200dne"}, "found one that is with an invisible joiner"),
                                 ({"reference": True, "printed": {"source": "s", "all": {"ap": 5}}}, "/printed/all/ap: expected a number from 0 to 1")):
            card.write_text(json.dumps({**CARD, **change}))
            self.refused(expected, *command)
        card.unlink()
        self.refused("card.json: cannot be read", *command)
        card.write_text(json.dumps(CARD))
        os.mkfifo(self.folder / "b/entries/a/more.jsonl")
        self.assertIn("more.jsonl: is a pipe with a name (FIFO), expected a file", self.error_of(*command))
        self.assertFalse((self.folder / "b/entries/random").exists())

    def test_an_entry_of_the_picture_track_saw_no_text(self):
        agent = self.folder / "agent.py"
        agent.write_text("""import json, sys
for line in sys.stdin:
    message = json.loads(line)
    assert "observation" not in message and ("screenshot" in message) == (message["type"] in ("choose", "end_task"))
    answer = {"hello": {"screenshot": "png", "text": False}, "choose": {"angle_deg": 45}}
    print(json.dumps(answer.get(message["type"], {})), flush=True)
""")
        self.enter("seeing", f"exec:python3 {agent}", track="picture")
        board, _ = self.board()
        self.assertEqual([(entry["card"]["track"], entry["standing"]) for entry in board["entries"]], [("picture", "ranked")])
        self.enter("reading", "pig_shooter", track="picture")
        self.refused("entries/reading/records0.jsonl:2: /saw_text: found none, expected false", "board", "b", "--out", "site")

    def test_trainings_of_an_entry_are_its_units(self):
        for seed in range(3):
            self.enter("learner", "random", "--run", f"seed {seed}")
        board, _ = self.board()
        self.assertEqual(board["entries"][0]["runs"], 3)

    def test_bad_entries_are_refused_and_nothing_is_written(self):
        self.enter("a")
        good = self.records("a").read_text()
        lines = good.splitlines(keepends=True)
        command = ["board", "b", "--out", "site"]
        for text, expected in (("".join(lines[:-1]), "records0.jsonl: lacks task 1 of "),
                               (good[:-20], f"records0.jsonl:{len(lines)}: "),
                               (good + lines[1], "is there already, in line 2"),
                               ("", "records0.jsonl"),
                               (good.replace('"plan_hash":"', '"plan_hash":"0'), "records0.jsonl:1: /plan_hash: found"),
                               (good.replace('"catalogue_hash":"', '"catalogue_hash":"0'), "records0.jsonl:1: they were played with another")):
            self.records("a").write_text(text)
            self.refused(expected, *command)
        self.records("a").write_text(good)
        card = self.folder / "b/entries/a/card.json"
        for change, expected in (({"link": "javascript:alert(1)"}, "card.json:1: /link: expected an address"),
                                 ({"track": "sound"}, "card.json:1: /track: "), ({"colour": 1}, "/colour"),
                                 ({"reference": True, "printed": {"source": "s", "all": {}}}, "expected no records")):
            card.write_text(json.dumps({**CARD, **change}))
            self.refused(expected, *command)
        card.unlink()
        self.refused("card.json: cannot be read", *command)
        card.write_text(json.dumps(CARD))
        self.enter("twin", name="mine")
        self.refused("/name: is the name of the entry a, too", *command)
        shutil.rmtree(self.folder / "b/entries/twin")
        (self.folder / "b/entries/a b").mkdir()
        self.refused("expected a name of letters, digits", *command)
        shutil.rmtree(self.folder / "b/entries")
        self.refused("b/entries: expected a folder", *command)

    def test_an_older_board_stays_until_the_new_one_is_whole_and_other_folders_stay(self):
        self.enter("a")
        self.board()
        before = contents(self.folder / "site")
        self.change("a", 2, variation=7)
        self.refused("expected variation", "board", "b", "--out", "site")
        self.assertEqual(contents(self.folder / "site"), before)
        (self.folder / "site/notes.txt").write_text("mine")
        self.refused("was not written by novphy board", "board", "b", "--out", "site")
        (self.folder / "other").mkdir()
        (self.folder / "other/thesis.txt").write_text("mine")
        self.refused("holds no board", "board", "b", "--out", "other")
        self.refused("stands in the folder of the entries", "board", "b", "--out", "b/entries/site")


if __name__ == "__main__":
    main()
