"""A game: answers by seat and words, time, the journal, undo and copies."""

from dataclasses import replace

import pytest

import rulewright
from rulewright.kernel.change import effects
from rulewright.kernel.errors import GameOver, Incomplete, NotAsked, Refused
from rulewright.kernel.flow.agenda import ask, call, end, go
from rulewright.kernel.game import Game
from rulewright.kernel.history.journal import Entry
from rulewright.kernel.legality.menus import Menu
from rulewright.kernel.state.facts import LIFE, Vars
from rulewright.program import marks
from rulewright.program.declared import ALONE, Kind, Zone
from rulewright.program.definition import Action
from tests.kernel.fakes import ANN, BO, COINS, Steps, Table, asks, game, made_check, made_pick, named, scene, told


def counter() -> Steps:
    """Makes a procedure that gives the first thing a coin for each yes and ends with no."""

    def given(m, frame):
        if frame.vars["answer"][1] == ("no",):
            return end()
        effects.do(m, effects.alter(0, COINS, "+=", 1))
        return go("", {})

    return Steps("main", {"": lambda m, f: ask((ANN,), "given", {}), "given": given})


def counting() -> Game:
    return game(counter(), table=Table().thing("Ox"))


# -- answering ---------------------------------------------------------------------------------------------------------


def test_an_answer_gives_its_events_and_is_written_down():
    """The answer returns its events, and they are stored with its entry in the journal."""
    playing = counting()
    happened = playing.answer("Ann", "yes")
    assert happened == (("chose", ANN, ("yes",)), ("changed", 0, COINS, 0, 1))
    assert playing.journal[-1] == Entry(1, 0, ANN, ("yes",)) and playing.done[-1].events == happened


@pytest.mark.parametrize("who", ["Ann", "ann", ANN, None])
def test_a_player_is_a_name_a_number_or_the_only_one_asked(who):
    """A seat is given by its name in any letter case, by its number, or left out if only one player is asked."""
    playing = counting()
    playing.answer(who, "yes")
    assert playing.state.number == 1


def test_a_player_who_is_not_asked_cannot_answer():
    """The refusal for this player, or for a name that does not exist, says who is asked."""
    playing = counting()
    with pytest.raises(NotAsked, match=r"Bo is not asked now: Ann is \(main, given\)"):
        playing.answer("Bo", "yes")
    with pytest.raises(NotAsked, match="no player 'Zed': the players are Ann, Bo"):
        playing.answer("Zed", "yes")


def test_an_answer_must_name_its_player_if_several_are_asked():
    """An answer without a player is refused, and so is an incomplete answer."""
    playing = game(asks("main", ANN, BO))
    with pytest.raises(NotAsked, match="several players are asked"):
        playing.answer(None, "yes")
    with pytest.raises(Incomplete):
        playing.answer("Ann")


@pytest.mark.parametrize("picks", [("maybe",), ("yes", "no"), (3,), (("yes",),)])
def test_a_wrong_answer_changes_nothing(picks):
    """An answer off the menu, or with a pick too many, is refused in words and changes nothing."""
    playing = counting()
    before = playing.fingerprint()
    with pytest.raises(Refused) as error:
        playing.answer("Ann", *picks)
    assert str(error.value) and playing.fingerprint() == before and len(playing.journal) == 1


def test_a_game_that_is_over_takes_no_answer():
    """After the end every answer is refused for this reason."""
    playing = counting()
    playing.answer("Ann", "no")
    with pytest.raises(GameOver, match="the game is over"):
        playing.answer("Ann", "yes")


def test_an_error_in_a_rule_changes_nothing():
    """Whatever error a step raises, the whole answer is taken back: events, frames and counters."""

    def breaks(m, frame):
        effects.do(m, effects.alter(0, COINS, "+=", 1))
        raise ZeroDivisionError

    playing = game(asks("main", ANN, then=breaks), table=Table().thing("Ox"))
    before = playing.fingerprint()
    with pytest.raises(ZeroDivisionError):
        playing.answer("Ann", "yes")
    assert playing.fingerprint() == before


def test_an_unknown_scene_is_refused_with_those_there_are():
    """A scene is chosen by name; the first is the default."""
    with pytest.raises(Refused, match="no scene 'moon' in fake; its scenes: table"):
        Game(counting().book, "moon")


