"""Runs whose trials an executor plays: the bytes of one run, whatever happens to workers and driver."""

import json
import os
import socket
import subprocess
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor

import novphy
import pytest
from novphy import executors
from conftest import seeds_of


class Steady(novphy.Agent):
    """The angle depends on the trial's seed."""

    def begin_trial(self, seed):
        self.angle = 20.0 + seed % 40

    def choose(self, seen):
        return [self.angle]


class Deadly(Steady):
    """Ends its process in one of the trials."""

    seed = None

    def begin_trial(self, seed):
        super().begin_trial(seed)
        if seed == Deadly.seed:
            os._exit(1)


class Here:
    """An executor without callbacks, as submitit is: futures are asked whether they are done."""

    class Job:
        def __init__(self, work):
            self._work = work

        def done(self):
            return True

        def result(self):
            return self._work()

    def submit(self, function, *arguments):
        return Here.Job(lambda: function(*arguments))


class Failing:
    """An executor that plays in this thread, except for the parts that hold the trial with a seed."""

    def __init__(self, seed):
        self.seed = seed
        self.parts = []

    def submit(self, function, plan, *arguments):
        future = Future()
        seeds = seeds_of(novphy.Plan.parse(plan))
        self.parts.append(len(seeds))
        try:
            if self.seed in seeds:
                raise OSError("the worker was killed")
            future.set_result(function(plan, *arguments))
        except Exception as error:
            future.set_exception(error)
        return future


@pytest.fixture(scope="module")
def one_run(small_plan, tmp_path_factory):
    out = tmp_path_factory.mktemp("one") / "one.jsonl"
    novphy.run(small_plan, Steady, out=out)
    return out.read_bytes()


@pytest.mark.parametrize("make", [lambda: ProcessPoolExecutor(2), lambda: ThreadPoolExecutor(3)])
def test_an_executor_gives_the_bytes_of_one_run(small_plan, tmp_path, one_run, make):
    with make() as executor:
        records = novphy.run(small_plan, Steady, out=tmp_path / "r.jsonl", executor=executor)
    assert (tmp_path / "r.jsonl").read_bytes() == one_run
    assert len(records) == one_run.count(b"\n") - 1
    assert [each.name for each in tmp_path.iterdir()] == ["r.jsonl"]


def test_an_executor_needs_no_callbacks(small_plan, tmp_path, one_run):
    told = []
    novphy.run(small_plan, Steady, out=tmp_path / "r.jsonl", executor=Here(), progress=lambda *numbers: told.append(numbers))
    assert (tmp_path / "r.jsonl").read_bytes() == one_run
    assert told[0] == (0, len(small_plan)) and told[-1] == (len(small_plan), len(small_plan))


def test_an_agent_of_novphy_a_detector_and_few_trials_give_the_bytes_of_one_run(small_plan, tmp_path):
    for out, executor in (("one.jsonl", None), ("shared.jsonl", Here())):
        novphy.run(small_plan, "pig_shooter", out=tmp_path / out, executor=executor, detector="pma:2:1", trials=2, name="P")
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "shared.jsonl").read_bytes()


def test_short_trials_travel_in_bundles(small_plan, tmp_path, one_run, monkeypatch):
    monkeypatch.setattr(executors, "BUNDLES", 1)
    monkeypatch.setattr(executors, "MOST_FUTURES", 1)
    executor = Failing(None)
    novphy.run(small_plan, Steady, out=tmp_path / "r.jsonl", executor=executor)
    assert executor.parts[0] == 1 and max(executor.parts) > 1 and sum(executor.parts) == small_plan.trials
    assert (tmp_path / "r.jsonl").read_bytes() == one_run


