import copy
import os

import gymnasium
import novphy
import numpy as np
import pytest
from novphy.envs import TaskEnv

ACTIONS = ("grid", "planner", "box")
FORMS = ("features", "table", "picture")
MODES = ("next_step", "same_step", "disabled")


def one(**settings):
    return gymnasium.make("novphy/Task-v0", **settings)


def many(num_envs, **settings):
    return gymnasium.make_vec("novphy/Task-v0", num_envs=num_envs, vectorization_mode="vector_entry_point", **settings)


def action_for(actions, rng):
    """A random action as learners give them."""
    if actions == "grid":
        return int(rng.integers(180))
    if actions == "planner":
        return int(rng.integers(48))
    return rng.uniform(-1, 1, 2).astype(np.float32)


@pytest.fixture(scope="module")
def two_bird_tasks(tasks):
    return [novphy.Task.parse(task.json().replace('["red"]', '["red", "red"]')) for task in tasks]


@pytest.mark.parametrize("actions", ACTIONS)
@pytest.mark.parametrize("form", FORMS)
def test_an_episode_is_a_task(two_bird_tasks, actions, form):
    env = one(tasks=two_bird_tasks, actions=actions, observation=form, size=(160, 120))
    rng = np.random.default_rng(0)
    for _ in range(4):
        seen, info = env.reset(seed=int(rng.integers(9)))
        assert seen in env.observation_space
        assert (info["passed"], info["shots_left"]) == (False, 2)
        over, steps = False, 0
        while not over:
            seen, reward, over, truncated, info = env.step(action_for(actions, rng))
            steps += 1
            assert seen in env.observation_space and not truncated
            assert reward == (1.0 if info["passed"] else 0.0)
            assert over == (info["passed"] or info["shots_left"] == 0)
            assert ("action_mask" in info) == (actions == "planner")
        assert steps <= 2


def test_a_step_is_the_play_of_the_program(tasks):
    env = one(tasks=tasks)
    for i, task in enumerate(tasks):
        env.reset(options={"task": i})
        *_, info = env.step(130)
        play = novphy.play(task, [[40.0]])
        assert (info["passed"], info["score"]) == (play.won, play.score)


def test_the_actions_are_what_the_docs_say(tasks):
    seen_after = {}
    for actions, action in (("grid", 135), ("box", np.array([0.25, 1.0], np.float32))):
        env = one(tasks=tasks, actions=actions)
        env.reset(options={"task": 0})
        seen_after[actions] = env.step(action)[0]
    assert (seen_after["grid"] == seen_after["box"]).all()


def test_the_mask_says_which_objects_can_be_aimed_at(tasks):
    env = one(tasks=tasks, actions="planner")
    _, info = env.reset(options={"task": 0})
    assert info["action_mask"].dtype == np.int8 and 0 < info["action_mask"].sum() < 48
    unused = int(np.flatnonzero(info["action_mask"] == 0)[-1])
    *_, over, _, info = env.step(unused)
    assert over and not info["passed"]  # the bird falls


def test_a_seed_draws_an_order_of_all_tasks(tasks):
    env = one(tasks=tasks)
    orders = {}
    for seed in (1, 1, 2):
        order = [env.reset(seed=seed)[1]["task"]] + [env.reset()[1]["task"] for _ in range(11)]
        assert sorted(order[:6]) == sorted(order[6:]) == list(range(6))
        assert orders.setdefault(seed, order) == order
    assert orders[1] != orders[2]


def test_misuse_is_an_error(tasks):
    env = one(tasks=tasks)
    inner = env.unwrapped
    with pytest.raises(Exception, match="reset"):
        inner.step(3)
    env.reset()
    for action in (-1, 180, 2.5, np.nan):
        with pytest.raises(ValueError, match="action"):
            inner.step(action)
    inner.step(3)
    with pytest.raises(RuntimeError, match="end of the episode"):
        inner.step(3)
    with pytest.raises(ValueError, match="task"):
        inner.reset(options={"task": 6})
    with pytest.raises(ValueError, match="speed"):
        inner.reset(options={"speed": 6})
    inner.close()
    inner.close()
    with pytest.raises(RuntimeError, match="closed"):
        inner.step(3)


