#!/usr/bin/env python3
"""Prints tables of the agent physicist from what scripts/physicist.sh left, in Markdown, and its first novel tasks beside people.

Usage: physicist_table.py START [OTHER...], where START.jsonl are the records, START.csv their measures by novphy measure --csv, and
START.sma.csv and START.pma.csv those of two detectors. If an oracle.csv stands beside them, the oracle's AP is the ceiling. OTHER
are further agents on the same plan.
--sets START... compares one agent on several sets of tasks of the same pairs.
physicist_table.py 3/80 prints that share with its interval, and --controls START... that of alarms in all their control trials."""

import csv
import json
import re
import sys
from collections import defaultdict
from pathlib import Path

NOVELTIES = ["objects", "agents", "actions", "interactions", "relations", "environments", "goals", "events"]
SCENARIOS = ["single_force", "multiple_forces", "rolling", "falling", "sliding"]
PEOPLE = ("people", "human", "Human")  # of play data, of studies, and of the tables of NovPhy's paper
# What is wanted of the means over all pairs.
WANTED = {"normal": "at least .85", "cdt": "at least .9", "dd": "at most 2", "false_alarms": "at most .05", "ap": "at least .70"}
TITLES = {"normal": "pass rate of normal tasks", "cdt": "CDT", "dd": "DD, tasks", "wdt": "trials with an alarm on a normal task (WDT)",
          "false_alarms": "control trials with an alarm", "ap": "AP, last half of the novel tasks", "aus": "AUS", "aus_trapz": "AUS of trapezoids"}
SHOWN = {"normal": "normal", "cdt": "CDT", "dd": "DD", "ap": "AP", "aus_trapz": "AUS trapz"}
SHARES = {"cdt", "wdt", "false_alarms"}  # 1 or 0 in each trial
# Student's t of 95 % by degrees of freedom; beyond, a series about the normal quantile is exact to three digits.
T = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262}
# A pair with a measure on the wrong side of its value is told among the failures.
LEAST = {"normal": .85, "cdt": .9, "ap": .7}
MOST = {"dd": 2, "wdt": .05}
# Groups of novel tasks whose pass rates show how fast the agent adapts. People of the paper played four.
GROUPS = [(1, 1), (2, 2), (3, 3), (4, 4), (5, 10), (11, 20), (21, 40)]


class Measures:
    """The means of a file of novphy measure --csv, of one agent, with what it says of people."""

    def __init__(self, file):
        with open(file, newline="", encoding="utf-8") as lines:
            rows = [row for row in csv.DictReader(lines) if row["mean"]]
        self._means = {(row["table"], row["novelty"], row["scenario"], row["measure"]): float(row["mean"]) for row in rows
                       if row["agent"] not in PEOPLE and not row["table"].startswith("paper_")}
        self._trials = [(row["table"], row["measure"], float(row["mean"]), int(row["of_trials"])) for row in rows
                        if row["agent"] not in PEOPLE and row["table"] in ("cell", "control") and row.get("of_trials")]
        self.paper = {(row["novelty"], row["measure"]): float(row["mean"]) for row in rows if row["table"] == "paper_nps" and row["agent"] in PEOPLE}
        self.score = next((row for row in rows if row["table"] == "efficiency"), None)
        at = [row for row in rows if row["agent"] in PEOPLE and row["table"] == "curve" and row["measure"] == "pass_rate"]
        self.people_at = {(row["novelty"] or row["scenario"] or "all", row["at"]): row for row in at if not row["novelty"] or not row["scenario"]}

    def of(self, measure, novelty="", scenario=""):
        """The mean of a pair, a novelty, a scenario, or everything; None where it is not defined."""
        table = {(True, True): "cell", (True, False): "nps", (False, True): "spn"}.get((bool(novelty), bool(scenario)), "overall")
        return self._means.get((table, novelty, scenario, measure))

    def values(self, measure, novelty=None, scenario=None):
        """Of each of these pairs in which the measure is defined, by novelty (or law) and scenario."""
        return [(kind(key[1]), value) for key, value in self._means.items()
                if (key[0], key[3]) == ("cell", measure) and novelty in (None, key[1]) and scenario in (None, key[2])]

    def counted(self, measure):
        """In how many trials the measure is 1, and of how many."""
        table = "control" if measure == "false_alarms" else "cell"
        found = [(mean * count, count) for *key, mean, count in self._trials if key == [table, measure]]
        return round(sum(ones for ones, _ in found)), sum(count for _, count in found)

    def pairs(self):
        """The novelties and scenarios of all pairs, in the order of the tables."""
        found = {key[1:3] for key in self._means if key[0] == "cell"}
        return sorted(found, key=lambda pair: (place(NOVELTIES, pair[0]), place(SCENARIOS, pair[1])))


