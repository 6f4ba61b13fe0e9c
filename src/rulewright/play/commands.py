"""What a person can type in a game apart from answers: help, why, explain, passing, undo, save, quit and more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.kernel.errors import Refused
from rulewright.kernel.evaluation import explaining
from rulewright.kernel.game import Game
from rulewright.kernel.history import judgment
from rulewright.kernel.history.journal import Done
from rulewright.kernel.legality import allowing
from rulewright.kernel.legality.menus import Offer
from rulewright.kernel.sight import witness
from rulewright.kernel.state.facts import NOWHERE, Key
from rulewright.play import clock, howto, offers, reason_lines, rulebook, story, table_lines
from rulewright.play.seen import Seen
from rulewright.program.definition import Action

if TYPE_CHECKING:
    from rulewright.play.terminal import Terminal

Command = Callable[["Terminal", int, str], None]
COUNTS = ("!", "Success.", "Failure.", "resolves.", "wins.", "loses.")  # how lines end that the log keeps
MANY = 6  # how many options are printed as they can be typed
SMALL = ("at", "on", "to", "the", "with", "against")


class LeftTheTable(Exception):
    """The person has left the table."""


def obey(at: Terminal, player: int, text: str) -> bool:
    """Carry out a command; False if the text is not one."""
    words = text.split()
    for length in (2, 1):
        name = " ".join(words[:length]).casefold()
        command = COMMANDS.get(ALIASES.get(name, name))
        if command is not None and len(words) >= length and offered(at.game, ALIASES.get(name, name)):
            command[0](at, player, " ".join(words[length:]))
            return True
    return False


def offered(game: Game, name: str) -> bool:
    """Say whether a command is available in a game: some need rules with numbers, a clock or Judgment."""
    return name not in ONLY or ONLY[name](game)


def leaves(text: str) -> bool:
    """Say whether a text is the command to leave."""
    word = text.casefold()
    return ALIASES.get(word, word) == "quit"


def _help(at: Terminal, player: int, rest: str) -> None:
    """Teach the game; with `commands`, say what can be typed besides answers."""
    game, say = at.game, at.screen.say
    if rest:
        say_commands(at, rest)
        return
    say(f"{game.book.title}: you play {', '.join(game.seats[p] for p in range(len(game.seats)) if p not in at.bots)}.", "bold")
    for title, text in howto.taught(game, player):
        say(f"{title:<8}{text}", indent=2, hang=8)
    say(f"{'Now':<8}{now(game, player)}", indent=2, hang=8)
    if short := _shortened(table_lines.short_stats(game.view(player))):
        say(f"{'Short':<8}{short}.", indent=2, hang=8)
    say("`explain NAME` says how something works, `why` what you cannot do yet; `help commands` lists all you can type.")


def _shortened(text: str) -> str:
    """Leave out short forms that are not shorter than the full ones."""
    parts = [part.split() for part in text.split(", ")]
    return ", ".join(" ".join(part) for part in parts if part[: len(part) // 2] != part[len(part) // 2 :])


def now(game: Game, player: int) -> str:
    """Say what a player can do at this moment, as it can be typed."""
    menu = game.menu(player)
    keys = list(offers.numbered(menu)) if menu is not None else []
    if menu is None or not keys:
        return "Answer what is asked."
    words = [f"`{example(game, player, key)}`" for key in keys[:MANY]]
    more = f", and {len(keys) - MANY} more" if len(keys) > MANY else ""
    return f"You may {', '.join(words)}{more}: type a number of the menu, or the words."


def say_commands(at: Terminal, rest: str) -> None:
    """List what can be typed besides answers."""
    if not "commands".startswith(rest.casefold()):
        say_how(at, rest)
        return
    at.screen.say("Enter draws the table again; back leaves a half-made choice. You can also type:")
    for name, (_, usage, what) in COMMANDS.items():
        if offered(at.game, name):
            at.screen.say(f"{(name + ' ' + usage).strip():<18} {what}", indent=2, hang=19)


def example(game: Game, player: int, key: Key) -> str:
    """Say an option the way a person would type it, with its first target."""
    menu = game.menu(player)
    rest = game.menu(player, key)
    assert menu is not None
    target = "" if rest is None else " " + rest.words(next(iter(rest)))
    return f"{menu.words(key)}{target}".casefold()


def _why(at: Terminal, player: int, rest: str) -> None:
    if not rest:
        say_closed(at, player)
        return
    action, targets = split(at.game, player, rest)
    why = at.game.why_not(player, action.name, *targets)
    at.screen.say(f"It can be done: type {rest.casefold()}." if why is None else f"No: {why}.")


def say_closed(at: Terminal, player: int) -> None:
    """Say why the few actions that are almost possible are not, and how many others there are."""
    found = reason_lines.closed(at.game, player)
    near = reason_lines.nearest(found)
    for name, why in near:
        at.screen.say(str(why) if name in why.words else f"{name}: {why}", indent=2, hang=4)
    if not found:
        at.screen.say("Everything that you can do is on the menu.", indent=2)
    elif len(near) < len(found):
        named = (
            ", ".join(name for name, _ in found if name not in dict(near)) if len(found) - len(near) <= reason_lines.FEW else ""
        )
        others = f"{'The others' if near else 'None of these'} cannot be done at this moment" if named else ""
        count = f"{len(found) - len(near)} other things cannot be done at this moment"
        at.screen.say(f"{f'{others}: {named}' if named else count}. `why NAME` says why one cannot.", indent=2)


def split(game: Game, player: int, words: str) -> tuple[Action, list[str]]:
    """Split `strike the orc` into an action and the names of its targets."""
    parts = words.split()
    for n in range(len(parts), 0, -1):
        action = game.book.action(" ".join(parts[:n]))
        if action is not None:
            rest = [part for part in parts[n:] if part.casefold() not in SMALL]
            return action, [named(game, player, " ".join(rest))] if rest else []
    return howto.find(game.book, words), []


def named(game: Game, player: int, words: str) -> str:
    """Give the whole name for the beginning of a name; an unknown one is refused with the most similar."""
    if words[0].isdigit():
        return words.replace(", ", ",").replace(" ", ",")
    shown = [thing["name"] for thing in Seen(game.view(player)).things.values()]
    names = {name.casefold(): name for name in shown}
    begun = [names[name] for name in names if name.startswith(words.casefold())]
    if words.casefold() in names or len(begun) == 1:
        return names.get(words.casefold(), begun[0])
    near = get_close_matches(words.casefold(), names, 1)
    hint = f"did you mean {names[near[0]]}?" if near else f"here are {', '.join(shown)}"
    raise Refused(f"there is nobody called {words!r}: {hint}")


def _undo(at: Terminal, player: int, rest: str) -> None:
    """Go back through the bots' answers to the person's own last choice."""
    done = at.game.done
    typed = [n for n, each in enumerate(done) if n and each.entry.number not in at.passing.given]
    own = [done[n].entry.player not in at.bots and done[n].entry.player >= 0 for n in typed]
    mine = [n for n, is_own in zip(typed, own, strict=True) if is_own or done[n].entry.number in at.floor.waits]
    if not mine:
        raise Refused("there is no choice of yours to go back to")
    for viewer in at.people if at.secret else [at.viewer]:
        unseen(at.game, viewer, mine[-1])
    entry = done[mine[-1]].entry
    while len(at.game.done) > mine[-1]:
        at.game.undo()
    at.passing.back()
    at.floor.back()
    at.drawn = None
    at.screen.say(f"Taken back: {story.worded(at.game, entry) or 'the waiting'}, and everything since then.")


def unseen(game: Game, viewer: int | None, first: int) -> None:
    """Refuse to undo an answer in which something hidden was shown."""
    if witness.uncovered(game, viewer, first):
        raise Refused("something hidden was revealed since then: what was seen cannot be taken back")


def _hint(at: Terminal, player: int, rest: str) -> None:
    """Say what a bot would do in the person's place, and why."""
    for line in at.coach.hint(at.game, player, rest):
        at.screen.say(line, indent=2)


