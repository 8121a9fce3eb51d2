"""Paths as the engine takes them."""

from __future__ import annotations

import os
from typing import Union

from novphy._errors import InputError

Path = Union[str, "os.PathLike[str]"]


def text_of(path: Path) -> str:
    """The path as a text. Raises TypeError for what is no path, such as None."""
    return os.fsdecode(path)


def output_of(out: Path) -> str:
    """The path of a file or folder to write."""
    if not text_of(out):
        raise InputError('out: found "", expected the name of a file or a folder')
    return text_of(out)
