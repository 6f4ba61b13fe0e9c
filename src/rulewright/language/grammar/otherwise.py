"""Other words for the same: a line that fits no phrase is read in other words, where these say the same without doubt.

Only lines that would be errors are read again: an author's synonym, two effects in one line, somebody who performs a word of the
text's own, `may` without a colon. What is read so must compile; otherwise the error about the line as it stands remains.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Any

from rulewright.language.check.problems import Indefinite, RuleTextError, TwoReadings, Unreadable
from rulewright.language.grammar import looping, somebody
from rulewright.language.grammar.clause_scope import Scope
from rulewright.language.grammar.patterns import Phrase
from rulewright.language.grammar.readings import Attempt
from rulewright.language.names.names import Names
from rulewright.language.text import syntax
from rulewright.language.text.source import Span
from rulewright.program import building, expressions, instructions, procedures
from rulewright.program.instructions import Instruction
from rulewright.program.quick_dataclasses import replace

Effects = list[Instruction]
Read = Callable[[syntax.Clause, Scope], Effects | None]

DEEPEST = 3  # how often what is read in other words may be read in other words again
LONGEST = 160  # longer lines are not read again
MANY = 100  # after so many problems, nothing is read again

SAME_EFFECTS = (
    (r"(?:you )?(?:gets?|receives?|collects?|earns?|scores?|takes?) (\w+ [\w ]+)", r"gain \1"),
    (r"(.+?) (?:gets?|receives?|collects?|earns?|scores?) \+?(\w+ .+)", r"\1 gains \2"),
    (r"(.+?) (?:gets?|has|have|gains?) \+(\d+ .+)", r"\1 gains \2"),
    (r"(.+?) (?:gets?|has|have|gains?) -(\d+ .+)", r"\1 loses \2"),
    (r"you (gain|lose|draw|take|choose|move|put|discard|deal|reveal|look|search|make|win|skip)\b(.*)", r"\1\2"),
    (r"gives? (.+?) [+](\d+) (.+)", r"\1 gains \2 \3"),
    (r"(?:do|deals?|inflicts?) (\S+) damage(?: to)? (.+)", r"deal \1 damage to \2"),
    (r"(.+) is dealt (.+ damage)", r"\1 takes \2"),
    (r"(?:add|increase) (\S+) to (?:your )?\[?([A-Z][\w ]*?)\]?", r"[\2] += \1"),
    (r"(?:increase|raise) (?:your )?\[?([A-Z][\w ]*?)\]? by (\S+)", r"[\1] += \2"),
    (r"(?:decrease|reduce|lower) (?:your )?\[?([A-Z][\w ]*?)\]? by (\S+)", r"[\1] -= \2"),
    (r"set (?:your )?\[?([A-Z][\w ]*?)\]? to (\S+)", r"[\1] = \2"),
    (r"set (target|this|it|the \w+)(?:'s)? ([A-Z][\w ]*?) to (\S+)", r"\1 has \3 \2"),
    (r"double (?:your )?\[?([A-Z][\w ]*?)\]?", r"[\1] *= 2"),
    (r"(?:kill|destroy|capture|take) (target|the target|it) (?:piece|stone|pawn)", r"remove \1"),
    (r"(?:summon|create|spawn) (.+?)(?: tokens?)?", r"make \1"),
    (r"put (\w+ [\w ]+?) tokens? on (.+)", r"put \1 counters on \2"),
    (r"(?:place|add) (\w+ [\w ]+?) (?:tokens?|counters?) on (.+)", r"put \1 counters on \2"),
    (r"(.+?) (?:can't|can not|may not|is not allowed to) (.+)", r"\1 cannot \2"),
    (r"(.+?) does ?n[o']t (?!have|control)(\w+)(.*)", r"\1 cannot \2\3"),
    (r"prevent all damage (?:that would be dealt )?to (.+?)( this \w+| until .+)?", r"\1 cannot be damaged\2"),
    (r"transform (.+?) into (an? .+)", r"\1 becomes \2"),
    (r"turn (.+?) into (an? .+)", r"\1 becomes \2"),
    (r"(?:take|gain) (?:control of|over) (target|it|the chosen \w+)(.*)", r"the actor gains control of \1\2"),
    (r"(?:take|have) (?:another|an extra|one more) (?:turn|Turn)(?: after this one)?", r"take an extra Turn after this one"),
    (r"(.+?) (?:misses|loses) (?:its|their|the) next turn", r"\1 skips its next Turn"),
    (r"if (.+?), (?:then )?(.+)", r"if \1: \2"),
    (r"(.+?),? if (.+)", r"if \2: \1"),
    (r"(?:every|all) other players?\b(.*)", r"each other player\1"),
    (r"(?:everyone|everybody|all players|every player) (.+)", r"each player \1"),
    (r"(?:all|every) opponents? (.+)", r"each opponent \1"),
    (r"each (player|opponent|ally|enemy) (?:gains|gets|receives) (.+)", r"each \1: it gains \2"),
    (r"each (player|opponent|ally|enemy) (loses|takes|suffers|makes|chooses|looks) (.+)", r"each \1: it \2 \3"),
    (r"(?:the )?players? with the (?:most|highest) (\w+) (gains|loses|takes) (.+)", r"each player with the most \1: it \2 \3"),
    (
        r"(?:the )?players? with the (?:least|fewest|lowest) (\w+) (gains|loses|takes) (.+)",
        r"each player with the least \1: it \2 \3",
    ),
    (r"(gain|lose) (\d+) ([A-Z]\w*) (?:for (?:each|every)|per) ([A-Z]\w*)(?: you have)?", r"\1 \2 * [\4] \3"),
    (r"(.*?)\b(?:all )?your (\w+s)\b(.*)", r"\1all \2 you control\3"),
    (r"((?:other |enemy |friendly )?\w+s (?:you control )?(?:can't|cannot|gain|lose|get|have) .+)", r"all \1"),
    (r"(?:reveal|show) your (\w+)", r"reveal all cards in your \1"),
    (r"(?:put|place|move) (.+?) (?:on|onto|at|to) (?:the )?(top|bottom) of (.+)", r"put \1 to the \2 of \3"),
    (r"(gain|lose) ([A-Z]\w*) equal to (?:the )?(number of .+)", r"\1 [\3] \2"),
    (r"shuffle your (.+) into your (.+)", r"move all cards from your \1 to your \2; shuffle your \2"),
    (r"(.*\bwith) (?:less|fewer) than (\d+) ([A-Z]\w*)(.*)", r"\1 [\3] < \2\4"),
    (r"(.*\bwith) (?:more|over) than (\d+) ([A-Z]\w*)(.*)", r"\1 [\3] > \2\4"),
    (r"(target|it) loses half (?:of )?(?:its|their) ([A-Z]\w*)", r"\1 loses half of [\1 \2] \2"),
    (
        r"search your (\w+) for (an? .+?)(?: card)?,? (?:and )?(?:then )?(?:put|move) (?:it|that card) in(?:to)? your (\w+)",
        r"search your \1 for \2: move the chosen card to your \3",
    ),
    (r"(.+?),? (\w+ times)", r"\2: \1"),
    (r"(.+) twice", r"2 times: \1"),
)
"""Effects in other words: a pattern of the whole line, and the same in the words of the language; `;` between two clauses."""

SAME_CONDITIONS = (
    (r"(?:you|i) have (\d+) or more ([A-Z][\w ]*)", r"[\2] >= \1"),
    (r"(?:you|i) have at least (\d+) ([A-Z][\w ]*)", r"[\2] >= \1"),
    (r"(?:you|i) have (\d+) or (?:less|fewer) ([A-Z][\w ]*)", r"[\2] <= \1"),
    (r"(?:you|i) have (?:at most|no more than) (\d+) ([A-Z][\w ]*)", r"[\2] <= \1"),
    (r"(?:you|i) have (?:more than|over) (\d+) ([A-Z][\w ]*)", r"[\2] > \1"),
    (r"(?:you|i) have (?:less|fewer) than (\d+) ([A-Z][\w ]*)", r"[\2] < \1"),
    (r"(?:you|i) have no ([A-Z][\w ]*)", r"[\1] = 0"),
    (r"(?:you|i) have exactly (\d+) ([A-Z][\w ]*)", r"[\2] = \1"),
    (r"(?:you|i) have the most ([A-Z][\w ]*)", r"[\1] = [most \1 of all players]"),
    (r"(?:you|i) have more ([A-Z][\w ]*?) than target", r"[\1] > [Target \1]"),
    (r"(?:your|an|any|some) opponent has more ([A-Z][\w ]*?) than (?:you|me)", r"there is an opponent with [\1] > [Actor \1]"),
    (
        r"(?:your|an|any|some) opponent has (?:less|fewer) ([A-Z][\w ]*?) than (?:you|me)",
        r"there is an opponent with [\1] < [Actor \1]",
    ),
    (r"target has more ([A-Z][\w ]*?) than (?:you|me)", r"[Target \1] > [\1]"),
    (r"(?:you|i) (?:control|own|have) (an? .+)", r"there is \1 you control"),
    (r"(?:you|i) (?:control|own|have) no (.+)", r"there is no \1 you control"),
    (r"(?:you|i) (?:control|own|have) (?:at least )?(\d+) or more (.+)", r"[number of \2 you control] >= \1"),
    (r"(?:you|i) (?:control|own|have) at least (\d+) (.+)", r"[number of \2 you control] >= \1"),
    (r"your ([A-Z][\w ]*?) is (\d+) or (?:more|higher)", r"[\1] >= \2"),
    (r"your ([A-Z][\w ]*?) is (\d+) or (?:less|lower|fewer)", r"[\1] <= \2"),
    (r"(?:the )?target's ([A-Z][\w ]*?) is (\d+) or (?:more|higher)", r"[Target \1] >= \2"),
    (r"(?:the )?target's ([A-Z][\w ]*?) is (\d+) or (?:less|lower)", r"[Target \1] <= \2"),
    (r"your ([A-Za-z]\w*) (?:is empty|has no cards(?: in it)?)", r"[number of cards in your \1] = 0"),
    (r"(?:you have )?no cards (?:are )?in your ([A-Za-z]\w*)", r"[number of cards in your \1] = 0"),
    (r"(?:you have )?(\d+) or more cards in your ([A-Za-z]\w*)", r"[number of cards in your \2] >= \1"),
)
"""Conditions in other words."""

SAME_TRIGGERS = (
    (r"the (first|second|third) time (.+) (?:each|this|in a) (\w+)", r"\2 for the \1 time each \3"),
    (r"(?:when|whenever|each time|every time|as soon as|after|if) (.+)", r"\1"),
    (r"(.+?) (?:enters|comes into|is put into) (?:the )?(.+)", r"\1 goes to \2"),
    (r"(.+?) is (?:killed|destroyed)", r"\1 dies"),
    (r"you draw(?: a card| cards)?", r"this actor draws a card"),
    (r"you (gain|lose) (.+)", r"this actor \1s \2"),
    (r"you (?:play|cast) (an? .+)", r"this actor plays \1"),
    (r"(.+?) casts (an? .+)", r"\1 plays \2"),
    (r"(.+?) (?:is hurt|is hit|is wounded|suffers damage)", r"\1 is damaged"),
    (r"you take damage", r"this actor is damaged"),
)
"""Triggers in other words."""


@lru_cache(maxsize=8)
def _compiled(rows: tuple[tuple[str, str], ...]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(f"(?i:{pattern})" if "[A-Z]" not in pattern else pattern), text) for pattern, text in rows)


def same(rows: tuple[tuple[str, str], ...], text: str) -> Iterator[str]:
    """Give a line in other words, in every way that its pattern allows."""
    for pattern, said in _compiled(rows):
        if (found := pattern.fullmatch(text)) is not None:
            yield found.expand(said)


# -- effects -----------------------------------------------------------------------------------------------------------


def effect(clause: syntax.Clause, scope: Scope, read: Read) -> Effects | None:
    """Compile a clause in its own words, or else in other words for the same; the error is that of its own words."""
    problem: Unreadable | RuleTextError | None = None
    try:
        found = read(clause, scope)
    except (TwoReadings, Indefinite):
        raise
    except (Unreadable, RuleTextError) as error:
        found, problem = None, error
    if found is None and _again(clause, scope):
        found = _in_other_words(clause, scope, read)
    if found is None and problem is not None:
        if isinstance(problem, Unreadable) and not scope.reworded:
            problem.whole = (clause.text, scope)
        raise problem
    return found


def _again(clause: syntax.Clause, scope: Scope) -> bool:
    below = bool(clause.inside) or clause.otherwise is not None
    few = len(clause.text) <= LONGEST and len(scope.names.problems) < MANY
    return few and not below and not scope.paying and not scope.standing and scope.reworded < DEEPEST


def _in_other_words(clause: syntax.Clause, scope: Scope, read: Read) -> Effects | None:
    deeper = replace(scope, reworded=scope.reworded + 1)
    text = " ".join(clause.text.split()).rstrip(".")
    for parts in (*_joined(text, scope), *(said.split("; ") for said in _ways(text, scope))):
        found = _tried(scope, partial(_all, parts, clause, deeper, read))
        if found is not None:
            return found
    return _tried(scope, lambda: _performed(text, clause, deeper, read))


def _tried(scope: Scope, make: Callable[[], Effects | None]) -> Effects | None:
    """Try to compile something; a failed attempt leaves no trace."""
    attempt, before = Attempt(scope), len(scope.names.problems)
    try:
        found = make()
    except (Unreadable, RuleTextError):
        found = None
    if found is None or len(scope.names.problems) > before:
        attempt.take_back()
        return None
    return found


def _all(parts: list[str], clause: syntax.Clause, scope: Scope, read: Read) -> Effects | None:
    blocks = [effect(replace(clause, text=part), scope, read) for part in parts]
    return None if None in blocks else procedures.joined([block for block in blocks if block is not None])


def _ways(text: str, scope: Scope) -> Iterator[str]:
    yield from same(SAME_EFFECTS, text)
    aimed = re.sub(r"\btarget (?!of\b|is\b|has\b|gains?\b|loses?\b|takes?\b|may\b)([a-z]+)\b", _aimed(scope), text)
    if aimed != text:
        yield aimed
    yield from _healed(text, scope.names)
    named = _named_zones(text, scope.names)
    if named != text:
        yield named
    may = re.fullmatch(r"(.+?) may ((?!not\b|pay\b|choose\b)[\w' -]+)", text)
    if may is not None:
        does = may[2] if may[1].casefold() in ("you", "the actor") else f"{may[1]} {_third(may[2])}"
        yield f"{may[1]} may {may[2]}: {does}"


HEALED = re.compile(
    r"(?:(?P<who>.+?) )??(?:heals?|restores?|regains?|recovers?) (?:(?P<whom>target|it|this|all \w+|each \w+)(?: for| by)? )?"
    r"(?P<n>\S+(?: \+ \S+)?)(?: damage| hit points| health| life| points)?(?: (?:to|on|from) (?P<to>target|it|this|all \w+))?",
    re.IGNORECASE,
)


def _healed(text: str, names: Names) -> Iterator[str]:
    """Read healing as a gain of the stat that damage reduces."""
    found = HEALED.fullmatch(text) if names.damage is not None else None
    if found is not None and names.damage is not None:
        whom = found["whom"] or found["to"] or found["who"] or "you"
        yield f"{whom} gains {found['n']} {names.stats[names.damage].name}"


CALLED = {
    "deck": ("library", "draw pile", "stack of cards"),
    "discard": ("graveyard", "discard pile", "heap"),
    "graveyard": ("discard pile", "heap"),
    "board": ("battlefield", "table"),
    "battlefield": ("board",),
    "hand": ("grip",),
}
"""Names that other games use for zones."""


def _named_zones(text: str, names: Names) -> str:
    """Replace other games' names of zones by the names that the text uses."""
    for zone, others in CALLED.items():
        for other in others if zone in names.zones else ():
            if other not in names.zones:
                text = re.sub(
                    rf"\b(your|the|its|its owner's|target's) {other}\b", rf"\1 {zone.title()}", text, flags=re.IGNORECASE
                )
    return text


