"""Features: scope, precedence, stacking, durations, and the standard library (chapter 14)."""

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from tests.books.encounter.play import begin, cannot, check, do, finish, problems, rounds, said, scene, stat

PAIR = "Ann at 5,5 (cast Reds, Attack 5, Health 9, Action Points 3), Ben at 6,5 (cast Blues, Defense 10, Health 20)"


def defense(rules: str, position: str = "Ann (cast Reds) beside Ben (cast Blues)", names: str = "") -> tuple[int, int]:
    """Reads Ann's and Ben's Defense under some features."""
    found = names or ", ".join(line.split(" ", 1)[1] for line in rules.splitlines() if line.startswith("Feature "))
    game = scene(f"features: {found}\n{position}", rules)
    return stat(game, "Ann", "Defense"), stat(game, "Ben", "Defense")


@pytest.mark.parametrize(
    ("scope", "both"),
    [
        ("global", (2, 2)),
        ("encounter", (2, 2)),
        ("rule book", (2, 2)),
        ("cast Reds", (2, 0)),
        ("actor Ben", (0, 2)),
        ("temporary", (0, 0)),
    ],
)
def test_a_feature_has_a_scope(scope: str, both: tuple[int, int]):
    """EW-28: a feature has a name, a scope and an effect; it applies in its scope, and only if a scene puts it in force."""
    rules = f"Feature Thick Hide\nScope: {scope}\ndo: +2 Defense"
    assert defense(rules) == both
    assert stat(scene("Ann (cast Reds) beside Ben (cast Blues)", rules), "Ben", "Defense") == 0


def test_a_feature_belongs_to_a_place_or_an_action():
    """EW-28: a feature of a region or tile applies to whoever stands there, one of an action while the action is performed."""
    field = "map:\n  s .\n  . .\nmarks: s shrine\nAnn at 1,2 (cast Reds), Ben at 2,1 (cast Blues)"
    assert defense("Feature Hallowed\nScope: region shrine\ndo: +3 Defense", field) == (3, 0)
    assert defense("Feature Loose Stone\nScope: tile 2,1\ndo: +1 Defense", field) == (0, 1)
    rules = "Feature Heavy Blow\nScope: action Strike\ndo: +4 Strength"
    game = scene(f"features: Heavy Blow\n{PAIR}", rules)
    do(game, "Ann", "Strike Ben", [15, 1])
    assert (stat(game, "Ben", "Health"), stat(game, "Ann", "Strength")) == (15, 0)


def test_a_feature_is_passive_or_conditional_or_triggered_or_activated():
    """EW-28: it applies always, while a condition holds, when something happens, or when its holder uses it."""
    rules = """
Feature Sturdy
do: +1 Defense

Feature Cornered
When: [Health] <= 5
do: +4 Defense

Feature Thorns
Trigger: this actor is damaged
do: [Gold] += 1

Feature Second Wind (activated)
Limit: once per encounter
do: [Health] += 3
"""
    game = scene("features: Sturdy, Cornered, Thorns, Second Wind\nAnn (Attack 9, Action Points 3) beside Ben (Health 12)", rules)
    assert stat(game, "Ben", "Defense") == 1
    do(game, "Ann", "Strike Ben", [20, 8])
    assert (stat(game, "Ben", "Defense"), stat(game, "Ben", "Gold")) == (5, 1)
    do(game, "Ben", "Second Wind")
    assert (stat(game, "Ben", "Health"), stat(game, "Ben", "Defense")) == (7, 1)
    assert cannot(game, "Ben", "Second Wind") == "limit"


def test_a_feature_may_forbid():
    """EW-28, E-77: what a feature requires of an act, such as line of sight, is required of everybody who has the feature."""
    field = "map:\n  . . X . .\ntiles: X wall\nAnn at 2,1 (cast Reds, Action Points 3), Ben at 4,1 (cast Blues, Health 9)"
    rules = "Point\nTarget: an enemy\ndo: [Gold] += 1"
    assert cannot(scene(field, rules), "Ann", "Point Ben") == ""
    game = scene(f"features: Clear Aim\n{field}", rules)
    assert cannot(game, "Ann", "Point Ben") == "feature"
    why = game.why_not("Ann", "Point Ben")
    assert str(why) == "Clear Aim lets Ann perform Point only if the target is in sight (Clear Aim)"


