"""Prints tests/evaluator/rliable_figures.h: what rliable computes of the scores in runs_test.cpp.

Usage: rliable_figures.py >rliable_figures.h
Needs rliable of PyPI (1.2.0, with scipy 1.17.1, numpy 2.4.6 and pandas 2.3.3, computed the header) and scipy, which no
build and no test needs.
"""

import numpy as np
from rliable import library, metrics
from scipy import stats

TAUS = np.array([0, 0.1, 0.25, 0.5, 0.8, 1])
FIVE = np.array([0.05, 0.9, 0.1, 0.95, 0.5])
THREE = np.array([0.8, 0.85, 0.9])


def numbers(runs, tasks):
    """Scores from 0 to 1, as made_scores() in runs_test.cpp makes them: a row for each run."""
    return np.array([[((task * runs + run + 1) * 7919 % 1009) / 1008 for task in range(tasks)] for run in range(runs)])


def show(name, values):
    print(f"inline const std::vector<double> {name}{{{', '.join(f'{value:.17g}' for value in np.ravel(values))}}};")


def show_case(name, scores):
    """The interquartile mean and the profile, each with the low ends and the high ends of its intervals."""
    np.random.seed(1)
    iqm, iqm_ends = library.get_interval_estimates({"": scores}, lambda x: np.array([metrics.aggregate_iqm(x)]), reps=50000)
    profile, profile_ends = library.create_performance_profile({"": scores}, TAUS, reps=50000)
    show(f"k{name}Iqm", [iqm[""], *iqm_ends[""]])
    show(f"k{name}Profile", profile[""])
    show(f"k{name}ProfileLow", profile_ends[""][0])
    show(f"k{name}ProfileHigh", profile_ends[""][1])


def show_tests():
    """Mean difference, ends of its interval and p by scipy: Welch's test, then Student's against 0.45."""
    for name, test, other in (
        ("Welch", stats.ttest_ind(FIVE, THREE, equal_var=False), np.mean(THREE)),
        ("Student", stats.ttest_1samp(FIVE, 0.45), 0.45),
    ):
        ends = test.confidence_interval()
        shift = other if name == "Student" else 0
        show(f"k{name}", [np.mean(FIVE) - other, ends.low - shift, ends.high - shift, test.pvalue])


def main():
    print("// Printed by rliable_figures.py with rliable 1.2.0.\n#pragma once\n\n#include <vector>\n\nnamespace novphy::rliable {\n")
    show_case("Small", numbers(5, 3))
    show_case("Wide", numbers(4, 13))
    show_tests()
    print("\n}  // namespace novphy::rliable")


main()
