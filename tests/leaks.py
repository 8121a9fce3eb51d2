"""Whether what players are told gives a trial away: the detector of tests/python/test_leaks.py, which knows no door.

It takes trials whose tasks are drawn in the same way in all phases, novelties and scenarios, so that only a leak can tell
one from another. Every number below is exact if there is no leak: a false alarm is as likely as ALPHA says.
"""

import itertools
import math
import re
from collections import Counter
from typing import NamedTuple

import numpy as np

ALPHA = 1e-4
"""How often a label of a door without a leak is found out."""
FEATURES = (1, 8)
"""How many features the two classifiers take."""
WORD = re.compile(r"[A-Za-z_]+|-?\d+(?:\.\d+)?")
FIRST_WORDS = 60
"""Of each message: their numbers are features by their place, too."""
RARE = 0.04
"""A feature of a smaller share of the tasks is left out."""


class Told(NamedTuple):
    """What a door told of one task, and what it must not tell."""

    novelty: str
    scenario: str
    trial: int
    phase: str
    place: int
    messages: list


LABELS = {
    "phase": lambda told: told.phase,
    "novelty": lambda told: told.novelty,
    "scenario": lambda told: told.scenario,
    "place in the trial": lambda told: told.place,
    "number of the trial": lambda told: told.trial // 2 % 2,
}


class Verdict(NamedTuple):
    """How well the best of the classifiers tells a label."""

    p: float
    hits: int
    tries: int
    chance: float


def unlike(tasks):
    """Two tasks that were told otherwise, as "where: what" of both; None if all were told the same."""
    first = tasks[0]
    for other in tasks:
        for i in range(max(len(first.messages), len(other.messages))):
            one, two = (each.messages[i] if i < len(each.messages) else None for each in (first, other))
            if one != two:
                return [f"{each[:5]}, message {i}: {text!r:.600}" for each, text in ((first, one), (other, two))]
    return None


def _counts(messages):
    """The features of a task: sizes and words, and the numbers and their last bits by their places."""
    found = Counter({"messages": len(messages)})
    for i, message in enumerate(messages):
        found["bytes", i] = len(message)
        for at, word in enumerate(WORD.findall(message)):
            found[word] += 1
            if at < FIRST_WORDS and word[-1].isdigit():
                found["number", i, at] = float(word)
                found["low bit", i, at] = int(word[-1]) % 2
    return found


def features(tasks):
    """A row for each task, in which each column has the mean 0 and the spread 1."""
    rows = [_counts(each.messages) for each in tasks]
    used = Counter(name for row in rows for name in row)
    names = [name for name, count in used.items() if count >= RARE * len(rows)]
    data = np.array([[row.get(name, 0) for name in names] for row in rows], float)
    spread = data.std(0)
    return (data[:, spread > 0] - data.mean(0)[spread > 0]) / spread[spread > 0]


def halves(tasks, label):
    """The label of each task as a number, and for each half of the trials which tasks belong to it. Both halves have as many
    tasks of each value, so that no guess hits more than chance."""
    _, values = np.unique([str(LABELS[label](each)) for each in tasks], return_inverse=True)
    odd = np.array([each.trial % 2 == 1 for each in tasks])
    for half in (odd, ~odd):
        assert len(set(np.bincount(values[half]))) == 1, f"{label}: the trials are not balanced"
    return values, (odd, ~odd)


def _tells(rows, values, count):
    """The `count` columns that tell the values best, and the mean of each value in them."""
    means = np.array([rows[values == value].mean(0) for value in range(values.max() + 1)])
    within = ((rows - means[values]) ** 2).mean(0) + 1e-9
    best = np.argsort(-means.var(0) / within, kind="stable")[:count]
    return best, means[:, best]


def tail(hits, tries, chance):
    """The probability of at least so many hits by chance: exact, of the binomial distribution."""
    return math.fsum(math.comb(tries, n) * chance**n * (1 - chance) ** (tries - n) for n in range(hits, tries + 1))


