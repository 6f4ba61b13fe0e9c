"""What stands in the way of playing a book on the native machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rulewright.kernel.state.facts import NOWHERE
from rulewright.program import marks
from rulewright.program.definition import Action, Trigger
from rulewright.program.slots import OWN

if TYPE_CHECKING:
    from rulewright.kernel.book import Book


def obstacle(book: Book) -> str:
    """Say why the native machine cannot play a book; "" if it can, as far as it knows the book's instructions."""
    return next((words for words, is_so in _met_with(book) if is_so), "")


def _met_with(book: Book) -> Iterator[tuple[str, object]]:
    """Give what may stand in the way, and whether it does, one after another."""
    yield "procedures are written in Python", set(book.procedures) - set(book.routines) - set(OWN)
    yield "something is hidden", book.secret
    yield "time passes", book.timed
    yield "things wait on stacks", book.stack_kind != NOWHERE or any(_waits(action) for action in book.actions)
    yield "features change the rules", book.features
    yield "changes are forbidden", book.prohibitions
    yield "changes are answered before they happen", book.would or book.shielding
    yield "actions pay for others", book.payments or book.payers
    yield "the rules can be changed", book.amendable or book.judges
    yield "procedures run instruction by instruction", book.explained
    yield "players respond when the game settles", book.settle is not None and (book.settle.answers or book.settle.structure)
    yield "things are cards", any(marks.CARD in kind.marks or kind.loose or kind.bound for kind in book.kinds)
    yield "an action has several definitions", any(_ambiguous(book, kind.actions) for kind in book.kinds)
    yield "somebody notices more than changes of stats", not all(_befalls(book, trigger) for trigger in book.triggers)


def _waits(action: Action) -> bool:
    return bool(
        action.costs or action.stack or action.after or action.zones or action.noted or action.onto != NOWHERE
        or action.of_class != NOWHERE or action.played
    )  # fmt: skip


def _ambiguous(book: Book, own: Sequence[int]) -> bool:
    return len({book.actions[index].name for index in own}) < len(own)


def _befalls(book: Book, trigger: Trigger) -> bool:
    """Say whether a trigger befalls whom a change of a stat is about, and nobody is asked."""
    plain = trigger.on == "changed" and trigger.everyone and not trigger.optional and not trigger.following
    return plain and not book.actions[trigger.action].picks
