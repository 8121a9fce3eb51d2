"""verifiers plays trials over OpenEnv: its command vf-eval, with a scripted model, against a server of python/integrations/openenv.

verifiers needs other versions of some packages than the server. So this test runs where OpenEnv is installed, and NOVPHY_VF_EVAL
names verifiers' command in an environment of its own.
"""

import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import novphy
import pytest
from novphy.tools import ToolTrial

pytest.importorskip("openenv", reason="OpenEnv is not installed")
VF_EVAL = os.environ.get("NOVPHY_VF_EVAL", "")
INTEGRATION = Path(__file__).parents[2] / "python/integrations/openenv"
CONFIG = """
model = "scripted"
push = false
output_dir = "{folder}"
[run]
dir = "run"
[env.taskset]
id = "openenv"
base_url = "{server}"
resets = [{{trial = 1}}]
[env.player.harness]
id = "null"
[env.player.runtime]
type = "subprocess"
[client]
base_url = "http://127.0.0.1:{model}/v1"
api_key_var = "NOVPHY_NO_KEY"
"""


def call(tool, **arguments):
    return {"type": "call_tool", "tool_name": tool, "arguments": arguments}


def throw(task):
    """The call that passes a task."""
    ((angle, pull, tap_ms, _),) = novphy.solve(task)[:1]
    return call("shoot", angle=angle, pull=pull, **({"tap_ms": int(tap_ms)} if tap_ms >= 0 else {}))


class Model(BaseHTTPRequestHandler):
    """An endpoint whose model answers what the script of its server says, turn by turn."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        turn = sum(each["role"] == "assistant" for each in body["messages"])
        self.server.told.append(json.loads(body["messages"][-1]["content"]))
        chunk = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": body["model"]}
        choices = [
            {"index": 0, "delta": {"role": "assistant", "content": json.dumps(self.server.script[turn])}, "finish_reason": None},
            {"index": 0, "delta": {}, "finish_reason": "stop"},
        ]
        lines = [json.dumps({**chunk, "choices": [each]}) for each in choices]
        text = "".join(f"data: {each}\n\n" for each in [*lines, "[DONE]"]).encode()
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        """Says nothing."""


@pytest.mark.skipif(not VF_EVAL, reason="NOVPHY_VF_EVAL does not name verifiers' command vf-eval")
def test_vf_eval_plays_trials(tmp_path):
    made = novphy.plan(
        ["rolling/agents"], trials=2, min_normal=1, max_normal=1, novel=1, calibration_runs=0, training=0, proof="none"
    )
    (tmp_path / "plan.json").write_text(made.json())
    (tmp_path / "novphy_env").symlink_to(INTEGRATION)
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ["PYTHONPATH"]]),
        "NOVPHY_PLAN": str(tmp_path / "plan.json"),
    }
    command = [sys.executable, "-m", "novphy_env.server.app", "--port", "0"]
    server = subprocess.Popen(command, env=environment, text=True, stdout=subprocess.PIPE)
    model = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    model.told = []
    model.script = [
        call("look"),
        call("fly"),
        call("shoot", angle="up"),
        *map(throw, made.tasks(1)),
        call("report_novelty", probability=1),
    ]
    threading.Thread(target=model.serve_forever, daemon=True).start()
    try:
        url = server.stdout.readline().split()[-1]
        (tmp_path / "eval.toml").write_text(CONFIG.format(folder=tmp_path, server=url, model=model.server_port))
        variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        variables["PATH"] = os.pathsep.join([str(Path(VF_EVAL).parent), os.environ["PATH"]])  # for uv
        subprocess.run([VF_EVAL, "@", "eval.toml", "--no-rich"], cwd=tmp_path, env=variables, check=True)
    finally:
        model.shutdown()
        server.terminate()
        server.wait(60)
    (episode,) = map(json.loads, (tmp_path / "run" / "traces.jsonl").read_text().splitlines())
    (trace,) = episode["traces"]
    assert trace["ok"] and not trace["errors"]
    assert trace["rewards"]["openenv_reward"]["score"] == 2  # both tasks are passed
    assert len(model.told) == len(model.script)
    direct = ToolTrial(made, 1)
    assert model.told[0]["action_schema"]["available_tools"] == direct.tools
    replies = [direct.call(each["tool_name"], each["arguments"]) for each in model.script]
    assert [each["observation"]["result"] for each in model.told[1:]] == [each.text for each in replies[:-1]]
    assert [each["observation"]["refused"] for each in model.told[1:]] == [each.refused for each in replies[:-1]]
