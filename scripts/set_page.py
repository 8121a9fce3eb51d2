#!/usr/bin/env python3
"""Writes docs/results/generated.md, which describes the full set of generated tasks, template by template.

Usage: set_page.py FOLDER > docs/results/generated.md"""

import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

EDGE_STEP_DEG = 0.5
GROUND_TOP_M = -3.5
SCENARIOS = ["single_force", "multiple_forces", "rolling", "falling", "sliding"]
NOVELTIES = ["objects", "agents", "actions", "interactions", "relations", "environments", "goals", "events"]


HEAD = """# The full set of generated tasks

    novphy generate all --count 350 --jobs 2 --out tasks
    scripts/set_page.py tasks > docs/results/generated.md                 # this page
    novphy generate --describe tasks --picture pictures           # the same for any folder, with pictures
    novphy verify --tasks tasks --share 0.01 --jobs 2             # every check of one task in a hundred

It is the set of the [standard plan](../trials.md#the-standard-plan). Numbers are least / mean / most. A window is as wide as neighbouring
throws of half a degree win around the stored one; "wins of 9" counts the nine disturbed throws of the check `solvable` ([verify.md](../verify.md)).

![Sixteen of the 350 novel tasks of rolling/agents](../pictures/sixteen.png)
"""


def spread(values, digits=1):
    values = list(values)
    mean = sum(values) / len(values)
    return " / ".join(f"{value:.{digits}f}" for value in (min(values), mean, max(values)))


def place(distractor):
    height = float(distractor.split()[-1])
    return "on the ground" if height < GROUND_TOP_M + 0.6 else "hanging" if height > 9 else "raised"


def main():
    head, *lines = map(json.loads, (Path(sys.argv[1]) / "index.jsonl").read_text(encoding="utf-8").splitlines())
    templates = defaultdict(list)
    for line in lines:
        templates[line["template"]].append(line)
    draws = sum(1 + sum(line["rejected"].values()) for line in lines)
    rejected = sum((Counter(line["rejected"]) for line in lines), Counter())
    distractors = [distractor for line in lines for distractor in line["distractors"]]
    kinds = Counter(distractor.split(" at ")[0].split(" x ")[0] for distractor in distractors)
    shapes = Counter("platform" if kind.startswith("platform") else kind.split()[-1] for kind in kinds.elements())
    materials = Counter(kind.split()[0] for kind in kinds.elements() if not kind.startswith("platform"))
    places = Counter(map(place, distractors))
    print(HEAD)
    print(f"{len(lines)} tasks of {len(templates)} templates, seed {head['seed']}, proof `{head['proof']}`.\n")
    print(f"* {draws} draws, {100 * len(lines) / draws:.1f} % accepted; turned down: "
          + ", ".join(f"{check} {count}" for check, count in rejected.most_common()))
    print("* distractors, of 1 to 5: "
          + ", ".join(f"{count} tasks have {number}" for number, count in
                      sorted(Counter(len(line["distractors"]) for line in lines).items())))
    for name, counts in (("shapes", shapes), ("materials", materials), ("places", places)):
        print(f"* their {name}: " + ", ".join(f"{what} {count}" for what, count in counts.most_common()))
    print("\n| template | accepted | turned down | winning angle, degrees | window, degrees | wins of 9 disturbed |")
    print("|---|---|---|---|---|---|")
    for scenario in SCENARIOS:
        for novelty in NOVELTIES:
            for side in ("normal", "novel"):
                name = f"{scenario}/{novelty}/{side}"
                of = templates[name]
                turned = sum((Counter(line["rejected"]) for line in of), Counter())
                accepted = 100 * len(of) / (len(of) + sum(turned.values()))
                angles = spread(sum(line["window_deg"]) / 2 for line in of)
                widths = spread(line["window_deg"][1] - line["window_deg"][0] + EDGE_STEP_DEG for line in of)
                wins = sum(line["disturbed_wins"] for line in of) / len(of)
                why = ", ".join(f"{check} {count}" for check, count in turned.most_common()) or "-"
                print(f"| {name} | {accepted:.0f} % | {why} | {angles} | {widths} | {wins:.1f} |")
    print("\n| template | what varies: least / mean / most |")
    print("|---|---|")
    for scenario in SCENARIOS:
        for novelty in NOVELTIES:
            for side in ("normal", "novel"):
                of = templates[f"{scenario}/{novelty}/{side}"]
                varied = defaultdict(list)
                words = defaultdict(Counter)
                for line in of:
                    for name, value in [*line["parameters"].items(), ("dx", line["shift"][0]), ("dy", line["shift"][1])]:
                        if isinstance(value, str):
                            words[name][value] += 1
                        else:
                            varied[name].append(value)
                texts = [f"{name} {spread(values, 2)}" for name, values in varied.items()]
                texts += [f"{name} " + ", ".join(f"{w} {n}" for w, n in sorted(counts.items()))
                          for name, counts in words.items()]
                print(f"| {scenario}/{novelty}/{side} | " + "; ".join(texts) + " |")


if __name__ == "__main__":
    main()
