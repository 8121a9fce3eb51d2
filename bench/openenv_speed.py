#!/usr/bin/env python3
"""Prints what many sessions of OpenEnv cost beside `novphy run` on the same plays (docs/reference/openenv.md), and what a call is made of.

The sessions throw what the agent of the run threw, so that they play the same plays; their passes must be the run's.
Usage: PYTHONPATH=build/python python bench/openenv_speed.py [SESSIONS, default 100] [TRIALS of each novelty-scenario, default 5] [PAIR...]
It needs OpenEnv (docs/reference/openenv.md). Clients run in processes of their own on the same machine."""

import asyncio
import os
import resource
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import Manager
from pathlib import Path

import novphy
from novphy._engine import engine
from novphy.tools import ToolTrial
from tool_speed import median_ms

SESSIONS = int(sys.argv[1]) if len(sys.argv) > 1 else 100
TRIALS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
PAIRS = sys.argv[3:]
CORES = os.cpu_count()
AGENT = "pig_shooter"


def throw_of(shot):
    angle, pull = engine.angle_and_pull(*shot["drag_m"], 1.0)
    return {"angle": angle, "pull": pull, **{key: shot[key] for key in ("tap_ms", "launch_ms") if shot.get(key, -1) >= 0}}


def scripts_of(records):
    """The calls of each trial, in the plan's order."""
    trials = []
    for each in records:
        if each["task"] == 0:
            trials.append([])
        throws = [("shoot", throw_of(shot)) for shot in each["shots"]]
        ends = [("give_up", {})] if each["end"] == "no_shot" else []
        trials[-1] += [("look", {}), *throws, *ends, ("report_novelty", {"probability": each.get("novelty_probability", 0)})]
    return trials


async def play_sessions(url, jobs):
    """Plays trials in sessions side by side: each job is a list of trials with their calls. Returns the numbers of calls and of passes."""
    from novphy_env import NovphyEnv

    async def play(trials):
        calls = passed = 0
        async with NovphyEnv(base_url=url, message_timeout_s=600) as session:
            for number, script in trials:
                await session.reset(trial=number)
                for tool, arguments in script:
                    passed += (await session.call_tool(tool, arguments)).reward
                calls += len(script)
        return calls, passed

    return map(sum, zip(*await asyncio.gather(*map(play, jobs))))


def cpu_s():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def clients(url, jobs, all_there):
    """Returns the numbers of calls and of passes, the begin, the end and the processor time of the sessions in this process."""
    import novphy_env  # noqa: F401  (takes seconds)

    all_there.wait()
    start, used = time.time(), cpu_s()
    calls, passed = asyncio.run(play_sessions(url, jobs)) if jobs else (0, 0)
    return calls, passed, start, time.time(), cpu_s() - used


def cpu_of(process):
    """Seconds of processor time of a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def call_costs(plan, url):
    """Milliseconds of a short call at each layer."""
    from novphy_env import NovphyAction, NovphyEnv
    from novphy_env.server.environment import NovphyEnvironment
    from novphy_env.server.trials import Trials
    from openenv.core.env_server.serialization import deserialize_action, serialize_observation
    from openenv.core.env_server.types import WSObservationResponse

    direct = ToolTrial(plan, 0)
    environment = NovphyEnvironment(Trials(plan, novphy.tools.Track()))
    action = {"type": "call_tool", "tool_name": "look", "arguments": {}}

    def through_json():
        observation = environment.step(deserialize_action(action, NovphyAction))
        WSObservationResponse(data=serialize_observation(observation)).model_dump_json()

    def in_a_fresh_trial(call):
        environment.reset(trial=0)  # a task answers so many calls only
        return median_ms(call)

    with NovphyEnv(base_url=url).sync() as session:
        session.reset(trial=0)
        return {
            "ToolTrial.call": median_ms(lambda: direct.call("look")),
            "the environment's step": in_a_fresh_trial(lambda: environment.step(NovphyAction(tool_name="look"))),
            "with OpenEnv's reading and writing": in_a_fresh_trial(through_json),
            "over a WebSocket, one session": median_ms(lambda: session.call_tool("look")),
        }


def main():
    integration = Path(__file__).parents[1] / "python/integrations/openenv"
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "novphy_env").symlink_to(integration)
        sys.path.insert(0, folder)
        os.environ["PYTHONPATH"] = os.pathsep.join([folder, os.environ.get("PYTHONPATH", "")])
        plan = novphy.plan(
            PAIRS, trials=TRIALS, min_normal=2, max_normal=4, novel=4, calibration_runs=0, training=0, proof="none"
        )
        file = Path(folder) / "plan.json"
        file.write_text(plan.json())
        used, start = cpu_s(), time.perf_counter()
        records = novphy.run(str(file), AGENT, threads=CORES)
        run_s, run_cpu = time.perf_counter() - start, cpu_s() - used
        scripts = list(enumerate(scripts_of(records)))
        command = [sys.executable, "-m", "novphy_env.server.app", "--port", "0"]
        server = subprocess.Popen(command, env={**os.environ, "NOVPHY_PLAN": str(file)}, text=True, stdout=subprocess.PIPE)
        try:
            url = server.stdout.readline().split()[-1]
            sessions = [scripts[each::SESSIONS] for each in range(min(SESSIONS, len(scripts)))]
            used = cpu_of(server.pid)
            with Manager() as manager, ProcessPoolExecutor(CORES) as pool:
                jobs = [sessions[each::CORES] for each in range(CORES)]
                results = list(pool.map(clients, [url] * CORES, jobs, [manager.Barrier(CORES)] * CORES))
            calls, passed, starts, ends, client_cpu = zip(*results)
            assert sum(passed) == sum(each["passed"] for each in records)
            served_s, served_cpu = max(ends) - min(starts), cpu_of(server.pid) - used
            costs = call_costs(plan, url)
        finally:
            server.terminate()
            server.wait()
    print(f"{len(records)} plays of {len(scripts)} trials, {sum(calls)} calls, {len(sessions)} sessions at a time, {CORES} cores")
    print(f"{'':<22}{'plays/s':>10}{'CPU ms a play':>16}")
    for name, seconds, used in (("novphy run", run_s, run_cpu), ("server of OpenEnv", served_s, served_cpu)):
        print(f"{name:<22}{len(records) / seconds:>10.1f}{1000 * used / len(records):>16.2f}")
    print(f"{'clients':<22}{'':>10}{1000 * sum(client_cpu) / len(records):>16.2f}")
    print(f"rate: {100 * run_s / served_s:.0f} % of the run's")
    for name, each in costs.items():
        print(f"`look` by {name:<36}{each:>8.3f} ms")


if __name__ == "__main__":
    main()
