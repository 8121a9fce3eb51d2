#!/usr/bin/env python3
"""Writes the logs of the shipped pairs, tests/plays/<scenario>/<novelty>/<side>.txt: one play of each side, to be read in review.

Usage: scripts/play_logs.py [--program PROGRAM] [--new-throws | --check] [SCENARIO | SCENARIO/NOVELTY ...]

Plays the throws that stand in a log's first line and writes what happened. Where there is no log yet, or its throws lose, new
ones are looked up: the middle of the safest window, as `novphy verify` finds it (a second or two a pair). --new-throws looks up
all of them; --check writes nothing and ends with code 1 where a log is not what its play is now."""

import argparse
import difflib
import functools
import json
import math
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAIRS = ROOT / "levels/templates"
LOGS = ROOT / "tests/plays"
SIDES = ("normal", "novel")
JOBS = 2
LOUD_MPS = 0.5  # of slower contacts, a log has only the first of each two bodies: every corner of a ball makes a contact
MOST_CONTACTS = 3  # after this many contacts of two bodies, a log has only contacts of HARD_MPS or more
HARD_MPS = 3
PUSH_NS = 0.05  # weaker pushes of an effect are left out


class Refused(Exception):
    """Raised with the program's error message where the program refuses a command."""


def run(program, *arguments, good_codes=(0,)):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode not in good_codes:
        raise Refused(done.stderr or f"{program} {arguments[0]} ended with code {done.returncode}\n")
    return done.stdout


class Side:
    """One side of a pair, by the names of its file: "rolling/agents", "novel"."""

    def __init__(self, pair, side):
        self.pair, self.side = pair, side
        self.file = PAIRS / f"{pair}.json"
        self.log = LOGS / pair / f"{side}.txt"
        parts = json.loads(self.file.read_text())
        objects = [each for part in ("common", side) for each in parts[part].get("objects", [])]
        self.names = {str(i): each["name"] for i, each in enumerate(objects) if "name" in each}

    def head(self, shots):
        throws = " ".join(f"--shot={shot}" for shot in shots)
        return f"novphy play {self.file.relative_to(ROOT)} --side {self.side} {throws}"

    def stored_shots(self):
        return re.findall(r"--shot=(\S+)", self.stored().partition("\n")[0])

    def stored(self):
        return self.log.read_text() if self.log.exists() else ""

    def body(self, text):
        """The pair's name for an object, such as "upper" for "3 stone circle"; the text itself where the pair has no name."""
        return self.names.get(text.partition(" ")[0], text)


def play(program, side, shots):
    """The outcome of the play, and its events."""
    with tempfile.TemporaryDirectory() as folder:
        events = Path(folder) / "events.jsonl"
        throws = [f"--shot={shot}" for shot in shots]
        told = run(program, "play", side.file, "--side", side.side, *throws, "--json", "--events", events)
        return json.loads(told), [json.loads(line) for line in events.read_text().splitlines()]


def bodies_of(event):
    return frozenset((event["body"], event.get("other", event.get("by"))))


class Harm:
    """The damage and the scores of a play, so that a contact's line can tell the effects of the contact."""

    def __init__(self, events):
        self.by_contact = {}
        for event in events:
            if event["event"] == "damage":
                self.by_contact.setdefault((event["time_s"], bodies_of(event)), []).append(event)
        self.contacts = {(e["time_s"], bodies_of(e)) for e in events if e["event"] == "contact"}
        self.scores = {(e["time_s"], e["body"]) for e in events if e["event"] == "score"}

    def of(self, contact):
        return self.by_contact.get((contact["time_s"], bodies_of(contact)), [])

    def scored(self, contact):
        return any((contact["time_s"], body) in self.scores for body in bodies_of(contact))

    def told_by_contact(self, event):
        return event["event"] == "damage" and (event["time_s"], bodies_of(event)) in self.contacts


def worth_a_line(events, harm):
    """The events that a log tells, in the order of time. Left out are weak pushes, damage that a contact's line tells already,
    and contacts of two bodies that do not score: slow contacts after the first told contact, and contacts that are not hard
    after MOST_CONTACTS told contacts."""
    told = {}
    for event in sorted(events, key=lambda e: e["time_s"]):
        if harm.told_by_contact(event):
            continue
        if event["event"] == "push" and math.hypot(*event["impulse_ns"]) < PUSH_NS:
            continue
        if event["event"] == "contact":
            count = told.get(bodies_of(event), 0)
            loud = HARD_MPS if count >= MOST_CONTACTS else LOUD_MPS
            if count > 0 and event["speed_mps"] < loud and not harm.scored(event):
                continue
            told[bodies_of(event)] = count + 1
        yield event


