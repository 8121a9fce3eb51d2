"""Believed tasks in Python: what observations tell about a task."""

import novphy
import pytest


@pytest.fixture(scope="module")
def session(small_plan):
    return novphy.Session(small_plan, 2, noise_px=2)


@pytest.fixture(scope="module")
def seen(small_plan):
    return novphy.Session(small_plan, 2).see()


def test_the_believed_task_is_like_the_one_that_is_seen(seen):
    believed = novphy.believe(seen)
    task, shown = believed.task.to_dict(), seen.form("objects")["objects"]
    assert len(task["objects"]) == len(believed.objects) == believed.task.objects
    assert len(believed.objects) + believed.task.birds == len(shown)
    assert {thing["id"] for thing in believed.objects} | {believed.bird_id} <= {thing["id"] for thing in shown}
    for thing, kind in zip(task["objects"], believed.objects):
        assert (thing["type"], thing.get("material", "")) == kind["kinds"][0][:2]
        assert thing["at"] == pytest.approx(kind["at_m"], abs=1e-9)
        assert (kind["size_m"] is None) == ("size" not in thing)
        assert 0 < kind["at_sd_m"] < 0.05 and kind["familiar"] and kind["look"]
        assert 0 <= kind["life"][0] <= kind["life"][1] <= 1
    assert believed.conflicts == [] and believed.regions == []
    assert repr(believed) == f"<Believed: 1 bird, {len(believed.objects)} objects, 0 conflicts>"


def test_observations_with_noise_are_averaged(session):
    many = [session.see() for _ in range(10)]
    once, often = novphy.believe(many[0], noise_px=2), novphy.believe(many, noise_px=2)
    assert often.objects[0]["at_sd_m"] < 0.5 * once.objects[0]["at_sd_m"]
    assert often.objects[0]["at_m"] == novphy.believe(tuple(many)).objects[0]["at_m"]


def test_drawn_tasks_are_tasks(seen):
    believed = novphy.believe(seen)
    tasks = believed.draw(3, seed=5)
    assert tasks == believed.draw(4, 5)[:3] != believed.draw(3)
    assert [novphy.Task.parse(task.json()) for task in tasks] != []
    assert novphy.play_many(tasks, [[[45.0]]] * 3).won.shape == (3,)
    assert believed.draw(0) == []


def test_tasks_drawn_at_rest_begin_where_they_settle(session):
    believed = novphy.believe(session.see(), noise_px=2)
    at_rest = believed.draw(2, at_rest=True)
    assert at_rest == believed.draw(3, at_rest=True)[:2] != believed.draw(2)


def test_air_turbulence_is_a_region_of_the_task():
    plan = novphy.plan(["rolling/actions"], trials=1, min_normal=1, max_normal=1, novel=1, calibration_runs=0, proof="none")
    believed = novphy.believe(novphy.Session(plan, 0).see())
    (region,) = believed.regions
    (effect,) = believed.task.to_dict()["effects"]
    assert region["familiar"] and region["size_m"] == pytest.approx(effect["size"])


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda seen: novphy.believe([]), "observations: found none, expected at least one"),
        (lambda seen: novphy.believe(3), "seen: found int, expected what Session.see"),
        (lambda seen: novphy.measure(3), "records: found int, expected files"),
        (lambda seen: novphy.believe(seen, noise_px=6), "noise_px: expected a number from 0 to 5"),
        (lambda seen: novphy.believe(seen).draw(-1), "n: found -1, expected 0 to 1000000"),
    ],
)
def test_bad_input_is_refused(seen, call, message):
    with pytest.raises(novphy.InputError, match=message):
        call(seen)


def test_what_is_no_observation_is_a_type_error():
    with pytest.raises(TypeError):
        novphy.believe([{"objects": []}])
