"""Checks the 40 published NovPhy pairs, or other pairs, with a set of numbers: side by side, every check of novphy verify."""

import csv
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import novphy
from common import JOBS, NUMBERS, engine, hashes, main, option, use_physics, within

CHECKS = (
    "valid_start", "solvable", "novelty_touched", "novelty_needed", "storm_not_skipped", "old_plan_fails", "way_changes",
    "rule_wins", "no_direct_hit", "not_trivial", "distractors_neutral",
)  # fmt: skip
MARKS = {"ok": "+", "FAILED": "**-**"}
HIT_BONUSES = {"010305_0": "240 to 250", "010504_0": "200 to 240", "010304_0": "350 to 360"}
"""Sides with a mode of the hit bonus that people's scores show."""
LEVEL_NAME = re.compile(r"novelty_level_(\d+)[/\\]type01(\d\d)(\d\d)[/\\]")


def verified(options):
    """What `novphy verify --json` says of each side, sorted by novelty and scenario."""
    what = ["--templates", options.templates] if options.templates else [options.pairs] if options.pairs else ["--all"]
    numbers = ["--assets", options.assets, "--physics", options.physics, *(f"--set={change}" for change in options.set)]
    command = ["verify", "--json", "--quiet", "--step", str(options.step), "--jobs", str(options.jobs), *numbers, *what]
    done = subprocess.run([sys.executable, "-m", "novphy", *command], capture_output=True, text=True)
    if done.returncode not in (0, 1):  # 1: a side fails
        raise novphy.InputError(done.stderr.strip().removeprefix("novphy: "))
    return sorted(map(json.loads, done.stdout.splitlines()), key=lambda side: side["name"].split("/")[-2::-1])


def mark(side, check):
    """The cell of a check: "+" or "**-**". Empty where the check was not made."""
    return MARKS.get(side["checks"].get(check, {}).get("verdict"), "")


def people_of(folder):
    """How many tasks of each template people passed, and played, by the play data in a folder of CSV files."""
    passed, played = Counter(), Counter()
    if not Path(folder).is_dir():
        raise novphy.InputError(f"{folder}: cannot be read")
    for file in sorted(Path(folder).glob("*.csv")):
        with open(file, encoding="utf-8", newline="") as lines:
            for number, row in enumerate(csv.DictReader(lines), 2):
                found = LEVEL_NAME.search(row.get("levelName") or "")
                if not found:
                    raise novphy.InputError(f"{file}:{number}: levelName: expected a path with novelty_level_2/type010203/")
                level, novelty, scenario = found.groups()
                name = f"01{novelty}{scenario}_{int(level)}"
                if row["LevelStatus"]:
                    played[name] += 1
                    passed[name] += row["LevelStatus"] == "Pass"
    return {name: f"{passed[name]}/{played[name]}" for name in played}


def hit_bonuses(task, wins, physics, score):
    """The hit bonuses for damage to the object that birds touched first, over the winning throws of full pull. Throws without such
    damage, and throws that touch a pig first, are left out."""
    objects, bonuses = task.to_dict()["objects"], []
    for win in wins:
        if win["pull_m"] < 1:
            continue
        events = novphy.play(task, [[float(number) for number in shot.split("@")] for shot in win["shots"]], True, physics).events
        birds = {event["body"] for event in events if event["kind"] == "launch"}
        touched = [
            min(event["body"], event["other"])
            for event in events
            if event["kind"] == "contact" and max(event["body"], event["other"]) in birds
        ]
        first = next((body for body in touched if body < len(objects) and objects[body]["type"] not in ("platform", "fan")), None)
        if first is None or objects[first]["type"].startswith("pig"):
            continue
        hurts = [event for event in events if (event["kind"], event["body"]) == ("damage", first)]
        damage = [event["amount"] for event in hurts if event["other"] in birds]
        if damage and damage[0] > 0:
            bonuses.append(score["hit_step"] * int(score["hit_per_damage"] * damage[0] + 0.5))
    return sorted(bonuses)


def run(options):
    if options.templates and options.pairs:
        raise novphy.InputError("--pairs excludes --templates")
    people = people_of(options.people) if options.people else {}
    sides = verified(options)
    print("| template | wins |" + "".join(f" {check} |" for check in CHECKS) + " people |\n|---|---|" + "---|" * (len(CHECKS) + 1))
    for side in sides:
        cells = [f"{100 * len(side['wins']) / side['throws']:.1f} %", *(mark(side, check) for check in CHECKS)]
        print(f"| {side['name']} | " + " | ".join([*cells, people.get(side["name"], "")]) + " |")
    passed = {check: Counter(mark(side, check) for side in sides) for check in CHECKS}
    print("| passed | |" + "".join(f" {n['+']}/{n['+'] + n['**-**']} |" for n in passed.values()) + " |")
    whole = [not any(check["verdict"] == "FAILED" for check in side["checks"].values()) for side in sides]
    pairs = [normal and novel for normal, novel in zip(whole[::2], whole[1::2])]
    numbers = "; ".join([options.physics, hashes(options.assets), *options.set])
    print(f"{sum(whole)} of {len(sides)} sides and {sum(pairs)} of {len(pairs)} pairs pass all that is asked ({numbers})")
    if not options.templates:
        return
    score = use_physics(assets=options.assets, changes=options.set)["score"]
    tasks = engine.published_templates(options.templates)
    for side in sides:
        bonuses = side["name"] in HIT_BONUSES and hit_bonuses(tasks[side["name"]], side["wins"], options.physics, score)
        if bonuses:
            middle, told = bonuses[len(bonuses) // 2], HIT_BONUSES[side["name"]]
            print(f"hit bonus of {side['name']}: median {middle}, from {bonuses[0]} to {bonuses[-1]} (people: {told})")


if __name__ == "__main__":
    main(
        run,
        __doc__,
        option("--templates", about="Folder of the published templates", metavar="DIR"),
        option("--pairs", about="A pair file, or a folder of them; default: the shipped pairs", metavar="FILE"),
        option("--step", 0.5, "Degrees between throws", type=within(float, 0.1, 10)),
        option("--people", about="Folder of NovPhy's play data: how many passed", metavar="DIR"),
        *NUMBERS,
        JOBS,
    )
