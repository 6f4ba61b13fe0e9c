"""People at a table in the browser: who sits where, who is asked, and how they play."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from playwright.sync_api import Page

from tests.host.chromium import Person

Visit = Callable[..., Person]
BOARD = "tic-tac-toe"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LOOKS = 500
"""So often it is looked whether anybody is asked."""
SCENES = {
    "encounter": ("Duel", 2),
    "honey": ("Two hives", 2),
    "mandarin": ("Three at the ford", 3),
    "netrunner": ("Saltmarsh and the harbour", 2),
    "nomic": ("Three chairs", 3),
    "riftbound": ("Duel", 2),
    BOARD: ("Nine squares", 2),
    "connect-four": ("Upright", 2),
}


def alone(visit: Visit, book: str, **options: object) -> Person:
    """Seats one person, with bots in all other seats."""
    scene, seats = SCENES[book]
    person = visit(**options)
    person.start(book, scene, seats=["person", *["bot"] * (seats - 1)])
    return person


def seated(visit: Visit, book: str, scene: str = "", **options: object) -> list[Person]:
    """Seats a person in each seat of a book's scene, the first as the host."""
    usual, seats = SCENES[book]
    host = visit(**options)
    host.start(book, scene or usual, seats=["person", *["open"] * (seats - 1)])
    people = [host]
    for number, link in enumerate(host.invited()[:-1]):
        people.append(visit(**options))
        people[-1].join(link, ("Bea", "Cas")[number])
    return people


def asked_of(people: Sequence[Person]) -> Person | None:
    """Waits until somebody is asked and gives this person; None if the game is over."""
    for _ in range(LOOKS):
        asked = next((person for person in people if person.is_asked()), None)
        if asked is not None or people[0].page.get_by_text("The game is over").count():
            return asked
        people[0].page.wait_for_timeout(20)
    raise AssertionError("nobody is asked, and the game is not over")


def parted(people: Sequence[Person]) -> tuple[Person, Person]:
    """Gives the person who is asked, and another person."""
    asked = asked_of(people)
    assert asked is not None
    return asked, next(person for person in people if person is not asked)


def play(people: Sequence[Person], clicks: int, until: str = "") -> int:
    """Lets whoever is asked click the first option again and again, or until something is drawn; gives how often."""
    for done in range(clicks):
        asked = asked_of(people)
        if asked is None:
            return done
        if until and asked.drawn().locator(until).count():
            return done
        asked.settled(first)
    return clicks


def first(page: Page) -> None:
    """Clicks the first option."""
    page.locator(".menu .opt[data-option]").first.click()


def passed(page: Page) -> None:
    """Clicks to pass."""
    page.locator(".menu .opt.pass[data-option]").click()
