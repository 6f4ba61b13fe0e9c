"""Says how an action works, from its text: who may use it on whom, what it costs, what is rolled and what happens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from rulewright import books
from rulewright.kernel.book import Book
from rulewright.kernel.errors import Refused
from rulewright.kernel.game import Game
from rulewright.kernel.state.facts import NOWHERE
from rulewright.language.lower import guides
from rulewright.language.text import clause_blocks, parser
from rulewright.language.text.syntax import Item
from rulewright.program import marks
from rulewright.program.definition import Action

TITLES = {"if": "Check", "do": "Then", "else": "Otherwise", "then": "In any case"}
SIGNS = (
    *((" >= ", " is at least "), (" <= ", " is at most "), (" != ", " is not "), (" > ", " is more than ")),
    *((" < ", " is less than "), (" = ", " is ")),
)
DECIDES = re.compile(r"\b(?:wins|loses)\b(?: the game)?$")
CHANGE = re.compile(r"(?P<what>\[[^\]]+\])\s*(?P<sign>[-+*/]?)=\s*(?P<rest>.+)")
VERBS = {"-": ("lower", "by"), "+": ("raise", "by"), "*": ("multiply", "by"), "/": ("divide", "by"), "": ("set", "to")}
WHOSE = re.compile(r"\[(?:(?P<who>Target|Attacker|Self|Actor|It|This)\s+)?(?P<stat>[^\]]+)\]", re.IGNORECASE)


def find(book: Book, name: str) -> Action:
    """Find an action by its name or by an unambiguous beginning of it; an unknown name is refused with the nearest ones."""
    action = book.action(name)
    if action is not None:
        return action
    wanted = " ".join(name.casefold().split())
    begun = [action for action in actions(book) if wanted and action.name.casefold().startswith(wanted)]
    if len(begun) == 1:
        return begun[0]
    names = {action.name.casefold(): action.name for action in actions(book)}
    near = [names[found] for found in get_close_matches(wanted, names, 3)]
    known = f"did you mean {_either(near)}?" if near else f"its actions are {', '.join(names.values())}"
    raise Refused(f"there is no action {name!r} in {book.name}: {known}")


def actions(book: Book) -> list[Action]:
    """List the actions somebody can choose to use."""
    return [action for action in book.actions if marks.AUTOMATIC not in action.kinds]


def _either(names: list[str]) -> str:
    return " or ".join(names) if len(names) <= 3 else ", ".join(names)


def written(book: Book, action: Action) -> Item | None:
    """Find the text of an action: of several, the one in force; of a book's and a file's, the file's."""
    found = [item for file, text in book.text for item in _items(parser.read(text, file, book.limits)[0])]
    named = [item for item in found if item.name.casefold() == action.name.casefold() and in_force(book, item)]
    shelf = ("small", *books.shipped())
    named.sort(key=lambda item: item.span.file.split("/")[0] not in shelf)
    return named[-1] if named else None


def endings(book: Book, scene: str) -> list[str]:
    """Say when a scene ends, and who has won then, in the words of the scene."""
    found = [item for file, text in book.text for item in parser.read(text, file, book.limits)[0]]
    scenes = [item for item in found if item.kind == "scene" and item.name == scene and in_force(book, item)]
    lines = [line.text.partition(":") for item in scenes[-1:] for line in item.lines]
    said = [said.partition(";") for key, _, said in lines if key.strip().casefold() == "ends when"]
    return [worded(when.strip()) + (f" ({who.strip()})" if who else "") for when, _, who in said]


def taught(game: Game, player: int) -> list[tuple[str, str]]:
    """Teach a game to the player of a seat: the goal and the parts of a turn, each with a title if it begins something new.

    What the book does not say is worked out from its rules.
    """
    guide = guides.of(game.base.guides, game.seats[player])
    ends = [f"It ends when {', or when '.join(said)}."] if (said := endings(game.book, game.scene)) else []
    goals = guide.goal or [f"{said}." for said in decisive(game.book)]
    goal = " ".join([*goals, *ends]) or "The rules do not say who wins."
    return [("Goal", goal), *(("" if at else "Turn", part) for at, part in enumerate(guide.turn or _parts(game)))]


