"""Rewords a line that fits no phrase, if other words certainly mean the same.

Only lines that would be errors are reworded: a synonym, two effects in one line, somebody who performs a `Word` of the text,
`may` without a colon. The reworded line must compile; otherwise the error about the original line remains.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import TYPE_CHECKING, TypeVar

from rulewright.language.check.problems import Indefinite, RuleTextError, TwoReadings, Unreadable
from rulewright.language.grammar import doer_words, looping, mentioned, nouns, somebody
from rulewright.language.grammar.clause_scope import Scope
from rulewright.language.grammar.patterns import Phrase
from rulewright.language.grammar.readings import Attempt
from rulewright.language.grammar.same_words import SAME_EFFECTS, SAME_TRIGGERS
from rulewright.language.names.names import Names
from rulewright.language.text import syntax
from rulewright.language.text.source import Span
from rulewright.language.text.syntax import NUMBER_WORDS
from rulewright.program import building, expressions, instructions, procedures
from rulewright.program.instructions import Instruction
from rulewright.program.quick_dataclasses import replace
from rulewright.program.slots import CHOSEN, DRAWN, MADE

if TYPE_CHECKING:
    from rulewright.language.grammar.listening import Listen

Effects = list[Instruction]
Read = Callable[[syntax.Clause, Scope], Effects | None]

DEEPEST = 3  # how often what is read in other words may be read in other words again
LONGEST = 160  # longer lines are not read again
MANY = 100  # after so many problems, nothing is read again


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
    return _remembered(found, scope) if found else found


def _remembered(found: Effects, scope: Scope) -> Effects:
    """Let `it` be what was chosen, made or drawn last, in lines that know no other: `destroy a relic; its owner draws a card`."""
    names = scope.names
    for each in found:
        if isinstance(each, instructions.Choose) and each.var == CHOSEN:
            mentioned.chosen(names, CHOSEN, each.of)
    known = names.met or scope.paying or scope.standing or scope.structure != expressions.NONE
    loops = any(isinstance(each, instructions.Each) for each in found)
    if known or loops or names.alias.get("it", CHOSEN) not in REMEMBERED:
        return found
    for each in found:
        if isinstance(each, instructions.Choose | instructions.Make) and each.var in REMEMBERED:
            single = each.count in (None, expressions.Constant(1))
            names.alias = {**names.alias, "it": each.var if single else "it"}
    return found


REMEMBERED = (CHOSEN, MADE, DRAWN)


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
    may = re.fullmatch(r"(.+?) may ((?!not\b|pay\b|choose\b)[\w', -]+)", text)
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


AMOUNT = re.compile(rf"(?:\d+|{nouns.WORDED}|one|an?) \w+", re.IGNORECASE)
BEFORE_AMOUNT = re.compile(rf"((?:[\w']+ )*?(?:gain|lose|pay|take|get)s?) (?:\d+|{nouns.WORDED}|one|an?) ", re.IGNORECASE)
"""An amount, and what stands before one: a verb that may have several."""


GOVERNING = re.compile(r" (?:may|if|unless|for each) ", re.IGNORECASE)
"""Words that also apply to what follows `and`: `you may lose 1 Life and draw 1`, `gain 1 Gold if you have 3 Wood and 2 Clay`."""

BEHIND = re.compile(r" (?:if|for each) ", re.IGNORECASE)
"""Words that also apply to what stands before `and`: `gain 1 Gold and 1 Wood for each Sheep`."""


def _joined(text: str, scope: Scope) -> Iterator[list[str]]:
    """Cut a line that says several things, if it is clear who does each: `gain 2 Life and draw a card`."""
    parts = JOINTS.split(text)
    if len(parts) < 2 or ":" in text or any(map(GOVERNING.search, parts[:-1])) or BEHIND.search(parts[-1]):
        return
    known = verbs(scope)
    clear, subject = [parts[0]], _subject(parts[0], known)
    for part in parts[1:]:
        if (amount := AMOUNT.match(part)) and (before := BEFORE_AMOUNT.match(clear[-1])) and not amount[0].endswith(" times"):
            clear.append(f"{before[1]} {part}")  # `gain 1 Wood and 2 Stone`
            continue
        first = part.split(" ")[0].casefold()
        bare, third = first in known or first[0] in "+-−", first not in known and base(first, known) != ""
        if (bare and subject) or (third and not subject):
            return
        clear.append(f"{subject} {part}" if third else part)
        subject = subject if third or bare else _subject(part, known)
    yield clear


def _subject(part: str, known: frozenset[str]) -> str:
    """Give the words before the verb of a clause; "" for a clause without a subject."""
    words = part.removeprefix("you ").split(" ")
    at = next((n for n, word in enumerate(words) if word.casefold() in known or base(word.casefold(), known)), 0)
    return " ".join(words[:at])


def base(word: str, known: frozenset[str]) -> str:
    """Give a verb without the ending of the third person; "" for what is no known verb with this ending."""
    return next((word[:-cut] for cut in (1, 2) if word.endswith("s") and word[:-cut] in known), "")


def verbs(scope: Scope) -> frozenset[str]:
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
    """Compile what somebody does: `target draws 2 cards` where `draw` is a word of the text's own, `target reveals its hand`."""
    words = text.split(" ")
    for at in range(1, min(len(words), 9)):
        who, said = " ".join(words[:at]), [words[at], words[at][:-1], words[at][:-2]]
        forms = [" ".join([verb, *words[at + 1 :]]) for verb in said[:: 1 if words[at].endswith("s") else 3] if verb]
        own = next((form for form in forms if looping.own_word(scope.names, form)), None)
        form = own or doer_words.deed(forms, scope.names)
        if form is not None and doer_words.EVERY.fullmatch(who):
            each = f"each {_one(who.split(' ', 1)[1])}: {own or doer_words.of_each(form)}"
            return effect(replace(clause, text=each), scope, read)
        known = somebody.single(scope.names, who) if form is not None else None
        if form is not None and known is not None:
            return _by(known, who, replace(clause, text=own or doer_words.of_doer(form)), scope, read)
    return None


