"""Runs on processes, Dask and MPI, by `python -m novphy.cluster` and by an executor: the bytes of one run."""

import importlib.util
import json
import shutil
import signal
import subprocess
import sys
import time

import novphy
import pytest
from conftest import PRELOADED, seeds_of
from program import run, start

HAS_DASK = importlib.util.find_spec("distributed") is not None

AGENT = """
import os, time
import novphy

class Slow(novphy.Agent):
    def begin_trial(self, seed):
        self.angle = 20.0 + seed % 40
        if os.path.exists(os.environ.get("NOVPHY_POISON", "")) and seed == int(open(os.environ["NOVPHY_POISON"]).read()):
            os._exit(1)
    def choose(self, seen):
        time.sleep(0.05)
        return [self.angle]
"""


def cluster(folder, *arguments, **options):
    command = [sys.executable, "-m", "novphy.cluster", "plan.json", "--agent", "agent.py:Slow", *arguments]
    return start(command, folder, **options)


def said(process, code):
    output, errors = process.communicate(timeout=300)
    assert process.returncode == code, (process.returncode, output, errors)
    return output if code == 0 else errors


@pytest.fixture
def folder(small_plan, tmp_path):
    (tmp_path / "plan.json").write_text(small_plan.json())
    (tmp_path / "agent.py").write_text(AGENT)
    return tmp_path


def test_the_command_plays_on_processes_of_this_machine(folder):
    assert said(cluster(folder, "--processes", "2", "--out", "r.jsonl"), 0).endswith("passed: r.jsonl\n")
    sys.path.insert(0, str(folder))
    try:
        from agent import Slow
    finally:
        sys.path.remove(str(folder))
    novphy.run(str(folder / "plan.json"), Slow, out=folder / "one.jsonl")
    assert (folder / "r.jsonl").read_bytes().split(b"\n")[1:] == (folder / "one.jsonl").read_bytes().split(b"\n")[1:]
    for arguments, text in ((["--processes", "2", "--out", "r.jsonl"], "r.jsonl: is there already"),
                            (["--processes", "0", "--out", "n.jsonl"], "--processes: found 0, expected at least 1"),
                            (["--processes", "1", "--agent", "nobody", "--out", "n.jsonl"], "nobody"),
                            *([] if PRELOADED else [(["--processes", "1", "--agent", "exec:exit 3", "--out", "n.jsonl"], ", process ")]),
                            (["--processes", "1", "--agent", "no.py:Slow", "--out", "n.jsonl"], "no.py cannot be read"),
                            (["--processes", "1", "--agent", "agent.py:Fast", "--out", "n.jsonl"], "has no class Fast")):
        errors = said(cluster(folder, *arguments), 2)
        assert text in errors and errors.count("\n") == 1, errors


class Dask:
    """A Dask scheduler and workers on the loopback, each worker a process in a folder of its own."""

    def __init__(self, folder, **environment):
        self.folder = folder
        self.environment = {"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "20s", **environment}
        self.processes = []
        self.start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", "scheduler.json")
        file = folder / "scheduler.json"
        while not (file.exists() and file.stat().st_size):
            time.sleep(0.02)
        self.address = json.loads(file.read_text())["address"]

    def start(self, kind, *arguments):
        self.processes.append(start([sys.executable, "-m", f"distributed.cli.dask_{kind}", *arguments], self.folder, self.environment,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        return self.processes[-1]

    def worker(self, name):
        home = self.folder / name
        home.mkdir()
        return self.start("worker", self.address, "--no-nanny", "--no-dashboard", "--nthreads", "1", "--name", name,
                          "--local-directory", str(home))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
            process.wait()


def trials_in(file):
    return file.read_bytes().count(b'{"trial":') if file.exists() else 0


def wait_for(condition):
    end = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < end, "in vain"
        time.sleep(0.02)


needs_dask = pytest.mark.skipif(not HAS_DASK, reason="python3-distributed is not installed")


@needs_dask
def test_dask_gives_the_bytes_of_one_run_though_workers_and_the_driver_are_killed(folder):
    plan = novphy.plan(["rolling/agents"], trials=12, min_normal=2, max_normal=3, novel=3, calibration_runs=2, calibration_tasks=2,
                       proof="none")
    (folder / "plan.json").write_text(plan.json())
    said(cluster(folder, "--processes", "2", "--out", "one.jsonl"), 0)
    partial = folder / "r.jsonl.partial"
    with Dask(folder) as dask:
        first = dask.worker("first")
        dask.worker("second")
        driver = cluster(folder, "--scheduler", dask.address, "--out", "r.jsonl")
        wait_for(lambda: trials_in(partial) >= 2)
        dask.worker("third")  # joins late
        first.send_signal(signal.SIGKILL)  # in the middle of a trial
        wait_for(lambda: trials_in(partial) >= 5)
        driver.kill()
        driver.communicate()
        assert trials_in(partial) < plan.trials
        said(cluster(folder, "--scheduler", dask.address, "--out", "r.jsonl", "--resume"), 0)
    assert (folder / "r.jsonl").read_bytes() == (folder / "one.jsonl").read_bytes()
    assert not partial.exists()


@needs_dask
def test_dask_names_a_trial_that_ends_its_workers(folder, small_plan):
    said(cluster(folder, "--processes", "2", "--out", "one.jsonl"), 0)
    poison = folder / "poison"
    poison.write_text(str(seeds_of(small_plan)[1]))
    with Dask(folder, NOVPHY_POISON=str(poison), DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="1") as dask:
        for name in "abc":
            dask.worker(name)
        errors = said(cluster(folder, "--scheduler", dask.address, "--out", "r.jsonl"), 3)
        assert "the plan's trial at place 2 ended its worker: KilledWorker: " in errors, errors
        assert f"1 trials are not finished, {small_plan.trials - 1} are kept" in errors, errors
        poison.unlink()
        said(cluster(folder, "--scheduler", dask.address, "--out", "r.jsonl", "--resume"), 0)
    assert (folder / "r.jsonl").read_bytes() == (folder / "one.jsonl").read_bytes()


@needs_dask
def test_no_scheduler_is_one_line(folder):
    errors = said(cluster(folder, "--scheduler", "tcp://127.0.0.1:9", "--out", "r.jsonl",
                          environment={"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s"}), 2)
    assert "no Dask scheduler answers at tcp://127.0.0.1:9" in errors and "Traceback" not in errors


MPI_DRIVER = """
import sys
import novphy
from mpi4py.futures import MPIPoolExecutor
from agent import Slow

if __name__ == "__main__":
    with MPIPoolExecutor() as executor:
        novphy.run("plan.json", Slow, out="r.jsonl", executor=executor, name=sys.argv[1])
"""


@pytest.mark.skipif(importlib.util.find_spec("mpi4py") is None or not shutil.which("mpiexec"),
                    reason="python3-mpi4py and openmpi-bin are not installed")
@pytest.mark.skipif(PRELOADED, reason="OpenMPI does not run under the sanitizers")
def test_mpi_gives_the_bytes_of_one_run(folder):
    (folder / "driver.py").write_text(MPI_DRIVER)
    said(cluster(folder, "--processes", "1", "--out", "one.jsonl"), 0)
    name = json.loads((folder / "one.jsonl").read_text().split("\n", maxsplit=1)[0])["agent"]
    command = ["mpiexec", "--oversubscribe", "-n", "3", sys.executable, "-m", "mpi4py.futures", "driver.py", name]
    run(command, folder=folder, environment={"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"})
    assert (folder / "r.jsonl").read_bytes() == (folder / "one.jsonl").read_bytes()
