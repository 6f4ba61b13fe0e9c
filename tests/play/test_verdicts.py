"""The changes that a Judgment would make are shown before it is given, and told after it."""

from pathlib import Path

import pytest

from rulewright.kernel.game import Game
from rulewright.play import verdicts
from tests.books.nomic.table import HOUR, carry, do, table
from tests.play.tables import Table
from tests.play.test_floor import passing


def disputed() -> Game:
    """Ann has hexed Bo, Bo has warded it, and the players insist on a Judgment; Cy is the Judge."""
    game = table()
    do(game, "Ann", "Hex Bo")
    do(game, "Bo", "Ward Hex")
    do(game, "Bo", "Insist")
    return game


def test_a_preview_says_what_lapses_and_what_differs():
    """It lists struck, replayed and lapsed answers and each fact that differs; the game itself does not change."""
    game = disputed()
    before = game.fingerprint()
    verdict = verdicts.preview(game, lambda copy: copy.answer("Cy", "Find illegal", 1))
    assert verdict is not None and game.fingerprint() == before
    assert (verdict.struck, verdict.again, set(verdict.lapsed), verdict.back) == ((1,), (2, 3), {2}, ())
    assert "Ann's Beads 5 → 6" in verdict.facts and "Ann's Hex → Bo no longer waits" in verdict.facts


def test_a_preview_says_exactly_the_changes_that_then_happen():
    """The text shown before equals the text told afterwards."""
    game, after = disputed(), disputed()
    verdict = verdicts.preview(game, lambda copy: copy.strike(1))
    after.strike(1)
    assert verdict == verdicts.compare(game, after)


def test_acts_restored_by_a_strike_are_told():
    """If a Judgment is struck, the answer that it struck and the answers that lapsed count again."""
    game = disputed()
    judged = do(game, "Cy", "Find illegal 1")
    verdict = verdicts.preview(game, lambda copy: copy.strike(judged))
    assert verdict is not None and verdict.back == (1, 2) and "Counts again: 1, Ann: Hex." in list(verdicts.lines(game, verdict))


def test_a_preview_lists_the_rules_that_a_strike_removes():
    """If a motion is struck, its rule is removed."""
    game = table()
    carry(game, "Tolls")
    verdict = verdicts.preview(game, lambda copy: copy.strike(1))
    assert verdict is not None and "rule 330 is not in force" in verdict.facts


def test_an_answer_that_strikes_nothing_has_no_verdict():
    """Other answers need no confirmation."""
    assert verdicts.preview(table(), lambda copy: copy.answer("Ann", "Hex", "Bo")) is None


@pytest.fixture
def judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Plays a disputed game in a folder of the test."""
    monkeypatch.chdir(tmp_path)
    return disputed()


def test_a_judgment_is_asked_about_at_the_table(judge: Game):
    """`no` goes back to the menu and changes nothing; `yes` gives the Judgment."""
    shown = Table(judge, "find illegal 1", "perhaps", "no", "find illegal 1", "yes", bots={0: passing, 1: passing}).play()
    assert "This would change what has happened:" in shown and "Lapses: 2, Bo: Ward" in shown and "Type yes to give" in shown
    assert [done.lapsed for done in judge.done if done.entry.number == 1] == ["struck"] and judge.done[-1].entry.number == 4


def test_the_host_strikes_at_the_table(judge: Game):
    """`strike` needs no Judge; an answer that cannot be struck is refused."""
    shown = Table(judge, "strike", "strike 77", "strike 1", "yes", "strike 1", bots={0: passing, 1: passing}).play()
    assert "say which answer" in shown and "there is no answer 77" in shown and "answer 1 is already struck" in shown
    assert judge.done[-1].entry.path == ("strike", 1)


def test_others_judgments_are_told(judge: Game):
    """A person is told what a bot's Judgment has changed."""

    def judging(game: Game, player: int) -> tuple[object, ...]:
        offers = [key for key in game.menu(player) or () if isinstance(key, tuple) and key[0] == "Find illegal"]
        return (offers[0], 1) if offers else passing(game, player)

    shown = Table(judge, "", bots={1: passing, 2: judging}).play()
    assert "Struck: 1, Ann: Hex." in shown and "Lapses: 2, Bo: Ward" in shown
    assert judge.state.now < HOUR
