"""Rewords a line in the words of its book: replaces other games' words for stats, kinds, zones, tiles and comparisons.

The result is only suggested in an error; a line is never read as something that its author did not write.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from rulewright.language.names.names import Names
from rulewright.language.text.syntax import NUMBER_WORDS
from rulewright.program.declared import OWN_STATS
from rulewright.program.spelled import plain

NUMBER = (
    r"(?:\d+d\d+(?: [+-] (?:\d+|\[\w+\]))?|\d+|[xX]|"
    + "|".join(word for word in NUMBER_WORDS if word not in ("twice", "thrice"))
    + ")"
)

UNITS = (
    ("life", "health", "hit points", "hit point", "hp", "life points", "toughness"),
    ("coins", "gold", "money", "credits", "cash", "dollars", "silver coins"),
    ("points", "victory points", "vp", "score", "prestige", "prestige points", "glory", "influence points"),
    ("power", "attack", "might", "strength", "force"),
    ("defense", "armor class", "ac", "defence", "armor", "armour"),
    ("speed", "movement", "movement points"),
    ("mana", "energy", "mana crystals", "magic"),
    ("actions", "action points", "clicks", "moves"),
    ("workers", "meeples", "pawns", "family members"),
    ("price", "cost", "costs", "play cost", "energy", "mana"),
)
"""Words that games use for the same stat: a book has one of them, and a line may say another."""

NOUNS = (
    ("creature", "minion", "unit", "monster", "follower", "character", "ally", "fighter"),
    ("piece", "stone", "man", "disc", "token", "pawn", "checker", "marble"),
    ("spell", "instant", "sorcery", "trick", "event"),
    ("cell", "square", "space", "field", "point", "intersection", "hex", "tile"),
    ("province", "region", "territory", "land", "area", "sea", "country", "city"),
    ("army", "unit", "troop", "fleet"),
    ("actor", "creature", "character", "figure", "monster", "foe"),
    ("player", "hero", "person", "somebody", "someone", "anybody", "villager"),
    ("opponent", "enemy hero", "enemy player", "your opponent", "rival"),
    ("building", "house", "hut", "structure", "improvement"),
)
"""Words that games use for the same sort of thing."""

ZONES = (
    ("deck", "library", "draw pile", "main deck", "stack of cards", "bag"),
    ("hand", "grip"),
    ("discard", "graveyard", "discard pile", "heap", "trash", "scrapyard"),
    ("board", "battlefield", "play", "table", "field", "play area"),
    ("supply", "market", "shop", "store", "bank", "row"),
    ("exile", "banishment", "outside the game"),
    ("trash", "trash pile"),
)
"""What zones for the same purpose are called."""

PLAIN = (
    (
        r"\b[Tt]his (?:card|minion|creature|unit|agenda|program|spell|piece|building|asset|ice|battlefield|location|resource|"
        r"hardware|upgrade|event|operation|artifact|enchantment|relic|character|follower|hero|worker|token|land)\b(?!'s)",
        "this",
    ),
    (r"\b(?:won't|will not)\b", "does not"),
    (r"\b[Cc]onverts? (\w+ \w+) in(?:to)? (?=\w+ \w+)", r"exchange \1 for "),
    (r"\bfor the rest of (?:the|this) (turn|round)\b", r"this \1"),
    (r"\b[Yy]ou (?:must|have to|are forced to) (?!not\b)", ""),
    (
        r"\bmust (discard|lose|pay|reveal|return|remove|skip|take|draw|move|give|trash|choose|sacrifice|put|show)\b(?! not)",
        r"\1s",
    ),
    (
        r"\b(?:[Cc]hoose|[Cc]hooses|[Pp]icks?|[Ss]elects?) ((?:an?|one|two|three|up to \w+|target) [^.;,]+?) and "
        r"([a-z]+) (?:it|them|that card|those cards)\b",
        r"\2 \1",
    ),
    (r"\b((?:an?|another) [\w ]+?) enters (?:the \w+ |play )?under your control\b", r"\1 you control enters"),
    (r"\byou have (played|cast|drawn|gained|lost|attacked|moved|discarded|built|scored)\b", r"you \1"),
    (r"(?<!\w)(?:an? )?(\+\d+) (?:bonus )?(?:to |on )?(attack|damage|defense) (?:rolls?|checks?)\b", r"\1 \2"),
    (r"\b(to (?:its |their |your |all )?)(attack|damage|defense) (?:rolls?|checks?)\b", r"\1\2"),
    (
        r"\b(?:who|that) (?:has|have) (?:built|placed|made|played|collected|gathered|bought|got) (the (?:most|fewest|least))\b",
        r"with \1",
    ),
    (r"\b(players?|opponents?) (?:who|that) (?:has|have) (the (?:most|fewest|least|highest|lowest))\b", r"\1 with \2"),
    (r"\b(?:an? )?(\+\d+)(?: bonus)? to (?:its |their |your |his |her )?(?=[a-z]+(?: [a-z]+)?\b)", r"\1 "),
    (
        r"\b((?:cannot|can't|may not|can not) [\w ]+?) (?:on|during|in) (its|their|your) next (turn|round)\b",
        r"\1 until the end of \2 next \3",
    ),
    (r"\b[Bb]oth players ([a-z]+)\b", r"each player \1s"),
    (r"\ban? ([-−]\d+) penalty to (?:its |their |all )?([a-z]+)(?: rolls| checks)?\b", r"\1 \2"),
    (r"\btake (?:any )?reactions\b", "perform a reaction"),
    (r"\b(?:spend|pay)(s?) (?:an?|one|1) click\b", r"lose\1 1 click"),
    (r"\buntil (?:the start of )?(your|its|their) next turn\b", r"until start of \1 next turn"),
    (r"\buntil start of your next turn\b", "until start of next turn"),
    (r",? (?:ignoring|without paying) (?:its|their|the|all) (?:\w+ )?costs?\b", " without paying"),
    (r"\bthe (?:fewest|lowest) (?=[a-z])", "the least "),
    (r"\bthe highest (?=[a-z])", "the most "),
    (r"\b(that|who) (?:died|has died|was killed|was destroyed)(?! this)\b", r"\1 died this turn"),
    (r"\b(can|do|does|is|are|was|has|have)n't\b", r"\1 not"),
    (r"\bcan not\b", "cannot"),
    (r"\b(?:that's|who's)\b", "that is"),
    (r"\bit's\b", "it is"),
    (r"\byou've\b", "you have"),
    (r"\b(?:I am|I'm)\b", "this is"),
    (r"\b(\w+) at random\b", r"random \1"),
    (r"\b(?:1|one) random\b", "a random"),
    (r"\byour own\b", "your"),
    (r"\bI (die|attack|move|hold|conquer|defend|win|enter|leave)\b", r"this \1s"),
    (r"\bthis turn only\b", "this turn"),
    (r" per (?!turn|round|game|day|player)(?=[a-zA-Z])", " for each "),
    (r"\byou have in play\b", "you control"),
    (r"\b(?:one|1) of (?:their|its) cards\b", "a card in its hand"),
    (r"\bwithout (?:an?|any) ([a-z]+)\b(?! paying)", r"with no \1 at it"),
    (r"\bfor every\b", "for each"),
    (r"\b((?:an?|another|one|each) [\w ]+?) (?:is (?:killed|destroyed)|dies) here\b", r"\1 here dies"),
    (r"\b(adjacent to|next to|with) your (stone|piece|pawn|man|disc|unit|creature|army|building)\b", r"\1 a \2 you control"),
    (
        r"\b(?:whoever|(?:the|each) player who|anyone who) (?:has|controls?|owns?) the (most|fewest|least|highest|lowest)\b",
        r"the player with the \1",
    ),
    (
        r"\b(?:whoever|anyone who|anybody who|any player who|the player who|players who) (?=has|have|had|controls?|owns?|is|are)",
        "each player who ",
    ),
    (r"\ba card (?:at random|chosen at random)\b", "a random card"),
    (
        r"\b(?:from|of|in) the (hand|deck|discard pile) of (the player (?:to|on) (?:your|the) \w+|the chosen player|target)",
        r"from \2's \1",
    ),
    (r"\bthe player to (?:your|the) left\b", "the player after the actor"),
    (r"\buntil the end of (?:your|this|the) turn\b", "until end of turn"),
    (r"\bwith (\w+) or more cards in hand\b", r"with at least \1 cards in its hand"),
    (r"(?<= cards in its hand )(puts?|discards?|trashes|returns?) one of (?:them|those)\b", r"\1 a card in its hand"),
    (r"\bthe player (?:on|to) the left\b", "the player after the actor"),
    (r"\btheir owners' (\w+?)s\b", r"its owner's \1"),
    (r"\bthe player (?:on|to) (?:your|the) left\b|\byour left neighbou?r\b|\bthe next player\b", "the player after the actor"),
    (r"\bthe player (?:on|to) (?:your|the) right\b|\byour right neighbou?r\b", "the player before the actor"),
    (r"\b(?:no one|nobody) else\b", "no other player"),
    (
        r"\byou roll an? natural (\d+)\b|\bthe roll is an? natural (\d+)\b|\bon an? natural (\d+)\b",
        r"the check shows a natural \1\2\3",
    ),
    (
        r"\b(next|adjacent) to (?:at least )?(two|three|four|\d+)(?: or more)? ((?:enemy |friendly |other )*[a-z]+s)\b",
        r"with at least \2 \3 \1 to it",
    ),
    (r"\b(?:me|I|myself)\b", "this"),
    (r"\byou own\b", "you control"),
    (r"\byour opponents? controls?\b|\b(?:an|each|your) opponents? controls?\b", "you do not control"),
    (r"\beach of your (\w+?)s\b", r"each \1 you control"),
    (r"\bthey (control|own|have)\b", "it controls"),
    (r"\b(?:they|that player) (lose|gain|draw|take|discard)\b", r"it \1s"),
    (r"\btheir\b", "its"),
    (r"\bthem\b", "it"),
    (r"\b(\w+) of yours\b", r"\1 you control"),
    (r"\byour other (\w+)", r"other \1 you control"),
    (r"\b(?:one|any|1) of your (?:own )?(\w+?)s\b", r"a \1 you control"),
    (r"\ball (?:of )?your (\w+s)\b", r"all \1 you control"),
    (r"\b(?:an?|any) opponent's (?=creature|unit|minion|piece|building|stone)", "an enemy "),
    (r"\bhis or her\b|\bhis\b|\bher\b", "its"),
    (r"\b(?:he or she|she|he)\b", "it"),
    (r"\bone of (?:its|his|her) (\w+?)s\b", r"a \1 it controls"),
    (r"\bevery\b", "each"),
    (r"\b(?:[Ee]veryone|[Ee]verybody|[Aa]ll players)\b", "each player"),
    (r"\bany target\b", "a creature or a player"),
    (r"\bany (?=(?:empty|free|adjacent|enemy|friendly|other)\b)", "an "),
    (r"\b(?:may|can) be (?:placed|put|played)\b", "is placed"),
    (r"\b(?:squares?|spaces?|cells?|tiles?) (?:next|adjacent) to you\b", "tile adjacent to this actor"),
    (r"\bpieces? of (\w+)", r"\1"),
    (r"\binstalled (\w+)", r"\1 in play"),
    (r"\bnon(\w+)", r"non-\1"),
    (r"\bunoccupied\b|\bvacant\b|\bfree (?=cell|square|space)", "empty"),
    (r"\bneighbou?ring\b", "adjacent"),
    (r"\balive\b", "in play"),
    (r"\btonight\b", "this Round"),
)
"""Words that mean the same in every game."""

COMPARED = (
    (r"(?:more|greater|higher|above|up)", ">="),
    (r"(?:less|fewer|lower|below|under)", "<="),
)


def in_own_words(text: str, names: Names) -> Iterator[str]:
    """Give a line in the words of the book, in the ways that are possible; the line as it stands is not among them."""
    said = plainly(text)
    said = re.sub(
        r"\b(pays?|spends?) (\d+)$", lambda found: f"{found[0]} {own_stat('mana', names) or own_stat('coins', names) or ''}", said
    )
    said = re.sub(
        r" plus (?:your |the )?([a-z]+)\b", lambda found: _added(found[1], names) or found[0], said, flags=re.IGNORECASE
    )
    said = _tiles(_compared(_zoned(_unified(_called(said, names), names), names), names), names)
    found = dict.fromkeys([said, _lying(said), _ordered(said), _ordered(_lying(said)), _counted(said)])
    yield from [said for said in dict.fromkeys(map(_articles, found)) if said != text]


def plainly(text: str) -> str:
    """Give a line in plainer words that mean the same in every game."""
    for pattern, to in PLAIN:
        text = re.sub(pattern, to, text)
    return text


def said_in(text: str, names: Names) -> Iterator[str]:
    """Give a text as it stands, and in the words of the book."""
    yield text
    yield from in_own_words(text, names)


def _added(word: str, names: Names) -> str | None:
    stat = own_stat(word, names)
    return f" + [{stat}]" if stat is not None else None


def _articles(text: str) -> str:
    """Write `a` or `an` as the next word requires."""
    return re.sub(r"\b(a|an) (?=(\w+))", lambda found: f"{article(found[2])}", text)


def article(noun: str) -> str:
    """Give the article of a noun, with a space."""
    return "an " if noun[0].casefold() in "aeiou" and not noun.casefold().startswith(("uni", "use", "one", "eu")) else "a "


def _ordered(text: str) -> str:
    """Put what a thing has directly behind it, so that it cannot belong to its place."""
    return re.sub(r"\b((?:an?|all|each|target) [\w-]+) ((?:at|in|on|from) [\w' ]+?) (with \[[^\]]+\] \S+ \d+)", r"\1 \3 \2", text)


def _counted(text: str) -> str:
    """Put numbers in figures, where more or fewer may be meant."""
    numbers = "|".join(word for word, n in NUMBER_WORDS.items() if n > 1)
    return re.sub(
        rf"\b({numbers})(?= or (?:more|fewer|less)\b)", lambda found: str(NUMBER_WORDS[found[1].casefold()]), text, flags=re.I
    )


def own_stat(words: str, names: Names) -> str | None:
    """Give the book's stat for a unit: the same word, in the singular or plural, or another word for the same."""
    known = next((index for form in _forms(words) if (index := names.declared(form)) is not None), None)
    if known is not None:
        return names.stats[known].name
    usual = [each for group in UNITS if words.casefold() in {form for unit in group for form in _forms(unit)} for each in group]
    own = {plain(stat.name): stat.name for stat in names.stats[len(OWN_STATS) :]}
    damage = names.stats[names.damage].name if names.damage is not None and words.casefold() in UNITS[0] else None
    return damage or next((own[each] for each in usual if each in own), None)