def _aimed(scope: Scope) -> Callable[[re.Match[str]], str]:
    """Read `target creature` as the target, where the action says that its target is such a thing."""
    words = " ".join(f" {pick} " for pick in scope.aims)
    return lambda found: "target" if re.search(rf"\b{re.escape(found[1])}s?\b", words, re.IGNORECASE) else found[0]


def _third(words: str) -> str:
    """Put a verb into the third person: `draw a card` becomes `draws a card`."""
    verb, _, rest = words.partition(" ")
    return f"{verb}{'es' if verb.endswith(('s', 'ch', 'sh', 'x', 'o')) else 's'} {rest}".strip()


JOINTS = re.compile(r",? and then |, then |, and | and |, (?=[+\-−]?\w)", re.IGNORECASE)


def _joined(text: str, scope: Scope) -> Iterator[list[str]]:
    """Cut a line that says several things, if it is clear who does each: `gain 2 Life and draw a card`."""
    parts = JOINTS.split(text)
    if len(parts) < 2 or ":" in text:
        return
    verbs, clear, subject = _verbs(scope), [parts[0]], _subject(parts[0], _verbs(scope))
    for part in parts[1:]:
        first = part.split(" ")[0].casefold()
        bare, third = first in verbs or first[0] in "+-−", first not in verbs and _base(first, verbs) != ""
        if (bare and subject) or (third and not subject):
            return
        clear.append(f"{subject} {part}" if third else part)
        subject = subject if third or bare else _subject(part, verbs)
    yield clear


