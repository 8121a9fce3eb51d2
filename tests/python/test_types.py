"""The types of the package: those of its modules, and the stub of the compiled one."""

import importlib.util
import inspect
import sys
from pathlib import Path

import novphy
import pytest
from conftest import PRELOADED
from program import ROOT, run

HERE = Path(__file__).parent
PACKAGE = Path(novphy.__file__).parent

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
def test_the_stub_is_what_the_script_writes(checked, tmp_path):
    printed = checked(tmp_path, ROOT / "scripts/stubs.py", "now.pyi")
    assert (tmp_path / "now.pyi").read_text() == (PACKAGE / "_novphy.pyi").read_text(), f"run scripts/stubs.py {printed}"


@needs_mypy
def test_what_a_user_writes_is_checked(checked, tmp_path):
    (tmp_path / "right.py").write_text(
        "import novphy\ntask: novphy.Task = novphy.base_task('rolling/agents/normal')\nwon: bool = novphy.play(task, [(30,)]).won\n"
    )
    (tmp_path / "wrong.py").write_text("import novphy\nnovphy.make_tasks('rolling/agents/normal', count='3')\nnovphy.paly\n")
    printed = checked(tmp_path, "-m", "mypy", "--strict", "--follow-imports", "silent", "right.py", "wrong.py")
    assert 'wrong.py:2: error: Argument "count"' in printed and "wrong.py:3: error" in printed, printed
    assert "right.py" not in printed


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
