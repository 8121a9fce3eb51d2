#!/usr/bin/env python3
"""Computes the worked examples of golden_test.cpp, golden_table_test.cpp and players_test.cpp a second time.

Usage: worked_examples.py [--write]. Without --write, the files beside this program are compared with the numbers, and
the exit code is 1 where they differ. The inputs below are our own. The formulas are written from the definitions in
docs/reference/measures.md, in exact fractions and without a line of the C++ code, so that both can only agree where both are
right.
"""

import json
import math
import os
import re
import sys
from fractions import Fraction

FOLDER = os.path.dirname(os.path.abspath(__file__))


def exact(number):
    return Fraction(str(number))


def mean(numbers):
    known = [n for n in numbers if n is not None]
    return sum(known, Fraction(0)) / len(known) if known else None


def over(a, b):
    return None if a is None or b is None or b == 0 else Fraction(a) / Fraction(b)


def part(a, b):
    return None if a is None or b is None else over(a, a + b)


# Detection: alarms of a trial, 0 or 1 for each task.

def detection(alarms, normal):
    before, after = alarms[:normal], alarms[normal:]
    fp, tp = sum(before), sum(after)
    tn, fn = normal - fp, len(after) - tp
    precision, recall, specificity = over(tp, tp + fp), over(tp, tp + fn), over(tn, tn + fp)
    correct = fp == 0 and tp > 0
    run = len(after)  # where the alarms begin that last to the end
    while run > 0 and after[run - 1]:
        run -= 1
    lasts = fp == 0 and run < len(after)
    return {
        "TP": tp, "TN": tn, "FP": fp, "FN": fn,
        "accuracy": over(tp + tn, len(alarms)),
        "TPR": recall, "TNR": specificity,
        "BA": None if recall is None or specificity is None else (recall + specificity) / 2,
        "precision": precision, "recall": recall,
        "F1": None if precision is None or recall is None else over(2 * precision * recall, precision + recall),
        "correct": int(correct), "wrong": int(fp > 0), "missed": int(fp == 0 and tp == 0),
        "IDN_t": after.index(1) if correct else None, "DD_t": after.index(1) + 1 if correct else None,
        "consistent": int(lasts), "consistent_IDN_t": run if lasts else None,
        "consistent_literal": int(fp == 0 and tp > 0 and fn == 0),
    }


def alarms_of(probabilities, threshold, at_least):
    return [int(p >= threshold if at_least else p > threshold) for p in probabilities]


def detection_example(probabilities, normal, name=None):
    example = {"name": name} if name else {}
    return {**example, "prob": probabilities, "n_pre": normal,
            "measures": detection(alarms_of(probabilities, 0.5, False), normal)}


def trial_set(trials):
    result = {"trials": [{"prob": probabilities, "n_pre": normal} for normal, probabilities in trials]}
    for name, at_least in (("strict_gt", False), ("inclusive_ge", True)):
        each = [detection(alarms_of(p, 0.5, at_least), normal) for normal, p in trials]
        whole = {}
        for key in ("accuracy", "BA", "precision", "recall", "F1"):
            values = [trial[key] for trial in each]
            whole[key + "_skip_undefined"] = mean(values)
            whole[key + "_undefined"] = values.count(None)
            whole[key] = None if None in values else mean(values)
        for key, of in (("CDT", "correct"), ("WDT", "wrong"), ("missed", "missed"), ("IDN", "IDN_t"),
                        ("DD_novphy", "DD_t"), ("CDT_consistent", "consistent"), ("IDN_consistent", "consistent_IDN_t")):
            whole[key] = mean([None if trial[of] is None else Fraction(trial[of]) for trial in each])
        result[name] = {"per_trial": each, "set": whole}
    return result


# Reaction: the performance of an agent and of a baseline.

def share_or_zero(a, b):
    return None if a is None or b is None else Fraction(0) if a == 0 else part(a, b)


def reaction(name, normal, agent, baseline, m1, m2):
    mine, theirs = [[exact(n) for n in row] for row in (agent, baseline)]
    after, first, last = mine[normal:], mine[normal:][:m2], mine[normal:][-m1:]
    values = {"P_post_NT": mean(after), "P_asym_BL": mean(theirs[normal:][-m1:]),
              "NRP_t": share_or_zero(mean(after), mean(theirs[:normal])),
              "ANRP_t": share_or_zero(mean(last), mean(theirs[normal:][-m1:])),
              "DNRP_t": share_or_zero(mean(last), mean(first))}
    return {"name": name, "n_pre": normal, "NT": agent, "BL": baseline, "m1": m1, "m2": m2, "measures": values}


