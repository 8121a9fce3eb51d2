"""How far a command is: what a terminal shows. Usage: progress_test.py PROGRAM"""

import os
import pty
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = ""
ROOT = Path(__file__).parents[2]
AGENT = f"python3 {shlex.quote(str(ROOT / 'docs/agents/line_agent.py'))}"
LONG = ["plan", "generate", "verify", "run", "film", "replay", "selftest", "report", "measure"]
LONGEST_S = 60


class Progress(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        subprocess.run([PROGRAM, "plan", "--pairs", ROOT / "tests/pairs/rolling/agents.json", "--quiet", "--trials", "4",
                        "--min-normal", "1", "--max-normal", "1", "--novel", "1", "--calibration-runs", "0",
                        "--proof", "none", "--out", "plan.json"], cwd=self.folder, check=True)

    def start(self, wait, *arguments):
        """Starts a run whose standard error is a terminal. The agent first runs the shell command `wait`."""
        terminal, theirs = pty.openpty()
        self.addCleanup(os.close, terminal)
        process = subprocess.Popen(
            [PROGRAM, "run", "plan.json", "--agent", f"exec:{wait}; exec {AGENT}", "--agent-timeout", str(LONGEST_S),
             "--out", "records.jsonl", *arguments],
            cwd=self.folder, stdout=subprocess.DEVNULL, stderr=theirs)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        os.close(theirs)
        return process, terminal

    def read(self, terminal, until=None):
        text = ""
        while until is None or until not in text:
            try:
                part = os.read(terminal, 4096).decode()
            except OSError:  # the other end is closed
                return text
            text += part
        return text

    def test_a_terminal_shows_how_far_a_run_is_and_a_closing_line(self):
        process, terminal = self.start("while [ ! -e go ]; do sleep 0.05; done")
        shown = self.read(terminal, until="run: ")
        (self.folder / "go").touch()
        shown += self.read(terminal)
        self.assertEqual(process.wait(), 0, shown)
        self.assertRegex(shown, r"^\rrun: \d+ s *\r")  # no estimate before there is data
        self.assertRegex(shown, r"\rrun: 8 tasks in \d+ s, [^\r]*\r\n$")

    def test_quiet_shows_nothing(self):
        process, terminal = self.start("sleep 2.5", "--trials", "1", "--quiet")
        self.assertEqual(self.read(terminal), "")
        self.assertEqual(process.wait(), 0)

    def test_every_long_command_can_be_quiet(self):
        for command in LONG:
            with self.subTest(command):
                text = subprocess.run([PROGRAM, command, "--help"], capture_output=True, text=True, check=True).stdout
                self.assertTrue(re.search(r"^ *--quiet ", text, re.MULTILINE), text)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
