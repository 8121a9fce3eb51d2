"""Learners of others: vectors for Stable-Baselines3, and trained policies that play plans."""

import pickle
import sys
from types import ModuleType

import novphy
import numpy as np
import pytest


class _VecEnv:
    """What novphy.sb3 uses of Stable-Baselines3's class, where that is not installed."""

    def __init__(self, num_envs, observation_space, action_space):
        self.num_envs, self.observation_space, self.action_space = num_envs, observation_space, action_space
        self.reset_infos = [{} for _ in range(num_envs)]
        self._reset_seeds()
        self._reset_options()

    def _reset_seeds(self):
        self._seeds = [None] * self.num_envs

    def _reset_options(self):
        self._options = [{} for _ in range(self.num_envs)]

    def seed(self, seed):
        self._seeds = [seed + i for i in range(self.num_envs)]

    def set_options(self, options):
        self._options = [options] * self.num_envs

    def _get_indices(self, indices):
        return range(self.num_envs) if indices is None else indices

    def step(self, actions):
        self.step_async(actions)
        return self.step_wait()


@pytest.fixture
def sb3(monkeypatch):
    try:
        import stable_baselines3  # noqa: F401
    except ImportError:
        for name in ("stable_baselines3", "stable_baselines3.common", "stable_baselines3.common.vec_env"):
            monkeypatch.setitem(sys.modules, name, ModuleType(name))
        sys.modules["stable_baselines3.common.vec_env"].VecEnv = _VecEnv
        monkeypatch.delitem(sys.modules, "novphy.sb3", raising=False)
    import novphy.sb3 as module

    yield module
    sys.modules.pop("novphy.sb3", None)


@pytest.fixture(scope="module")
def plan():
    few = dict(max_normal=2, novel=3, calibration_runs=1, calibration_tasks=1)
    return novphy.plan(["rolling/agents"], trials=2, proof="none", **few)


class Model:
    """A policy that needs no training: the direction follows from a sum of what is seen."""

    def __init__(self, actions="grid"):
        self.actions = actions
        self.asked = []

    def predict(self, observation, deterministic=False):
        assert deterministic
        self.asked.append(observation)
        share = float(np.abs(observation.astype(np.float64)).sum()) % 1
        return (np.array([share / 2, share]) if self.actions == "box" else np.array(int(share * 48))), None


SETTINGS = [("grid", "features"), ("grid", "flat"), ("box", "table"), ("planner", "features"), ("grid", "picture"), ("planner", "picture")]  # fmt: skip


@pytest.mark.parametrize("actions, observation", SETTINGS)
def test_a_policy_throws_in_a_plan_what_it_throws_in_the_environments(plan, actions, observation):
    envs = pytest.importorskip("novphy.envs", reason="Gymnasium is not installed")
    from novphy.trial_env import TrialEnv

    agent = novphy.PolicyAgent(Model(actions), actions=actions, observation=observation)
    records = novphy.run(plan, agent)
    assert all(each.get("saw_text", True) == (observation != "picture" or actions == "planner") for each in records)
    assert {each["end"] for each in records} <= {"pigs_gone", "birds_used"}
    settings = dict(actions=actions, observation=observation)
    trials = TrialEnv(plan, **settings)
    model = Model(actions)
    for trial in range(len(plan)):
        seen, _ = trials.reset(options={"trial": trial})
        over = False
        while not over:
            seen, _, over, _, _ = trials.step(model.predict(seen, deterministic=True)[0])
        for each in trials.records():
            found = next(r for r in records if all(r.get(k) == each.get(k) for k in ("phase", "trial", "task")))
            assert (found["shots"], found["digest"]) == (each["shots"], each["digest"])
    own = [each for each in records if each["phase"] != "calibration"]  # of the plan's trials 1 and 2
    env = envs.TaskEnv(tasks=plan.tasks(1), **settings)
    for i, record in enumerate(own[: len(plan.tasks(1))]):
        seen, info = env.reset(options={"task": i})
        thrown, over = 0, False
        while not over:
            seen, _, over, _, info = env.step(model.predict(seen, deterministic=True)[0])
            thrown += 1
        assert (info["passed"], info["score"], thrown) == (record["passed"], record.get("score", 0), len(record["shots"]))