def kind(novelty):
    """The law of an invented novelty such as "whirl_12-3fa2"; else the novelty."""
    return re.sub(r"_\d+-[0-9a-f]{4}$", "", novelty)


def place(names, name):
    return (names.index(name), "") if name in names else (len(names), name)


def unique(values):
    return list(dict.fromkeys(values))


def share(values):
    return sum(values) / len(values) if values else None


def by_name(named_values):
    """The mean of the values of each name."""
    values = defaultdict(list)
    for name, value in named_values:
        values[name].append(value)
    return {name: share(each) for name, each in values.items()}


def number(value, digits=2):
    text = "-" if value is None else f"{value:.{digits}f}"
    return re.sub(r"^(-?)0\.", r"\1.", text)


def within(row, prefix="", mean="mean"):
    """A mean of CSV with its interval, where it has one."""
    low, high = (row[f"{prefix}{end}"] for end in ("low", "high"))
    return f"{number(float(row[mean]))} [{number(float(low))}, {number(float(high))}]" if low and high else number(float(row[mean]))


def student(freedom):
    z = 1.959964
    return T.get(freedom) or z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2) + \
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)


def interval(values, most=1, least=0):
    """The mean with Student's interval of 95 %, inside what the measure can be."""
    values = list(values)
    mean, count = share(values), len(values)
    if count < 2:
        return f"{number(mean)} (n = 1, no interval)" if values else "-"
    if max(values) - min(values) < 1e-9:
        return f"{number(mean)} (all {count} equal)"
    error = (sum((value - mean) ** 2 for value in values) / (count - 1) / count) ** 0.5 * student(count - 1)
    return f"{number(mean)} [{number(max(least, mean - error))}, {number(min(most, mean + error))}]"


def of_proportion(passed, count):
    """A share of trials with Wilson's interval of 95 %."""
    if count == 0:
        return "-"
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
    rows = []
    for measure, title in TITLES.items():
        values, most = measures.values(measure), float("inf") if measure == "dd" else 1
        over = [interval([value for _, value in values], most), interval(by_name(values).values(), most)]
        if measure in SHARES:
            one, count = measures.counted(measure)
            title, over = f"{title}: {one} of {count}", [of_proportion(one, count), ""]
        rows.append([title, *over, WANTED.get(measure, "")])
    if measures.score:
        rows.append(["score against people, over people and trials", within(measures.score, "score_shots_", "score_shots"), "", ""])
    if oracle:
        rows.append(["AP of the oracle, which is told each task", number(oracle.of("ap")), "", ""])
    print_table("All pairs", ["measure", "over pairs, or trials", "over novelties", "wanted"], rows)


def print_means(measures, oracle, title, rows):
    """One row for each novelty or scenario: (name, what asks Measures for it). AP has its interval over pairs."""
    head = ["", *SHOWN.values(), *(["AP, oracle"] if oracle else [])]
    print_table(title, head, [[name, *(interval(value for _, value in measures.values("ap", **where)) if measure == "ap" else
                                       number(measures.of(measure, **where)) for measure in SHOWN),
                               *([number(oracle.of("ap", **where))] if oracle else [])] for name, where in rows])


def print_laws(measures):
    """Of invented novelties."""
    columns = [by_name(measures.values(measure)) for measure in SHOWN]
    counts = [kind(novelty) for novelty, _ in measures.pairs()]
    print_table("By law", ["", "pairs", *SHOWN.values()],
                [[law, str(counts.count(law)), *(number(column.get(law)) for column in columns)] for law in sorted(unique(counts))])


