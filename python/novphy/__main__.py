"""`python -m novphy`: the program's command line, and the commands that only the package has.

`python -m novphy list agents` is `novphy list agents`. `python -m novphy dataset --help` describes data sets.
"""

import signal
import sys

from novphy import datasets
from novphy._engine import engine


def program(arguments: "list[str]") -> int:
    """Runs a command of the program. Returns the exit code."""
    for name in ("SIGINT", "SIGPIPE"):
        signal.signal(getattr(signal, name), signal.SIG_DFL)  # the program has its own way with signals
    return engine.run_program(arguments, [sys.executable or "python3", "-m", "novphy"])


def main() -> int:
    """Runs the command of the process's arguments. Returns the exit code."""
    arguments = sys.argv[1:]
    if arguments[:1] == ["dataset"]:
        return datasets.command(arguments[1:])
    if arguments == ["help", "dataset"]:
        return datasets.command(["--help"])
    code = program(arguments)
    if arguments in (["-h"], ["--help"], ["help"]):
        print("Only in the Python package:\n  dataset                     Writes an agent's plays as an offline data set, or checks one")
    return code


if __name__ == "__main__":
    sys.exit(main())
