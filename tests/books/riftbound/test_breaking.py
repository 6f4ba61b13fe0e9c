"""Each rule is broken in turn, and an example that cites it fails: so the citations are right."""

import re
from pathlib import Path

import pytest

from rulewright import books
from rulewright.language.check import examples
from rulewright.language.lower.compiler import bind
from rulewright.language.text.book_files import Sources

pytestmark = pytest.mark.once("it tests the examples")

HERE = Path(__file__).parent
BOOK = books.sources("riftbound")
CITED = re.compile(r"R-\d+(?:\.\w+)*(?:-EX\d?)?")
EXAMPLE = re.compile(r"^Example: (?P<heading>.*)\n(?:(?:  .*)?\n)*", re.MULTILINE)
# The probes, without the lines that say which book they belong to: they are read as a part of it.
PROBES = [
    (path.name, re.sub(r"(?m)^(?:Uses|Features): .*$", "", path.read_text(encoding="utf-8")))
    for path in [HERE / "probes.rules", *sorted((HERE / "forms").glob("*.rules"))]
]
CITES = {
    found["heading"].rpartition(" (")[0]: set(CITED.findall(found["heading"]))
    for _, text in [*BOOK, *PROBES]
    for found in EXAMPLE.finditer(text)
}

# What is changed in the book, into what, and the requirements that are then broken.
BREAKS = [
    ("| anything               | no    | no ", "| anything               | yes   | no ", "R-396 R-397 R-398.1.a R-406.2.a"),
    ("Needs: [This Hidden] = 1\n", "Needs: [This Hidden] >= 0\n", "R-398.1.b.1"),
    ("Hide (Discretionary, reading hiding: in a n", "Hide (Limited, reading hiding: in a n", "R-408.2"),
    ("units you do not control at target belong to at most 1 ", "units you do not control at target belong to at most 2 ",
     "R-398.1.b.3 R-398.1.b.3-EX"),
    ("cards of your Main Deck to your Hand", "cards of your Main Deck to your Trash",
     "R-398.2.b R-398.2.b-EX R-400 R-400.1 R-400.2.b R-400.3"),
    ("[Turns] > 0: draw 1", "[Turns] > 0: draw 2", "R-400.2.a"),
    ("seen by nobody, replenished by Burn Out", "seen by nobody",
     "R-400.4 R-400.4.a R-400.4.b R-400.4.c R-418.1 R-418.1.a R-418.1.b R-418.2.a R-418.2.d"),
    ("<whom> gains 1 Exhausted", "<whom> gains 1 Stunned", "R-401 R-401.1 R-401.1.a R-401.2 R-401.3.a R-401.3.a-EX R-401.5"),
    ("Buffed, Attacking, Defending: 0 to 1", "Buffed, Attacking, Defending: 0 to 2",
     "R-401.1.b R-401.1.c R-401.4 R-401.4-EX R-410.1.a R-410.1.a.1 R-413.1.b R-413.1.b.1 R-413.1.c"),
    ("ready all cards you control with [Stays] = 0", "heal all units in play", "R-402 R-402.1.a R-402.3.a"),
    ("<whom> loses 1 Exhausted", "<whom> loses 1 Stunned", "R-402.1 R-402.1.b R-402.1.c R-402.2 R-402.3.b"),
    ("Word recycle <whom>: put <whom> to the bottom of", "Word recycle <whom>: put <whom> to the top of", "R-403.1 R-403.1.a"),
    ("bottom of its owner's Rune Deck", "bottom of its owner's Main Deck", "R-403.1.b"),
    ("bottom of its owner's Main Deck in random order", "bottom of your Main Deck in random order", "R-403.1.c"),
    ("  Cost: recycle 1 from your Trash\n", "  Cost: 0 Energy\n", "R-403 R-403.3-EX1 R-403.3-EX2"),
    ("choose <amount> cards in your <zone>", "choose 1 cards in your <zone>", "R-403.3 R-403.6"),
    ("choose <amount> cards in your <zone>", "choose <amount> cards in your Trash", "R-403.2.a"),
    ("choose <amount> runes you control, to recycle; recycle runes the chosen runes", "recycle runes all runes you control",
     "R-403.5.a"),
    ("<whom> gains <amount> + [Doer Bonus Damage] Damage", "<whom> gains <amount> Assigned",
     "R-404.1 R-404.1.b R-404.1.d R-404.2"),
    ("<whom> gains <amount> + [Doer Bonus Damage] Damage", "<whom> gains <amount> Damage", "R-404.4 R-404.5 R-712"),
    ("    [Assigned] = [Lethal]\n", "    [Assigned] = [Lethal]\n    [Damage] = [Lethal]\n", "R-404.1.a"),
    ("step wound: [Damage] += [Assigned]", "step wound: [Damage] += 0", "R-404.1.c R-404.3.a R-430 R-430.1"),
    ("step wound: [Damage] += [Assigned]", "step wound: [Damage] += [Assigned] + 1", "R-404.7"),
    ("note the source as dealer of <whom>", "tell dealt", "R-415.5.c"),
    ("as dealer of the actor", "as victim of the actor", "R-404.6.c"),
    ("<whom> has 0 Damage", "<whom> loses 1 Damage", "R-405.1 R-405.2"),
    ("step cleanup: heal all units in play", "step cleanup: heal all units with [Tank] = 2", "R-405.1.a R-405.3.a"),
    ("Cost: [This Energy] Energy, [This Fury] Fury, [This Calm] Calm, [This Chaos] Chaos\ndo: enter this\n    exhaust this",
     "Cost: 0 Energy\ndo: enter this\n    exhaust this", "R-398.1.b.2 R-406.1 R-406.2"),
    ("; <whom> tells played; gain 1 Played", "; gain 1 Played", "R-406.3.b R-406.4 R-406.4.a"),
    ("take a play action of that one, wherever it lies", "tell played", "R-406.3"),
    ("station <whom> at <whom2>, telling moves, at most [<whom2> Room] players with units there", "station <whom> at <whom2>",
     "R-407.1 R-407.2.a R-407.2.b R-424.1"),
    ("station <whom> at <whom2>, telling moves, at most [<whom2> Room] players with units there",
     "send <whom> home, telling moves", "R-407.3.b R-425.2 R-426 R-428 R-429"),
    ("Cost: exhaust the others", "Cost: 0 Energy", "R-401.3.a-EX R-407.3.a"),
    ("Target: a battlefield you control with no cards in Facedown at it\nCost", "Target: a battlefield\nCost", "R-408.1"),
    ("For: Unit\nFrom: Hand or Champion Zone\nSpeed: plain, off the stack\nNeeds: [This Hidden]",
     "For: Unit\nFrom: Hand\nSpeed: plain, off the stack\nNeeds: [This Hidden]", "R-408.2.a"),
    ("Needs: [This Fresh] = 0", "Needs: [This Fresh] >= 0", "R-408.3"),
    ("turn all cards in any Facedown face up", "tell over", "R-408.4"),
    ("do: choose <amount> cards in your Hand, to discard\n", "do: choose 1 cards in your Hand, to discard\n",
     "R-409.1 R-409.3 R-409.5 R-409.1.b"),
    ("move the chosen cards to your Trash", "move the chosen cards to your Banishment",
     "R-409.1 R-409.1.a R-409.2 R-409.2.a R-409.4"),
    ("<whom> gains 1 Stunned", "<whom> gains 1 Exhausted", "R-410.1 R-410.1.b"),
    ("[Attacking] + [Defending] = 1 and [Stunned] = 0 have Might", "[Attacking] + [Defending] = 1 have Might", "R-410.1.b"),
    ("[Damage] > 0 and [Damage] >= [Might] in Board", "[Damage] > 0 in Board", "R-404.1.b R-410.1.c"),
    ("[Damage] > 0 and [Damage] >= [Might] in Board", "[Damage] > 9 in Board", "R-415.1.a.2 R-415.4"),
    ("step ending: all units in play have 0 Stunned", "step ending: all units you control have 0 Stunned", "R-410.1.a.2"),
    ("do: conceal all revealed cards in any Main Deck", "do: tell shown", "R-411.1.a"),
    ("do: counter <whom>", "do: tell countered", "R-406.4.b R-412.1 R-412.1.a R-412.1.b R-412.3"),
    ("do: +[Buffed] Might", "do: +0 Might", "R-413.1 R-413.1.a"),
    ("do: <whom> gains 1 Buffed", "do: <whom> gains 1 Stays", "R-413.1 R-413.3"),
    ("to its owner's Banishment", "to its owner's Trash", "R-414.1 R-414.2 R-414.2.a R-414.2.b R-414.5"),
    ("if there is a unit in Banishment noted as fine of this", "if there is a unit in Banishment", "R-414.3.a"),
    ("      note all targets as fine of this\n", "", "R-414.3"),
    ("Rule: 415\ndo: move <whom> to its owner's Trash", "Rule: 415\ndo: move <whom> to its owner's Banishment",
     "R-415.1 R-415.1.a.1 R-415.2 R-415.6"),
    ("do: gain <amount> <stat>", "do: all players gain <amount> <stat>", "R-416.1"),
    ("Speed: reaction, at once\nTarget: a rune you control with [Exhausted] = 0",
     "Speed: reaction\nTarget: a rune you control with [Exhausted] = 0", "R-416.2 R-416.2.a"),
    ("Exhaust a rune (Payment)", "Exhaust a rune", "R-416.3"),
    ("cards of your Rune Deck to Board", "cards of your Rune Deck to your Hand", "R-417.1"),
    ("move all cards from your Trash to your Main Deck", "tell ashes", "R-418.2 R-418.2.b R-418.2.d"),
    ("[Chosen Score] += 1", "[Chosen Score] += 2", "R-400.4.b R-418.2 R-418.2.c R-418.3 R-418.3.a"),
    ("<whom> gains [<whom> Might] Might this turn", "<whom> gains 2 Might this turn", "R-419.1 R-419.1.a"),
    ("<whom> gains [<whom> Might] Might this turn", "<whom> gains [<whom> Might] Might", "R-419.1"),
    ("    <whom2> loses [Gap] Might this turn\n", "", "R-420.1 R-420.1.a R-420.1.b"),
    ("do: attach <whom> to <whom2>", "do: tell attached", "R-421.1 R-421.1.b R-421.1.f R-421.4"),
    ("do: +2 Might\n    +1 Assault", "do: +0 Might\n    +1 Assault", "R-421.1.d"),
    ("do: +2 Might\n    +1 Assault", "do: +2 Might", "R-421.1.c"),
    ("do: detach <whom>", "do: tell detached", "R-422.1 R-422.1.b R-422.1.c R-422.1.d R-422.3"),
    ("send all gear in Board attached to nothing at a battlefield home", "tell strays", "R-422.4.a R-435 R-435.1"),
    ("telling moves, at most [<whom2> Room] players with units there", "telling moves",
     "R-425.2.a R-425.2.b R-427.2"),
    ("Also: at least 1 units you control with [Exhausted]", "Also: at least 1 cards you control with [Exhausted]", "R-425.3"),
    ("the place of this gains 1 Contested", "the place of this gains 0 Contested", "R-428 R-429 R-429.1 R-430"),
    ("nobody controls all battlefields with [Contested] = 0 with no units in Board at them", "tell left", "R-425.1 R-431"),
    ("Rule: 433\ndo: send <whom> home", "Rule: 433\ndo: send <whom> home, telling moves", "R-434.1"),
    ("Rule: 433\ndo: send <whom> home", "Rule: 433\ndo: tell recalled", "R-433 R-434.2 R-434.3"),
    ("Rule: 433\ndo: send <whom> home", "Rule: 433\ndo: send <whom> home\n    ready <whom>\n    heal <whom>", "R-436 R-436.1"),
    ("Standard Move (Discretionary)\n", "Standard Move (Discretionary)\nLimit: once per Turn\n", "R-398 R-398.1.b"),
    ("Standard Move (Discretionary)\n", "Standard Move (Limited)\n", "R-398.1 R-407.3 R-426"),
    ("    recycle all revealed cards in your Main Deck with [Pending] = 0\n", "", "R-406.3.c"),
    ("you may choose a revealed unit", "you may choose a top unit", "R-411.4"),
    ("Rule: 415\ndo: ", "Rule: 415\ndo: <whom> tells moves\n    ", "R-415.2.b"),
    ("Cost: exhaust target\ndo: add 1 Energy", "Cost: exhaust target\ndo: add 1 Fury", "R-416.1 R-416.5"),
    ("if there is no card in your Rune Deck: draw 1", "if there is a card in your Rune Deck: draw 1", "R-417.4"),
    ("    <whom> gains [Gap] Might this turn\n", "    <whom> gains [Gap] + 1 Might this turn\n", "R-420.1.c"),
    ("do: attach <whom> to <whom2>", "do: attach <whom> to <whom2>\n    <whom> tells moves", "R-421.4.a"),
    ("do: detach <whom>", "do: detach <whom>\n    exhaust <whom>", "R-422.1.a.1"),
    ("do: detach <whom>", "do: detach <whom>\n    send <whom> home", "R-422.4"),
    ("Rule: W-143\nSpeed: plain, off the stack\nTarget: a battlefield", "Rule: W-143\nSpeed: plain\nTarget: a battlefield",
     "R-424.3"),
    ("do: station <whom> at <whom2>, telling moves, at most [<whom2> Room] players with units there", "do: tell stuck",
     "R-427 R-427.1"),
]  # fmt: skip


