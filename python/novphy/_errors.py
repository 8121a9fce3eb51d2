"""The package's exceptions and warnings."""

import warnings
from typing import Iterable


class InputError(ValueError):
    """Bad input: a broken file, a wrong name, a number out of range. The text names the place."""


def warn(texts: Iterable[str]) -> None:
    """Issues each text as a Python warning at the line that called the caller."""
    for each in texts:
        warnings.warn(each, stacklevel=3)
