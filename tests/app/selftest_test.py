"""novphy selftest: equal digests however the plays are played, and what makes them differ. Usage: selftest_test.py PROGRAM"""

import functools
import json
import re
import shutil
import sys
import tempfile
from pathlib import Path

from cli_rows import FILES

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import ROOT, FolderTest, main, novphy, program, run

ASSETS = ROOT / "assets"
WAYS = ["1 thread", "2 threads", "8 threads", "backwards", "once more", "another process"]
ON_X86_GLIBC = ["libm without FMA"]

# Numbers that only the tasks with every object, bird and effect use.
USED = [
    "/birds/kinds/blue/ability/directions_deg/0",
    "/birds/kinds/yellow/ability/impulse_ns",
    "/birds/kinds/black/ability/explosion/impulse_ns",
    "/birds/kinds/white/ability/egg_impulse_ns",
    "/egg/explosion/radius_m",
    "/tnt/explosion/impulse_ns",
    "/effects/downward_air_turbulence/force_n/1",
    "/effects/magnet/strength_n_per_m",
    "/inverted_gravity/gravity_mps2/1",
]


def number_at(pointer):
    value = json.loads((ASSETS / "catalogue.json").read_text(encoding="utf-8"))
    for key in pointer.split("/")[1:]:
        value = value[int(key) if isinstance(value, list) else key]
    return value


@functools.cache
def digest_of(*arguments):
    return novphy("selftest", "--digest", *arguments).stdout.strip()


def other_box2d(folder):
    """A library that makes Box2D take another number of iterations, as another version of Box2D may."""
    (folder / "other.cpp").write_text("""#include <dlfcn.h>
extern "C" void _ZN7b2World4StepEfii(void* world, float seconds, int velocities, int positions) {
  using Step = void (*)(void*, float, int, int);
  static const Step step = reinterpret_cast<Step>(dlsym(RTLD_NEXT, "_ZN7b2World4StepEfii"));
  step(world, seconds, velocities + 1, positions);
}
""")
    run(["c++", "-D_GNU_SOURCE", "-shared", "-fPIC", "-o", folder / "other.so", folder / "other.cpp"])
    return str(folder / "other.so")


