"""Acts are transactions: an act whose payment takes its own target is taken back, unless somebody saw something."""

import json

import pytest

from rulewright.kernel.change import effects
from rulewright.kernel.errors import Incomplete, Refused
from rulewright.kernel.flow.agenda import ask, call, end, leave
from rulewright.kernel.history import saves
from rulewright.kernel.legality import availability
from rulewright.program import marks
from rulewright.program.declared import ALONE, Kind, Settle
from rulewright.program.definition import Action, Check, Pick
from rulewright.testing import differences
from tests.kernel.fakes import ANN, COINS, HEALTH, Steps, Table, called, game, made_check, made_pick, made_trigger, told

HERO, OX, ELK = 0, 1, 2
BOARD, OUT = 0, 1
IN_PLAY = made_check("active", "6.1", lambda m, v: m.in_play(v["it"]), lambda m, v: f"{m.book.name_of(m.state, v['it'])} is out")
RICH = made_check(
    "cost", "6.2", lambda m, v: m.state.cell(HERO, COINS) >= 1, lambda m, v: f"has {m.state.cell(HERO, COINS)} Coins"
)


def others(m, vars):
    """Lists everything but the hero, wherever it lies."""
    return [slot for slot in range(len(m.state.places)) if slot != HERO]


def target(*checks: Check) -> Pick:
    return made_pick("target", "a target", "object", others, checks or (IN_PLAY,))


def coin(m, vars):
    return [effects.alter(HERO, COINS, "-=", 1)]


def away(m, vars):
    """The cost that takes the target itself away."""
    return [effects.send(vars["target"], OUT)]


def away_if_ox(m, vars):
    return [effects.send(OX, OUT)] if vars["target"] == OX else coin(m, vars)


def rolled(m, vars):
    m.roll(1, 6)
    return away(m, vars)


def table(*costs, checks=(RICH,), picks=None, actions=(), extra=(), more=(), **fields):
    """Begins a window in which the hero may Snatch a target at some cost, or Rest."""
    snatch = Action(
        "Snatch",
        0,
        "snatch",
        frozenset({marks.ACTION}),
        "6",
        checks,
        (target(),) if picks is None else picks,
        tuple(map(called, costs)),
    )
    rest = Action("Rest", 1, "rest", frozenset({marks.ACTION}), "7")
    shout = Action("Shout", 2, "shout", frozenset({marks.ACTION}), "8")
    things = Table().thing("Hero", kind=1, coins=5, health=3).thing("Ox").thing("Elk")
    window = {"kinds": (marks.ACTION,), "discipline": ALONE, "title": "act", "actor": HERO}
    main = Steps("main", {"": lambda m, f: call("window", window, "", {})})
    return game(
        main,
        Steps("snatch", {"": says("snatched")}),
        Steps("rest", {"": rests}),
        Steps("shout", {"": says("a shout")}),
        *more,
        table=things,
        kinds=(Kind("thing"), Kind("hero", actions=(0, 1, 2, *extra))),
        actions=(snatch, rest, shout, *actions),
        **fields,
    )


def says(word):
    def step(m, frame):
        m.emit(("told", word))
        return end()

    return step


def rests(m, frame):
    effects.do(m, effects.alter(HERO, HEALTH, "+=", 1))
    return end()


def words(playing, *path):
    """Gives the words of a menu."""
    menu = playing.menu("Ann", *path)
    return [menu.words(key) for key in menu]


# -- paid and done -----------------------------------------------------------------------------------------------------


def test_an_act_pays_and_is_performed():
    """A cost is paid before the action happens, and both are recorded."""
    playing = table(coin)
    happened = playing.answer("Ann", "Snatch", "Ox")
    assert [e for e in happened if e[0] in ("changed", "told")] == [("changed", HERO, COINS, 5, 4), ("told", "snatched")]


def test_an_act_that_is_not_whole_waits_for_its_target():
    """The picks so far are stored: the next menu has the targets, and a wrong target is refused."""
    playing = table(coin)
    playing.answer("Ann", "Snatch")
    assert words(playing) == ["Ox", "Elk"] and playing.state.cell(HERO, COINS) == 5
    for wrong in (("Rest",), ()):
        with pytest.raises(Refused):
            playing.answer("Ann", *wrong)
    assert playing.state.number == 1
    playing.answer("Ann", "Elk")
    assert playing.state.cell(HERO, COINS) == 4


def test_an_answer_without_picks_is_refused_with_the_menu():
    """An answer without picks is refused with the menu."""
    with pytest.raises(Incomplete) as error:
        table(coin).answer("Ann")
    assert len(error.value.menu) == 4


# -- taken back --------------------------------------------------------------------------------------------------------


def test_an_act_whose_payment_takes_its_target_is_taken_back():
    """The payment is reverted by events of its own, the act is recorded as undone, and nothing is snatched."""
    playing = table(coin, away)
    facts = [playing.state.cells[:], [zone[:] for zone in playing.state.zones], playing.state.places[:]]
    happened = playing.answer("Ann", "Snatch", "Ox")
    assert [event[0] for event in happened] == ["chose", "changed", "moved", "moved", "changed", "undone"]
    assert happened[-1] == ("undone", ANN, "Snatch", "target", 2)
    assert told(happened) == [] and facts == [playing.state.cells, playing.state.zones, playing.state.places]


