"""A learner for a season (docs/guide/compete.md): knows from other tasks which angles win, and learns in its trial.

Train:  python season_learner.py --train throws.npz [PAIR...]    asks for novphy and numpy; default: all pairs that come with the program
Play:   novphy run PLAN --agent "exec:python3 season_learner.py throws.npz" --out records.jsonl    asks for numpy
"""

import json
import sys

import numpy as np

ANGLES = np.arange(-20.0, 88.0)
WIDTH_DEG, WIDTH_M = 2.0, 0.7  # of the kernels: how near throws and scenes are of use
GREEN = 125  # the colour that makes up most of a pig
OWN = 30.0  # how much more a throw of this trial counts than one of another task
PRIOR, PRIOR_WEIGHT = 0.02, 0.1


def centre(seen_object):
    return np.mean(seen_object["rings"][0], axis=0)


def scene(seen):
    """The first pig and the mean of all other things, in metres from the bird, as if the slingshot stood on the left."""
    rest = np.array(seen["bird_rest"])
    things = [each for each in seen["objects"] if np.abs(centre(each) - rest).max() > 1.5 * seen["px_per_m"]]
    pigs = [each for each in things if dict(each["colours"]).get(GREEN, 0) > 0.2] or things
    if not things:
        return np.zeros(4)
    others = np.mean([centre(each) for each in things], axis=0)
    places = (np.array([centre(pigs[0]), others]) - rest) / seen["px_per_m"]
    return (places * [faces(seen), -1]).ravel()


def faces(seen):
    return -1 if seen["bird_rest"][0] > seen["width_px"] / 2 else 1


def near(differences, width):
    return np.exp(-0.5 * (differences / width) ** 2)


class Learner:
    def __init__(self, scenes, wins, seed):
        self.scenes, self.wins = scenes, wins  # (tasks, 4); (tasks, angles), 0 or 1
        self.own = []  # scene, angle and whether it won, of this trial
        self.rng = np.random.default_rng(seed)
        self.surprise = 0.0

    def values(self, now):
        """For each angle, the share of wins that is expected."""
        weights = near(np.linalg.norm(self.scenes - now, axis=1), WIDTH_M)
        wins = weights @ self.wins + PRIOR * PRIOR_WEIGHT
        tries = np.full(len(ANGLES), weights.sum() + PRIOR_WEIGHT)
        for place, angle, won in self.own:
            weight = OWN * near(np.linalg.norm(place - now), WIDTH_M) * near(ANGLES - angle, WIDTH_DEG)
            wins += weight * won
            tries += weight
        return wins / tries

    def choose(self, seen):
        self.now = scene(seen)
        values = self.values(self.now)
        best = self.rng.choice(np.flatnonzero(values >= values.max() - 1e-3))
        self.angle, self.expected = ANGLES[best], values[best]
        return {"angle_deg": float(180 - self.angle if faces(seen) < 0 else self.angle)}

    def end_task(self, passed):
        self.own.append((self.now, self.angle, float(passed)))
        # Failing where a win was expected adds up; a win that was expected takes some of it away.
        self.surprise = max(0.0, self.surprise - 0.5 * self.expected if passed else self.surprise + self.expected)
        return {"novelty_probability": float(1 - np.exp(-self.surprise)), "novelty_threshold": 0.8}


def train(file, names):
    import novphy

    scenes, wins = [], []
    for name in names or novphy.pairs():
        tasks = novphy.make_tasks(f"{name}/normal", count=30, seed=1)
        scenes += [scene(novphy.observe(task, "objects")) for task in tasks]
        wins.append(novphy.play_grid(tasks, ANGLES)[:, :, 0])
    np.savez_compressed(file, scenes=np.array(scenes), wins=np.concatenate(wins).astype(float))


def play(file):
    data = np.load(file)
    for line in sys.stdin:
        message, answer = json.loads(line), {}
        if message["type"] == "begin_trial":
            learner = Learner(data["scenes"], data["wins"], message["seed"])
        elif message["type"] == "choose":
            answer = learner.choose(message["observation"])
        elif message["type"] == "end_task":
            answer = learner.end_task(message["passed"])
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    if len(sys.argv) > 2 and sys.argv[1] == "--train":
        train(sys.argv[2], sys.argv[3:])
    elif len(sys.argv) == 2:
        play(sys.argv[1])
    else:
        sys.exit(__doc__)
