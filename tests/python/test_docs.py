"""Every block of Python in the pages about the package runs as it stands: one after another, in one process and an empty folder."""

import json
import re
import sys
from pathlib import Path

import novphy
import pytest
from program import ROOT, run

PAGES = ["README.md", "docs/guide/python.md", "docs/guide/environments.md"]
OPTIONAL = {"dask", "distributed", "gymnasium", "minari", "ray", "stable_baselines3", "submitit", "tensordict", "torch", "torchrl"}
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)

# Reads the blocks, runs them, and writes for each "ran", "skipped: MODULE" or the traceback.
RUNNER = """
import contextlib, io, json, sys, traceback
blocks, optional = json.load(sys.stdin)
results, names, missing = [], {"__name__": "__main__"}, ""
for place, text in blocks:
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(text, place, "exec"), names)
        results.append("ran")
    except ModuleNotFoundError as error:
        missing = error.name.partition(".")[0]
        results.append("skipped: " + missing if missing in optional else traceback.format_exc())
    except NameError:  # of what a skipped block would have made
        results.append("skipped: " + missing if missing in optional else traceback.format_exc())
    except BaseException:
        results.append(traceback.format_exc())
json.dump(results, sys.stdout)
"""


def blocks():
    """The blocks as (place, text), with line numbers of the page in tracebacks."""
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8") if (ROOT / page).exists() else ""
        for block in BLOCK.finditer(text):
            line = text.count("\n", 0, block.start(1)) + 1
            yield f"{page}:{line}", "\n" * (line - 1) + block[1]


BLOCKS = list(blocks())


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """What became of each block, by its place."""
    folder = tmp_path_factory.mktemp("empty")
    packages = {"PYTHONPATH": str(Path(novphy.__file__).parents[1])}  # without the stand-in for Gymnasium
    blocks = json.dumps([BLOCKS, sorted(OPTIONAL)])
    done = run([sys.executable, "-c", RUNNER], folder=folder, environment=packages, stdin=blocks)
    return dict(zip((place for place, _ in BLOCKS), json.loads(done.stdout)))


@pytest.mark.parametrize("place", [place for place, _ in BLOCKS])
def test_the_block_runs_as_it_stands(place, results):
    if results[place].startswith("skipped: "):
        pytest.skip(f"the example needs {results[place][9:]}")
    assert results[place] == "ran", results[place]


def test_the_pages_have_blocks():
    assert len(BLOCKS) >= 4


@pytest.mark.parametrize("file", sorted((ROOT / "docs/notebooks").glob("*.ipynb")), ids=lambda file: file.name)
def test_notebooks_are_clean(file):
    """Git keeps what people wrote, and no output. scripts/notebooks.sh runs them."""
    notebook = json.loads(file.read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert code and all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
