"""Values that are computed once and stored are never out of date."""

from rulewright.kernel.flow.agenda import Machine, ask
from rulewright.kernel.state.caches import KEPT, RecentTable
from tests.kernel.fakes import ANN, Steps, Table, game

MAIN = Steps("main", {"": lambda m, f: ask((ANN,), "", {})})


LEAVES = ("moved", 0, (0, 0, 0), (1, 0, 1), None)


def table() -> Machine:
    """Give a game with one thing in play."""
    return game(MAIN, table=Table().thing("Ox")).machine


def test_the_entries_that_were_used_last_are_kept():
    """An entry that is used again stays; the entry that was not used for the longest time is computed again."""
    made: list[int] = []
    kept: RecentTable[int, str] = RecentTable()

    def need(key: int) -> str:
        return kept.get(key, lambda: made.append(key) or f"made {key}")  # type: ignore[func-returns-value]

    for key in (*range(KEPT), 0, KEPT, 0, 1):
        assert need(key) == f"made {key}"
    assert made == [*range(KEPT), KEPT, 1]


def test_a_thing_that_has_left_play_is_not_listed_any_more():
    """The list of things in play was made before the move."""
    m = table()
    assert m.live() == [0]
    m.emit(LEAVES)
    assert m.live() == []


def test_a_move_in_a_copy_of_a_state_does_not_change_the_original():
    """The copy has its own list of things in play."""
    m = table()
    assert m.live() == [0]
    copied = Machine(m.book, m.state.copy())
    copied.emit(LEAVES)
    assert (m.live(), copied.live()) == ([0], [])
