import json
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import novphy
import numpy as np
import pytest
from conftest import begun_again, program, without_attempts
from novphy._engine import engine


class Climber(novphy.Agent):
    """Throws higher after each task that it fails, and says that failures are a novelty."""

    def begin_trial(self, seed):
        self.angle, self.failed = 20.0 + seed % 7, 0

    def choose(self, seen):
        return {"angle_deg": self.angle, "pull_m": 0.95}

    def end_task(self, result):
        if not result["passed"]:
            self.angle += 3.0
            self.failed += 1

    def novelty(self):
        return {"novelty_probability": min(1.0, self.failed / 10), "novelty_level": 2}


CLIMBER = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    answer = {}
    if asked["type"] == "begin_trial":
        angle, failed = 20.0 + asked["seed"] % 7, 0
    elif asked["type"] == "choose":
        answer = {"angle_deg": angle, "pull_m": 0.95}
    elif asked["type"] == "end_task":
        if not asked["passed"]:
            angle += 3.0
            failed += 1
        answer = {"novelty_probability": min(1.0, failed / 10), "novelty_level": 2}
    print(json.dumps(answer), flush=True)
"""


class Thinker(novphy.Agent):
    """Plays what it believes, on threads of its own, within a run on threads."""

    def choose(self, seen):
        believed = novphy.believe(seen).draw(2, seed=1)
        won = novphy.play_grid(believed, [20, 40, 60], threads=0).mean(axis=(0, 2))
        novphy.play_many(believed, [[[45.0]]], threads=3)
        world = novphy.World(believed[0])
        world.throw(45.0)
        world.step(until="contact")
        branch = world.branch()
        branch.step()
        return [[20, 40, 60][int(won.argmax())] + branch.won]


def test_agents_call_novphy_within_a_run_on_any_number_of_threads():
    few = dict(max_normal=2, novel=2, calibration_runs=2, calibration_tasks=1)
    plan = novphy.plan(["rolling/agents"], trials=2, proof="none", **few)
    alone = novphy.run(plan, Thinker)
    assert all(each["end"] != "agent_error" for each in alone)
    for threads in (2, 4, 0):
        assert novphy.run(plan, Thinker, threads=threads) == alone
    with ThreadPoolExecutor(2) as pool:
        assert novphy.run(plan, Thinker, executor=pool) == alone


def test_no_call_that_plays_stops_pythons_other_threads(small_plan, task):
    """play(), believe(), Session() and Plan.tasks() kept the interpreter's lock while they worked."""
    session = novphy.Session(small_plan, 1, noise_px=2)
    seen = session.see()
    calls = {
        "play": lambda: novphy.play(task, [[45.0]]),
        "believe": lambda: novphy.believe(seen),
        "draw": lambda: novphy.believe(seen).draw(20, at_rest=True),
        "Session": lambda: novphy.Session(small_plan, 1),
        "tasks": lambda: small_plan.tasks(),
        "World": lambda: novphy.World(task),
        "solve": lambda: novphy.solve(task),
    }
    ticks = [0]
    ended = threading.Event()

    def tick():
        while not ended.is_set():
            ticks[0] += 1
            time.sleep(0)

    interval = sys.getswitchinterval()
    other = threading.Thread(target=tick)
    try:
        other.start()
        sys.setswitchinterval(1000)  # from here on, a thread goes on only where another one gives the lock away
        for name, call in calls.items():
            for _ in range(1000):
                before = ticks[0]
                call()
                if ticks[0] > before:
                    break
            else:
                pytest.fail(f"{name}() keeps the interpreter's lock")
    finally:
        ended.set()
        sys.setswitchinterval(interval)
        other.join()


def lines_of(file):
    """The records' lines, without the fingerprint."""
    return Path(file).read_text().splitlines()[1:]


def test_an_agent_gives_the_records_of_the_same_program(small_plan, tmp_path):
    plan = tmp_path / "plan.json"
    plan.write_text(small_plan.json())
    script = tmp_path / "climber.py"
    script.write_text(CLIMBER)
    program("run", plan, "--agent", f"exec:{sys.executable} {script}", "--out", tmp_path / "program.jsonl")
    for threads in (1, 2):
        out = tmp_path / f"python-{threads}.jsonl"
        novphy.run(plan, Climber, threads=threads, out=out)
        assert lines_of(out) == lines_of(tmp_path / "program.jsonl")


