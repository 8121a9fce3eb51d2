"""Asks novphy for the published planner's throws at a pig, and takes the first whose path is free.

novphy run PLAN --agent "exec+labels:python3 python/examples/planning_agent.py" --out records.jsonl
"""
import json
import sys


def say(answer):
    print(json.dumps(answer), flush=True)


def ask(answer):
    say(answer)
    return json.loads(sys.stdin.readline())


def box(seen_object):
    xs, ys = zip(*seen_object["rings"][0])
    return min(xs), min(ys), max(xs), max(ys)


def blocked(path, boxes, target_x):
    """Whether a path runs through a box before the target's column."""
    return any(left <= x <= right and top <= y <= bottom for x, y in path if x < target_x for left, top, right, bottom in boxes)


def choose(seen):
    pigs = [each for each in seen["objects"] if "pig" in each["label"].lower()]
    others = [box(each) for each in seen["objects"] if each not in pigs and not each["label"].startswith("bird")]
    for pig in pigs:
        left, top, right, bottom = box(pig)
        shots = ask({"plan_px": [(left + right) / 2, (top + bottom) / 2]})["shots"]
        for shot in shots:
            if not blocked(shot["path_px"], others, left):
                return {"drag_px": shot["drag_px"]}
    return {"angle_deg": 60}


while line := sys.stdin.readline():
    message = json.loads(line)
    say(choose(message["observation"]) if message["type"] == "choose" else {})
