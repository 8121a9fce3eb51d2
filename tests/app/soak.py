"""Stops commands at random moments, on a disk that is sometimes full, and lets each command go on until it ends. Nothing that
was finished may be lost: at the end every output must have the bytes of an undisturbed run, and no other file may be there.
A study, whose bytes depend on the moments of a person's clicks, must keep every line of its journal, and its records must
play again to their digests.

Usage: soak.py NOVPHY NOVPHY_PLAY STOPS FOLDER [--seed SEED] [--only COMMAND...]

FOLDER lies on a file system of its own, which soak.py fills: scripts/soak.sh makes one. Where FOLDER is "-", soak.py takes a
temporary folder, and the disk is never full."""

import argparse
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "window")]
from program import ROOT, contents, run, small_plan, start, stop_at_random

SIGNALS = [signal.SIGKILL] * 4 + [signal.SIGTERM, signal.SIGINT]
SHARE_OF_FULL_DISKS = 0.2
MOST_FREE_BYTES = 60_000  # of a full disk
STOPS_BEFORE_PATIENCE = 15  # from this number of stops in one round on, the program gets more and more time


class Failed(Exception):
    pass


class Disk:
    """A file system that can be filled up to some bytes, where it is our own."""

    def __init__(self, folder, is_own):
        self.folder, self.is_own = folder, is_own
        self.filler = folder / "filler"

    def fill(self):
        if not self.is_own or random.random() >= SHARE_OF_FULL_DISKS:
            return False
        status = os.statvfs(self.folder)
        free = status.f_bavail * status.f_frsize
        with open(self.filler, "wb") as file:
            os.posix_fallocate(file.fileno(), 0, max(free - random.randrange(MOST_FREE_BYTES), 1))
        return True

    def empty(self):
        self.filler.unlink(missing_ok=True)


class Soak:
    """One command, stopped and gone on with until it ends, round after round. `arguments` makes the command's arguments
    from the folder that the command writes into."""

    def __init__(self, name, program, arguments, disk):
        self.name, self.program, self.arguments, self.disk = name, program, arguments, disk
        self.counts = Counter()
        undisturbed = disk.folder / "undisturbed"
        undisturbed.mkdir()
        begin = time.monotonic()
        run([program, *arguments(undisturbed)])
        self.longest_s = time.monotonic() - begin
        self.expected = contents(undisturbed)
        shutil.rmtree(undisturbed)

    def play(self, stops):
        while self.counts["stops"] < stops:
            folder = self.disk.folder / "out"
            folder.mkdir()
            self.round(folder)
            self.counts["rounds"] += 1
            found = contents(folder)
            if found != self.expected:
                names = sorted(name for name in {*found, *self.expected} if found.get(name) != self.expected.get(name))
                raise Failed(f"{self.name}: other bytes than those of an undisturbed run: {', '.join(names)}", folder)
            shutil.rmtree(folder)
        return self.counts

    def round(self, folder):
        longest_s = self.longest_s
        stops = 0
        while not self.start(folder, longest_s):
            stops += 1
            if stops > STOPS_BEFORE_PATIENCE:
                longest_s *= 1.3

    def start(self, folder, longest_s):
        """Starts the command, and stops it unless it ends by itself. True where the command has done all."""
        is_full = self.disk.fill()
        number = random.choice(SIGNALS)
        process = start([self.program, *self.arguments(folder), "--resume", "--jobs", random.choice([1, 2])])
        errors = stop_at_random(process, longest_s, number)
        self.disk.empty()
        if process.returncode == -number:
            self.counts["stops"] += 1
            return False
        if process.returncode == 0:
            return True
        if is_full and process.returncode == 2 and "No space left on device" in errors:
            self.counts["full disks"] += 1
            return False
        if "is there already" in errors:  # stopped between its last write and its end
            return True
        raise Failed(f"{self.name}: ended with {process.returncode}: {errors}", folder)


