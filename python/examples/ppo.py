"""PPO in one file: proximal policy optimisation with nothing but numpy, on novphy's vector of environments.

Prints a learning curve: the shots so far, the share of tasks that the last shots passed, and the share of held-out tasks
that the most probable action passes. `--help` tells the options.
"""

import argparse

import gymnasium
import numpy as np

import novphy  # registers the environments

HIDDEN, RATE = 128, 1e-3  # the rate of learning falls to 0 in the course of the training
STEPS, EPOCHS, BATCHES = 16, 4, 4  # steps of all environments between updates; rounds and minibatches of an update
GAMMA, LAMBDA = 0.99, 0.95
CLIP, ENTROPY = 0.2, 0.01


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

    def learn(self, layers, slope, rate):
        """One step of Adam. `slope` is the loss's derivative by the net's outputs."""
        slopes = [None] * 6
        for i in (2, 1, 0):
            slopes[i], slopes[3 + i] = layers[i].T @ slope, slope.sum(0)
            slope = (slope @ self.weights[i].T) * (layers[i] > 0)
        self.steps += 1
        scale = rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for weight, (mean, square), each in zip(self.weights, self.moments, slopes):
            mean += 0.1 * (each - mean)
            square += 0.001 * (each * each - square)
            weight -= scale * mean / (np.sqrt(square) + 1e-8)


def log_softmax(x):
    x = x - x.max(1, keepdims=True)
    return x - np.log(np.exp(x).sum(1, keepdims=True))


def sampled(log_p, rng):
    """An action of each row, drawn with these probabilities."""
    return (log_p + rng.gumbel(size=log_p.shape)).argmax(1)


def advantages(rewards, values, over):
    """Generalised advantage estimation; `values` has one row more than the others."""
    found, later = np.zeros_like(rewards), 0
    for t in reversed(range(len(rewards))):
        goes_on = GAMMA * ~over[t]
        later = rewards[t] + goes_on * values[t + 1] - values[t] + goes_on * LAMBDA * later
        found[t] = later
    return found


def update_actor(actor, seen, actions, before, gains, rate):
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    layers, rows = actor.layers(seen), np.arange(len(actions))
    log_p = log_softmax(layers[-1])
    p, ratio = np.exp(log_p), np.exp(log_p[rows, actions] - before)
    kept = np.where(gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)  # beyond, the clipped loss is flat
    slope = (ratio * gains * kept)[:, np.newaxis] * p
    slope[rows, actions] -= ratio * gains * kept
    slope += ENTROPY * p * (log_p - (p * log_p).sum(1, keepdims=True))
    actor.learn(layers, (slope / len(actions)).astype(np.float32), rate)


def update(actor, critic, seen, actions, before, gains, returns, rate, rng):
    for _ in range(EPOCHS):
        for rows in np.array_split(rng.permutation(len(actions)), BATCHES):
            update_actor(actor, seen[rows], actions[rows], before[rows], gains[rows], rate)
            layers = critic.layers(seen[rows])
            critic.learn(layers, (layers[-1] - returns[rows, np.newaxis]) / len(rows), rate)


def rollout(envs, seen, actor, critic, rng):
    """Plays STEPS steps. Returns what was seen next, and arrays of STEPS rows (of the values, one more)."""
    rows = []
    for _ in range(STEPS):
        log_p = log_softmax(actor(seen))
        actions = sampled(log_p, rng)
        after, rewards, over, _, _ = envs.step(actions)
        rows.append((seen, actions, log_p[np.arange(len(actions)), actions], critic(seen)[:, 0], rewards, over))
        seen = after
    each, actions, log_p, values, rewards, over = map(np.array, zip(*rows))
    return seen, each, actions, log_p, np.vstack([values, critic(seen).T]), rewards.astype(np.float32), over


def share_passed(env, actor, tasks, seed):
    """The share of the tasks that the most probable action passes. A round of `tasks` episodes plays each task once."""
    passed = 0
    for episode in range(tasks):
        seen, over = env.reset(seed=seed if episode == 0 else None)[0], False
        while not over:
            seen, _, over, _, info = env.step(actor(seen[np.newaxis])[0].argmax())
        passed += info["passed"]
    return passed / tasks


def train(args):
    rng = np.random.default_rng(args.seed)
    envs = gymnasium.make_vec(
        "novphy/Task-v0", num_envs=args.envs, tasks=args.template, count=args.tasks, autoreset_mode="same_step", threads=1
    )
    held_out = gymnasium.make("novphy/Task-v0", tasks=args.template, first=args.tasks, count=args.tasks)
    inputs = np.prod(envs.single_observation_space.shape)
    actor, critic = Net(inputs, int(envs.single_action_space.n), rng), Net(inputs, 1, rng)
    seen, _ = envs.reset(seed=args.seed)
    updates, recent = args.shots // (STEPS * args.envs), []
    for i in range(updates):
        seen, each, actions, log_p, values, rewards, over = rollout(envs, seen, actor, critic, rng)
        gains = advantages(rewards, values, over)
        flat = (array.reshape(-1, *array.shape[2:]) for array in (each, actions, log_p, gains, gains + values[:-1]))
        update(actor, critic, *flat, RATE * (1 - i / updates), rng)
        recent.append(rewards.mean())
        if (i + 1) % max(1, updates // 10) == 0:
            share = share_passed(held_out, actor, args.tasks, args.seed)
            shots = (i + 1) * STEPS * args.envs
            print(f"{shots:6} shots: passed {np.mean(recent):.2f} in training, {share:.2f} of held-out tasks", flush=True)
            recent = []


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--template", default="rolling/agents/normal")
    parser.add_argument("--tasks", type=int, default=350, help="training tasks; as many are held out")
    parser.add_argument("--shots", type=int, default=40000)
    parser.add_argument("--envs", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    train(parser.parse_args())
