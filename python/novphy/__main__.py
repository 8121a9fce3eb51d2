"""`python -m novphy`: the program's command line, and the commands that only the package has.

`python -m novphy list agents` is `novphy list agents`. `python -m novphy dataset --help` describes data sets,
`python -m novphy records --help` records from logs of Inspect, and `python -m novphy mcp --help` the server for language models.
"""

import signal
import sys

from novphy import datasets, mcp_command, model_records, study_command
from novphy._engine import engine

OWN = {
    "dataset": (datasets.command, "Writes an agent's plays as an offline data set, or checks one"),
    "mcp": (mcp_command.command, "Lets language models play a plan by tools over the Model Context Protocol"),
    "records": (model_records.command, "Writes the records of the trials in a log of Inspect"),
    "study-serve": (study_command.serve, "Serves a study for people, and keeps their data"),
    "study-export": (study_command.export, "Writes the data of a study's server for novphy import"),
}
"""The commands that only the package has, and what they do."""


def program(arguments: "list[str]") -> int:
    """Runs a command of the program. Returns the exit code."""
    for name in ("SIGINT", "SIGPIPE"):
        signal.signal(getattr(signal, name), signal.SIG_DFL)  # the program has its own way with signals
    return engine.run_program(arguments, [sys.executable or "python3", "-m", "novphy"])


def main() -> int:
    """Runs the command of the process's arguments. Returns the exit code."""
    arguments = sys.argv[1:]
    if arguments and arguments[0] in OWN:
        return OWN[arguments[0]][0](arguments[1:])
    if len(arguments) == 2 and arguments[0] == "help" and arguments[1] in OWN:
        return OWN[arguments[1]][0](["--help"])
    code = program(arguments)
    if arguments in (["-h"], ["--help"], ["help"]):
        print("Only in the Python package:", *(f"  {name:<28}{about}" for name, (_, about) in OWN.items()), sep="\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
