"""Levels of one's own: what `novphy judge` and `novphy plan --levels` do."""

import json

import novphy
import pytest
from conftest import program


@pytest.fixture(scope="module")
def levels(tmp_path_factory):
    """A folder with two levels in a folder each."""
    folder = tmp_path_factory.mktemp("levels")
    for template in ("single_force/objects/normal", "single_force/goals/normal"):
        place = folder / template.split("/")[1]
        place.mkdir()
        (place / "level.json").write_text(novphy.base_task(template).json())
    return folder


def test_the_plan_of_levels_is_that_of_the_program(levels, tmp_path):
    program("plan", "--levels", levels, "--trials", 2, "--seed", 5, "--out", tmp_path / "plan.json")
    plan = novphy.level_plan(levels, trials=2, seed=5)
    assert plan.json() == (tmp_path / "plan.json").read_text()
    assert len(plan) == 4


def test_files_that_are_no_levels_are_left_out_on_request(tmp_path):
    (tmp_path / "level.json").write_text(novphy.base_task("rolling/agents/normal").json())
    (tmp_path / "broken.xml").write_text("no level")
    with pytest.raises(novphy.InputError, match="broken.xml"):
        novphy.level_plan(tmp_path)
    with pytest.warns(UserWarning, match="left out: .*broken.xml"):
        assert len(novphy.level_plan(tmp_path, skip_unreadable=True)) == 1


def test_verdicts_are_those_of_the_program(tmp_path):
    good = novphy.base_task("single_force/objects/normal")
    values = good.to_dict()
    values["objects"] = [each for each in values["objects"] if not each["type"].startswith("pig")]
    with pytest.warns(UserWarning, match="found no pig"):
        tasks = [good, novphy.Task.from_dict(values)]
    for i, task in enumerate(tasks):
        (tmp_path / f"{i}.json").write_text(task.json())
    printed = program("judge", tmp_path, "--step", 10, "--json").splitlines()[:-1]
    judged = novphy.judge(tasks, step=10, threads=2)
    assert [each.verdict for each in judged] == [json.loads(line)["verdict"] for line in printed] == ["solvable", "no goal"]
    assert judged[0].solvable and judged[0].stable and judged[0].birds == 1 and 0 < judged[0].wins <= judged[0].throws
    assert novphy.play(good, judged[0].witness).won
    assert not judged[1].solvable and judged[1].witness == [] and judged[1].birds is None
    assert novphy.judge(good, step=10) == judged[:1]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: novphy.level_plan("nowhere"), "nowhere"),
        (lambda: novphy.level_plan("nowhere", seed=-1), "seed: found -1"),
        (lambda: novphy.level_plan("nowhere", trials=0), "trials: found 0"),
        (lambda: novphy.judge([], step=0), "step: found 0"),
        (lambda: novphy.judge([], physics="mars"), "mars"),
        (lambda: novphy.judge([], threads=-1), "threads: found -1"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(novphy.InputError, match=message):
        call()
