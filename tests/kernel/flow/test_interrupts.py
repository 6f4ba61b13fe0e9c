"""Interrupt windows: what can be used while a change is prepared, and what happens to the act."""

from dataclasses import replace
from typing import Any

from rulewright.kernel.change import effects, gate
from rulewright.kernel.flow.agenda import ask, call, end
from rulewright.program import marks
from rulewright.program.declared import Kind, Zone
from rulewright.program.definition import Action
from tests.kernel.fakes import ANN, BO, HEALTH, Steps, Table, called, game, made_check, made_pick, made_trigger, named, told

GUARD, OX = 0, 1
BOARD, OUT, HAND = 0, 1, 2
HURT = (effects.alter(GUARD, HEALTH, "-=", 3),)
TRAP = Action("Trap", 0, named("trap"), frozenset({marks.INTERRUPT}), "9")
NET = Action("Net", 2, named("trap"), frozenset({marks.INTERRUPT}), "7")
GORE = Action("Gore", 1, named("gore"), frozenset({marks.ACTION}), "8")


def snaps(m, frame):
    """Takes whoever attacks off the board."""
    effects.do(m, effects.send(frame.vars["attacker"], OUT))
    m.emit(("told", "snaps", *(frame.vars[name] for name in ("it", "heard", "cause", "pending"))))
    return end()


def begins(m, frame):
    """Records triggers before the ox gores the guard."""
    m.emit(("noticed", 0, None, (0, OX, OX)))
    return call("gore", {"action": GORE.index, "actor": OX, "source": OX, "player": BO}, "after", {})


def charge(*answers: str, trap: Action = TRAP):
    """Begins a game in which the ox gores the guard, who has a trap."""
    main = Steps("main", {"": begins, "after": lambda m, f: ask((ANN,), "x", {})})
    gore = Steps("gore", {"": lambda m, f: call(named("horns"), {}, "out", f.vars), "out": lambda m, f: end()})
    horns = Steps("horns", {"": lambda m, f: gate.would(m, HURT, "on", f.vars) or end(), "on": lambda m, f: end()})
    listens = made_trigger(0, "would", lambda m, v: m.in_play(OX), stat=HEALTH, again=True)
    kinds = (Kind("ox", actions=(GORE.index,)), Kind("guard", actions=(TRAP.index, GORE.index, NET.index)))
    table = Table((*Table.zones, Zone("Hand", seen="owner"))).thing("Guard", kind=1, health=9).thing("Ox", owner=BO, health=9)
    fields: dict[str, Any] = {
        "actions": (trap, GORE, NET),
        "triggers": (listens,),
        "kinds": kinds,
        "secret": True,
    }
    playing = game(main, gore, horns, Steps("trap", {"": snaps}), table=table, **fields)
    for word in answers:
        playing.answer("Ann", word)
    return playing


def test_an_interrupt_that_takes_the_attacker_away_ends_the_blow():
    """It knows its object, the attacker, the action and how much was noticed before; the rest of the blow is cancelled."""
    playing = charge("Trap")
    assert told(playing.events) == [("snaps", GUARD, (GUARD,), GORE.index, 1), ("no longer possible",)]
    assert playing.state.cell(GUARD, HEALTH) == 9 and playing.asking == (ANN,)


def test_the_change_happens_if_the_player_passes():
    """If nothing interrupts the change, nobody is asked again."""
    playing = charge("pass")
    assert told(playing.events) == [] and playing.state.cell(GUARD, HEALTH) == 6


def test_only_interrupts_are_offered_in_an_interrupt_window():
    """For any other action the refusal says what the window is for."""
    why = charge().why_not("Ann", "Gore")
    assert (why.check, why.words) == ("window", "Gore is not among what this window permits: interrupt")


def test_a_hidden_interrupt_is_asked_about_even_if_it_cannot_be_used():
    """Whether a target exists is the owner's secret, so the owner is asked in any case; the menu has only `pass`."""
    hidden = made_pick("bait", "bait", "object", lambda m, vars: m.state.zones[HAND], zones=(HAND,))
    playing = charge(trap=replace(TRAP, picks=(hidden,)))
    assert playing.asking == (ANN,) and "interrupt window" in playing.where() and list(playing.menu("Ann")) == ["pass"]


def test_a_path_that_was_taken_back_is_off_the_menu_of_an_interrupt():
    """The trap can be used with another bait; an action whose only path is barred is not offered."""
    lies = made_check("active", "9", lambda m, v: m.in_play(v["it"]), lambda m, v: "is gone")
    bait = made_pick("bait", "bait", "object", lambda m, vars: (GUARD, OX), (lies,))
    playing = charge(trap=replace(TRAP, picks=(bait,), costs=(called(lambda m, v: [effects.send(v["bait"], OUT)]),)))
    assert playing.answer("Ann", "Trap", "Ox")[-1][0] == "undone"
    assert list(playing.menu("Ann", "Trap")) == [GUARD]
    assert playing.answer("Ann", "Trap", "Guard")[-1][0] == "undone"
    assert list(playing.menu("Ann")) == ["pass"]


def test_an_interrupt_for_another_change_cannot_be_used():
    """Its holder is told so, and the game continues to ask."""
    playing = charge()
    why = playing.why_not("Ann", "Net")
    assert (why.check, why.words) == ("window", f"Net is not what is asked now ({playing.where('Ann')})")
