"""Books are compiled item by item: items that a new text does not affect are reused, with the same result."""

import json
import random
from typing import Any

import pytest

from rulewright import books
from rulewright.kernel.book import Book
from rulewright.kernel.history.amendments import Amendments, next_name
from rulewright.language.lower import amending, reuse
from rulewright.language.lower.compiler import bind
from rulewright.program import codec
from tests.lengths import much

pytestmark = pytest.mark.once("it compares compiled books")

NOMIC = books.load("nomic")

TEXTS = {
    **NOMIC.drafts,
    "a repeal of what others speak of": "Repeals: 318\n",
    "a rule anew, without an action that it had": "Rule 319. Answers\n  Ward\n  Cost: 2 Beads\n  do: gain 1 Points\n",
    "a stat that there was not": "Stat Rubies: at least 0\nRule 350. Rubies\n  Polish\n  do: gain 1 Rubies\n",
    "a stat anew": "Stat Beads: at least 0, at most 3\nRule 351. Few beads\n  Find a bead\n  do: gain 1 Beads\n",
    "an action with the name of a word": "Rule 352. Players\n  Player\n  do: gain 1 Points\n",
    "an answer before a change": "Rule 353. Thrift\n  Thrift (Automatic)\n  Trigger: you would lose Points\n  do: gain 1 Beads\n",
    "an example with people in it": (
        "Rule 354. Tea\n  Tea\n  do: gain 1 Points\n\n"
        "Example Tea for two\ncast Players: Vera; Ward\nVera performs Tea\n[Vera Points] is 1\n"
    ),
    "what cannot be read": "Rule 355. Nonsense\n  Nonsense\n  do: the moon falls sideways\n",
    "an undeclared stat": "Rule 356. Dust\n  Sweep\n  do: [Dust] += 1\n",
    "a condition that lasts": "Rule 357. Shade\n  Shade\n  do: Hex costs 1 Beads more until end of Turn\n",
}


def meaning(book: Book) -> str:
    """Writes a book as JSON in which equal records are one row, even records whose identity matters elsewhere."""
    data: dict[str, Any] = json.loads(codec.encode(book))
    numbers: dict[str, int] = {}
    at: list[int] = []

    def merged(value: Any) -> Any:
        if not isinstance(value, list):
            return value
        return [codec.ROW, at[value[1]]] if value[:1] == [codec.ROW] else [merged(each) for each in value]

    for kind, *fields in data["rows"]:
        row = json.dumps([data["kinds"][kind], *map(merged, fields)])
        at.append(numbers.setdefault(row, len(numbers)))
    return json.dumps([list(numbers), [merged(each) for each in data["program"]]])


class Court:
    """A game of nomic whose rules change, compiled with or without reuse."""

    def __init__(self) -> None:
        self.book = Book.read(codec.encode(NOMIC))
        self.amendments: Amendments = ()

    def move(self, text: str) -> tuple[list[str], str]:
        """Says what is wrong with a text; if nothing is, adopts it and gives the book as JSON."""
        wrong = amending.problems(self.book, self.amendments, text)
        self.amendments += () if wrong else ((next_name(self.amendments), text),)
        return [str(problem) for problem in wrong], meaning(self.book.in_force(self.amendments))


def whole(monkeypatch: pytest.MonkeyPatch, court: Court, text: str) -> tuple[list[str], str]:
    """Makes a move with a text without reusing anything."""
    with monkeypatch.context() as patch:
        patch.setattr(reuse, "begun", lambda *given: None)
        return court.move(text)


@pytest.mark.parametrize("seed", range(much(1, 8)))
def test_an_amended_book_is_what_compiling_all_of_it_makes(monkeypatch: pytest.MonkeyPatch, seed: int):
    """Texts are adopted in any order, or refused for the same reasons."""
    order, court, other = list(TEXTS.values()), Court(), Court()
    random.Random(seed).shuffle(order)
    for text in order:
        assert court.move(text) == whole(monkeypatch, other, text)
    assert 10 < len(court.amendments) < len(order)


