"""`check`, `explain`, `new` and `books`: the commands for rule text."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from random import Random

from rulewright import books as shelf
from rulewright.cli.failures import fail
from rulewright.cli.playing import load
from rulewright.cookbook import similar_effects
from rulewright.kernel.book import Book
from rulewright.kernel.errors import RuleTextError
from rulewright.kernel.evaluation import account
from rulewright.kernel.game import Game
from rulewright.kernel.state.facts import OWN
from rulewright.language.check import checking, examples
from rulewright.language.check.example_lines import Example
from rulewright.language.lower.compiler import Bound, bind
from rulewright.language.text.book_files import Sources
from rulewright.play import howto
from rulewright.play.bots import anything
from rulewright.play.digest import StoryLine
from rulewright.play.screen import Screen
from rulewright.play.story import tell
from rulewright.program import marks
from rulewright.program.declared import Stat
from rulewright.program.definition import Action

SAMPLE, ALL = "Sample", "all of it"
OCCASIONS = 400  # how many answers bots play to find an opportunity for an action
ONES = {"error": "errors", "warning": "warnings", "remark": "remarks"}


def check(names: Sequence[str], strict: bool) -> int:
    """Check each file or folder; give 0 if all are correct."""
    screen = Screen()
    return max([_check(name, strict, screen, names) for name in names])


def _check(name: str, strict: bool, screen: Screen, given: Sequence[str]) -> int:
    report = checking.check(sources(name), shelf.finder(shelf.folder(name), given), default(name))
    texts = {file: text.splitlines() for file, text in report.bound.texts.items()}
    own = [text for _, text in sources(name)]
    for problem, text in zip(report.problems, report.lines(), strict=True):
        row = texts.get(problem.span.file, [])[problem.span.line - 1 : problem.span.line]
        slip = problem.nearest != "" and not problem.gives_lines and "`" not in problem.nearest
        told = slip or (problem.gives_lines and problem.message.endswith("is not understood"))
        for line in (*text.split("\n"), *(() if told else similar_effects.lead(problem.message, "".join(row), own))):
            screen.show([[(line, "red" if ": error: " in line else "yellow" if ": warning: " in line else "")]])
    counts = {kind: sum(p.severity == kind for p in report.problems) for kind in ONES}
    found = [f"{n} {kind if n == 1 else ONES[kind]}" for kind, n in counts.items() if n]
    proved = sum(not result.failures for result in report.results)
    said = f"examples proved: {proved} of {len(report.results)}" if report.bound.book is not None else "examples not run"
    right = report.ok(strict)
    screen.say(f"{name}: {', '.join(found) or 'no problems'}; {said}", "green" if right else "red")
    return 0 if right else 1


def sources(name: str) -> Sources:
    """Give the rule text of a name; a folder must contain some."""
    if name not in shelf.known() and not Path(name).exists():
        fail(f"there is no book, file or folder {name!r}")
    found = shelf.sources(name)
    if not found:
        fail(f"{name}: there is no .rules file in this folder")
    return found


def default(name: str) -> str | None:
    """Give the book that a file adds to if it names none."""
    return None if name in shelf.known() else shelf.DEFAULT


# -- explain -----------------------------------------------------------------------------------------------------------


def explain(name: str, action: str) -> int:
    """Say how an action works, and show one run of it."""
    screen = Screen()
    bound = bind(sources(name), shelf.finder(shelf.folder(name)), name, None, default(name))
    if bound.book is None:
        raise RuleTextError([problem for problem in bound.problems if problem.severity == "error"])
    found = howto.find(bound.book, action)
    screen.say(found.name, "bold")
    for title, text in howto.lines(bound.book, found):
        screen.say(f"{title:<12} {text}", indent=2, hang=13)
    title, told = sample(bound, found)
    screen.say()
    screen.say(title, "bold")
    for line in told:
        screen.say(line.strip(), indent=4 if line.startswith(" ") else 2)
    return 0


def sample(bound: Bound, action: Action) -> tuple[str, list[str]]:
    """Give one run of an action: an example that uses it, or else one that bots play."""
    assert bound.book is not None
    for example in bound.examples:
        if any(step.kind == "act" and step.words.casefold().startswith(action.name.casefold()) for step in example.steps):
            return f"A run, from the example {example.name!r}:", run(bound.book, example)
    return made_up(bound, action)


def run(book: Book, example: Example) -> list[str]:
    """Play an example and tell it."""
    playing = examples.set_up(book, example)
    playing.game.machine.account = []
    playing.play()
    return account.render(playing.game.machine, playing.game.machine.account)


def made_up(bound: Bound, action: Action) -> tuple[str, list[str]]:
    """Let bots play until the action is offered, in a scene of the book or in one made for it."""
    book = bound.book
    assert book is not None
    for scene in book.scenes:
        if told := come_up(book, scene, action.name):
            return f"A run, from the scene {scene}:", told
    texts = {ALL: list(bound.texts.items())}
    found = bind([("sample", made_scene(book))], lambda used: texts.get(used, []), book.name, None, ALL)
    told = come_up(found.book, SAMPLE, action.name) if found.book is not None else []
    return ("A sample run:", told) if told else ("(Bots found no occasion to use it.)", [])


def come_up(book: Book, scene: str, name: str) -> list[str]:
    """Play a scene at random until an action is offered; use it and tell the answer."""
    game = Game(book, scene, seed=1)
    for number in range(OCCASIONS):
        if game.over:
            return []
        player = game.asking[0]
        menu = game.menu(player)
        offers = [key for key in menu or () if isinstance(key, tuple) and key[0] == name]
        path = anything(game, player, Random(number), tuple(offers[:1]))
        told = tell(game, player, path)
        if offers:
            return [("  " if line.kind == "detail" else "") + line.text for line in _act(told.lines)]
    return []


def _act(told: Sequence[StoryLine]) -> list[StoryLine]:
    """Keep what belongs to the act, up to the next turn."""
    ends = [n for n, line in enumerate(told) if line.kind in ("turn", "round")]
    return list(told[: ends[0]] if ends else told)


def made_scene(book: Book) -> str:
    """Write a scene in which most things can be done: two friends, one of them hurt, and an enemy beside them."""
    whole = ", ".join(f"{stat.name} {_enough(book, stat, full=True)}" for stat in _given(book))
    hurt = ", ".join(f"{stat.name} {_enough(book, stat, full=False)}" for stat in _given(book))
    return (
        f"Scene {SAMPLE}\n  map:\n" + "    . . . . .\n" * 5 + f"  cast Friends: Ada at 2,3 ({hurt}); Bea at 2,2 ({hurt})\n"
        f"  cast Foes: Cal at 3,3 ({whole})\n"
    )


def _given(book: Book) -> list[Stat]:
    return [stat for n, stat in enumerate(book.stats) if n >= OWN and stat.refresh is None and n != book.rank]


def _enough(book: Book, stat: Stat, full: bool) -> int:
    """Give a stat a useful number: maxima high, and the stat below its maximum if it should be hurt."""
    capping = book.stats.index(stat) in book.capped
    amount = 40 if capping or (full and stat.cap is not None) else 15 if stat.cap is not None else 10
    return min(amount, amount if stat.most is None else stat.most)


# -- new and books -----------------------------------------------------------------------------------------------------


def new(folder: Path, template: str) -> int:
    """Write a template into a new or empty folder."""
    if folder.exists() and any(folder.iterdir()):
        fail(f"{folder} is not empty: give an empty folder, or one that does not exist yet")
    screen = Screen()
    folder.mkdir(parents=True, exist_ok=True)
    for entry in sorted((resources.files(__package__) / "scaffold" / template).iterdir(), key=lambda entry: entry.name):
        (folder / entry.name).write_text(entry.read_text(encoding="utf-8"), encoding="utf-8")
        screen.say(f"wrote {folder / entry.name}")
    screen.say(f"Next:  rulewright check {shlex.quote(str(folder))}")
    return 0


def books(name: str | None) -> int:
    """List the shipped books, or what is in one."""
    screen = Screen()
    if name is None:
        for each in shelf.known():
            screen.say(f"{each:<12} {load(each)}")
        screen.say("`rulewright books BOOK` lists a book's actions, scenes, campaigns and readings.", "dim")
        return 0
    _book(load(name), screen)
    return 0


def _book(book: Book, screen: Screen) -> None:
    screen.say(book.title, "bold")
    screen.say("\nActions", "bold")
    rows = [
        (a.name, a.reach, ", ".join(sorted(book.words[kind] for kind in a.kinds - {marks.ACTION})), a.rule)
        for a in howto.actions(book)
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True) if width]
        screen.say("  ".join(cells).rstrip(), indent=2)
    screen.say("\nScenes", "bold")
    for scene in book.scenes:
        sides = book.scenes[scene].sides
        screen.say(f"{scene:<18} {' against '.join(sides)}", indent=2)
    for number, campaign in enumerate(book.campaigns.values()):
        if not number:
            screen.say("\nCampaigns (play one with --campaign NAME)", "bold")
        screen.say(f"{campaign.name:<18} {campaign.cast}: {', then '.join(campaign.scenes)}", indent=2)
    for number, reading in enumerate(book.ambiguities):
        if not number:
            screen.say("\nReadings (the default first; choose with --reading 'NAME=VALUE')", "bold")
        screen.say(f"{reading.name}: {' | '.join(reading.sides)}", indent=2)
        screen.say(f"{reading.about} ({reading.rule})", "dim", indent=6, hang=0)
