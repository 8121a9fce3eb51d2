#!/usr/bin/env python3
"""Prints what a package is made of, as a CycloneDX list (JSON): each library with version, licence and the hash of its sources.

Usage: parts_list.py VERSION PART...    PART: a folder of scripts/bundled/sources.txt, or NAME=VERSION=LICENCE
"""

import json
import re
import sys
from pathlib import Path

SOURCES = Path(__file__).parent / "bundled/sources.txt"


def bundled():
    """The libraries of sources.txt, by folder."""
    found = {}
    for line in SOURCES.read_text().splitlines():
        if line.startswith("#"):
            continue
        folder, file, digest, licence, *_ = line.split()
        name, version = re.match(r"(.+?)_(.+?)(?:\.orig\.tar|_(?:all|amd64)\.deb)", Path(file).name).groups()
        found[folder] = part(name, version, licence) | {
            "hashes": [{"alg": "SHA-256", "content": digest}],
            "properties": [{"name": "file in Debian's archive", "value": file}]}
    return found


def part(name, version, licence):
    licences = licence.split("|")
    # This licence has no name in SPDX's list.
    known = [{"license": {"name": licence}}] if licence == "Bitstream-Vera" else [{"expression": " OR ".join(licences)}]
    return {"type": "library", "name": name, "version": version, "licenses": known}


def main(version, *names):
    known = bundled()
    parts = [part(*name.split("=")) if "=" in name else known[name] for name in names]
    novphy = {"type": "application", "name": "novphy", "version": version, "licenses": [{"expression": "MIT"}]}
    print(json.dumps({"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "metadata": {"component": novphy},
                      "components": parts}, indent=1))


if __name__ == "__main__":
    main(*sys.argv[1:])
