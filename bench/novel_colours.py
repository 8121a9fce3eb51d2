#!/usr/bin/env python3
"""Prints, for each shipped pair whose novelty shows by colour alone, how far the novel colours are from those of the normal task.

The distance is CIE76 between the mean colours of both looks (assets/colours.json): for people who see all colours, for the common
kinds of colour blindness (Machado et al. 2009, full severity), and in lightness alone (achromatopsia). Below 5, few people notice it.
"""

import json
import math
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COLOURS = json.loads((ROOT / "assets/colours.json").read_text(encoding="utf-8"))["colours"]
SEEN = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "lightness": ((0.2126, 0.7152, 0.0722),) * 3,
}
XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.9505, 1, 1.089)


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector)) for row in matrix]


def lab(byte, matrix):
    """The CIE L*a*b* of a colour byte RRRGGGBB."""
    srgb = ((byte >> 5) / 7, (byte >> 2 & 7) / 7, (byte & 3) / 3)
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in srgb]
    seen = [min(1, max(0, c)) for c in times(matrix, linear)]
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (a / b for a, b in zip(times(XYZ, seen), WHITE)))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def mean(look, matrix):
    shares = [share for _, share in COLOURS[look][0]]
    return [sum(map(float.__mul__, axis, shares)) for axis in zip(*(lab(byte, matrix) for byte, _ in COLOURS[look][0]))]


def main():
    print(f"{'pair':26} {'looks':32} " + " ".join(f"{name:>12}" for name in SEEN))
    for file in sorted((ROOT / "levels/templates").glob("*/*.json")):
        pair = json.loads(file.read_text(encoding="utf-8"))
        if not any(novelty["name"] == "pink" for novelty in pair["novel"].get("novelties", [])):
            continue
        for old, new in zip(pair["normal"]["objects"], pair["novel"]["objects"]):
            looks = ["_".join(filter(None, (thing.get("material"), thing["type"]))) for thing in (old, new)]
            if looks[0] != looks[1]:
                distances = (math.dist(*(mean(look, matrix) for look in looks)) for matrix in SEEN.values())
                print(f"{file.parent.name + '/' + file.stem:26} {' > '.join(looks):32} " + " ".join(f"{d:12.0f}" for d in distances))


main()
