"""A server of the program under test, for the tests of novphy serve."""

import signal
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import NO_DISPLAY, ROOT, FolderTest, json_lines, novphy, program, start

PAIRS = ROOT / "tests/trials/pairs"


class Served:
    """`novphy serve` on a port of its own. `port` is known once the server listens."""

    def __init__(self, folder, *options, plan="plan.json", out="r.jsonl"):
        self.process = start([program(), "serve", plan, "--out", out, "--port", "0", "--quiet", *options], folder, NO_DISPLAY)
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


class ServeTest(FolderTest):
    """A folder of its own with the plan of two small novelty-scenarios."""

    plan_options = ["--pairs", PAIRS, "--trials", "2", "--min-normal", "1", "--max-normal", "3", "--novel", "2", "--calibration-runs", "1",
                    "--calibration-tasks", "2", "--proof", "none", "--distractors", "0"]

    @classmethod
    def setUpClass(cls):
        cls.plan = Path(cls.enterClassContext(tempfile.TemporaryDirectory())) / "plan.json"
        novphy("plan", *cls.plan_options, "--quiet", "--out", cls.plan)

    def setUp(self):
        super().setUp()
        (self.folder / "plan.json").write_bytes(self.plan.read_bytes())

    def records(self, name="r.jsonl"):
        return json_lines(self.folder / name)[1:]
