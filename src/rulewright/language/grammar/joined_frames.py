"""Sentences that say one thing of two, put somebody into a state, sort the top cards of a deck, or hold while something is so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rulewright.language.grammar import rephrasing
from rulewright.language.grammar.rule_lines import Lines, together
from rulewright.language.grammar.sentence_frames import Found, Frames
from rulewright.language.grammar.usual_words import PARTS
from rulewright.language.text.syntax import NUMBER_WORDS

if TYPE_CHECKING:
    from rulewright.language.grammar.sentences import Sentence

YOURSELF = ("you", "yourself", "the actor")

# -- one thing of two --------------------------------------------------------------------------------------------------


def _subjects(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say of each of two subjects what a sentence says of both: `you and all adjacent allies gain 3 health`."""
    parts = [_does(who, found["verb"], found["rest"]) for who in (found["one"], found["other"])]
    made = sentence.several(parts, depth)
    return together(made) if made else None


def _does(who: str, verb: str, rest: str) -> str:
    base = re.sub(r"(?<=[sxzh])es$|(?<=[^s])s$", "", {"has": "gain", "have": "gain"}.get(verb, verb))
    if who.casefold() in YOURSELF:
        return f"{base} {rest}"
    several = re.match(r"(?:all|your|both|\w+s$)", who, re.IGNORECASE) is not None
    return f"{who} {base if several else base + 's'} {rest}"


