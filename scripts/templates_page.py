#!/usr/bin/env python3
"""Writes docs/templates.md and its pictures again. Usage: scripts/templates_page.py [PROGRAM]"""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SCENARIOS = ("single_force", "multiple_forces", "rolling", "falling", "sliding")
NOVELTIES = ("objects", "agents", "actions", "interactions", "relations", "environments", "goals", "events")
PAGE = ROOT / "docs/templates.md"
PICTURES = "docs/pictures/pairs"
HEAD = """# The forty pairs that come with the program

Five scenarios times eight novelties. `novphy plan` takes them where no others are named. The ideas are those of the NovPhy paper's pairs, the
layouts and numbers are our own. Every side passes every check of [`novphy verify`](verify.md) at its base:

    novphy verify --all --jobs 2     # under two minutes on two cores; ends with: 80 of 80 sides pass all checks

`--samples 16` asks the same of 16 members spread over all that varies, which takes 17 times as long. Some members of some pairs
fail; `generate` proves each task that it makes, and draws another where one fails.

Each name leads to the pair's file ([format](tasks.md#a-pair)), which says what varies. Each picture shows both sides at their base with some of the
throws that win: birds dashed, what they set in motion dotted. Below stand the idea and, for each side, how many throws of `verify` win, the middle
of the safest window of throws, and how most winning throws reach the pig. To see such a throw:

    novphy draw single_force/agents:novel --shot=71@0.9 --trajectory --zoom task --out shot.png

`scripts/templates_page.py` writes this page from the pair files and from what `novphy verify --all --json` says.
"""
WAY = re.compile(r"(to the left: )?touches (.+) first, \S+ killed by (.+) \((\w+)\)")
MOTIONS = {"roll": "rolls onto the pig", "fall": "falls on the pig", "slide": "slides into the pig"}


def ways(novel):
    """The usual way of winning on each side, from the finding of way_changes."""
    found = re.match(r"normal: (.*); novel: (.*?); \d+ % of the normal", novel["checks"]["way_changes"]["finding"])
    return found[1], found[2]


def in_words(way):
    """Such as "touches `upper`, a stone circle rolls onto the pig", of a way in the words of verify."""
    side, first, killer, mode = WAY.fullmatch(way).groups(default="")
    if mode == "direct":
        return f"{side}hits the pig"
    kind = killer.split()[-1].replace("_", " ")
    return f"{side}touches `{first}`, a {kind} {MOTIONS[mode]}"


def throws(side, way):
    kind = side["name"].rsplit("/", 1)[1]
    shots = " ".join(f"--shot={shot}" for shot in side["witness"])
    return f"* {kind} ({len(side['wins'])} of {side['throws']} throws win): `{shots}` {in_words(way)}"


def idea(pair):
    """The part of a section that needs no play."""
    name = f"{pair['scenario']}/{pair['novelty']}"
    picture = f"pictures/pairs/{pair['scenario']}_{pair['novelty']}.png"
    return f"### [{name}](../levels/templates/{name}.json)\n\n![{name}]({picture})\n\n{pair['idea']}\n"


def section(pair, normal, novel):
    lines = [throws(side, way) for side, way in zip((normal, novel), ways(novel))]
    return "\n".join([idea(pair), *lines, ""])


def pair_of(scenario, novelty):
    return json.loads((ROOT / f"levels/templates/{scenario}/{novelty}.json").read_text())


def verified(program, *options):
    """What verify finds about each side, by name."""
    command = [program, "verify", "--json", *options]
    lines = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    return {side["name"]: side for side in map(json.loads, lines)}


def scenario_text(scenario, sides):
    text = f"## {scenario.replace('_', ' ').capitalize()}\n"
    for novelty in NOVELTIES:
        name = f"{scenario}/{novelty}"
        text += "\n" + section(pair_of(scenario, novelty), sides[f"{name}/normal"], sides[f"{name}/novel"])
    return text


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build/release/novphy")
    sides = verified(program, "--all", "--jobs", "2", "--picture", str(ROOT / PICTURES))
    PAGE.write_text("\n".join([HEAD, *(scenario_text(scenario, sides) for scenario in SCENARIOS)]))


if __name__ == "__main__":
    main()
