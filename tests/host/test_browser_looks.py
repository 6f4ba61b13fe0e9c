"""Looking around on the page: scores, enlarged cards, piles with arrows, the log, the past, the rules, help."""

import re

import pytest

from tests.host.guests import PHONE, alone, asked_of, first, parted, passed, play, seated

pytestmark = pytest.mark.needs_program("chromium")


@pytest.fixture
def honey(visit):
    """Seats two people and plays until something waits."""
    people = seated(visit, "honey")
    play(people, 20, ".pile .item")
    return people


def test_the_score_stands_before_all_other_numbers_and_is_the_largest(honey):
    sizes = (
        honey[0]
        .page.locator(".strip")
        .first.locator("b")
        .evaluate_all("all => all.map(each => parseFloat(getComputedStyle(each).fontSize))")
    )
    assert sizes[0] == max(sizes) > max(sizes[1:])
    assert "/ 15 Honey" in honey[0].page.locator(".strip .goal").first.inner_text()


def test_an_empty_table_shows_the_goal(honey):
    assert "15 Honey" in honey[0].page.locator(".aim").inner_text()


def test_the_ribbon_says_whose_turn_it_is_which_step_and_who_is_asked(honey):
    asked, other = parted(honey)
    assert "to act: You" in asked.page.locator(".ribbon").inner_text()
    assert asked.page.locator(".ribbon [aria-current=step]").count() > 0
    turns = {person.page.locator(".ribbon .turn > span:not(.who)").inner_text() for person in (asked, other)}
    assert "Your turn" in turns and len(turns) == 2
    assert asked.page.locator(".pile .next .now").inner_text().endswith("may answer")


def test_a_waiting_item_shows_its_owner_and_speed(honey):
    item = parted(honey)[0].page.locator(".pile .item").first
    assert (
        item.locator(".who").count() and item.locator(".nm").inner_text() and item.locator(".sp").inner_text() in ("fast", "slow")
    )


def test_an_arrow_runs_from_what_waits_to_its_target_and_words_say_the_same(visit):
    people = seated(visit, "honey")
    for _ in range(30):
        asked = asked_of(people)
        if asked.page.locator(".pile .item[data-to]").count():
            break
        asked.page.wait_for_selector(".menu[data-aimed=yes]")
        hostile = asked.page.locator(".opt[data-option]", has=asked.page.locator("small", has_text=re.compile("Ivy|Otto")))
        asked.settled(lambda page, hostile=hostile: hostile.first.click() if hostile.count() else first_or_pass(page))
    asked.page.wait_for_selector("svg.arrows path", state="attached")
    assert asked.page.locator(".pile .item .to").first.inner_text() in asked.page.locator(".aimed").first.inner_text()


def first_or_pass(page) -> None:
    """Gives an answer that begins with a word, or else passes."""
    page.locator(".menu .opt.pass[data-option]").or_(page.locator(".menu[data-picked='1'] .opt[data-option]")).first.click()


def test_a_card_is_enlarged_under_the_pointer_and_by_a_tap(visit):
    person = alone(visit, "netrunner")
    card = person.page.locator(".card.tile").first
    card.hover()
    person.page.wait_for_selector(".enlarged .card.large")
    assert person.page.locator(".enlarged .nm").inner_text() in card.inner_text()
    assert person.page.locator(".enlarged .tx").count()
    phone = alone(visit, "mandarin", **PHONE)
    phone.page.locator(".common .card.full:not(.lit)").first.tap()
    phone.page.wait_for_selector(".enlarged .card.large")
    assert phone.page.locator(".enlarged .tx, .enlarged .chip").count()


def test_a_line_of_the_log_opens_to_what_changed_and_the_rule(visit):
    people = seated(visit, "encounter")
    asked, _ = parted(people)
    asked.options().filter(has_text="Guard").click()
    line = asked.page.locator(".log details", has_text="Guard").first
    line.locator("summary").click()
    line.locator(".rule code").wait_for()
    assert (
        "+2 Defense" in " ".join(line.locator(".fx").all_inner_texts())
        and "Then: raise" in line.locator(".rule code").inner_text()
    )
    assert "Guard costs 1 of 3 Action Points" in line.get_by_role("list", name="Why it was allowed").inner_text()
    assert not asked.barriers()
    asked.settled(passed)
    line = pass_line(asked.page)
    line.locator("summary").click()
    line.locator(".why").wait_for()
    assert line.locator(".why").inner_text().strip()


def pass_line(page):
    """Gives the newest line about a pass; if it is one of several quiet lines, these are opened."""
    page.wait_for_selector(".log summary:has-text('passes.')", state="attached")
    line = page.locator(".log [data-line]", has_text="passes.").first
    if not line.is_visible():
        page.locator(".log .quiet", has=page.locator("summary.pass")).first.locator("> summary").click()
    return line


