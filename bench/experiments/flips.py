"""Asks how much a small change of a throw changes: of the throws that win tasks of the shipped templates, how many lose when turned
by 0.1 degrees or pulled 1 mm less, with the standard and with the original's step, and how many lose with the other step."""

import csv
import tempfile

import novphy
import numpy as np
from common import ASSETS, COUNT, JOBS, SEED, hashes, made_tasks, main, option, use_physics
from timestep import Side

CHANGES = ((0.1, 1), (-0.1, 1), (0, 0.999))
"""Of a throw with the full pull: degrees added to it, and its pull in metres."""
STEP_DEG = 2
MOST_THROWS = 8
"""Throws of a task that are looked at, evenly spread among those that win."""


class Counts:
    """Numbers of throws, summed over tasks. `lost` are those that lose when changed, in changes."""

    def __init__(self):
        self.tasks = self.won = self.differ = self.lost = self.both_lost = self.reference_lost = 0

    def add(self, side, jobs):
        wins = side.wins("standard", 0, jobs)
        throws = [wins[i] for i in np.unique(np.linspace(0, len(wins) - 1, MOST_THROWS).round().astype(int))] if wins else []
        self.tasks += 1
        if not throws:
            return
        both = side.won("reference", throws, 0, 1, jobs)
        shared = [throw for throw, wins in zip(throws, both) if wins]
        self.won += len(throws)
        self.differ += len(throws) - len(shared)
        for nudge_deg, pull_m in CHANGES:
            lost = ~side.won("standard", throws, nudge_deg, pull_m, jobs)
            self.lost += lost.sum()
            self.both_lost += lost[both].sum()
            if shared:
                self.reference_lost += (~side.won("reference", shared, nudge_deg, pull_m, jobs)).sum()

    def __iadd__(self, other):
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)
        return self

    def row(self, name):
        """The numbers of a line of the table, shares in percent; None where there is no throw."""
        shared = self.won - self.differ

        def percent(part, whole):
            return 100 * part / whole if whole else None

        changes, shared_changes = len(CHANGES) * self.won, len(CHANGES) * shared
        return (
            *(name, self.tasks, self.won, percent(self.lost, changes), percent(self.differ, self.won)),
            *(shared, percent(self.both_lost, shared_changes), percent(self.reference_lost, shared_changes)),
        )


COLUMNS = ("template", "tasks", "throws", "changed_lose", "reference_loses", "throws_both", "both_standard", "both_reference")


def told(cells):
    """A line of the table for people."""
    texts = ["-" if cell is None else f"{cell:.1f}" if isinstance(cell, float) else str(cell) for cell in cells]
    return f"{texts[0]:<40}{texts[1]:>5}{texts[2]:>7}{texts[3]:>14}{texts[4]:>17}{texts[5]:>13}{texts[6]:>15}{texts[7]:>16}"


def run(options):
    catalogue = use_physics()
    with tempfile.TemporaryDirectory() as folder:
        tasks = made_tasks(options.pair or ["all"], folder, options.count, options.seed, jobs=options.jobs)
    by_template = {}
    for name, task in tasks:
        by_template.setdefault(name, []).append(task)
    print(told(COLUMNS))
    every, rows = Counts(), []
    for name, members in by_template.items():
        counts = Counts()
        for task in members:
            counts.add(Side(name, task, STEP_DEG, catalogue), options.jobs)
        every += counts
        rows.append(counts.row(name))
        print(told(rows[-1]), flush=True)
    print(told(every.row("all")))
    print(f"shares in percent; {len(tasks)} tasks, seed {options.seed}; {hashes(ASSETS)}")
    if options.csv:
        with open(options.csv, "w", encoding="utf-8", newline="") as file:
            cells = ([f"{cell:.1f}" if isinstance(cell, float) else cell for cell in row] for row in [*rows, every.row("all")])
            csv.writer(file, lineterminator="\n").writerows([COLUMNS, *cells])


if __name__ == "__main__":
    main(
        run,
        __doc__,
        option("--pair", [], "Only this pair, such as rolling/agents; may be given several times", action="append", metavar="NAME"),
        option("--count", 2, "Tasks of each template", type=COUNT),
        option("--csv", about="Also writes the table to this file", metavar="FILE"),
        SEED,
        JOBS,
    )
