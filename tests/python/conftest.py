"""What the tests of the Python package share: the program beside it, a small plan, environments."""

import importlib.util
import json
import os
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
if importlib.util.find_spec("gymnasium") is None:
    sys.path.insert(0, str(HERE / "stand_in"))

import novphy  # noqa: E402  (the paths above come first)
from program import ROOT, run  # noqa: E402

PROGRAM = os.environ.get("NOVPHY_PROGRAM", "")
PRELOADED = "NOVPHY_PRELOADED" in os.environ
"""Tests under sanitizers preload the module. Shells, which have no Python, cannot load it."""


def program(*arguments, check=True):
    """What the program prints."""
    if not PROGRAM:
        pytest.skip("NOVPHY_PROGRAM does not name the program")
    # Under the sanitizers the module is preloaded, which is for Python alone.
    return run([PROGRAM, *arguments], environment={"LD_PRELOAD": None}, code=0 if check else None).stdout


def seeds_of(plan):
    """The numbers that agents are told in the plan's trials."""
    return [plan.seed(i) for i in range(len(plan))]


def begun_again(records):
    """The numbers of the trials that were begun more than once."""
    return {record["trial"] for record in records if record.get("attempts", 1) > 1}


def without_attempts(records):
    return [{key: value for key, value in record.items() if key != "attempts"} for record in records]


def printed_by(example, *arguments):
    """What an example in Python prints."""
    environment = {"PYTHONPATH": os.pathsep.join(sys.path)}  # of the stand-in, where the tests use it
    return run([sys.executable, ROOT / f"python/examples/{example}.py", *arguments], environment=environment).stdout


@pytest.fixture(scope="session")
def task():
    return novphy.base_task("rolling/agents/normal")


@pytest.fixture(scope="session")
def tasks():
    return novphy.make_tasks("rolling/agents/normal", 6, proof="none")


@pytest.fixture(scope="session")
def small_plan():
    return novphy.plan(
        ["rolling/agents"], trials=3, min_normal=2, max_normal=3, novel=3, calibration_runs=2, calibration_tasks=2,
        proof="none", informed=True,
    )  # fmt: skip
