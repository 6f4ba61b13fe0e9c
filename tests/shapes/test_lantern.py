"""Hidden cards, one fact at a time, in the sample book with decks, hands, face-down cards, looking, revealing and shuffles."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulewright
from rulewright import testing
from rulewright.kernel.change import effects
from rulewright.kernel.game import Game
from rulewright.kernel.sight import redeal, visibility
from rulewright.kernel.sight.visibility import HOST
from rulewright.play import commands, story

PAGE = (Path(__file__).parent / "lantern.rules").read_text(encoding="utf-8").split("Scene Two lanterns")[0]
ANN, BO = 0, 1


def table(*lines: str, deal: bool = False) -> Game:
    """Begins a game from a position; nobody is dealt or draws anything unless it says so."""
    text = PAGE if deal else PAGE.replace("  step deal: each player: take a Deal\n", "")
    text = text if deal else text.replace("  step draw: move the top card of your deck to your hand\n  step act", "  step act")
    return rulewright.new(rulewright.load(text="\n  ".join([text + "Scene Table", "seats Ann, Bo", *lines])), seed=3)


def zone(game: Game, viewer: str | None, name: str) -> list[str] | None:
    """Gives the names that a viewer sees in a zone."""
    things = next(zone["things"] for zone in game.view(viewer)["zones"] if zone["zone"] == name)
    return None if things is None else [thing["name"] for thing in things]


def options(game: Game, player: str, *picks: str) -> list[str]:
    """Gives a menu's options in words."""
    menu = game.menu(player, *picks)
    assert menu is not None
    return [menu.words(key) for key in menu]


def told(game: Game, viewer: str | None, kind: str) -> list[Any]:
    """Gives the events of a kind that a viewer was told."""
    return [event for event in game.told(viewer) if event[0] == kind]


def test_a_face_down_card_shows_its_place_but_not_its_face():
    """Everybody sees that a card lies face down on the table, and only the player who laid it there sees which card it is."""
    game = table("Ann's Hand: Lamp of Oil, Peek")
    game.answer("Ann", "Hide", "Lamp of Oil")
    assert zone(game, "Ann", "Ann's Table") == ["Lamp of Oil"]
    assert zone(game, "Bo", "Ann's Table") == zone(game, None, "Ann's Table") == ["face-down card in Ann's Table"]


def test_a_card_turned_face_up_is_seen_by_all():
    """Everybody is told its name, under the number that it had on the table."""
    game = table("Ann's Hand: Lamp of Oil, Peek")
    game.answer("Ann", "Hide", "Lamp of Oil")
    game.answer("Ann", "Uncover", "Lamp of Oil")
    (laid,), (turned,) = told(game, "Bo", "moved"), told(game, "Bo", "revealed")
    assert zone(game, "Bo", "Ann's Table") == ["Lamp of Oil"] and laid[1] == turned[1] != -1


def test_a_face_down_card_can_be_picked_by_its_place():
    """Another player can target a face-down card without its name; everybody sees where it goes then."""
    game = table("Bo (Coins 1)", "Ann's Hand: Lamp of Oil, Peek")
    game.answer("Ann", "Hide", "Lamp of Oil")
    game.answer("Ann", "pass")
    assert options(game, "Bo", "Snuff") == ["face-down card in Ann's Table"]
    game.answer("Bo", "Snuff", "face-down")
    assert zone(game, None, "Heap") == ["Lamp of Oil"]


def test_a_face_down_card_does_nothing():
    """A face-down lamp cannot be bounced as a lamp by players who do not know that it is a lamp."""
    game = table("Ann's Hand: Lamp of Oil", "Bo's Hand: Bounce")
    game.answer("Ann", "Hide", "Lamp of Oil")
    game.answer("Ann", "pass")
    assert options(game, "Bo") == ["Hide", "pass"]


def test_cards_in_anothers_hand_are_picked_blindly():
    """Unseen cards that can be picked are offered without names, one option for each card."""
    game = table("Ann's Hand: Filch", "Bo's Hand: Peek, Beacon, Dredge")
    blind = ["card in Bo's Hand", "card in Bo's Hand 2", "card in Bo's Hand 3"]
    assert sorted(options(game, "Ann", "Filch")) == blind  # and not Filch itself: it is not in a hand while it is played
    game.answer("Ann", "Filch", "card in Bo's Hand 2")
    assert set(zone(game, None, "Heap") or []) > {"Filch"} and len(zone(game, "Bo", "Bo's Hand") or []) == 2


