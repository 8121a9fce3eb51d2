"""novphy run --sandbox as a whole program: what programs of others cannot do there. Usage: sandbox_test.py PROGRAM"""

import fcntl
import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import json_lines, main, novphy, program, refused

# Answers each message, throws at 45 degrees, and reports what `try_it()` found, once it has seen a task.
AGENT = """
import json, os, subprocess, sys
from pathlib import Path

def try_it():
{body}

found = ""
for line in sys.stdin:
    message, answer = json.loads(line), {{}}
    if message["type"] == "choose":
        answer = {{"angle_deg": 45}}
        try:
            found = found or str(try_it())
        except BaseException as error:
            found = type(error).__name__
    elif message["type"] == "end_task":
        answer = {{"novelty_text": found}}
    print(json.dumps(answer), flush=True)
"""

# Reads what processes above it were started with, and looks there for a plan, in which the phases stand.
READS_THE_PLAN = """
    files = []
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            words = (process / "cmdline").read_bytes().split(b"\\0")
            files += [Path(os.fsdecode(w)) for w in words if w.endswith(b".json")]
            files += [(process / "cwd").resolve() / f for f in files] if os.access(process / "cwd", os.R_OK) else []
    plans = [f for f in [*files, Path("PLAN")] if f.is_file()]
    return plans[0].read_text()[:10] if plans else "no plan"
"""
KEEPS_NOTES = """
    places = [Path(p) / "notes" for p in ("/tmp", "/dev/shm", "/entry", "/", "/usr", "/var/tmp", "/run") if Path(p).is_dir()]
    notes = [str(p) for p in places if p.exists()]
    written = 0
    for place in places:
        try:
            place.write_text("a trial was here")
            written += 1
        except OSError:
            pass
    return f"{notes} {written}"
"""
TAKES_MEMORY = """
    return len(bytearray(8 << 30))
"""
FORKS = """
    children = 0
    try:
        while children < 1000:
            subprocess.Popen(["sleep", "1000"])
            children += 1
    except OSError:
        pass
    return children
"""
FILLS_THE_DISK = """
    with open("/tmp/file", "wb") as file:
        for _ in range(100):
            file.write(bytes(1 << 20))
    return "written"
"""
CALLS_HOME = """
    import socket
    return socket.create_connection(("127.0.0.1", PORT), 5)
"""
KEEPS_KEYS = """
    import ctypes
    libc = ctypes.CDLL(None, use_errno=True)
    kept = libc.syscall(248 if os.uname().machine == "x86_64" else 217, b"user", b"note", b"a trial was here", 16, -4)
    return "kept" if kept >= 0 else os.strerror(ctypes.get_errno())
"""
READS_ENVIRONMENTS = """
    told = ""
    for process in Path("/proc").iterdir():
        if process.name.isdigit() and os.access(process / "environ", os.R_OK):
            told += (process / "environ").read_text()
    return "NOVPHY_SECRET_OF_THE_ORGANISER" in told
"""
LOCKS = """
    import fcntl, time
    with open("/entry/agent.py") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        time.sleep(0.3)
    return "alone"
"""
LOOKS_ROUND = """
    return [sorted(os.listdir("/")), sum(p.isdigit() for p in os.listdir("/proc")) < 5, sorted(os.environ)]
"""
WAITS = """
    import time
    time.sleep(0.6)
    return "waited"
"""


