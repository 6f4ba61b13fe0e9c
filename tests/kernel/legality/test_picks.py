"""Picks: one key each, several until DONE, and picks that depend on an option that was left out."""

import pytest

from rulewright.kernel.legality import judging, picks
from rulewright.kernel.legality.picks import DONE
from rulewright.kernel.state.facts import LIVES
from rulewright.program.definition import Action
from tests.kernel.fakes import ANN, asks, game, made_check, made_pick


def pick(name, kind="object", **more):
    """Makes a pick; what could be picked does not matter here."""
    return made_pick(name, name, kind, lambda m, vars: (), **more)


TARGET, TILE = pick("target"), pick("tile", "tile")
SOME = pick("targets", most=2, least=0, several=True)
SOME_MORE = pick("others", most=2, least=0, several=True)
OPTION, EXTRA = pick("extra", "option"), pick("extra ones", when="extra", most=1, several=True)
REF = 3 * LIVES + 7  # the fourth life of slot 7


def act(*wanted):
    """Makes an action with some picks."""
    return Action("Act", 0, "act", frozenset(), picks=wanted)


@pytest.mark.parametrize(
    ("wanted", "keys", "filled"),
    [
        ((TARGET,), (REF,), {"target": 7}),
        ((TILE,), (REF,), {"tile": REF}),
        ((TARGET,), (-1,), {"target": -1}),
        ((TARGET, TILE), (REF,), {"target": 7}),
        ((SOME, TILE), (REF, DONE, 5), {"targets": (7,), "tile": 5}),
        ((SOME, TILE), (REF, 8, 5), {"targets": (7, 8), "tile": 5}),
        ((SOME, TILE), (DONE, 5), {"targets": (), "tile": 5}),
        ((SOME, SOME_MORE), (REF, 8, DONE), {"targets": (7, 8), "others": ()}),
        ((OPTION, EXTRA, TILE), (0, 5), {"extra": 0, "extra ones": (), "tile": 5}),
        ((OPTION, EXTRA, TILE), (1, REF, 5), {"extra": 1, "extra ones": (7,), "tile": 5}),
    ],
)
def test_keys_fill_the_picks_in_order(wanted, keys, filled):
    """A reference becomes a slot; several picks end at DONE or when they are full; picks of no option are empty."""
    assert picks.fill(act(*wanted), {"actor": 0}, keys) == {"actor": 0, **filled}


@pytest.mark.parametrize(
    ("wanted", "keys", "next_one"),
    [
        ((TARGET, TILE), (), (0, 0)),
        ((TARGET, TILE), (REF,), (1, 0)),
        ((TARGET, TILE), (REF, 5), None),
        ((SOME, TILE), (REF,), (0, 1)),
        ((SOME, TILE), (REF, DONE), (1, 0)),
        ((SOME, TILE), (REF, 8), (1, 0)),
        ((SOME, TILE), (REF, 8, 5), None),
        ((SOME, SOME_MORE), (REF, 8), (1, 0)),
        ((SOME, SOME_MORE), (REF, 8, DONE), None),
        ((SOME, SOME_MORE), (REF, DONE, 5), (1, 1)),
        ((OPTION, EXTRA, TILE), (0,), (2, 0)),
        ((OPTION, EXTRA, TILE), (1,), (1, 0)),
        ((OPTION, EXTRA, TILE), (1, REF), (2, 0)),
        ((), (), None),
    ],
)
def test_the_next_pick_follows_from_those_made(wanted, keys, next_one):
    """It says which pick is open and how many were made for it; nothing is open when the act is complete."""
    assert picks.pending(wanted, keys) == next_one


def test_the_first_check_that_all_fail_together_is_given():
    """Checks on all picked things are tested in their order."""
    holds, fails = (
        made_check(word, "", lambda m, vars, so=so: so, lambda m, vars: "") for word, so in (("yes", True), ("no", False))
    )
    m = game(asks("main", ANN)).machine
    assert judging.whole(m, pick("targets", whole=(holds, fails)), {}) is fails
    assert judging.whole(m, pick("targets", whole=(holds,)), {}) is None
