"""Boards in rule text: `board: 7 by 6 Cells` puts a thing of a kind on each tile, and rows below it say what stands there.

A cell is called by its column and its row, A1 at the bottom left. In the rows a point is an empty cell, the first letter of a
player's name a cell of this player, and any other sign what a line `pieces:` says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from string import ascii_uppercase
from typing import TYPE_CHECKING

from rulewright.kernel.state.facts import NOBODY
from rulewright.language.names.declarations import KindOf
from rulewright.language.names.names import Names
from rulewright.language.text.source import Line, Span
from rulewright.language.text.syntax import Item, begins_map, flat
from rulewright.program.spelled import plain

if TYPE_CHECKING:
    from rulewright.language.lower.scenes import Piece, Reader

LARGEST = 26
EMPTY = "."
_SIZE = re.compile(r"(?P<width>\d{1,2}) by (?P<height>\d{1,2}) (?P<kind>.+)")
_EXPECTED = f"`board: 7 by 6 Cells`, at most {LARGEST} by {LARGEST}; a kind of cards cannot be cells"


def declare(names: Names, items: Iterable[Item], kinds: dict[str, KindOf]) -> None:
    """Declare the cells of all boards: their names, and their kind if no other line does."""
    for line in [line for item in items for line in item.lines if begins_map(line)]:
        found = _SIZE.fullmatch(line.text.partition(":")[2].strip())
        names.actors |= {_name(x, y) for x, y in _spots(*_size(found))} if found is not None else set()
        if found is not None and names.kind(found["kind"]) is None:
            name = " ".join(found["kind"].split()).removesuffix("s")
            kinds[plain(name)], names.kinds[plain(name)] = KindOf(name, actions=()), name


def lay(reader: Reader, line: Line, value: str, piece: type[Piece]) -> None:
    """Lay out a board, with what its rows say."""
    found = _SIZE.fullmatch(value.strip())
    kind = reader.names.kind(found["kind"]) if found else None
    if found is None or not _is_cell(reader, kind) or not 1 <= min(_size(found)) <= max(_size(found)) <= LARGEST:
        reader.names.report(line.span, f"{value.strip()!r} is not a board", _EXPECTED)
        return
    sketch, (width, height) = reader.sketch, _size(found)
    if sketch.rows:
        reader.names.report(line.span, "there is a map already", "one map or board")
        return
    sketch.board, sketch.rows = plain(str(kind)), [EMPTY * width] * height
    cells = {spot: piece(_name(*spot), sketch.board, spot=spot) for spot in _spots(width, height)}
    sketch.things += cells.values()
    for row, (signs, span) in enumerate(reversed(_rows(reader.names, line, width, height)), 1):
        for column, sign in enumerate(signs, 1):
            if sign != EMPTY:
                _stand(reader, cells[column, row], sign, span, piece)


def _is_cell(reader: Reader, kind: str | None) -> bool:
    """Say whether a board can have cells of a kind."""
    return kind is not None and plain(kind) in reader.kinds and not reader.kinds[plain(kind)].card


def _size(found: re.Match[str]) -> tuple[int, int]:
    return int(found["width"]), int(found["height"])


def _spots(width: int, height: int) -> Iterator[tuple[int, int]]:
    """Give the places of the cells row by row, from the bottom."""
    return ((x, y) for y in range(1, height + 1) for x in range(1, width + 1))


def _name(x: int, y: int) -> str:
    return f"{ascii_uppercase[(x - 1) % LARGEST]}{y}"


def _rows(names: Names, line: Line, width: int, height: int) -> Sequence[tuple[str, Span]]:
    """Give the rows of symbols below a line; those that are left out are empty and at the top."""
    rows = [("".join(row.text.split()), row.span) for row in flat(line.children)]
    for signs, span in rows:
        if len(signs) != width:
            names.report(span, f"the row has {len(signs)} symbols", f"{width}, one for each cell")
    if len(rows) > height:
        names.report(line.span, f"there are {len(rows)} rows", f"at most {height}")
    return [(signs[:width], span) for signs, span in rows[-height:]]


def _stand(reader: Reader, cell: Piece, sign: str, span: Span, piece: type[Piece]) -> None:
    """Give a cell to a player, or put a piece on it."""
    sketch = reader.sketch
    if sign in sketch.pieces:
        kind, owner = sketch.pieces[sign]
        side = NOBODY if owner == NOBODY else sketch.things[owner].side
        sketch.things.append(piece(reader.names.kinds[kind], kind, side=side, spot=cell.spot, owner=owner))
        return
    seats = [number for number, seat in enumerate(sketch.seats) if seat.startswith(sign)] if sketch.players else []
    if len(seats) == 1:
        cell.owner, cell.side = seats[0], sketch.things[seats[0]].side
        return
    known = ", ".join([*(f"{seat[0]} for {seat}" for seat in sketch.seats), *sketch.pieces])
    reader.names.report(
        span, f"the symbol {sign!r} has no meaning here", f". for an empty cell, {known}, or a line `pieces:` above"
    )


def pieces(reader: Reader, value: str, span: Span) -> None:
    """Read `m Man of Ada, w Man of Ben`: symbols of a board, and what stands there."""
    for part in value.split(","):
        found = re.fullmatch(r"(\S) (.+?)(?: of (.+))?", part.strip())
        kind = reader.names.kind(found[2]) if found else None
        owner = NOBODY if found is None or not found[3] else _seat(reader.sketch.seats, found[3])
        if found is None or kind is None or plain(kind) not in reader.kinds or owner is None:
            reader.names.report(span, f"{part.strip()!r} is not a piece", "a symbol, a kind and whose it is: `m Man of Ada`")
        else:
            reader.sketch.pieces[found[1]] = (plain(kind), owner)


def _seat(seats: Sequence[str], name: str) -> int | None:
    return next((number for number, seat in enumerate(seats) if plain(seat) == plain(name)), None)
