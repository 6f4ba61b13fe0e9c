"""Says which step of the source's rules a game has reached, and how the source's table names its options."""

from rulewright.kernel.flow.rules import Rule
from rulewright.kernel.game import Game
from rulewright.program import instructions

ACTIONS = {
    "Corp": {
        "Gain a credit": "C1", "Draw a card": "C2", "Install a card": "C3", "Play an operation": "C4", "Advance a card": "C5",
        "Trash a resource": "C6", "Purge virus counters": "C7",
    },
    "Runner": {
        "Gain a credit": "R1", "Draw a card": "R2", "Install a rig card": "R3", "Play an event": "R4", "Run a server": "R5",
        "Remove a tag": "R6",
    },
}  # fmt: skip
KINDS = {"paid ability": "paid", "breaking": "break", "rezzing": "rez", "rezzing ice": "rez ice", "scoring": "score"}
PLACES = {
    ("Draw Phase", "window"): "draw.b",
    ("Action Phase", "window"): "action.a",
    ("Action Phase", "act"): "action.b",
    ("Upkeep", "window"): "action.b",
    ("Discarding", "choose"): "discard.a",
    ("Discard Phase", "window"): "discard.b",
    ("Approach", "approach"): "run.approach.c",
    ("Approach", "jack out"): "run.approach.d",
    ("Approach", "rez"): "run.approach.e",
    ("Encounter", "encounter"): "run.encounter.c",
    ("Breach", "cards"): "access.set.b",
    ("Access", "trash"): "access.card.b",
}


def step(game: Game) -> str:
    """Gives the key of the step at which somebody is asked."""
    frames = [frame for frame in game.state.agenda if isinstance(game.book.procedures[frame.procedure], Rule)]
    frame = next(f for f in reversed(frames) if game.book.procedures[f.procedure].announced)
    rule = game.book.procedures[frame.procedure]
    assert isinstance(rule, Rule)
    at = int(frame.step or 0)
    asks = game.state.agenda[-1] is frame
    label = [name for start, name in rule.labels if start <= (at if asks else at - 1)][-1]
    if (rule.name, label) == ("Run", "approach server"):
        decides = asks and isinstance(rule.code[at], instructions.Decide)
        kinds = [game.book.words[kind] for kind in game.state.agenda[-1].vars.get("kinds", ())]
        return f"run.server.{'d' if decides else 'e' if 'rezzing' in kinds else 'c'}"
    found = PLACES.get((rule.name, label), "")
    if not found or found.startswith(("run.", "access.")):
        return found
    whose = game.seats[game.book.active(game.machine)].casefold()
    letters = {"action.a": "action.e", "action.b": "action.f"} if whose == "runner" and rule.name == "Action Phase" else {}
    return f"{whose}.{letters.get(found, found)}"


def chosen(game: Game, player: str, key: object) -> str:
    """Gives the table's name of an option."""
    here = step(game)
    if here.endswith("discard.a"):
        return "discard"
    if here == "access.set.b":
        return "next"
    if isinstance(key, str):
        said = {"decline": "leave" if here.startswith("access") else "stay"}
        return "trash" if key.startswith("pay ") else said.get(key, key)
    assert isinstance(key, tuple)
    action = next(a for a in game.book.actions if a.name == key[0])
    known = ACTIONS[player].get(action.identity or action.name)
    kinds = {game.book.words[kind] for kind in action.kinds}
    return known or ("card action" if "action" in kinds else next(KINDS[kind] for kind in kinds if kind in KINDS))


def offered(game: Game) -> tuple[str, frozenset[str]]:
    """Gives who is asked, and the options in the names of the table."""
    player = game.seats[game.asking[0]]
    menu = game.menu(player)
    assert menu is not None
    return player, frozenset(chosen(game, player, key) for key in menu)
