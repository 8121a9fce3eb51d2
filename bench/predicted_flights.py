#!/usr/bin/env python3
"""Prints how far an agent's predicted flights end from the true ones, beside two baselines, in Markdown.

Usage: PYTHONPATH=build/python python3 bench/predicted_flights.py PLAN RECORDS

RECORDS are those of novphy run PLAN --questions N. After each trial the agent has said where the bird of a throw ends in the world as
it is then. "No law" says what the throw does where the novelty is taken out, "last such throw" what the agent's most similar throw did.
"""

import json
import math
import statistics
import sys
from pathlib import Path

import novphy

STEP_S = 0.01
NEAR_M = 0.5


def end_m(task, drag_m):
    """The last place of the first bird before it goes or the play ends, in metres from its rest."""
    world = novphy.World(task)
    bird = next(int(body["id"]) for body in world.bodies() if body["phase"] == "on_sling")
    rest = end = world.bodies()[bird]["at_m"].copy()
    world.throw(math.degrees(math.atan2(-drag_m[1], -drag_m[0])), math.hypot(*drag_m))
    while world.step(STEP_S) > 0:
        if (body := world.bodies()[bird])["phase"] in ("flying", "dying"):
            end = body["at_m"].copy()
        elif body["phase"] == "gone":
            break
    return end - rest


def tasks_of(plan):
    """Each task of the plan by its template and number."""
    tasks = iter(novphy.Plan.load(plan).tasks())
    return {(each["name"], i): next(tasks) for each in json.loads(Path(plan).read_text())["templates"] for i in range(len(each["tasks"]))}


def row(name, errors, of):
    """The errors, of as many questions."""
    near = sum(error <= NEAR_M for error in errors) / len(errors)
    return f"| {name} | {len(errors)} of {of} | {statistics.median(errors):.2f} | {statistics.mean(errors):.2f} | {near:.2f} |"


def main(plan, records):
    tasks = tasks_of(plan)
    errors = {name: [] for name in ("the agent", "no law", "last such throw", "the same play again")}
    questions = 0
    for line in Path(records).read_text().splitlines()[1:]:
        for asked in json.loads(line).get("questions", ()):
            truth = asked["truth"].get("end_m")
            if truth is None:
                continue
            questions += 1
            task = tasks[asked["template"], asked.get("variation", 0)]
            said = {"the agent": asked.get("answer", {}).get("end_m"), "last such throw": asked.get("again", {}).get("end_m"),
                    "no law": end_m(novphy.without(task), asked["drag_m"]), "the same play again": end_m(task, asked["drag_m"])}
            for name, end in said.items():
                if end is not None:
                    errors[name].append(math.dist(truth, end))
    print("| who says where the bird ends | answers | median error, m | mean, m | within 0.5 m |\n| --- | --- | --- | --- | --- |")
    for name, all_ in errors.items():
        if all_:
            print(row(name, all_, questions))


if __name__ == "__main__":
    main(*sys.argv[1:])