def _elliptic(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say the verb again: `deal 5 damage to the enemy hero and 2 damage to your own hero`."""
    made = sentence.several([f"{found['verb']} {found['one']}", f"{found['verb']} {found['other']}"], depth)
    return together(made) if made else None


def _generic(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say of each of some players what a sentence says of any: `a player who controls no provinces is eliminated`."""
    noun = re.sub(r"(?<=r|t)s$", "", found["noun"], flags=re.IGNORECASE)
    for at in [cut.start() for cut in re.finditer(" ", found["rest"])]:
        of, rest = found["rest"][:at], found["rest"][at + 1 :]
        which = next((said for said in sentence.said(f"{noun} {of}") if sentence.reads.noun(f"a {said}")), None)
        if which is None or not re.match(r"(?:is|are|must|cannot|can't|has|have|[a-z]+s?) ?", rest):
            continue
        verb, _, object_ = rest.partition(" ")
        singular = {"are": "is", "have": "has"}.get(
            verb, verb if verb.endswith("s") or verb in ("cannot", "can't", "must") else f"{verb}s"
        )
        inner = sentence.lines_about_it(f"it {singular} {object_}".strip(), depth)
        if inner is not None and not inner.heads:
            return inner.inside(f"each {which}:")
    return None


def _immune(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say that somebody cannot come into a state: its stat cannot rise."""
    stat = sentence.names.declared(found["state"])
    you = found["who"].casefold() in YOURSELF
    who = "you" if you else next((said for said in sentence.said(found["who"]) if sentence.reads.noun(said)), None)
    if stat is None or who is None or sentence.names.stats[stat].most != 1:
        return None
    does = f"[{sentence.names.stats[stat].name}] of {who} cannot rise above 0{found['until'] or ''}"
    heads = () if found["until"] else (f"({sentence.slots.owner}, Standing)",)
    return Lines(heads, (does,)) if sentence.reads.effect(does, standing=not found["until"]) else None


def _cheaper(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say that something is done for less: the price is lowered first."""
    unit, inner = found["unit"] or sentence.slots.paid({}) or "", sentence.lines(found["rest"], depth)
    less = sentence.lines(f"the next card you play costs {found['n']} {unit} {found['how']}", depth)
    return together([less, inner]) if inner is not None and less is not None and not less.heads else None


def _objects(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Do the same to each of two objects: `heal yourself and one ally within 3 squares for 1d6`."""
    rest = found["rest"] or ""
    parts = [f"{found['verb']} {'you' if who.casefold() in YOURSELF else who}{rest}" for who in (found["one"], found["other"])]
    made = sentence.several(parts, depth)
    return together(made) if made else None


def _stated(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Put somebody into a state: `knock it prone`."""
    return sentence.lines(f"{found['whom']} is {found['state']}{found['until'] or ''}", depth)


# -- the top cards of a deck -------------------------------------------------------------------------------------------

TO = {
    "discard": "discard",
    "trash": "trash",
    "put": "hand",
    "add": "hand",
    "take": "hand",
    "keep": "hand",
    "draw": "hand",
    "choose": "hand",
}


def _sorted_cards(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Look at some cards, move one or some of them, and put the rest somewhere."""
    names, verb = sentence.names, found["verb"].casefold()
    called = found["to"] or TO[verb]
    zone, to = _deck(sentence, found["zone"]), rephrasing.own_zone(called, names)
    chosen = _choice(sentence, found["some"].strip())
    rest = _rest(sentence, found["rest"] or "", zone or "")
    if zone is None or to is None or chosen is None or rest is None:
        return None
    number = NUMBER_WORDS.get(found["n"].casefold(), found["n"])
    look = "reveal" if found["look"].casefold().startswith("reveal") else "look at"
    moved = "card" if re.match("choose (?:one|a) ", chosen) else "cards"
    whose = "the" if zone.startswith("the ") and names.zone(called) is None else "your"
    put = (
        f"put the chosen {moved} to the {found['place']} of {zone}"
        if found["place"]
        else f"move the chosen {moved} to {whose} {to}"
    )
    purpose = "" if " among " in chosen else f", to {'take' if TO[verb] == 'hand' else verb}"
    optional, chosen = "you may " if found["may"] else "", f"{chosen}{purpose}"
    lines = (f"{look} the top {number} cards of {zone}", f"{optional}{chosen}", put, *rest)
    return Lines(does=lines) if all(map(sentence.reads.effect, lines)) else None


def _deck(sentence: Sentence, text: str) -> str | None:
    whose, _, called = text.partition(" ")
    zone = rephrasing.own_zone(called, sentence.names)
    return f"{whose} {zone}" if zone is not None else None


def _choice(sentence: Sentence, text: str) -> str | None:
    """Give the choice among the cards: `one`, `up to two`, `a creature`, `the curses`."""
    said = re.sub(r" ?(?:of (?:them|those|these)(?: cards)?|from among (?:them|those)|among them)$", "", text)
    if re.fullmatch(r"one|1|a card|it", said, re.IGNORECASE):
        return "choose one of them"
    counted = re.fullmatch(r"(?P<many>up to )?(?P<n>two|three|four|\d)(?: cards)?", said, re.IGNORECASE)
    if counted is not None:
        return f"choose {counted['many'] or ''}{counted['n']} of them"
    if re.fullmatch(r"any number|any|as many as you (?:like|want|wish)", said, re.IGNORECASE):
        return "choose up to 20 of them"
    noun = re.sub(r"^(?:all )?(?:the |any )", "all ", said)
    return next((f"choose {each} among them" for each in sentence.said(noun) if sentence.reads.noun(each)), None)


def _rest(sentence: Sentence, text: str, zone: str) -> tuple[str, ...] | None:
    """Give what happens to the rest: those that are put back lie where they are."""
    if re.fullmatch(r"(?:puts?|place|return)s? .*(?:back|on top)(?: .*)?", text) or not text:
        return ()
    if re.match("shuffle", text):
        return (f"shuffle {zone}",)
    if "bottom" in text:
        random = " in random order" if "random" in text else ""
        return (f"put the rest to the bottom of {zone}{random}",)
    gone = re.match(r"(discard|trash)", text)
    to = rephrasing.own_zone(gone[1], sentence.names) if gone is not None else None
    return (f"move the rest to your {to}",) if to is not None else None


# -- while something is so ---------------------------------------------------------------------------------------------


def _while(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what somebody has more of while something is so: a feature."""
    stat = rephrasing.own_stat(found["stat"], sentence.names)
    condition = sentence.condition(re.sub(r"^(?:I am|I'm|i am)\b|^this is\b", "the actor is", found["when"]))
    this = re.fullmatch(r"(?:I|this(?: \w+)?|it|you)", found["who"], re.IGNORECASE) is not None
    scope = sentence.slots.owner if this else next(iter(re.findall(r"(\w+?)s?$", found["who"])), "")
    if stat is None or condition is None or (not this and sentence.names.kind(scope) is None):
        return None
    scoped = () if found["who"].casefold() == "you" else (f"Scope: each {scope}",)
    return Lines(elsewhere=(f"Feature {sentence.slots.owner}", *scoped, f"When: {condition}", f"do: {found['n']} {stat}"))


WHOM = r"(?:target|it|this|you|yourself|an?|one|all|each|every|your|another|the)\b[\w' ]*?"
SOME = r"(?P<some>(?:one|1|two|up to \w+|any number|any|all|an?|the|it)\b[\w ]*?)"
JOINED_FRAMES: Frames = (
    (
        rf"(?P<one>{WHOM}) and (?P<other>{WHOM}) (?:each "
        rf")?(?P<verb>gains?|loses?|takes?|draws?|regains?|gets?|has|have|heals?|suffers?) (?P<rest>.+)",
        _subjects,
    ),
    (
        r"(?P<verb>heal|damage|ready|tap|untap|exhaust|push|pull|destroy|kill|stun|freeze|remove|return|trash|sacrifice|exile) "
        rf"(?P<one>{WHOM}) and (?P<other>{WHOM})(?P<rest> (?:for|by|to|until|this|from) .+)?",
        _objects,
    ),
    (
        r"(?P<verb>deals?|gives?|draws?|takes?|puts?|loses?|gains?) (?P<one>.+?) and "
        r"(?P<other>(?:\+?\d+|an?|one|two|three|half) .+)",
        _elliptic,
    ),
    (
        r"(?:an?|any|all|each|every) (?P<noun>(?:other )?(?:players?|opponents?)|(?<=[Aa]ll )(?:allies|enemies)) "
        r"(?P<rest>(?:with|who|that|without|within|adjacent) .+)",
        _generic,
    ),
    (rf"(?P<who>.+?) (?:cannot|can't) (?:be|become) (?:knocked |made |turned )?(?P<state>[a-z]+){PARTS['<until>']}", _immune),
    (
        r"(?P<rest>(?:play|cast|install|build|rez|summon|buy) .+?),? (?:paying|for) (?P<n>\d+|one|two)(?: "
        r"(?P<unit>[a-z]+))? (?P<how>less|more)",
        _cheaper,
    ),
    (
        rf"(?:knock|make|render|leave|turn)s? (?P<whom>.+?) (?P<state>{PARTS['<stated>']}){PARTS['<until>']}",
        _stated,
    ),
    (
        r"(?P<look>look at|reveal) the top (?P<n>\w+) cards of (?P<zone>(?:your|the|its) [\w ]+?)[.;,]? "
        r"(?:and )?(?:then )?(?:you )?(?P<may>may )?"
        rf"(?P<verb>put|add|take|keep|draw|discard|trash|choose) {SOME}"
        r"(?: (?:on(?:to)?|to|in) the (?P<place>top|bottom)(?: of [\w ]+?)?| (?:on|in)?to (?:your |the )?(?P<to>[a-z]+))?"
        r"(?:[.;,]? (?:and |then )*(?P<rest>(?:put|discard|trash|shuffle|place|return)s? (?:the rest|the "
        r"others?|the remaining cards?|them|those)\b.*))?",
        _sorted_cards,
    ),
    (
        r"(?:while|as long as) (?P<when>.+?), (?P<who>[\w ]+?) (?:have|has|gets?|gains?) (?P<n>[+-]\d+) "
        r"(?P<stat>[a-z]+(?: [a-z]+)?)",
        _while,
    ),
    (
        r"(?P<who>[\w ]+?) (?:have|has|gets?|gains?) (?P<n>[+-]\d+) (?P<stat>[a-z]+(?: [a-z]+)?) (?:while|as "
        r"long as) (?P<when>.+)",
        _while,
    ),
)
"""How rulebooks say it: the words, and what takes them apart."""
