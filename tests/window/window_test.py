"""novphy-play in a real window: people's mouse and keys, by xdotool under Xvfb.

Usage: window_test.py NOVPHY_PLAY NOVPHY [--all]   (--all: four whole sessions, some minutes)"""

import contextlib
import ctypes
import json
import shutil
import signal
import sys
import tempfile
import time
import unittest
from pathlib import Path

from player import HEIGHT, LONGEST_S, WIDTH, Display, Player
from program import NO_DISPLAY, ROOT, error_of, main, refused, run, small_plan, start

PLAY, NOVPHY = sys.argv[1:3]
ALL = "--all" in sys.argv


def printed(*arguments):
    return run([NOVPHY, *arguments]).stdout


class Window(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.display = Display()
        cls.addClassCleanup(cls.display.close)
        printed("plan", *small_plan(), "--distractors", 0, "--out", cls.folder / "plan.json")

    def finished(self, player, level_set=0, act=None):
        player.play(lambda lines: False, act)
        out, error = player.program.communicate(timeout=LONGEST_S)
        self.assertIn(f"level set {level_set}, number 0", out)
        self.assertEqual((player.program.returncode, error.replace("Setting vertical sync not supported\n", "")), (0, ""))
        self.assertIn("finished: ", out)

    def check_data(self, participant, tasks, results="results"):
        data = self.folder / results / participant
        replayed = printed("replay", data / "records.jsonl", "--all")
        self.assertIn(f"{tasks} records, 0 of them another play", replayed)
        for name in ("records.jsonl", "playdata.csv"):
            measured = printed("measure", data / name, "--json", "--with-left-out")
            self.assertIn("novel", measured)
        header, *rows = (data / "playdata.csv").read_text().splitlines()
        self.assertEqual(header, "EvaluationIndex,LevelIndex,Score,LevelStatus,birdsRemaining,pigsRemaining,"
                         "birdsAtStart,pigsAtStart, trial,levelName,playStatus,informed,novelty,noveltyDetected")
        self.assertEqual(len(rows), tasks)

    def check_study(self, participant, study, tasks):
        """The researcher's commands. The window was sped up, so that the participant does not count."""
        results = self.folder / "results"
        status = printed("study", "status", results, "--study", study)
        self.assertRegex(status, rf"{participant} +0 +0 +finished +{tasks}/{tasks} ")
        self.assertIn(f"left out: {participant}: was tried out with --speed 40", status)
        answers = printed("study", "answers", results).splitlines()
        self.assertEqual(sum(line.startswith(participant + ",") for line in answers), tasks)
        printed("study", "exclude", results, participant, "--reason", "a test")
        self.assertIn(f"left out: {participant}: a test", printed("study", "status", results))
        self.assertIn("a test", error_of([NOVPHY, "measure", results / participant / "records.jsonl"]))
        printed("study", "include", results, participant, "--reason", "the test is over")
        self.assertNotIn("a test", printed("study", "status", results))
        error_of([NOVPHY, "study", "status", results, "--plan", "missing.json"])

    @unittest.skipUnless(ALL, "minutes: --all")
    def test_people_play_the_four_level_sets_of_the_study(self):
        for number, participant in enumerate(("P1", "P2", "P3", "P4")):
            # who plays with --speed does not count, so that every one of these people would get level set 0
            player = Player(PLAY, self.display, self.folder, participant, results="all", options=("--level-set", number))
            self.finished(player, level_set=number)
            self.check_data(participant, 20, results="all")

    def test_a_person_plays_by_mouse_alone_is_interrupted_and_goes_on_by_keys_alone(self):
        study = self.study_with(pause_after=1, screen={"view": "task", "allow": ["sound"]}, level_sets=[[["agents", "rolling"], ["events", "falling"]]])
        player = Player(PLAY, self.display, self.folder, "P1", study=study)
        player.play(lambda lines: sum("novel" in line for line in lines) >= 2, player.act_by_mouse)
        before = player.lines()
        player.program.send_signal(signal.SIGKILL)
        player.program.communicate()
        player = Player(PLAY, self.display, self.folder, "P1", study=study)
        self.assertEqual(player.lines()[: len(before)], before)

        def act_with_sound():
            player.display.tool("key", "--window", player.window, "m")  # on and off
            player.act_by_keys()

        self.finished(player, act=act_with_sound)  # the terminal is told nothing, whether there is a sound device or not
        for done in [line["done"] for line in player.lines() if "done" in line]:
            self.assertTrue(done["shots"])
        self.check_data("P1", 4)
        self.check_study("P1", study, 4)

    def test_a_space_bar_that_is_held_fires_and_does_nothing_more(self):
        study = json.loads((ROOT / "levels/study/study.json").read_text())
        study["practice"] = ["one_bird.json"]
        (self.folder / "one_bird.json").write_text(json.dumps(
            {"novphy_task": 1, "birds": ["yellow"], "objects": [{"type": "pig_small", "at": [14, -3.1]}]}))
        (self.folder / "study.json").write_text(json.dumps(study))
        player = Player(PLAY, self.display, self.folder, "P5", study=self.folder / "study.json", speed=10, results="held")
        try:
            while not any("view" in line for line in player.lines()):
                player.display.tool("key", "--window", player.window, "Return")
                player.click(WIDTH / 2 - 80, HEIGHT - 96)
            player.display.tool("keydown", "Up", "sleep", 1.5, "keyup", "Up")  # a held arrow key turns on and on
            player.display.tool("keydown", "space")
            while not any("done" in line for line in player.lines()):
                self.assertIsNone(player.program.poll())
                time.sleep(0.1)
            player.display.tool("keyup", "space")
            (shot,) = next(line for line in player.lines() if "done" in line)["done"]["shots"]
            self.assertEqual(shot["tap_ms"], -1)
            self.assertGreater(-shot["drag_m"][1], 0.1, "the system repeats no keys: this test shows nothing")
        finally:
            player.program.kill()
            player.program.communicate()

    @contextlib.contextmanager
    def workbench(self, task, shots, *options):
        """The window of a task, and its program."""
        others = {"", *self.windows()}
        program = start([PLAY, task, "--size", f"{WIDTH}x{HEIGHT}", "--screenshots", shots, *options],
                        environment=self.display.environment)
        try:
            window = ""
            while not window and program.poll() is None:
                window = next((each for each in self.windows() if each not in others), "")
            self.display.tool("windowmove", window, 0, 0)
            self.display.tool("windowfocus", window)
            yield window, program
        finally:
            program.kill()
            program.communicate()

    def windows(self):
        return self.display.tool("search", "--name", "novphy").split("\n")

    def test_a_bird_that_is_pulled_by_the_mouse_flies(self):
        task = ROOT / "levels/study/practice_1.json"
        shots = self.folder / "shots"
        with self.workbench(task, shots) as (window, _):
            self.display.tool("key", "--window", window, *(["minus"] * 15))  # the whole of the agents' view
            at_rest = self.picture(window, shots)
            pulled = self.pull(window, shots, at_rest, *self.bird(task))
            self.display.tool("mouseup", 1)
            flying = self.picture(window, shots, pulled)
            self.picture(window, shots, flying)  # the world goes on moving

    def pull(self, window, shots, at_rest, x, y):
        """The picture after a pull of the bird at (x, y). A click right after the window has got the focus pulls nothing,
        and so the pull is tried again."""
        end = time.monotonic() + LONGEST_S
        while time.monotonic() < end:
            self.display.tool("mousemove", "--window", window, x, y, "mousedown", 1)
            for step in range(1, 5):
                self.display.tool("mousemove", "--window", window, x - 6 * step, y + 2 * step)
            pulled = self.picture(window, shots)
            if pulled != at_rest:
                return pulled
            self.display.tool("mouseup", 1)
        self.fail("no pull moves the bird")

    def test_the_screen_shows_the_picture_and_the_rate_of_pictures_is_told(self):
        shots = self.folder / "screen"
        with self.workbench(ROOT / "levels/study/practice_1.json", shots, "--frame-rate") as (window, program):
            self.display.tool("key", "--window", window, "h", "Up", "space")
            self.picture(window, shots)
            self.display.tool("key", "--window", window, "p")  # the world stands still
            self.wait_until(lambda: self.on_screen() == self.pixels("-i", self.last_picture(window, shots)), "the screen shows another picture")
            self.assertEqual(len(self.on_screen()), 3 * WIDTH * HEIGHT)
            self.display.tool("key", "--window", window, "ctrl+q")
            self.display.tool("key", "--window", window, "ctrl+q")
            out, _ = program.communicate(timeout=LONGEST_S)
            self.assertRegex(out, r"^\d+ pictures in [\d.]+ s: [\d.]+ a second, with [\d.]+ of a core\n$")

    def test_a_window_that_another_one_has_covered_shows_its_picture_again(self):
        shots = self.folder / "covered"
        task = ROOT / "levels/study/practice_1.json"
        with self.workbench(task, shots) as (window, _):
            self.display.tool("key", "--window", window, "p")
            self.picture(window, shots)
            before = self.on_screen()
            with self.covering():
                self.wait_until(lambda: self.on_screen() != before, "the second window covers nothing")
            self.wait_until(lambda: self.on_screen() == before, "the picture is not put on the window again")

    @contextlib.contextmanager
    def covering(self):
        """A black window over all, which does not get the focus."""
        x11 = ctypes.CDLL("libX11.so.6")
        x11.XOpenDisplay.restype = ctypes.c_void_p
        display = ctypes.c_void_p(x11.XOpenDisplay(self.display.environment["DISPLAY"].encode()))
        x11.XDefaultRootWindow.restype = x11.XCreateSimpleWindow.restype = ctypes.c_ulong
        window = ctypes.c_ulong(x11.XCreateSimpleWindow(display, ctypes.c_ulong(x11.XDefaultRootWindow(display)), 0, 0, WIDTH,
                                                        HEIGHT, 0, ctypes.c_ulong(0), ctypes.c_ulong(0)))
        x11.XMapRaised(display, window)
        x11.XSync(display, 0)
        try:
            yield
        finally:
            x11.XCloseDisplay(display)  # and its window

    def wait_until(self, holds, otherwise):
        end = time.monotonic() + LONGEST_S
        while not holds():
            self.assertLess(time.monotonic(), end, otherwise)

    def last_picture(self, window, shots):
        self.picture(window, shots)
        return sorted(shots.glob("*.png"))[-1]

    def on_screen(self):
        return self.pixels("-f", "x11grab", "-draw_mouse", "0", "-video_size", f"{WIDTH}x{HEIGHT}", "-i",
                           self.display.environment["DISPLAY"])

    @staticmethod
    def pixels(*source):
        return run(["ffmpeg", "-loglevel", "error", *source, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], text=False,
                   stdin=b"").stdout

    def test_buttons_do_what_keys_do(self):
        shots = self.folder / "buttons"
        with self.workbench(ROOT / "levels/study/practice_1.json", shots) as (window, _):
            plain = self.picture(window, shots)
            self.display.tool("key", "--window", window, "h")
            by_key = self.picture(window, shots, plain)
            self.display.tool("key", "--window", window, "h")
            self.assertEqual(self.picture(window, shots, by_key), plain)
            for x in range(WIDTH - 8, 8, -8):  # the last button to the right is the help
                self.display.tool("mousemove", "--window", window, x, HEIGHT - 20, "click", 1)
                if self.picture(window, shots) != plain:
                    break
            self.assertEqual(self.picture(window, shots), by_key)

    def picture(self, window, shots, last=None):
        """The first picture that is another than the last one: a busy machine draws late. The key is pressed again once
        there is a picture, or where the window was not there yet."""
        start = time.monotonic()
        while time.monotonic() - start < LONGEST_S:
            before = set(shots.glob("*.png"))
            self.display.tool("key", "--window", window, "F12")
            for _ in range(500):
                time.sleep(0.01)
                if new := set(shots.glob("*.png")) - before:
                    break
            pictures = [path.read_bytes() for path in sorted(new)]
            for picture in pictures:
                if picture != last:
                    return picture
        self.fail("the window shows no other picture")

    def bird(self, task):
        """Where the bird on the slingshot is, in pixels of the window."""
        seen = json.loads(printed("observe", task))
        return tuple(WIDTH / seen["width_px"] * part for part in seen["bird_rest"])

    def study_with(self, **changes):
        """The study file that comes with the program, changed; practice tasks named from its own folder."""
        study = json.loads((ROOT / "levels/study/study.json").read_text())
        study["practice"] = [str(ROOT / "levels/study" / name) for name in study["practice"]]
        path = Path(tempfile.mkstemp(dir=self.folder, suffix=".json")[1])
        path.write_text(json.dumps({**study, **changes}))
        return path

    def test_without_a_display_one_line_says_so(self):
        error = error_of([PLAY, ROOT / "levels/study/practice_1.json"], environment=NO_DISPLAY)
        self.assertIn("no window can be opened", error)

    def test_mistakes_are_told_before_a_window_opens(self):
        study = ["--study", ROOT / "levels/study/study.json", "--plan", self.folder / "plan.json", "--results",
                 self.folder / "r"]
        for arguments, expected in (
            ([], "FILE, DIR or --study"),
            (["missing.json"], "missing.json"),
            ([ROOT / "levels/study/practice_1.json", "--size", "big"], "expected WIDTHxHEIGHT"),
            (["--study", "missing.json", "--participant", "P"], "missing.json: cannot be read"),
            ([*study, "--participant", "a b"], "a b"),
            (["--study", self.study_with(font="No Such Font"), *study[2:], "--participant", "P1", "--new"],
             'found "No Such Font", expected an installed font'),
            ([*study, "--participant", "P1"], "P1 is new in"),
        ):
            refused(expected, [PLAY, *arguments], self.folder, environment=self.display.environment)
        error = error_of([PLAY, *study, "--participant", "P1", "--new", "--level-set", 4], environment=self.display.environment)
        self.assertIn("level set: found 4, expected 0 to 3", error)


if __name__ == "__main__":
    for tool in ("Xvfb", "xdotool", "ffmpeg"):
        if not shutil.which(tool):
            sys.exit(f"{tool} is missing")
    main(arguments=3 if ALL else 2)