@pytest.mark.parametrize("bundles", [1, 64])
def test_a_trial_that_ends_its_worker_is_named_and_costs_no_other_trial(small_plan, tmp_path, one_run, monkeypatch, bundles):
    monkeypatch.setattr(executors, "BUNDLES", bundles)
    monkeypatch.setattr(executors, "MOST_FUTURES", 1)
    out = tmp_path / "r.jsonl"
    executor = Failing(seeds_of(small_plan)[2])
    with pytest.raises(novphy.UnfinishedRun, match="trial at place 3 ended its worker: OSError: the worker was killed") as raised:
        novphy.run(small_plan, Steady, out=out, executor=executor)
    assert raised.value.trials == [2] and raised.value.kept == small_plan.trials - 1
    assert not out.exists()
    played = Failing(None)
    novphy.run(small_plan, Steady, out=out, executor=played, resume=True)
    assert played.parts == [1]
    assert out.read_bytes() == one_run


@pytest.mark.parametrize("jobs", [1, 3, 100])
def test_a_job_queue_gets_a_few_long_jobs(small_plan, tmp_path, one_run, jobs):
    executor = Failing(None)
    novphy.run(small_plan, Steady, out=tmp_path / "r.jsonl", executor=novphy.JobQueue(executor, jobs=jobs))
    assert len(executor.parts) == min(jobs, small_plan.trials) and sum(executor.parts) == small_plan.trials
    assert (tmp_path / "r.jsonl").read_bytes() == one_run


