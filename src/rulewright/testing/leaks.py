"""The leak test of the contract: a viewer is told the same, byte for byte, whatever the hidden things are.

For each viewer a second game is made in which the things that the viewer does not see are in other places. All questions must
have the same answers in both, and so must the record of the next answer, until the viewer may see a face that differs.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from rulewright.kernel import words
from rulewright.kernel.errors import Refused, RulewrightError
from rulewright.kernel.evaluation import account
from rulewright.kernel.game import Game
from rulewright.kernel.history.journal import Done
from rulewright.kernel.sight import redeal, views, visibility
from rulewright.kernel.sight.visibility import Viewer
from rulewright.kernel.sight.witness import Witness
from rulewright.kernel.state import events, positions
from rulewright.kernel.state.dice import die
from rulewright.kernel.state.events import Event
from rulewright.kernel.state.facts import LIVES, NOWHERE, OWN
from rulewright.testing.answers import NONSENSE, Path, random_path, random_player, shown

if TYPE_CHECKING:
    from rulewright.testing import Trial

NAMES = 8  # the number of things that are asked about by name at each choice


def hold(trial: Trial) -> None:
    """Test what a waiting game hides from each seat and from spectators."""
    game = trial.game
    for viewer in viewers(game):
        chance = Random(f"{game.seed}/{game.state.number}/{viewer}")
        twins = [_veiled(game, slot, stat) for slot, stat in veiled(game, viewer)]
        if redeal.unseen(game.machine, viewer):
            twins.append(redeal.redealt(game, viewer, chance, anywhere=True))
        alike(trial, viewer, twins)
        if redeal.unseen(game.machine, viewer):
            goes_on_alike(trial, viewer, redeal.redealt(game, viewer, chance))


def viewers(game: Game) -> list[Viewer]:
    """List all viewers from whom something could be hidden: spectators and the seats."""
    return [None, *range(len(game.seats))]


def _veiled(game: Game, slot: int, stat: int) -> Game:
    twin, cell = game.copy(), game.state.cell(slot, stat)
    events.apply(twin.state, ("changed", slot, stat, cell, cell + 1))
    return twin


def veiled(game: Game, viewer: Viewer) -> list[tuple[int, int]]:
    """Give a stat that a viewer does not see, because of its zone or because the book hides it; another each time."""
    m, stats = game.machine, range(OWN, game.state.width)
    apart = frozenset(redeal.unseen(m, viewer))
    slots = range(len(m.state.places)) if m.book.hiding else sorted(apart)
    counters = frozenset(m.book.open_stats)  # counters on a thing in an open zone are visible, whatever the thing is
    pairs = [(s, stat) for s in slots for stat in stats if s in apart or views.hidden(m, viewer, s, stat)]
    pairs = [(s, stat) for s, stat in pairs if stat not in counters or not visibility.follows(m, viewer, s)]
    return [pairs[die(game.seed, game.state.number, 0, len(pairs)) - 1]] if pairs else []


# -- what can be asked now ---------------------------------------------------------------------------------------------


def alike(trial: Trial, viewer: Viewer, twins: Sequence[Game]) -> None:
    """Views, menus, reasons and refusals are the same for a viewer."""
    one = impression(trial.game, viewer) if twins else ""
    for twin in twins:
        other = impression(twin, viewer)
        trial.hold(f"player {viewer} sees no difference in what is hidden", one == other, f"{one}\n  {other}")


def impression(game: Game, viewer: Viewer) -> str:
    """Give everything that a viewer can learn of a waiting game: view, menu, reasons, and how nonsense is refused."""
    told: dict[str, Any] = {
        "where": game.where(viewer),
        "view": game.view(viewer),
        "standing": game.standing(),
        "asked": game.asking,
    }
    if viewer is not None:
        told["refused"] = [_refused(game, viewer, path) for path in ((NONSENSE,), ("nothing of the kind",), ())]
        told["why"] = [str(game.why_not(viewer, action.name)) for action in game.book.actions]
    if viewer in game.asking:
        told["choice"] = game.choice(viewer)
        told["menu"], picky = _menus(game, viewer), [action for action in game.book.actions if action.picks]
        told["why at"] = [str(game.why_not(viewer, action.name, name)) for name in _some_names(game, viewer) for action in picky]
    return json.dumps(told, sort_keys=True)


def _some_names(game: Game, viewer: int) -> list[str]:
    """Give a few names of things, seen and unseen, others at each choice."""
    names = sorted({*game.state.names, *game.view_as(viewer).state.names})
    return Random(game.state.number).sample(names, min(NAMES, len(names)))


def _menus(game: Game, player: int) -> list[Any]:
    """Give a player's menu and the menus after its options, in words; keys are for the host."""
    menu = game.menu(player)
    behind = [] if menu is None or menu.parser or len(menu) > 40 else [shown(game.menu(player, key)) for key in menu]
    return [(*each[:1], each[2]) if each is not None else None for each in (shown(menu), *behind)]


def _refused(game: Game, player: int, path: Path) -> str:
    try:
        game.answer(player, *path)
    except RulewrightError as error:
        return str(error)
    return "accepted"


# -- what the next answer tells ----------------------------------------------------------------------------------------


class SeenEvent(NamedTuple):
    """One event: what happened, apart from which thing it was; what a viewer was told of it; and the face that it showed."""

    shape: Any
    told: Any
    face: Any


