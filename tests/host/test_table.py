"""A hosted game: begun in a browser, joined by a link, answered over a socket, and the same after a restart."""

from tests.host.houses import house


def test_an_answer_sent_again_under_its_id_is_played_once(tmp_path):
    with house(tmp_path) as place:
        ann = place.browser()
        game = ann.begin(book="honey", seat0="person", seat1="person", name="Ann")
        with ann.sit(game, 0) as one, ann.sit(game, 1) as other:
            line = next(line for line in (one, other) if line.asked())
            option = line.asked()["options"][0]["id"]
            assert line.ask("answer", picks=[option], client="a") == line.ask("answer", picks=[option], client="a") == {"n": 1}
            assert line.ask("answer", picks=[option], client="b")["data"]["code"] in ("stale", "not-asked")


def test_an_answer_to_a_question_that_is_no_longer_asked_is_refused_with_the_one_that_is(tmp_path):
    with house(tmp_path) as place:
        ann = place.browser()
        game = ann.begin(book="honey", seat0="person", seat1="person", name="Ann")
        with ann.sit(game, 0) as one, ann.sit(game, 1) as other:
            line = next(line for line in (one, other) if line.asked())
            told = line.ask("answer", picks=["00000000.0"])
            assert told["data"]["code"] == "stale" and told["data"]["asking"] == line.asked()


def test_a_game_continues_where_it_was_after_a_restart(tmp_path):
    with house(tmp_path) as place:
        ann = place.browser()
        game = ann.begin(book="honey", seat0="person", seat1="person", name="Ann")
        with ann.sit(game, 0) as line, ann.sit(game, 1) as other:
            asked = next(each for each in (line, other) if each.asked())
            asked.ask("answer", picks=[asked.asked()["options"][0]["id"]])
            before, told = line.ask("asking"), line.ask("events")
    with house(tmp_path) as place, place.browser(ann.cookies).sit(game, 0) as line:
        assert (line.ask("asking"), line.ask("events")) == (before, told)


def test_an_action_that_cannot_be_used_has_a_reason_and_is_not_an_option(tmp_path):
    with house(tmp_path) as place:
        ann = place.browser()
        game = ann.begin(book="encounter", scene="Duel", seat0="person", seat1="person", name="Ann")
        with ann.sit(game, 0) as one, ann.sit(game, 1) as other:
            asked, waiting = (one, other) if one.asked() else (other, one)
            options = {option["words"] for option in asked.asked()["options"]}
            closed = asked.ask("closed")["closed"]
            assert waiting.ask("closed") == {"closed": []}
            assert any("tiles away" in each["why"] and each["rule"] for each in closed)
            assert not options & {each["action"] for each in closed}


def test_help_teaches_the_goal_and_a_turn_to_players_and_spectators(tmp_path):
    with house(tmp_path) as place:
        game = place.browser().begin(book="honey", seat0="person", seat1="bot", name="Ann", public="yes")
        with place.browser().sit(game) as line:
            titles = [each["title"] for each in line.ask("help")["lines"] if each["text"]]
            assert "Goal" in titles and "Turn" in titles
