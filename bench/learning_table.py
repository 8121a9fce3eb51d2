"""Prints the tables of docs/results/learning.csv from the folder that bench/learning.sh filled, of those novelties that are there. Usage: learning_table.py FOLDER"""

import csv
import re
import sys
from collections import Counter, namedtuple
from pathlib import Path
from statistics import mean, median

Mean = namedtuple("Mean", ["mean", "interval"])

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


def rows_of(file):
    """The rows of a CSV file; none where there is no file."""
    if not file.exists():
        return []
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def read_measures(folder):
    """Means over seeds with their intervals, of all novelties, by (agent, table, novelty, scenario, measure)."""
    means = {}
    for name in NOVELTIES:
        rows = rows_of(folder / name / "measures.csv")
        runs = Counter(row["agent"] for row in rows if row["table"] == "run" and row["measure"] == "ap")
        for row in rows:
            if row["mean"]:
                key = (row["agent"], row["table"], row["novelty"], row["scenario"], row["measure"])
                means[key] = Mean(float(row["mean"]), interval_of(row) if runs[row["agent"]] > 1 else "")
    return means


def interval_of(row):
    """Student's interval over seeds, such as [0.21, 0.55]."""
    return f" [{float(row['low']):.2f}, {float(row['high']):.2f}]" if row["low"] else ""


def trainings(folder, novelty, actions):
    """What the training of each seed printed of a novelty's templates."""
    return sorted(folder.glob(f"seed_*/{novelty}/train_{actions}.txt"))


def present(folder, actions):
    """The novelties with nets for the set of actions."""
    return [novelty for novelty in NOVELTIES if trainings(folder, novelty, actions)]


def read_ceilings(file):
    """The column `solved` by template; nothing where the ceilings are not there."""
    if not file.exists():
        return {}
    rows = re.findall(r"(?m)^(\S+/\S+/\S+) +\d+ +([\d.]+) ", file.read_text(encoding="utf-8"))
    return {template: float(solved) for template, solved in rows}


def read_held_out(file):
    """The columns `passed` and `solved` of a seed's held-out tasks by kind and template."""
    held_out = {kind: {} for kind in KINDS}
    for kind, table in re.findall(r"(?m)^(\w+), actions: .*\n((?:\S+/\S+/normal +\d.*\n)+)", file.read_text(encoding="utf-8")):
        for row in table.splitlines():
            template, _, passed, solved, *_ = row.split()
            held_out[kind][template] = (float(passed), float(solved))
    return held_out


def number(value):
    return "-" if value is None else f"{value:.2f}"


def with_interval(value):
    return "-" if value is None else number(value.mean) + value.interval


def print_row(*cells):
    print("| " + " | ".join(cells) + " |")


def print_share(seeds, title, kind, actions):
    """The median, over the templates and seeds, of the passed share of the held-out tasks that the set of actions can pass."""
    shares = [passed / solved for held_out in seeds for passed, solved in held_out[kind].values() if solved > 0]
    print(f"{title}, {actions}: the median of held out / solved is {median(shares):.2f} over {len(shares)} nets.")


def pair_cells(pair, kind, seeds, actions, means):
    """What the nets of a kind reach on a pair: passed held-out tasks of those that can be passed, and AP of each version."""
    scenario, novelty = pair.split("/")
    passed, solved = (mean(held_out[kind][f"{pair}/normal"][i] for held_out in seeds) for i in range(2))
    aps = [means.get((f"{kind}{version}_{actions}", "cell", novelty, scenario, "ap")) for version in VERSIONS]
    return [f"{passed:.2f} of {solved:.2f}", *map(with_interval, aps)]


def print_pairs(folder, actions, means):
    print(f"\n--actions {actions}\n")
    print_row("pair", "seeds", "solved, novel",
              *(f"{title}: {column}" for title in KINDS.values() for column in ("held out", "AP offline", "online", "adapt")))
    print("|---" * (3 + 4 * len(KINDS)) + "|")
    all_seeds = []
    for novelty in present(folder, actions):
        ceilings = read_ceilings(folder / novelty / f"ceilings_{actions}.txt")
        seeds = [read_held_out(file) for file in trainings(folder, novelty, actions)]
        all_seeds += seeds
        for scenario in SCENARIOS:
            pair = f"{scenario}/{novelty}"
            cells = [cell for kind in KINDS for cell in pair_cells(pair, kind, seeds, actions, means)]
            print_row(pair, str(len(seeds)), number(ceilings.get(f"{pair}/novel")), *cells)
    print()
    for kind, title in KINDS.items():
        print_share(all_seeds, title, kind, actions)


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
                print_row(novelty, KINDS[kind] + " " + (version[1:] or "offline"), *map(with_interval, ours), *map(number, printed))


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
        print_row(measure.upper(), *(number(mean(value.mean for value in row)) for row in rows))
        print_row(f"{measure.upper()} printed", *(number(mean(PRINTED[novelty][i][k] for novelty in novelties)) for k in range(len(agents))))


def main():
    folder = Path(sys.argv[1])
    means = read_measures(folder)
    sets = [actions for actions in SETS if present(folder, actions)]
    for actions in sets:
        print_pairs(folder, actions, means)
    print_novelties(means, sets)
    for actions in sets:
        for novelties in GROUPS:
            print_group(means, actions, novelties)


if __name__ == "__main__":
    main()
