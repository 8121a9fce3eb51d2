"""Writes python/novphy/_novphy.pyi, the types of the compiled module, with mypy's stubgen:

    PYTHONPATH=build/check/python build/python_tests/bin/python scripts/stubs.py [FILE]
"""

import ast
import re
import sys
import tempfile
import textwrap
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
    r" *@overload\n( *def (\w+)\(.*\n) *@overload\n *def \2\(self\) -> Any: \.\.\..*\n": r"\1",  # from a docstring's words
    r"(import typing\n)": r"\1from types import ModuleType\n",
    r"(__version__: str\n)": r"\1measures: ModuleType\n",
    r" +_repr_\w+_: .*\n": "",  # novphy adds them
    r"Any, Callable, ClassVar, overload": "Any, overload",
}
DOCSTRING = re.compile(r'''(?<=:)\n( +)("""|\'\'\')((?:\\.|.)*?)\2\n''', re.DOTALL)
SIGNATURES = r"\A\w+\(.*\)(?: -> .*)?\n*|^\(.*\) -> .*|\AInitialize self\..*|\AOverloaded function.(?:.|\n)*"


def without_docstrings(text):
    """The text in which each docstring is a comment with its number, and the docstrings without signatures. Empty ones go."""
    docs = []

    def numbered(found):
        doc = textwrap.dedent(" " * len(found[1]) + ast.literal_eval(found[2] + found[3] + found[2])).strip()
        for _ in range(2):
            doc = re.sub(SIGNATURES, "", doc, flags=re.MULTILINE).strip()
        docs.append(doc)
        return f" ...{f'  # {len(docs) - 1}' if doc else ''}\n"

    return DOCSTRING.sub(numbered, text), docs


def with_docstrings(text, docs):
    """The text with the docstrings in place of their comments."""

    def written(found):
        indent = found[1] + " " * 4
        lines = docs[int(found[3])].replace("\\", "\\\\").splitlines()
        lines = [part for line in lines for part in (textwrap.wrap(line, 110, break_on_hyphens=False) if len(line) > 110 else [line])]
        doc = "\n".join([lines[0], *(f"{indent}{line}".rstrip() for line in lines[1:])])
        end = f"\n{indent}" if len(lines) > 1 else "\\n" * doc.endswith('"')
        return f'{found[1]}{found[2]}:\n{indent}"""{doc}{end}"""\n'

    return re.sub(r"^( *)(.*): \.\.\.  # (\d+)\n", written, text, flags=re.MULTILINE)


def unguard(owner):
    """Takes away what novphy._refusals put around the functions."""
    for name, value in list(vars(owner).items()):
        if hasattr(value, "__wrapped__"):
            setattr(owner, name, value.__wrapped__)


def stub():
    unguard(_novphy)
    for thing in list(vars(_novphy).values()):
        if isinstance(thing, type):
            unguard(thing)
            thing.__module__ = NAME  # the package says "novphy", from where the stub would import them
    with tempfile.TemporaryDirectory() as folder:
        stubgen.main(["--quiet", "--inspect-mode", "--include-docstrings", "--module", NAME, "--output", folder])
        text = Path(folder, *NAME.split(".")).with_suffix(".pyi").read_text(encoding="utf-8")
    text, docs = without_docstrings(text)
    for found, wanted in CHANGES.items():
        text = re.sub(found, wanted, text)
    return HEAD + with_docstrings(text, docs)


if __name__ == "__main__":
    (Path(sys.argv[1]) if len(sys.argv) > 1 else STUB).write_text(stub(), encoding="utf-8")
