"""The build of a wheel: its backend, with stand-ins for fetch.sh and scikit-build-core, and the licences of its libraries."""

import json
import re
import shutil
import sys
from fnmatch import fnmatch

import pytest
from program import ROOT, run

BUILD = """
from pathlib import Path
__all__ = ["build_wheel", "build_sdist", "get_requires_for_build_wheel"]
def build_wheel(folder): return f"{folder}/wheel " + Path("sources").read_text()
build_sdist = build_wheel
def get_requires_for_build_wheel(): return ["ninja"]
"""
FETCH = "#!/bin/sh\necho sources >sources\n"
NO_APT = "#!/bin/sh\necho fetch.sh: expected apt >&2\nexit 2\n"


LIBRARIES = [
    pytest.param(folder, parts, id=folder)
    for folder, _, _, _, *parts in map(str.split, (ROOT / "scripts/bundled/sources.txt").read_text().splitlines())
    if folder not in ("#", "bcp")  # bcp is a tool, of which nothing is in a wheel
]


@pytest.mark.parametrize(("folder", "parts"), LIBRARIES)
def test_a_wheel_holds_the_licence_of_each_library(folder, parts):
    listed = re.search(r"^license-files = \[(.*?)\]$", (ROOT / "pyproject.toml").read_text(), re.DOTALL | re.MULTILINE)[1]
    files = [f"scripts/bundled/sources/{folder}/{part}" for part in parts]
    assert any(fnmatch(file, pattern) for file in files for pattern in re.findall('"(.*?)"', listed))


@pytest.fixture
def backend(tmp_path):
    """Runs an expression of the backend's beside this fetch.sh."""
    (tmp_path / "scikit_build_core").mkdir()
    (tmp_path / "scikit_build_core/build.py").write_text(BUILD)
    shutil.copy(ROOT / "scripts/bundled/build_backend.py", tmp_path)

    def evaluated(expression, fetch, code=0):
        (tmp_path / "fetch.sh").write_text(fetch)
        (tmp_path / "fetch.sh").chmod(0o755)
        command = [sys.executable, "-c", f"import build_backend; print(build_backend.{expression})"]
        # The module that the tests under sanitizers preload has no place in the shell that fetches.
        return run(command, folder=tmp_path, code=code, environment={"LD_PRELOAD": None})

    return evaluated


@pytest.mark.parametrize("hook", ["build_wheel", "build_sdist"])
def test_the_sources_are_there_when_a_wheel_or_a_source_distribution_is_built(backend, hook):
    assert backend(f"{hook}('out')", FETCH).stdout == "out/wheel sources\n\n"


def test_a_source_distribution_is_built_without_fetching(backend, tmp_path):
    (tmp_path / "sources").write_text("carried")
    assert backend("build_wheel('out')", NO_APT).stdout == "out/wheel carried\n"


def test_a_build_ends_where_the_sources_cannot_be_fetched(backend):
    assert backend("build_wheel('out')", NO_APT, code=2).stderr == "fetch.sh: expected apt\n"


def test_what_a_build_requires_is_told_without_the_sources(backend):
    assert backend("get_requires_for_build_wheel()", NO_APT).stdout == "['ninja']\n"


def test_the_list_of_parts_has_version_licence_and_hash_of_each_library():
    folders = [row.values[0] for row in LIBRARIES]
    command = [sys.executable, ROOT / "scripts/parts_list.py", "1.2.3", *folders, "own=4=MIT", "two=5=FTL|Zlib"]
    listed = json.loads(run(command).stdout)
    assert (listed["bomFormat"], listed["metadata"]["component"]["version"]) == ("CycloneDX", "1.2.3")
    parts = {part["name"]: part for part in listed["components"]}
    assert len(parts) == len(folders) + 2
    assert parts["box2d"]["version"] == "2.4.1" and parts["box2d"]["licenses"] == [{"expression": "MIT"}]
    assert all(re.fullmatch("[0-9a-f]{64}", part["hashes"][0]["content"]) for name, part in parts.items() if name not in ("own", "two"))
    assert parts["two"]["licenses"] == [{"expression": "FTL OR Zlib"}]
