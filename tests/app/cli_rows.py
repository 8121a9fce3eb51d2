"""The table of cli_test.py: wrong command lines and what the program says to them. Add a row for each new mistake."""

# The folder each command runs in holds these files and nothing else.
FILES = {
    "broken.json": b'{"birds": ["red",',
    "empty.json": b"",
    "broken.xml": b'<?xml version="1.0" encoding="utf-8"?><Level width="2">',
    "broken.jsonl": b'{"format": 1,\n',
    "later.jsonl": b'{"format": 2}\n',
    "damaged.jsonl": b'{"format": 1, "agent": "a"}\n{"novelty": "fan"}\n{"novelty": "f',
    "twice.jsonl": b'{"format": 1, "agent": "a"}\n'
    + 2 * b'{"novelty": "n", "scenario": "s", "trial": 0, "phase": "novel", "task": 0, "passed": true}\n',
    "cut.jsonl": b'{"format": 1, "agent": "a"}\n{"novelty": "n", "sc',
    "broken.csv": b"Score,LevelStatus,levelName,noveltyDetected\n1,Pass,nowhere,no\n",
}

# (arguments, part of the message[, number of lines if not 1]). Exit code 2, stderr only, no file made or changed.
ROWS = [
    ([], "expected a command"),
    (["--no-such-option"], "--no-such-option"),
    (["fly"], "fly"),
    (["run"], "plan is required"),
    (["run", "missing.json", "--agent", "random", "--out", "r.jsonl"], "missing.json: cannot be read"),
    (["run", "broken.json", "--agent", "random", "--out", "r.jsonl"], "broken.json:1: "),
    (["run", "empty.json", "--agent", "random", "--out", "r.jsonl"], "empty.json:1: "),
    (["run", "broken.json", "--agent", "nobody", "--out", "r.jsonl"], "nobody"),
    (["run", "broken.json", "--agent", "random", "--out", "r.jsonl", "--jobs", "0"], "--jobs"),
    (["run", "broken.json", "--agent", "random", "--out", "r.jsonl", "--set", "catalogue:/nope=1"], "/nope"),
    (["run", "broken.json", "--agent", "random", "--out", "r.jsonl", "--physics", "lunar"], "expected one of: "),
    (["run", "broken.json", "--agent", "random", "--out", "r.jsonl", "--assets", "nowhere"], "nowhere/catalogue.json: cannot be read"),
    (["replay", "missing.jsonl", "--line", "2"], "missing.jsonl: cannot open"),
    (["replay", "broken.jsonl", "--line", "2"], "broken.jsonl:1: broken JSON"),
    (["replay", "broken.jsonl", "--line", "one"], "--line"),
    (["measure"], "files is required"),
    (["measure", "missing.jsonl"], "missing.jsonl: cannot open"),
    (["measure", "broken.jsonl"], "broken.jsonl:1: broken JSON"),
    (["measure", "later.jsonl"], "later.jsonl:1: /format: found 2, expected format 1"),
    (["measure", "damaged.jsonl"], "damaged.jsonl:2: /scenario: missing"),
    (["measure", "twice.jsonl"], "twice.jsonl:3: a second record of n s, trial 0, task 0"),
    (["measure", "cut.jsonl", "cut.jsonl"], "cut.jsonl: given twice"),
    (["measure", "broken.xml"], "broken.xml:1: not records"),
    (["measure", "broken.csv"], "broken.csv:2: levelName: found \"nowhere\""),
    (["measure", "cut.jsonl", "--threshold", "2"], "--threshold"),
    (["measure", "cut.jsonl", "--csv", "--json"], "--csv"),
    (["detect", "cut.jsonl", "--out", "new.jsonl"], "cut.jsonl:2: the last line is cut off"),
    (["detect", "twice.jsonl", "--out", "new.jsonl"], "twice.jsonl:3: a second record"),
    (["detect", "twice.jsonl"], "--out is required"),
    (["detect", "twice.jsonl", "--method", "cusum", "--out", "new.jsonl"], "--method"),
    (["detect", "twice.jsonl", "--window", "0", "--out", "new.jsonl"], "a window of 1 to"),
]
