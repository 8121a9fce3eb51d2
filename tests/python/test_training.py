import re
import signal
import subprocess
import sys
import time

import novphy
import pytest
from conftest import program

TEMPLATE = "rolling/agents/normal"
SMALL = {"tasks": 5, "held_out": 2, "proof": "none"}
SAME = ["--tasks", 5, "--held-out", 2, "--proof", "none", "--quiet"]
BY_SHOTS = {**SMALL, "schedule": "published"}  # takes a fifth of the time


def files_of(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def rows_of(printed):
    """The results that the program prints: template, tasks and the shares as texts."""
    return [line.split() for line in printed.splitlines() if re.match(r"\S+/normal +\d+ ", line)]


def row_of(result):
    shares = (result.passed, result.solved, result.random, result.best_single)
    return [result.template, str(result.tasks), *(f"{share:.2f}" for share in shares)]


def test_a_training_by_table_gives_the_files_and_the_results_of_the_program(tmp_path, capfd):
    printed = program("train", TEMPLATE, "--agent", "dqn", *SAME, "--out", tmp_path / "program")
    results = novphy.train(TEMPLATE, out=tmp_path / "python", **SMALL)
    assert capfd.readouterr() == ("", "")
    assert files_of(tmp_path / "python") == files_of(tmp_path / "program")
    assert [row_of(each) for each in results] == rows_of(printed)
    assert [(each.agent, each.template) for each in results] == [("dqn", TEMPLATE)]


def test_other_options_are_those_of_the_program(tmp_path):
    printed = program(
        "train", "rolling/agents", "rolling/goals", "--agent", "dqn,relational", "--schedule", "published",
        "--release", "2021-09", "--actions", "grid", "--train-on", "falling", "--seed", 7, "--distractors", 2, *SAME[2:],
        "--tasks", 9, "--out", tmp_path / "program",
    )  # fmt: skip
    results = novphy.train(
        ["rolling/agents", "rolling/goals"], ["dqn", "relational"], out=tmp_path / "python", train_on="falling",
        actions="grid", release="2021-09", seed=7, distractors=2, threads=2, **{**BY_SHOTS, "tasks": 9},
    )  # fmt: skip
    assert len(files_of(tmp_path / "python")) == 4
    assert files_of(tmp_path / "python") == files_of(tmp_path / "program")
    assert [row_of(each) for each in results] == rows_of(printed)
    assert [each.agent for each in results] == ["dqn", "dqn", "relational", "relational"]


def test_a_trained_net_plays_as_the_program_plays_it(small_plan, tmp_path):
    plan = tmp_path / "plan.json"
    plan.write_text(small_plan.json())
    novphy.train(TEMPLATE, out=tmp_path / "nets", **BY_SHOTS)
    program("run", plan, "--agent", "dqn:adapt", "--weights", tmp_path / "nets", "--informed", "--out", tmp_path / "p.jsonl")
    records = novphy.run(plan, "dqn:adapt", weights=tmp_path / "nets", informed=True, out=tmp_path / "python.jsonl")
    assert (tmp_path / "python.jsonl").read_text().splitlines()[1:] == (tmp_path / "p.jsonl").read_text().splitlines()[1:]
    assert re.fullmatch(rf"{TEMPLATE}\.dqn [0-9a-f]{{16}}", records.fingerprint["agent_files"][0])


def test_nets_that_are_there_are_kept_on_request_only(tmp_path):
    results = novphy.train(TEMPLATE, out=tmp_path, **BY_SHOTS)
    with pytest.raises(novphy.InputError, match="is there already"):
        novphy.train(TEMPLATE, out=tmp_path, **BY_SHOTS)
    assert novphy.train(TEMPLATE, out=tmp_path, resume=True, **BY_SHOTS) == results
    with pytest.raises(ValueError, match="was trained with other settings"):
        novphy.train(TEMPLATE, out=tmp_path, resume=True, seed=3, **BY_SHOTS)


def test_ctrl_c_ends_a_training(tmp_path):
    code = f"import novphy; print('ready', flush=True); novphy.train('all', out={str(tmp_path)!r}, threads=2)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stdout.readline() == "ready\n"
        while not (tmp_path / "tasks.partial").exists() and child.poll() is None:
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        _, error = child.communicate(timeout=60)
    assert "KeyboardInterrupt" in error


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"templates": "nowhere"}, 'found "nowhere", expected'),
        ({"templates": []}, "templates: found none"),
        ({"templates": "rolling/agents/novel"}, "novel templates only"),
        ({"agent": "nobody"}, 'agent: found "nobody", expected one of: dqn, relational'),
        ({"agent": []}, "agent: found none"),
        ({"actions": "walk"}, "expected one of: planner, points, grid"),
        ({"schedule": "daily"}, "expected one of: table, published"),
        ({"release": "head"}, "release: belongs to schedule published"),
        ({"schedule": "published", "release": "1999"}, "expected one of: 2021-08"),
        ({"tasks": 4}, "tasks: found 4, expected a whole number from 5 to"),
        ({"tasks": 5, "train_on": "falling"}, "expected at least one for each of the 8 templates"),
        ({"held_out": 0}, "held_out: found 0, expected a whole number from 1 to"),
        ({"distractors": 21}, "distractors: found 21"),
        ({"proof": "maybe"}, "proof: found"),
        ({"physics": "nowhere"}, "physics: found"),
        ({"seed": -1}, "seed: found -1"),
        ({"threads": -1}, "threads: found -1"),
        ({"out": __file__}, "cannot be made|expected a folder"),
    ],
)
def test_bad_input_of_trainings(tmp_path, wrong, message):
    with pytest.raises(novphy.InputError, match=message):
        novphy.train(**{"templates": TEMPLATE, "out": tmp_path, **SMALL, **wrong})


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"agent": "dqn", "informed": True}, "weights: dqn needs the folder of trained nets"),
        ({"agent": "dqn:online", "weights": "nets", "informed": True}, "normal.dqn: cannot be read"),
        ({"agent": "random", "weights": "nets"}, "weights: random plays no trained nets"),
        ({"agent": novphy.Agent, "weights": "nets"}, "weights: agents of Python"),
        ({"agent": "dqn", "weights": "nets", "executor": object()}, "weights: the workers"),
        ({"agent": "dqn:later"}, "expected one of: random, .*, dqn:adapt, dqn:adapt:untold, relational, "),
    ],
)
def test_bad_input_of_runs_with_nets(small_plan, wrong, message):
    with pytest.raises(novphy.InputError, match=message):
        novphy.run(small_plan, **wrong)


def test_nets_play_informed_trials_only(tmp_path):
    plan = novphy.plan(["rolling/agents"], trials=1, min_normal=1, max_normal=1, novel=1, calibration_runs=0, proof="none")
    with pytest.raises(novphy.InputError, match="agent: dqn plays informed trials only"):
        novphy.run(plan, "dqn", weights=tmp_path)
