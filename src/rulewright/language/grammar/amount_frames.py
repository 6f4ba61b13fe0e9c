"""Sentences whose amounts are said elsewhere: `+X/+0, where X is …`, `two instead of one`, `that many`, one of two things."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rulewright.language.grammar import rephrasing
from rulewright.language.grammar.choosing_frames import number_of
from rulewright.language.grammar.moved_things import DEEDS
from rulewright.language.grammar.named_doers import YOU, bare, doers
from rulewright.language.grammar.rule_lines import Lines, together
from rulewright.language.grammar.sentence_frames import Found, Frames

if TYPE_CHECKING:
    from rulewright.language.grammar.sentences import Sentence

STAND_IN = "7777"  # a number that no sentence has, for one that is put in afterwards


def _where_x(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Put what X is into the lines: `gets +X/+0 …, where X is the number of lands you control`."""
    amount = number_of(found["amount"].strip(), "", sentence)
    inner = sentence.lines(re.sub(r"\bX\b", STAND_IN, found["rest"]), depth) if amount is not None else None
    return _filled(inner, amount) if inner is not None and amount is not None else None


def _filled(lines: Lines, amount: str) -> Lines:
    does = [line.replace(STAND_IN, amount) for line in lines.does if not re.search(r"\b(?:gains?|loses?) 0 ", line)]
    return lines._replace(does=tuple(does), heads=tuple(head.replace(STAND_IN, amount) for head in lines.heads))


def _else(sentence: Sentence, when: str, yes: str, no: str, depth: int) -> Lines | None:
    """Say what happens if something is so, and what happens otherwise."""
    condition = sentence.condition(when)
    then, other = sentence.lines_about_it(yes, depth), sentence.lines_about_it(no, depth)
    if condition is None or then is None or other is None:
        return None
    heads = dict.fromkeys((*then.heads, *other.heads))
    below = "".join(f"\n  {line}".replace("\n", "\n") for line in then.does)
    otherwise = "".join(f"\n  {line}" for line in other.does)
    both = together([then, other])
    return both._replace(heads=tuple(heads), does=(f"if {condition}:{below}\nelse:{otherwise}",))


