"""Writes python/novphy/_novphy.pyi, the types of the compiled module, with mypy's stubgen:

    PYTHONPATH=build/check/python build/python_tests/bin/python scripts/stubs.py [FILE]
"""

import re
import sys
import tempfile
from pathlib import Path

from mypy import stubgen
from novphy import _novphy

STUB = Path(__file__).resolve().parents[1] / "python/novphy/_novphy.pyi"
NAME = "novphy._novphy"
HEAD = '"""The compiled module, of which scripts/stubs.py writes this file. Import its names from novphy, not from here."""\n\n'
CHANGES = {
    r"typing\.SupportsFloat \| typing\.SupportsIndex": "float",
    r"typing\.SupportsInt \| typing\.SupportsIndex": "int",
    r"\bobject\b": "typing.Any",
    r"(__eq__\(self, arg0): \w+": r"\1: object",
    r"\*args, \*\*kwargs": "*args: typing.NoReturn, **kwargs: typing.NoReturn",  # only functions of novphy make one
    r" *@overload\n( *def (\w+)\(.*\n) *@overload\n *def \2\(self\) -> Any: \.\.\.\n": r"\1",  # from a docstring's words
    r"(import typing\n)": r"\1from types import ModuleType\n",
    r"(__version__: str\n)": r"\1measures: ModuleType\n",
}


def stub():
    for thing in vars(_novphy).values():
        if isinstance(thing, type):
            thing.__module__ = NAME  # the package says "novphy", from where the stub would import them
    with tempfile.TemporaryDirectory() as folder:
        stubgen.main(["--quiet", "--inspect-mode", "--module", NAME, "--output", folder])
        text = Path(folder, *NAME.split(".")).with_suffix(".pyi").read_text(encoding="utf-8")
    for found, wanted in CHANGES.items():
        text = re.sub(found, wanted, text)
    return HEAD + text


if __name__ == "__main__":
    (Path(sys.argv[1]) if len(sys.argv) > 1 else STUB).write_text(stub(), encoding="utf-8")
