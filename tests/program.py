"""What the tests of whole programs share: to run a program, what wrong input must give, and a folder of its own for each test.

The first argument of a test file names the program under test: aim_test.py PROGRAM [OPTION OF UNITTEST...]
"""

import json
import os
import pty
import random
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BAD_INPUT = 2
LONGEST_S = 600
PROGRESS = re.compile(r"^(?!novphy|warning)[a-z-]+(, [^:\n]*)?: ([^\n]*[, ])?\d+(\.\d)? (s|min|h)(, [^\n]*)?\n", re.MULTILINE)
NO_DISPLAY = {"DISPLAY": None, "WAYLAND_DISPLAY": None}


def program():
    """The program under test."""
    return os.path.abspath(sys.argv[1])


def settings(folder, environment, options):
    """What subprocess is told: where to run, the differences of the environment (None takes a variable away) and the streams,
    which are pipes unless the options name others."""
    variables = {name: value for name, value in {**os.environ, **environment}.items() if value is not None}
    return {"cwd": folder, "env": variables, "text": True, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}


def run(command, code=0, folder=None, environment={}, stdin="", **options):
    """Runs a command, which must end with this code; None stands for any code. Its standard error is told without the lines that
    say how far it is: only a slow machine shows these."""
    command = [*map(str, command)]
    done = subprocess.run(command, input=stdin, timeout=LONGEST_S, check=False, **settings(folder, environment, options))
    if done.stderr:
        done.stderr = PROGRESS.sub("", done.stderr)
    if code not in (None, done.returncode):
        raise AssertionError(f"exit code {done.returncode}, expected {code}: {shlex.join(command)}\n{done.stdout}{done.stderr}")
    return done


def start(command, folder=None, environment={}, **options):
    """Starts a command and lets it run."""
    return subprocess.Popen([*map(str, command)], **settings(folder, environment, options))


def stop_before(process, send):
    """Asks a server to end after the call `send()` has sent it something, and before it has seen that."""
    process.send_signal(signal.SIGSTOP)
    send()
    process.send_signal(signal.SIGTERM)
    time.sleep(0.05)  # then the server's next look at its signals is due, too
    process.send_signal(signal.SIGCONT)


def finished_trials(partial):
    """The records of each finished trial in the file of an unfinished run; none where there is no file."""
    trials = []
    for line in json_lines(partial)[1:] if partial.exists() else ():
        if "bytes" in line:
            trials.append([])
        elif "begun" not in line:
            trials[-1].append(line)
    return trials


def novphy(*arguments, **options):
    """Runs the program under test."""
    return run([program(), *arguments], **options)


def error_of(command, lines=1, begin=None, **options):
    """What a command says to wrong input: clear lines on the standard error, no other output, and the exit code for it.
    Each line begins with the program's name, unless `begin` is given."""
    done = run(command, code=BAD_INPUT, **options)
    begin = f"{Path(command[0]).name}: " if begin is None else begin
    said = done.stderr.splitlines()
    assert done.stdout == "" and len(said) == lines, (done.args, done.stdout, done.stderr)
    assert all(line.startswith(begin) and "internal error" not in line for line in said), (done.args, done.stderr)
    return done.stderr


def refused(expected, command, folder, **options):
    """Checks that a command in this folder is refused with this message, and makes and changes no file there."""
    before = everything_in(folder)
    error = error_of(command, folder=folder, **options)
    assert expected in error, f"{shlex.join(map(str, command))}\nexpected: {expected}\nfound: {error}"
    after = everything_in(folder)
    touched = sorted(name for name in {*before, *after} if before.get(name, "") != after.get(name, ""))
    assert not touched, f"{touched} were made or changed by {shlex.join(map(str, command))}"
    return error


def start_on_terminal(command, streams, **options):
    """Starts a command of which these streams are a terminal. Returns the process, and a number to read the terminal with."""
    terminal, theirs = pty.openpty()
    process = start(command, **dict.fromkeys(streams, theirs), **options)
    os.close(theirs)
    return process, terminal


def shown(terminal, until=None):
    """What a terminal shows, up to this text or until the program has ended."""
    text = ""
    while until is None or until not in text:
        try:
            text += os.read(terminal, 4096).decode()
        except OSError:  # the program has closed its end
            break
    return text


def stop_at_random(process, longest_s, number=signal.SIGKILL):
    """Sends the signal at a random moment, unless the process ends before it. Returns what it wrote to its standard error."""
    try:
        return process.communicate(timeout=random.uniform(0, longest_s))[1]
    except subprocess.TimeoutExpired:
        process.send_signal(number)
        return process.communicate()[1]


def file_limit(size):
    """For preexec_fn: no file grows beyond this size. A write beyond it fails as a write to a full disk does."""
    def before():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # otherwise the signal would end the program
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return before


def everything_in(folder):
    """What is in a folder and its folders, by name: the bytes of files, None of all others."""
    paths = sorted(Path(folder).rglob("*"))
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in paths}


def contents(folder):
    """The bytes of every file in a folder and its folders, by name."""
    return {name: data for name, data in everything_in(folder).items() if data is not None}


def fnv1a(text):
    """The program's hash of a text, 64 bits as 16 digits."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def names_in(folder):
    return sorted(path.name for path in Path(folder).iterdir())


def json_lines(file):
    return [json.loads(line) for line in Path(file).read_text().splitlines()]


def small_plan(trials=1):
    """Options of novphy plan: trials of one normal and one novel task, without calibration runs."""
    return ["--trials", trials, "--min-normal", 1, "--max-normal", 1, "--novel", 1, "--calibration-runs", 0, "--proof", "none"]


class FolderTest(unittest.TestCase):
    """Each test has a folder of its own, in which the program runs."""

    environment = {}  # how the program's environment differs from this one

    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def here(self, options):
        """Options with the folder and the environment of this test."""
        return {**options, "folder": self.folder, "environment": {**self.environment, **options.get("environment", {})}}

    def novphy(self, *arguments, **options):
        return novphy(*arguments, **self.here(options))

    def start_novphy(self, *arguments, **options):
        return start([program(), *arguments], **self.here(options))

    def error_of(self, *arguments, **options):
        return error_of([program(), *arguments], **self.here(options))

    def refused(self, expected, *arguments, **options):
        return refused(expected, [program(), *arguments], **self.here(options))


def main(arguments=1):
    """Runs the tests of the test file, whose first arguments are its own."""
    unittest.main("__main__", argv=[sys.argv[0], *sys.argv[1 + arguments :]])
