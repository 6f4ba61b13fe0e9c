"""Amounts in words, as rules write them: how much somebody has of something, and comparisons of two such amounts.

`the Runner has fewer than three cards in the grip` is `[number of cards in Runner's Hand] < 3`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rulewright.language.grammar import rephrasing
from rulewright.language.names.names import Names
from rulewright.language.text.syntax import NUMBER_WORDS

N = r"(?:\d+|no|an?|any|" + "|".join(word for word in NUMBER_WORDS if word not in ("once", "twice", "thrice", "a", "an")) + ")"
HAS = r"(?:has|have|had|controls?|owns?|holds?)"
BOUNDS = (
    (rf"(?P<n>{N}) or more ", ">="),
    (rf"(?P<n>{N}) or (?:less|fewer) ", "<="),
    (rf"(?:at least|not less than|no fewer than) (?P<n>{N}) ", ">="),
    (rf"(?:at most|no more than|not more than|only|just) (?P<n>{N}) ", "<="),
    (rf"(?:more than|over) (?P<n>{N}) ", ">"),
    (rf"(?:less|fewer) than (?P<n>{N}) ", "<"),
    (rf"exactly (?P<n>{N}) ", "="),
    (r"(?P<n>no|not any|none of)(?: more)? ", "="),
    (rf"(?P<n>{N}) ", ">="),
)
"""How a number is compared, each with its sign."""
SIGNS = {
    "more": ">",
    "fewer": "<",
    "less": "<",
    "as many": ">=",
    "as much": ">=",
    "at least as many": ">=",
    "at least as much": ">=",
}
SIGNED = {"greater": ">", "higher": ">", "more": ">", "larger": ">", "less": "<", "lower": "<", "smaller": "<", "equal": "="}


class Possessor(NamedTuple):
    """Somebody who has something: how a stat, a thing that is controlled, and a zone are said to be theirs."""

    stat: str
    controls: str
    zone: str


YOU = Possessor("", "you control", "your")
CANDIDATE = Possessor("", "it controls", "its")
ACTOR = Possessor("Actor ", "you control", "your")
KNOWN = (
    (r"you|i|the actor", YOU),
    (r"it|they|that (?:player|opponent)|he|she", Possessor("It ", "it controls", "its")),
    (r"(?:the )?target(?: player| opponent)?", Possessor("Target ", "controlled by target", "target's")),
    (
        r"(?:the|that) chosen player|the player you chose",
        Possessor("the chosen player's ", "controlled by the chosen player", "the chosen player's"),
    ),
    (
        r"(?P<who>the player (?:before|after) the actor|its (?:controller|owner|player))",
        Possessor(r"\g<who>'s ", r"controlled by \g<who>", r"\g<who>'s"),
    ),
    (r"(?:your|the|all) opponents?", Possessor("", "you do not control", "")),
)
SOME = r"(?P<some>an?|any|another|some|no|no other|one|the) (?P<who>(?:other )?(?:player|opponent|ally|enemy))"


def holder(who: str, names: Names) -> Possessor | None:
    """Give how something is said to be somebody's."""
    for pattern, found in KNOWN:
        said = re.fullmatch(pattern, who, re.IGNORECASE)
        if said is not None:
            return Possessor(*(said.expand(part) if "\\g" in part else part for part in found))
    name = next((each for each in names.actors if who.casefold() in (each.casefold(), f"the {each}".casefold())), None)
    return Possessor(f"{name} ", f"controlled by {name}", f"{name}'s") if name is not None else None


def how_many(whose: Possessor, what: str, names: Names) -> str | None:
    """Give how much of something somebody has: of a stat, of cards in a zone, of things that they control."""
    place = re.search(r" (?:here|there|in play|at [\w' ]+)$", what)
    said = what[: place.start()] if place is not None else what
    lying = re.fullmatch(r"(?P<what>.*?cards?|\w+) (?:left )?in (?:(?:his|her|its|their|your|the) )?(?P<zone>[\w ]+)", what)
    if lying is not None and (zone := rephrasing.own_zone(lying["zone"], names)) is not None and whose.zone:
        return f"[number of {lying['what']} in {whose.zone} {zone}]"
    if said.casefold() in ("card", "cards") and (hand := rephrasing.own_zone("hand", names)) is not None and whose.zone:
        return f"[number of cards in {whose.zone} {hand}]"
    stat = rephrasing.own_stat(said, names) if names.kind(said) is None and place is None else None
    if stat is not None:
        return f"[{whose.stat}{stat}]"
    there = "" if place is None or place[0] == " in play" else place[0]
    return f"[number of {said} {whose.controls}{there}]"


def number(word: str) -> str:
    """Give a number in figures."""
    low = word.casefold()
    return "0" if low in ("no", "none", "not any", "none of") else "1" if low == "any" else str(NUMBER_WORDS.get(low, word))


