"""What the page tells somebody who has never seen the game: the goal, what is under way, what happened, what a button does."""

import re

import pytest

from tests.host.guests import PHONE, SCENES, alone, asked_of, first, parted, passed, play, seated

pytestmark = pytest.mark.needs_program("chromium")


def test_the_goal_and_a_turn_stand_beside_the_table_until_the_player_knows_them(visit):
    person = alone(visit, "encounter")
    lesson = person.page.locator(".lesson")
    assert "Be the last side standing" in lesson.inner_text() and lesson.locator("li").count() == 4
    assert lesson.locator("li").first.is_visible() and not person.barriers()
    lesson.get_by_role("button", name="Got it").click()
    person.page.wait_for_selector(".lesson.known")
    person.page.reload()
    person.page.wait_for_selector(".lesson.known")
    assert "Be the last side standing" in lesson.inner_text() and not lesson.locator("li").count()


def test_a_turn_is_folded_on_a_phone_and_opens_by_a_tap(visit):
    person = alone(visit, "honey", **PHONE)
    parts = person.page.locator(".lesson li")
    assert not parts.first.is_visible()
    person.page.locator(".lesson summary").tap()
    parts.first.wait_for(state="visible")
    assert not person.barriers()


@pytest.mark.parametrize(("book", "hidden"), [("netrunner", ("window", "again", "upkeep")), ("encounter", ("act", "turns"))])
def test_steps_that_the_book_does_not_want_shown_are_not_in_the_ribbon(visit, book, hidden):
    asked = next(person for person in seated(visit, book) if person.is_asked())
    play([asked], 1)
    shown = asked.page.locator(".ribbon .steps li").all_inner_texts()
    assert not set(hidden) & set(shown)


def test_the_table_and_the_log_call_a_player_by_the_name_of_the_seat(visit):
    one, other = seated(visit, "honey")
    for person in (one, other):
        strips = person.page.locator(".strip h2").all_inner_texts()
        assert sorted(name.split()[0] for name in strips) == ["Ivy", "Otto"]
    assert "Otto Bea" in one.page.locator(".strip h2").all_inner_texts()
    assert "Otto Bea, you" in other.page.locator(".strip h2").all_inner_texts()


def test_face_down_cards_stand_before_a_server_only_if_they_are_ice(visit):
    """The Runner sees that a face-down card is ice, but not which."""
    scene, _ = SCENES["netrunner"]
    runner = visit()
    runner.start("netrunner", scene, seats=["bot", "person"])
    for _ in range(40):
        runner.page.wait_for_selector(".menu .opt[data-option], .outcome")
        if runner.page.locator(".place .ice .card.back").count():
            break
        runner.settled(passed if runner.page.locator(".menu .opt.pass[data-option]").count() else first)
    assert runner.page.locator(".place .ice .card.back").first.inner_text() == "face down"
    assert "as ice" not in runner.page.locator(".places").inner_text()


def test_a_player_sees_which_of_their_own_cards_lie_face_down(visit):
    corp = alone(visit, "netrunner")
    for _ in range(40):
        corp.page.wait_for_selector(".menu .opt[data-option]")
        if corp.page.locator(".place .card.unturned").count():
            break
        acts = corp.page.locator(".menu .opt[data-option]:not(.pass)")
        corp.settled(lambda page, acts=acts: acts.last.click() if acts.count() else passed(page))
    assert "face down" in corp.page.locator(".place .card.unturned").first.inner_text()


def test_a_phone_says_what_happened_last_above_the_table_and_shows_the_log_by_a_tap(visit):
    person = alone(visit, "tic-tac-toe", **PHONE)
    play([person], 2)
    person.page.wait_for_selector(".latest:has-text('O: Claim')")
    person.page.locator(".latest").tap()
    person.page.wait_for_function("""() => {
        const [log, menu] = [".log", ".menu"].map(each => document.querySelector(each).getBoundingClientRect().top);
        return log < menu - 40;
    }""")


def test_a_phone_shows_the_lines_of_the_log_where_the_table_is_longer_than_the_screen(visit):
    person = alone(visit, "honey", **PHONE)
    play([person], 2)
    person.page.locator(".latest").tap()
    person.page.wait_for_function("""() => {
        const [lines, menu] = [".log .lines", ".menu"].map(each => document.querySelector(each).getBoundingClientRect());
        return lines.top > 0 && lines.height > 80 && lines.top + 80 < menu.top;
    }""")


def test_a_phone_keeps_the_score_in_sight(visit):
    person = alone(visit, "honey", **PHONE)
    person.page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    person.page.wait_for_function("""() => {
        const [scores, ribbon] = [".scores", ".ribbon"].map(each => document.querySelector(each).getBoundingClientRect());
        return scrollY > 100 && scores.top >= ribbon.bottom - 1 && scores.bottom < 120;
    }""")


def test_the_button_to_pass_says_what_a_pass_leads_to(visit):
    """In honey the others may answer what waits, then it resolves; with nothing waiting, a pass ends the step."""
    one, other = seated(visit, "honey")
    means = ".menu .opt.pass small"
    asked = asked_of([one, other])
    waiting = one if asked is other else other
    assert asked.page.locator(means).inner_text() == "ends work"
    asked.settled(lambda page: page.locator(".menu .opt[data-option]", has_text="Forage").click())
    found = [waiting.page.wait_for_selector(means).inner_text()]
    waiting.settled(passed)
    found.append(asked.page.wait_for_selector(means).inner_text())
    assert re.fullmatch("then (Ivy|Otto) may answer", found[0]) and found[1] == "Forage resolves"


