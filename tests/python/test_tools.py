"""Trials that are played by calls of tools, runs of them, and players without a model."""

import json
import sys
import threading

import novphy
import pytest
from conftest import printed_by
from novphy.tool_players import RULE_AGENTS, ToolPlayer, tool_player
from novphy.tools import INSTRUCTIONS, ToolRun, ToolTrial, Track, fingerprint, small_plan
from program import ROOT, run

SHOT = {"angle": 40, "pull": 0.9}


def plan_of(*pairs):
    return novphy.plan([*pairs], trials=1, min_normal=1, max_normal=1, novel=2, calibration_runs=0, proof="none", informed=True)


@pytest.fixture(scope="module")
def plan():
    return plan_of("rolling/agents", "multiple_forces/goals", "single_force/relations")


def play(plan, name, out, track=Track(), **more):
    """The records of a player of tools."""
    run = ToolRun(plan, out, track, agent=name, **more)
    while trial := run.begin():
        tool_player(name, plan, trial.number).play(lambda tool, arguments: trial.call(tool, arguments).facts)
        run.keep(trial)
    return novphy.Records.load(out)


def results(records):
    keys = ("novelty", "scenario", "trial", "phase", "task", "passed", "digest", "end", "novelty_probability")
    return [{key: each.get(key) for key in keys} for each in records]


@pytest.mark.parametrize("agent", RULE_AGENTS)
def test_an_agent_by_tools_plays_as_in_a_run(plan, agent, tmp_path):
    assert results(play(plan, agent, tmp_path / "r.jsonl")) == results(novphy.run(plan, agent))


def test_the_oracle_by_tools_plays_as_in_a_run(tmp_path):
    plan = plan_of("rolling/agents")  # a task of several birds takes it seconds
    assert results(play(plan, "oracle", tmp_path / "r.jsonl")) == results(novphy.run(plan, "oracle"))


def test_the_agents_of_the_paper_over_mcp_measure_as_in_a_run(plan, tmp_path):
    pytest.importorskip("mcp", reason="mcp is not installed")
    (tmp_path / "plan.json").write_text(plan.json())
    table = printed_by("tool_players", tmp_path / "plan.json", tmp_path / "out", *RULE_AGENTS)
    by_tools = [novphy.Records.load(tmp_path / "out" / f"{agent}.jsonl") for agent in RULE_AGENTS]
    runs = [novphy.run(plan, agent) for agent in RULE_AGENTS]
    for records, run in zip(by_tools, runs):
        assert results(records) == results(run)
    measured, expected = novphy.measure(by_tools), novphy.measure(runs)
    for line in table.splitlines()[1:]:
        agent, *shown = line.split()
        keys = ("cdt", "ap", "aus", "shots")
        values = [measured.value(key, agent=agent) for key in keys]
        assert values == pytest.approx([expected.value(key, agent=agent) for key in keys], abs=0, nan_ok=True)
        assert shown[:4] == [f"{value:.2f}" for value in values]


def test_the_example_of_players_refuses_what_is_not_there(plan, tmp_path):
    (tmp_path / "plan.json").write_text(plan.json())
    for arguments, what in ((["none.json", "out"], "none.json"), (["plan.json", "out", "nobody"], "expected oracle, reflect"), ([], "Usage")):
        done = run([sys.executable, ROOT / "python/examples/tool_players.py", *arguments], code=2, folder=tmp_path)
        assert what in done.stderr and "Traceback" not in done.stderr and not done.stdout
    assert not list(tmp_path.glob("out/*"))


def test_reflect_and_retry_plays_in_every_track_of_texts(plan, tmp_path):
    tries = play(plan, "reflect", tmp_path / "a.jsonl", Track(lookahead=90))
    blind = play(plan, "reflect", tmp_path / "b.jsonl", Track(disguise=5))
    assert tries[0]["passed"] and not blind[0]["passed"]
    assert tries[0]["usage"]["calls"] > blind[0]["usage"]["calls"] > 3


