#!/usr/bin/env python3
"""Writes the JSON Schemas of tasks, pairs and records, for editors and other programs: *.schema.json in levels/ and evaluator/.

Usage: scripts/schemas.py [--program PROGRAM] [--check]

The program (build/check/tests/levels/novphy_print_schemas) prints the schemas that the lists of fields make. To them this script adds
schema_notes.json: under the name of a type the descriptions of its `fields`, and rules that no list tells, such as members that
exclude each other; under the name of a file what holds for the whole file. --check writes nothing and ends with code 1 where a
file is old."""

import argparse
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOTES = Path(__file__).with_name("schema_notes.json")
PROGRAM = ROOT / "build/check/tests/levels/novphy_print_schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
FORMULA = {"description": "a formula, such as =gap / 2 + 1", "type": "string", "pattern": "^=."}
WIDTH = 120


def each_below(schema, change):
    """The schema with changed schemas inside. Members that are no schemas, such as `required`, stay."""
    if isinstance(schema, list):
        return [change(each) if isinstance(each, dict) else each for each in schema]
    by_name = {key: {name: change(each) for name, each in schema[key].items()} for key in ("properties", "$defs") if key in schema}
    return {key: by_name.get(key) or (change(each) if isinstance(each, dict) else each_below(each, change) if isinstance(each, list) else each)
            for key, each in schema.items()}  # fmt: skip


def names_in(rule):
    """The members that a rule names of the object for which it holds."""
    yield from rule.get("required", [])
    yield from rule.get("properties", {})
    inner = [rule[key] for key in ("if", "then", "else", "not") if key in rule]
    for each in inner + [each for key in ("allOf", "anyOf", "oneOf") for each in rule.get(key, [])]:
        yield from names_in(each)


class Notes:
    """The notes of schema_notes.json, and which of their names there are."""

    def __init__(self, notes):
        self.notes = notes
        self.wanted = {(of, None) for of in notes}
        for of, note in notes.items():
            self.wanted |= {(of, field) for field in [*note.get("fields", {}), *note.get("formulas", []), *names_in(note)]}

    def add_to(self, schema, of):
        note = {key: each for key, each in self.notes.get(of, {}).items() if key not in ("fields", "formulas")}
        self.wanted -= {(of, name) for name in [None, *schema.get("properties", {})]}
        properties = schema.get("properties", {})
        for name, about in self.notes.get(of, {}).get("fields", {}).items():
            if name in properties:
                properties[name] = {**({"description": about} if isinstance(about, str) else about), **properties[name]}
        rules = {"allOf": note.pop("allOf", []) + schema.get("allOf", [])}
        return {**{key: each for key, each in note.items() if key in ("title", "description")}, **schema, **note, **(rules if rules["allOf"] else {})}


def with_formulas(schema):
    """The schema of the values before formulas are replaced: "=formula" may stand for every number and word."""
    if schema.get("type") in ("number", "integer"):
        return {**schema, "type": [schema["type"], "string"], "pattern": FORMULA["pattern"]}
    if "enum" in schema or "const" in schema:
        return {"anyOf": [schema, {"$ref": "#/$defs/formula"}]}
    kept = {key: schema[key] for key in ("if", "not") if key in schema}
    return {**each_below(schema, with_formulas), **kept}


def made_of_definitions(schema):
    """The schema with a definition for each type of which all forms have the same members."""
    forms = {}

    def collected(schema):
        schema = each_below(schema, collected)
        of = schema.pop("$comment", None)
        if of is None:
            return schema
        if schema not in forms.setdefault(of, []):
            forms[of].append(schema)
        return {"$form": (of, forms[of].index(schema))}

    def resolved(schema):
        of, form = schema.pop("$form", (None, None))
        if of is None:
            return each_below(schema, resolved)
        own = {key: each for key, each in forms[of][form].items() if of not in shared or key not in shared[of]}
        return {**schema, **({"$ref": f"#/$defs/{of}"} if of in shared else {}), **resolved(own)}

    root = collected(schema)
    shared = {of: {key: each for key, each in all_forms[0].items() if all(form.get(key) == each for form in all_forms)}
              for of, all_forms in sorted(forms.items())}  # fmt: skip
    shared = {of: same for of, same in shared.items() if "properties" in same}
    return {**resolved(root), "$defs": {**{of: resolved(same) for of, same in shared.items()}, **root.get("$defs", {})}}


def finished(made, notes):
    """The schemas by their files. Exits where a note names a type or field that is not there."""
    notes = Notes(notes)
    schemas = {}

    def noted(schema):
        schema = each_below(schema, noted)
        return notes.add_to(schema, schema["$comment"]) if "$comment" in schema else schema

    for file, schema in made.items():
        schema = notes.add_to(noted(schema), file)
        schema.pop("$comment", None)
        if formulas := notes.notes[file].get("formulas"):
            schema["properties"].update({name: with_formulas(schema["properties"][name]) for name in formulas})
            schema["$defs"] = {"formula": FORMULA, **{name: with_formulas(each) for name, each in schema["$defs"].items()}}
        schemas[file] = {"$schema": DIALECT, "$id": Path(file).name, **made_of_definitions(schema)}
    if notes.wanted:
        sys.exit("\n".join(f"{NOTES.name}: {of} has no {name}" if name else f"{NOTES.name}: there is no {of}" for of, name in notes.wanted))
    return schemas


def laid_out(value, indent=""):
    """JSON in which what fits a line stands on one."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(flat) < WIDTH - 20 or not isinstance(value, (dict, list)):
        return flat
    begin, end = "{}" if isinstance(value, dict) else "[]"
    keys = [f"{json.dumps(key)}: " for key in value] if isinstance(value, dict) else [""] * len(value)
    parts = value.values() if isinstance(value, dict) else value
    inner = indent + "  "
    return f"{begin}\n" + ",\n".join(inner + key + laid_out(part, inner) for key, part in zip(keys, parts)) + f"\n{indent}{end}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=PROGRAM)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    printed = subprocess.run([options.program], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
    schemas = finished(json.loads(printed), json.loads(NOTES.read_text(encoding="utf-8")))
    texts = {ROOT / file: laid_out(schema) + "\n" for file, schema in schemas.items()}
    old = [file for file, text in texts.items() if file.read_text(encoding="utf-8") != text]
    for file in old:
        print(f"{file.relative_to(ROOT)} is old: scripts/schemas.py writes it anew" if options.check else f"{file.relative_to(ROOT)} is new")
        if not options.check:
            file.write_text(texts[file], encoding="utf-8")
    return 1 if old and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