def test_a_scene_is_set_up_with_what_is_given():
    """The given data reaches the function that sets the scene up."""
    given: list[object] = []
    made = replace(counting().book, scenes={"table": scene(lambda book, more: given.append(more) or Table().set_up(book))})
    Game(made, given={"hand": 3})
    assert given == [{"hand": 3}]


def test_an_omitted_pick_takes_the_default_of_the_player():
    """The default is that of the player who answers."""

    class Own(Steps):
        def menu(self, m, frame, player, picks):
            return None if picks else Menu("which", [player], default=player)

    playing = game(Own("main", asks("main", ANN, BO).steps))
    playing.answer("Bo")
    assert playing.journal[-1].path == (BO,)


def test_a_refusal_names_all_players_who_are_asked():
    """It also describes the place in the game, as that player sees it."""

    class Telling(Steps):
        def words(self, m, frame):
            return f"about {m.state.names[0]}"

    hands = Table((Zone("Board", live=True), Zone("Hand", owned=True, seen="owner"))).thing("Ox", owner=BO, zone=2)
    playing = game(Telling("main", asks("main", ANN, BO).steps), table=hands)
    playing.state.setting = replace(playing.state.setting, seats=("Ann", "Cy", "Bo"))
    playing.state.grounds[2] = (1, 2, 0)
    with pytest.raises(NotAsked, match=r"^Bo is not asked now: Ann, Cy is \(about Ox\)$"):
        playing.answer("Bo", "yes")


# -- hidden things -----------------------------------------------------------------------------------------------------


def oxen(m, vars):
    """Lists the things called Ox, as far as the asking player sees them."""
    return [slot for slot, name in enumerate(m.state.names) if name == "Ox"]


def hands() -> Game:
    """Begins a window in which Ann may snatch an ox; Ann and Bo each hold one that the other does not see."""
    snatch = Action(
        "Snatch", 0, named("snatch"), frozenset({marks.ACTION}), picks=(made_pick("target", "a target", "object", oxen),)
    )
    window: Vars = {"kinds": (marks.ACTION,), "discipline": ALONE, "title": "act", "actor": 0}
    main = Steps("main", {"": lambda m, f: call(named("window"), window, "", {})})
    zones = (Zone("Board", live=True), Zone("Hand", owned=True, seen="owner"))
    lying = Table(zones).thing("Hero", kind=1).thing("Ox", zone=1).thing("Ox", owner=BO, zone=2)
    kinds = (Kind("card"), Kind("hero", actions=(0,)))
    return game(main, Steps("snatch", {"": lambda m, f: end()}), table=lying, actions=(snatch,), kinds=kinds)


def test_a_menu_is_as_its_player_sees_the_game():
    """A player's own hand is on the menu, another hand is not."""
    menu = hands().menu("Ann", "Snatch")
    assert menu is not None and list(menu) == [1]


def test_an_unseen_thing_cannot_be_picked_by_its_key():
    """It would be legal if it were visible."""
    playing = hands()
    with pytest.raises(Refused):
        playing.answer("Ann", ("Snatch", 0), 2)
    assert playing.state.number == 0 and playing.answer("Ann", ("Snatch", 0), 1)


# -- time --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"seed": "x"}, "a seed must be a whole number, not 'x'"),
        ({"seed": None}, "a seed must be a whole number, not None"),
        ({"dice": [3, 2.5]}, "a given die must be a whole number, not 2.5"),
    ],
)
def test_a_seed_and_dice_are_whole_numbers(given, said):
    """Other values are refused before anything begins."""
    with pytest.raises(Refused) as error:
        game(counter(), **given)
    assert str(error.value) == said


def test_time_is_part_of_every_answer():
    """An answer may say its time; a tick is an answer without picks; both are in the journal."""
    playing = counting()
    playing.answer("Ann", "yes", at=60)
    playing.tick(90)
    assert playing.state.now == 90
    assert [(e.number, e.at, e.player) for e in playing.journal] == [(0, 0, -1), (1, 60, ANN), (2, 90, -1)]


