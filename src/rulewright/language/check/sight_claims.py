"""What an example may claim about sight: which faces and numbers a seat, a spectator or nobody sees."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.kernel.change import values
from rulewright.kernel.sight import views, visibility
from rulewright.kernel.state.facts import NOWHERE, OWN
from rulewright.language.text.syntax import NUMBER_WORDS
from rulewright.program.spelled import plain

if TYPE_CHECKING:
    from rulewright.kernel.sight.visibility import Viewer
    from rulewright.language.check.examples import ExampleRun

DENIED = ("does not see", "does not know")
CARDS = re.compile(r"(?:the |any |all )?cards?|what is there")


def cards_seen(run: ExampleRun, found: re.Match[str]) -> str | None:
    """Ben sees 2 cards in Ann's Hand: the faces of so many; also `knows`, `no cards`, `a spectator sees …`."""
    viewers, zone = _viewers(run, found[1]), _zone(run, found[3], found[1])
    if viewers is None or (found[2].casefold() not in ("no", *NUMBER_WORDS) and not found[2].isdigit()):
        return None
    if zone is None:
        return _no_zone(run, found[3])
    wanted = 0 if found[2].casefold() == "no" else NUMBER_WORDS.get(found[2].casefold()) or int(found[2])
    wrong = [each for each in viewers if len(_faces(run, each, zone)) != wanted]
    return _told(run, wrong[0], [zone]) if wrong else ""


def face_seen(run: ExampleRun, found: re.Match[str]) -> str | None:
    """Ben sees Ox in Ann's Hand; Ben does not know Ox; Ben does not know the cards in Ann's Hand; nobody sees Ox."""
    viewers = _viewers(run, found[1])
    if viewers is None:
        return None
    seen = found[2].casefold() not in DENIED and plain(found[1]) != "nobody"
    zone = _zone(run, found[4], found[1]) if found[4] else NOWHERE
    if zone is None:
        return _no_zone(run, found[4])
    slots = _meant(run, found[3], zone)
    if not slots:
        return number_seen(run, viewers, found[3], seen) if not found[4] else _none(run, found[3], found[4])
    wrong = [each for each in viewers if any(visibility.knows(run.game.machine, each, slot) for slot in slots) is not seen]
    zones = sorted({run.game.state.places[slot] for slot in slots})
    return _told(run, wrong[0], zones) if wrong else ""


def number_seen(run: ExampleRun, viewers: Sequence[Viewer], words: str, seen: bool) -> str | None:
    """Compare whether a number of somebody is seen: `Ben does not know Ann's Gold`."""
    m, parts = run.game.machine, words.replace("'s ", " ").split()
    for n in range(len(parts) - 1, 0, -1):
        name, stat = " ".join(parts[:n]), " ".join(parts[n:])
        index = next((i for i, each in enumerate(run.book.stats) if i >= OWN and plain(each.name) == plain(stat)), None)
        if index is None or not run.is_somebody(name):
            continue
        slot = values.holder(m, run.game.find(name), index)
        shown = [visibility.knows(m, each, slot) and not views.hidden(m, each, slot, index) for each in viewers]
        wrong = [each for each, is_shown in zip(viewers, shown, strict=True) if is_shown is not seen]
        verb = "does not see" if seen else "sees"
        return f"{_called(run, wrong[0])} {verb} {name}'s {run.book.stats[index].name}" if wrong else ""
    return None


# -- who and where -----------------------------------------------------------------------------------------------------


def _viewers(run: ExampleRun, words: str) -> list[Viewer] | None:
    """Find whose sight is meant: a seat, a spectator, or all of them."""
    seats = {plain(seat): number for number, seat in enumerate(run.game.seats)}
    if plain(words) in ("nobody", "everybody"):
        return [*seats.values(), None]
    return (
        [None] if plain(words) in ("a spectator", "the spectators") else [seats[plain(words)]] if plain(words) in seats else None
    )


def _zone(run: ExampleRun, words: str, viewer: str) -> int | None:
    """Find a zone as it is called: `Ann's Hand`, `the Market`, or `her Hand` of the one who sees."""
    wanted = re.sub(r"^(?:her|his|its|their) ", f"{plain(viewer)}'s ", plain(words)).removeprefix("the ")
    state = run.game.state
    zones = [zone for zone, ground in enumerate(state.grounds) if ground[0] >= 0]
    return next((zone for zone in zones if plain(run.book.zone_words(state, zone)).removeprefix("the ") == wanted), None)


def _meant(run: ExampleRun, words: str, zone: int) -> list[int]:
    """Find the things of a name, or all cards, in a zone or anywhere."""
    state = run.game.state
    lying = [slot for slot, place in enumerate(state.places) if place != NOWHERE and zone in (NOWHERE, place)]
    if CARDS.fullmatch(plain(words)) and zone != NOWHERE:
        return lying
    wanted = re.sub(r"^(?:an? |the )", "", plain(words))
    return [slot for slot in lying if wanted in (plain(state.names[slot]), plain(run.book.name_of(state, slot)))]


def _faces(run: ExampleRun, viewer: Viewer, zone: int) -> list[str]:
    m = run.game.machine
    return [m.state.names[slot] for slot in reversed(m.state.zones[zone]) if visibility.knows(m, viewer, slot)]


# -- words -------------------------------------------------------------------------------------------------------------


def _called(run: ExampleRun, viewer: Viewer) -> str:
    return "a spectator" if viewer is None else run.game.seats[viewer]


def _told(run: ExampleRun, viewer: Viewer, zones: Sequence[int]) -> str:
    """Say what a viewer sees in some zones: the faces, and how many cards beside them."""
    return f"{_called(run, viewer)} sees " + "; ".join(_sight(run, viewer, zone) for zone in zones)


def _sight(run: ExampleRun, viewer: Viewer, zone: int) -> str:
    faces = _faces(run, viewer, zone)
    hidden = len(run.game.state.zones[zone]) - len(faces)
    backs = [f"{hidden} unseen {'card' if hidden == 1 else 'cards'}"] if hidden else []
    return f"{' and '.join([*faces, *backs]) or 'nothing'} in {run.book.zone_words(run.game.state, zone)}"


def _no_zone(run: ExampleRun, words: str) -> str:
    state = run.game.state
    known = [run.book.zone_words(state, zone) for zone, ground in enumerate(state.grounds) if ground[0] >= 0]
    return f"there is no zone {words!r}; the zones are {', '.join(known)}"


def _none(run: ExampleRun, words: str, zone: str) -> str:
    return f"there is no {words!r} in {zone}, so that nobody could see it"
