"""Makes up rule text: lines from the table of phrases, with every slot filled, and small playable books of such lines."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from hypothesis import strategies as st

from rulewright.language.grammar import vocabulary
from rulewright.language.grammar.patterns import Phrase
from rulewright.language.lower.compiler import bind

BOOK = """\
Start: Game
Order: by [Initiative], highest first
Priority: in succession, who acts passes it on, a resolution gives it back

Stat Health: at least 0, takes damage
Stat Attack, Defense, Initiative: at least 0
Stat Action Points: 0 to 5, becomes 3 at the start of the actor's turn
Stat Heading: a direction
Class Quick: all other actions
Mark Bitter: what some abilities are

Kind Motion: Attack 1
Kind Leaf: a card played from Hand, then to Trash
Kind Tree: a card played from Hand, then to Field, if countered to Trash

Zone Field: in play, keeps identity
Zone Hand: of each player, seen by its owner
Zone Deck: of each player, seen by nobody
Zone Trash: of each player
Zone Stack: a stack

Defeated: when [Health] falls to 0

structure Game
  step rounds: repeat Round

structure Round
  step turns: each actor: take a Turn

structure Turn of an actor
  step start: refresh stats
  step act: window actions for each player, until all pass

Stride
Cost: 1 Action Points
do: move up to 3 tiles

Feature Poise
do: +1 Defense

Fern (Leaf)
Cost: 1 Attack
Target: an actor
do: target gains 1 Health

Oak (Tree)
do: gain 1 Defense

  Shade (bitter)
  Cost: 1 Defense
  do: gain 1 Health

"""
SCENES = """
Scene Yard
  map:
    g . . c
    . . # .
    c . . g
  marks: g gate, c camp
  cast Reds: Ann at 1,1 (Health 9, Attack 2, Defense 1); Al at 2,1 (Health 4, Action Points 2)
  cast Blues: Bo at 3,1 (Health 8, Attack 1, Initiative 3); Bea at 4,3 (Health 6, Defense 2)
  ends when: one cast is left

Scene Table
  seats Cy, Di
  Cy (Health 9, Attack 3), Di (Health 7, Attack 2, Defense 4)
  Cy's Hand: 1 Fern, 1 Oak
  Cy's Deck: 3 Fern, 2 Oak
  Di's Hand: 2 Fern
  Di's Deck: 2 Oak, 3 Fern
