"""Values: stored and current numbers, effects of one name, bounds, maxima, prices and uses."""

from dataclasses import replace

import pytest

from rulewright.kernel.change import effects, values
from rulewright.kernel.flow.agenda import ask, call
from rulewright.kernel.state.facts import NOBODY, NOWHERE, Lasting
from rulewright.program.declared import OWN_STATS, Stat
from tests.kernel.fakes import ANN, BO, COINS, HEALTH, LIMIT, STATS, Steps, Table, called, feature, featured, game

OX = 0


@pytest.fixture
def m():
    """Gives the machine of a waiting game with one thing that has Health 5 of 9 and Coins 2."""
    main = Steps("main", {"": lambda m, f: ask((ANN,), "", {})})
    return game(main, table=Table().thing("Ox", health=5, limit=9, coins=2)).machine


def last(m, name, amount, op="add", question=HEALTH, until=(), uses=None):
    """Lets an effect begin and gives it."""
    effect = Lasting(m.new_id(), name, OX, question, op, amount, until, uses)
    values.last(m, effect)
    return effect


def changes(m, since=0):
    """Gives the changes written since."""
    return [event[1:] for event in m.events[since:] if event[0] == "changed"]


# -- the fold ----------------------------------------------------------------------------------------------------------


def test_without_effects_a_value_is_its_cell(m):
    """A stat without effects is read directly from its cell."""
    assert values.value(m, OX, HEALTH) == 5


def test_effects_of_different_names_add_up(m):
    """Each name counts once, and the amounts are added."""
    last(m, "Bless", 2)
    last(m, "Curse", -1)
    assert values.value(m, OX, HEALTH) == 6


def test_only_the_newest_effect_of_one_name_counts(m):
    """An effect of the same name replaces the older one: they do not add up."""
    last(m, "Bless", 3)
    last(m, "Bless", 1)
    assert values.value(m, OX, HEALTH) == 6 and len(m.state.lasting) == 1


def test_same_names_add_up_where_the_book_says_so(m):
    """A book may let effects of one name add up; then both last."""
    object.__setattr__(m.book, "adds_up", True)
    last(m, "Bless", 1)
    last(m, "Bless", 1)
    assert values.value(m, OX, HEALTH) == 7 and len(m.state.lasting) == 2


def test_effects_that_set_are_applied_before_effects_that_add(m):
    """The value is set first and then added to, whatever the order in which the effects began."""
    last(m, "Bless", 2)
    last(m, "Sickness", 1, op="set")
    assert values.value(m, OX, HEALTH) == 3


def test_a_lasting_effect_is_never_added_into_the_cell(m):
    """The cell stays the same during an effect and after it."""
    effect = last(m, "Bless", 2)
    values.wear(m, effect)
    assert m.state.cell(OX, HEALTH) == 5 and changes(m) == []


def test_an_effect_changes_only_the_stat_that_it_names(m):
    """The other stats stay as they were."""
    last(m, "Bless", 2)
    assert values.value(m, OX, COINS) == 2


def standing(m, stat, amount, holds=lambda m, slot: True):
    """Modifies a stat of something, as a feature does."""
    m.book = replace(m.book, **featured(feature("Aura", holds, standing=((stat, "add", amounts(amount)),))))


def amounts(amount):
    """Makes an expression from a function of the thing that the expression is about."""
    return called(lambda m, vars: amount(m, vars["it"]))


def cards(m, op, *given):
    """Makes modifiers of coins by features, some of which come from a card of the same name."""
    made = [feature(name, index=n, standing=((COINS, op, amounts(lambda m, slot, to=to: to)),), card=card)
            for n, (name, to, card) in enumerate(given)]  # fmt: skip
    m.book = replace(m.book, **featured(*made))


def test_a_modifier_counts_for_everybody_with_the_feature(m):
    """The amount is computed for the thing itself, and the modifier has the name of its feature."""
    standing(m, HEALTH, lambda m, slot: m.state.cell(slot, COINS))
    assert values.counted(m, OX, HEALTH) == [Lasting(NOWHERE, "Aura", OX, HEALTH, "add", 2, ())]
    assert values.value(m, OX, HEALTH) == 7


def test_a_lasting_effect_can_activate_a_modifier_of_a_maximum(m):
    """An effect on no stat can lower a maximum through a modifier; the value is lowered at once."""
    standing(m, LIMIT, lambda m, slot: -6, lambda m, slot: (slot, "gloom") in m.state.touched)
    last(m, "Gloom", 0, question="gloom")
    assert changes(m) == [(OX, HEALTH, 5, 3)]


def test_modifiers_of_cards_are_applied_by_their_players_in_order():
    """The active player's come first, then the others in turn order, each by place; if two set a stat, the last one counts."""
    turn = Steps("turn", {"": lambda m, f: ask((BO,), "", f.vars)})
    main = Steps("main", {"": lambda m, f: call("turn", {"player": BO}, "", {})})
    table = Table().thing("Ox").thing("Drum", owner=ANN).thing("Bell", owner=BO).thing("Horn", owner=BO)
    m = game(main, turn, table=table, turn="turn").machine
    cards(m, "set", ("Law", 4, False), ("Horn", 3, True), ("Bell", 2, True), ("Drum", 1, True))
    assert [each.name for each in values.counted(m, OX, COINS)] == ["Law", "Bell", "Horn", "Drum"]
    assert values.value(m, OX, COINS) == 1