class StudySoak:
    """People who play a short study in a window that is killed at random moments."""

    def __init__(self, novphy, play, disk):
        self.novphy, self.play_program, self.disk, self.folder = novphy, play, disk, disk.folder / "study"
        self.folder.mkdir()
        self.counts = Counter()
        study = json.loads((ROOT / "levels/study/study.json").read_text())
        study["practice"] = [str(ROOT / "levels/study/practice_1.json")]
        study["level_sets"] = [[["agents", "rolling"], ["events", "falling"]]]
        (self.folder / "study.json").write_text(json.dumps(study))
        run([novphy, "plan", *small_plan(), "--distractors", 0, "--out", self.folder / "plan.json"])

    def play(self, stops):
        from player import Display  # pylint: disable=import-outside-toplevel

        display = Display()
        try:
            while self.counts["stops"] < stops:
                participant = f"P{self.counts['rounds']}"
                self.round(display, participant)
                records = self.folder / "results" / participant / "records.jsonl"
                if "4 records, 0 of them another play" not in run([self.novphy, "replay", records, "--all"]).stdout:
                    raise Failed("study: records are missing or play otherwise", self.folder)
                self.counts["rounds"] += 1
        finally:
            display.close()
        return self.counts

    def round(self, display, participant):
        from player import lines_of  # pylint: disable=import-outside-toplevel

        journal = self.folder / "results" / participant / "journal.jsonl"
        before = []
        while True:
            is_full = self.disk.fill()
            try:
                code, errors = self.start(display, participant)
            finally:
                self.disk.empty()
            lines = lines_of(journal)
            if lines[: len(before)] != before:
                raise Failed("study: the journal has lost lines", self.folder)
            if code == 0:
                return
            if code > 0 and not (is_full and "No space left on device" in errors):
                raise Failed(f"study: ended with {code}: {errors}", self.folder)
            self.counts["stops" if code < 0 else "full disks"] += 1
            before = lines

    def start(self, display, participant):
        """Plays until the program ends or is stopped. Returns the program's exit code and messages."""
        from player import NoWindow, Player  # pylint: disable=import-outside-toplevel

        try:
            player = Player(self.play_program, display, self.folder, participant, study=self.folder / "study.json")
        except NoWindow as ended:
            program, _, errors = ended.args
            return program.returncode, errors
        end = time.monotonic() + random.uniform(0, 8)
        player.play(lambda lines: time.monotonic() > end)
        player.program.send_signal(random.choice(SIGNALS))
        _, errors = player.program.communicate()
        return player.program.returncode, errors


def soaks(novphy, disk):
    """The commands, each with its share of the stops."""
    plan = disk.folder / "plan_to_run.json"
    run([novphy, "plan", "--pairs", "rolling/agents", "falling/events", "--trials", 6, "--max-normal", 5, "--novel", 5,
         "--calibration-runs", 2, "--calibration-tasks", 4, "--proof", "none", "--quiet", "--out", plan])
    generate = ["generate", "falling/relations", "single_force/relations", "--count", 6, "--quiet"]
    rows = {
        "run": (0.4, lambda out: ["run", plan, "--agent", "pig_shooter", "--out", out / "records.jsonl", "--quiet"]),
        "generate": (0.2, lambda out: [*generate, "--out", out / "tasks"]),
        "generate (XML)": (0.2, lambda out: [*generate, "--format", "xml", "--out", out / "tasks"]),
        "plan": (0.15, lambda out: ["plan", "--pairs", "falling/relations", "--trials", 2, "--max-normal", 2, "--novel", 2,
                                    "--calibration-runs", 0, "--quiet", "--out", out / "plan.json"]),
    }
    for name, (share, arguments) in rows.items():
        yield share, name, lambda name=name, arguments=arguments: Soak(name, novphy, arguments, disk)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("novphy")
    parser.add_argument("play")
    parser.add_argument("stops", type=int)
    parser.add_argument("folder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*")
    options = parser.parse_args()
    random.seed(options.seed)
    is_own = options.folder != "-"
    temporary = None if is_own else tempfile.TemporaryDirectory()
    disk = Disk(Path(options.folder if is_own else temporary.name), is_own)
    rows = [*soaks(options.novphy, disk)]
    if Path(options.play).exists() and shutil.which("Xvfb") and shutil.which("xdotool"):
        rows.append((0.05, "study", lambda: StudySoak(options.novphy, options.play, disk)))
    try:
        for share, name, make in rows:
            if options.only and name not in options.only:
                continue
            counts = make().play(max(1, round(share * options.stops)))
            print(f"{name}: {counts['stops']} stops and {counts['full disks']} full disks in {counts['rounds']} rounds, "
                  "0 differences", flush=True)
    except Failed as failed:
        message, folder = failed.args
        kept = Path("out/soak")
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(folder, kept)
        sys.exit(f"{message}\nThe files are kept in {kept}")


main()
