"""Asks how much a small change of a throw changes: of the throws that win tasks of the shipped templates, how many lose when turned
by 0.1 degrees or pulled 1 mm less, with the standard and with the original's step, and how many lose with the other step."""

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

    def line(self, name):
        shared = self.won - self.differ

        def percent(part, whole):
            return f"{100 * part / whole:>9.1f}" if whole else f"{'-':>9}"

        return (
            f"{name:<38} {self.tasks:>5} {self.won:>6} {percent(self.lost, 3 * self.won)} {percent(self.differ, self.won)} "
            f"{shared:>8} {percent(self.both_lost, 3 * shared)} {percent(self.reference_lost, 3 * shared)}"
        )


def run(options):
    catalogue = use_physics()
    with tempfile.TemporaryDirectory() as folder:
        tasks = made_tasks(options.pair or ["all"], folder, options.count, options.seed, jobs=options.jobs)
    print(f"{'':<51} {'of all throws that win':^19} | of those that win with both steps, changed ones lose")
    print(f"{'template':<38} {'tasks':>5} {'throws':>6} {'changed':>9} {'reference':>9} {'throws':>8} {'standard':>9} {'reference':>9}")
    every, by_template = Counts(), {}
    for name, task in tasks:
        by_template.setdefault(name, []).append(task)
    for name, members in by_template.items():
        counts = Counts()
        for task in members:
            counts.add(Side(name, task, STEP_DEG, catalogue), options.jobs)
        print(counts.line(name), flush=True)
        every += counts
    print(every.line("all"))
    print(f"percent; {len(tasks)} tasks, seed {options.seed}; {hashes(ASSETS)}")


if __name__ == "__main__":
    main(
        run,
        __doc__,
        option("--pair", [], "Only this pair, such as rolling/agents; may be given several times", action="append", metavar="NAME"),
        option("--count", 2, "Tasks of each template", type=COUNT),
        SEED,
        JOBS,
    )
