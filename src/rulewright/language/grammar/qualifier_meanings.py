"""What the nouns for known things and the qualifiers of a noun phrase mean, for people: a line for each."""

from __future__ import annotations

QUALIFIERS = {
    "namesake": ("cards called like target", "other things of the same name"),
    "subject": (
        "actor of the Turn",
        "the actor to whom the innermost structure of that name belongs; also `the actor of the Turn`",
    ),
    "within": ("enemies within 2 tiles of target", "at most so far away; without `of`, from the actor"),
    "adjacent": ("enemies adjacent to target", "on a neighbouring tile"),
    "attached": ("cards attached to target", "see attach"),
    "stacked": ("action on a stack", "an action that waits"),
    "waited": ("action that is or was on a stack", "an action that waits or has waited"),
    "lying": (
        "cards in target's hand",
        "in somebody's zone; `in your hand` is in the zone of the actor's player, `in its hand` in that of the player of `it`, "
        "`in the trash` in any zone of that kind",
    ),
    "owned": ("cards you own", "owned by the actor's player, whoever controls them; also `you do not own`"),
    "others": ("actors you do not control", "controlled by another player"),
    "controlled": ("actors you control", "controlled by the actor's player"),
    "run": ("actors run by a strategy", "of a cast without a player"),
    "sight": ("enemies in sight", "with line of sight from the actor"),
    "with": (
        "enemies with [Health] < 5",
        "for which comparisons of their own stats are true; [Actor Health] is a stat of the actor; several `with` are possible",
    ),
    "so much": (
        "actors with at least 2 Health",
        "by how much of a stat they have, in words: also `with Health 2 or more`, `with 2 or less Health`, `who have more than 2 "
        "Health`, `with no Health`",
    ),
    "most": (
        "actors with the most Health",
        "all who have the highest value among them; also `least`, `second most`",
    ),
    "owns": ("cards it controls", "controlled by somebody known; also `it does not control`"),
    "off": ("actor off the map", "on no tile"),
    "marked": ("actor on the gate", "on a tile that the scene marks with that word"),
    "cast": ("actor of Reds", "belonging to a cast"),
    "play": ("allies in play", "in a zone where things are in play"),
    "at": ("actors at an ally", "at a place, or at one of some places: see station"),
    "not at": ("actors not at target", "anywhere else"),
    "home": ("actors at home", "at no place"),
    "here": ("actors here", "at the place of this card"),
    "elsewhere": ("actors elsewhere", "anywhere else than at the place of this card"),
    "other than": (
        "actors other than target",
        "all except somebody, or except some things; `other than here` excludes the place of this card",
    ),
    "that": (
        "actors that are not in sight",
        "an adjective or another qualifier, with or without `not`; it belongs to the nearest noun before it, and so does "
        "`whose [Wit] > 2`",
    ),
    "past": (
        "actors that were damaged this Turn",
        "to which something has happened in the structure in progress: any trigger, in the past tense; it belongs to the nearest "
        "noun before it",
    ),
    "together": ("actors with target", "at the place of somebody"),
    "abroad": ("cards abroad", "at a place that their player does not control"),
    "with some": (
        "actors with at least 2 cards at them",
        "with this number of other things; `it` or `them` after it refers to the first noun; also `with no …`, `with an ally "
        "adjacent to it`, `at most`, `exactly`",
    ),
    "next to": ("enemies next to target", "on one of the four tiles beside it; also `orthogonally adjacent to`"),
    "diagonal": ("enemies diagonal to target", "on one of the four tiles at its corners; also `diagonally adjacent to`"),
    "direction": (
        "enemies above target",
        "straight above, `below`, `left of`, `right of`, `north of`, `northeast of`, however far; `directly above`, on the next "
        "tile; `exactly 2 tiles above`; also `in line with`, `in the same row as`, `in the same column as`, `on the "
        "same diagonal as`, `exactly 2 tiles straight from`, `diagonally from`, `orthogonally from`",
    ),
    "cover": (
        "enemies in cover from target",
        "with a low wall or another tile that nobody enters on the line between the two; without `from`, from the actor",
    ),
    "between": ("enemies between target and actor", "straight between the two"),
    "controlled by": ("actors controlled by target", "controlled by somebody's player"),
    "uncontrolled by": ("actors not controlled by target", "controlled by another player than somebody's"),
    "allied with": ("actors allied with target", "on somebody's side"),
    "opposed to": ("actors opposed to target", "against somebody's side"),
    "noted": ("actors noted as keeper of target", "noted for something under a word: see note"),
    "having": ("actors that have target as keeper", "with something noted under a word"),
    "not having": ("actors that do not have target as keeper", "without something noted under a word"),
}

KNOWN = {
    "actor": "whoever acts; in the text of a card, its player",
    "target": "what was picked for `Target:`",
    "attacker": "in a reaction, whoever performs the action that it answers",
    "it": "what a trigger or the loop `each …:` is about; otherwise what was chosen or made last",
    "source": "the thing whose text this is",
    "other": "what was picked for `Also:`",
    "bound": "in an ability marked `(Following)`, the thing after `for`",
    "doer": "the cause that `by …:` names, otherwise whoever acts",
}
"""Whom the words for a known thing mean, by the name under which the compiler knows it."""