def test_time_does_not_run_back():
    """Neither an answer nor a tick can be earlier than the last one."""
    playing = counting()
    playing.tick(90)
    for late in (lambda: playing.tick(89), lambda: playing.answer("Ann", "yes", at=89)):
        with pytest.raises(Refused, match="time cannot go back to 89: it is 90 now"):
            late()
    assert playing.state.now == 90 and playing.state.number == 1


def belfry() -> Game:
    """Begins an open floor on which bells wait for 100 seconds, then ring."""
    bell = Action("Bell", 0, named("bell"), frozenset({marks.ACTION}), "1", stack="new")
    rings = Steps("bell", {"": lambda m, f: _tell(m, f"ring at {m.state.now}")})
    floor: Vars = {"kinds": (marks.ACTION,), "title": "floor"}
    main = Steps("main", {"": lambda m, f: call(named("floor"), floor, "", {})})
    zones = (Zone("Board", live=True), Zone("Stack", stack=True, quiet=100))
    table = Table(zones).thing("Hero", kind=1)
    return game(main, rings, table=table, actions=(bell,), kinds=(Kind("item"), Kind("hero", actions=(0,))))


def test_a_due_event_happens_at_its_second():
    """It happens neither before nor after this second."""
    playing = belfry()
    playing.answer("Ann", "Bell", at=10)
    assert [told(playing.tick(now))[1:] for now in (50, 109, 110)] == [[], [], [("ring at 110",)]]


def test_a_due_event_happens_before_a_later_answer():
    """A stack pops at its own second, before a later answer counts."""
    playing = belfry()
    playing.answer("Ann", "Bell", at=10)
    happened = playing.answer("Ann", "Bell", at=500)
    assert told(happened)[:2] == [("put into action", playing.find("Bell")), ("ring at 110",)]
    assert playing.state.now == 500
    playing.undo()
    assert playing.state.now == 10


def test_a_due_event_can_take_the_first_picks_of_an_answer_off_the_menu():
    """An act that was begun before the event cannot be completed after it; an act begun later can."""

    def rings(m, frame):
        effects.do(m, effects.alter(0, COINS, "+=", 1))
        return end()

    silent = made_check("silent", "", lambda m, v: not m.state.cell(0, COINS), lambda m, v: "it has rung")
    ox = made_pick("target", "a target", "object", lambda m, v: (1,))
    offers = (Action("Bell", 0, "bell", frozenset({marks.ACTION}), stack="new"),
              Action("Snatch", 1, "rest", frozenset({marks.ACTION}), checks=(silent,), picks=(ox,)))  # fmt: skip
    window: Vars = {"kinds": (marks.ACTION,), "discipline": ALONE, "title": "act", "actor": 0}
    main = Steps("main", {"": lambda m, f: call("window", window, "", {})})
    table = Table((Zone("Board", live=True), Zone("Stack", stack=True, quiet=100))).thing("Hero", kind=1).thing("Ox")
    kinds = (Kind("item"), Kind("hero", actions=(0, 1)))
    procedures = (Steps("bell", {"": rings}), Steps("rest", {"": lambda m, f: end()}))
    playing = game(main, *procedures, table=table, actions=offers, kinds=kinds)
    playing.answer("Ann", "Bell", at=10)
    playing.answer("Ann", "Snatch", at=20)
    before = playing.fingerprint()
    with pytest.raises(Refused):
        playing.answer("Ann", "Ox", at=500)
    assert playing.fingerprint() == before and playing.answer("Ann", "Ox", at=109)


@pytest.mark.parametrize(
    ("then", "error", "said"),
    [
        (lambda m, f: call(named("window"), {"kinds": (marks.ACTION,), "discipline": ALONE, "title": "act", "seats": (BO,)},
                           "on", {}),
         NotAsked, "Ann is not asked now: Bo is (main, on · act, Bo)"),
        (lambda m, f: end(), GameOver, "the game is over: there is nothing to answer"),
    ],
)  # fmt: skip
def test_an_answer_counts_only_if_its_player_is_still_asked_at_its_time(then, error, said):
    """A due event may ask another player or end the game. Then nothing has changed, not even the time."""
    rest = Action("Rest", 0, "rest", frozenset({marks.ACTION}))
    floor: Vars = {"kinds": (marks.ACTION,), "title": "floor", "lasts": 5}
    main = Steps("main", {"": lambda m, f: call("floor", floor, "on", {}), "on": then})
    table = Table().thing("Hero", kind=1)
    kinds = (Kind("thing"), Kind("hero", actions=(0,)))
    playing = game(main, Steps("rest", {"": lambda m, f: end()}), table=table, actions=(rest,), kinds=kinds)
    before = playing.fingerprint()
    with pytest.raises(error) as refused:
        playing.answer("Ann", "Rest", at=10)
    assert str(refused.value) == said and playing.fingerprint() == before
    assert playing.answer("Ann", "Rest", at=4)


