"""novphy draw, film and art as whole programs. Usage: draw_test.py PROGRAM"""

import json
import os
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = ""
ROOT = Path(__file__).parents[2]
PAIR = ROOT / "tests/pairs/rolling/agents.json"
BAD_INPUT = 2


def png_size(file):
    data = file.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", file
    return struct.unpack(">II", data[16:24])


class Draw(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def run_program(self, *arguments, code=0, **environment):
        # The programs run without a display, because none of these commands needs a display.
        env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")} | environment
        result = subprocess.run(
            [PROGRAM, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, check=False, env=env
        )
        self.assertEqual(result.returncode, code, result.stderr)
        return result

    def draw(self, name, *arguments):
        self.run_program("draw", PAIR, "--side", "novel", "--out", name, *arguments)
        return self.folder / name

    def test_a_picture_is_the_agents_screen_unless_asked_otherwise(self):
        self.assertEqual(png_size(self.draw("a.png")), (640, 480))
        self.assertEqual(png_size(self.draw("b.png", "--size", "800x300")), (800, 300))
        width, height = png_size(self.draw("c.png", "--size", "800", "--zoom", "task"))
        self.assertEqual(width, 800)
        self.assertLess(height, 600)

    def test_the_same_command_draws_the_same_bytes(self):
        first = self.draw("a.png", "--shot", "20", "--trajectory").read_bytes()
        self.assertEqual(first, self.draw("b.png", "--shot", "20", "--trajectory").read_bytes())
        self.assertNotEqual(first, self.draw("c.png", "--shot", "30", "--trajectory").read_bytes())
        self.assertNotEqual(first, self.draw("d.png", "--shot", "20").read_bytes())

    def test_moments_differ(self):
        at = [self.draw(f"{s}.png", "--shot", "20", "--at", s).read_bytes() for s in ("0", "0.5", "1.5")]
        self.assertEqual(len(set(at)), 3)

    def test_a_strip_has_its_moments_side_by_side(self):
        width, height = png_size(self.draw("s.png", "--shot", "20", "--strip", "4", "--size", "200x150"))
        self.assertEqual((width, height), (4 * 204 - 4, 150 + 26))

    def test_an_svg_is_an_svg_of_that_size(self):
        text = self.draw("a.svg", "--size", "640x480").read_text(encoding="utf-8")
        self.assertIn('width="640px" height="480px"', text)

    def test_a_record_is_drawn_as_it_was_played(self):
        self.run_program("plan", "--pairs", PAIR, "--trials", "1", "--min-normal", "1", "--max-normal", "1",
                         "--novel", "1", "--calibration-runs", "0", "--proof", "none", "--out", "plan.json")
        self.run_program("run", "plan.json", "--agent", "pig_shooter", "--out", "records.jsonl")
        lines = (self.folder / "records.jsonl").read_text(encoding="utf-8").splitlines()
        self.assertEqual(len(lines), 3)
        self.assertTrue(json.loads(lines[1])["shots"])
        self.run_program("draw", "records.jsonl", "--line", "2", "--trajectory", "--out", "a.png")
        self.assertEqual(png_size(self.folder / "a.png"), (640, 480))
        error = self.run_program("draw", "records.jsonl", "--line", "9", "--out", "b.png", code=BAD_INPUT).stderr
        self.assertIn("records.jsonl: has no record in line 9", error)
        error = self.run_program("draw", "records.jsonl", "--out", "b.png", code=BAD_INPUT).stderr
        self.assertIn("expected --line", error)
        error = self.run_program("draw", "records.jsonl", "--line", "2", "--shot", "3", "--out", "b.png", code=BAD_INPUT)
        self.assertIn("--shot", error.stderr)
        self.assertFalse((self.folder / "b.png").exists())

    def test_every_record_of_several_files_is_in_one_film(self):
        self.run_program("plan", "--pairs", PAIR, "--trials", "1", "--min-normal", "1", "--max-normal", "1",
                         "--novel", "1", "--calibration-runs", "0", "--proof", "none", "--out", "plan.json")
        small = ("--fps", "5", "--size", "160x120")
        for agent in ("pig_shooter", "random"):
            self.run_program("run", "plan.json", "--agent", agent, "--out", f"{agent}.jsonl")
            for line in (2, 3):
                self.run_program("film", f"{agent}.jsonl", "--line", line, *small, "--out", f"{agent}{line}")
        out = self.run_program("film", "pig_shooter.jsonl", "random.jsonl", "--all", *small, "--out", "all").stdout
        one_by_one = [f"{agent}{line}" for agent in ("pig_shooter", "random") for line in (2, 3)]
        frames = [len(list((self.folder / name).iterdir())) for name in one_by_one]
        self.assertEqual(len(list((self.folder / "all").iterdir())), sum(frames))
        begins = [f"{sum(frames[:i]) / 5:.1f} s: {one_by_one[i][:-1]}.jsonl:{one_by_one[i][-1]} agents rolling"
                  for i in range(4)]
        for begin, line in zip(begins, out.splitlines()):
            self.assertTrue(line.startswith(begin), (begin, line))
        one = self.run_program("film", "random.jsonl", "--all", "--cell", "rolling/agents", "--trial", "0", *small,
                               "--out", "one").stdout
        self.assertEqual(len(one.splitlines()), 3)
        self.assertEqual(len(list((self.folder / "one").iterdir())), sum(frames[2:]))
        for chosen in (("--trial", "1"), ("--cell", "falling/agents")):
            error = self.run_program("film", "random.jsonl", "--all", *chosen, "--out", "none", code=BAD_INPUT).stderr
            self.assertIn("random.jsonl: has no record of a play of this --cell and --trial", error)
        replayed = self.run_program("replay", "pig_shooter.jsonl", "random.jsonl", "--all").stdout
        self.assertEqual(replayed, "4 records, 0 of them another play\n")

    def test_replay_of_all_refuses_a_cut_last_line_and_a_record_that_is_there_twice(self):
        self.run_program("plan", "--pairs", PAIR, "--trials", "1", "--min-normal", "1", "--max-normal", "1",
                         "--novel", "1", "--calibration-runs", "0", "--proof", "none", "--out", "plan.json")
        self.run_program("run", "plan.json", "--agent", "pig_shooter", "--out", "r.jsonl")
        lines = (self.folder / "r.jsonl").read_text().splitlines(True)
        self.assertEqual(len(lines), 3)
        for name, text, message in (("cut", "".join(lines)[:-20], ":3: the last line is cut off"),
                                    ("twice", "".join(lines + lines[2:]), ":4: a second record of agents rolling, trial 0")):
            (self.folder / f"{name}.jsonl").write_text(text)
            run = self.run_program("replay", f"{name}.jsonl", "--all", code=2)
            self.assertEqual(run.stdout, "")
            self.assertIn(f"{name}.jsonl{message}", run.stderr)
        self.assertIn("the same play", self.run_program("replay", "cut.jsonl", "--line", "2").stdout)

    def film(self, name, *arguments, **environment):
        return self.run_program("film", PAIR, "--side", "novel", "--shot", "20", "--fps", "5", "--size", "160x120",
                                "--out", name, *arguments, **environment)

    def test_a_film_into_a_folder_is_numbered_pictures(self):
        self.film("frames")
        files = sorted(p.name for p in (self.folder / "frames").iterdir())
        self.assertEqual(files[0], "00001.png")
        self.assertEqual(files, [f"{i:05}.png" for i in range(1, len(files) + 1)])
        self.assertGreater(len(files), 10)
        self.assertEqual(png_size(self.folder / "frames/00001.png"), (160, 120))
        self.assertIn("already", self.run_program("film", PAIR, "--side", "novel", "--out", "frames", code=BAD_INPUT).stderr)

    def test_without_ffmpeg_a_film_is_numbered_pictures(self):
        result = self.film("x.mp4", PATH="/nowhere")
        self.assertIn("ffmpeg is not installed", result.stderr)
        self.assertTrue((self.folder / "x/00001.png").exists())
        self.assertFalse((self.folder / "x.mp4").exists())

    def test_half_the_speed_gives_twice_the_frames(self):
        self.film("fast")
        self.film("slow", "--speed", "0.5")
        fast, slow = (len(list((self.folder / name).iterdir())) for name in ("fast", "slow"))
        self.assertAlmostEqual(slow / fast, 2, delta=0.2)

    def test_ffmpeg_makes_films(self):
        self.film("x.mp4")
        self.film("x.gif")
        self.assertEqual((self.folder / "x.mp4").read_bytes()[4:8], b"ftyp")
        self.assertEqual((self.folder / "x.gif").read_bytes()[:4], b"GIF8")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["x.gif", "x.mp4"])

    def test_a_film_that_ffmpeg_cannot_write_leaves_nothing(self):
        (self.folder / "bin").mkdir()
        fake = self.folder / "bin/ffmpeg"
        fake.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
        fake.chmod(0o755)
        result = self.run_program("film", PAIR, "--side", "novel", "--shot", "20", "--out", "x.mp4", code=BAD_INPUT,
                                  PATH=f"{self.folder}/bin:/usr/bin:/bin")
        self.assertIn("x.mp4: ffmpeg", result.stderr)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["bin"])

    def test_the_contact_sheet_and_the_colours_are_made_of_the_artwork(self):
        self.run_program("art", "--sheet", "s.png")
        self.assertEqual(png_size(self.folder / "s.png")[0], 1900)
        colours = json.loads("{" + self.run_program("art", "--colours").stdout + "}")
        self.assertIn("wood_circle", colours)
        for looks in colours.values():
            for look in looks:
                self.assertAlmostEqual(sum(share for _, share in look), 1)

    def test_a_new_shape_is_drawn_and_counted_before_it_has_colours(self):
        assets = self.folder / "assets"
        assets.mkdir()
        text = (ROOT / "assets/catalogue.json").read_text(encoding="utf-8")
        catalogue = json.loads(text)
        catalogue["blocks"]["shapes"]["plank"] = dict(catalogue["blocks"]["shapes"]["rect_big"])
        (assets / "catalogue.json").write_text(json.dumps(catalogue), encoding="utf-8")
        rows = json.loads("{" + self.run_program("art", "--assets", "assets", "--colours").stdout + "}")
        self.assertIn("ice_plank", rows)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