def test_a_built_in_agent_gives_the_file_of_the_program(small_plan, tmp_path):
    plan = tmp_path / "plan.json"
    plan.write_text(small_plan.json())
    program("run", plan, "--agent", "pig_shooter", "--detect", "sma:2:0.5", "--out", tmp_path / "program.jsonl")
    records = novphy.run(plan, "pig_shooter", out=tmp_path / "python.jsonl", detector="sma:2:0.5")
    assert lines_of(tmp_path / "python.jsonl") == lines_of(tmp_path / "program.jsonl")
    assert records.fingerprint["agent"] == "pig_shooter"
    assert records.fingerprint["settings"] == {"agent": "pig_shooter"}
    assert records.fingerprint == novphy.Records.load(tmp_path / "program.jsonl").fingerprint
    assert novphy.replay(records, plan) == []


def test_a_run_may_be_informed(small_plan, tmp_path):
    plan = novphy.plan(["rolling/agents"], trials=1, min_normal=1, max_normal=1, novel=1, calibration_runs=0, proof="none")
    told, untold = (novphy.run(plan, "random", informed=informed) for informed in (True, False))
    assert told.fingerprint["informed"] and "informed" not in untold.fingerprint
    assert told.fingerprint["plan_hash"] == untold.fingerprint["plan_hash"]
    assert all(record["informed"] for record in told) and not any(record.get("informed") for record in untold)
    assert "informed" not in novphy.run(small_plan, "random", informed=True, trials=1).fingerprint


def test_a_run_names_the_training_of_its_agent(small_plan):
    named, unnamed = (novphy.run(small_plan, "random", trials=1, **run) for run in ({"run": "seed 3"}, {}))
    assert named.fingerprint["run"] == "seed 3" and "run" not in unnamed.fingerprint
    assert named == unnamed
    with pytest.raises(novphy.InputError, match="blank at its beginning"):
        novphy.run(small_plan, "random", run=" 3")


def test_a_plan_is_that_of_the_program(tmp_path):
    file = tmp_path / "plan.json"
    program(
        "plan", "--novelty", "agents", "--scenario", "rolling", "--trials", 2, "--novel", 2, "--max-normal", 3,
        "--calibration-runs", 1, "--seed", 5, "--proof", "none", "--out", file,
    )  # fmt: skip
    made = novphy.plan(["rolling/agents"], trials=2, novel=2, max_normal=3, calibration_runs=1, seed=5, proof="none")
    assert made.json() == file.read_text()
    assert novphy.Plan.load(file).hash == novphy.Plan.load(str(file)).hash == made.hash


def test_an_exception_ends_the_trial(small_plan):
    class Broken(novphy.Agent):
        def choose(self, seen):
            raise KeyError("no idea")

    records = novphy.run(small_plan, Broken)
    assert {record["end"] for record in records} == {"agent_error"}
    assert "KeyError" in records[0]["error"] and "no idea" in records[0]["error"]


@pytest.mark.parametrize("shot", [[], [1, 2, 3, 4, 5], ["a"], {"angle_deg": "x"}, {"angle": 3}, None, [np.nan]])
def test_a_wrong_answer_ends_the_trial(small_plan, shot):
    class Wrong(novphy.Agent):
        def choose(self, seen):
            return shot

    with pytest.warns(UserWarning, match=r"could not go on in \d+ trials?; the first: "):
        assert {record["end"] for record in novphy.run(small_plan, Wrong, trials=1)} == {"agent_error"}


def test_what_an_agent_sees(small_plan):
    seen_forms = []

    class Looking(novphy.Agent):
        labels = True

        def senses(self):
            return {"screenshot": True, "noise_px": 1}

        def training_tasks(self):
            return 2

        def watch_every_ms(self):
            return 500

        def watch(self, seen):
            seen_forms.append(seen.form("table").shape)

        def choose(self, seen):
            seen_forms.append((seen.form("picture").shape, seen.form("features").shape))
            assert any(o["label"].startswith("pig") for o in seen.form("objects")["objects"])
            assert json.loads(seen.json())["labelled"]
            return np.array([45.0, 1.0])

    records = novphy.run(small_plan, Looking, trials=1)
    assert all(record["end"] != "agent_error" and "saw_text" not in record for record in records)
    assert ((480, 640, 3), (24, 16)) in seen_forms and (2585,) in seen_forms


