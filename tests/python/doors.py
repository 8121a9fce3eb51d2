"""Every door through which trials are played, as what it tells of each task: the messages of a door are texts.

Each function plays all trials of a plan, with the same throw everywhere, and returns for each trial what came with its
beginning and a list of messages for each task. What a message of the client decides, such as ids of requests, is constant.
Messages that begin with DRAWN differ among equal tasks. Agents watch flights every `watch_every_ms`.
The class of agents is Python's, which gets the calls of C++'s Agent (python/runs.cpp).
"""

import hashlib
import importlib.util
import json
import os
import re
import shutil
import sys
from pathlib import Path

import novphy
import numpy as np
from conftest import PROGRAM
from novphy.tools import ToolTrial
from novphy.trial_env import TrialEnv
from novphy.trial_vector import TrialVectorEnv
from program import ROOT, run, start

sys.path.append(str(ROOT / "docs/examples"))
from socket_agent import LIKELIHOOD, LOST, MENU, NEW_TRIAL, OVER, PLAYING, WON, Game  # noqa: E402

DRAWN = "drawn: "
THROW = {"angle_deg": 20, "pull_m": 0.8}


def digest(data):
    return f"<{len(data)} bytes, {hashlib.sha256(data).hexdigest()[:16]}>"


def text_of(value):
    """A value of `info` or an observation, exactly."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {value.tolist() if value.size < 2000 else digest(value.tobytes())}"
    return repr(value)


class Listener(novphy.Agent):
    def senses(self):
        return {"screenshot": True}

    def watch_every_ms(self):
        return self.every_ms

    def see(self, *said):
        self.heard[-1][-1] += map(str, said)

    def watch(self, seen):
        self.see(seen.json())

    def begin_trial(self, seed):
        self.heard.append([[str(seed)]])

    def told_novel(self):
        self.see("told")

    def begin_task(self):
        self.heard[-1].append(["begin_task"])

    def choose(self, seen):
        self.see(seen.json(), digest(seen.form("picture").tobytes()))
        return THROW

    def end_task(self, result):
        self.see(result.pop("last").json(), sorted(result.items()))


def agents(plan, folder, watch_every_ms):
    Listener.heard, Listener.every_ms = [], watch_every_ms
    novphy.run(plan, Listener, threads=1)
    return Listener.heard


PROGRAM_OF_LINES = f"""
import json, sys
log = open("heard.jsonl", "a")
answers = {{"hello": {{"watch_every_ms": int(sys.argv[1]), "geojson": True, "noise_px": 0}}, "choose": {THROW}}}
for line in sys.stdin:
    log.write(line)
    log.flush()
    print(json.dumps(answers.get(json.loads(line)["type"], {{}})), flush=True)
