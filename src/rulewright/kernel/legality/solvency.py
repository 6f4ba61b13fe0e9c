"""Solvency: whether costs can be paid, as Python code generated from the compiled form; other costs are tried out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.kernel.evaluation.fast import ROLES, Test, Writer, compiled
from rulewright.kernel.state.facts import NOWHERE
from rulewright.program import building, expressions, instructions
from rulewright.program.declared import Stat

if TYPE_CHECKING:
    from rulewright.kernel.book import Book


def payable(book: Book, parts: Sequence[Any], otherwise: Test) -> Test:
    """Make the function that says whether costs can be paid: directly from the cells while no lasting effect touches them."""
    due: dict[int, list[Any]] = {}
    sends: list[Any] = [part for part in parts if _goes(part)]
    for part in [part for part in parts if part not in sends]:
        if not _plain(book, part) or any((part.whom, "-=") != (other.whom, other.op) for other in due.get(part.stat, ())):
            return otherwise
        due.setdefault(part.stat, []).append(part)
    if not parts:
        return otherwise
    writer = Writer(book, [otherwise])
    roles = [*(send.what for send in sends), *(part.whom for costs in due.values() for part in costs)]
    slots = {role.name: f"w{n}" for n, role in enumerate(roles)}
    lines = ["def test(m, v):", " s = m.state"]
    lines += [f" {slot} = v.get('{role}', -1)" for role, slot in slots.items()]
    lines.append(f" if {' or '.join(f'{slot} < 0' for slot in slots.values())}: return T[0](m, v)")
    for send in sends:  # a thing elsewhere can go there; in a zone of that kind it may be there already
        place = f"s.places[{slots[send.what.name]}]"
        lines.append(f" if {place} == -1 or s.grounds[{place}][0] == {send.zone}: return T[0](m, v)")
    if due:
        lines.append(" if s.touched or 'free' in v: return T[0](m, v)")
    spent = dict[int, str]()
    for stat, costs in due.items():
        cell, total = f"s.cells[{slots[costs[0].whom.name]} * {len(book.stats)} + {{}}]", _total(writer, costs)
        if costs[0].op == "-=":
            spent[stat] = cell
            lines.append(f" n{stat} = {total}")
        elif costs[0].op == "=":
            lines.append(f" if {cell.format(stat)} == {total}: return False")
        elif book.stats[stat].most is not None:
            lines.append(f" if {cell.format(stat)} + {total} > {book.stats[stat].most}: return False")
    made: Test = compiled("\n".join([*lines, *_spending(book, spent), ""]), "test", writer.table)
    return made


def _plain(book: Book, part: Any) -> bool:
    """Say whether a cost is a change of a stat of a role, whose bounds are plain numbers."""
    if not isinstance(part, instructions.Alter) or not isinstance(part.whom, expressions.Slot) or part.whom.name not in ROLES:
        return False
    if any(stat in book.fluid for stat in (part.stat, *book.payers.get(part.stat, ()))) or book.stats[part.stat].cap is not None:
        return False
    return part.op in ("-=", "+=") or (part.op == "=" and _within(book.stats[part.stat], part.amount))


def _goes(part: Any) -> bool:
    """Say whether a cost is that one thing with a role goes to a zone."""
    if not isinstance(part, instructions.Send) or not isinstance(part.what, expressions.Slot) or part.what.name not in ROLES:
        return False
    return part.zone != NOWHERE and part.count is None


def _within(stat: Stat, amount: expressions.Expression) -> bool:
    """Say whether an amount is a possible value of a stat."""
    number = building.bare(amount)
    return isinstance(number, expressions.Constant) and (stat.least or 0) <= number.n <= (
        number.n if stat.most is None else stat.most
    )


def _total(writer: Writer, costs: Sequence[Any]) -> str:
    return "(" + " + ".join(writer.expression(part.amount) for part in costs) + ")"


def _spending(book: Book, spent: Mapping[int, str]) -> list[str]:
    """Generate the test that there is enough of each stat; its own may suffice, and all that pay for it too."""

    def has(stat: int, cell: str) -> str:
        return f"{cell.format(stat)} - {book.stats[stat].least or 0}"

    enough = " and ".join(f"{has(stat, cell)} >= n{stat}" for stat, cell in spent.items()) or "True"
    if not any(stat in book.payers for stat in spent):
        return [f" return {enough}"]
    purses = {stat: " + ".join(has(each, cell) for each in (stat, *book.payers.get(stat, ()))) for stat, cell in spent.items()}
    scant = " or ".join(f"{purse} < n{stat}" for stat, purse in purses.items())
    return [f" if {enough}: return True", f" if {scant}: return False", " return T[0](m, v)"]
