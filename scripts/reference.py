"""Writes the pages in docs/reference/: the commands of the program, and the functions and classes of the Python package. Both
tell of themselves, so that the package must be built:

    PYTHONPATH=build/check/python build/python_tests/bin/python scripts/reference.py

It runs the package's own `python -m novphy man --markdown`. `bench` is left out, which not every build has.
"""

import ast
import collections
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
SHARED_BY = 3
COMMANDS = {"check_agent": "check-agent", "level_plan": "plan", "standard_plan": "plan"}
KINDS = {
    "Functions": inspect.isfunction, "Classes": inspect.isclass, "Modules": inspect.ismodule,
    "Values": lambda value: isinstance(value, tuple),
}  # fmt: skip
SIGNATURE = re.compile(r"\A\w+\(.*\) -> .*\s*")  # with which docstrings of the compiled module begin


def without_shared(text):
    """The text in which options that stand alike in many commands are named only, and these options."""
    counts = collections.Counter(re.findall(r"^\* `--.*\n", text, re.MULTILINE))
    shared = {line: re.match(r"\* `(--[\w-]+)", line)[1] for line, n in counts.items() if n >= SHARED_BY}
    shared = {line: name for line, name in shared.items() if list(shared.values()).count(name) == 1}

    def named(options):
        names = [shared[line] for line in options[0].splitlines(keepends=True) if line in shared]
        own = [line for line in options[0].splitlines(keepends=True) if line not in shared]
        last = f"* [As several commands](#what-several-commands-have): {', '.join(f'`{name}`' for name in names)}\n"
        return "".join(own) + (last if names else "")

    return re.sub(r"(?:^\* .*\n)+", named, text, flags=re.MULTILINE), sorted(shared)


def commands():
    man = [sys.executable, "-m", "novphy", "man", "--markdown"]
    text = subprocess.run(man, stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
    text = re.sub(r"\n### bench\n.*?(?=\n##)", "", text, flags=re.DOTALL)
    text = re.sub(r"^## .*", lambda found: "## " + found[0][3:].capitalize(), text, flags=re.MULTILINE)
    text, shared = without_shared(text)
    text += "\n## What several commands have\n\n" + "".join(shared)
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
    """The docstring in Markdown, in which arguments are a list, without those that the page of commands describes."""
    text = SIGNATURE.sub("", inspect.cleandoc(thing.__doc__ or ""))
    text = re.sub(r"(`[^`]*`)|([*]|<(?=[a-zA-Z/]))", lambda found: found[1] or "\\" + found[2], text)
    settings = getattr(thing, "__settings__", [])
    for name in settings:
        text = re.sub(rf"^    {name}: .*\n?(?:^ {{8}}.*\n?)*", "", text, flags=re.MULTILINE)
    if settings:
        command = COMMANDS.get(thing.__name__, thing.__name__)
        text = text.rstrip("\n") + f"\n\nThe other arguments are settings of [`novphy {command}`](commands.md#{command})."
    text = re.sub(r"^    (\w+): ", r"* `\1`: ", text, flags=re.MULTILINE)
    return re.sub(r"^ {4,}", "  ", text, flags=re.MULTILINE)


def members(owner):
    """A line for each public function and property of a class or module."""
    for name, member in vars(owner).items():
        thing = getattr(owner, name)
        if name not in getattr(owner, "__all__", [name]):
            continue
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
    text = HEAD.format("The Python package", "the docstrings; `help(novphy.run)` shows all with types")
    text += "\nSettings of commands have the names of their options, with `_` for `-`; `threads` is `--jobs`.\n"
    for kind, is_one in KINDS.items():
        named = {name: getattr(novphy, name) for name in novphy.__all__}
        text += f"\n## {kind}\n" + "".join(section(name, thing) for name, thing in named.items() if is_one(thing))
    return text


PAGES = {"commands.md": commands, "python.md": functions}

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file, written in PAGES.items():
        (FOLDER / file).write_text(written(), encoding="utf-8")