def robust(row, normal):
    """Whether the mean moves by less than two population deviations: compared as squares, which are exact."""
    before, after = mean(row[:normal]), mean(row[normal:])
    if before is None or after is None:
        return None
    variance = mean([(n - before) ** 2 for n in row[:normal]])
    return Fraction((after - before) ** 2 < 4 * variance or after == before)


def amoc(probabilities, normal):
    """Area under timeliness over the share of false alarms, as WSU's script draws it."""
    places = len(probabilities) - normal + 1
    alarms = [(p, place) for place, p in enumerate(probabilities) if p > 0]
    alarms.sort(key=lambda alarm: (-alarm[0], alarm[1]))
    false_alarms = sum(place < normal for _, place in alarms)
    points, seen, best = [(Fraction(0), Fraction(0))], 0, Fraction(0)
    for _, place in alarms:
        if place < normal:
            seen += 1
        else:
            best = max(best, Fraction(places - (place - normal), places))
        points.append((Fraction(seen, false_alarms) if false_alarms else Fraction(0), best))
    points.append((Fraction(1), best))
    if best == 0:
        return Fraction(0)
    return sum((b[0] - a[0]) * (a[1] + b[1]) / 2 / best for a, b in zip(points, points[1:]))


def sailon_trial(normal, m, agent, base, probabilities):
    alarms = alarms_of(probabilities, 0.5, True)
    counts = detection(alarms, normal)
    a, b = [[exact(n) for n in row] for row in (agent, base)]
    first = lambda row, count: mean(row[normal:][:count]) if count else None
    last = lambda row, count: mean(row[normal:][-count:]) if count else None
    total = lambda row: sum(row, Fraction(0)) if row else None
    pre = mean(b[:normal])
    return {
        "M1": None if counts["IDN_t"] is None else Fraction(counts["IDN_t"]),
        "M1_total_FN": Fraction(counts["FN"]) if counts["correct"] else None,
        "M2": Fraction(counts["correct"]), "M2_1": Fraction(counts["wrong"]), "M2_2": counts["TNR"],
        "NRP_post_all": over(mean(a[normal:]), pre), "NRP_last_m": over(last(a, m), pre),
        "INRP_first_m": over(first(a, m), pre),
        "ONRP_literal_sums": over(total(a[normal:]), total(b[:normal])),
        "INRP_literal_sums": over(total(a[normal:][:m]), total(b[:normal])) if m else None,
        "OPTI": part(mean(a[normal:]), mean(b[normal:])), "IPTI": part(first(a, m), first(b, m)),
        "APTI": part(last(a, m), last(b, m)), "APTI_seed003_ratio": over(last(a, m), last(b, m)),
        "APTI_seed002_m_plus_1": part(last(a, m + 1), last(b, m + 1)) if m else None,
        "NRM": robust(a, normal), "NRM_beta": robust(b, normal),
        "PRE_SOTA": pre, "PRE_TA2": mean(a[:normal]), "POST_SOTA": mean(b[normal:]), "POST_TA2": mean(a[normal:]),
        "AMOC_area_wsu": amoc(probabilities, normal),
    }


def sailon_example(name, m, trials):
    each = [sailon_trial(normal, m, agent, base, p) for normal, agent, base, p in trials]
    expected = {key: mean([trial[key] for trial in each]) for key in each[0]}
    expected["undefined_counts"] = {
        key: [trial[key] for trial in each].count(None)
        for key in ("NRP_last_m", "INRP_first_m", "OPTI", "IPTI", "APTI", "APTI_seed003_ratio", "NRP_post_all")}
    return {"name": name, "m": m, "expected_clean": expected,
            "trials": [{"start": normal, "agent": {"perf": agent, "prob": p, "thr": 0.5}, "base": {"perf": base}}
                       for normal, agent, base, p in trials]}