@pytest.mark.parametrize(
    "settings",
    [
        {"actions": "fly"},
        {"observation": "smell"},
        {"tasks": []},
        {"tasks": ["x"]},
        {"tasks": "no/such/template"},
        {"count": 0},
        {"first": -1},
        {"render_mode": "human"},
        {"physics": "mars"},
        {"size": (0, 3), "observation": "picture"},
    ],
)
def test_wrong_settings_are_refused(tasks, settings):
    with pytest.raises(novphy.InputError):
        TaskEnv(**{"tasks": tasks, **settings})


def test_rendering_gives_the_picture(tasks):
    env = one(tasks=tasks, render_mode="rgb_array", size=(200, 100))
    env.reset(options={"task": 1})
    assert (env.render() == novphy.observe(tasks[1], "picture", size=(200, 100))).all()


def test_tasks_come_from_folders_plans_and_names(tasks, small_plan, tmp_path):
    (tmp_path / "set").mkdir()
    for i, task in enumerate(tasks):
        (tmp_path / "set" / f"{i}.json").write_text(task.json())
    env = one(tasks=str(tmp_path / "set"))
    assert (env.reset(options={"task": 4})[0] == novphy.observe(tasks[4])).all()
    (tmp_path / "plan.json").write_text(small_plan.json())
    assert one(tasks=tmp_path / "plan.json", count=3).reset()
    assert one(tasks=tmp_path / "set" / "0.json").reset()
    named = one(tasks="rolling/agents/normal", count=2, first=1)
    made = novphy.make_tasks("rolling/agents/normal", 2, first=1)
    assert (named.reset(options={"task": 1})[0] == novphy.observe(made[1])).all()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_a_vector_is_its_single_environments(two_bird_tasks, mode, threads):
    envs = many(3, tasks=two_bird_tasks, threads=threads, autoreset_mode=mode)
    singles = [one(tasks=two_bird_tasks).unwrapped for _ in range(3)]
    seen, infos = envs.reset(seed=5)
    for i, env in enumerate(singles):
        assert (env.reset(seed=5 + i)[0] == seen[i]).all()
    rng = np.random.default_rng(4)
    over = np.zeros(3, bool)
    for _ in range(12):
        actions = rng.integers(100, 150, 3)
        if mode == "disabled" and over.any():
            seen, infos = envs.reset(options={"reset_mask": over})
            for i in np.flatnonzero(over):
                assert (singles[i].reset()[0] == seen[i]).all()
        before, (seen, rewards, ended, truncated, infos) = over, envs.step(actions)
        assert not truncated.any()
        for i, env in enumerate(singles):
            if mode == "next_step" and before[i]:
                expected, reward, done = env.reset()[0], 0.0, False
            else:
                expected, reward, done, _, info = env.step(actions[i])
                if done and mode == "same_step":
                    assert (infos["final_obs"][i] == expected).all() and infos["_final_obs"][i]
                    assert infos["final_info"]["score"][i] == info["score"]
                    expected = env.reset()[0]
                elif mode != "same_step":
                    assert infos["score"][i] == info["score"]
            assert (seen[i] == expected).all()
            assert (rewards[i], bool(ended[i])) == (reward, done)
        over = ended
    envs.close()
    with pytest.raises(RuntimeError, match="closed"):
        envs.step([1, 1, 1])


def test_views_hold_until_the_call_after_next(tasks):
    envs = many(2, tasks=tasks, copy=False, threads=2)
    first, _ = envs.reset(seed=1)
    kept = first.copy()
    second = envs.step([100, 120])[0]
    assert (first == kept).all() and second is not first
    third = envs.step([100, 120])[0]
    assert third is first


def test_environments_that_end_first_are_received_first(tasks):
    envs = many(4, tasks=tasks, threads=2, batch_size=2)
    envs.reset(seed=1)
    envs.send([100, 110, 120, 130])
    ids = []
    for _ in range(2):
        seen, rewards, over, _, infos = envs.recv()
        assert seen.shape == (2, 24, 16) and infos["passed"].shape == (2,) and over.all()
        ids += infos["env_id"].tolist()
    assert sorted(ids) == [0, 1, 2, 3]
    with pytest.raises(RuntimeError, match="send"):
        envs.recv()
    with pytest.raises(ValueError, match="busy"):
        envs.send([1, 1], [2, 2])


@pytest.mark.parametrize(
    "settings", [{"autoreset_mode": "sometimes"}, {"batch_size": 9}, {"threads": -1}, {"num_envs": 0}]
)
def test_wrong_settings_of_vectors_are_refused(tasks, settings):
    with pytest.raises(ValueError):
        many(**{"num_envs": 2, "tasks": tasks, **settings})


