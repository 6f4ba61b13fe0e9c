"""The board as a menu: possible things are highlighted and can be clicked, buttons have keys, reasons are shown."""

import re

import pytest

from tests.host.guests import PHONE, asked_of, first, parted, passed, play, seated

pytestmark = pytest.mark.needs_program("chromium")
RUNE = ".app:has(.menu[data-picked='0'][data-aimed=yes]) .card.rune.lit[aria-label*=', or ']"


def test_one_click_on_a_highlighted_tile_walks_there(visit):
    asked, _ = parted(seated(visit, "encounter"))
    asked.page.wait_for_selector(".menu[data-aimed=yes]")
    tile = asked.page.locator(".tile-pick[aria-label*='Move']").first
    spot = re.search(r"tile (\d+,\d+)", tile.get_attribute("aria-label"))[1]
    asked.settled(lambda page: tile.click())
    asked.page.wait_for_selector(f".log summary:has-text('{spot}')")


def test_a_target_shows_the_chance_that_the_dice_decide(visit):
    people = seated(visit, "encounter", "Goblin ford")
    play(people, 12, ".mapsvg .chance-n")
    asked, _ = parted(people)
    shown = asked.page.locator(".mapsvg .chance-n").all_text_contents()
    assert shown and all(re.fullmatch(r"\d+%", each) and int(each[:-1]) % 5 == 0 for each in shown)


def test_a_click_on_a_thing_with_several_options_offers_only_these_options(visit):
    people = seated(visit, "riftbound")
    play(people, 30, RUNE)
    asked, _ = parted(people)
    asked.page.locator(RUNE).first.click()
    asked.page.wait_for_selector(".menu .opt[data-option]:has-text('→')")
    offered = asked.page.locator(".menu .opt[data-option]:not(.pass) .l").all_inner_texts()
    assert len(offered) == 2 and all("→" in each for each in offered)
    asked.settled(first)


def test_an_action_that_is_not_possible_is_dashed_and_shows_its_reason_on_a_phone(visit):
    person, _ = parted(seated(visit, "encounter", **PHONE))
    person.page.wait_for_selector(".menu .opt.shut")
    shut = person.page.locator(".menu .opt.shut").first
    assert shut.get_attribute("aria-disabled") == "true" and shut.locator("small").inner_text()
    shut.tap(force=True)  # for a screen reader it is disabled, and yet it says why
    person.page.wait_for_selector("dialog .where")
    assert "Rule:" in person.page.locator("dialog").inner_text() and not person.barriers()


def test_undo_waits_until_the_other_player_agrees(visit):
    people = seated(visit, "honey")
    one, other = parted(people)
    lines = one.page.locator(".log details").count()
    one.settled(passed)
    one.page.get_by_role("button", name="Undo").click()
    other.page.get_by_role("button", name="Agree").click()
    one.page.wait_for_function("lines => document.querySelectorAll('.log details').length === lines", arg=lines)
    one.page.wait_for_selector(".menu .opt[data-option]")
    other.page.wait_for_selector(".menu:has-text('Waiting for')")


def test_an_answer_that_revealed_nothing_is_undone_by_a_key(visit):
    asked, other = parted(seated(visit, "encounter"))
    asked.page.wait_for_selector(".menu[data-aimed=yes]")
    lines = asked.page.locator(".log details").count()
    asked.settled(lambda page: page.locator(".tile-pick").first.click())
    asked.page.wait_for_function("lines => document.querySelectorAll('.log details').length > lines", arg=lines)
    asked.page.keyboard.press("u")
    asked.page.wait_for_function("lines => document.querySelectorAll('.log details').length === lines", arg=lines)
    assert not other.page.get_by_role("button", name="Agree").count()


def test_passing_until_my_turn_is_shown_and_can_be_stopped(visit):
    _, other = parted(seated(visit, "honey"))
    other.page.get_by_role("group", name="Pass until").get_by_role("button", name="my turn").click()
    other.page.wait_for_selector(".menu [role=status]:has-text('Passing until my turn')")
    assert not other.is_asked() and not other.barriers()
    other.page.get_by_role("button", name="Stop passing").click()
    other.page.wait_for_selector(".menu:not(:has-text('Passing until'))")


def test_passes_are_given_automatically_until_my_turn(visit):
    people = seated(visit, "honey")
    one, other = parted(people)
    other.page.get_by_role("group", name="Pass until").get_by_role("button", name="my turn").click()
    other.page.wait_for_selector(".menu:has-text('Passing until')")
    asked_of([one]).settled(passed)
    other.page.wait_for_selector(".ribbon .turn:has-text('Your turn')")
    other.page.wait_for_selector(".menu .opt[data-option]")
    assert "Passing until" not in other.page.locator(".menu").inner_text()
