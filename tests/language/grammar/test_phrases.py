"""Every phrase's example is read by that very phrase and loads in its place, and no phrase is made for one rule alone."""

from collections.abc import Iterator

import pytest

from rulewright.kernel.book import Book
from rulewright.language.grammar import vocabulary
from rulewright.language.grammar.patterns import Phrase
from rulewright.language.lower.compiler import bind
from tests.hygiene.tree import ROOT
from tests.language.grammar.serves import BOARDS, MOMENTS, PRICES, REPLACING, Rules, Words
from tests.language.grammar.uses import Uses, noted

SHARED = ROOT.parent / "shared"

BOOK = """\
Stat Health: at least 0, takes damage
Stat Attack, Defense, Action Points, Initiative: at least 0
Stat Heading: a direction
Stat Harm: a series
Class Immediate: all other actions
Class Delayed: actions so marked, waits on a stack
Kind Motion: Attack 1
Zone Field: in play, keeps identity
Zone Stack: a stack
Zone Hand: of each player, seen by its owner
Zone Deck: of each player, seen by nobody
Zone Trash: of each player

structure Round
  step turns: each actor: take a Turn

structure Turn of an actor
  step act: window actions for the actor, until it passes

Stride
do: move up to 3 tiles

Mark Bitter: what is printed on some cards

Feature Poise
do: +1 Defense

Scene Yard
  map:
    g . c
  marks: g gate, c Reds camp
  cast Reds: Ada at 1,1
"""

# Where an example stands, by the kind of its phrase.
PLACES = {
    "effect": "Feat\nRange: 5 tiles\ndo: {}\n",
    "condition": "Feat\nRange: 5 tiles\nif: {}\ndo: gain 1 Health\n",
    "trigger": "Feat (Reaction)\nTrigger: {}\ndo: gain 1 Health\n",
}
ELSEWHERE = {
    "structure Feat of an actor\n  step only: {}\n": (
        *(
            "window ",
            "floor ",
            "refresh ",
            "end what ",
            "each ",
            "repeat ",
            "do what ",
            "begin timed ",
            "count ",
            "ties ",
        ),
    ),
    "structure Feat of an actor\n  step only: window actions for the actor, one only\n    if {}: gain 1 Health\n": (
        "nobody acted",
    ),
    "Feature Feat\nScope: region gate\ndo: {}\n": ("steps cost ", "the check ", "roll the damage dice "),
    "Feature Feat\nWhen: {}\ndo: the check succeeds\n": ("the check shows ",),
    "Feat\nText: rule text\ndo: {}\n": ("put a ",),
    "Feat\nTarget: a past act\ndo: {}\n": ("strike ",),
    "Feat\nRange: Melee\ndo: {}\n": ("slide ", "the actor faces "),
    "Class Delayed: actions so marked\nClass Rest: all other actions\nFeat\ndo: {}\n": (
        "Stride becomes ",
        "Stride is no ",
        "target performs no ",
    ),
    "Feat (Reaction)\nTrigger: an enemy attacks this actor\ndo: {}\n": ("the attacker fights ",),
    "Feat\ndo: {}\n\n  Answer (following)\n  do: gain 1 Health\n": ("Answer follows ",),
    "Feat\nText: a rule\ndo: {}\n": ("put a Motion ",),
    "Feat\nOptional cost: 1 Health\ndo: if {}: gain 1 Health\n": ("the additional cost was paid",),
    "Feat\nCost: 1 Health\nAlternative cost: 1 Attack\ndo: if {}: gain 1 Health\n": ("the alternative cost was paid",),
    "Feat\ndo: you may choose an actor\n    if {}: the chosen actor gains 1 Health\n": ("something was chosen",),
    "Feat (Reaction)\nTrigger: an ally would gain Attack\ndo: {}\n": (
        *("instead ", "gain 1 Health instead", "also ", "prevent it", "raise ", "lower ", "double ", "halve ", "the amount "),
        "redirect ",
    ),
    "Feat (Reaction)\nTrigger: an ally would make a Motion\ndo: gain 1 Health\n": ("an ally makes ",),
    "Feat (Standing)\ndo: this cannot be chosen by an enemy\n": ("this is chosen ",),
    "Feat\ndo: {}\n      gain 1 Health\n      gain 1 Attack\n": ("choose one:", "choose up to two:"),
}


