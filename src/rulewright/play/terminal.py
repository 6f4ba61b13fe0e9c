"""The game in a terminal: draws it, reads what a person types, and lets bots answer for the other seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Any

from rulewright.bots.no_progress import Progress
from rulewright.kernel.errors import Refused, RulewrightError
from rulewright.kernel.flow.windows import PASS
from rulewright.kernel.game import Game
from rulewright.kernel.history import judgment
from rulewright.kernel.legality.menus import Menu
from rulewright.kernel.words import read_path
from rulewright.play import campaigns, commands, files, menu_lines, offers, story, table_lines, verdicts
from rulewright.play.bots import Bot
from rulewright.play.coaching import Coach
from rulewright.play.commands import LeftTheTable
from rulewright.play.floor import OpenFloor
from rulewright.play.passing import Passing
from rulewright.play.screen import Screen
from rulewright.play.seen import Seen
from rulewright.play.strategies import run_by

Picks = tuple[Any, ...]
STYLES = {"round": "bold", "turn": "bold", "act": "", "detail": "dim"}
ASKING = 3  # the lines that asking takes besides table and menu: a blank one, the question, and what is typed
YES_OR_NO = {"yes": True, "y": True, "no": False, "n": False}
INDENTS = {"round": 0, "turn": 0, "act": 2, "detail": 4}


def ask(prompt: str) -> str:
    """Read a line, with editing and history where there is readline."""
    with suppress(ImportError):
        import readline  # noqa: F401
    return input(prompt)


def forget() -> None:
    """Forget the typed lines, which the next person could recall."""
    with suppress(ImportError):
        import readline

        readline.clear_history()


class Terminal:
    """A game at a table: seats without a bot are the person's."""

    def __init__(
        self,
        game: Game,
        seats: list[str],
        bots: Mapping[int, Bot],
        screen: Screen,
        file: Path | None = None,
        read: Callable[[str], str] = ask,
        coach: Coach | None = None,
    ) -> None:
        self.game, self.seats, self.bots, self.screen, self.read = game, seats, bots, screen, read
        self.file, self.coach = file, coach or Coach()
        self.progress, self.stuck = Progress(game), False
        self.saved = len(game.done)
        self.people = [player for player in range(len(game.seats)) if player not in bots]
        self.viewer = self.people[0] if len(self.people) == 1 else None
        self.secret = len(self.people) > 1 and game.book.secret  # several people at one screen, each with something hidden
        self.shown = dict.fromkeys(self.people, len(game.done))  # the answers that each person has been told
        self.passing = Passing(game, together=len(self.people) > 1)
        self.floor = OpenFloor(self)
        self.drawn: Picks | None = None  # the picks for which table and menu were drawn last

    # -- playing -------------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until the game is over or the person leaves; give the exit status."""
        left = self._unless_left(self._play)
        if left is None:
            self.end()
        return left or 0

    def pause(self) -> int | None:
        """Wait until the person goes on to another game; give the exit status where the person leaves instead."""
        return self._unless_left(self._wait)

    def _unless_left(self, do: Callable[[], None]) -> int | None:
        """Do something that asks the person; give the exit status if the person leaves."""
        try:
            do()
        except LeftTheTable:
            return self.leave()
        except EOFError:
            self.screen.say()
            return self.leave()
        except KeyboardInterrupt:
            self.screen.say()
            self.leave()
            return 130
        return None

    def _play(self) -> None:
        self.begin()
        while not self.game.over:
            self.next()

    def _wait(self) -> None:
        while text := self.read(self.screen.fit("Enter goes on, quit leaves> ")).strip():
            if commands.leaves(text):
                raise LeftTheTable
            self.screen.say("Enter goes on to the next scene; quit saves and leaves.", "dim")

    def next(self) -> None:
        """Let whoever is asked answer; a person before any bot."""
        if self.floor.open:
            self.floor.next()
            return
        asked = self.game.asking
        player = next((player for player in asked if player not in self.bots), asked[0])
        if player in self.bots:
            self.give(player, self.bots[player](self.game, player))
        elif (passed := self.passing.automatic(player)) is not None:
            self.give(player, passed, why="" if self.secret else self.passing.why(player))
        else:
            self.choose(player)

    def give(self, player: int, path: Picks, seen: bool = False, why: str = "") -> None:
        """Give an answer and tell what happened, and why, if it was given automatically.

        Where it struck a past answer, what that changed is told, too, unless it was seen before.
        """
        before = self.game.copy() if self.game.book.judges and not seen else None
        told = story.tell(self.game, player, path, self.viewer)
        self.tell(story.because(told, why) if why else told)
        if before is not None and judgment.judged(self.game.record[self.game.done[-1].entry.number]):
            self.tell_verdict(verdicts.compare(before, self.game))
        self.drawn = None
        if (why := self.progress.look(self.game)) and not self.stuck:
            self.screen.say(f"This game makes no progress: {why}. You can go on, or quit.", "yellow")
        self.stuck = bool(why)
        if self.viewer is not None:
            self.shown[self.viewer] = len(self.game.done)

    def hand_over(self, player: int) -> None:
        """Clear the screen, wait for the next person, and tell them what has happened in the meantime."""
        self.screen.clear()
        forget()
        while self.read(self.screen.fit(f"Pass the terminal to {self.game.seats[player]}; press Enter> ")).strip():
            self.screen.say("Press Enter to go on.", "dim")
        self.screen.clear()
        since, self.viewer, self.drawn = min(self.shown[player], len(self.game.done)), player, None
        self.tell(story.recall(self.game, player, since))
        self.shown[player] = len(self.game.done)

    def choose(self, player: int) -> None:
        """Let the person pick until the answer is complete, or until a command has changed the game."""
        if self.secret and self.viewer != player:
            self.hand_over(player)
        path: Picks = ()
        number = self.game.state.number
        while self.game.state.number == number and not self.game.over:
            menu = self.game.menu(player, *path)
            if menu is None and path == (PASS,) and self.floor.open:
                self.floor.wait("")
                return
            if menu is None:
                if self.agreed(lambda copy, picks=path: copy.answer(player, *picks)):  # type: ignore[misc]
                    remark = self.coach.remark(self.game, player, path)
                    self.give(player, path, seen=True)
                    self.screen.say(remark, "cyan", indent=2) if remark else None
                    return
                path, self.drawn = (), None
                continue
            if path and len(offers.numbered(menu)) == 1 and not menu.parser:
                path = (*path, offers.numbered(menu)[0])
                continue
            self.offer(player, path, menu)
            asked = self.game.seats[player] if self.floor.open else story.asked_name(self.game)
            path = self.hear(player, path, menu, self.read(self.screen.fit(f"{asked}> ")))
            if self.floor.open and self.floor.speaker != player:
                return  # another person types now

    def agreed(self, give: Callable[[Game], object]) -> bool:
        """Show what a Judgment would change before it is given, and ask for confirmation; other answers need none."""
        verdict = verdicts.preview(self.game, give) if self.game.book.judges else None
        if verdict is None:
            return True
        self.screen.say("This would change what has happened:", "bold")
        self.tell_verdict(verdict)
        prompt = self.screen.fit("Give this Judgment? yes or no> ")
        while (text := self.read(prompt).strip().casefold()) not in YES_OR_NO:
            if commands.leaves(text):
                raise LeftTheTable
            self.screen.say("Type yes to give the Judgment, or no to go back.", "dim")
        return YES_OR_NO[text]

    def tell_verdict(self, verdict: verdicts.Verdict) -> None:
        """Say what a Judgment changes."""
        for line in verdicts.lines(self.game, verdict):
            self.screen.say(line, indent=2, hang=4)

    def hear(self, player: int, path: Picks, menu: Menu, line: str) -> Picks:
        """Read a line: a command, or more of an answer; what cannot be read is reported and changes nothing."""
        try:
            text = " ".join(line.split())
            if not text:
                self.drawn = None
                return path
            if not _on(menu, text) and commands.obey(self, player, text):
                return path
            if text.casefold() in ("back", "b") and not _on(menu, text):
                self.drawn = None
                return ()
            return picked(self.game, player, path, menu, text)
        except (RulewrightError, OSError) as error:
            self.screen.say(str(error), "yellow")
            self.screen.say("(help lists what you can type; Enter draws the table again)", "dim")
        return path

    # -- showing -------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Say what is played by whom, and what has happened so far."""
        self.screen.show(heading(self.game, self.seats))
        if len(self.game.done) == 1:
            self.tell(story.opening(self.game, self.viewer))
        else:
            told = [told for _, told in story.retell(self.game, self.viewer)]
            for each in told[-3:]:
                self.tell(each)

    def tell(self, told: story.ToldAnswer) -> None:
        """Print what an answer caused."""
        show(self.screen, told)

    def offer(self, player: int, path: Picks, menu: Menu) -> None:
        """Draw the table and the menu, unless they were drawn and nothing has changed since."""
        if self.drawn == path:
            return
        self.drawn = path
        width = self.screen.width
        marks = menu_lines.spots(self.game.choice(player, *path)) if menu_lines.of_tiles(menu) else []
        listed = [] if marks else offers.lines(self.game, player, path, menu, width)
        if not path or marks:
            self.screen.say()
            room = self.screen.height - len(listed) - ASKING
            self.screen.show(table_lines.board(self.game.view(self.viewer), width, marks, room))
        if marks:
            tile = menu_lines.free(self.game.view(self.viewer), marks)
            self.screen.say(f"{menu.prompt}. Type a tile, such as {tile}; or back.", "bold")
            return
        typed = "a number, words, back or help" if path else "a number, words or help"
        typed = f"a text of your own, {typed}" if menu.parser else typed
        if len(menu.prompt) + len(typed) + len("   ()") <= width:
            self.screen.show([[(menu.prompt, "bold"), (f"   ({typed})", "dim")]])
        else:
            self.screen.say(menu.prompt, "bold", hang=2)
        self.screen.show(listed)

    # -- leaving -------------------------------------------------------------------------------------------------

    def save(self, path: Path | None = None) -> Path:
        """Save the game, by default where it was saved before, else under a name of its own."""
        self.file = path or self.file or files.unused(self.game, Path())
        files.save(self.game, self.seats, self.file)
        self.saved = len(self.game.done)
        return self.file

    def leave(self) -> int:
        """Save, and say how to go on."""
        try:
            path = self.save()
        except OSError as error:
            self.screen.say(f"error: the game could not be saved: {error}", "red")
            return 2
        self.screen.show([[(f"Saved. Go on with:  {files.resume(path)}", "")]])
        return 0

    def end(self) -> None:
        """Say how it ended; to several people what everybody may see."""
        if self.secret:
            self.screen.clear()
            self.viewer = None
        finish(self.screen, self.game, self.viewer)
        if self.file is not None:
            self.screen.show([[(f"Saved. Read it again with:  {files.again(self.save())}", "")]])


