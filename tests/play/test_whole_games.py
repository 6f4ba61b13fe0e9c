"""Random whole games from any position: the same on both machines, each with its own dice."""

import pytest

import rulewright
from rulewright.kernel.errors import Refused
from rulewright.play import whole_games
from tests.hygiene.tree import ROOT


def game(name: str = "duel", seed: int = 0) -> rulewright.Game:
    return rulewright.new(rulewright.load(str(ROOT / "benchmarks" / f"{name}.rules")), seed=seed)


def test_the_position_stays_as_it_is_and_each_game_has_dice_of_its_own():
    playing = game()
    before = playing.fingerprint()
    played = rulewright.play_out(playing, n=20)
    assert playing.fingerprint() == before and len(playing.done) == 1
    assert all(each.over and sorted(each.standing.values()) == [-1, 1] for each in played)
    assert len({(each.answers, each.standing["One"]) for each in played}) > 3


def test_the_same_seed_gives_the_same_games_whatever_dice_the_game_itself_has():
    assert rulewright.play_out(game(seed=1), n=9, seed=7) == rulewright.play_out(game(seed=2), n=9, seed=7)
    assert rulewright.play_out(game(), n=9, seed=7) != rulewright.play_out(game(), n=9, seed=8)


def test_more_cores_change_nothing():
    assert rulewright.play_out(game(), n=9, cores=1) == rulewright.play_out(game(), n=9, cores=4)


def test_a_game_that_is_over_is_played_out_with_no_answer():
    playing = game()
    while not playing.over:
        (player,) = playing.asking
        playing.answer(player, ("Strike", player), 1 - player)
    (played,) = rulewright.play_out(playing)
    assert (played.answers, played.over, played.standing) == (0, True, playing.standing())


def test_games_end_at_the_most_answers():
    assert [each[:2] for each in rulewright.play_out(game(), n=3, most=2)] == [(2, False)] * 3


def test_a_hidden_book_is_played_out_too():
    (played,) = rulewright.play_out(rulewright.new("honey"), most=30)
    assert 0 < played.answers <= 30


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        ("greedy", "no policy 'greedy'"),
        ({"Stroke": 1}, "there is no action 'Stroke' in .* to give a weight to"),
        ({"Strike": -1}, "the weight of 'Strike' is a whole number from 0 to 1,000,000, not -1"),
    ],
    ids=str,
)
def test_an_unknown_policy_is_refused(policy: object, words: str):
    with pytest.raises(Refused, match=words):
        rulewright.play_out(game(), policy)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"n": -1}, "n of play_out is a whole number from 0 to 10,000,000, not -1"),
        ({"n": 10**12}, "n of play_out is a whole number from 0 to 10,000,000, not 1000000000000"),
        ({"n": "3"}, "n of play_out is a whole number from 0 to 10,000,000, not '3'"),
        ({"most": -5}, "most of play_out is a whole number from 0 to 1,000,000,000, not -5"),
        ({"cores": 0}, "cores of play_out is a whole number from 1 to 256, not 0"),
        ({"seed": "a"}, "seed of play_out is a whole number, not 'a'"),
    ],
)
def test_a_number_of_play_out_beyond_its_bounds_is_refused(given: dict[str, object], words: str):
    with pytest.raises(Refused, match=f"^{words}$"):
        rulewright.play_out(game(), **given)  # type: ignore[arg-type]


def test_no_games_may_be_played_out():
    assert rulewright.play_out(game(), n=0) == []


WORK = """
Uses: nothing
Start: Day
Stat Wealth, Honour: at least 0
Zone Town: in play, keeps identity

structure Day
  step work: each actor: take a Turn

structure Turn of an actor
  step act: window actions for the actor, one only

Toil
do: [Wealth] += 1

Pray
do: [Honour] += 1

Scene Town
  cast Reds: Ann
  cast Blues: Bo
"""


def test_a_weight_decides_how_often_an_action_is_begun():
    """If all weights are 0, all actions are equally likely."""
    playing = rulewright.new(rulewright.load(text=WORK))
    begun = {name: [0] * 3 for name in ("even", "toil", "none")}
    for name, weights in (
        ("even", "random"),
        ("toil", {"Toil": 9, "Pray": 0, "pass": 1}),
        ("none", {"toil": 0, "Pray": 0, "pass": 0}),
    ):
        for seed in range(100):
            bot = whole_games.Drawn(seed, 1, whole_games.weights_of(playing, weights))
            begun[name][["Toil", "Pray", "pass"].index(whole_games.name_of(bot.choice(list(playing.menu() or ()))))] += 1
    assert min(begun["even"]) > 20 and min(begun["none"]) > 20
    assert begun["toil"][1] == 0 < begun["toil"][2] < 25
