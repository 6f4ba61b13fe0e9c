"""Reasons: who is asked, what a window or a reply does not allow, and the meaning of a typed word."""

from dataclasses import replace
from typing import Any

import pytest

from rulewright.kernel.book import Book
from rulewright.kernel.change import effects
from rulewright.kernel.flow.agenda import ask, call
from rulewright.kernel.game import Game
from rulewright.kernel.legality.acts import Why
from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import NOWHERE, State
from rulewright.program import marks
from rulewright.program.declared import ALONE, Kind, Zone
from rulewright.program.definition import Action, Pick
from tests.kernel.board import Board
from tests.kernel.change.test_triggers import blow, shield
from tests.kernel.fakes import ANN, BO, COINS, Steps, Table, asks, called, game, made_check, made_pick, named

HERO, OTHER, SECRET = range(3)
ZONES = (Zone("Board", live=True), Zone("Hand", owned=True, seen="owner"))
BOARD, HAND = 0, 1
RICH = made_check("cost", "2", lambda m, v: m.state.cell(v["source"], COINS) >= 1, lambda m, v: "has no Coins")


def pick(kind: str, *found: int) -> Pick:
    return made_pick("target", "a target", kind, lambda m, v: found)


GRAB = Action("Grab", 0, named("done"), frozenset({marks.ACTION}), "3", (RICH,), (pick("object", OTHER, SECRET),))
BID = Action("Bid", 1, named("done"), frozenset({marks.ACTION}), "4", picks=(pick("number", 3),))
STEP = Action("Step", 2, named("done"), frozenset({marks.ACTION}), "5", picks=(pick("tile", 3),))
DUCK = Action("Duck", 3, named("done"), frozenset({marks.REACTION}), "6")
FLY = Action("Fly", 4, named("done"), frozenset({marks.ACTION}), "7")


def table(coins: int = 1, **window: Any) -> Game:
    """Begins a window in which Bo, who has two heroes, may act; Ann holds a card that Bo does not see."""
    opened: Any = {"kinds": (marks.ACTION, marks.OPTIONAL), "discipline": ALONE, "title": "act", "seats": (BO,), **window}
    main = Steps("main", {"": lambda m, f: call(named("window"), opened, "", {})})
    lying = Table(ZONES).thing("Hero", BO, kind=1).thing("Other", BO, kind=1, coins=coins).thing("Secret", zone=HAND)
    kinds = (Kind("card"), Kind("hero", actions=(0, 1, 2, 3)))
    return game(main, table=lying, actions=(GRAB, BID, STEP, DUCK, FLY), kinds=kinds, secret=True)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (("Grab", "Other"), None),  # the first hero has no coins, the other has
        (("Bid", "3"), None),
        (("Step", "3"), None),  # without a map a tile is its number
        (("Grab", "Secret"), ("target", "3", "there is no thing called 'Secret' here")),
        (("Bid", "3", "4"), ("target", "4", "Bid takes 1 targets, not 2")),
        (("Duck",), ("window", "6", "Duck is not among what this window permits: action, optional")),
        (("Fly",), ("has", "7", "Bo does not have Fly")),
    ],
)
def test_a_reason_has_its_check_its_rule_and_its_words(said, why):
    """A thing that a player does not see has no name for this player, and any of several sources is possible."""
    assert table().why_not("Bo", *said) == (why and Why(*why))


def test_a_window_for_one_actor_is_for_that_one_alone():
    """Another actor of the same player that could act does not count."""
    assert table(actor=HERO).why_not("Bo", "Grab", "Other") == ("cost", "2", "has no Coins")


class Telling(Steps):
    """A procedure that names a card while it asks."""

    def words(self, m: Any, frame: Any) -> str:
        return f"about {m.state.names[1]}"


def test_a_player_who_is_not_asked_is_told_who_is_asked_as_far_as_it_may_know():
    """The place in the game is described as the player sees it; a spectator may see less."""
    lying = Table(ZONES).thing("Ox").thing("Secret", zone=HAND)
    playing = game(Telling("main", asks("main", BO).steps), table=lying, actions=(FLY,), secret=True)
    assert playing.why_not("Ann", "Fly") == ("turn", "7", "Ann is not asked now; Bo is (about Secret)")
    assert "Secret" not in playing.where(None)


