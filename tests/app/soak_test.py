"""A very short run of tests/app/soak.py. Usage: soak_test.py PROGRAM"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = ""
SOAK = Path(__file__).with_name("soak.py")

# Does HARM to the folder of the output before the program goes on.
HARMFUL = """#!/bin/sh
case " $* " in *" --resume "*)
  for word; do
    if [ "$before" = --out ]; then out=$(dirname "$word"); fi
    before=$word
  done
  HARM ;;
esac
exec "PROGRAM" "$@"
"""


class Soak(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.out = Path(place.name)

    def soak(self, program, *arguments):
        return subprocess.run([sys.executable, "-B", SOAK, program, "no window", "3", *arguments, "--only", "run"],
                              cwd=self.out, capture_output=True, text=True, check=False)

    def harmful(self, harm):
        program = self.out / "harmful"
        program.write_text(HARMFUL.replace("HARM", harm).replace("PROGRAM", PROGRAM))
        program.chmod(0o755)
        return program

    def test_stopped_runs_go_on_to_the_same_bytes(self):
        done = self.soak(PROGRAM, "-")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"^run: [1-9]\d* stops and 0 full disks in [1-9]\d* rounds, 0 differences\n$")
        self.assertFalse((self.out / "out").exists())

    def test_a_file_too_many_is_a_difference_and_is_kept(self):
        done = self.soak(self.harmful('touch "$out/stray"'), "-")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("run: other bytes than those of an undisturbed run: stray\n", done.stderr)
        self.assertTrue((self.out / "out/soak/stray").exists())
        self.assertTrue((self.out / "out/soak/records.jsonl").exists())

    def test_a_lost_output_is_a_difference(self):
        done = self.soak(self.harmful("exit 0"), "-")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("run: other bytes than those of an undisturbed run: records.jsonl\n", done.stderr)

    def test_a_program_that_fails_is_a_finding(self):
        done = self.soak(self.harmful("echo broken >&2; exit 2"), "-")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("run: ended with 2: broken\n", done.stderr)


if __name__ == "__main__":
    PROGRAM = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
