"""People in the browser: the lobby, joining, talking, draws, giving up, the host's rights, two people at one device."""

import re

import pytest

from tests.host.guests import BOARD, PHONE, alone, asked_of, first, parted, passed, seated

pytestmark = pytest.mark.needs_program("chromium")
DARK = {"color_scheme": "dark"}


def choose(person, name: str) -> None:
    """Chooses a command in the window of rare commands."""
    person.page.get_by_role("button", name="More", exact=True).click()
    person.page.locator("dialog").get_by_role("button", name=name).first.click()


def test_the_lobby_lists_my_games_where_i_am_asked_first_and_open_ones_and_has_no_barriers(visit):
    host, guest = visit(), visit(**DARK)
    host.begin("honey", "Two hives", name="Ada", seats=["person", "open"], public="yes")
    host.page.goto("/")
    mine = host.page.locator("section", has_text="My games")
    assert "with 1 free seat · just now" in mine.inner_text()
    assert host.page.locator(f"#games a[href='{mine.locator('a').first.get_attribute('href')}']").count() == 1
    badges = mine.locator(".badge").all_inner_texts()
    assert sorted(badges, key="your turn".__ne__) == badges and "your turn" in badges
    guest.page.goto("/")
    opened = guest.page.locator("section", has_text="Open games").inner_text()
    assert "1 of 2 seats free" in opened and "with Ada, 1 free seat" in opened
    guest.page.locator(".scene").first.click()
    assert not host.barriers() and not guest.barriers("dark")
    guest.page.keyboard.press("Escape")
    guest.page.locator("section", has_text="Open games").get_by_role("link").first.click()
    guest.page.get_by_role("button", name="Sit down").click()
    guest.page.get_by_label("Your name").fill("Bea")
    guest.page.locator("dialog").get_by_role("button", name="Sit down").click()
    guest.page.wait_for_selector(".strip:has-text('Bea')")


def test_a_link_asks_before_it_gives_a_seat_and_is_not_used_up_by_opening_it(visit):
    host, guest = visit(), visit(**PHONE)
    host.begin("honey", "Two hives", name="Ada", seats=["person", "open"])
    link = host.invited()[0]
    for _ in range(2):
        guest.page.goto(link)
        assert guest.page.get_by_role("button", name="Sit down here").count() == 1
    said = guest.page.locator("main").inner_text()
    assert "Be the first keeper with 15 Honey." in said and "Play as Otto, with Ada." in said
    assert not guest.barriers() and not guest.barriers("dark")
    guest.come(link, "Bea")
    host.page.wait_for_selector(".strip:has-text('Bea')")


def test_the_page_of_a_dead_link_is_accessible(visit):
    guest = visit()
    guest.page.goto("/j/nowhere")
    assert "does not work" in guest.page.locator("main").inner_text() and not guest.barriers()
    guest.faults.clear()  # the browser itself says that the page was not found


def test_a_spectator_sees_no_hand_and_no_menu_and_talks(visit):
    host, watcher = visit(), visit()
    host.begin("honey", "Two hives", name="Ada", seats=["person", "bot"])
    watcher.come(host.invited()[-1])
    assert "You are watching" in watcher.page.locator(".menu").inner_text()
    assert not watcher.page.locator(".hand, .opt[data-option]").count() and not watcher.barriers()
    watcher.page.get_by_label("Say something").fill("well <b>played</b>")
    watcher.page.keyboard.press("Enter")
    host.page.wait_for_selector(".said p:has-text('well <b>played</b>')")


def test_two_people_at_one_device_hand_it_over_without_seeing_each_others_cards(visit):
    person = visit()
    person.begin("honey", "Two hives", name="Ada", seats=["person", "person"], ready="dialog, .app")
    names = []
    for _ in range(2):
        if person.page.locator("dialog").count():
            assert not person.page.locator(".hand").count()
            person.page.locator("dialog").get_by_role("button", name="Go on").click()
        person.page.wait_for_selector(".menu .opt.pass[data-option]")
        names.append(person.page.locator(".strip:has(h2 small:has-text('you')) h2").inner_text())
        passed(person.page)
        person.page.wait_for_selector("dialog:has-text('it is your turn')")
    assert names[0] != names[1]