def test_a_vector_refuses_actions_of_another_shape(tasks):
    envs = many(2, tasks=tasks)
    envs.reset()
    for actions in ([1], [[1, 2]], [1, 2, 3], [1, 999]):
        with pytest.raises(ValueError, match="actions"):
            envs.step(actions)
    with pytest.raises(ValueError, match="reset_mask"):
        envs.reset(options={"reset_mask": [True]})
    with pytest.raises(ValueError, match="seed"):
        envs.reset(seed=[1, 2, 3])


def test_a_vector_works_after_fork(tasks):
    envs = many(2, tasks=tasks, threads=2)
    envs.reset(seed=1)
    child = os.fork()
    if child == 0:
        envs.step([100, 120])
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    envs.step([100, 120])


def test_a_trial_is_an_episode(small_plan):
    env = gymnasium.make("novphy/Trial-v0", plan=small_plan, trial=3).unwrapped
    seen, info = env.reset(seed=1)
    over, tasks_over, told_at = False, 0, None
    while not over:
        assert seen in env.observation_space
        assert set(info) <= {"task_over", "passed", "score", "last", "shots_left", "told"}
        seen, reward, over, truncated, info = env.step(135)
        assert not truncated and reward == float(info.get("passed", False))
        tasks_over += info["task_over"]
        if "told" in info and told_at is None:
            told_at = tasks_over
    records = env.records()
    assert len(records) == tasks_over
    assert told_at == sum(record["phase"] == "normal" for record in records)
    with pytest.raises(RuntimeError, match="end of the episode"):
        env.step(135)


def test_the_records_of_a_trial_are_those_of_a_run(small_plan):
    expected = novphy.run(small_plan, Always45)
    found = []
    for trial in range(len(small_plan)):
        env = gymnasium.make("novphy/Trial-v0", plan=small_plan, trial=trial).unwrapped
        env.reset()
        while not env.step(135)[2]:
            pass
        found += env.records()
    assert found == list(expected)


@pytest.mark.parametrize("options, saw_text", [({}, True), ({"observation": "picture"}, False),
                                               ({"observation": "picture", "actions": "planner"}, True)])
def test_records_say_whether_the_environment_showed_more_than_pictures(small_plan, options, saw_text):
    env = gymnasium.make("novphy/Trial-v0", plan=small_plan, trial=0, **options).unwrapped
    env.reset()
    while not env.step(0)[4]["task_over"]:
        pass
    assert env.records()[0].get("saw_text", True) == saw_text


def test_a_detector_is_asked_before_the_next_task(small_plan):
    asked = []

    def detector(result):
        asked.append(result)
        return {"novelty_probability": 0.75, "novelty_threshold": 0.5, "novelty_text": "odd"}

    env = gymnasium.make("novphy/Trial-v0", plan=small_plan, trial=2, detector=detector).unwrapped
    env.reset()
    *_, info = env.step(135)
    assert info["task_over"] and len(asked) == 1 and asked[0]["passed"] == info["passed"]
    assert (asked[0]["last"] == info["last"]).all()
    assert env.records()[0]["novelty_probability"] == 0.75
    assert env.records()[0]["novelty_threshold"] == 0.5


def test_a_named_detector_sets_the_alarms_of_a_run(small_plan):
    expected = novphy.run(small_plan, Always45, detector="pma:2:1")
    env = gymnasium.make("novphy/Trial-v0", plan=small_plan, detector="pma:2:1").unwrapped
    found = []
    for trial in range(len(small_plan)):
        env.reset(options={"trial": trial})
        while not env.step(135)[2]:
            pass
        found += env.records()
    assert found == list(expected)
    alone = gymnasium.make("novphy/Trial-v0", plan=small_plan, detector="pma:2:1").unwrapped
    alone.reset(options={"trial": 3})
    with pytest.raises(ValueError, match="calibration runs"):
        alone.step(135)