class Selftest(FolderTest):
    def selftest(self, *arguments, code=0):
        done = self.novphy("selftest", *arguments, code=code)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def test_every_way_of_playing_gives_the_same_digest(self):
        report = json.loads(self.selftest("--plays", "12", "--json"))
        self.assertTrue(report["same"])
        self.assertIn([row["name"] for row in report["rows"]], [WAYS, WAYS + ON_X86_GLIBC])
        digest = digest_of("--plays", "12")
        self.assertRegex(digest, r"^[0-9a-f]{16}$")
        self.assertEqual({(row["digest"], row["plays"], row["same"]) for row in report["rows"]}, {(digest, 12, True)})

    def test_the_digest_is_that_of_the_documentation(self):
        page = (ROOT / "docs/dev/determinism.md").read_text(encoding="utf-8")
        told = set(re.findall(r"\b[0-9a-f]{16}\b(?= +(?:400|same|[0-9a-f]{16} +same))", page))
        told -= set(re.findall(r"\b[0-9a-f]{16} +([0-9a-f]{16}) +same", page))  # the hashes of nets
        self.assertEqual(told, {digest_of("--plays", "400")})

    def test_box2d_takes_its_sines_from_the_program(self):
        if not json.loads(self.selftest("--plays", "1", "--json"))["libc"].startswith("glibc"):
            self.skipTest("only glibc's loader tells")
        told = novphy("selftest", "--digest", "--plays", "1", environment={"LD_DEBUG": "bindings", "LD_BIND_NOW": "1"}).stderr
        binding = r"binding file \S*libbox2d\S* \[0\] to (\S+) \[0\]: \w+ symbol `((?:sin|cos|sincos)f)'"
        bindings = re.findall(binding, told)
        self.assertEqual({name for _, name in bindings}, {"sinf", "cosf", "sincosf"})
        self.assertEqual({Path(file).name for file, _ in bindings}, {Path(program()).name})

    def test_the_text_names_what_was_tested_and_says_what_the_json_says(self):
        text = self.selftest("--plays", "1", "--set", "physics:/rules/settle_s=1")
        report = json.loads(self.selftest("--plays", "1", "--set", "physics:/rules/settle_s=1", "--json"))
        for name in ("version", "compiler", "build", "box2d", "architecture", "cpu", "libc", "catalogue", "physics",
                     "pairs", "steps", "set"):
            self.assertRegex(text, rf"(?m)^{name} +{re.escape(report[name])}$")
            self.assertTrue(report[name])
        for row in report["rows"]:
            self.assertRegex(text, rf"(?m)^{row['name']} +{row['digest']} +1 +\d+\.\d  same$")
        self.assertTrue(text.splitlines()[-1].startswith("All the same."))

    def test_plays_are_the_beginning_of_one_list(self):
        digests = [digest_of("--plays", str(count)) for count in (1, 2, 3)]
        self.assertEqual(len(set(digests)), 3)
        self.assertEqual(self.selftest("--digest", "--plays", "3").strip(), digests[2])

    def test_every_bird_object_and_effect_shows_in_the_digest(self):
        # Most show in the first 11 plays. In 44 plays each bird is tapped, and each explosion that is four times as large has a
        # body near it.
        for pointer in USED:
            with self.subTest(pointer):
                override = f"catalogue:{pointer}={number_at(pointer) * 4}"
                self.assertTrue(any(digest_of("--plays", plays, "--set", override) != digest_of("--plays", plays) for plays in ("11", "44")))

    def test_another_process_that_plays_otherwise_is_found_out(self):
        # The numbers change while the program runs, and the other processes read the changed numbers. The folder's
        # name needs quotes in a shell.
        with tempfile.TemporaryDirectory(prefix="it's a ") as folder:
            assets = Path(folder) / "assets"
            shutil.copytree(ASSETS, assets)
            with self.start_novphy("selftest", "--plays", "20", "--assets", assets) as running:
                said = ""
                while "1 thread" not in said:
                    said = running.stdout.readline()
                catalogue = json.loads((assets / "catalogue.json").read_text(encoding="utf-8"))
                catalogue["launch"]["speed_per_drag_per_s"] += 1
                (assets / "new.json").write_text(json.dumps(catalogue), encoding="utf-8")
                (assets / "new.json").rename(assets / "catalogue.json")
                said = running.stdout.read()
            self.assertEqual(running.returncode, 1)
            self.assertEqual(re.findall(r"(?m)^(.+?)  .*DIFFERS$", said)[:1], ["another process"])
            self.assertNotIn("none", said)
            self.assertEqual(said.splitlines()[-1], "NOT ALL THE SAME.")

    def test_the_short_test_knows_the_digests_of_this_version(self):
        lines = self.selftest("--short").splitlines()[4:]
        self.assertEqual(len(lines), 3)
        for line in lines:
            self.assertRegex(line, r"^plays \d+ to \d+ +[0-9a-f]{16}  as expected$")
        other = self.selftest("--short", "--set", "physics:/rules/settle_s=1", code=1)
        self.assertEqual(len(re.findall("DIFFERS, expected [0-9a-f]{16}\n", other)), 3)

    def test_a_machine_that_plays_differently_plays_no_shard(self):
        other = {"LD_PRELOAD": other_box2d(self.folder)}
        self.assertIn("DIFFERS, expected ", self.novphy("selftest", "--short", environment=other, code=1).stdout)
        (self.folder / "plan.json").write_bytes(FILES["empty_plan.json"])
        run_shard = ["run", "plan.json", "--agent", "random", "--shard", "1/2", "--out", "r"]
        said = self.refused("this machine plays differently", *run_shard, environment=other)
        self.assertRegex(said, r"^novphy: selftest: this machine plays differently: the digest of plays 1 to 11 is "
                         r"[0-9a-f]{16}, expected [0-9a-f]{16}; .*\n$")
        self.novphy(*run_shard)
        self.novphy(*run_shard, "--no-selftest", "--force", environment=other)


if __name__ == "__main__":
    main()
