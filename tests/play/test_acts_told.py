"""What others are told of an act in a game with hidden cards: everything that everybody could see, and nothing more."""

from pathlib import Path
from random import Random

import pytest

import rulewright
from rulewright.kernel.game import Game
from rulewright.kernel.sight import visibility
from rulewright.play import bots, story

HERE = Path(__file__).parent
BLUFF = rulewright.load(str(HERE / "bluff.rules"))
LANTERN = rulewright.load(str(HERE.parent / "shapes" / "lantern.rules"))
ANN, BO = 0, 1
EVERYBODY = (ANN, BO, None)


def told(viewer: int | None, *answers: tuple[str, ...]) -> str:
    """Plays Ann's answers, and gives the first line that a viewer is told about the last one."""
    game = Game(BLUFF)
    for answer in answers[:-1]:
        game.answer("Ann", *answer)
    return story.tell(game, ANN, answers[-1], viewer).lines[0].text


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_an_open_act_is_told_by_its_name(viewer: int | None):
    """Folding, boasting or pointing at somebody happens in front of everybody, even in a game with hidden hands."""
    assert told(viewer, ("Fold",)) == "Ann: Fold"
    assert told(viewer, ("Point at", "Bo")) == "Ann: Point at → Bo"


def test_an_open_act_on_a_hidden_card_does_not_name_the_card():
    """Everybody sees that Ann buries something; only she knows which card it is."""
    assert told(ANN, ("Bury", "Fox")) == "Ann: Bury → Fox"
    assert [told(viewer, ("Bury", "Fox")) for viewer in (BO, None)] == ["Ann: Bury"] * 2


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_a_decision_is_told(viewer: int | None):
    """An open decision is told in its words, and so is declining."""
    assert told(viewer, ("Boast",), ("raise the stakes",)) == "Ann: raise the stakes"
    assert told(viewer, ("Boast",), ("decline",)) == "Ann declines."


def test_a_choice_among_hidden_cards_is_told_like_no_choice():
    """Others are told only that somebody has chosen in a hidden hand, even if nothing was chosen."""
    before = (("Boast",), ("decline",))
    assert told(ANN, *before, ("Owl",)) == "Ann chooses Owl."
    assert {told(BO, *before, (pick,)) for pick in ("Owl", "Fox", "none")} == {"Ann chooses."}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("book", [BLUFF, LANTERN], ids=["bluff", "lantern"])
def test_no_act_names_a_card_that_its_reader_has_not_seen(book: rulewright.Book, seed: int):
    """In random games no act is told with the name of a card that the reader sees neither before nor after it."""
    game, chance = Game(book, seed=seed), Random(seed)
    names = set(game.state.names) - set(game.seats)
    for _ in range(60):
        if game.over:
            return
        player = game.asking[0]
        viewer = chance.choice(EVERYBODY)
        path, open_names = bots.anything(game, player, chance), seen(game, viewer)
        texts = [line.text for line in story.tell(game, player, path, viewer).lines if line.kind == "act"]
        hidden = names - open_names - seen(game, viewer)
        assert not [(text, name) for text in texts for name in hidden if name in text]


def seen(game: Game, viewer: int | None) -> set[str]:
    """Names what a viewer sees."""
    return {name for slot, name in enumerate(game.state.names) if visibility.knows(game.machine, viewer, slot)}
