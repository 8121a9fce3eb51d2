"""Runs the real program where no file may grow beyond some size, as on a full disk. The program must print one clear line,
end with exit code 2, write no output and keep the finished trials. Once there is room, --resume must give the bytes of an
undisturbed run.

Usage: full_disk.py NOVPHY PAIRS"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import error_of, file_limit, names_in, novphy, program

PAIRS = sys.argv[2]


def error_on_full_disk(size, *arguments):
    return error_of([program(), *arguments], preexec_fn=file_limit(size))


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        plan = folder / "plan.json"
        arguments = ["plan", "--pairs", PAIRS, "--trials", 4, "--max-normal", 3, "--novel", 3,
                     "--calibration-runs", 1, "--calibration-tasks", 2, "--proof", "none", "--out", plan]
        error_on_full_disk(4000, *arguments)
        assert names_in(folder) == ["plan.json.tasks.partial"], "half a plan"
        assert "--resume" in error_of([program(), *arguments])
        novphy(*arguments, "--resume")
        assert names_in(folder) == ["plan.json"]

        arguments = ["run", plan, "--agent", "random", "--jobs", 2, "--out"]
        whole = folder / "whole.jsonl"
        novphy(*arguments, whole)
        expected = whole.read_bytes()
        out = folder / "r.jsonl"
        partial = folder / "r.jsonl.partial"
        # The last limit leaves room for every trial, but not for the headers between the trials.
        sizes = []
        for limit in (100, len(expected) // 3, 2 * len(expected) // 3, len(expected) + 50):
            said = error_on_full_disk(limit, *arguments, out, *(["--resume"] if sizes else []))
            assert "File too large" in said, said
            assert names_in(folder) == ["plan.json", "r.jsonl.partial", "whole.jsonl"], names_in(folder)
            sizes.append(partial.stat().st_size)
        assert sizes == sorted(sizes) and sizes[2] > sizes[1] > 0, sizes
        novphy(*arguments, out, "--resume")
        assert out.read_bytes() == expected, "other bytes"
        assert not partial.exists()
        print("stopped with %s bytes kept, then the same %d bytes" % (sizes, len(expected)))


main()
