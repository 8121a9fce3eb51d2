"""Kills the real program at random moments and resumes the run until the run ends. The records must equal those of an
undisturbed run, and the alarms must equal those of a detector that runs afterwards.

Usage: kill_resume.py NOVPHY PAIRS"""

import random
import signal
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import novphy, program, start, stop_at_random

PAIRS = sys.argv[2]
KILLS = 5  # scripts/soak.sh stops as many runs as one asks for
SEED = 2


def run_arguments(plan, out, *more):
    return ["run", plan, "--agent", "pig_shooter", "--out", out, *more]


def kill_and_resume(plan, out, expected, longest_s):
    """Kills and resumes one run until KILLS kills hit the running program. Returns the number of kills that hit."""
    kills = 0
    jobs = 1
    while not out.exists():
        jobs = 3 - jobs
        process = start([program(), *run_arguments(plan, out, "--resume", "--jobs", jobs)])
        errors = stop_at_random(process, longest_s)
        assert process.returncode in (0, -signal.SIGKILL), errors
        kills += process.returncode != 0
        if kills > KILLS:  # the rest of the run is short by now, so let the run end
            longest_s *= 1.5
    assert out.read_bytes() == expected, "other bytes after %d kills" % kills
    return kills


def main():
    random.seed(SEED)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        plan = folder / "plan.json"
        novphy("plan", "--pairs", PAIRS, "--trials", 10, "--max-normal", 4, "--novel", 4, "--calibration-runs", 3,
               "--calibration-tasks", 4, "--proof", "none", "--out", plan)
        whole = folder / "whole.jsonl"
        start = time.monotonic()
        novphy(*run_arguments(plan, whole))
        undisturbed_s = time.monotonic() - start
        expected = whole.read_bytes()

        kills = runs = 0
        while kills < KILLS:
            runs += 1
            kills += kill_and_resume(plan, folder / ("killed%d.jsonl" % runs), expected, undisturbed_s * 0.6)
            assert runs < 200, "the program ends before it can be killed"
        print("%d kills in %d runs, the same %d bytes" % (kills, runs, len(expected)))
        leftovers = [path.name for path in folder.iterdir() if path.suffix not in (".json", ".jsonl")]
        assert not leftovers, leftovers

        novphy(*run_arguments(plan, folder / "online.jsonl", "--detect", "pma:3:1.5", "--jobs", 2))
        novphy("detect", whole, "--method", "pma", "--window", 3, "--threshold", 1.5, "--out",
               folder / "offline.jsonl")
        assert (folder / "online.jsonl").read_bytes() == (folder / "offline.jsonl").read_bytes(), "other alarms"
        novphy("replay", whole, "--all")


main()
