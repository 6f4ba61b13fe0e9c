"""What an account says of events, in words for people."""

import rulewright

SCENE = """
Scene Yard
  map:
    h . E
    . . o
  cast Heroes: Ann (Scout)
  cast Others: Ben at 3,1 (Scout)
  marks: h Heroes camp, E exit
  ends when: there is an actor of Heroes in Escaped; Heroes win
  ends when: no Others are left
"""


def test_an_actor_that_enters_the_map_comes_to_a_tile():
    """Nobody is said to move from nowhere."""
    game = rulewright.new(rulewright.load(text=SCENE), "Yard", seed=1)
    game.answer(None, "Deploy", "1,2")
    assert "  Ann comes to 1,2." in rulewright.explain(game).splitlines()


def test_the_goal_says_in_brackets_who_wins_by_it():
    """An ending without an outcome is only its condition."""
    assert rulewright.new(rulewright.load(text=SCENE), "Yard").view()["goal"][-2:] == [
        "there is an actor of Heroes in Escaped (Heroes win)",
        "no Others are left",
    ]
