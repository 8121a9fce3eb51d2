"""The task of Inspect: players by command and by mockllm, measures, records, limits, what models see. Needs inspect_ai."""

import json
import os
import re
import shutil
import sys
from collections import Counter
from pathlib import Path

import novphy
import pytest

from program import ROOT, error_of, run

pytest.importorskip("inspect_ai", reason="inspect_ai is not installed: scripts/model_tests.sh inspect")

import anyio  # noqa: E402
import yaml  # noqa: E402
from inspect_ai import eval, eval_retry  # noqa: E402
from inspect_ai.agent import react  # noqa: E402
from inspect_ai.log import read_eval_log, write_eval_log  # noqa: E402
from inspect_ai.model import ContentImage, ModelOutput, ModelUsage, get_model  # noqa: E402
from inspect_ai.solver import generate  # noqa: E402
from novphy import inspect as door  # noqa: E402
from novphy import inspect_players, model_records  # noqa: E402
from novphy.tools import INSTRUCTIONS  # noqa: E402

PACKAGE = Path(novphy.__file__).parents[1]
QUIET = {"display": "none", "log_level": "error"}


@pytest.fixture(scope="module")
def plan(tmp_path_factory):
    """The file of a plan with four trials."""
    drawn = novphy.plan(
        ["rolling/agents", "rolling/objects"], trials=2, min_normal=1, max_normal=2, novel=2, calibration_runs=0, proof="none"
    )
    file = tmp_path_factory.mktemp("plan") / "plan.json"
    file.write_text(drawn.json())
    return str(file)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The environment of a process to which the package looks installed."""
    site = tmp_path_factory.mktemp("site")
    info = site / "novphy-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: novphy\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text("[inspect_ai]\nnovphy = novphy.inspect\n")
    (info / "direct_url.json").write_text(json.dumps({"url": PACKAGE.as_uri(), "dir_info": {"editable": True}}))
    return {"PYTHONPATH": os.pathsep.join([str(PACKAGE), str(site)]), "INSPECT_DISPLAY": "plain", "NO_COLOR": "1"}


def inspect(*arguments, **options):
    return run([sys.executable, "-m", "inspect_ai", *arguments], **options)


def played(plan, model, folder, **options):
    """The log of a model that plays the plan."""
    settings = {name: options.pop(name) for name in ("lookahead", "look", "trials", "reminders") if name in options}
    (log,) = eval(door.novphy(plan, **settings), model=model, log_dir=str(folder), **QUIET, **options)
    return log


def mock(answer):
    return get_model("mockllm/model", custom_outputs=answer)


def measures_in(log):
    return {name: each.value for name, each in log.results.scores[0].metrics.items()}


def expected(records):
    found = novphy.measure(records, resamples=0)
    values = {name: found.value(name) for name in ("ap", "aus", "cdt", "dd")}
    return {name: value for name, value in values.items() if value == value}  # Inspect leaves undefined ones out


def records_of(log):
    (records,) = model_records.runs_of(model_records.Log(log.location).trials)
    return records


def priced(output):
    """Without a usage, mockllm counts tokens by a table that it downloads."""
    output.usage = ModelUsage(input_tokens=100, input_tokens_cache_read=20, output_tokens=7, total_tokens=127)
    return output


def calling(tool, arguments={}):
    return priced(ModelOutput.for_tool_call("mockllm", tool, arguments, content=""))


def lazy(messages, tools, choice, config):
    """Gives every task up."""
    return calling("give_up")


def silent(messages, tools, choice, config):
    return priced(ModelOutput.from_content("mockllm", "Hello."))


# ---------------------------------------------------------------------------------------------------- players and measures


@pytest.mark.parametrize("player", ["oracle", "pig_shooter", "random"])
def test_a_player_by_mockllm_gets_the_measures_of_the_agent(player, plan, tmp_path):
    log = played(plan, mock(door.player_outputs(player)), tmp_path)
    agent = novphy.run(plan, player)
    assert log.status == "success"
    assert measures_in(log) == expected(records_of(log))
    assert measures_in(log)["ap"] == novphy.measure(agent, resamples=0).value("ap")
    assert [each["passed"] for each in records_of(log)] == [each["passed"] for each in agent]
    if player != "oracle":  # whose reports are of its own
        assert measures_in(log) == expected(agent)


def test_the_command_finds_task_and_players_by_their_entry_point(plan, installed, tmp_path):
    settings = ["-T", f"plan={plan}", "-T", "lookahead=2", "-T", "trials=1", "--log-dir", tmp_path / "logs"]
    done = inspect("eval", "novphy/novphy", "--model", "novphy/reflect", *settings, environment=installed, folder=tmp_path)
    (file,) = (tmp_path / "logs").glob("*.eval")
    log = read_eval_log(str(file))
    assert log.eval.task == "novphy/novphy" and log.eval.model == "novphy/reflect" and "cdt" in done.stdout
    (records,) = model_records.runs_of(model_records.Log(str(file)).trials)
    assert records.fingerprint["agent"] == "novphy/reflect" and records.fingerprint["plan"] == plan
    assert records.fingerprint["served"] == "tools: text, 2 simulations a task" and records.fingerprint["planned_trials"] == 2
    retried = inspect("eval-retry", file, "--log-dir", tmp_path / "more", environment=installed, folder=tmp_path)
    assert "ap  " in retried.stdout


def test_the_commands_of_the_page_run_as_printed(installed, tmp_path):
    (block,) = re.findall(r"^```sh\n(.*?)^```$", (ROOT / "docs/reference/inspect.md").read_text(), re.MULTILINE | re.DOTALL)
    folder = tmp_path / "bin"
    folder.mkdir()
    for name, words in {"novphy": "-m novphy", "inspect": "-m inspect_ai", "python": "", "pip": "-c pass"}.items():
        (folder / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n')
        (folder / name).chmod(0o755)
    environment = {**installed, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    done = run(["bash", "-euxc", block], environment=environment, folder=tmp_path)
    assert "CDT" in done.stdout, done.stdout


def test_the_python_of_the_page_runs_as_it_stands(plan, tmp_path):
    (block,) = re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs/reference/inspect.md").read_text(), re.MULTILINE | re.DOTALL)
    shutil.copy(plan, tmp_path / "plan.json")
    environment = {"PYTHONPATH": str(PACKAGE), "INSPECT_DISPLAY": "none"}
    done = run([sys.executable, "-c", block], environment=environment, folder=tmp_path)
    assert 0 <= float(done.stdout) <= 1


def test_wrong_settings_get_one_line(plan, installed, tmp_path):
    command = ["eval", "novphy/novphy", "--model", "novphy/random", "-T", "look=blind"]
    done = inspect(*command, environment=installed, folder=tmp_path, code=1)
    assert done.stdout.strip() == "novphy: look: found 'blind', expected text or pictures" and not done.stderr
    for settings in ({"trials": 0}, {"plan": "none.json"}, {"lookahead": -1}, {"physics": "none"}, {"agent": "two\nlines"}):
        with pytest.raises(novphy.InputError):
            door.novphy(**{"plan": plan, **settings})


def test_the_task_can_be_named_by_its_file_without_an_installation(plan, tmp_path):
    environment = {"PYTHONPATH": str(PACKAGE), "INSPECT_DISPLAY": "plain"}
    task = f"{PACKAGE / 'novphy' / 'inspect.py'}@novphy"
    settings = ["--model", "mockllm/model", "-T", f"plan={plan}", "--limit", 1]
    inspect("eval", task, *settings, environment=environment, folder=tmp_path)
    (file,) = (tmp_path / "logs").glob("*.eval")
    assert read_eval_log(str(file), header_only=True).eval.dataset.samples == 4


def test_without_a_plan_a_small_one_is_drawn():
    samples = door.novphy().dataset
    assert len(samples) == 8 and {each.id.split('-')[1] for each in samples} == {"rolling"}


def test_inspect_is_imported_only_by_its_door():
    code = "import sys, novphy, novphy.__main__, novphy.tools, novphy.tool_players; print('inspect_ai' in sys.modules)"
    assert run([sys.executable, "-c", code], environment={"PYTHONPATH": str(PACKAGE)}).stdout == "False\n"


def test_an_unknown_player_is_an_error():
    with pytest.raises(novphy.InputError, match="player: found 'nobody', expected oracle, reflect, random"):
        get_model("novphy/nobody")


def test_players_and_tools_outside_a_trial_say_so():
    with pytest.raises(RuntimeError, match="no trial is being played"):
        anyio.run(door.novphy_tools().tools)


# ---------------------------------------------------------------------------------------------------------------- records


def test_the_command_writes_records_that_replay(plan, tmp_path):
    log = played(plan, "novphy/pig_shooter", tmp_path / "logs")
    out = tmp_path / "records.jsonl"
    assert model_records.command([log.location, "--out", str(out)]) == 0
    assert novphy.replay(out, plan) == []
    assert expected(out) == measures_in(log)
    assert model_records.command([log.location, "--out", str(out)]) == 2
    assert model_records.command([log.location, "--out", str(out), "--force"]) == 0


def test_each_epoch_is_a_run(plan, tmp_path):
    log = played(plan, "novphy/random", tmp_path / "logs", epochs=2, trials=1)
    as_json = tmp_path / "log.json"
    write_eval_log(log, str(as_json))
    assert model_records.command([str(as_json), "--out", str(tmp_path / "all.jsonl")]) == 0
    files = sorted(tmp_path.glob("all*"))
    assert [each.name for each in files] == ["all-epoch-1.jsonl", "all-epoch-2.jsonl"]
    assert [novphy.agents.Records.load(each).fingerprint["run"] for each in files] == ["epoch 1", "epoch 2"]
    assert expected(files) == measures_in(log)


def test_bad_logs_get_one_line(plan, tmp_path, capsys):
    (tmp_path / "text.eval").write_text("no log")
    (tmp_path / "text.json").write_text("{}")
    log = played(plan, mock(silent), tmp_path / "logs", limit=1)
    for sample in log.samples:
        sample.scores = {}
    write_eval_log(log, str(tmp_path / "empty.json"))
    log.eval.task = "other"
    write_eval_log(log, str(tmp_path / "other.json"))
    wrong = {
        "missing.eval": "there is no such file", "text.eval": "is no log of Inspect", "text.json": "is no log of Inspect",
        "other.json": "is a log of the task 'other', expected one of novphy", "empty.json": "holds no finished trial",
    }  # fmt: skip
    for name, message in wrong.items():
        assert model_records.command([str(tmp_path / name), "--out", str(tmp_path / "out.jsonl")]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith(f"novphy: {tmp_path / name}: {message}")
    command = [sys.executable, "-m", "novphy", "records", "missing.eval"]
    error_of(command, begin="novphy: ", folder=tmp_path, environment={"PYTHONPATH": str(PACKAGE)})
    assert not (tmp_path / "out.jsonl").exists()


def test_without_inspect_the_command_says_what_is_missing(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "inspect_ai.log", None)
    assert model_records.command(["log.eval"]) == 2
    assert capsys.readouterr().err.startswith("novphy: inspect_ai is missing, which reads logs: pip install inspect_ai")


def test_calibration_runs_and_control_trials_have_records_and_no_value(tmp_path):
    options = dict(trials=1, max_normal=1, novel=1, calibration_runs=1, calibration_tasks=1, control=1, proof="none")
    drawn = novphy.plan(["rolling/agents"], **options)
    (tmp_path / "plan.json").write_text(drawn.json())
    log = played(str(tmp_path / "plan.json"), "novphy/random", tmp_path / "logs")
    measured = {each.id: isinstance(each.scores["trial_measures"].value, dict) for each in log.samples}
    assert measured == {"agents-rolling-calibration-0": False, "agents-rolling-control-1": False, "agents-rolling-trial-0": True}
    assert [each["phase"] for each in records_of(log)] == ["calibration", "normal", "novel", "normal", "novel"]
    assert novphy.replay(records_of(log), drawn) == []


def test_a_sample_that_failed_is_left_out_and_retried(plan, tmp_path, monkeypatch, capsys):
    original, failures = inspect_players.tool_player, Counter()

    def failing_once(name, of_plan, number):
        if number == 1 and not failures[number]:
            failures[number] += 1
            raise ConnectionError("the model is not there")
        return original(name, of_plan, number)

    monkeypatch.setattr(inspect_players, "tool_player", failing_once)
    log = played(plan, "novphy/random", tmp_path, fail_on_error=False)
    assert model_records.command([log.location, "--out", str(tmp_path / "part.jsonl")]) == 0
    assert "novphy: 1 of 4 trials are not finished, and left out\n" in capsys.readouterr().err
    (again,) = eval_retry(log, log_dir=str(tmp_path / "again"), **QUIET)
    assert [each["digest"] for each in records_of(again)] == [each["digest"] for each in novphy.run(plan, "random")]


# ------------------------------------------------------------------------------------------------- models that misbehave


def test_a_model_that_calls_nothing_is_reminded_and_then_leaves(plan, tmp_path):
    log = played(plan, mock(silent), tmp_path, limit=1, reminders=2)
    messages = log.samples[0].messages
    assert [each.role for each in messages] == ["user"] + ["assistant", "user"] * 2 + ["assistant"]
    records = records_of(log)
    assert {each["end"] for each in records} == {"agent_error"}
    assert records[0]["error"] == "the model stopped calling tools"


def test_a_model_that_repeats_itself_for_ever_leaves(plan, tmp_path, monkeypatch):
    monkeypatch.setattr(door, "MOST_TURNS", 20)
    log = played(plan, mock(lambda *_: calling("notes")), tmp_path, limit=1)
    assert records_of(log)[0]["error"] == "the model took 20 turns for a task"


def test_limits_end_a_trial_with_their_name(plan, tmp_path):
    log = played(plan, mock(lazy), tmp_path, limit=1, message_limit=4)
    assert records_of(log)[-1]["error"] == "the limit of the sample: message"
    assert log.samples[0].limit.type == "message"


def test_wrong_calls_are_refused_in_words(plan, tmp_path):
    calls = iter([("shoot", {"angle": "up"}), ("shoot", {}), ("fly", {}), ("notes", {"text": "a" * 9000}), ("look", {})])

    def wrong(messages, tools, choice, config):
        call = next(calls, None)
        return calling(*call) if call else silent(messages, tools, choice, config)

    log = played(plan, mock(wrong), tmp_path, limit=1, reminders=0)
    replies = [each for each in log.samples[0].messages if each.role == "tool"]
    assert [bool(each.error) for each in replies] == [True, True, True, True, False]
    assert "expected" in replies[1].error.message


def test_what_models_spend_stands_in_the_records(plan, tmp_path):
    log = played(plan, mock(lazy), tmp_path, limit=1)
    usages = [each["usage"] for each in records_of(log)]
    assert sum(each["tokens_in"] for each in usages) == 120 * sum(each.role == "assistant" for each in log.samples[0].messages)
    assert usages[0]["tokens_in"] == 120 and usages[0]["tokens_out"] == 7 and usages[0]["calls"] == 1
    assert "cost" not in usages[0]


def test_model_and_version_stand_in_the_records(plan, tmp_path):
    def versioned(messages, tools, choice, config):
        output = lazy(messages, tools, choice, config)
        output.model = "model-2026-11"
        return output

    fingerprint = records_of(played(plan, mock(versioned), tmp_path, limit=2)).fingerprint
    assert (fingerprint["model"], fingerprint["model_version"]) == ("mockllm/model", "model-2026-11")


# -------------------------------------------------------------------------------------------------- agents and solvers


@pytest.mark.parametrize("solver", [generate(tool_calls="loop"), react(tools=[door.novphy_tools()], submit=False)])
def test_other_solvers_play_with_the_same_tools(solver, plan, tmp_path):
    (log,) = eval(
        door.novphy(plan), model=mock(door.player_outputs("random")), solver=solver, log_dir=str(tmp_path), limit=2, **QUIET
    )
    assert log.status == "success" and not any(each.get("error") for each in records_of(log))


def test_pictures_come_as_images(plan, tmp_path):
    def looking(messages, tools, choice, config):
        return calling("look") if len(messages) == 1 else silent(messages, tools, choice, config)

    log = played(plan, mock(looking), tmp_path, limit=1, look="pictures", reminders=0, log_images=True)
    (reply,) = [each for each in log.samples[0].messages if each.role == "tool"]
    assert isinstance(reply.content[-1], ContentImage)


def test_models_see_nothing_that_tells_the_phase_or_the_novelty(plan, tmp_path):
    seen, begun = [], set()
    outputs = door.player_outputs("random")

    async def watched(messages, tools, choice, config):
        seen.append(json.dumps([each.model_dump(include={"role", "content", "error"}) for each in messages], default=str))
        begun.add((messages[0].text, json.dumps([each.model_dump() for each in tools])))
        return await outputs(messages, tools, choice, config)

    played(plan, mock(watched), tmp_path)
    assert begun == {(INSTRUCTIONS, tools) for _, tools in begun} and len(begun) == 1
    for text in seen:
        for word in ("rolling", "agents", "objects-", "normal", "trial-0", "calibration", "template", "phase"):
            assert word not in text.replace("novel", ""), word


def test_samples_are_played_at_once(plan, tmp_path):
    """A call of a tool does not hold up the other samples: each waits until all are there."""
    under_way = set()

    async def slow(messages, tools, choice, config):
        under_way.add(inspect_players.current_session())
        with anyio.fail_after(300):
            while len(under_way) < 4:
                await anyio.sleep(0.01)
        return lazy(messages, tools, choice, config)

    played(plan, mock(slow), tmp_path)
    assert len(under_way) == 4


def test_the_entry_for_the_register_names_the_task():
    entry = yaml.safe_load((ROOT / "python/integrations/inspect/eval.yaml").read_text())
    (task,) = entry["tasks"]
    assert f"\n@task\ndef {task['name']}(" in (ROOT / task["task_path"]).read_text()
    assert {"full_title", "common_title", "description", "contributors", "source"} <= set(entry)
    assert task["dataset_samples"] == len(door.novphy().dataset)