def conditions(text: str, names: Names) -> Iterator[str]:
    """Give the comparisons that may say a condition; those that can be read are right."""
    yield from _has_more(text, names)
    yield from _has_so_many(text, names)
    yield from _is_more(text, names)
    yield from _nothing_left(text, names)
    yield from _counters_on(text, names)
    none = re.fullmatch(r"(?:no|not one) (?P<what>[\w' ]+?) (?:is|are) (?P<so>(?!alive|left|in )[\w' ]+)", text, re.IGNORECASE)
    if none is not None:
        yield f"there is no {none['what']} that is {re.sub('to you$', 'to the actor', none['so'])}"


MORE = re.compile(
    rf"(?P<who>[\w' ]+?) {HAS} (?P<sign>more|fewer|less|(?:at least )?as (?:many|much)) (?P<what>[\w' -]+?) (?:than|as) "
    r"(?P<other>[\w' ]+?)(?: (?:do|does|has|have|controls?))?(?P<place> (?:here|there|at this \w+))?",
    re.IGNORECASE,
)


def _has_more(text: str, names: Names) -> Iterator[str]:
    """Compare what two have: `an opponent controls more units than you here`."""
    found = MORE.fullmatch(text)
    if found is None:
        return
    what, sign = f"{found['what']}{found['place'] or ''}", SIGNS[found["sign"].casefold()]
    one, other, some = holder(found["who"], names), holder(found["other"], names), re.fullmatch(SOME, found["who"], re.IGNORECASE)
    rival = re.fullmatch(r"(?:your|an|any|the|each|every) (?:other )?(?:opponent|player)s?", found["other"], re.IGNORECASE)
    if one == YOU and rival is not None:
        every = found["other"].casefold().startswith(("each", "every"))
        against = {">": "<", "<": ">", ">=": "<="}[sign] if not every else {">": ">=", "<": "<=", ">=": ">"}[sign]
        there = "there is no opponent" if every else "there is an opponent"
        yield f"{there} with {how_many(CANDIDATE, what, names)} {against} {how_many(ACTOR, what, names)}"
        return
    if one is not None and other is not None:
        yield f"{how_many(one, what, names)} {sign} {how_many(other, what, names)}"
    if some is not None and other in (YOU, None) and found["other"].casefold() in ("you", "the actor"):
        yield f"{_there(some)} with {how_many(CANDIDATE, what, names)} {sign} {how_many(ACTOR, what, names)}"


def _there(some: re.Match[str]) -> str:
    none = some["some"].casefold().startswith("no")
    other = "other " if some["some"].casefold() in ("no other", "another") and "other" not in some["who"] else ""
    who = f"{other}{some['who']}".replace("other player", "opponent")
    return f"there is {'no ' if none else rephrasing.article(who)}{who}"


SO_MANY = re.compile(rf"(?P<who>[\w' ]+?) (?:still |already |now )?{HAS} (?P<much>[\w' -]+)", re.IGNORECASE)


def _has_so_many(text: str, names: Names) -> Iterator[str]:
    """Compare what somebody has with a number: `the target has at least 2 coins`."""
    denied = re.fullmatch(r"(?P<who>[\w' ]+?) (?:do|does) ?n[o']t (?P<has>have|control|own) (?P<what>.+)", text, re.IGNORECASE)
    text = f"{denied['who']} {denied['has']} no {re.sub('^(?:any|an?) ', '', denied['what'])}" if denied is not None else text
    found = SO_MANY.fullmatch(re.sub(r"^(?:nobody|no one)(?: else)? ", "no opponent ", text, flags=re.IGNORECASE))
    if found is None:
        return
    some, one = re.fullmatch(SOME, found["who"], re.IGNORECASE), holder(found["who"], names)
    for said in so_many(found["much"], one or CANDIDATE, names):
        if one is not None:
            yield said
        elif some is not None:
            yield f"{_there(some)} with {said}"


def so_many(text: str, whose: Possessor, names: Names) -> Iterator[str]:
    """Give how so much of something is said to be somebody's: `fewer than 2 food` is `[Food] < 2`."""
    for pattern, sign in BOUNDS:
        found = re.match(pattern, text, re.IGNORECASE)
        what = re.sub(r"(?: left| remaining| or more| available)$", "", text[found.end() :]) if found is not None else ""
        if found is not None and what:
            yield f"{how_many(whose, what, names)} {sign} {number(found['n'])}"
            return
    if rephrasing.own_stat(text, names) is not None or (
        re.fullmatch(r"[a-z]+s", text) and rephrasing.own_kind(text, names) is not None
    ):
        yield f"{how_many(whose, text, names)} >= 1"