def test_a_phone_shows_the_text_of_what_would_be_answered_beside_the_question(visit):
    one, other = seated(visit, "honey", **PHONE)
    asked = asked_of([one, other])
    waiting = one if asked is other else other
    asked.settled(lambda page: page.locator(".menu .opt[data-option]", has_text="Forage").click())
    waiting.page.wait_for_selector(".menu .ask small.narrow:has-text('Honey')")


def test_the_button_that_ends_a_choice_of_several_cards_says_so(visit):
    person = alone(visit, "riftbound")
    button = person.page.locator(".menu .opt.pass .l")
    assert button.inner_text() == "None"
    person.settled(lambda page: page.locator(".menu .opt[data-option]:not(.pass)").first.click())
    assert button.inner_text() == "Done" and not person.page.locator(".menu .until, .menu .shut").count()


def test_on_a_phone_what_can_be_picked_comes_into_sight(visit):
    person = alone(visit, "riftbound", **PHONE)
    person.page.wait_for_function("""() => {
        const menu = document.querySelector('.menu').getBoundingClientRect().top;
        return [...document.querySelectorAll('.hand .lit')].some(each => each.getBoundingClientRect().top < menu);
    }""")


def test_a_fresh_line_of_the_log_stands_out_until_the_player_has_acted(visit):
    one, other = seated(visit, "tic-tac-toe")
    one.page.wait_for_selector(".cell.lit")
    one.settled(lambda page: page.locator(".cell.lit").first.click())
    other.page.wait_for_selector(".log .fresh:has-text('X: Claim')")
    other.page.wait_for_selector(".cell.lit")
    other.settled(lambda page: page.locator(".cell.lit").first.click())
    other.page.wait_for_selector(".log details:not(.fresh):has-text('X: Claim')", state="attached")
    assert not other.page.locator(".log .fresh:has-text('X: Claim')").count()


def test_the_past_is_walked_through_by_buttons_and_keys_and_from_a_line_of_the_log(visit):
    one, other = seated(visit, "tic-tac-toe")
    one.page.wait_for_selector(".cell.lit")
    one.settled(lambda page: page.locator(".cell.lit").first.click())
    other.page.wait_for_selector(".cell.lit")
    other.settled(lambda page: page.locator(".cell.lit").first.click())
    line = one.page.locator(".log [data-line]", has_text="X: Claim")
    one.page.wait_for_selector(".disc >> nth=1")
    line.locator("summary").click()
    line.get_by_role("button", name="See the table after this").click()
    one.page.wait_for_selector(".menu:has-text('Looking back at line')")
    one.page.wait_for_function("() => document.querySelectorAll('.disc').length === 1")
    one.page.get_by_role("button", name=re.compile("Earlier")).click()
    one.page.wait_for_function("() => document.querySelectorAll('.disc').length === 0")
    one.page.keyboard.press("ArrowRight")
    one.page.wait_for_function("() => document.querySelectorAll('.disc').length === 1")
    assert not one.barriers()
    one.page.keyboard.press("Escape")
    one.page.wait_for_function("() => document.querySelectorAll('.disc').length === 2")


def test_a_colour_scheme_that_was_chosen_holds_for_every_page(visit):
    person = alone(visit, "honey")
    person.page.get_by_role("button", name="Light or dark").click()
    for page in ("/", person.page.url + "/rules"):
        person.page.goto(page)
        assert person.page.evaluate("() => document.documentElement.dataset.theme") == "dark"


def test_the_end_of_a_game_says_what_decided_it_and_nothing_about_the_cells_of_the_board(visit):
    one, other = seated(visit, "tic-tac-toe")
    for cell in ("A1", "B1", "A2", "B2", "A3"):
        asked_of([one, other]).settled(lambda page, cell=cell: page.locator(f'.cell.lit[aria-label^="{cell}"]').click())
    other.page.wait_for_selector(".outcome p:has-text('X: Claim → A3 X wins')")
    assert "A1 wins" not in other.page.locator(".log").inner_text() + other.page.locator(".outcome").inner_text()


def test_the_end_of_a_game_that_ends_with_a_turn_says_what_was_done_last_and_not_whose_turn_began(visit):
    one, other = seated(visit, "connect-four")
    for column in "ABABABA":
        asked_of([one, other]).settled(lambda page, column=column: page.locator(f'.cell.lit[aria-label^="{column}"]').click())
    other.page.wait_for_selector(".outcome p:has-text('Ada: Drop → A')")


def test_a_thing_that_one_option_is_about_twice_is_picked_by_one_click(visit):
    """Forage is about Ivy as a player and as a thing."""
    asked, _ = parted(seated(visit, "honey"))
    strip = asked.page.locator(".strip.lit")
    assert strip.get_attribute("aria-label") == f"{strip.get_attribute('data-seat')}: Forage"
    asked.settled(lambda page: strip.click())
    asked.page.wait_for_selector(".pile .item:has-text('Forage')")


def test_the_first_stop_of_the_keyboard_leads_to_the_menu(visit):
    person = alone(visit, "honey")
    person.drawn().keyboard.press("Tab")
    person.page.keyboard.press("Enter")
    person.page.wait_for_function("() => document.activeElement.closest('.menu')")
