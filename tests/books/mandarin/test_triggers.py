"""Triggered and hybrid abilities: when they go on the stack, in which order and at whose cost, as one batch."""

import pytest

from rulewright.kernel.game import Game
from tests.books.mandarin import play

BELLS = """
Gong (Momentary)
do: tell the gong sounds

Bell (Post)
  Peal
  Trigger: a player tells the gong sounds
  do: gain 1 Gold

Rattle (Post)
  Shake
  Trigger: a player tells the gong sounds
  do: gain 2 Gold

Drum (Post)
  Roll
  Trigger: a player tells the gong sounds
  Cost: 1 Mana
  do: gain 5 Gold

Flare (Post)
  Flash (fast)
  Trigger: a player tells the gong sounds
  do: gain 1 Gold
"""


def people(seats: str, **zones: str) -> str:
    """Writes a position in which everybody has Health and a deck, and the given hands and boards."""
    lines = [f"seats {', '.join(seats)}", ", ".join(f"{seat} (Health 20)" for seat in seats)]
    lines += [f"{seat}'s Deck: 9 Slow" for seat in seats]
    lines += [f"{key[0]}'s {key[1:].title()}: {value}" for key, value in zones.items()]
    return "\n".join(lines)


def passes(game: Game, seats: str) -> None:
    for seat in seats:
        play.step_aside(game, seat)


def test_abilities_triggered_together_go_on_the_stack_in_play_order():
    """SW-06, SW-09: those of the turn owner come first, then the others' in table order; the last one is the top."""
    lines = people("CABD", Chand="Gong", Aboard="Bell", Bboard="Bell", Cboard="Bell", Dboard="Bell")
    game = play.position(lines, BELLS)
    game.answer("C", "Gong")
    passes(game, "ABDC")
    assert play.waiting(game) == ["C: Peal", "A: Peal", "B: Peal", "D: Peal"]


def test_there_is_one_lap_for_all_abilities_triggered_together():
    """SW-09, S-27: priority begins after the controller of the last ability, and there is no lap for those below it."""
    game = play.position(people("ABC", Ahand="Gong", Aboard="Bell", Bboard="Bell"), BELLS)
    game.answer("A", "Gong")
    passes(game, "BCA")
    assert play.waiting(game) == ["A: Peal", "B: Peal"]
    passes(game, "CAB")
    assert play.resolved(game) == ["B"]
    passes(game, "CA")
    assert play.resolved(game) == ["A"] and play.asked(game) == "A"


@pytest.mark.parametrize(("first", "second"), [("Peal", "Shake"), ("Shake", "Peal")])
def test_a_player_chooses_the_order_of_their_own_triggers(first: str, second: str):
    """SW-09: the player of two triggered abilities says which goes on first."""
    game = play.position(people("AB", Ahand="Gong", Bboard="Bell, Rattle"), BELLS)
    game.answer("A", "Gong")
    passes(game, "BA")
    assert play.asked(game) == "B"
    game.answer("B", first)
    assert play.waiting(game) == [f"B: {first}", f"B: {second}"]


def test_a_triggered_ability_cannot_be_declined():
    """SW-08: an ability that is only triggered goes on the stack by itself."""
    game = play.position(people("AB", Ahand="Gong", Bboard="Bell"), BELLS)
    game.answer("A", "Gong")
    passes(game, "BA")
    assert play.waiting(game) == ["B: Peal"] and play.asked(game) == "A"


@pytest.mark.parametrize(("answer", "waits", "mana"), [("Roll", ["B: Roll"], 1), ("decline", [], 2)])
def test_a_hybrid_goes_on_only_if_it_is_paid_for(answer: str, waits: list[str], mana: int):
    """SW-08, SW-09: a hybrid is optional, and its costs are paid when it goes on the stack."""
    game = play.position(people("BA", Ahand="Gong", Bboard="Drum"), BELLS)
    play.step_aside(game, "B")
    game.answer("A", "Gong")
    passes(game, "BA")
    assert play.asked(game) == "B"
    game.answer("B", answer)
    assert play.waiting(game) == waits
    assert game.state.cell(game.find("B"), game.book.stat("Mana")) == mana


