"""What the program says to wrong input: exit code, one clear line, and nothing left behind.

Usage: cli_test.py PROGRAM
"""

import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from cli_rows import FILES, ROWS

program = ""
BAD_INPUT = 2

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
    (["plan", "--pairs", "pair.json", "--trials", "1", "--min-normal", "1", "--max-normal", "1", "--novel", "1", "--proof", "none", "--out", "OUT"], "out.json"),
    (["play", "task.json", "--shot", "30", "--events", "OUT"], "out.jsonl"),
    (["report", "whole.jsonl", "--out", "OUT"], "out.html"),
    (["run", "empty_plan.json", "--agent", "random", "--out", "OUT"], "out.jsonl"),
]
KINDLESS = ["measure", "observe", "play"]
ASKING = ["merge", "plan", "run"]  # these commands replace a file of their own kind, too, only with --force


class Cli(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        for name, content in FILES.items():
            (self.folder / name).write_bytes(content)

    def run_program(self, arguments, **options):
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        return subprocess.run([program, *arguments], cwd=self.folder, text=True, timeout=120, check=False, **options)

    def commands(self):
        text = self.run_program(["--help"]).stdout
        return re.findall(r"^  ([a-z]+) ", text.split("Exit codes:")[0], re.MULTILINE)

    def test_version_names_program_box2d_and_compiler(self):
        result = self.run_program(["--version"])
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stdout, r"^novphy \d+\.\d+\.\d+\nBox2D 2\.4\.\d+\n(GNU|Clang) \d+")

    def test_every_command_has_help(self):
        self.assertTrue(self.commands())
        for command in self.commands():
            with self.subTest(command):
                result = self.run_program([command, "--help"])
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertIn("--help", result.stdout)

    def test_every_command_rejects_an_option_it_does_not_know(self):
        for command in self.commands():
            with self.subTest(command):
                self.check([command, "--no-such-option"], "")

    def test_wrong_input_gives_one_clear_line_and_code_2(self):
        for arguments, expected, *lines in ROWS:
            with self.subTest(" ".join(arguments)):
                self.check(arguments, expected, *lines)

    def test_a_full_disk_is_reported(self):
        if not Path("/dev/full").exists():
            self.skipTest("no /dev/full")
        with open("/dev/full", "w", encoding="utf-8") as full:
            result = self.run_program(["--version"], stdout=full)
        self.assertEqual(result.returncode, BAD_INPUT)
        self.assertIn("No space left", result.stderr)

    def test_a_device_or_pipe_is_written_through_and_dash_is_the_standard_output(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        detect = ["detect", "whole.jsonl", "--method", "sma"]
        done = self.run_program([*detect, "--out", "-"])
        self.assertEqual(done.returncode, 0, done.stderr)
        records = done.stdout
        self.assertTrue(records.startswith('{"format":1'), records)
        self.assertTrue(all(line.startswith("{") for line in records.splitlines()), records)
        for command, start in [(detect, records), (["measure", "whole.jsonl", "--csv"], "agent,"),
                               (["run", "empty_plan.json", "--agent", "random", "--force"], '{"format":1')]:
            with self.subTest(command[0]):
                reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
                done = self.run_program([*command, "--out", "pipe"])
                read = os.read(reader, 1 << 16).decode()
                os.close(reader)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertTrue(read.startswith(start), read)
                self.assertTrue(pipe.is_fifo())
        self.assertEqual({path.name for path in self.folder.iterdir()}, {*FILES, "pipe"})

    def test_an_error_that_nobody_can_read_has_its_exit_code(self):
        for arguments in [["measure", "missing.jsonl"], ["fly"]]:
            result = self.run_program(arguments, preexec_fn=lambda: os.close(2), stderr=None)
            self.assertEqual(result.returncode, BAD_INPUT)

    @unittest.skipUnless(shutil.which("ffmpeg"), "no ffmpeg")
    def test_a_film_on_a_full_disk_is_an_error_and_leaves_nothing(self):
        def full_disk():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

        for name in ["film.mp4", "film.gif"]:
            with self.subTest(name):
                result = self.run_program(["film", "task.json", "--out", name], preexec_fn=full_disk)
                self.assertEqual(result.returncode, BAD_INPUT, result.stderr)
                self.assertIn(f"{name}: ffmpeg", result.stderr)
                self.assertEqual({path.name for path in self.folder.iterdir()}, set(FILES))

    def test_only_force_replaces_a_file_of_another_kind(self):
        notes = "The notes of a year\n"
        for command, name in WRITERS:
            if command[0] == "film" and not shutil.which("ffmpeg"):
                continue
            with self.subTest(command[0]):
                out = self.folder / name
                arguments = [each.replace("OUT", name) for each in command]
                out.write_text(notes, encoding="utf-8")
                if command[0] in KINDLESS:  # what these commands write has no beginning that tells the kind
                    out.write_bytes(FILES["task.json"])
                before = out.read_bytes()
                refused = self.run_program(arguments)
                self.assertEqual((refused.returncode, len(refused.stderr.splitlines())), (BAD_INPUT, 1), refused.stderr)
                self.assertIn("is there already", refused.stderr)
                self.assertEqual(out.read_bytes(), before)
                done = self.run_program([*arguments, "--force"])
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertNotEqual(out.read_bytes(), before)
                again = self.run_program(arguments)
                self.assertEqual(again.returncode, BAD_INPUT if command[0] in ASKING else 0, again.stderr)

    def check(self, arguments, expected, lines=1):
        result = self.run_program(arguments)
        self.assertEqual(result.returncode, BAD_INPUT, result.stderr)
        self.assertIn(expected, result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), lines, result.stderr)
        for line in result.stderr.splitlines():
            self.assertTrue(line.startswith("novphy: "), line)
            self.assertNotIn("internal error", line)
        left = {path.name for path in self.folder.iterdir()}
        self.assertEqual(left, set(FILES), "the command left files behind")


if __name__ == "__main__":
    program = sys.argv.pop(1)
    unittest.main()
