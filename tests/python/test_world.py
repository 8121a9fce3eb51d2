"""A task that is played in steps: the same to the last bit as a whole play."""

import copy
import json
import pickle
import signal
import threading

import novphy
import numpy as np
import pytest
from conftest import program

SHOTS = [(20, 1, 700), (35, 1, 900), (15, 0.9)]


@pytest.fixture(scope="module")
def crowded():
    """Three birds, two with abilities, a tower on a shelf, TNT, moving air, a magnet, a pig out of reach."""
    return novphy.Task.from_dict(
        {
            "novphy_task": 1,
            "birds": ["blue", "white", "red"],
            "objects": [
                {"type": "platform", "at": [2, -2], "size": [6, 0.4]},
                {"type": "square_small", "material": "wood", "at": [1, -1.58]},
                {"type": "square_small", "material": "stone", "at": [1, -1.15]},
                {"type": "circle", "material": "wood", "at": [3, -1.4]},
                {"type": "tnt", "at": [6, -3.17]},
                {"type": "pig_medium", "at": [4.5, -1.42]},
                {"type": "pig_small", "at": [-15, -3.27]},
            ],
            "effects": [
                {"effect": "magnet", "object": 3, "radius": 3, "strength": 4, "repels": "wood"},
                {"effect": "force_field", "at": [-0.5, 3.5], "size": [9, 5], "force": [0, 1.5], "on": {"birds": 0.1}},
            ],
        }
    )


def played(task, shots, seconds=None, physics="standard"):
    """The world after the whole play, thrown at each turn and moved by steps of this size."""
    world = novphy.World(task, physics)
    for shot in shots:
        if world.end is None:
            world.throw(*shot)
        while world.end is None and not world.waits:
            world.step(seconds)
    world.give_up()
    return world


def facts(world):
    return world.won, world.end, world.score, world.birds_left, world.time_s, world.steps, world.digest


def all_events(world, seconds):
    """The events of every step to the end."""
    tables = []
    while world.end is None and not world.waits:
        world.step(seconds)
        tables.append(world.events())
    return np.concatenate(tables)


def entries(events):
    """The rows of World.events() as play() gives them."""
    names = events.dtype.names
    plain = [tuple(tuple(x.tolist()) if isinstance(x, np.ndarray) else x for x in row) for row in events.tolist()]
    return [dict(zip(names, row)) for row in plain]


@pytest.mark.parametrize("seconds", [None, 0.01, 0.014, 0.5, 3.7])
def test_steps_of_any_size_are_the_play(crowded, seconds):
    for shots in ([], SHOTS[:1], SHOTS):
        assert facts(played(crowded, shots, seconds)) == novphy.play(crowded, pad(shots))[:7]


def pad(shots):
    return [tuple(shot) + (-1,) * (4 - len(shot)) for shot in shots]


@pytest.mark.parametrize("physics", ["fast", "reference"])
def test_steps_follow_each_physics(task, physics):
    whole = novphy.play(task, [[45]], physics=physics)
    assert facts(played(task, [[45]], 0.25, physics)) == whole[:7]


def test_shots_may_wait_and_come_early(crowded):
    shots = [(20, 1, -1, 150), (35, 1, 900, 2500), (15, 0.9, -1, -1)]
    world = novphy.World(crowded)
    for shot in shots:
        world.throw(*shot)
    assert (world.birds_left, world.events().size) == (3, 0)
    world.step()
    assert facts(world) == novphy.play(crowded, shots)[:7]


def test_the_shots_of_a_world_give_its_play(crowded):
    world = novphy.World(crowded)
    world.throw(20)
    world.step(0.33)
    tap_ms = world.tap()
    assert 330 < tap_ms <= 340
    assert world.tap() is None
    world.step(until="contact")
    world.throw(35, tap_ms=900, launch_ms=0)  # this time has passed, so that the bird is launched now
    assert world.birds_left == 1
    world.throw(15, 0.9, launch_ms=4000)
    world.step()
    assert world.shots[0][2] == tap_ms and world.shots[1][3] > 0
    assert facts(world) == novphy.play(crowded, world.shots)[:7]


def test_a_world_waits_for_its_turn(crowded):
    world = novphy.World(crowded)
    assert world.waits and world.tap() is None
    assert world.step(2) == 0 and world.time_s == 0
    world.throw(20)
    assert not world.waits and world.birds_left == 2
    world.step()
    assert world.waits and world.end is None