def test_a_reply_takes_only_the_reaction_it_is_about():
    """The answering player is told what the reply is about; this reaction is allowed."""
    other = Action("Cheer", 1, "lessen", frozenset({marks.ACTION}), "8")
    playing = blow(shield(), other)
    assert playing.why_not("Ann", "Shield") is None
    assert playing.why_not("Ann", "Cheer") == ("window", "8", "Guard may only answer with Shield now, not with Cheer")


# -- what a player has it from -----------------------------------------------------------------------------------------


GRASP = replace(GRAB, zones=(HAND,))
NEED = replace(RICH, name="zest", words=called(lambda m, v: f"{m.book.name_of(m.state, v['source'])} has no Coins"))


def texts(m, vars):
    return ("hello",)


SAY = Action("Say", 1, named("done"), frozenset({marks.ACTION}), "4", picks=(made_pick("saying", "what", "text", texts),))
BOS_HAND = 2  # after the board and Ann's


class Placed(Table):
    """A table with a setting of its own."""

    def __init__(self, *zones: Zone, **setting: Any) -> None:
        super().__init__(zones or ZONES)
        self.setting = setting

    def set_up(self, book: Book, given: Any = None) -> State:
        state = super().set_up(book, given)
        state.setting = replace(state.setting, **self.setting)
        return state


def window(lying: Table, *actions: Action, **more: Any) -> Game:
    """Begins a window of Bo's over some things, of which the heroes have the first action, the cards all of them."""
    opened: Any = {"kinds": (marks.ACTION,), "discipline": ALONE, "title": "act", "seats": (BO,), **more}
    kinds = (Kind("thing"), Kind("hero", actions=(0,)), Kind("card", actions=tuple(range(len(actions)))))
    main = Steps("main", {"": lambda m, f: call(named("window"), opened, "", {})})
    return game(main, table=lying, actions=actions, kinds=kinds, secret=True)


def test_a_player_has_what_only_that_player_sees():
    """An action of a card in the player's hand is known to the player."""
    lying = Table(ZONES).thing("Hero").thing("Other").thing("Ace", BO, zone=BOS_HAND, kind=2, coins=1)
    assert window(lying, GRASP).why_not("Bo", "Grab", "Other") is None


def test_an_actor_that_others_do_not_see_is_named_to_its_player():
    """The missing action is said of the actor as the asking player sees it."""
    lying = Table((ZONES[BOARD], replace(ZONES[HAND], live=True))).thing("Ace", BO, zone=BOS_HAND)
    assert window(lying, GRASP, actor=0).why_not("Bo", "Grab") == ("has", "3", "Ace does not have Grab")


def test_a_reason_is_about_the_card_that_lies_in_the_right_zone():
    """The zone is the reason only if all equal cards lie elsewhere; of several in the right zone, the first is named."""
    lying = Table(ZONES).thing("Zoe", BO, kind=1).thing("Other").thing("Yan", BO, BOS_HAND, 1).thing("Xia", BO, BOS_HAND, 1)
    playing = window(lying, replace(GRASP, checks=(NEED,)))
    assert playing.why_not("Bo", "Grab", "Other") == ("zest", "2", "Yan has no Coins")
    for slot in (2, 3):
        effects.do(playing.machine, effects.send(slot, BOARD))
    assert playing.why_not("Bo", "Grab", "Other") == ("zone", "3", "Zoe is in Board, where Grab cannot be used")


def test_a_window_for_one_actor_offers_only_the_actions_of_that_actor():
    """The actions of another actor of the same player are not offered."""
    lying = Table(ZONES).thing("Hero", BO, kind=1).thing("Ace", BO, kind=2)
    assert window(lying, FLY, replace(SAY, name="Swim"), actor=0).why_not("Bo", "Swim") == ("has", "4", "Hero does not have Swim")


