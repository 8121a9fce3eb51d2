"""What notebooks show: tables as HTML, and pictures as PNG files."""

from __future__ import annotations

import html
import math
import struct
import zlib
from typing import Any, Iterable, Optional, Sequence

import numpy as np


def counted(number: int, word: str, several: str = "") -> str:
    """Such as "1 trial" or "2 trials"."""
    return f"{number} {word if number == 1 else several or word + 's'}"


def share(values: Sequence[Any]) -> str:
    """The share of the true among the known values, such as "42 %". "-" where none is known."""
    known = [bool(each) for each in values if each is not None]
    return f"{100 * sum(known) / len(known):.0f} %" if known else "-"


def rounded(value: Optional[float], low: float = math.nan, high: float = math.nan) -> str:
    """A number with two decimals and, if there is one, its interval."""
    if value is None or math.isnan(value):
        return "-"
    return f"{value:.2f}" if math.isnan(low) else f"{value:.2f} [{low:.2f}, {high:.2f}]"


def html_table(title: str, header: Sequence[Any], rows: Iterable[Sequence[Any]], note: str = "") -> str:
    """A table whose texts are escaped."""

    def cell(tag: str, value: Any) -> str:
        text = str(value)
        side = "right" if text.replace(" %", "").replace(".", "").isdigit() else "left"
        return f'<{tag} style="text-align: {side}">{html.escape(text)}</{tag}>'

    lines = [
        f"<div><p>{html.escape(title)}</p>",
        "<table>",
        f"<thead><tr>{''.join(cell('th', each) for each in header)}</tr></thead>",
        "<tbody>",
        *(f"<tr>{''.join(cell('td', each) for each in row)}</tr>" for row in rows),
        "</tbody>",
        "</table>",
        *([f"<p>{html.escape(note)}</p>"] if note else []),
        "</div>",
    ]
    return "\n".join(lines)


SIZE = (800, 600)
HEIGHT = 400
"""Rows of a picture of this size above deep ground."""


def shown(seen: Any) -> bytes:
    """The PNG file of what agents see of a world, without deep ground."""
    return png_of(seen.observe("picture", SIZE)[:HEIGHT])


def png_of(picture: np.ndarray) -> bytes:
    """The PNG file of a picture, uint8 (height, width, 3)."""
    height, width = picture.shape[:2]
    rows = np.zeros((height, 1 + 3 * width), np.uint8)  # each row begins with its filter: none
    rows[:, 1:] = picture.reshape(height, 3 * width)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows.tobytes())) + chunk(b"IEND", b"")
