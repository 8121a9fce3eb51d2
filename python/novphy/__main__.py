"""The program's command line: `python -m novphy list agents` is `novphy list agents`."""

import signal
import sys

from novphy._engine import engine


def main() -> int:
    """Runs the command of the process's arguments. Returns the exit code."""
    for name in ("SIGINT", "SIGPIPE"):
        signal.signal(getattr(signal, name), signal.SIG_DFL)  # the program has its own way with signals
    return engine.run_program(sys.argv[1:], [sys.executable or "python3", "-m", "novphy"])


if __name__ == "__main__":
    sys.exit(main())
