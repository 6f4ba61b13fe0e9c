"""Bad input is refused with a sentence: never a traceback, never a hang, never a changed game."""

import json
import random

import pytest

import rulewright
from rulewright import books
from rulewright.kernel.errors import SaveError
from rulewright.kernel.game import Game
from rulewright.language.check.checking import check
from tests.fuzz.attack import ATTACKS, Session, attack, games, saved, tampered
from tests.fuzz.mutations import mutated, pages, rule_text

INPUTS = 120  # the long run makes ten thousand: python -m benchmarks.fuzz
SLOWEST = 20.0
"""Seconds that no input may take, on however slow a machine."""


@pytest.mark.parametrize("name", ATTACKS)
def test_bad_input_is_refused_with_an_error_of_rulewright(name: str):
    """Every input is accepted or refused with one of our errors in bounded time; a seed repeats the input."""
    slowest = max(attack(name, number) for number in range(INPUTS))
    assert slowest < SLOWEST


TURN = "Zone Z: in play\nstructure Turn\n  step a: window actions\n"

EXAMPLE = "Example: e\n  Ada (Wit 0)\n  Ada cannot Hop: needs\n"

# What fuzzing has found, each with the shortest text that showed it.
FOUND = [
    "Scene S\n  cast A: Ada at 1,999999999999999999999\n",
    "Zone Pile: pops after some quiet hours\n",
    "Stat Wit: any\nSpeeds\n  | nothing |\nHop\ndo: gain 1 Wit\n",
    "Zone Z: in play\nHop\nTarget: an enemy with [Wit] > 1 and [Wit] < 3\ndo: block target\n",
    "Zone Z: in play\nstructure Turn\n  step a: move up to 3 tiles\nExample: e\n  Ada (Wit 3)\n  Ada: Hop\n",
    TURN + "Hop (Triggered)\nTrigger: a Turn begins\ndo: move up to 3 tiles\n",
    "Zone Z: in play\nHop\ndo: slide self up to 2 tiles\n",
    TURN + "Hop\ndo: steps cost double\nExample: e\n  Ada at 1,1\n  Ada: Hop\n",
    "Zone Z: in play\nHop\ndo: the check succeeds\n",
    "structure Turn\n  step a: refresh stats\nHop\ndo: tell hi\nExample: e\n  Ada at 1,1\n  Ada: Hop\n",
    "Example: e\n  at 99999999999999999999:00 expect hit\n",
    "Rule: x\n",
    "Scene S\n  cast A: Ada at 30,1\n",
    f"Scene S\n  cast A: Ada at 1,1 (Wit {'9' * 5000})\n",
    "Scene S\n  map:\n" + ("    " + "." * 200 + "\n") * 51,
    TURN + "Hop\ndo: negate the damage\nStat Wit: takes damage\nExample: e\n  Ada at 1,1\n  Ada: Hop\n",
    TURN + "Hop\nTarget: an actor\ndo: copy target\nExample: e\n  Ada at 1,1\n  Ada: Hop Ada\n",
    TURN + "Hop\ndo: push self 1 tile from all enemies\n",
    TURN + "Kind Trick: a card\nHop (Trick)\ndo: tell hi\n  Hush (Trick)\n  do: tell ho\n",
    TURN + "Hop\ndo: strike the act\nExample: e\n  Ada at 1,1\n  Ada: Hop\n",
    TURN + "Kind Motion: a thing\nHop\ndo: put a Motion with the text on Z\nExample: e\n  Ada at 1,1\n  Ada: Hop\n",
    TURN + "Hop\nNeeds: 1d6 > 3\ndo: tell hi\n",
    TURN + "Stat Wit: any\nHop\nTarget: an enemy with [Wit] > 1d6\ndo: tell hi\n",
    TURN + "Stat Wit: any\nHop\ndo: 1000 times: [Wit] *= 1000\nExample: e\n  Ada (Wit 1)\n  Ada: Hop\n",
    TURN + "structure Deep of an actor\n  step a: take a Deep\nHop\ndo: take a Deep\nExample: e\n  Ada at 1,1\n  Ada: Hop\n",
    TURN + "Hop\ndo: push self 999999999999999 tiles from Ada\nExample: e\n  Ada at 1,1\n  Ada: Hop\n",
]


@pytest.mark.parametrize("text", FOUND, ids=range(len(FOUND)))
def test_inputs_that_fuzzing_found_are_handled(text: str):
    """These texts once ended in a traceback; they are reported now, or are correct."""
    for line in check([("a.rules", "Uses: nothing\n" + text)], books.finder()).lines():
        assert line.startswith("a.rules:")


