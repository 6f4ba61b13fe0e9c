"""A perfect player of tic-tac-toe: it searches the whole game, on its own copy of the board."""

from functools import cache

from rulewright.kernel.game import Game

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
NAMES = ("A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3")


def board(game: Game) -> tuple[int, ...]:
    """Reads the nine squares: 1 or 2 for the seat that has the square, by its stat Mark or by who controls it."""
    mark = next((n for n, stat in enumerate(game.book.stats) if stat.name == "Mark"), None)
    if mark is None:
        return tuple(game.machine.player_of(game.find(name)) + 1 for name in NAMES)
    return tuple(game.state.cell(game.find(name), mark) for name in NAMES)


def winner(squares: tuple[int, ...]) -> int:
    """Gives the sign that has a line, or 0."""
    return next((squares[a] for a, b, c in LINES if squares[a] and squares[a] == squares[b] == squares[c]), 0)


@cache
def outcome(squares: tuple[int, ...], sign: int) -> int:
    """Gives the result for the sign that is to move: 1 won, 0 drawn, -1 lost."""
    if winner(squares):
        return -1
    free = [n for n in range(9) if not squares[n]]
    return max((-outcome(put(squares, n, sign), 3 - sign) for n in free), default=0)


def put(squares: tuple[int, ...], at: int, sign: int) -> tuple[int, ...]:
    """Gives the board with one more mark."""
    return (*squares[:at], sign, *squares[at + 1 :])


def minimax_bot(seed: int = 0):
    """Gives the player; among equally good squares the choice depends on the seed and the move."""

    def bot(game: Game, player: int) -> tuple:
        squares, sign = board(game), player + 1
        free = [n for n in range(9) if not squares[n]]
        best = max(-outcome(put(squares, n, sign), 3 - sign) for n in free)
        good = [n for n in free if -outcome(put(squares, n, sign), 3 - sign) == best]
        name = NAMES[good[(seed * 7 + len(free)) % len(good)]]
        menu = game.menu(player)
        assert menu is not None
        return menu.keys[0], game.state.ref(game.find(name))

    return bot