IS_MORE = re.compile(
    r"(?P<whose>[\w' ]+?'s|your|its|their|my) (?P<stat>[\w ]+?) is "
    r"(?:(?P<sign>greater|higher|more|larger|less|lower|smaller|equal) "
    r"(?:than|to) (?P<than>.+)|(?P<n>\d+|\w+) or (?P<way>more|greater|higher|less|lower|fewer)|(?P<exactly>\d+))",
    re.IGNORECASE,
)


def _is_more(text: str, names: Names) -> Iterator[str]:
    """Compare a stat: `its power is greater than your life`."""
    found = IS_MORE.fullmatch(text)
    one = amount(f"{found['whose']} {found['stat']}", names) if found is not None else None
    if found is None or one is None:
        return
    if found["exactly"] or found["way"]:
        sign = "=" if found["exactly"] else ">=" if found["way"] in ("more", "greater", "higher") else "<="
        yield f"{one} {sign} {found['exactly'] or number(found['n'])}"
        return
    than = found["than"]
    other = amount(than, names) or amount(f"{than} {found['stat']}", names) or (than if than.isdigit() else None)
    if other is not None:
        yield f"{one} {SIGNED[found['sign'].casefold()]} {other}"


OWNED = re.compile(r"(?P<whose>your|my|its|their|his|her|(?:the )?target's|this's|[\w ]+?'s) (?P<stat>[\w ]+)", re.IGNORECASE)
WHOSE = {"your": "you", "my": "this", "its": "it", "their": "it", "his": "it", "her": "it"}


def amount(text: str, names: Names) -> str | None:
    """Give a stat of somebody in notation: `the target's power` is `[Target Power]`."""
    found = OWNED.fullmatch(text.strip())
    stat = rephrasing.own_stat(found["stat"], names) if found is not None else None
    if found is None or stat is None:
        return None
    who = WHOSE.get(found["whose"].casefold()) or found["whose"].removesuffix("'s")
    if who == "this":
        return f"[This {stat}]"
    whose = holder(who, names)
    return f"[{whose.stat if whose is not None else f'{who} '}{stat}]"


COUNTERS = re.compile(
    r"(?:there (?:is|are) )?(?P<much>.+?) (?P<what>[\w ]+?)(?: counters?| tokens?)? (?:are |is )?on "
    r"(?P<on>this|it|target|the target)"
    r"|(?P<has>this|it|target|the target) (?:has|have) (?P<many>.+?) (?P<unit>[\w ]+?) (?:counters?|tokens?)(?: on it)?",
    re.IGNORECASE,
)


def _counters_on(text: str, names: Names) -> Iterator[str]:
    """Compare how many counters are on something: `there are 3 or more power counters on this`."""
    found = COUNTERS.fullmatch(text)
    if found is None:
        return
    who = (found["on"] or found["has"]).casefold().removeprefix("the ")
    whose = Possessor({"this": "This ", "it": "It ", "target": "Target "}[who], "", "")
    much, unit = found["much"] or found["many"], found["what"] or found["unit"]
    if rephrasing.own_stat(unit, names) is not None:
        yield from so_many(f"{much} {unit}", whose, names)


def _nothing_left(text: str, names: Names) -> Iterator[str]:
    """Say that somebody has no cards: `the target's hand is empty`."""
    found = re.fullmatch(
        r"(?P<whose>[\w' ]+?'s|your|its|their|the) (?P<zone>[\w ]+?) is (?P<not>not )?empty", text, re.IGNORECASE
    )
    zone = rephrasing.own_zone(found["zone"], names) if found is not None else None
    if found is not None and zone is not None:
        whose = {"their": "its"}.get(found["whose"].casefold(), found["whose"])
        yield f"[number of cards in {whose} {zone}] {'>' if found['not'] else '='} 0"


WHO_HAS = re.compile(
    rf"\b(?P<noun>players?|opponents?|all(?:y|ies)|enem(?:y|ies)) (?:(?:who|that|which) {HAS}|with|having) "
    rf"(?P<much>(?:{'|'.join(re.sub('[?]P<n>', '?:', pattern) for pattern, _ in BOUNDS[:-1])}|\d+ |(?:an?|two|three) )"
    r"(?P<what>(?:cards? in (?:(?:its|their|the) )?hand|[a-z]+)(?: left| in play)?))(?=$|,| )",
    re.IGNORECASE,
)


def having(text: str, names: Names) -> str:
    """Say in brackets what players have: `each player with fewer than 2 food` is `each player with [Food] < 2`."""

    def said(found: re.Match[str]) -> str:
        much = next(so_many(found["much"], CANDIDATE, names), None)
        known = (
            rephrasing.own_stat(found["what"], names) or names.kind(found["what"]) or rephrasing.own_kind(found["what"], names)
        )
        return f"{found['noun']} with {much}" if much is not None and (known or "card" in found["what"]) else found[0]

    text = re.sub(r"\bun(\w+ed)\b", lambda each: f"non-{each[1]}" if names.declared(each[1]) is not None else each[0], text)
    return WHO_HAS.sub(said, text)
