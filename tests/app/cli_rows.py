"""The table of cli_test.py: wrong command lines and what the program says to them. Add a row for each new mistake."""

# The folder each command runs in holds these files and nothing else.
FILES = {
    "broken.json": b'{"birds": ["red",',
    "empty.json": b"",
    "broken.xml": b'<?xml version="1.0" encoding="utf-8"?><Level width="2">',
    "broken.jsonl": b'{"format": 1,\n',
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
]
