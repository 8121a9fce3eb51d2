"""Runs the real program where no file may grow beyond some size, as on a full disk. The program must print one clear line,
end with exit code 2, write no output and keep the finished trials. Once there is room, --resume must give the bytes of an
undisturbed run.

Usage: full_disk.py NOVPHY PAIRS"""

import pathlib
import resource
import signal
import subprocess
import sys
import tempfile

NOVPHY, PAIRS = sys.argv[1:]


def run(*arguments, limit=None):
    def before():
        if limit is not None:
            # Where SIGXFSZ is ignored, a write beyond the limit fails, as a write to a full disk does.
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    return subprocess.run([NOVPHY, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          preexec_fn=before, check=False)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        plan = folder / "plan.json"
        arguments = ["plan", "--pairs", PAIRS, "--trials", 4, "--max-normal", 3, "--novel", 3,
                     "--calibration-runs", 1, "--calibration-tasks", 2, "--proof", "none", "--out", plan]
        failed = run(*arguments, limit=4000)
        assert failed.returncode == 2 and len(failed.stderr.splitlines()) == 1, failed
        assert [path.name for path in folder.iterdir()] == ["plan.json.tasks.partial"], "half a plan"
        assert "--resume" in run(*arguments).stderr
        assert run(*arguments, "--resume").returncode == 0
        assert [path.name for path in folder.iterdir()] == ["plan.json"]

        arguments = ["run", plan, "--agent", "random", "--jobs", 2, "--out"]
        whole = folder / "whole.jsonl"
        assert run(*arguments, whole).returncode == 0
        expected = whole.read_bytes()
        out = folder / "r.jsonl"
        partial = folder / "r.jsonl.partial"
        # The last limit leaves room for every trial, but not for the headers between the trials.
        sizes = []
        for limit in (100, len(expected) // 3, 2 * len(expected) // 3, len(expected) + 50):
            failed = run(*arguments, out, *(["--resume"] if sizes else []), limit=limit)
            assert failed.returncode == 2, failed
            assert len(failed.stderr.splitlines()) == 1 and "File too large" in failed.stderr, failed.stderr
            assert sorted(path.name for path in folder.iterdir()) == \
                ["plan.json", "r.jsonl.partial", "whole.jsonl"], list(folder.iterdir())
            sizes.append(partial.stat().st_size)
        assert sizes == sorted(sizes) and sizes[2] > sizes[1] > 0, sizes
        again = run(*arguments, out, "--resume")
        assert again.returncode == 0, again
        assert out.read_bytes() == expected, "other bytes"
        assert not partial.exists()
        print("stopped with %s bytes kept, then the same %d bytes" % (sizes, len(expected)))


main()
