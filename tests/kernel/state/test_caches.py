"""What is worked out once and kept: by whom, until when, and for whom it does not hold."""

from dataclasses import replace

from rulewright.kernel.flow.agenda import Machine, ask
from rulewright.kernel.state.caches import KEPT, RecentTable
from tests.kernel.fakes import ANN, COINS, Steps, Table, book, game

MAIN = Steps("main", {"": lambda m, f: ask((ANN,), "", {})})


def table() -> Machine:
    return game(MAIN, table=Table().thing("Ox")).machine


def test_so_much_is_kept_as_was_needed_last():
    """What was needed again stays; what has not been needed for longest is made again."""
    made: list[int] = []
    kept: RecentTable[int, str] = RecentTable()

    def need(key: int) -> str:
        return kept.get(key, lambda: made.append(key) or f"made {key}")  # type: ignore[func-returns-value]

    for key in (*range(KEPT), 0, KEPT, 0, 1):
        assert need(key) == f"made {key}"
    assert made == [*range(KEPT), KEPT, 1]


def test_a_book_made_of_another_keeps_nothing_of_it():
    """Its rules may be others, even where their names are the same."""
    first = book(MAIN)
    first.caches.counting["main"] = True
    assert replace(first).caches.counting == {}


def test_every_event_empties_the_memo():
    """Facts may have changed."""
    m = table()
    m.memo.by_name = {"ox": [0]}
    m.emit(("changed", 0, COINS, 0, 1))
    assert m.memo.by_name is None


def test_another_machine_takes_over_what_was_worked_out_from_the_same_facts():
    """Later each of them finds out its own."""
    one, two = table(), table()
    one.memo.by_name = {"ox": [0]}
    two.forget(like=one)
    assert two.memo.by_name == {"ox": [0]}
    two.memo.menus[0, ()] = None
    assert one.memo.menus == {}


def test_a_copy_of_a_state_works_out_for_itself_where_things_lie():
    """What is in play there may soon be something else."""
    m = table()
    assert m.live() == [0] and m.state.zone_cache.live == [0]
    assert m.state.copy().zone_cache.live is None
