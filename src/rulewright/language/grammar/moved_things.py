"""What is moved in a sentence: how many of which things, from where, and where to, in the words of the book.

`discard two of their cards at random`, `put a relic from your hand on the bottom of your library`, `give one of your coins to
the player on your left`: the parts are read one by one, whoever does it, and printed as lines of a rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from rulewright.language.grammar import doer_words, new_names, rephrasing
from rulewright.language.grammar.named_doers import YOU, Doer, doers, named
from rulewright.language.grammar.rule_lines import Lines
from rulewright.language.text.syntax import NUMBER_WORDS
from rulewright.program.spelled import plain

if TYPE_CHECKING:
    from rulewright.language.grammar.sentences import Sentence

WHOSE = r"(?P<whose>your|its|their|his|her|the|target's|that player's|(?:its|their) owner(?:'s|s'))"
FROM = re.compile(rf"(?P<what>.+?) (?:from|in|out of|of) {WHOSE} (?P<zone>[\w&]+(?: [\w&]+)?)", re.IGNORECASE)
TO = re.compile(
    r"(?P<what>.+?) (?:back )?"
    r"(?P<side>(?:on|to|at)(?:to)? the top of|on top of|(?:on|to|at)(?:to)? the bottom of|under|in(?:to)?|"
    rf"on(?:to)?|to) {WHOSE} (?P<zone>[\w&]+(?: [\w&]+)?)(?P<down> face[- ]?down)?",
    re.IGNORECASE,
)
TO_WHOM = re.compile(r"(?P<what>.+?) to (?P<whom>[\w' ]+)", re.IGNORECASE)
OF_WHOM = re.compile(r"(?P<what>.+?) from (?P<whom>[\w' ]+)", re.IGNORECASE)
COUNTED = re.compile(
    r"(?:(?P<upto>up to )?(?P<n>an?|one|two|three|four|five|six|seven|eight|\d+|x)|(?P<many>any number|as many)|"
    r"(?P<all>all|every|each|the whole|the entire))(?: (?P<random>random))? (?:of )?"
    r"(?:(?:your|their|its|his|her|the|those) )?(?:own )?(?P<noun>[a-z][\w' \[\]<>=-]*?)"
    r"(?P<randomly>,? (?:chosen )?(?:at random|randomly))?(?: of (?:your|their|its|his|her) choice)?",
    re.IGNORECASE,
)
TOP = re.compile(r"(?:the )?(?P<end>top|bottom) (?:(?P<n>two|three|four|five|\d+) )?cards?", re.IGNORECASE)
WHOLE = re.compile(rf"{WHOSE} (?:whole |entire )?(?P<zone>[\w&]+(?: [\w&]+)?)", re.IGNORECASE)
OWN = frozenset(["your", "its", "their", "his", "her", "target's", "that player's"])


class MovingVerb(NamedTuple):
    """What a verb does with things: where they usually are, and where they go."""

    place: str  # "hand", "play", or "" where the noun tells it
    to: str = ""  # the zone for what is moved so; "owner" if its owner's


DEEDS = {
    "discard": MovingVerb("hand", "discard"),
    "trash": MovingVerb("", "trash"),
    "scrap": MovingVerb("", "trash"),
    "exile": MovingVerb("", "exile"),
    "banish": MovingVerb("", "exile"),
    "sacrifice": MovingVerb("play", "owner"),
    "destroy": MovingVerb("play", "owner"),
    "kill": MovingVerb("play", "owner"),
    "demolish": MovingVerb("play", "owner"),
    "remove": MovingVerb("play", "owner"),
    "lose": MovingVerb("", "owner"),
    "reveal": MovingVerb("hand"),
    "show": MovingVerb("hand"),
    "put": MovingVerb(""),
    "place": MovingVerb(""),
    "move": MovingVerb(""),
    "add": MovingVerb(""),
    "return": MovingVerb(""),
    "shuffle": MovingVerb("hand"),
    "mill": MovingVerb("top", "discard"),
    "gain": MovingVerb("supply", "discard"),
    "give": MovingVerb(""),
    "hand": MovingVerb(""),
    "pass": MovingVerb(""),
    "pay": MovingVerb("", "owner"),
    "spend": MovingVerb("", "owner"),
    "install": MovingVerb("hand", "home"),
    "deploy": MovingVerb("hand", "home"),
    "take": MovingVerb(""),
    "steal": MovingVerb(""),
}
"""Verbs with which games move things."""
PLACED = frozenset(["put", "place", "move", "add", "return", "shuffle", "discard", "gain", "acquire"])
INSTEAD = {"exile": ("trash", "discard"), "trash": ("exile", "discard")}


class Things(NamedTuple):
    """Some things as lines name them: what chooses them, if somebody does, and the words for them afterwards."""

    chosen: str  # after `choose`; "" if nothing is chosen
    called: str
    owned: bool  # whether they lie in play, so that they go to their owner's zone


def ways(text: str, sentence: Sentence) -> Iterator[tuple[Doer, Lines]]:
    """Give the lines of a sentence that moves something, for every reading of who does it."""
    for said in dict.fromkeys([text, rephrasing.plainly(text)]):
        yield from _ways(said, sentence)


def _ways(text: str, sentence: Sentence) -> Iterator[tuple[Doer, Lines]]:
    for doer, does in doers(text, sentence, DEEDS):
        does = doer_words.CONTROLLED.sub(doer.controls, does) if doer != YOU else does
        verb, _, rest = does.partition(" ")
        deed = DEEDS.get(verb.casefold()) if doer == YOU or verb != "gain" else None
        made = _done(sentence, doer, verb.casefold(), deed, rest) if deed is not None and rest else None
        if made is not None:
            inner = made.inside(doer.opening) if doer.opening else made
            yield doer, inner.under(*([f"Target: {doer.target}"] if doer.target else []))


def _done(sentence: Sentence, doer: Doer, verb: str, deed: MovingVerb, rest: str) -> Lines | None:
    if verb in ("give", "hand", "pass", "pay", "show"):
        found = TO_WHOM.fullmatch(rest)
        to = named(found["whom"], sentence) if found is not None else None
        if found is not None and to is not None:
            return _handed(sentence, doer, to, found["what"], show=verb == "show")
        return _moved(sentence, doer, verb, deed, rest) if verb in ("show", "pay") else None
    if verb in ("take", "steal"):
        found = OF_WHOM.fullmatch(rest)
        of = named(found["whom"], sentence) if found is not None else None
        return _taken(sentence, doer, of, found["what"]) if found is not None and of is not None else None
    return _moved(sentence, doer, verb, deed, rest)


def _moved(sentence: Sentence, doer: Doer, verb: str, deed: MovingVerb, rest: str) -> Lines | None:
    found = TO.fullmatch(rest) if verb in PLACED else None
    found = None if found is not None and verb in ("gain", "discard", "return") and found["side"].casefold() == "in" else found
    to, what = (_place(sentence, doer, found), found["what"]) if found is not None else (None, rest)
    if found is None and not deed.to and verb not in ("reveal", "show"):
        return None
    if found is not None and to is None:
        return None
    lost = (
        _lost(sentence, doer, what) if found is None and verb in ("discard", "lose", "remove", "return", "pay", "spend") else None
    )
    if lost is not None:
        return lost
    things = _things(sentence, doer, deed, what)
    if things is None:
        return None
    to, new = to or _usual(sentence, doer, deed, things), tuple[str, ...]()
    if verb in ("reveal", "show"):
        end = f"reveal {things.called}"
    elif deed.to == "home":
        end = doer.does("play", things.called)
    elif to is None:
        end = f"remove {things.called}" if deed.to == "owner" or things.owned else ""
        if not end and deed.to == "discard":
            end, new = f"move {things.called} to {doer.whose} Discard", ("Zone Discard: of each player, seen by all",)
    else:
        side = f"{found['side']}" if found is not None else ""
        where = (
            "bottom"
            if re.search("bottom|under", side)
            else "top"
            if "top" in side or (side.startswith("on") and _drawn(to, sentence))
            else ""
        )
        down = " face down" if found is not None and found["down"] else ""
        end = f"put {things.called} to the {where} of {to}" if where else f"move {things.called} to {to}{down}"
    chosen = (doer.does("choose", f"{things.chosen}, to {verb}"),) if things.chosen else ()
    lines = [*chosen, end]
    if found is not None and verb == "shuffle" and to is not None:
        lines.append(f"shuffle {to}")
    return Lines(does=tuple(lines), elsewhere=new) if end else None


def _drawn(to: str, sentence: Sentence) -> bool:
    """Say whether a zone is a deck, on which things are put on top."""
    number = sentence.names.zone(to.split(" ", 1)[-1])
    return number is not None and sentence.names.unseen.get(number) == "nobody"


def _whose(word: str, doer: Doer) -> str:
    low = word.casefold()
    if low.endswith(("owner's", "owners'")):
        return "its owner's"
    if low == "your":
        return "your" if doer == YOU else "the actor's"
    return doer.whose if low in OWN and (doer != YOU) else "its" if low in ("their", "his", "her") else low


def _place(sentence: Sentence, doer: Doer, found: re.Match[str]) -> str | None:
    zone = rephrasing.own_zone(found["zone"], sentence.names)
    return f"{_whose(found['whose'], doer)} {zone}" if zone is not None else None


def _usual(sentence: Sentence, doer: Doer, deed: MovingVerb, things: Things) -> str | None:
    """Give the zone to which a deed moves things."""
    role = "discard" if deed.to == "owner" else deed.to
    zone = next((zone for each in (role, *INSTEAD.get(role, ())) if (zone := rephrasing.own_zone(each, sentence.names))), None)
    if zone is None:
        return None
    shared = not sentence.reads.effect(f"shuffle your {zone}")
    return zone if shared else f"its owner's {zone}" if things.owned else f"{doer.whose} {zone}"


# -- amounts ---------------------------------------------------------------------------------------------------------------


def _amount(sentence: Sentence, text: str, doer: Doer) -> tuple[str, str] | None:
    """Give how much of which stat some words name: `one of your coins`, `all its gold`, `half of their grain`."""
    found = re.fullmatch(
        r"(?:(?P<n>an?|one|two|three|four|five|six|\d+(?: \* \[[^\]]+\])?|\[[^\]]+\]|x)|(?P<all>all)|(?P<half>half))"
        r"(?: of)?(?: (?:your|their|its|his|her|the))? "
        r"(?P<unit>[a-z]+(?: [a-z]+)?)",
        text,
        re.IGNORECASE,
    )
    unit = sentence.slots.unit(found["unit"]) if found is not None else None
    if found is None or unit is None or sentence.names.kind(found["unit"]) is not None or ("[" in text and doer != YOU):
        return None
    role = {"": "", "it": "It ", "target": "Target "}.get(doer.who, f"{doer.who} ")
    own = f"[{role}{unit}]"
    much = own if found["all"] else f"half of {own}" if found["half"] else rephrasing_number(found["n"])
    return much, unit


def rephrasing_number(word: str) -> str:
    """Give a number in figures."""
    return str(NUMBER_WORDS.get(word.casefold(), word))


def _lost(sentence: Sentence, doer: Doer, what: str) -> Lines | None:
    much = _amount(sentence, what, doer)
    return Lines(does=(doer.does("lose", " ".join(much)),)) if much is not None else None


def _handed(sentence: Sentence, doer: Doer, to: Doer, what: str, show: bool = False) -> Lines | None:
    """Let somebody give something to somebody else."""
    heads = (f"Target: {to.target}",) if to.target else ()
    much = _amount(sentence, what, doer) if not show else None
    if to.opening or (doer.opening and to.who in ("it", "target")):
        return None
    after = re.sub(r"\bthe actor\b", "it", to.who) if doer.opening else to.who
    if much is not None:
        gains = f"{after} gains {' '.join(much)}" if after else f"the actor gains {' '.join(much)}"
        first = doer.does("lose", " ".join(much))
        return Lines(heads, (gains, first) if much[0].startswith(("[", "half")) else (first, gains))
    things = _things(sentence, doer, MovingVerb(""), what)
    if things is None:
        return None
    chosen = (doer.does("choose", f"{things.chosen}, to {'show' if show else 'give'}"),) if things.chosen else ()
    hand = rephrasing.own_zone("hand", sentence.names)
    whose = f"{after}'s" if after else "the actor's"
    if show:
        end = f"{after or 'the actor'} looks at {things.called}"
    elif things.owned:
        end = f"{after or 'the actor'} gains control of {things.called}"
    else:
        end = f"move {things.called} to {whose} {hand}" if hand else ""
    return Lines(heads, (*chosen, end)) if end else None


def _taken(sentence: Sentence, doer: Doer, of: Doer, what: str) -> Lines | None:
    """Let somebody take something from somebody else."""
    heads = (f"Target: {of.target}",) if of.target else ()
    much = _amount(sentence, what, of)
    if (doer.opening and of.opening) or (doer.opening and of.who in ("it", "target")):
        return None
    if much is not None:
        lines = (of.does("lose", " ".join(much)), doer.does("gain", " ".join(much)))
        lines = lines[::-1] if much[0].startswith(("[", "half")) else lines
        if of.opening:
            return Lines(does=(f"{of.opening}\n  {of.does('lose', ' '.join(much))}\n  the actor gains {' '.join(much)}",))
        return Lines(heads, lines)
    things = _things(sentence, of, MovingVerb(""), what)
    if things is None or of.opening:
        return None
    chosen = (doer.does("choose", f"{things.chosen}, to take"),) if things.chosen else ()
    hand = rephrasing.own_zone("hand", sentence.names)
    end = (
        f"{doer.who or 'the actor'} gains control of {things.called}"
        if things.owned
        else f"move {things.called} to {doer.whose} {hand}"
    )
    return Lines(heads, (*chosen, end)) if things.owned or hand else None


# -- things ----------------------------------------------------------------------------------------------------------------


def _things(sentence: Sentence, doer: Doer, deed: MovingVerb, text: str) -> Things | None:
    known = re.fullmatch(r"this|target|it|that card|those cards|the chosen (?:card|one)s?", text, re.IGNORECASE)
    if known is not None and (text.casefold() != "it" or sentence.reads.it):
        return Things("", "it" if text.casefold() == "that card" else text.casefold(), True)
    place, what = None, text
    found = FROM.fullmatch(text)
    if found is not None and (said := _place(sentence, doer, found)) is not None:
        place, what = said, found["what"]
    top = TOP.fullmatch(what)
    deck = rephrasing.own_zone("deck", sentence.names)
    if top is not None and (place or deck):
        n = f"{rephrasing_number(top['n'])} cards" if top["n"] else "card"
        return Things("", f"the {top['end'].casefold()} {f'{n}'} of {place or f'{doer.whose} {deck}'}", False)
    if deed.place == "top":
        counted = re.fullmatch(r"(?P<n>an?|one|two|three|four|five|\d+|x) cards?", what, re.IGNORECASE)
        if counted is None or deck is None:
            return None
        n = rephrasing_number(counted["n"])
        return Things("", f"the top {'card' if n == '1' else f'{n} cards'} of {doer.whose} {deck}", False)
    whole = WHOLE.fullmatch(text)
    if whole is not None and (zone := _place(sentence, doer, whole)) is not None:
        return Things("", f"all cards from {zone}", False)
    counted = COUNTED.fullmatch(what)
    return _counted(sentence, doer, deed, counted, place) if counted is not None else None


def _counted(sentence: Sentence, doer: Doer, deed: MovingVerb, found: re.Match[str], place: str | None) -> Things | None:
    noun = re.sub(r"\s+cards?$", "", found["noun"]) if re.search(r"\w cards?$", found["noun"]) else found["noun"]
    single = not found["n"] or found["n"].casefold() not in ("a", "an", "one", "1")
    for said in (found["noun"], noun):
        head, _, after = said.partition(" ")
        one = sentence.noun(" ".join([new_names.singular(head), after]).strip()) or sentence.noun(said)
        kind = sentence.names.kind(re.sub(r"\W.*", "", one.split(" ")[-1])) if one else None
        if one is None or plain(kind or "") == "player" or re.fullmatch("players?|opponents?|you", one):
            continue
        where, owned = _where(sentence, doer, deed, one, place)
        if where is None:
            return None
        many = re.sub(r"^(\w+)", _plural, one, count=1) if " " not in one else _plural_noun(one)
        last = _head(one)
        if found["all"]:
            return Things("", f"all {many}{where}", owned)
        if found["random"] or found["randomly"]:
            return Things("", f"a random {one}{where}", owned) if not single else None
        if found["many"]:
            return Things(f"up to 20 {many}{where}", f"the chosen {last}s", owned)
        if found["upto"]:
            return Things(f"up to {found['n']} {many}{where}", f"the chosen {last}s", owned)
        if single:
            return Things(f"{found['n']} {many}{where}", f"the chosen {last}s", owned)
        return Things(f"{rephrasing.article(one)}{one}{where}", f"the chosen {last}", owned)
    return None


def _plural(found: re.Match[str]) -> str:
    word = found[0]
    return word if word.endswith("s") else f"{word[:-1]}ies" if re.search("[^aeiou]y$", word) else f"{word}s"


def _plural_noun(noun: str) -> str:
    """Give a noun phrase in the plural: its head, which stands before its qualifiers."""
    before = re.match(r"(.+?)(?= (?:you|it|with|that|who|in|at|on|controlled|adjacent|within)\b|$)", noun)
    head = before[0] if before is not None else noun
    first, last = head.rpartition(" ")[::2]
    return f"{first} {re.sub(r'.+', _plural, last)}{noun[len(head) :]}".strip()


def _head(noun: str) -> str:
    before = re.split(r" (?:you|it|with|within|in|at|on|that|who|controlled|adjacent)\b", noun)[0]
    return before.split(" ")[-1]


def _where(sentence: Sentence, doer: Doer, deed: MovingVerb, noun: str, place: str | None) -> tuple[str | None, bool]:
    """Give where the things are, and whether that is in play."""
    if place is not None:
        return f" in {place}", False
    if deed.place == "supply":
        supply = rephrasing.own_zone("supply", sentence.names)
        return (f" in the {supply}" if supply is not None else None), False
    if re.search(r"\b(?:you|it) (?:do(?:es)? not )?controls?\b|\bcontrolled by\b|\benemy\b", noun):
        return "", True
    hand = rephrasing.own_zone("hand", sentence.names)
    kind = sentence.names.kind(_head(noun))
    home = plain(kind) if kind is not None else ""
    at_home = kind is not None and (home in sentence.names.homes or home not in sentence.names.card_types)
    if deed.place == "play" or (at_home and not (deed.place == "hand" and hand)):
        return (f" {doer.controls}", True) if noun != "card" or "board" in sentence.names.has else (None, True)
    return (f" in {doer.whose} {hand}", False) if hand is not None else (f" {doer.controls}", True)