def test_a_move_is_judged_at_its_own_moment():
    """A card is drawn unseen and played later: the draw is told without a name, the play with a number."""
    game = table("Ann's Deck: 9 Proclaim", "Bo's Deck: 9 Hush", deal=True)
    drawn = told(game, "Bo", "moved")
    assert [event[1] for event in drawn if event[2][0] == 1] == [-1] * 4
    game.answer("Ann", "Proclaim")
    assert told(game, "Bo", "moved")[: len(drawn)] == drawn and told(game, "Bo", "moved")[-1][1] >= 0


def test_a_card_is_not_followed_through_a_hand():
    """A card that goes back to a hand leaves it under a new number, whether it is the same card or an equal one."""
    game = table("Ann's Hand: Lamp of Oil, Lamp of Oil, Bounce")
    game.answer("Ann", "Lamp of Oil")
    game.answer("Ann", "Bounce", "Lamp of Oil")
    game.answer("Ann", "Lamp of Oil")
    lamps = [event for event in told(game, "Bo", "moved") if event[3][0] == event[2][0] or event[3][1] >= 0]
    assert len({event[1] for event in lamps}) == len(lamps)


def test_a_shuffle_tells_its_zone_alone():
    """The dice and the order of a shuffle are not told, and open dice rolled before it are not changed."""
    game = table("Ann's Hand: Dredge", "Ann's Deck: Peek, Beacon, Bounce, Hush, Fumble")
    game.answer("Ann", "Dredge")
    (shuffled,) = told(game, "Ann", "shuffled")
    assert shuffled[2:] == ((), ()) and [event[1] for event in told(game, "Ann", "rolled")] == [6]


def test_dice_in_the_open_do_not_depend_on_hidden_ones():
    """If hidden dice differ, open rolls stay the same and only the deck lies in another order."""
    games = [table("Ann's Hand: Dredge", "Ann's Deck: 3 Peek, 3 Beacon, 3 Bounce, 3 Hush") for _ in range(2)]
    games[1].machine.secret = 77
    for game in games:
        game.answer("Ann", "Dredge")
    assert told(games[0], "Ann", "rolled") == told(games[1], "Ann", "rolled")
    assert games[0].state.zones != games[1].state.zones


def test_a_card_looked_at_is_known_until_the_deck_is_shuffled():
    """A player who looks at the top card of a deck sees it there until a shuffle; nobody else sees it."""
    game = table("Ann's Hand: Peek, Dredge", "Ann's Deck: Beacon, Bounce")
    game.answer("Ann", "Peek")
    assert len(zone(game, "Ann", "Ann's Deck") or []) == 1 and zone(game, "Bo", "Ann's Deck") is None
    assert told(game, "Bo", "revealed")[0][1] == -1
    game.answer("Ann", "Dredge")
    assert zone(game, "Ann", "Ann's Deck") is None


def test_a_hand_that_was_shown_is_known():
    """Everybody knows a revealed hand, but not the cards that are drawn afterwards; when it is concealed, it is hidden again."""
    game = table("Ann's Hand: Proclaim, Peek, Hush, Hush, Lamp of Oil", "Ann's Deck: Beacon")
    game.answer("Ann", "Proclaim")
    assert zone(game, "Bo", "Ann's Hand") == ["Hush", "Hush 2", "Lamp of Oil", "Peek"]
    game.answer("Ann", "Lamp of Oil")
    assert zone(game, "Bo", "Ann's Hand") == ["Hush", "Hush 2", "Peek"]
    game.answer("Ann", "Hush")
    assert zone(game, "Bo", "Ann's Hand") is None and zone(game, "Ann", "Ann's Hand") == ["Hush", "Peek"]


def test_a_shown_card_is_unknown_after_one_of_its_name_left():
    """One of two cards with the same name is known; when one of them leaves visibly, nobody can tell whether it was that one."""
    game = table("Ann's Hand: Peek, Peek, Bounce")
    m, heap = game.machine, 7
    bounce, one, other = m.state.zones[3]
    for slot in (bounce, one):
        effects.show(m, slot, visibility.everybody(m))
    effects.do(m, effects.send(other, heap))
    assert zone(game, "Bo", "Ann's Hand") == ["Bounce"]


