"""The environment of OpenEnv (python/integrations/openenv): trials over its server are those of ToolTrial and novphy.run."""

import base64
import json
import os
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import novphy
import pytest
from novphy.tool_players import tool_player
from novphy.tools import INSTRUCTIONS, ToolRun, ToolTrial, Track

pytest.importorskip("openenv", reason="OpenEnv is not installed")
INTEGRATION = Path(__file__).parents[2] / "python/integrations/openenv"
STATE = {"episode_id", "step_count"}
SCENE = "Places are in metres"


@pytest.fixture(scope="module")
def plan(tmp_path_factory):
    """The file of a plan of two trials with three tasks each."""
    made = novphy.plan(
        ["rolling/agents"], trials=2, min_normal=1, max_normal=1, novel=2, calibration_runs=0, training=0, proof="none"
    )
    file = tmp_path_factory.mktemp("plan") / "plan.json"
    file.write_text(made.json())
    return str(file)


@pytest.fixture(scope="module")
def novphy_env(plan, tmp_path_factory):
    """The package, which pip would install under this name. Its folder can be imported in other processes, too."""
    folder = tmp_path_factory.mktemp("packages")
    (folder / "novphy_env").symlink_to(INTEGRATION)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        patch.setenv("PYTHONPATH", os.pathsep.join([str(folder), *sys.path]))
        patch.setenv("NOVPHY_PLAN", plan)  # or the import of the server would draw a plan
        import novphy_env.server.app

        yield novphy_env


class Served:
    """A server in a thread of this process, and its clients."""

    def __init__(self, package, **settings):
        from novphy_env.server.settings import Settings

        self.client = package.NovphyEnv
        self.app = package.server.app.made_app(Settings(**settings))
        listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        self.server = package.server.app.server_of(self.app)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [listener]}, daemon=True)
        self.thread.start()

    def session(self):
        return self.client(base_url=self.url).sync()

    def __enter__(self):
        deadline = time.monotonic() + 120
        while not self.server.started and time.monotonic() < deadline:
            time.sleep(0.01)
        return self

    def __exit__(self, *error):
        self.server.should_exit = True
        self.thread.join(120)
        assert not self.thread.is_alive()


@pytest.fixture(scope="module")
def served(novphy_env, plan):
    """A server without records."""
    with Served(novphy_env, plan=plan) as server:
        yield server


def caller(session, results=None):
    """How players call: the text of a reply. `results` gets what the client returned."""

    def call(tool, arguments):
        result = session.call_tool(tool, arguments)
        if results is not None:
            results.append(result)
        return result.observation.result

    return call


def text_of(session, tool, **arguments):
    return session.call_tool(tool, arguments).observation.result


def refusal(session, tool, arguments={}):
    observation = session.call_tool(tool, arguments).observation
    assert observation.refused and observation.reward == 0
    return observation.result


def records_of(file):
    return [{key: each[key] for key in ("trial", "task", "passed", "digest")} for each in novphy.Records.load(file)]


def play_all(server, player, plan, trials):
    """Plays all trials of a recorded run in sessions side by side."""
    sessions = [server.session() for _ in range(trials)]
    for each in sessions:  # one after the other, so that session n has trial n
        each.reset()

    def play(trial):
        tool_player(player, plan, trial).play(caller(sessions[trial]))
        sessions[trial].close()

    with ThreadPoolExecutor(trials) as threads:
        list(threads.map(play, range(trials)))


def test_the_records_are_those_of_a_run(novphy_env, plan, tmp_path):
    read = novphy.Plan.load(plan)
    with Served(novphy_env, plan=plan, out=str(tmp_path / "served.jsonl"), agent="pig_shooter") as server:
        play_all(server, "pig_shooter", read, 2)
        with server.session() as late, pytest.raises(RuntimeError, match="no trial is left"):
            late.reset()
    novphy.run(plan, "pig_shooter", out=tmp_path / "run.jsonl")
    served = records_of(tmp_path / "served.jsonl")
    assert served == records_of(tmp_path / "run.jsonl") and len(served) == 6


