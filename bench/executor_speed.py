"""What the driver of a run on an executor costs: `PYTHONPATH=build/python python3 bench/executor_speed.py`.

The shipped pairs make the plan. Some of its trials are played; then the driver gets their records, over and over, for all trials of
the plan: first at once, then from 100 workers that sleep as long as an agent of 10 ms a shot would think. Trials are not bundled.
"""

import argparse
import tempfile
import threading
import time
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import novphy

SHOT_S = 0.010
WORKERS = 100
PLAYED = 20
LONG_S = 60.0  # what a trial is said to take, so that trials are not bundled


class Playing:
    """Plays the first trials in this thread, and then gives their records again."""

    def __init__(self):
        self.results = []
        self.given = 0

    def next(self, function, arguments):
        if len(self.results) < PLAYED:
            self.results.append((*function(*arguments)[:3], LONG_S))
        self.given += 1
        return self.results[self.given % len(self.results)]

    def submit(self, function, *arguments):
        future = Future()
        future.set_result(self.next(function, arguments))
        return future


class Sleeping:
    """Workers that sleep as long as an agent thinks, and then give records of `playing`."""

    def __init__(self, playing, workers):
        self.pool = ThreadPoolExecutor(workers)
        self._max_workers = workers
        self.playing = playing
        self.lock = threading.Lock()
        self.slept_s = 0.0
        self.begin = self.end = 0.0

    def submit(self, function, *arguments):
        self.begin = self.begin or time.monotonic()
        return self.pool.submit(self.sleep, self.playing.next(function, arguments))

    def sleep(self, result):
        seconds = sum(block.count('"drag_m"') for block, _ in result[2]) * SHOT_S
        time.sleep(seconds)
        with self.lock:
            self.slept_s += seconds
            self.end = time.monotonic()
        return result


def driven(plan, executor, out, **options):
    """The wall time and the processor time of this process for a run."""
    wall, cpu = time.monotonic(), time.process_time()
    novphy.run(plan, "pig_shooter", out=out, executor=executor, force=True, **options)
    return time.monotonic() - wall, time.process_time() - cpu


def bare_loop(_):
    return sum(range(5_000_000))


def gain(seconds_with):
    """How much faster two processes are than one, in words."""
    one, two = (seconds_with(workers) for workers in (1, 2))
    return f"{one / two:.2f} times as fast as one ({one:.1f} s, {two:.1f} s)"


def looped(workers):
    """The wall time of a loop without memory or files, as a measure of the machine."""
    with ProcessPoolExecutor(workers) as pool:
        start = time.monotonic()
        list(pool.map(bare_loop, range(60)))
        return time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--trials", type=int, default=40, help="of each of the 40 novelty-scenarios")
    parser.add_argument("--pool", type=int, default=45, help="tasks of each template")
    parser.add_argument("--no-local", action="store_true", help="leaves out the comparison of one and two local workers")
    options = parser.parse_args()
    plan = novphy.plan(trials=options.trials, pool=options.pool, min_normal=20, max_normal=20, proof="none", calibration_runs=0,
                       threads=0)  # all trials have the same number of tasks
    print(f"{plan.trials} trials", flush=True)
    with tempfile.TemporaryDirectory() as name:
        out = Path(name) / "records.jsonl"
        if not options.no_local:
            def played(workers):
                with ProcessPoolExecutor(workers) as pool:
                    return driven(plan, pool, out, trials=1)[0]

            print(f"two local workers: {gain(played)}; with a bare loop in place of trials: {gain(looped)}", flush=True)
        playing = Playing()
        driven(plan, playing, out, trials=1)
        _, cpu = driven(plan, playing, out)
        start = time.process_time()
        novphy.Records.load(out)
        reading = time.process_time() - start
        print(f"the driver: {1000 * cpu / plan.trials:.2f} ms of processor time for each trial; {1000 * reading / plan.trials:.2f} ms of "
              "them to give the records to the caller at the end", flush=True)
        sleeping = Sleeping(playing, WORKERS)
        _, cpu = driven(plan, sleeping, out)
        wall = sleeping.end - sleeping.begin
        print(f"{WORKERS} workers with an agent of {1000 * SHOT_S:.0f} ms a shot: {100 * sleeping.slept_s / WORKERS / wall:.0f} % busy "
              f"in {wall:.1f} s, until the last trial; {cpu:.1f} s of processor time")


main()
