"""Novphy's environments with Gymnasium itself: its checker, vectors, wrappers, specifications, copies and processes."""

import copy
import json
import pickle
import subprocess
import sys
import warnings

import gymnasium
import novphy
import numpy as np
import pytest

pytestmark = pytest.mark.skipif("stand_in" in gymnasium.__file__, reason="Gymnasium is not installed")
NEXT_STEP_ONLY = not hasattr(gymnasium.vector, "AutoresetMode")  # Gymnasium 1.0
MODES = ["next_step"] if NEXT_STEP_ONLY else ["next_step", "same_step", "disabled"]


@pytest.fixture(scope="module")
def settings(tasks, small_plan):
    """The arguments of each environment."""
    return {"novphy/Task-v0": {"tasks": tasks}, "novphy/Trial-v0": {"plan": small_plan}}


IDS = ["novphy/Task-v0", "novphy/Trial-v0"]
each_id = pytest.mark.parametrize("name", IDS)


def same(one, other):
    """Whether two values of step() or reset() are equal, arrays and dictionaries of arrays among them."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, (tuple, list)) or getattr(one, "dtype", None) == object:
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other))
    return np.array_equal(one, other)


def steps_of(env, count, start=3):
    """What `count` steps give, with reset() where an episode is over."""
    results = []
    for i in range(count):
        results.append(env.step((30 * i + start) % 180))
        if results[-1][2]:
            results.append(env.reset())
    return results


def check(env):
    """Lets Gymnasium's checker fail or warn."""
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*symmetric and normalized space.*")  # shots are in metres and milliseconds
        check_env(env.unwrapped)


@pytest.mark.parametrize("actions", ["grid", "planner", "box"])
@pytest.mark.parametrize("form", ["features", "table", "picture"])
@each_id
def test_the_checker_has_no_complaint(settings, name, actions, form):
    shown = {"size": (80, 60), "render_mode": "rgb_array"}
    check(gymnasium.make(name, **settings[name], **shown, actions=actions, observation=form))
    if actions == "box":
        check(gymnasium.make("novphy/Shot-v0", tasks=settings[IDS[0]]["tasks"], **shown, observation=form))


def vector_of(name, settings, mode, autoreset="next_step", **more):
    """Three environments as a vector of this mode."""
    autoreset = {} if NEXT_STEP_ONLY else {"autoreset_mode": gymnasium.vector.AutoresetMode[autoreset.upper()]}
    if mode == "vector_entry_point":
        return gymnasium.make_vec(name, 3, mode, **settings[name], **autoreset)
    return gymnasium.make_vec(name, 3, mode, vector_kwargs={**autoreset, **more}, **settings[name])


def vector_steps(envs, autoreset, count=14):
    """What reset() and this number of steps of a vector give."""
    results = [envs.reset(seed=7)]
    over = np.zeros(3, bool)
    for i in range(count):
        if autoreset == "disabled" and over.any():
            results.append(envs.reset(options={"reset_mask": over}))
        results.append(copy.deepcopy(envs.step(np.array([40, 95, 133]) + i)))
        over = results[-1][2]
    return results


@pytest.mark.parametrize("autoreset", MODES)
@each_id
def test_a_native_vector_gives_what_gymnasiums_own_gives(settings, name, autoreset):
    native, sync = (vector_of(name, settings, mode, autoreset) for mode in ("vector_entry_point", "sync"))
    assert native.single_observation_space == sync.single_observation_space
    assert native.action_space == sync.action_space
    for ours, theirs in zip(vector_steps(native, autoreset), vector_steps(sync, autoreset)):
        assert same(ours, theirs)


@pytest.mark.parametrize("context", ["fork", "spawn"])
@each_id
def test_processes_play_the_same(settings, name, context):
    processes = vector_of(name, settings, "async", context=context)
    native = vector_of(name, settings, "vector_entry_point")
    for ours, theirs in zip(vector_steps(native, "next_step"), vector_steps(processes, "next_step")):
        assert same(ours[:4], theirs[:4])
    processes.close()


def test_vectors_name_their_autoreset_mode(settings):
    for name in IDS:
        for mode in MODES:
            envs = vector_of(name, settings, "vector_entry_point", mode)
            expected = "next_step" if NEXT_STEP_ONLY else gymnasium.vector.AutoresetMode[mode.upper()]
            assert envs.autoreset_mode == envs.metadata["autoreset_mode"] == expected


@each_id
def test_wrappers_of_single_environments(settings, name):
    env = gymnasium.make(name, **settings[name], render_mode="rgb_array")
    for wrap in (
        gymnasium.wrappers.RecordEpisodeStatistics, gymnasium.wrappers.NormalizeObservation, gymnasium.wrappers.FlattenObservation,
        gymnasium.wrappers.NormalizeReward, gymnasium.wrappers.RenderCollection,
    ):  # fmt: skip
        env = wrap(env)
    assert env.reset(seed=1)[0].shape == env.observation_space.shape
    over = False
    while not over:
        _, _, over, _, info = env.step(135)
    assert info["episode"]["l"] >= 1
    assert all(picture.shape == (480, 640, 3) for picture in env.render())