def half(seen):
    """A policy that is a function."""
    return 130 if seen[0, 0] > 0 else 120


def test_a_policy_plays_on_any_number_of_threads_and_is_named_by_its_model(plan):
    agent = novphy.PolicyAgent(Model())
    alone = novphy.run(plan, agent)
    assert alone.fingerprint["agent"] == "python:PolicyAgent(Model)"
    for threads in (2, 4, 0):
        assert novphy.run(plan, agent, threads=threads) == alone
    by_function = novphy.run(plan, novphy.PolicyAgent(half))
    assert by_function.fingerprint["agent"] == "python:PolicyAgent(half)"
    assert novphy.run(plan, pickle.loads(pickle.dumps(novphy.PolicyAgent(half)))) == by_function
    assert novphy.run(plan, agent, name="mine").fingerprint["agent"] == "mine"


class Space:
    def __init__(self, *shape):
        self.shape = shape


def test_policies_that_do_not_fit_are_refused(plan):
    def refused(text, *arguments, **settings):
        with pytest.raises(novphy.InputError, match=text):
            novphy.PolicyAgent(*arguments, **settings)

    refused("model: found int, expected an object with predict", 3)
    refused('actions: found "all", expected grid, planner, box', half, actions="all")
    refused('observation: found "sound", expected table, features, flat, picture', half, observation="sound")
    flat = Model()
    flat.observation_space, flat.action_space = Space(384), Space()
    refused(r"has observations of the shape \(384,\), expected \(24, 16\): pass observation=", flat)
    refused(r"has actions of the shape \(\), expected \(2,\): pass actions=", flat, actions="box", observation="flat")
    novphy.PolicyAgent(flat, observation="flat")
    wrong = novphy.run(plan, novphy.PolicyAgent(lambda seen: 180))
    assert {each["end"] for each in wrong} == {"agent_error"}
    assert "found 180, expected a whole number from 0 to 179" in wrong[0]["error"]


def steps_of(env, count):
    """What `count` steps of the same drawn actions give."""
    rng = np.random.default_rng(1)
    return [env.step(rng.integers(100, 150, env.num_envs)) for _ in range(count)]


def test_vectors_of_trials_for_stable_baselines3(sb3, plan):
    from novphy.trial_vector import TrialVectorEnv

    env = sb3.TrialVecEnv(2, plan=plan, observation="flat")
    env.seed(1)
    assert env.reset().shape == (2, 384) and env.num_envs == 2
    own = TrialVectorEnv(plan, 2, observation="flat", autoreset_mode="same_step")
    own.reset(seed=1)
    over = np.zeros(2, int)
    passed: list = [[], []]
    for (seen, rewards, dones, infos), (same, same_rewards, ends, _, _) in zip(steps_of(env, 40), steps_of(own, 40)):
        assert np.array_equal(seen, same) and np.array_equal(rewards, same_rewards.astype(np.float32))
        assert np.array_equal(dones, ends) and rewards.dtype == np.float32
        for i, info in enumerate(infos):
            if info["task_over"]:
                passed[i].append(info["passed"])
                assert info["last"].shape == (384,)
            assert ("passed" in info) == bool(info["task_over"])
            assert ("is_success" in info) == ("terminal_observation" in info) == bool(dones[i])
            if dones[i]:
                assert info["is_success"] == np.mean(passed[i]) and info["TimeLimit.truncated"] is False
                passed[i] = []
                over[i] += 1
    assert over.all() and len(env.records()) == 2
    with pytest.raises(novphy.InputError, match="num_envs"):
        sb3.TrialVecEnv(0, plan=plan)
    env.close()


def test_vectors_of_tasks_for_stable_baselines3(sb3, tasks):
    env = sb3.VecEnv(3, tasks=tasks, actions="planner")
    env.reset()
    assert sorted(env.reset_infos[0]) == ["action_mask", "passed", "score", "shots_left", "task"]
    assert env.env_method("action_masks")[0].shape == (48,)
    for _, rewards, dones, infos in [env.step(np.zeros(3, int)) for _ in range(3)]:
        for i, info in enumerate(infos):
            assert ("is_success" in info) == bool(dones[i]) and (not dones[i] or info["is_success"] == (rewards[i] == 1))
