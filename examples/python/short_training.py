"""A short training with nothing but numpy: a table of how often each direction passed, learned from single shots."""

import numpy as np

import novphy

TRAINING = novphy.make_tasks("rolling/agents/normal", count=60, proof="none")
HELD_OUT = novphy.make_tasks("rolling/agents/normal", count=20, first=60, proof="none")
rng = np.random.default_rng(1)
passed, tried = np.zeros(180), np.zeros(180)
for _ in range(1500):
    scores = (passed + 0.05) / (tried + 1) + 0.2 / np.sqrt(tried + 1)
    action = int(np.argmax(scores + rng.uniform(0, 1e-6, 180)))
    task = TRAINING[rng.integers(len(TRAINING))]
    passed[action] += novphy.play(task, [[action - 90.0]]).won
    tried[action] += 1
best = int(np.argmax(passed / np.maximum(tried, 1) * (tried > 20)))
rate = novphy.play_many(HELD_OUT, np.full((len(HELD_OUT), 1, 1), best - 90.0)).won.mean()
print(f"direction {best - 90} degrees passes {rate:.0%} of the held-out tasks")
