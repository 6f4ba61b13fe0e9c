"""How the shipped scenes play between the default bots; `python -m benchmarks.balance` measures the same over many seeds."""

import pytest

from benchmarks import balance, leave
from rulewright import books
from rulewright.kernel.errors import RulewrightError

SEEDS = {"encounter": 6}  # so many games of each scene, in which everything the book has comes up
OPENED = [(book, scene) for book in SEEDS for scene in books.load(book).scenes]


@pytest.fixture(scope="module")
def tallies() -> dict[tuple[str, str], balance.Tally]:
    """Plays every scene a few times."""
    return {(book, scene): balance.scene(books.load(book), scene, range(SEEDS[book])) for book, scene in OPENED}


@pytest.mark.parametrize("opened", OPENED, ids=str)
def test_a_scene_ends_by_its_own_condition(tallies: dict[tuple[str, str], balance.Tally], opened: tuple[str, str]):
    """Every game ends with a winner, not at a limit and not because nothing happens any more."""
    assert list(tallies[opened].misses()) == []


@pytest.mark.parametrize("book", SEEDS)
def test_every_action_comes_up(tallies: dict[tuple[str, str], balance.Tally], book: str):
    """Each action of a book is on a menu in one of its scenes."""
    offered = {name for (of, _), tally in tallies.items() if of == book for name in tally.offered}
    assert [name for name in balance.choosable(books.load(book)) if name not in offered] == []


def test_a_scene_whose_games_have_no_winner_or_always_the_same_one_is_reported():
    """The benchmark reports scenes that end without a winner, or that one side always wins."""
    tally = balance.Tally("Yard", games=20, ended=18)
    tally.won.update({"Reds": 20})
    assert list(tally.misses()) == [
        "Yard: 18 of 20 games ended with a winner, the aim is 95%",
        "Yard: Reds won all 20 games",
    ]


@pytest.mark.parametrize(
    ("raised", "status", "said"), [(KeyboardInterrupt(), 130, "stopped"), (RulewrightError("no such book"), 2, "no such book")]
)
def test_a_benchmark_ends_without_a_traceback(
    raised: BaseException, status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """After Ctrl-C or a mistake of the user, a benchmark command ends with one line and its own exit status."""

    def main() -> int:
        raise raised

    with pytest.raises(SystemExit) as left:
        leave(main)
    assert (left.value.code, said in capsys.readouterr().err) == (status, True)