# Why each phrase is there. A new phrase needs a line: words of a source, or two rules that use it.
SERVES: dict[str, Words | Rules] = {
    "make 2 Motions in the Field": Rules("Stampede", "Witch"),
    "make a copy of target in your hand": Rules("Mirror", "Forger"),
    "search your deck for an actor: reveal the chosen card": Rules("Recruit", "Prospector"),
    "reveal cards from the top of your deck until an ally": Rules("Big Entrance", "Scavenger"),
    "take an extra Turn after this one": Rules("Second Dawn", "Invitation"),
    "target skips its next Turn": Rules("Deep Freeze", "Holiday"),
    "target skips its next act step of its Turn": Rules("Amnesia", "Hold Fast"),
    "target becomes a copy of the actor": Rules("Mimic", "Imitate"),
    "target becomes a Motion until end of turn": Rules("Pig Curse", "Renovation"),
    "target is also a Motion this turn": Rules("Stone Skin", "Monument"),
    "target is no longer a Motion": Rules("Monument", "Hollow"),
    "target loses its abilities until end of turn": Rules("Hush", "Repairs"),
    "put 2 Attack counters on target": Rules("Charge Up", "Stocking"),
    "remove 1 Attack counter from target": Rules("Discharge", "Quarrying"),
    **BOARDS,
    **MOMENTS,
    **REPLACING,
    **PRICES,
    "let X be 2d6 + [Attack]": Rules("Winter", "Tally"),
    "choose X from 1 to [Attack], to spend": Rules("Wager", "Stake"),
    "choose X up to 3": Rules("Blaze", "Sawmill"),
    "choose up to two:": Rules("Confluence", "Harvest Fair"),
    "choose one:": Rules("Charm", "Market"),
    "gain 2 Health for each ally": Rules("Howl", "Audit"),
    "you may play the top card of your deck without paying": Rules("Plunder", "Rummage"),
    "target may perform Stride without paying": Rules("Marionette", "Battle Cry"),
    "there are at least 2 enemies with [Health] < 5": Rules("Luxury Tax", "Petition"),
    "you have the most Attack of all allies": Rules("Alms", "Rally the Line"),
    "an ally makes a Motion": Rules("Chorus", "Grace"),
    "deal 5 damage divided as you choose among all enemies, at least 1 each": Rules("Forked Lightning", "Timber Share"),
    "all allies gain 5 Attack, divided evenly": Rules("Common Field", "Scattered Flames"),
    "turn target face down, known to all": Words("netrunner", "HQ discards go facedown"),
    "go to the step turns of the Round": Words("netrunner", "else go to d c) back to a"),
    "each actor, as the active player chooses: gain 1 Health": Words("netrunner", "accessing a set of cards, accessing one card"),
    "station target at a new Motion in the Field": Words("netrunner", "install 1 agenda, asset, upgrade or ice from HQ"),
    "use the bitter abilities of target in order": Words("netrunner", "unbroken subroutines resolve in printed order"),
    "put up to 2 bitter abilities of target out of use this turn": Words("netrunner", "subroutines may be broken"),
    "the actor may take Stride without spending Attack in its Turn": Words("netrunner", "Action granted inside an action"),
    "target may pay 2 Attack to go on if [Health] > 3: gain 1 Health": Words(
        "netrunner", "a player may decline an additional cost"
    ),
    "the actor may rest a while: gain 1 Health": Words("netrunner", "the Runner may jack out"),
    "gain 1 Health unless target pays 2 Attack": Words("netrunner", "unless … pays"),
    "prevent 2 Attack": Words("netrunner", "Optional preventions"),
    "target gains 2 Attack that cannot be prevented": Rules("Stimhack", "Double Dose"),
    "target hears the bell rings": Words("netrunner", "accessing one card"),
    "nobody acted": Words("netrunner", "with no legal action the phase ends"),
    "the first 3 actions of the actor this Turn were different": Words(
        "netrunner", 'whether actions were "the same" or "different"'
    ),
    "the actor has taken no action this Turn": Words("netrunner", "can be played only as the first click"),
    "an ally would gain Attack": Words("netrunner", "just before an instruction would resolve"),
    "by the keeper of each: gain 1 Health": Words(
        "riftbound", "in a cleanup, by the spell or ability that resolved just before it"
    ),
    "take a bitter action of target, wherever it lies": Words("riftbound", "An effect may make a player play a card"),
    "by target: gain 1 Health": Words("riftbound", "A named source replaces it"),
    "note the source as keeper of target": Words("riftbound", "the effect's own spell/ability is the source"),
    "Answer follows for target this turn": Words("riftbound", 'reflexive ("do this"); delayed'),
    "an actor goes to the trash, by an enemy": Words("riftbound", "killed by the object with the instruction"),
    "settle the game": Words("riftbound", "Repeats until nothing changes"),
    "station target at the actor, telling moves, at most 2 players with allies there": Words(
        "riftbound", "A forced move to a place the unit cannot be is a Recall instead"
    ),
    "send target home, telling moves": Words("riftbound", "battlefield→Base"),
    "the actor gains control of target": Words("riftbound", "takes control"),
    "nobody controls target": Words("riftbound", "become uncontrolled"),
    "note the actor as keeper of target": Words("riftbound", "whoever applied Contested gets Focus"),
    "forget the keeper of target": Words("riftbound", "clear marks"),
    "detach target": Words("riftbound", "Detaching undoes that"),
    "the actor gains as much Defense as all allies have Attack": Words("riftbound", "each side assigns its summed Might"),
    "enemies belong to at most 1 player": Words("riftbound", "units of two other players"),
    "a Round is under way": Words("riftbound", "Showdown in progress"),
    "the additional cost was paid": Words("riftbound", "the additional cost then counts as not paid"),
    "nothing waits": Words("riftbound", "With an empty chain"),
    "something was chosen": Words("riftbound", "may be chosen"),
    "an actor arrives": Words("riftbound", "A destination battlefield"),
    "each player answers what has happened": Words("netrunner", "Opens when conditional abilities have become pending"),
    "target is aimed at the actor instead": Words("nomic", "the target action is modified as the targeting action specifies"),
    "Stride becomes Delayed until end of turn": Words("nomic", "ceases to be a delayed actionable action"),
    "target performs no delayed actions until end of turn": Words(
        "nomic", "may not perform actionable actions (except a listed set)"
    ),
    "Stride is no action": Words("nomic", "is no longer an action at all"),
    "put a Motion with the text on the Field": Words("nomic", "Proposals are not edited"),
    "enact target": Words("nomic", "it takes effect at the start of the next turn"),
    "strike the act": Words("nomic", "Judgment that it was performed or created illegally"),
    "-2 Defense until start of next turn": Words("encounter", "-2 Defense until start of next turn"),
    "target gains 3 Health": Words("netrunner", "gain 4 clicks"),
    "target loses 1 Attack until end of turn": Words("encounter", "loses 1 Action Point"),
    "all targets take 3d6 fire damage": Words("encounter", "All targets take 3d6 fire damage"),
    "deal 1d8 damage to target": Words("riftbound", "deal damage to units"),
    "push target 1 tile away from actor": Words("encounter", "Push target 1 tile away from actor"),
    "pull target 2 tiles toward actor": Words("encounter", "pull straight toward"),
    "this turn, the actor may Stride twice without spending additional Action Points": Words(
        "encounter", "This turn, the actor may Move twice without spending additional Action Points"
    ),
    "move up to 3 tiles": Words("encounter", "up to 3 tiles"),
    "negate the attack's damage": Words("encounter", "Negate the attack's damage"),
    "reduce the damage by 3": Words("encounter", "damage reduction"),
    "move the top 2 cards of your deck to your hand": Words("riftbound", "Draw as many as possible"),
    "shuffle your deck": Words("riftbound", "both decks shuffled"),
    "reveal the top 3 cards of your deck": Words("riftbound", "Reveal cards from [zone]"),
    "look at all cards in target's hand": Words("riftbound", "Hand (private; its size is public)"),
    "conceal all cards in your hand": Words("riftbound", "A temporary state, not a zone"),
    "block target": Words("nomic", "blocks a target delayed actionable action"),
    "copy target": Words("nomic", "copies a target delayed actionable action"),
    "Stride is put into action": Words("nomic", 'that action is said to be "put into action"'),
    "remove target": Words("nomic", "removes a target delayed actionable action"),
    "the actor wins the game": Words("nomic", "first to 100 points wins"),
    "the actor loses the game": Words("netrunner", "it loses the game"),
    "refresh stats": Words("encounter", "resource refresh"),
    "end what lasts until the end of this turn": Rules("Round", "Turn"),
    "window actions for the actor, until it passes": Words("netrunner", "during their action window"),
    "floor actions for each player": Words("riftbound", "players may perform at any given time"),
    "3 times: gain 1 Health": Words("riftbound", "Draw X"),
    "if [Health] < 5: gain 1 Health": Words("netrunner", "if any unspent click take an action"),
    "repeat Round": Words("riftbound", "Repeats until nothing changes"),
    "take a Turn": Words("mandarin", "A is taking their turn"),
    "end the Round": Words("netrunner", "forced end of the action phase"),
    "tell the bell rings": Words("netrunner", "announce"),
    "do what happens at the start of this Turn": Words("encounter", "start-of-turn features"),
    "do what goes on in this Turn": Words("encounter", "ongoing conditions"),
    "begin timed features": Words("encounter", "permanent, encounter, N turns"),
    "count this Round": Words("encounter", "counter +1"),
    "ties in [Initiative] roll 1d100 for [Attack]": Words("encounter", "ties re-rolled 1d100"),
    "slide target 2 tiles NE": Words("encounter", "slide any way"),
    "slide target up to 2 tiles": Words("encounter", "slide any way"),
    "appear on a tile of its camp": Words("encounter", "deployment, initiative, turns"),
    "the actor faces the target": Words("encounter", "one of 8 headings"),
    "target gains the feature Poise for 2 rounds": Words("encounter", "the newest replaces and resets duration"),
    "target loses the feature Poise": Words("encounter", "passive, triggered, activated, conditional"),
    "steps cost double": Words("encounter", "Difficult terrain doubles the cost"),
    "the check succeeds": Words("encounter", "auto-hit"),
    "roll the damage dice twice": Words("encounter", "dice twice, modifiers once"),
    "5 Rounds have passed": Words("encounter", "eliminate, reach, survive"),
    "an ally has reached the gate": Words("encounter", "eliminate, reach, survive"),
    "an ally is opposite the actor across the target": Words("encounter", "flanking +2"),
    "the target has the feature Poise": Words("encounter", "resources, actions, features"),
    "the check shows a natural 20": Words("encounter", "natural 20"),
    "an actor enters the gate": Words("encounter", "can trigger tile events"),
    "counter target": Words("mandarin", "counters that attack ability on the stack"),
    "attach this to target": Words("mandarin", "untap, attach, pay, gain"),
    "the attacker fights whoever answers it with Stride": Words("mandarin", "fights happen in the order blocks went on"),
    "this fights target": Words("mandarin", "fights its source"),
    "target has 3 Health this turn": Words("riftbound", "becomes Contested"),
    "all allies together have 5 Attack plus Defense": Words("mandarin", "whose damage and health reach the crew value"),
    "it is your turn": Words("mandarin", "A in their own turn draws a card"),
    "an actor goes from your hand to the trash": Words("mandarin", "hybrid on death"),
    "this leaves the field": Words("riftbound", "leaves"),
    "an enemy puts Stride on the stack": Words("mandarin", "put whatever just went on the stack there"),
    "an enemy tells the bell rings": Words("netrunner", "announce"),
    "targets within radius": Words("encounter", "Targets within radius"),
    "one cast is left": Words("encounter", "completion conditions (eliminate"),
    "an enemy is adjacent": Words("encounter", "Any actor on an adjacent tile"),
    "no enemy is left": Words("netrunner", "until no click is left"),
    "there is no enemy within 2 tiles": Words("mandarin", "If there are no more effects on the stack"),
    "an adjacent enemy attacks this actor with a melee attack": Words(
        "encounter", "An adjacent enemy attacks this actor with a melee attack"
    ),
    "this actor is damaged": Words("encounter", '"when damaged"'),
    "[Health] of an ally falls to 5": Words("encounter", "Health reaching 0"),
    "this actor's Turn begins": Words("netrunner", "turn begins"),
    "a Round ends": Words("encounter", "end-of-round effects"),
    "an enemy performs Stride": Words("netrunner", "Actions a player performs"),
    "choose 2 actors, to send them away": Words("riftbound", "the instructed player chooses X cards"),
}
NUMBERS = {"nomic": "000", "netrunner": "001", "riftbound": "002", "mandarin": "003", "encounter": "004"}