class Watch(Witness):
    """A witness that also records what it was not told."""

    def _hear(self, done: Done) -> None:
        for event in done.events:
            before = len(self.told)
            super()._hear(Done(done.entry, (event,), done.control))
            said = self.told[before:]
            del self.told[before:]
            self.told.append(SeenEvent((_shape(event), self._spot(event)), said, self._face(event)))

    def _spot(self, event: Event) -> Any:
        """Give where the thing lies that an event is about, in plain sight: another thing there is another answer, no leak."""
        m = self.machine
        zone = m.state.places[event[1]] if event[0] in ("revealed", "changed", "linked") else NOWHERE
        return (zone, m.state.zones[zone].index(event[1])) if zone != NOWHERE and visibility.sees(m, self.viewer, zone) else None

    def tell(self, done: Done, event: Event, told: Event) -> Any:
        """Give the event with the viewer's numbers, and its words."""
        return super().tell(done, event, told), account.say(self.view_as(event), told)

    def untold(self, event: Event) -> Any:
        """Give what begins and whose it is: a story is headed with it."""
        return self.begun(event)

    def _face(self, event: Event) -> Any:
        """Give the face of a thing that moves or is shown, if the viewer sees it before or after.

        Of a zone that the viewer sees and that is shuffled, give the order.
        """
        m, viewer = self.machine, self.viewer
        if event[0] == "shuffled" and visibility.sees(m, viewer, event[1]):
            return tuple(m.state.names[slot] for slot in m.state.zones[event[1]])
        if event[0] not in ("moved", "revealed") or not (
            visibility.knows(m, viewer, event[1]) or views.faced(m, viewer, event) >= 0
        ):
            return None
        state, slot = m.state, event[1]
        return state.names[slot], state.cells[slot * state.width + OWN : (slot + 1) * state.width]


def _shape(event: Event) -> Any:
    """Give what an event does, apart from its thing."""
    if event[0] == "moved":
        return ("moved", event[2][0], event[3][0])
    if event[0] in ("rolled", "changed", "revealed", "shuffled", "tallied", "noticed", "linked", "chose", "lasts", "expired"):
        return event[:1]
    return tuple(part for part in event if not isinstance(part, int))


def begins_alike(trial: Trial) -> None:
    """A game with other hidden dice begins the same for every viewer, until something hidden is shown."""
    game = trial.game
    begun = positions.set_up(game.book, game.book.scenes[game.scene], game.given)
    twin = Game(game.book, game.scene, seed=game.seed, state=begun, given=game.given)
    twin.machine.secret = ~game.seed
    twin._begin()
    for viewer in viewers(game) if game.book.secret else ():
        _same(trial, viewer, *(Watch(each, viewer).follow(each.done) for each in (game, twin)))


def goes_on_alike(trial: Trial, viewer: Viewer, twin: Game) -> None:
    """The same answer gives a viewer the same record of both games, until something hidden is shown."""
    game, player = trial.game, random_player(trial.game, trial.game.seed)
    path = random_path(game, player, game.seed)
    said = words.path_words(game, player, path)
    for same in (said,) if player == viewer else (_picked_there(game, twin, path), said):
        try:
            other, there = record(twin, trial.witness(viewer), player, same, ~game.seed)
        except Refused as error:
            trial.hold(f"player {viewer} can answer the same in both games", player != viewer, f"{said}: {error}")
            continue  # another player may act differently with what only they see
        one, here = record(game, trial.witness(viewer), player, path, game.seed)
        if _same(trial, viewer, one, other):
            mine, theirs = (json.dumps(each.view(viewer)) for each in (here, there))
            trial.hold(f"the view that player {viewer} gets next hides what is hidden", mine == theirs, f"{mine}\n  {theirs}")
        return


def _picked_there(game: Game, twin: Game, path: Path) -> Path:
    """Give the answer that picks the things in the same places of the second game; some picks may have been made before."""
    before = game.state.asked.picks if game.state.asked is not None else ()
    whole = (*before, *path)
    action = game.book.action(whole[0][0]) if isinstance(whole[0], tuple) else None
    objects = [pick.kind == "object" for pick in action.picks] if action is not None else []
    moved = [
        _lying_there(game, twin, key) if is_object and isinstance(key, int) else key
        for key, is_object in zip(whole[1:], objects, strict=False)
    ]
    return (whole[0], *moved, *whole[1 + len(moved) :])[len(before) :]


def _lying_there(game: Game, twin: Game, key: int) -> int:
    slot = key % LIVES
    zone = game.state.places[slot]
    return twin.state.ref(twin.state.zones[zone][game.state.zones[zone].index(slot)])


def _same(trial: Trial, viewer: Viewer, mine: list[SeenEvent], others: list[SeenEvent]) -> bool:
    """Compare two records; say whether nothing hidden was shown in them."""
    for one, other in zip(mine, others, strict=False):
        if one.shape != other.shape or one.face != other.face:
            return False  # the rules have used something hidden, or it was shown
        trial.hold(f"the record that player {viewer} gets hides what is hidden", one.told == other.told, f"{one}\n  {other}")
    return len(mine) == len(others)


def record(game: Game, so_far: Witness, player: int, path: Path, secret: int) -> tuple[list[SeenEvent], Game]:
    """Answer on a copy with other hidden dice; give what happened, as a viewer knows it who was told everything before."""
    copy, since = game.copy(), len(game.done)
    copy.machine.secret = secret
    copy.answer(player, *path)
    watch = Watch(copy, so_far.viewer, since)
    watch.know(so_far)
    return watch.follow(copy.done[since:]), copy