@pytest.mark.parametrize(("active", "names"), [(0, ["Drum", "Bell"]), (1, ["Bell", "Drum"]), (2, ["Drum", "Bell"])])
def test_modifiers_of_cards_are_applied_in_turn_order_from_the_active_player(active, names):
    """Three players sit at the table, and one of them has no such card."""
    turn = Steps("turn", {"": lambda m, f: ask((ANN,), "", f.vars)})
    main = Steps("main", {"": lambda m, f: call("turn", {"player": active}, "", {})})
    m = game(main, turn, table=Table().thing("Bell", owner=BO).thing("Drum", owner=ANN), turn="turn").machine
    m.state.setting = replace(m.state.setting, seats=("Ann", "Bo", "Cy"))
    cards(m, "add", ("Bell", 1, True), ("Drum", 1, True))
    assert [each.name for each in values.counted(m, OX, COINS)] == names


def test_modifiers_of_cards_are_applied_in_zone_order_with_only_one_player():
    """It does not matter whether the cards belong to the player or to nobody."""
    lying = Table().thing("Bell", owner=NOBODY).thing("Drum")
    m = game(Steps("main", {"": lambda m, f: ask((ANN,), "", {})}), table=lying).machine
    m.state.setting = replace(m.state.setting, seats=("Ann",))
    cards(m, "add", ("Bell", 1, True), ("Drum", 1, True))
    assert [each.name for each in values.counted(m, OX, COINS)] == ["Bell", "Drum"]


# -- bounds ------------------------------------------------------------------------------------------------------------


def test_an_effect_that_does_not_hold_does_not_count(m):
    """Effects whose condition is false are left out before names are compared."""
    standing(m, HEALTH, lambda m, slot: 3, lambda m, slot: m.state.cell(slot, COINS) > 2)
    assert values.value(m, OX, HEALTH) == 5
    effects.do(m, effects.alter(OX, COINS, "+=", 1))
    assert values.value(m, OX, HEALTH) == 8
    last(m, "Aura", 1)
    assert values.value(m, OX, HEALTH) == 6


def test_a_loss_is_taken_from_the_current_value(m):
    """If a modifier lowers the maximum, the loss is taken from the lowered value."""
    standing(m, LIMIT, lambda m, slot: -6)
    effects.do(m, effects.alter(OX, HEALTH, "-=", 1))
    assert m.state.cell(OX, HEALTH) == 2


@pytest.mark.parametrize(("amount", "counts"), [(-9, 0), (9, 9), (2, 7)])
def test_a_value_stays_within_its_bounds(m, amount, counts):
    """With its effects a value is at least its minimum and at most its maximum."""
    last(m, "Tide", amount)
    assert values.value(m, OX, HEALTH) == counts


def test_a_value_without_a_minimum_may_be_negative():
    """A stat without bounds can have any value."""
    main = Steps("main", {"": lambda m, f: ask((ANN,), "", {})})
    m = game(main, table=Table().thing("Ox", coins=2), stats=(*STATS[:-1], Stat("Coins", least=None))).machine
    last(m, "Debt", -5, question=COINS)
    assert values.value(m, OX, COINS) == -3


def test_a_change_stops_at_the_upper_bound_of_its_stat(m):
    """A gain beyond the upper bound stops at the bound."""
    effects.do(m, effects.alter(OX, COINS, "+=", 50))
    assert changes(m) == [(OX, COINS, 2, 9)]


def test_a_maximum_of_0_is_no_maximum():
    """A maximum of 0 means that no maximum is set."""
    main = Steps("main", {"": lambda m, f: ask((ANN,), "", {})})
    m = game(main, table=Table().thing("Ox", health=5)).machine
    effects.do(m, effects.alter(OX, HEALTH, "+=", 50))
    assert m.state.cell(OX, HEALTH) == 55


def test_a_maximum_of_one_is_a_maximum(m):
    """The smallest possible maximum, 1, is applied."""
    effects.do(m, effects.alter(OX, LIMIT, "=", 1))
    assert m.state.cell(OX, HEALTH) == 1


def test_lowering_a_maximum_lowers_the_value_at_once(m):
    """If a maximum falls below the value, the value is lowered by an event of its own."""
    effects.do(m, effects.alter(OX, LIMIT, "=", 3))
    assert changes(m) == [(OX, LIMIT, 9, 3), (OX, HEALTH, 5, 3)]


def test_an_effect_that_lowers_a_maximum_lowers_the_value_at_once(m):
    """The lost part is not given back when the effect ends (EW-09)."""
    effect = last(m, "Wound", -6, question=LIMIT)
    assert values.value(m, OX, LIMIT) == 3 and values.value(m, OX, HEALTH) == 3 and changes(m) == [(OX, HEALTH, 5, 3)]
    values.wear(m, effect)
    assert values.value(m, OX, LIMIT) == 9 and values.value(m, OX, HEALTH) == 3