def _tell(m, word):
    m.emit(("told", word))
    return end()


# -- undo, copy, words -------------------------------------------------------------------------------------------------


def test_undo_takes_back_one_answer():
    """Undo reverses the facts of one answer, restores the control before it, and gives its entry."""
    playing = counting()
    before = playing.fingerprint()
    playing.answer("Ann", "yes")
    middle = playing.fingerprint()
    playing.answer("Ann", "no")
    assert playing.undo().path == ("no",) and playing.fingerprint() == middle and not playing.over
    playing.undo()
    assert playing.fingerprint() == before


def test_undo_takes_back_a_change_of_the_rules():
    """The rules before the change are in force again."""

    def amends(m, frame):
        m.emit(("amended", "1", None, ("1", ""), ()))
        return go("", {})

    amender = lambda base, _: replace(base, hash="other", origin=base)  # noqa: E731
    playing = game(asks("main", ANN, then=amends), amender=amender)
    playing.answer("Ann", "yes")
    assert playing.book.hash == "other"
    playing.undo()
    assert playing.book is playing.base


def test_the_setting_up_cannot_be_undone():
    """Answer 0 is the setup, and there is nothing before it."""
    with pytest.raises(Refused, match="there is nothing to undo"):
        counting().undo()


def test_after_undo_the_dice_fall_as_before():
    """An answer that is undone and given again gets the same dice."""

    def rolls(m, frame):
        m.roll(3, 20)
        return go("", {})

    playing = game(Steps("main", {"": lambda m, f: ask((ANN,), "given", {}), "given": rolls}))
    first = playing.answer("Ann", "yes")
    playing.undo()
    assert playing.answer("Ann", "yes") == first


def test_a_copy_is_independent():
    """A copy continues by itself and can be undone as far as the game."""
    playing = counting()
    playing.answer("Ann", "yes")
    copy = playing.copy()
    copy.answer("Ann", "yes")
    copy.undo()
    copy.undo()
    assert (playing.state.cell(0, COINS), copy.state.cell(0, COINS)) == (1, 0)


def test_things_are_found_by_name():
    """Letter case does not matter; if several things have the same name, all but the first have a number."""
    playing = game(counter(), table=Table().thing("Ox").thing("Elk").thing("Ox"))
    assert [playing.find(name) for name in ("ox", "ELK", "Ox 2")] == [0, 1, 2]
    with pytest.raises(Refused, match="there is no thing called 'Cow' here"):
        playing.find("Cow")


def test_changing_zones_starts_a_new_life():
    """A reference does not name a thing any more after the thing went to a zone that does not keep identity."""
    zones = (Zone("Board", live=True), Zone("Out", keeps=True), Zone("Deck"))
    m = game(counter(), table=Table(zones).thing("Ox")).machine
    ref = m.state.ref(0)
    effects.do(m, effects.send(0, 1))
    assert m.state.alive(ref) and m.state.cell(0, LIFE) == 0
    effects.do(m, effects.send(0, 2))
    assert not m.state.alive(ref) and m.state.ref(0) != ref


def test_repr_is_code_and_str_is_words():
    """`repr` gives an expression for programmers, `str` a text for people."""
    playing = counting()
    assert repr(playing) == "rulewright.new(rulewright.load('fake'), 'table', seed=1)"
    assert str(playing) == "table, answer 0: main, given"


def test_the_public_api_gives_the_same_game():
    """`rulewright.new`, `save` and `restore` do the same as the functions of the kernel."""
    playing = rulewright.new("encounter", seed=3)
    assert rulewright.restore(rulewright.save(playing)).fingerprint() == playing.fingerprint()