def test_the_path_taken_back_is_off_the_menu():
    """Only this path is barred: the same act with another target stays, and the barred one is refused with a reason."""
    playing = table(away_if_ox)
    playing.answer("Ann", "Snatch", "Ox")
    assert words(playing, "Snatch") == ["Elk"]
    with pytest.raises(Refused):
        playing.answer("Ann", "Snatch", "Ox")
    why = playing.why_not("Ann", "Snatch", "Ox")
    said = f"Snatch was just taken back, and nothing has changed since ({playing.where()})"
    assert why == ("taken back", "6", said)
    assert playing.why_not("Ann", "Snatch", "Elk") is None


def test_an_act_with_no_path_left_is_off_the_menu_too():
    """When every path of an act was taken back, the act is not offered."""
    playing = table(away)
    playing.answer("Ann", "Snatch", "Ox")
    assert words(playing) == ["Snatch", "Rest", "Shout", "pass"]
    playing.answer("Ann", "Snatch", "Elk")
    assert words(playing) == ["Rest", "Shout", "pass"]
    assert [playing.why_not("Ann", "Snatch", *at).check for at in ((), ("Ox",))] == ["taken back", "taken back"]


def test_a_change_of_a_fact_offers_the_act_again():
    """Afterwards the path is on the menu again; an announcement is not enough."""
    playing = table(away)
    playing.answer("Ann", "Snatch", "Ox")
    playing.answer("Ann", "Shout")
    assert words(playing, "Snatch") == ["Elk"]
    playing.answer("Ann", "Rest")
    assert words(playing, "Snatch") == ["Ox", "Elk"]


def test_an_act_taken_back_can_be_saved_and_undone():
    """The bar is saved with the waiting game, and an undo goes back to before the act."""
    playing = table(away)
    before = playing.fingerprint()
    playing.answer("Ann", "Snatch", "Ox")
    again = saves.state_in(json.loads(json.dumps(saves.state_out(playing.state, playing.book))), playing.book)
    assert differences(again, playing.state) == [] and len(again.barred) == 1
    playing.undo()
    assert playing.fingerprint() == before and words(playing, "Snatch") == ["Ox", "Elk"]


def test_an_act_whose_payment_rolled_dice_is_not_undone():
    """The act has no effect, and the payment stays paid."""
    playing = table(rolled)
    happened = playing.answer("Ann", "Snatch", "Ox")
    assert [event[0] for event in happened] == ["chose", "rolled", "moved", "told"]
    assert told(happened) == [("fizzled", "Snatch")]
    assert playing.state.places[OX] == OUT and playing.state.barred == ()


def test_triggers_do_not_notice_reversed_events():
    """A trigger responds neither to a payment that is taken back nor to the reversal."""
    listens = made_trigger(3, "changed", lambda m, v: True, stat=COINS, everyone=True, optional=False)
    echo = Action("Echo", 3, "shout", frozenset({marks.AUTOMATIC}))
    playing = table(coin, away, triggers=(listens,), actions=(echo,))
    playing.answer("Ann", "Snatch", "Ox")
    assert playing.state.noticed == []
    heard = table(coin, triggers=(listens,), actions=(echo,))
    heard.answer("Ann", "Snatch", "Ox")
    assert len(heard.state.noticed) == 1


def test_an_act_that_asks_while_it_is_paid_is_not_taken_back():
    """A player who was asked during the payment has seen it, so the act has no effect instead."""
    settle = Steps("settle", {"": lambda m, f: ask((ANN,), "on", {}), "on": lambda m, f: end()})
    watch = Settle("settle", frozenset({"instruction"}), frozenset({COINS}))
    playing = table(coin, away, more=(settle,), settle=watch)
    playing.answer("Ann", "Snatch", "Ox")
    again = saves.state_in(json.loads(json.dumps(saves.state_out(playing.state, playing.book))), playing.book)
    assert differences(again, playing.state) == []
    happened = playing.answer("Ann", "yes")
    assert told(happened) == [("fizzled", "Snatch")] and playing.state.places[OX] == OUT


def test_an_act_cut_short_in_its_payment_leaves_nothing_open():
    """If the game ends while an act is paid, nothing is half done."""
    settle = Steps("settle", {"": lambda m, f: leave(m.state.agenda[0].id)})
    playing = table(coin, away, more=(settle,), settle=Settle("settle", frozenset({"instruction"}), frozenset({COINS})))
    playing.answer("Ann", "Snatch", "Ox")
    assert playing.over and playing.state.since is None


