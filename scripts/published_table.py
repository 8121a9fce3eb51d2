#!/usr/bin/env python3
"""Prints which checks each published NovPhy template passes, beside how many people passed its tasks, as Markdown.

Usage: scripts/published_table.py TEMPLATES PLAYDATA [PROGRAM]
TEMPLATES is the folder that holds novelty_level_0 to novelty_level_8, PLAYDATA that of the players' CSV files.
"""

import collections
import csv
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CHECKS = ("C0", "C1", "C2a", "C2b", "C2c", "C3a", "C3b", "C4", "C5", "C6", "C7")
MARKS = {"ok": "+", "FAILED": "**-**", "-": "", "report": ""}


def people(folder):
    """{"010103_0": [passed, played]}: the type stands in the name of each level, the side in its folder."""
    counts = collections.defaultdict(lambda: [0, 0])
    for path in sorted(Path(folder).glob("*.csv")):
        for row in csv.DictReader(path.open(), skipinitialspace=True):
            found = re.search(r"novelty_level_(\d).type(\d{6})", row["levelName"])
            if not found or row["LevelStatus"] not in ("Pass", "Fail"):
                continue
            counts[f"{found[2]}_{found[1]}"][0] += row["LevelStatus"] == "Pass"
            counts[f"{found[2]}_{found[1]}"][1] += 1
    return counts


def main():
    templates, playdata, *rest = sys.argv[1:]
    program = rest[0] if rest else str(ROOT / "build/release/novphy")
    command = [program, "verify", "--templates", templates, "--json", "--jobs", "2"]
    lines = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False).stdout.splitlines()
    played = people(playdata)
    print("| template | wins | " + " | ".join(CHECKS) + " | people |")
    print("|---|---|" + "---|" * (len(CHECKS) + 1))
    passed = collections.Counter()
    for side in map(json.loads, lines):
        verdicts = {check: side["checks"].get(check, {"verdict": "-"})["verdict"] for check in CHECKS}
        passed.update(check for check, verdict in verdicts.items() if verdict == "ok")
        won, of = played[side["name"]]
        marks = " | ".join(MARKS[verdicts[check]] for check in CHECKS)
        share = 100 * len(side["wins"]) / side["throws"]
        print(f"| {side['name']} | {share:.1f} % | {marks} | {f'{won}/{of}' if of else ''} |")
        passed["all"] += side["passed"]
    print("| passed | | " + " | ".join(str(passed[check]) for check in CHECKS) + f" | {passed['all']} pass all |")


if __name__ == "__main__":
    main()
