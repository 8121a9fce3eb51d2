"""Where commands write: through links, onto full devices, beside closed streams, with little memory, to names that are not UTF-8,
and what a failed command leaves. Usage: outputs_test.py PROGRAM"""

import json
import os
import resource
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import BAD_INPUT, FolderTest, contents, main, names_in, small_plan

PAIRS = Path(__file__).parents[1] / "pairs"
PAIR = PAIRS / "falling/relations.json"
FAILING = PAIRS / "single_force/actions.json"  # a check fails
FULL = Path("/dev/full")
TASK = '{"novphy_task": 1, "birds": ["red"], "objects": [{"type": "pig_small", "at": [0, 0]}]}\n'
RECORDS = ('{"format":1,"agent":"made by hand"}\n'
           '{"novelty":"fan","scenario":"rolling","trial":0,"phase":"normal","task":0,"passed":true}\n'
           '{"novelty":"fan","scenario":"rolling","trial":0,"phase":"novel","task":1,"passed":true}\n')


def memory_limit(kilobytes):
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (1024 * kilobytes, 1024 * kilobytes))


class Outputs(FolderTest):
    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name

    def blocked_pair(self):
        """A pair that no throw passes, so that no task of it can be made."""
        pair = json.loads(PAIR.read_text())
        for side, x in (("normal", -8), ("novel", 8)):
            pair[side]["objects"].append({"type": "platform", "at": [x, 4], "size": [0.3, 30]})
        return self.write("blocked.json", json.dumps(pair))

    def test_of_a_link_the_target_is_written_and_the_link_stays(self):
        # Links were replaced, so that records meant for another disk filled this one.
        plan = ["plan", "--pairs", PAIR, *small_plan()]
        self.novphy(*plan, "--out", "p.json")
        self.write("records.jsonl", RECORDS)
        commands = {"plan.json": [*plan, "--out"], "run.jsonl": ["run", "p.json", "--agent", "random", "--out"],
                    "report.html": ["report", "records.jsonl", "--out"], "detected.jsonl": ["detect", "records.jsonl", "--method", "sma", "--out"],
                    "task.json": ["convert", "rolling/agents:novel"], "picture.png": ["draw", "rolling/agents:novel", "--out"],
                    "tasks": ["generate", PAIR, "--count", "1", "--proof", "none", "--out"]}
        (self.folder / "scratch").mkdir()
        (self.folder / "far").symlink_to("scratch")
        for name, command in commands.items():
            link = self.folder / name
            link.symlink_to(f"far/{name}")
            self.novphy(*command, name)
            self.assertTrue(link.is_symlink(), name)
            self.assertTrue((self.folder / "scratch" / name).exists(), name)
        self.assertEqual(names_in(self.folder / "scratch"), sorted(commands))
        self.assertEqual(names_in(self.folder), sorted([*commands, "far", "p.json", "records.jsonl", "scratch"]))
        self.novphy(*commands["run.jsonl"], "run.jsonl", "--force")
        self.assertTrue((self.folder / "run.jsonl").is_symlink())

    def test_an_interrupted_run_through_a_link_goes_on_beside_the_target(self):
        self.novphy("plan", "--pairs", PAIR, *small_plan(2), "--out", "p.json")
        self.novphy("run", "p.json", "--agent", "random", "--out", "whole.jsonl")
        (self.folder / "scratch").mkdir()
        (self.folder / "r.jsonl").symlink_to("scratch/r.jsonl")
        head = (self.folder / "whole.jsonl").read_text().splitlines()[0]
        (self.folder / "scratch/r.jsonl.partial").write_text(head + "\n")
        self.assertIn("scratch/r.jsonl.partial: left by an interrupted run",
                      self.error_of("run", "p.json", "--agent", "random", "--out", "r.jsonl"))
        self.novphy("run", "p.json", "--agent", "random", "--out", "r.jsonl", "--resume")
        self.assertEqual((self.folder / "scratch/r.jsonl").read_bytes(), (self.folder / "whole.jsonl").read_bytes())
        self.assertEqual(names_in(self.folder / "scratch"), ["r.jsonl"])

    def test_a_full_device_is_an_error_whatever_the_checks_found(self):
        if not FULL.exists():
            self.skipTest("no /dev/full")
        records = self.write("records.jsonl", RECORDS)
        commands = [["verify", FAILING, "--step", "10"], ["verify", FAILING, "--step", "10", "--json"], ["verify", PAIR, "--step", "10", "--json"],
                    ["list", "pairs"], ["measure", records], ["detect", records, "--method", "sma", "--out", "-"]]
        for command in commands:
            with FULL.open("w") as full:
                done = self.novphy(*command, code=BAD_INPUT, stdout=full)
            self.assertIn("No space left on device", done.stderr, command)
            self.assertEqual(len([line for line in done.stderr.splitlines() if line.startswith("novphy:")]), 1, command)
        self.novphy("verify", FAILING, "--step", "10", code=1)

    def test_replays_that_differ_are_told_before_a_full_device_is(self):
        self.novphy("plan", "--pairs", PAIR, *small_plan(), "--out", "p.json")
        self.novphy("run", "p.json", "--agent", "random", "--out", "r.jsonl")
        text = (self.folder / "r.jsonl").read_text()
        at = text.index('"digest":"') + len('"digest":"')
        self.write("other.jsonl", text[:at] + ("1" if text[at] == "0" else "0") + text[at + 1:])
        self.novphy("replay", "other.jsonl", "--all", code=1)
        if FULL.exists():
            with FULL.open("w") as full:
                self.novphy("replay", "other.jsonl", "--all", code=BAD_INPUT, stdout=full)

    def test_a_closed_standard_error_stops_no_command(self):
        records = self.write("records.jsonl", RECORDS)
        for command in (["detect", records, "--method", "sma", "--out", "-"], ["validate", PAIR]):
            expected = self.novphy(*command).stdout
            self.assertEqual(self.novphy(*command, preexec_fn=lambda: os.close(2)).stdout, expected)

    def test_out_of_memory_is_one_line(self):
        if self.novphy("list", "pairs", code=None, preexec_fn=memory_limit(150_000)).returncode != 0:
            self.skipTest("this build needs more memory, as those with sanitizers do")
        for command in (["draw", "rolling/agents:novel", "--out", "x.png", "--size", "8000x8000"],
                        ["film", "rolling/agents:novel", "--out", "x", "--size", "8000x8000", "--shot", "30"]):
            self.refused("out of memory", *command, preexec_fn=memory_limit(150_000))
        # Threads for which there is no room are done without.
        self.novphy("plan", "--pairs", PAIR, *small_plan(), "--out", "p.json")
        self.novphy("run", "p.json", "--agent", "random", "--jobs", "1024", "--out", "r.jsonl", preexec_fn=memory_limit(150_000))

    def test_what_fails_before_a_task_is_made_stands_in_no_later_ones_way(self):
        # The file of unfinished tasks stayed, and neither --resume nor --force got past it.
        self.blocked_pair()
        sizes = small_plan()[:-2]
        self.refused("draws accepted", "generate", "blocked.json", "--count", "1", "--out", "new/tasks")
        self.refused("draws accepted", "plan", "--pairs", "blocked.json", *sizes, "--out", "p.json")
        self.refused("draws accepted", "plan", "--pairs", "blocked.json", *sizes, "--out", "-", environment={"TMPDIR": str(self.folder)})
        self.novphy("plan", "--pairs", PAIR, *small_plan(), "--out", "p.json")
        self.novphy("generate", PAIR, "--count", "1", "--proof", "none", "--out", "new/tasks")

    def test_the_tasks_that_were_made_are_kept_and_a_later_try_says_what_to_remove(self):
        other = json.loads(PAIR.read_text())
        self.write("a_good.json", json.dumps({**other, "novelty": "objects"}))
        self.blocked_pair()
        pairs = ["a_good.json", "blocked.json"]
        plan = ["plan", "--pairs", *pairs, *small_plan()[:-2], "--out", "p.json"]
        self.assertIn("draws accepted", self.error_of(*plan))
        self.assertEqual(names_in(self.folder), ["a_good.json", "blocked.json", "p.json.tasks.partial"])
        self.refused("p.json.tasks.partial: holds tasks already: --resume goes on with them; to begin anew, remove p.json.tasks.partial", *plan)
        self.refused("templates or novelties; to begin anew, remove p.json.tasks.partial", *plan, "--resume", "--seed", "2")
        generate = ["generate", *pairs, "--count", "1", "--out", "tasks"]
        self.assertIn("draws accepted", self.error_of(*generate))
        self.refused("holds tasks already: --resume goes on with them; to begin anew, remove the folder tasks", *generate)
        self.assertEqual(len(contents(self.folder / "tasks")), 3)

    def test_a_plan_beside_shards_that_is_refused_leaves_no_file(self):
        plan = ["plan", "--pairs", PAIR, *small_plan(), "--out", "p.json"]
        self.novphy(*plan, "--shard", "1/2")
        self.refused("p.json.tasks.shard-1-of-2: holds tasks already", *plan)
        self.novphy(*plan, "--resume")
        self.assertEqual(names_in(self.folder), ["p.json"])

    def test_names_that_are_not_utf_8_make_pages_and_records_that_are(self):
        name = os.fsdecode(b"a\xff")
        self.novphy("plan", "--pairs", PAIR, *small_plan(), "--out", name + ".json")
        self.novphy("run", name + ".json", "--agent", "random", "--out", name + ".jsonl")
        head = (self.folder / (name + ".jsonl")).read_text(encoding="utf-8").splitlines()[0]
        self.assertEqual(json.loads(head)["plan"], "a\ufffd.json")
        self.novphy("run", name + ".json", "--agent", "random", "--out", name + ".jsonl", "--resume")
        self.novphy("report", name + ".jsonl", "--out", "report.html")
        self.assertIn("a\\xff.jsonl", (self.folder / "report.html").read_text(encoding="utf-8"))
        self.assertIn("a\\xff.jsonl: ", self.error_of("replay", name + ".jsonl", "--line", "99", "--plan", name + ".json"))

    def test_files_of_another_kind_are_replaced_only_with_force(self):
        # judge and measure replaced scripts, tables and programs of others.
        self.write("records.jsonl", RECORDS)
        self.write("level.json", TASK)
        self.novphy("plan", "--pairs", PAIR, *small_plan(), "--out", "p.json")
        measure = [["measure", "records.jsonl", *options] for options in ([], ["--csv"], ["--json"], ["--latex"])]
        self.novphy("plan", "--levels", ".", "--skip-unreadable", "--out", "levels_plan.json")
        self.novphy("run", "levels_plan.json", "--agent", "random", "--out", "levels.jsonl")
        measure += [["measure", "levels.jsonl", *options] for options in ([], ["--csv"], ["--json"])]
        judge = [["judge", "level.json", *options] for options in ([], ["--csv"], ["--json"])]
        difficulty = [["difficulty", PAIR, "--count", "2", "--no-wins", *options] for options in ([], ["--csv"], ["--json"], ["--latex"])]
        observe = [["observe", "level.json", "--form", form] for form in ("lines", "geojson", "png")]
        own = {"b.csv": "agent,novelty,scenario,trial,phase,task,passed\na,n,s,0,novel,0,1\n", "my_agent.py": "import sys\n", "program": "\x7fELF",
               "thesis.tex": "\\begin{table}\n", "notes.txt": "Agent Smith\n"}
        for name, text in own.items():
            self.write(name, text)
        for command in (measure, judge, difficulty, observe, [["play", "level.json", "--shot", "30"]]):
            option = "--events" if command[0][0] == "play" else "--out"
            for name, text in own.items():
                self.refused("which this command does not write: expected another name or --force", *command[0], option, name)
                self.assertEqual((self.folder / name).read_text(), text)
            for variant in command:  # each replaces what it has written in any form
                self.novphy(*variant, option, command[0][0] + ".out")
                self.novphy(*variant, option, command[0][0] + ".out")
        self.novphy("measure", "records.jsonl", "--csv", "--out", "b.csv", "--force")

    def test_files_of_an_input_folder_are_kept_even_with_force(self):
        (self.folder / "levels").mkdir()
        level = self.write("levels/00001.json", TASK)
        (self.folder / "link").symlink_to("levels")
        for folder in ("levels", "link"):
            for command in (["plan", "--levels", folder], ["judge", folder], ["run", "p.json", "--agent", "random", "--assets", folder]):
                self.refused("stands in the folder " + folder + ", which this command reads", *command, "--out", level, "--force")
        self.assertEqual((self.folder / level).read_text(), TASK)
        for _ in range(2):
            self.novphy("judge", "levels", "--csv", "--out", "levels/verdicts.csv")
        self.novphy("judge", "levels", "--out", "levels/verdicts.csv", "--force")

    def test_a_place_that_cannot_be_written_is_found_before_any_work(self):
        # judge, verify, difficulty, measure, report and train found it after seconds or hours.
        self.write("records.jsonl", RECORDS)
        self.write("level.json", TASK)
        self.write("file", "x")
        self.write("empty.jsonl", "")  # what reads its inputs first says so of this file
        files = [["measure", "empty.jsonl", "--out"], ["report", "empty.jsonl", "--out"], ["detect", "empty.jsonl", "--out"], ["judge", "level.json", "--out"],
                 ["judge", "level.json", "--journal"], ["verify", PAIR, "--journal"], ["board", ".", "--out", "site", "--journal"],
                 ["difficulty", PAIR, "--out"], ["plan", "--out"], ["run", "empty.jsonl", "--agent", "random", "--out"], ["serve", "empty.jsonl", "--out"],
                 ["serve", "empty.jsonl", "--out", "new.jsonl", "--log"], ["merge", "empty.jsonl", "--out"], ["replay", "empty.jsonl", "--line", "2", "--events"],
                 ["play", "level.json", "--events"], ["observe", "level.json", "--out"], ["inject", "level.json", "--without", "--out"], ["page", "level.json", "--out"]]
        for command in files:
            for place, why in (("nowhere/x", "cannot be written: No such file or directory"), ("file/x", "cannot be written: Not a directory"),
                               (".", "expected a file, found a folder")):
                with self.subTest(command=command, place=place):
                    self.refused(f"novphy: {place}: {why}", *command, place)
        folders = [["generate", PAIR, "--count", "1", "--out"], ["generate", PAIR, "--count", "1", "--out", "new", "--picture"], ["verify", PAIR, "--picture"],
                   ["judge", "level.json", "--picture"], ["difficulty", PAIR, "--plots"], ["difficulty", PAIR, "--picture"], ["train", PAIR, "--agent", "dqn", "--out"],
                   ["invent", "--count", "1", "--out"], ["board", ".", "--out"], ["report", "empty.jsonl", "--out", "new.html", "--plots"],
                   ["report", "empty.jsonl", "--out", "new.html", "--plays"]]
        for command in folders:
            for place, why in (("file/x", "cannot be made: Not a directory"), ("file", "expected a folder, found a file")):
                with self.subTest(command=command, place=place):
                    self.refused(f"novphy: {place}: {why}", *command, place)

    def test_a_file_may_go_into_a_folder_that_the_command_makes(self):
        self.write("records.jsonl", RECORDS)
        self.novphy("report", "records.jsonl", "--out", "new/plots/page.html", "--plots", "new/plots")
        self.assertIn("page.html", names_in(self.folder / "new/plots"))

    def test_an_input_that_cannot_be_read_is_found_before_any_work_and_a_fifo_never_hangs(self):
        self.write("records.jsonl", RECORDS)
        self.write("level.json", TASK)
        self.write("broken.json", "{")
        os.mkfifo(self.folder / "fifo")
        self.refused("broken.json:1: ", "report", "records.jsonl", "--out", "new.html", "--plan", "broken.json")
        self.refused("broken.json:1: ", "report", "records.jsonl", "--out", "new.html", "--difficulty", "broken.json")
        commands = [["measure", "records.jsonl"], ["report", "--out", "new.html", "records.jsonl"], ["detect", "--out", "new.jsonl"], ["merge", "--out", "new.jsonl", "records.jsonl"],
                    ["replay", "--all", "records.jsonl"], ["film", "--all", "--out", "new", "records.jsonl"], ["run", "--agent", "random", "--out", "new.jsonl"], ["serve", "--out", "new.jsonl"],
                    ["report", "records.jsonl", "--out", "new.html", "--plan"], ["report", "records.jsonl", "--out", "new.html", "--difficulty"],
                    ["difficulty", PAIR, "--wins"], ["plan", "--out", "new.json", "--secret"], ["plan", "--out", "new.json", "--levels", ".", "--from-config"],
                    ["generate", "--out", "new", "--from"], ["invent", "--out", "new", "--from"], ["import", "--study", "level.json", "--plan", "records.jsonl", "--out", "new"],
                    ["validate"], ["verify", PAIR], ["judge", "level.json"], ["play"], ["convert"], ["page", "--out", "new.html"]]
        for command in commands:
            with self.subTest(command=command):
                last = ["new.xml"] if command[0] == "convert" else []
                self.refused("fifo: is a pipe with a name (FIFO), expected a file", *command, "fifo", *last)
                if command[0] not in ("judge", "validate"):  # which say it of each file
                    self.refused("missing: cannot be read", *command, "missing", *last)

    def test_a_file_cannot_take_the_place_of_a_folder_of_pictures(self):
        self.write("level.json", TASK)
        self.refused("--out: found ./x, where --picture is written", "judge", "level.json", "--picture", "x", "--out", "./x")

    def test_a_mistaken_size_leaves_no_plan(self):
        for options, expected in ((["--novel", "0"], "the number of novel tasks must be at least 1, found 0"),
                                  (["--trials", "0", "--calibration-runs", "0"], "found neither trials nor control trials nor calibration runs")):
            for target in (["--out", "p.json"], ["--dry-run"]):
                self.refused(expected, "plan", *options, *target)
        self.novphy("plan", "--pairs", PAIR, "--trials", "0", "--novel", "0", "--calibration-runs", "1", "--calibration-tasks", "2", "--proof", "none", "--out", "p.json")
        self.assertIn("1 trial, 2 tasks", self.novphy("run", "p.json", "--agent", "random", "--out", "r.jsonl").stdout)


if __name__ == "__main__":
    main()