def own_kind(word: str, names: Names) -> str | None:
    """Give the book's kind for a noun: itself, or another word for the same."""
    if names.kind(word) is not None:
        return word
    one = next((form for form in _forms(word) if any(form in group for group in NOUNS)), None)
    usual = [each for group in NOUNS if one in group for each in group]
    own = [name for name in usual if names.kind(name) is not None]
    many = word.casefold().endswith("s") and not (one or "").endswith("s")
    return (f"{own[0]}s" if many else own[0]) if len(set(own)) >= 1 else None


def own_zone(word: str, names: Names) -> str | None:
    """Give the book's zone for what other games call otherwise."""
    if names.zone(word) is not None:
        return word.title()
    if word.casefold() == "play":
        return None
    several = names.zone(f"{word}s")
    if several is not None and names.unseen.get(several) == "owner":
        return f"{word}s".title()
    usual = [each for group in ZONES if word.casefold() in group for each in group]
    seen = {"hand": "owner", "deck": "nobody"}.get(usual[0] if usual else "")
    alone = [zone for zone, by in names.unseen.items() if by == seen]
    named = next((each for each in usual if names.zone(each) is not None), None)
    return (named or next((name for name, zone in names.zones.items() if alone == [zone]), "")).title() or None


def _forms(word: str) -> tuple[str, ...]:
    """Give a word, its singular and its plural."""
    low = word.casefold()
    cut = [low[:-3] + "y"] if low.endswith("ies") else [low[:-1]] if low.endswith("s") else [f"{low}s"]
    return (low, *cut, *([low[:-2]] if low.endswith("es") else []))