def _explain(at: Terminal, player: int, rest: str) -> None:
    if rest and not rest.isdecimal():
        say_how(at, rest)
        return
    wanted = story.number(at.game, int(rest) if rest else last(at))
    place = next(n for n, done in enumerate(at.game.done) if done.entry.number == wanted)
    lines = _account(at, wanted, place)
    for line in lines or ["(nothing happened except that the turn went on)"]:
        at.screen.say(line.strip(), indent=2 if line.startswith(" ") else 0)
    for reason in _allowed(at, place, lines):
        at.screen.say(f"Allowed: {reason}.", indent=2)


def _allowed(at: Terminal, place: int, lines: Sequence[str]) -> list[str]:
    """Say why an answer was allowed, if what was told of it names its action."""
    path = at.game.done[place].entry.path
    named = bool(path) and isinstance(path[0], Offer) and any(path[0].action in line for line in lines)
    return allowing.reasons(at.game.back_to(place), at.viewer, path) if named else []


def _account(at: Terminal, number: int, place: int) -> list[str]:
    """Tell an answer in full, or as far as it was seen if anything is hidden."""
    if not at.game.book.secret:
        return explaining.explain(at.game, number)
    return [line.text for line in story.recall(at.game, at.viewer, place, place + 1).lines]


def last(at: Terminal) -> int:
    """Give the number of the last answer that was an act or let one resolve; passes are skipped."""
    acted = [done.entry.number for done in at.game.done if _acted(done)]
    return acted[-1] if acted else at.game.journal[-1].number