def test_a_hybrid_that_cannot_be_paid_for_is_not_offered():
    """SW-08, SW-11: without the mana nothing is offered."""
    game = play.position(people("AB", Ahand="Gong", Bboard="Drum"), BELLS)
    game.answer("A", "Gong")
    passes(game, "BA")
    assert play.waiting(game) == [] and play.asked(game) == "A"


def test_a_hybrid_counts_as_both_kinds():
    """SW-08: an effect on activatable abilities finds a hybrid, and so does an effect on triggered abilities."""
    rules = (
        BELLS
        + """
Muffle (Momentary, breakneck)
Target: an activatable ability on the stack
do: counter target

Hush (Momentary, breakneck)
Target: a triggered ability on the stack
do: counter target
"""
    )
    for ability, found in (("Drum", {"Muffle", "Hush"}), ("Bell", {"Hush"})):
        game = play.position(people("BA", Ahand="Gong, Muffle, Hush", Bboard=ability), rules)
        play.step_aside(game, "B")
        game.answer("A", "Gong")
        passes(game, "BA")
        if ability == "Drum":
            game.answer("B", "Roll")
        assert {card for card in ("Muffle", "Hush") if game.why_not("A", card) is None} == found


def test_triggered_abilities_need_no_speed_while_their_trigger_is_there():
    """SW-08, S-02: a triggered basic ability goes on top of a basic effect, and can be answered as a basic top."""
    game = play.position(people("AB", Ahand="Gong, Slow", Bboard="Bell", Bhand="Slow, Quick"), BELLS)
    game.answer("A", "Gong")
    passes(game, "BA")
    assert play.waiting(game) == ["B: Peal"]
    why = game.why_not("A", "Slow")
    assert why is not None and why.check == "speed"


def test_a_marked_trigger_is_as_fast_as_its_mark():
    """SW-08, S-20: what may answer a triggered ability depends on the speed of its mark."""
    rules = BELLS.replace("Flash (fast)", "Flash (breakneck)")
    game = play.position(people("AB", Ahand="Gong, Quick, Dart", Bboard="Flare"), rules)
    game.answer("A", "Gong")
    passes(game, "BA")
    assert game.why_not("A", "Quick") is not None and game.why_not("A", "Dart") is None


def test_triggers_of_a_resolution_wait_until_it_is_finished():
    """S-39, SW-09: abilities that a resolution triggers go on the stack when all of its sentences are done."""
    rules = BELLS + "\nLong Gong (Momentary)\ndo: tell the gong sounds\n    gain 4 Gold\n"
    game = play.position(people("AB", Ahand="Long Gong", Bboard="Bell"), rules)
    game.answer("A", "Long Gong")
    passes(game, "BA")
    events = game.done[-1].events
    gold = next(n for n, event in enumerate(events) if event[0] == "changed" and event[2] == game.book.stat("Gold"))
    put = next(n for n, event in enumerate(events) if event[:2] == ("told", "stacked"))
    away = next(n for n, event in enumerate(events) if event[0] == "moved" and game.state.names[event[1]] == "Long Gong")
    assert gold < away < put


def test_triggers_of_a_payment_go_on_above_the_effect():
    """S-23, SW-09: abilities that a payment triggers go on after the effect that was paid for, and so above it."""
    rules = "Omen (Post)\n  Sign\n  Trigger: [Tapped] of a creature rises to 1\n  do: gain 1 Gold"
    game = play.position(people("AB", Aboard="Stone Turtle", Bboard="Omen"), rules)
    game.answer("A", "Attack", "B")
    assert play.waiting(game) == ["A: Attack a player", "B: Sign"] and play.asked(game) == "A"