def _called(text: str, names: Names) -> str:
    """Replace other nouns by the book's kinds, and leave out `card` after a kind."""
    text = re.sub(r"\b([a-z][\w-]*) cards?\b", lambda found: found[1] if names.kind(found[1]) else found[0], text, flags=re.I)
    for phrase in ("enemy hero", "enemy player", "your opponent", "your hero"):
        text = re.sub(rf"\b(?:the )?{phrase}\b", "you" if phrase == "your hero" else "each opponent", text, flags=re.I)
    return re.sub(r"\b[a-z]{3,}\b", lambda found: _noun(found[0], names), text)


def _noun(word: str, names: Names) -> str:
    known = word in KEPT or names.declared(word) is not None or names.kind(word) is not None or own_zone(word, names) is not None
    return word if known else own_kind(word, names) or word


KEPT = frozenset(["player", "players", "target", "actor", "ally", "allies", "enemy", "point", "points", "land", "area"])


def _unified(text: str, names: Names) -> str:
    """Replace other units by the book's stats: `2 gold` becomes `2 Coins` in a book with Coins."""
    text = re.sub(rf"\b({NUMBER}) ((?:[a-z]+ )?[a-z]+)\b", lambda found: _unit(found, names), text, flags=re.I)
    return re.sub(
        r"\b(your|its|target's) ((?:[a-z]+ )?[a-z]+)\b", lambda found: _unit(found, names, brackets=True), text, flags=re.I
    )


