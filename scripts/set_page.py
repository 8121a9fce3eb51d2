#!/usr/bin/env python3
"""Writes docs/results/generated.md and generated.csv, which describe the full set of generated tasks.

Usage: set_page.py FOLDER"""

import csv
import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

EDGE_STEP_DEG = 0.5
GROUND_TOP_M = -3.5
RESULTS = Path(__file__).parents[1] / "docs/results"

PAGE = """# The full set of generated tasks

    novphy generate all --count 350 --jobs 2 --out tasks
    scripts/set_page.py tasks                                     # this page and generated.csv
    novphy generate --describe tasks --picture pictures           # the same for any folder, with pictures
    novphy verify --tasks tasks --share 0.01 --jobs 2             # every check of one task in a hundred

It is the set of the [standard plan](../reference/trials.md#frozen-plans). [generated.csv](generated.csv) has a row for each template and quantity, with the least, mean and greatest value of its tasks: the
winning angle and the width of the window of winning throws (degrees; a window is as wide as neighbouring throws of half a degree win around the stored one), the wins of the nine disturbed throws of the check
`solvable` ([verify.md](../reference/verify.md)), the shift (`dx`, `dy`, m) and the parameters of the template, with `_deg` in degrees and others in m; and how many draws each check turned down (`rejected: CHECK`).

![Sixteen of the 350 novel tasks of rolling/agents](../pictures/sixteen.png)

{summary}
"""


def place(distractor):
    height = float(distractor.split()[-1])
    return "on the ground" if height < GROUND_TOP_M + 0.6 else "hanging" if height > 9 else "raised"


def counted(counts):
    return ", ".join(f"{what} {count}" for what, count in counts.most_common())


def quantities(tasks):
    """The numbers of a template's tasks, by name."""
    found = defaultdict(list)
    for task in tasks:
        low, high = task["window_deg"]
        found["winning angle_deg"].append((low + high) / 2)
        found["window_deg"].append(high - low + EDGE_STEP_DEG)
        found["wins of 9 disturbed"].append(task["disturbed_wins"])
        found["dx"].append(task["shift"][0])
        found["dy"].append(task["shift"][1])
        for name, value in task["parameters"].items():
            found[name if not isinstance(value, str) else f"{name}: {value}"].append(1 if isinstance(value, str) else value)
    return found


def write_table(templates):
    with (RESULTS / "generated.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["template", "quantity", "tasks", "least", "mean", "most"])
        for name, tasks in templates.items():
            for quantity, values in quantities(tasks).items():
                numbers = [f"{number:.2f}" for number in (min(values), sum(values) / len(values), max(values))]
                table.writerow([name, quantity, len(values), *numbers])
            for check, count in sum((Counter(task["rejected"]) for task in tasks), Counter()).most_common():
                table.writerow([name, f"rejected: {check}", count, "", "", ""])


def accepted(tasks):
    return 100 * len(tasks) / (len(tasks) + sum(sum(task["rejected"].values()) for task in tasks))


def summary_of(head, templates):
    tasks = [task for of in templates.values() for task in of]
    rejected = sum((Counter(task["rejected"]) for task in tasks), Counter())
    distractors = [distractor for task in tasks for distractor in task["distractors"]]
    kinds = [distractor.split(" at ")[0].split(" x ")[0] for distractor in distractors]
    numbers = sorted(Counter(len(task["distractors"]) for task in tasks).items())
    shares = {name: accepted(of) for name, of in templates.items()}
    windows = sorted(task["window_deg"][1] - task["window_deg"][0] + EDGE_STEP_DEG for task in tasks)
    wins = sum(task["disturbed_wins"] for task in tasks) / len(tasks)
    hardest = sorted(shares, key=shares.get)[:5]
    return "\n".join([
        f"* {len(tasks)} tasks of {len(templates)} templates, seed {head['seed']}, proof `{head['proof']}`.",
        f"* {len(tasks) + rejected.total()} draws, {accepted(tasks):.1f} % accepted; turned down: {counted(rejected)}.",
        f"* {sum(share >= 99 for share in shares.values())} templates accept at least 99 % of their draws. The least: "
        + ", ".join(f"{name} {shares[name]:.0f} %" for name in hardest) + ".",
        f"* Windows are {windows[0]:.1f} to {windows[-1]:.1f} degrees wide, in the median {windows[len(windows) // 2]:.1f}; "
        f"{wins:.1f} of 9 disturbed throws win in the mean.",
        "* Distractors, of 1 to 5: " + ", ".join(f"{count} tasks have {number}" for number, count in numbers) + ".",
        "* Their materials: " + counted(Counter(kind.split()[0] for kind in kinds if not kind.startswith("platform")))
        + "; their places: " + counted(Counter(map(place, distractors))) + ".",
    ])  # fmt: skip


def main():
    head, *lines = map(json.loads, (Path(sys.argv[1]) / "index.jsonl").read_text(encoding="utf-8").splitlines())
    templates = defaultdict(list)
    for line in lines:
        templates[line["template"]].append(line)
    write_table(templates)
    (RESULTS / "generated.md").write_text(PAGE.format(summary=summary_of(head, templates)), encoding="utf-8")


if __name__ == "__main__":
    main()
