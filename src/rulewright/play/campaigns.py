"""Plays campaigns: the actors that win a scene go on to the next, with what they carry over."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.kernel.book import Book
from rulewright.kernel.change import values
from rulewright.kernel.errors import Refused, SaveError
from rulewright.kernel.game import Game
from rulewright.kernel.state.facts import SIDE, Given
from rulewright.program.outlines import Campaign


def find(book: Book, name: str) -> Campaign:
    """Find a campaign of a book by name, whatever the case."""
    for each, campaign in book.campaigns.items():
        if each.casefold() == " ".join(name.casefold().split()):
            found: Campaign = campaign
            return found
    known = ", ".join(book.campaigns) or "none"
    raise Refused(f"there is no campaign {name!r} in {book.name}; its campaigns: {known}")


def begin(book: Book, name: str, seed: int = 0) -> Game:
    """Begin a campaign with its first scene."""
    campaign = find(book, name)
    return Game(book, campaign.scenes[0], seed=seed, given={"campaign": campaign.name, "stage": 0})


def of(game: Game) -> Campaign | None:
    """Give the campaign of a game; a save with an unknown campaign or another scene is refused."""
    if "campaign" not in game.given:
        return None
    name, stage = game.given["campaign"], game.given.get("stage")
    try:
        campaign = find(game.book, str(name))
    except Refused as error:
        raise SaveError(f"the saved game is part of a campaign that the file does not contain: {error}") from None
    if type(stage) is not int or not 0 <= stage < len(campaign.scenes) or campaign.scenes[stage] != game.scene:
        called = f"{game.scene!r} scene {stage!r} of {campaign.name}, counted from 0"
        raise SaveError(f"the saved game calls {called}; the campaign's scenes are {', '.join(campaign.scenes)}")
    return campaign


def won(game: Game) -> bool:
    """Say whether the campaign's cast has won the scene."""
    return game.over and game.standing().get(find(game.book, game.given["campaign"]).cast, 0) > 0


def follow(game: Game) -> Game | None:
    """Give the next game of a campaign; None when its cast did not win, or when this was the last scene."""
    campaign, stage = find(game.book, game.given["campaign"]), game.given["stage"] + 1
    if not game.over:
        raise Refused("the scene is not over yet: the campaign goes on when it is")
    if not won(game) or stage >= len(campaign.scenes):
        return None
    given: Given = {"campaign": campaign.name, "stage": stage, **brought(game, campaign)}
    return Game(game.book, campaign.scenes[stage], seed=game.seed + stage, given=given)


def brought(game: Game, campaign: Campaign) -> Given:
    """Give what the cast carries over: its actors with their stats, and those that were defeated."""
    m, state = game.machine, game.state
    ours = [s for s in range(len(state.places)) if _cast(game, s) == campaign.cast]
    stats = {name: game.book.stat(name) for name in campaign.carries}
    fell = game.book.zone_index("Defeated") if any(zone.name == "Defeated" for zone in game.book.zones) else None
    fallen = [s for s in ours if state.grounds[state.places[s]][0] == fell]
    carried = {state.names[s]: {name: values.value(m, s, stat) for name, stat in stats.items()} for s in ours if s not in fallen}
    return {"carried": carried, "fallen": [state.names[s] for s in fallen] + list(game.given.get("fallen", ()))}


def _cast(game: Game, slot: int) -> str:
    side = game.state.cell(slot, SIDE)
    return game.state.setting.sides[side] if 0 <= side < len(game.state.setting.sides) else ""


def play(book: Book, name: str, seed: int, finish: Callable[[Game], object]) -> list[Game]:
    """Play a campaign: `finish` brings each game to its end; give the games in their order."""
    games = [begin(book, name, seed)]
    while finish(games[-1]) is not False and games[-1].over and (following := follow(games[-1])) is not None:
        games.append(following)
    return games


# -- in words ----------------------------------------------------------------------------------------------------------


def place(game: Game) -> str:
    """Say which of a campaign's scenes a game is; nothing where it is of none."""
    campaign = of(game)
    return "" if campaign is None else f"{campaign.name}, {game.given['stage'] + 1} of {len(campaign.scenes)}"


def told(game: Game, following: Game | None) -> list[str]:
    """Say how a campaign goes on after a scene, and with whom; or how it ended."""
    campaign = of(game)
    if campaign is None:
        return []
    far = f"scene {game.given['stage'] + 1} of {len(campaign.scenes)}, {game.scene}"
    if not won(game):
        return [f"{campaign.name} ends in {far}: {campaign.cast} did not win it."]
    brings = company(brought(game, campaign))
    if following is None:
        return [f"{campaign.name} is won: {campaign.cast} came through all {len(campaign.scenes)} scenes.", *brings]
    return [f"{campaign.name} goes on: {campaign.cast} won {far}.", *brings, f"Next: {following.scene}."]


def company(brings: Given) -> list[str]:
    """Say who goes on with which stats, and who was defeated."""
    carried = [(name, ", ".join(f"{stat} {n}" for stat, n in stats.items() if n)) for name, stats in brings["carried"].items()]
    lines = ["  " + name + (f": {stats}" if stats else "") for name, stats in carried]
    return lines + ([f"  fallen: {', '.join(brings['fallen'])}"] if brings["fallen"] else [])
