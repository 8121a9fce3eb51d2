"""Runs notebooks, each in a kernel and an empty folder of its own:

    PYTHONPATH=build/check/python build/notebooks/bin/python scripts/run_notebooks.py FILE...

A notebook that imports a package which is not there is skipped. Prints what the cells printed before an error.
"""

import ast
import importlib.util
import os
import sys
import tempfile
import time

TIMEOUT_S = 600  # of a cell


def code_of(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def missing(notebook):
    """The packages that the notebook imports and that are not there."""
    names = set()
    for cell in code_of(notebook):
        for node in ast.walk(ast.parse(cell.source)):
            if isinstance(node, ast.Import):
                names.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                names.add(node.module)
    if any(name.startswith("stable_baselines3") for name in names):
        names.add("torch")
    return sorted({name.partition(".")[0] for name in names if importlib.util.find_spec(name.partition(".")[0]) is None})


def run(file):
    """Returns whether no cell failed."""
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError

    notebook = nbformat.read(file, as_version=4)
    lacks = missing(notebook)
    if lacks:
        print(f"SKIPPED: {file}: {', '.join(lacks)} is not installed", flush=True)
        return True
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="novphy-notebook-") as folder:
        os.environ["IPYTHONDIR"] = folder
        client = NotebookClient(notebook, timeout=TIMEOUT_S, kernel_name="python3", resources={"metadata": {"path": folder}})
        try:
            client.execute()
        except CellExecutionError as error:
            for cell in code_of(notebook):
                print("".join(output.get("text", "") for output in cell.outputs), end="")
            print(f"{file}: {error}")
            return False
    print(f"{file}: ran in {time.monotonic() - start:.0f} s", flush=True)
    return True


if __name__ == "__main__":
    sys.exit(0 if all([run(file) for file in sys.argv[1:]]) else 1)