def decisive(book: Book) -> list[str]:
    """Say what decides the game by the rules: the events by which somebody wins or loses."""
    found = []
    for action in book.actions:
        item = written(book, action) if not action.gone else None
        clauses = [text for part in item.components for _, text in clause_blocks.nested(part.clauses)] if item is not None else []
        triggers = [header.value for header in item.headers if header.key.casefold() == "trigger"] if item is not None else []
        done = [clause for clause in clauses if DECIDES.search(clause)]
        found += [f"When {bare(worded(when))}, {done[0].replace('the actor', 'that player')}" for when in triggers if done]
    return list(dict.fromkeys(found))


def _parts(game: Game) -> tuple[str, ...]:
    """List the steps of a turn by their names."""
    book = game.book
    labels = () if book.turn == NOWHERE else getattr(book.procedures[book.turn], "labels", ())
    return tuple(name.capitalize() for _, name in labels if name)


def _items(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        if item.kind == "action":
            yield item
        yield from _items(item.items)


def in_force(book: Book, item: Item) -> bool:
    """Say whether the readings chosen leave an item in force."""
    for mark in item.marks:
        name, colon, side = mark.removeprefix("reading ").partition(":")
        if mark.startswith("reading ") and colon and book.readings.get(name.strip().casefold()) != " ".join(side.split()):
            return False
    return True


def lines(book: Book, action: Action) -> list[tuple[str, str]]:
    """Say how an action works: titles and texts, in the order in which they matter at a table."""
    item = written(book, action)
    if item is None:
        return [("Rule", action.rule)]
    said = _said(item, action)
    said += [("Picks", pick.prompt) for pick in action.picks if not any(key == "Target" for key, _ in said)]
    for inner in (inner for inner in item.items if inner.kind == "action"):
        said += [("Ability", inner.name), *_said(inner, book.action(inner.name))]
    place = f"{item.span.file}:{item.span.line}"
    return [*said, *_holders(book, action), ("Rule", place if action.rule == place else f"{action.rule}, in {place}")]


def _said(item: Item, action: Action | None) -> list[tuple[str, str]]:
    """Say the headers and components of an action, or of an ability of a card."""
    checks = () if action is None else (*action.checks, *(check for pick in action.picks for check in pick.checks))
    needs = any(check.name == "needs" for check in checks)
    said = [(header.key.capitalize(), header.value) for header in item.headers if header.key.casefold() != "rule"]
    for component in item.components:
        title = "Needs" if needs and component.name == "if" else TITLES[component.name]
        said += [(title, "  " * depth + worded(text)) for depth, text in clause_blocks.nested(component.clauses)]
    return said


def _holders(book: Book, action: Action) -> list[tuple[str, str]]:
    kinds = [kind.name for kind in book.kinds if action.index in kind.actions and kind.name not in ("player", "actor")]
    return [("Who has it", ", ".join(dict.fromkeys(kinds)))] if kinds else []


def worded(text: str) -> str:
    """Put a line of rule text into words: signs such as -= are replaced."""
    change = CHANGE.fullmatch(text)
    if change:
        verb, by = VERBS[change["sign"]]
        text = f"{verb} {change['what']} {by} {change['rest']}"
    for sign, words in () if change else SIGNS:
        text = text.replace(sign, words)
    return WHOSE.sub(lambda found: f"{_who(found['who'])} {found['stat'].strip()}", text)


def bare(text: str) -> str:
    """Leave out the owner of a stat if the words already say it."""
    return text.replace("the actor's ", "")


def _who(who: str | None) -> str:
    if who and who.casefold() in ("it", "this"):
        return "its" if who.casefold() == "it" else "this card's"
    return "the actor's" if not who or who.casefold() in ("self", "actor") else f"the {who.casefold()}'s"