def test_players_with_simulations_play_as_without_a_server(novphy_env, plan, tmp_path):
    track = Track(lookahead=2)
    run = ToolRun(plan, tmp_path / "direct.jsonl", track, agent="reflect", model="rules", model_version="1", run="seed 1")
    while (trial := run.begin()) is not None:
        tool_player("reflect", None, 0).play(lambda tool, arguments: trial.call(tool, arguments).text)
        run.keep(trial)
    settings = {"agent": "reflect", "model": "rules", "model_version": "1", "run": "seed 1"}
    with Served(novphy_env, plan=plan, out=str(tmp_path / "served.jsonl"), track=track, **settings) as server:
        play_all(server, "reflect", None, 2)
    direct, served = (novphy.Records.load(tmp_path / f"{name}.jsonl") for name in ("direct", "served"))
    assert served.fingerprint == direct.fingerprint
    assert records_of(tmp_path / "served.jsonl") == records_of(tmp_path / "direct.jsonl")
    assert [each.get("novelty_probability") for each in served] == [each.get("novelty_probability") for each in direct]


def test_the_tools_are_those_of_a_trial(served, plan):
    with served.session() as session:
        listed = [each.model_dump() for each in session.list_tools()]
    assert listed == ToolTrial(plan, 0).tools


def test_a_trial_from_its_begin_to_its_end(served, plan):
    with served.session() as session:
        begun = session.reset(trial=1, episode_id="my episode")
        assert begun.observation.text == INSTRUCTIONS and begun.reward is None and not begun.done
        results = []
        tool_player("oracle", novphy.Plan.load(plan), 1).play(caller(session, results))
        assert sum(each.reward for each in results) == 3  # the oracle passes all tasks
        assert [each.done for each in results] == [False] * (len(results) - 1) + [True]
        assert "It was the last one" in results[-2].observation.result
        assert results[-1].observation.tool_name == "report_novelty"
        state = session.state()
        assert state.model_dump() == {"episode_id": "my episode", "step_count": len(results)}
        assert refusal(session, "look") == "the trial is over: expected reset"
        assert not session.reset().done and SCENE in text_of(session, "look")


def test_any_call_after_the_last_task_ends_the_trial(served):
    with served.session() as session:
        session.reset(trial=0)
        for _ in range(3):
            assert not session.call_tool("give_up").done
        after = session.call_tool("look")
        assert after.done and after.observation.refused and "the trial is over" in after.observation.result


def test_trials_are_chosen_by_number_or_seed_or_come_in_turn(served, plan):
    def first(session, **chosen):
        session.reset(**chosen)
        return text_of(session, "look")

    expected = [ToolTrial(plan, trial).call("look").text for trial in range(2)]
    with served.session() as session, served.session() as other:
        assert [first(session, trial=1), first(session, trial=0)] == expected[::-1]
        assert [first(session, seed=seed) for seed in (0, 1, 2, 7)] == [expected[seed % 2] for seed in (0, 1, 2, 7)]
        assert sorted([first(session), first(other)]) == sorted(expected)
        for wrong, message in (
            ({"trial": 2}, "trial: found 2, expected 0 to 1"),
            ({"trial": -1}, "trial: found '-1', expected a whole number of at least 0"),
            ({"trial": "1"}, "expected a whole number"),
            ({"trial": True}, "expected a whole number"),
            ({"seed": 1.5}, "seed: found '1.5', expected a whole number of at least 0"),
        ):
            before = text_of(session, "look")
            with pytest.raises(RuntimeError, match=message):
                session.reset(**wrong)
            assert text_of(session, "look") == before  # the trial goes on


