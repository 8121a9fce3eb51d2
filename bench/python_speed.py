"""Prints the rates of the Python package beside the C++ program's, in processor time on the same tasks, and times of World.

Usage: PYTHONPATH=build/python python3 bench/python_speed.py [ROUNDS, default 5]
Gymnasium is needed for the lines of environments; without it they are left out.
"""

import importlib.util
import resource
import statistics
import subprocess
import sys
import time

import novphy
import numpy as np
from novphy._engine import engine

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
PLAYS = 2000
TASKS = novphy.make_tasks("rolling/agents/normal", 40, proof="none")
ANGLES = np.random.default_rng(1).integers(0, 180, PLAYS)


def rate(work, clock=time.process_time):
    """Plays a second, the median of the rounds."""
    rates = []
    for _ in range(ROUNDS):
        start = clock()
        work()
        rates.append(PLAYS / (clock() - start))
    return statistics.median(rates)


def many(threads):
    tasks = [TASKS[i % len(TASKS)] for i in range(PLAYS)]
    shots = (ANGLES - 90.0)[:, None, None]
    return lambda: novphy.play_many(tasks, shots, threads=threads)


def cpp():
    """The same plays in one call of C++, without Python."""
    return engine.rate_of_plays(TASKS, (ANGLES - 90.0).tolist(), ROUNDS)


def single(form):
    import gymnasium

    env = gymnasium.make("novphy/Task-v0", tasks=TASKS, observation=form).unwrapped

    def work():
        for i in range(PLAYS):
            env.reset(options={"task": i % len(TASKS)})
            env.step(ANGLES[i])

    return work


def vector(threads, num_envs=16):
    import gymnasium

    envs = gymnasium.make_vec(
        "novphy/Task-v0", num_envs=num_envs, tasks=TASKS, threads=threads, autoreset_mode="same_step",
        vectorization_mode="vector_entry_point",
    )  # fmt: skip
    envs = getattr(envs, "unwrapped", envs)
    envs.reset(seed=1)

    def work():
        for i in range(0, PLAYS, num_envs):
            envs.step(ANGLES[i : i + num_envs])

    return work


def microseconds(work, times=2000):
    """Time of one call, the median of the rounds."""
    rates = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(times):
            work()
        rates.append((time.perf_counter() - start) / times)
    return 1e6 * statistics.median(rates)


def world_times():
    """Microseconds of the calls of a World, half a second after the launch."""
    world = novphy.World(TASKS[0])
    world.throw(45)
    world.step(0.5)
    start = world.save()

    def again(step):
        world.restore(start)
        step()

    restore = microseconds(lambda: world.restore(start))
    one = microseconds(lambda: again(lambda: world.step(world.step_s)))
    times = {
        "save": microseconds(world.save),
        "restore": restore,
        "one step": one - restore,
        "bodies": microseconds(world.bodies),
        "branch": microseconds(world.branch, 50),
    }
    return ", ".join(f"{name} {time:.1f}" for name, time in times.items())


def cpu_s():
    """Processor time of this process and of its children that have ended."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def vector_steps(name, mode, num_envs=16, **settings):
    """Steps a second of a vector that Gymnasium makes in this mode, and processor time of a step in microseconds."""
    import gymnasium

    begin = cpu_s()
    envs = gymnasium.make_vec(name, num_envs, mode, **settings)
    envs.reset(seed=1)
    start = time.perf_counter()
    for i in range(0, PLAYS, num_envs):
        envs.step(ANGLES[i : i + num_envs])
    rate = PLAYS / (time.perf_counter() - start)
    envs.close()
    return rate, 1e6 * (cpu_s() - begin) / PLAYS


def start_s(count=350):
    """Processor time in which a new process makes a vector of 8 environments over this many tasks, without imports."""
    code = (
        "import time; from novphy.vector import TaskVectorEnv; start = time.process_time(); "
        f"TaskVectorEnv(8, count={count}); print(time.process_time() - start)"
    )
    done = [subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True) for _ in range(ROUNDS)]
    return statistics.median(float(each.stdout) for each in done)


def import_s(module):
    """Seconds in which a new process imports a module."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", f"import {module}"], check=True)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def line(name, value, of=None):
    print(f"{name:44} {value:9.0f} plays/s" + (f"  {100 * value / of:5.1f} %" if of else ""), flush=True)


base = cpp()
line("C++, one thread", base)
one = rate(many(1))
line("play_many, one thread", one, base)
wall = rate(many(1), time.perf_counter)
line("play_many, two threads (wall, of one's)", rate(many(2), time.perf_counter), wall)
print(f"World: {world_times()} us")
if importlib.util.find_spec("gymnasium"):
    line("novphy/Task-v0, features", rate(single("features")), base)
    line("novphy/Task-v0, table", rate(single("table")), base)
    line("vector of 16, features, one thread", rate(vector(1)), base)
    line("vector of 16, features, two threads", rate(vector(2)), base)
    print(f"start of a vector of 8 over 350 tasks: {start_s():.2f} s of processor time")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    kept = vector(1, 1024)
    print(f"1,024 environments: {(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024:.0f} MB")
    plan = novphy.plan(["rolling/agents"], trials=20, proof="none", calibration_runs=0)
    for name, settings in (("novphy/Task-v0", {"tasks": TASKS}), ("novphy/Trial-v0", {"plan": plan})):
        native, processes = (vector_steps(name, mode, **settings) for mode in ("vector_entry_point", "async"))
        print(
            f"{name}, 16 environments: {native[0]:.0f} steps/s, AsyncVectorEnv {processes[0]:.0f}, {native[0] / processes[0]:.1f} "
            f"times as many; processor time of a step {native[1]:.0f} us and {processes[1]:.0f} us"
        )
nothing, numpy_s, novphy_s = (import_s(module) for module in ("sys", "numpy", "novphy"))
print(f"import novphy: {novphy_s - nothing:.3f} s, of which numpy {numpy_s - nothing:.3f} s")
