"""A server that is killed at any moment loses nothing it has acknowledged, and does nothing twice."""

from tests.host import crash


def test_no_answer_is_lost_when_the_server_is_killed_in_the_middle_of_play(tmp_path):
    assert crash.run(5, 7, tmp_path) == []


def test_a_lost_answer_would_be_noticed(tmp_path):
    with crash.server(tmp_path) as (_, address):
        browser = crash.Browser(address)
        game = crash.Game(browser.begin(book="honey", seat0="person", seat1="person"), browser.cookies)
        browser.http.close()
    game.acknowledged["never sent"] = 1
    assert "lost" in crash.faults(tmp_path, [game])[0]
