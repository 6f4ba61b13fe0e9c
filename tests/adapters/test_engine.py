"""The engine's methods: what each takes and gives, with given dice."""

import pytest

import rulewright
from rulewright.adapters.engine import METHODS, PROTOCOL
from rulewright.kernel import errors
from rulewright.protocol.faults import NUMBERS
from tests.adapters.client import DUEL, FILES, Client


def kinds(events: list) -> list[str]:
    """Gives the kinds of some events."""
    return [event["kind"] for event in events]


def test_hello_names_program_protocol_and_methods():
    """`hello` gives the program, its version, the protocol's, every method with its params, and the limits."""
    hello = Client(5).call("hello")
    assert (hello["program"], hello["version"], hello["protocol"]) == ("rulewright", rulewright.__version__, PROTOCOL)
    assert list(hello["methods"]) == list(METHODS)
    assert hello["methods"]["answer"] == ["game", "seat?", "picks", "at?", "dice?"]
    assert hello["limits"] == {"games": 5, "line": 4 << 20}


def test_books_lists_scenes_and_readings():
    """`books` lists every shipped book and small game with its scenes, their seats, and its readings."""
    found = {book["book"]: book for book in Client().call("books")["books"]}
    assert set(found) == set(rulewright.books.known())
    scene = found["encounter"]["scenes"][0]
    assert scene["scene"] and len(scene["seats"]) >= 2
    assert {"reading", "sides", "rule", "about"} == set(found["encounter"]["readings"][0])


def test_new_gives_an_id_and_what_is_asked():
    """`new` begins a game and says who is asked what."""
    begun = Client().call("new", files=FILES)
    assert (begun["game"], begun["book"], begun["scene"], begun["seats"]) == ("g1", "duel.rules", "Yard", ["Reds", "Blues"])
    assert begun["asking"]["asked"][0]["seat"] == "Reds"


def test_new_without_params_is_the_first_scene_of_the_default_book():
    """Every param of `new` may be left out."""
    assert Client().call("new")["book"] == "encounter"


def test_several_games_are_played_at_once():
    """Each game has its own id, and an answer changes only its own game."""
    client = Client()
    one, two = client.duel(), client.duel()
    client.call("answer", game=one, picks="wait")
    assert [game["answers"] for game in client.call("games")["games"]] == [1, 0]
    assert one != two


def test_an_answer_gives_events_as_data_and_words():
    """`answer` gives what happened, each event with its kind, its fields and its words, and what is asked next."""
    client = Client()
    game = client.duel(dice=[4])
    told = client.call("answer", game=game, picks=["Poke", "Bo"])
    assert kinds(told["events"]) == ["chose", "rolled", "told", "changed", "changed"]
    hurt = told["events"][3]
    assert {name: hurt[name] for name in ("what", "stat", "from", "to", "answer")} == {
        "what": "Bo", "stat": "Vigour", "from": 5, "to": 3, "answer": 1,
    }  # fmt: skip
    assert hurt["words"] == "Bo's Vigour: 5 → 3."
    assert told["events"][0]["picks"] == ["Poke", "Bo"]
    assert told["asking"]["asked"][0]["prompt"].startswith("Ann")


def test_a_half_answer_is_kept_and_the_rest_is_asked():
    """If one seat is asked, picks may be sent one at a time; the reply lists those made so far."""
    client = Client()
    game = client.duel(dice=[4])
    asked = client.call("answer", game=game, picks=["Poke"])["asking"]["asked"][0]
    assert (asked["picked"], [option["words"] for option in asked["options"]]) == (["Poke"], ["Bo"])
    told = client.call("answer", game=game, picks=["Bo"])
    assert told["events"][0]["picks"] == ["Poke", "Bo"]


def test_asking_after_picks_shows_what_would_come_next():
    """`asking` with picks gives the next menu and changes nothing; the reply says if the answer is complete."""
    client = Client()
    game = client.duel()
    asked = client.call("asking", game=game, picks=["Poke"])["asked"][0]
    assert (asked["picked"], asked["whole"]) == (["Poke"], False)
    assert client.call("asking", game=game, picks=["Poke", "Bo"])["asked"][0]["whole"] is True
    assert client.call("games")["games"][0]["answers"] == 0