def test_a_wrong_call_is_refused_in_words_and_the_trial_goes_on(served):
    with served.session() as session:
        assert SCENE in text_of(session, "look")  # without reset, the first call begins a trial
        before = text_of(session, "look")
        assert refusal(session, "fly") == 'there is no tool "fly": expected look, aim, shoot, report_novelty, notes or give_up'
        assert "expected" in refusal(session, "shoot", {"angle": "up"})
        assert "expected" in refusal(session, "shoot", {"angle": 45, "speed": 3})
        assert "expected" in refusal(session, "shoot", {"angle": 1e300})
        assert "expected" in refusal(session, "shoot")
        assert "expected" in refusal(session, "aim", {"object": [1], "x": {"y": None}})
        assert "probability" in refusal(session, "report_novelty", {"sentence": "x"})
        for tool in ("", "\ud800", "look\0", "reset", "close", "x" * 100_000):
            assert refusal(session, tool)
        assert refusal(session, "notes", {"text": "x" * 9000})
        assert refusal(session, "notes", {"text": "\ud800"})
        assert text_of(session, "look") == before


def test_a_flood_of_calls_ends_no_trial(served):
    with served.session() as session:
        session.reset(trial=0)
        replies = [session.call_tool("look").observation for _ in range(502)]
        assert [each.refused for each in replies] == [False] * 500 + [True] * 2
        assert "expected shoot or give_up" in replies[-1].result
        assert "The task is over" in text_of(session, "give_up")
        assert SCENE in text_of(session, "look")


def test_a_broken_message_leaves_the_session_as_it_was(served):
    from websockets.sync.client import connect

    with connect(served.url.replace("http", "ws") + "/ws") as socket_:

        def answer(message):
            socket_.send(message if isinstance(message, str) else json.dumps(message))
            return json.loads(socket_.recv())

        def step(data):
            return answer({"type": "step", "data": data})

        look = {"tool_name": "look", "arguments": {}}
        before = step(look)["data"]["observation"]["result"]
        for wrong in ("{", {"type": "fly"}, {"type": "step"}):
            assert answer(wrong)["type"] == "error"
        for wrong in ({}, {"tool_name": 3}, {"tool_name": "look", "arguments": "{}"}, {**look, "extra": 1}):
            assert step(wrong)["type"] == "error"
        assert step({"type": "call_tool", **look})["data"]["observation"]["result"] == before


def test_nothing_tells_the_phase_or_what_is_left(served):
    from requests import get

    assert set(get(f"{served.url}/state").json()) == STATE
    metadata = get(f"{served.url}/metadata").json()
    assert {key: value for key, value in metadata.items() if value is not None} == {
        "name": "novphy",
        "description": INSTRUCTIONS,
    }
    told = {
        key: get(f"{served.url}/schema").json()[key]["properties"].keys() for key in ("observation", "reset_observation", "state")
    }
    assert told["observation"] == {"done", "reward", "metadata", "tool_name", "result", "error", "refused", "picture"}
    assert told["reset_observation"] == {"done", "reward", "metadata", "text"}
    assert told["state"] == STATE
    with served.session() as session:
        results = [session.reset(trial=0), session.call_tool("give_up"), session.call_tool("look")]
        assert not any(each.metadata or each.observation.metadata for each in results)
        assert set(session.state().model_dump()) == STATE


def test_pictures_are_png_files_in_base64(novphy_env, plan):
    with Served(novphy_env, plan=plan, track=Track(look="pictures", disguise=3)) as server, server.session() as session:
        direct = ToolTrial(plan, 0, Track(look="pictures", disguise=3))
        session.reset(trial=0)
        shown = session.call_tool("look").observation
        assert base64.b64decode(shown.picture) == direct.call("look").png and shown.result
        assert session.call_tool("give_up").observation.picture is None
        assert [each.model_dump() for each in session.list_tools()] == direct.tools


