"""Asks whether the standard step changes conclusions. Agents play one plan of all pairs with the standard and with the original's
step, and the shots of each play are thrown again with the other step. Files in the folder of --out are not made again."""

import json
import math
import sys
import warnings
from collections import defaultdict
from pathlib import Path
from statistics import NormalDist

import novphy
import numpy as np
from common import ASSETS, JOBS, SEED, hashes, main, option, within

STEPS = ("standard", "reference")
AGENTS = ("random", "random:paper", "pig_shooter", "datalab", "eagles_wing", "eagles_wing:circles", "naive_adapt")
"""The agents that come with the program, without the physicist and the oracle, which take hours, and those that need weights."""
TOLD = ("naive_adapt",)
"""Agents that are told of the novelty, so that nobody asks whether they detect it."""
DETECTOR = "pma:10:1.5"
MEASURES = ("normal", "ap", "cdt")


def cell_of(record):
    return record["novelty"], record["scenario"]


def trial_values(records):
    """The measures of each trial, by novelty-scenario and number of the trial; docs/reference/measures.md has their formulas."""
    trials = defaultdict(list)
    for record in records:
        trials[cell_of(record), record["trial"]].append(record)
    values = {}
    for key, rows in trials.items():
        normal = [row for row in rows if row["phase"] == "normal"]
        novel = [row for row in rows if row["phase"] == "novel"]
        detected = any(row["alarm"] for row in novel) and not any(row["alarm"] for row in normal)
        last = novel[len(novel) - (len(novel) + 1) // 2 :]
        values[key] = (np.mean([row["passed"] for row in normal]), np.mean([row["passed"] for row in last]), float(detected))
    return values


def student(free):
    """The 97.5 % point of Student's t, to 1 % from four degrees of freedom on (Abramowitz and Stegun 26.7.5)."""
    z = NormalDist().inv_cdf(0.975)
    terms = z**3 + z, 5 * z**5 + 16 * z**3 + 3 * z, 3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z
    return z + sum(term / (whole * free ** (i + 1)) for i, (term, whole) in enumerate(zip(terms, (4, 96, 384))))


def mean_and_error(values):
    """The mean over cells of the means over trials, and its half interval of 95 %: Student's over strata, with the variance within
    cells, pooled. The half interval is nan where no cell has trials that differ."""
    cells = defaultdict(list)
    for (cell, _), value in values.items():
        cells[cell].append(value)
    groups = [np.array(group) for group in cells.values()]
    free = sum(len(group) - 1 for group in groups)
    pooled = sum(((group - group.mean()) ** 2).sum() for group in groups) / free
    error = math.sqrt(pooled * sum(1 / len(group) for group in groups)) / len(groups)
    return np.mean([group.mean() for group in groups]), student(free) * error if error else math.nan


def ratio(product, squares):
    return product / math.sqrt(squares) if squares else math.nan


def ranks(values):
    """Ranks from 1; equal values share their mean."""
    values = np.asarray(values, float)
    return np.array([(values < value).sum() + ((values == value).sum() + 1) / 2 for value in values])


def spearman(first, second):
    """Spearman's rho; nan where all values of a side are equal."""
    first, second = (ranks(values) - (len(values) + 1) / 2 for values in (first, second))
    return ratio(first @ second, (first @ first) * (second @ second))


def kendall(first, second):
    """Kendall's tau-b."""
    signs = [np.sign(np.subtract.outer(values, values)) for values in (np.asarray(first), np.asarray(second))]
    return ratio((signs[0] * signs[1]).sum(), (signs[0] ** 2).sum() * (signs[1] ** 2).sum())


def played(plan, agent, step, options):
    """The agent's records with the step."""
    file = Path(options.out) / f"{agent.replace(':', '_')}-{step}.jsonl"
    if file.exists():
        return novphy.Records.load(file)
    return novphy.run(plan, agent, options.jobs, file, resume=True, physics=step, informed=agent in TOLD)


def alarmed(records):
    """The records with the alarms of DETECTOR."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # cells in which it never fires
        return novphy.detect(records, DETECTOR, calibrate_from_trials=True)


def rows_of(record, birds):
    """The shots of a record as rows of play_many()."""
    rows = np.full((birds, 4), np.nan)
    for row, shot in zip(rows, record.get("shots", ())):
        x, y = shot["drag_m"]
        row[:] = math.degrees(math.atan2(-y, -x)), min(math.hypot(x, y), 1), shot.get("tap_ms", -1), shot.get("launch_ms", -1)
    return rows


def thrown_again(plan, agent, records, step, options):
    """Whether the shots of each record pass with this step."""
    file = Path(options.out) / f"{agent.replace(':', '_')}-again-{step}.json"
    if not file.exists():
        passed = []
        for trial in range(plan.trials):
            tasks = plan.tasks(trial)
            birds = max(task.birds for task in tasks)
            shots = [rows_of(record, birds) for record in records[len(passed) : len(passed) + len(tasks)]]
            passed += novphy.play_many(tasks, np.array(shots), options.jobs, step).won.tolist()
        file.write_text(json.dumps(passed), encoding="utf-8")
    return json.loads(file.read_text(encoding="utf-8"))


class Compared:
    """An agent under both steps."""

    def __init__(self, plan, agent, options):
        records = {step: played(plan, agent, step, options) for step in STEPS}
        self.agent = agent
        self.values = {step: trial_values(alarmed(records[step])) for step in STEPS}
        own = [record["passed"] for record in records["standard"]]
        again = thrown_again(plan, agent, records["standard"], "reference", options)
        self.plays, self.won, self.won_again = len(own), sum(own), sum(again)
        self.won_both = sum(a and b for a, b in zip(own, again))

    def of(self, measure, step):
        i = MEASURES.index(measure)
        return {trial: values[i] for trial, values in self.values[step].items()}

    def row(self, measure):
        """The means with both steps, and the difference with its half interval."""
        fast, slow = (self.of(measure, step) for step in STEPS)
        difference, half = mean_and_error({trial: slow[trial] - fast[trial] for trial in fast})
        return mean_and_error(fast)[0], mean_and_error(slow)[0], difference, half


def cell_means(agents, measure, step):
    """The mean of each agent in each novelty-scenario."""
    cells = defaultdict(list)
    for each in agents:
        for (cell, _), value in each.of(measure, step).items():
            cells[each.agent, cell].append(value)
    return [np.mean(values) for _, values in sorted(cells.items())]


def print_tables(agents):
    print(f"{'':<20}" + "".join(f" | {measure:^36}" for measure in MEASURES) + " | same shots")
    columns = f" | {'standard':>8} {'reference':>9} {'difference':>17}"
    print(f"{'agent':<20}" + columns * len(MEASURES) + f" | {'plays':>5} {'won':>5} {'again':>5} {'both':>5} {'agree %':>7}")
    for each in agents:
        print(f"{each.agent:<20}", end="")
        for measure in MEASURES:
            if measure == "cdt" and each.agent in TOLD:
                print(f" | {'-':>36}", end="")
                continue
            fast, slow, difference, half = each.row(measure)
            told = f"{difference:+.3f} ± " + ("-" if math.isnan(half) else f"{half:.3f}")
            print(f" | {fast:>8.3f} {slow:>9.3f} {told:>17}", end="")
        same = each.plays - each.won - each.won_again + 2 * each.won_both
        print(f" | {each.plays:>5} {each.won:>5} {each.won_again:>5} {each.won_both:>5} {100 * same / each.plays:>7.1f}")
    for measure in MEASURES:
        ranked = [each for each in agents if measure != "cdt" or each.agent not in TOLD]
        if len(ranked) < 2:
            continue
        means = [[each.row(measure)[step] for each in ranked] for step in (0, 1)]
        cells = [cell_means(ranked, measure, step) for step in STEPS]
        print(
            f"{measure}: rank correlation of {len(ranked)} agents: Spearman {spearman(*means):.2f}, Kendall {kendall(*means):.2f}; "
            f"of {len(cells[0])} means of an agent in a novelty-scenario: Spearman {spearman(*cells):.2f}"
        )


def run(options):
    tasks = options.tasks
    sizes = {"trials": options.trials, "min_normal": tasks, "max_normal": tasks, "novel": tasks, "calibration_runs": 0}
    plan = novphy.plan(options.pair, pool=options.trials * tasks * 2, seed=options.seed, threads=options.jobs, **sizes)
    folder = Path(options.out)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "plan.json").write_text(plan.json(), encoding="utf-8")
    agents = []
    for agent in options.agent or AGENTS:
        agents.append(Compared(plan, agent, options))
        print(f"{agent}: played", file=sys.stderr, flush=True)
    print_tables(agents)
    print(f"{plan.trials} trials of {tasks} normal and {tasks} novel tasks, plan {plan.hash}; {hashes(ASSETS)}")


if __name__ == "__main__":
    main(
        run,
        __doc__,
        option("--out", about="Folder of the plan and the records", metavar="DIR", required=True),
        option("--trials", 2, "Trials of each novelty-scenario", type=within(int, 2, 40)),
        option("--tasks", 10, "Normal tasks of a trial, and novel ones", type=within(int, 1, 40)),
        option("--pair", [], "Only this pair, such as rolling/agents; may be given several times", action="append", metavar="NAME"),
        option("--agent", [], "An agent, in place of all; may be given several times", action="append", metavar="NAME"),
        SEED,
        JOBS,
    )
