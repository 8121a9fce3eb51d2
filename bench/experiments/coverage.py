"""Prints how often intervals of 95 % hold the true mean, and their width beside Student's, on made-up trials whose mean is known.
docs/results/measures.csv is such a table."""

import numpy as np
from common import COUNT, SEED, engine, main, option
from novphy import measures

LAST_TASKS = 5
NOVEL_TASKS = 40
TRIALS = (3, 4, 10, 40)
CELLS = (1, 5, 8, 40)
AT_A_TIME = 500
"""Experiments that are drawn at a time."""
RATES = ((0.05, 0.05), (0.1, 0.1), (0.5, 0.5), (0.95, 0.95), (0, 0.2), (0.02, 0.98))
"""Rates of the first cell and of the last."""
CHANCES = ((0.05, 0.05), (0.1, 0.1), (0.2, 0.2), (0.4, 0.4), (0.05, 0.4))
DIFFERENCES = (
    ((0.05, 0.05), (0.1, 0.1)), ((0.1, 0.1), (0.1, 0.1)), ((0.5, 0.5), (0.3, 0.3)), ((0.5, 0.5), (0.5, 0.5)),
    ((0.9, 0.9), (0.3, 0.3)), ((0.9, 0.9), (0.1, 0.1)), ((0.95, 0.95), (0.95, 0.95)), ((0.02, 0.98), (0.5, 0.5)),
)  # fmt: skip


def places(cells):
    """The places of the cells between the first and the last, 0 to 1, as a column."""
    return np.full((1, 1), 0.5) if cells == 1 else np.linspace(0, 1, cells)[:, None]


def at(ends, cells):
    return ends[0] + (ends[1] - ends[0]) * places(cells)


# A world gives the mean of each cell, and draws (experiments, cells, trials) values.


class Passing:
    """The pass rate of the last tasks. `alike` says how much the tasks of a trial are passed together: 0 each for itself, 1 all or
    none, else with a rate of each trial's own (beta distributed)."""

    def __init__(self, ends, alike):
        self.ends, self.alike = ends, alike

    def means(self, cells):
        return at(self.ends, cells)

    def draw(self, shape, rng):
        rates = np.broadcast_to(at(self.ends, shape[1]), shape)
        if self.alike >= 1:
            return (rng.random(shape) < rates).astype(float)
        if self.alike > 0:
            size = (1 - self.alike) / self.alike
            a, b = rng.gamma(rates * size), rng.gamma((1 - rates) * size)
            rates = np.divide(a, a + b, out=rates.copy(), where=a + b > 0)
        return rng.binomial(LAST_TASKS, rates) / LAST_TASKS


class Delaying:
    """Delays of detectors that notice each novel task with the same chance."""

    def __init__(self, ends):
        self.ends = ends

    def shares(self, cells):
        """For each cell, the chances of the delays 1 to NOVEL_TASKS."""
        chance = at(self.ends, cells)
        weights = chance * (1 - chance) ** np.arange(NOVEL_TASKS)
        return weights / weights.sum(axis=1, keepdims=True)

    def means(self, cells):
        return self.shares(cells) @ np.arange(1, NOVEL_TASKS + 1)[:, None]

    def draw(self, shape, rng):
        up_to = np.cumsum(self.shares(shape[1]), axis=1)
        uniform = rng.random(shape)
        delays = [np.searchsorted(up_to[cell, :-1], uniform[:, cell]) for cell in range(shape[1])]
        return np.stack(delays, axis=1) + 1.0


class Differing:
    """Differences of two agents in one trial."""

    def __init__(self, a, b, alike):
        self.a, self.b = Passing(a, alike), Passing(b, alike)

    def means(self, cells):
        return self.a.means(cells) - self.b.means(cells)

    def draw(self, shape, rng):
        return self.a.draw(shape, rng) - self.b.draw(shape, rng)


def of_shares(values):
    """As the evaluator: Wilson's interval for one cell."""
    if values.shape[1] > 1:
        return engine.measures.interval_rows("bounded", values, 0, 1)
    trials = values.shape[2]
    intervals = np.array([measures.wilson(successes, trials) for successes in range(trials + 1)])
    return intervals[np.rint(values.sum(axis=(1, 2))).astype(int)]


def bounded(low, high):
    return lambda values: engine.measures.interval_rows("bounded", values, low, high)


def difference(values):
    return engine.measures.interval_rows("difference", values, -1, 1)


KINDS = (
    ("CDT", [Passing(rates, 1) for rates in RATES], of_shares),
    ("AP and AUS", [Passing(rates, alike) for rates in RATES for alike in (0, 0.3, 1)], bounded(0, 1)),
    ("DD", [Delaying(chances) for chances in CHANCES], bounded(1, NOVEL_TASKS + 1)),
    ("CDT a - b", [Differing(a, b, 1) for a, b in DIFFERENCES], difference),
    ("AP a - b", [Differing(a, b, 0.3) for a, b in DIFFERENCES], difference),
)
"""Sorts of measures: a name, worlds, and the interval of the mean over cells."""


def tally(world, interval, cells, trials, draws, rng):
    """The share of intervals that hold the mean, and their mean width beside that of Student's where cells vary, or 0."""
    mean = world.means(cells).mean()
    held = width = student = 0.0
    for begin in range(0, draws, AT_A_TIME):
        values = world.draw((min(AT_A_TIME, draws - begin), cells, trials), rng)
        low, high = interval(values).T
        plain_low, plain_high = engine.measures.interval_rows("welch", values, 0, 0).T
        held += np.count_nonzero((low <= mean + 1e-12) & (mean - 1e-12 <= high))
        varies = ~np.isnan(plain_low)
        width += (high - low)[varies].sum()
        student += (plain_high - plain_low)[varies].sum()
    return held / draws, width / student if student > 0 else 0.0


def run(options):
    rng = np.random.default_rng(options.seed)
    print("measure,cells" + "".join(f",least coverage of {trials} trials,greatest width of {trials} trials" for trials in TRIALS))
    for name, worlds, interval in KINDS:
        for cells in CELLS:
            row = f"{name},{cells}"
            for trials in TRIALS:
                tallies = [tally(world, interval, cells, trials, options.draws, rng) for world in worlds]
                row += f",{min(held for held, _ in tallies):.3f},{max(width for _, width in tallies):.2f}"
            print(row, flush=True)


if __name__ == "__main__":
    main(run, __doc__, option("--draws", 2000, "Experiments drawn for each number and each world", type=COUNT), SEED)
