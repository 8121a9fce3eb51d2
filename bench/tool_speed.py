#!/usr/bin/env python3
"""Prints what calls of tools cost (docs/guide/models.md): a call without a play, in the package and over MCP on standard input and output, and
`shoot` beside the play alone, on the normal tasks of all pairs.
Usage: PYTHONPATH=build/python python bench/tool_speed.py, with the package mcp"""

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import novphy
from novphy.tools import ToolTrial, Track

CALLS = {"look": {}, "look as json": {"as": "json"}, "aim": {"object": 0}, "notes": {"text": "a note"}, "report_novelty": {"probability": 0.5}}
REPEATS = 400


def median_ms(call):
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


class Mcp:
    """A client on the server's standard input and output."""

    def __init__(self, plan, out):
        self.process = subprocess.Popen([sys.executable, "-m", "novphy", "mcp", plan, "--out", out], stdin=-1, stdout=-1, stderr=-3, text=True)
        self.last = 0
        self.ask("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={"name": "tool_speed", "version": "1"})

    def ask(self, method, **params):
        self.last += 1
        print(json.dumps({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())["result"]


def throws_ms(plan):
    """Milliseconds of a throw in a session alone and by `shoot`, over the first tasks of all trials; the better of three tries."""
    alone = by_tool = 0.0
    for trial in range(plan.trials):
        times = []
        for _ in range(3):
            session = novphy.Session(plan, trial)
            start = time.perf_counter()
            session.shoot([40.0, 0.9])
            session.advance_until_still()
            times.append(time.perf_counter() - start)
        alone += min(times)
        times = []
        for _ in range(3):
            tools = ToolTrial(plan, trial)
            start = time.perf_counter()
            tools.call("shoot", '{"angle":40,"pull":0.9}')
            times.append(time.perf_counter() - start)
        by_tool += min(times)
    return 1000 * alone / plan.trials, 1000 * by_tool / plan.trials


def main():
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "plan.json"
        plan = novphy.plan(trials=1, min_normal=1, max_normal=1, novel=1, calibration_runs=0, proof="none")
        file.write_text(plan.json())
        in_package, over_mcp = {}, {}
        for name, arguments in CALLS.items():
            trial = ToolTrial(plan, 0, Track())
            in_package[name] = median_ms(lambda: trial.call(name.split()[0], arguments))
            client = Mcp(file, Path(folder) / f"{name}.jsonl")
            over_mcp[name] = median_ms(lambda: client.ask("tools/call", name=name.split()[0], arguments=arguments))
            client.process.kill()
            client.process.wait()
        print(f"{'call':<16}{'in the package':>16}{'over MCP':>12}")
        for name in CALLS:
            print(f"{name:<16}{in_package[name]:>13.3f} ms{over_mcp[name]:>9.3f} ms")
        alone, by_tool = throws_ms(plan)
        print(f"a throw alone {alone:.3f} ms, by `shoot` {by_tool:.3f} ms: {by_tool / alone:.3f} times")


if __name__ == "__main__":
    main()