PINTO = {
    "figure3": {
        "n_pre": 4, "n_post": 8, "threshold": 0.5,
        "agents": {
            "at_once": detection_example([.1, .2, .1, .3, .8, .8, .9, .9, .7, .8, .9, 1], 4),
            "late": detection_example([.1, .2, .1, .3, .4, .4, .4, .45, .49, .9, .9, .9], 4),
            "always": detection_example([.6] * 12, 4),
            "never": detection_example([0] * 12, 4),
            "early": detection_example([.1, .2, .6, .7, .8, .8, .8, .8, .8, .8, .8, .8], 4),
            "takes_back": detection_example([0, 0, 0, 0, 0, .9, .1, .9, .9, 0, 0, 0], 4),
        }},
    "trial_set": trial_set([
        (3, [.1, .2, .3, .4, .9, .9, .9, .9]),
        (2, [.2, .3, .5, .6, .5, .7, .5]),
        (4, [.1, .6, .2, .2, .3, .3, .9]),
        (1, [0, .1, .2, .3, .4]),
        (5, [.4, .4, .5, .4, .4, .8, .9, .1, .9, .9])]),
    "edge_detection": [
        detection_example([.2, .3, .4, .8, .1, .9, .9], 3, "an alarm, a pause, then alarms to the end"),
        detection_example([.2, .3, .9, .9, .1], 2, "the alarm is taken back on the last task"),
        detection_example([.2, .3, .4], 3, "no novel task"),
        detection_example([.4, .4, .6], 0, "no normal task"),
        detection_example([.9, .1, .2, .3], 2, "a false alarm alone"),
        detection_example([.1, .2, .3, .4, .9], 4, "the last task of all is alarmed"),
        detection_example([.5, .5, .5, .5], 2, "all at the threshold")],
    "reaction": [
        reaction("slow recovery", 3, [9, 8, 10, 1, 2, 4, 7, 9], [8, 8, 8, 2, 2, 1, 1, 2], 2, 2),
        reaction("the novelty helps", 2, [3, 5, 9, 8, 10], [4, 4, 9, 9, 9], 1, 2),
        reaction("nothing works any more", 2, [6, 7, 0, 0, 0], [6, 6, 3, 2, 1], 2, 1),
        reaction("a good start, then nothing", 2, [6, 7, 5, 1, 0, 0], [6, 6, 3, 2, 1, 4], 2, 2),
        reaction("neither passes at the end", 1, [2, 1, 0], [3, 1, 0], 1, 1),
        reaction("the baseline never scores", 2, [0, 0, 4, 2], [0, 0, 0, 0], 1, 1),
        reaction("windows overlap", 2, [.5, .25, .75, .5, .125], [.5, .5, .25, .25, .5], 2, 2),
        reaction("windows longer than the novel tasks", 2, [5, 7, 3, 6], [4, 4, 2, 2], 9, 9)],
}
PINTO["reaction_set_means"] = {key: mean([example["measures"][key] for example in PINTO["reaction"]])
                               for key in ("NRP_t", "ANRP_t", "DNRP_t")}

SAILON = {"examples": [
    sailon_example("scores", 2, [
        (5, [.6, .7, .5, .8, .65, .2, .3, .5, .45, .7, .9], [.7, .7, .8, .75, .6, .3, .2, .25, .3, .35, .3],
         [.1, 0, .2, .1, .1, .3, .6, .7, .5, .9, .9]),
        (4, [.5, .25, .75, .5, .4, .6, .5, .5], [.6, .6, .4, .5, .5, .4, .4, .3], [.2, .5, .1, .3, .4, .8, .7, .9]),
        (3, [.9, .8, .85, .1, .2, .3, .4], [.9, .9, .9, .4, .4, .5, .4], [0, 0, 0, .1, .2, .3, .45])]),
    sailon_example("nothing to divide by", 2, [
        (3, [0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]),
        (3, [1, 1, 1, 0, 0, 1], [1, 1, 1, 0, 0, 0], [.9, .9, 0, 0, 0, 0]),
        (2, [.3, .3, .3, .3, .3], [.5, .5, .25, .25, .5], [0, 0, 1, 1, 1])]),
    sailon_example("passes, without a window", 0, [
        (3, [1, 0, 1, 0, 0, 1, 1], [1, 1, 1, 0, 0, 0, 1], [0, .2, .1, .2, .6, .8, .9]),
        (3, [0, 0, 1, 1, 1, 0, 1], [1, 0, 1, 1, 0, 0, 0], [0, .6, .1, .2, .2, .1, .1])]),
    sailon_example("alarms that come and go", 3, [
        (4, [8, 7, 9, 8, 5, 6, 7, 9, 8, 8, 9], [7, 7, 8, 6, 2, 3, 1, 2, 2, 3, 2],
         [.1, .7, .2, .4, .2, .6, .3, .9, .5, .1, .8]),
        (2, [4, 6, 9, 1, 2, 7], [5, 5, 5, 5, 5, 5], [.3, .2, .6, .1, .4, .7])]),
]}

# Players: their files in the form of NovPhy's play data, written by this program.

NOVELTIES = ("objects", "agents", "actions", "interactions", "relations", "environments", "goals", "events")
SCENARIOS = ("single_force", "multiple_forces", "rolling", "falling", "sliding")
HEADER = ("EvaluationIndex,LevelIndex,Score,LevelStatus,birdsRemaining,pigsRemaining,birdsAtStart,pigsAtStart, trial,"
          "levelName,playStatus,informed,novelty,noveltyDetected")

