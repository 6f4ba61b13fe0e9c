"""Saves: the same book is loaded, another is replayed to the first difference, and a changed file is refused."""

import json
from dataclasses import replace
from typing import Any

import pytest

import rulewright
from rulewright import books, testing
from rulewright.kernel.book import Book
from rulewright.kernel.change import effects
from rulewright.kernel.errors import SaveError
from rulewright.kernel.flow.agenda import ask, go
from rulewright.kernel.game import Game
from rulewright.kernel.history import saves
from rulewright.kernel.state.facts import NOWHERE, Frame, Setting, State
from rulewright.kernel.state.grid import Grid
from rulewright.play.bots import random_bot
from rulewright.play.playout import play_out
from rulewright.program import marks
from tests.kernel.fakes import ANN, BO, COINS, Steps, Table, asks, book, scene


def rules(hash: str = "fake", gain: int = 1, offer: tuple = ("yes", "no")) -> Book:
    """Makes a book in which each answer gives the ox coins."""

    def given(m, frame):
        effects.do(m, effects.alter(0, COINS, "+=", gain))
        m.roll(1, 6)
        return go("", {})

    main = Steps("main", {"": lambda m, f: ask((ANN,), "given", {}), "given": given}, offer)
    return book(main, table=Table().thing("Ox"), hash=hash)


def played(answers: int = 3) -> Game:
    """Gives a game some answers old."""
    playing = Game(rules(), seed=4)
    for _ in range(answers):
        playing.answer("Ann", "yes")
    return playing


def saved(playing: Game | None = None) -> Any:
    """Gives a save as it comes back from a file."""
    return json.loads(json.dumps(saves.save(playing or played())))


def test_a_save_is_plain_json_and_comes_back():
    """State, journal, events and seed are read back; the game continues, and can be undone to its beginning."""
    playing = played()
    again = saves.load(saved(playing), rules())
    assert again.fingerprint() == playing.fingerprint() and again.journal == playing.journal
    assert again.answer("Ann", "yes") == playing.answer("Ann", "yes")
    for _ in range(4):
        again.undo()
    assert again.fingerprint() == Game(rules(), seed=4).fingerprint()


def test_a_save_is_not_touched_by_the_game_going_on():
    """A save does not change when the game continues before the save is written to a file."""
    playing = played()
    data = saves.save(playing)
    playing.answer("Ann", "yes")
    assert saves.load(json.loads(json.dumps(data)), rules()).state.number == 3


def test_a_written_state_is_not_touched_by_what_moves():
    """Zones in a written state do not change when things move."""
    playing = played(0)
    data = saves.state_out(playing.state, playing.book)
    effects.do(playing.machine, effects.send(0, 1))
    assert data["zones"] == [[0], []] and playing.state.zones == [[], [0]]


def test_a_setting_comes_back_whole():
    """The map, seats, sides, alliances, neutral sides, strategies and the legend are read back as they were."""
    ground = Grid(3, 2, frozenset({1}), frozenset({2, 4}), frozenset({5}))
    names = {"seats": ("Ann", "Bo"), "sides": ("Elks", "Owls"), "strategies": ("Bold", ""), "legend": ((1, "Wall"),)}
    setting = Setting("pass", ground, allied=frozenset({(0, 1), (1, 0)}), neutral=frozenset({1}), **names)
    written = json.loads(json.dumps(saves.state_out(State(9, setting), rules())))
    assert saves.state_in(written, rules()).setting == setting
    assert written["setting"]["grid"] == [3, 2, [1], [2, 4], [5]]


def test_a_game_that_is_over_comes_back():
    """In a game that is over nobody is asked, also after loading."""
    once = book(asks("main", ANN))
    playing = Game(once)
    playing.answer("Ann", "yes")
    again = saves.load(saved(playing), once)
    assert again.state.agenda == [] and again.state.asked is None


def test_scripted_dice_are_saved():
    """A game with given dice continues with the remaining dice after loading."""
    playing = Game(rules(), dice=(2, 5, 6))
    playing.answer("Ann", "yes")
    again = saves.load(saved(playing), rules())
    assert again.answer("Ann", "yes")[-1] == ("rolled", 6, (5,))


