"""What an example may expect: each function gives the actual result, "" if the expectation is met, None if it is not its own."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.kernel.change import values
from rulewright.kernel.evaluation import account
from rulewright.kernel.state import whereabouts
from rulewright.kernel.state.facts import KIND, NOWHERE, OWN, TILE, Ending, Lasting, State
from rulewright.language.check import sight_claims
from rulewright.program.spelled import plain

if TYPE_CHECKING:
    from rulewright.language.check.examples import ExampleRun


def check_told(run: ExampleRun, found: re.Match[str]) -> str | None:
    """failed check, passed check, hit, miss."""
    words = {"failed": "failed", "miss": "failed", "passed": "passed", "hit": "passed", "no": ""}[found[1].casefold().split()[0]]
    told = [event[2] for event in run.happened if event[:2] == ("told", "check")]
    if not words:
        return "" if not told else f"a check {told[0]}"
    return "" if words in told[:1] else f"the check {told[0]}" if told else "there was no check"


def unchanged(run: ExampleRun, found: re.Match[str]) -> str | None:
    """Ox unchanged: its stats, its place and its lasting effects are as before."""
    slot = run.find(found[1])
    then, now = (_all_of(state, slot) for state in (run.start, run.game.state))
    return "" if then == now else f"{found[1]} has changed"


def _all_of(state: State, slot: int) -> tuple[array[int], int, list[Lasting]]:
    lasting = [effect for effect in state.lasting.values() if effect.object == slot]
    return state.cells[slot * state.width : (slot + 1) * state.width], state.places[slot], lasting


def stands_at(run: ExampleRun, found: re.Match[str]) -> str | None:
    """Ox at 2,3."""
    grid, tile = run.game.state.setting.grid, run.game.state.cell(run.find(found[1]), TILE)
    here = grid.words(tile) if grid is not None and tile >= 0 else "nowhere"
    return "" if here == found[2].replace(" ", "") else f"it is at {here}"


def controlled(run: ExampleRun, found: re.Match[str]) -> str | None:
    """Ox is controlled by Ann."""
    player, seats = run.game.machine.player_of(run.find(found[1])), run.game.seats
    here = seats[player] if player >= 0 else "nobody"
    return "" if plain(here) == plain(found[2]) else f"it is controlled by {here}"


def lies(run: ExampleRun, found: re.Match[str]) -> str | None:
    """Ox defeated; Ox in Graveyard; Ox is in play."""
    name, words = _whose(run, found[1])
    wanted = re.sub(r"^(?:is )?(?:in )?(?:the )?", "", plain(words))
    owner, _, kept = wanted.partition(" ")
    if owner in map(plain, run.game.seats) and kept:
        return _lies_with(run, name, f"{owner}'s {kept}")
    called = {plain(alias) for zone in run.book.zones for _, alias in (("", zone.name), *zone.called)}
    if name is None or wanted not in {*called, "nowhere", "play"}:
        return None
    slot = run.find(name)
    zone = run.game.state.places[slot]
    here = "nowhere" if zone == NOWHERE else plain(run.book.zones[run.game.state.grounds[zone][0]].name)
    here = plain(run.book.zone_words(run.game.state, zone)) if here != wanted and "'s " not in here else here
    met = run.game.machine.in_play(slot) if wanted == "play" else here == wanted
    return "" if met else f"it is in {here}"


def _lies_with(run: ExampleRun, name: str | None, wanted: str) -> str | None:
    """Say where something is instead of in the zone of a player; None if there is no such zone."""
    state, zone_words = run.game.state, run.book.zone_words
    if name is None or wanted not in {plain(zone_words(state, zone)) for zone in range(len(state.grounds))}:
        return None
    here = [plain(zone_words(state, state.places[slot])) for slot in run.game.called(name) if state.places[slot] != NOWHERE]
    return "" if wanted in here else f"it is in {' and '.join(here) or 'no zone'}"


def on_cell(run: ExampleRun, found: re.Match[str]) -> str | None:
    """B3 has a Man of Ann; B3 is empty."""
    m, cells = run.game.machine, run.game.state.setting.cells
    cell = run.find(found[1]) if cells and run.is_somebody(found[1]) else NOWHERE
    if cell not in cells:
        return None
    there = [slot for slot in m.live() if whereabouts.place(m, slot) == cell]
    here = [f"a {m.book.name_of(m.state, slot)}{_of(run, slot)}" for slot in there]
    if found[2] is None:
        return "" if not there and m.player_of(cell) < 0 else f"it has {' and '.join(here)}" if here else f"it is{_of(run, cell)}"
    kinds = [(plain(m.book.kinds[m.state.cell(slot, KIND)].name), plain(_of(run, slot))) for slot in there]
    wanted = plain(found[2]), plain(f"of {found[3]}") if found[3] else ""
    met = any(kind == wanted[0] and wanted[1] in ("", whose) for kind, whose in kinds)
    return "" if met else f"it has {' and '.join(here) or 'nothing'}"


def _of(run: ExampleRun, slot: int) -> str:
    player = run.game.machine.player_of(slot)
    return f" of {run.game.seats[player]}" if player >= 0 else ""


STAT = r"(.+) (-?\d+)( until .+)?"


def stat_is(run: ExampleRun, found: re.Match[str]) -> str | None:
    """Ann Defense 12; Ann Defense 12 until her next turn."""
    name, words = _whose(run, found[1])
    if name is None:
        return None
    index = next((n for n, s in enumerate(run.book.stats) if n >= OWN and plain(s.name) == plain(words)), None)
    if index is None:
        return None
    slot = values.holder(run.game.machine, run.find(name), index)
    now = values.value(run.game.machine, slot, index)
    if now != int(found[2]):
        return f"it is {now}"
    return _lasts(run, slot, index, found[3].strip()) if found[3] else ""


def has_so_much(run: ExampleRun, found: re.Match[str]) -> str | None:
    """Ann has 3 Gold."""
    said = re.fullmatch(STAT, f"{found[1]} {found[3]} {found[2]}")
    return stat_is(run, said) if said is not None else None


def _lasts(run: ExampleRun, slot: int, stat: int, words: str) -> str:
    """Say "" if an effect on a stat has the given duration, else its duration."""
    known = [_until(run, e.until) for e in values.touching(run.game.machine, slot, stat)]
    wanted = re.sub(r"\b(the |(her|his|its|their) (?=next ))", "", plain(words))
    wanted = re.sub(r"until (?=next )", "until start of ", wanted)
    known = [wanted if each == LATER and wanted.startswith(LATER) else each for each in known]
    return "" if wanted in known else f"it lasts {' and '.join(known)}" if known else "no lasting effect is on it"


LATER = "until end of "
"""How long something lasts that ends with a structure around the turn of the example."""


def _until(run: ExampleRun, until: Ending) -> str:
    """Put a duration that has begun into the words of rule text."""
    match until:
        case "frame", int(number):
            frame = run.game.state.frame(number)
            return f"until end of {plain(run.book.procedure_name(frame.procedure))}" if frame else LATER
        case edge, int(structure), *_:
            return f"until {'start' if edge == 'begin' else 'end'} of next {plain(run.book.procedure_name(structure))}"
    return "for good"


def _whose(run: ExampleRun, text: str) -> tuple[str | None, str]:
    parts = text.split()
    for n in range(len(parts) - 1, 0, -1):
        said = " ".join(parts[:n])
        for name in (said, said.removesuffix("'s")):
            if run.is_somebody(name):
                return name, " ".join(parts[n:]).replace("'s ", " ")
    return None, text


def priority(run: ExampleRun, found: re.Match[str]) -> str | None:
    """priority Bo Cy Di: each of them is asked in this order, and passes."""
    for name in re.split(r"\s+then\s+|\s+", found[1].strip()):
        asked = [run.game.seats[player] for player in run.game.asking]
        if asked != [name]:
            return f"{' and '.join(asked) or 'nobody'} is asked where {name} should be"
        run.happened += run.game.answer(name, "pass")
    return ""


def asked(run: ExampleRun, found: re.Match[str]) -> str | None:
    """Ann is asked; nobody is asked."""
    asked = [run.game.seats[player] for player in run.game.asking]
    if plain(found[1]) == "nobody":
        return "" if not asked else f"{asked[0]} is asked"
    if run.is_asked(found[1]):
        return ""
    actor = run.asked_for()
    whom = f" for {run.book.name_of(run.game.state, actor)}" if actor != NOWHERE else ""
    return f"{', '.join(asked) or 'nobody'} is asked{whom} ({run.game.where()})"


def wins(run: ExampleRun, found: re.Match[str]) -> str | None:
    """Heroes wins; nobody wins: the game has ended in a draw."""
    if plain(found[1]) == "nobody":
        return _drawn(run)
    standing = {plain(side): won for side, won in run.game.standing().items()}
    return "" if standing.get(plain(found[1])) == 1 else f"the standing is {run.game.standing()}"


def _drawn(run: ExampleRun) -> str:
    """Say "" if a game has ended without a winner; between the turns of an example it has not ended."""
    sides = [*run.game.standing().values()]
    ended = run.game.over and run.book.turn == NOWHERE
    if 1 in sides:
        return f"the standing is {run.game.standing()}"
    return "" if ended or {*sides} == {-1} else "the game is not over"


def stacks(run: ExampleRun, found: re.Match[str]) -> str | None:
    """no stacks; 2 stacks; a stack of 2."""
    waiting = [
        len(run.game.state.zones[n])
        for n, ground in enumerate(run.game.state.grounds)
        if ground[0] >= 0 and run.book.zones[ground[0]].stack and run.game.state.zones[n]
    ]
    if found[2]:
        return "" if int(found[2]) in waiting else f"the stacks hold {waiting}"
    wanted = 0 if found[1].casefold() == "no" else int(found[1])
    return "" if len(waiting) == wanted else f"there are {len(waiting)}"


def cards(run: ExampleRun, found: re.Match[str]) -> str | None:
    """3 cards in Ann's Hand."""
    for zone, ground in enumerate(run.game.state.grounds):
        if ground[0] >= 0 and plain(run.book.zone_words(run.game.state, zone)) == plain(found[2]):
            count = len(run.game.state.zones[zone])
            return "" if count == int(found[1]) else f"there are {count}"
    return f"there is no zone {found[2]!r}"


