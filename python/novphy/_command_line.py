"""What the commands that only the package has share: their parser, and their lines on the standard error."""

import argparse
import sys
from typing import Any, Callable, NoReturn

from novphy._errors import InputError


class Parser(argparse.ArgumentParser):
    """The parser of `python -m novphy COMMAND`. Raises InputError for wrong arguments."""

    def __init__(self, command: str, description: str, examples: str):
        """`examples` are lines that stand below the options."""
        super().__init__(
            prog=f"python -m novphy {command}",
            description=description,
            epilog=f"examples:\n{examples}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        """Called by argparse."""
        raise InputError(message)


def say(message: Any) -> None:
    """Prints a message in one line on the standard error."""
    print(f"novphy: {' '.join(str(message).split())}", file=sys.stderr)


def exit_code(carry_out: Callable[[], Any]) -> int:
    """Carries a command out, and says what went wrong: what it returns, 2 for bad input, 130 for Ctrl-C. None counts as 0."""
    try:
        return carry_out() or 0
    except (InputError, OSError) as error:
        say(error)
        return 2
    except KeyboardInterrupt:
        say("interrupted")
        return 130