def test_a_line_that_is_opened_while_the_log_changes_stays_open_with_its_details(visit):
    asked, other = parted(seated(visit, "encounter"))
    asked.settled(passed)
    other.page.evaluate("""() => {
      const ask = WebSocket.prototype.send;  // the request for the details waits until the log was drawn again
      WebSocket.prototype.send = function (text) {
        if (text.includes('"explain"')) window.held = () => ask.call(this, text);
        else ask.call(this, text);
      };
    }""")
    pass_line(other.page).locator("summary").click()
    other.page.wait_for_function("() => window.held")
    other.settled(first)
    assert other.page.locator(".log [data-line][open]").count() == 1
    other.page.evaluate("() => window.held()")
    other.page.locator(".log [data-line][open] .why").wait_for()


def test_passes_and_phases_in_a_row_are_one_line_that_opens_to_them_and_stays_open(visit):
    people = seated(visit, "netrunner")
    for _ in range(60):
        asked = asked_of(people)
        if asked.page.locator(".log .quiet > summary", has_text=re.compile(r"· \d+ passes")).count():
            break
        asked.settled(passed if asked.page.locator(".menu .opt.pass[data-option]").count() else first)
    row = asked.page.locator(".log .quiet", has=asked.page.locator("> summary", has_text=re.compile(r"· \d+ passes"))).first
    words = next(line for line in row.locator("> summary").inner_text().splitlines() if "passes" in line)
    passes = row.locator("[data-line]", has=asked.page.locator("summary.pass"))
    assert passes.count() == int(re.search(r"· (\d+) passes", words)[1]) >= 2 and not passes.first.is_visible()
    assert row.locator("[data-line]").count() == passes.count() + len(words.split(" · ")) - 1
    row.locator("> summary").click()
    passes.first.locator("summary").click()
    row.locator(".why").wait_for()
    assert not asked.barriers()
    asked.settled(passed)
    asked.page.wait_for_selector(".log .quiet[open]")


def test_the_details_of_a_shot_show_its_dice_and_sums(visit):
    people = seated(visit, "encounter", "Goblin ford")
    play(people, 12, ".app:has(.menu[data-picked='0']) .mapsvg .chance-n")
    asked, _ = parted(people)
    target = asked.page.locator(".actor.pick:has(.chance)").first
    action = re.search(r": (.+?) →", target.get_attribute("aria-label"))[1]
    asked.settled(lambda page: target.click())
    if asked.page.locator(".menu .opt[data-option]:has-text('→')").count():
        asked.settled(first)
    line = asked.page.locator(f".log details:has-text('{action} →')").first
    line.locator("summary").click()
    line.locator(".sum").first.wait_for()
    assert "d20" in line.locator(".sum").first.inner_text()


def test_the_slider_shows_every_past_position_and_comes_back(visit):
    people = seated(visit, "encounter")
    asked, _ = parted(people)
    asked.page.wait_for_selector(".menu[data-aimed=yes]")
    actors = "() => [...document.querySelectorAll('.actor')].map(each => each.querySelector('.body').outerHTML).join()"
    before = asked.page.evaluate(actors)
    asked.settled(lambda page: page.locator(".tile-pick").first.click())
    asked.page.wait_for_function(f"before => ({actors})() !== before", arg=before)
    slider = asked.page.get_by_label("Look back")
    slider.fill("0")
    asked.page.wait_for_function(f"before => ({actors})() === before", arg=before)
    assert not asked.is_asked() and "Looking back at line 0" in asked.page.locator(".menu").inner_text()
    asked.page.get_by_role("button", name="Back to now").click()
    asked.page.wait_for_function(f"before => ({actors})() !== before", arg=before)


def test_the_slider_of_past_positions_is_shown_on_a_phone_when_it_is_wanted(visit):
    person = alone(visit, "honey", **PHONE)
    slider = person.page.get_by_label("Look back")
    slider.wait_for(state="attached")
    assert not slider.is_visible()
    person.page.get_by_role("button", name="More", exact=True).click()
    person.page.locator("dialog").get_by_role("button", name="Look back").click()
    slider.wait_for(state="visible")
    assert not person.barriers()


def test_a_board_stays_inside_its_frame_in_a_wide_window_and_on_a_phone(visit):
    inside = """() => {
        const [frame, grid] = [".boardwrap", ".board .grid"].map((each) => document.querySelector(each).getBoundingClientRect());
        const across = grid.left >= frame.left && grid.right <= frame.right;
        const down = grid.top >= frame.top && grid.bottom <= frame.bottom;
        return across && down && grid.width > 200;
    }"""
    person = alone(visit, "connect-four")
    for width, height in ((1440, 900), (1000, 1200), (390, 844)):
        person.page.set_viewport_size({"width": width, "height": height})
        assert person.page.evaluate(inside), width
    person.page.set_viewport_size({"width": 1280, "height": 720})