@pytest.mark.parametrize("target", [0, 1])
def test_a_target_is_meant_in_its_present_life(target):
    """A thing that has come back can be picked under its name."""
    lying = Table(ZONES).thing("Ox").thing("Elk").thing("Hero", BO, kind=1, coins=1)
    playing = window(lying, replace(GRAB, picks=(pick("object", target),)))
    for zone in (NOWHERE, BOARD):
        effects.do(playing.machine, effects.send(target, zone))
    assert playing.why_not("Bo", "Grab", ("Ox", "Elk")[target]) is None


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (("Step", "1,2"), None),
        (("Step", "1"), ("target", "5", 'expected a tile such as "1,3" or "3N 1E", not \'1\'')),
        (("Bid", "3"), None),
        (("Say", "hello"), None),
    ],
)
def test_a_word_means_a_tile_a_number_or_itself(said, why):
    """On a map a tile is given by its coordinates."""
    grid = Board("....", "....", "....").grid
    step = replace(STEP, index=0, picks=(pick("tile", grid.tile(1, 2)),))
    playing = window(Placed(grid=grid).thing("Hero", BO, kind=2), step, SAY, replace(BID, index=2))
    assert playing.why_not("Bo", *said) == why


# -- what a rule asks in the middle of itself --------------------------------------------------------------------------


def asked(*players: int, lying: Table, **given: Any) -> Game:
    """Begins a procedure that asks players something of its own and names a card while it does."""
    main = Telling("main", {"": lambda m, f: ask(players, "given", by_name.filled(given.items()))})
    return game(main, table=lying, actions=(GRAB, FLY), kinds=(Kind("card"), Kind("hero", actions=(0,))), secret=True)


def test_a_legal_action_can_still_be_out_of_turn():
    """The place in the game is described as the player sees it."""
    lying = Table(ZONES).thing("Hero", BO, kind=1, coins=1).thing("Secret", BO, zone=BOS_HAND)
    why = asked(BO, lying=lying).why_not("Bo", "Grab", "Secret")
    assert why == ("window", "3", "Grab is not what is asked now (about Secret)")


def test_a_rule_asks_a_player_whoever_it_is_about():
    """The reason says that the player lacks the action, not the thing that the rule is about."""
    lying = Table(ZONES).thing("Hero", BO, kind=1).thing("Secret", BO, zone=BOS_HAND)
    assert asked(BO, lying=lying, actor=HERO).why_not("Bo", "Fly") == ("has", "7", "Bo does not have Fly")


def test_a_refusal_names_everybody_who_is_asked():
    """The names of several players are listed."""
    lying = Placed(seats=("Ann", "Bo", "Cy")).thing("Hero").thing("Ox")
    why = asked(ANN, BO, lying=lying).why_not("Cy", "Fly")
    assert why == ("turn", "7", "Cy is not asked now; Ann, Bo is (about Ox)")


# -- texts -----------------------------------------------------------------------------------------------------------------


class Drawer:
    """Texts of the acting player, which are called by their first words."""

    def __call__(self, m: Any, vars: Any) -> list[str]:
        return [f"Toll: {m.state.names[vars['source']]}"]

    def named(self, m: Any, text: str) -> str:
        name, _, of = text.partition(": ")
        return name if of in m.state.names else text


@pytest.mark.parametrize(
    ("said", "why"),
    [("toll", None), ("Toll: Hero", None), ("anything", ("text", "9", "no anything")), ("Toll 2", ("text", "9", "no Toll 2"))],
)
def test_a_text_may_be_given_by_its_name(said, why):
    """This works as in an answer, and as the player sees it; any other text is taken as it is."""
    toll = made_check("text", "9", lambda m, v: v["text"] == "Toll: Hero", lambda m, v: f"no {v['text']}")
    move = Action(
        "Move", 0, "done", frozenset({marks.ACTION}), "9", picks=(made_pick("text", "a text", "text", Drawer(), (toll,)),)
    )
    playing = window(Table(ZONES).thing("Hero", BO, zone=BOS_HAND, kind=1), move)
    assert playing.why_not("Bo", "Move", said) == (why and Why(*why))
