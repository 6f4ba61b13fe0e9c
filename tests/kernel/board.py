"""A grid drawn in the test, and questions about it.

`#` is a wall (impassable and opaque), `o` a low wall one sees over, `%` fog one walks through, `~` rough ground, `.`
open floor; a letter is open floor with a name.
"""

from __future__ import annotations

from rulewright.kernel.state.grid import Grid, away, distance, path, reach, sight, steps, toward


class Board:
    """A grid drawn in text, and questions about it in its letters."""

    def __init__(self, *rows: str) -> None:
        text = "".join(rows)
        marked = {glyph: frozenset(i for i, found in enumerate(text) if found == glyph) for glyph in "#o%~"}
        self.grid = Grid(len(rows[0]), len(rows), marked["#"] | marked["o"], marked["#"] | marked["%"], marked["~"])
        self.at = {letter: i for i, letter in enumerate(text) if letter.isalpha() and letter != "o"}

    def sees(self, pair: str) -> bool:
        return sight(self.grid, self.at[pair[0]], self.at[pair[1]])

    def far(self, pair: str) -> int:
        return distance(self.grid, self.at[pair[0]], self.at[pair[1]])

    def range(self, pair: str) -> int:
        return reach(self.grid, self.at[pair[0]], self.at[pair[1]])

    def pushed(self, source: str, target: str, n: int) -> str:
        return self.grid.words(away(self.grid, self.at[source], self.at[target], n))

    def pulled(self, source: str, target: str, n: int) -> str:
        return self.grid.words(toward(self.grid, self.at[source], self.at[target], n))

    def cost(self, pair: str, budget: int = 9, blocked: str = "") -> int | None:
        closed = frozenset(self.at[letter] for letter in blocked)
        return steps(self.grid, self.at[pair[0]], budget, closed).get(self.at[pair[1]])

    def walked(self, pair: str, budget: int = 9) -> list[str]:
        return [self.grid.words(tile) for tile in path(self.grid, self.at[pair[0]], self.at[pair[1]], budget)]