@pytest.fixture
def uses() -> Iterator[Uses]:
    """Lets the compiler record which phrases it uses."""
    with noted() as found:
        yield found


def place_of(phrase: Phrase) -> str:
    """Finds where the example of a phrase may stand."""
    fits = [place for place, starts in ELSEWHERE.items() if phrase.example.startswith(starts)]
    return fits[-1] if fits else usual_place(phrase.kind, phrase.example)


def usual_place(kind: str, said: str) -> str:
    """Gives the place of an effect or a condition: in an action with an area, if it refers to all targets."""
    return PLACES[kind].replace("5 tiles", "5 tiles, 2-tile radius" if "targets" in said else "5 tiles")


def example_of(phrase: Phrase) -> str:
    return phrase.example


@pytest.mark.parametrize("phrase", vocabulary.TABLE, ids=example_of)
def test_an_example_is_read_by_its_own_phrase(phrase: Phrase, uses: Uses):
    bound = bind([("small.rules", BOOK + place_of(phrase).format(phrase.example))], lambda used: ())
    assert [str(problem) for problem in bound.problems] == []
    assert phrase.pattern in {used.pattern for used, owner in uses if owner == "Feat" and used.kind == phrase.kind}


@pytest.mark.parametrize("phrase", vocabulary.TABLE, ids=example_of)
def test_a_phrase_says_what_it_does(phrase: Phrase):
    assert phrase.about and not phrase.about.endswith(".")