@each_id
def test_wrappers_of_vectors(settings, name):
    wrappers = gymnasium.wrappers.vector
    envs = wrappers.NormalizeObservation(wrappers.FlattenObservation(vector_of(name, settings, "vector_entry_point")))
    listed, counted = wrappers.DictInfoToList(envs), wrappers.RecordEpisodeStatistics(envs)
    assert [info["shots_left"] for info in listed.reset(seed=1)[1]] == [1, 1, 1]
    assert all(info["shots_left"] in (0, 1) for info in listed.step(envs.action_space.sample())[4])
    counted.reset(seed=2)
    episodes = 0
    for _ in range(16):
        seen, _, over, _, infos = counted.step(envs.action_space.sample())
        assert seen.shape == envs.observation_space.shape
        assert ("episode" in infos) == over.any()
        episodes += over.sum()
    assert episodes > 0


@pytest.mark.parametrize("how", ["text", "path"])
@each_id
def test_a_specification_survives_json(settings, name, how, tmp_path):
    from gymnasium.envs.registration import EnvSpec

    file = tmp_path / "set.json"
    (what, value), = settings[name].items()
    file.write_text(value.json() if what == "plan" else value[0].json())
    env = gymnasium.make(name, **{what: str(file) if how == "text" else file}, size=(80, 60), observation="picture")
    spec = EnvSpec.from_json(env.spec.to_json())
    again = gymnasium.make(spec)
    assert same(env.reset(seed=3), again.reset(seed=3))
    assert json.loads(again.spec.to_json()) == json.loads(env.spec.to_json())
    envs = gymnasium.make_vec(spec, 2, "vector_entry_point")
    assert same(envs.reset(seed=3)[0][0], env.reset(seed=3)[0])


COPIES = {"deepcopy": copy.deepcopy, "pickle": lambda value: pickle.loads(pickle.dumps(value))}
each_copy = pytest.mark.parametrize("how", COPIES)


@each_copy
def test_a_plan_can_be_copied(small_plan, how):
    again = COPIES[how](small_plan)
    assert again == small_plan and hash(again) == hash(small_plan) and again.hash == small_plan.hash
    assert again.json() == small_plan.json()
    other = novphy.Plan.parse(small_plan.json().replace('"seed": 1', '"seed": 2', 1))
    assert novphy.Plan.parse(small_plan.json()) == small_plan != other


@each_copy
@each_id
def test_a_copy_of_an_environment_goes_on_as_the_original(settings, name, how):
    env = gymnasium.make(name, **settings[name]).unwrapped
    before = COPIES[how](env)
    assert same(env.reset(seed=5), before.reset(seed=5))
    steps_of(env, 5)
    again = COPIES[how](env)
    assert same(steps_of(env, 6, 100), steps_of(again, 6, 100))
    if name == "novphy/Trial-v0":
        assert env.records() == again.records()


@each_copy
@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
@each_id
def test_a_copy_of_a_vector_goes_on_as_the_original(settings, name, autoreset, how):
    envs = gymnasium.make_vec(name, 3, "vector_entry_point", **settings[name], autoreset_mode=autoreset)
    vector_steps(envs, autoreset, 6)
    again = COPIES[how](envs)
    if autoreset == "disabled":
        assert same(envs.reset(), again.reset())
    assert same(envs.step([40, 95, 133]), again.step([40, 95, 133]))


def test_what_is_closed_or_busy_is_not_copied(settings):
    envs = vector_of(IDS[0], settings, "vector_entry_point")
    envs.reset()
    envs.send([100, 110, 120])
    with pytest.raises(RuntimeError, match="is stepping"):
        copy.deepcopy(envs)
    envs.recv_all()
    copy.deepcopy(envs)
    for env in (gymnasium.make(IDS[0], **settings[IDS[0]]), envs):
        env.close()
        with pytest.raises(RuntimeError, match="closed"):
            copy.deepcopy(env.unwrapped)


@each_copy
def test_the_environment_of_shots_is_copied_too(tasks, tmp_path, how):
    file = tmp_path / "task.json"
    file.write_text(tasks[0].json().replace('["red"]', '["red", "red", "red"]'))
    env = gymnasium.make("novphy/Shot-v0", tasks=[file]).unwrapped
    assert json.loads(env.spec.to_json())["kwargs"] == {"tasks": [str(file)]}
    shots = [np.array([-0.9, height, -1.0]) for height in (-0.3, -0.1, 0.2)]
    assert same(env.reset(seed=1), COPIES[how](env).reset(seed=1))
    env.step(shots[0])
    again = COPIES[how](env)
    for shot in shots[1:]:
        ours, theirs = env.step(shot), again.step(shot)
        assert same(ours, theirs)
        if ours[2]:
            break


@pytest.mark.parametrize(
    "imports", ["import gymnasium, novphy", "import novphy, gymnasium", "import novphy; from gymnasium import spaces; import gymnasium"]
)
def test_either_import_may_come_first(imports):
    code = f"{imports}; print(gymnasium.make('novphy/Task-v0', tasks=[novphy.base_task('rolling/agents/normal')]).spec.id)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "novphy/Task-v0\n"


def test_novphy_alone_imports_no_gymnasium():
    code = "import importlib.util, sys, novphy; assert importlib.util.find_spec('gymnasium'); print('gymnasium' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "False\n"
