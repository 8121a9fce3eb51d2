#!/usr/bin/env python3
"""Prints tables of the five agents that need no training, beside NovPhy's paper, in Markdown.

Usage: baselines_table.py MEASURES, a file of novphy measure --csv"""

import csv
import sys

AGENTS = ["naive_adapt", "datalab", "eagles_wing", "pig_shooter", "random"]
NOVELTIES = ["objects", "agents", "actions", "interactions", "relations", "environments", "goals", "events"]
SCENARIOS = ["single_force", "multiple_forces", "rolling", "falling", "sliding"]

# The paper's means over scenarios (novelties) and over novelties (scenarios), in the order of AGENTS. The paper gives neither
# CDT nor DD of Naive Adapt, which is told of the novelty.
PAPER = {
    "ap": {
        "objects": [.61, .37, .40, .02, .01], "agents": [.11, .05, .05, .01, .01], "actions": [.10, .03, .08, .00, .01],
        "interactions": [.33, .10, .30, .03, .06], "relations": [.00] * 5, "environments": [.00, .00, .00, .00, .03],
        "goals": [.29, .08, .09, .01, .02], "events": [.00, .13, .12, .01, .02],
        "single_force": [.13, .08, .16, .01, .03], "multiple_forces": [.17, .01, .08, .00, .01],
        "rolling": [.18, .07, .07, .00, .02], "falling": [.21, .19, .19, .02, .02], "sliding": [.21, .13, .16, .02, .01]},
    "cdt": {
        "objects": [None, .65, .57, .25, .23], "agents": [None, .49, .42, .17, .24], "actions": [None, .44, .49, .24, .17],
        "interactions": [None, .42, .46, .18, .55], "relations": [None, .27, .28, .08, .01],
        "environments": [None, .44, .35, .01, .40], "goals": [None, .43, .55, .19, .39], "events": [None, .46, .46, .07, .26],
        "single_force": [None, .59, .67, .08, .31], "multiple_forces": [None, .55, .55, .14, .14],
        "rolling": [None, .26, .24, .20, .34], "falling": [None, .48, .44, .19, .36], "sliding": [None, .37, .33, .12, .25],
        "all": [None, .448, .446, .146, .281]},
    "dd": {
        "objects": [None, 7.9, 5.5, 6.1, 12.8], "agents": [None, 11.0, 10.0, 4.6, 19.6], "actions": [None, 10.1, 8.1, 5.7, 19.3],
        "interactions": [None, 5.9, 16.3, 5.3, 18.4], "relations": [None, 3.5, 7.5, 3.9, 4.0],
        "environments": [None, 4.8, 5.5, 2.5, 14.6], "goals": [None, 11.6, 12.3, 5.7, 15.1], "events": [None, 7.4, 11.0, 4.8, 18.1],
        "single_force": [None, 6.6, 7.4, 4.8, 14.2], "multiple_forces": [None, 4.3, 4.9, 5.2, 17.5],
        "rolling": [None, 10.5, 12.0, 4.5, 16.1], "falling": [None, 10.0, 12.5, 4.9, 13.4], "sliding": [None, 9.1, 13.0, 7.0, 22.1]},
}
TABLES = [("normal", "Pass rate before the novelty", 2), ("ap", "AP", 2), ("aus", "AUS", 2), ("cdt", "CDT with pma:10:1.5", 2),
          ("dd", "DD with pma:10:1.5, tasks", 1)]


def means(file):
    """The mean of each measure by agent, measure and row of the tables."""
    found = {}
    with open(file, newline="", encoding="utf-8") as lines:
        for line in csv.DictReader(lines):
            row = {"nps": line["novelty"], "spn": line["scenario"], "overall": "all"}.get(line["table"])
            if row and line["mean"]:
                found[line["agent"], line["measure"], row] = float(line["mean"])
    return found


def number(value, digits):
    if value is None:
        return "-"
    text = f"{value:.{digits}f}"
    return text[1:] if text.startswith("0.") else text


def main():
    found = means(sys.argv[1])
    for measure, title, digits in TABLES:
        print(f"**{title}**{', ours / paper' if measure in PAPER else ''}\n")
        print("| | " + " | ".join(f"`{agent}`" for agent in AGENTS) + " |")
        print("|---" * (len(AGENTS) + 1) + "|")
        for row in [*NOVELTIES, *SCENARIOS, "all"]:
            ours = [number(found.get((agent, measure, row)), digits) for agent in AGENTS]
            paper = PAPER.get(measure, {}).get(row)
            cells = ours if paper is None else [f"{a} / {number(b, digits)}" for a, b in zip(ours, paper)]
            print(f"| {row} | " + " | ".join(cells) + " |")
        print()


if __name__ == "__main__":
    main()