def test_a_game_that_is_over_says_how_the_sides_stand():
    """When a game has ended nobody is asked, the sides' standing is given, and an answer is refused as `over`."""
    client = Client()
    game = client.duel(
        dice=[6] * 3, position="cast Reds: Ann at 1,1 (Vigour 9)\ncast Blues: Bo at 2,1 (Vigour 1)\nends when: one cast is left"
    )
    asking = client.call("answer", game=game, picks="poke bo")["asking"]
    assert (asking["over"], asking["asked"], asking["standing"]) == (True, [], {"Reds": 1, "Blues": -1})
    assert client.refused("answer", game=game, picks="poke bo") == "over"


def test_tick_and_at_let_time_pass():
    """`tick` lets time pass and `at` is the time of an answer; neither goes back."""
    client = Client()
    game = client.duel()
    assert client.call("tick", game=game, now=60)["asking"]["now"] == 60
    assert client.call("answer", game=game, picks="wait", at=90)["asking"]["now"] == 90
    assert client.refused("tick", game=game, now=30) == "refused"


def test_events_are_given_from_a_number_on():
    """`events` gives everything so far, or from a number on, and the number that comes next."""
    client = Client()
    game = client.duel()
    first = client.call("events", game=game)
    client.call("answer", game=game, picks="wait")
    later = client.call("events", game=game, since=first["next"])
    assert [event["n"] for event in later["events"]] == list(range(first["next"], later["next"]))


def test_events_go_back_with_undo():
    """Undone events are no longer told, and their numbers are used again."""
    client = Client()
    game = client.duel()
    before = client.call("events", game=game)
    client.call("answer", game=game, picks="wait")
    assert client.call("events", game=game)["next"] > before["next"]
    client.call("undo", game=game)
    assert client.call("events", game=game) == before


def test_undo_says_what_is_taken_back():
    """`undo` gives the answer's number and seat, and what is asked again; the beginning cannot be taken back."""
    client = Client()
    game = client.duel()
    asked = client.call("asking", game=game)
    client.call("answer", game=game, picks="wait")
    undone = client.call("undo", game=game)
    assert undone["undone"] == {"answer": 1, "seat": "Reds"}
    assert undone["asking"]["where"] == asked["where"]
    assert client.refused("undo", game=game) == "refused"


def poked(client: Client, game: str) -> list[int]:
    """Pokes once and gives the faces of the dice."""
    told = client.call("answer", game=game, picks="poke bo")["events"]
    return [face for event in told if event["kind"] == "rolled" for face in event["faces"]]


def test_undo_may_ask_for_other_dice():
    """An answer that is given again has the same dice, and with `reroll` other dice; a game with given dice has none."""
    client = Client()
    game, given = client.duel(seed=1), client.duel(dice=[5, 6])
    first = poked(client, game)
    client.call("undo", game=game)
    assert poked(client, game) == first
    others = []
    for _ in range(8):
        client.call("undo", game=game, reroll=True)
        others.append(poked(client, game))
    assert any(other != first for other in others)
    poked(client, given)
    assert client.refused("undo", game=given, reroll=True) == "refused"


def test_why_not_gives_check_rule_and_words():
    """`why_not` says which check fails, or that nothing forbids it."""
    client = Client()
    game = client.duel(position="cast Reds: Ann at 1,1 (Vigour 9)\ncast Blues: Bo at 3,1 (Vigour 5)")
    why = client.call("why_not", game=game, action="Poke", targets=["Bo"])
    assert (why["allowed"], why["check"]) == (False, "range")
    assert "2 tiles away" in why["words"]
    assert client.call("why_not", game=game, seat="Reds", action="Wait") == {"allowed": True}


def test_explain_explains_an_answer():
    """`explain` explains the last answer, or any other by its number, the way a rulebook's example does."""
    client = Client()
    game = client.duel(dice=[4])
    client.call("answer", game=game, picks="poke bo")
    client.call("answer", game=game, picks="wait")
    told = client.call("explain", game=game, answer=1)
    assert told["lines"][0].startswith("Ann: Poke → Bo") and "4 >= 3? Yes." in told["lines"][1]
    assert client.call("explain", game=game)["answer"] == 2
    assert client.refused("explain", game=game, answer=9) == "refused"


def test_a_saved_game_is_loaded_as_another():
    """`save` gives a game as data and `load` takes it back, as an object or as text, under a new id."""
    client = Client()
    game = client.duel(seed=3)
    client.call("answer", game=game, picks="wait")
    saved = client.call("save", game=game)["save"]
    for form in (saved, rulewright.save(client.engine.games[game].game)):
        again = client.call("load", save=form)["game"]
        assert again != game
        assert client.call("save", game=again)["save"] == saved
        assert client.call("events", game=again) == client.call("events", game=game)


