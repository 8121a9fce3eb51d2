#!/usr/bin/env python3
"""Writes docs/reference/templates.md, docs/results/templates.csv and the page's pictures again. Usage: scripts/templates_page.py [PROGRAM]"""

import csv
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SCENARIOS = ("single_force", "multiple_forces", "rolling", "falling", "sliding")
NOVELTIES = ("objects", "agents", "actions", "interactions", "relations", "environments", "goals", "events")
PAGE = ROOT / "docs/reference/templates.md"
TABLE = ROOT / "docs/results/templates.csv"
COLUMNS = ("side", "wins", "throws", "shots", "way")
PICTURES = "docs/pictures/pairs"
HEAD = """# The forty pairs that come with the program

Five scenarios times eight novelties. `novphy plan` takes them where no others are named. The ideas are those of the NovPhy paper's pairs, layouts and numbers are our own. Every side passes every check of [`novphy verify`](verify.md) at its base:

    novphy verify --all --jobs 2     # under two minutes on two cores; ends with: 80 of 80 sides pass all checks

Some of their members fail, so `generate` proves each task that it makes. Pictures show winning throws: birds dashed, what they set in motion dotted. [templates.csv](../results/templates.csv) counts each side's and names the safest:

    novphy draw single_force/agents:novel --shot=71@0.9 --trajectory --zoom task --out shot.png

`scripts/templates_page.py` writes page and table.
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


def rows(normal, novel):
    """The rows of the table: how many throws win, the middle of the safest window, and how most winning throws reach the pig."""
    for side, way in zip((normal, novel), ways(novel)):
        shots = " ".join(f"--shot={shot}" for shot in side["witness"])
        yield [side["name"], str(len(side["wins"])), str(side["throws"]), shots, in_words(way)]


def section(pair):
    name = f"{pair['scenario']}/{pair['novelty']}"
    picture = f"../pictures/pairs/{pair['scenario']}_{pair['novelty']}.png"
    idea = re.sub("[.;] [Ii]n the novel task ", ". *Novel:* ", pair["idea"])
    return f"### [{name}](../../levels/templates/{name}.json)\n\n![{name}]({picture})\n\n{idea}\n"


def pair_of(scenario, novelty):
    return json.loads((ROOT / f"levels/templates/{scenario}/{novelty}.json").read_text())


def verified(program, *options):
    """What verify finds about each side, by name."""
    command = [program, "verify", "--json", *options]
    lines = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    return {side["name"]: side for side in map(json.loads, lines)}


def page():
    """The text of the page. It needs no play."""
    texts = [HEAD]
    for scenario in SCENARIOS:
        texts.append(f"## {scenario.replace('_', ' ').capitalize()}\n")
        texts += [section(pair_of(scenario, novelty)) for novelty in NOVELTIES]
    return "\n".join(texts)


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build/release/novphy")
    sides = verified(program, "--all", "--jobs", "2", "--picture", str(ROOT / PICTURES))
    PAGE.write_text(page())
    with TABLE.open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(COLUMNS)
        for name in (f"{scenario}/{novelty}" for scenario in SCENARIOS for novelty in NOVELTIES):
            table.writerows(rows(sides[f"{name}/normal"], sides[f"{name}/novel"]))


if __name__ == "__main__":
    main()