LEVELS = ["rule book", "global", "encounter", "region shrine", "tile 1,2", "cast Reds", "actor Ann", "temporary"]


@pytest.mark.parametrize("at", range(len(LEVELS) - 1))
def test_the_higher_scope_prevails(at: int):
    """EW-29: if two features set the same stat, the one with the higher level counts, whatever their order in the text."""
    field = "map:\n  s .\n  . .\nmarks: s shrine\nAnn at 1,2 (cast Reds), Ben at 2,1 (cast Blues)"
    high, low = (
        f"Feature {name}\nScope: {scope}\ndo: [Defense] = {n}"
        for name, scope, n in (("High", LEVELS[at], 7), ("Low", LEVELS[at + 1], 3))
    )
    grant = "Bless\ndo: the actor gains the feature Low"
    for rules in (f"{high}\n\n{low}\n\n{grant}", f"{low}\n\n{high}\n\n{grant}"):
        game = scene(f"features: High, Low\n{field}", rules)
        do(game, "Ann", "Bless")
        assert stat(game, "Ann", "Defense") == 7


def test_within_one_level_the_more_specific_then_the_later_feature_prevails():
    """EW-29: a feature of one actor prevails over a feature of all actors, and of equals the later one prevails."""
    general, own = "Feature Drill\nScope: actor\ndo: [Defense] = 3", "Feature Custom\nScope: actor Ann\ndo: [Defense] = 7"
    assert defense(f"{own}\n\n{general}")[0] == 7
    assert defense("Feature Old\ndo: [Defense] = 3\n\nFeature New\ndo: [Defense] = 7")[0] == 7


def test_features_of_other_names_add_up_and_of_one_name_do_not():
    """EW-30: +3, +2 and +1 make +6; a second Blessed changes only how long it lasts."""
    rules = (
        "Feature Plate\ndo: +3 Defense\n\nFeature Buckler\ndo: +2 Defense\n\nFeature Blessed\nScope: temporary\ndo: +1 Defense"
    )
    game = scene(
        "features: Plate, Buckler\nAnn beside Ben", rules + "\n\nPray\ndo: the actor gains the feature Blessed for 2 turns"
    )
    do(game, "Ann", "Pray")
    do(game, "Ann", "Pray")
    assert stat(game, "Ann", "Defense") == 6
    finish(game)
    begin(game, "Ann")
    do(game, "Ann", "Pray")
    finish(game)
    begin(game, "Ann")
    assert stat(game, "Ann", "Defense") == 6, "the newest has begun its two turns anew"
    finish(game)
    assert stat(game, "Ann", "Defense") == 5


DURATIONS = {"": 9, "encounter": 9, "2 turns": 2, "3 rounds": 3, "until [Gold] >= 2": 2}


@pytest.mark.parametrize("duration", DURATIONS)
def test_a_feature_lasts_as_long_as_it_says(duration: str):
    """EW-31: it lasts permanently, for the encounter, for turns, for rounds, or until a condition becomes true."""
    header = f"Duration: {duration}\n" if duration else ""
    rules = f"Feature Fresh\n{header}do: +2 Defense\n\nCount\ndo: [Gold] += 1"
    game = rounds("cast A: Ann at 1,1 (Health 9)\ncast B: Ben at 9,9 (Health 9)\nfeatures: Fresh", [90, 10], rules)
    turns = 0
    while stat(game, "Ann", "Defense") == 2 and turns < 9:
        do(game, "Ann", "Count")
        do(game, "Ann", "pass") if game.is_asked("Ann") else None
        do(game, "Ben", "pass")
        turns += 1
    assert turns == DURATIONS[duration]


GIVEN = ("the actor gains the feature Fresh until {end}", "[Defense] += 2 until {end}", "all allies gain 2 Defense until {end}")


