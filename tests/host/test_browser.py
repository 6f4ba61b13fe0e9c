"""The table in a real browser: people begin, come by links, pick by clicking or by keys, and see only what their seat sees."""

import re
from contextlib import ExitStack

import pytest
from sqlalchemy import func, select

from rulewright.host import sqltables
from tests.host.guests import BOARD, PHONE, SCENES, asked_of, first, parted, play, seated

pytestmark = pytest.mark.needs_program("chromium")
SHOWN = {
    "encounter": (".mapsvg .actor", ".mapsvg .tile-pick", ".roster .bar"),
    "honey": (".hand .card.full .tx", ".hand .cost", ".deck"),
    "mandarin": (".common .card.full", ".seats-pair .seat.half", ".deck"),
    "netrunner": (".places.cols .plate", ".zone[aria-label*='Identities'] .card"),
    "nomic": (".ruleslist .card", ".seats-row .strip .bar"),
    "riftbound": (".place .army", ".place .plate .tx", ".pips"),
    BOARD: (".board .cell",),
    "connect-four": (".board .cell", ".cell.lit", ".cell .disc"),
}
"""What of each book must be drawn: map, hands, markets, servers, battlefields, rules, cells."""
LIT = ".lit, .tile-pick, .actor.pick"


@pytest.mark.parametrize("book", SCENES)
def test_people_play_each_book_by_highlighted_things_or_by_buttons_with_keys(visit, served, book):
    """The options are buttons with keys, and things on the board if they are about anything drawn there."""
    people, missing = seated(visit, book), set(SHOWN[book])
    with ExitStack() as lines:
        told = [lines.enter_context(line_of(person, served, seat)) for seat, person in enumerate(people)]
        for _ in range(6):
            asked = asked_of(people)
            asked.page.wait_for_selector(".menu[data-aimed=yes]")
            missing -= {each for each in missing if asked.page.locator(each).count()}
            if asked.page.locator(".menu[data-picked='0']").count():
                stands_as_asked(asked, told[people.index(asked)].asked()["options"])
            asked.settled(first)
    assert not missing
    assert all(person.page.locator(".log details").count() > 3 for person in people)
    assert not people[-1].barriers("dark" if list(SCENES).index(book) % 2 else "light")


def line_of(person, served, seat: int):
    """Connects to a person's seat beside the page."""
    cookies = {each["name"]: each["value"] for each in person.context.cookies()}
    return served.browser(cookies).sit(person.page.url.rsplit("/", 1)[-1], seat)


def stands_as_asked(person, options) -> None:
    """Asserts that the page shows what the server asks of the seat."""
    buttons, keys = (person.page.locator(f".menu .opt[data-option] {part}").all_inner_texts() for part in (".l", "kbd"))
    lit = person.page.locator(LIT).evaluate_all("all => all.map(each => each.getAttribute('aria-label') ?? each.textContent)")
    words = {plain(each["words"]) for each in options}
    assert words == {"none" if each == "Done" and "none" in words else plain(each) for each in buttons}
    assert len(keys) == len(set(keys)) == len(buttons)
    assert not [each for each in options if each["about"] and not any(plain(each["words"]) in plain(label) for label in lit)]


def plain(words: str) -> str:
    """Removes the numbers that distinguish equal things, and the number of equal things."""
    return re.sub(r"\b([\w' ]+) \(\1\)", r"\1", re.sub(r" \d+(?=\)|,|$|:| )| ×\d+", "", words)).casefold()


def test_a_board_is_played_to_its_end_by_clicking_cells_and_then_again(visit):
    people = seated(visit, BOARD)
    for cell in ("A1", "B1", "A2", "B2", "A3"):
        asked_of(people).settled(lambda page, cell=cell: page.locator(f'.cell.lit[aria-label^="{cell}"]').click())
    for person in people:
        person.page.wait_for_selector(".outcome")
        assert person.page.locator(".outcome h2").inner_text() == "Ada won"
    assert not people[0].barriers()
    people[0].page.get_by_role("button", name="Rematch").click()
    people[0].page.wait_for_selector(".cell.lit")
    people[1].page.get_by_role("link", name="To the rematch").click()
    people[1].page.wait_for_selector(".cell:not(.lit)")
    assert people[0].page.url == people[1].page.url


def test_nobody_finds_anothers_hand_anywhere_in_the_page(visit):
    one, other = seated(visit, "honey")
    names = one.page.locator(".hand .nm").all_inner_texts()
    page = other.page.content()
    shown = {name for name in names if name in other.page.locator(".hand").inner_text()}
    assert names and not [name for name in names if name not in shown and name in page]


