"""Options: an id fits only one question, words and numbers work too, and a refusal shows the menu."""

from tests.adapters.client import Client


def test_an_option_is_answered_by_its_id():
    """The ids of a menu pick its options, one for each pick."""
    client = Client()
    game = client.duel(dice=[4])
    poke = client.ids(game)["Poke"]
    bo = client.ids(game, picks=[poke])["Bo"]
    told = client.call("answer", game=game, picks=[poke, bo])
    assert told["events"][0]["picks"] == ["Poke", "Bo"]


def test_an_option_keeps_its_id_while_the_same_question_is_asked():
    """Asking again gives the same ids, to the host and to the seat."""
    client = Client()
    game = client.duel()
    assert client.ids(game) == client.ids(game) == client.ids(game, seat="Reds")


def test_an_id_of_an_earlier_question_is_stale():
    """An id that was answered is refused as `stale`, even if the same options are on the menu again."""
    client = Client()
    game = client.duel()
    wait = client.ids(game)["Wait"]
    client.call("answer", game=game, picks=[wait])
    error = client.error("answer", game=game, picks=[wait])
    assert (error["code"], error["data"]["code"]) == (1105, "stale")
    assert [option["words"] for option in error["data"]["asking"]["options"]] == ["Poke", "Wait", "pass"]


def test_an_id_from_before_an_undo_is_stale():
    """After an undo the question has new ids."""
    client = Client()
    game = client.duel()
    wait = client.ids(game)["Wait"]
    client.call("answer", game=game, picks=[wait])
    client.call("undo", game=game)
    assert client.refused("answer", game=game, picks=[wait]) == "stale"


def test_an_id_of_another_pick_is_stale():
    """An id belongs to its place in the answer."""
    client = Client()
    game = client.duel()
    poke = client.ids(game)["Poke"]
    assert client.refused("answer", game=game, picks=[poke, poke]) == "stale"


def test_another_seats_id_is_stale():
    """On an open floor each seat has ids of its own."""
    client = Client()
    game = client.call("new", files={"floor.rules": FLOOR})["game"]
    asked = client.call("asking", game=game)["asked"]
    ids = {each["seat"]: each["options"][0]["id"] for each in asked}
    assert client.refused("answer", game=game, seat="Bo", picks=[ids["Ann"]]) == "stale"
    client.call("answer", game=game, seat="Bo", picks=[ids["Bo"]])


FLOOR = """\
Uses: nothing
Start: Table
Stat Coins: at least 0
Zone Players: in play
Kind player: Coins 0
  actions: Earn, Give
structure Table
  step open: floor actions
Earn
do: gain 1 Coins
Give
Cost: 1 Coins
Target: another player
do: target gains 1 Coins
Scene Two
  seats Ann, Bo
  Ann (Coins 1), Bo (Coins 1)
"""


def test_the_seat_must_be_given_if_several_are_asked():
    """Without a seat the host answers for the player who is asked, if there is only one."""
    client = Client()
    game = client.call("new", files={"floor.rules": FLOOR})["game"]
    assert client.refused("answer", game=game, picks="earn") == "not-asked"


def test_half_an_answer_on_an_open_floor_is_refused_with_the_next_menu():
    """If several seats are asked, an answer must be complete; the refusal has the next menu."""
    client = Client()
    game = client.call("new", files={"floor.rules": FLOOR})["game"]
    error = client.error("answer", game=game, seat="Ann", picks=["Give"])
    assert (error["data"]["code"], error["data"]["asking"]["picked"]) == ("incomplete", ["Give"])
    bo = error["data"]["asking"]["options"][0]
    assert bo["words"] == "Bo"
    client.call("answer", game=game, seat="Ann", picks=["Give", bo["id"]])


def test_a_spectator_does_not_answer():
    """With null as the seat an answer is refused."""
    client = Client()
    game = client.duel()
    assert client.call("asking", game=game, seat=None)["asked"] == [{"seat": "Reds"}]
    assert client.refused("answer", game=game, seat=None, picks="wait") == "spectator"


def test_a_seat_that_is_not_asked_cannot_answer():
    """A seat that is not asked is refused with the one that is."""
    client = Client()
    error = client.error("answer", game=client.duel(), seat="Blues", picks="wait")
    assert (error["data"]["code"], error["data"]["expected"]) == ("not-asked", "Reds")


def test_a_pick_off_the_menu_is_refused_with_the_menu_and_the_nearest():
    """The refusal has the current menu and the nearest options."""
    client = Client()
    error = client.error("answer", game=client.duel(), picks=["Pok!"])
    assert (error["code"], error["data"]["code"], error["data"]["nearest"]) == (1100, "refused", ["Poke"])
    assert error["data"]["asking"]["prompt"].startswith("Ann")


def test_words_that_fit_two_options_are_ambiguous():
    """Words with two readings are refused as `ambiguous`."""
    client = Client()
    game = client.duel(position="cast Reds: Ann at 2,1 (Vigour 9)\ncast Blues: Bob at 1,1 (Vigour 5); Bobby at 3,1 (Vigour 4)")
    assert client.refused("answer", game=game, picks=["Poke", "B"]) == "ambiguous"


def test_a_number_is_no_valid_pick_for_a_thing():
    """A number is a pick only if a number is asked for; the kernel's own keys are not accepted."""
    client = Client()
    game = client.duel()
    assert [client.refused("answer", game=game, picks=["Poke", n]) for n in range(4)] == ["refused"] * 4


def test_one_pick_too_many_is_refused():
    """A pick after a complete answer is refused."""
    client = Client()
    assert client.refused("answer", game=client.duel(), picks=["Wait", "Wait"]) == "refused"


def test_a_refused_answer_changes_nothing():
    """Whatever was refused, the game is as it was."""
    client = Client()
    game = client.duel()
    before = client.call("save", game=game)
    for picks in (["Push"], ["Poke", "Ann"], [], ["00000000.0"], "poke the moon", ["Wait", "Wait"], [7]):
        client.error("answer", game=game, picks=picks)
    assert client.call("save", game=game) == before
