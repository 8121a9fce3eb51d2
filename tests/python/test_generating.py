"""Tasks on disk and the difficulty of pairs: what `novphy generate` and `novphy difficulty` do."""

import json
import signal
import subprocess
import sys
import time

import novphy
import numpy as np
import pytest
from conftest import program

PAIR = "rolling/agents"
QUICK = {"proof": "none", "threads": 2}


def files_of(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.parametrize(
    ("names", "options", "words"),
    [
        (["rolling/agents/novel", "falling"], {"seed": 7, "distractors": 0, **QUICK}, ["--seed", 7, "--distractors", 0]),
        ("single_force/objects", {"window": (1, 30), "paired": True}, ["--window", "1:30", "--paired"]),
        ("rolling/agents/novel", {"difficulty": {"detect": (0, 0.9)}, **QUICK}, ["--difficulty", "detect=0:0.9"]),
        (PAIR, {"format": "xml", **QUICK}, ["--format", "xml"]),
        ("rolling/goals", {"inject": {"fan": {"force_n": 20}}, **QUICK}, ["--inject", "fan,force_n=20"]),
    ],
)
def test_the_folder_has_the_bytes_of_the_program(names, options, words, tmp_path):
    proof = ["--proof", options["proof"]] if "proof" in options else []
    several = [names] if isinstance(names, str) else names
    program("generate", *several, "--count", 2, "--quiet", *words, *proof, "--out", tmp_path / "program")
    lines = novphy.generate(names, 2, out=tmp_path / "python", **options)
    assert files_of(tmp_path / "python") == files_of(tmp_path / "program")
    index = (tmp_path / "python/index.jsonl").read_text().splitlines()[1:]
    assert lines == [json.loads(line) for line in index]


def test_shards_and_a_greater_count_are_merged_on_request_only(tmp_path):
    novphy.generate(PAIR, 3, out=tmp_path / "whole", **QUICK)
    for number in (2, 1):
        novphy.generate(PAIR, 2, out=tmp_path / "parts", shard=(number, 2), **QUICK)
    assert not (tmp_path / "parts/index.jsonl").exists()
    with pytest.raises(novphy.InputError, match="holds tasks"):
        novphy.generate(PAIR, 3, out=tmp_path / "whole", **QUICK)
    assert len(novphy.generate(PAIR, 3, out=tmp_path / "parts", resume=True, **QUICK)) == 6
    assert files_of(tmp_path / "parts") == files_of(tmp_path / "whole")


# A shell starts jobs in the background with SIGINT ignored, and Python would keep it so.
CODE = """
import signal, sys, novphy
signal.signal(signal.SIGINT, signal.default_int_handler)
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    sys.exit(77)
"""


@pytest.mark.parametrize(
    "call",
    [
        "novphy.generate('all', 1000, out={out!r}, threads=2)",
        "novphy.difficulty('all', step=0.1, threads=2)",
    ],
)
@pytest.mark.parametrize("after_s", [0.1, 0.5])
def test_ctrl_c_ends_the_call(call, after_s, tmp_path):
    code = CODE.format(call=call.format(out=str(tmp_path / "tasks")))
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stdout.readline() == "ready\n"
        time.sleep(after_s)
        child.send_signal(signal.SIGINT)
        _, error = child.communicate(timeout=60)
    assert child.returncode == 77, error


def test_difficulties_are_those_of_the_program(tmp_path):
    words = ["difficulty", PAIR, "--count", 4, "--quiet", "--step", 10, "--samples", 1, "--d-star", 3, "--no-relabel"]
    program(*words, "--distances", "5,30,80,200", "--json", "--plots", tmp_path / "program", "--out", tmp_path / "program.json")
    found = novphy.difficulty(
        PAIR, count=4, step=10, samples=1, d_star=3, relabel=False, distances=(5, 30, 80, 200), plots=tmp_path / "plots",
        threads=2,
    )  # fmt: skip
    found.save(tmp_path / "python.json")
    assert (tmp_path / "python.json").read_bytes() == (tmp_path / "program.json").read_bytes()
    assert found.json == json.loads((tmp_path / "program.json").read_text())
    assert files_of(tmp_path / "plots") == files_of(tmp_path / "program")


def test_the_texts_are_those_of_the_program():
    words = ["difficulty", PAIR, "rolling/goals", "--count", 2, "--quiet", "--no-wins"]
    found = novphy.difficulty([PAIR, "rolling/goals"], count=2, no_wins=True)
    assert found.text + found.explanation == program(*words, "--explain")
    assert found.latex == program(*words, "--latex")
    assert program(*words, "--explain").startswith(found.text)


def test_one_value_is_asked_by_name():
    found = novphy.difficulty(PAIR, count=6, no_wins=True)
    assert found.table["mean"].dtype == np.float64
    assert 0 <= found.value("seen") <= 1
    assert found.value("colour", pair=PAIR, side="normal") >= 0
    assert np.isnan(found.value("target", "adaptation"))
    with pytest.raises(novphy.InputError, match="found 0 rows of smell"):
        found.value("smell")


def test_difficulties_of_tasks_on_disk_are_those_of_the_drawn_ones(tmp_path):
    novphy.generate([PAIR], 5, out=tmp_path / "tasks", seed=3, **QUICK)
    by_folder = novphy.difficulty(tmp_path / "tasks", no_wins=True)
    assert by_folder.json == novphy.difficulty(PAIR, count=5, seed=3, no_wins=True).json
    assert by_folder.json == json.loads(program("difficulty", tmp_path / "tasks", "--no-wins", "--json"))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"names": "nowhere"}, 'found "nowhere"'),
        ({"count": None}, "count: expected the number of tasks of each template"),
        ({"count": 0}, "count: found 0, expected a whole number from 1 to 1000000"),
        ({"seed": 2**53}, "seed: found 9007199254740992"),
        ({"proof": "maybe"}, "proof: found"),
        ({"distractors": 21}, "distractors: found 21, expected a whole number from 0 to 20"),
        ({"window": (3, 1)}, 'window: found "3:1", expected LOW:HIGH'),
        ({"window": (1, 3), "proof": "none"}, "--window: needs --proof witness or full"),
        ({"difficulty": {"detect": (0.5, 2)}}, 'difficulty: found "detect=0.5:2", expected detect=LOW:HIGH'),
        ({"difficulty": {"taste": (0, 1)}}, 'difficulty: found "taste=0:1"'),
        ({"inject": "nothing"}, "--inject: "),
        ({"inject": {"fan": {"taste": 1}}}, "does not take fan"),
        ({"format": "yaml"}, 'format: found "yaml"'),
        ({"shard": (3, 2)}, 'shard: found "3/2", expected I/N'),
        ({"physics": "mars"}, 'physics: found "mars"'),
        ({"threads": -1}, "threads: found -1"),
        ({"templates": "nowhere"}, "nowhere"),
        ({"out": __file__}, "cannot be made|expected a folder"),
    ],
)
def test_bad_input_of_generate(tmp_path, wrong, message):
    with pytest.raises(novphy.InputError, match=message):
        novphy.generate(**{"names": PAIR, "count": 1, "out": tmp_path / "tasks", **wrong})
    assert not (tmp_path / "tasks").exists()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"names": "nowhere"}, "nowhere: cannot be read"),
        ({"names": []}, "found no pair files"),
        ({"names": [PAIR, PAIR]}, "second pair of its novelty and scenario"),
        ({"count": 1}, "count: found 1, expected a whole number from 2 to"),
        ({"step": 0}, "step: found 0"),
        ({"no_wins": True, "step": 1}, "step excludes no_wins: expected only one of them"),
        ({"no_wins": True, "wins": "wins.jsonl"}, "no_wins excludes wins: expected only one of them"),
        ({"wins": "no-such-file"}, "no-such-file"),
        ({"alpha": 0}, "alpha: found 0"),
        ({"distances": (1, 2)}, "distances: found \"1,2\", expected four ascending numbers"),
        ({"taste": 1}, 'found the option "taste", which it does not have'),
        ({"physics": "mars"}, 'physics: found "mars"'),
        ({"pairs": PAIR}, "^pairs: expected a folder of novphy generate"),
        ({"inject": {"fan": {"force_n": "much"}}}, "inject: found .*, expected NAME=NUMBER"),
        ({"plots": __file__}, "expected a folder, found a file"),
    ],
)
def test_bad_input_of_difficulty(wrong, message):
    with pytest.raises(novphy.InputError, match=message):
        novphy.difficulty(**{"names": PAIR, **wrong})
