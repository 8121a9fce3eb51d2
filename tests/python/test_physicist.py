"""The agent `physicist` in Python: by its name, as a class for run(), and by hand."""

import json
import threading

import novphy
import pytest
from conftest import program

FEW = dict(plays=5)


@pytest.fixture(scope="module")
def plan():
    """One trial of three tasks."""
    return novphy.plan(["single_force/objects"], trials=1, min_normal=1, max_normal=1, novel=2, calibration_runs=0, proof="none", informed=True)


@pytest.fixture(scope="module")
def by_name(plan):
    return novphy.run(plan, "physicist:plays=5,noise=1")


def test_a_run_by_name_gives_the_file_of_the_program(plan, by_name, tmp_path):
    (tmp_path / "plan.json").write_text(plan.json())
    spec = "physicist:plays=5,noise=1"
    program("run", tmp_path / "plan.json", "--agent", spec, "--agent-threads", 2, "--out", tmp_path / "records.jsonl")
    assert novphy.Records.load(tmp_path / "records.jsonl") == by_name
    assert by_name.fingerprint["agent"] == spec


def test_the_class_gives_the_records_of_the_name(plan, by_name):
    def make():
        return novphy.Physicist(**FEW, noise_px=1)

    assert novphy.run(plan, make) == by_name


def test_an_agent_of_ones_own_may_build_on_it(plan):
    class Sure(novphy.Physicist):
        def novelty(self):
            return 1.0

    records = novphy.run(plan, lambda: Sure(**FEW))
    assert {record["novelty_probability"] for record in records} == {1.0}


def test_calls_by_hand_give_the_records_of_the_name(plan, by_name):
    session = novphy.Session(plan, 0, noise_px=1)
    agent = novphy.Physicist(**FEW, noise_px=1, threads=2, seed=session.seed)
    while session.state != "done":
        if session.state == "told":
            agent.told_novel()
            session.told()
        play_by_hand(agent, session)
    assert [json.loads(line) for line in session.records()] == by_name


def play_by_hand(agent, session):
    agent.begin_task()
    while session.state != "report":
        if session.state == "choose":
            session.shoot(agent.choose(session.see()))
        else:
            fly_by_hand(agent, session)
    agent.end_task(session.result())
    said = agent.novelty()
    session.report(**{name.removeprefix("novelty_"): value for name, value in said.items()})


def fly_by_hand(agent, session):
    if not agent.watch_every_ms():
        return session.advance_until_still()
    session.advance(agent.watch_every_ms())
    if session.state == "flying":
        agent.watch(session.see())


def test_a_trial_that_begins_anew_gives_the_same_shot(plan):
    seen = novphy.Session(plan, 0).see()
    agent = novphy.Physicist(**FEW, seed=7)
    first = agent.choose(seen)
    agent.choose(seen)
    agent.begin_trial(7)
    assert agent.choose(seen) == first


@pytest.mark.parametrize(
    ("options", "message"),
    [(dict(plays=0), "plays: found 0, expected 1 to 1000000"), (dict(threads=0), "threads: found 0"), (dict(noise_px=6), "noise: found 6")],
)
def test_options_out_of_range(options, message):
    with pytest.raises(novphy.InputError, match=message):
        novphy.Physicist(**options)


def test_wrong_options_behind_the_name(plan):
    with pytest.raises(novphy.InputError, match='the agent "physicist:speed=1": found "speed=1"'):
        novphy.run(plan, "physicist:speed=1")


def test_one_thread_at_a_time_uses_an_agent(plan):
    seen = novphy.Session(plan, 0).see()
    agent = novphy.Physicist(seed=1)
    refused = []

    def choose():
        try:
            agent.choose(seen)
        except RuntimeError as error:
            refused.append(str(error))

    threads = [threading.Thread(target=choose) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all("another thread uses this agent" in text for text in refused)


def test_a_session_takes_the_fields_that_agents_answer(plan):
    sessions = [novphy.Session(plan, 0) for _ in range(2)]
    sessions[0].shoot({"drag_m": [-0.5, -0.25], "tap_ms": 300})
    sessions[1].shoot_drag(-0.5, -0.25, 300)
    for session in sessions:
        session.advance_until_still()
        session.report()
    assert sessions[0].records() == sessions[1].records()
    for wrong, message in (({"drag_m": [1]}, "shot: "), ({"angle": 3}, "shot: "), ({"angle_deg": "x"}, "shot: "), ({"angle_deg": float("nan")}, "shot")):
        with pytest.raises(novphy.InputError, match=message):
            novphy.Session(plan, 0).shoot(wrong)
