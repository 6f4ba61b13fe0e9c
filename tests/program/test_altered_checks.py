"""One record of a shipped book is altered so that nothing passes it, for each kind of condition and of candidates: menus,
answers, `why_not` and bots agree that the action cannot be used, on both machines."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import pytest

from rulewright import books
from rulewright.kernel.book import Book
from rulewright.kernel.errors import Refused
from rulewright.kernel.game import Game
from rulewright.kernel.native import c_machine
from rulewright.kernel.state.facts import Path
from rulewright.play.bots import greedy_bot
from rulewright.program import codec
from rulewright.program.conditions import Truth
from rulewright.program.definition import Action, Check
from rulewright.program.expressions import Compare, Constant
from rulewright.testing.answers import random_path, random_player
from tests.hygiene.tree import ROOT

NEVER = Truth(Compare(">", Constant(0), Constant(1)))
ANSWERS = 40
TRIED = 8  # how many acts of a kind are tried, because the altered record may change an answer before the act
KINDS = (
    "Among", "Cooled", "CouldChange", "Limited", "NotBarred", "Payable", "PayableWith", "LevyPayable", "Permitted", "Truth",
    "UnlessWaiting", "Candidates", "TilesNear", "TilesMarked", "WholeNumbers", "PastActs",
)  # fmt: skip
"""The kinds of conditions and candidates. Not here: texts, which the language judges; a stack to join and yes or no, which
need not be picked; conditions that the kernel makes for every action; and that of reactions, which are on no menu of acts."""
SOURCES = (*books.known(), *(str(ROOT / "src/rulewright/cookbook" / name) for name in ("euro_costs.rules", "d20.rules")), "cool")
COOL = """Start: Duel
Stat Health: at least 0, takes damage
structure Duel
  step turns: each actor: take a Turn
structure Turn of an actor
  step act: window actions for the actor
Strike
Target: an enemy
Cooldown: 1 Turn
do: [Target Health] -= 1
Scene Duel
  cast One: Ann (Health 9)
  cast Two: Bo (Health 9)
  ends when: one cast is left
"""


class Act(NamedTuple):
    """An act that is possible after some answers: the book and the scene, the answers, who may use it, and its name."""

    book: str
    scene: str
    seed: int
    answers: tuple[tuple[int, Path], ...]
    player: int
    action: int
    path: Path


@cache
def load(name: str) -> Book:
    return books.load(text=[("cool.rules", COOL)]) if name == "cool" else books.load(name)


def parts(action: Action) -> Iterator[tuple[str, str]]:
    """Gives the kinds of the checks and candidates of an action, each with the name of its check or pick."""
    yield from ((type(check.test).__name__, check.name) for check in action.checks)
    for pick in action.picks:
        yield from ((type(check.test).__name__, check.name) for check in pick.checks)
        yield type(pick.pool).__name__, pick.name


@cache
def acts() -> dict[str, list[Act]]:
    """Finds acts in random games, by the kinds of their checks and candidates."""
    found: dict[str, list[Act]] = defaultdict(list)
    for name in SOURCES:
        book = load(name)
        for seed, scene in enumerate(book.scenes):
            game, answers = Game(book, scene, seed=seed), list[tuple[int, Path]]()
            with suppress(AssertionError):  # only texts can be given
                while not game.over and len(answers) < ANSWERS:
                    player = random_player(game, len(answers))
                    path = random_path(game, player, len(answers))
                    action = book.action(path[0][0]) if isinstance(path[0], tuple) else None
                    for kind in {kind for kind, _ in parts(action)} if action is not None else ():
                        assert action is not None
                        found[kind].append(Act(name, scene, seed, tuple(answers), player, action.index, path))
                    game.answer(player, *path)
                    answers.append((player, path))
    return found


def altered(book: Book, action: Action, kind: str) -> tuple[Book, str]:
    """Makes one record of an action impossible to pass, and gives the name of its check."""

    def never(check: Check) -> Check:
        return replace(check, test=NEVER, words=None)

    for n, check in enumerate(action.checks):
        if type(check.test).__name__ == kind:
            return with_action(book, replace(action, checks=swapped(action.checks, n, never(check)))), check.name
    for n, pick in enumerate(action.picks):
        for at, check in enumerate(pick.checks):
            if type(check.test).__name__ == kind:
                changed = replace(pick, checks=swapped(pick.checks, at, never(check)))
                return with_action(book, replace(action, picks=swapped(action.picks, n, changed))), check.name
        if type(pick.pool).__name__ == kind:
            changed = replace(pick, checks=(Check("altered", "", NEVER), *pick.checks))
            return with_action(book, replace(action, picks=swapped(action.picks, n, changed))), "altered"
    raise AssertionError(kind)


def swapped(values: tuple[Any, ...], at: int, new: Any) -> tuple[Any, ...]:
    return (*values[:at], new, *values[at + 1 :])


def with_action(book: Book, action: Action) -> Book:
    """Gives a book with an action altered; it is written to JSON and read, so that it is validated."""
    return Book.read(codec.encode(replace(book, actions=swapped(book.actions, action.index, action))))


def reached(act: Act, book: Book) -> Game | None:
    """Plays up to the act; None if the altered record changes what happens before it."""
    game = Game(book, act.scene, seed=act.seed)
    for player, path in act.answers:
        try:
            game.answer(player, *path)
        except Refused:
            return None
    return game if act.player in game.asking else None


def offered(game: Game, player: int) -> set[str]:
    """Gives the names of the acts on a player's menu."""
    menu = game.menu(player)
    return set() if menu is None else {key[0] for key in menu if isinstance(key, tuple)}


@pytest.mark.parametrize("machine", ["0", "1"], ids=["python", "native"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_record_that_nothing_passes_takes_the_action_away_everywhere(kind: str, machine: str, monkeypatch: pytest.MonkeyPatch):
    """The unaltered action is on the menu; the altered one is on no menu, is refused, has a reason, and no bot uses it."""
    monkeypatch.setenv(c_machine.SWITCH, machine)
    for act in islice(acts()[kind], TRIED):
        book = load(act.book)
        action = book.actions[act.action]
        changed, check = altered(book, action, kind)
        game = reached(act, changed)
        if game is None:
            continue
        assert action.name not in offered(game, act.player)
        with pytest.raises(Refused):
            game.copy().answer(act.player, *act.path)
        why = game.why_not(act.player, action.name)
        assert why is not None and (why.check == check or check == "altered")
        chosen = greedy_bot(1)(game.copy(), act.player)
        assert not chosen or chosen[0] != act.path[0]
        return
    pytest.fail(f"no act depends on {kind}")
