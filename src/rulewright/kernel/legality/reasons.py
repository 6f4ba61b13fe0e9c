"""Reasons why a player may not perform an action now, from the same checks that make the menus."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

from rulewright.kernel.change.gate import ORDERED, Reply
from rulewright.kernel.errors import NotOffered, RulewrightError
from rulewright.kernel.flow.windows import Window
from rulewright.kernel.legality import acts, availability, judging
from rulewright.kernel.legality.acts import Why
from rulewright.kernel.legality.menus import Offer
from rulewright.kernel.legality.naming import PAYING, way_words
from rulewright.kernel.legality.picks import DONE, REFERRING, bounds
from rulewright.kernel.state.facts import NOWHERE, Key, Path, Vars
from rulewright.kernel.state.grid import parse_spot
from rulewright.program.definition import Action, Pick

if TYPE_CHECKING:
    from rulewright.kernel.questions import Questions


def why(game: Questions, player: int, action: Action, targets: Sequence[str]) -> Why | None:
    m = game.view_as(player)
    if player not in game.asking:
        who = ", ".join(game.seats[p] for p in game.asking)
        return Why("turn", action.rule, f"{game.seats[player]} is not asked now; {who} is ({game.where(player)})")
    starts = _starts(game, player, action)
    if isinstance(starts, Why):
        return starts
    try:
        meant = _all_meant(game, player, action, targets, starts[0])
    except (RulewrightError, ValueError) as error:
        return Why("target", action.rule, str(error))
    if len(meant) < len(targets):
        return Why("target", action.rule, f"{action.name} takes {len(meant)} targets, not {len(targets)}")
    objects = [is_object for is_object, _ in meant]
    ways = [(vars, picks) for vars in starts for picks in product(*(found for _, found in meant))]
    reasons = [
        acts.why_not(m, action, vars, picks) or _off_menu(game, player, action, vars, picks, objects) for vars, picks in ways
    ]
    # If several cards could do it, the reason is about the one that is closest to being playable.
    return None if None in reasons else min(reasons, key=lambda why: why is not None and why.check == "zone")


def refused(game: Questions, player: int, path: Sequence[Key], error: NotOffered) -> NotOffered:
    """Give the refusal of a name that is not on the menu after a path, with the reason if the checks give one."""
    offer, *picks = (*path, error.name) if path else (error.name,)
    aims = []
    for length, pick in enumerate(picks[:-1], 1):
        menu = game._menu(player, tuple(path[:length]))
        aims += [] if menu is None else [menu.naming.names(pick)[0]]
    if not path or isinstance(offer, Offer):
        why = game.why_not(player, offer.action if isinstance(offer, Offer) else str(offer), *aims, *map(str, picks[-1:]))
        if why is not None:
            return NotOffered(f"{error.name!r} is not on the menu ({error.prompt}): {why}", error.name, error.prompt)
    return error


def _starts(game: Questions, player: int, action: Action) -> list[Vars] | Why:
    """Give the variables with which an act could start, for each source, or why this window does not offer it."""
    m, frame = game.view_as(player), game._frame()
    procedure = game.book.procedures[frame.procedure]
    if isinstance(procedure, Reply) and frame.step == ORDERED:
        return Why("window", action.rule, f"{game.seats[player]} can only choose now which of several abilities comes first")
    if isinstance(procedure, Reply):
        reaction, vars = procedure.reaction(m, frame)
        holder = game.book.name_of(m.state, vars["source"])
        only = Why("window", action.rule, f"{holder} may only answer with {reaction.name} now, not with {action.name}")
        return [vars] if reaction is action else only
    slots = _sources(game, player, action)
    if not slots:
        actor = _acting(game)
        who = game.seats[player] if actor == NOWHERE else game.book.name_of(m.state, actor)
        return Why("has", action.rule, f"{who} does not have {action.name}")
    kinds = frame.vars.get("kinds", ())
    if kinds and not action.kinds & frozenset(kinds):
        permitted = ", ".join(m.book.words[kind] for kind in kinds)
        return Why("window", action.rule, f"{action.name} is not among what this window permits: {permitted}")
    if isinstance(procedure, Window):
        return [procedure.start(m, frame, action, slot) for slot in slots]
    return [judging.given(m, action, slot, {}) for slot in slots]


Meant = int | str
"""What a word of an answer may mean: a thing, a tile or a number, or a text."""


def _off_menu(
    game: Questions, player: int, action: Action, vars: Vars, picks: Sequence[Meant], objects: Sequence[bool]
) -> Why | None:
    """Say why an act that passes every check is not on the menu: something else is asked, or it was just taken back."""
    state = game.state
    keys = [
        state.ref(it) if is_object and isinstance(it, int) and it >= 0 else it
        for it, is_object in zip(picks, objects, strict=True)
    ]
    path: Path = (Offer(action.name, state.ref(vars["source"])), *keys)
    begun = state.asked.picks[: len(path)] if state.asked else ()
    for length, pick in enumerate(path):
        menu = game._menu(player, path[:length])
        if menu is None or pick not in menu or path[: len(begun)] != begun:
            back = any(barred[: length + 1] == path[: length + 1] for barred in state.barred)
            reason = "was just taken back, and nothing has changed since" if back else "is not what is asked now"
            return Why("taken back" if back else "window", action.rule, f"{action.name} {reason} ({game.where(player)})")
    return None


def _sources(game: Questions, player: int, action: Action) -> list[int]:
    """List the things from which a player has the action, as far as that player sees them."""
    m, actor = game.view_as(player), _acting(game)
    if actor == NOWHERE:
        return availability.usable(m, action.index, player)
    return [actor] if action.index in availability.abilities(m, actor) else []


def _acting(game: Questions) -> int:
    """Give the actor of a window; a question in the middle of a rule goes to a player, whoever the rule is about."""
    frame = game._frame()
    return int(frame.vars.get("actor", NOWHERE)) if isinstance(game.book.procedures[frame.procedure], Window) else NOWHERE


def _all_meant(game: Questions, player: int, action: Action, words: Sequence[str], vars: Vars) -> list[tuple[bool, list[Meant]]]:
    """List what each word may mean, and whether that is a thing; a pick of several things takes as many words as it can."""
    found, rest = list[tuple[bool, list[Meant]]](), list(words)
    for pick in action.picks:
        taken, most = 0, bounds(pick, vars)[1] if pick.several else 1
        while rest and taken < most:
            if pick.several and rest[0].casefold() == DONE:
                found.append((False, [rest.pop(0) and DONE]))
                break
            try:
                found.append((pick.kind in REFERRING, _meant(game, player, pick, rest[0], vars)))
            except (RulewrightError, ValueError):
                if not taken:
                    raise
                break  # the word is for the next pick
            taken, rest = taken + 1, rest[1:]
    return found


def _meant(game: Questions, player: int, pick: Pick, word: str, vars: Vars) -> list[Meant]:
    """List what a word may mean: everything with this name that the player sees, a text, a tile, or a number."""
    if pick.kind == "text":
        at_hand = judging.texts(game.view_as(player), pick.pool, vars)
        return [next((text for name, text in at_hand.items() if name.casefold() == word.casefold()), word)]
    if pick.kind in REFERRING:
        return [*game.called(word, player)]
    if pick.kind == "tile" and game.state.setting.grid is not None:
        return [game.state.setting.grid.tile(*parse_spot(word))]
    number = re.match(r"-?\d+", word)
    if pick.kind in PAYING and number is None:
        keys = {way_words(pick.kind, key): key for key in judging.options(game.view_as(player), pick.pool, vars)}
        if word.casefold() not in keys:
            raise ValueError(f"{word!r} does not say how it is paid: {', '.join(keys)}")
        return [keys[word.casefold()]]
    if number is None:
        raise ValueError(f"{word!r} is not a number")
    return [int(number[0])]