def _subject(part: str, verbs: frozenset[str]) -> str:
    """Give the words before the verb of a clause; "" for a clause without a subject."""
    words = part.removeprefix("you ").split(" ")
    at = next((n for n, word in enumerate(words) if word.casefold() in verbs or _base(word.casefold(), verbs)), 0)
    return " ".join(words[:at])


def _base(word: str, verbs: frozenset[str]) -> str:
    return next((word[:-cut] for cut in (1, 2) if word.endswith("s") and word[:-cut] in verbs), "")


def _verbs(scope: Scope) -> frozenset[str]:
    """Give the verbs of the language and of the text, in the form without -s."""
    own = tuple(word.pattern.text for word in scope.names.keywords if word.kind == "effect")
    return _known_verbs(scope.table) | {text.split(" ")[0].casefold() for text in own if text[0] not in "{["}


@lru_cache(maxsize=8)
def _known_verbs(table: tuple[Phrase, ...]) -> frozenset[str]:
    found = {
        word.casefold()
        for phrase in table
        if phrase.kind == "effect"
        for word in re.findall(r"^(?:\[?\{whom\}\]? )?(?:\[\{may\}\] )?\(?([a-z|]+)\)?", phrase.pattern.text)
    }
    words = {part for each in found for part in each.split("|")}
    return frozenset(word for word in words if not (word.endswith("s") and (word[:-1] in words or word[:-2] in words)))


