"""A very short run of tests/app/soak.py. Usage: soak_test.py PROGRAM"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import FolderTest, main, program, run

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


class Soak(FolderTest):
    def soak(self, novphy, code=0):
        return run([sys.executable, "-B", SOAK, novphy, "no window", 3, "-", "--only", "run"], code=code, folder=self.folder)

    def soak_harmful(self, harm):
        """What is said of a program that does this harm."""
        harmful = self.folder / "harmful"
        harmful.write_text(HARMFUL.replace("HARM", harm).replace("PROGRAM", program()))
        harmful.chmod(0o755)
        return self.soak(harmful, code=1).stderr

    def test_stopped_runs_go_on_to_the_same_bytes(self):
        self.assertRegex(self.soak(program()).stdout, r"^run: [1-9]\d* stops and 0 full disks in [1-9]\d* rounds, 0 differences\n$")
        self.assertFalse((self.folder / "out").exists())

    def test_a_file_too_many_is_a_difference_and_is_kept(self):
        said = self.soak_harmful('touch "$out/stray"')
        self.assertIn("run: other bytes than those of an undisturbed run: stray\n", said)
        self.assertTrue((self.folder / "out/soak/stray").exists())
        self.assertTrue((self.folder / "out/soak/records.jsonl").exists())

    def test_a_lost_output_is_a_difference(self):
        said = self.soak_harmful("exit 0")
        self.assertIn("run: other bytes than those of an undisturbed run: records.jsonl\n", said)

    def test_a_program_that_fails_is_a_finding(self):
        self.assertIn("run: ended with 2: broken\n", self.soak_harmful("echo broken >&2; exit 2"))


if __name__ == "__main__":
    main()