def about(text: str, wanted: set[str]) -> str:
    """Removes all examples of a rule text except those that cite certain requirements; all other lines keep their numbers."""
    return EXAMPLE.sub(
        lambda found: found[0] if wanted & set(CITED.findall(found["heading"])) else "\n" * found[0].count("\n"), text
    )


def laid_out(old: str, new: str, wanted: set[str]) -> Sources:
    """Gives the book with one passage changed and the probes, with the examples about the wanted requirements.

    What the change leaves alone is as it was for the change before, so that it is not compiled again.
    """
    return [(name, about(text.replace(old, new, 1), wanted)) for name, text in BOOK] + [
        (name, about(text, wanted)) for name, text in PROBES
    ]


def red(old: str, new: str, wanted: set[str]) -> set[str]:
    """Breaks one rule of the book and gives the requirements of which an example fails then."""
    assert sum(text.count(old) for _, text in BOOK) >= 1, old
    bound = bind(laid_out(old, new, wanted), books.finder())
    assert bound.book is not None, "\n".join(map(str, bound.problems))
    failed = [each for each in bound.examples if examples.run(bound.book, each).failures]
    return {cited for each in failed for cited in CITES[each.name]}


@pytest.mark.parametrize(("old", "new", "ids"), BREAKS, ids=[f"{new.strip()[:40]} ({n})" for n, (_, new, _) in enumerate(BREAKS)])
def test_a_broken_rule_makes_an_example_fail_that_cites_it(old: str, new: str, ids: str):
    """For every requirement that a change breaks, an example that cites it fails."""
    wanted = set(ids.split())
    assert wanted - red(old, new, wanted) == set()


def test_more_than_a_hundred_requirements_are_broken():
    """The table breaks most requirements of the section."""
    assert len({each for _, _, ids in BREAKS for each in ids.split()}) > 100