def test_a_session_that_ends_early_gives_its_trial_back(novphy_env, plan, tmp_path):
    out = tmp_path / "records.jsonl"
    expected = [ToolTrial(plan, trial).call("look").text for trial in range(2)]

    def give_all_up(session):
        for _ in range(3):
            session.call_tool("give_up")

    with Served(novphy_env, plan=plan, out=str(out), sessions=1) as server:
        first = server.session()
        first.reset()
        assert text_of(first, "look") == expected[0]
        with pytest.raises(Exception, match="apacity"), server.session() as second:
            second.reset()
        first.async_client._ws.transport.abort()  # the client vanishes
        deadline = time.monotonic() + 120
        while True:
            try:
                with server.session() as again:
                    again.reset()
                    assert text_of(again, "look") == expected[0]
                    with pytest.raises(RuntimeError, match="trial: this server records a run"):
                        again.reset(trial=0)
                    with pytest.raises(RuntimeError, match="seed: this server records a run"):
                        again.reset(seed=0)
                    give_all_up(again)  # its records are kept when the session ends
                break
            except Exception as failure:
                if "apacity" not in str(failure) or time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
    assert not out.exists()
    with Served(novphy_env, plan=plan, out=str(out)) as server, server.session() as session:  # resumes
        session.reset()
        assert text_of(session, "look") == expected[1]
        session.reset()  # gives the trial back
        assert text_of(session, "look") == expected[1]
        give_all_up(session)
        session.call_tool("report_novelty", {"probability": 0.25})
        assert [each.get("novelty_probability", 0) for each in novphy.Records.load(out)] == [0, 0, 0, 0, 0, 0.25]
    with Served(novphy_env, plan=plan, out=str(out)) as server, server.session() as session:
        with pytest.raises(RuntimeError, match="no trial is left"):
            session.reset()


def test_mcp_offers_the_tools(served):
    from openenv.core.mcp_client import MCPToolClient

    with MCPToolClient(base_url=served.url).sync() as session:
        assert [each.name for each in session.list_tools()][:2] == ["look", "aim"]
        session.reset(trial=0)
        looked = session.call_tool("look")
        assert looked["tool_name"] == "look" and SCENE in looked["result"]
        assert session.call_tool("shoot", angle="up")["refused"]


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ({"NOVPHY_LOOK": "json"}, 'NOVPHY_LOOK: found "json", expected text or pictures'),
        ({"NOVPHY_LOOKAHEAD": "-1"}, 'NOVPHY_LOOKAHEAD: found "-1", expected a whole number from 0 to 1000'),
        ({"NOVPHY_LOOKAHEAD": "1001"}, "expected a whole number from 0 to 1000"),
        ({"NOVPHY_LOOKAHEAD": "9" * 5000}, "expected a whole number from 0 to 1000"),
        ({"NOVPHY_DISGUISE": "x"}, "NOVPHY_DISGUISE: found"),
        ({"NOVPHY_SESSIONS": "0"}, "NOVPHY_SESSIONS: found"),
        ({"NOVPHY_IDLE_S": "1.5"}, "NOVPHY_IDLE_S: found"),
        ({"NOVPHY_OUT": "records.jsonl"}, "NOVPHY_OUT: records need NOVPHY_PLAN"),
        ({"NOVPHY_AGENT": "me"}, "NOVPHY_AGENT: stands in records, which need NOVPHY_OUT"),
        ({"NOVPHY_MODEL": "m"}, "NOVPHY_MODEL: stands in records"),
        ({"NOVPHY_PLAN": "/nowhere/plan.json"}, "/nowhere/plan.json"),
        ({"NOVPHY_PLAN": "PLAN", "NOVPHY_OUT": "/nowhere/records.jsonl"}, "/nowhere/records.jsonl"),
        ({"NOVPHY_PLAN": "PLAN", "NOVPHY_OUT": "/tmp/x.jsonl", "NOVPHY_AGENT": "a\nb"}, "agent"),
    ],
)
def test_bad_settings_are_bad_input(novphy_env, plan, variables, message):
    from novphy_env.server.settings import Settings
    from novphy_env.server.trials import trials_of

    with pytest.raises(novphy.InputError) as raised:
        trials_of(Settings.of({key: plan if value == "PLAN" else value for key, value in variables.items()}))
    assert message in str(raised.value) and "\n" not in str(raised.value)


