"""Long functions tell how far they are."""

import sys
import threading

import novphy
import numpy as np
import pytest


class Told:
    """Notes what it is told, and by which thread."""

    def __init__(self):
        self.calls = []
        self.threads = set()

    def __call__(self, done, total):
        self.calls.append((done, total))
        self.threads.add(threading.get_ident())


ANGLES = np.linspace(20, 70, 40)
CALLS = {
    "play_many": lambda task, **given: novphy.play_many(task, ANGLES.reshape(-1, 1, 1), **given).digest,
    "play_grid": lambda task, **given: novphy.play_grid([task, task], ANGLES, **given),
    "make_tasks": lambda task, **given: [each.json() for each in novphy.make_tasks("rolling/fan:normal", 3, proof="none", **given)],
    "judge": lambda task, **given: repr(novphy.judge(["rolling/fan:normal", task], step=10, **given)),
    "plan": lambda task, **given: novphy.plan("rolling/agents", trials=1, min_normal=1, max_normal=2, novel=2, calibration_runs=0, proof="none", **given).json(),
}


@pytest.mark.parametrize("name", CALLS)
def test_progress_is_told_on_the_callers_thread_and_changes_nothing(name, task):
    told = Told()
    np.testing.assert_array_equal(CALLS[name](task, progress=told), CALLS[name](task))
    done, total = told.calls[-1]
    assert done == total > 1 and all(each[1] == total for each in told.calls)
    assert [each[0] for each in told.calls] == sorted(each[0] for each in told.calls)
    assert told.threads == {threading.get_ident()}


def test_progress_of_files(tmp_path):
    told = Told()
    novphy.generate("rolling/agents/normal", 3, out=tmp_path / "tasks", proof="none", progress=told)
    assert told.calls[-1] == (3, 3)


def test_progress_of_runs(small_plan):
    told = Told()
    records = novphy.run(small_plan, "random", progress=told)
    assert records == novphy.run(small_plan, "random") and told.calls[-1] == (len(records), len(records))


def test_an_exception_of_the_function_ends_the_work(task, small_plan, tmp_path):
    def refuse(done, total):
        raise RuntimeError("enough")

    for name, call in CALLS.items():
        with pytest.raises(RuntimeError, match="enough"):
            call(task, progress=refuse)
    with pytest.raises(RuntimeError, match="enough"):
        novphy.run(small_plan, "random", out=tmp_path / "records.jsonl", progress=refuse)
    assert not (tmp_path / "records.jsonl").exists()
    records = novphy.run(small_plan, "random", out=tmp_path / "records.jsonl", resume=True)
    assert records == novphy.run(small_plan, "random")


def test_a_function_may_call_what_takes_long(task):
    inner = []
    novphy.play_grid(task, ANGLES, progress=lambda done, total: inner.append(novphy.play_many(task, [[[45]]]).won[0]))
    assert inner and len(set(inner)) == 1


def test_a_bar_is_tqdms_or_a_line(task, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    CALLS["play_many"](task, progress=True)
    assert capsys.readouterr().err.endswith("play_many: 40 of 40 plays\n")
    monkeypatch.undo()
    pytest.importorskip("tqdm", reason="tqdm is not installed")
    CALLS["play_many"](task, progress=True)
    shown = capsys.readouterr().err
    assert "play_many: 100%" in shown and "40/40" in shown


@pytest.mark.parametrize("progress", [3, "bar", [print]])
def test_what_is_no_function_is_refused(task, progress):
    with pytest.raises(novphy.InputError, match="progress: found"):
        CALLS["play_grid"](task, progress=progress)
    assert CALLS["play_grid"](task, progress=False).shape == (2, 40, 1)
