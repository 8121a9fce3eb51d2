"""Prints the tables of docs/learning.md from the folder that bench/learning.sh filled. Usage: learning_table.py FOLDER"""

import csv
import re
import sys
from pathlib import Path
from statistics import median

SETS = ["planner", "grid"]
KINDS = {"dqn": "DQN", "relational": "Relational"}
VERSIONS = ["", "_online", "_adapt"]
NOVELTIES = ["objects", "agents", "actions", "interactions", "relations", "environments", "goals", "events"]
SCENARIOS = ["single_force", "multiple_forces", "rolling", "falling", "sliding"]

# Table 2 of Gamage et al. 2023: NPS of AP and AUS, of DQN offline, online, adapt, and of Relational in the same order.
PRINTED = {
    "objects": ([0.65, 0.66, 0.79, 0.54, 0.50, 0.80], [0.66, 0.67, 0.81, 0.56, 0.55, 0.80]),
    "agents": ([0.06, 0.21, 0.73, 0.07, 0.11, 0.67], [0.06, 0.18, 0.62, 0.07, 0.10, 0.56]),
    "actions": ([0.07, 0.13, 0.56, 0.05, 0.12, 0.63], [0.08, 0.13, 0.53, 0.05, 0.10, 0.55]),
    "interactions": ([0.10, 0.24, 0.75, 0.08, 0.19, 0.72], [0.10, 0.25, 0.64, 0.08, 0.19, 0.63]),
    "relations": ([0.00] * 6, [0.00] * 6),
    "environments": ([0.00, 0.00, 0.01, 0.00, 0.00, 0.00], [0.00, 0.00, 0.01, 0.00, 0.00, 0.00]),
    "goals": ([0.07, 0.09, 0.45, 0.04, 0.14, 0.54], [0.08, 0.10, 0.42, 0.04, 0.12, 0.49]),
    "events": ([0.27, 0.21, 0.21, 0.29, 0.20, 0.20], [0.27, 0.24, 0.23, 0.29, 0.22, 0.21]),
}


def read_measures(folder):
    """Means by (agent, table, novelty, scenario, measure)."""
    with (folder / "measures.csv").open(encoding="utf-8", newline="") as file:
        return {(row["agent"], row["table"], row["novelty"], row["scenario"], row["measure"]): float(row["mean"])
                for row in csv.DictReader(file) if row["mean"]}


def read_ceilings(file):
    """The column `solved` by template."""
    rows = re.findall(r"(?m)^(\S+/\S+/\S+) +\d+ +([\d.]+) ", file.read_text(encoding="utf-8"))
    return {template: float(solved) for template, solved in rows}


def read_passed(file):
    """The columns `passed` and `solved` of held-out tasks by kind and template."""
    passed = {kind: {} for kind in KINDS}
    for kind, table in re.findall(r"(?m)^(\w+), actions: .*\n((?:\S+/\S+/normal +\d.*\n)+)", file.read_text(encoding="utf-8")):
        for row in table.splitlines():
            template, _, share, solved, *_ = row.split()
            passed[kind][template] = (float(share), float(solved))
    return passed


def number(value):
    return "-" if value is None else f"{value:.2f}"


def print_row(*cells):
    print("| " + " | ".join(cells) + " |")


def print_pairs(folder, actions, means):
    ceilings = read_ceilings(folder / f"ceilings_{actions}.txt")
    passed = read_passed(folder / f"train_{actions}.txt")
    print(f"\n--actions {actions}\n")
    print_row("pair", "solved, normal", "solved, novel",
              *(f"{title}: {column}" for title in KINDS.values() for column in ("held out", "AP offline", "online", "adapt")))
    print("|---" * (3 + 4 * len(KINDS)) + "|")
    for novelty in NOVELTIES:
        for scenario in SCENARIOS:
            pair = f"{scenario}/{novelty}"
            if f"{pair}/novel" not in ceilings:
                continue
            cells = [pair, number(ceilings[f"{pair}/normal"]), number(ceilings[f"{pair}/novel"])]
            for kind in KINDS:
                cells.append(number(passed[kind][f"{pair}/normal"][0]))
                cells += [number(means.get((f"{kind}{version}_{actions}", "cell", novelty, scenario, "ap"))) for version in VERSIONS]
            print_row(*cells)
    print()
    for kind, title in KINDS.items():
        shares = [share / solved for share, solved in passed[kind].values() if solved > 0]
        print(f"{title}, {actions}: the median of held out / solved is {median(shares):.2f} over {len(shares)} templates.")


def print_novelties(means):
    sets = [actions for actions in SETS if any(agent.endswith(actions) for agent, *_ in means)]
    print("\nNPS\n")
    print_row("novelty", "agent", *(f"{measure} {source}" for source in (*sets, "printed") for measure in ("AP", "AUS")))
    print("|---" * (2 + 2 * (len(sets) + 1)) + "|")
    for novelty in NOVELTIES:
        if (f"dqn_{sets[0]}", "nps", novelty, "", "ap") not in means:
            continue
        for k, kind in enumerate(KINDS):
            for v, version in enumerate(VERSIONS):
                ours = [means.get((f"{kind}{version}_{actions}", "nps", novelty, "", measure)) for actions in sets for measure in ("ap", "aus")]
                printed = [PRINTED[novelty][i][3 * k + v] for i in range(2)]
                print_row(novelty, KINDS[kind] + " " + (version[1:] or "offline"), *map(number, [*ours, *printed]))


def main():
    folder = Path(sys.argv[1])
    means = read_measures(folder)
    for actions in SETS:
        if (folder / f"ceilings_{actions}.txt").exists():
            print_pairs(folder, actions, means)
    print_novelties(means)


if __name__ == "__main__":
    main()