def _on(menu: Menu, text: str) -> bool:
    """Say whether a text is an option of a menu, word for word."""
    return not menu.parser and any(menu.words(key).casefold() == text.casefold() for key in menu)


def picked(game: Game, player: int, path: Picks, menu: Menu, text: str) -> Picks:
    """Read a number or words as further picks; words that fit no option here may be a whole other answer."""
    if text.isdecimal() and (keys := offers.numbered(menu)):
        if menu_lines.of_tiles(menu):
            raise Refused(f"{text!r} is not a tile: type its x and y, such as {menu.words(keys[0])}")
        if not 1 <= int(text) <= len(keys):
            raise Refused(f"there is no {text} on this menu: it goes from 1 to {len(keys)}")
        return (*path, keys[int(text) - 1])
    if (out := offers.way_out(menu, text)) is not None:
        return (*path, out)
    if not path:
        return read_path(game, player, text)
    try:
        said = text.replace(", ", ",").replace(" ", ",") if menu_lines.of_tiles(menu) else text
        return (*path, game.pick(player, path, menu, said))
    except Refused as error:
        try:
            return read_path(game, player, text)
        except Refused:
            raise error from None


def heading(game: Game, seats: list[str]) -> list[list[tuple[str, str]]]:
    """Say what is played, by whom, and with which seed."""
    far = campaigns.place(game)
    title = f"{game.book.title}: {game.scene}" if game.scene else game.book.title
    lines = [[(title, "bold"), (f"   {far}" if far else "", ""), (f"   seed {game.seed}", "")]]
    for player, (seat, how) in enumerate(zip(game.seats, seats, strict=True)):
        strategy = run_by(game, player) if how == "bot" else ""
        played = "you" if how == "me" else f"strategy {strategy}" if strategy else how
        members = ", ".join(_members(game, player))
        lines.append(
            [(f"  {seat} ({played}){': ' if members else ''}{members}", table_lines.SIDES[player % len(table_lines.SIDES)])]
        )
    return lines


def _members(game: Game, player: int) -> list[str]:
    """Name whom a seat plays, as far as they have names of their own."""
    view = game.view()
    members = view["players"][player]["members"]
    return [thing["name"] for thing in Seen(view).things.values() if thing["handle"] in members]


def show(screen: Screen, told: story.ToldAnswer) -> None:
    """Print what an answer caused, with ruled headings."""
    for line, alike in groupby(told.lines):
        times = len(list(alike))
        if line.kind == "round":
            screen.say()
            rule = "─" * max(3, min(screen.width, 72) - len(line.text) - 4)
            screen.show([[(f"── {line.text} {rule}", "bold")]])
        else:
            more = f" ({times} times)" if times > 1 else ""
            screen.say(line.text + more, STYLES[line.kind], INDENTS[line.kind])


def finish(screen: Screen, game: Game, viewer: int | None = None) -> None:
    """Draw the end of a game, say who has won, and how to see it again."""
    screen.say()
    screen.show(table_lines.board(game.view(viewer), screen.width))
    screen.say()
    far = story.place(game)
    length = f"{len(game.done) - 1} answers" + (f", {far}" if far else "")
    screen.say(f"{story.outcome(game)} ({length}; seed {game.seed})", "bold")