def _performed(text: str, clause: syntax.Clause, scope: Scope, read: Read) -> Effects | None:
    """Compile `target draws 2 cards` where `draw 2 cards` is a word of the text's own: somebody else performs it."""
    words = text.split(" ")
    for at in range(1, min(len(words), 9)):
        who, said = " ".join(words[:at]), [words[at], words[at][:-1], words[at][:-2]]
        forms = [" ".join([verb, *words[at + 1 :]]) for verb in said[:: 1 if words[at].endswith("s") else 3] if verb]
        form = next((form for form in forms if looping.own_word(scope.names, form)), None)
        known = somebody.single(scope.names, who) if form is not None else None
        if form is not None and re.match(r"(?:each|every|all) ", who):
            return effect(replace(clause, text=f"each {_one(who.split(' ', 1)[1])}: {form}"), scope, read)
        if form is not None and known is not None:
            return _by(known, who, replace(clause, text=form), scope, read)
    return None


def _one(noun: str) -> str:
    first, _, rest = noun.partition(" ")
    return f"{first[:-1] if first in ('players', 'opponents') else first} {rest}".strip()


def _by(known: expressions.Expression, who: str, clause: syntax.Clause, scope: Scope, read: Read) -> Effects | None:
    """Let somebody perform a clause in person."""
    each = instructions.Each("actor", expressions.Query((building.is_it(known),), who))
    with scope.names.looking_at_each(False):
        inner = effect(clause, replace(scope, taker=building.ACTOR, subject=building.ACTOR), read)
    if inner is None:
        return None
    return procedures.joined([[replace(each, end=len(inner) + 2)], inner, [instructions.Jump(-len(inner) - 1, back=True)]])


