"""The environment of data sets, whose actions are shots in all their numbers."""

import novphy
import numpy as np
import pytest
from novphy.shot_env import ShotEnv


@pytest.fixture
def env(tasks):
    return ShotEnv(tasks=tasks)


def test_an_action_is_the_shot_of_a_play(env, tasks):
    for i, task in enumerate(tasks):
        seen, info = env.reset(options={"task": i})
        assert np.array_equal(seen, novphy.observe(task, "features")) and info["task"] == i
        angle = np.radians(20 + 5 * i)
        *_, over, cut, info = env.step([-np.cos(angle), -np.sin(angle), -1])
        assert over and not cut
        assert info["passed"] == novphy.play(task, [[20 + 5 * i, 1.0]]).won


def test_the_seed_draws_the_order_of_the_tasks(env, tasks):
    def order(seed):
        return [env.reset(seed=seed if i == 0 else None)[1]["task"] for i in range(len(tasks))]

    assert order(3) == order(3) and sorted(order(3)) == list(range(len(tasks)))
    assert order(3) != order(4)
    first = [env.reset(seed=3)[1]["task"], env.reset()[1]["task"]]
    assert [env.reset(seed=3)[1]["task"], env.reset()[1]["task"]] == first


def test_count_and_first_are_those_of_the_environment_of_tasks(tasks):
    env = ShotEnv(tasks="rolling/agents/normal", count=2, first=3)
    for i, task in enumerate(novphy.make_tasks("rolling/agents/normal", 2, first=3)):
        assert np.array_equal(env.reset(options={"task": i})[0], novphy.observe(task, "features"))
    with pytest.raises(novphy.InputError, match="expected 0 to 1"):
        env.reset(options={"task": 2})
    assert ShotEnv(tasks=tasks, first=4).reset(options={"task": 1})[1]["task"] == 1
    for wrong in ({"count": 0}, {"first": -1}, {"count": 1.5}):
        with pytest.raises(novphy.InputError, match="count, first: found"):
            ShotEnv(tasks=tasks, **wrong)
    with pytest.raises(novphy.InputError, match="expected tasks="):
        ShotEnv("mine-v0", count=2)


def test_pictures_of_the_world(tasks):
    env = ShotEnv(tasks=tasks, render_mode="rgb_array", size=(64, 48))
    assert env.render() is None
    env.reset()
    assert env.render().shape == (48, 64, 3)


def test_wrong_use_is_refused(env, tasks, tmp_path, monkeypatch):
    with pytest.raises(RuntimeError, match="reset"):
        env.step([-1, 0, -1])
    env.reset()
    for action in ([1, 2], [np.nan, 0, 0], [0, 0, 1e9], 3):
        with pytest.raises(novphy.InputError, match="expected x_m, y_m and tap_ms"):
            env.step(action)
    with pytest.raises(novphy.InputError, match="expected 0 to 5"):
        env.reset(options={"task": len(tasks)})
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    with pytest.raises(novphy.InputError, match="set MINARI_DATASETS_PATH, or pass tasks="):
        ShotEnv("gone-v0")