@pytest.mark.parametrize("given", GIVEN)
@pytest.mark.parametrize("end", ["[Gold] >= 2", "[Gold] * 2 > 3 and not [Mana] != 0"])
def test_a_given_feature_lasts_until_its_condition_ends_it(given: str, end: str):
    """EW-31: the condition that ends it may be any comparison, whoever gives the feature."""
    rules = f"Feature Fresh\nScope: temporary\ndo: +2 Defense\n\nBrace\ndo: {given.format(end=end)}\n\nCount\ndo: [Gold] += 1"
    game = scene("Ann beside Ben", rules)
    for action, defense in (("Brace", 2), ("Count", 2), ("Count", 0)):
        do(game, "Ann", action)
        assert stat(game, "Ann", "Defense") == defense


def test_timed_features_begin_when_all_are_deployed():
    """EW-31: the duration begins with the first round, not while casts are still being deployed."""
    field = "map:\n  r .\n  . b\nmarks: r A camp, b B camp\ncast A: Ann (Health 9)\ncast B: Ben (Health 9)\nfeatures: Fresh"
    game = rounds(field, [], "Feature Fresh\nDuration: 2 rounds\ndo: +2 Defense")
    do(game, "Ann", "Deploy 1,2")
    assert stat(game, "Ann", "Defense") == 0
    do(game, "Ben", "Deploy 2,1", [90, 10])
    assert stat(game, "Ann", "Defense") == 2


def test_damage_reduction_lowers_damage_by_the_armor():
    """EW-32: damage is reduced by [Armor] before it is applied, to no less than 0; without the feature Armor does nothing."""
    position = PAIR.replace("Health 20", "Health 20, Armor 3")
    for names, health in (("features: Damage Reduction\n", 15), ("", 12)):
        game = scene(names + position)
        do(game, "Ann", "Strike Ben", [15, 8])
        assert stat(game, "Ben", "Health") == health
    game = scene("features: Damage Reduction\n" + position)
    do(game, "Ann", "Strike Ben", [15, 2])
    assert stat(game, "Ben", "Health") == 20


def test_difficult_terrain_makes_a_region_difficult():
    """EW-32: a step into the region costs two tiles of movement; without the feature it is ordinary ground."""
    field = "map:\n  . b b . .\n  X X X X X\nmarks: b bramble\ntiles: X wall\nAnn at 1,2 (Action Points 3)"
    for names, far in (("features: Difficult Terrain\n", ["2,2"]), ("", ["2,2", "3,2", "4,2"])):
        game = scene(names + field)
        game.reach("Ann")
        keys = game.game.menu(None, "Move")
        assert keys is not None and [keys.words(key) for key in keys] == far


def test_a_critical_hit_always_hits_and_rolls_its_damage_dice_twice():
    """EW-32: a natural 20 hits any Defense; damage dice are rolled twice, and fixed amounts are added once."""
    position = PAIR.replace("Defense 10", "Defense 99").replace("Attack 5", "Attack 5, Strength 4")
    game = scene(f"features: Critical Hits\n{position}")
    do(game, "Ann", "Strike Ben", [20, 3, 5])
    assert (check(game), stat(game, "Ben", "Health")) == ("passed", 8)
    assert "Ann: Critical Hits." in said(game)
    do(game, "Ann", "Strike Ben", [19])
    assert check(game) == "failed"
    game = scene(position)
    do(game, "Ann", "Strike Ben", [20])
    assert check(game) == "failed"


def test_a_critical_hit_does_the_same_with_and_without_an_account():
    """EW-32: the result is the same with and without an account, and rolled costs are not doubled."""
    rules = "Gamble\nTarget: an enemy\nif: 1d20 >= 30\ndo: [Target Health] -= 1d4; [Gold] += 1d4\nthen: [Mana] += 1d6"
    for explained in (False, True):
        game = scene(f"features: Critical Hits\n{PAIR}", rules)
        game.reach("Ann")
        game.game.machine.account = [] if explained else None
        do(game, "Ann", "Gamble Ben", [20, 1, 2, 4, 6])
        assert [stat(game, "Ben", "Health"), stat(game, "Ann", "Gold"), stat(game, "Ann", "Mana")] == [17, 4, 6]


