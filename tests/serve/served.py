"""A server of the program under test, for the tests of novphy serve."""

import json
import os
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

PAIRS = Path(__file__).resolve().parent.parent / "trials" / "pairs"
program = ""


class Served:
    """`novphy serve` on a port of its own. `port` is known once the server listens."""

    def __init__(self, folder, *options, plan="plan.json", out="r.jsonl"):
        environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
        self.process = subprocess.Popen([program, "serve", plan, "--out", out, "--port", "0", "--quiet", *options], cwd=folder,
                                        env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        line = self.process.stdout.readline()
        self.port = int(line.split()[-1]) if line.startswith("listening on") else None

    def end(self, code=0):
        """Waits for the end of the server. Returns its standard output and its standard error."""
        output, errors = self.process.communicate(timeout=120)
        assert self.process.returncode == code, (self.process.returncode, output, errors)
        return output, errors

    def signal(self, number=signal.SIGKILL):
        self.process.send_signal(number)
        return self.end(-number)


class ServeTest(unittest.TestCase):
    """A folder of its own with the plan of two small novelty-scenarios."""

    plan_options = ()

    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.plan = Path(cls.temporary.name) / "plan.json"
        cls.novphy("plan", "--pairs", PAIRS, "--trials", "2", "--min-normal", "1", "--max-normal", "3", "--novel", "2",
                   "--calibration-runs", "1", "--calibration-tasks", "2", "--proof", "none", "--distractors", "0", "--quiet",
                   *cls.plan_options, "--out", cls.plan)

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        (self.folder / "plan.json").write_bytes(self.plan.read_bytes())

    @staticmethod
    def novphy(*arguments, folder=None, code=0):
        result = subprocess.run([program, *map(str, arguments)], cwd=folder, text=True, timeout=120, check=False,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert result.returncode == code, (arguments, result)
        return result

    def records(self, name="r.jsonl"):
        lines = (self.folder / name).read_text().splitlines()
        return [json.loads(line) for line in lines[1:]]
