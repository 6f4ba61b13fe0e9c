"""`explain --core`: the compiled program of an action, printed readably."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.cli.playing import load
from rulewright.kernel.book import Book
from rulewright.play import howto
from rulewright.play.screen import Screen
from rulewright.program.bookkeeping import given
from rulewright.program.definition import Action, Check, Pick, Prohibition, Routine
from rulewright.program.instructions import Run
from rulewright.program.listing import Legend, Printer
from rulewright.program.slot_proofs import reads
from rulewright.program.slots import SlotDeclaration


def show(name: str, wanted: str) -> int:
    """Print the program of an action: its checks and picks, and its procedures instruction by instruction."""
    screen, book = Screen(), load(name)
    action = howto.find(book, wanted)
    printer = Printer(legend(book))
    screen.say(f"{action.name} (action {action.index})", "bold")
    for title, words in asked(book, action, printer):
        screen.say(f"{title:<9} {words}", indent=2, hang=10)
    for rule in procedures(book, action.procedure):
        screen.say()
        screen.say(f"procedure {rule.name}", "bold")
        for title, words in slots(rule):
            screen.say(f"{title:<9} {words}", indent=2, hang=10)
        table(screen, printer, rule)
    return 0


def slots(rule: Routine) -> Iterator[tuple[str, str]]:
    """List the slots of a procedure with their types: those of every act that it reads, then its own."""
    read = {name for each in rule.code for name, _, _ in reads(each)}
    for title, found in (("given", [each for each in given(rule) if each.name in read]), ("slots", rule.slots)):
        if found:
            yield title, _typed(found)


def _typed(found: Sequence[SlotDeclaration]) -> str:
    return ", ".join(f"{each.name}: {each.words}" for each in found)


def legend(book: Book) -> Legend:
    """Give the names behind the numbers of a book's program."""
    features = [each.name for each in book.features]
    return Legend([each.name for each in book.stats], [each.name for each in book.zones], features,
                  [each.name for each in book.classes], book.words, [each.name for each in book.disciplines],
                  [each.words for each in book.prohibitions], [each.name for each in book.routines],
                  [[name for _, name in each.labels] for each in book.routines])  # fmt: skip


def asked(book: Book, action: Action, printer: Printer) -> Iterator[tuple[str, str]]:
    """Give the checks and picks of an action, and its triggers."""
    yield "marks", ", ".join(sorted(book.words[kind] for kind in action.kinds))
    for trigger in book.triggers:
        if trigger.action == action.index:
            when = "before a change" if trigger.on == "would" else "after an event"
            yield "trigger", f"{when}: {printer.value(trigger.test.node)}"
    yield from (("stands", _prohibition(book.prohibitions[number], printer)) for number in action.forbids)
    yield from (("check", _check(each, printer)) for each in action.checks)
    for pick in action.picks:
        yield "pick", _pick(pick, printer)
        yield from ((f"  {pick.name}", _check(each, printer)) for each in (*pick.checks, *pick.whole))
    for costs in action.costs:
        yield from (("cost", printer.value(part)) for part in costs.parts)
        yield from (("instead", ", ".join(map(printer.value, way)) or "nothing") for way in costs.instead)
        yield from (("in addition", printer.value(part)) for part in costs.extra)


def _prohibition(prohibition: Prohibition, printer: Printer) -> str:
    """Say what cannot happen: in the words of the rule, and the event that it asks about."""
    return f"{prohibition.words}: {printer.value(prohibition.test.node)}"


def _check(check: Check, printer: Printer) -> str:
    return f"{check.name}: {printer.value(check.test)}{f' ({check.rule})' if check.rule else ''}"


def _pick(pick: Pick, printer: Printer) -> str:
    many = f", {pick.least} to {pick.most}" if pick.several else ""
    return f"{pick.name}, {pick.kind}{many}, from {printer.value(pick.pool)}"


def procedures(book: Book, first: int) -> list[Routine]:
    """List a procedure and its parts with frames of their own."""
    found = [first]
    for number in found:
        parts = [each.procedure for each in book.routines[number].code if isinstance(each, Run) and each.own]
        found += [part for part in parts if part not in found]
    return [book.routines[number] for number in found]


def table(screen: Screen, printer: Printer, rule: Routine) -> None:
    """Print the instructions of a procedure, numbered, with their places on the right where there is room."""
    for line in printer.lines(rule.code):
        words, place = f"{line.number:>4}  {line.words}", f"  {line.source}" if line.source else ""
        gap = " " * (screen.width - len(words) - len(place))
        if gap:
            screen.show([[(f"{words}{gap}{place}", "")]])
        else:
            screen.say(words, hang=6)
            screen.show([[(place.rjust(screen.width), "")]])