def test_a_reload_in_the_middle_of_an_answer_loses_nothing(visit, served):
    asked, _ = parted(seated(visit, "encounter"))
    before = answers(asked, served)
    asked.options().filter(has_text="Move").click()
    asked.page.wait_for_selector(".menu .ask:has-text('Move')")
    asked.page.reload()
    asked.page.wait_for_selector(".menu .opt[data-option]")
    assert answers(asked, served) == before


def test_a_reload_in_the_middle_of_a_reaction_asks_the_same_again(visit):
    people = seated(visit, "honey")
    play(people, 20, ".pile .item")
    asked, _ = parted(people)
    before = [asked.page.locator(part).all_inner_texts() for part in (".pile", ".opt[data-option]")]
    asked.page.reload()
    asked.page.wait_for_selector(".pile .item")
    asked.page.wait_for_selector(".menu .opt[data-option]")
    assert [asked.page.locator(part).all_inner_texts() for part in (".pile", ".opt[data-option]")] == before
    asked.settled(lambda page: page.locator(".menu .opt.pass").click())


def answers(person, served) -> int:
    """Counts the answers of a person's game in the store."""
    game, table = person.page.url.rsplit("/", 1)[-1], sqltables.answers
    return served.store.read(lambda c: c.scalar(select(func.count()).select_from(table).where(table.c.game == game)))


def test_the_page_reconnects_by_itself(visit):
    people = seated(visit, "honey")
    one = people[0]
    one.page.get_by_label("Say something").fill("half a sent")
    one.page.evaluate("() => dispatchEvent(new Event('offline'))")
    one.page.wait_for_selector(".top:has-text('connecting')")
    one.page.wait_for_selector(".top:not(:has-text('connecting'))")
    assert one.page.get_by_label("Say something").input_value() == "half a sent"
    assert play(people, 2) == 2


def test_a_typed_answer_survives_a_lost_connection_and_the_moves_of_others(visit):
    people = seated(visit, "nomic")
    one = people[0]
    one.page.locator(".menu .opt[data-option]", has_text="Move").first.click()
    one.page.wait_for_selector(".menu textarea")
    one.page.locator(".menu textarea").fill("Rule 400: everybody")
    one.page.evaluate("() => dispatchEvent(new Event('offline'))")
    one.page.wait_for_selector(".top:has-text('connecting')")
    one.page.wait_for_selector(".top:not(:has-text('connecting'))")
    people[1].settled(first)
    one.page.wait_for_function("() => document.querySelectorAll('.log details').length > 2")
    assert one.page.locator(".menu textarea").input_value() == "Rule 400: everybody"


def test_a_game_is_played_with_the_keyboard_alone(visit):
    people = seated(visit, "encounter")
    for key in ("Tab", "1", "1"):
        asked = asked_of(people)
        asked.page.keyboard.press(key) if key == "Tab" else asked.settled(lambda page, key=key: page.keyboard.press(key))
    asked, _ = parted(people)
    asked.options().filter(has_text="Move").press("Enter")
    asked.page.wait_for_selector(".menu .back")
    asked.page.keyboard.press("Escape")
    asked.page.wait_for_selector(".menu:not(:has(.back))")
    asked.page.locator(".tile-pick").first.focus()
    asked.settled(lambda page: page.keyboard.press("Enter"))
    asked, _ = parted(people)
    asked.page.locator(".menu").focus()
    asked.settled(lambda page: page.keyboard.press(" "))
    asked.page.wait_for_selector(".log summary:has-text('passes.')", state="attached")


@pytest.mark.parametrize("book", SCENES)
def test_a_phone_shows_everything_in_one_column_and_scrolls_only_down(visit, book):
    (scene, seats), person = SCENES[book], visit(**PHONE)
    person.begin(book, scene, name="Ada", seats=["person", *["bot"] * (seats - 1)])
    assert person.page.evaluate("() => document.documentElement.scrollWidth") <= 390
    assert person.page.evaluate("() => document.querySelector('.menu').getBoundingClientRect().bottom") <= 845
    person.page.wait_for_selector(".menu .opt[data-option]")
    small = "[...document.querySelectorAll('.menu .opt')].filter(each => each.getBoundingClientRect().height < 44)"
    assert not person.page.evaluate(f"() => {small}.map(each => each.outerHTML)")
