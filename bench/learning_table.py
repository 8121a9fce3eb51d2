"""Prints the tables of docs/results/learning.md from the folder that bench/learning.sh filled, of those novelties that are there. Usage: learning_table.py FOLDER"""

import csv
import re
import sys
from pathlib import Path
from statistics import mean, median

SETS = ["planner", "grid"]
KINDS = {"dqn": "DQN", "relational": "Relational"}
VERSIONS = ["", "_online", "_adapt"]
NOVELTIES = ["objects", "agents", "actions", "interactions", "relations", "environments", "goals", "events"]
# Groups of which means are printed: those where a shot of the planner can pass most novel tasks, and the rest.
GROUPS = [["agents", "actions", "interactions", "goals"], ["objects", "events"], ["relations", "environments"]]
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
    """Means of all novelties by (agent, table, novelty, scenario, measure)."""
    means = {}
    for name in NOVELTIES:
        if not (folder / name / "measures.csv").exists():
            continue
        with (folder / name / "measures.csv").open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                if row["mean"]:
                    means[(row["agent"], row["table"], row["novelty"], row["scenario"], row["measure"])] = float(row["mean"])
    return means


def present(folder, file):
    """The novelties whose folder holds the file."""
    return [novelty for novelty in NOVELTIES if (folder / novelty / file).exists()]


def read_ceilings(file):
    """The column `solved` by template; nothing where the ceilings are not there."""
    if not file.exists():
        return {}
    rows = re.findall(r"(?m)^(\S+/\S+/\S+) +\d+ +([\d.]+) ", file.read_text(encoding="utf-8"))
    return {template: float(solved) for template, solved in rows}


def read_passed(file):
    """The columns `passed` and `solved` of held-out tasks by kind and template, of a folder's train_SET.txt."""
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


def print_share(folder, actions):
    """The median over the templates of the passed share of the tasks that the set of actions can pass."""
    shares = {kind: [] for kind in KINDS}
    for novelty in present(folder, f"train_{actions}.txt"):
        for kind, templates in read_passed(folder / novelty / f"train_{actions}.txt").items():
            shares[kind] += [passed / solved for passed, solved in templates.values() if solved > 0]
    print()
    for kind, title in KINDS.items():
        print(f"{title}, {actions}: the median of held out / solved is {median(shares[kind]):.2f} over {len(shares[kind])} templates.")


def print_pairs(folder, actions, means):
    print(f"\n--actions {actions}\n")
    print_row("pair", "solved, normal", "solved, novel",
              *(f"{title}: {column}" for title in KINDS.values() for column in ("held out", "AP offline", "online", "adapt")))
    print("|---" * (3 + 4 * len(KINDS)) + "|")
    for novelty in present(folder, f"train_{actions}.txt"):
        ceilings = read_ceilings(folder / novelty / f"ceilings_{actions}.txt")
        passed = read_passed(folder / novelty / f"train_{actions}.txt")
        for scenario in SCENARIOS:
            pair = f"{scenario}/{novelty}"
            normal = ceilings.get(f"{pair}/normal", passed["dqn"][f"{pair}/normal"][1])
            cells = [pair, number(normal), number(ceilings.get(f"{pair}/novel"))]
            for kind in KINDS:
                cells.append(number(passed[kind][f"{pair}/normal"][0]))
                cells += [number(means.get((f"{kind}{version}_{actions}", "cell", novelty, scenario, "ap"))) for version in VERSIONS]
            print_row(*cells)
    print_share(folder, actions)


def print_novelties(means, sets):
    print("\nNPS\n")
    print_row("novelty", "agent", *(f"{measure} {source}" for source in (*sets, "printed") for measure in ("AP", "AUS")))
    print("|---" * (2 + 2 * (len(sets) + 1)) + "|")
    for novelty in NOVELTIES:
        if not any(agent_of_novelty == novelty for _, _, agent_of_novelty, *_ in means):
            continue
        for k, kind in enumerate(KINDS):
            for v, version in enumerate(VERSIONS):
                ours = [means.get((f"{kind}{version}_{actions}", "nps", novelty, "", measure)) for actions in sets for measure in ("ap", "aus")]
                printed = [PRINTED[novelty][i][3 * k + v] for i in range(2)]
                print_row(novelty, KINDS[kind] + " " + (version[1:] or "offline"), *map(number, [*ours, *printed]))


def print_group(means, actions, novelties):
    """Means over novelties, beside those that the paper prints."""
    agents = [f"{kind}{version}_{actions}" for kind in KINDS for version in VERSIONS]
    values = {measure: [[means.get((agent, "nps", novelty, "", measure)) for novelty in novelties] for agent in agents] for measure in ("ap", "aus")}
    if any(value is None for rows in values.values() for row in rows for value in row):
        return
    print(f"\n--actions {actions}, means over {', '.join(novelties)}\n")
    print_row("", *(f"{title} {version[1:] or 'offline'}" for title in KINDS.values() for version in VERSIONS))
    print("|---" * (1 + len(agents)) + "|")
    for i, (measure, rows) in enumerate(values.items()):
        print_row(measure.upper(), *(number(mean(row)) for row in rows))
        print_row(f"{measure.upper()} printed", *(number(mean(PRINTED[novelty][i][k] for novelty in novelties)) for k in range(len(agents))))


def main():
    folder = Path(sys.argv[1])
    means = read_measures(folder)
    sets = [actions for actions in SETS if present(folder, f"train_{actions}.txt")]
    for actions in sets:
        print_pairs(folder, actions, means)
    print_novelties(means, sets)
    for actions in sets:
        for novelties in GROUPS:
            print_group(means, actions, novelties)


if __name__ == "__main__":
    main()