def print_first_four(measures, curves):
    """The first four novel tasks as people's, who played four. curves: pass rates by place, by novelty."""
    rows, all_values = [], []
    for novelty, (first, second, third, fourth) in curves.items():
        values = ((third + fourth) / 2, (first + 2 * second + 2 * third + fourth) / 6)
        people = [measures.paper.get((novelty, measure)) for measure in ("ap", "aus_trapz")]
        all_values.append(values)
        rows.append([novelty, *(number(each) for pair in zip(values, people) for each in pair)])
    ap, aus = (interval(values) for values in zip(*all_values))
    print_table("The first four novel tasks, beside people of the paper", ["", "AP", "people", "AUS", "people"], [*rows, ["all", ap, "", aus, ""]])
    people = [measures.people_at.get(("all", str(i))) for i in range(4)]
    print_table("Pass rates of the first four, over novelties, beside play data of people", ["place", "mean", "people"],
                [[str(i + 1), interval(each), within(row) if row else "-"]
                 for i, (each, row) in enumerate(zip(zip(*curves.values()), people))])


def print_matched(measures, by_pair, names):
    """The mean over novel tasks 1 to 4 of each novelty or scenario, which people of the play data played, too."""
    def of_people(name):
        rows = [measures.people_at.get((name, str(i))) for i in range(4)]
        return share([float(row["mean"]) for row in rows]) if None not in rows else None
    print_table("Mean pass rate of novel tasks 1 to 4, beside play data of people", ["", "mean", "people"],
                [[name, number(passed_in(by_pair, name, 1, 4)), number(of_people(name))] for name in (*names, "all")])


def print_grid(measures, measure, title):
    novelties, scenarios = (unique(each) for each in zip(*measures.pairs()))
    scenarios.sort(key=lambda name: place(SCENARIOS, name))
    rows = [[novelty, *(number(measures.of(measure, novelty, scenario)) for scenario in scenarios), number(measures.of(measure, novelty))]
            for novelty in novelties]
    rows.append(["mean", *(number(measures.of(measure, scenario=scenario)) for scenario in scenarios), number(measures.of(measure))])
    print_table(title, ["", *scenarios, "mean"], rows)


def print_detectors(start, own):
    all_measures = {"its own probability": own, "`sma:5:0.2`": Measures(f"{start}.sma.csv"), "`pma:10:1.5`": Measures(f"{start}.pma.csv")}
    print_table("Alarms by its own probability, and by detectors that see its passes alone",
                ["alarms by", "CDT", "DD", "WDT", "control trials with an alarm"],
                [[name, *(number(measures.of(measure)) for measure in ("cdt", "dd", "wdt")), of_proportion(*measures.counted("false_alarms"))]
                 for name, measures in all_measures.items()])


def less(first, other, measure):
    """The difference of two agents over the pairs, of which both played the same trials."""
    values = [[agent.of(measure, *pair) for agent in (first, other)] for pair in first.pairs()]
    return interval((ours - theirs for ours, theirs in values if None not in (ours, theirs)), least=-1)


def print_beside(starts, title="Agents on the same trials, and the first less each other, over pairs", named=lambda start: f"`{name_in(start)}`"):
    """Agents on one plan, or one agent in several sets of the same pairs, with the differences of the first from each other, by pair."""
    first = Measures(f"{starts[0]}.csv")
    rows = []
    for start in starts:
        measures = Measures(f"{start}.csv")
        rows.append([named(start), *(number(measures.of(measure)) for measure in SHOWN), of_proportion(*measures.counted("false_alarms")),
                     *("" if start == starts[0] else less(first, measures, measure) for measure in ("ap", "aus", "cdt"))])
    print_table(title, ["", *SHOWN.values(), "control trials with an alarm", "AP less", "AUS less", "CDT less"], rows)


def name_in(start):
    with open(f"{start}.jsonl", encoding="utf-8") as lines:
        head = json.loads(next(lines))
    return head.get("name") or head["agent"]