def test_an_agent_that_asks_for_pictures_alone_sees_nothing_else(small_plan):
    refused = []

    class Seeing(novphy.Agent):
        def senses(self):
            return {"screenshot": True, "text": False}

        def look(self, seen):
            assert seen.form("picture").shape == (480, 640, 3)
            for read in (seen.json, *(lambda form=form: seen.form(form) for form in ("objects", "geojson", "table", "features", "flat")),
                         lambda: engine.AgentPlayer("pig_shooter").choose(seen)):
                with pytest.raises(novphy.InputError, match="pictures alone"):
                    read()
                refused.append(True)

        def choose(self, seen):
            self.look(seen)
            return [45]

        def end_task(self, result):
            self.look(result["last"])

    records = novphy.run(small_plan, Seeing, trials=1)
    assert refused and [record.get("saw_text") for record in records] == [False] * len(records), records[0]


def test_a_run_goes_on_where_it_was_interrupted(small_plan, tmp_path):
    plan = tmp_path / "plan.json"
    plan.write_text(small_plan.json())
    whole = novphy.run(plan, Climber, out=tmp_path / "whole.jsonl")
    begun = []

    class Interrupted(Climber):
        def begin_trial(self, seed):
            super().begin_trial(seed)
            begun.append(seed)
            if len(begun) == 3:
                import signal

                signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        novphy.run(plan, Interrupted, out=tmp_path / "part.jsonl", name="python:Climber")
    assert not (tmp_path / "part.jsonl").exists()
    with pytest.raises(novphy.InputError, match="resume"):
        novphy.run(plan, Climber, out=tmp_path / "part.jsonl")
    records = novphy.run(plan, Climber, out=tmp_path / "part.jsonl", resume=True)
    assert without_attempts(records) == whole
    assert len(begun_again(records)) <= 1  # none if the run ended between two trials


def test_a_session_call_by_call(small_plan):
    session = novphy.Session(small_plan, 2)
    told = 0
    while session.state != "done":
        if session.state == "told":
            session.told()
            told += 1
        elif session.state == "choose":
            with pytest.raises(novphy.SessionError):
                session.report()
            session.observe("features")
            session.shoot([45.0])
        elif session.state == "flying":
            session.advance_until_still()
        else:
            assert session.result()["passed"] in (True, False)
            with pytest.raises(novphy.InputError):
                session.report(threshold=1.5)
            session.report(probability=0.25, level=3, threshold=0.5)
    assert told == 1
    records = [json.loads(line) for line in session.records()]
    assert len(records) == session.tasks
    assert all(record["novelty_probability"] == 0.25 and record["novelty_threshold"] == 0.5 for record in records)
    with pytest.raises(novphy.SessionError):
        session.shoot([45.0])


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda plan: novphy.Session(plan, 99), novphy.InputError),
        (lambda plan: novphy.Session(plan, 0, noise_px=9), novphy.InputError),
        (lambda plan: novphy.Session(plan, 0).shoot([[1.0], [2.0]]), novphy.InputError),
        (lambda plan: novphy.Session(plan, 0).shoot([np.nan]), novphy.InputError),
        (lambda plan: novphy.run(plan, "nobody"), novphy.InputError),
        (lambda plan: novphy.run(plan, 3), novphy.InputError),
        (lambda plan: novphy.run("no/plan.json", "random"), novphy.InputError),
        (lambda plan: novphy.run(plan, "random", detector="what:1:2"), novphy.InputError),
        (lambda plan: novphy.run(plan, "random", physics="fast"), novphy.InputError),
        (lambda plan: novphy.plan(["rolling/agents"], trials=-1), novphy.InputError),
        (lambda plan: novphy.plan(["rolling/agents"], trails=3), novphy.InputError),
        (lambda plan: novphy.plan(["no/pair"]), novphy.InputError),
        (lambda plan: novphy.standard_plan(99), novphy.InputError),
    ],
)
def test_bad_input_of_trials(small_plan, call, error):
    with pytest.raises(error):
        call(small_plan)


def test_an_agent_is_checked_before_its_first_run():
    class Fragile(Climber):
        def choose(self, seen):
            if len(seen.objects) > 100:
                raise MemoryError("too many")
            return super().choose(seen)

    def verdicts(agent):
        return {point["point"]: point["verdict"] for point in novphy.check_agent(agent)["points"]}

    assert verdicts(Climber) == {**verdicts("datalab"), "mirrored slingshot": "warn"}
    assert verdicts(Fragile)["200 objects"] == "fail"
    with pytest.raises(novphy.InputError, match="cannot be started"):
        novphy.check_agent(lambda: 1 / 0)
    with pytest.raises(novphy.InputError, match="expected a name or a class"):
        novphy.check_agent(3)