def _unit(found: re.Match[str], names: Names, brackets: bool = False) -> str:
    words = found[2].split(" ")
    for end in range(len(words), 0, -1):
        said = " ".join(words[:end])
        stat = own_stat(said, names) if names.kind(said) is None and names.zone(said) is None else None
        if stat is not None:
            whose = {"your": "", "its": "It ", "target's": "Target "}.get(found[1].casefold(), "")
            named = f"[{whose}{stat}]" if brackets else f"{found[1]} {stat}"
            return " ".join([named, *words[end:]])
    return found[0]


def _zoned(text: str, names: Names) -> str:
    """Replace the names of other zones by those of the book."""

    def own(found: re.Match[str]) -> str:
        words = found[2].split(" ")
        for end in range(len(words), 0, -1):
            zone = own_zone(" ".join(words[:end]), names)
            if zone is not None:
                return " ".join([f"{found[1]} {zone}", *words[end:]])
        return found[0]

    owners = r"your|the|its|its owner's|its controller's|target's|in|into|a player's|each player's"
    return re.sub(rf"\b({owners}) ((?:[a-z]+ )?[a-z]+)\b", own, text, flags=re.IGNORECASE)


def _compared(text: str, names: Names) -> str:
    """Put comparisons of a noun into notation: `with power 4 or greater` is `with [Power] >= 4`."""
    for words, sign in COMPARED:
        text = re.sub(
            rf"\bwith (?:an? )?([a-z]+(?: [a-z]+)?) (?:of )?({NUMBER}) or {words}\b", _sign(names, sign, 1, 2), text, flags=re.I
        )
        text = re.sub(rf"\bwith ({NUMBER}) ([a-z]+(?: [a-z]+)?) or {words}\b", _sign(names, sign, 2, 1), text, flags=re.I)
        text = re.sub(rf"\bwith ({NUMBER}) or {words} ([a-z]+(?: [a-z]+)?)\b", _sign(names, sign, 2, 1), text, flags=re.I)
        text = re.sub(rf"\b(costing|that costs?) ({NUMBER}) (?:[a-z]+ )?or {words}\b", _sign(names, sign, 1, 2), text, flags=re.I)
    text = re.sub(
        rf"\b(costing|that costs?) (?:up to|at most) ({NUMBER})(?: [a-z]+)?\b", _sign(names, "<=", 1, 2), text, flags=re.I
    )
    return re.sub(rf"\bwith ({NUMBER}) ([a-z]+)\b(?! counters?)", _sign(names, ">=", 2, 1), text, flags=re.IGNORECASE)


def _sign(names: Names, sign: str, stat: int, amount: int) -> Callable[[re.Match[str]], str]:
    def put(found: re.Match[str]) -> str:
        said = "cost" if found[stat].casefold().startswith(("costing", "that cost")) else found[stat]
        own = own_stat(said, names)
        number = NUMBER_WORDS.get(found[amount].casefold(), found[amount])
        return f"with [{own}] {sign} {number}" if own else found[0]

    return put


def _tiles(text: str, names: Names) -> str:
    """Replace squares, spaces and feet by tiles."""
    if "map" not in names.has:
        return text
    text = re.sub(r"\b(\d+) (?:feet|foot|ft)\b", lambda found: f"{max(1, int(found[1]) // 5)} tiles", text)
    return re.sub(rf"\b({NUMBER}) (?:squares?|spaces?|hex(?:es)?|fields?|cells?|steps?)\b", r"\1 tiles", text)


def _lying(text: str) -> str:
    """Say where things lie: `a card from your hand` is `a card in your hand`."""
    return re.sub(
        r"\b((?:an?|\d+|two|three|all|each|any|up to \w+) [\w-]+(?: [\w-]+)?) from (your|its|the|target's) ", r"\1 in \2 ", text
    )
