"""How far a command is: what a terminal shows. Usage: progress_test.py PROGRAM"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import ROOT, FolderTest, main, novphy, program, shown, small_plan, start_on_terminal

AGENT = f"python3 {shlex.quote(str(ROOT / 'docs/examples/line_agent.py'))}"
LONG = ["plan", "generate", "verify", "run", "film", "replay", "selftest", "report", "measure"]
LONGEST_S = 60


class Progress(FolderTest):
    def setUp(self):
        super().setUp()
        self.novphy("plan", "--pairs", ROOT / "tests/pairs/rolling/agents.json", "--quiet", *small_plan(trials=4), "--out", "plan.json")

    def start(self, wait, *arguments):
        """Starts a run whose standard error is a terminal. The agent first runs the shell command `wait`."""
        command = [program(), "run", "plan.json", "--agent", f"exec:{wait}; exec {AGENT}", "--agent-timeout", LONGEST_S, "--out",
                   "records.jsonl", *arguments]
        process, terminal = start_on_terminal(command, ["stderr"], folder=self.folder, stdout=subprocess.DEVNULL)
        self.addCleanup(os.close, terminal)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process, terminal

    def test_a_terminal_shows_how_far_a_run_is_and_a_closing_line(self):
        process, terminal = self.start("while [ ! -e go ]; do sleep 0.05; done")
        text = shown(terminal, until="run: ")
        (self.folder / "go").touch()
        text += shown(terminal)
        self.assertEqual(process.wait(), 0, text)
        self.assertRegex(text, r"^\rrun: 0/8 tasks, \d+ s *\r")  # no estimate before there is data
        self.assertRegex(text, r"\rrun: 8 tasks in \d+ s, [^\r]*\r\n$")

    def test_quiet_shows_nothing(self):
        process, terminal = self.start("sleep 2.5", "--trials", "1", "--quiet")
        self.assertEqual(shown(terminal), "")
        self.assertEqual(process.wait(), 0)

    def test_every_long_command_can_be_quiet(self):
        for command in LONG:
            with self.subTest(command):
                text = novphy(command, "--help").stdout
                self.assertTrue(re.search(r"^ *--quiet ", text, re.MULTILINE), text)


if __name__ == "__main__":
    main()