def test_another_format_is_refused():
    """The refusal names both formats."""
    with pytest.raises(SaveError, match="save format 99 cannot be read: this version reads the formats 2 and 3"):
        saves.load({**saved(), "rulewright": 99}, rules())


@pytest.mark.parametrize("data", [None, [], "text", {}, {"rulewright": 3}, {"rulewright": 2, "book": 3}])
def test_text_that_is_not_a_save_is_refused(data):
    """The refusal is a sentence, and nothing crashes."""
    with pytest.raises(SaveError, match="not a saved game"):
        saves.load(data, rules())


@pytest.mark.parametrize(("name", "value"), [("seed", "4"), ("seed", None), ("dice", [3, "six"])])
def test_a_seed_or_a_die_that_is_not_a_number_is_refused(name, value):
    """It is refused even if the die was never rolled."""
    with pytest.raises(SaveError, match=r"^not a saved game: TypeError at '?(4|None|six)'?, where a whole number is needed$"):
        saves.load({**saved(played(0)), name: value}, rules())


def edited(change) -> Any:
    """Gives a save that was changed by hand."""
    data = saved()
    change(data)
    return data


def test_a_changed_state_is_refused():
    """The state does not fit its fingerprint."""
    with pytest.raises(SaveError, match=r"^the saved state does not match its fingerprint: the file was changed$"):
        saves.load(edited(lambda data: data["state"]["cells"].__setitem__(COINS, 9)), rules())


def test_a_changed_state_with_a_new_fingerprint_is_refused():
    """The saved answers do not lead to this state, whatever its fingerprint is."""

    def cheat(data):
        data["state"]["cells"][COINS] = 9
        data["fingerprint"] = saves.fingerprint(saves.state_in(data["state"], rules()), rules())

    with pytest.raises(
        SaveError, match=r"^the saved answers lead to a state that differs from the saved one: the file was changed$"
    ):
        saves.load(edited(cheat), rules())


def test_a_changed_answer_is_refused():
    """An answer that is not on the menu does not fit."""
    with pytest.raises(SaveError, match="answer 2 is not possible any more: 'maybe' is not on the menu"):
        saves.load(edited(lambda data: data["journal"][2].__setitem__(3, ["maybe"])), rules())


def test_a_changed_event_is_refused():
    """The changed event differs from the one of the replay, and the message says which and how."""
    with pytest.raises(SaveError, match=r"answer 2 plays differently now: \('changed', 0, \d+, 1, 2\) instead of \('told'"):
        saves.load(edited(lambda data: data["events"][2].__setitem__(1, ["told", "x"])), rules())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda happened: happened.pop(), r"\('rolled', 6, \(\d,\)\) instead of nothing"),
        (lambda happened: happened.append(["told", "x"]), r"nothing instead of \('told', 'x'\)"),
    ],
)
def test_an_event_too_few_or_too_many_is_refused(change, said):
    """If one record ends before the other one, the message names the event without a counterpart."""
    with pytest.raises(SaveError, match=f"answer 2 plays differently now: {said}$"):
        saves.load(edited(lambda data: change(data["events"][2])), rules())


@pytest.mark.parametrize("name", books.shipped())
def test_every_fact_and_the_control_come_back_from_json(name: str):
    """In every book each field of a saved waiting game is read back with the same value."""
    playing = Game(books.load(name), seed=7)
    play_out(playing, [random_bot(7)] * len(playing.seats), 40)
    again = saves.state_in(json.loads(json.dumps(saves.state_out(playing.state, playing.book))), playing.book)
    assert testing.differences(again, playing.state) == []


def test_a_fingerprint_does_not_depend_on_the_order_in_which_facts_were_written():
    """Two states with the same facts have the same fingerprint."""
    one, two = played().state, played().state
    for state, order in ((one, (0, 1)), (two, (1, 0))):
        for n in order:
            state.links[n, "foe"] = (0,)
            state.tallies[marks.LIMITED, n] = n + 1
    first, second = (saves.fingerprint(state, rules()) for state in (one, two))
    assert first == second and len(first) == 16


def test_a_fingerprint_is_the_same_in_every_version_that_reads_the_format():
    """The state of an older save fits its fingerprint, in whatever order the values of a frame were written."""
    for held in ({"b": 1, "a": (2,)}, {"a": (2,), "b": 1}):
        state = State(2, Setting("pass", seats=("Ann",)))
        state.agenda = [Frame(1, rules().main, "", held)]
        assert saves.fingerprint(state, rules()) == "200115f108af7609"