def print_controls(starts):
    counts = [Measures(f"{start}.csv").counted("false_alarms") for start in starts]
    names = [*(Path(start).parent.name for start in starts), "all"]
    print_table("Control trials with an alarm", ["", "trials", "share"],
                [[name, f"{one} of {count}", of_proportion(one, count)] for name, (one, count) in zip(names, [*counts, tuple(map(sum, zip(*counts)))])])


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


def passed_in(by_pair, novelty, first, last):
    """The pass rate of these novel tasks of each trial, of a novelty (or law), a scenario or "all"."""
    return share([record["passed"] for (name, scenario), trials in by_pair.items() if novelty in (kind(name), scenario, "all")
                  for records in trials for record in records[first - 1:last]])


def print_curves(by_pair, novelties):
    """Pass rates along the trial."""
    longest = max(len(records) for trials in by_pair.values() for records in trials)
    groups = [(first, min(last, longest)) for first, last in GROUPS if first <= longest]
    print_table("Pass rate of the novel tasks by their place in the trial",
                ["", *(str(first) if first == last else f"{first} to {last}" for first, last in groups)],
                [[title, *(number(passed_in(by_pair, title, *group)) for group in groups)] for title in (*novelties, "all")])


def said_in(records):
    """What the agent said most often of the world in these tasks, whatever the numbers, and in how many of them."""
    alike = defaultdict(list)
    for record in records:  # without the sentences about throws
        text = re.sub(r"(Throw \d+: passes with probability|Surprise:) \S+ ?", "", record.get("reported_text", "")).replace("|", "/").strip() or "nothing"
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
        values = {measure: measures.of(measure, novelty, scenario) for measure in (*LEAST, *MOST)}
        wrong = [f"{measure} {number(value)}" for measure, value in values.items()
                 if value is not None and (value < LEAST.get(measure, value) or value > MOST.get(measure, value))]
        if wrong:
            rows.append([f"{scenario}/{novelty}", ", ".join(wrong), f"{len(failed)} of {len(last_half)}", said_in(failed)])
    print_table("Pairs in which a measure is not as wanted", ["pair", "measures", "failed in the last half", "what it said there of the world"], rows)


def print_all(starts):
    start = Path(starts[0])
    measures = Measures(f"{start}.csv")
    if not measures.pairs():  # all trials are control trials
        return print_detectors(start, measures)
    oracle_file = start.with_name("oracle.csv")
    oracle = Measures(oracle_file) if oracle_file.exists() else None
    by_pair = read_trials(f"{start}.jsonl")
    novelties, scenarios = (unique(each) for each in zip(*measures.pairs()))
    kinds = unique(map(kind, novelties))
    print_summary(measures, oracle)
    if kinds == novelties:
        print_means(measures, oracle, "By novelty", [(novelty, {"novelty": novelty}) for novelty in novelties])
    else:
        print_laws(measures)
    print_means(measures, oracle, "By scenario", [(scenario, {"scenario": scenario}) for scenario in SCENARIOS if scenario in scenarios])
    if kinds == novelties:
        print_grid(measures, "ap", "AP")
    print_curves(by_pair, kinds)
    firsts = {novelty: [passed_in(by_pair, novelty, i, i) for i in (1, 2, 3, 4)] for novelty in kinds}
    if None not in sum(firsts.values(), []):
        print_first_four(measures, firsts)
        print_matched(measures, by_pair, [*kinds, *(name for name in SCENARIOS if name in scenarios)])
    print_detectors(start, measures)
    print_failures(measures, by_pair)
    if len(starts) > 1:
        print_beside(starts)


def main(arguments):
    if not arguments:
        print("physicist_table.py: expected START; the head of this file explains it", file=sys.stderr)
        sys.exit(2)
    if arguments[0] == "--controls":
        print_controls(arguments[1:])
    elif arguments[0] == "--sets":
        print_beside(arguments[1:], "Sets of tasks of the same pairs, and the first less each other, over pairs", lambda start: Path(start).parent.name)
    elif re.fullmatch(r"\d+/\d+", arguments[0]):
        print(of_proportion(*map(int, arguments[0].split("/"))))
    else:
        print_all(arguments)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except OSError as error:
        print(f"physicist_table.py: {error.filename}: {error.strerror}; expected what scripts/physicist.sh leaves", file=sys.stderr)
        sys.exit(2)
