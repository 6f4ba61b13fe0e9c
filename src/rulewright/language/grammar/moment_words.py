"""Moments in words: the same event as rulebooks print it and as a trigger says it."""

from __future__ import annotations

import re
from collections.abc import Iterator

NTH = r"(?P<nth>first|second|third|fourth)"
PER = r"(?:each|every|this|in a|of each|of the|per) (?P<per>turn|round|game|day)"
SAME = (
    (rf"(?:the )?{NTH} time {PER},?(?: that)? (?P<what>.+)", r"\g<what> for the \g<nth> time each \g<per>"),
    (rf"(?:the )?{NTH} time (?P<what>.+?) {PER}", r"\g<what> for the \g<nth> time each \g<per>"),
    (
        rf"(?P<who>.+?) (?P<verb>plays?|casts?|draws?|gains?|builds?|summons?) (?:your|its|their|his|the) "
        rf"{NTH} (?P<what>[\w ]+?) {PER}",
        r"\g<who> \g<verb> a \g<what> for the \g<nth> time each \g<per>",
    ),
    (r"(?P<what>.+?) for the first time (?:this|in a) (?P<per>turn|round)", r"\g<what> for the first time each \g<per>"),
    (r"(?P<what>.+) for the (?P<nth>\w+) time each (?P<per>\w+)", None),
)
"""Patterns of moments; the last one finds what is limited, so that its event may be said otherwise."""
DEEDS = (
    (r"(?P<who>you|this actor|a player|another player|an opponent|the \w+) (?:casts?) (?P<what>.+)", r"\g<who> plays \g<what>"),
    (r"you (?P<does>(?:plays?|performs?|uses?|casts?)) (?:an? |the |your )?(?P<what>.+)", r"this actor performs \g<what>"),
    (r"(?P<who>.+?) (?:plays|performs|uses|casts) (?:an? |the |its )?(?P<what>.+)", r"\g<who> performs \g<what>"),
    (r"(?:the \w+|you|a player) (?:makes?|begins?|starts?|initiates?) a run on (?P<what>.+)", r"\g<what> is run on"),
    (r"(?:you|the \w+) makes? a successful run", r"a run on a server succeeds"),
    (r"a run on (?P<what>.+) is successful", r"a run on \g<what> succeeds"),
    (r"(?:a|another) (?:run) is (?P<how>\w+)", r"a run on a server succeeds"),
    (r"(?:the \w+|you|a player|an opponent) (?P<verb>[a-z]+?)(?:es|s)? (?P<what>this|it)", r"\g<what> is \g<verb>ed"),
    (r"you (?:would )?(?:are dealt|suffer|take) damage", r"this actor is damaged"),
    (r"(?P<who>.+?) (?P<verb>gains?|loses?) (?:\d+|an?|one|some|any) (?P<unit>.+)", r"\g<who> \g<verb> \g<unit>"),
    (r"an? (?P<what>(?:opponent|player|enemy|ally).*)", r"an \g<what>"),
)
"""Events in words, and as triggers say them."""


def ways(text: str) -> Iterator[str]:
    """Give the words in which a trigger may say a moment; those that can be read are right."""
    limited = next(
        (found.expand(to) for pattern, to in SAME if to and (found := re.fullmatch(pattern, text, re.IGNORECASE))), text
    )
    if limited != text:
        yield limited
    tail = re.fullmatch(r"(.+)( for the \w+ time each \w+)", limited)
    event, rest = (tail[1], tail[2]) if tail is not None else (limited, "")
    for pattern, to in DEEDS:
        found = re.fullmatch(pattern, event, re.IGNORECASE)
        if found is not None:
            yield found.expand(to) + rest
