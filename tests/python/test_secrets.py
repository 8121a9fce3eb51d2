"""Plans with a secret, and what agents are told of a trial."""

import json

import novphy
import pytest

SIZES = dict(trials=2, novel=2, max_normal=3, calibration_runs=1, pool=12, proof="none", distractors=0)


@pytest.fixture(scope="module")
def secret(tmp_path_factory):
    file = tmp_path_factory.mktemp("secret") / "secret"
    file.write_bytes(b"sixteen bytes or more")
    return file


def test_a_secret_enters_tasks_order_and_told_numbers_and_stays_out_of_the_plan(secret):
    plan = novphy.plan(["rolling/agents"], secret=secret, **SIZES)
    public = novphy.plan(["rolling/agents"], **SIZES)
    assert novphy.plan(["rolling/agents"], secret=secret, **SIZES).json() == plan.json()
    drawn, open_ = json.loads(plan.json()), json.loads(public.json())
    assert len(drawn["options"]["secret_sha256"]) == 64 and "secret" not in public.json()
    assert secret.read_text() not in plan.json()
    assert drawn["templates"] != open_["templates"] and drawn["trials"] != open_["trials"]
    assert not {plan.seed(i) for i in range(len(plan))} & {public.seed(i) for i in range(len(public))}


def test_what_is_told_is_not_the_plans_own_number(secret, tmp_path):
    plan = novphy.plan(["rolling/agents"], secret=secret, **SIZES)
    told = []

    class Listener(novphy.Agent):
        def begin_trial(self, seed):
            told.append(seed)

        def choose(self, observation):
            return {"angle_deg": 45, "pull_m": 0.95}

    novphy.run(plan, Listener, threads=1)
    assert sorted(told) == sorted(plan.seed(i) for i in range(len(plan)))
    assert not set(told) & {trial["seed"] for trial in json.loads(plan.json())["trials"]}


def test_a_missing_or_short_secret_is_refused(tmp_path):
    (tmp_path / "short").write_text("too short")
    for file, error in ((tmp_path / "short", "holds 9 bytes, expected a secret of at least 16"), (tmp_path / "none", "none")):
        with pytest.raises(novphy.InputError, match=error):
            novphy.plan(["rolling/agents"], secret=file, **SIZES)
