import json
import re

import novphy
import numpy as np
import pytest
from conftest import program
from novphy import measures


@pytest.fixture(scope="module")
def files(small_plan, tmp_path_factory):
    folder = tmp_path_factory.mktemp("records")
    plan = folder / "plan.json"
    plan.write_text(small_plan.json())
    novphy.run(plan, "random", out=folder / "random.jsonl")
    novphy.run(plan, "pig_shooter", out=folder / "pig_shooter.jsonl")
    return folder


def test_measures_are_those_of_the_program(files):
    names = [str(files / "random.jsonl"), str(files / "pig_shooter.jsonl")]
    measured = novphy.measure(names, baseline="random")
    assert measured.json == json.loads(program("measure", *names, "--baseline", "random", "--json"))
    header, *rows = program("measure", *names, "--baseline", "random", "--csv").splitlines()
    assert list(measured.table) == header.split(",") and len(measured.table["mean"]) == len(rows)
    ap = measured.value("ap", agent="pig_shooter", novelty="agents", scenario="rolling")
    assert 0 <= ap <= 1
    with pytest.raises(novphy.InputError, match="expected one"):
        measured.value("ap")


def test_records_in_memory_are_measured_like_files(files):
    name = str(files / "random.jsonl")
    in_memory, in_file = novphy.measure(novphy.Records.load(name)), novphy.measure(name)
    np.testing.assert_array_equal(in_memory.table["mean"], in_file.table["mean"])
    assert len(in_file.table["mean"]) > 0


def test_alarms_are_those_of_the_program(files, tmp_path):
    name = str(files / "random.jsonl")
    program("detect", name, "--method", "sma", "--window", 2, "--threshold", 0.5, "--out", tmp_path / "alarms.jsonl")
    assert novphy.detect(name, "sma:2:0.5") == novphy.Records.load(tmp_path / "alarms.jsonl")
    assert novphy.detect(name, "sma:2:0.5").fingerprint == novphy.Records.load(tmp_path / "alarms.jsonl").fingerprint


def without_paths(page):
    return re.sub(r"/[\w/.-]*records0?/", "", page.read_text())


def test_the_report_is_that_of_the_program(files, tmp_path):
    names = [str(files / "random.jsonl"), str(files / "pig_shooter.jsonl")]
    program("report", *names, "--out", tmp_path / "program.html")
    novphy.report(names, out=tmp_path / "python.html")
    assert without_paths(tmp_path / "python.html") == without_paths(tmp_path / "program.html")


def test_the_report_shows_difficulties_as_the_program_does(files, tmp_path):
    name, difficulty = str(files / "random.jsonl"), tmp_path / "difficulty.json"
    novphy.difficulty("rolling/agents", count=2, no_wins=True).save(difficulty)
    program("report", name, "--difficulty", difficulty, "--out", tmp_path / "program.html")
    novphy.report(name, out=tmp_path / "python.html", difficulty=difficulty)
    assert without_paths(tmp_path / "python.html") == without_paths(tmp_path / "program.html")
    with pytest.raises(novphy.InputError, match="nowhere"):
        novphy.report(name, difficulty="nowhere")


def test_results_on_levels_without_a_novelty_are_those_of_the_program(tmp_path):
    (tmp_path / "levels").mkdir()
    for i, task in enumerate(novphy.make_tasks("rolling/agents/normal", 2, proof="none")):
        (tmp_path / f"levels/{i}.json").write_text(task.json())
    plan = novphy.level_plan(tmp_path / "levels")
    novphy.run(plan, "random", out=tmp_path / "random.jsonl")
    name = str(tmp_path / "random.jsonl")
    measured = novphy.measure(name)
    assert measured.json == json.loads(program("measure", name, "--json"))
    assert list(measured.table) == program("measure", name, "--csv").splitlines()[0].split(",")
    program("report", name, "--out", tmp_path / "program.html")
    novphy.report(name, out=tmp_path / "python.html")
    assert without_paths(tmp_path / "python.html") == without_paths(tmp_path / "program.html")
    with pytest.raises(novphy.InputError, match="compare: shows measures of trials with novelties"):
        novphy.measure(name, compare=True)


def test_replay_finds_a_record_that_was_changed(files, small_plan):
    records = novphy.Records.load(files / "random.jsonl")
    assert novphy.replay(records, small_plan) == []
    records[3]["score"] = records[3].get("score", 0) + 10
    assert len(novphy.replay(records, small_plan)) == 1


def test_the_measures_of_numbers():
    assert measures.ap([0, 0, 1, 1]) == 1
    assert measures.ap([0, 1, 1, 0, 1]) == pytest.approx(2 / 3)
    assert measures.aus([0, 1, 1, 0]) == 0.5
    assert measures.aus_trapezoid([0, 1, 1]) == 0.75
    assert measures.dd([0, 0], [0, 1, 0]) == 2
    assert measures.dd([1, 0], [1]) is None
    assert measures.cdt([([0], [1]), ([1], [1]), ([0], [0]), ([0], [0, 1])]) == 0.5
    assert measures.cdt([]) is None
    assert measures.detection([0], [0]) == "missed"
    assert measures.pma([1] * 10 + [0] * 10, 10, 1.5, mean=1.0, spread=0.1) == 11
    assert measures.sma([1] * 5 + [0] * 5, 5, 0.2) == 5
    assert measures.calibrate([0.5, 0.7]) == pytest.approx((0.6, np.sqrt(0.02)))
    assert measures.nrp([1, 1], [1, 1]) == 0.5
    assert measures.is_robust([1, 1, 0, 1], [1, 1])
    assert measures.f1([0, 0], [1, 1]) == 1
    assert measures.wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)


@pytest.mark.parametrize(
    "call",
    [
        lambda: measures.ap([np.nan]),
        lambda: measures.ap([[1]]),
        lambda: measures.dd([2], [1]),
        lambda: measures.wilson(3, 2),
        lambda: novphy.measure("no/file.jsonl"),
        lambda: novphy.measure([]),
        lambda: novphy.measure([3]),
    ],
)
def test_bad_numbers_are_refused(call):
    with pytest.raises(novphy.InputError):
        call()


def test_an_unknown_option_is_refused(files):
    with pytest.raises(novphy.InputError, match="windows"):
        novphy.measure(str(files / "random.jsonl"), windows=3)
