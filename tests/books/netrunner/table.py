"""Every step of both turns, of a run and of an access, and what each player may choose there; written from the requirements.

P paid abilities, R rezzing of assets and upgrades, S scoring, I rezzing of the approached ice, B breaking of subroutines:
each row says what is open, in the order of the rules' own letters. A row without marks asks nobody anything. Where the
letters of a run are not given they are counted off.
"""

from typing import NamedTuple

ROWS = """
corp.draw.a       5.6.1a  gain three clicks
corp.draw.b       5.6.1b  window before the turn begins          P R S
corp.draw.c       5.6.1c  recurring credits refill
corp.draw.d       5.6.1d  turn formally begins
corp.draw.e       5.6.1e  checkpoint for the start of the turn
corp.draw.f       5.6.1f  mandatory draw
corp.draw.g       5.6.1g  draw phase ends
corp.action.a     5.6.2a  window before each action              P R S
corp.action.b     5.6.2b  take an action                         action
corp.action.c     5.6.2c  back to a
corp.action.d     5.6.2d  action phase ends
corp.discard.a    5.6.3a  discard down                           discard
corp.discard.b    5.6.3b  window after discarding                P R
corp.discard.c    5.6.3c  lose unspent clicks
corp.discard.d    5.6.3d  turn formally ends
corp.discard.e    5.6.3e  checkpoint for the end of the turn
corp.discard.f    5.6.3f  turn over
runner.action.a   5.7.1a  gain four clicks
runner.action.b   5.7.1b  window before the turn begins          P R
runner.action.c   5.7.1c  recurring credits refill
runner.action.d   5.7.1d  turn formally begins
runner.action.e   5.7.1e  window before each action              P R
runner.action.f   5.7.1f  take an action                         action
runner.action.g   5.7.1g  back to e
runner.action.h   5.7.1h  action phase ends
runner.discard.a  5.7.2a  discard down                           discard
runner.discard.b  5.7.2b  window after discarding                P R
runner.discard.c  5.7.2c  lose unspent clicks
runner.discard.d  5.7.2d  turn formally ends
runner.discard.e  5.7.2e  checkpoint for the end of the turn
runner.discard.f  5.7.2f  turn over
run.start.a       6.9.1a  server announced
run.start.b       6.9.1b  checkpoint after paying
run.start.c       6.9.1c  bad publicity credits
run.start.d       6.9.1d  run formally begins
run.start.e       6.9.1e  checkpoint for the start of the run
run.start.f       6.9.1f  ice or no ice
run.approach.a    6.9.2a  approach the ice
run.approach.b    6.9.2b  checkpoint for the approach
run.approach.c    6.9.2c  window before the chance to jack out   P
run.approach.d    6.9.2d  chance to jack out, not the first      jack
run.approach.e    6.9.2e  window with the ice                    P R I
run.approach.f    6.9.2f  rezzed or not
run.encounter.a   6.9.3a  encounter the ice
run.encounter.b   6.9.3b  checkpoint for the encounter
run.encounter.c   6.9.3c  window for breaking                    P B
run.encounter.d   6.9.3d  unbroken subroutines resolve
run.encounter.e   6.9.3e  encounter over
run.pass.a        6.9.4a  pass the ice
run.pass.b        6.9.4b  checkpoint for passing
run.pass.c        6.9.4c  next ice or the server
run.server.a      6.9.5a  approach the server
run.server.b      6.9.5b  checkpoint for the approach
run.server.c      6.9.5c  window before the chance to jack out   P
run.server.d      6.9.5d  chance to jack out                     jack
run.server.e      6.9.5e  last window before success             P R
run.server.f      6.9.5f  run declared successful
run.server.g      6.9.5g  checkpoint for success
run.server.h      6.9.5h  access
run.server.i      6.9.5i  go to the end of the run
run.ends.a        6.9.6a  close what is open
run.ends.b        6.9.6b  bad publicity credits lost
run.ends.c        6.9.6c  judge the run
run.ends.d        6.9.6d  run complete
access.set.a      9.2.2   settle the set
access.set.b      9.2.2   next card                              next
access.set.c      9.2.2   set complete
access.card.a     9.2.2   card is accessed
access.card.b     9.2.2   chance to trash                        trash
access.card.c     9.2.2   steal
access.card.d     9.2.2   access of the card complete
"""

CORP_ACTIONS = frozenset({"C1", "C2", "C3", "C4", "C5", "C6", "C7", "card action"})
RUNNER_ACTIONS = frozenset({"R1", "R2", "R3", "R4", "R5", "R6", "card action"})
# mark -> what it opens for the Corp, for the Runner; a priority window also lets its holder pass
OPENS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "P": (frozenset({"paid"}), frozenset({"paid"})),
    "R": (frozenset({"rez"}), frozenset()),
    "S": (frozenset({"score"}), frozenset()),
    "I": (frozenset({"rez ice"}), frozenset()),
    "B": (frozenset(), frozenset({"break"})),
    "jack": (frozenset(), frozenset({"jack out", "stay"})),
    "next": (frozenset(), frozenset({"next"})),
    "trash": (frozenset(), frozenset({"trash", "leave"})),
}


class Step(NamedTuple):
    """One step: its key, its number in the rules, its name and its marks."""

    key: str
    rule: str
    name: str
    marks: frozenset[str]

    def may(self, player: str) -> frozenset[str]:
        """Gives what a player may choose at this step."""
        whose = self.key.split(".")[0]
        if "action" in self.marks:
            own = {"corp": ("Corp", CORP_ACTIONS), "runner": ("Runner", RUNNER_ACTIONS)}[whose]
            return own[1] if player == own[0] else frozenset()
        if "discard" in self.marks:
            return frozenset({"discard"}) if player.casefold() == whose else frozenset()
        side = 0 if player == "Corp" else 1
        open_ = frozenset(option for mark in self.marks for option in OPENS[mark][side])
        return open_ | ({"pass"} if "P" in self.marks else frozenset())


def _step(line: str) -> Step:
    key, rule, rest = line.split(None, 2)
    name, _, marks = rest.partition("  ")
    return Step(key, rule, name, frozenset(marks.split()))


TABLE: dict[str, Step] = {step.key: step for step in map(_step, ROWS.strip().splitlines())}
