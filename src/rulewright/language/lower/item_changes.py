"""Changes parsed or compiled items: another name, no headers, or marked as removed."""

from __future__ import annotations

from collections.abc import Container, Mapping

from rulewright.kernel.book import Book
from rulewright.language.lower.actions import Compiled
from rulewright.language.lower.drafts import Draft
from rulewright.language.names.names import RESERVED, Names
from rulewright.language.text.syntax import Item
from rulewright.program import instructions, marks
from rulewright.program.definition import Action
from rulewright.program.instructions import Instruction
from rulewright.program.quick_dataclasses import replace
from rulewright.program.spelled import plain


def by_age(items: list[Item], like: Book | None) -> tuple[list[Item | Action], list[Item]]:
    """Give the actions in the order of an earlier book, then new ones; actions that are gone keep their number."""
    if like is None:
        return list(items), []
    named, defeated = {plain(item.name): item for item in items}, like.procedure_numbers.get("Defeated")
    before = [action for action in like.actions if marks.FEATURE not in action.kinds and action.procedure != defeated]
    old = {plain(action.name) for action in before}
    return [named.get(plain(action.name), action) for action in before], [i for i in items if plain(i.name) not in old]


def gone(action: Action) -> Compiled:
    """Keep the number of an action that the rules no longer contain."""
    bare = replace(action, checks=(), picks=(), costs=(), need=None)
    return Compiled(replace(bare, kinds=frozenset({marks.AUTOMATIC}), stack="", gone=True), ())


def for_windows(done: Compiled) -> Compiled:
    """Give an action that is offered only in windows for one of its marks."""
    return replace(done, action=replace(done.action, kinds=done.action.kinds - {marks.ACTION}))


def bare(draft: Draft) -> Draft:
    """Give a draft without headers: an automatic rule for everybody has neither range nor cost."""
    draft.item = replace(draft.item, headers=(), components=(), items=())
    return draft


def distinct(done: Compiled, names: Names, taken: Container[str], number: int) -> Compiled:
    """Give an action's procedures unique names, different from other rules, the engine's, its parts and older forms."""
    name = done.rules[0].name
    if name in RESERVED or set(name) & set("/@"):
        return _renamed(done, names, f"action {number}", title=name)
    return _renamed(done, names, f"{name} for {' and '.join(done.given_to) or number}") if name in taken else done


def _renamed(done: Compiled, names: Names, name: str, title: str = "") -> Compiled:
    """Give an action's procedures other names, and other numbers."""
    called = {rule.name: name + rule.name.removeprefix(done.rules[0].name) for rule in done.rules}
    moved = {names.procedure(old): names.procedure(new) for old, new in called.items()}
    rules = tuple(
        replace(rule, name=called[rule.name], title=rule.title or title, code=tuple(rerun(each, moved) for each in rule.code))
        for rule in done.rules
    )
    return replace(done, action=replace(done.action, procedure=names.procedure(name)), rules=rules)


def rerun(instruction: Instruction, moved: Mapping[int, int]) -> Instruction:
    """Let an instruction that runs a part of the action run it under its other number."""
    if isinstance(instruction, instructions.Run) and instruction.own:
        return replace(instruction, procedure=moved.get(instruction.procedure, instruction.procedure))
    return instruction


def played(card: Item, by: Item | None) -> Item:
    """Combine a card with the action by which it is played: the costs and needs of both; the card's effect comes last."""
    if by is None:
        return card
    headers = {plain(header.key): header for header in by.headers if plain(header.key) not in ("for", "text")}
    for header in card.headers:
        old, joint = headers.get(plain(header.key)), {"cost": ", ", "needs": " and "}.get(plain(header.key))
        value = f"{old.value}{joint}{header.value}" if old and joint else header.value
        headers[plain(header.key)] = replace(header, value=value)
    parts = {part.name: part for part in by.components}
    for part in card.components:
        before = parts[part.name].clauses if part.name in parts else ()
        parts[part.name] = replace(part, clauses=(*before, *part.clauses))
    return replace(card, headers=tuple(headers.values()), components=tuple(parts.values()))


def structure_name(item: Item) -> str:
    """Give the name of a structure without `of an actor`."""
    return item.name.split(" of ")[0].strip()
