"""People at the window of novphy-play: an X server, and somebody who plays a study by mouse and keys."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import ROOT, run, start

WIDTH, HEIGHT = 960, 720
LONGEST_S = 180
BIRD_M = (-12.14, -1.71)  # where birds wait on the slingshot


class Display:
    """An X server of its own, on a free number."""

    def __init__(self):
        read, write = os.pipe()
        self.server = start(["Xvfb", "-displayfd", write, "-screen", "0", "1200x900x24", "-nolisten", "tcp",
                             "-noreset"],  # not when its last window goes
                            pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as stream:
            self.environment = {"DISPLAY": ":" + stream.readline().strip()}

    def tool(self, *arguments):
        return run(["xdotool", *arguments], code=None, environment=self.environment).stdout.strip()

    def close(self):
        self.server.kill()
        self.server.wait()


class NoWindow(AssertionError):
    """A program that ended, or waited too long, before its window was there: the program and what it printed."""


def lines_of(journal):
    """The whole lines of a journal."""
    text = journal.read_text() if journal.exists() else ""
    return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]


class Player:
    """A window that plays a study, and somebody who looks at the journal to know what is on the screen."""

    def __init__(self, play, display, folder, participant, shots=None, study=ROOT / "levels/study/study.json", speed=40,
                 results="results", options=()):
        self.display = display
        self.journal = folder / results / participant / "journal.jsonl"
        command = [play, "--study", study, "--plan", folder / "plan.json", "--participant",
                   participant, "--results", folder / results, "--size", f"{WIDTH}x{HEIGHT}", "--speed", speed]
        if not self.journal.exists():
            command.append("--new")
        if shots:
            command += ["--screenshots", shots]
        command += options
        self.program = start(command, environment=display.environment)
        self.window = self.find_window()

    def find_window(self):
        end = time.monotonic() + LONGEST_S
        while self.program.poll() is None and time.monotonic() < end:
            found = self.display.tool("search", "--pid", self.program.pid) or self.display.tool("search", "--name", "novphy")
            if found:
                window = found.splitlines()[-1]
                self.display.tool("windowmove", window, 0, 0)
                self.display.tool("windowfocus", window)
                return window
            time.sleep(0.1)
        raise NoWindow(self.program, *self.program.communicate(timeout=LONGEST_S))

    def lines(self):
        return lines_of(self.journal)

    def click(self, x, y):
        self.display.tool("mousemove", "--window", self.window, int(x), int(y), "mousedown", 1)
        time.sleep(0.03)
        self.display.tool("mouseup", 1)

    def act(self):
        """What a person might do now, whatever is on the screen: pages have a button below, tasks a bird to pull."""
        self.display.tool("key", "--window", self.window, "Return")
        self.click(WIDTH / 2 - 80, HEIGHT - 96)  # the only button, or the left one: yes
        self.display.tool("key", "--window", self.window, *(["Up"] * 25), "space")
        time.sleep(0.05)

    def act_by_keys(self):
        self.display.tool("key", "--window", self.window, "Tab", "Return", *(["Up"] * 15), "space")
        time.sleep(0.05)

    def act_by_mouse(self):
        """Presses the left button of a page, or pulls the bird where the journal says that the bird is."""
        self.click(WIDTH / 2 - 80, HEIGHT - 96)
        views = [line["view"] for line in self.lines() if "view" in line]
        if not views:
            return
        view = views[-1]
        bird, pulled = ((view["width_px"] / 2 + view["px_per_m"] * (x - view["centre_m"][0]),
                         view["height_px"] / 2 - view["px_per_m"] * (y - view["centre_m"][1]))
                        for x, y in (BIRD_M, (BIRD_M[0] - 0.9, BIRD_M[1] - 0.1)))
        self.display.tool("mousemove", "--window", self.window, *map(int, bird), "mousedown", 1, "mousemove", "--window",
                          self.window, *map(int, pulled), "mouseup", 1)

    def play(self, until, act=None):
        start = time.monotonic()
        while self.program.poll() is None and not until(self.lines()):
            assert time.monotonic() - start < LONGEST_S, self.lines()[-1:]
            (act or self.act)()
