"""How many participants `python -m novphy study-serve` takes at once: all begin together and send rows, by default without a pause; some are killed
in mid-request, come back in another browser and go on. Prints whether each row is kept once, and how long answers took.

PYTHONPATH=build/python python3 bench/study_server.py [--people 300] [--killed 20] [--tasks 30] [--pause 0]
"""

import argparse
import asyncio
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import aiohttp

STUDY = {"novphy_web_study": 2, "id": "bench", "title": "Bench", "level_sets": 4, "numbers": 75, "sending": {"kind": "server"}}
ROW_BYTES = 8_000  # of a task with some shots


def write_folder(folder, tasks):
    (folder / "sets").mkdir()
    (folder / "study.json").write_text(json.dumps(STUDY))
    steps = json.dumps({"steps": [{"kind": "task"}] * tasks})
    for place in range(STUDY["level_sets"] * STUDY["numbers"]):
        (folder / f"sets/{place % 4}-{place // 4}.json").write_text(steps)
    return folder


class Participant:
    def __init__(self, url, client, name, tasks, killed, latencies, pause_s=0):
        self.url, self.client, self.name, self.tasks = url, client, name, tasks
        self.killed, self.latencies, self.pause_s = killed, latencies, pause_s

    async def ask(self, name, **asked):
        begun = time.perf_counter()
        async with self.client.post(f"{self.url}api/{name}", json=asked) as answer:
            content = await answer.json()
            assert answer.status == 200, content
        self.latencies.append(time.perf_counter() - begun)
        return content

    def row(self, step):
        own = {"novphy": 1, "study": STUDY["id"], "participant": self.name, "level_set": self.place[0], "number": self.place[1]}
        return {**own, "kind": "task", "step": step, "acts": "x" * ROW_BYTES}

    async def open(self, browser):
        begun = await self.ask("begin", study=STUDY["id"], participant=self.name, browser=browser.ljust(16), ids={}, device={"width": 1000})
        self.token, self.place = begun["token"], (begun["level_set"], begun["number"])
        return len(begun["rows"])

    async def play(self):
        step = await self.open("first")
        while step < self.tasks:
            sent = asyncio.ensure_future(self.ask("rows", token=self.token, rows=[self.row(step)], **{"from": step}))
            if self.killed and step == self.tasks // 2:
                self.killed = False
                await asyncio.sleep(0.01)
                sent.cancel()  # closes the connection, whatever the server did
                step = await self.open("second")
                continue
            step = (await sent)["kept"]
            await asyncio.sleep(self.pause_s)
        await self.ask("end", token=self.token, outcome="complete")


async def load(url, wanted):
    latencies = []
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout(total=300)) as client:
        people = [Participant(url, client, f"P{i}", wanted.tasks, i < wanted.killed, latencies, wanted.pause) for i in range(wanted.people)]
        await asyncio.gather(*(each.play() for each in people))
    return people, latencies


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--people", type=int, default=300)
    parser.add_argument("--killed", type=int, default=20)
    parser.add_argument("--tasks", type=int, default=30)
    parser.add_argument("--pause", type=float, default=0.0, help="seconds between two rows of a participant")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        study, db, out = Path(folder, "study"), Path(folder, "study.sqlite"), Path(folder, "out.txt")
        study.mkdir()
        novphy = [sys.executable, "-m", "novphy"]
        options = ["--db", db, "--port", "0", "--rate", "1000000000"]
        server = subprocess.Popen([*novphy, "study-serve", write_folder(study, wanted.tasks), *options], stdout=subprocess.PIPE, text=True)
        try:
            url = re.search(r"http\S+/", server.stdout.readline())[0]
            begun = time.perf_counter()
            people, latencies = asyncio.run(load(url, wanted))
            wall_s = time.perf_counter() - begun
        finally:
            server.kill()
            server.wait()
        subprocess.run([*novphy, "study-export", "--db", db, "--out", out], check=True)
        *exported, _ = out.read_text().splitlines()  # the last line tells who has withdrawn
        kept = {rows[0]["participant"]: rows for rows in map(json.loads, exported)}
        lines = len(exported)
        lost = sum(kept.get(each.name) != [each.row(step) for step in range(wanted.tasks)] for each in people)
        sets = [sum(each.place[0] == level_set for each in people) for level_set in range(4)]
        print(f"{wanted.people} participants at once, {wanted.killed} killed and back, {wanted.tasks} rows each: {wall_s:.1f} s")
        print(f"with lost, double or other rows: {lost}; twice: {lines - len(kept)}; people of each set: {sets}")
        ms = [1000 * each for each in latencies]
        print(f"{len(ms)} answers, {len(ms) / wall_s:.0f} a second: median {statistics.median(ms):.0f} ms, longest {max(ms):.0f} ms")
        return int(lost > 0 or lines != len(kept) or max(sets) - min(sets) > 1)


if __name__ == "__main__":
    sys.exit(main())