def test_the_end_of_a_raised_maximum_lowers_the_value_at_once(m):
    """What was healed above the old maximum is lost when the effect ends."""
    effect = last(m, "Feast", 5, question=LIMIT)
    effects.do(m, effects.alter(OX, HEALTH, "+=", 50))
    values.wear(m, effect)
    assert changes(m) == [(OX, HEALTH, 5, 14), (OX, HEALTH, 14, 9)]


def test_raising_a_maximum_does_not_raise_the_value(m):
    """A higher maximum heals nobody."""
    effects.do(m, effects.alter(OX, LIMIT, "=", 12))
    assert changes(m) == [(OX, LIMIT, 9, 12)]


# -- alterations -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("op", "amount", "to"),
    [
        ("+=", 2, 7),
        ("-=", 2, 3),
        ("*=", 0, 0),
        ("*=", 2, 9),
        ("/=", 2, 2),
        ("/=", 3, 1),
        ("/=", 0, 0),
        ("=", 8, 8),
        ("-=", 99, 0),
    ],
)
def test_each_operation_changes_a_stat_and_keeps_its_bounds(m, op, amount, to):
    """Operations work on the cell; division rounds down and by zero gives 0; bounds hold the result."""
    effects.do(m, effects.alter(OX, HEALTH, op, amount))
    assert m.state.cell(OX, HEALTH) == to


def test_a_change_by_0_causes_no_event(m):
    """A change that would change nothing causes no event and cannot be paid as a cost."""
    change = effects.alter(OX, HEALTH, "=", 5)
    effects.do(m, change)
    assert m.events == [] or changes(m) == []
    assert effects.how_much(m, change) == 0


def test_a_change_says_how_much_of_it_can_happen(m):
    """The answer is all of it, a part of it, or nothing."""
    assert [effects.how_much(m, effects.alter(OX, HEALTH, "-=", amount)) for amount in (3, 8, 0)] == [3, 5, 0]


# -- prices and uses ---------------------------------------------------------------------------------------------------


def test_a_price_is_a_value_that_effects_change(m):
    """An effect on a price sets or lowers it; it never falls below 0."""
    question = ("price", 4, COINS)
    assert values.price(m, OX, 4, COINS, 3) == (3, None)
    last(m, "Bargain", -5, question=question)
    assert values.price(m, OX, 4, COINS, 3)[0] == 0 and values.price(m, OX, 5, COINS, 3)[0] == 3


def test_an_effect_with_limited_uses_expires_after_the_last_use(m):
    """An effect with two uses has one after the first and expires with the second."""
    effect = last(m, "Free", 0, op="set", question=("price", 4, COINS), uses=2)
    _, limited = values.price(m, OX, 4, COINS, 3)
    assert limited == effect
    values.use(m, effect)
    (left,) = m.state.lasting.values()
    assert left.uses == 1
    values.use(m, left)
    assert m.state.lasting == {} and m.state.touched == {}


def test_effects_stand_in_the_order_of_their_numbers(m):
    """An effect that is used, or that undo restores, keeps its place among the others."""
    first = last(m, "Free", 0, op="set", question=("price", 4, COINS), uses=2)
    last(m, "Bless", 1)
    values.use(m, first)
    assert list(m.state.lasting) == sorted(m.state.lasting)


@pytest.mark.parametrize(("least", "have"), [(0, 2), (1, 1), (None, 2), (-3, 5)])
def test_a_stat_can_be_spent_down_to_its_minimum(least, have):
    """The amount that can be spent is what is above the minimum of the stat."""
    main = Steps("main", {"": lambda m, f: ask((ANN,), "", {})})
    stats = (*STATS[:-1], Stat("Coins", least=least, most=9))
    m = game(main, table=Table().thing("Ox", coins=2), stats=stats).machine
    assert effects.have(m, OX, COINS) == have


@pytest.mark.parametrize(("shared", "holders"), [("", [0, 1, 2]), ("cast", [0, 1, 0]), ("all", [0, 0, 0])])
def test_a_shared_stat_is_stored_with_the_first_who_shares_it(shared, holders):
    """A stat can belong to each thing, to the first thing of a side, or to the first thing of all."""
    main = Steps("main", {"": lambda m, f: ask((ANN,), "", {})})
    stats = (*STATS[:-1], Stat("Coins", shared=shared))
    m = game(main, table=Table().thing("Ox").thing("Elk", owner=1).thing("Imp"), stats=stats).machine
    assert [values.holder(m, slot, COINS) for slot in range(3)] == holders
    assert values.holder(m, NOWHERE, COINS) == (0 if shared else NOWHERE)


def test_the_kernels_own_columns_have_no_bounds():
    """The kernel's own columns may hold -1, for nobody and nowhere."""
    assert {stat.least for stat in OWN_STATS} == {None} and Stat("x").least == 0
