#!/usr/bin/env python3
"""Prints tables of the agent physicist from what scripts/physicist.sh left, in Markdown, and its first four novel tasks beside
people of NovPhy's paper, who played four.

Usage: physicist_table.py START, where START.jsonl are the records, START.csv their measures by novphy measure --csv, and
START.sma.csv and START.pma.csv those of two detectors. If an oracle.csv stands beside them, the oracle's AP is the ceiling.
physicist_table.py docs/results/physicist.csv prints the intervals of the means of its tables, over cells, rows and columns.
physicist_table.py 3/80 prints that share with its interval."""

import csv
import json
import re
import sys
from collections import defaultdict
from pathlib import Path

NOVELTIES = ["objects", "agents", "actions", "interactions", "relations", "environments", "goals", "events"]
SCENARIOS = ["single_force", "multiple_forces", "rolling", "falling", "sliding"]
PEOPLE = "Human"
# What is wanted of the means over all pairs.
WANTED = {"normal": "at least .85", "cdt": "at least .9", "dd": "at most 2", "false_alarms": "at most .05", "ap": "at least .70"}
TITLES = {"normal": "pass rate of normal tasks", "cdt": "CDT", "dd": "DD, tasks", "wdt": "trials with an alarm on a normal task (WDT)",
          "false_alarms": "control trials with an alarm", "ap": "AP, last half of the novel tasks", "aus": "AUS", "aus_trapz": "AUS of trapezoids"}
SHOWN = {"cdt": "CDT", "dd": "DD", "ap": "AP", "aus_trapz": "AUS trapz"}
# Student's t of 95 % by degrees of freedom.
T = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262, 11: 2.201, 39: 2.023}
# A pair with a measure on the wrong side of its value is told among the failures.
LEAST = {"normal": .85, "cdt": .9, "ap": .7}
MOST = {"dd": 2, "wdt": .05}
# Groups of novel tasks whose pass rates show how fast the agent adapts. People of the paper played four.
GROUPS = [(1, 1), (2, 2), (3, 3), (4, 4), (5, 10), (11, 20), (21, 40)]


class Measures:
    """The means of a file of novphy measure --csv. Those of people are among the paper's."""

    def __init__(self, file):
        with open(file, newline="", encoding="utf-8") as lines:
            rows = [row for row in csv.DictReader(lines) if row["mean"]]
        self._means = {(row["table"], row["novelty"], row["scenario"], row["measure"]): float(row["mean"]) for row in rows
                       if not row["table"].startswith("paper_") or row["agent"] == PEOPLE}

    def of(self, measure, novelty="", scenario=""):
        """The mean of a pair, a novelty, a scenario, or everything; None where it is not defined."""
        if measure == "false_alarms":
            return self._means.get(("control", "", "", measure))
        table = {(True, True): "cell", (True, False): "nps", (False, True): "spn"}.get((bool(novelty), bool(scenario)), "overall")
        return self._means.get((table, novelty, scenario, measure))

    def of_people(self, measure, novelty):
        return self._means.get(("paper_nps", novelty, "", measure))

    def pairs(self):
        """The novelties and scenarios of all pairs, in the order of the tables."""
        found = {key[1:3] for key in self._means if key[0] == "cell"}
        return sorted(found, key=lambda pair: (place(NOVELTIES, pair[0]), place(SCENARIOS, pair[1])))


def place(names, name):
    return (names.index(name), "") if name in names else (len(names), name)


def unique(values):
    return list(dict.fromkeys(values))


def number(value, digits=2):
    text = "-" if value is None else f"{value:.{digits}f}"
    return text[1:] if text.startswith("0.") else text


def interval(values, most=1):
    """The mean with Student's interval of 95 %, inside what the measure can be."""
    mean, count = sum(values) / len(values), len(values)
    if count - 1 not in T:
        return f"{number(mean)} (n = {count}, no interval)"
    if len(set(values)) == 1:
        return f"{number(mean)} (all {count} equal)"
    error = (sum((value - mean) ** 2 for value in values) / (count - 1) / count) ** 0.5 * T[count - 1]
    return f"{number(mean)} [{number(max(0, mean - error))}, {number(min(most, mean + error))}]"


def of_proportion(passed, count):
    """A share of trials with Wilson's interval of 95 %."""
    share, z = passed / count, 1.96
    middle, width = share + z * z / (2 * count), z * (share * (1 - share) / count + z * z / (4 * count * count)) ** 0.5
    low, high = ((middle + side * width) / (1 + z * z / count) for side in (-1, 1))
    return f"{number(share, 3)} [{number(max(0, low), 3)}, {number(min(1, high), 3)}]"


