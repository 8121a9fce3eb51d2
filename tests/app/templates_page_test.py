"""docs/templates.md is what scripts/templates_page.py writes. Usage: templates_page_test.py PROGRAM"""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
import templates_page

PROGRAM = ""


class TemplatesPage(unittest.TestCase):
    def setUp(self):
        self.page = templates_page.PAGE.read_text()

    def test_the_page_shows_the_idea_and_the_picture_of_every_pair(self):
        pairs = [templates_page.pair_of(s, n) for s in templates_page.SCENARIOS for n in templates_page.NOVELTIES]
        self.assertTrue(self.page.startswith(templates_page.HEAD))
        self.assertEqual([pair["idea"] for pair in pairs if templates_page.idea(pair) not in self.page], [])
        self.assertEqual(self.page.count("\n### "), len(pairs))

    def test_the_throws_of_a_pair_are_those_that_verify_finds(self):
        for name in ("single_force/objects", "rolling/relations"):  # a hit of the bird; a ball to the left
            sides = templates_page.verified(PROGRAM, name)
            section = templates_page.section(
                templates_page.pair_of(*name.split("/")), sides[f"{name}/normal"], sides[f"{name}/novel"]
            )
            self.assertIn(section, self.page, "scripts/templates_page.py writes the page anew")


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
