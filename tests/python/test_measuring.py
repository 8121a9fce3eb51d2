import json
import re

import novphy
import numpy as np
import pytest
from conftest import PROGRAM, program
from novphy import measures
from novphy.model_records import measured as model_measures
from program import run


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


def test_trials_of_several_changes_are_measured_at_each():
    plan = novphy.plan(pairs=["rolling/agents", "rolling/goals"], novelty=["agents"], trials=2, min_normal=1, max_normal=2, novel=2,
                       then=[1, 3, 1], then_novelty="goals", calibration_runs=0, proof="none")
    records = novphy.run(plan, "random")
    assert len(plan.tasks(0)) == sum(record["trial"] == 0 for record in records)
    measured = novphy.measure(records)
    with pytest.raises(novphy.InputError, match="found 0 rows"):
        measured.value("ap")
    for change in (1, 2):
        alone = novphy.measure(records, at_change=change)
        for key in ("ap", "aus", "normal"):
            assert measured.value(key, change=change) == alone.value(key)
            cell = {"novelty": "agents", "scenario": "rolling"}
            assert measured.value(key, change=change, **cell) == alone.value(key, **cell)
    assert model_measures([records])["ap"] == measured.value("ap", change=1)
    with pytest.raises(novphy.InputError, match="compare: is of one change in each trial"):
        novphy.measure(records, compare=True)


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


def test_the_files_for_a_paper_are_those_of_the_program(files, tmp_path):
    names = [str(files / "random.jsonl"), str(files / "pig_shooter.jsonl")]
    program("report", *names, "--paper", "--out", tmp_path / "program")
    assert novphy.report(names, out=tmp_path / "python", paper=True) == ""
    made = {path.name: path.read_bytes() for path in (tmp_path / "program").iterdir()}
    assert len(made) == 10 and made == {path.name: path.read_bytes() for path in (tmp_path / "python").iterdir()}
    with pytest.raises(novphy.InputError, match="out: found none, expected a folder"):
        novphy.report(names, paper=True)
    with pytest.raises(novphy.InputError, match="paper excludes title"):
        novphy.report(names, out=tmp_path / "python", paper=True, title="mine")


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


def test_a_second_record_of_a_task_is_named_with_its_line(files, small_plan, tmp_path):
    lines = (files / "random.jsonl").read_text().splitlines()
    twice = tmp_path / "twice.jsonl"
    twice.write_text("\n".join([*lines, lines[-1]]) + "\n")
    for call in (lambda: novphy.detect(twice, "sma:2:0.5"), lambda: novphy.replay(twice, small_plan)):
        with pytest.raises(novphy.InputError, match=f"twice.jsonl:{len(lines) + 1}: a second record of"):
            call()


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


def error_of(*arguments):
    """What the program says of bad input."""
    if not PROGRAM:
        pytest.skip("NOVPHY_PROGRAM does not name the program")
    return run([PROGRAM, *arguments], environment={"LD_PRELOAD": None}, code=2).stderr.strip().removesuffix("; try --help")


@pytest.mark.parametrize(
    "name, value",
    [
        ("neutral", 2), ("neutral", -0.1), ("neutral", float("nan")), ("threshold", 1.5), ("threshold", -1), ("confidence", 0.2),
        ("confidence", 1), ("resamples", -1), ("resamples", 2_000_000), ("regain_window", 0), ("regain_window", 1_000_001),
        ("sailon_m_share", 1.1), ("detection_novel_tasks", 0), ("detection_novel_tasks", 10_000),
    ],
)  # fmt: skip
def test_numbers_that_the_program_refuses_are_refused_with_its_text(files, name, value):
    file = str(files / "random.jsonl")
    refused = error_of("measure", file, "--" + name.replace("_", "-"), value)
    for call in (novphy.measure, novphy.report):
        with pytest.raises(novphy.InputError) as error:
            call(file, **{name: value})
        assert refused.split(", expected")[1] == str(error.value).split(", expected")[1]
        assert str(error.value).startswith(name + ": found ")


def test_other_choices_that_the_program_refuses(files):
    file = str(files / "random.jsonl")
    with pytest.raises(novphy.InputError, match='seed: found 9007199254740992, expected a whole number from 0 to 9007199254740991'):
        novphy.measure(file, seed=2**53)
    with pytest.raises(novphy.InputError, match="sailon_m_share excludes sailon_m"):
        novphy.measure(file, sailon_m=1, sailon_m_share=0.1)
    with pytest.raises(novphy.InputError, match="m = 1000: expected 1 to"):
        novphy.measure(file, m=1000)


def test_tables_are_compared_in_pairs_where_paired_says_so(tmp_path):
    for agent in "ab":
        rows = [f"{agent},ice,x,{trial},{phase},1,0" for trial in range(3) for phase in ("normal", "novel")]
        (tmp_path / f"{agent}.csv").write_text("\n".join(["agent,novelty,scenario,trial,phase,passed,alarm", *rows]) + "\n")
    names = [str(tmp_path / "a.csv"), str(tmp_path / "b.csv")]
    with pytest.warns(UserWarning, match="not compared in pairs: nothing says which tasks these have"):
        assert "comparisons" not in novphy.measure(names, compare=True).json
    measured = novphy.measure(names, compare=True, paired=True)
    assert measured.json["comparisons"][0]["trials"] == 3
    assert measured.json == json.loads(program("measure", *names, "--compare", "--paired", "--json"))
    pair = measured.json["comparisons"][0]
    assert [each["difference"] for each in measured.comparisons] == [each["difference"] for each in pair["measures"]]
    assert measured.comparisons[0]["less"] == pair["less"] and "Differences on the same plan" in measured._repr_html_()


def test_a_detector_that_cannot_fire_is_warned_of(tmp_path):
    plan = novphy.plan(["rolling/agents"], trials=1, max_normal=1, novel=1, calibration_runs=1, calibration_tasks=1, proof="none")
    with pytest.warns(UserWarning) as said:
        records = novphy.run(plan, "pig_shooter", detector="pma:2:1")
    texts = [str(each.message) for each in said]
    assert "no two calibration runs of the plan have different tasks" in texts[0]
    assert texts[1] == "pma never fires where calibration has no spread: agents rolling"
    with pytest.warns(UserWarning, match="agent pig_shooter: pma never fires"):
        novphy.measure(records)
    with pytest.warns(UserWarning, match="pma never fires"):
        novphy.detect(records, "pma:2:1")
    with pytest.raises(novphy.InputError, match="all 2 calibration runs would play the same 3 tasks, the whole pool"):
        novphy.plan(["rolling/agents"], pool=3, calibration_runs=2, calibration_tasks=3, trials=0)


def test_an_agent_has_no_name_of_another(small_plan):
    for agent, name in (("random", "pig_shooter"), (novphy.Agent, "random")):
        with pytest.raises(novphy.InputError, match=f'name: "{name}" is the name of another agent'):
            novphy.run(small_plan, agent, name=name)
    head = novphy.run(small_plan, "random", name="mine", trials=1).fingerprint
    assert (head["agent"], head["name"]) == ("random", "mine")
