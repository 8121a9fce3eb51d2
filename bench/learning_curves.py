"""Prints learning curves from what novphy train printed: the mean passed share of held-out tasks by updates of the net, or
by attempts where the schedule was `published`. Usage: learning_curves.py FILE..."""

import re
import sys
from pathlib import Path
from statistics import mean

TABLE_STAGE = re.compile(r"(?m)^(\S+/\S+/normal) (\w+): (\d+) updates, loss ([\d.]+), held back ([\d.]+), held out ([\d.]+)$")
SHOT_STAGE = re.compile(r"(?m)^(\S+/\S+/normal) (\w+): step \d+ of \d+, epsilon [\d.]+, (\d+) attempts, .* held out ([\d.]+)$")
UPDATES = [100, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 4000, 6000]
PARTS = 8  # rows of a curve by attempts


def by_updates(text):
    """Stages (updates, loss, share held back, share held out) of each training, by kind and template."""
    stages = {}
    for template, kind, *numbers in TABLE_STAGE.findall(text):
        stages.setdefault(kind, {}).setdefault(template, []).append(tuple(map(float, numbers)))
    return stages


def at(stages, updates):
    """The stage after so many updates. A fit that has ended gives the best stage, the earliest of several: the net is kept from there."""
    for stage in stages:
        if stage[0] == updates:
            return stage
    return max(stages, key=lambda stage: stage[2])


def print_by_updates(kind, trainings):
    print(f"\n{kind}, {len(trainings)} templates\n\n| updates | still fitted | held back | held out |\n|---|---|---|---|")
    longest = max(stages[-1][0] for stages in trainings.values())
    for updates in [each for each in UPDATES if each <= longest] + ["end"]:
        rows = [at(stages, updates) for stages in trainings.values()]
        going = sum(updates != "end" and stages[-1][0] >= updates for stages in trainings.values())
        print(f"| {updates} | {going} | " + " | ".join(f"{mean(row[i] for row in rows):.2f}" for i in (2, 3)) + " |")


def print_by_attempts(text):
    steps = {}
    for template, kind, attempts, held_out in SHOT_STAGE.findall(text):
        steps.setdefault((template, kind), []).append((int(attempts), held_out))
    for (template, kind), curve in steps.items():
        print(f"\n{template}, {kind}: schedule published\n\n| attempts | held out |\n|---|---|")
        shown = sorted({round(i * (len(curve) - 1) / PARTS) for i in range(PARTS + 1)})
        for i in shown:
            print(f"| {curve[i][0]} | {curve[i][1]} |")


def main():
    text = "\n".join(Path(name).read_text(encoding="utf-8") for name in sys.argv[1:])
    for kind, trainings in by_updates(text).items():
        print_by_updates(kind, trainings)
    print_by_attempts(text)


if __name__ == "__main__":
    main()