def print_table(title, head, rows):
    print(f"**{title}**\n")
    for row in (head, ["---"] * len(head), *rows):
        print("| " + " | ".join(row) + " |")
    print()


def print_summary(measures, oracle):
    rows = [[title, number(measures.of(measure), 1 if measure == "dd" else 2), WANTED.get(measure, "")] for measure, title in TITLES.items()]
    if oracle:
        rows.append(["AP of the oracle, which is told each task", number(oracle.of("ap")), ""])
    print_table("All pairs", ["measure", "mean over pairs", "wanted"], rows)


def print_means(measures, oracle, title, rows):
    """One row for each novelty or scenario: (name, what asks Measures for it)."""
    head = ["", "normal", *SHOWN.values(), *(["AP, oracle"] if oracle else [])]
    print_table(title, head, [[name, *(number(measures.of(measure, **where)) for measure in ("normal", *SHOWN)),
                               *([number(oracle.of("ap", **where))] if oracle else [])] for name, where in rows])


def print_first_four(measures, curves):
    """AP and AUS of the first four novel tasks, as people's, who played four. curves: pass rates by place, by novelty."""
    rows, all_values = [], []
    for novelty, (first, second, third, fourth) in curves.items():
        values = ((third + fourth) / 2, (first + 2 * second + 2 * third + fourth) / 6)
        people = [measures.of_people(measure, novelty) if measures else None for measure in ("ap", "aus_trapz")]
        all_values.append(values)
        rows.append([novelty, *(number(each) for pair in zip(values, people) for each in pair)])
    ap, aus = (interval(values) for values in zip(*all_values))
    print_table("The first four novel tasks, beside people of the paper", ["", "AP", "people", "AUS", "people"], [*rows, ["all", ap, "", aus, ""]])


def print_grid(measures, measure, title):
    novelties, scenarios = (unique(each) for each in zip(*measures.pairs()))
    scenarios.sort(key=lambda name: place(SCENARIOS, name))
    rows = [[novelty, *(number(measures.of(measure, novelty, scenario)) for scenario in scenarios), number(measures.of(measure, novelty))]
            for novelty in novelties]
    rows.append(["mean", *(number(measures.of(measure, scenario=scenario)) for scenario in scenarios), number(measures.of(measure))])
    print_table(title, ["", *scenarios, "mean"], rows)


def print_detectors(start, own):
    all_measures = {"its own probability": own, "`sma:5:0.2`": Measures(f"{start}.sma.csv"), "`pma:10:1.5`": Measures(f"{start}.pma.csv")}
    columns = ["cdt", "dd", "wdt", "false_alarms"]
    print_table("Alarms by its own probability, and by detectors that see its passes alone",
                ["alarms by", "CDT", "DD", "WDT", "control trials with an alarm"],
                [[name, *(number(measures.of(measure)) for measure in columns)] for name, measures in all_measures.items()])


def read_trials(file):
    """The records of the novel tasks of each trial with a novelty, by novelty and scenario."""
    trials = defaultdict(list)
    with open(file, encoding="utf-8") as lines:
        next(lines)
        for record in map(json.loads, lines):
            if record["phase"] == "novel" and not record.get("control"):
                trials[record["novelty"], record["scenario"], record["trial"]].append(record)
    by_pair = defaultdict(list)
    for (novelty, scenario, _), records in trials.items():
        by_pair[novelty, scenario].append(records)
    return by_pair


def print_curves(by_pair, novelties):
    """Pass rates along the trial."""
    longest = max(len(records) for trials in by_pair.values() for records in trials)
    groups = [(first, min(last, longest)) for first, last in GROUPS if first <= longest]
    rows = []
    for title in (*novelties, "all"):
        trials = [records for (novelty, _), each in by_pair.items() if title in (novelty, "all") for records in each]
        rows.append([title, *(number(share([r["passed"] for records in trials for r in records[first - 1:last]])) for first, last in groups)])
    print_table("Pass rate of the novel tasks by their place in the trial",
                ["", *(str(first) if first == last else f"{first} to {last}" for first, last in groups)], rows)


