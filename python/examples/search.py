"""Finds the widest window of winning angles of a few tasks, by playing every angle."""

import numpy as np

import novphy

ANGLES = np.arange(-20, 88, 0.5)


def widest_window(wins):
    """First and last index of the longest run of wins; None where nothing wins."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], wins, [False]]).astype(int)))
    runs = edges.reshape(-1, 2)
    return max(runs, key=lambda run: run[1] - run[0]) if len(runs) else None


tasks = novphy.make_tasks("rolling/agents/normal", count=4, proof="valid")
for i, wins in enumerate(novphy.play_grid(tasks, ANGLES)[:, :, 0]):
    window = widest_window(wins)
    text = "no angle wins" if window is None else f"{ANGLES[window[0]]} to {ANGLES[window[1] - 1]} degrees"
    print(f"task {i}: {text}, {wins.mean():.1%} of all angles")
