"""A plain player of connect four: alpha-beta search to a fixed depth on bit boards; its rating counts the lines still open."""

from functools import cache

from rulewright.kernel.game import Game

COLUMNS, ROWS = 7, 6
ORDER = (3, 2, 4, 1, 5, 0, 6)
WON = 10_000


def bit(column: int, row: int) -> int:
    """Gives the bit of a cell."""
    return 1 << (column * (ROWS + 1) + row)


def _windows() -> list[int]:
    found = []
    for column in range(COLUMNS):
        for row in range(ROWS):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(column + right * n, row + up * n) for n in range(4)]
                if all(0 <= x < COLUMNS and 0 <= y < ROWS for x, y in cells):
                    found.append(sum(bit(x, y) for x, y in cells))
    return found


WINDOWS = _windows()
POINTS = (0, 1, 4, 16, 0)


def four(discs: int) -> bool:
    """Says whether some discs have four in a line."""
    return any(_run(discs, step) for step in (1, ROWS, ROWS + 1, ROWS + 2))


def _run(discs: int, step: int) -> int:
    pairs = discs & (discs >> step)
    return pairs & (pairs >> (2 * step))


@cache
def rating(mine: int, theirs: int) -> int:
    """Rates a board by the lines that only one side can still complete."""
    own = sum(POINTS[(window & mine).bit_count()] for window in WINDOWS if not window & theirs)
    return own - sum(POINTS[(window & theirs).bit_count()] for window in WINDOWS if not window & mine)


def free(taken: int) -> list[tuple[int, int]]:
    """Lists the columns with room, the middle first, each with the bit of the cell where a disc would land."""
    heights = {column: (taken >> (column * (ROWS + 1)) & 63).bit_count() for column in ORDER}
    return [(column, bit(column, heights[column])) for column in ORDER if heights[column] < ROWS]


def best(mine: int, theirs: int, depth: int, low: int = -WON * 2, high: int = WON * 2) -> tuple[int, int]:
    """Gives the rating for the side to move, and the column that reaches it."""
    moves = free(mine | theirs)
    if not moves or not depth:
        return (rating(mine, theirs) if moves else 0), -1
    chosen = moves[0][0]
    for column, disc in moves:
        found = WON + depth if four(mine | disc) else -best(theirs, mine | disc, depth - 1, -high, -low)[0]
        if found > low:
            low, chosen = found, column
        if low >= high:
            break
    return low, chosen


def boards(game: Game) -> list[int]:
    """Reads the discs of both players."""
    discs = [0, 0]
    for slot, name in enumerate(game.state.names):
        if len(name) == 2 and name[0] in "ABCDEFG" and name[1].isdigit():
            owner = game.machine.player_of(slot)
            if owner >= 0:
                discs[owner] |= bit("ABCDEFG".index(name[0]), int(name[1]) - 1)
    return discs


def alphabeta_bot(depth: int = 6):
    """Gives the player."""

    def bot(game: Game, player: int) -> tuple:
        discs = boards(game)
        _, column = best(discs[player], discs[1 - player], depth)
        menu = game.menu(player)
        assert menu is not None
        cells = game.menu(player, menu.keys[0])
        assert cells is not None
        key = next(key for key in cells.keys if cells.words(key)[0] == "ABCDEFG"[column])
        return menu.keys[0], key

    return bot
