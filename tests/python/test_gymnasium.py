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
TRIAL = {"observation": "features", "trial": None}


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


@pytest.mark.parametrize("actions", ["grid", "planner", "box"])
@pytest.mark.parametrize("form", ["features", "table", "picture"])
@each_id
def test_the_checker_has_no_complaint(settings, name, actions, form):
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(name, **settings[name], actions=actions, observation=form, size=(80, 60), render_mode="rgb_array")
        check_env(env.unwrapped)


def vector_of(name, settings, mode, autoreset="next_step", **more):
    """Three environments as a vector of this mode."""
    autoreset = {} if NEXT_STEP_ONLY else {"autoreset_mode": autoreset}
    if mode == "vector_entry_point":
        return gymnasium.make_vec(name, 3, mode, **settings[name], **autoreset)
    return gymnasium.make_vec(name, 3, mode, vector_kwargs={**autoreset, **more}, **settings[name])


def vector_steps(envs, autoreset):
    """What reset() and some steps of a vector give."""
    results = [envs.reset(seed=7)]
    over = np.zeros(3, bool)
    for i in range(14):
        if autoreset == "disabled" and over.any():
            results.append(envs.reset(options={"reset_mask": over}))
        results.append(copy.deepcopy(envs.step(np.array([40, 95, 133]) + i)))
        over = results[-1][2]
    return results


COPIES = {"deepcopy": copy.deepcopy, "pickle": lambda value: pickle.loads(pickle.dumps(value))}
each_copy = pytest.mark.parametrize("how", COPIES)


@each_copy
def test_a_plan_can_be_copied(small_plan, how):
    again = COPIES[how](small_plan)
    assert again == small_plan and hash(again) == hash(small_plan) and again.hash == small_plan.hash
    assert again.json() == small_plan.json()
    assert novphy.Plan.parse(small_plan.json()) == small_plan != novphy.plan(["rolling/agents"], trials=1, proof="none")


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
