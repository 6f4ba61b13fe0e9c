"""Effects at the start and the end of a structure work without a line in one of its steps (meanings/durations.rules)."""

from pathlib import Path

import pytest

from rulewright.kernel.game import Game
from rulewright.kernel.native.c_machine import SWITCH
from rulewright.language.lower.compiler import bind

TEXT = (Path(__file__).parent / "meanings" / "durations.rules").read_text(encoding="utf-8")


@pytest.mark.parametrize("native", ["1", "0"])
def test_everybody_gets_at_the_start_of_a_round_what_is_renewed_then(native: str, monkeypatch: pytest.MonkeyPatch):
    """A round belongs to no player, so the corn of each player is renewed."""
    monkeypatch.setenv(SWITCH, native)
    book = bind([("durations.rules", TEXT)], lambda used: ()).book
    assert book is not None
    game = Game(book, "Table", seed=1)
    game.answer("Ada", "Eat")
    assert [game.state.cell(game.find(name), book.stat("Corn")) for name in ("Ada", "Ben")] == [1, 2]
    game.answer("Ada", "pass")
    game.answer("Ben", "pass")
    assert [game.state.cell(game.find(name), book.stat("Corn")) for name in ("Ada", "Ben")] == [2, 2]


def test_a_structure_that_says_when_decides_itself():
    """If the structure has its own line, none is added: the program has the instruction once, where the line stands."""
    said = TEXT.replace("  step act:", "  step dawn: refresh stats\n  step act:")
    book = bind([("durations.rules", said)], lambda used: ()).book
    assert book is not None
    turn = next(routine for routine in book.routines if routine.name == "Turn")
    assert [start for start, name in turn.labels if name == "dawn"] == [0]
    assert sum("REFRESH" in repr(each) for each in turn.code) == 1


TURNS = (Path(__file__).parent / "meanings" / "next_turns.rules").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("does", "message"),
    [
        ("gain 2 Mana until the end of its next turn", "it is not clear whose turn 'until the end of its next turn' means"),
        (
            "you lose 2 Mana until the start of their next turn",
            "it is not clear whose turn 'until the start of their next turn' means",
        ),
        ("target gains 1 Power until the end of Otto's next turn", '"otto\'s" is nobody that this line knows'),
    ],
)
def test_a_turn_that_may_be_anybodys_is_an_error(does: str, message: str):
    """The line could mean your turn or the target's, so it is refused."""
    said = f"{TURNS}\nRiddle (Spell)\nTarget: a creature\ndo: {does}\n"
    (problem,) = [each for each in bind([("turns.rules", said)], lambda used: ()).problems if each.severity == "error"]
    assert problem.message.startswith(message)


def test_a_round_belongs_to_nobody():
    """The effect ends at the next round, whoever's round the line names."""
    said = TEXT.replace("gain 2 Rage until start of next turn", "gain 2 Rage until the start of your next round")
    book = bind([("durations.rules", said)], lambda used: ()).book
    assert book is not None
    game = Game(book, "Table", seed=1)
    game.answer("Ada", "Shield")
    for seat in ("Ada", "Ben"):
        assert game.view(seat)["players"][0]["stats"]["Rage"] == 2
        game.answer(seat, "pass")
    assert game.view("Ada")["players"][0]["stats"].get("Rage", 0) == 0