def trials(num_envs, plan, **settings):
    return gymnasium.make_vec(
        "novphy/Trial-v0", num_envs=num_envs, vectorization_mode="vector_entry_point", plan=plan, **settings
    )


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("detector", [None, "sma:2:0.5", lambda result: {"novelty_probability": 0.25 + result["passed"] / 2}])
def test_a_vector_of_trials_is_its_single_environments(small_plan, detector, threads):
    settings = {"detector": detector, "observation": "table", "actions": "planner", "reward": "dense"}
    envs = trials(3, small_plan, threads=threads, autoreset_mode="disabled", **settings)
    singles = [gymnasium.make("novphy/Trial-v0", plan=small_plan, **settings).unwrapped for _ in range(3)]
    seen, infos = envs.reset(seed=5)
    for i, env in enumerate(singles):
        assert (env.reset(seed=5 + i)[0] == seen[i]).all()
    over = np.zeros(3, bool)
    for step in range(20):
        if over.any():
            seen, infos = envs.reset(options={"reset_mask": over})
        actions = np.array([step, 2 * step, 5]) % 8
        restarted, (seen, rewards, over, _, infos) = over, envs.step(actions)
        for i, env in enumerate(singles):
            if restarted[i]:
                env.reset()
            expected, reward, done, _, info = env.step(actions[i])
            assert (seen[i] == expected).all() and (rewards[i], over[i]) == (reward, done)
            assert {key for key in info if infos["_" + key][i]} == set(info)
            assert all(np.array_equal(infos[key][i], value) for key, value in info.items())
        assert envs.records() == [env.records() for env in singles]


def test_each_environment_of_trials_may_have_its_own_detector(small_plan):
    asked = [[], []]
    detectors = [lambda result, i=i: asked[i].append(result["score"]) or (i + 1) / 4 for i in range(2)]
    envs = trials(2, small_plan, detector=detectors, trial=3)
    envs.reset()
    for _ in range(3):
        envs.step([135, 100])
    assert [len(scores) for scores in asked] == [3, 3]
    for i, records in enumerate(envs.records()):
        assert [record["novelty_probability"] for record in records] == [(i + 1) / 4] * 3
        assert [record.get("score", 0) for record in records] == asked[i]
    with pytest.raises(novphy.InputError, match="found 2 functions, expected 3"):
        trials(3, small_plan, detector=detectors)


def test_records_of_a_trial_are_there_after_the_step_that_ends_it(small_plan):
    for mode in MODES:
        envs = trials(2, small_plan, trial=3, autoreset_mode=mode)
        envs.reset()
        while not envs.step([135, 130])[2].any():
            pass
        for records in envs.records():
            assert [record["phase"] for record in records].count("novel") == 3
        if mode != "disabled":
            envs.step([135, 130])
            assert all(len(records) < 2 for records in envs.records())


@pytest.mark.parametrize("make", [lambda plan, detector: gymnasium.make("novphy/Trial-v0", plan=plan, detector=detector).unwrapped,
                                  lambda plan, detector: trials(1, plan, detector=detector)])  # fmt: skip
def test_after_an_error_of_the_detector_a_reset_goes_on(small_plan, make):
    def broken(result):
        raise KeyError("no idea")

    env = make(small_plan, broken)
    env.reset(seed=1)
    action = [135] if hasattr(env, "num_envs") else 135
    with pytest.raises(KeyError, match="no idea"):
        env.step(action)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(action)
    env.reset(seed=1)


def test_a_trial_that_is_played_again_has_the_alarms_of_the_first_time(small_plan):
    env = gymnasium.make("novphy/Trial-v0", plan=small_plan, trial=3, detector="sma:2:0.5").unwrapped
    env.reset()
    actions = []
    for _ in range(2):
        actions.append(next(a for a in range(120, 160) if copy.deepcopy(env).step(a)[1] == 1))
        env.step(actions[-1])
    times = []
    for _ in range(2):
        env.reset()
        waiting = [*actions]
        while not env.step(waiting.pop(0) if waiting else 0)[2]:
            pass
        times.append(env.records())
    assert times[0] == times[1] and any(record.get("alarm") for record in times[0])


def test_a_calibration_run_may_be_begun_twice(small_plan):
    env = gymnasium.make("novphy/Trial-v0", plan=small_plan, detector="pma:2:1").unwrapped
    env.reset(options={"trial": 0})
    env.step(135)
    for trial in (0, 0, 1, 3):
        env.reset(options={"trial": trial})
        while not env.step(135)[2]:
            pass
    expected = [record for record in novphy.run(small_plan, Always45, detector="pma:2:1") if record["trial"] == env.records()[0]["trial"]]
    assert env.records() == [record for record in expected if record["phase"] in ("normal", "novel")]


class Always45(novphy.Agent):
    def choose(self, seen):
        return [45.0]
