#!/usr/bin/env python3
"""Freezes a plan under a name. Prints the plan's options and its hash.

Usage: standard_plan.py NAME TASKS PLAN > levels/standard/plan-NAME.json

TASKS is a folder that novphy generate wrote with all templates, and PLAN a plan of its tasks. The certificate of the folder is
levels/standard/certificate-1.jsonl: a plan that is frozen has tasks of it."""

import json
import sys
from pathlib import Path


def fnv1a(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def main():
    version, tasks, plan_file = sys.argv[1:]
    with (Path(tasks) / "index.jsonl").open(encoding="utf-8") as index:
        head = json.loads(next(index))
    plan_text = Path(plan_file).read_text(encoding="utf-8")
    print("{")
    print('"novphy_standard_plan": 1,')
    print(f'"version": "{version}",')
    print(f'"options": {json.dumps(json.loads(plan_text)["options"])},')
    print(f'"proof": "{head["proof"]}",')
    print(f'"distractors": {head["most_distractors"]},')
    for name, key in (("pairs", "pairs"), ("catalogue", "catalogue_hash"), ("physics", "physics_hash")):
        print(f'"{name}": "{head[key]}",')
    canonical = json.dumps(json.loads(plan_text), separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    print(f'"plan": "{fnv1a(canonical)}"')
    print("}")


if __name__ == "__main__":
    main()
