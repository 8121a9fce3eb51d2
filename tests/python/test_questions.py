"""Questions after trials: the door of agents of Python."""

import json
from concurrent.futures import ThreadPoolExecutor

import novphy
import pytest
from novphy.physicist import Physicist


class Answering(novphy.Agent):
    """Answers the same to all questions."""

    said: object = {"end_px": (150, 260.5), "hit": -2, "passes": 0.5}

    def choose(self, seen):
        return [40.0]

    def answer(self, seen, shot):
        assert json.loads(seen.json())["objects"] and set(shot) == {"drag_m", "angle_deg", "pull_m"}
        return self.said


class Silent:
    """No subclass of Agent, and without answer()."""

    choose, senses = Answering.choose, novphy.Agent.senses
    training_tasks, watch_every_ms = novphy.Agent.training_tasks, novphy.Agent.watch_every_ms
    begin_trial, begin_task, end_task, novelty = (getattr(novphy.Agent, each) for each in ("begin_trial", "begin_task", "end_task", "novelty"))


@pytest.fixture(scope="module")
def plan():
    sizes = {"trials": 1, "min_normal": 1, "max_normal": 1, "novel": 1, "calibration_runs": 0, "pool": 4}
    return novphy.plan(pairs=["rolling/agents", "sliding/actions"], proof="none", distractors=0, **sizes)


def questions_in(records):
    return [each for record in records for each in record.get("questions", [])]


def test_an_agent_of_python_is_asked(plan):
    records = novphy.run(plan, Answering, questions=2)
    assert records.fingerprint["questions"] == 2
    asked = questions_in(records)
    assert len(asked) == 4 and all(each["answer"]["hit"] == -2 and each["answer"]["passes"] == 0.5 for each in asked)
    assert not any("answer" in each for each in questions_in(novphy.run(plan, Silent, questions=2)))


def test_workers_ask_the_same(plan):
    with ThreadPoolExecutor(1) as executor:
        assert list(novphy.run(plan, Answering, questions=3, executor=executor)) == list(novphy.run(plan, Answering, questions=3))


@pytest.mark.parametrize("said, reason", [({"hit": 4000}, "the id of an object that is seen"), ({"passes": float("nan")}, "JSON object"), ([1], "answer()")])
def test_a_wrong_answer_is_an_error_of_the_agent(plan, said, reason, monkeypatch):
    monkeypatch.setattr(Answering, "said", said)
    with pytest.warns(UserWarning, match="could not go on in 2 trials"):
        records = novphy.run(plan, Answering, questions=1)
    assert reason in records[-1]["error"] and records[-1]["end"] != "agent_error"


def test_the_physicist_passes_questions_on(plan):
    session = novphy.Session(plan, 0)
    assert isinstance(Physicist(plays=500).answer(session.see(), {"drag_m": (-0.7, -0.7)}), dict)
