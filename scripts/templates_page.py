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
PICTURES = "docs/pictures/pairs"
HEAD = """# The forty pairs that come with the program

Five scenarios times eight novelties, in `levels/templates/<scenario>/<novelty>.json` ([format](tasks.md)). `novphy plan` takes them
where no others are named. The ideas are those of the NovPhy paper's pairs, the layouts and numbers are our own. Every side passes every
check of [`novphy verify`](verify.md) at its base:

    novphy verify --all --jobs 2     # under two minutes on two cores; ends with: 80 of 80 sides pass all checks

`--samples 16` asks the same of 16 members spread over all that varies, which takes 17 times as long. Some members of some pairs
fail; `generate` proves each task that it makes, and draws another where one fails.

Each picture shows both sides at their base with some of the throws that win: birds dashed, what they set in motion dotted. Below it:
the idea; a throw in the middle of the safest window, ready for `novphy play`, with the window, and what the bird and its victims do in
most winning throws; what varies. This page is written by `scripts/templates_page.py`, from the pair files and what `novphy verify
--all --json` says.
"""


def ways(novel):
    """The usual way of winning on each side, from the finding of way_changes."""
    found = re.match(r"normal: (.*); novel: (.*?); \d+ % of the normal", novel["checks"]["way_changes"]["finding"])
    return found[1], found[2]


def window(side):
    found = re.match(r"window (\S+) to (\S+) deg at a pull of (\S+) m", side["checks"]["solvable"]["finding"])
    return f"{found[1]} to {found[2]} deg at a pull of {found[3]} m"


def ranges(pair):
    texts = []
    for name, row in pair["parameters"].items():
        if isinstance(row, str):
            continue
        least, *_, most = row["range"] if "range" in row else row["of"]
        texts.append(f"`{name}` {least} to {most}" if "range" in row else f"`{name}` {', '.join(row['of'])}")
    return "; ".join(texts)


def section(pair, normal, novel):
    name = f"{pair['scenario']}/{pair['novelty']}"
    lines = [f"### {name}", "", f"![{name}](pictures/pairs/{pair['scenario']}_{pair['novelty']}.png)", "", pair["idea"], ""]
    for side, way in zip((normal, novel), ways(novel)):
        kind = side["name"].rsplit("/", 1)[1]
        shots = " ".join(f"--shot={shot}" for shot in side["witness"])
        lines.append(f"* {kind}: `--side {kind} {shots}` ({window(side)}; {len(side['wins'])} of {side['throws']} throws win): {way}.")
    lines += [f"* acts: {', '.join(pair['phases'])}; varies: {ranges(pair)}", ""]
    return "\n".join(lines)


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build/release/novphy")
    command = [program, "verify", "--all", "--json", "--jobs", "2", "--picture", str(ROOT / PICTURES)]
    lines = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    sides = {side["name"]: side for side in map(json.loads, lines)}
    text = HEAD
    for scenario in SCENARIOS:
        text += f"\n## {scenario.replace('_', ' ').capitalize()}\n\n"
        for novelty in NOVELTIES:
            pair = json.loads((ROOT / f"levels/templates/{scenario}/{novelty}.json").read_text())
            name = f"{scenario}/{novelty}"
            text += section(pair, sides[f"{name}/normal"], sides[f"{name}/novel"]) + "\n"
    (ROOT / "docs/templates.md").write_text(text.rstrip() + "\n")


if __name__ == "__main__":
    main()
