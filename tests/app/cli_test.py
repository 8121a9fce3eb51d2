"""What the program says to wrong input: exit code, one clear line, and nothing left behind.

Usage: cli_test.py PROGRAM
"""

import os
import re
import shutil
import sys
import unittest
from pathlib import Path

from cli_rows import FILES, ROWS

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import BAD_INPUT, FolderTest, file_limit, main, small_plan

WRITERS = [
    (["art", "--sheet", "OUT"], "out.png"),
    (["convert", "task.json", "OUT"], "out.json"),
    (["convert", "task.json", "OUT"], "out.xml"),
    (["detect", "whole.jsonl", "--method", "sma", "--out", "OUT"], "out.jsonl"),
    (["draw", "task.json", "--out", "OUT"], "out.svg"),
    (["film", "task.json", "--size", "160", "--out", "OUT"], "out.mp4"),
    (["inject", "task.json", "--novelty", "fan", "--at", "3,1", "--out", "OUT"], "out.json"),
    (["measure", "whole.jsonl", "--csv", "--out", "OUT"], "out.csv"),
    (["measure", "whole.jsonl", "--json", "--out", "OUT"], "out.json"),
    (["merge", "no_trials.blocks", "--out", "OUT"], "out.jsonl"),
    (["observe", "task.json", "--out", "OUT"], "out.jsonl"),
    (["plan", "--pairs", "pair.json", *small_plan(), "--out", "OUT"], "out.json"),
    (["play", "task.json", "--shot", "30", "--events", "OUT"], "out.jsonl"),
    (["report", "whole.jsonl", "--out", "OUT"], "out.html"),
    (["run", "empty_plan.json", "--agent", "random", "--out", "OUT"], "out.jsonl"),
]
KINDLESS = ["measure", "observe", "play"]
ASKING = ["merge", "plan", "run"]  # these commands replace a file of their own kind, too, only with --force


class Cli(FolderTest):
    def setUp(self):
        super().setUp()
        for name, content in FILES.items():
            (self.folder / name).write_bytes(content)

    def commands(self):
        text = self.novphy("--help").stdout
        return re.findall(r"^  ([a-z][a-z-]*) ", text.split("Exit codes:")[0], re.MULTILINE)

    def test_version_names_program_box2d_and_compiler(self):
        self.assertRegex(self.novphy("--version").stdout, r"^novphy \d+\.\d+\.\d+\nBox2D 2\.4\.\d+\n(GNU|Clang) \d+")

    def test_every_command_has_help(self):
        self.assertTrue(self.commands())
        for command in self.commands():
            with self.subTest(command):
                result = self.novphy(command, "--help")
                self.assertEqual(result.stderr, "")
                self.assertIn("--help", result.stdout)

    def test_every_command_rejects_an_option_it_does_not_know(self):
        for command in self.commands():
            with self.subTest(command):
                self.refused("", command, "--no-such-option")

    def test_wrong_input_gives_one_clear_line_and_code_2(self):
        for arguments, expected, *lines in ROWS:
            with self.subTest(" ".join(arguments)):
                self.refused(expected, *arguments, lines=lines[0] if lines else 1)

    def test_a_full_disk_is_reported(self):
        if not Path("/dev/full").exists():
            self.skipTest("no /dev/full")
        with open("/dev/full", "w", encoding="utf-8") as full:
            result = self.novphy("--version", stdout=full, code=BAD_INPUT)
        self.assertIn("No space left", result.stderr)

    def test_a_device_or_pipe_is_written_through_and_dash_is_the_standard_output(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        detect = ["detect", "whole.jsonl", "--method", "sma"]
        records = self.novphy(*detect, "--out", "-").stdout
        self.assertTrue(records.startswith('{"format":1'), records)
        self.assertTrue(all(line.startswith("{") for line in records.splitlines()), records)
        for command, start in [(detect, records), (["measure", "whole.jsonl", "--csv"], "agent,"),
                               (["run", "empty_plan.json", "--agent", "random", "--force"], '{"format":1')]:
            with self.subTest(command[0]):
                reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
                self.novphy(*command, "--out", "pipe")
                read = os.read(reader, 1 << 16).decode()
                os.close(reader)
                self.assertTrue(read.startswith(start), read)
                self.assertTrue(pipe.is_fifo())
        self.assertEqual({path.name for path in self.folder.iterdir()}, {*FILES, "pipe"})

    def test_an_error_that_nobody_can_read_has_its_exit_code(self):
        for arguments in [["measure", "missing.jsonl"], ["fly"]]:
            self.novphy(*arguments, preexec_fn=lambda: os.close(2), stderr=None, code=BAD_INPUT)

    @unittest.skipUnless(shutil.which("ffmpeg"), "no ffmpeg")
    def test_a_film_on_a_full_disk_is_an_error_and_leaves_nothing(self):
        for name in ["film.mp4", "film.gif"]:
            with self.subTest(name):
                self.refused(f"{name}: ffmpeg", "film", "task.json", "--out", name, preexec_fn=file_limit(4096))

    def test_only_force_replaces_a_file_of_another_kind(self):
        notes = "The notes of a year\n"
        for command, name in WRITERS:
            if command[0] == "film" and not shutil.which("ffmpeg"):
                continue
            with self.subTest(command[0]):
                out = self.folder / name
                arguments = [str(each).replace("OUT", name) for each in command]
                out.write_text(notes, encoding="utf-8")
                if command[0] in KINDLESS:  # what these commands write has no beginning that tells the kind
                    out.write_bytes(FILES["task.json"])
                before = out.read_bytes()
                self.refused("is there already", *arguments)
                self.novphy(*arguments, "--force")
                self.assertNotEqual(out.read_bytes(), before)
                self.novphy(*arguments, code=BAD_INPUT if command[0] in ASKING else 0)


if __name__ == "__main__":
    main()