@pytest.mark.parametrize("name", TEXTS)
def test_a_rule_compiled_for_another_text_is_not_reused_wrongly(monkeypatch: pytest.MonkeyPatch, name: str):
    """The first text names an action like a word that many rules use; the second text has no such action."""
    Court().move(TEXTS["an action with the name of a word"])
    assert Court().move(TEXTS[name]) == whole(monkeypatch, Court(), TEXTS[name])


def test_rules_without_changed_names_are_not_compiled_again(monkeypatch: pytest.MonkeyPatch):
    """The third text compiles only its own action and those that refer to a name in it or in the text before."""
    for name in ("Market", "Tolls"):
        Court().move(NOMIC.drafts[name])
    compiled = counted(monkeypatch)
    Court().move(NOMIC.drafts["Harvest"])
    assert len(compiled) < 8


def counted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Gives a list that grows with every item that is compiled."""
    compiled, make = [], reuse.Reuse._made

    def made(self: reuse.Reuse, key: tuple[Any, ...], *given: Any) -> Any:
        compiled.append(key)
        return make(self, key, *given)

    monkeypatch.setattr(reuse.Reuse, "_made", made)
    return compiled


BESIDE = {
    "an action": "Wave\ndo: [Gold] += 1\n",
    "an action with the name of a word": "Target\ndo: [Gold] += 1\n",
    "an action anew": "Strike\nRange: Melee\ndo: [Target Health] -= 1\n",
    "a stat": "Stat Zeal: at least 0\nPray\ndo: [Zeal] += 1\n",
    "a stat anew": "Stat Health: at least 0, at most 40, takes damage\n",
    "an undeclared stat": "Sweep\ndo: [Dust] += 1\n",
    "an undeclared stat behind a declared one": "Stat Zeal: at least 0\nSweep\ndo: [Dust] += [Zeal]\n",
    "an answer": "Wince (Triggered)\nTrigger: this actor is damaged\ndo: [Gold] += 1\n",
    "a zone": "Zone Attic: seen by all\nStow\nTarget: another actor\ndo: move target to Attic\n",
    "a kind": "Kind Ogre: Health 30\nScene Den\n  cast Ogres: Ug (Ogre) at 1,1\n  cast Elves: Eli at 2,2\n",
    "an example in which somebody has an action": "Example: here\n  Sera (has Parry, Health 9) beside Orc (Health 9)\n",
    "a feature": "Feature Grit\nScope: all actors\ndo: +1 Defense\n",
    "a word": "Word poke <whom>: <whom> takes 1 damage\nPester\nTarget: another actor\ndo: poke target\n",
    "what cannot be read": "Fall\ndo: the moon falls sideways\n",
}


WORDS = """
Stat Gold, Dust: at least 0
Stat Health: at least 0, takes damage
Word earn <amount>: gain <amount> Gold
Word earn <amount> twice: earn <amount>; earn <amount>
Word plunder <whom>: <whom> loses 1 Gold; earn 1
Word if <whom> shines: [<whom> Gold] > 3

Dig
do: earn 1

Rob
Target: another actor
do: plunder target

Toil
do: earn 1 twice

Gleam
Needs: the actor shines
do: gain 1 Gold

Share
do: each actor earns 2

Waste
do: earn 2 and lose 1 Gold

Rest
do: gain 1 Health

Receive
do: receive 3 Health

Trade
Target: another actor
do: gain 1 Gold and target loses 1 Gold and gains 2 Dust