@pytest.mark.parametrize(("spot", "hits"), [("7,5", True), ("6,6", False), ("7,6", False), ("4,5", False)])
def test_flanking_adds_to_attack_while_an_ally_is_on_the_opposite_side(spot: str, hits: bool):
    """EW-32: +2 Attack applies while an ally stands on the opposite side of the target, and only with the feature."""
    position = f"{PAIR}, Al at {spot} (cast Reds)".replace("Defense 10", "Defense 20")
    for names, expected in (("features: Flanking\n", hits), ("", False)):
        game = scene(names + position)
        do(game, "Ann", "Strike Ben", [13, *([1] if expected else [])])
        assert (check(game) == "passed") is expected
        do(game, "Ann", "Strike Ben", [12])
        assert check(game) == "failed", "two more, and not three"


def test_a_feature_that_cannot_be_read_is_an_error():
    """EW-28: the error says what is wrong with the feature."""
    assert problems("Feature Odd\nScope: sideways\ndo: +1 Defense") == ["'sideways' is not a scope of a feature"]
    assert problems("Feature Odd\ndo: push target 1 tile from actor") == ["Odd does more than modify a stat"]
    assert problems("Scene S\n  cast A: Ann at 1,1\n  features: Nothing Such") == ["there is no feature 'Nothing Such'"]
    assert problems("Cheat\ndo: the check succeeds") == ["only a feature can decide a check or change tiles"]


def test_a_feature_cannot_depend_on_itself():
    """EW-28: a condition about the stat that the feature changes, also through another feature, is an error."""
    straight = "Feature Proud\nWhen: [Attack] > 3\ndo: +1 Attack"
    assert problems(straight) == ["Proud asks about a stat that depends on Proud itself"]
    around = "Feature Left\nWhen: [Attack] > 3\ndo: +1 Defense\n\nFeature Right\nWhen: [Defense] > 3\ndo: +1 Attack"
    assert problems(around) == [f"{name} asks about a stat that depends on {name} itself" for name in ("Left", "Right")]


def test_the_brawl_has_features_in_force():
    """EW-32: the book's own scenes name the features they use; the duel uses none."""
    book = books.load("encounter")
    standing = {book.features[number].name for number in book.active_features["Lantern Row"]}
    assert standing == {"Flanking", "Critical Hits", "Damage Reduction"}
    assert book.active_features["Duel"] == frozenset() and Game(book, "Duel").menu() is not None


# -- features that are given -------------------------------------------------------------------------------------------

GIFTS = """
Feature Sturdy
Scope: {scope}
do: +2 Defense

Feature Lucky
Scope: {scope}
When: the check shows a natural 3
do: the check succeeds

Feature Thorns
Scope: {scope}
Trigger: this actor is damaged
do: [Gold] += 1

Feature Sworn
Scope: {scope}
Needs: the target is in sight

Bless
do: the actor gains the feature Sturdy
    the actor gains the feature Lucky for 2 rounds
    the actor gains the feature Thorns
    the actor gains the feature Sworn

Curse
do: the actor loses the feature Sturdy

Trip
do: self takes 1 damage
"""


@pytest.mark.parametrize("scope", ["global", "rule book", "cast Blues", "actor Ben", "temporary"])
def test_an_actor_who_gains_a_feature_has_it(scope: str):
    """EW-28: it has the feature whatever the scope says of others, and whether or not the feature is in force in the scene."""
    game = scene(
        f"map:\n{'  . . . . . . . X .' + chr(10)}tiles: X wall\n{PAIR.replace(',5 (', ',1 (')}, Cy at 9,1",
        GIFTS.format(scope=scope),
    )
    do(game, "Ann", "Bless")
    assert (stat(game, "Ann", "Defense"), stat(game, "Ben", "Defense")) == (2, 10)
    do(game, "Ann", "Strike Ben", [3, 1])
    assert check(game) == "passed"
    do(game, "Ann", "Trip")
    assert stat(game, "Ann", "Gold") == 1
    assert (cannot(game, "Ann", "Steal Cy"), cannot(game, "Ann", "Steal Ben")) == ("feature", "")
    do(game, "Ann", "Curse")
    assert stat(game, "Ann", "Defense") == 0


