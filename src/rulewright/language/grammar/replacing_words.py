"""The words for what would happen and what cannot: whatever a trigger can say of what has happened can be said of it before."""

from __future__ import annotations

import re
from collections.abc import Callable

from rulewright.kernel.evaluation.happening import ATTACK, DIED, DRAWN, LEFT
from rulewright.kernel.state.facts import TILE
from rulewright.language.check.problems import RuleTextError
from rulewright.language.grammar import leads, phrases
from rulewright.language.grammar.listening import Listen, about
from rulewright.language.grammar.patterns import Phrase, table
from rulewright.language.grammar.phrases import Found
from rulewright.language.names.names import Unreadable
from rulewright.program import building, expressions, instructions
from rulewright.program.expressions import Expression
from rulewright.program.instructions import Instruction
from rulewright.program.modes import Grant, Happening, Link, Way
from rulewright.program.spelled import plain

IT = building.IT
Effects = list[Instruction]

HELD = ("changed", "moved", "linked", "told", "revealed", "lasts", "")
"""The kinds of event whose changes are held before they happen; "" is any of them."""
FORBIDDEN = (*HELD, "performed", "chosen")
"""What can be said not to happen."""
IRREGULAR = {"be": "is", "have": "has"}


def third_person(deed: str) -> str:
    """Give a deed as it is said of somebody: `be damaged` as `is damaged`, `go to the trash` as `goes to the trash`."""
    verb, _, rest = deed.strip().partition(" ")
    known = verb.casefold()
    if known in IRREGULAR:
        said = IRREGULAR[known]
    elif re.search(r"(s|sh|ch|x|z|o)$", known):
        said = f"{known}es"
    else:
        said = f"{known[:-1]}ies" if re.search(r"[^aeiou]y$", known) else f"{known}s"
    return f"{said} {rest}".strip()


def _read(f: Found, text: str) -> Listen:
    """Read what is said of an event that has happened, as a trigger does; who brings it about may stand behind `by`."""
    scope, span = f.scope, f.span
    main, by, means = text.rpartition(" by ")
    for said in (text, f"{main}, by {means}") if by and not main.endswith(",") else (text,):
        try:
            found: Listen | None = phrases.match(scope.table, "trigger", said, span, scope)
        except (Unreadable, RuleTextError):
            if said == text and by:
                continue
            raise
        if found is not None:
            return found
    raise leads.unknown(scope.table, "trigger", text, span, scope.names)


def _would(f: Found) -> Listen:
    listen = _read(f, f"{f.text('who')} {third_person(f.text('rest'))}")
    if listen.on not in HELD:
        expected = "what changes a stat, a place, a zone, what is seen or what is told"
        raise f.scope.names.fail(f.span, "nothing is held before this happens", expected)
    return Listen("would", listen.tests, listen.stat, listen.on)


# -- what cannot happen ------------------------------------------------------------------------------------------------


def _forbidden(f: Found, subject: str) -> tuple[Listen, Expression]:
    """Read what cannot happen to somebody, and what is excepted from it."""
    deed, _, spared = f.text("rest").partition(" except ")
    listen = _read(f, f"{subject} {third_person(deed)}")
    on = "changed" if listen.on == "would" else listen.on
    if on not in FORBIDDEN or " falls " in f" {third_person(deed)} ":
        expected = "what somebody does or what befalls it; for a bound `Trigger: … would fall to 0` and `instead`"
        raise f.scope.names.fail(f.span, f"{deed!r} cannot be forbidden", expected)
    tests = listen.tests
    if spared:
        again = f"{deed.partition(' by ')[0]} {spared}" if spared.startswith("by ") else spared
        tests = (*tests, building.negated(building.every(_read(f, f"{subject} {third_person(again)}").tests)))
    if f.has("condition"):
        tests = (*tests, building.negated(f.condition("condition")))
    return Listen(on, tests, listen.stat), building.every(tests)


def _cannot(f: Found) -> Effects:
    standing = f.scope.standing
    if standing and f.has("duration"):
        raise f.scope.names.fail(
            f.at("duration"), "a standing ability applies as long as it is in play, so it has no duration", "no duration"
        )
    subject = f.text("whom") if standing else "that one"
    listen, test = _forbidden(f, subject)
    whose = f"{f.text('whom')} " if standing and plain(f.text("whom")) not in OWN else ""
    words = f"{whose}cannot {f.text('rest')}"
    number = f.scope.names.prohibit(listen.on, test, words, listen.stat)
    return [instructions.Give(Grant.CANNOT, until=f.duration(), whom=building.ACTOR if standing else f.whom(), number=number)]