def test_a_map_ten_tiles_wide_is_seen_whole_on_a_phone(visit):
    person = visit(**PHONE)
    person.begin("encounter", "Goblin ford", name="Ada", seats=["person", "bot"])
    box = person.page.locator(".mapsvg").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390


def test_the_map_and_its_actors_have_no_barriers_on_a_phone(visit):
    person = alone(visit, "encounter", **PHONE)
    person.drawn().wait_for_selector(".roster .inline.lit")
    assert person.page.locator(".menu .opt.pass small").inner_text() == "ends Sera’s turn"
    assert not person.barriers() + person.barriers("dark")


def test_two_on_one_tile_of_the_map_do_not_cover_each_other(visit):
    """Finn walks to the tile on which Sera stands; both may stand there."""
    person = alone(visit, "encounter")
    person.drawn()
    person.page.evaluate(SHARED)
    first, second = (each.bounding_box() for each in person.page.locator(".actor .body").all()[:2])
    assert first["x"] + first["width"] <= second["x"] + 1 and first["y"] == second["y"]


SHARED = """async () => {
  const { map } = await import("/static/map.js");
  const thing = (name, handle) => ({ name, handle, tile: [1, 1], stats: {}, most: {}, player: "A", marks: [] });
  const things = new Map([["Sera", 1], ["Finn", 2]].map(([name, handle]) => [handle, thing(name, handle)]));
  const none = { options: () => [], chance: () => null, spoken: () => "", colour: () => "c1", inPlay: () => true };
  const model = { ...none, things, lit: new Map(), view: { map: { width: 2, height: 2, tiles: [] }, scene: "", actor: null } };
  document.querySelector(".centre").replaceChildren(map(model, {}));
}"""


def test_buttons_on_a_phone_are_large_enough_and_no_window_is_wider_than_the_screen(visit):
    person = visit(**PHONE)
    person.begin("honey", "Two hives", name="Ada", seats=["person", "open"])
    small = """(least) => [...document.querySelectorAll(".top button, .menu button, dialog button, dialog input")]
        .filter(each => each.checkVisibility())
        .map(each => [each.textContent, each.getBoundingClientRect()])
        .filter(([, box]) => Math.min(box.width, box.height) < least)"""
    assert not person.page.evaluate(small, 40)
    for name in ("How to play", "Invite", "More"):
        person.page.get_by_role("button", name=name, exact=True).click()
        box = person.page.locator("dialog").bounding_box()
        fits = "box => box.scrollWidth <= box.clientWidth"
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390 and person.page.locator("dialog").evaluate(fits), name
        assert not person.page.evaluate(small, 36), name
        person.page.locator("dialog").get_by_role("button", name="Close").click()


def test_a_first_time_player_is_taught_the_goal_and_a_turn_in_five_lines(visit):
    person = alone(visit, "honey")
    person.page.get_by_role("button", name="How to play").click()
    person.page.wait_for_selector("dialog .taught")
    assert person.page.locator("dialog dt").all_inner_texts() == ["Goal", "Turn"]
    assert person.page.locator("dialog dd").count() == 5
    assert "Now you may" in person.page.locator("dialog .hint").inner_text()
    assert not person.barriers() and not person.barriers("dark")


def test_the_rules_of_the_book_are_one_click_away_and_escaped(visit):
    person = alone(visit, "honey")
    with person.context.expect_page() as opened:
        person.page.get_by_role("button", name="Rules", exact=True).click()
    opened.value.wait_for_selector(".rules article")
    assert "Wasp Raid" in opened.value.locator("main").inner_text()
    person.page = opened.value
    assert not person.barriers() and not person.barriers("dark")


def test_a_rule_with_a_number_opens_to_its_text(visit):
    person = alone(visit, "nomic")
    person.page.locator(".ruleslist [data-rule]").first.click()
    person.page.wait_for_selector("dialog .ruletext")
    assert person.page.locator("dialog .ruletext").inner_text() and not person.barriers()


def test_events_are_announced_to_a_screen_reader(honey):
    _, other = parted(honey)
    live = other.page.locator("#said")
    assert live.get_attribute("aria-live") == "polite"
    parted(honey)[0].settled(passed)
    other.page.wait_for_function("() => document.getElementById('said').textContent.includes('passes')")


def test_time_left_is_shown_where_time_is_part_of_the_rules(visit):
    person = alone(visit, "nomic")
    assert "the floor closes in" in person.page.locator(".ribbon").inner_text()
