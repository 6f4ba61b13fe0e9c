"""Rule text sent by a client: several files, positions in text, and `check`, which gives every problem as data."""

from rulewright.protocol import library
from tests.adapters.client import DUEL, FILES, Client

STATS = "Uses: nothing\nStat Vigour: at least 0\n"


def test_check_gives_problems_as_data():
    """`check` gives each problem with its place, severity, code, message, what was expected and what is nearest."""
    text = DUEL.replace("do: [Target Vigour] -= 2", "do: [Target Vigor] -= 2").replace("Range: Melee", "Range: Meele")
    report = Client().call("check", files={"duel.rules": text})
    assert report["ok"] is False
    keys = {"file", "line", "column", "length", "severity", "code", "message", "expected", "nearest"}
    assert all(set(problem) == keys for problem in report["problems"])
    error = next(problem for problem in report["problems"] if problem["severity"] == "error")
    assert (error["file"], text.splitlines()[error["line"] - 1][error["column"] - 1 :][:5]) == ("duel.rules", "Meele")


def test_check_gives_examples():
    """`check` gives each example with its place and whether it succeeded; an example that fails is a problem too."""
    example = "\nExample: a poke\n  Ann (Steps 2) beside Bo (Vigour 5)\n  Ann: Poke Bo, rolling 4\n  expect Bo Vigour {}\n"
    files = {"good.rules": DUEL + example.format(3), "bad.rules": DUEL + example.format(4)}
    good, bad = (Client().call("check", files={name: text}) for name, text in files.items())
    assert (good["ok"], [each["ok"] for each in good["examples"]]) == (True, [True])
    assert (bad["ok"], [each["ok"] for each in bad["examples"]], bad["problems"][0]["code"]) == (False, [False], "example")


def test_a_strict_check_fails_warnings():
    """With warnings alone a check succeeds, unless it is strict."""
    text = DUEL.replace("Bo at 2,1 (Vigour 5)", "Bo at 2,1 (Vigour 5, Wits 2)")
    reports = [Client().call("check", files={"duel.rules": text}, strict=strict) for strict in (False, True)]
    assert [report["ok"] for report in reports] == [True, False]
    assert "Wits" in reports[0]["problems"][0]["message"]


def test_a_shipped_book_can_be_checked():
    """`check` takes a book's name too."""
    assert Client().call("check", book="encounter")["ok"] is True


def test_several_files_make_one_book():
    """A file can use another file of the same request."""
    rest = DUEL.replace("Uses: nothing\n", "Uses: stats.rules\n").replace("Stat Vigour: at least 0\n", "")
    client = Client()
    begun = client.call("new", files={"duel.rules": rest, "stats.rules": STATS})
    assert begun["seats"] == ["Reds", "Blues"]


def test_a_text_cannot_use_a_file_from_disk(tmp_path):
    """A text cannot use a file that was not sent with it."""
    (tmp_path / "secret.rules").write_text(STATS, encoding="utf-8")
    report = Client().call("check", files={"a.rules": f"Uses: {tmp_path / 'secret.rules'}\n"})
    assert "a file of the request (a.rules) or a shipped book" in report["problems"][0]["expected"]


def test_files_that_use_each_other_are_read():
    """Two files may use each other."""
    files = {"a.rules": "Uses: b.rules\nStat Vigour: at least 0\n", "b.rules": "Uses: a.rules\nStat Steps: at least 0\n"}
    assert Client().call("check", files=files)["ok"] is True


def test_text_that_cannot_be_read_begins_no_game():
    """`new` with wrong text is refused as `rule-text`, with every problem as data."""
    client = Client()
    error = client.error("new", files={"a.rules": "Uses: nothing\nStat\nZone\n"})
    assert (error["code"], error["data"]["code"]) == (1001, "rule-text")
    assert {problem["line"] for problem in error["data"]["problems"]} >= {2, 3}
    assert client.call("games") == {"games": []}


def test_a_position_is_set_up_in_text():
    """`new` takes the lines of a scene and plays from there."""
    client = Client()
    begun = client.call("new", files=FILES, position="cast Reds: Ann at 3,1 (Vigour 2)\ncast Blues: Bo at 2,1 (Vigour 5)")
    assert begun["scene"] == "Position"
    things = client.call("view", game=begun["game"])["zones"][0]["things"]
    assert [(thing["name"], thing["at"], thing["stats"]["Vigour"]) for thing in things] == [("Ann", "3,1", 2), ("Bo", "2,1", 5)]


def test_a_position_on_a_shipped_book():
    """A position may be set up for a shipped book, with its kinds."""
    client = Client()
    begun = client.call("new", book="encounter", position="Ann at 1,1 (Health 7) beside Bo (Health 9)")
    assert (begun["book"], begun["seats"]) == ("encounter", ["Ann", "Bo"])


def test_a_position_may_have_its_heading():
    """A position that begins with `Scene` keeps its name."""
    text = "Scene Late in the day\n  cast Reds: Ann at 1,1 (Vigour 2)\n  cast Blues: Bo at 2,1 (Vigour 5)\n"
    assert Client().call("new", files=FILES, position=text)["scene"] == "Late in the day"


def test_seats_make_the_seats_of_a_position():
    """A position without seats or casts gets the seats of the request."""
    client = Client()
    game = client.hands(position="Ann (Mana 2)\nAnn's Hand: Spark", seats=["Ann", "Bo"])
    assert client.call("games")["games"][0]["seats"] == ["Ann", "Bo"]
    assert client.call("view", game=game, seat="Ann")["zones"]


def test_a_problem_of_a_position_has_its_place_in_the_text_as_sent():
    """Lines and columns count in the position that was sent, not in the scene that is made of it."""
    for seats in ({}, {"seats": ["Ann", "Bo"]}):
        error = Client().error("new", files=FILES, position="Ann at 1,1 (Vigour 2)\nnonsense here", **seats)
        problem = error["data"]["problems"][0]
        assert (problem["file"], problem["line"], problem["column"]) == ("position", 2, 1)


def test_warnings_come_with_the_game():
    """The reply to `new` contains the warnings about the text."""
    begun = Client().call("new", files=FILES, position="Ann at 1,1 (Vigor 2)\nBo at 2,1 (Vigour 3)")
    assert [(problem["severity"], problem["nearest"]) for problem in begun["problems"]] == [("warning", "[Vigour]")]


def test_a_position_off_its_map_is_refused():
    """A position that does not fit its map begins no game."""
    error = Client().error("new", files=FILES, position="map:\n  . .\ncast Reds: Ann at 9,9 (Vigour 2)")
    assert "9,9 is off the map" in error["message"]


def test_a_saved_position_is_loaded():
    """A game from a position is saved and loaded like any other."""
    client = Client()
    game = client.duel(position="cast Reds: Ann at 3,1 (Vigour 2)\ncast Blues: Bo at 2,1 (Vigour 5)")
    again = client.call("load", save=client.call("save", game=game)["save"])["game"]
    assert client.call("view", game=again) == client.call("view", game=game)


def test_the_library_forgets_the_oldest_text():
    """Only so many books made of text are kept."""
    kept = library.Library()
    for number in range(library.KEPT + 3):
        kept.book({"files": {"a.rules": f"{STATS}# {number}\n"}})
    assert len(kept.made) == library.KEPT
