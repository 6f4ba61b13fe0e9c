"""The words for what would happen and what cannot: everything that a trigger can say can also be said of a coming change."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import get_args

from rulewright.kernel.state.facts import BLOCKED, OWNER, STANDING, TILE
from rulewright.language.check.problems import RuleTextError, TwoReadings, Unreadable
from rulewright.language.grammar import phrases, suggestions
from rulewright.language.grammar.asked_later import aside
from rulewright.language.grammar.listening import Listen, about
from rulewright.language.grammar.patterns import Phrase, table
from rulewright.language.grammar.phrases import Found
from rulewright.program import building, expressions, instructions, procedures, signs
from rulewright.program.conditions import Truth
from rulewright.program.definition import CHOSEN, Prohibition
from rulewright.program.expressions import Expression
from rulewright.program.instructions import Instruction
from rulewright.program.modes import Adjustment, Grant, Happening, Link, Way
from rulewright.program.quick_dataclasses import replace
from rulewright.program.signs import ForbiddenKind
from rulewright.program.spelled import plain

IT = building.IT
Effects = list[Instruction]

HELD: tuple[signs.HeldKind, ...] = get_args(signs.HeldKind)
"""The kinds of event whose changes are held before they happen; "" is any of them."""
FORBIDDEN = (*HELD, "performed", "chosen")
"""The changes that a text can forbid."""
IRREGULAR = {"be": "is", "are": "is", "have": "has"}


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


ONE_OR_MORE = "(?i:one or more )"


def _together(f: Found) -> Listen:
    """Read `one or more creatures die`: wherever the verb may be, as what one of them does; it is met once by all of them."""
    words = f.text("rest").split()
    problem: Unreadable | RuleTextError | None = None
    for at in range(1, len(words)):
        try:
            listen = _read(f, f"a {' '.join(words[:at])} {third_person(' '.join(words[at:]))}")
        except TwoReadings:
            raise
        except (Unreadable, RuleTextError) as error:
            problem = problem or error
            continue
        return replace(listen, together=True)
    raise problem or suggestions.unknown(f.scope, "trigger", f"one or more {f.text('rest')}", f.span)


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
    raise suggestions.unknown(scope, "trigger", text, span)


def _would(f: Found) -> Listen:
    who = re.sub(rf"^{ONE_OR_MORE}", "a ", f.text("who"))
    together = who != f.text("who")  # it responds to all of them at once
    listen = _read(f, f"{who} {third_person(f.text('rest'))}")
    if listen.on == "would":
        return replace(listen, together=together)
    held = next((each for each in HELD if each == listen.on), None)
    if held is None:
        expected = "what changes a stat, a place, a zone, what is seen or what is told"
        raise f.scope.names.fail(f.span, "an ability cannot respond before this happens", expected)
    if any(isinstance(part, expressions.PastActions) for test in listen.tests for part in building.walk(test)):
        raise f.scope.names.fail(f.span, "what has not happened yet is not counted", "`Limit: once per Turn` below the trigger")
    return Listen("would", listen.tests, listen.stat, held, together)


# -- what cannot happen ------------------------------------------------------------------------------------------------


def _forbidden(f: Found, subject: str, said: str) -> tuple[ForbiddenKind, Listen, Expression]:
    """Read what cannot happen to somebody, and what is excepted from it."""
    deed, _, spared = said.partition(" except ")
    listen = _read(f, f"{subject} {third_person(deed)}")
    on: ForbiddenKind = "changed" if listen.on == "would" else listen.on
    if told := [
        part for part in listen.tests if building.happens(part, Happening.TOLD) and part.word == f.scope.names.word(CHOSEN)
    ]:
        on, listen = CHOSEN, replace(listen, tests=tuple(part for part in listen.tests if part not in told))
    if on not in FORBIDDEN:
        raise f.scope.names.fail(f.span, f"{deed!r} cannot be forbidden", "what somebody does or what happens to it")
    tests = listen.tests
    if spared:
        again = f"{deed.partition(' by ')[0]} {spared}" if spared.startswith("by ") else spared
        tests = (*tests, building.negated(building.every(_read(f, f"{subject} {third_person(again)}").tests)))
    if f.has("condition"):
        aside(f.scope.names, f.condition("condition"), f.at("condition"))
        tests = (*tests, building.negated(f.condition("condition")))
    return on, replace(listen, tests=tests), building.every(tests)


def _cannot(f: Found) -> Effects:
    standing = f.scope.standing
    if standing and f.has("duration"):
        raise f.scope.names.fail(
            f.at("duration"), "a standing ability applies as long as it is in play, so it has no duration", "no duration"
        )
    return _forbid(f, f.text("whom") if standing else "that one", f.text("rest"))


def _forbid(f: Found, subject: str, deed: str, of: str = "") -> Effects:
    """Forbid that something happens to somebody, or that a stat of somebody passes a bound."""
    standing = f.scope.standing
    on, listen, test = _forbidden(f, f"{of}{subject}", deed)
    whose = f"{of}{f.text('whom')} " if of or (standing and plain(f.text("whom")) not in OWN) else ""
    bound = next((each for each in listen.tests if isinstance(each, expressions.Changes) and each.how in BEYOND), None)
    op, past = BEYOND[bound.how] if bound is not None else ("", 0)
    amount = expressions.Constant(bound.amount + past) if bound is not None else None
    forbidden = Prohibition(on, Truth(test), f"{whose}cannot {deed}", listen.stat, op, amount)
    number = f.scope.names.prohibit(forbidden)
    return [instructions.Give(Grant.CANNOT, until=f.duration(), whom=building.ACTOR if standing else f.whom(), number=number)]


BEYOND: dict[Way, tuple[signs.Price, int]] = {Way.FALLS_TO: (">=", 1), Way.RISES_TO: ("<=", -1)}
"""The values that are left for a stat that cannot pass an amount."""


def _bounded(f: Found) -> Effects:
    """Read `[Health] of target cannot fall below 1`: a change beyond the bound stops at the bound."""
    subject = f.text("whom") if f.scope.standing else "that one"
    if f.text("rest").casefold() == "change":
        return [part for verb in ("gain", "lose") for part in _forbid(f, subject, f"{verb} {f.text('stat')}")]
    how = re.match(r"(?:fall|drop|rise) (?:to|below|above) ", f.text("rest"), re.IGNORECASE)
    if how is None:
        expected = "`cannot fall below 1`, `cannot rise above 5` or `cannot change`"
        raise f.scope.names.fail(f.at("rest"), f"a stat cannot be forbidden to {f.text('rest')}", expected)
    return _forbid(f, subject, f.text("rest"), f"{f.text('stat')} of ")


OWN = ("this", "this actor", "this card", "the actor", "you")
"""Subjects that a refusal need not name."""


# -- what happens otherwise --------------------------------------------------------------------------------------------


def _edit(op: signs.Edit, by: int | None = None) -> Callable[[Found], Effects]:
    def build(f: Found) -> Effects:
        amount = expressions.Constant(by) if by is not None else f.amount() if f.has("amount") else None
        whom = f.single() if f.has("whom") else None
        return [instructions.Adjust(Adjustment.EDIT, amount=amount, op=op, whom=whom)]

    return build


BY: dict[str, signs.Edit] = {"raise": "+", "lower": "-"}
FOLD: dict[str, signs.Edit] = {"double": "*", "halve": "/"}
BOUNDS: dict[str, signs.Edit] = {"at least": ">=", "at most": "<="}


def _chosen_edit(ways: dict[str, signs.Edit], by: int | None = None) -> Callable[[Found], Effects]:
    def build(f: Found) -> Effects:
        how = plain(f.text("how"))
        if how not in ways:
            raise f.scope.names.fail(f.at("how"), f"{how!r} is not something that can be done to an amount", " or ".join(ways))
        return _edit(ways[how], by)(f)

    return build


def _with_it(f: Found) -> Effects:
    """Compile an effect that joins the held change and happens together with it."""
    join, part = (instructions.Adjust(Adjustment.EDIT, op=op) for op in ("join", "part"))
    return procedures.joined([[join], f.inner("rest"), [part]])


def _instead(f: Found) -> Effects:
    return procedures.joined([[instructions.Adjust(Adjustment.EDIT, op="instead")], _with_it(f)])


PREVENTED: dict[str, signs.Lasting] = {"lose": "-=", "gain": "+="}


def _next(sign: signs.Lasting) -> Callable[[Found], Effects]:
    def build(f: Found) -> Effects:
        stat = f.stat() if f.has("stat") else f.damage()
        return [instructions.Last(f.holder(f.whom(), stat), stat, sign, f.amount(), f.scope.owner, f.duration())]

    return build


def _next_of(f: Found) -> Effects:
    how = plain(f.text("how"))
    if how not in PREVENTED:
        message = f"what somebody would {how} cannot be prevented in this way"
        raise f.scope.names.fail(f.at("how"), message, "would lose, or would gain")
    return _next(PREVENTED[how])(f)


EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        ("instead {rest}", _instead, "instead gain 1 Health",
         "in an ability with `would`: the change does not happen, and this happens instead, together with the other changes"),
        ("{rest} instead", _instead, "gain 1 Health instead", "the same"),
        ("also {rest}", _with_it, "also gain 1 Health", "in an ability with `would`: this happens together with the change"),
        ("prevent it", _edit(""), "prevent it", "in an ability with `would`: the change does not happen"),
        ("{how:word} the amount by {amount}", _chosen_edit(BY), "raise the amount by 2",
         "`raise` or `lower`: the gain or loss that is about to happen is greater or smaller by this number; `[the amount]` is "
         "how much it is"),
        ("{how:word} the amount", _chosen_edit(FOLD, 2), "double the amount",
         "`double` or `halve`: it is twice as much, or half as much, rounded down"),
        ("the amount is {how:bound} {amount}", _chosen_edit(BOUNDS), "the amount is at least 2",
         "`at least` or `at most`: it is not smaller, or not greater, than this number"),
        ("redirect it to {whom}", _edit("to"), "redirect it to the attacker", "the change happens to somebody else"),
        ("redirect {amount} of it to {whom}", _edit("to"), "redirect 2 of it to the attacker",
         "this much of it, or all if it is less, happens to somebody else"),
        ("prevent the next {amount} damage to {whom} [{duration}]", _next("-="), "prevent the next 3 damage to target this turn",
         "the next damage is reduced, until this much has been prevented"),
        ("prevent the next {amount} {stat} {whom} would {how:word} [{duration}]", _next_of,
         "prevent the next 3 Attack target would lose this turn", "the same for any stat that would be lost; also `would gain`"),
        ("{whom} cannot {rest} [unless {condition:rest}] [{duration}]", _cannot, "target cannot be damaged this turn",
         "a change that a trigger can name does not happen to somebody, whatever causes it, and is not offered or used as a "
         "cost; `by …` and `except by …` name the cause; in a feature or an ability marked (Standing) it applies as long as "
         "somebody has this"),
        ("{stat} of {whom} cannot {rest} [unless {condition:rest}] [{duration}]", _bounded,
         "[Health] of target cannot fall below 1 this turn",
         "`fall below`, `fall to`, `rise above` or `rise to` a number: a change that would go beyond it stops there, and a cost "
         "that would go beyond it is refused; `cannot change`: it is neither gained nor lost"),
        ("{whom} {stat} cannot {rest} [unless {condition:rest}] [{duration}]", _bounded,
         "target's Health cannot fall below 1 this turn", "the same"),
    ),
)  # fmt: skip


# -- what may happen ---------------------------------------------------------------------------------------------------


def _stat(way: Way) -> Callable[[Found], Listen]:
    def build(f: Found) -> Listen:
        return Listen("changed", (expressions.Changes(f.stat(), way), *about(IT, f, "object")), f.stat())

    return build


def _healed(f: Found) -> Listen:
    return Listen("changed", (expressions.Changes(f.damage(), Way.UP), *about(IT, f, "object")), f.damage())


def _passed(how: expressions.Passing) -> Callable[[Found], Listen]:
    def build(f: Found) -> Listen:
        return Listen("moved", (expressions.Happens(Happening.WENT, passing=how), *about(IT, f, "object")))

    return build


def _draws(f: Found) -> Listen:
    player = expressions.Related(Link.PLAYER, IT)
    return Listen("moved", (expressions.Happens(Happening.WENT, passing="drawn"), *about(player, f, "object")))


def _moves(f: Found) -> Listen:
    return Listen("changed", (expressions.Happens(Happening.WENT), *about(IT, f, "object")), TILE)


def _revealed(f: Found) -> Listen:
    return Listen("revealed", about(IT, f, "object"))


def _said(word: str) -> Callable[[Found], Listen]:
    def build(f: Found) -> Listen:
        return Listen("told", (expressions.Happens(Happening.TOLD, f.scope.names.word(word)), *about(IT, f, "object")))

    return build


def _blocked(f: Found) -> Listen:
    return Listen("changed", (expressions.Changes(BLOCKED, Way.UP), *about(IT, f, "object")), BLOCKED)


def _handed(f: Found) -> Listen:
    return Listen("changed", about(IT, f, "object"), OWNER)


def _stands(way: Way) -> Callable[[Found], Listen]:
    def build(f: Found) -> Listen:
        return Listen("changed", (expressions.Changes(STANDING, way), *about(IT, f, "object")), STANDING)

    return build


def _chosen(f: Found) -> Listen:
    by = about(expressions.Slot("attacker"), f, "subject") if f.has("subject") else ()
    told = expressions.Happens(Happening.TOLD, f.scope.names.word(CHOSEN))
    return Listen("told", (told, *about(IT, f, "object"), *by))


ATTACK = "attack"


def _performs(f: Found) -> Listen:
    mark = plain(f.text("mark"))
    if mark == "card":
        return Listen("performed", (expressions.Happens(Happening.PERFORMED, used="played"), *about(IT, f, "object")))
    if mark != ATTACK and mark not in f.scope.names.own_marks:
        expected = "a mark, a kind, a class or a speed, or attack"
        raise f.scope.names.fail(f.at("mark"), f"the mark {mark!r} is not declared", expected)
    attack = expressions.Happens(Happening.PERFORMED, hostile=True)
    asked = attack if mark == ATTACK else expressions.Happens(Happening.PERFORMED, mark=f.scope.names.word(mark))
    return Listen("performed", (asked, *about(IT, f, "object")))


TOKENS = ("thing", "things", "token", "tokens", "card", "cards")


def _makes(f: Found) -> Listen:
    """Read that something is made: things of a kind, cards of a name, or any."""
    names, said = f.scope.names, plain(f.text("kind"))
    kind = "" if said in TOKENS else names.kind(said)
    if kind is None:
        raise f.missing("kind", "kind", [names.kinds[word] for word in sorted(names.kinds)], "a Kind")
    made = expressions.Happens(Happening.ARRIVED, mark=names.word(kind) if kind else expressions.NONE)
    return Listen("made", (made, *about(IT, f, "object")))


def _acts(f: Found) -> Listen:
    return Listen("performed", (expressions.Happens(Happening.PERFORMED), *about(IT, f, "object")))


def _featured(f: Found) -> Listen:
    return Listen("lasts", (expressions.Happens(Happening.BEGAN, feature=f.feature()[0]), *about(IT, f, "object")))


TRIGGERS: tuple[Phrase, ...] = table(
    "trigger",
    (
        ("{who:rest} would {rest}", _would, "an ally would gain Attack",
         "before a change happens: any change that another trigger of this list names"),
        ("one or more {rest}", _together, "one or more allies die",
         "any other trigger of this list, about several things; it is met only once if it happens to them together: by one "
         "effect, or while the game settles"),
        ("{object:things} gains the feature {feature}", _featured, "an enemy gains the feature Poise",
         "after it was given to somebody"),
        ("{object:things} gains {stat}", _stat(Way.UP), "an ally gains Attack", "after somebody has more of a stat"),
        ("{object:things} loses {stat}", _stat(Way.DOWN), "an ally loses Attack", "after somebody has less of a stat"),
        ("{object:things} is healed", _healed, "an ally is healed", "after somebody has more of the stat that takes damage"),
        ("{object:things} (dies|is destroyed)", _passed("died"), "an ally dies",
         "after something has left play and was removed, or went to a zone that everybody sees"),
        ("{object:things} leaves [play]", _passed("left play"), "an ally leaves play",
         "after something has left play, to any zone"),
        ("{object:things} (enters|enters play|comes into play)", _passed("entered play"), "an ally enters",
         "after something has come into play from any zone, or was made there"),
        ("{object:things} draws [(a card|cards)]", _draws, "an enemy draws a card",
         "after a card has moved from a zone that nobody sees to one that its owner sees; `it` is the card"),
        ("{object:things} (moves|is moved)", _moves, "an enemy moves", "after each step on the map, forced or not"),
        ("{object:things} is revealed", _revealed, "an ally is revealed", "after somebody was shown its face"),
        ("{object:things} is chosen [by {subject:things}]", _chosen, "this is chosen by an enemy",
         "after something in play was chosen as the target of an act, or by `choose`"),
        ("{object:things} (performs|takes|plays|uses) (a|an|any) {mark:word} [(action|actions|card|cards)]", _performs,
         "an enemy performs an attack", "an action with this mark; `attack` is any action that does damage, `a card` any card"),
        ("{object:things} (makes|creates) (a|an|any|one or more) {kind:label}", _makes, "an ally makes a Motion",
         "only with `would` and `cannot`: new things of a kind, or any `token`; `double the amount` makes twice as many; to "
         "respond afterwards, use `enters`"),
        ("{object:things} is countered", _said("countered"), "an action on a stack is countered",
         "after it was taken off its stack"),
        ("{object:things} is blocked", _blocked, "an action on a stack is blocked",
         "after an effect has blocked it, so that it will have no effect"),
        ("{object:things} changes hands", _handed, "an ally changes hands",
         "after somebody else, or nobody, has gained control of something"),
        ("{object:things} loses the game", _stands(Way.DOWN), "an enemy loses the game", "after its side has lost"),
        ("{object:things} wins the game", _stands(Way.UP), "an enemy wins the game", "after its side has won"),
        ("{object:things} (acts|performs any action|performs anything)", _acts, "an enemy acts", "any action"),
    ),
)  # fmt: skip
