"""Help, the manual page, completion, colours and names of pairs. Usage: help_test.py PROGRAM"""

import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = ""
BAD_INPUT = 2
COMPLETE = """
source ./novphy.bash
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_novphy
printf '%s\\n' "${COMPREPLY[@]}"
"""


class Help(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def run_program(self, *arguments, code=0, **environment):
        path = f"{self.folder}{os.pathsep}{os.environ['PATH']}"
        result = subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True,
                                check=False, env={**os.environ, "PATH": path, **environment})
        self.assertEqual(result.returncode, code, result.stderr)
        return result.stderr if code else result.stdout

    def commands(self):
        return re.findall(r"^  ([a-z]+) ", self.run_program("--help").split("Exit codes:")[0], re.MULTILINE)

    def test_the_help_has_groups_and_the_exit_codes(self):
        text = self.run_program("--help")
        for heading in ("Tasks:", "Experiments:", "Results:", "The program:", "Exit codes:"):
            self.assertIn("\n" + heading, text)
        self.assertNotIn("Subcommands:", text, "a command without a group")
        for code in ("0", "1", "2", "3", r"128\+N"):
            self.assertRegex(text, rf"\n  {code} +\w")

    def test_every_command_has_examples_that_the_program_reads(self):
        for command in self.commands():
            text = self.run_program(command, "--help")
            self.assertIn("Examples:", text, command)
            for line in text.split("Examples:")[1].strip().splitlines():
                self.assertTrue(line.strip().startswith(f"novphy {command}"), line)
                options = re.findall(r" (--[a-z-]+)", line)
                for option in options:
                    self.assertIn(option, text.split("Examples:")[0], line)

    def test_help_of_a_command_is_the_command_with_help(self):
        for command in (["plan"], ["study"], ["study", "status"]):
            self.assertEqual(self.run_program("help", *command), self.run_program(*command, "--help"))
        self.assertEqual(self.run_program("help"), self.run_program("--help"))
        self.assertIn("did you mean report?", self.run_program("help", "reprot", code=BAD_INPUT))

    def test_a_mistyped_command_or_option_has_a_suggestion(self):
        for arguments, meant in ((["paln"], "plan"), (["measrue", "x.jsonl"], "measure"), (["study", "statsu", "."], "status"),
                                 (["plan", "--trails", "3"], "--trials"), (["run", "p", "--agnet=x"], "--agent")):
            self.assertIn(f"did you mean {meant}?", self.run_program(*arguments, code=BAD_INPUT))
        self.assertNotIn("did you mean", self.run_program("fly", code=BAD_INPUT))

    def test_many_unexpected_files_are_folded(self):
        error = self.run_program("plan", *(f"file_{i}.json" for i in range(500)), code=BAD_INPUT)
        self.assertIn("file_6.json and 493 more were not expected", error)

    def test_the_manual_page_names_every_command_and_option(self):
        page = self.run_program("man")
        for command in self.commands():
            self.assertIn(f"\n.SS {command}\n", page)
            text = self.run_program(command, "--help").split("Examples:")[0]
            for option in re.findall(r"^  (?:-\w,)?(--[a-z0-9-]+)", text, re.MULTILINE):
                if option != "--help":
                    self.assertIn(option.replace("-", "\\-"), page)
        if shutil.which("groff"):
            done = subprocess.run(["groff", "-man", "-Tutf8", "-ww"], input=page, capture_output=True, text=True, check=True)
            self.assertEqual(done.stderr, "")
            self.assertIn("EXIT STATUS", re.sub(".\b", "", done.stdout))

    def complete(self, *words):
        (self.folder / "novphy.bash").write_text(self.run_program("completion", "bash"), encoding="utf-8")
        if not (self.folder / "novphy").exists():
            (self.folder / "novphy").symlink_to(PROGRAM)
        path = f"{self.folder}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(["bash", "-c", COMPLETE, "bash", *words], cwd=self.folder, capture_output=True, text=True,
                              check=True, env={**os.environ, "PATH": path})
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def test_bash_completes_commands_options_values_and_pairs(self):
        self.assertEqual(self.complete("novphy", "pla"), ["plan", "play"])
        self.assertEqual(self.complete("novphy", "plan", "--tri"), ["--trials"])
        self.assertEqual(self.complete("novphy", "study", "st"), ["status"])
        self.assertEqual(self.complete("novphy", "study", "exclude", "--rea"), ["--reason"])
        self.assertEqual(self.complete("novphy", "play", "--side", "n"), ["normal", "novel"])
        self.assertEqual(self.complete("novphy", "run", "--agent", "eagles"), ["eagles_wing", "eagles_wing:circles"])
        self.assertEqual(self.complete("novphy", "run", "--agent", "rel"), ["relational", "relational:online", "relational:adapt"])
        self.assertEqual(self.complete("novphy", "list", "p"), ["pairs"])
        self.assertEqual(self.complete("novphy", "play", "rolling/ag"), ["rolling/agents"])
        self.assertEqual(self.complete("novphy", "help", "sel"), ["selftest"])

    def test_zsh_completion_is_zsh(self):
        script = self.run_program("completion", "zsh")
        self.assertTrue(script.startswith("#compdef novphy\n"))
        for command in self.commands():
            self.assertRegex(script, rf"\n    {command}\) ")
        if not shutil.which("zsh"):
            self.skipTest("zsh is missing")
        (self.folder / "_novphy").write_text(script, encoding="utf-8")
        subprocess.run(["zsh", "-n", self.folder / "_novphy"], check=True)

    def on_terminal(self, *arguments, **environment):
        """What a terminal shows of both output streams."""
        terminal, theirs = pty.openpty()
        process = subprocess.Popen([PROGRAM, *arguments], stdout=theirs, stderr=theirs,
                                   env={**os.environ, "TERM": "xterm", "NO_COLOR": "", **environment})
        os.close(theirs)
        text = ""
        try:
            while part := os.read(terminal, 4096):
                text += part.decode()
        except OSError:
            pass  # the other end is closed
        os.close(terminal)
        process.wait()
        return text

    def test_colours_are_for_terminals_that_want_them(self):
        red, bold = "\x1b[31mnovphy:", "\x1b[1mTasks:"
        self.assertIn(red, self.on_terminal("fly"))
        self.assertIn(bold, self.on_terminal("--help"))
        for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            self.assertNotIn("\x1b", self.on_terminal("fly", **environment))
            self.assertNotIn("\x1b", self.on_terminal("--help", **environment))
        self.assertNotIn("\x1b", self.run_program("fly", code=BAD_INPUT) + self.run_program("--help"))

    def test_pairs_have_names_in_every_folder(self):
        names = self.run_program("list", "pairs").split()
        self.assertEqual(len(names), 80)
        self.assertIn("rolling/agents", names)
        for level, novelty in zip(names[::2], names[1::2]):
            self.assertEqual(self.run_program("validate", novelty), self.run_program("validate", level))
        by_name = self.run_program("play", "rolling/agents:novel", "--shot", "30")
        self.assertEqual(by_name, self.run_program("play", "rolling/agents", "--side", "novel", "--shot", "30"))
        self.assertNotEqual(by_name, self.run_program("play", "rolling/agents:normal", "--shot", "30"))
        self.assertEqual(by_name, self.run_program("play", "rolling/fan:novel", "--shot", "30"))
        self.run_program("draw", "rolling/agents:novel", "--out", "a.png")
        self.run_program("convert", "rolling/agents:novel", "task.json")
        self.run_program("observe", "rolling/agents:novel")
        self.run_program("aim", "rolling/agents:novel", "--at", "4,-3")
        self.run_program("inject", "rolling/agents:normal", "--novelty", "pink", "--out", "pink.json")
        self.assertIn("ok (pair rolling/agents", self.run_program("validate", "rolling/agents"))
        self.run_program("plan", "--pairs", "rolling/agents", "--trials", "1", "--proof", "none", "--out", "plan.json")
        self.assertIn("ok (task", self.run_program("validate", "levels/study/practice_1.json"))

    def test_a_file_in_the_folder_comes_before_a_pair_of_that_name(self):
        (self.folder / "rolling").mkdir()
        (self.folder / "rolling/agents").write_text("{", encoding="utf-8")
        self.assertIn("is one task and has no side", self.run_program("play", "rolling/agents:novel", code=BAD_INPUT))

    def test_wrong_names_are_errors(self):
        for arguments, expected in ((["play", "rolling/agent:novel"], "rolling/agent: cannot be read"),
                                    (["play", "rolling/agents"], "expected --side normal or --side novel"),
                                    (["play", "rolling/agents:new"], "rolling/agents:new: cannot be read"),
                                    (["play", "rolling/agents:novel", "--side", "normal"], "expected no --side"),
                                    (["play", "../templates/rolling/agents:novel"], "cannot be read"),
                                    (["verify", "rolling/agent"], "rolling/agent: cannot be read")):
            self.assertIn(expected, self.run_program(*arguments, code=BAD_INPUT))


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