def _acted(done: Done) -> bool:
    resolved = any(event[:2] in (("told", "resolves"), ("told", "fizzled")) for event in done.events)
    return resolved or any(isinstance(pick, tuple) for pick in done.entry.path)


def say_how(at: Terminal, name: str) -> None:
    """Say how an action works."""
    action = howto.find(at.game.book, name)
    at.screen.say(action.name, "bold")
    for title, text in howto.lines(at.game.book, action):
        at.screen.say(f"{title:<12} {text}", indent=2, hang=13)


def _log(at: Terminal, player: int, rest: str) -> None:
    """List the answers, each in a line: what was done and its result."""
    told = [told for _, told in story.retell(at.game, at.viewer)][1:]
    for each in told[-int(rest) :] if rest.isdecimal() and int(rest) else told:
        at.screen.say(f"{each.entry.number:>3} {'  '.join(_short(at.game, each))}", hang=6)


def _short(game: Game, told: story.ToldAnswer) -> list[str]:
    """Shorten the telling of an answer: results without their sums, no changes of stats that are reset anyway."""
    fresh = [f"'s {stat.name}: " for stat in game.book.stats if stat.refresh is not None]
    acts_told = [line.text for line in told.lines if line.kind == "act"][:1] or ["the clock ticks"]
    details = [line.text for line in told.lines if line.kind == "detail" and not any(name in line.text for name in fresh)]
    verdicts = [text.rsplit(". ", 1)[-1] if "? " in text else text for text in details]
    return acts_told + [text for text in verdicts if "→" in text or text.endswith(COUNTS)]


def _stats(at: Terminal, player: int, rest: str) -> None:
    for text in table_lines.full_stats(at.game.view(at.viewer)):
        at.screen.say(text)


def _where(at: Terminal, player: int, rest: str) -> None:
    at.screen.say(f"{at.game.scene}, answer {at.game.state.number}, seed {at.game.seed}: {at.game.where(at.viewer)}")


def _pass(at: Terminal, player: int, rest: str) -> None:
    at.give(player, at.passing.until(player, rest))


def _stop(at: Terminal, player: int, rest: str) -> None:
    at.screen.say(at.passing.stop(player, rest))


def _stops(at: Terminal, player: int, rest: str) -> None:
    at.screen.say(at.passing.everything(player, rest))


def _wait(at: Terminal, player: int, rest: str) -> None:
    at.floor.wait(rest)


