"""The report in print: no page but the last is nearly empty. Needs chromium and gs. Usage: report_print_test.py PROGRAM"""

import itertools
import random
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import FolderTest, main, run


def results():
    """A table of drawn results of twelve agents."""
    draw = random.Random(1).random
    yield "agent,novelty,scenario,trial,phase,passed,novelty_probability"
    for agent, novelty, scenario, trial in itertools.product(range(12), range(4), range(5), range(3)):
        skill = draw()
        for task in range(11):
            yield (f"agent_{agent:03},novelty_{novelty:03},scenario_{scenario:02},{trial},{'normal' if task < 3 else 'novel'},"
                   f"{int(draw() < skill)},{draw():.2f}")


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
        (self.folder / "results.csv").write_text("\n".join(results()) + "\n")
        self.novphy("report", "results.csv", "--out", "report.html")
        *pages, _ = self.used("report.html")
        self.assertGreater(len(pages), 10)
        self.assertGreater(min(pages), 1 / 3, pages)


if __name__ == "__main__":
    main()
