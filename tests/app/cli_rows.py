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
]
