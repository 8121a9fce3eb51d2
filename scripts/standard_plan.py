#!/usr/bin/env python3
"""Freezes a plan as a standard plan, on which papers can compare agents. Prints the plan's options and the hashes of the
plan and of each of its tasks.

Usage: standard_plan.py VERSION TASKS PLAN > levels/standard/plan-VERSION.json

TASKS is a folder that novphy generate wrote, and PLAN the plan that novphy plan --tasks made from this folder. docs/trials.md
tells how the shipped standard plans were made."""

import json
import sys
from collections import defaultdict
from pathlib import Path

HASHES_A_LINE = 7


def fnv1a(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def main():
    version, tasks, plan_file = sys.argv[1:]
    head, *lines = map(json.loads, (Path(tasks) / "index.jsonl").read_text(encoding="utf-8").splitlines())
    plan_text = Path(plan_file).read_text(encoding="utf-8")
    hashes = defaultdict(list)
    for line in sorted(lines, key=lambda line: (line["template"], line["task"])):
        assert line["task"] == len(hashes[line["template"]]), "the folder lacks a task"
        hashes[line["template"]].append(line["hash"])
    print("{")
    print('"novphy_standard_plan": 1,')
    print(f'"version": "{version}",')
    print(f'"options": {json.dumps(json.loads(plan_text)["options"])},')
    print(f'"proof": "{head["proof"]}",')
    print(f'"distractors": {head["most_distractors"]},')
    for name, key in (("pairs", "pairs"), ("catalogue", "catalogue_hash"), ("physics", "physics_hash")):
        print(f'"{name}": "{head[key]}",')
    canonical = json.dumps(json.loads(plan_text), separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    print(f'"plan": "{fnv1a(canonical)}",')
    print('"tasks": {')
    for name, all_of in hashes.items():
        rows = ["".join(all_of[i : i + HASHES_A_LINE]) for i in range(0, len(all_of), HASHES_A_LINE)]
        end = "" if name == list(hashes)[-1] else ","
        print(f'"{name}": [' + ",\n".join(f'"{row}"' for row in rows) + f"]{end}")
    print("}}")


if __name__ == "__main__":
    main()
