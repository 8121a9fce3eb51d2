"""The published schemas accept what is good and refuse what is bad; a Catch2 test asks the reader the same.

Usage: schema_test.py SOURCE_FOLDER
"""
import json
import pathlib
import re
import sys

try:
    import jsonschema
except ImportError:
    print("SKIPPED: python3-jsonschema is not installed")
    sys.exit(0)

root = pathlib.Path(sys.argv[1])


def validator(name):
    schema = json.loads((root / "levels" / name).read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


task, pair = validator("task.schema.json"), validator("pair.schema.json")
failures = []


def check(what, kind, good, text):
    errors = [error.message for error in kind.iter_errors(json.loads(text))]
    if bool(errors) == good:
        failures.append(f"{what}: {'refused: ' + errors[0] if errors else 'accepted'}")


def kind_of(text):
    return pair if '"novphy_pair"' in text else task


for file in sorted((root / "levels/templates").rglob("*.json")):
    check(file, pair, True, file.read_text())
for name in ("task.json", "pair.json"):
    text = (root / "tests/fuzz/task" / name).read_text()
    check(name, kind_of(text), True, text)
for text in re.findall(r"```json\n(.*?)```", (root / "docs/reference/tasks.md").read_text(), re.S):
    check("docs/reference/tasks.md", kind_of(text), True, text)
for name, kind in (("bad_tasks.txt", task), ("bad_pairs.txt", pair)):
    for line in (root / "tests/levels/schema" / name).read_text().splitlines():
        if not line.startswith("#"):
            check(line, kind, False, line)

print("\n".join(failures) or "all as expected")
sys.exit(1 if failures else 0)