OWN = ("this", "this actor", "this card", "the actor", "you")
"""Of whom it need not be said in a refusal that names it."""

EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        ("{whom} cannot {rest} [unless {condition:rest}] [{duration}]", _cannot, "target cannot be damaged this turn",
         "what a trigger can say of somebody does not happen to it, whatever says so, nor is it offered or paid with; `by …` and "
         "`except by …` say by what; in a feature or an ability marked (Standing) it holds as long as somebody has that"),
    ),
)  # fmt: skip


# -- what may happen ---------------------------------------------------------------------------------------------------


def _stat(way: Way) -> Callable[[Found], Listen]:
    def build(f: Found) -> Listen:
        return Listen("changed", (expressions.Changes(f.stat(), way), *about(IT, f, "object")), f.stat())

    return build


def _healed(f: Found) -> Listen:
    return Listen("changed", (expressions.Changes(f.damage(), Way.UP), *about(IT, f, "object")), f.damage())


def _passed(how: str) -> Callable[[Found], Listen]:
    def build(f: Found) -> Listen:
        return Listen("moved", (expressions.Happens(Happening.WENT, how), *about(IT, f, "object")))

    return build


def _draws(f: Found) -> Listen:
    player = expressions.Related(Link.PLAYER, IT)
    return Listen("moved", (expressions.Happens(Happening.WENT, DRAWN), *about(player, f, "object")))


def _moves(f: Found) -> Listen:
    return Listen("changed", (expressions.Happens(Happening.WENT), *about(IT, f, "object")), TILE)


def _revealed(f: Found) -> Listen:
    return Listen("revealed", about(IT, f, "object"))


def _chosen(f: Found) -> Listen:
    by = about(expressions.Slot("attacker"), f, "subject") if f.has("subject") else ()
    return Listen("chosen", (*about(IT, f, "object"), *by))


def _performs(f: Found) -> Listen:
    mark = plain(f.text("mark"))
    if mark != ATTACK and mark not in f.scope.names.own_marks:
        expected = "a mark, a kind, a class or a speed, or attack"
        raise f.scope.names.fail(f.at("mark"), f"nothing declares the mark {mark!r}", expected)
    attack = expressions.Happens(Happening.PERFORMED, ATTACK)
    asked = attack if mark == ATTACK else expressions.Happens(Happening.PERFORMED, mark=f.scope.names.word(mark))
    return Listen("performed", (asked, *about(IT, f, "object")))


def _acts(f: Found) -> Listen:
    return Listen("performed", (expressions.Happens(Happening.PERFORMED), *about(IT, f, "object")))


def _featured(f: Found) -> Listen:
    return Listen("lasts", (expressions.Happens(Happening.BEGAN, f.feature()[1]), *about(IT, f, "object")))


TRIGGERS: tuple[Phrase, ...] = table(
    "trigger",
    (
        ("{who:rest} would {rest}", _would, "an ally would gain Attack",
         "before it happens: what any of these can say of a change, it can say of it beforehand"),
        ("{object:things} gains the feature {feature}", _featured, "an enemy gains the feature Poise",
         "after it was given to somebody"),
        ("{object:things} gains {stat}", _stat(Way.UP), "an ally gains Attack", "after somebody has more of a stat"),
        ("{object:things} loses {stat}", _stat(Way.DOWN), "an ally loses Attack", "after somebody has less of a stat"),
        ("{object:things} is healed", _healed, "an ally is healed", "after somebody has more of the stat that takes damage"),
        ("{object:things} (dies|is destroyed)", _passed(DIED), "an ally dies",
         "after something has gone from play for good: it is gone, or lies where everybody sees it"),
        ("{object:things} leaves play", _passed(LEFT), "an ally leaves play", "after something has gone from play, wherever to"),
        ("{object:things} draws [(a card|cards)]", _draws, "an enemy draws a card",
         "after a card has come from a zone that nobody sees to one that its owner sees; it is the card"),
        ("{object:things} (moves|is moved)", _moves, "an enemy moves", "after each step on the map, forced or not"),
        ("{object:things} is revealed", _revealed, "an ally is revealed", "after somebody was shown its face"),
        ("{object:things} is chosen [by {subject:things}]", _chosen, "this is chosen by an enemy",
         "only in what cannot be: as a target, or by `choose`"),
        ("{object:things} (performs|takes|plays|uses) (a|an|any) {mark:word} [(action|actions|card|cards)]", _performs,
         "an enemy performs an attack", "an action of a mark; `attack` is any that does damage"),
        ("{object:things} (acts|performs any action|performs anything)", _acts, "an enemy acts", "any action"),
    ),
)  # fmt: skip
