"""When events count and triggers are met: points before anybody responds, a failed run after it has ended."""

from rulewright.kernel.game import Game
from tests.books.netrunner.play import does, lies, position, run, stat, until, zone

CARDS = """
Poisoned Chalice (Agenda)
Requirement: 1
Points: 2
  Dregs (Triggered)
  Trigger: this is stolen
  do: do 9 net damage
  Toast (Triggered)
  Trigger: this is scored
  do: Runner wins the game

Ledger Stone (Agenda)
Requirement: 1
Points: 2
  Tithe (Triggered)
  Trigger: this is stolen
  do: gain [Runner Points] Credits
  Levy (Triggered)
  Trigger: this is scored
  do: gain [Corp Points] Credits
      move this to HQ

Bailiff (Asset)
  Seize
  Target: an agenda in Stolen
  do: move target to Score Area

Bell Rope (Asset)
  Pull (Triggered)
  Trigger: a run on a server fails
  do: if a Run is under way: gain 1 Credits
      if not a Run is under way: gain 5 Credits
"""
READY = "Corp's Servers: Site\nCorp's Servers at Site: {} (face down, Advancement 1)"


def scoring(agenda: str, corp: str = "Corp (Credits 0)") -> Game:
    """Lets the Corp score an agenda that is ready."""
    game = position("Corp", READY.format(agenda), rules=CARDS, corp=corp)
    game.answer("Corp", "Score", agenda)
    return game


def test_a_stolen_agenda_counts_before_anybody_answers_the_theft():
    """The seventh point wins, and the ability of the agenda is not used (KW-10.3, KW-1.7)."""
    game = run(position("Runner", "HQ: Poisoned Chalice", rules=CARDS, runner="Runner (Credits 0, Points 5, Hand Reach 1)"), "HQ")
    assert game.over and game.standing()["Runner"] == 1 and lies(game, "Poisoned Chalice") == "Stolen"


def test_without_the_seventh_point_the_theft_is_answered():
    """The score is one point short, and nine damage flatlines the Runner (KW-10.3, KW-1.7)."""
    game = run(position("Runner", "HQ: Poisoned Chalice", rules=CARDS, runner="Runner (Credits 0, Points 4, Hand Reach 1)"), "HQ")
    assert game.over and game.standing()["Corp"] == 1 and stat(game, "Runner", "Points") == 6


def test_a_scored_agenda_counts_before_anybody_answers_the_scoring():
    """This is the same for the Corp (KW-10.3, KW-1.16)."""
    assert scoring("Poisoned Chalice", "Corp (Credits 0, Points 5)").standing()["Corp"] == 1
    assert scoring("Poisoned Chalice", "Corp (Credits 0, Points 4)").standing()["Runner"] == 1


def test_a_reaction_to_a_theft_reads_the_agendas_points():
    """The agenda has two points, so the reaction gives two credits (KW-10.3)."""
    game = run(position("Runner", "HQ: Ledger Stone", rules=CARDS, corp="Corp (Credits 0)"), "HQ")
    assert (stat(game, "Runner", "Points"), stat(game, "Corp", "Credits")) == (2, 2)


def test_an_agenda_that_leaves_the_score_area_takes_its_points_along():
    """The agenda is scored, counted, and then taken back into HQ (KW-1.16)."""
    game = scoring("Ledger Stone")
    assert (stat(game, "Corp", "Credits"), stat(game, "Corp", "Points")) == (2, 0) and "Ledger Stone" in zone(game, "HQ")


def test_an_agenda_that_changes_sides_counts_for_one_of_them():
    """If it is taken out of the stolen agendas, it counts for the Corp (KW-1.16, KW-1.7)."""
    lines = "Corp's Servers: Bailiff\nCorp's Stolen: Ledger Stone"
    game = position("Corp", lines, rules=CARDS, runner="Runner (Points 2)", corp="Corp (Credits 0)")
    game.answer("Corp", "Seize", "Ledger Stone")
    assert stat(game, "Runner", "Points") == 0 and stat(game, "Corp", "Credits") == 2


def test_triggers_for_a_failed_run_are_met_after_the_run_has_ended():
    """At this time no run is in progress (KW-6.9.6)."""
    lines = "Corp's Servers: Bell Rope\nCorp's Servers at HQ: Mud Bank"
    game = run(position("Runner", lines, rules=CARDS, corp="Corp (Credits 0)"), "HQ")
    assert stat(game, "Corp", "Credits") == 5


def test_triggers_for_a_failed_run_are_met_before_the_rest_of_the_action():
    """The damage of the event comes after the triggers, inside the same action (KW-6.9.6, K-15)."""
    lines = "Corp's Servers: Bell Rope\nCorp's Servers at HQ: Mud Bank\nGrip: Double Dose, 3 Kettle and Gossip"
    game = position("Runner", lines, rules=CARDS, corp="Corp (Credits 0)")
    does(game, "Runner", "Double Dose", "HQ")
    until(game, "paid ability and rezzing window, Runner")
    until(game, "Action Phase of Runner, step 2")
    events = [event for done in game.done for event in done.events]
    heard = next(n for n, event in enumerate(events) if event[0] == "changed" and event[1] == game.find("Corp"))
    damage = ("changed", game.find("Runner"), game.book.stat("Core Damage"))
    hurt = next(n for n, event in enumerate(events) if event[:3] == damage)
    assert heard < hurt and stat(game, "Corp", "Credits") == 5
