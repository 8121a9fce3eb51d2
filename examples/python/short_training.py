"""A short training with nothing but numpy: deep Q-learning of one-bird tasks (gamma 0) on features and 180 angles.

Usage: short_training.py [SHOTS, default 20000] [TASKS, default 350]. Prints how many training and held-out tasks the
greedy shot passes, as the training goes on.
"""

import sys

import numpy as np

import novphy

SHOTS, TASKS = (int(text) for text in (sys.argv[1:] + ["20000", "350"][len(sys.argv) - 1 :]))
ANGLES, HIDDEN, BATCH, RATE, GROUP = 180, 128, 128, 1e-3, 4


class Network:
    """Two hidden layers of ReLU, trained with Adam on squared errors of the values of single actions."""

    def __init__(self, inputs, rng):
        sizes = [inputs, HIDDEN, HIDDEN, ANGLES]
        pairs = list(zip(sizes, sizes[1:]))
        self.weights = [rng.normal(0, np.sqrt(2 / a), (a, b)).astype(np.float32) for a, b in pairs]
        self.weights[-1] *= 0.1
        self.weights += [np.zeros(b, np.float32) for _, b in pairs]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.steps = 0

    def layers(self, seen):
        found = [seen]
        for weight, bias in zip(self.weights[:3], self.weights[3:]):
            value = found[-1] @ weight + bias
            found.append(value if len(found) == 3 else np.maximum(value, 0))
        return found

    def greedy(self, seen):
        return self.layers(seen)[-1].argmax(1)

    def learn(self, seen, actions, rewards):
        found = self.layers(seen)
        slope = np.zeros_like(found[-1])
        rows = np.arange(len(actions))
        slope[rows, actions] = (found[-1][rows, actions] - rewards) / len(actions)
        slopes = [None] * 6
        for i in (2, 1, 0):
            slopes[i], slopes[3 + i] = found[i].T @ slope, slope.sum(0)
            slope = (slope @ self.weights[i].T) * (found[i] > 0)
        self.steps += 1
        for weight, (mean, square), g in zip(self.weights, self.moments, slopes):
            mean += 0.1 * (g - mean)
            square += 0.001 * (g * g - square)
            scale = np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
            weight -= RATE * scale * mean / (np.sqrt(square) + 1e-8)


def passed(tasks, actions):
    return novphy.play_many(tasks, (actions - 90.0).reshape(-1, 1, 1)).won


def features(tasks):
    return novphy.observe_many(tasks, "features").reshape(len(tasks), -1)


training = novphy.make_tasks("rolling/agents/normal", count=TASKS, proof="none")
held_out = novphy.make_tasks("rolling/agents/normal", count=TASKS, first=TASKS, proof="none")
seen, unseen = features(training), features(held_out)
rng = np.random.default_rng(1)
network = Network(seen.shape[1], rng)
by_chance = passed(training, np.random.default_rng(0).integers(ANGLES, size=len(training))).mean()
print(f"a random direction passes {by_chance:.2f} of the training tasks")
memory = np.zeros((SHOTS, 3), int)  # task, action, passed
for shot in range(0, SHOTS, GROUP):
    chance = max(0.05, 1 - shot / (0.4 * SHOTS))
    tasks = rng.integers(len(training), size=min(GROUP, SHOTS - shot))
    actions = np.where(rng.random(len(tasks)) < chance, rng.integers(ANGLES, size=len(tasks)), network.greedy(seen[tasks]))
    memory[shot : shot + len(tasks)] = np.stack([tasks, actions, passed([training[i] for i in tasks], actions)], 1)
    for _ in range(2):
        task, action, won = memory[rng.integers(shot + len(tasks), size=BATCH)].T
        network.learn(seen[task], action, won)
    if (shot + GROUP) % max(GROUP, SHOTS // 10) < GROUP:
        rates = [passed(tasks, network.greedy(rows)).mean() for tasks, rows in ((training, seen), (held_out, unseen))]
        print(f"{shot + GROUP:6} shots: passes {rates[0]:.2f} of the training tasks, {rates[1]:.2f} of the held-out ones", flush=True)