def test_a_file_that_uses_itself_is_read_once():
    """This includes files that use each other in a circle."""
    one = ("one.rules", "Uses: two\nStat Wit: any\n")
    two = ("two.rules", "Uses: one\nStat Luck: any\n")
    report = check([one], lambda used: [{"one": one, "two": two}[used]], None)
    assert report.bound.book is not None
    assert [stat.name for stat in report.bound.book.stats[-2:]] == ["Luck", "Wit"]


def test_a_check_of_endless_examples_comes_to_an_end():
    """After three examples that do not end, the others are not run."""
    loop = "Stat Wit: any\nZone Z: in play\nstructure Turn\n  step a: repeat Loop\nstructure Loop\n  step a: gain 1 Wit\n"
    text = "Uses: nothing\n" + loop + "Example: on and on\n  Ada (Wit 1)\n  Ada: Hop\n" * 9
    results = check([("a.rules", text)], books.finder()).results
    assert [result.endless for result in results] == [True] * 3 + [False] * 6
    assert "not run" in results[-1].failures[0][1]


def test_an_example_leaves_the_book_as_it_was():
    """Turns wait only in examples; in play they end when nothing can be done."""
    text = TURN.replace("actions", "actions, closes when nothing can be done") + "Hop\nNeeds: [Wit] > 1\ndo: tell hi\n"
    scene = "structure Game\n  step a: each actor: take a Turn\nScene S\n  cast A: Ada\n  cast B: Ben\n"
    report = check([("a.rules", f"Uses: nothing\nStart: Game\nStat Wit: any\n{text}{scene}{EXAMPLE}")], books.finder())
    assert [problem.message for problem in report.problems] == []
    assert report.bound.book is not None and Game(report.bound.book).over


def test_the_end_of_a_turn_is_about_its_actor():
    """A trigger for the end of somebody's turn is about this player and nobody else."""
    rest = "Stat Wit: any\nRest (Triggered)\nTrigger: this actor's Turn ends\ndo: gain 1 Wit\n"
    turn = TURN.replace("structure Turn", "structure Turn of an actor")
    proof = "Example: e\n  Ada (Wit 0), Ben (Wit 0)\n  Ada's turn ends\n  expect Ada Wit 1, Ben Wit 0\n"
    report = check([("a.rules", f"Uses: nothing\n{turn}{rest}{proof}")], books.finder())
    assert [problem.message for problem in report.problems] == []


@pytest.mark.parametrize("text", ["", "[", "{}", "[" * 100_000, "null", '{"rulewright": 2}', "NaN", "\ud800"])
def test_text_that_is_not_a_save_is_refused(text: str):
    """This holds for any text."""
    with pytest.raises(SaveError):
        rulewright.restore(text)


def test_no_field_of_a_save_can_be_left_out():
    """Only fields without contents can be left out."""
    for data in saved():
        for key in data:
            left = {name: value for name, value in data.items() if name != key}
            try:
                game = rulewright.restore(json.dumps(left))
            except SaveError:
                continue
            assert key == "given" and game.fingerprint() == data["fingerprint"]


def test_a_damaged_save_that_loads_is_the_same_game():
    """A save that passes the fingerprint and the replay is the saved game."""
    r = random.Random(5)
    for _ in range(60):
        at = r.randrange(len(games()))
        try:
            game = rulewright.restore(json.dumps(tampered(r, saved()[at])))
        except SaveError:
            continue
        assert game.state.cells == games()[at].state.cells


def test_the_engine_answers_after_any_line():
    """A malformed line gets an error, and the next correct line is answered as usual."""
    session = Session()
    session.begin()
    for line in (b"", b"{", b"[]", b"1", b"\xff", b"null", b'{"jsonrpc": "2.0"}', b"[" * 10_000, b'"' * 999):
        session.line(line)
    reply = json.loads(session.engine.reply(b'{"jsonrpc": "2.0", "id": 1, "method": "games"}') or "")
    assert [game["game"] if "game" in game else game["id"] for game in reply["result"]["games"]] == ["g1", "g2"]


def test_the_random_inputs_differ_from_each_other():
    """They are not all equal, and they are refused for different reasons."""
    r = random.Random(1)
    assert len({mutated(r, pages()[0]) for _ in range(50)}) > 40
    said = [check([("a", rule_text(r))], books.finder()).problems for _ in range(120)]
    assert 3 < sum(not any(problem.severity == "error" for problem in problems) for problems in said) < 117