def _as(at: Terminal, player: int, rest: str) -> None:
    at.screen.say(at.floor.give_word(rest))
    at.drawn = None


def _written(at: Terminal, lines: Iterable[str], styles: Mapping[str, str] | None = None) -> None:
    """Say lines with their indents, as they are written."""
    for line in lines:
        at.screen.say(line, (styles or {}).get(line[:1], ""), hang=len(line) - len(line.lstrip()) + 2)


def _rules(at: Terminal, player: int, rest: str) -> None:
    _written(at, rulebook.listed(at.game))


def _rule(at: Terminal, player: int, rest: str) -> None:
    _written(at, rulebook.told(at.game, rest) if rest else rulebook.listed(at.game))


def _diff(at: Terminal, player: int, rest: str) -> None:
    if not rest:
        raise Refused("say which rule: type its number, such as diff 318")
    _written(at, rulebook.changed(at.game, rest), {"+": "green", "-": "red"})


def _text(at: Terminal, player: int, rest: str) -> None:
    _written(at, rulebook.text(at.game, rest))


def _strike(at: Terminal, player: int, rest: str) -> None:
    """Let the host strike a past answer, after showing what it changes."""
    if not rest.isdecimal():
        raise Refused("say which answer: type its number; log lists them")
    judgment.check(at.game, int(rest))
    if at.agreed(lambda copy: copy.strike(int(rest))):
        at.give(NOWHERE, (judgment.STRIKE, int(rest)), seen=True)
    at.drawn = None


def _save(at: Terminal, player: int, rest: str) -> None:
    path = at.save(Path(rest).expanduser() if rest else None)
    at.screen.say(f"Saved to {path}.")


def _quit(at: Terminal, player: int, rest: str) -> None:
    raise LeftTheTable


COMMANDS: dict[str, tuple[Command, str, str]] = {
    "help": (_help, "[commands]", "how the game is played and what you can do now; or this list"),
    "why": (_why, "[WORDS]", "why something cannot be done now; alone: the actions that are almost possible"),
    "hint": (_hint, "[LEVEL|2s]", "what a bot would do in your place, and why"),
    "explain": (_explain, "[N|ACTION]", "the last act, or answer N, or how an action works"),
    "log": (_log, "[N]", "every answer so far with its number, or the last N"),
    "stats": (_stats, "", "everybody's stats in full"),
    "where": (_where, "", "which parts of the game are in progress, and who is asked"),
    "pass until": (_pass, "WHEN", "pass automatically until `my turn`, or until `something happens`"),
    "stop at": (_stop, "NAME", "never pass automatically at an action, kind, seat or part of a turn; or at nothing"),
    "stops": (_stops, "on|off", "whether you are asked if you can only pass"),
    "wait": (_wait, "[4h]", "let time pass (4h, 90m, until 07:00); alone: until something is due"),
    "as": (_as, "SEAT", "let another person at this terminal type next"),
    "rules": (_rules, "", "the rules in force, their numbers and what changed them"),
    "rule": (_rule, "N", "a rule's text and history"),
    "diff": (_diff, "N", "what the last change of a rule changed"),
    "text": (_text, "[NAME]", "the rule text of a motion; alone: all motions that have one"),
    "strike": (_strike, "N", "as the host, strike answer N; shows first what changes"),
    "undo": (_undo, "", "back to your own last choice"),
    "save": (_save, "[FILE]", "save the game"),
    "quit": (_quit, "", "save and leave, as Ctrl-C and Ctrl-D do"),
}
ONLY: dict[str, Callable[[Game], bool]] = {
    "wait": clock.is_one,
    "as": clock.is_one,
    "rules": lambda game: bool(game.base.rules),
    "rule": lambda game: bool(game.base.rules),
    "diff": lambda game: bool(game.base.rules),
    "text": lambda game: game.base.amendable,
    "strike": lambda game: game.base.judges,
}
"""What a game must have for a command to be available."""

ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "u": "undo", "map": "stats"}