def test_a_draw_is_offered_declined_offered_again_and_agreed_on(visit):
    one, other = seated(visit, "honey")
    choose(one, "Offer a draw")
    other.page.get_by_role("button", name="Decline").click()
    one.page.wait_for_selector(".stage:not(:has(.notice))")
    choose(one, "Offer a draw")
    other.page.get_by_role("button", name="Agree").click()
    for person in (one, other):
        person.page.wait_for_selector(".outcome:has-text('The players agreed on a draw')")


def test_giving_up_needs_a_confirmation_and_loses(visit):
    one, other = seated(visit, "honey")
    choose(one, "Give up")
    assert not one.barriers()
    one.page.locator("dialog").get_by_role("button", name="Cancel").click()
    choose(one, "Give up")
    one.page.locator("dialog").get_by_role("button", name="Give up").click()
    other.page.wait_for_selector(".outcome:has-text('Ada gave up: Bea won')")
    assert not other.page.locator(".ribbon .turn, .strip.asked, .tag:text('turn'), .lit").count()
    assert not other.barriers() and not other.barriers("dark")


def test_the_host_hands_a_seat_to_a_bot_and_frees_it(visit):
    host, guest = seated(visit, BOARD)
    host.page.get_by_role("button", name="More", exact=True).click()
    assert not host.barriers()
    host.page.get_by_role("button", name="Hand to a bot: O").click()
    guest.page.wait_for_selector(".menu:has-text('You are watching')")
    asked_of([host]).settled(lambda page: page.locator(".cell.lit").first.click())
    host.page.wait_for_selector(".disc >> nth=1")
    host.page.get_by_role("button", name="More", exact=True).click()
    host.page.get_by_role("button", name="Free the seat: O").click()
    host.page.wait_for_selector(".strip:has-text('free seat')")


def test_a_guest_is_offered_nothing_that_only_the_host_may_do(visit):
    _, guest = seated(visit, BOARD)
    guest.page.get_by_role("button", name="More", exact=True).click()
    words = guest.page.locator("dialog").inner_text()
    assert "Give up" in words and not re.search("Delete|Hand to a bot|Export", words)


def test_the_title_and_a_notification_say_that_it_is_my_turn(visit):
    people = seated(visit, "honey")
    one, other = parted(people)
    assert one.page.title().startswith("● ") and not other.page.title().startswith("● ")
    other.context.grant_permissions(["notifications"])
    other.page.evaluate(HIDDEN)
    one.settled(passed)
    other.page.wait_for_function("() => document.title.startsWith('● ') && told.length")
    assert "it is your turn" in other.page.evaluate("() => told[0]")


def test_a_lobby_that_stays_open_notices_that_it_is_my_turn(visit):
    one, other = parted(seated(visit, "honey"))
    other.page.goto("/")
    assert not other.page.title().startswith("● ")
    other.page.evaluate(HIDDEN)
    one.settled(passed)
    one.page.wait_for_selector(".log summary:has-text('passes.')", state="attached")
    other.page.evaluate("() => dispatchEvent(new Event('focus'))")
    other.page.wait_for_function("() => document.title.startsWith('● ') && told.length")
    assert other.page.locator("#games .badge.on").count() == 1


HIDDEN = """() => {
  Object.defineProperty(document, "hidden", { get: () => true });
  window.told = [];
  window.Notification = class { static permission = "granted"; constructor(words) { told.push(words); } };
}"""


def test_colours_follow_the_system_until_somebody_chooses_and_reduced_motion_is_respected(visit):
    person = alone(visit, "honey", **DARK)
    table = "() => getComputedStyle(document.documentElement).getPropertyValue('--table').trim()"
    dark = person.page.evaluate(table)
    person.page.get_by_role("button", name="Light or dark").click()
    assert person.page.evaluate(table) != dark
    person.page.reload()
    person.page.wait_for_selector(".app")
    assert person.page.evaluate(table) != dark
    moving = "() => document.getAnimations().filter(each => each.effect.getComputedTiming().duration > 0).length"
    assert person.page.evaluate(moving) == 0


def test_a_rematch_seats_everybody_again(visit):
    one, other = seated(visit, "honey")
    choose(one, "Give up")
    one.page.locator("dialog").get_by_role("button", name="Give up").click()
    before = one.page.url
    other.page.get_by_role("button", name="Rematch").click()
    one.page.get_by_role("link", name="To the rematch").click()
    asked_of([one, other]).settled(first)
    assert one.page.url == other.page.url != before