def test_reflect_and_retry_doubts_a_simulator_that_was_wrong_and_takes_what_passed():
    class World:
        """In which every throw passes in the simulator, and only 60 degrees in truth."""

        notes = ""

        def call(self, tool, arguments):
            if tool == "notes":
                self.notes = arguments.get("text", self.notes)
                return {"notes": self.notes}
            if tool == "simulate":
                return {"passes": True}
            if tool == "shoot":
                self.thrown.append(arguments["angle"])
                return {"task_over": True, "passed": arguments["angle"] == 60, "trial_over": False}
            assert tool == "report_novelty"
            self.probability = arguments["probability"]
            return {"trial_over": False}

    world, player = World(), tool_player("reflect", None, 0)
    world.thrown = []
    probabilities = []
    for _ in range(16):
        player._play_task(world.call)
        probabilities.append(world.probability)
    assert probabilities[0] < 0.5 <= probabilities[1]
    assert world.thrown[:3] == [5, 5, 5] and 60 in world.thrown
    after = world.thrown[world.thrown.index(60) :]
    assert len(after) > 1 and set(after) == {60}


def test_a_trial_answers_calls(plan):
    trial = ToolTrial(plan, 0, Track(lookahead=2))
    assert [each["name"] for each in trial.tools] == ["look", "aim", "simulate", "shoot", "report_novelty", "notes", "give_up"]
    assert trial.tools[3]["input_schema"]["properties"]["angle"]["type"] == "number"
    assert "report_novelty" in INSTRUCTIONS
    assert not trial.call("look").refused and trial.call("look").png == b""
    assert trial.call("look").facts["things"][0]["number"] == 0 and trial.call("look", "[").facts == {}
    assert trial.call("look", {"as": "smell"}).refused and trial.call("fly", "{").refused
    trial.spend(tokens_in=7, cost=0.5)
    while not trial.over:
        assert not trial.call("shoot", SHOT).refused
    assert trial.tasks_over == 3 and trial.passed <= 3
    records = trial.finish()
    assert records[0]["usage"]["tokens_in"] == 7 and records[0]["usage"]["cost"] == 0.5 and "tokens_out" not in records[0]["usage"]
    assert results(records) == results(novphy.run(plan, lambda: Fixed()))[:3]
    assert ToolTrial(plan, 0, Track("pictures")).call("look").png.startswith(b"\x89PNG")


class Fixed(novphy.Agent):
    def choose(self, seen):
        return [SHOT["angle"], SHOT["pull"]]


def test_a_run_that_stops_goes_on_and_threads_share_it(plan, tmp_path):
    out = tmp_path / "r.jsonl"
    options = dict(agent="fixed", model="a model", model_version="7")
    run = ToolRun(plan, out, **options)
    trial = run.begin()
    with pytest.raises(novphy.InputError, match="not over"):
        run.keep(trial)
    whole = run.begin()
    Always().play(lambda tool, arguments: whole.call(tool, arguments).facts)
    assert not run.keep(whole)
    assert run.stop() == 1
    assert not out.exists()
    with pytest.raises(novphy.InputError, match="interrupted run"):
        ToolRun(plan, out, **options)
    with pytest.raises(novphy.InputError, match="model"):
        ToolRun(plan, out, agent="fixed", model="another", resume=True)

    run = ToolRun(plan, out, **options, resume=True)
    begun = []

    def work():
        while (trial := run.begin()) is not None:
            begun.append(trial.number)
            Always().play(lambda tool, arguments: trial.call(tool, arguments).facts)
            run.keep(trial)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(begun) == [0, 2]
    records = novphy.Records.load(out)
    assert [record.get("attempts", 1) for record in records] == [2, 2, 2, *[1] * 6]  # its first player saw the first trial
    assert results(records) == [{**each, "novelty_probability": None} for each in results(novphy.run(plan, Fixed))]
    assert records.fingerprint["model"] == "a model" and records.fingerprint["served"] == "tools: text, no simulations"
    assert records.fingerprint == {**fingerprint(plan, **options)}
    assert ToolRun(plan, out, **options, resume=True).begin() is None