def rolled(run: ExampleRun, found: re.Match[str]) -> str | None:
    """rolled 3d8: these dice were rolled, with any result."""
    dice = [(len(event[2]), event[1]) for event in run.happened if event[0] == "rolled"]
    words = ", ".join(f"{count}d{sides}" for count, sides in dice)
    return "" if (int(found[1]), int(found[2])) in dice else f"rolled {words or 'nothing'}"


def told(run: ExampleRun, found: re.Match[str]) -> str | None:
    """Stride put into action; any other words of the record."""
    said = [words for event in run.happened if (words := account.say(run.game.machine, event))]
    if plain(found[1]) in [plain(re.sub(r"[:.!]", "", words)) for words in said]:
        return ""
    return f"the record of the last answer does not say this; it says: {' '.join(said) or 'nothing'}"


EXPECTATIONS: tuple[tuple[str, Callable[[ExampleRun, re.Match[str]], str | None]], ...] = (
    (r"(failed check|passed check|hit|miss|no check)", check_told),
    (r"(.+) unchanged", unchanged),
    (r"(.+) at (\d+ ?, ?\d+)", stands_at),
    (r"(.+) is controlled by (.+)", controlled),
    (r"(.+?) (?:has an? (.+?)(?: of (.+))?|is empty)", on_cell),
    (r"(.+?) (?:sees|knows) (\w+) cards? in (.+)", sight_claims.cards_seen),
    (r"(.+?) (sees|knows|does not see|does not know) (.+?)(?: in (.+))?", sight_claims.face_seen),
    (r"(\d+) cards? in (.+)", cards),
    (r"(.+)", lies),
    (STAT, stat_is),
    (r"(.+) has (?:exactly )?(-?\d+) (.+)", has_so_much),
    (r"priority (.+)", priority),
    (r"(.+) is asked", asked),
    (r"(.+) wins", wins),
    (r"(?:(no|\d+) stacks?|a stack of (\d+))", stacks),
    (r"rolled (\d+)d(\d+)", rolled),
    (r"(.+)", told),
)