def _instead(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what happens instead of the sentence before: `draw 1. If you have 6 or more points, draw 2 instead`."""
    first, rest = found["first"].strip(" .;"), found["rest"]
    made = _else(sentence, found["when"], rest, first, depth)
    return made or _else(sentence, found["when"], _whole(first, rest), first, depth)


NUMBERS = re.compile(r"[+-]?\d+|\b(?:one|two|three|four|five|six)\b", re.IGNORECASE)


def _whole(first: str, rest: str) -> str:
    """Give the second of two sentences with the words of the first that it leaves out: `deal 4 damage`."""
    numbers = NUMBERS.findall(rest)
    short, long = (NUMBERS.sub("#", each).casefold() for each in (rest, first))
    return NUMBERS.sub(numbers[0], first, count=1) if len(numbers) == 1 and long.startswith(short) else rest


def _instead_of(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say how many instead of how many: `if …, summon two minions instead of one`."""
    noun = re.sub(r"s$", "", found["what"]) if found["m"].casefold() in ("one", "1", "a") else found["what"]
    yes, no = f"{found['verb']} {found['n']} {found['what']}", f"{found['verb']} {found['m']} {noun}"
    return _else(sentence, found["when"], yes, no, depth)


def _one_of_two(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say that somebody does one of two things: `each opponent sacrifices a creature or loses 3 life`."""
    for doer, first in doers(found["one"], sentence):
        if doer == YOU:
            continue
        who = doer.who if doer.who else "you"
        second = found["other"]
        with sentence.reads.about_it():
            made = [sentence.lines(f"{who} {_third(each)}", depth) for each in (first, bare(second))]
        if None in made or any(part.heads for part in made if part is not None):
            continue
        labels = [_label(each) for each in (first, bare(second))]
        parts = [part for part in made if part is not None]
        lines = [
            f"\n  {label}:" + "".join(f"\n    {line}".replace("\n", "\n") for line in part.does)
            for label, part in zip(labels, parts, strict=True)
        ]
        does = Lines(does=(f"{who} chooses one:{''.join(lines)}",), elsewhere=tuple(e for part in parts for e in part.elsewhere))
        does = does.inside(doer.opening) if doer.opening else does
        return does.under(*([f"Target: {doer.target}"] if doer.target else []))
    return None


def _third(text: str) -> str:
    verb, _, rest = text.partition(" ")
    return f"{verb}{'es' if verb.endswith(('s', 'ch', 'sh', 'x', 'o')) else 's'} {rest}".strip()


def _label(text: str) -> str:
    said = " ".join(re.findall(r"[\w'-]+", text)[:5])
    return re.sub(r"(?: (?:to|of|the|an?|its|your|from|in|on|with|and|for|their))+$", "", said)


def _enters(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say in which state things come into play: `creatures your opponents control enter tapped`."""
    noun = re.sub(r"^(?:each|every|all|your) ", "", found["what"], flags=re.IGNORECASE)
    mine = found["what"].casefold().startswith("your ")
    noun = f"{noun} you control" if mine else noun
    one = re.sub(r"^(\w+?)s\b", r"\1", noun)
    state, ready = found["state"].casefold(), found["state"].casefold() in ("ready", "untapped")
    stat = (
        sentence.names.declared(state)
        if not ready
        else next((each for word in ("exhausted", "tapped") if (each := sentence.names.declared(word)) is not None), None)
    )
    if stat is None:
        return None
    name = sentence.names.stats[stat].name
    for said in sentence.said(f"{rephrasing.article(one)}{one}"):
        if sentence.reads.trigger(f"{said} enters"):
            heads = (f"({sentence.slots.owner}, Automatic)", f"Trigger: {said} enters")
            with sentence.reads.about_it():
                does = f"it has {0 if ready else 1} {name}"
                return Lines(heads, (does,)) if sentence.reads.effect(does) else None
    return None


def _that_many(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Count the cards of a zone before they go: `discard your hand, then draw that many cards`."""
    zone = rephrasing.own_zone(found["zone"], sentence.names)
    for doer, does in doers(found["first"], sentence, DEEDS):
        if does.split(" ")[0].casefold() not in DEEDS:
            continue
        with sentence.reads.about_target([doer.target and f"Target: {doer.target}"]), sentence.reads.about_it():
            parts = [sentence.lines(doer.does(*each), depth) for each in (tuple(does.split(" ", 1)), ("draw", "7777 cards"))]
        if zone is None or None in parts or any(part.heads for part in parts if part is not None):
            continue
        both = together([part for part in parts if part is not None])
        count = f"let X be [number of cards in {doer.whose} {zone}]"
        inner = both._replace(does=(count, *[line.replace(STAND_IN, "X") for line in both.does]))
        inner = inner.inside(doer.opening) if doer.opening else inner
        return inner.under(*([f"Target: {doer.target}"] if doer.target else []))
    return None


def _as_much(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Use the amount of what happens: an ability that is heard before it, and that adds something to it."""
    who, verb, rest = found["who"], bare(found["verb"]), found["what"]
    trigger = sentence.trigger(f"{who} would {verb}{rest}")
    does = re.sub(r"\b(?:that|as) (?:much|many)\b", STAND_IN, found["rest"])
    inner = sentence.lines_about_it(does, depth) if trigger is not None else None
    if trigger is None or inner is None or inner.heads or len(inner.does) != 1:
        return None
    line = f"also {inner.does[0]}".replace(STAND_IN, "[the amount]")
    return inner._replace(does=(line,)).under(f"({sentence.slots.owner}, Automatic)", *trigger.heads)


def _at_the_end(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Take apart `… at the end of each round`: when something happens stands last."""
    trigger, inner = sentence.trigger(found["when"]), sentence.lines_about_it(found["rest"], depth)
    clear = inner is not None and not any(head.startswith("Trigger") for head in inner.heads)
    return inner.under(*trigger.heads).beside(trigger) if trigger is not None and inner is not None and clear else None


def _most_things(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what happens to the player who controls the most things of a sort: they are counted in a stat first."""
    kind = rephrasing.own_kind(re.sub(r"s$", "", found["what"]), sentence.names) or rephrasing.own_kind(
        found["what"], sentence.names
    )
    one = sentence.noun(kind) if kind is not None and sentence.slots.unit(found["what"]) is None else None
    with sentence.reads.about_it():
        inner = sentence.lines(f"it {found['rest']}", depth)
    if one is None or inner is None or inner.heads:
        return None
    with sentence.reads.about_it():
        many = next((said for said in (f"{one}s", found["what"]) if sentence.reads.noun(f"all {said} it controls")), None)
    stat = f"{one.title()} Count"
    rank = "most" if found["rank"].casefold() in ("most", "highest") else "least"
    count = f"each player: it has [number of {many} it controls] {stat}"
    each = inner.inside(f"each player with the {rank} {stat}:")
    declared = f"Stat {stat}: at least 0, for the rules alone"
    return each._replace(does=(count, *each.does)).beside(Lines(elsewhere=(declared,))) if many is not None else None


def _grows(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say of a card in play that it grows: `gain +1 Attack`."""
    stat = rephrasing.own_stat(found["stat"], sentence.names)
    if stat is None or "cards" not in sentence.names.has or "map" in sentence.names.has:
        return None
    return sentence.lines(f"this gains {found['n']} {stat}{found['until'] or ''}", depth)


def _in_area(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what happens to all in an area: `each creature in a 15-foot cone takes 3d6 cold damage`."""
    if "map" not in sentence.names.has or sentence.names.damage is None:
        return None
    size = int(found["size"]) // (5 if found["unit"].casefold().startswith(("f", "'")) else 1) or 1
    shape = {"radius": "radius", "sphere": "radius", "square": "burst", "blast": "burst"}.get(found["shape"], found["shape"])
    reach = f"Range: 10 tiles, {size}-tile radius" if shape == "radius" else f"Range: {size}-tile {shape}"
    verb, _, rest = found["rest"].partition(" ")
    does = f"all targets {bare(verb)} {rest}"
    return Lines((reach,), (does,)) if re.match(r"takes? (?:\S+ )+damage$", found["rest"]) else None


def _search(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what is done with the card that is found: `search your stack for a program and install it`."""
    zone = rephrasing.own_zone(found["zone"], sentence.names)
    what = next((said for said in sentence.said(found["what"]) if sentence.reads.noun(said)), None)
    rest = re.sub(r"\b(?:it|that card|them)\b", "the chosen card", found["rest"])
    rest = re.sub(r"^.+ paying (?:its|all) costs?$", "play the chosen card", re.sub(r",? (?:and |then )*shuffle.*$", "", rest))
    inner = sentence.lines(rest, depth) if "," not in rest else None
    if zone is None or what is None or inner is None or inner.heads:
        return None
    return inner.inside(f"search your {zone} for {what}:")


AMOUNT_FRAMES: Frames = (
    (
        r"search your (?P<zone>[\w ]+?) for (?P<what>an? .+?)(?:,| and|, and|[.;] then|, then) "
        r"(?P<rest>.+\b(?:it|that card)\b.*)",
        _search,
    ),
    (
        r"(?P<rest>.+?) (?P<when>(?:at|on) the (?:start|beginning|end) of (?:the|each|every|your|a|their|its) (?!next)[a-z]+)",
        _at_the_end,
    ),
    (r"(?:gain|get)s? \+(?P<n>\d+) (?P<stat>[a-z]+)(?P<until> until .+| this \w+)?", _grows),
    (
        r"the players? with (?:the )?(?P<rank>most|fewest|least) (?P<what>[a-z]+) "
        r"(?P<rest>(?:gains?|gets?|scores?|loses?|takes?|draws?|receives?|discards?|pays?|wins?|must|is|becomes) ?.*)",
        _most_things,
    ),
    (
        r"(?:each|all|every) (?:creature|enemy|target|enemie|actor|foe)s? (?:in|within) an? "
        r"(?P<size>\d+)[- ]?(?P<unit>foot|feet|ft|square|tile)s?[- ]"
        r"(?:long |wide )?(?P<shape>cone|line|burst|radius|sphere|blast)(?: .*?)?,? (?P<rest>takes? .+)",
        _in_area,
    ),
    (
        r"(?P<first>.*?\b[a-z]+s? (?:your|their|its|the) (?:whole |entire )?(?P<zone>hand|grip)\b[^,.;]*?)(?:,| and)(?: then)? "
        r"(?:they )?draws? (?:that|as) many(?: cards)?",
        _that_many,
    ),
    (
        r"(?:when(?:ever)?|each time|every time|after) (?P<who>you|this|it|a player|an opponent|[\w ]+?) "
        r"(?P<verb>gains?|loses?|takes?|draws?|suffers?)(?P<what>(?: [\w ]+?)?), (?P<rest>.*\b(?:that|as) (?:much|many)\b.*)",
        _as_much,
    ),
    (r"(?P<rest>.*\bX\b.*?),? where X is (?P<amount>[^.,;]+)", _where_x),
    (r"(?P<first>[^.;]+)[.;] (?:but )?if (?P<when>[^,]+), (?P<rest>[^.;]+?) instead", _instead),
    (
        r"if (?P<when>[^,]+), (?:you )?(?P<verb>[a-z]+) (?P<n>\d+|two|three|four|five) (?P<what>[a-z][\w' ]*?) instead of "
        r"(?P<m>\d+|an?|one|two|three)",
        _instead_of,
    ),
    (
        r"(?P<one>(?:each|every|all|target|that|another|an?|the|they|it) .*?[a-z]+s .+?),? or "
        r"(?P<other>[a-z]+s (?!control|have).+)",
        _one_of_two,
    ),
    (
        r"(?P<what>(?:(?:your|each|every|all|other|enemy|friendly) )*[\w]+s?(?: [\w']+)*?) enters?(?: the [a-z]+| play)? "
        r"(?P<state>tapped|exhausted|ready|untapped|stunned|frozen)",
        _enters,
    ),
)
"""How rulebooks say it: the words, and what takes them apart."""