def test_end_of_turn_triggers_then_start_of_turn_triggers_then_the_draw():
    """SW-03: after the pass come triggers of the end of turn, then triggers of the start, then the next draw."""
    rules = (
        "Lamp (Post)\n  Out\n  Trigger: a Turn ends\n  do: gain 1 Gold\n\n"
        "Cock (Post)\n  Crow\n  Trigger: your Turn begins\n  do: gain 1 Gold\n"
    )
    game = play.position(people("AB", Aboard="Lamp", Bboard="Cock"), rules)
    play.step_aside(game, "A")
    assert play.waiting(game) == ["A: Out"] and play.whose_turn(game) == "A" and play.asked(game) == "B"
    passes(game, "BA")
    assert play.waiting(game) == ["B: Crow"] and play.whose_turn(game) == "B" and play.asked(game) == "A"
    assert not [event for event in game.done[-1].events if event[:2] == ("told", "draws")]
    passes(game, "AB")
    assert [event for event in game.done[-1].events if event[:2] == ("told", "draws")]
    assert play.asked(game) == "B"


def test_the_turn_passes_after_the_last_end_of_turn_trigger():
    """S-30, SW-03: the next player's turn begins after the last of these triggers has resolved."""
    rules = "Lamp (Post)\n  Out\n  Trigger: a Turn ends\n  do: gain 1 Gold"
    game = play.position(people("AB", Aboard="Lamp"), rules)
    passes(game, "ABA")
    assert (play.whose_turn(game), play.asked(game)) == ("B", "B")


def test_the_owner_answers_their_own_end_of_turn_trigger_last():
    """S-34, S-39, S-40: the other players may answer first, and then the owner with something fast."""
    rules = "Lamp (Post)\n  Out\n  Trigger: a Turn ends\n  do: gain 1 Gold"
    game = play.position(people("ABC", Aboard="Lamp", Ahand="Quick"), rules)
    passes(game, "ABC")
    assert play.asked(game) == "A" and game.why_not("A", "Quick") is None


def test_offset_play_order_has_the_turn_owner_last():
    """SW-06: in play order the turn owner is first, in offset play order last; the others follow in table order in both."""
    rules = (
        "Levy (Momentary)\ndo: each player: it loses 1 Health\n\n"
        "Late Levy (Momentary)\ndo: each player, the active player's last: it loses 1 Health\n"
    )
    for card, order in (("Levy", "BCA"), ("Late Levy", "CAB")):
        game = play.position(people("BCA", Bhand="Levy, Late Levy"), rules)
        game.answer("B", card)
        passes(game, "CAB")
        health = game.book.stat("Health")
        hurt = [event[1] for event in game.done[-1].events if event[0] == "changed" and event[2] == health]
        assert "".join(game.state.names[slot] for slot in hurt) == order


def test_a_trigger_is_never_missed():
    """SW-22: it is on the stack before anybody can do anything else."""
    game = play.position(people("AB", Ahand="Gong", Bboard="Bell"), BELLS)
    game.answer("A", "Gong")
    passes(game, "BA")
    assert [event[2] for event in game.done[-1].events if event[:2] == ("told", "stacked")]


DEAR = """
Dear (Momentary)
Cost: 2 Mana
do: gain 1 Gold

Nay (Momentary, fast)
Target: an effect on the stack
do: counter target
"""


def test_a_paid_action_cannot_be_cancelled():
    """SW-22: after the payment no answer takes the card back, and nothing is refunded even if it is countered."""
    game = play.position(people("AB", Ahand="Dear", Bhand="Nay"), DEAR)
    purse = lambda: game.state.cell(game.find("A"), game.book.stat("Mana"))  # noqa: E731
    before = purse()
    play.add(game, "A", "Dear")
    assert before - purse() == 2 and play.waiting(game) == ["A: Dear"]
    game.answer("B", "Nay", "Dear")
    passes(game, "AB")
    assert play.waiting(game) == [] and before - purse() == 2
    assert game.book.zone_words(game.state, game.state.places[game.find("Dear")]) == "Graveyard"


def test_an_illegal_play_never_happens():
    """SW-22: an illegal play is refused at once, so it cannot be noticed later."""
    game = play.table("AB")
    play.add(game, "A", "Slow")
    before = game.fingerprint()
    with pytest.raises(Exception, match="Slow"):
        game.answer("B", "Slow")
    assert game.fingerprint() == before
