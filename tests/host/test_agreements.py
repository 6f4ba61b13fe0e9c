"""What players agree on: undo, a draw, giving up, a rematch, handing seats over, talking."""

import asyncio
from contextlib import contextmanager

import pytest
from websockets.exceptions import ConnectionClosedOK

from rulewright.host import agreements
from rulewright.host.registry import Registry
from rulewright.host.seating import BOT, PERSON
from rulewright.kernel.errors import Refused
from tests.host.houses import PATIENCE
from tests.host.rooms import ask, begun, first, socket


@pytest.fixture
def place(served):
    """The server of all tests: each begins games of its own there."""
    return served


@contextmanager
def two(place, book="honey", **form):
    """Seats two browsers at a game and gives their connections, the one that is asked first."""
    host, guest = place.browser(), place.browser()
    game = host.begin(book=book, seat0="person", seat1="open", name="Ann", public="yes", **form)
    guest.post(f"/g/{game}/join", name="Bea")
    with host.sit(game, 0) as ann, guest.sit(game, 1) as bea:
        yield ann, bea


def answer(*lines):
    """Lets the asked seat pick the first option, and gives its connection and the other one."""
    asked = next(line for line in lines if line.asked())
    asked.ask("answer", picks=[asked.asked()["options"][0]["id"]])
    return asked, next((line for line in lines if line is not asked), None)


def test_undo_waits_for_the_other_players_if_they_have_learnt_something(place):
    with two(place) as lines:
        before = lines[0].ask("log")
        asked, other = answer(*lines)
        told = asked.ask("undo")
        if not told["undone"]:
            assert told["waiting"] and other.ask("agree", to="undo") == {"over": False}
        assert lines[0].ask("log") == before


async def played(room, seat, words=""):
    """Lets others answer until a seat is asked, which then picks the option that begins with some words, or the first."""
    while seat not in room.game.asking or not any(each["words"].startswith(words) for each in options(room, seat)):
        await room.answer(*first(room))
    option = next(each for each in options(room, seat) if each["words"].startswith(words))
    picks = [option["id"]]
    while not (question := room.table.asking(seat, picks)["asked"][0])["whole"]:
        picks.append(question["options"][0]["id"])
    await room.answer(seat, picks)


def last(room, seat):
    """Gives the place of a seat's last answer, which is not the last of all."""
    found = max(at for at, done in enumerate(room.game.done) if done.entry.player == seat)
    assert found < len(room.game.done) - 1
    return found


def options(room, seat):
    return room.table.question(seat)["options"]


def test_undo_takes_back_ones_own_answer_and_those_of_bots_since(store):
    async def play() -> None:
        room = await begun(Registry(store), kinds=(PERSON, BOT))
        await played(room, 0)
        await played(room, 1)
        own = last(room, 0)
        assert await agreements.ask_undo(room, 0) == {"undone": True}
        assert len(room.game.done) == own and room.game.asking == (0,)

    asyncio.run(play())


def test_undo_takes_back_ones_own_answer_and_those_of_others_since_when_they_agree(store):
    async def play() -> None:
        room = await begun(Registry(store))
        await played(room, 0)
        await played(room, 1)
        own = last(room, 0)
        assert await agreements.ask_undo(room, 0) == {"undone": False, "waiting": ["P1"]}
        await agreements.agree(room, 1, "undo")
        assert len(room.game.done) == own and room.talk == {}

    asyncio.run(play())


def test_a_player_who_has_not_answered_yet_has_nothing_to_take_back(store):
    async def play() -> None:
        room = await begun(Registry(store))
        await played(room, 0)
        with pytest.raises(Refused, match="have not answered anything"):
            await agreements.ask_undo(room, 1)

    asyncio.run(play())


def test_undo_of_a_draw_waits_for_the_others_though_it_is_still_the_same_players_turn(store):
    """The player has seen the top card of the deck."""

    async def play() -> None:
        room = await begun(Registry(store), "netrunner")
        corp = room.game.seat("Corp")
        await played(room, corp, "Draw")
        assert corp in room.game.asking
        assert await agreements.ask_undo(room, corp) == {"undone": False, "waiting": [f"P{1 - corp}"]}

    asyncio.run(play())


def test_passes_that_were_taken_back_are_not_given_automatically_again(store):
    async def play() -> None:
        registry = Registry(store)
        room = await begun(registry, kinds=(PERSON, BOT))
        await ask(socket(registry, room, 0), "pass_until", until="my turn")
        assert room.news(0)["until"] == "my turn"
        await agreements.ask_undo(room, 0)
        assert room.news(0)["until"] == ""

    asyncio.run(play())


def test_a_player_cannot_agree_to_their_own_proposal(place):
    with two(place) as (ann, _):
        ann.ask("draw")
        assert "your own request" in ann.ask("agree", to="draw")["message"]


def test_a_draw_ends_the_game_when_the_other_agrees(place):
    with two(place) as (ann, bea):
        assert ann.ask("draw") == {"over": False}
        assert bea.ask("agree", to="draw") == {"over": True}
        bea.ask("hello")
        assert ann.ask("answer", picks=["pass"])["data"]["code"] == "over"


def test_a_declined_draw_is_gone(place):
    with two(place) as (ann, bea):
        ann.ask("draw")
        bea.ask("decline", to="draw")
        assert "no open request" in bea.ask("agree", to="draw")["message"]