def words(side, event, harm):
    who = side.body(event["body"])
    by = f" by {side.body(event['by'])}" if event.get("by") else ""
    kind = event["event"]
    if kind == "launch":
        x, y = event["velocity_mps"]
        return f"{who}: {math.hypot(x, y):.2f} m/s at {math.degrees(math.atan2(y, x)):.2f} deg"
    if kind == "contact":
        damage = "".join(f", damage {e['damage']:.2f} to {side.body(e['body'])}" for e in harm.of(event))
        return f"{who}, {side.body(event['other'])}: {event['speed_mps']:.2f} m/s{damage}"
    if kind == "push":
        x, y = (round(each, 2) + 0.0 for each in event["impulse_ns"])  # + 0.0: no "-0.00"
        return f"{who} by effect {event['effect']}: ({x:.2f}, {y:.2f}) Ns since {event['since_s']:.2f} s"
    if kind == "damage":
        return f"{who}{by}: {event['damage']:.2f} ({event['cause']})"
    if kind == "death":
        return f"{who}{by} ({event['cause']})"
    if kind == "score":
        return f"{who}: {event['points']} ({event['cause']})"
    return who


def log_text(side, shots, outcome, events):
    harm = Harm(events)
    lines = [side.head(shots)]
    lines += [f"{e['time_s']:6.2f} {e['event']:<9} {words(side, e, harm)}" for e in worth_a_line(events, harm)]
    result = "won" if outcome["won"] else "lost"
    lines.append(f"{outcome['time_s']:6.2f} {result:<9} {outcome['end']}, score {outcome['score']}, {outcome['birds_left']} birds left")
    return "\n".join(lines) + "\n"


def witnesses(program, pair):
    """The throws in the middle of each side's safest window. The pair need not pass its checks."""
    lines = run(program, "verify", PAIRS / f"{pair}.json", "--json", good_codes=(0, 1)).splitlines()
    return {line["name"].rsplit("/", 1)[1]: line["witness"] for line in map(json.loads, lines)}


def log_now(program, side, shots):
    """The log of these throws, and whether the throws win."""
    if not shots:
        return "", False
    outcome, events = play(program, side, shots)
    return log_text(side, shots, outcome, events), outcome["won"]


def stored_play(program, side):
    """The log of the stored throws, and whether the throws win; an empty log where the program refuses the throws."""
    try:
        return log_now(program, side, side.stored_shots())
    except Refused:
        return "", False


def write_side(program, side, new_throws, look_up):
    """Writes a side's log, and yields messages about the log."""
    text, won = stored_play(program, side)
    if (new_throws or not won) and (shots := look_up()[side.side]):
        text, won = log_now(program, side, shots)
    if not won:
        yield f"{side.pair}/{side.side}: no throw wins\n"
    if text and text != side.stored():
        side.log.parent.mkdir(parents=True, exist_ok=True)
        side.log.write_text(text)
        yield f"{side.pair}/{side.side}: written\n"


def write_pair(program, pair, new_throws):
    look_up = functools.cache(lambda: witnesses(program, pair))
    return "".join(said for name in SIDES for said in write_side(program, Side(pair, name), new_throws, look_up))


def difference(program, side):
    """The differences between the stored log and the log of its throws now; "" where the two logs are equal."""
    shots = side.stored_shots()
    if not shots:
        return f"{side.log.relative_to(ROOT)}: expected a log with throws in its first line\n"
    name = str(side.log.relative_to(ROOT))
    try:
        now, _ = log_now(program, side, shots)
    except Refused as refused:
        return f"{name}: {refused}"
    return "".join(difflib.unified_diff(side.stored().splitlines(True), now.splitlines(True), name, f"{name}, played now"))


def pair_names(wanted=()):
    names = sorted(str(file.relative_to(PAIRS).with_suffix("")) for file in PAIRS.glob("*/*.json"))
    for each in wanted:
        if not any(each in (name, name.split("/")[0]) for name in names):
            sys.exit(f"{each}: expected a scenario, or scenario/novelty, that comes with the program")
    return [name for name in names if not wanted or name in wanted or name.split("/")[0] in wanted]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(ROOT / "build/release/novphy"))
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--new-throws", action="store_true")
    what.add_argument("--check", action="store_true")
    parser.add_argument("pairs", nargs="*")
    work(parser.parse_args())


def work(options):
    pairs = pair_names(options.pairs)
    with ThreadPoolExecutor(JOBS) as pool:
        if options.check:
            sides = [Side(pair, name) for pair in pairs for name in SIDES]
            found = "".join(pool.map(lambda side: difference(options.program, side), sides))
            print(found or f"{len(sides)} logs are what their plays are now")
            sys.exit(1 if found else 0)
        for said in pool.map(lambda pair: write_pair(options.program, pair, options.new_throws), pairs):
            print(said, end="", flush=True)


if __name__ == "__main__":
    try:
        main()
    except Refused as refused:
        sys.exit(str(refused))
