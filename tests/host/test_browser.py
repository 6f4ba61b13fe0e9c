"""The table in a real browser: people begin, come by links, pick by clicking or by keys, and see only what their seat sees."""

import pytest
from sqlalchemy import func, select

from rulewright.host import sqltables
from tests.host.chromium import Person, chromium
from tests.host.houses import house

pytestmark = [pytest.mark.needs_program("chromium"), pytest.mark.xdist_group("chromium")]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
SCENES = {
    "encounter": ("Duel", 2),
    "honey": ("Two hives", 2),
    "mandarin": ("Three at the ford", 3),
    "netrunner": ("Saltmarsh and the harbour", 2),
    "nomic": ("Three chairs", 3),
    "riftbound": ("Duel", 2),
}


@pytest.fixture(scope="module")
def browser():
    with chromium() as running:
        yield running


@pytest.fixture
def place(tmp_path):
    with house(tmp_path) as running:
        yield running


def seated(browser, place, book: str) -> list[Person]:
    """Seats a person in each seat of a book's scene, the first as the host."""
    scene, seats = SCENES[book]
    host = Person(browser, place.address)
    host.begin(book, scene, name="Ada", seats=["person", *["open"] * (seats - 1)])
    people = [host]
    for number, link in enumerate(host.invited()[:-1]):
        people.append(Person(browser, place.address))
        people[-1].come(link, f"Guest {number + 1}")
    return people


def asked_of(people: list[Person]) -> Person | None:
    """Waits until somebody is asked and gives that person; None when the game is over."""
    while not people[0].page.get_by_text("The game is over").count():
        asked = next((person for person in people if person.is_asked()), None)
        if asked is not None:
            return asked
        people[0].page.wait_for_timeout(20)
    return None


def play(people: list[Person], clicks: int) -> int:
    """Lets whoever is asked click the first option again and again; gives how many clicks there were."""
    for done in range(clicks):
        asked = asked_of(people)
        if asked is None:
            return done
        asked.settled(lambda page: page.locator(".menu .opt[data-option]").first.click())
    return clicks


@pytest.mark.parametrize("book", SCENES)
def test_people_play_each_book_at_their_own_pages(browser, place, book):
    people = seated(browser, place, book)
    assert play(people, 12) > 3
    lines = [person.page.locator(".log details").count() for person in people]
    assert all(lines) and not [fault for person in people for fault in person.faults]
    assert not people[0].barriers() and not people[-1].barriers("dark")


def test_the_lobby_has_no_barriers(browser, place):
    somebody = Person(browser, place.address)
    somebody.page.goto("/")
    assert not somebody.barriers() and not somebody.barriers("dark")


def test_nobody_finds_anothers_hand_anywhere_in_the_page(browser, place):
    one, other = seated(browser, place, "honey")
    names = one.page.locator(".hand .nm").all_inner_texts()
    page = other.page.content()
    shown = {name for name in names if name in other.page.locator(".hand").inner_text()}
    assert names and not [name for name in names if name not in shown and name in page]


def test_a_reload_in_the_middle_of_an_answer_loses_nothing(browser, place):
    people = seated(browser, place, "encounter")
    asked = asked_of(people)
    assert asked is not None
    before = answers(place)
    asked.options().filter(has_text="Move").click()
    asked.page.wait_for_selector(".menu .ask:has-text('Move')")
    asked.page.reload()
    asked.page.wait_for_selector(".menu .opt[data-option]")
    assert answers(place) == before


def answers(place) -> int:
    """Counts the answers in the store."""
    return place.store.read(lambda connection: connection.scalar(select(func.count()).select_from(sqltables.answers)))


def test_the_page_comes_back_by_itself_when_the_line_breaks(browser, place):
    people = seated(browser, place, "honey")
    one = people[0]
    one.page.get_by_label("Say something").fill("half a sent")
    one.page.evaluate("() => dispatchEvent(new Event('offline'))")
    one.page.wait_for_selector(".top:has-text('connecting')")
    one.page.wait_for_selector(".top:not(:has-text('connecting'))")
    assert one.page.get_by_label("Say something").input_value() == "half a sent"
    assert play(people, 2) == 2


def test_a_game_is_played_with_the_keyboard_alone(browser, place):
    one, other = seated(browser, place, "honey")
    asked = asked_of([one, other])
    assert asked is not None
    asked.settled(lambda page: page.keyboard.press("1"))


@pytest.mark.parametrize("book", ["encounter", "riftbound"])
def test_a_phone_shows_everything_in_one_column_and_scrolls_only_down(browser, place, book):
    scene, seats = SCENES[book]
    person = Person(browser, place.address, **PHONE)
    person.begin(book, scene, name="Ada", seats=["person", *["bot"] * (seats - 1)])
    wide = person.page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= 390
    assert person.page.locator(".menu").bounding_box()["y"] + person.page.locator(".menu").bounding_box()["height"] <= 845