def test_steps_stop_in_time(task):
    world = novphy.World(task)
    world.throw(45)
    assert world.step(0.014) == 0.02
    assert world.step_to(1.0) == pytest.approx(0.98) and world.time_s == 1
    assert world.step_to(0.5) == 0
    world.step(until=("contact", "death"))
    assert world.contacts().size == 1 and world.contacts()["time_s"] == [world.time_s]
    assert world.step(1e-3, until="death") == world.step_s
    world.step(until="death")
    assert world.events()["kind"].tolist().count("death") == 1


def test_events_are_those_of_the_play(crowded, tmp_path):
    shots = pad(SHOTS)
    for seconds in (0.01, 0.7):
        world = novphy.World(crowded)
        for shot in shots:
            world.throw(*shot)
        events = all_events(world, seconds)
        assert entries(events) == novphy.play(crowded, shots, events=True).events
    kinds = set(events["kind"])
    assert kinds >= {"launch", "tap", "contact", "damage", "death", "push", "score", "bird_gone"}
    (tmp_path / "task.json").write_text(crowded.json())
    given = [f"--shot={angle}@{pull}" + (f"+{tap}" if tap >= 0 else "") for angle, pull, tap, _ in shots]
    program("play", tmp_path / "task.json", *given, "--events", tmp_path / "events.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "events.jsonl").read_text().splitlines()]
    assert [line["event"] for line in lines] == events["kind"].tolist()
    assert [line["time_s"] for line in lines] == events["time_s"].tolist()
    impulses = [line["impulse_ns"] for line in lines if line["event"] == "contact"]
    assert impulses == events["amount"][events["kind"] == "contact"].tolist()


def test_contacts_are_the_events_of_that_kind(crowded):
    world = novphy.World(crowded)
    world.throw(20)
    world.step()
    events = world.events()[world.events()["kind"] == "contact"]
    contacts = world.contacts()
    assert contacts.size > 3 and contacts.dtype.names == ("time_s", "body", "other", "speed_mps", "impulse_ns")
    for column in ("time_s", "body", "other", "speed_mps"):
        assert (contacts[column] == events[column]).all()
    assert (contacts["impulse_ns"] == events["amount"]).all()


def test_bodies_are_rows_by_id(crowded):
    world = novphy.World(crowded)
    bodies = world.bodies()
    assert bodies["id"].tolist() == list(range(len(bodies))) and len(bodies) == 7 + 3 + 2
    values = crowded.to_dict()
    types = [each["type"] for each in values["objects"]] + values["birds"]
    assert bodies["type"].tolist() == types + ["ground", "slingshot"]
    assert bodies["material"][1:4].tolist() == ["wood", "stone", "wood"]
    assert bodies["at_m"].shape == (12, 2) and bodies["at_m"].dtype == np.float64
    assert bodies["at_m"][0].tolist() == [2, -2] and bodies["size_m"][0] == pytest.approx([6, 0.4])
    assert bodies["phase"][7:10].tolist() == ["on_sling", "waiting", "waiting"]
    assert bodies["life"].tolist() == [1] * 12 and bodies["present"].all()
    world.throw(20, tap_ms=300)
    world.step(0.2)
    bird = world.bodies()[7]
    assert bird["phase"] == "flying" and bird["velocity_mps"][0] > 5
    moved = bird["at_m"] + 0.01 * bird["velocity_mps"]
    world.step(0.01)
    assert world.bodies()["at_m"][7] == pytest.approx(moved, abs=0.01)
    world.step(0.2)
    assert world.bodies()["type"].tolist()[12:] == ["blue"] * 3
    world.step()
    bodies = world.bodies()
    assert bodies["phase"][7] == "gone" and not bodies["present"][7]
    assert world.touching(10) == [body for body in range(len(bodies)) if 10 in world.touching(body)]


@pytest.mark.parametrize("at_s", [0.0, 0.8, 17.2, 22.0])
def test_a_world_that_is_restored_or_branched_goes_on_as_it_did(crowded, at_s):
    world = novphy.World(crowded)
    for shot in SHOTS:
        world.throw(*shot)
    world.step_to(at_s / 2)
    world.step_to(at_s)
    snapshot, branch, copied = world.save(), world.branch(), pickle.loads(pickle.dumps(world))
    events = entries(world.events())
    world.step()
    expected = facts(world)
    rest = entries(world.events())
    for again in (world, branch, copied, copy.deepcopy(branch), copy.copy(branch)):
        if again is world:
            again.restore(snapshot)
        assert entries(again.events()) == events and again.time_s == pytest.approx(at_s)
        assert again.shots == branch.shots
        again.step()
        assert facts(again) == expected and entries(again.events()) == rest


def test_a_branch_goes_its_own_way(crowded):
    world = novphy.World(crowded)
    world.throw(20)
    world.step(0.4)
    branch = world.branch()
    branch.tap()
    branch.step()
    assert world.time_s == pytest.approx(0.4) and world.shots == [(20, 1, -1, -1)]
    early = world.save()
    world.step()
    later = world.save()
    assert world.digest != branch.digest
    ended = world.branch()
    assert ended.digest == world.digest
    ended.give_up()
    assert ended.end == ended.branch().end == "no_shot" and ended.branch().digest == ended.digest
    world.restore(early)
    assert world.tap() is not None
    world.step()
    assert world.digest == branch.digest
    world.restore(later)
    assert world.shots == [(20, 1, -1, -1)] and world.end is None
    world.give_up()
    assert world.digest == ended.digest


def test_a_snapshot_of_another_world_is_refused(task):
    world, other = novphy.World(task), novphy.World(task)
    world.throw(45)
    world.step(1)
    digest = world.digest
    novel = novphy.World(novphy.base_task("rolling/agents/novel"))
    for foreign in (other.save(), world.branch().save(), novel.save()):
        with pytest.raises(novphy.InputError, match="^snapshot: found one of another world"):
            world.restore(foreign)
    assert world.digest == digest and len(world.shots) == 1
    kept = world.save()
    del world, other
    assert "bytes" in repr(kept)
    with pytest.raises(TypeError):
        pickle.dumps(kept)


def test_a_pickle_of_another_version_is_refused(task):
    world = novphy.World(task)
    world.throw(45)
    *state, digest = world.__getstate__()
    for wrong in (tuple(state), (*state, "0" * 16)):
        with pytest.raises(novphy.InputError, match="pickle of another version"):
            novphy.World.__new__(novphy.World).__setstate__(wrong)


def after(world):
    """The same world at its end."""
    world.throw(45)
    world.step()
    return world


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda w: w.throw(400), "angle_deg: found 400, expected a direction from -360 to 360 degrees"),
        (lambda w: w.throw(45, -1), "pull_m: found -1, expected a pull"),
        (lambda w: w.throw(45, tap_ms=float("nan")), "tap_ms: found nan, expected a finite number"),
        (lambda w: w.throw(45, launch_ms=1e9), "launch_ms: found 1000000000, expected a time"),
        (lambda w: [w.throw(45, launch_ms=100), w.throw(45)], "throw: found shot 2, the task has 1 bird"),
        (lambda w: after(w).throw(45), "throw: the play is over (pigs_gone)"),
        (lambda w: w.step(-1), "seconds: found -1, expected a number of at least 0"),
        (lambda w: w.step(float("inf")), "seconds: found inf"),
        (lambda w: w.step_to(float("nan")), "time_s: found nan"),
        (lambda w: w.step(until="crash"), 'until: found "crash", expected launch, tap, contact'),
        (lambda w: w.step(until=["death", "end"]), 'until: found "end"'),
        (lambda w: w.touching(99), "body: found 99, expected 0 to 11"),
        (lambda w: w.observe("sound"), 'form: found "sound"'),
        (lambda w: w.see(6), "noise_px: found 6, expected 0 to 5"),
        (lambda w: novphy.World(w.task, "mars"), "mars"),
    ],
)
def test_wrong_calls_name_the_place(task, call, message):
    with pytest.raises(novphy.InputError) as raised:
        call(novphy.World(task))
    assert message in str(raised.value) and "\n" not in str(raised.value)


