#!/usr/bin/env python3
"""Writes the Markdown tables of its input as CSV: each row after its table's title, and the names of the columns where they change.
Titles below a heading of the second level begin with it: "levels: All pairs".

Usage: COMMAND | scripts/tables_csv.py >docs/results/NAME.csv"""

import csv
import re
import sys

RULE = re.compile(r"(\| ?-{3,} ?)+\|")


def plain(text):
    return re.sub("[*`]", "", text).strip()


def rows(lines):
    """The rows of all tables. A title is the last line before a table."""
    part, title, columns = "", "", []
    for line, after in zip(lines, [*lines[1:], ""]):
        cells = list(map(plain, line.split("|")[1:-1]))
        if RULE.fullmatch(after):
            if cells != columns:
                yield ["table", *cells]
            columns = cells
        elif cells and not RULE.fullmatch(line):
            yield [part + title, *cells]
        elif line.startswith("## "):
            part = plain(line).lstrip("# ") + ": "
        elif plain(line):
            title = title if cells else plain(line).lstrip("# ")


if __name__ == "__main__":
    csv.writer(sys.stdout, lineterminator="\n").writerows(rows(sys.stdin.read().splitlines()))
