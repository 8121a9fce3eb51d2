import json
import sys

import novphy
import numpy as np
import pytest
from conftest import program
from program import run


def test_every_form_of_a_task(task):
    assert novphy.observe(task, "table").shape == (2585,)
    features = novphy.observe(task)
    assert features.shape == (24, 16) and features.dtype == np.float32
    assert np.abs(features).max() <= 10
    assert novphy.observe(task, "picture", size=(320, 200)).shape == (200, 320, 3)
    assert novphy.observe(task, "picture").dtype == np.uint8
    assert isinstance(novphy.observe(task, "geojson"), str)
    assert len(novphy.observe(task, "objects")["objects"]) == features[:, 0].sum()


def test_the_objects_are_those_of_the_program(task, tmp_path):
    file = tmp_path / "task.json"
    file.write_text(task.json())
    assert novphy.observe(task, "objects") == json.loads(program("observe", file))
    assert novphy.observe(task, "objects", labels=True) == json.loads(program("observe", file, "--labels"))
    assert novphy.observe(task, "geojson") == program("observe", file, "--form", "geojson").strip()


def test_columns_have_names(task):
    assert len(novphy.FEATURES) == 16 and len(set(novphy.FEATURES)) == 16
    rows = novphy.observe(task)
    assert set(rows[:, novphy.FEATURES.index("used")]) == {0.0, 1.0}
    assert rows[:, novphy.FEATURES.index("on_sling")].sum() == 1


@pytest.mark.parametrize("form", ["table", "features", "picture"])
def test_many_tasks_are_each_task(tasks, form):
    many = novphy.observe_many(tasks, form, size=(64, 48), threads=2)
    for row, task in zip(many, tasks):
        assert (row == novphy.observe(task, form, size=(64, 48))).all()


@pytest.mark.parametrize(
    "call",
    [
        lambda task: novphy.observe(task, "smell"),
        lambda task: novphy.observe_many([task], "geojson"),
        lambda task: novphy.observe(task, "picture", size=(0, 10)),
        lambda task: novphy.observe(task, "picture", size=(10, 100000)),
    ],
)
def test_bad_forms_are_refused(task, call):
    with pytest.raises(novphy.InputError):
        call(task)


def test_an_altered_view_is_seen_in_every_form(task):
    picture = novphy.observe(task, "picture")
    mirrored = novphy.inject(task, "mirrored_view")
    assert (novphy.observe(mirrored, "picture") == picture[:, ::-1]).all()
    assert (novphy.observe(novphy.inject(task, "upside_down_view"), "picture") == picture[::-1]).all()
    grey = novphy.observe(novphy.inject(task, "grey_view"), "picture")
    assert (grey[..., 0] == grey[..., 1]).all() and (grey[..., 1] == grey[..., 2]).all()
    assert novphy.observe(mirrored, "objects")["bird_rest"][0] == 640 - novphy.observe(task, "objects")["bird_rest"][0]
    for name in ("mirrored_view", "upside_down_view", "grey_view"):
        altered = novphy.inject(task, name)
        for form in ("table", "features", "geojson"):
            assert not np.array_equal(novphy.observe(altered, form), novphy.observe(task, form))
        assert np.abs(novphy.observe(altered)).max() <= 10
        assert novphy.play(altered, [(40, 1)]).digest == novphy.play(task, [(40, 1)]).digest


def test_small_pictures_of_any_width_leave_the_heap_whole():
    """cairo 1.16 writes behind an array where neighbouring pixels all differ, which ends the process at some widths."""
    code = (
        "import novphy; task = novphy.base_task('rolling/agents/normal')\n"
        "for width in range(65, 200, 2): novphy.observe(task, 'picture', size=(width, 60))\n"
        "print('whole')"
    )
    assert run([sys.executable, "-c", code]).stdout == "whole\n"
