"""Measures the cost of `novphy measure` with a million records on one thread, and of a report of ten agents.

Usage: evaluator.py PROGRAM [RECORDS]

Writes records of made-up agents into a temporary folder (RECORDS of them, a million by default: 340 MB) and prints
seconds, processor time and the largest memory of each command.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

NOVELTIES = ["objects", "agents", "actions", "interactions", "relations", "environments", "goals", "events"]
SCENARIOS = ["single_force", "multiple_forces", "rolling", "falling", "sliding"]
AGENTS = 10
NOVEL_TASKS = 40


def record(rng, novelty, scenario, trial, task, novel, skill):
    return {"novelty": novelty, "scenario": scenario, "trial": trial, "phase": "novel" if novel else "normal",
            "task": task, "template": f"{scenario}/{novelty}/normal", "variation": rng.randrange(350),
            "passed": rng.random() < skill, "score": 100 * rng.randrange(60),
            "shots": [{"drag_m": [-1.2345678, -0.345678]}, {"drag_m": [-1.2345678, -0.345678], "tap_ms": 1234}],
            "end": "pigs_gone", "digest": f"{rng.getrandbits(64):016x}", "time_s": round(20 * rng.random(), 2),
            "alarm": novel and rng.random() < 0.02}


def write_agent(file, agent, count):
    """Writes at least count records, in whole rounds: one trial in each of the forty novelty-scenarios."""
    plan, rng = random.Random(1), random.Random(agent)
    written = trial = 0
    with file.open("w", encoding="utf-8") as out:
        head = {"format": 1, "agent": f"agent {agent}", "plan_hash": "00112233445566ff"}
        out.write(json.dumps(head) + "\n")
        while written < count:
            for novelty in NOVELTIES:
                for scenario in SCENARIOS:
                    normal = plan.randint(1, 40)
                    for task in range(normal + NOVEL_TASKS):
                        line = record(rng, novelty, scenario, trial, task, task >= normal, (agent + 0.5) / AGENTS)
                        out.write(json.dumps(line, separators=(",", ":")) + "\n")
                    written += normal + NOVEL_TASKS
            trial += 1
    return written


def timed(name, *command):
    start = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{name} failed")
    seconds = usage.ru_utime + usage.ru_stime
    print(f"{name}: {time.monotonic() - start:.1f} s, {seconds:.1f} s of processor time, {usage.ru_maxrss / 1024:.0f} MB")


def main():
    program = str(Path(sys.argv[1]).resolve())
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = [folder / f"agent_{i}.jsonl" for i in range(AGENTS)]
        parts = [write_agent(file, i, count // AGENTS) for i, file in enumerate(files)]
        whole = folder / "whole.jsonl"
        written = write_agent(whole, 0, count)
        timed(f"measure {written} records of one agent, one thread", program, "measure", str(whole), "--jobs", "1")
        timed(f"report of {AGENTS} agents, {parts[0]} records each, every core", program, "report", *map(str, files),
              "--out", str(folder / "report.html"))
        timed(f"report of {AGENTS} agents, {parts[0]} records each, one thread", program, "report", *map(str, files),
              "--jobs", "1", "--out", str(folder / "report.html"))


if __name__ == "__main__":
    main()
