"""docs/reference/templates.md and its table are what scripts/templates_page.py writes. Usage: templates_page_test.py PROGRAM"""

import csv
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
import templates_page

PROGRAM = ""


class TemplatesPage(unittest.TestCase):
    def test_the_page_shows_the_idea_and_the_picture_of_every_pair(self):
        self.assertEqual(templates_page.PAGE.read_text(), templates_page.page(), "scripts/templates_page.py writes the page anew")

    def test_the_throws_of_a_pair_are_those_that_verify_finds(self):
        with templates_page.TABLE.open(newline="") as file:
            columns, *table = csv.reader(file)
        self.assertEqual((tuple(columns), len(table)), (templates_page.COLUMNS, 80))
        for name in ("single_force/objects", "rolling/relations"):  # a hit of the bird; a ball to the left
            sides = templates_page.verified(PROGRAM, name)
            for row in templates_page.rows(sides[f"{name}/normal"], sides[f"{name}/novel"]):
                self.assertIn(row, table, "scripts/templates_page.py writes the table anew")


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
