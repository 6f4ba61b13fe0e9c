"""An open floor in the terminal, where everybody may act at any time: bots act after every event, people until they wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.kernel.errors import Refused
from rulewright.kernel.flow import popping
from rulewright.kernel.flow.windows import PASS
from rulewright.kernel.state.facts import NOWHERE
from rulewright.play import clock, story

if TYPE_CHECKING:
    from rulewright.play.terminal import Terminal


class OpenFloor:
    """Whose turn it is to type on an open floor, and how time passes there."""

    def __init__(self, at: Terminal) -> None:
        self.at = at
        self.speaker = at.people[0] if at.people else NOWHERE
        self.asked = NOWHERE  # the answer after which bots were last asked
        self.waits: set[int] = set()  # the answers with which a person began to wait

    @property
    def open(self) -> bool:
        """Whether several are asked at once."""
        return len(self.at.game.asking) > 1

    def next(self) -> None:
        """Ask the bots once after everything that happens, and then the person who types now."""
        if self.asked != self.at.game.state.number:
            self.ask_bots()
        else:
            self.at.choose(self.speaker if self.speaker in self.at.game.asking else self.at.game.asking[0])

    def ask_bots(self) -> bool:
        """Ask every bot once; say whether any of them acted."""
        acted, game = False, self.at.game
        for player in [player for player in game.asking if player in self.at.bots]:
            path = self.at.bots[player](game, player) if self.open else (PASS,)
            if path != (PASS,):
                self.at.give(player, path)
                acted = True
        self.asked = game.state.number
        return acted

    def give_word(self, words: str) -> str:
        """Let another person type, and say who it is."""
        game = self.at.game
        named = [player for player in self.at.people if words and game.seats[player].casefold().startswith(words.casefold())]
        if len(named) != 1:
            raise Refused(f"say who you act as: {' or '.join(game.seats[player] for player in self.at.people)}")
        if not self.open:
            raise Refused(f"{game.seats[game.asking[0]]} is asked, and nobody else")
        self.speaker = named[0]
        return f"You act as {game.seats[self.speaker]} now."

    def wait(self, words: str) -> None:
        """Let time pass; it stops when a bot acts or a person's turn begins, so that there is time to respond."""
        game = self.at.game
        if not self.open:
            raise Refused("a player must answer first: time passes only while anybody may act")
        target = clock.until(game, words)
        self.waits.add(game.state.number + 1)
        turn = game.book.active(game.machine)
        while not game.over and self.open:
            due = popping.due(game.machine)
            step = target if due is None else min(target, max(due[0], game.state.now))
            self.at.tell(story.tell(game, -1, (), self.at.viewer, step))
            active = game.book.active(game.machine)
            if (self.open and self.ask_bots()) or game.state.now >= target or (active != turn and active in self.at.people):
                break
        self.at.drawn = None
        self._say(target)

    def _say(self, target: int) -> None:
        game = self.at.game
        left = f"; of what you meant to wait {clock.span(target - game.state.now)} are left" if game.state.now < target else ""
        self.at.screen.say(f"It is {clock.said(game.state.now)}{left}.", "bold")

    def back(self) -> None:
        """Do not ask the bots again after something was taken back."""
        self.asked = self.at.game.state.number
        self.waits = {number for number in self.waits if number <= self.asked}
