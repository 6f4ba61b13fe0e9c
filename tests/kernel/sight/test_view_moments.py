"""The contents of a view at certain moments of a game."""

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.kernel.sight.schema import Player, ThingView, View, ZoneView
from rulewright.kernel.sight.visibility import HOST


def begun(book: str, *lines: str, dice: tuple[int, ...] | None = None) -> Game:
    """Begins a game of a book in a given position."""
    scene = "".join(f"  {line}\n" for line in lines)
    return Game(books.load(text=[("position.rules", f"Uses: {book}\nScene Position\n{scene}")]), "Position", dice=dice)


def zone(view: View, name: str) -> ZoneView:
    """Finds a zone by its name."""
    return next(zone for zone in view["zones"] if zone["zone"] == name)


def thing(view: View, name: str) -> ThingView:
    """Finds a thing by its name."""
    return next(thing for zone in view["zones"] for thing in zone["things"] or () if thing["name"] == name)


def player(view: View, seat: str) -> Player:
    """Finds a player by the seat."""
    return next(player for player in view["players"] if player["seat"] == seat)


def hives(*lines: str) -> Game:
    """Begins a game of honey between Ivy, whose turn it is, and Otto."""
    return begun("honey", "seats Ivy, Otto", "Ivy (Bees 5, Hours 3), Otto (Bees 5, Hours 2)", *lines)


def test_waiting_items_are_listed_from_the_top_with_owner_speed_and_targets():
    """Otto answers Ivy's Clover Patch with smoke, which is on top and has the patch as its target."""
    game = hives("Ivy's Hand: Clover Patch", "Otto's Hand: Puff of Smoke")
    game.answer("Ivy", "Clover Patch")
    game.answer("Otto", "Puff of Smoke", "Clover Patch")
    view = game.view("Ivy")
    (stack,) = view["stacks"]
    smoke, patch = stack["waiting"]
    assert [(each["name"], each["player"], each["speed"]) for each in (smoke, patch)] == [
        ("Puff of Smoke", "Otto", "smoke"), ("Clover Patch", "Ivy", "slow"),
    ]  # fmt: skip
    assert (
        smoke["targets"] == [patch["handle"]] == [thing(view, "Clover Patch")["handle"]] and thing(view, "Clover Patch")["waits"]
    )
    assert smoke["text"] == ["Target: an action on the stack", "do: counter target"] and stack["due"] is None


def test_priority_says_who_may_act_and_who_comes_next():
    """After Ivy's card Otto may answer, and then Ivy."""
    game = hives("Ivy's Hand: Clover Patch", "Otto's Hand: Puff of Smoke")
    game.answer("Ivy", "Clover Patch")
    found = game.view()["priority"]
    assert found is not None and (found["holder"], found["then"]) == ("Otto", ["Ivy"])
    assert (game.view()["active"], game.view()["asking"]) == ("Ivy", ["Otto"])


RUN = ("seats Corp, Runner", "Corp's Servers: HQ, R&D, Archives", "R&D: 9 Silt Subsidy", "Stack: 9 Kettle and Gossip")


def test_a_broke_runner_has_no_credits_and_a_stolen_agenda_is_the_runners():
    """F30: a starting stat that is 0 is shown, and a stolen agenda lies in the row of its thief."""
    view = begun("netrunner", *RUN, "Corp (Credits 5), Runner (Credits 0, Points 2)", "Corp's Stolen: Drainage Bond").view("Corp")
    runner = player(view, "Runner")
    assert list(runner["stats"].items())[:3] == [("Points", 2), ("Clicks", 0), ("Credits", 0)]
    assert (runner["score"], runner["goal"]) == (2, {"stat": "Points", "bound": 7, "how": "wins"})
    assert zone(view, "Stolen")["row"] == "Runner" and view["kinds"]["Drainage Bond"]["types"] == ["Agenda"]


def test_a_broken_subroutine_is_out_of_use():
    """The Runner breaks the only subroutine of a barrier, whose text is printed on the ice."""
    people = "Corp (Credits 9, Hand Limit 9), Runner (Credits 9, Hand Limit 5, Memory 4)"
    game = begun("netrunner", *RUN, people, "Corp's Servers at HQ: Mud Bank", "Runner's Rig: Crowbar Moth (Strength 3)")
    until(game, "Run a server", "HQ")
    until(game, "Pry (Crowbar Moth)", "Mud Bank")
    view = game.view("Runner")
    assert thing(view, "Mud Bank")["resting"] == ["Bank"]
    assert view["kinds"]["Mud Bank"]["abilities"] == [{"name": "Bank", "types": ["Subroutine"], "text": ["do: end the run"]}]
    assert [(stage["name"], stage["of"]) for stage in view["course"]][-1] == ("Encounter", "Mud Bank")


