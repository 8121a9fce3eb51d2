"""The schemas in levels/ and evaluator/ are those that scripts/schemas.py makes now, and it refuses notes that fit nothing.

Usage: made_schemas_test.py PROGRAM
"""
import copy
import json
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import schemas  # noqa: E402

PROGRAM = sys.argv.pop()
MADE = json.loads(subprocess.run([PROGRAM], stdout=subprocess.PIPE, check=True).stdout)
NOTES = json.loads(schemas.NOTES.read_text(encoding="utf-8"))


def finished(notes):
    return schemas.finished(copy.deepcopy(MADE), {**NOTES, **notes})


class MadeSchemas(unittest.TestCase):
    def test_the_files_are_not_old(self):
        command = [sys.executable, ROOT / "scripts/schemas.py", "--program", PROGRAM, "--check"]
        self.assertEqual(subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=False).stdout, "")

    def test_notes_on_what_is_not_there_are_refused(self):
        for of, note, problem in (("Target", {}, "Target has no schema"),
                                  ("Vary", {"fields": {"dz": "up"}}, "Vary has no dz"),
                                  ("Vary", {"anyOf": [{"required": ["dx"]}, {"not": {"required": ["dz"]}}]}, "Vary has no dz"),
                                  ("levels/pair.schema.json", {"formulas": ["old"]}, "levels/pair.schema.json has no old")):
            with self.subTest(problem), self.assertRaisesRegex(schemas.BadNotes, problem):
                finished({of: note})

    def test_a_note_stands_at_its_field_in_every_file(self):
        made = finished({"Vary": {"fields": {"dx": "to the right"}}})
        self.assertEqual(made["levels/pair.schema.json"]["$defs"]["Vary"]["properties"]["dx"]["description"], "to the right")

    def test_formulas_stand_for_numbers_and_words_of_parts_alone(self):
        word = {"anyOf": [{"enum": ["a"]}, {"$ref": "#/$defs/formula"}]}
        self.assertEqual(schemas.with_formulas({"properties": {"x": {"enum": ["a"]}}}), {"properties": {"x": word}})
        condition = {"if": {"properties": {"x": {"const": "a"}}}, "then": {"required": ["y"]}}
        self.assertEqual(schemas.with_formulas(condition), condition)
        pair = finished({})["levels/pair.schema.json"]
        self.assertEqual(pair["properties"]["novphy_pair"], {"const": 1})
        self.assertEqual(pair["$defs"]["TaskParts"]["properties"]["width"]["type"], ["number", "string"])


if __name__ == "__main__":
    unittest.main()