@pytest.mark.parametrize("proposal", ["draw", "undo"])
def test_a_proposal_lapses_when_the_game_goes_on(store, proposal):
    async def play():
        registry = Registry(store)
        room = await begun(registry)
        lines = [socket(registry, room, seat) for seat in range(2)]
        await room.answer(*first(room))
        wish = {"by": room.game.done[-1].entry.player, "length": len(room.game.done), "agreed": []}
        await room.agree({proposal: wish})
        await room.answer(*first(room))
        news, refused = room.about()["talk"], await ask(lines[1 - wish["by"]], "agree", to=proposal)
        again = await Registry(store).room(room.id)
        assert (news, again.talk) == ({}, {}) and "the game has gone on" in refused["message"]

    asyncio.run(play())


def test_a_proposal_that_an_older_version_left_when_the_game_went_on_is_not_open(store):
    async def play():
        room = await begun(Registry(store))
        await room.agree({"draw": {"by": 0, "length": 9, "agreed": []}})
        assert (await Registry(store).room(room.id)).talk == {}

    asyncio.run(play())


def test_with_two_players_giving_up_loses_the_game(place):
    with two(place) as (ann, bea):
        assert ann.ask("concede") == {"over": True}
        bea.ask("hello")
        assert bea.news["talk"]["result"] == {"conceded": [0]} and bea.news["over"]


def test_with_three_players_a_bot_plays_on_for_the_one_who_gives_up(place):
    host = place.browser()
    game = host.begin(book="mandarin", scene="Three at the ford", seat0="person", seat1="person", seat2="person")
    with host.sit(game, 1) as line:
        assert line.ask("concede") == {"seat": 1, "kind": "bot"}
    with host.sit(game) as line:
        assert line.news["chairs"][1]["kind"] == "bot"


def test_a_rematch_seats_everybody_again_and_is_one_game(place):
    with two(place) as (ann, bea):
        assert "not over yet" in ann.ask("rematch")["message"]
        ann.ask("concede")
        assert ann.ask("rematch") == bea.ask("rematch")


def test_a_chat_message_reaches_all_and_is_stored(place, tmp_path):
    with two(place) as (ann, bea):
        ann.ask("chat", text="  good   luck ")
        bea.ask("hello")
        assert [(line["name"], line["text"]) for line in bea.news["chat"]] == [("Ann", "good luck")]
        assert ann.ask("chat", text="   ")["data"]["code"] == "refused"
        assert ann.ask("chat", text="half a letter \ud83c") == {"said": "half a letter ?"}


def test_only_the_host_hands_a_seat_to_a_bot(place):
    with two(place) as (ann, bea):
        assert bea.ask("hand_over", seat=0, to="bot")["data"]["code"] == "refused"
        assert ann.ask("hand_over", seat=1, to="bot") == {"seat": 1, "kind": "bot"}
        assert ann.ask("hand_over", seat=7, to="bot")["data"]["code"] == "refused"


def test_a_player_whose_seat_was_handed_over_can_only_watch(place):
    host, guest = place.browser(), place.browser()
    game = host.begin(book="honey", seat0="person", seat1="open", name="Ann", public="yes")
    guest.post(f"/g/{game}/join", name="Bea")
    with host.sit(game, 0) as ann, guest.sit(game, 1) as bea:
        ann.ask("hand_over", seat=1, to="open")
        while "stand up" not in bea.news:
            bea.hear()
        with pytest.raises(ConnectionClosedOK):
            bea.wire.recv(PATIENCE)
    with guest.sit(game, 1) as bea:
        assert bea.ask("hello")["role"] == "spectator"


def test_a_bot_answers_for_its_seat(place):
    host = place.browser()
    game = host.begin(book="honey", seat0="person", seat1="bot")
    with host.sit(game, 0) as line:
        for _ in range(4):
            while not line.asked():
                line.hear()
            line.ask("answer", picks=[line.asked()["options"][-1]["id"]])
        told = line.ask("log")["lines"]
    assert {each["seat"] for each in told} >= {"Ivy", "Otto"}


def test_passing_until_my_turn_can_be_stopped(place):
    with two(place) as lines:
        other = next(line for line in lines if not line.asked())
        assert other.ask("pass_until", until="my turn") == {"until": "my turn"}
        assert other.ask("hello") and other.news["until"] == "my turn"
        assert other.ask("pass_until", until="nothing") == {"until": ""}
        assert other.ask("pass_until", until="dawn")["data"]["code"] == "refused"


def test_passes_are_given_automatically_until_the_players_own_turn(place):
    with two(place, book="mandarin") as (ann, bea):
        first, second = (ann, bea) if ann.asked() else (bea, ann)
        second.ask("pass_until", until="my turn")
        for _ in range(30):
            if not (question := first.asked()):
                break
            words = [option["words"] for option in question["options"]]
            picked = next((n for n, word in enumerate(words) if word == "pass"), 0)
            first.ask("answer", picks=[question["options"][picked]["id"]])
        while not second.asked():
            second.hear()
        turns = [line["text"] for line in second.ask("log")["lines"] if line["kind"] == "turn"]
        passed = [line["text"] for line in second.ask("log")["lines"] if line["text"].endswith("passes.")]
        assert turns and passed and second.ask("hello") and second.news["until"] == ""
