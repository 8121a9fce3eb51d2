#!/usr/bin/env python3
"""Writes the JSON Schemas of tasks, pairs and records, for editors and other programs: *.schema.json in levels/ and evaluator/.

Usage: scripts/schemas.py [--program PROGRAM] [--check]

PROGRAM, by default build/check/tests/levels/novphy_print_schemas, prints the schemas that the lists of fields make. This script
adds schema_notes.json. Under the name of a type stand the descriptions of its `fields` and rules that no list tells, such as members
that exclude each other; under the name of a file, what holds for this file alone, such as the members in which `formulas` stand.
--check writes nothing and ends with code 1 where a file is old."""

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


class BadNotes(Exception):
    """Raised with a line for each name in the notes that there is not."""


def with_inner(schema, change):
    """The schema with each schema inside changed."""

    def changed(key, value):
        if key in ("properties", "$defs"):
            return {name: change(each) for name, each in value.items()}
        if isinstance(value, list):
            return [change(each) if isinstance(each, dict) else each for each in value]
        return change(value) if isinstance(value, dict) and key != "dependentRequired" else value

    return {key: changed(key, value) for key, value in schema.items()}


def names_in(rule):
    """The members that a rule names of the object for which it holds."""
    yield from rule.get("required", [])
    yield from rule.get("properties", {})
    for key in ("if", "then", "else", "not", "allOf", "anyOf", "oneOf"):
        inner = rule.get(key, [])
        for each in inner if isinstance(inner, list) else [inner]:
            yield from names_in(each)


class Notes:
    """What schema_notes.json says, and which of its names no schema has had so far."""

    def __init__(self, notes):
        self.notes = notes
        self.unknown = {of: {*note.get("fields", {}), *note.get("formulas", []), *names_in(note)} for of, note in notes.items()}

    def added(self, schema, of):
        note = dict(self.notes.get(of, {}))
        fields, rules = note.pop("fields", {}), note.pop("allOf", []) + schema.get("allOf", [])
        note.pop("formulas", None)
        properties = dict(schema.get("properties", {}))
        for name, about in fields.items():
            if name in properties:
                about = {"description": about} if isinstance(about, str) else about
                properties[name] = {**about, **properties[name], **about}
        if of in self.unknown:
            self.unknown[of] -= set(properties)
            if not self.unknown[of]:
                del self.unknown[of]
        head = {key: note.pop(key) for key in ("title", "description") if key in note}
        more = {key: value for key, value in {"properties": properties, "allOf": rules}.items() if value}
        return {**head, **schema, **more, **note}

    def check(self):
        wrong = [f"{of} has no {name}" for of, names in self.unknown.items() for name in sorted(names) or ["schema"]]
        if wrong:
            raise BadNotes("\n".join(f"{NOTES.name}: {each}" for each in wrong))


def with_formulas(schema):
    """The schema of what stands in files before formulas are replaced: "=formula" instead of any number or word."""
    if schema.get("type") in ("number", "integer"):
        return {**schema, "type": [schema["type"], "string"], "pattern": FORMULA["pattern"]}
    if "enum" in schema or "const" in schema:
        return {"anyOf": [schema, {"$ref": "#/$defs/formula"}]}
    conditions = {key: schema[key] for key in ("if", "not") if key in schema}
    return {**with_inner(schema, with_formulas), **conditions}


def with_definitions(schema):
    """The schema with a definition for each type, unless the type has different members at different places."""
    forms = {}

    def collected(schema):
        schema = with_inner(schema, collected)
        of = schema.pop("$comment", None)
        if of is None:
            return schema
        if schema not in forms.setdefault(of, []):
            forms[of].append(schema)
        return {"$form": [of, str(forms[of].index(schema))]}

    def resolved(schema):
        of, form = schema.pop("$form", (None, None))
        if of is None:
            return with_inner(schema, resolved)
        same = shared.get(of, {})
        own = {key: value for key, value in forms[of][int(form)].items() if key not in same}
        return {**schema, **({"$ref": f"#/$defs/{of}"} if same else {}), **with_inner(own, resolved)}

    root = collected(schema)
    shared = {of: {key: value for key, value in all_forms[0].items() if all(form.get(key) == value for form in all_forms)}
              for of, all_forms in sorted(forms.items())}  # fmt: skip
    shared = {of: same for of, same in shared.items() if len(same) == len(forms[of][0]) or "properties" in same}
    words = root.pop("$defs", {})
    return {**with_inner(root, resolved), "$defs": {**{of: with_inner(same, resolved) for of, same in shared.items()}, **words}}


def finished(made, notes):
    """The schemas by their files. Raises BadNotes."""
    notes = Notes(notes)

    def noted(schema):
        schema = with_inner(schema, noted)
        return notes.added(schema, schema["$comment"]) if "$comment" in schema else schema

    def of_file(file, schema):
        schema = notes.added(noted(schema), file)
        schema.pop("$comment", None)
        schema["$defs"] = made["words"] if "levels/" in file else {}
        if formulas := notes.notes.get(file, {}).get("formulas"):
            schema["properties"].update({name: with_formulas(each) for name, each in schema["properties"].items() if name in formulas})
            schema["$defs"] = {"formula": FORMULA, **{name: with_formulas(each) for name, each in schema["$defs"].items()}}
        return {"$schema": DIALECT, "$id": Path(file).name, **with_definitions(schema)}

    schemas = {file: of_file(file, schema) for file, schema in made.items() if file != "words"}
    notes.check()
    return schemas


def laid_out(value, indent=""):
    """JSON in which everything that fits a line stands on one."""
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or len(indent) + len(flat) <= WIDTH:
        return flat
    inner = indent + "  "
    if isinstance(value, dict):
        lines = [f"{inner}{json.dumps(key)}: {laid_out(each, inner)}" for key, each in value.items()]
    else:
        lines = [inner + laid_out(each, inner) for each in value]
    return flat[0] + "\n" + ",\n".join(lines) + "\n" + indent + flat[-1]


def number(text):
    return int(float(text)) if float(text).is_integer() else float(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=PROGRAM)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    printed = subprocess.run([options.program], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
    try:
        schemas = finished(json.loads(printed, parse_float=number), json.loads(NOTES.read_text(encoding="utf-8")))
    except BadNotes as error:
        sys.exit(str(error))
    texts = {ROOT / file: laid_out(schema) + "\n" for file, schema in schemas.items()}
    old = [file for file, text in texts.items() if file.read_text(encoding="utf-8") != text]
    for file in old:
        if options.check:
            print(f"{file.relative_to(ROOT)} is old: scripts/schemas.py writes it anew")
        else:
            file.write_text(texts[file], encoding="utf-8")
    return 1 if old and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
