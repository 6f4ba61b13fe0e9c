"""The record of a game in words: rounds and turns as headings, every act with its dice, sums and rule."""

from rulewright.kernel.game import Game
from rulewright.play import story
from rulewright.play.bots import greedy_bot
from rulewright.play.digest import StoryLine
from tests.play.tables import game, position


def ann() -> Game:
    """Plays to the turn of Ann, who stands beside Bob."""
    playing = position("Ann at 2,3 (Health 10, Health Maximum 30, Attack 50)", "Bob at 3,3 (Health 40, Health Maximum 40)")
    while playing.asking != (0,):
        playing.answer(None, "pass")
    return playing


def test_the_setting_up_is_told():
    """The record begins with the first round and whose turn it is."""
    kinds = [line.kind for line in story.opening(game()).lines]
    assert kinds[-2:] == ["round", "turn"]


def test_an_act_is_told_with_its_dice_and_rule():
    """The line of an act has its rule; the roll, the comparison and the changes follow."""
    playing = ann()
    menu = playing.menu(0)
    assert menu is not None
    told = story.tell(playing, 0, (menu.read("Strike"), playing.state.ref(1)))
    assert told.lines[0] == StoryLine("act", "Ann: Strike → Bob (6.5.1)")
    assert "against 0" in told.lines[1].text


def test_the_heading_of_a_turn_names_the_refreshed_stats():
    """The heading lists the stats that the actor gets back, instead of a line for each stat."""
    playing = ann()
    told = story.tell(playing, 0, ("pass",))
    heading = next(line for line in told.lines if line.kind == "turn")
    assert heading.text.startswith("Bob's turn (Action Points ")


def test_a_pass_is_told():
    """A line says that somebody passes."""
    assert story.tell(ann(), 0, ("pass",)).lines[0] == StoryLine("act", "Ann passes.")


def test_rounds_are_counted():
    """The second round is called round 2."""
    playing = ann()
    texts = []
    for _ in range(4):
        texts += [line.text for line in story.tell(playing, playing.asking[0], ("pass",)).lines if line.kind == "round"]
    assert texts[0] == "Round 2"


def test_a_told_game_is_the_same_game():
    """Telling changes nothing: a game told answer by answer ends like one that was not told."""
    told, untold = game(seed=5), game(seed=5)
    while not told.over:
        player = told.asking[0]
        path = greedy_bot(1)(told, player)
        story.tell(told, player, path)
        untold.answer(player, *path)
    assert told.fingerprint() == untold.fingerprint()


def test_a_game_can_be_told_again():
    """Retelling replays the journal and gives the same lines as during play."""
    playing = game(seed=5)
    first = [story.opening(playing)]
    for _ in range(6):
        player = playing.asking[0]
        first.append(story.tell(playing, player, greedy_bot(1)(playing, player)))
    assert [told for _, told in story.retell(playing)] == first


def test_the_end_says_who_won():
    """The record of a finished game names the winners."""
    playing = position("Ann at 2,3 (Health 10, Health Maximum 30)", "Bob at 3,3 (Health 1)")
    while playing.asking != (0,):
        playing.answer(None, "pass")
    playing.answer(0, "Desperate Strike", "Bob")
    assert story.outcome(playing) == "Left wins!"
