"""What has happened so far: everything that a trigger can say can also be said in the past tense, about a structure in progress.

`a creature died this turn` is a condition, `[number of cards you drew this turn]` a number, `a creature that attacked this turn`
a noun phrase, and `you draw a card for the first time each turn` a trigger. The game counts what some rule asks for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.language.check.problems import RuleTextError, TwoReadings, Unreadable
from rulewright.language.grammar import otherwise, somebody
from rulewright.language.grammar.clause_scope import Scope
from rulewright.language.grammar.listening import Listen
from rulewright.language.grammar.patterns import Phrase, table
from rulewright.language.grammar.phrases import Found
from rulewright.language.grammar.readings import Attempt
from rulewright.language.names.names import Names
from rulewright.language.text.source import Span
from rulewright.language.text.syntax import NUMBER_WORDS
from rulewright.program import building, expressions, signs
from rulewright.program.conditions import Truth
from rulewright.program.definition import Counted
from rulewright.program.expressions import Expression
from rulewright.program.modes import Past
from rulewright.program.quick_dataclasses import replace
from rulewright.program.signs import Measured, Whose
from rulewright.program.spelled import plain

PRESENT = {
    "was": "is", "were": "is", "went": "goes", "gone": "goes", "drew": "draws", "drawn": "draws", "left": "leaves",
    "lost": "loses", "won": "wins", "took": "takes", "taken": "takes", "fell": "falls", "fallen": "falls", "rose": "rises",
    "risen": "rises", "made": "makes", "put": "puts", "told": "tells", "began": "begins", "begun": "begins", "been": "is",
}  # fmt: skip
"""Verbs of triggers with a past tense of their own."""
KNOWN = frozenset(["it", "actor", "source", "attacker"])
"""Who is known when something happens; whoever asks later may know more."""
EXPECTED = "words of a trigger in the past tense, such as `a creature died this turn` or `you drew a card this turn`"


def _verb(word: str) -> Iterator[str]:
    """Give a verb in the present tense, in every way that its past tense allows."""
    if word in PRESENT:
        yield PRESENT[word]
    elif word.endswith("ied"):
        yield f"{word[:-3]}ies"
    elif word.endswith("ed"):
        yield from (f"{word[:-2]}s", f"{word[:-1]}s", f"{word[:-2]}es")
        if word[-4:-3] == word[-3:-2]:  # `stopped`
            yield f"{word[:-3]}s"


def _deed(words: list[str]) -> Iterator[tuple[str, bool]]:
    """Give what was done in the present tense, and whether it is denied."""
    first, *rest = words
    if first in ("has", "have", "had") and rest:
        denied = rest[0] == "not"
        for said, _ in _deed(rest[denied:]) if rest[denied:] else ():
            yield said, denied
    elif first in ("did", "do", "does") and rest[:1] == ["not"] and rest[1:]:
        yield _third_person(rest[1:]), True
    elif first in ("was", "were") and rest[:1] == ["not"]:
        yield " ".join(["is", *rest[1:]]), True
    else:
        for verb in _verb(first.casefold()):
            yield " ".join([verb, *rest]), False


def _third_person(words: list[str]) -> str:
    from rulewright.language.grammar.replacing_words import third_person  # imported here, because that module imports this one

    return third_person(" ".join(words))


@contextmanager
def _at_the_event(names: Names) -> Iterator[None]:
    """Read words as they are meant when something happens, whatever the line around them knows."""
    playing, names.playing = names.playing, None
    try:
        with names.about(building.ACTOR), names.looking_at_each():
            yield
    finally:
        names.playing = playing


def _counter(scope: Scope, text: str, listen: Listen, structure: str, how: Measured, span: Span) -> Counted:
    """Give what is counted: what a trigger would respond to, until the structure ends."""
    names = scope.names
    if listen.on not in ("would", *COUNTABLE) or any(
        getattr(part, "tag", "") for test in listen.tests for part in building.walk(test)
    ):
        raise names.fail(span, f"{text!r} is known only at the moment when it happens, so it is not counted", EXPECTED)
    said = {part.name for test in listen.tests for part in building.walk(test) if isinstance(part, expressions.Slot)}
    if said - KNOWN:
        other = sorted(said - KNOWN)[0]
        message = f"what {text!r} says of {other!r} was not known when it happened"
        raise names.fail(span, message, f"{other} as the subject, as in `target was damaged this turn`, or a noun")
    whose: Whose = "source" if "source" in said else "actor" if "actor" in said else ""
    key = names.exact_word(" ".join(filter(None, (how, plain(text)))) + f"/{structure}")
    on = (listen.of or "changed") if listen.on == "would" else listen.on
    return Counted(key, on, Truth(building.every(listen.tests)), listen.stat, whose, how)


COUNTABLE = ("changed", "moved", "linked", "told", "revealed", "lasts", "performed", "began", "ended")
"""The kinds of event that are counted."""


class Uncountable(Unreadable):
    """Something that can happen and that cannot be counted."""


def _read(scope: Scope, text: str, structure: str, how: Measured, span: Span) -> Counted:
    with _at_the_event(scope.names):
        listen: Listen = otherwise.trigger(text, span, scope)
        try:
            return _counter(scope, text, listen, structure, how, span)
        except Unreadable as error:
            raise Uncountable(error.problem) from None


def _past(names: Names, counted: Counted, structure: str, who: Expression | None) -> expressions.PastActions:
    return expressions.PastActions(Past.TAKEN, who, names.procedure(structure), key=counted.key)


OWN = {"source": building.SOURCE, "actor": building.ACTOR, "": None}


def how_often(scope: Scope, subject: str, deed: str, structure: str, span: Span, how: Measured = "") -> Expression:
    """Give how often something happened, from its subject and what it does in the present tense.

    Of somebody known it is counted for each thing; what is said of a noun is judged when it happens, for each who may ask.
    """
    known = somebody.single(scope.names, subject)
    counted = _read(scope, f"this {deed}" if known is not None else f"{_any(subject)} {deed}", structure, how, span)
    scope.names.counted.append(counted)
    found = _past(scope.names, counted, structure, known if known is not None else OWN[counted.whose])
    if not plain(subject).startswith("another ") or scope.structure:
        return found
    own = how_often(scope, "this", deed, structure, span, how)
    return expressions.Arithmetic("-", found, own)


def _any(subject: str) -> str:
    return re.sub(r"^another ", "a ", subject, flags=re.IGNORECASE)


def _ways(scope: Scope, text: str, structure: str, span: Span, how: Measured = "") -> tuple[Expression, bool]:
    """Read words in the past tense: wherever the verb may be, the first way that a trigger can say."""
    words = text.split()
    problem: Uncountable | None = None
    for at in range(1, len(words)):
        for deed, denied in _deed(words[at:]):
            attempt = Attempt(scope)
            try:
                return how_often(scope, " ".join(words[:at]), deed, structure, span, how), denied
            except TwoReadings:
                raise
            except (Unreadable, RuleTextError) as error:
                attempt.take_back()
                problem = error if isinstance(error, Uncountable) else problem
    raise problem or scope.names.fail(span, f"{text!r} is not something that a trigger can say", EXPECTED)


# -- conditions --------------------------------------------------------------------------------------------------------

MANY = re.compile(
    r"\b(?P<bound>at least |at most |exactly |more than |fewer than )?"
    rf"(?P<n>\d+|{'|'.join(word for word, n in NUMBER_WORDS.items() if n > 1 and word not in ('twice', 'thrice'))})"
    r"(?P<after> or more| or fewer| or less)? (?P<noun>[\w-]+)",
    re.IGNORECASE,
)
OF_A_NOUN = re.compile(r"\b(?:with|having|whose|that|who|which)\b", re.IGNORECASE)
"""The words before a condition of a noun."""
TIMES = re.compile(r" (?P<bound>at least |at most |exactly )?(?P<n>once|twice|thrice|(?:\d+|\w+) times)$", re.IGNORECASE)
OPS: dict[str, signs.Comparison] = {
    "at least": ">=",
    "at most": "<=",
    "exactly": "=",
    "more than": ">",
    "fewer than": "<",
    "or fewer": "<=",
    "or less": "<=",
}
"""How often something must have happened."""


def _number(word: str) -> int:
    return NUMBER_WORDS.get(word.casefold(), int(word) if word.isdigit() else 0)


def _amount(text: str) -> tuple[str, signs.Comparison, int]:
    """Take how often out of words in the past tense: `two or more creatures died` is `a creature died`, at least 2 times."""
    times, many = TIMES.search(text), MANY.search(text)
    if many is not None and OF_A_NOUN.search(text[: many.start()]):
        many = None  # a number in a condition of the noun: `a unit with [Might] = 2 died`
    if times is not None and (n := _number(times["n"].split(" ")[0])):
        return text[: times.start()], OPS[(times["bound"] or "at least").strip()], n
    if many is not None:
        bound = (many["bound"] or many["after"] or "at least").strip().casefold()
        one = many["noun"].removesuffix("s")
        return text[: many.start()] + f"a {one}" + text[many.end() :], OPS.get(bound, ">="), _number(many["n"])
    again = re.sub(r"(?<= )another (?=\w)", "a ", text, count=1)  # beside the one at hand, which is counted too
    if again != text:
        return again, ">=", 2
    none = re.sub(r"(?:^|(?<= ))no (?=\w)", "a ", text, count=1)
    return (none, "=", 0) if none != text else (text, ">=", 1)


def happened(scope: Scope, text: str, structure: str, span: Span) -> Expression:
    """Read a condition about what has happened in a structure: that it did, so many times, or not at all."""
    said, op, n = _amount(text)
    found, denied = _ways(scope, said, structure, span)
    condition = expressions.Compare(op, found, expressions.Constant(n))
    return building.negated(condition) if denied else condition


def _happened(f: Found) -> Expression:
    return happened(f.scope, f.text("deed"), f.structure_name(), f.span)


CONDITIONS: tuple[Phrase, ...] = table(
    "condition",
    (
        ("{deed:rest} this {structure}", _happened, "an ally was damaged this Turn",
         "something that any trigger can name has happened in the structure in progress, in the past tense; also `no ally died "
         "this Turn`, `2 or more allies were damaged this Turn`, `you did not act this Turn`"),
    ),
)  # fmt: skip


# -- numbers and nouns -------------------------------------------------------------------------------------------------


def _scope(names: Names) -> Scope:
    from rulewright.language.grammar.vocabulary import TABLE  # imported here, because that module imports this one

    return Scope(names, TABLE)


def number(names: Names, words: str, span: Span) -> Expression | None:
    """Read `number of cards you drew this Turn`, `number of times an ally was damaged this Turn`, `Health you lost this Turn`."""
    found = re.fullmatch(r"(?P<deed>.+) this (?P<structure>[\w ]+)", words, re.IGNORECASE)
    structure = names.structure(found["structure"]) if found else None
    if found is None or structure is None:
        return None
    scope = _scope(names)
    if times := re.fullmatch(r"number of times (.+)", found["deed"], re.IGNORECASE):
        return _ways(scope, times[1], structure, span)[0]
    if that := re.fullmatch(r"number of (.+?) (?:that|which|who) (.+)", found["deed"], re.IGNORECASE):
        return _ways(scope, f"a {that[1]} {that[2]}", structure, span, "once")[0]
    if done := re.fullmatch(r"number of (.+)", found["deed"], re.IGNORECASE):
        return _objects(scope, done[1], structure, span)
    return _much(scope, found["deed"], structure, span)


def _objects(scope: Scope, text: str, structure: str, span: Span) -> Expression | None:
    """Read `cards you drew`, `spells an opponent played`: how many things somebody did something with."""
    words = text.split()
    for at in range(1, len(words) - 1):
        noun = " ".join(words[:at])
        for deed, _ in _deed(words[-1:]):
            for one in dict.fromkeys((noun.removesuffix("s"), noun)):
                attempt = Attempt(scope)
                try:
                    return how_often(scope, " ".join(words[at:-1]), f"{deed} a {one}", structure, span)
                except TwoReadings:
                    raise
                except (Unreadable, RuleTextError):
                    attempt.take_back()
    return None


def _much(scope: Scope, text: str, structure: str, span: Span) -> Expression | None:
    """Read `Life you lost`, `damage target took`: how much of a stat was gained or lost."""
    names, words = scope.names, text.split()
    for at in range(1, len(words) - 1):
        stat = names.damage if plain(words[0]) == "damage" else names.declared(" ".join(words[:at]))
        verb = {"lost": "loses", "gained": "gains", "took": "loses"}.get(words[-1].casefold())
        if stat is not None and verb is not None:
            return how_often(scope, " ".join(words[at:-1]), f"{verb} [{names.stats[stat].name}]", structure, span, "much")
    return None


def of_it(names: Names, deed: str, structure: str, span: Span) -> Expression:
    """Read what a thing of a noun phrase has done, or what was done to it."""
    scope = _scope(names)
    found, denied = _ways(scope, f"it {deed}", structure, span)
    done = expressions.Compare(">=", replace(found, who=building.IT) if isinstance(found, expressions.PastActions) else found,
                               expressions.Constant(1))  # fmt: skip
    return building.negated(done) if denied else done


# -- triggers ----------------------------------------------------------------------------------------------------------

ORDINALS = ("first", "second", "third", "fourth", "fifth")


def _nth(f: Found) -> Listen:
    """Read a trigger that is met only the first time in a structure, or the second."""
    names, nth = f.scope.names, plain(f.text("nth"))
    if nth not in ORDINALS:
        raise names.fail(f.at("nth"), f"{nth!r} is not a number of times", ", ".join(ORDINALS))
    text, structure = f.text("deed"), f.structure_name()
    listen: Listen = otherwise.trigger(text, f.at("deed"), f.scope)
    if listen.on == "would" and nth == "first":  # what has not happened yet is not counted; whoever answers it does so once
        return replace(listen, once=structure)
    if listen.on == "would":
        raise names.fail(f.span, "what has not happened yet is not counted", "the first time, or what has happened")
    counted = _read(f.scope, text, structure, "", f.at("deed"))
    names.counted.append(counted)
    past = _past(names, counted, structure, OWN[counted.whose])
    so_often = expressions.Compare("=", past, expressions.Constant(ORDINALS.index(nth) + 1))
    return replace(listen, tests=(*listen.tests, so_often))


TRIGGERS: tuple[Phrase, ...] = table(
    "trigger",
    (
        ("{deed:rest} for the {nth:word} time (each|this|in a) {structure}", _nth,
         "an ally is damaged for the first time each Turn",
         "any other trigger of this list, but only the first time in each such structure, or the second"),
    ),
)  # fmt: skip
