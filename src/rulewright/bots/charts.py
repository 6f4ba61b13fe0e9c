"""Draws the standings of a tournament as an SVG: a bar for each entrant, with the bounds of 95 %."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from rulewright.bots.standings import BotStanding

WIDTH, LEFT, ROW, TOP = 640, 150, 34, 58
SPAN = WIDTH - LEFT - 130
STYLE = (
    "text{font:13px sans-serif;fill:#222}.head{font-weight:bold}.bar{fill:#7aa6c2}"
    ".bound{stroke:#222;stroke-width:1.5}.grid{stroke:#ccc}"
)


def svg(title: str, found: Sequence[BotStanding]) -> str:
    """Give the drawing."""
    height = TOP + ROW * len(found) + 12
    rows = [line for n, each in enumerate(found) for line in _row(each, TOP + ROW * n)]
    grid = [_line(_x(part), TOP - 8, _x(part), height - 12, "grid") for part in (0, 0.25, 0.5, 0.75, 1)]
    ends = [_text(_x(part), TOP - 14, f"{part:.0%}", "middle") for part in (0, 0.5, 1)]
    head = f'<text class="head" x="12" y="22">{escape(title)}</text>'
    box = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">'
    return "\n".join(
        [box, f"<style>{STYLE}</style>", '<rect width="100%" height="100%" fill="#fff"/>', head, *grid, *ends, *rows, "</svg>\n"]
    )


def _x(part: float) -> float:
    return round(LEFT + SPAN * part, 1)


def _row(each: BotStanding, top: int) -> list[str]:
    middle = top + ROW // 2 - 4
    bar = f'<rect class="bar" x="{LEFT}" y="{top}" width="{round(SPAN * each.score, 1)}" height="{ROW - 12}"/>'
    bounds = _line(_x(each.low), middle, _x(each.high), middle, "bound")
    ends = [_line(_x(part), middle - 5, _x(part), middle + 5, "bound") for part in (each.low, each.high)]
    told = f"{each.score:.0%}  Elo {each.elo:+.0f}"
    return [bar, bounds, *ends, _text(12, middle + 4, each.name), _text(WIDTH - 120, middle + 4, told)]


def _line(x: float, y: float, to: float, down: float, style: str) -> str:
    return f'<line class="{style}" x1="{x}" y1="{y}" x2="{to}" y2="{down}"/>'


def _text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}">{escape(words)}</text>'
