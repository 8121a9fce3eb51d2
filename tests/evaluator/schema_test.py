"""The schema of records takes the example line by line, and no line that is damaged."""
import copy
import json
import pathlib
import sys

try:
    import jsonschema
except ImportError:
    print("SKIPPED: python3-jsonschema is missing")
    sys.exit(0)

HERE = pathlib.Path(__file__).resolve().parent
SCHEMA = json.loads((HERE.parents[1] / "evaluator" / "record.schema.json").read_text())
LINES = [json.loads(line) for line in (HERE / "records.jsonl").read_text().splitlines()]

DAMAGE = [  # (line, key, value); a value of None takes the key away
    (0, "format", 2), (0, "agent", None), (0, "seed", -1), (0, "surprise", 1),
    (1, "novelty", None), (1, "phase", "later"), (1, "trial", -1), (1, "task", 0.5), (1, "passed", "yes"),
    (1, "surprise", 1), (2, "digest", "xyz"), (2, "time_s", -1), (2, "shots", [{"drag_m": [1]}]),
    (2, "shots", [{"tap_ms": 3}]), (2, "shots", [{"drag_m": [0, 0], "angle": 3}]),
    (3, "novelty_probability", 1.5), (3, "novelty_threshold", -0.1), (4, "reported_objects", ["pig"]), (4, "alarm", 1),
    (0, "model", 4), (3, "usage", {"calls": -1}), (3, "usage", {"calls": 1000001}), (3, "usage", {"tokens_in": 0.5}),
    (3, "usage", {"cost": -0.1}), (3, "usage", {"wall_s": "60"}), (3, "usage", {"tokens": 7}), (3, "usage", 7),
]


def damaged(line, key, value):
    line = copy.deepcopy(LINES[line])
    if value is None:
        del line[key]
    else:
        line[key] = value
    return line


def main():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    validator = jsonschema.Draft202012Validator(SCHEMA)
    failures = [f"line {i + 1} is refused: {line}" for i, line in enumerate(LINES) if not validator.is_valid(line)]
    failures += [f"damage is taken: {case}" for case in DAMAGE if validator.is_valid(damaged(*case))]
    print("\n".join(failures) or f"{len(LINES)} lines and {len(DAMAGE)} damages are told apart")
    return 1 if failures else 0


sys.exit(main())