def test_shown_cards_are_unknown_after_one_left_unseen():
    """A card laid face down may have been any of the shown cards."""
    game = table("Ann's Hand: Proclaim, Peek, Lamp of Oil")
    game.answer("Ann", "Proclaim")
    game.answer("Ann", "Hide", "Peek")
    assert zone(game, "Bo", "Ann's Hand") is None


def test_a_card_that_goes_out_of_sight_is_named_without_a_number():
    """A card that goes into a deck is named as it was seen leaving, without a number for equal cards in the deck."""
    game = table("Ann's Hand: Peek, Dredge", "Ann's Deck: 3 Peek")
    game.answer("Ann", "Peek")
    game.answer("Ann", "Dredge")
    lines = [line.text for line in story.seen_lines(game, BO, len(game.done) - 1)]
    assert "Peek goes to Ann's Deck." in lines


def test_a_story_does_not_name_what_is_hidden():
    """What a viewer reads of another's answer names neither the card nor what it was aimed at, where these are hidden."""
    game = table("Ann's Hand: Lamp of Oil, Peek")
    lines = [line.text for line in story.tell(game, ANN, ("Hide", "Lamp of Oil"), BO).lines]
    assert lines == ["Ann: Hide", "face-down card in Ann's Table: Table!"]


@pytest.mark.parametrize("viewer", [ANN, BO, None])
def test_a_redealt_game_is_another_game_that_looks_the_same(viewer: int | None):
    """What a viewer sees stays where it is, what it does not see is exchanged, and nothing is lost."""
    game = table("Ann's Deck: 3 Peek, 3 Bounce, 4 Dredge", "Bo's Deck: 3 Hush, 3 Filch, 4 Beacon", deal=True)
    twin = redeal.redealt(game, viewer, Random(5))
    assert twin.view(viewer) == game.view(viewer) and twin.view(0 if viewer else 1) != game.view(0 if viewer else 1)
    assert sorted(slot for lying in twin.state.zones for slot in lying) == sorted(
        slot for lying in game.state.zones for slot in lying
    )
    assert [game.state.cell(slot, 1) for slot in twin.state.zones[1]] == [
        game.state.cell(slot, 1) for slot in game.state.zones[1]
    ]


def test_the_host_gets_the_game_itself():
    """The host's copy equals the game, and so does everybody's copy if nothing can be hidden."""
    game = table("Ann's Hand: Peek")
    assert game.view_as(HOST) is game.machine and game.view_as("Bo") is not game.machine
    open_game = rulewright.new("encounter")
    assert not open_game.book.secret and open_game.view_as(0) is open_game.machine


def test_a_player_with_a_hidden_card_is_asked_even_if_nothing_can_be_done():
    """A window that closes when nothing can be done stays open for a hand; otherwise its closing would reveal cards."""
    text = PAGE.replace(
        "window actions for the player, until it passes", "window actions for the player, closes when nothing can be done"
    )
    text = text.replace("Target: a card in your hand\nLimit: once per turn", "Needs: [Coins] >= 9\nTarget: a card in your hand")
    text = text.replace("  step deal: each player: take a Deal\n", "").replace(
        "  step draw: move the top card of your deck to your hand\n  step act", "  step act"
    )
    game = rulewright.new(rulewright.load(text=text + "Scene Table\n  seats Ann, Bo\n  Bo's Hand: Bounce\n"))
    assert game.asking == (BO,) and options(game, "Bo") == ["pass"]


def test_an_answer_that_showed_a_card_cannot_be_undone_at_the_table():
    """At the terminal an answer that showed something hidden cannot be undone; other answers can."""
    game = table("Ann's Hand: Beacon, Lamp of Oil", "Ann's Deck: Peek")
    game.answer("Ann", "Lamp of Oil")
    commands.unseen(game, ANN, 1)
    game.answer("Ann", "Beacon")
    with pytest.raises(rulewright.Refused, match="cannot be taken back"):
        commands.unseen(game, ANN, 1)


def test_a_longer_random_game_leaks_nothing():
    """The whole leak test holds in a longer game of the page."""
    book = rulewright.load(
        text=PAGE + "Scene Table\n  seats Ann, Bo\n  Ann's Deck: 4 Peek, 4 Bounce, 4 Lamp of Oil\n  Bo's Deck: 9 Filch\n"
    )
    assert testing.check_book(book, seeds=(8,), answers=50)
