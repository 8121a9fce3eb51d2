import enum
import json
import pickle

import novphy
import numpy as np
import pytest
from conftest import program
from program import ROOT


def test_a_task_reads_and_writes_itself(task, tmp_path):
    again = novphy.Task.parse(task.json())
    assert again == task and hash(again) == hash(task)
    file = tmp_path / "task.json"
    file.write_text(task.json())
    assert novphy.Task.load(file) == novphy.Task.load(str(file)) == task
    assert (task.birds, task.pigs, task.bird_types) == (1, 1, ("red",))


@pytest.mark.parametrize("name", ["rolling/agents/novel", "rolling/agents:novel", "rolling/fan:novel", "rolling/fan/novel",
                                  "levels/templates/rolling/agents.json:novel"])  # fmt: skip
def test_a_task_goes_by_name_as_on_the_command_line(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    novel = novphy.base_task("rolling/agents/novel")
    assert novphy.Task.load(name) == novel and novphy.World(name).task == novel
    assert f"digest  {novphy.play(name, [[45.0]]).digest}" in program("play", name, "--shot", "45")
    if not name.startswith("levels"):
        assert novphy.base_task(name) == novel
        assert novphy.make_tasks(name, proof="none") == novphy.make_tasks("rolling/agents/novel", proof="none")


def test_a_file_comes_before_a_name(task, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rolling").mkdir()
    (tmp_path / "rolling" / "agents:novel").write_text(novphy.without(task).json())
    assert novphy.Task.load("rolling/agents:novel") == task
    pair = tmp_path / "mine.json"
    pair.write_text(ROOT.joinpath("levels/templates/rolling/agents.json").read_text())
    assert novphy.Task.load(f"{pair}:normal") == novphy.Task.load(f"{pair}/normal") == task
    assert novphy.verify(pair).passed and novphy.verify("rolling/fan").normal.template == "rolling/agents/normal"


def test_functions_of_tasks_take_names(task, tmp_path):
    name, file = "rolling/fan:normal", tmp_path / "task.json"
    file.write_text(task.json())
    throws = np.array([[[40.0]], [[45.0]]])
    assert (novphy.play_many([name, file], throws).digest == novphy.play_many(task, throws).digest).all()
    assert (novphy.play_grid(name, [40, 45]) == novphy.play_grid(task, [40, 45])).all()
    assert (novphy.observe(name) == novphy.observe(task)).all() and (novphy.observe_many([name, file])[1] == novphy.observe(task)).all()
    assert novphy.inject(name, "fan") == novphy.inject(task, "fan") and novphy.without("rolling/fan:novel") == novphy.without(task)
    assert novphy.solve(file) == novphy.solve(task)


@pytest.mark.parametrize("pair", novphy.pairs())
def test_a_task_is_a_dictionary_and_back(pair):
    for side in ("normal", "novel"):
        task = novphy.base_task(f"{pair}/{side}")
        values = task.to_dict()
        assert values == json.loads(task.json())
        assert novphy.Task.from_dict(values) == task and novphy.Task.from_dict(values).json() == task.json()


def test_a_task_is_edited_as_a_dictionary(task):
    values = task.to_dict()
    values["novphy_task"] = enum.IntEnum("Version", "ONE").ONE
    values["birds"].append("blue")
    values["objects"][0]["at"] = np.array([1.5, 2], dtype=np.float32)
    values["objects"][1]["at"] = (np.float64(0.1), np.int64(8))
    edited = novphy.Task.from_dict(values)
    assert edited.bird_types == ("red", "blue") and task.bird_types == ("red",)
    assert [each["at"] for each in edited.to_dict()["objects"][:2]] == [[1.5, 2], [0.1, 8]]


def test_dictionaries_hold_forces_on_one_material_and_objects_that_bounce():
    values = novphy.base_task("rolling/interactions/novel").to_dict()
    magnet = next(i for i, each in enumerate(values["effects"]) if each["effect"] == "magnet")
    ball = next(i for i, each in enumerate(values["objects"]) if each["type"] == "circle")
    assert "on" not in values["effects"][magnet]
    values["effects"][magnet]["on"] = {"blocks": 0, "material": "stone"}
    values["effects"].append({"effect": "storm", "on": {"blocks": 0, "object": ball}})
    values["objects"][ball]["unlike"] = {"bounce": 3}
    assert novphy.Task.from_dict(values).to_dict() == values
    values["effects"][magnet]["on"] = {"material": "stone"}
    with pytest.raises(novphy.InputError, match=f"/effects/{magnet}/on: expected birds, blocks or pigs"):
        novphy.Task.from_dict(values)


def cyclic():
    values = {}
    values["objects"] = values
    return values


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"birds": 3}, "task: /birds: expected an array"),
        ({"objects": [{"type": "pig_small", "at": [0, "high"]}]}, "task: /objects/0/at/1: expected a number"),
        ({"objects": [{"at": [0, float("nan")]}]}, "task: /objects/0/at/1: expected a finite number, found nan"),
        ({"objects": [{"type": "pig_small", "at": {1, 2}}]}, "task: /objects/0/at: expected a dict, a list,"),
        ({"gravity~/": 1}, "task: /gravity~0~1: "),
        ({"gravity~/": float("inf")}, "task: /gravity~0~1: expected a finite number, found inf"),
        ({3: "three"}, "task: expected keys of text, found 3"),
        (cyclic(), "expected at most 100 lists and dictionaries within each other"),
    ],
)
def test_a_wrong_dictionary_names_the_place(task, changes, message):
    with pytest.raises(novphy.InputError) as raised:
        novphy.Task.from_dict({**task.to_dict(), **changes})
    assert message in str(raised.value) and "task:1" not in str(raised.value)