"""

# What may fill a slot of a kind; the compiler decides whether the resulting text has a meaning.
FILLERS: dict[str, tuple[str, ...]] = {
    "amount": ("1", "2", "two", "1d4", "[Attack]", "[Target Defense] + 1", "1d6 - [Defense]", "2 * [Attack]"),
    "signed": ("+1", "-2", "-1d4", "+[Attack]"),
    "times": ("once", "twice", "3 times", "[Attack] times"),
    "stat": ("Health", "Attack", "[Defense]", "Action Points", "Initiative"),
    "whom": (
        "target",
        "the actor",
        "all enemies",
        "each ally",
        "all actors",
        "all cards in your hand",
        "the attacker",
        "the active player",
    ),
    "things": ("an enemy", "all allies", "an actor with [Health] > 3", "an ally within 2 tiles", "a card in your hand", "actors"),
    "duration": ("until end of turn", "until start of next turn", "for 2 rounds", "this turn", "until [Health] < 4"),
    "zone": ("your hand", "your deck", "your trash", "the Field", "its owner's trash", "its owner's deck"),
    "action": ("Stride", "Fern", "Alpha"),
    "structure": ("Turn", "Round"),
    "mark": ("gate", "camp"),
    "feature": ("Poise", "Grace"),
    "class": ("Quick",),
    "word": ("keeper", "fire", "bitter", "melee"),
    "place": ("top", "bottom"),
    "label": ("go on",),
    "doing": ("go on", "lose 1 Attack"),
    "up_to": ("up to",),
    "rest": ("the bell rings",),
    "alike": ("different", "the same"),
    "every_time": ("every time",),
    "comparison": ("falls to", "drops below", "rises above"),
    "order": ("in turn", ", the last first", ", the active player's last", ", as the active player chooses"),
    "face_down": ("face down",),
    "randomly": ("in random order",),
    "as_it_lies": ("as it lies", "as they lie"),
    "may": ("may",),
    "no": ("no",),
    "free": ("without paying",),
    "costs": ("cost", "costs"),
    "bound": ("at least", "at most", "exactly"),
    "rank": ("most", "second most", "least"),
}
# What may fill a slot of a name, if not everything of its kind makes sense.
NAMED: dict[str, tuple[str, ...]] = {
    "kind": ("Motion", "Leaf"),
    "step": ("turns", "act"),
    "direction": ("N", "SE", "W"),
    "edge": ("start", "end", "begins", "ends"),
    "called": ("quick",),
    "choices": ("Stride",),
    "type": ("fire",),
    "reach": ("melee",),
}
NUMBERS = st.sampled_from(FILLERS["amount"])
NOTED = st.one_of(
    st.builds(
        lambda left, sign, right: f"{left} {sign} {right}",
        NUMBERS,
        st.sampled_from(("=", "!=", ">", "<", ">=", "<=")),
        NUMBERS,
    ),
    st.just("1d20 + [Attack] >= 8"),
)
"""Conditions in notation."""
ASSIGNED = st.builds(
    lambda whose, stat, sign, amount, term: f"[{whose}{stat}] {sign} {amount}{term}",
    st.sampled_from(("", "Target ")),
    st.sampled_from(("Health", "Attack", "Defense", "Action Points")),
    st.sampled_from(("=", "+=", "-=")),
    NUMBERS,
    st.sampled_from(("", "", " until end of turn", " for 2 rounds")),
)
"""Effects in notation."""


def phrases(kind: str) -> list[Phrase]:
    """Lists the phrases of a kind from the table."""
    return [phrase for phrase in vocabulary.TABLE if phrase.kind == kind]


@st.composite
def spoken(draw: Any, kind: str, depth: int = 1) -> str:
    """Says one phrase of a kind, in any of the ways that its pattern allows."""
    phrase = draw(st.sampled_from(phrases(kind)))
    places, at, said = phrase.pattern.places, 0, list[str]()
    while at < len(places):
        place = places[at]
        at += 1
        if hasattr(place, "choices"):
            said.append(" ".join(draw(st.sampled_from(place.choices))))
        elif hasattr(place, "past"):
            at = at if draw(st.booleans()) else place.past
        else:
            said.append(draw(filled(place.name, place.kind, phrase, depth)))
    return " ".join(said)


def filled(name: str, kind: str, phrase: Phrase, depth: int) -> st.SearchStrategy[str]:
    """Fills one slot of a phrase."""
    if name in ("condition", "when"):
        return conditions(depth - 1)
    if kind == "rest" and name == "rest":
        return effects(depth - 1) if ": " in phrase.example or " unless " in phrase.example else st.just("the bell rings")
    return st.sampled_from(NAMED.get(name) or FILLERS[kind])


def effects(depth: int = 1) -> st.SearchStrategy[str]:
    """Says an effect."""
    return st.one_of(ASSIGNED, ASSIGNED, spoken("effect", depth)) if depth > 0 else ASSIGNED


def conditions(depth: int = 1) -> st.SearchStrategy[str]:
    """Says a condition."""
    return st.one_of(NOTED, spoken("condition", depth)) if depth > 0 else NOTED


CHANGES = ("+1 Defense", "-1 Attack", "+1d4 Attack", "the check fails", "steps cost double", "roll the damage dice twice")
HEADS = ("Target: an enemy", "Range: Melee", "Range: 5 tiles, 2-tile radius", "Target: an actor", "")


@lru_cache(maxsize=100_000)
def loads(item: str) -> bool:
    """Says whether an item can be added to the book."""
    found = bind([("said.rules", BOOK + item + SCENES)], lambda used: ())
    return found.book is not None


@st.composite
def actions(draw: Any, name: str) -> str:
    """Makes up an action; a line that has no meaning in its place is left out."""
    lines = [name, *filter(None, [draw(st.sampled_from(HEADS))])]
    if draw(st.booleans()):
        lines = kept(lines, f"if: {draw(conditions(2))}")
    lines.append("do: gain 1 Initiative")
    for part in draw(st.lists(effects(2), min_size=1, max_size=4)):
        lines = kept(lines, f"    {part}")
    if draw(st.booleans()):
        lines = kept(lines, f"then: {draw(effects(2))}")
    return "\n".join(lines) + "\n\n"


@st.composite
def reactions(draw: Any, name: str) -> str:
    """Makes up a reaction, which may respond to another reaction."""
    trigger, does = draw(spoken("trigger")), draw(effects(2))
    made = f"{name} (Reaction)\nTrigger: {trigger}\ndo: {does}\n\n"
    return made if loads(made) else f"{name} (Reaction)\nTrigger: this actor is damaged\ndo: gain 1 Defense\n\n"


@st.composite
def features(draw: Any) -> str:
    """Makes up a feature with a condition."""
    when, does = draw(conditions(1)), draw(st.sampled_from(CHANGES))
    made = f"Feature Grace\nWhen: {when}\ndo: {does}\n\n"
    return made if loads(made) else "Feature Grace\ndo: +1 Attack\n\n"


def kept(lines: list[str], line: str) -> list[str]:
    """Adds a line if the item still loads with it."""
    more = [*lines, line]
    whole = more if any(each.startswith("do:") for each in more) else [*more, "do: gain 1 Initiative"]
    return more if loads("\n".join(whole) + "\n\nFeature Grace\ndo: +1 Attack\n\n") else lines


@st.composite
def books_said(draw: Any) -> str:
    """Makes up a whole book."""
    made = draw(features()) + "".join(draw(actions(name)) for name in ("Alpha", "Beta")) + draw(reactions("Gamma"))
    return BOOK + made + SCENES