Mend
do: heal 3
"""
REWORDED = {
    "as it was": ("", ""),
    "a word means something else": ("gain <amount> Gold", "gain <amount> Dust"),
    "a word that another word uses": ("; earn 1\n", "; earn 2\n"),
    "a condition": ("[<whom> Gold] > 3", "[<whom> Gold] > 4"),
    "a word of the language gets a meaning": ("\nDig", "Word gain <amount> Gold: gain <amount> Dust\n\nDig"),
    "a word for a line that was no word": ("\nDig", "Word gain <amount> Health: gain <amount> Dust\n\nDig"),
    "a verb more, with which a clause begins": ("\nDig", "Word target practice: gain 1 Dust\n\nDig"),
    "a word that is meant by other words": ("\nDig", "Word <whom> gains <amount> Health: <whom> gains <amount> Dust\n\nDig"),
    "a word without words": ("\nDig", "Word <whom> <amount>: <whom> gains <amount> Dust\n\nDig"),
    "a word is gone": ("Word plunder <whom>: <whom> loses 1 Gold; earn 1\n", ""),
    "a word twice": ("\nDig", "Word earn <amount>: gain <amount> Dust\n\nDig"),
    "words in another order": (
        "Word earn <amount> twice: earn <amount>; earn <amount>\nWord plunder <whom>: <whom> loses 1 Gold; earn 1\n",
        "Word plunder <whom>: <whom> loses 1 Gold; earn 1\nWord earn <amount> twice: earn <amount>; earn <amount>\n",
    ),
}


def compiled_with_words(old: str, new: str) -> tuple[str, list[str]]:
    """Compiles a text with its own words after a change; gives the book as JSON, and the problems."""
    assert old in WORDS
    found = bind([("words.rules", WORDS.replace(old, new, 1))], books.finder())
    return "" if found.book is None else meaning(found.book), [str(problem) for problem in found.problems]


def test_a_text_with_words_of_its_own_makes_the_same_after_any_change_of_them(monkeypatch: pytest.MonkeyPatch):
    """Each change comes after the original text and before another one, so that results of both are stored."""
    changes = [REWORDED["as it was"], *REWORDED.values(), *reversed(REWORDED.values())]
    found = [compiled_with_words(*change) for change in changes]
    monkeypatch.setattr(reuse, "begun", lambda *given: None)
    wanted = {change: compiled_with_words(*change) for change in REWORDED.values()}
    for change, made in zip(changes, found, strict=True):
        assert made == wanted[change], change
    assert len({book for book, _ in wanted.values()}) > 7


def test_a_changed_word_compiles_only_items_that_use_it(monkeypatch: pytest.MonkeyPatch):
    """An item may use it by its name, or through another word."""
    reuse.COMPILED.clear()
    compiled_with_words("", "")
    compiled = counted(monkeypatch)
    compiled_with_words(*REWORDED["a word means something else"])
    lines = WORDS.splitlines()
    assert {lines[key[2] - 1] for key in compiled if key[1] == "words.rules"} == {"Dig", "Rob", "Toil", "Share", "Waste"}


def compiled_beside(text: str) -> tuple[str, list[str]]:
    """Compiles a text that uses encounter; gives the book as JSON, and the problems."""
    found = bind([("beside.rules", f"Uses: encounter\n\n{text}")], books.finder())
    return "" if found.book is None else meaning(found.book), [str(problem) for problem in found.problems]


@pytest.mark.parametrize("seed", range(much(1, 8)))
def test_a_text_that_uses_a_book_makes_the_same_after_any_other(monkeypatch: pytest.MonkeyPatch, seed: int):
    """The texts have one file name and use the same book; they come in any order, each of them twice."""
    order = [text for text in BESIDE.values() for _ in range(2)]
    random.Random(seed).shuffle(order)
    found = [compiled_beside(text) for text in order]
    monkeypatch.setattr(reuse, "begun", lambda *given: None)
    wanted = {text: compiled_beside(text) for text in BESIDE.values()}
    assert found == [wanted[text] for text in order]
    assert sum(not book for book, _ in wanted.values()) < 4


def test_a_book_that_is_used_is_compiled_once(monkeypatch: pytest.MonkeyPatch):
    """The second text that uses the book compiles only its own items."""
    for text in ("Wave\ndo: [Gold] += 1\n", "Wink\ndo: [Gold] += 1\n"):
        compiled_beside(text)
    compiled = counted(monkeypatch)
    compiled_beside("Bow\ndo: [Gold] += 2\n")
    assert 0 < len(compiled) < 12