def test_a_save_that_was_changed_is_refused():
    """A save whose state was changed is refused as `save`, and no game is begun."""
    client = Client()
    saved = client.call("save", game=client.duel())["save"]
    assert client.refused("load", save={**saved, "seed": "x"}) == "save"
    assert client.refused("load", save={**saved, "fingerprint": "0"}) == "save"
    assert client.refused("load", save="{}") == "save"
    assert len(client.engine.games) == 1


def test_a_copy_is_independent():
    """`copy` gives the same game under a new id; an answer to one leaves the other as it was."""
    client = Client()
    game = client.duel(seats=["Amy", "Bob"])
    other = client.call("copy", game=game)["game"]
    client.call("answer", game=other, seat="Amy", picks="wait")
    assert [game["answers"] for game in client.call("games")["games"]] == [0, 1]


def test_a_closed_game_is_gone():
    """`close` forgets a game; its id is not given again."""
    client = Client()
    game = client.duel()
    assert client.call("close", game=game) == {"closed": game}
    assert client.refused("view", game=game) == "no-game"
    assert client.duel() != game


def test_the_number_of_games_is_limited():
    """If the engine holds as many games as allowed, the next one is refused as `games` until one is closed."""
    client = Client(games=2)
    game = client.duel()
    client.duel()
    saved = client.call("save", game=game)["save"]
    assert client.refused("new") == client.refused("copy", game=game) == client.refused("load", save=saved) == "games"
    client.call("close", game=game)
    client.duel()


def test_more_dice_may_be_given_when_they_are_needed():
    """If the given dice run out, the error says which die is needed, and an answer can bring more."""
    client = Client()
    game = client.duel(dice=[])
    error = client.error("answer", game=game, picks="poke bo")
    assert (error["data"]["code"], error["data"]["sides"]) == ("dice-spent", 6)
    assert "Bo's Vigour: 5 → 3." in [
        event["words"] for event in client.call("answer", game=game, picks="poke bo", dice=[5])["events"]
    ]
    seeded = client.duel(seed=1)
    assert client.refused("answer", game=seeded, picks="poke bo", dice=[5]) == "refused"


def test_the_name_of_a_player_stands_for_the_seat():
    """A player's name, a seat's name in any case, and a seat's number are the same seat."""
    client = Client()
    game = client.duel(seats=["Amy", "Bob"])
    views = [client.call("asking", game=game, seat=seat) for seat in ("Amy", "amy", "Reds", "reds", 0)]
    assert all(view == views[0] for view in views)
    assert client.call("games")["games"][0]["players"] == ["Amy", "Bob"]


@pytest.mark.parametrize("seats", [["Amy", "amy"], ["Amy", "Reds"], ["Blues", "Amy"]])
def test_a_name_stands_for_one_seat_only(seats: list[str]):
    """Two players with one name, or one with another's seat name, would see what the other sees."""
    client = Client()
    error = client.error("new", files=FILES, seats=seats)
    assert error["data"]["param"] == "seats" and client.call("games")["games"] == []
    client.duel(seats=["Reds", "Blues"])


def test_an_unknown_seat_is_refused_with_the_nearest():
    """The refusal of an unknown seat lists the seats."""
    client = Client()
    error = client.error("view", game=client.duel(), seat="Red")
    assert (error["data"]["code"], error["data"]["nearest"]) == ("not-asked", ["Reds"])


def test_the_same_text_is_read_once():
    """A book made of text is kept, so that the next game of it begins at once."""
    client = Client()
    one, two = (client.engine.games[client.duel()].game.book for _ in range(2))
    assert one is two


def test_readings_are_chosen_by_name():
    """`new` takes readings; one that the book does not have is refused."""
    client = Client()
    text = DUEL.replace("do: [Target Vigour] -= 2", "do: [Target Vigour] -= 2", 1)
    game = client.call("new", files={"duel.rules": text}, readings={"poke": "blunt"})["game"]
    assert client.engine.games[game].game.book.readings == {"poke": "blunt"}
    assert client.refused("new", files=FILES, readings={"pike": "blunt"}) == "rule-text"


def test_every_error_of_the_kernel_has_a_number():
    """Each short code of the kernel's errors has a number of its own, so that programs can rely on it."""
    codes = {kind.code for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.RulewrightError)}
    assert codes <= set(NUMBERS)
    assert len(set(NUMBERS.values())) == len(NUMBERS)