def _one(noun: str) -> str:
    first, _, rest = noun.partition(" ")
    return f"{first[:-1] if first in ('players', 'opponents') else first} {rest}".strip()


def _by(known: expressions.Expression, who: str, clause: syntax.Clause, scope: Scope, read: Read) -> Effects | None:
    """Let somebody perform a clause in person."""
    each = instructions.Each("actor", expressions.Query((building.is_it(building.outward(known)),), who))
    with scope.names.looking_at_each(False):
        inner = effect(clause, replace(scope, taker=building.ACTOR, subject=building.ACTOR), read)
    if inner is None:
        return None
    return procedures.joined([[replace(each, end=len(inner) + 2)], inner, [instructions.Jump(-len(inner) - 1, back=True)]])


# -- conditions and triggers -------------------------------------------------------------------------------------------


T = TypeVar("T")


def first(rows: tuple[tuple[str, str], ...], text: str, scope: Scope, make: Callable[[str], T]) -> T | None:
    """Give what a line compiles to in other words; None if none of them can be read."""
    for said in same(rows, _figures(" ".join(text.split()))) if len(scope.names.problems) < MANY else ():
        attempt, before = Attempt(scope), len(scope.names.problems)
        found: T | None
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


COMPARED = re.compile(rf"\b({nouns.WORDED})(?= or (?:more|fewer|less)\b)|(?<=at least )({nouns.WORDED})\b", re.IGNORECASE)


def _figures(text: str) -> str:
    """Put a number that is compared in figures: `two or more` is `2 or more`."""
    return COMPARED.sub(lambda found: str(NUMBER_WORDS[found[0].casefold()]), text)


def trigger(text: str, span: Span, scope: Scope) -> Listen:
    """Compile a trigger, in its own words or in other words for the same."""
    from rulewright.language.grammar import phrases, suggestions  # imported here, because that module imports this one

    def read(said: str) -> Listen | None:
        found: Listen | None = phrases.match(scope.table, "trigger", said, span, scope)
        return found

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