class Sandbox(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.out = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.plan = cls.out / "plan.json"
        novphy("plan", "--pairs", Path(__file__).parents[1] / "pairs/falling/relations.json", "--trials", 2, "--control", 0,
               "--min-normal", 1, "--max-normal", 1, "--novel", 1, "--calibration-runs", 0, "--out", cls.plan)

    def entry(self, body):
        folder = Path(tempfile.mkdtemp(dir=self.out))
        folder.chmod(0o755)
        (folder / "agent.py").write_text(AGENT.format(body=body.strip("\n")))
        return folder

    def command(self, folder, *options):
        return ["run", self.plan, "--agent", "exec:python3 agent.py", "--agent-timeout", 60, "--sandbox", folder,
                "--out", f"{folder}.jsonl", *options]

    def played(self, body, *options, **where):
        folder = self.entry(body)
        novphy(*self.command(folder, *options), code=None, **where)
        return json_lines(f"{folder}.jsonl")

    def found(self, body, *options, **where):
        """What the agent reports in its last task."""
        records = self.played(body, *options, **where)
        self.assertNotIn("error", records[-1], records[-1])
        return records[-1]["reported_text"]

    def test_a_program_finds_no_plan(self):
        self.assertEqual(self.found(READS_THE_PLAN.replace("PLAN", str(self.plan))), "no plan")

    def test_nothing_is_kept_from_a_trial_to_the_next(self):
        self.assertEqual(self.found(KEEPS_NOTES), "[] 2")
        self.assertEqual(self.found(KEEPS_KEYS), "Operation not permitted")
        records = self.played(LOCKS, "--jobs", 2)
        self.assertEqual({record["reported_text"] for record in records[1:]}, {"alone"})

    def test_copies_of_a_killed_run_go_with_the_next_and_those_in_use_stay(self):
        temporary = Path(tempfile.mkdtemp(dir=self.out))
        for folder in (self.out, temporary):  # programs of the sandbox are of another user
            folder.chmod(0o755)
        left, used, new = (temporary / f"novphy_sandbox_{name}" for name in ("left", "used", "new"))
        for folder in (left, used, new):
            (folder / "entry").mkdir(parents=True)
        for folder in (left, used):
            os.utime(folder, (0, 0))
        lock = os.open(used, os.O_RDONLY)
        self.addCleanup(os.close, lock)
        fcntl.flock(lock, fcntl.LOCK_EX)
        self.found(WAITS, environment={"TMPDIR": temporary})
        self.assertEqual(sorted(temporary.iterdir()), [new, used])

    def test_memory_processes_and_files_end_at_the_limits(self):
        self.assertEqual(self.found(TAKES_MEMORY), "MemoryError")
        self.assertLess(int(self.found(FORKS, "--limits", "processes=20")), 20)
        self.assertEqual(self.found(FILLS_THE_DISK, "--limits", "scratch=10"), "OSError")

    def test_no_network(self):
        import socket
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
            self.assertIn("Error", self.found(CALLS_HOME.replace("PORT", str(port))))

    def test_it_sees_no_environment_of_the_organiser(self):
        self.assertEqual(self.found(READS_ENVIRONMENTS, environment={"NOVPHY_SECRET_OF_THE_ORGANISER": "1"}), "False")

    def test_what_it_writes_controls_no_terminal(self):
        folder = self.entry("    print('\\x1b]0;owned', file=sys.stderr)\n    return 0")
        said = novphy(*self.command(folder)).stderr
        self.assertIn("\\x1b]0;owned", said)
        self.assertNotIn("\x1b", said)

    def test_it_sees_its_folder_and_usr_alone(self):
        seen = self.found(LOOKS_ROUND)
        self.assertIn("'entry'", seen)
        self.assertIn("True", seen)
        for hidden in ("home", "root", "work", "var", "NOVPHY", "USER"):
            self.assertNotIn(f"'{hidden}", seen)

    def test_the_time_of_a_trial_ends(self):
        last = self.played(WAITS, "--trial-timeout", 0.3)[-1]
        self.assertEqual(last["end"], "agent_error")
        self.assertIn("took more than 0.3 s for the answers of a trial", last["error"])

    def test_records_tell_of_the_sandbox(self):
        print_ = self.played(LOOKS_ROUND, "--limits", "memory=1000", "cpu=10")[0]
        self.assertRegex(print_["served"], r"^sandbox by (rlimits|a control group): 1000 MiB.*, 64 processes, 10 s of")
        self.assertRegex(print_["agent_files"][0], r"^/entry [0-9a-f]{16}$")

    def test_an_image_stands_in_for_usr(self):
        image = Path(tempfile.mkdtemp(dir=self.out))
        (image / "usr").mkdir()
        folder = self.entry(LOOKS_ROUND)
        self.refused("no program starts in a sandbox here", *self.command(folder, "--image", image))

    def test_wrong_input(self):
        folder = self.entry(LOOKS_ROUND)
        if os.geteuid() == 0:  # who runs programs by other users
            (folder / "secret").write_text("")
            (folder / "secret").chmod(0o600)
            self.refused("secret: programs in a sandbox cannot read it", *self.command(folder))
            (folder / "secret").unlink()
        shutil.copy(self.plan, folder)
        self.refused("programs in the sandbox can read it", "run", folder / "plan.json", *self.command(folder)[2:])
        (folder / "plan.json").unlink()
        self.refused("expected a folder for the sandbox", *self.command(self.plan))
        self.refused('found the limit "memroy", expected memory', *self.command(folder, "--limits", "memroy=3"))
        self.refused('memory: found "8G", expected a whole number', *self.command(folder, "--limits", "memory=8G"))
        self.refused("expected an image", *self.command(folder, "--image", folder))
        self.refused("random is no program", "run", self.plan, "--agent", "random", "--sandbox", folder, "--out", "r.jsonl")
        self.refused("no program starts in a sandbox here", *self.command(folder), environment={"PATH": "/nowhere"})

    def refused(self, expected, *command, **options):
        return refused(expected, [program(), *command], self.out, **options)


if __name__ == "__main__":
    main()
