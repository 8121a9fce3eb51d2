"""What environments can be asked for: tasks by name, flat observations, dense rewards, films."""

import json
import time

import gymnasium
import novphy
import numpy as np
import pytest
from novphy.envs import RENDER_FPS
from novphy.task_sources import tasks_of

STAND_IN = "stand_in" in gymnasium.__file__
NORMAL = "rolling/agents/normal"


def one(**settings):
    return gymnasium.make("novphy/Task-v0", **settings)


def many(num_envs, name="novphy/Task-v0", **settings):
    return gymnasium.make_vec(name, num_envs=num_envs, vectorization_mode="vector_entry_point", **settings)


def pigs_task(*pigs, birds=2):
    """Pigs on the ground, which a bird that is thrown flat hits in their order."""
    objects = [{"type": kind, "at": at} for kind, at in pigs]
    return novphy.Task.parse(json.dumps({"novphy_task": 1, "birds": ["red"] * birds, "objects": objects}))


def flat_throw(pull_m):
    return np.array([0, 2 * pull_m - 1], np.float32)


@pytest.fixture(scope="module")
def two_pigs():
    return pigs_task(("pig_small", [-8, -3.2]), ("pig_small", [10, -3.2]))


@pytest.fixture(scope="module")
def a_big_pig():
    return pigs_task(("pig_big", [-8, -3.0]), birds=3)


# Tasks


def names_of_rolling():
    return [f"{pair}/{side}" for pair in novphy.pairs() if pair.startswith("rolling/") for side in ("normal", "novel")]


@pytest.mark.parametrize(
    "name, templates",
    [
        ("rolling/agents/novel", ["rolling/agents/novel"]),
        ("rolling/agents", [NORMAL, "rolling/agents/novel"]),
        ("rolling/fan", [NORMAL, "rolling/agents/novel"]),
        ("rolling", names_of_rolling()),
        ("agents", [f"{pair}/{side}" for pair in novphy.pairs() if pair.endswith("/agents") for side in ("normal", "novel")]),
        ("all", [f"{pair}/{side}" for pair in novphy.pairs() for side in ("normal", "novel")]),
    ],
)
def test_a_name_means_its_templates_in_the_order_of_the_pairs(monkeypatch, tmp_path, name, templates):
    monkeypatch.chdir(tmp_path)  # a folder such as agents would come first
    made = lambda templates, count, first: [(each, count, first) for each in templates]  # noqa: E731
    monkeypatch.setattr("novphy.task_sources._made", made)
    assert tasks_of(name, 7, 3) == [(template, 7, 3) for template in templates]
    assert tasks_of(name) == [(template, 350, 0) for template in templates]


def test_a_list_gives_the_tasks_of_each_source_in_turn(tasks, two_pigs, monkeypatch, tmp_path):
    unproved = lambda template, count=1, first=0: novphy.make_tasks(template, count, first, proof="none")  # noqa: E731
    monkeypatch.setattr("novphy.task_sources.make_tasks", unproved)
    monkeypatch.setattr("novphy.task_sources._kept", {})
    (tmp_path / "set").mkdir()
    for i, task in enumerate(tasks[:3]):
        (tmp_path / "set" / f"{i}.json").write_text(task.json())
    sources = [two_pigs, tasks[5], "rolling/agents", tmp_path / "set", str(tmp_path / "set" / "1.json"), tasks[4]]
    made = [unproved(f"rolling/agents/{side}")[0] for side in ("normal", "novel")]
    env = one(tasks=sources, count=1)
    expected = [two_pigs, *made, tasks[0], tasks[1], tasks[4]]
    assert tasks_of(sources, 1) == expected
    for i, task in enumerate(expected):
        assert (env.reset(options={"task": i})[0] == novphy.observe(task)).all()
    assert tasks_of(two_pigs) == [two_pigs]
    assert tasks_of([tmp_path / "set", two_pigs]) == [*tasks[:3], two_pigs]
    assert len(many(2, tasks=[two_pigs, NORMAL], count=1).reset(seed=1)[0]) == 2


