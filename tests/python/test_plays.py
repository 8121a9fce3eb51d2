import os
import signal
import sys
import time

import novphy
import numpy as np
import pytest
from conftest import program
from novphy._engine import engine
from program import start

NAN = np.nan


def test_the_engine_calls_our_functions():
    assert engine.replaces_box2d_functions()


def test_plays_are_those_of_the_program(tasks, tmp_path):
    for i, task in enumerate(tasks[:3]):
        file = tmp_path / f"{i}.json"
        file.write_text(task.json())
        for angle in (-30.0, 20.0, 47.25):
            printed = program("play", file, f"--shot={angle}@0.9+300")
            assert novphy.play(task, [[angle, 0.9, 300]]).digest in printed


def test_many_plays_are_each_play(tasks):
    rng = np.random.default_rng(1)
    shots = np.stack([rng.uniform(-60, 80, 40), rng.uniform(0.2, 1, 40)], axis=1)[:, None, :]
    one = novphy.play_many(tasks[0], shots, threads=2)
    each = [novphy.play(tasks[0], row) for row in shots]
    assert one.digest.tolist() == [p.digest for p in each]
    assert one.won.tolist() == [p.won for p in each]
    assert [novphy.ENDS[e] for e in one.end] == [p.end for p in each]
    assert one.steps.tolist() == [p.steps for p in each]
    assert one.score.tolist() == [p.score for p in each]
    several = novphy.play_many(tasks, shots[: len(tasks)], threads=2)
    assert several.digest.tolist() == [
        novphy.play(task, row).digest for task, row in zip(tasks, shots)
    ]
    same = novphy.play_many(tasks, shots[:1])
    assert same.digest.tolist() == [novphy.play(task, shots[0]).digest for task in tasks]


def test_arrays_have_the_types_that_the_docs_name(task):
    plays = novphy.play_many(task, np.full((5, 1, 1), 45.0))
    types = [np.bool_, np.int32, np.uint8, np.int8, np.float64, np.int64, "U16"]
    assert [array.dtype for array in plays] == [np.dtype(t) for t in types]
    assert all(array.shape == (5,) for array in plays)


def test_digests_have_one_type_wherever_python_meets_them(task):
    """Those of play_many() were numbers, so that comparing them with another digest was silently false."""
    world = novphy.World(task)
    world.throw(45.0)
    world.step()
    assert (novphy.play_many(task, [[[45.0]]]).digest == [world.digest]).all()
    assert novphy.play(task, [[45.0]]).digest == world.digest
    shot = engine.ShotPlay(task, "features", 640, 480, "standard")
    assert shot.digest == novphy.World(task).digest
    assert novphy.play_many(task, np.zeros((0, 1, 1))).digest.dtype == "U16"


def test_foreign_arrays_are_taken(task):
    shots = np.full((4, 1, 2), (45.0, 1.0))
    expected = novphy.play_many(task, shots).digest
    for same in (
        shots.astype(">f8"),
        shots.astype(np.float32),
        np.asfortranarray(shots),
        np.repeat(shots, 2, axis=0)[::2],
        shots.tolist(),
    ):
        assert (novphy.play_many(task, same).digest == expected).all()
    assert (novphy.play_many(task, shots.astype(int)).digest == expected).all()


def test_a_row_of_nan_is_a_bird_that_is_not_thrown(task):
    plays = novphy.play_many(task, [[[NAN, NAN]], [[45.0, 1.0]]])
    assert [novphy.ENDS[e] for e in plays.end] == ["no_shot", "pigs_gone"]
    assert plays.birds_left.tolist() == [1, 0]
    assert novphy.play(task).end == "no_shot"


def test_a_grid_says_which_throws_pass(tasks):
    angles, pulls = np.arange(20, 60, 5.0), (1.0, 0.8)
    grid = novphy.play_grid(tasks[:2], angles, pulls, threads=2)
    assert grid.shape == (2, len(angles), 2) and grid.dtype == bool
    for t in range(2):
        for a, angle in enumerate(angles):
            for p, pull in enumerate(pulls):
                assert grid[t, a, p] == novphy.play(tasks[t], [[angle, pull]]).won
    assert novphy.play_grid(tasks[0], angles).shape == (1, len(angles), 1)


def test_events_tell_the_course(task):
    events = novphy.play(task, [[45.0]], events=True).events
    assert events[0]["kind"] == "launch"
    assert any(event["kind"] == "death" for event in events)


@pytest.mark.parametrize(
    ("shots", "message"),
    [
        ([[[1.0, NAN]]], "shots[0, 0, 1]: found nan, expected a finite number"),
        ([[[45.0]], [[np.inf]]], "shots[1, 0, 0]: found inf"),
        ([[[400.0]]], "shots[0, 0, 0]: found 400, expected a direction"),
        ([[[45.0, -1.0]]], "shots[0, 0, 1]: found -1, expected a pull"),
        ([[[45.0, 1.0, -1, 1e9]]], "shots[0, 0, 3]"),
        ([[45.0]], "shots: found an array of shape (1, 1), expected (plays, birds, 1 to 4)"),
        ([[[1.0] * 5]], "shape (1, 1, 5)"),
        ([[[45.0], [45.0]]], "2 shots, the task has 1 bird"),
        ([[["a"]]], "expected numbers"),
        ([[[1j]]], "expected numbers"),
        (object(), "expected"),
    ],
)
def test_wrong_shots_name_the_place(task, shots, message):
    with pytest.raises(novphy.InputError) as raised:
        novphy.play_many(task, shots)
    assert message in str(raised.value)


def test_counts_of_tasks_and_rows_must_fit(tasks):
    with pytest.raises(novphy.InputError, match="3 rows for 2 tasks"):
        novphy.play_many(tasks[:2], np.full((3, 1, 1), 45.0))
    with pytest.raises(novphy.InputError, match="found a shot after a bird without one"):
        novphy.play_many(novphy.Task.parse(two_birds(tasks[0])), [[[NAN], [45.0]]])
    with pytest.raises(novphy.InputError, match="no task: cannot be read"):
        novphy.play_many(["no task"], [[[45.0]]])


def two_birds(task):
    return task.json().replace('["red"]', '["red", "red"]')


def test_ctrl_c_ends_a_long_call():
    code = (
        "import novphy, numpy as np\n"
        "task = novphy.base_task('rolling/agents/normal')\n"
        "shots = np.full((2_000_000, 1, 1), 30.0)\n"
        "print('ready', flush=True)\n"
        "novphy.play_many(task, shots, threads=2)\n"
    )
    child = start([sys.executable, "-c", code])
    assert child.stdout.readline() == "ready\n"
    while "State:\tR" not in open(f"/proc/{child.pid}/status").read() and child.poll() is None:
        time.sleep(0.01)
    child.send_signal(signal.SIGINT)
    _, error = child.communicate(timeout=60)
    assert "KeyboardInterrupt" in error


def test_the_module_works_after_fork(tasks):
    expected = novphy.play_many(tasks, [[[45.0]]], threads=2).digest.tolist()
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        same = novphy.play_many(tasks, [[[45.0]]], threads=2).digest.tolist() == expected
        os.write(writer, b"1" if same else b"0")
        os._exit(0)
    os.close(writer)
    assert os.read(reader, 1) == b"1"
    os.waitpid(child, 0)
