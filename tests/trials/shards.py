"""Runs shards of the real program, as a cluster does: some are killed at random moments and played again. The merged records
must equal those of one run.

Usage: shards.py NOVPHY PAIRS [KILLS, default 10]"""

import random
import signal
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import error_of, file_limit, novphy, program, start, stop_at_random

PAIRS = sys.argv[2]
KILLS = int(sys.argv[3]) if len(sys.argv) > 3 else 10
SEED = 3
SHARDS = 7
MISSING = 3  # the exit code of a merge without all shards
AGENT = ["--agent", "pig_shooter", "--detect", "pma:3:1.5"]


def shard_arguments(number, *more, out="r.jsonl", of=SHARDS):
    return ["run", "plan.json", *AGENT, "--no-selftest", "--shard", "%d/%d" % (number, of), "--out", out, *more]


class Folder:
    def __init__(self, path):
        self.path = Path(path)
        self.plan = self.path / "plan.json"

    def novphy(self, *arguments):
        return novphy(*arguments, folder=self.path).stdout

    def error_of(self, *arguments, **options):
        return error_of([program(), *arguments], folder=self.path, **options)

    def shard(self, number, *more, out="r.jsonl"):
        return self.novphy(*shard_arguments(number, *more, out=out))

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
    done = novphy("merge", *folder.shards(), "--out", "merged.jsonl", folder=folder.path, code=MISSING)
    assert done.stdout == "--array=3,4,6\n", done
    assert "of 14 trials are missing; nothing is written; they are of 3 of 7 shards" in done.stderr, done.stderr
    moved = folder.plan.rename(folder.path / "moved.json")
    told = novphy("merge", *folder.shards(), "--out", "merged.jsonl", folder=folder.path, code=MISSING).stderr
    assert "--plan PLAN" in told and told.count("\n") == 1, told
    assert "--array=3,4,6\n" in novphy("merge", *folder.shards(), "--plan", moved, "--out", "merged.jsonl", folder=folder.path,
                                       code=MISSING).stdout
    moved.rename(folder.plan)
    assert not (folder.path / "merged.jsonl").exists()
    for number in (3, 4, 6):
        folder.shard(number)
    before = {file: (file.stat().st_ino, file.read_bytes()) for file in folder.shards()}
    assert "trials were there already" in folder.shard(3) and "trials were there already" in folder.shard(3, "--resume")
    assert before == {file: (file.stat().st_ino, file.read_bytes()) for file in folder.shards()}
    assert folder.novphy("merge", *folder.shards(), "--out", "merged.jsonl").startswith("14 trials, ")
    assert (folder.path / "merged.jsonl").read_bytes() == expected, "other bytes"
    assert "is there already" in folder.error_of("merge", *folder.shards(), "--out", "merged.jsonl")
    folder.novphy("merge", *folder.shards(), "--out", "merged.jsonl", "--force")


def check_changed_plan(folder):
    """A plan that was changed between two submissions."""
    text = folder.plan.read_text()
    folder.plan.write_text(text.replace('"seed": 1,', '"seed": 2,', 1))
    assert "plan_hash was " in folder.error_of(*shard_arguments(1))
    folder.plan.write_text(text)


def killed(folder, out, number, longest_s):
    """Starts a shard and kills it at a random moment. Returns whether the kill hit the program."""
    process = start([program(), *shard_arguments(number, "--resume", out=out)], folder.path)
    errors = stop_at_random(process, longest_s)
    assert process.returncode in (0, -signal.SIGKILL), errors
    return process.returncode != 0


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
    arguments = shard_arguments(1, out="full.jsonl", of=2)
    error = folder.error_of(*arguments, preexec_fn=file_limit(2500))
    assert "full.jsonl.shard-1-of-2.try-" in error and "File too large" in error, error
    said = folder.novphy(*arguments, "--resume")
    assert "trials were there already" in said and "0 trials were" not in said, said


def check_pause(folder):
    """SIGUSR1 ends a shard between two trials."""
    agent = folder.path / "slow.py"
    agent.write_text("import os, sys, time\nfor line in sys.stdin:\n    if 'begin_trial' in line:\n        open('begun', 'w').close()\n"
                     "        while not os.path.exists('go'):\n            time.sleep(0.01)\n"
                     "    print('{\"angle_deg\": 45}' if '\"choose\"' in line else '{}', flush=True)\n")
    process = start([program(), "run", "plan.json", "--agent", "exec:%s slow.py" % sys.executable, "--no-selftest", "--shard", "1/2",
                     "--out", "p.jsonl"], folder.path)
    while not (folder.path / "begun").exists():
        time.sleep(0.005)
    process.send_signal(signal.SIGUSR1)
    (folder.path / "go").touch()
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
