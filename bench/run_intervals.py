#!/usr/bin/env python3
"""Prints how often 95 % intervals over trainings hold the true mean (docs/reference/measures.md). Usage: bench/run_intervals.py [DRAWS]

Each draw has a few runs of 40 trials, which pass with the run's own probability. Needs numpy.
"""

import sys

import numpy as np

TRIALS = 40
RESAMPLES = 400
T_975 = {3: 4.3027, 5: 2.7764, 10: 2.2622, 40 * 3: 1.9801, 40 * 5: 1.9720, 40 * 10: 1.9659}  # by number of values

WORLDS = {
    "normal": (lambda rng, shape: np.clip(rng.normal(0.5, 0.1, shape), 0, 1), 0.5),
    "U-shaped, Beta(½, ½)": (lambda rng, shape: rng.beta(0.5, 0.5, shape), 0.5),
    "one training in five fails": (lambda rng, shape: np.where(rng.random(shape) < 0.2, 0.05, 0.9), 0.73),
}


def student(values):
    half = T_975[values.size] * values.std(ddof=1) / np.sqrt(values.size)
    return values.mean() - half, values.mean() + half


def bootstrap(rng, passes, trials_too):
    runs = passes.shape[0]
    drawn = passes[rng.integers(0, runs, (RESAMPLES, runs))]
    if trials_too:
        places = rng.integers(0, TRIALS, (RESAMPLES, runs, TRIALS))
        drawn = np.take_along_axis(drawn, places, axis=2)
    return np.quantile(drawn.mean(axis=(1, 2)), (0.025, 0.975))


def coverage(rng, draw, truth, runs, draws):
    held = np.zeros(4)
    for _ in range(draws):
        passes = (rng.random((runs, TRIALS)) < draw(rng, (runs, 1))).astype(float)
        intervals = (student(passes.mean(axis=1)), bootstrap(rng, passes, True), bootstrap(rng, passes, False), student(passes.ravel()))
        held += [low <= truth <= high for low, high in intervals]
    return held / draws


def main():
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    rng = np.random.default_rng(1)
    print("| run means | runs | Student's | bootstrap of runs, then trials | bootstrap of runs | trials as independent |")
    print("|---|---|---|---|---|---|")
    for name, (draw, truth) in WORLDS.items():
        for runs in (3, 5, 10):
            row = name if runs == 3 else ""
            cells = " | ".join(f"{share:.2f}".lstrip("0") for share in coverage(rng, draw, truth, runs, draws))
            print(f"| {row} | {runs} | {cells} |", flush=True)


main()
