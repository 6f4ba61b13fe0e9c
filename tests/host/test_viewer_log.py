"""The log of a hosted game as one viewer was told it."""

import re
from itertools import pairwise
from random import Random

import pytest

from rulewright import books, load, new
from rulewright.host.viewer_log import RetoldAnswer, ViewerLog
from rulewright.kernel.legality import allowing
from rulewright.kernel.legality.menus import Offer
from rulewright.kernel.sight.redeal import redealt
from rulewright.play.bots import greedy_bot
from rulewright.play.playout import play_out
from rulewright.protocol.tables import seated
from rulewright.testing.answers import random_path, random_player


def told(game):
    lines = ViewerLog(None).follow(game)
    return "\n".join(text for line in lines for text in (line.text, *line.details))


def test_an_old_answer_is_told_as_it_happened_even_if_the_rules_have_changed(monkeypatch):
    game = new(load("encounter"), seed=3)
    play_out(game, [greedy_bot(seat) for seat in range(2)], most=12)
    changes = set(re.findall(r"Health: \d+ → \d+", told(game)))
    monkeypatch.setattr("rulewright.kernel.state.dice.dice", lambda seed, answer, first, count, sides: (sides,) * count)
    again = set(re.findall(r"Health: \d+ → \d+", told(game)))
    assert changes and again == changes


@pytest.mark.parametrize("book", books.shipped())
def test_an_answer_is_told_at_once_in_the_words_in_which_it_is_told_later(book):
    table, last = seated("a", new(load(book), seed=5)), None
    live = [ViewerLog(viewer) for viewer in (None, *range(len(table.game.seats)))]
    for number in range(25):
        for chronicle in live:
            chronicle.follow(table.game, last)
        before, seat = table, random_player(table.game, number)
        table, _ = table.answered({"seat": seat, "path": random_path(table.game, seat, number)})
        last = RetoldAnswer(before.game, table.game.done[-1])
    assert last.again()
    for chronicle in live:
        assert chronicle.follow(table.game, last) == ViewerLog(chronicle.viewer).follow(table.game)


def test_a_pass_and_an_act_are_lines_of_different_kinds():
    game = new(load("honey"), seed=3)
    while len({line.kind for line in ViewerLog(0).follow(game)} & {"act", "pass"}) < 2:
        player = game.asking[0]
        game.answer(player, *random_path(game, player, len(game.done)))
    lines = ViewerLog(0).follow(game)
    assert all(line.text.endswith((" passes.", " declines.")) == (line.kind == "pass") for line in lines)


def test_a_line_says_why_its_act_was_allowed_with_the_values_of_that_moment():
    """Sera had two Action Points left, and Grom stood next to her at that time."""
    game = new(load("encounter"), seed=3)
    play_out(game, [greedy_bot(seat) for seat in range(2)], most=12)
    log = ViewerLog(None)
    number = next(n for n, line in enumerate(log.follow(game)) if line.text.startswith("Sera: Strike → Grom"))
    assert log.explained(game, number)["allowed"] == [
        "Strike costs 1 of 2 Action Points",
        "Grom is an enemy of Sera",
        "Grom is 1 tile away, Strike reaches 1",
    ]


@pytest.mark.parametrize("book", ["honey", "netrunner", "riftbound"])
def test_why_an_act_was_allowed_is_the_same_where_only_unseen_things_differ(book):
    """The other seat and a spectator are told the same in a twin game that differs in what they do not see."""
    game, said, chance = new(load(book), seed=5), 0, Random(1)
    while len(game.done) < 60 and not game.over:
        player = random_player(game, 7)
        path = random_path(game, player, 7)
        for viewer in (1 - player, None):
            twin = redealt(game, viewer, chance)
            known = not isinstance(path[0], Offer) or twin.state.names[path[0].thing] == game.state.names[path[0].thing]
            found = allowing.reasons(game, viewer, path) if known else []
            assert not known or found == allowing.reasons(twin, viewer, path)
            said += bool(found)
        game.enter(player, path, None)
    assert said > 9