def run_server(*arguments, **variables):
    command = [sys.executable, "-m", "novphy_env.server.app", *arguments]
    return subprocess.Popen(command, env={**os.environ, **variables}, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_the_command_serves_and_openenv_finds_it_valid(novphy_env, tmp_path):
    from openenv.cli._validation import validate_running_environment

    process = run_server("--port", "0", NOVPHY_OUT=str(tmp_path / "records.jsonl"))
    try:
        url = process.stdout.readline().split()[-1]
        report = validate_running_environment(url, timeout_s=60)
        assert report["passed"], report
        with novphy_env.NovphyEnv(base_url=url).sync() as session:
            session.reset()
            for _ in range(3):
                session.call_tool("give_up")
            session.call_tool("report_novelty", {"probability": 1})
    finally:
        process.terminate()
        output, errors = process.communicate(timeout=60)
    assert not output and not errors
    assert len(Path(f"{tmp_path}/records.jsonl.partial").read_text().splitlines()) >= 3  # kept for a later server


@pytest.mark.parametrize(
    ("arguments", "variables", "message"),
    [
        ([], {"NOVPHY_LOOK": "json"}, 'novphy_env: NOVPHY_LOOK: found "json", expected text or pictures'),
        (["--host", "nowhere.invalid"], {}, "novphy_env: --host nowhere.invalid --port 8000: "),
    ],
)
def test_bad_settings_of_the_command_end_it(novphy_env, arguments, variables, message):
    process = run_server(*arguments, **variables)
    output, errors = process.communicate(timeout=120)
    assert process.returncode == 2 and not output
    assert errors.startswith(message) and len(errors.splitlines()) == 1


def test_openenv_finds_the_package_valid(served, plan):
    from openenv.validation import Level, Verdict, run_validation

    assert run_validation(INTEGRATION, max_level=Level.STATIC).verdict is Verdict.PASS
    assert run_validation(INTEGRATION, skip_build=True).verdict is not Verdict.FAIL


def test_an_episode_keeps_what_the_manifest_says(served, plan):
    """The checks of `openenv validate` that need a container otherwise."""
    from openenv.validation.graders import Subject
    from openenv.validation.graders.runtime import ObservationSchemaGrader, RewardWellFormedGrader, StateContractGrader
    from openenv.validation.parsers.openenv_yaml import OpenEnvYamlParser
    from openenv.validation.runtime.collector import collect_runtime_evidence
    from openenv.validation.runtime.contracts import RuntimePlan
    from openenv.validation.types import CheckStatus

    manifest = OpenEnvYamlParser().parse(INTEGRATION)
    assert manifest.capabilities.declared_tools == [each["name"] for each in ToolTrial(plan, 0).tools]
    calls = [("look", {}), ("shoot", {"angle": 30}), ("shoot", {"angle": "up"}), ("fly", {}), ("give_up", {})]
    actions = [{"type": "call_tool", "tool_name": tool, "arguments": arguments} for tool, arguments in calls]
    probe = RuntimePlan(plan_schema_version="1", reset={"episode_id": "probe", "seed": 1}, actions=actions)
    evidence = collect_runtime_evidence(served.url, probe, episode_timeout_s=60)
    assert evidence.failure_reason is None
    subject = Subject(
        root=INTEGRATION, manifest=manifest, image_ref=None, running=None, outputs_dir=INTEGRATION, runtime_evidence=evidence
    )
    for grader in (ObservationSchemaGrader(), RewardWellFormedGrader(), StateContractGrader()):
        result = grader.run(subject)
        assert result.status is CheckStatus.PASS, result
