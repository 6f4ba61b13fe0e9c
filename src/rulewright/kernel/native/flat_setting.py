"""What never changes during a game, as numbers: the ground of the map, the sides, and where their actors may begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.kernel.native.c_machine import numbers
from rulewright.kernel.native.number_tables import NumberedProgram
from rulewright.kernel.state.facts import Setting
from rulewright.program.position import SceneWords
from rulewright.program.quick_dataclasses import dataclass

if TYPE_CHECKING:
    from rulewright.kernel.book import Book


@dataclass(frozen=True, slots=True)
class FlatSetting:
    """Writes the setting of one game."""

    book: Book
    program: NumberedProgram
    setting: Setting

    def ground(self) -> list[int]:
        """Give what each tile of the map is."""
        grid, N = self.setting.grid, numbers()
        if grid is None:
            return []
        found = [0] * (grid.width * grid.height)
        for sort, tiles in (("TILE_WALL", grid.walls), ("TILE_OPAQUE", grid.opaque), ("TILE_ROUGH", grid.rough)):
            for tile in tiles:
                found[tile] |= N[sort]
        return found

    def sides(self) -> list[int]:
        """Give, for each side, whether a strategy runs it, whether it is neutral, and its allies as bits."""
        run, allied, found = self.setting.strategies, self.setting.allied, list[int]()
        for side in range(len(self.setting.sides)):
            allies = {other for pair in allied if side in pair for other in pair} - {side}
            found += [side < len(run) and bool(run[side]), side in self.setting.neutral, sum(1 << other for other in allies)]
        return found

    def camps(self) -> list[int]:
        """Give, for each mark and side (nobody's first), where the list of its tiles stands; and the lists."""
        scene, marked = self.setting.scene, self.book.marks.get(self.setting.scene, {})
        spoken, lists = self.book.spoken.get(scene, SceneWords()).tiles, list[list[int]]()
        for mark in self.program.camps:
            lists.append(sorted(marked.get(mark, ())))
            lists += [sorted(spoken.get((side, mark), ())) for side in range(len(self.setting.sides))]
        places, rows = list[int](), list[int]()
        for tiles in lists:
            places.append(len(lists) + len(rows))
            rows += [len(tiles), *tiles]
        return [*places, *rows]