def test_values_that_are_no_task_are_refused():
    for values in ([], "text", {}, None):
        with pytest.raises(novphy.InputError, match="^mine: "):
            novphy.Task.from_dict(values, "mine")


def test_a_dictionary_is_warned_of_as_a_file_is(task):
    values = task.to_dict()
    values["objects"][2]["at"] = [100, 0]
    with pytest.warns(UserWarning, match="^task: /objects/2"):
        novphy.Task.from_dict(values)


def test_what_is_read_otherwise_than_written_is_a_warning(tmp_path):
    level = tmp_path / "open.xml"
    level.write_text(
        '<Level>\n<Camera x="0">\n<Birds><Bird type="BirdRed"/></Birds><Slingshot x="-12" y="-2.5"/>'
        '<GameObjects><Pig type="BasicSmall" x="4" y="-3.2"/></GameObjects></Level>'
    )
    with pytest.warns(UserWarning, match="open.xml:2: /Level/Camera: Camera is not closed"):
        novphy.Task.load(str(level))


def test_a_task_can_be_pickled_and_is_a_key(tasks):
    assert pickle.loads(pickle.dumps(tasks)) == tasks
    assert len({*tasks, *tasks}) == len(tasks)
    assert tasks[0] != tasks[1] and tasks[0] != "a task"


def test_the_forty_pairs_are_there():
    assert len(novphy.pairs()) == 40
    assert "rolling/agents" in novphy.pairs()


def test_tasks_are_those_that_the_program_writes(tmp_path):
    program("generate", "rolling/agents/normal", "--count", 3, "--seed", 7, "--out", tmp_path / "set")
    written = [file.read_text() for file in sorted((tmp_path / "set" / "rolling/agents/normal").glob("*.json"))]
    made = novphy.make_tasks("rolling/agents/normal", 3, seed=7, threads=2)
    assert [task.json() for task in made] == written
    assert made == [novphy.Task.parse(text) for text in written]
    assert novphy.make_tasks("rolling/agents/normal", 1, first=2, seed=7) == made[2:]


def test_a_novelty_goes_in_and_out(task):
    novel = novphy.inject(task, "fan", at=(-2, 1), force_n=25)
    assert novel != task
    assert novphy.without(novel) == task
    with pytest.raises(novphy.InputError, match="force_n"):
        novphy.inject(task, "fan", force_n=-1e9)
    with pytest.raises(novphy.InputError, match="expected|known|there is"):
        novphy.inject(task, "no_such_novelty")


