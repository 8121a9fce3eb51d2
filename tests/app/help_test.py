"""Help, the manual page, completion, colours and names of pairs. Usage: help_test.py PROGRAM"""

import os
import re
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import FolderTest, main, program, run, shown, start_on_terminal

COMPLETE = """
source ./novphy.bash
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_novphy
printf '%s\\n' "${COMPREPLY[@]}"
"""


class Help(FolderTest):
    def setUp(self):
        super().setUp()
        self.environment = {"PATH": f"{self.folder}{os.pathsep}{os.environ['PATH']}"}

    def printed(self, *arguments):
        return self.novphy(*arguments).stdout

    def commands(self):
        return re.findall(r"^  ([a-z][a-z-]*) ", self.printed("--help").split("Exit codes:")[0], re.MULTILINE)

    def test_the_help_has_groups_and_the_exit_codes(self):
        text = self.printed("--help")
        for heading in ("Tasks:", "Experiments:", "Results:", "The program:", "Exit codes:"):
            self.assertIn("\n" + heading, text)
        self.assertNotIn("Subcommands:", text, "a command without a group")
        for code in ("0", "1", "2", "3", r"128\+N"):
            self.assertRegex(text, rf"\n  {code} +\w")

    def test_every_command_has_examples_that_the_program_reads(self):
        for command in self.commands():
            text = self.printed(command, "--help")
            self.assertIn("Examples:", text, command)
            for line in text.split("Examples:")[1].strip().splitlines():
                self.assertTrue(line.strip().startswith(f"novphy {command}"), line)
                options = re.findall(r" (--[a-z-]+)", line)
                for option in options:
                    self.assertIn(option, text.split("Examples:")[0], line)

    def test_help_of_a_command_is_the_command_with_help(self):
        for command in (["plan"], ["study"], ["study", "status"]):
            self.assertEqual(self.printed("help", *command), self.printed(*command, "--help"))
        self.assertEqual(self.printed("help"), self.printed("--help"))
        self.refused("did you mean report?", "help", "reprot")

    def test_a_mistyped_command_or_option_has_a_suggestion(self):
        for arguments, meant in ((["paln"], "plan"), (["measrue", "x.jsonl"], "measure"), (["study", "statsu", "."], "status"),
                                 (["plan", "--trails", "3"], "--trials"), (["run", "p", "--agnet=x"], "--agent")):
            self.refused(f"did you mean {meant}?", *arguments)
        self.assertNotIn("did you mean", self.error_of("fly"))

    def test_many_unexpected_files_are_folded(self):
        self.refused("file_6.json and 493 more were not expected", "plan", *(f"file_{i}.json" for i in range(500)))

    def test_the_manual_page_names_every_command_and_option(self):
        page = self.printed("man")
        for command in self.commands():
            self.assertIn("\n.SS {}\n".format(command.replace("-", "\\-")), page)
            text = self.printed(command, "--help").split("Examples:")[0]
            for option in re.findall(r"^  (?:-\w,)?(--[a-z0-9-]+)", text, re.MULTILINE):
                if option != "--help":
                    self.assertIn(option.replace("-", "\\-"), page)
        if shutil.which("groff"):
            done = run(["groff", "-man", "-Tutf8", "-ww"], stdin=page)
            self.assertEqual(done.stderr, "")
            self.assertIn("EXIT STATUS", re.sub(".\b", "", done.stdout))

    def complete(self, *words):
        (self.folder / "novphy.bash").write_text(self.printed("completion", "bash"), encoding="utf-8")
        if not (self.folder / "novphy").exists():
            (self.folder / "novphy").symlink_to(program())
        done = run(["bash", "-c", COMPLETE, "bash", *words], folder=self.folder, environment=self.environment)
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def test_bash_completes_commands_options_values_and_pairs(self):
        self.assertEqual(self.complete("novphy", "pla"), ["plan", "play"])
        self.assertEqual(self.complete("novphy", "plan", "--tri"), ["--trials"])
        self.assertEqual(self.complete("novphy", "study", "st"), ["status"])
        self.assertEqual(self.complete("novphy", "study", "exclude", "--rea"), ["--reason"])
        self.assertEqual(self.complete("novphy", "play", "--side", "n"), ["normal", "novel"])
        self.assertEqual(self.complete("novphy", "run", "--agent", "eagles"), ["eagles_wing", "eagles_wing:circles"])
        self.assertEqual(self.complete("novphy", "run", "--agent", "rel"), ["relational", "relational:online", "relational:adapt", "relational:adapt:untold"])
        self.assertEqual(self.complete("novphy", "run", "--agent", "ph"), ["physicist"])
        self.assertEqual(self.complete("novphy", "list", "p"), ["pairs"])
        self.assertEqual(self.complete("novphy", "play", "rolling/ag"), ["rolling/agents"])
        self.assertEqual(self.complete("novphy", "help", "sel"), ["selftest"])
        self.assertEqual(self.complete("novphy", "run", "--out", ""), [], "files, and no options")

    def test_bash_completes_values_that_the_program_lists(self):
        for words, expected in ((["plan", "--novelty", "fa"], ["fan"]), (["plan", "--novelty", "age"], ["agents"]), (["plan", "--scenario", "s"], ["single_force", "sliding"]),
                                (["plan", "--pairs", "rolling/fa"], ["rolling/fan"]), (["generate", "x", "--inject", "hea"], ["heavy", "headwind"]),
                                (["inject", "x", "--novelty", "gre"], ["grey_view"]), (["play", "rolling/"], 16)):
            found = self.complete("novphy", *words)
            self.assertEqual(len(found) if isinstance(expected, int) else found, expected, words)

    def test_bash_completes_words_that_it_splits_at_colons_and_equals_signs(self):
        for words, expected in ((["run", "--agent", "eagles_wing", ":", "c"], ["circles"]), (["run", "--agent", "eagles_wing", ":"], ["circles"]),
                                (["play", "rolling/agents", ":", "no"], ["normal", "novel"]), (["play", "rolling/agents:no"], ["rolling/agents:normal", "rolling/agents:novel"]),
                                (["plan", "--proof", "=", "w"], ["witness"]), (["plan", "--proof", "="], ["none", "valid", "witness", "full"])):
            self.assertEqual(self.complete("novphy", *words), expected, words)

    def test_zsh_completes_values_that_the_program_lists(self):
        if not shutil.which("zsh"):
            self.skipTest("zsh is missing")
        (self.folder / "novphy").symlink_to(program())
        (self.folder / "_novphy").write_text(self.printed("completion", "zsh"), encoding="utf-8")
        for line, expected in (("run --agent eagles_wing:c", "eagles_wing:circles"), ("plan --novelty=fa", "fan"), ("plan --scenario ro", "rolling"), ("play rolling/age", "rolling/agents"),
                               ("play rolling/agents:nor", "rolling/agents:normal")):
            self.assertIn(expected, self.typed_in_zsh(f"novphy {line}\t"), line)

    def typed_in_zsh(self, line):
        """What a terminal shows after this line was typed."""
        process, terminal = start_on_terminal(["zsh", "-f", "-i"], ["stdin", "stdout", "stderr"], folder=self.folder,
                                              environment={**self.environment, "TERM": "dumb", "PS1": "type ", "HOME": str(self.folder)}, start_new_session=True)
        os.write(terminal, f"fpath=({self.folder} $fpath); autoload -Uz compinit; compinit -u -D; PS1='rea''dy '\n".encode())
        shown(terminal, "ready ")
        os.write(terminal, line.encode() + b"\x15exit\n")
        text = shown(terminal)
        os.close(terminal)
        process.wait()
        return text

    def test_zsh_completion_is_zsh(self):
        script = self.printed("completion", "zsh")
        self.assertTrue(script.startswith("#compdef novphy\n"))
        for command in self.commands():
            self.assertRegex(script, rf"\n    {command}\) ")
        if not shutil.which("zsh"):
            self.skipTest("zsh is missing")
        (self.folder / "_novphy").write_text(script, encoding="utf-8")
        run(["zsh", "-n", self.folder / "_novphy"])

    def on_terminal(self, *arguments, **environment):
        """What a terminal shows of both output streams."""
        process, terminal = start_on_terminal([program(), *arguments], ["stdout", "stderr"],
                                              environment={"TERM": "xterm", "NO_COLOR": "", **environment})
        text = shown(terminal)
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
        self.assertNotIn("\x1b", self.error_of("fly") + self.printed("--help"))

    def test_pairs_have_names_in_every_folder(self):
        names = self.printed("list", "pairs").split()
        self.assertEqual(len(names), 80)
        self.assertIn("rolling/agents", names)
        for level, novelty in zip(names[::2], names[1::2]):
            self.assertEqual(self.printed("validate", novelty), self.printed("validate", level))
        by_name = self.printed("play", "rolling/agents:novel", "--shot", "30")
        self.assertEqual(by_name, self.printed("play", "rolling/agents", "--side", "novel", "--shot", "30"))
        self.assertNotEqual(by_name, self.printed("play", "rolling/agents:normal", "--shot", "30"))
        self.assertEqual(by_name, self.printed("play", "rolling/fan:novel", "--shot", "30"))
        self.printed("draw", "rolling/agents:novel", "--out", "a.png")
        self.printed("convert", "rolling/agents:novel", "task.json")
        self.printed("observe", "rolling/agents:novel")
        self.printed("aim", "rolling/agents:novel", "--at", "4,-3")
        self.printed("inject", "rolling/agents:normal", "--novelty", "pink", "--out", "pink.json")
        self.assertIn("ok (pair rolling/agents", self.printed("validate", "rolling/agents"))
        self.printed("plan", "--pairs", "rolling/agents", "--trials", "1", "--proof", "none", "--out", "plan.json")
        self.assertIn("ok (task", self.printed("validate", "levels/study/practice_1.json"))

    def test_a_file_in_the_folder_comes_before_a_pair_of_that_name(self):
        (self.folder / "rolling").mkdir()
        (self.folder / "rolling/agents").write_text("{", encoding="utf-8")
        self.refused("is one task and has no side", "play", "rolling/agents:novel")

    def test_wrong_names_are_errors(self):
        for arguments, expected in ((["play", "rolling/agent:novel"], "rolling/agent: is neither a file nor a pair"),
                                    (["play", "rolling/agents"], "expected rolling/agents:normal or rolling/agents:novel"),
                                    (["play", "rolling/agents:new"], "rolling/agents:new: is neither a file nor a pair"),
                                    (["play", "rolling/agents:novel", "--side", "normal"], "expected no --side"),
                                    (["play", "../templates/rolling/agents:novel"], "cannot be read"),
                                    (["verify", "rolling/agent"], "rolling/agent: is neither a file nor a pair")):
            self.refused(expected, *arguments)


if __name__ == "__main__":
    main()