def test_a_line_names_a_rule_by_its_number_and_never_by_its_file():
    """Guard has no number; the place of its rule is told in the details of the line."""
    game = new(load("encounter"), seed=3)
    game.answer(game.asking[0], "Guard")
    log = ViewerLog(None)
    number, line = next((n, line) for n, line in enumerate(log.follow(game)) if "Guard" in line.text)
    assert ".rules" not in line.text and ".rules" in log.explained(game, number)["rule"]["text"]


def some_lines(book, answers=60):
    """Gives a random game and its lines as a spectator is told them."""
    game = new(load(book), seed=5)
    while len(game.done) < answers and not game.over:
        player = random_player(game, 7)
        game.enter(player, random_path(game, player, 7), None)
    return game, ViewerLog(None).follow(game)


def test_a_resolution_after_a_pass_is_a_line_of_its_own_that_tells_the_result_in_brief():
    _, lines = some_lines("honey")
    found = [(before, line) for before, line in pairwise(lines) if line.text.endswith(": resolves.")]
    assert found and all(before.kind == "pass" and not before.details and line.seat is None for before, line in found)
    assert any(re.search(r"(Ivy|Otto)'s (Honey|Bees) \d+ → \d+", line.brief) for _, line in found)


def test_a_line_bears_the_seat_that_it_names_even_if_another_seat_answered():
    """Lavender Row blooms at the start of its keeper's turn, which begins when the other one passes."""
    game, lines = some_lines("honey", 200)
    acts = [line for line in lines if line.kind == "act" and line.seat is not None]
    assert all(line.text.startswith(f"{game.seats[line.seat]}: ") for line in acts)
    assert any(game.done[line.answer].entry.player != line.seat for line in acts)


def test_a_sum_of_dice_is_told_in_brief_by_what_came_of_it():
    """Sera strikes Grom, and the dice decide whether she hits."""
    game = new(load("encounter"), seed=3)
    play_out(game, [greedy_bot(seat) for seat in range(2)], most=12)
    line = next(line for line in ViewerLog(None).follow(game) if line.text.startswith("Sera: Strike → Grom"))
    assert re.search(r"1d20 .* (Hit|Miss)!", line.details[0])
    assert re.match("(Hit|Miss)! · ", line.brief) and "1d20" not in line.brief


def test_a_cost_that_is_paid_before_an_act_belongs_to_the_line_of_the_act():
    """In nomic Beads are paid before an action is put on a stack."""
    _, lines = some_lines("nomic", 40)
    paid = {line.answer for line in lines if line.kind == "act" and any("Beads" in detail for detail in line.details)}
    assert paid and not any(line.answer in paid and "Beads" in line.text for line in lines)


def test_a_line_about_what_resolves_opens_to_its_rule():
    game, lines = some_lines("honey")
    number = next(n for n, line in enumerate(lines) if line.text.endswith(": resolves."))
    told = ViewerLog(None).explained(game, number)
    assert lines[number].text.startswith(told["rule"]["name"]) and told["rule"]["text"] and not told["allowed"]


def test_a_line_in_brief_says_only_news_and_not_whose_it_is_again():
    """A check without dice that has no words of its own is no news; the line begins with whose act it is."""
    game = new(load("tic-tac-toe"), seed=1)
    game.answer(0, *random_path(game, 0, 1))
    act = next(line for line in ViewerLog(0).follow(game) if line.kind == "act")
    assert act.details and not act.brief
    forage = new(load("honey"), seed=3)
    seat = forage.asking[0]
    forage.answer(seat, next(offer for offer in forage.menu(seat) if isinstance(offer, Offer)))
    act = next(line for line in ViewerLog(seat).follow(forage) if line.kind == "act")
    assert act.brief and not act.brief.startswith(act.text.partition(": ")[0])