def test_a_feature_of_an_action_is_given_for_that_action():
    """EW-28: an actor that gains a feature of Strike has it during its strikes and at no other time."""
    rules = "Feature Heavy Blow\nScope: action Strike\ndo: +4 Strength\n\nTrain\ndo: the actor gains the feature Heavy Blow"
    game = scene(PAIR, rules)
    do(game, "Ann", "Train")
    do(game, "Ann", "Strike Ben", [15, 1])
    assert (stat(game, "Ben", "Health"), stat(game, "Ann", "Strength")) == (15, 0)


def test_a_feature_about_tiles_cannot_be_gained():
    """EW-28: a feature that only makes tiles difficult cannot belong to an actor."""
    assert problems("Slow\ndo: target gains the feature Difficult Terrain") == [
        "Difficult Terrain is about tiles, so nobody can gain it"
    ]


# -- what the die of a check shows -------------------------------------------------------------------------------------

NATURAL = """
Lunge
if: 1d20 + [Attack] >= [Target Defense]
do: if the check shows a natural 20: [Gold] += 5
    [Target Health] -= 1
else: if the check shows a natural 1: [Mana] += 2
then: if the check shows a natural 20: [Mana] += 1
"""


@pytest.mark.parametrize(("die", "gained"), [(20, (5, 1)), (19, (0, 0)), (2, (0, 0)), (1, (0, 2))])
def test_an_action_may_ask_what_its_check_showed(die: int, gained: tuple[int, int]):
    """EW-32: in `do`, `else` and `then` the first die of the check is known as it was rolled."""
    game = scene(PAIR, NATURAL)
    do(game, "Ann", "Lunge Ben", [die])
    assert (stat(game, "Ann", "Gold"), stat(game, "Ann", "Mana")) == gained


@pytest.mark.parametrize(
    "rules",
    [
        "Wait\ndo: if the check shows a natural 20: [Gold] += 5",
        "Wait\nif: [Gold] > 1\ndo: if the check shows a natural 20: [Gold] += 5",
        "Wait\nif: the check shows a natural 20\ndo: [Gold] += 5",
        "Wait\nNeeds: the check shows a natural 20\ndo: [Gold] += 5",
        "Feature Odd\nTrigger: this actor is damaged\nWhen: the check shows a natural 20\ndo: [Gold] += 5",
        "Strategy Odd\n  1. when the check shows a natural 20: pass",
    ],
)
def test_a_condition_on_the_die_of_a_check_needs_a_check(rules: str):
    """EW-32: such a condition could never hold, so it is an error."""
    assert problems(rules) == ["no dice of a check were rolled before this"]


def test_a_feature_that_asks_for_the_die_decides_the_check():
    """EW-32: the value of a stat can be asked for at any time, when no die of a check is known."""
    found = problems("Feature Odd\nWhen: the check shows a natural 20\ndo: +5 Attack")
    assert found == ["Odd asks what a die of a check shows, so it must decide the check and do nothing else"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("the actor has the feature Odd", "the actor has the feature Odd"),
        ("the actor has the feature Even", "the actor has the feature Odd"),
        ("[Mana] > 0", "the actor has the feature Odd"),
    ],
)
def test_features_do_not_depend_on_themselves(first: str, second: str):
    """EW-28: whether somebody has a feature cannot depend on the feature itself, directly or through another one."""
    rules = f"Feature Odd\nWhen: {first}\ndo: +1 Gold\n\nFeature Even\nWhen: {second}\ndo: +1 Mana"
    assert "whether somebody has Odd depends on Odd itself" in problems(rules)
    assert problems(rules.replace(f"When: {first}", "When: [Health] > 1")) == []
