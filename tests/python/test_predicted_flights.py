"""bench/predicted_flights.py: the true ends are played again to the millimetre, and without the novelty they are others."""

import os
import sys

import novphy
from conftest import ROOT
from program import run


def test_ends_are_those_of_the_world_that_was_asked_about(tmp_path):
    shape = {"trials": 1, "min_normal": 1, "max_normal": 1, "novel": 1, "pool": 4, "calibration_runs": 0, "proof": "none"}
    plan = novphy.plan(pairs=["single_force/environments"], **shape)
    (tmp_path / "plan.json").write_text(plan.json())
    novphy.run(plan, "physicist:level=1,plays=350", questions=4, out=tmp_path / "r.jsonl")
    command = [sys.executable, ROOT / "bench/predicted_flights.py", tmp_path / "plan.json", tmp_path / "r.jsonl"]
    table = run(command, environment={"PYTHONPATH": os.pathsep.join(sys.path)}).stdout
    rows = {cells[1]: cells[2:6] for cells in ([cell.strip() for cell in line.split("|")] for line in table.splitlines()[2:])}
    assert rows["the same play again"] == ["4 of 4", "0.00", "0.00", "1.00"]
    assert rows["the agent"][0] == rows["last such throw"][0] == "4 of 4"
    assert rows["no law"][0] == "4 of 4" and float(rows["no law"][1]) > 0.1  # the wind moves every bird
