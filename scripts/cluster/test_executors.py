"""Plays a plan through dask-jobqueue and submitit on the Slurm that test_slurm.sh starts. Usage: test_executors.py PLAN

Each engine loses a process or a job meanwhile. The records must equal those of one run.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import novphy


class Slow(novphy.Agent):
    """Takes its time, so that the test can kill its workers."""

    def begin_trial(self, seed):
        self.angle = 20.0 + seed % 40

    def choose(self, seen):
        time.sleep(0.3)
        return [self.angle]


def until(condition):
    end = time.monotonic() + 240
    while not condition():
        if time.monotonic() > end:
            sys.exit("in vain: " + condition.__name__)
        time.sleep(0.1)


def lines_of(*command):
    return subprocess.run(command, check=False, capture_output=True, text=True).stdout.split()


def running_jobs(name):
    return lines_of("squeue", "--noheader", "--states=running", f"--name={name}", "--format=%i")


def finished_trials(out):
    partial = Path(f"{out}.partial")
    return partial.read_bytes().count(b'{"trial":') if partial.exists() else 0


def played(plan, executor, out, disturb):
    """Plays the plan while `disturb` does harm in a thread; whether the records are those of one run."""
    harm = threading.Thread(target=disturb, args=(out,), daemon=True)
    harm.start()
    novphy.run(plan, Slow, out=out, executor=executor)
    harm.join()
    same = Path(out).read_bytes() == Path("one.jsonl").read_bytes()
    print(f"{out}: {'the' if same else 'NOT the'} {Path(out).stat().st_size} bytes of one run", flush=True)
    return same


def kill_a_dask_worker_and_cancel_a_job(out):
    until(lambda: finished_trials(out) >= 1)
    os.kill(int(lines_of("pgrep", "-f", "distributed.cli.dask_worker")[0]), signal.SIGKILL)
    print("the process of a worker was killed", flush=True)
    until(lambda: finished_trials(out) >= 3 and running_jobs("dask-worker"))
    subprocess.run(["scancel", running_jobs("dask-worker")[0]], check=True)
    print("a job of dask-jobqueue was cancelled", flush=True)


def cancel_a_submitted_job(out):
    until(lambda: running_jobs("submitit"))
    time.sleep(3)  # in the middle of a trial
    subprocess.run(["scancel", running_jobs("submitit")[0]], check=True)
    print("a job of submitit was cancelled", flush=True)


def with_dask_jobqueue(plan):
    from dask_jobqueue import SLURMCluster

    cluster = SLURMCluster(cores=1, processes=1, memory="500MB", walltime="00:10:00")
    with cluster:
        cluster.adapt(minimum_jobs=3, maximum_jobs=3)  # starts a job for each that is lost
        with cluster.get_client() as client:
            return played(plan, client, "dask.jsonl", kill_a_dask_worker_and_cancel_a_job)


def with_submitit(plan):
    import submitit

    executor = submitit.AutoExecutor(folder="jobs")
    executor.update_parameters(timeout_min=10, slurm_cpus_per_task=1)
    return played(plan, novphy.JobQueue(executor, jobs=3), "submitit.jsonl", cancel_a_submitted_job)


def with_submitit_alone(plan):
    from submitit import SlurmExecutor

    executor = SlurmExecutor("jobs")
    executor.update_parameters(time=10)
    return played(plan, executor, "submitit_alone.jsonl", lambda _: None)


def main():
    plan = sys.argv[1]
    novphy.run(plan, Slow, out="one.jsonl", threads=4)
    same = [engine(plan) for engine in (with_dask_jobqueue, with_submitit, with_submitit_alone)]
    sys.exit(0 if all(same) else 1)


if __name__ == "__main__":
    main()
