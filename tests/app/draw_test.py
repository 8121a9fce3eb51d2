"""novphy draw, film and art as whole programs. Usage: draw_test.py PROGRAM"""

import json
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import NO_DISPLAY, ROOT, FolderTest, json_lines, main, names_in, small_plan

PAIR = ROOT / "tests/pairs/rolling/agents.json"


def png_size(file):
    data = file.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", file
    return struct.unpack(">II", data[16:24])


class Draw(FolderTest):
    environment = NO_DISPLAY  # none of these commands needs a display

    def draw(self, name, *arguments):
        self.novphy("draw", PAIR, "--side", "novel", "--out", name, *arguments)
        return self.folder / name

    def played_by(self, *agents):
        """The agents play a plan of two tasks: each has two records."""
        self.novphy("plan", "--pairs", PAIR, *small_plan(), "--out", "plan.json")
        for agent in agents:
            self.novphy("run", "plan.json", "--agent", agent, "--out", f"{agent}.jsonl")
            self.assertEqual(len(json_lines(self.folder / f"{agent}.jsonl")), 3)

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
        self.played_by("pig_shooter")
        self.assertTrue(json_lines(self.folder / "pig_shooter.jsonl")[1]["shots"])
        draw = ["draw", "pig_shooter.jsonl", "--out"]
        self.novphy(*draw, "a.png", "--line", "2", "--trajectory")
        self.assertEqual(png_size(self.folder / "a.png"), (640, 480))
        self.refused("pig_shooter.jsonl: has no record in line 9", *draw, "b.png", "--line", "9")
        self.refused("expected --line", *draw, "b.png")
        self.refused("--shot", *draw, "b.png", "--line", "2", "--shot", "3")

    def test_every_record_of_several_files_is_in_one_film(self):
        small = ("--fps", "5", "--size", "160x120")
        agents = ("pig_shooter", "random")
        self.played_by(*agents)
        for agent in agents:
            for line in (2, 3):
                self.novphy("film", f"{agent}.jsonl", "--line", line, *small, "--out", f"{agent}{line}")
        out = self.novphy("film", "pig_shooter.jsonl", "random.jsonl", "--all", *small, "--out", "all").stdout
        one_by_one = [f"{agent}{line}" for agent in agents for line in (2, 3)]
        frames = [len(list((self.folder / name).iterdir())) for name in one_by_one]
        self.assertEqual(len(list((self.folder / "all").iterdir())), sum(frames))
        begins = [f"{sum(frames[:i]) / 5:.1f} s: {one_by_one[i][:-1]}.jsonl:{one_by_one[i][-1]} agents rolling"
                  for i in range(4)]
        for begin, line in zip(begins, out.splitlines()):
            self.assertTrue(line.startswith(begin), (begin, line))
        one = self.novphy("film", "random.jsonl", "--all", "--cell", "rolling/agents", "--trial", "0", *small,
                               "--out", "one").stdout
        self.assertEqual(len(one.splitlines()), 3)
        self.assertEqual(len(list((self.folder / "one").iterdir())), sum(frames[2:]))
        for chosen in (("--trial", "1"), ("--cell", "falling/agents")):
            self.refused("random.jsonl: has no record of a play of this --cell and --trial", "film", "random.jsonl", "--all", *chosen,
                         "--out", "none")
        replayed = self.novphy("replay", "pig_shooter.jsonl", "random.jsonl", "--all").stdout
        self.assertEqual(replayed, "4 records, 0 of them another play\n")

    def test_replay_of_all_refuses_a_cut_last_line_and_a_record_that_is_there_twice(self):
        self.played_by("random")
        lines = (self.folder / "random.jsonl").read_text().splitlines(True)
        for name, text, message in (("cut", "".join(lines)[:-20], ":3: the last line is cut off"),
                                    ("twice", "".join(lines + lines[2:]), ":4: a second record of agents rolling, trial 0")):
            (self.folder / f"{name}.jsonl").write_text(text)
            self.refused(f"{name}.jsonl{message}", "replay", f"{name}.jsonl", "--all")
        self.assertIn("the same play", self.novphy("replay", "cut.jsonl", "--line", "2").stdout)

    def film(self, name, *arguments, **options):
        return self.novphy("film", PAIR, "--side", "novel", "--shot", "20", "--fps", "5", "--size", "160x120", "--out", name,
                           *arguments, **options)

    def test_a_film_into_a_folder_is_numbered_pictures(self):
        self.film("frames")
        files = names_in(self.folder / "frames")
        self.assertEqual(files[0], "00001.png")
        self.assertEqual(files, [f"{i:05}.png" for i in range(1, len(files) + 1)])
        self.assertGreater(len(files), 10)
        self.assertEqual(png_size(self.folder / "frames/00001.png"), (160, 120))
        self.refused("already", "film", PAIR, "--side", "novel", "--out", "frames")

    def test_without_ffmpeg_a_film_is_numbered_pictures(self):
        result = self.film("x.mp4", environment={"PATH": "/nowhere"})
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
        self.assertEqual(names_in(self.folder), ["x.gif", "x.mp4"])

    def test_a_film_that_ffmpeg_cannot_write_leaves_nothing(self):
        (self.folder / "bin").mkdir()
        fake = self.folder / "bin/ffmpeg"
        fake.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
        fake.chmod(0o755)
        self.refused("x.mp4: ffmpeg", "film", PAIR, "--side", "novel", "--shot", "20", "--out", "x.mp4",
                     environment={"PATH": f"{self.folder}/bin:/usr/bin:/bin"})

    def test_the_contact_sheet_and_the_colours_are_made_of_the_artwork(self):
        self.novphy("art", "--sheet", "s.png")
        self.assertEqual(png_size(self.folder / "s.png")[0], 1900)
        colours = json.loads("{" + self.novphy("art", "--colours").stdout + "}")
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
        rows = json.loads("{" + self.novphy("art", "--assets", "assets", "--colours").stdout + "}")
        self.assertIn("ice_plank", rows)


if __name__ == "__main__":
    main()
