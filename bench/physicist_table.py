#!/usr/bin/env python3
"""Prints tables of the agent physicist from what scripts/physicist.sh left, beside people of NovPhy's paper, in Markdown.

Usage: physicist_table.py START, where START.jsonl are the records, START.csv their measures by novphy measure --csv, and
START.sma.csv and START.pma.csv those of two detectors. If an oracle.csv stands beside them, the oracle's AP is the ceiling."""

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
BESIDE_PEOPLE = {"cdt": "CDT", "dd": "DD", "ap": "AP", "aus_trapz": "AUS"}
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

    def of_people(self, measure, novelty="", scenario=""):
        return self._means.get(("paper_nps" if novelty else "paper_spn", novelty, scenario, measure))

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


def print_beside_people(measures, oracle, title, rows):
    """One row for each novelty or scenario: (name, what asks Measures for it)."""
    head = ["", "normal", *(name for measure in BESIDE_PEOPLE.values() for name in (measure, "people")), *(["AP, oracle"] if oracle else [])]
    print_table(title, head, [[name, number(measures.of("normal", **where)), *beside_people(measures, where),
                               *([number(oracle.of("ap", **where))] if oracle else [])] for name, where in rows])


def beside_people(measures, where):
    for measure in BESIDE_PEOPLE:
        yield number(measures.of(measure, **where))
        yield number(measures.of_people(measure, **where))


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
        print("physicist_table.py: expected START; the head of this file explains it", file=sys.stderr)
        sys.exit(2)
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
    print_beside_people(measures, oracle, "By novelty, beside people of the paper, whose AP is of the last two of four novel tasks",
                        [(novelty, {"novelty": novelty}) for novelty in novelties])
    print_beside_people(measures, oracle, "By scenario, beside people's means over the eight novelties of the paper",
                        [(scenario, {"scenario": scenario}) for scenario in SCENARIOS if scenario in scenarios])
    print_grid(measures, "normal", "Pass rate of normal tasks")
    print_grid(measures, "cdt", "CDT")
    print_grid(measures, "ap", "AP")
    print_curves(by_pair, novelties)
    print_detectors(start, measures)
    print_failures(measures, by_pair)


if __name__ == "__main__":
    try:
        main()
    except OSError as error:
        print(f"physicist_table.py: {error.filename}: {error.strerror}; expected what scripts/physicist.sh leaves", file=sys.stderr)
        sys.exit(2)