"""


def lines(plan, folder, watch_every_ms):
    (folder / "agent.py").write_text(PROGRAM_OF_LINES)
    run([PROGRAM, "run", plan, "--agent", f"exec:exec {sys.executable} agent.py {watch_every_ms}", "--out", "l.jsonl", "--jobs", 1, "--quiet"], folder=folder)
    heard = []
    for line in (folder / "heard.jsonl").read_text().splitlines():
        kind = json.loads(line)["type"]
        if kind == "hello":
            heard.append([[]])
        elif kind == "begin_task":
            heard[-1].append([])
        heard[-1][-1].append(line)
    return heard


class Client(Game):
    """Asks for everything in each level. The answers to 53 and 12 that say whether a level is left belong to no task."""

    def __init__(self, port):
        self.heard = []
        self.now = []
        super().__init__(port)

    def ask(self, request, fields="", *values, reply="B"):
        answer = super().ask(request, fields, *values, reply=reply)
        self.now.append(f"{request}: {answer}")
        return answer

    def long(self, request, *fields):
        data = self.read(super().ask(request, *fields, reply="I"))
        self.now.append(data.decode())

    def picture(self):
        width = super().ask(11, reply="I")
        height = int.from_bytes(self.read(4), "big")
        self.now.append(digest(self.read(width * height * 3)))

    def play(self):
        while (state := super().ask(12)) != OVER:
            if state == PLAYING:
                self.now = []
                self.heard[-1].append(self.now)
                for request, *fields in ((62,), (64,), (72, "i", 1)):
                    self.long(request, *fields)
                for request in (14, 15, 13, 23, 65, 69):
                    self.ask(request, reply="i")
                self.picture()
                self.ask(31, "4i", 0, 300, 0, -1)
                self.picture()
                self.long(62)
                self.ask(65, reply="i")
                self.ask(12)
            elif state == LIKELIHOOD:
                self.ask(66, "ffiii", 0.5, 0.5, 0, 0, 0)
            elif state in (MENU, WON, LOST):
                super().ask(53, reply="i")
            else:
                if state == NEW_TRIAL:
                    self.now = []
                    self.heard.append([self.now])
                self.now.append(repr(super().ask(68, reply="19s")))


def in_plan_order(plan, heard):
    """What was heard in the order in which servers hand out the trials of a plan with a secret."""
    numbers = [trial["seed"] for trial in json.loads(Path(plan).read_text())["trials"]]
    of_trial = dict(zip(sorted(range(len(numbers)), key=numbers.__getitem__), heard, strict=True))
    return [of_trial[i] for i in range(len(numbers))]


def tcp(plan, folder, _):
    with novphy.serve(plan, folder / "t.jsonl", port=0, ask=1, noise=0) as server:
        client = Client(server.port)
        client.play()
        client.socket.close()
        server.wait(60)
    return in_plan_order(plan, client.heard)


def play_by_tools(call):
    """Plays a trial by calls of tools. `call` makes one and returns all of its answer, which may tell that the trial is over."""
    throw = {"angle": 20, "pull": 0.8, "as": "json"}
    calls = (("look", {}), ("look", {"as": "json"}), ("notes", {}), ("shoot", throw), ("report_novelty", {"probability": 0.5}))
    tasks = []
    while not tasks or "It was the last one" not in tasks[-1][3]:
        tasks.append([call(*each) for each in calls])
    shot, noted = (each.replace('"trial_over":true', '"trial_over":false') for each in tasks[-1][3:])
    tasks[-1][3:] = shot.replace("It was the last one.", "The next task is there: look at it."), noted.replace("The trial is over.\\n", "")
    return tasks


def mcp(plan, folder, _):
    process = start([sys.executable, "-m", "novphy", "mcp", plan, "--out", "m.jsonl"], folder, {"PYTHONPATH": os.pathsep.join(sys.path)}, stdin=-1)

    def ask(method, **params):
        print(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}), file=process.stdin, flush=True)
        return process.stdout.readline()

    def call(tool, arguments):
        return ask("tools/call", name=tool, arguments=arguments)

    heard, opening = [], ask("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "t", "version": "1"})
    while "A trial has begun" in (begun := call("start_trial", {})):
        begun = re.sub("trial-[0-9a-f]{24}", "HANDLE", begun)  # random bytes
        heard.append([[opening, begun, ask("tools/list"), ask("resources/list"), ask("prompts/list")], *play_by_tools(call)])
    process.communicate(timeout=60)
    return in_plan_order(plan, heard)


def tools(plan, folder, _):
    heard = []
    made = novphy.Plan.load(str(plan))
    for i in range(len(made)):
        trial = ToolTrial(made, i)

        def call(tool, arguments):
            reply = trial.call(tool, arguments)
            return f"{reply.text} {reply.refused} {digest(reply.png)} {json.dumps(reply.facts, separators=(',', ':'))}"

        heard.append([[json.dumps(trial.tools)], *play_by_tools(call)])
    return heard


BEFORE = ("shots_left", "action_mask")
"""What `info` has of the task that goes on; the rest is of the task before."""


def episode(reset, step):
    """The tasks of an episode. `reset` and `step` return observation, rewards and ends, and info."""
    seen, rest, info = reset()
    tasks = []
    while True:
        tasks.append([text_of(seen), *(f"{key} {text_of(info[key])}" for key in BEFORE)])
        over = False
        while not over:
            seen, rest, info = step()
            over = info["task_over"]
        tasks[-1] += [text_of(rest[0]), *(f"{key} {text_of(info[key])}" for key in sorted(info) if key not in BEFORE)]
        if rest[1]:
            return tasks


def gymnasium(plan, folder, _):
    env = TrialEnv(plan, actions="planner")

    def reset(i):
        seen, info = env.reset(options={"trial": i})
        return seen, (0, False), info

    def step():
        seen, reward, over, cut, info = env.step(3)
        return seen, (reward, over, cut), info

    return [[[], *episode(lambda: reset(i), step)] for i in range(len(novphy.Plan.load(str(plan))))]


def vector(plan, folder, _):
    env = TrialVectorEnv(plan, num_envs=1, actions="planner", threads=1, autoreset_mode="disabled")

    def infos(info):
        return {key: value[0] for key, value in info.items() if not key.startswith("_") and info.get("_" + key, [True])[0]}

    def reset(i):
        seen, info = env.reset(options={"trial": i})
        return seen[0], (0, False), infos(info)

    def step():
        seen, reward, over, cut, info = env.step([3])
        return seen[0], (reward[0], over[0], cut[0]), infos(info)

    return [[[], *episode(lambda: reset(i), step)] for i in range(len(novphy.Plan.load(str(plan))))]


def study(plan, folder, _):
    """The files of a study for browsers. A page simulates its tasks, so these files have their worlds with all laws; here
    all else of them is taken: titles, numbers of tasks and their order, and tasks without their laws."""
    data = json.loads(Path(plan).read_text())
    shutil.copytree(ROOT / "levels/study", folder / "study")
    own = json.loads((folder / "study/study.json").read_text()) | {"level_sets": 1}
    (folder / "study/study.json").write_text(json.dumps(own))
    (folder / "web/study").mkdir(parents=True)
    (folder / "web/study/index.html").write_text("")
    run([PROGRAM, "web-study", "study/study.json", "--plan", plan, "--out", "online", "--web", "web", "--key", "key.json"], folder=folder)
    key = json.loads((folder / "key.json").read_text())["tasks"]
    heard = {(trial["novelty"], trial["scenario"], trial["trial"]): [[]] for trial in data["trials"]}
    for file in sorted((folder / "online/sets").iterdir()):
        told = json.loads(file.read_text())
        numbers = list(told["tasks"])
        for step in told["steps"]:
            if step["kind"] == "task":
                what, task = key[step["task"]], told["tasks"][step["task"]]
                task.pop("effects", None)
                title = re.sub(r"\d+", "N", step.pop("title"))  # the participant counts them
                place = numbers.index(step["task"]) / len(numbers)
                heard[what["novelty"], what["scenario"], what["trial"]].append(
                    [title, json.dumps(task), DRAWN + step.pop("task"), f"{DRAWN}{place:.3f}", json.dumps(step)])
    return list(heard.values())


DOORS = [agents, lines, tcp, *([mcp] if importlib.util.find_spec("mcp") else ()), tools, gymnasium, vector, study]
