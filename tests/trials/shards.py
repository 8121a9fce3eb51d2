"""Runs shards of the real program, as a cluster does: some are killed at random moments and played again. The merged records
must equal those of one run.

Usage: shards.py NOVPHY PAIRS [KILLS, default 10]"""

import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

NOVPHY, PAIRS = sys.argv[1:3]
KILLS = int(sys.argv[3]) if len(sys.argv) > 3 else 10
SEED = 3
SHARDS = 7
AGENT = ["--agent", "pig_shooter", "--detect", "pma:3:1.5"]


class Folder:
    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.plan = self.path / "plan.json"

    def novphy(self, *arguments, code=0):
        done = subprocess.run([NOVPHY, *map(str, arguments)], cwd=self.path, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, check=False)
        assert done.returncode == code, (arguments, done)
        assert code == 0 or len(done.stderr.splitlines()) == 1, done.stderr
        return done.stderr if code else done.stdout

    def shard(self, number, *more, out="r.jsonl", of=SHARDS, code=0):
        return self.novphy("run", "plan.json", *AGENT, "--no-selftest", "--shard", "%d/%d" % (number, of), "--out", out, *more,
                           code=code)

    def shards(self, out="r.jsonl"):
        return sorted(self.path.glob(out + ".shard-*-of-%d" % SHARDS))


def make(folder):
    folder.novphy("plan", "--pairs", PAIRS, "--trials", 5, "--max-normal", 2, "--novel", 2, "--calibration-runs", 2,
                  "--calibration-tasks", 2, "--proof", "none", "--out", "plan.json")
    folder.novphy("run", "plan.json", *AGENT, "--out", "whole.jsonl")
    return (folder.path / "whole.jsonl").read_bytes()


def check_missing(folder, expected):
    """Shards are played in any order and merged; a merge without all of them says which are missing."""
    for number in (5, 1, 7, 2):
        said = folder.shard(number, "--jobs", number % 2 + 1)
        assert said.strip().endswith("r.jsonl.shard-%d-of-7" % number), said
    done = subprocess.run([NOVPHY, "merge", *folder.shards(), "--out", "merged.jsonl"], cwd=folder.path, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stdout) == (3, "--array=3,4,6\n"), done
    assert "of 14 trials are missing; nothing is written; they are of 3 of 7 shards" in done.stderr, done.stderr
    moved = folder.plan.rename(folder.path / "moved.json")
    told = folder.novphy("merge", *folder.shards(), "--out", "merged.jsonl", code=3)
    assert "--plan PLAN" in told, told
    assert "--array=3,4,6\n" in subprocess.run([NOVPHY, "merge", *folder.shards(), "--plan", moved, "--out", "merged.jsonl"],
                                               cwd=folder.path, text=True, stdout=subprocess.PIPE, check=False).stdout
    moved.rename(folder.plan)
    assert not (folder.path / "merged.jsonl").exists()
    for number in (3, 4, 6):
        folder.shard(number)
    before = {file: (file.stat().st_ino, file.read_bytes()) for file in folder.shards()}
    assert "trials were there already" in folder.shard(3) and "trials were there already" in folder.shard(3, "--resume")
    assert before == {file: (file.stat().st_ino, file.read_bytes()) for file in folder.shards()}
    assert folder.novphy("merge", *folder.shards(), "--out", "merged.jsonl").startswith("14 trials, ")
    assert (folder.path / "merged.jsonl").read_bytes() == expected, "other bytes"
    assert "is there already" in folder.novphy("merge", *folder.shards(), "--out", "merged.jsonl", code=2)
    folder.novphy("merge", *folder.shards(), "--out", "merged.jsonl", "--force")


def check_changed_plan(folder):
    """A plan that was changed between two submissions."""
    text = folder.plan.read_text()
    folder.plan.write_text(text.replace('"seed": 1,', '"seed": 2,', 1))
    assert "plan_hash was " in folder.shard(1, code=2)
    folder.plan.write_text(text)


def killed(folder, out, number, longest_s):
    """Starts a shard and kills it at a random moment. Returns whether the kill hit the program."""
    process = subprocess.Popen([NOVPHY, "run", "plan.json", *AGENT, "--no-selftest", "--shard", "%d/%d" % (number, SHARDS),
                                "--resume", "--out", out], cwd=folder.path, stdout=subprocess.DEVNULL)
    try:
        process.wait(random.uniform(0, longest_s))
        assert process.returncode == 0, process.returncode
        return False
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        return process.wait() == -signal.SIGKILL


def check_kills(folder, expected):
    start = time.monotonic()
    folder.shard(1, out="timed.jsonl")
    longest_s = 1.1 * (time.monotonic() - start)
    kills = rounds = 0
    while kills < KILLS:
        rounds += 1
        out = "killed%d.jsonl" % rounds
        while len(folder.shards(out)) < SHARDS:
            number = random.randint(1, SHARDS)
            kills += killed(folder, out, number, longest_s)
            if kills >= KILLS:  # let the rest end
                longest_s *= 1.5
        for number in range(1, SHARDS + 1):
            folder.shard(number, out=out)  # leftovers of a kill after the rename go with the next try
        folder.novphy("merge", *folder.shards(out), "--out", out)
        assert (folder.path / out).read_bytes() == expected, "other bytes after %d kills" % kills
        assert not list(folder.path.glob(out + "*.try-*")), "tries are left"
    print("%d kills in %d rounds, the same %d bytes" % (kills, rounds, len(expected)))


def check_full_disk(folder):
    """A full disk costs a shard no finished trial."""
    def small_disk():  # without the signal a write beyond the limit fails, as it does on a full disk
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2500, 2500))
    command = [NOVPHY, "run", "plan.json", *AGENT, "--no-selftest", "--shard", "1/2", "--out", "full.jsonl"]
    failed = subprocess.run(command, cwd=folder.path, text=True, stderr=subprocess.PIPE, preexec_fn=small_disk, check=False)
    assert failed.returncode == 2 and len(failed.stderr.splitlines()) == 1, failed
    assert "full.jsonl.shard-1-of-2.try-" in failed.stderr and "File too large" in failed.stderr, failed.stderr
    said = folder.novphy(*command[1:], "--resume")
    assert "trials were there already" in said and "0 trials were" not in said, said


def check_pause(folder):
    """SIGUSR1 ends a shard between two trials."""
    agent = folder.path / "slow.py"
    agent.write_text("import sys, time\nfor line in sys.stdin:\n    if 'begin_trial' in line:\n        open('begun', 'w').close()\n"
                     "        time.sleep(0.1)\n    print('{\"angle_deg\": 45}' if '\"choose\"' in line else '{}', flush=True)\n")
    process = subprocess.Popen([NOVPHY, "run", "plan.json", "--agent", "exec:%s slow.py" % sys.executable, "--no-selftest",
                                "--shard", "1/2", "--out", "p.jsonl"], cwd=folder.path, text=True, stderr=subprocess.PIPE)
    while not (folder.path / "begun").exists():
        time.sleep(0.005)
    process.send_signal(signal.SIGUSR1)
    errors = process.communicate(timeout=60)[1]
    assert process.returncode == -signal.SIGUSR1, (process.returncode, errors)
    assert "interrupted: 1 of 7 trials are kept in p.jsonl.shard-1-of-2.try-*; to go on: " in errors, errors


def main():
    random.seed(SEED)
    with tempfile.TemporaryDirectory() as name:
        folder = Folder(name)
        expected = make(folder)
        check_missing(folder, expected)
        check_changed_plan(folder)
        check_pause(folder)
        check_full_disk(folder)
        check_kills(folder, expected)


main()