def test_the_tasks_of_a_template_are_made_once(monkeypatch, caplog, capsys):
    asked = []

    def made(template, count, first):
        asked.append((template, count, first))
        time.sleep(0.2)  # longer than LONG_S
        return novphy.make_tasks(template, count, first, proof="none")

    monkeypatch.setattr("novphy.task_sources.make_tasks", made)
    monkeypatch.setattr("novphy.task_sources._kept", {})
    monkeypatch.setattr("novphy.task_sources.LONG_S", 0.0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    caplog.set_level("INFO", "novphy")
    novel = "rolling/agents/novel"
    five = tasks_of(NORMAL, 5)
    assert tasks_of(["rolling/agents", NORMAL], 3) == [*five[:3], *tasks_of(novel, 3), *five[:3]]
    assert tasks_of(NORMAL, 3) == five[:3] and len(tasks_of(NORMAL, 6, 1)) == 6
    assert len(tasks_of(NORMAL, 7)) == 7 and tasks_of(NORMAL, 5) == five
    assert asked == [(NORMAL, 5, 0), (novel, 3, 0), (NORMAL, 6, 1), (NORMAL, 7, 0)]
    assert [each.getMessage().partition(" in ")[0] for each in caplog.records] == [f"made {n} tasks" for n in (5, 3, 6, 7)]
    assert capsys.readouterr().err.startswith("novphy: making 5 tasks\nnovphy: making 3 tasks\n")


@pytest.mark.parametrize(
    "tasks, said",
    [
        ("roling", 'found "roling", expected a file, a folder, "all", or the name of a template, pair, scenario or novelty'),
        (["rolling/agents/normal", "rolling/nothing"], 'found "rolling/nothing"'),
        (["rolling/agents/nova"], 'found "rolling/agents/nova"'),
        ("", 'found ""'),
        ([], "found none"),
        ([3], r"tasks\[0\]: found int, expected a Task, a name or a path"),
    ],
)
def test_an_unknown_name_is_one_line(tasks, said):
    with pytest.raises(novphy.InputError, match=said) as raised:
        one(tasks=tasks, count=1)
    assert "\n" not in str(raised.value)


# Flat observations


def test_a_flat_observation_is_the_features_row_by_row(tasks, small_plan):
    flat = {"observation": "flat"}
    features = novphy.observe_many(tasks, "features")
    assert (novphy.observe_many(tasks, "flat") == features.reshape(len(tasks), 384)).all()
    assert (novphy.observe(tasks[1], "flat") == features[1].reshape(-1)).all()
    for env, shaped in (
        (one(tasks=tasks, **flat), one(tasks=tasks)),
        (gymnasium.make("novphy/Trial-v0", plan=small_plan, **flat), gymnasium.make("novphy/Trial-v0", plan=small_plan)),
    ):
        first, expected = env.reset(seed=1)[0], shaped.reset(seed=1)[0]
        assert first in env.observation_space and (first == expected.reshape(-1)).all()
        seen, *_, info = env.step(130)
        expected, *_, shaped_info = shaped.step(130)
        assert seen in env.observation_space and (seen == expected.reshape(-1)).all()
        if "last" in info:
            assert (info["last"] == shaped_info["last"].reshape(-1)).all()


def test_the_registered_flat_environments_are_those_of_flat_observations(tasks):
    env, envs = gymnasium.make("novphy/TaskFlat-v0", tasks=tasks), many(2, "novphy/TaskFlat-v0", tasks=tasks)
    assert env.observation_space.shape == envs.single_observation_space.shape == (384,)
    assert env.action_space.n == 180
    seen = envs.reset(seed=3)[0]
    assert seen.dtype == np.float32
    for i in range(2):
        assert (env.reset(seed=3 + i)[0] == seen[i]).all()


def test_waiting_birds_are_rows_of_the_features(two_pigs):
    used = novphy.FEATURES.index("used")
    env = one(tasks=[two_pigs])
    before = env.reset()[0]
    after = env.step(180 - 1)[0]
    assert before[:, used].sum() == after[:, used].sum() + 1


# Dense rewards


def test_the_dense_reward_is_the_share_of_life_that_a_shot_takes(two_pigs):
    env = one(tasks=[two_pigs], actions="box", reward="dense")
    env.reset()
    hurt = flat_throw(0.2)
    events = novphy.play(two_pigs, [[0, (float(hurt[1]) + 1) / 2]], events=True).events
    lost = sum(event["amount"] for event in events if event["kind"] == "damage" and event["body"] == 0)
    assert 0 < lost < 1  # a small pig's life is 1
    assert env.step(hurt)[1] == pytest.approx(lost / 2, abs=1e-6)
    *_, reward, over, _, info = env.step(flat_throw(0.3))
    assert reward == pytest.approx((1 - lost) / 2, abs=1e-6) and over and not info["passed"]


def test_the_rewards_sum_to_one_exactly_if_the_task_is_passed(two_pigs, tasks):
    for task, throws in ((two_pigs, (0.3, 1.0)), (two_pigs, (0.2, 1.0)), (two_pigs, (1.0, 0.2)), (two_pigs, (0.3, 0.3))):
        env = one(tasks=[task], actions="box", reward="dense")
        env.reset()
        results = [env.step(flat_throw(pull)) for pull in throws]
        rewards = [result[1] for result in results]
        assert all(0 <= reward <= 1 and (reward * 2**20).is_integer() for reward in rewards)
        assert (sum(rewards) == 1) == results[-1][4]["passed"]
        assert (np.float32(sum(np.float32(reward) for reward in rewards)) == 1) == results[-1][4]["passed"]
    env = one(tasks=tasks, reward="dense")
    for i in range(len(tasks)):
        env.reset(options={"task": i})
        _, reward, _, _, info = env.step(130)
        assert (reward == 1) == info["passed"]


def test_a_pig_that_dies_of_a_number_of_birds_loses_a_share_with_each(a_big_pig):
    env = one(tasks=[a_big_pig], actions="box", reward="dense")
    env.reset()
    results = [env.step(flat_throw(1.0)) for _ in range(3)]
    assert [result[1] for result in results] == pytest.approx([1 / 3] * 3, abs=1e-6)
    assert sum(result[1] for result in results) == 1 and results[-1][4]["passed"]


def test_a_pig_that_left_the_world_has_no_life():
    with pytest.warns(UserWarning, match="outside"):
        task = pigs_task(("pig_small", [-8, -3.2]), ("pig_small", [100, 0]))
    env = one(tasks=[task], actions="box", reward="dense")
    env.reset()
    assert env.step(flat_throw(0.3))[1] == 1


@pytest.mark.parametrize("mode", ["next_step", "same_step", "disabled"])
def test_dense_rewards_are_the_same_in_vectors(two_pigs, a_big_pig, mode):
    settings = {"tasks": [two_pigs, a_big_pig], "actions": "box", "reward": "dense"}
    envs, singles = many(3, autoreset_mode=mode, threads=2, **settings), [one(**settings) for _ in range(3)]
    envs.reset(seed=2)
    for i, env in enumerate(singles):
        env.reset(seed=2 + i)
    over, rng, seen = np.zeros(3, bool), np.random.default_rng(1), []
    for _ in range(8):
        if mode == "disabled" and over.any():
            envs.reset(options={"reset_mask": over})
        actions = np.stack([flat_throw(pull) for pull in rng.uniform(0.15, 1, 3)])
        before, (_, rewards, over, _, _) = over, envs.step(actions)
        for i, env in enumerate(singles):
            if before[i]:
                env.reset()
            if before[i] and mode == "next_step":
                assert rewards[i] == 0 and not over[i]
            else:
                assert env.step(actions[i])[1:3] == (rewards[i], over[i])
        seen.extend(rewards)
    assert any(0 < reward < 1 for reward in seen)


def test_the_dense_rewards_of_a_trial_sum_to_the_life_that_each_task_takes():
    plan = novphy.plan(
        ["multiple_forces/environments"], trials=1, min_normal=2, max_normal=2, novel=2, calibration_runs=0,
        proof="none",
    )  # fmt: skip
    env = gymnasium.make("novphy/Trial-v0", plan=plan, trial=0, reward="dense").unwrapped
    session = novphy.Session(plan, 0)
    env.reset()
    over, rewards, parts = False, [], 0
    while not over:
        assert session.pig_life == 1 - sum(rewards)
        session.shoot_action("grid", [134])
        session.advance_until_still()
        _, reward, over, _, info = env.step(134)
        rewards.append(reward)
        parts += 0 < reward < 1
        assert session.pig_life == 1 - sum(rewards)
        if info["task_over"]:
            assert info["passed"] == session.result()["passed"] == (sum(rewards) == 1)
            session.report()
            rewards = []
    assert parts > 1


def test_settings_are_checked_before_tasks_are_made():
    for wrong in ({"reward": "thick"}, {"physics": "none"}):
        with pytest.raises(novphy.InputError, match=next(iter(wrong))):
            one(tasks="no such task", **wrong)
        with pytest.raises(novphy.InputError, match=next(iter(wrong))):
            many(2, tasks="no such task", **wrong)


@pytest.mark.parametrize("name", ["width", "fps", "colour"])
def test_an_option_that_environments_do_not_have_is_refused(tasks, name):
    for make in (lambda: one(tasks=tasks, **{name: 3}), lambda: many(2, tasks=tasks, **{name: 3})):
        with pytest.raises(novphy.InputError, match=f'found the option "{name}"'):
            make()


@pytest.mark.parametrize("reward", ["thick", "", 1])
def test_an_unknown_reward_is_refused(tasks, small_plan, reward):
    for make in (
        lambda: one(tasks=tasks, reward=reward),
        lambda: many(2, tasks=tasks, reward=reward),
        lambda: gymnasium.make("novphy/Trial-v0", plan=small_plan, reward=reward),
    ):
        with pytest.raises((novphy.InputError, TypeError), match="reward|arguments"):
            make()


# Films


def bird_moved(frames):
    """The number of frames that differ from the one before."""
    return sum((before != after).any() for before, after in zip(frames[:-1], frames[1:]))


def test_the_frames_of_a_step_show_the_throw(two_pigs):
    env = one(tasks=[two_pigs], actions="box", render_mode="rgb_array_list", size=(160, 120))
    still = one(tasks=[two_pigs], actions="box", render_mode="rgb_array", size=(160, 120))
    plain = one(tasks=[two_pigs], actions="box")
    for each in (env, still, plain):
        each.reset(seed=1)
    frames = env.render()
    assert len(frames) == 1 and (frames[0] == still.render()).all()
    assert env.render() == []
    for pull in (0.3, 1.0):
        seen, *result = env.step(flat_throw(pull))
        assert (seen == plain.step(flat_throw(pull))[0]).all()
        assert still.step(flat_throw(pull))[1:] == tuple(result)
        frames = env.render()
        assert all(frame.shape == (120, 160, 3) and frame.dtype == np.uint8 for frame in frames)
        assert RENDER_FPS < len(frames) < 20 * RENDER_FPS and bird_moved(frames) > 20
        assert (frames[-1] == still.render()).all()
    env.reset()
    env.step(flat_throw(1.0))
    env.reset()
    assert len(env.render()) == 1  # a reset forgets what was not asked for


def test_the_frames_of_a_trial_show_each_throw_and_the_next_task(small_plan):
    env = gymnasium.make("novphy/Trial-v0", plan=small_plan, trial=3, render_mode="rgb_array_list", size=(80, 60)).unwrapped
    plain = gymnasium.make("novphy/Trial-v0", plan=small_plan, trial=3, render_mode="rgb_array", size=(80, 60)).unwrapped
    env.reset()
    plain.reset()
    assert len(env.render()) == 1
    over = False
    while not over:
        _, _, over, _, info = env.step(135)
        assert plain.step(135)[4].keys() == info.keys()
        frames = env.render()
        assert bird_moved(frames) > 15 and (frames[-1] == plain.render()).all()
    # The times of the machine differ.
    assert [record["digest"] for record in env.records()] == [record["digest"] for record in plain.records()]


@pytest.mark.parametrize("fps", [5, 50])
def test_play_gives_its_film(two_pigs, fps):
    film = novphy.play(two_pigs, [[0, 0.3], [0, 1]], frames=fps, size=(80, 60)).frames
    plain = novphy.play(two_pigs, [[0, 0.3], [0, 1]])
    assert film.shape[1:] == (60, 80, 3) and film.dtype == np.uint8
    assert (film[0] == novphy.observe(two_pigs, "picture", size=(80, 60))).all()
    assert len(film) / fps == pytest.approx(0.5 + plain.time_s + 0.7, abs=1)
    assert plain.frames is None and plain == novphy.play(two_pigs, [[0, 0.3], [0, 1]], frames=fps, size=(1, 1))[:8] + (None,)
    assert len(novphy.play(two_pigs, frames=fps, size=(80, 60)).frames) > 0


def test_a_film_shows_the_world_as_players_see_it(two_pigs):
    grey = novphy.Task.parse(two_pigs.json().replace('"birds"', '"shown": "grey", "birds"'))
    film = novphy.play(grey, [[0, 1]], frames=5, size=(80, 60)).frames
    env = one(tasks=[grey, two_pigs], render_mode="rgb_array_list", size=(80, 60))
    env.reset(options={"task": 0})
    env.step(90)
    for frame in (*film, *env.render()):
        assert (frame[..., 0] == frame[..., 1]).all()
    assert (film[0] == novphy.observe(grey, "picture", size=(80, 60))).all()


@pytest.mark.parametrize(
    "settings, said",
    [({"frames": 0}, "frames: found 0 a second, expected 1 to 200"), ({"frames": 201}, "frames"),
     ({"frames": 5, "size": (0, 9)}, "size: found 0 x 9")],
)  # fmt: skip
def test_a_wrong_film_is_refused(two_pigs, settings, said):
    with pytest.raises(novphy.InputError, match=said):
        novphy.play(two_pigs, [[0, 1]], **settings)


def test_vectors_have_no_lists_of_frames(two_pigs):
    with pytest.raises(ValueError, match="rgb_array"):
        many(2, tasks=[two_pigs], render_mode="rgb_array_list")


@pytest.mark.skipif(STAND_IN, reason="Gymnasium is not installed")
def test_a_recorded_video_has_every_frame_of_the_flight(two_pigs, tmp_path):
    pytest.importorskip("moviepy", reason="scripts/long_tests.sh runs this test, with moviepy")
    from novphy.recording import RecordVideo

    env = one(tasks=[two_pigs], actions="box", render_mode="rgb_array_list", size=(160, 120))
    env = RecordVideo(env, str(tmp_path / "films"), episode_trigger=lambda episode: True)
    env.reset()
    env.step(flat_throw(1.0))
    assert len(env.recorded_frames) > 2 * RENDER_FPS and bird_moved(env.recorded_frames) > 20
    env.close()
    assert [file.suffix for file in (tmp_path / "films").iterdir()] == [".mp4"]
