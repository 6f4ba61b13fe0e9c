"""The book's readings in play: Hours that are kept, answers, smoke, hedges, and how a game ends."""

import pytest

from rulewright import books
from rulewright.kernel.errors import Refused
from rulewright.kernel.game import Game

RAID = "Ivy's Hand: Wasp Raid"


def table(*lines: str, ivy: str = "5", otto: str = "5", dice: tuple[int, ...] = ()) -> Game:
    """Begins Ivy's turn with given Bees, other stats and zones."""
    who = f"  Ivy (Bees {ivy}), Otto (Bees {otto})\n"
    scene = "".join(f"  {line}\n" for line in lines)
    book = books.load(text=[("table.rules", f"Uses: honey\nScene Here\n  seats Ivy, Otto\n{who}{scene}")])
    return Game(book, "Here", dice=list(dice))


def stat(game: Game, who: str, name: str) -> int:
    """Gives what somebody has of a stat."""
    return game.state.cell(game.find(who), game.book.stat(name))


def asked(game: Game) -> str:
    """Names the one who is asked, "" at the end."""
    return game.seats[game.asking[0]] if game.asking else ""


def lying(game: Game, zone: str) -> list[str]:
    """Names what lies in a zone that everybody sees."""
    return [thing["name"] for each in game.view(None)["zones"] if each["zone"] == zone for thing in each["things"] or ()]


def resolve(game: Game) -> None:
    """Lets both pass once."""
    game.answer(None, "pass")
    game.answer(None, "pass")


def test_unspent_hours_pay_for_an_answer_in_the_other_players_turn():
    """The Hours that Ivy keeps pay for smoke in Otto's turn, and become three again in her next turn."""
    game = table("Ivy's Hand: Puff of Smoke", "Otto's Hand: Clover Patch")
    game.answer("Ivy", "forage")
    resolve(game)
    game.answer("Ivy", "pass")
    game.answer("Otto", "clover patch")
    game.answer("Ivy", "puff of smoke", "clover patch")
    assert stat(game, "Ivy", "Hours") == 1
    resolve(game)
    game.answer("Otto", "pass")
    assert (asked(game), stat(game, "Ivy", "Hours"), stat(game, "Otto", "Honey")) == ("Ivy", 3, 0)


def test_priority_alternates_and_returns_to_the_player_whose_turn_it_is():
    """After a play or a pass the other player is asked; after a resolution, the player whose turn it is."""
    game = table("Ivy's Hand: Clover Patch", "Otto's Hand: Night Visit", otto="5, Hours 1")
    game.answer("Ivy", "clover patch")
    assert asked(game) == "Otto"
    game.answer("Otto", "night visit", "ivy")
    assert asked(game) == "Ivy"
    game.answer("Ivy", "pass")
    assert asked(game) == "Otto"
    game.answer("Otto", "pass")
    assert asked(game) == "Ivy" and lying(game, "Stack") == ["Clover Patch"]


def test_a_refused_play_changes_nothing_and_says_why():
    """A slow card cannot answer anything: the refusal names the speed, and nothing was paid."""
    game = table("Ivy's Hand: Clover Patch", "Otto's Hand: Marten", otto="5, Hours 3")
    game.answer("Ivy", "clover patch")
    before = game.fingerprint()
    with pytest.raises(Refused):
        game.answer("Otto", "marten", "ivy")
    why = game.why_not("Otto", "Marten", "Ivy")
    assert why is not None and why.check == "speed"
    assert game.fingerprint() == before


def test_the_cost_of_a_countered_card_is_not_paid_back():
    """A countered linden rolls no die; its two Hours are lost, and it lies in the Compost."""
    game = table("Ivy's Hand: Linden Bloom", "Otto's Hand: Puff of Smoke", otto="5, Hours 1")
    game.answer("Ivy", "linden bloom")
    game.answer("Otto", "puff of smoke", "linden bloom")
    resolve(game)
    assert (stat(game, "Ivy", "Hours"), stat(game, "Ivy", "Honey")) == (1, 0)
    assert sorted(lying(game, "Compost")) == ["Linden Bloom", "Puff of Smoke"]


def test_a_countered_plant_goes_to_the_compost():
    """A countered plant goes to the Compost and not to the Garden."""
    game = table("Ivy's Hand: Lavender Row", "Otto's Hand: Puff of Smoke", otto="5, Hours 1")
    game.answer("Ivy", "lavender row")
    game.answer("Otto", "puff of smoke", "lavender row")
    resolve(game)
    assert lying(game, "Garden") == [] and "Lavender Row" in lying(game, "Compost")


def test_two_hedges_prick_twice_before_the_die_of_the_raid_is_rolled():
    """Each hedge costs Hours; both resolve above the raid, which then fails: 4 + 3 against 4 + 5."""
    game = table(RAID, "Otto's Garden: 2 Thorn Hedge", otto="5, Hours 2, Honey 7", dice=(4,))
    game.answer("Ivy", "wasp raid", "otto")
    game.answer("Otto", "prickle (thorn hedge)")
    game.answer("Otto", "prickle (thorn hedge 2)")
    resolve(game)
    resolve(game)
    assert (stat(game, "Ivy", "Bees"), stat(game, "Otto", "Hours")) == (3, 0)
    resolve(game)
    assert (stat(game, "Ivy", "Bees"), stat(game, "Otto", "Honey")) == (2, 7)


def test_a_hedge_is_not_offered_without_hours():
    """A hedge whose player has no Hours is not offered, and the raid is answered as usual."""
    game = table(RAID, "Otto's Garden: Thorn Hedge")
    game.answer("Ivy", "wasp raid", "otto")
    assert asked(game) == "Otto" and "Prickle" not in str(game.menu())


def test_a_raid_gains_3_honey_even_if_the_target_had_less():
    """Otto has one Honey and loses it; Ivy gains three."""
    game = table(RAID, otto="5, Honey 1", dice=(6,))
    game.answer("Ivy", "wasp raid", "otto")
    resolve(game)
    assert (stat(game, "Ivy", "Honey"), stat(game, "Otto", "Honey")) == (3, 0)


def test_an_empty_deck_gives_no_card_and_hurts_nobody():
    """Otto has no deck: his morning passes, and he is asked as usual."""
    game = table("Ivy's Deck: Marten")
    game.answer("Ivy", "pass")
    assert asked(game) == "Otto" and stat(game, "Otto", "Bees") == 5


def test_the_game_ends_before_the_rest_of_the_stack_resolves():
    """The hedge takes Ivy's last Bees, so she has lost at once, and the waiting raid does not resolve."""
    game = table(RAID, "Otto's Garden: Thorn Hedge", ivy="1", otto="5, Hours 1, Honey 7")
    game.answer("Ivy", "wasp raid", "otto")
    game.answer("Otto", "prickle")
    resolve(game)
    assert game.over and game.standing() == {"Ivy": -1, "Otto": 1}
    assert stat(game, "Otto", "Honey") == 7
