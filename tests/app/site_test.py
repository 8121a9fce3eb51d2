"""The site is made without a warning, with every page, and what it links to and shows is there. Usage: site_test.py SOURCE_FOLDER"""

import filecmp
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(SOURCE / "docs/site"))
from check_links import problems_of

PACKAGES, LIST = SOURCE / "build/site_packages", SOURCE / "docs/site/requirements.txt"


class Site(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_the_site_has_every_page_and_no_dead_link(self):
        if not (PACKAGES / "installed.txt").exists() or not filecmp.cmp(LIST, PACKAGES / "installed.txt", shallow=False):
            print("SKIPPED: build/site_packages has not the packages of docs/site/requirements.txt; scripts/site.sh installs them from PyPI")
            return
        site, playground = self.folder / "site", self.folder / "playground"
        playground.mkdir()
        (playground / "index.html").write_text('<p id="stands-in">Play</p>')
        command = [PACKAGES / "bin/python", "-B", SOURCE / "docs/site/make.py", site, "--playground", playground]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        names = {path.relative_to(site).as_posix() for path in site.rglob("*.html")}
        pages = [path.relative_to(SOURCE / "docs").as_posix() for path in (SOURCE / "docs").rglob("*.md") if path.name != "README.md"]
        self.assertEqual([page for page in pages if page.replace(".md", ".html") not in names], [])
        self.assertLessEqual({"index.html", "search.html", "playground/index.html", "boards.html", "source/CONTRIBUTING.html"}, names)
        home = (site / "index.html").read_text()
        self.assertEqual([page for page in pages if f'href="{page.replace(".md", ".html")}' not in home], [], "not in the navigation")

    def test_dead_links_and_other_hosts_are_found(self):
        (self.folder / "a.html").write_text('<h1 id="top">A</h1><a href="b.html#x">b</a><a href="b.html#y">b</a><a href="c.html">c</a>'
                                            '<img src="d.png"><script src="https://example.org/e.js"></script><a href="https://example.org">f</a>')
        (self.folder / "b.html").write_text('<link rel="stylesheet" href="g.css"><p id="x"><a href="a.html#top">a</a>')
        (self.folder / "g.css").write_text("@import url(//example.org/h.css); p { background: url('data:,'); }")
        self.assertEqual(problems_of(self.folder), ["a.html: b.html#y has no such anchor", "a.html: c.html is not there", "a.html: d.png is not there",
                                                    "a.html: loads https://example.org/e.js from another host", "g.css: loads //example.org/h.css from another host"])


if __name__ == "__main__":
    unittest.main()
