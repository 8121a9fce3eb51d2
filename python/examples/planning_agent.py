"""Uses a tool: asks novphy's two planners for throws at a pig, and takes the first whose path is free and that has not failed here.

novphy run PLAN --agent "exec:python3 python/examples/planning_agent.py" --out records.jsonl
"""
import json
import sys

GREEN = 125  # the colour that makes up most of a pig
LOBS_DEG = [60, 45, 30, 70, 20, 50, 10, 80]


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


class Player:
    def __init__(self):
        self.failures = {}  # how often each kind of throw failed in this trial, less how often it passed
        self.row = 0  # failures in a row

    def choose(self, seen):
        pigs = [each for each in seen["objects"] if "pig" in each["label"].lower() or dict(each["colours"]).get(GREEN, 0) > 0.2]
        rest_x = seen["bird_rest"][0]
        others = [box(each) for each in seen["objects"] if each not in pigs and box(each)[0] > rest_x + 20]
        throws = []
        # A throw at a pig itself first, then at what stands beside it, which may push it.
        for rank, target in enumerate([box(pig) for pig in pigs] + (others if pigs else [])):
            left, top, right, bottom = target
            for planner in ("python", "java"):
                plan = ask({"plan_px": [(left + right) / 2, (top + bottom) / 2], "planner": planner})
                for shot in plan["shots"]:
                    kind = (rank, planner, shot["arc"])
                    in_the_way = blocked(shot["path_px"], [each for each in others if each != target], left)
                    throws.append((self.failures.get(kind, 0), in_the_way, len(throws), kind, shot))
        if not throws:  # the slingshot is mirrored, or no pig can be reached
            self.kind = ("lob",)
            angle_deg = LOBS_DEG[self.failures.get(self.kind, 0) % len(LOBS_DEG)]
            return {"angle_deg": 180 - angle_deg if rest_x > seen["width_px"] / 2 else angle_deg}
        *_, self.kind, shot = min(throws, key=lambda each: each[:3])
        return {"drag_px": shot["drag_px"]}

    def end_task(self, passed):
        change = 1 if not passed else 0 if self.kind == ("lob",) else -1  # a lob that passes is kept
        self.failures[self.kind] = self.failures.get(self.kind, 0) + change
        self.row = 0 if passed else self.row + 1
        return {"novelty_probability": min(1.0, self.row / 4), "novelty_threshold": 0.8}


player = Player()
while line := sys.stdin.readline():
    message = json.loads(line)
    if message["type"] == "choose":
        say(player.choose(message["observation"]))
    else:
        say(player.end_task(message["passed"]) if message["type"] == "end_task" else {})
