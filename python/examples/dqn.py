"""DQN in one file: deep Q-learning with nothing but numpy, on novphy's vector of environments.

Prints a learning curve: the shots so far, the share of tasks that the last shots passed (random ones too), and the share
of held-out tasks that the best action passes. `--help` tells the options.
"""

import argparse

import gymnasium
import numpy as np

import novphy  # registers the environments

HIDDEN, RATE = 128, 1e-3
BATCH, UPDATES = 128, 4  # minibatches of each step of all environments
GAMMA, TARGET_EVERY = 0.99, 100  # the target net is a copy from up to so many steps ago
EXPLORE, LEAST_RANDOM = 0.4, 0.05  # the share of the shots in which random actions get rarer, and the share they keep


class Net:
    """Two hidden layers of ReLU, trained with Adam."""

    def __init__(self, inputs, outputs, rng):
        sizes = [inputs, HIDDEN, HIDDEN, outputs]
        self.weights = [rng.normal(0, np.sqrt(2 / a), (a, b)).astype(np.float32) for a, b in zip(sizes, sizes[1:])]
        self.weights[-1] *= 0.1
        self.weights += [np.zeros(b, np.float32) for b in sizes[1:]]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.steps = 0

    def layers(self, x):
        found = [x.reshape(len(x), -1)]
        for i in range(3):
            x = found[-1] @ self.weights[i] + self.weights[3 + i]
            found.append(x if i == 2 else np.maximum(x, 0))
        return found

    def __call__(self, x):
        return self.layers(x)[-1]

    def learn(self, layers, slope):
        """One step of Adam. `slope` is the loss's derivative by the net's outputs."""
        slopes = [None] * 6
        for i in (2, 1, 0):
            slopes[i], slopes[3 + i] = layers[i].T @ slope, slope.sum(0)
            slope = (slope @ self.weights[i].T) * (layers[i] > 0)
        self.steps += 1
        scale = RATE * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for weight, (mean, square), each in zip(self.weights, self.moments, slopes):
            mean += 0.1 * (each - mean)
            square += 0.001 * (each * each - square)
            weight -= scale * mean / (np.sqrt(square) + 1e-8)


class Replay:
    """All shots so far: what was seen, the action, the reward, what was seen next, and whether the task was over."""

    def __init__(self, shots, shape):
        self.seen, self.next = np.zeros((2, shots, *shape), np.float32)
        self.actions, self.rewards, self.over = np.zeros(shots, int), np.zeros(shots, np.float32), np.zeros(shots, bool)
        self.size = 0

    def add(self, *rows):
        place = slice(self.size, self.size + len(rows[0]))
        for array, row in zip((self.seen, self.actions, self.rewards, self.next, self.over), rows):
            array[place] = row
        self.size = place.stop

    def draw(self, count, rng):
        rows = rng.integers(self.size, size=count)
        return self.seen[rows], self.actions[rows], self.rewards[rows], self.next[rows], self.over[rows]


def update(net, target, replay, rng):
    seen, actions, rewards, after, over = replay.draw(BATCH, rng)
    wished = rewards + GAMMA * ~over * target(after).max(1)
    layers, rows = net.layers(seen), np.arange(BATCH)
    slope = np.zeros_like(layers[-1])
    slope[rows, actions] = (layers[-1][rows, actions] - wished) / BATCH
    net.learn(layers, slope)


def share_passed(env, net, tasks, seed):
    """The share of the tasks that the best action passes. A round of `tasks` episodes plays each task once."""
    passed = 0
    for episode in range(tasks):
        seen, over = env.reset(seed=seed if episode == 0 else None)[0], False
        while not over:
            seen, _, over, _, info = env.step(net(seen[np.newaxis])[0].argmax())
        passed += info["passed"]
    return passed / tasks


def train(args):
    rng = np.random.default_rng(args.seed)
    envs = gymnasium.make_vec(
        "novphy/Task-v0", num_envs=args.envs, tasks=args.template, count=args.tasks, autoreset_mode="same_step", threads=1
    )
    held_out = gymnasium.make("novphy/Task-v0", tasks=args.template, first=args.tasks, count=args.tasks)
    shape, actions = envs.single_observation_space.shape, int(envs.single_action_space.n)
    net, target = Net(np.prod(shape), actions, rng), Net(np.prod(shape), actions, rng)
    steps = args.shots // args.envs
    replay = Replay(steps * args.envs, shape)
    seen, _ = envs.reset(seed=args.seed)
    for step in range(steps):
        if step % TARGET_EVERY == 0:
            target.weights = [w.copy() for w in net.weights]
        chance = max(LEAST_RANDOM, 1 - step / (EXPLORE * steps))
        random = rng.random(args.envs) < chance
        chosen = np.where(random, rng.integers(actions, size=args.envs), net(seen).argmax(1))
        after, rewards, over, _, _ = envs.step(chosen)
        replay.add(seen, chosen, rewards, after, over)
        seen = after
        for _ in range(UPDATES):
            update(net, target, replay, rng)
        if (step + 1) % max(1, steps // 10) == 0:
            recent = replay.rewards[: replay.size][-replay.size // (step + 1) * max(1, steps // 10) :].mean()
            share = share_passed(held_out, net, args.tasks, args.seed)
            print(f"{replay.size:6} shots: passed {recent:.2f} in training, {share:.2f} of held-out tasks", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--template", default="rolling/agents/normal")
    parser.add_argument("--tasks", type=int, default=350, help="training tasks; as many are held out")
    parser.add_argument("--shots", type=int, default=20000)
    parser.add_argument("--envs", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    train(parser.parse_args())