def test_a_condition_settled_at_declaration_is_not_asked_again():
    """A check marked `once` may fail after the payment, and the act is not taken back."""
    whole = made_check("whole", "6.3", lambda m, v: m.state.cell(HERO, COINS) == 5, lambda m, v: "Coins 5", once=True)
    playing = table(coin, picks=(target(IN_PLAY, whole),))
    assert told(playing.answer("Ann", "Snatch", "Ox")) == [("snatched",)]


def test_a_condition_settled_at_declaration_is_asked_then():
    """An act that fails a check marked `once` is not on the menu."""
    calm = made_check("calm", "6.3", lambda m, v: v["it"] != OX, lambda m, v: "is wild", once=True)
    assert words(table(picks=(target(calm),)), "Snatch") == ["Elk"]


# -- having ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "free", "attached"),
    [
        (Kind("ring", actions=(0, 1), bound=frozenset({1})), (0,), (0, 1)),
        (Kind("ring", actions=(0, 1), loose=frozenset({1})), (0, 1), (0,)),
    ],
)
def test_an_action_can_depend_on_being_attached(kind, free, attached):
    """A thing may have an action only while it is attached, or only while it is not attached."""
    m = game(Steps("main", {"": lambda m, f: end()}), table=Table().thing("Ring").thing("Hero"), kinds=(kind,)).machine
    assert availability.abilities(m, 0) == free
    m.emit(("linked", 0, "attached", None, (1,)))
    assert availability.abilities(m, 0) == attached


# -- why not -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "words", "check", "said"),
    [
        ("Bo", ("Snatch", "Ox"), "turn", "Bo is not asked now; Ann is"),
        ("Ann", ("Juggle",), "action", "there is no action 'Juggle'"),
        ("Ann", ("Snatch", "Unicorn"), "target", "there is no thing called 'Unicorn' here"),
        ("Ann", ("Snatch", "Hero"), "target", "Hero is not one of the 2 that Snatch can pick here"),
        ("Ann", ("Rest", "Ox"), "target", "Rest takes 0 targets, not 1"),
        ("Ann", ("Parry",), "has", "Hero does not have Parry"),
        ("Ann", ("Dodge",), "window", "Dodge is not among what this window permits: action"),
    ],
)
def test_why_not_says_the_check_and_its_values(player, words, check, said):
    """Each reason names the check that failed and its values."""
    parry = Action("Parry", 3, "rest", frozenset({marks.ACTION}), "9")
    dodge = Action("Dodge", 4, "rest", frozenset({marks.REACTION}), "10")
    why = table(actions=(parry, dodge), extra=(4,)).why_not(player, *words)
    assert why is not None and why.check == check and why.words.startswith(said)


def test_a_reason_without_a_rule_is_its_words():
    """No number follows the words if no rule is given."""
    assert str(table().why_not("Ann", "Juggle")) == "there is no action 'Juggle' in fake"


def test_why_not_ignores_picks_that_an_option_leaves_out():
    """If the additional cost is not wanted, its picks are not checked, but the later picks are."""
    extra = made_pick("extra", "the additional cost", "option", lambda m, v: (0, 1))
    more = made_pick("extra ones", "in addition", "object", others, several=True, when="extra")
    gone = made_check("active", "6.1", lambda m, v: False, lambda m, v: "nobody is in")
    playing = table(picks=(extra, more, target(gone)))
    assert playing.why_not("Ann", "Snatch", "0") == ("active", "6.1", "no target for Snatch: nobody is in")


def test_why_not_asks_the_menus_checks_in_their_order():
    """The checks of the action come first, then those of the target; for an allowed act the result is None."""
    playing = table(coin)
    assert playing.why_not("Ann", "Snatch", "Ox") is None
    playing.machine.emit(("moved", OX, (BOARD, 1, 0), (OUT, 0, 0), None))
    assert playing.why_not("Ann", "Snatch", "Ox") == ("active", "6.1", "Ox is out")
    playing.machine.emit(("changed", HERO, COINS, 5, 0))
    assert str(playing.why_not("Ann", "Snatch", "Ox")) == "has 0 Coins (6.2)"


def test_why_not_without_a_target_says_why_the_nearest_will_not_do():
    """If there is no target, the reason is that of a candidate."""
    playing = table(coin)
    playing.machine.emit(("moved", OX, (BOARD, 1, 0), (OUT, 0, 0), None))
    playing.machine.emit(("moved", ELK, (BOARD, 1, 0), (OUT, 1, 0), None))
    assert playing.why_not("Ann", "Snatch").words == "no target for Snatch: Ox is out"


def test_why_not_refuses_an_action_while_another_act_is_being_picked():
    """While a target is asked for, another act cannot be given."""
    playing = table(coin)
    playing.answer("Ann", "Snatch")
    assert playing.why_not("Ann", "Rest") == ("window", "7", f"Rest is not what is asked now ({playing.where()})")
    assert playing.why_not("Ann", "Snatch", "Ox") is None


def test_why_not_says_after_the_end_that_the_game_is_over():
    """After the end this is the reason for every act."""
    playing = game(Steps("main", {"": lambda m, f: end()}))
    assert playing.why_not("Ann", "Snatch").check in ("action", "over")
