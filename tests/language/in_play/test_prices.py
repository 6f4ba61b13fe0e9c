"""Rules that make acts cheaper or dearer: menus, refusals and payments all use the same price."""

import pytest

from rulewright.kernel.evaluation.explaining import explain
from rulewright.kernel.game import Game
from rulewright.kernel.legality.prices import folded
from rulewright.language.lower.compiler import bind

SHOP = """\
Uses: nothing
Start: Game
Stat Coins, Gems, Fame: at least 0
Stat Chips: at least 0, pays for Coins
Zone Players: in play
Zone Hand: of each player, seen by its owner
Zone Table: in play
Zone Heap: of each player, seen by all
Kind Ware: a card played from Hand, then to Heap
Kind Sign: a card

structure Game
  step turns: each player: take a Turn

structure Turn of a player
  step act: window actions for the player, until it passes

Cake (Ware)
Cost: 3 Coins
do: gain 1 Fame

Crumb (Ware)
do: gain 1 Fame

Beg
do: gain 1 Fame
then: [Coins] -= 2

Scene Stall
  seats Ann, Bo
  Ann (Coins {coins}, Gems {gems}, Chips {chips})
  Ann's Hand: 2 Cake, Crumb
  Ann's Table: {signs}

"""


def shop(*rules: str, coins: int = 0, gems: int = 0, chips: int = 0, more: str = "") -> Game:
    """Gives a game in which a sign for each rule lies on the table."""
    signs = "".join(f"Sign {n} (Sign)\n  Says (Standing)\n  do: {rule}\n\n" for n, rule in enumerate(rules))
    named = ", ".join(f"Sign {n}" for n in range(len(rules))) or "Blank"
    blank = "" if rules else "Blank (Sign)\n\n"
    text = SHOP.format(coins=coins, gems=gems, chips=chips, signs=named)
    found = bind([("shop.rules", f"{text}{signs}{blank}{more}")], lambda used: ())
    assert found.book is not None, found.problems
    return Game(found.book, "Stall", seed=1)


def amount(game: Game, stat: str) -> int:
    return game.state.cell(0, game.book.stat(stat))


def offered(game: Game) -> set[str]:
    menu = game.menu("Ann")
    assert menu is not None
    return {str(key[0]) for key in menu if isinstance(key, tuple)}


def test_the_order_is_instead_then_more_then_less_then_most_then_least():
    """A price of 3: set to 1, plus 4, minus 9 gives 0; then `at most` and `at least` are applied."""
    said = [(">=", 2, None), ("-", 9, None), ("+", 4, None), ("=", 1, None)]
    assert folded(3, said) == 2 and folded(3, said[1:]) == 0 and folded(3, [("<=", 2, None), ("+", 4, None)]) == 2


@pytest.mark.parametrize(
    ("rules", "price"),
    [
        ((), 3),
        (("wares cost 1 Coins less",), 2),
        (("wares cost 1 Coins less", "wares cost 1 Coins less"), 1),
        (("wares cost 5 Coins less",), 0),
        (("wares cost 5 Coins less", "wares cost at least 1 Coins"), 1),
        (("wares cost 5 Coins less", "wares cost 4 Coins more"), 2),
        (("Cake costs 1 Coins", "wares cost 1 Coins more"), 2),
        (("wares cost 1 Coins less for each sign",), 2),
        (("actions cost 1 Coins more",), 4),
    ],
)
def test_menu_refusal_and_payment_know_the_same_price(rules: tuple[str, ...], price: int):
    """With one coin too few it is not offered, and the refusal says why; with enough coins exactly the price is paid."""
    if price:
        poor = shop(*rules, coins=price - 1)
        assert "Cake" not in offered(poor) and f"it costs {price} Coins" in str(poor.why_not("Ann", "Cake"))
    rich = shop(*rules, coins=price)
    assert "Cake" in offered(rich) and rich.why_not("Ann", "Cake") is None
    rich.answer("Ann", "Cake")
    assert amount(rich, "Coins") == 0 and amount(rich, "Fame") == 1


def test_an_added_price_applies_to_a_free_act():
    """The crumb is free, and the cake costs only coins; with the rule each costs a gem, too."""
    poor = shop("wares cost 1 Gems more", coins=3)
    assert offered(poor) == {"Beg"} and "it costs 1 Gems (Ann has 0)" in str(poor.why_not("Ann", "Crumb"))
    rich = shop("wares cost 1 Gems more", coins=3, gems=2)
    rich.answer("Ann", "Crumb")
    rich.answer("Ann", "Cake")
    assert (amount(rich, "Gems"), amount(rich, "Coins")) == (0, 0)


def test_a_cost_after_the_effect_is_lowered_too():
    """Begging costs two coins at its end."""
    game = shop("Beg costs 1 Coins less", coins=1)
    game.answer("Ann", "Beg")
    assert amount(game, "Coins") == 0
    assert "Beg" not in offered(shop(coins=1))


def test_a_stat_that_pays_for_another_pays_what_is_left():
    """Two coins and a chip pay a price of three, but not of four; a price of two leaves the chip."""
    assert "Cake" in offered(shop(coins=2, chips=1))
    assert "Cake" not in offered(shop("wares cost 1 Coins more", coins=2, chips=1))
    game = shop("wares cost 1 Coins less", coins=2, chips=1)
    game.answer("Ann", "Cake")
    assert (amount(game, "Coins"), amount(game, "Chips")) == (0, 1)


def test_a_stat_cannot_be_paid_twice_by_what_is_added_in_another():
    """The cake takes the coins and the only chip; a crumb takes only the chip."""
    more = "wares cost 1 Chips more"
    assert offered(shop(more, coins=2, chips=1)) == {"Crumb", "Beg"}


def test_a_price_for_the_next_act_is_used_up_by_a_free_act():
    """The next ware is the crumb, which is free anyway; afterwards the cake has its full price."""
    game = shop(coins=3, more="Sale\ndo: the next ware you play costs 2 Coins less\n")
    game.answer("Ann", "Sale")
    game.answer("Ann", "Crumb")
    assert not game.state.lasting
    game.answer("Ann", "Cake")
    assert amount(game, "Coins") == 0


def test_a_lasting_price_is_told_in_the_words_of_the_rule():
    """The name of the cause is told too."""
    game = shop(coins=1, more="Sale\ndo: the next ware you play costs 2 Coins less\n")
    game.answer("Ann", "Sale")
    assert "The next ware you play costs 2 Coins less (Sale)." in " ".join(explain(game))


def test_a_price_that_stands_has_no_duration():
    """A price rule of a card in play neither ends nor is used up."""
    text = SHOP.format(coins=0, gems=0, chips=0, signs="Post")
    said = "Post (Sign)\n  Says (Standing)\n  do: the next ware costs 1 Coins less\n"
    told = [str(problem) for problem in bind([("shop.rules", text + said)], lambda used: ()).problems]
    assert any("a standing ability applies as long as somebody has it" in each for each in told)