# -- conditions and triggers -------------------------------------------------------------------------------------------


def first(rows: tuple[tuple[str, str], ...], text: str, scope: Scope, make: Callable[[str], Any]) -> Any:
    """Give what a line compiles to in other words; None if none of them can be read."""
    for said in same(rows, " ".join(text.split())) if len(scope.names.problems) < MANY else ():
        attempt, before = Attempt(scope), len(scope.names.problems)
        try:
            found = make(said)
        except TwoReadings:
            raise
        except (Unreadable, RuleTextError):
            found = None
        found = None if len(scope.names.problems) > before else found
        if found is None:
            attempt.take_back()
            found = first(rows, said, scope, make) if said != text and len(said) < len(text) else None
        if found is not None:
            return found
        attempt.take_back()
    return None


def trigger(text: str, span: Span, scope: Scope) -> Any:
    """Compile a trigger, in its own words or in other words for the same."""
    from rulewright.language.grammar import phrases, suggestions  # imported here, because that module imports this one

    def read(said: str) -> Any:
        return phrases.match(scope.table, "trigger", said, span, scope)

    problem: Unreadable | RuleTextError | None = None
    try:
        found = read(text)
    except TwoReadings:
        raise
    except (Unreadable, RuleTextError) as error:
        found, problem = None, error
    turn = whose_turn(scope.names, text)
    if found is None:
        found = read(turn) if turn else first(SAME_TRIGGERS, text, scope, read)
    if found is None:
        raise problem or suggestions.unknown(scope, "trigger", text, span)
    return found


def whose_turn(names: Names, text: str) -> str:
    """Say a trigger about a turn with its owner: `at the end of your turn` is `your Turn ends`."""
    found = re.fullmatch(
        r"(?:at|on) the (start|beginning|end) of (your|each|every|the|an? \w+'s) (\w+)", text.strip(), re.IGNORECASE
    )
    if found is None or names.structure(found[3]) is None:
        return ""
    whose = {"each": "a", "every": "a", "the": "a"}.get(found[2].casefold(), found[2])
    return f"{whose} {names.structure(found[3])} {'ends' if found[1].casefold() == 'end' else 'begins'}"