def test_a_missing_answer_is_refused():
    """A shortened journal leads to another state."""
    with pytest.raises(SaveError, match="lead to a state that differs"):
        saves.load(edited(lambda data: data["journal"].pop()), rules())


def test_under_another_book_the_game_is_replayed():
    """If other rules play the same, the answers are played again."""
    playing = played()
    again = saves.load(saved(playing), rules(hash="other"))
    assert again.fingerprint() == playing.fingerprint() and again.book.hash == "other"


def test_under_another_book_replay_stops_at_the_first_difference():
    """If other rules play differently, the first answer that differs is named with what happens now."""
    with pytest.raises(SaveError, match=r"answer 1 plays differently now: .* 0, 2\) instead of .* 0, 1\)"):
        saves.load(saved(), rules(hash="other", gain=2))


def test_under_another_book_an_answer_may_no_longer_fit():
    """If the rules do not offer a saved answer, this answer is named."""
    with pytest.raises(SaveError, match="answer 1 is not possible any more: 'yes' is not on the menu"):
        saves.load(saved(), rules(hash="other", offer=("perhaps", "never")))


def test_replay_to_an_answer():
    """A game can be replayed up to one of its answers."""
    assert saves.replay(saved(), rules(), to=2).state.number == 2


def test_the_fingerprint_is_of_the_whole_state():
    """Games that differ in one fact, or only in control, have different fingerprints."""
    one, two = played(), played()
    assert one.fingerprint() == two.fingerprint()
    two.answer("Ann", "yes")
    two.state.cells[:] = one.state.cells
    assert one.fingerprint() != two.fingerprint()


def test_a_save_carries_its_rules():
    """A restored game is played by the rule text in its save, even if the program has another one."""
    playing = rulewright.new("encounter", seed=3)
    testing.random_answer(playing, 3)
    again = rulewright.restore(rulewright.save(playing))
    assert again.book.hash == playing.book.hash and again.fingerprint() == playing.fingerprint()


def test_rule_text_changed_in_the_save_is_noticed():
    """The changed rules play differently from the first answer that they affect."""
    text = rulewright.save(rulewright.new("encounter", seed=3))
    assert "= 1d100" in text
    with pytest.raises(SaveError, match=r"answer 0 plays differently now: .*rolled"):
        rulewright.restore(text.replace("= 1d100", "= 1d2"))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"rulewright": 2}', '{"book": {"text": 3}}'])
def test_a_file_that_is_not_a_save_is_refused(text: str):
    """The refusal is a sentence."""
    with pytest.raises(SaveError):
        rulewright.restore(text)


def test_frames_in_progress_are_restored_from_a_save():
    """A frame of a written state becomes a frame again, with the same names."""
    (frame,) = saves.state_in(json.loads(json.dumps(saves.state_out(played().state, rules()))), rules()).agenda
    assert isinstance(frame, Frame) and frame.procedure == rules().main


def herds(made: Book, given: Any) -> State:
    """Sets up as many oxen as the game was given."""
    herd = Table()
    for _ in range(given["oxen"]):
        herd.thing("Ox")
    return herd.set_up(made, given)


def test_a_game_comes_back_with_what_it_was_given_in_its_own_scene():
    """It is restored in its own scene, not in the first scene of the book, and with the same things."""
    scenes = replace(rules(), scenes={"table": scene(Table()), "meadow": scene(herds)})
    playing = Game(scenes, "meadow", given={"oxen": 3})
    again = saves.load(saved(playing), scenes)
    assert (again.scene, again.given, again.state.names) == ("meadow", {"oxen": 3}, ["Ox"] * 3)


def test_each_answer_comes_back_at_its_time_and_from_its_player():
    """This also holds if several players are asked, or if only time passes."""
    both = book(asks("main", ANN, BO, then=lambda m, f: go("", {})))
    playing = Game(both)
    playing.answer("Bo", "yes", at=60)
    playing.tick(90)
    playing.answer("Ann", "no", at=100)
    again = saves.load(saved(playing), both)
    assert [(entry.at, entry.player) for entry in again.journal] == [(0, NOWHERE), (60, BO), (90, NOWHERE), (100, ANN)]