def test_a_job_that_failed_is_submitted_again_in_halves(small_plan, tmp_path):
    executor = Failing(seeds_of(small_plan)[0])
    with pytest.raises(novphy.UnfinishedRun, match="trial at place 1 ended its worker: OSError: the worker was killed") as raised:
        novphy.run(small_plan, Steady, out=tmp_path / "r.jsonl", executor=novphy.JobQueue(executor, jobs=1))
    halves = [small_plan.trials]
    while halves[-1] > 1:
        halves.append((halves[-1] + 1) // 2)
    assert executor.parts[0] == small_plan.trials and set(halves) <= set(executor.parts)
    assert raised.value.kept == small_plan.trials - 1


def test_a_job_queue_needs_jobs():
    with pytest.raises(novphy.InputError, match="jobs: found 0, expected at least 1"):
        novphy.JobQueue(Here(), jobs=0)


SUBMITIT = """Job (task=0) failed during processing with trace:
----------------------
Traceback (most recent call last):
  File "submission.py", line 55, in process_job
    result = delayed.result()
{}
----------------------
You can check full logs with 'job.stderr(0)' and 'job.stdout(0)'or at paths:
  - /jobs/1_0_log.err"""

UNCOMPLETED = """Job 7 (task: 0) with path /jobs/7_0_result.pkl
has not produced any output (state: CANCELLED by 0)
Error stream produced:
----------------------------------------
slurmstepd: error: *** JOB 7 ON node1 CANCELLED ***"""


@pytest.mark.parametrize("text, kind, message", ids=["input", "import", "error", "no message", "lost"], argvalues=[
    (SUBMITIT.format("novphy._errors.InputError: worker w: selftest: plays differently"), novphy.InputError, "^worker w: selftest: plays"),
    (SUBMITIT.format("ModuleNotFoundError: No module named 'novphy'"), novphy.InputError, "novphy must be installed on every worker"),
    (SUBMITIT.format("ValueError: no angle"), novphy.UnfinishedRun, "ended its worker: ValueError: no angle; "),
    (SUBMITIT.format("KeyError"), novphy.UnfinishedRun, "ended its worker: KeyError; "),
    (UNCOMPLETED, novphy.UnfinishedRun, r": Job 7 \(task: 0\) with path \S+ has not produced any output \(state: CANCELLED by 0\); "),
])
def test_what_ended_a_job_of_submitit_is_told_in_a_line(small_plan, tmp_path, text, kind, message):
    class Ending(Here):
        def submit(self, function, *arguments):
            def end():
                raise RuntimeError(text)

            return Here.Job(end)

    Ending.__module__ = "submitit.slurm"
    with pytest.raises(kind, match=message) as raised:
        novphy.run(small_plan, Steady, out=tmp_path / "r.jsonl", executor=Ending())
    assert "\n" not in str(raised.value)


def test_a_client_of_dask_is_an_executor(small_plan, tmp_path, one_run):
    class Client:
        def get_executor(self, pure):
            assert not pure  # a trial that failed must not get its old result
            return Here()

    novphy.run(small_plan, Steady, out=tmp_path / "r.jsonl", executor=Client())
    assert (tmp_path / "r.jsonl").read_bytes() == one_run


def test_jobs_are_cancelled_also_where_the_batch_system_no_longer_knows_one(small_plan, tmp_path):
    cancelled = []

    class Cancelling(Here):
        class Job(Here.Job):
            def done(self):
                raise KeyboardInterrupt

            def cancel(self):
                cancelled.append(self)
                raise subprocess.CalledProcessError(1, "scancel")

        def submit(self, function, *arguments):
            return Cancelling.Job(None)

    with pytest.raises(KeyboardInterrupt):
        novphy.run(small_plan, Steady, out=tmp_path / "r.jsonl", executor=novphy.JobQueue(Cancelling(), jobs=3))
    assert len(cancelled) == 3


class Unready(Steady):
    """Cannot be made."""

    def __init__(self):
        raise OSError("no weights")


@pytest.mark.parametrize("agent, name, text", [(Unready, "python:Unready", "the agent's senses(): OSError: no weights"),
                                               ("exec:no_such_program", "exec:no_such_program", 'asked "hello": ')])
def test_an_agent_that_never_begins_ends_the_run(small_plan, tmp_path, agent, name, text):
    executor = Failing(None)
    with pytest.raises(novphy.InputError) as raised:
        novphy.run(small_plan, agent, out=tmp_path / "r.jsonl", executor=executor)
    said = str(raised.value)
    begin = f"{name}: the agent could not begin in any of the first 3 trials: worker {socket.gethostname()}, process {os.getpid()}: "
    assert said.startswith(begin) and text in said and "\n" not in said, said
    assert not list(tmp_path.iterdir())


def test_an_agent_that_begins_late_loses_no_trial(small_plan, tmp_path):
    class Late(Steady):
        made = 0

        def __init__(self):
            Late.made += 1
            if Late.made <= 2:
                raise OSError("not yet")

    records = novphy.run(small_plan, Late, out=tmp_path / "r.jsonl", executor=Here())
    trials = {(record["phase"] == "calibration", record["trial"]): record["end"] for record in records}
    assert len(trials) == small_plan.trials and list(trials.values()).count("agent_error") == 2


def test_an_agent_that_ends_its_worker_in_the_first_trials_ends_the_run(small_plan, tmp_path, monkeypatch):
    class AlwaysFailing(Here):
        submitted = 0

        def submit(self, function, *arguments):
            AlwaysFailing.submitted += 1

            def fail():
                raise OSError("the worker was killed")

            return Here.Job(fail)

    monkeypatch.setattr(executors, "MOST_FUTURES", 1)
    with pytest.raises(novphy.UnfinishedRun, match="at place 1 ended its worker: .*; so did the trials at places 2, 3; 5 trials") as raised:
        novphy.run(small_plan, Steady, out=tmp_path / "r.jsonl", executor=AlwaysFailing())
    assert AlwaysFailing.submitted == 3
    assert raised.value.trials == list(range(small_plan.trials)) and raised.value.kept == 0


def test_a_pool_that_breaks_down_keeps_what_is_finished(small_plan, tmp_path, one_run):
    out = tmp_path / "r.jsonl"
    Deadly.seed = seeds_of(small_plan)[4]
    with pytest.raises(novphy.UnfinishedRun, match="the executor has failed") as raised:
        with ProcessPoolExecutor(1) as executor:
            novphy.run(small_plan, Deadly, out=out, executor=executor, name="python:Steady")
    assert raised.value.kept == 4 and 4 in raised.value.trials
    with ProcessPoolExecutor(1) as executor:
        novphy.run(small_plan, Steady, out=out, executor=executor, resume=True, name="python:Steady")
    assert out.read_bytes() == one_run


def test_a_worker_of_another_version_is_refused(small_plan, tmp_path, monkeypatch):
    class Other(Here):
        def submit(self, function, *arguments):
            def play():
                worker, machine, blocks, seconds = function(*arguments)
                return worker, machine.replace('"version":"', '"version":"9.'), blocks, seconds

            return Here.Job(play)

    with pytest.raises(novphy.InputError, match=r"worker .*, process \d+: cannot play for this run: version is .* here, is 9\."):
        novphy.run(small_plan, Steady, out=tmp_path / "r.jsonl", executor=Other())
    assert not list(tmp_path.iterdir())


def test_records_that_are_not_those_of_a_trial_are_refused(small_plan, tmp_path):
    class Cutting(Here):
        def submit(self, function, *arguments):
            def play():
                worker, machine, blocks, seconds = function(*arguments)
                return worker, machine, [(block[: block.index("\n") + 1], "") for block, _ in blocks], seconds

            return Here.Job(play)

    with pytest.raises(novphy.InputError, match=r"records of a finished trial: found 1, expected \d"):
        novphy.run(small_plan, Steady, out=tmp_path / "r.jsonl", executor=Cutting())
    assert not list(tmp_path.iterdir())


def test_a_worker_that_sends_too_few_trials_is_refused(small_plan, tmp_path):
    class Losing(Here):
        def submit(self, function, *arguments):
            def play():
                worker, machine, _, seconds = function(*arguments)
                return worker, machine, [], seconds

            return Here.Job(play)

    with pytest.raises(novphy.InputError, match=r"worker .*, process \d+: sent 0 trials, expected 1"):
        novphy.run(small_plan, Steady, out=tmp_path / "r.jsonl", executor=Losing())


def test_a_worker_without_the_package_or_with_another_sine_is_refused(small_plan, tmp_path):
    class Without(Here):
        def __init__(self, error):
            self.error = error

        def submit(self, function, *arguments):
            def fail():
                raise self.error

            return Here.Job(fail)

    for error, text in ((ModuleNotFoundError("No module named 'novphy'"), "novphy must be installed on every worker"),
                        (novphy.InputError("worker w: selftest: plays differently"), "plays differently")):
        with pytest.raises(novphy.InputError, match=text):
            novphy.run(small_plan, Steady, out=tmp_path / "r.jsonl", executor=Without(error))


def test_what_is_no_executor_is_refused(small_plan):
    for use in (lambda: novphy.run(small_plan, Steady, executor=3), lambda: novphy.JobQueue(3)):
        with pytest.raises(novphy.InputError, match="executor: found int, expected an object with submit"):
            use()


def test_ctrl_c_keeps_finished_trials(small_plan, tmp_path, one_run):
    class Interrupting(Here):
        left = 3

        def submit(self, function, *arguments):
            Interrupting.left -= 1
            if Interrupting.left < 0:
                raise KeyboardInterrupt
            return super().submit(function, *arguments)

    executors_most, executors.MOST_FUTURES = executors.MOST_FUTURES, 1
    try:
        with pytest.raises(KeyboardInterrupt):
            novphy.run(small_plan, Steady, out=tmp_path / "r.jsonl", executor=Interrupting())
        assert (tmp_path / "r.jsonl.partial").read_bytes().count(b'{"trial":') >= 3
        novphy.run(small_plan, Steady, out=tmp_path / "r.jsonl", executor=Here(), resume=True)
    finally:
        executors.MOST_FUTURES = executors_most
    assert (tmp_path / "r.jsonl").read_bytes() == one_run
