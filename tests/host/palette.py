"""Small pictures: converts a true-colour PNG to one of 256 colours, with the standard library alone."""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Iterator

SIGN = b"\x89PNG\r\n\x1a\n"
MOST = 256
CHANNELS = {2: 3, 6: 4}  # by the type of a picture: without and with transparency

Colour = tuple[int, int, int]


def small(png: bytes) -> bytes:
    """Reduces a picture to its most frequent colours, and replaces every other colour by the nearest of them."""
    width, rows = decoded(png)
    counts = Counter(pixel for row in rows for pixel in row)
    palette = spread(counts)
    index = {colour: nearest(colour, palette) for colour in counts}
    packed = b"".join(b"\0" + bytes(index[pixel] for pixel in row) for row in rows)
    head = struct.pack(">IIBBBBB", width, len(rows), 8, 3, 0, 0, 0)
    colours = bytes(value for colour in palette for value in colour)
    parts = {b"IHDR": head, b"PLTE": colours, b"IDAT": zlib.compress(packed, 9), b"IEND": b""}
    return SIGN + b"".join(_chunk(name, data) for name, data in parts.items())


def spread(counts: Counter[Colour]) -> list[Colour]:
    """Gives the colours to keep: the most frequent ones, but only one of those that look alike."""
    kept: dict[Colour, Colour] = {}
    for colour, _ in counts.most_common():
        red, green, blue = colour
        kept.setdefault((red >> 3, green >> 3, blue >> 3), colour)
        if len(kept) == MOST:
            break
    return list(kept.values())


def nearest(colour: Colour, palette: list[Colour]) -> int:
    """Gives the index of the most similar colour."""
    return min(range(len(palette)), key=lambda at: sum((a - b) ** 2 for a, b in zip(colour, palette[at], strict=True)))


def decoded(png: bytes) -> tuple[int, list[list[Colour]]]:
    """Reads a PNG of eight bits a channel: how wide it is, and its rows of colours."""
    chunks = list(_chunks(png))
    width, height, _, kind = struct.unpack(">IIBB", chunks[0][1][:10])
    raw, size = zlib.decompress(b"".join(data for name, data in chunks if name == b"IDAT")), CHANNELS[kind]
    length, before, rows = width * size, bytearray(width * size), []
    for y in range(height):
        start = y * (length + 1)
        before = _unfiltered(raw[start], bytearray(raw[start + 1 : start + 1 + length]), before, size)
        rows.append(list(zip(before[0::size], before[1::size], before[2::size], strict=True)))
    return width, rows


def _unfiltered(kind: int, line: bytearray, above: bytearray, size: int) -> bytearray:
    """Reverses the PNG filter of a row, which stores differences from neighbours."""
    for at in range(len(line) if kind else 0):
        left, up, corner = (line[at - size] if at >= size else 0), above[at], (above[at - size] if at >= size else 0)
        line[at] = (line[at] + (0, left, up, (left + up) // 2, _paeth(left, up, corner))[kind]) & 255
    return line


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGN)
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += length + 12


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
