"""The report in print: no page but the last is nearly empty. Usage: report_print_test.py PROGRAM"""

import re
import shutil
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import FolderTest, main, run

TOOLS = ("chromium", "gs")


def results(agents, novelties=4, scenarios=5):
    """A table of results in which passes and probabilities differ from cell to cell."""
    yield "agent,novelty,scenario,trial,phase,passed,novelty_probability"
    for number in range(agents * novelties * scenarios * 3 * 11):
        task, place = number % 11, number // 11
        cell = place // 3
        yield (f"agent_{cell // (novelties * scenarios)},novelty_{cell // scenarios % novelties},scenario_{cell % scenarios},{place % 3},"
               f"{'normal' if task < 3 else 'novel'},{number * 7 % 13 % 2},{number * 11 % 100 / 100}")


class ReportPrint(FolderTest):
    def used(self, html):
        """How far down each printed page is used, as a share of its height."""
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", "--print-to-pdf=report.pdf"]
        run(["chromium", *options, f"file://{self.folder / html}"], folder=self.folder)
        run(["gs", "-q", "-sDEVICE=pgmraw", "-r10", "-o", "page%03d.pgm", "report.pdf"], folder=self.folder)
        for page in sorted(self.folder.glob("page*.pgm")):
            head = re.match(rb"P5\s+(?:#.*\n)?(\d+)\s+(\d+)\s+255\s", page.read_bytes())
            width, height = int(head[1]), int(head[2])
            grey = page.read_bytes()[head.end():]
            rows = [row for row in range(height) if min(grey[row * width:(row + 1) * width]) < 235]
            yield (rows[-1] + 1) / height if rows else 0

    def test_pages_are_more_than_a_third_full(self):
        (self.folder / "results.csv").write_text("\n".join(results(agents=12)) + "\n")
        self.novphy("report", "results.csv", "--out", "report.html", "--resamples", 0)
        *pages, _ = self.used("report.html")
        self.assertGreater(len(pages), 10)
        self.assertGreater(min(pages), 1 / 3, pages)


if __name__ == "__main__":
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        print("SKIPPED: " + ", ".join(missing) + ": not found")
        sys.exit(0)
    main()
