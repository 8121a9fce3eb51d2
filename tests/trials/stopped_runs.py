"""Ends runs by signals while the agent's program hangs. The program and all that it has started must be gone, finished trials
must be kept, and the command that the run prints must go on to the bytes of an undisturbed run.

Usage: stopped_runs.py NOVPHY PAIRS"""

import signal
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import novphy, program, run, start

PAIRS = sys.argv[2]
RUN = ["run", "plan.json", "--agent", "exec:%s agent.py" % sys.executable, "--out"]

# Plays until a third trial begins, then hangs with a child, deaf to signals, unless there is a file "go".
AGENT = """
import os, pathlib, signal, subprocess, sys, time
for line in sys.stdin:
    if "begin_trial" in line:
        begun = open("begun", "a+")
        begun.write("x")
        if begun.tell() > 2 and not pathlib.Path("go").exists():
            for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                signal.signal(each, signal.SIG_IGN)
            child = subprocess.Popen(["sleep", "600"])
            open("pids", "w").write("%d %d\\n" % (os.getpid(), child.pid))
            time.sleep(600)
        begun.close()
    print('{"angle_deg": 45}' if '"choose"' in line else "{}", flush=True)
"""


def runs(pid):
    try:
        return Path("/proc", pid, "stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def hanging_run(folder, *more):
    """Starts a run and waits until its agent hangs. Returns the run, the ids of the agent's processes and the arguments."""
    for name in ("begun", "pids", "go"):
        (folder / name).unlink(missing_ok=True)
    process = start([program(), *RUN, "r.jsonl", *more], folder)
    pids = folder / "pids"
    while not (pids.exists() and pids.read_text().endswith("\n")):
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    return process, pids.read_text().split()


def check_ends(folder, number, expected, *more):
    process, pids = hanging_run(folder, *more)
    assert all(map(runs, pids)), pids
    process.send_signal(number)
    output, errors = process.communicate(timeout=60)
    assert not any(map(runs, pids)), "the agent's processes live on"
    assert process.returncode == -number and output == "", (process.returncode, output)
    begin, command = errors.split("; to go on: ")
    assert begin == "novphy: interrupted: 2 of 8 trials are kept in r.jsonl.partial", errors
    assert "--force" not in command and command.count("\n") == 1, command
    (folder / "go").touch()
    again = run(["sh", "-c", command], folder=folder)
    assert "2 trials were there already" in again.stdout, again.stdout
    assert (folder / "r.jsonl").read_bytes() == expected, "other bytes"


def check_no_trial_ended(folder):
    """A run in which the agent could not go on in any trial writes its records, and says so by its exit code."""
    (folder / "leaves.py").write_text(
        "import sys\nfor line in sys.stdin:\n    if '\"choose\"' in line:\n        sys.exit()\n    print('{}', flush=True)\n"
    )
    agent = f"exec:{sys.executable} leaves.py"
    done = novphy("run", "plan.json", "--agent", agent, "--quiet", "--out", "none.jsonl", folder=folder, code=1)
    assert "8 trials ended by an agent that could not go on" in done.stdout, done.stdout
    assert (folder / "none.jsonl").exists()


def check_nothing_kept(folder):
    """A run that ends before its first trial leaves nothing behind."""
    process = start([program(), "run", "plan.json", "--agent", "exec:echo > begun; sleep 600", "--out", "n.jsonl"], folder)
    (folder / "begun").unlink()
    while not (folder / "begun").exists():
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert process.communicate()[1] == "novphy: interrupted: nothing is kept\n"
    assert not list(folder.glob("n.jsonl*"))


def check_killed(folder):
    process, pids = hanging_run(folder, "--force")
    process.kill()
    process.communicate()
    while any(map(runs, pids)):
        time.sleep(0.01)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        novphy("plan", "--pairs", PAIRS, "--trials", 3, "--max-normal", 2, "--novel", 2, "--calibration-runs", 1,
               "--calibration-tasks", 2, "--proof", "none", "--out", folder / "plan.json")
        (folder / "agent.py").write_text(AGENT)
        (folder / "go").touch()
        novphy(*RUN, "whole.jsonl", folder=folder)
        expected = (folder / "whole.jsonl").read_bytes()
        check_ends(folder, signal.SIGINT, expected)
        check_ends(folder, signal.SIGTERM, expected, "--force")
        (folder / "r.jsonl").unlink()
        check_ends(folder, signal.SIGHUP, expected, "--resume")
        check_no_trial_ended(folder)
        check_nothing_kept(folder)
        check_killed(folder)


main()