def test_a_world_is_seen_as_agents_see_it(task):
    world = novphy.World(task)
    for form in ("table", "features", "picture"):
        assert (novphy.observe(world, form) == novphy.observe(task, form)).all()
    assert novphy.observe(world, "objects") == novphy.observe(task, "objects")
    still = novphy.observe(world, "picture", size=(320, 240))
    world.throw(45)
    world.step(0.5)
    assert novphy.World(task).see().form() == novphy.observe(task, "objects")
    assert world.see(2, seed=1).json() == world.see(2, seed=1).json() != world.see(2, seed=2).json()
    assert still.shape == (240, 320, 3) and (novphy.observe(world, "picture", size=(320, 240)) != still).any()


def test_one_thread_at_a_time_uses_a_world(task):
    world = novphy.World(task, "reference")
    world.throw(45)
    thread = threading.Thread(target=world.step)
    thread.start()
    with pytest.raises(RuntimeError, match="another thread uses this world"):
        while thread.is_alive():
            world.time_s
    thread.join()
    assert world.digest == novphy.play(task, [[45]], physics="reference").digest


def test_a_signal_ends_a_long_step_and_the_world_can_go_on(task):
    world = novphy.World(task, "reference")
    world.throw(45)

    def ring(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, ring)
    try:
        with pytest.raises(KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, 0.02)
            world.step()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert world.end is None
    world.step()
    assert world.digest == novphy.play(task, [[45]], physics="reference").digest
