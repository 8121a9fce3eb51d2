"""Writes the pages in docs/reference/: the commands of the program, and the functions and classes of the Python package. Both
tell of themselves, so that the package must be built:

    PYTHONPATH=build/check/python build/python_tests/bin/python scripts/reference.py

It runs the package's own `python -m novphy man --markdown`. `bench` is left out, which not every build has.
"""

import ast
import inspect
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import novphy
from novphy.__main__ import OWN

FOLDER = Path(__file__).resolve().parents[1] / "docs/reference"
HEAD = "# {}\n\n`scripts/reference.py` writes this page from {}.\n"
NOTATION = """
`--jobs N:[0 to 1024]=1` takes a number from 0 to 1024, by default 1; `{a,b}` are the words that an option takes, and `...` stands
for several values. `novphy help COMMAND` prints the same. `bench` is left out, which not every build has.
"""
KINDS = {
    "Functions": inspect.isfunction, "Classes": inspect.isclass, "Modules": inspect.ismodule,
    "Values": lambda value: isinstance(value, tuple),
}  # fmt: skip
SIGNATURE = re.compile(r"\A\w+\(.*\) -> .*\s*")  # with which docstrings of the compiled module begin


def commands():
    man = [sys.executable, "-m", "novphy", "man", "--markdown"]
    text = subprocess.run(man, stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
    text = re.sub(r"\n### bench\n.*?(?=\n##)", "", text, flags=re.DOTALL)
    text = re.sub(r"^## .*", lambda found: "## " + found[0][3:].capitalize(), text, flags=re.MULTILINE)
    text += "\n## Only in the Python package\n\n"
    text += "".join(f"* `python -m novphy {name}`: {about}; `--help` shows its options\n" for name, (_, about) in OWN.items())
    return HEAD.format("Commands", "the settings of the commands") + NOTATION + text.replace("\n\n\n", "\n\n")


def signature(name, thing):
    """Such as "play(task, shots, events=False)", without types, which Python's versions print in different ways."""
    if compiled := SIGNATURE.match(thing.__doc__ or ""):
        arguments = ast.parse(f"def {compiled[0].strip()}: ...").body[0].args
        for each in arguments.args:
            each.annotation = None
        text = f"({ast.unparse(arguments)})"
    else:
        parameters = inspect.signature(thing).parameters.values()
        text = str(inspect.Signature([each.replace(annotation=inspect.Parameter.empty) for each in parameters]))
    return name + re.sub(r"^\(self(, )?", "(", text)


def paragraphs(thing):
    """The docstring in Markdown, in which arguments are a list."""
    text = SIGNATURE.sub("", inspect.cleandoc(thing.__doc__ or ""))
    text = re.sub(r"(`[^`]*`)|([*]|<(?=[a-zA-Z/]))", lambda found: found[1] or "\\" + found[2], text)
    text = re.sub(r"^    (\w+): ", r"* `\1`: ", text, flags=re.MULTILINE)
    return re.sub(r"^ {4,}", "  ", text, flags=re.MULTILINE)


def members(owner):
    """A line for each public function and property of a class or module."""
    for name, member in vars(owner).items():
        thing = getattr(owner, name)
        if not name.startswith("_") and (inspect.isroutine(thing) or isinstance(member, property)):
            title = signature(name, thing) if inspect.isroutine(thing) else name
            yield f"* `{title}`: " + paragraphs(thing).partition("\n\n")[0].replace("\n", " ") + "\n"


def section(name, thing):
    text = f"\n### {name}\n\n"
    if isinstance(thing, tuple):
        return text + f"{', '.join(f'`{each}`' for each in thing)}\n"
    made = vars(thing).get("__init__") if inspect.isclass(thing) and not hasattr(thing, "_fields") else thing
    if inspect.isfunction(made) or hasattr(thing, "_fields"):
        shown = textwrap.fill(signature(name, made), 120, subsequent_indent="    ", break_on_hyphens=False)
        text += f"```python\n{shown}\n```\n\n"
    listed = [] if inspect.isfunction(thing) else ["\n", *members(thing)]
    return text + paragraphs(thing) + "\n" + "".join(listed if len(listed) > 1 else [])


def functions():
    text = HEAD.format("The Python package", "the docstrings; `help(novphy.run)` shows them with types")
    for kind, is_one in KINDS.items():
        named = {name: getattr(novphy, name) for name in novphy.__all__}
        text += f"\n## {kind}\n" + "".join(section(name, thing) for name, thing in named.items() if is_one(thing))
    return text


PAGES = {"commands.md": commands, "python.md": functions}

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file, written in PAGES.items():
        (FOLDER / file).write_text(written(), encoding="utf-8")