# A player's trials: the type, and the tasks as in tests/evaluator/trials.h (P passed, F failed, ? no result, ! alarm).
PLAYERS = {
    "ann": ["0101 PP|PPPP!", "0203 PFP|F!FPP", "0405 P|PF!FP!", "0801 FP|F!PPP"],
    "ben": ["0101 P!P|P!PPP", "0203 PP|FF!PF", "0405 PPP|FFFF", "0801 PF|P!P!P!P"],
    "cem": ["0101 ???|?!???", "0203 ??|???!?", "0405 ??|????", "0801 ??|?!?!?!?!"],
    "dora": ["0101 PPP|F!PPP", "0203 P|PP!PP", "0704 PF|FF!PF", "0802 P|F!FFF"],
    "emil": ["0704 FF|PPPP", "0802 PPP|P!FPP"],
}


def tasks_of(text):
    tasks = []
    for kind, letters in zip(("normal", "novel"), text.split("|")):
        tasks += [(kind, letter, alarm == "!") for letter, alarm in re.findall(r"([PF?])(!?)", letters)]
    return tasks


def play_data(trials):
    rows, index = [HEADER], 0
    for place, trial in enumerate(trials):
        code, text = trial.split(" ", 1)
        for kind, letter, alarm in tasks_of(text):
            index += 1
            level = int(code[:2]) if kind == "novel" else 0
            name = f"C:\\Levels\\novelty_level_{level}\\type01{code}/Levels/{index:05}_0_1_01{code}_{level}_1.xml"
            status = {"P": "Pass", "F": "Fail", "?": ""}[letter]
            rows.append(f"{index},{index},{4000 + index if status else ''},{status},0,0,1,1,{place + 1},{name},"
                        f"testing,informed,{kind},{'yes' if alarm else 'no'}")
    return "\r\n".join(rows) + "\r\n"


def trapezoid(curve):
    return curve[0] if len(curve) == 1 else (sum(curve) - (curve[0] + curve[-1]) / 2) / (len(curve) - 1)


def cell_of(code, trials):
    tasks = [tasks_of(text) for text in trials]
    novel = [[task for task in trial if task[0] == "novel"] for trial in tasks]
    false = [any(task[2] for task in trial if task[0] == "normal") for trial in tasks]
    found = [not wrong and any(task[2] for task in after) for wrong, after in zip(false, novel)]
    delays = [Fraction([task[2] for task in after].index(True) + 1) for hit, after in zip(found, novel) if hit]
    played = [after for trial, after in zip(tasks, novel) if all(task[1] != "?" for task in trial)]
    curve = [mean([Fraction(after[i][1] == "P") for after in played]) for i in range(4)] if played else []
    return {
        "novelty": NOVELTIES[int(code[:2]) - 1], "scenario": SCENARIOS[int(code[2:]) - 1],
        "trials": len(trials), "trials_with_results": len(played),
        "correctly_detected": sum(found), "wrongly_detected": sum(false),
        "CDT": Fraction(sum(found), len(trials)), "DD": mean(delays),
        "AP_m2": mean(curve[-2:]), "AUS_mean": mean(curve), "AUS_trapezoid": trapezoid(curve) if curve else None,
        "pass_rate": curve,
    }


def row_of(cells, dimension, name):
    row = {dimension: name}
    for key in ("CDT", "DD", "AP_m2", "AUS_mean", "AUS_trapezoid"):
        values = [cell[key] for cell in cells if cell[key] is not None]
        middle = mean(values)
        spread = (sum((v - middle) ** 2 for v in values) / (len(values) - 1) / len(cells)) if len(values) > 1 else 0
        row[key] = {"mean": middle, "se": math.sqrt(spread) if values else None,
                    "cells": len(cells), "defined": len(values)}
    return row


def players():
    by_type = {}
    for trials in PLAYERS.values():
        for trial in trials:
            code, text = trial.split(" ", 1)
            by_type.setdefault(code, []).append(text)
    cells = [cell_of(code, by_type[code]) for code in sorted(by_type)]
    rows = lambda dimension, names: [row_of([c for c in cells if c[dimension] == name], dimension, name)
                                     for name in names if any(c[dimension] == name for c in cells)]
    return {"cells": cells, "NPS": rows("novelty", NOVELTIES), "SPN": rows("scenario", SCENARIOS)}


def plain(value):
    if isinstance(value, Fraction):
        return float(value)
    raise TypeError(value)


def main():
    texts = {name: json.dumps(content, default=plain, indent=1) + "\n"
             for name, content in (("pinto.json", PINTO), ("sailon.json", SAILON), ("players.json", players()))}
    texts.update({os.path.join("players", name + ".csv"): play_data(trials) for name, trials in PLAYERS.items()})
    for name, text in texts.items():
        path = os.path.join(FOLDER, name)
        if "--write" in sys.argv:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", newline="", encoding="utf-8") as out:
                out.write(text)
        elif not os.path.exists(path) or open(path, newline="", encoding="utf-8").read() != text:
            sys.exit(f"{path}: other numbers than {sys.argv[0]} computes (--write replaces them)")


main()