def test_a_run_keeps_its_own_trials_once(plan, tmp_path):
    run = ToolRun(plan, tmp_path / "r.jsonl", Track(lookahead=1), agent="fixed")
    first = run.begin()
    twin = ToolTrial(plan, first.number, Track(lookahead=1))
    other_track = ToolTrial(plan, 1)
    other_plan = ToolTrial(novphy.plan(["rolling/agents"], trials=2, novel=1, calibration_runs=0, proof="none"), 1, Track(lookahead=1))
    for trial in (first, twin, other_track, other_plan):
        Always().play(lambda tool, arguments: trial.call(tool, arguments).facts)
    run.keep(first)
    with pytest.raises(novphy.InputError, match="number 0 is kept already"):
        run.keep(twin)
    for trial in (other_track, other_plan):
        with pytest.raises(novphy.InputError, match="another plan, track or physics"):
            run.keep(trial)
    assert run.stop() == 1
    with pytest.raises(novphy.InputError, match="run: is over"):
        run.keep(twin)


def test_a_trial_that_is_given_back_comes_after_the_others_and_its_records_tell(plan, tmp_path):
    run = ToolRun(plan, tmp_path / "r.jsonl", agent="fixed", informed=True)
    assert run.summary == ""
    left = run.begin()
    left.call("look")
    run.give_back(left)
    for call in (lambda: left.call("look"), lambda: run.give_back(left)):
        with pytest.raises(novphy.InputError, match="given its records away"):
            call()
    begun = []
    while trial := run.begin():
        begun.append(trial.number)
        Always().play(lambda tool, arguments: trial.call(tool, arguments).facts)
        run.keep(trial)
    assert begun == [1, 2, 0]
    records = novphy.Records.load(tmp_path / "r.jsonl")
    assert [record.get("attempts", 1) for record in records] == [2, 2, 2, *[1] * 6]
    assert "9 tasks of 3 trials" in run.summary and "1 trial was begun more than once" in run.summary


def test_a_trial_that_gave_its_records_away_takes_no_call(plan, tmp_path):
    trial = ToolTrial(plan, 0)
    trial.call("look")
    for wrong in ({"tokens_in": -1}, {"tokens_out": 10**13}, {"cost": float("nan")}):
        with pytest.raises(novphy.InputError, match=next(iter(wrong))):
            trial.spend(**wrong)
    assert trial.finish("left")[0]["usage"]["calls"] == 1  # what was spent on a task that is left is told, too
    for call in (lambda: trial.call("look"), lambda: trial.finish(), lambda: trial.spend(cost=1.0)):
        with pytest.raises(novphy.InputError, match="given its records away"):
            call()
    assert trial.number == 0 and not trial.over


class Always(ToolPlayer):
    def throw(self, call):
        return SHOT


def test_wrong_settings_are_refused(plan, tmp_path):
    for track, place in ((Track("sound"), "look"), (Track(lookahead=-1), "lookahead"), (Track(lookahead=1001), "lookahead"), (Track(disguise="x"), "disguise")):
        with pytest.raises(novphy.InputError, match=place):
            ToolTrial(plan, 0, track)
    with pytest.raises(novphy.InputError, match="trial"):
        ToolTrial(plan, 3)
    for wrong in (dict(agent=""), dict(agent="a", model="a\nb"), dict(agent="human:P1")):
        with pytest.raises(novphy.InputError):
            ToolRun(plan, tmp_path / "r.jsonl", **wrong)
    for name in ("dqn", "exec:cat", "nobody"):
        with pytest.raises(novphy.InputError, match="player"):
            tool_player(name, plan, 0)
    assert list(tmp_path.iterdir()) == []


def test_plans_tell_the_tasks_of_a_trial(plan):
    tasks = plan.tasks(0)
    assert len(tasks) == 3 and all(each in plan.tasks() for each in tasks)
    assert plan.seed(0) == novphy.Session(plan, 0).seed
    assert json.loads(plan.json())["trials"][1]["seed"] != plan.seed(1)  # the trial's own number is not told
    with pytest.raises(novphy.InputError, match="trial"):
        plan.tasks(9)


def test_the_small_plan_has_a_short_trial_of_each_novelty():
    assert small_plan().trials == 8
