"""What the driver of a run on an executor costs: `PYTHONPATH=build/python python3 bench/executor_speed.py`.

The shipped pairs make the plan. Some of its trials are played; then the driver gets their records, over and over, for all trials of
the plan: first at once, then from 100 workers that sleep as long as an agent of 10 ms a shot would think.
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


class Playing:
    """Plays the first trials in this thread, and then gives their records again."""

    def __init__(self):
        self.results = []
        self.given = 0

    def next(self, function, arguments):
        if len(self.results) < PLAYED:
            self.results.append(function(*arguments))
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

    def submit(self, function, *arguments):
        return self.pool.submit(self.sleep, self.playing.next(function, arguments))

    def sleep(self, result):
        worker, machine, blocks, _ = result
        start = time.monotonic()
        time.sleep(sum(block.count('"drag_m"') for block in blocks) * SHOT_S)
        with self.lock:
            self.slept_s += time.monotonic() - start
        return worker, machine, blocks, 60.0  # so long that trials are not bundled


def driven(plan, executor, out, **options):
    """The wall time and the processor time of this process for a run."""
    wall, cpu = time.monotonic(), time.process_time()
    novphy.run(plan, "pig_shooter", out=out, executor=executor, force=True, **options)
    return time.monotonic() - wall, time.process_time() - cpu


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--trials", type=int, default=25, help="of each of the 40 novelty-scenarios")
    parser.add_argument("--pool", type=int, default=45, help="tasks of each template")
    parser.add_argument("--no-local", action="store_true", help="leaves out the comparison of one and two local workers")
    options = parser.parse_args()
    plan = novphy.plan(trials=options.trials, pool=options.pool, min_normal=20, max_normal=20, proof="none", calibration_runs=0,
                       threads=0)  # all trials have the same number of tasks
    print(f"{plan.trials} trials", flush=True)
    with tempfile.TemporaryDirectory() as name:
        out = Path(name) / "records.jsonl"
        if not options.no_local:
            walls = []
            for workers in (1, 2):
                with ProcessPoolExecutor(workers) as pool:
                    walls.append(driven(plan, pool, out, trials=1)[0])
            print(f"two local workers: {walls[0] / walls[1]:.2f} times as fast as one ({walls[0]:.1f} s, {walls[1]:.1f} s)", flush=True)
        playing = Playing()
        driven(plan, playing, out, trials=1)
        _, cpu = driven(plan, playing, out)
        print(f"the driver: {1000 * cpu / plan.trials:.2f} ms of processor time for each trial", flush=True)
        sleeping = Sleeping(playing, WORKERS)
        wall, cpu = driven(plan, sleeping, out)
        print(f"{WORKERS} workers with an agent of {1000 * SHOT_S:.0f} ms a shot: {100 * sleeping.slept_s / WORKERS / wall:.0f} % busy "
              f"in {wall:.1f} s; the driver used {cpu:.1f} s")


main()