@pytest.mark.parametrize("novelty", novphy.novelties())
def test_every_novelty_gives_what_the_program_writes_and_comes_out_again(novelty, tmp_path):
    base = novphy.base_task("rolling/objects/normal")
    novel = novphy.inject(base, novelty)
    assert novel != base and novphy.without(novel) == base
    program("inject", "rolling/objects:normal", "--novelty", novelty, "--out", tmp_path / "novel.json")
    assert novel.json() == (tmp_path / "novel.json").read_text()
    assert novphy.Task.parse(novel.json()) == novel
    novphy.play(novel, [(45, 1, -1, -1)])


def test_a_further_novelty_takes_its_parameter():
    base = novphy.base_task("single_force/objects/normal")
    slow, fast = (novphy.inject(base, "fast_launch", speed_factor=factor) for factor in (1.1, 1.5))
    flights = [novphy.play(task, [(45, 1, -1, -1)]).digest for task in (base, slow, fast)]
    assert len(set(flights)) == 3
    with pytest.raises(novphy.InputError, match="mass_factor"):
        novphy.inject(base, "heavy", mass_factor=-1)


def test_the_solver_passes_the_task(task):
    shots = novphy.solve(task)
    assert novphy.play(task, shots).won


def test_a_pair_is_verified():
    verified = novphy.verify("single_force/objects")
    assert verified.passed
    assert verified.novel.checks["solvable"].verdict == "passed"
    assert novphy.play(novphy.base_task("single_force/objects/novel"), verified.novel.witness).won


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: novphy.Task.load("no/such/file.json"), "no/such/file.json"),
        (lambda: novphy.Task.load("rolling/agents"), "is a pair of two tasks, expected rolling/agents:normal or rolling/agents:novel"),
        (lambda: novphy.Task.load("rolling/wind:novel"), "rolling/wind: is neither a file nor a pair"),
        (lambda: novphy.Task.load("levels/study/study.json:novel"), "levels/study/study.json:novel: is one task and has no side"),
        (lambda: novphy.play("rolling/wind/novel"), "rolling/wind: is neither a file nor a pair"),
        (lambda: novphy.play_many(3, [[[45]]]), "task: found int, expected a Task, its file or its name"),
        (lambda: novphy.observe_many([None]), "task: found NoneType"),
        (lambda: novphy.World("rolling/wind:novel"), "rolling/wind: is neither a file nor a pair"),
        (lambda: novphy.Task.parse('{"birds": 3}', "mine"), "mine:1: /birds"),
        (lambda: novphy.Task.parse("{"), "task:1"),
        (lambda: novphy.base_task("rolling/agents"), "rolling/agents/novel"),
        (lambda: novphy.base_task("rolling/nothing/novel"), "rolling/agents"),
        (lambda: novphy.make_tasks("rolling/agents"), "2 templates"),
        (lambda: novphy.make_tasks("nowhere/agents/normal"), "nowhere"),
        (lambda: novphy.make_tasks("rolling/agents/normal", 0), "count"),
        (lambda: novphy.make_tasks("rolling/agents/normal", first=-1), "first"),
        (lambda: novphy.make_tasks("rolling/agents/normal", seed=-1), "seed"),
        (lambda: novphy.make_tasks("rolling/agents/normal", proof="sure"), "proof"),
        (lambda: novphy.make_tasks("rolling/agents/normal", threads=-2), "threads"),
        (lambda: novphy.verify("rolling"), "pair"),
        (lambda: novphy.solve(novphy.base_task("rolling/agents/normal"), physics="mars"), "mars"),
    ],
)
def test_bad_input_names_the_place(call, message):
    with pytest.raises(novphy.InputError) as raised:
        call()
    assert message in str(raised.value)
    assert isinstance(raised.value, ValueError)


def test_a_task_of_another_version_is_refused(task):
    constructor, state = task.__reduce_ex__(2)[0], ("not json",)
    with pytest.raises(novphy.InputError):
        empty = novphy.Task.__new__(novphy.Task)
        empty.__setstate__(state)
    assert constructor
    assert json.loads(task.json())