def found_out(columns, tasks, label):
    """What classifiers tell of a label: those that learned from one half of the trials, of the other half."""
    values, parts = halves(tasks, label)
    chance = 1 / (values.max() + 1)
    verdicts = []
    for test in parts:
        for count in FEATURES:
            best, means = _tells(columns[~test], values[~test], count)
            guesses = ((columns[test][:, best][:, None] - means) ** 2).sum(2).argmin(1)
            hits, tries = int((guesses == values[test]).sum()), int(test.sum())
            verdicts.append(Verdict(min(1.0, 2 * len(FEATURES) * tail(hits, tries, chance)), hits, tries, chance))
    return min(verdicts)


def leaks(columns, tasks, labels=LABELS):
    """Those of the labels that can be told, with the verdict on each."""
    verdicts = {label: found_out(columns, tasks, label) for label in labels}
    return {label: verdict for label, verdict in verdicts.items() if verdict.p <= ALPHA}


def bit(tasks, share, rng, label="phase"):
    """A planted leak: for each task 1 if it has the last value of the label, in this share of such tasks, else 0."""
    values, _ = halves(tasks, label)
    return (values == values.max()) & (rng.random(len(tasks)) < share)


def with_bit(columns, planted):
    spread = planted.std()
    return np.column_stack([columns, (planted - planted.mean()) / spread if spread else planted])


def power(columns, tasks, tries=40):
    """The smallest leak that is caught in 95 of 100 cases: the share of the novel tasks in which a planted bit tells the phase."""
    values, parts = halves(tasks, "phase")
    seen = sorted({i for half in parts for i in _tells(columns[half], values[half], max(FEATURES))[0]})
    rng = np.random.default_rng(1)
    for percent in range(5, 101, 5):
        caught = [found_out(with_bit(columns[:, seen], bit(tasks, percent / 100, rng)), tasks, "phase").p <= ALPHA for _ in range(tries)]
        if np.mean(caught) >= 0.95:
            return percent / 100
    return math.inf


# The derivation of told numbers up to the version 1, and other cheap ones: sim/rng.cpp on many seeds at once.


def _u64(value):
    return np.asarray(value, np.uint64)


def _mixed(x):
    x = (x ^ (x >> _u64(30))) * _u64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> _u64(27))) * _u64(0x94D049BB133111EB)
    return x ^ (x >> _u64(31))


def fnv1a(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def drawn(seeds, purpose, index):
    """Rng::stream(seed, purpose, index).seed64() of each seed."""
    seeds, index = _u64(seeds), _u64([index])
    increment = (_mixed(_u64([fnv1a(purpose)]) ^ _mixed(index + _u64(1))) << _u64(1)) | _u64(1)
    multiplier = _u64(6364136223846793005)
    state = (increment + _mixed(seeds + _mixed(index))) * multiplier + increment
    parts = []
    for _ in range(2):
        shifted = (((state >> _u64(18)) ^ state) >> _u64(27)) & _u64(0xFFFFFFFF)
        turn = state >> _u64(59)
        parts.append(((shifted >> turn) | (shifted << ((_u64(32) - turn) & _u64(31)))) & _u64(0xFFFFFFFF))
        state = state * multiplier + increment
    return (parts[0] << _u64(32)) | parts[1]


def derived(names, numbers, told_bits=53):
    """What the numbers are, where a cheap derivation gives them: from plan seeds 0 to 100 and the names of trials, as version 1
    of told numbers did, or as hashes and counts. A dict from number to its derivation."""
    seeds, made, whats = _u64(np.arange(101)), [], []
    for what in itertools.product(names, ("trial", "control", "calibration"), range(10)):
        name, kind, index = what
        named = _u64(fnv1a(f"{name}/{kind}/{index}"))
        made += [drawn(seeds, f"trials/{name}/{kind}-seed", index), named ^ seeds, _mixed(named + seeds), _mixed(seeds + _u64(index))]
        whats += [what] * 4
    found = {number: ("a count",) for number in numbers if number < 10**6}
    for values in (np.array(made), np.array(made) >> _u64(64 - told_bits)):
        for row, seed in zip(*np.nonzero(np.isin(values, _u64(numbers)))):
            found[int(values[row, seed])] = (int(seed), *whats[row])
    return found
