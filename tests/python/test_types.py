"""The types of the package: those of its modules, and the stub of the compiled one."""

import ast
import importlib.util
import inspect
import re
import sys
from pathlib import Path

import novphy
import pytest
from conftest import PRELOADED
from novphy import _novphy
from program import run

HERE = Path(__file__).parent
PACKAGE = Path(novphy.__file__).parent
STUB = PACKAGE / "_novphy.pyi"

needs_mypy = pytest.mark.skipif(
    importlib.util.find_spec("mypy") is None, reason="mypy is not installed"
)


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """Runs a command of mypy in a folder, and returns what it prints. numpy's types are read once for all commands."""
    folders = str(PACKAGE.parent)
    installed = PACKAGE.parent.name == "site-packages"  # mypy looks there by itself
    environment = {
        "MYPYPATH": None if installed else folders,
        "PYTHONPATH": folders,
        "MYPY_CACHE_DIR": str(tmp_path_factory.mktemp("types")),
    }

    def printed(folder, *arguments):
        done = run([sys.executable, *arguments], code=None, folder=folder, environment=environment)
        return done.stdout + done.stderr

    return printed


@needs_mypy
def test_the_types_of_the_package_are_right(checked, tmp_path):
    printed = checked(tmp_path, "-m", "mypy", "--config-file", HERE / "mypy.ini", "-p", "novphy")
    assert "Success: no issues found" in printed, printed


@needs_mypy
@pytest.mark.skipif(PRELOADED, reason="the module is preloaded")
def test_the_stub_has_the_names_of_the_compiled_module(checked, tmp_path):
    printed = checked(tmp_path, "-m", "mypy.stubtest", "novphy._novphy", "--concise")
    assert not printed.strip(), printed


@needs_mypy
def test_what_a_user_writes_is_checked(checked, tmp_path):
    (tmp_path / "right.py").write_text(
        "import novphy\ntask: novphy.Task = novphy.base_task('rolling/agents/normal')\nwon: bool = novphy.play(task, [(30,)]).won\n"
    )
    (tmp_path / "wrong.py").write_text("import novphy\nnovphy.make_tasks('rolling/agents/normal', count='3')\nnovphy.paly\n")
    printed = checked(tmp_path, "-m", "mypy", "--strict", "--follow-imports", "silent", "right.py", "wrong.py")
    assert 'wrong.py:2: error: Argument "count"' in printed and "wrong.py:3: error" in printed, printed
    assert "right.py" not in printed


# pybind11 tells parameters in the first line of the docstring, which mypy does not read.
SIGNATURE = re.compile(r"^(\w+)\((.*)\) -> .*$", re.MULTILINE)


def parameters_of(function):
    """The names of a compiled function's parameters, "argN" for one without a name; None for several signatures."""
    text = function.__doc__ or ""
    if "Overloaded function" in text:
        return None
    inner = SIGNATURE.search(text)[2]
    while (shorter := re.sub(r"\[[^\[\]]*\]|\([^()]*\)|'[^']*'|<[^<>]*>", "", inner)) != inner:
        inner = shorter
    return [part.split(":")[0].split("=")[0].strip() for part in inner.split(",") if part.strip()]


def declared(node):
    """The names of a declared function's parameters, with "argN" for those that have no name for callers."""
    unnamed = [f"arg{i}" for i, _ in enumerate(node.args.posonlyargs)]
    return unnamed + [each.arg for each in node.args.args + node.args.kwonlyargs]


def is_special(name):
    return name.startswith("__") and name != "__init__"


def functions():
    """Each compiled function that the stub declares, with its declaration."""
    for node in ast.parse(STUB.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, getattr(_novphy, node.name), node
        for member in getattr(node, "body", []) if isinstance(node, ast.ClassDef) else []:
            if isinstance(member, ast.FunctionDef) and not (member.decorator_list or is_special(member.name)):
                yield f"{node.name}.{member.name}", getattr(getattr(_novphy, node.name), member.name, None), member


def differs(function, node):
    if function is None or not SIGNATURE.search(function.__doc__ or "") or node.args.vararg:
        return False
    found = parameters_of(function)
    if found is None:
        return False
    expected = declared(node)
    is_method = bool(found) and found[0] == "self"
    if is_method and node.args.posonlyargs:  # pybind11 counts arguments without self
        expected = ["self", *(f"arg{i}" for i in range(len(node.args.posonlyargs) - 1)), *expected[len(node.args.posonlyargs):]]
    return found != expected


def test_the_stub_declares_the_parameters_of_the_compiled_functions():
    assert [name for name, function, node in functions() if differs(function, node)] == []
    assert len([name for name, *_ in functions()]) > 50


def test_public_functions_have_types():
    untyped = []
    for name in novphy.__all__:
        thing = getattr(novphy, name)
        if inspect.isfunction(thing):
            signature = inspect.signature(thing)
            hints = [each.annotation for each in signature.parameters.values()] + [signature.return_annotation]
            untyped += [name] * (inspect.Signature.empty in hints)
    assert untyped == []
    assert (PACKAGE / "py.typed").is_file()
