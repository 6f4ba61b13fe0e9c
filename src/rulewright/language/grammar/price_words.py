"""The words for what acts cost: less, more, at least or at most so much, as long as somebody has an ability or for a while."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rulewright.language.grammar import nouns, somebody
from rulewright.language.grammar.patterns import Phrase, table
from rulewright.language.grammar.phrases import Found, duration
from rulewright.language.text.syntax import NUMBER_WORDS
from rulewright.program import building, expressions, instructions, signs
from rulewright.program.conditions import Truth
from rulewright.program.definition import PRICED, Prohibition
from rulewright.program.durations import Until
from rulewright.program.expressions import Expression, Happens
from rulewright.program.instructions import Instruction
from rulewright.program.modes import Grant, Happening
from rulewright.program.quick_dataclasses import dataclass
from rulewright.program.spelled import plain

PAYER = expressions.Slot("attacker")
"""Whoever performs the act whose price is asked for."""
NEXT = r"the next (?P<times>\d+ |two |three |four |five )?(?P<rest>.+)"
WHILE = r"(?P<rest>.+) (?P<term>(?:during )?this [\w ]+)"
PLAYS = r"(?P<rest>.+?) (?P<who>\w+(?: \w+)?) (?:plays?|casts?|uses?|performs?)"


@dataclass(frozen=True, slots=True)
class Acts:
    """The acts that a rule is about: their tests, how many of the next ones, for how long, and whether only those of its card."""

    tests: tuple[Expression, ...]
    times: int | None = None
    until: Until | None = None
    own: bool = False


def _acts(f: Found) -> Acts:
    """Read which acts are meant: `spells you play`, `the next creature you play this turn`, an action, `abilities of relics`."""
    text, times, until = f.text("what"), None, None
    if found := re.fullmatch(NEXT, text, re.IGNORECASE):
        said = (found["times"] or "1").strip()
        text, times = found["rest"], int(said) if said.isdigit() else NUMBER_WORDS[said]
    if (found := re.fullmatch(WHILE, text)) and f.scope.names.structure(found["term"].rpartition("this ")[2]):
        text, until = found["rest"], duration(f.scope, found["term"], f.at("what"))
    return Acts(_tests(f, _controlled(text)), times, until, plain(text) in OWN)


OWN = ("this", "this card")


def _controlled(text: str) -> str:
    """Say whose an act is by whose card or figure it is of: `your spells` and `spells you play` are `spells you control`."""
    if text.casefold().startswith("your "):
        return f"{text[5:]} you control"
    found = re.fullmatch(PLAYS, text)
    if found is None:
        return text
    return f"{found['rest']} you control" if found["who"] == "you" else f"{found['rest']} controlled by {found['who']}"


def _tests(f: Found, text: str) -> tuple[Expression, ...]:
    """Read what is asked of an act: its name, its mark, or the thing that is played or whose ability is used."""
    names, said = f.scope.names, plain(text)
    if said in names.actions:
        return (Happens(Happening.PERFORMED, action=names.word(text)),)
    if said in ("actions", "all actions"):
        return (Happens(Happening.PERFORMED),)
    if said in ("attacks", "all attacks"):
        return (Happens(Happening.PERFORMED, hostile=True),)
    if (found := re.fullmatch(r"([\w-]+) actions", said)) and found[1] in names.own_marks:
        return (Happens(Happening.PERFORMED, mark=names.word(found[1])),)
    found = re.fullmatch(r"(?:the )?abilities of (.+)", text, re.IGNORECASE)
    return (
        Happens(Happening.PERFORMED, used="ability" if found else "played"),
        *_of(f, building.IT, found[1] if found else text),
    )


def _of(f: Found, who: Expression, text: str) -> tuple[Expression, ...]:
    """Ask whether somebody is a known thing, or one of some things."""
    known = somebody.single(f.scope.names, text)
    if known is not None:
        return (expressions.About(who, (building.is_it(known),)),)
    tests = nouns.phrase(f.scope.names, text, f.at("what")).things.tests
    return (expressions.About(who, tuple(test for test in tests if test != building.IN_PLAY)),)


def _costs(op: signs.Price) -> Callable[[Found], list[Instruction]]:
    def build(f: Found) -> list[Instruction]:
        with _bound(f) as whom:
            acts, tests = _acts(f), _payers(f)
        until = f.duration()
        until = acts.until if until is None else until
        if f.scope.standing and (until is not None or acts.times is not None):
            message = "a standing ability applies as long as somebody has it, to every act"
            raise f.scope.names.fail(f.span, message, "no duration and no `the next`")
        amount = _amount(f)
        words = f"{f.text('what')} {f.text('verb')} {SAID[op].format(f.text('amount'), f.text('stat'))}"
        test = building.every((*acts.tests, *tests))
        number = f.scope.names.prohibit(Prohibition(PRICED, Truth(test), words, f.stat(), op, amount, acts.own))
        uses = None if acts.times is None else expressions.Constant(acts.times)
        return [instructions.Give(Grant.CANNOT, f.scope.owner, until, whom, number=number, uses=uses)]

    return build


SAID: dict[signs.Price, str] = {"-": "{} {} less", "+": "{} {} more", "=": "{} {}", "<=": "at most {} {}", ">=": "at least {} {}"}


def _amount(f: Found) -> Expression:
    """Read how much more or less it is; `for each relic` multiplies it."""
    amount, each = f.amount(), re.fullmatch("each (.+)", f.text("payers") if f.has("payers") else "", re.IGNORECASE)
    if each is None:
        return amount
    count = building.count(nouns.phrase(f.scope.names, each[1], f.at("payers")).things)
    return count if amount == expressions.Constant(1) else expressions.Arithmetic("*", amount, count)


def _payers(f: Found) -> tuple[Expression, ...]:
    """Read what is asked of who pays; in a feature it is whoever has it."""
    text = f.text("payers") if f.has("payers") else ""
    own = (expressions.About(PAYER, (building.is_it(building.ACTOR),)),) if f.scope.featured else ()
    return own if not text or text.casefold().startswith("each ") else (*own, *_of(f, PAYER, text))


@contextmanager
def _bound(f: Found) -> Iterator[Expression]:
    """Give on whom an effect lasts: the target or the thing of the trigger, if it refers to them, else whoever acts.

    When the price is needed, the action with its target is over; the target is then known as what the effect lasts on.
    """
    names, said = f.scope.names, f"{f.text('what')} {f.text('payers') if f.has('payers') else ''}"
    var = next((var for word, var in SPOKEN_OF.items() if re.search(rf"\b{word}\b", said)), "")
    if not var or f.scope.standing:
        yield building.ACTOR
        return
    whom, before = names.role(var), names.alias
    names.alias = {**before, var: "bound"}
    try:
        yield whom
    finally:
        names.alias = before


SPOKEN_OF = {"target": "target", "it": "it", "its": "it"}


def _phrase(
    words: str, op: signs.Price, example: str, meaning: str
) -> tuple[str, Callable[[Found], list[Instruction]], str, str]:
    return (f"{{what:things}} {{verb:costs}} {words} [for {{payers:things}}] [{{duration}}]", _costs(op), example, meaning)


EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        _phrase("{amount} {stat} less", "-", "the next Stride costs 2 Attack less",
                "something costs less, but not less than 0: cards (`spells you play`), an action by its name or mark, "
                "`abilities of` some things; `for target` or `for opponents` says who pays less, `for each relic` "
                "multiplies it; in a feature or an ability marked (Standing) it applies as long as somebody has this"),
        _phrase("{amount} {stat} more", "+", "Stride costs 1 Attack more for each ally",
                "it costs more, also if it costs nothing of this stat otherwise; this is added before `less` is subtracted"),
        _phrase("at least {amount} {stat}", ">=", "Stride costs at least 2 Attack this turn",
                "the least that it costs; this is applied last"),
        _phrase("at most {amount} {stat}", "<=", "Stride costs at most 2 Attack for target this turn",
                "the most that it costs; this is applied after `more` and `less`"),
        _phrase("{amount} {stat}", "=", "Stride costs 0 Attack until end of turn",
                "what it costs instead of its own price; `more` and `less` are then applied to this"),
    ),
)  # fmt: skip