def print_intervals(file):
    """The intervals of the means of tables whose last column is "mean", and the first four tasks of curves."""
    tables = {}
    with open(file, newline="", encoding="utf-8") as lines:
        for title, *cells in csv.reader(lines):
            if title == "table":
                head = cells
            else:
                tables.setdefault(title, (head, []))[1].append(cells)
    for title, (head, rows) in tables.items():
        if head[-1] != "mean" and head[1:5] != ["1", "2", "3", "4"]:
            continue
        cells = {row[0]: [float(cell.split()[0]) for cell in row[1:]] for row in rows}
        if head[-1] == "mean":
            grid = [values[:-1] for name, values in cells.items() if name != "mean"]
            means = [("all", sum(grid, [])), ("rows", [sum(row) / len(row) for row in grid]),
                     *((name, values[:-1]) for name, values in cells.items() if name != "mean"), *zip(head[1:], zip(*grid))]
            print_table(title, ["over", "n", "mean"], [[name, str(len(values)), interval(values)] for name, values in means])
        else:
            curves = {name: values[:4] for name, values in cells.items() if name != "all"}
            print_first_four(None, curves)
            print_table(title, ["place", "mean over novelties"], [[str(i + 1), interval(each)] for i, each in enumerate(zip(*curves.values()))])


def passed_at(place, novelty, by_pair):
    return share([records[place]["passed"] for (name, _), trials in by_pair.items() if name == novelty
                  for records in trials if len(records) > place])


def share(values):
    return sum(values) / len(values) if values else None


def failures(measures, novelty, scenario):
    """The measures of the pair that are not as wanted, such as "cdt .67"."""
    values = {measure: measures.of(measure, novelty, scenario) for measure in (*LEAST, *MOST)}
    return [f"{measure} {number(value)}" for measure, value in values.items()
            if value is not None and (value < LEAST.get(measure, value) or value > MOST.get(measure, value))]


def law_told(record):
    """What the agent said of the world in a task, without the sentences about its throws."""
    text = re.sub(r"(Throw \d+: passes with probability|Surprise:) \S+ ?", "", record.get("reported_text", ""))
    return text.replace("|", "/").strip() or "nothing"


def said_in(records):
    """What the agent said most often of the world in these tasks, whatever the numbers, and in how many of them."""
    alike = defaultdict(list)
    for text in map(law_told, records):
        alike[re.sub(r"-?\d+(\.\d+)?", "0", text)].append(text)
    if not alike:
        return ""
    most = max(alike.values(), key=len)
    return f"{most[-1]} ({len(most)} of {len(records)})"


def print_failures(measures, by_pair):
    rows = []
    for novelty, scenario in measures.pairs():
        last_half = [record for records in by_pair[novelty, scenario] for record in records[len(records) // 2:]]
        failed = [record for record in last_half if not record["passed"]]
        wrong = failures(measures, novelty, scenario)
        if wrong:
            rows.append([f"{scenario}/{novelty}", ", ".join(wrong), f"{len(failed)} of {len(last_half)}", said_in(failed)])
    print_table("Pairs in which a measure is not as wanted", ["pair", "measures", "failed in the last half", "what it said there of the world"], rows)


def main():
    if len(sys.argv) != 2:
        print("physicist_table.py: expected START or FILE.csv; the head of this file explains it", file=sys.stderr)
        sys.exit(2)
    if sys.argv[1].endswith(".csv"):
        return print_intervals(sys.argv[1])
    if re.fullmatch(r"\d+/\d+", sys.argv[1]):
        return print(of_proportion(*map(int, sys.argv[1].split("/"))))
    start = Path(sys.argv[1])
    measures = Measures(f"{start}.csv")
    oracle_file = start.with_name("oracle.csv")
    oracle = Measures(oracle_file) if oracle_file.exists() else None
    by_pair = read_trials(f"{start}.jsonl")
    if not measures.pairs():  # all trials are control trials
        print_detectors(start, measures)
        return
    novelties, scenarios = (unique(each) for each in zip(*measures.pairs()))
    print_summary(measures, oracle)
    print_means(measures, oracle, "By novelty", [(novelty, {"novelty": novelty}) for novelty in novelties])
    print_means(measures, oracle, "By scenario", [(scenario, {"scenario": scenario}) for scenario in SCENARIOS if scenario in scenarios])
    print_grid(measures, "normal", "Pass rate of normal tasks")
    print_grid(measures, "cdt", "CDT")
    print_grid(measures, "ap", "AP")
    print_curves(by_pair, novelties)
    firsts = {novelty: [passed_at(place, novelty, by_pair) for place in range(4)] for novelty in novelties}
    if None not in sum(firsts.values(), []):
        print_first_four(measures, firsts)
    print_detectors(start, measures)
    print_failures(measures, by_pair)


if __name__ == "__main__":
    try:
        main()
    except OSError as error:
        print(f"physicist_table.py: {error.filename}: {error.strerror}; expected what scripts/physicist.sh leaves", file=sys.stderr)
        sys.exit(2)