def until(game: Game, wanted: str, *picks: str) -> None:
    """Lets everybody pass or decline until somebody may do a certain thing, and then does it."""
    while wanted not in offered(game):
        idle = next(words for words in ("decline", "pass", "Gain a credit") if words in offered(game))
        game.answer(game.asking[0], idle)
    game.answer(game.asking[0], wanted, *picks)


def offered(game: Game) -> list[str]:
    """Gives the words of the options of the first player who is asked."""
    choice = game.choice(game.asking[0])
    return [option["words"] for option in choice["options"]] if choice is not None else []


def test_the_printed_and_the_current_value_are_both_given():
    """E-36: a guard's Defense counts 2 more than the stored number, and Health has a maximum."""
    game = begun("encounter", "cast Left: Ann at 1,1 (Knight)", "cast Right: Bo at 3,1 (Goblin)", "map:", "  . . .", "  . X ~",
                 "tiles: X wall, ~ difficult", dice=(90, 10))  # fmt: skip
    game.answer("Left", "Guard")
    ann = thing(game.view(), "Ann")
    assert (ann["stats"]["Defense"], ann["base"], ann["most"]) == (16, {"Defense": 14}, {"Health": 26})
    assert game.view()["lasting"] == [
        {"name": "Guard", "thing": ann["handle"], "on": "Ann", "about": "Defense", "does": "add", "amount": 2}
    ]


def test_the_map_has_its_ground_its_regions_and_who_stands_where():
    """They are walls and difficult ground, the camp of a scene, and each actor's tile."""
    game = Game(books.load("encounter"), "Lantern Row")
    found = game.view()["map"]
    assert found is not None and (found["width"], found["height"]) == (9, 7) and len(found["regions"]["heroes camp"]) == 3
    assert {(tile["x"], tile["y"]): tile["ground"] for tile in found["tiles"]}[8, 4] == "low wall"
    grom = thing(game.view(), "Grom")
    assert (grom["tile"], grom["at"]) == ([8, 5], "8,5") and {"x": 8, "y": 5, "things": [grom["handle"]]} in found["cells"]


def test_an_option_about_a_tile_points_to_it():
    """The tiles to which Ann can go are options with pointers."""
    game = begun(
        "encounter", "cast Left: Ann at 1,1 (Knight)", "cast Right: Bo at 4,1 (Goblin)", "map:", "  . . . .", dice=(90, 10)
    )
    choice = game.choice("Left", "Move")
    assert (
        choice is not None and choice["kind"] == "tile" and [1, 1] not in [each["about"][0]["tile"] for each in choice["options"]]
    )
    assert {"words": "2,1", "cost": [], "about": [{"kind": "tile", "number": 1, "tile": [2, 1]}]} in choice["options"]


def test_stacks_that_pop_by_themselves_say_when():
    """N-10: a Hex waits for four quiet hours; the clock and the floor are shown too."""
    game = Game(books.load("nomic"), "Three chairs")
    game.answer("Bo", "Hex", "Ann", at=60)
    view = game.view("Ann")
    assert [stack["due"] for stack in view["stacks"]] == [60 + 4 * 3600]
    assert view["clock"] == {"now": 60, "due": 60 + 4 * 3600, "closes": 24 * 3600}
    assert view["stacks"][0]["waiting"][0]["targets"] == [player(view, "Ann")["thing"]]


def test_the_host_is_shown_everything_by_the_machines_own_numbers():
    """The host sees both hands."""
    view = hives("Ivy's Hand: Clover Patch", "Otto's Hand: Puff of Smoke").view(HOST)
    assert [len(zone(view, f"{seat}'s Hand")["things"] or ()) for seat in ("Ivy", "Otto")] == [1, 1] and view["you"] is None


def test_a_struck_act_gives_its_handles_back():
    """After the re-run without the act, the things that it had made are in no view."""
    game = Game(books.load("nomic"), "Three chairs")
    game.answer("Bo", "Hex", "Ann")
    assert len(game.view("Ann")["stacks"]) == 1
    game.strike(1)
    assert game.view("Ann")["stacks"] == []
    game.answer("Cy", "Hex", "Ann")
    again = Game(books.load("nomic"), "Three chairs")
    again.answer("Cy", "Hex", "Ann")
    assert game.view("Ann")["stacks"] == again.view("Ann")["stacks"]