def test_every_phrase_serves_two_rules_or_is_a_word_of_a_source():
    examples = [phrase.example for phrase in vocabulary.TABLE]
    assert sorted(examples) == sorted(SERVES), "give each phrase a line in SERVES: why it is there"


def said(book: str) -> str:
    """Reads a source and its requirements, where this checkout has them, in small letters and single spaces."""
    files = [*SHARED.glob(f"sources/{NUMBERS[book]}_*"), *SHARED.glob(f"requirements/{book}.md")]
    return " ".join(" ".join(file.read_text(encoding="utf-8").split()) for file in files).casefold()


def test_the_words_of_a_phrase_from_a_source_are_in_that_source():
    texts = {book: said(book) for book in NUMBERS}
    quoted = [entry for entry in SERVES.values() if isinstance(entry, Words) and texts[entry.book]]
    assert [entry for entry in quoted if entry.words.casefold() not in texts[entry.book]] == []


def code(book: Book, name: str) -> object:
    """Gives the instructions of a procedure."""
    return book.routines[book.procedure_numbers[name]].code


def test_extra_spaces_between_conditions_in_words_do_not_change_their_meaning():
    said = "no enemy is left or not 1d4 cast is left"
    feats = [f"Feat\nif: {text}\ndo: gain 1 Health\n" for text in (said, said.replace(" ", "   "))]
    bound = [bind([("small.rules", BOOK + feat)], lambda used: ()) for feat in feats]
    assert [[str(problem) for problem in each.problems] for each in bound] == [[], []]
    plain, wide = (code(each.book, "Feat") for each in bound if each.book is not None)
    assert plain == wide
