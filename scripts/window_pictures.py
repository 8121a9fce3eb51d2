#!/usr/bin/env python3
"""Makes the pictures of the window again: docs/pictures/workbench.png and study.png. Needs Xvfb, xdotool and ffmpeg.

Usage: scripts/window_pictures.py [NOVPHY_PLAY [NOVPHY]]"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLAY, NOVPHY = (sys.argv[1:] + ["build/release/novphy-play", "build/release/novphy"][len(sys.argv) - 1:])[:2]
PAIR = ROOT / "levels/templates/rolling/agents.json"
LONGEST_S = 120


def display():
    """An X server on a free number, and the environment of its programs."""
    read, write = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1200x900x24", "-nolisten", "tcp"],
                              pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as stream:
        return server, {**os.environ, "DISPLAY": ":" + stream.readline().strip()}


class Window:
    """novphy-play in a window of 960 x 720, driven by keys."""

    def __init__(self, environment, shots, *arguments):
        self.environment = environment
        self.shots = shots
        self.program = subprocess.Popen([PLAY, "--size", "960x720", "--screenshots", shots, *map(str, arguments)],
                                        env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.window = self.wait(lambda: self.tool("search", "--name", "novphy").split("\n")[-1])
        self.tool("windowfocus", self.window)

    def wait(self, found):
        start = time.monotonic()
        while time.monotonic() - start < LONGEST_S:
            if result := found():
                return result
            time.sleep(0.05)
        raise SystemExit("the window does not show what is waited for")

    def tool(self, *arguments):
        return subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, capture_output=True, text=True,
                              check=False).stdout.strip()

    def keys(self, *keys):
        self.tool("key", "--window", self.window, *keys)

    def picture(self):
        """The file of the picture that the window shows now."""
        before = set(self.shots.glob("*.png"))
        self.keys("F12")
        return self.wait(lambda: set(self.shots.glob("*.png")) - before).pop()

    def still(self):
        """The picture once two pictures are the same."""
        last = self.picture()
        while True:
            now = self.picture()
            if now.read_bytes() == last.read_bytes():
                return now
            last = now

    def close(self):
        self.program.kill()
        self.program.wait()


def workbench(environment, folder):
    """Winning throws; a bird that is pulled, with the first part of its flight and the forces; a flight; the keys."""
    window = Window(environment, folder, PAIR)
    plain = window.still()
    window.keys("w")
    start = window.picture().read_bytes()
    assert start != plain.read_bytes()
    wins = window.wait(lambda: (now := window.picture()).read_bytes() not in (start, plain.read_bytes()) and now)
    window.keys("w", "d", "f", *["Up"] * 25)
    pulled = window.still()
    window.keys("d", "f", "p", "space", *["t"] * 100)
    flight = window.still()
    window.keys("r", "p", "h")
    help_page = window.still()
    window.close()
    return [wins, pulled, flight, help_page]


def study(environment, folder):
    """Every screen of a study."""
    text = json.loads((ROOT / "levels/study/study.json").read_text(encoding="utf-8"))
    text["practice"] = [str(ROOT / "levels/study/practice_1.json")]
    text["level_sets"] = [[["agents", "rolling"], ["objects", "falling"]]]
    text["pause_after"] = 1
    (folder / "study.json").write_text(json.dumps(text), encoding="utf-8")
    subprocess.run([NOVPHY, "plan", "--trials", "1", "--min-normal", "1", "--max-normal", "1", "--novel", "1",
                    "--calibration-runs", "0", "--proof", "none", "--out", folder / "plan.json"],
                   check=True, capture_output=True)
    window = Window(environment, folder, "--study", folder / "study.json", "--plan", folder / "plan.json",
                    "--participant", "P01", "--new", "--results", folder / "results", "--speed", 100)
    journal = folder / "results/P01/journal.jsonl"

    def done():
        return sum("done" in json.loads(line) for line in journal.read_text().splitlines())

    def read_on():
        time.sleep(0.6)  # nothing presses a button in a page's first moment
        window.keys("Tab", "Return")

    def play():
        before = done()
        window.keys(*["Up"] * 25)
        pulled = window.still()
        window.wait(lambda: window.keys(*["Up"] * 15, "space") or done() > before)
        return pulled

    screens = []
    for _ in range(3):  # welcome, consent, instructions
        screens.append(window.still())
        read_on()
    screens.append(play())
    read_on()  # the page after practice
    screens.append(window.still())
    read_on()
    screens.append(play())
    screens.append(window.still())  # the question
    read_on()
    play()
    read_on()
    screens.append(window.still())  # the pause
    read_on()
    for _ in range(2):
        read_on()
        play()
    read_on()
    screens.append(window.still())
    window.close()
    return screens


def tile(pictures, folder, columns, width, out):
    for number, picture in enumerate(pictures):
        (folder / f"tile{number}.png").write_bytes(picture.read_bytes())
    rows = len(pictures) // columns
    subprocess.run(["ffmpeg", "-loglevel", "error", "-y", "-i", folder / "tile%d.png", "-filter_complex",
                    f"scale={width}:-1:flags=area,tile={columns}x{rows}:margin=4:padding=8:color=0xdddddd", "-frames:v", "1",
                    "-pred", "mixed", ROOT / "docs/pictures" / out], check=True)


def main():
    server, environment = display()
    try:
        for make, columns, width, out in ((workbench, 2, 640, "workbench.png"), (study, 3, 480, "study.png")):
            with tempfile.TemporaryDirectory() as place:
                tile(make(environment, Path(place)), Path(place), columns, width, out)
    finally:
        server.kill()
        server.wait()


if __name__ == "__main__":
    main()
