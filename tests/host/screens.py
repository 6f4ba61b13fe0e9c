"""Takes the screenshots of docs/screens: each book in the middle of a game, light or dark, wide or on a phone.

python -m tests.host.screens docs/screens [BOOK ...]
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from playwright.sync_api import Page, ViewportSize

from tests.host.chromium import Person, chromium
from tests.host.houses import house
from tests.host.palette import small

WIDE, PHONE = ViewportSize(width=1440, height=900), ViewportSize(width=390, height=844)
SHOTS = {
    "riftbound": ("Duel", 2, "light", ".app:has(.pile) .place .army .card"),
    "encounter": ("Goblin ford", 2, "dark", ".mapsvg .chance"),
    "netrunner": ("Saltmarsh and the harbour", 2, "dark", ".ice .card:nth-child(2), .place:has(.ice .card) ~ .place .ice .card"),
    "nomic": ("Three chairs", 3, "light", ".piles .pile"),
    "mandarin": ("Three at the ford", 3, "light", ".pile .item[data-to]"),
    "honey": ("Two hives", 2, "dark", ".pile .item"),
}
"""Each book's scene, its seats, light or dark, and what must be on the table."""
EARLY, CLICKS = 4, 60
"""After so many clicks a game is in its middle, and after so many no more is waited for."""


def main(folder: Path, books: list[str]) -> None:
    """Takes the pictures and says how large they are."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as kept, house(Path(kept)) as place, chromium() as browser:
        for book in books or SHOTS:
            for name, picture in taken(Person(browser, place.address, color_scheme=SHOTS[book][2], viewport=WIDE), book):
                (folder / f"{name}.png").write_bytes(picture)
                print(f"{name}.png {len(picture) // 1024} KB")


def taken(person: Person, book: str) -> Iterator[tuple[str, bytes]]:
    """Plays a book against bots into the middle of a game, and takes a wide picture and one of a phone."""
    scene, seats, _, wanted = SHOTS[book]
    person.begin(book, scene, name="Ann", seats=["person", *["bot"] * (seats - 1)])
    person.page.get_by_role("button", name="Got it").click()
    for click in range(CLICKS):
        person.page.wait_for_selector(".menu .opt[data-option], .menu .typed, .outcome")
        if person.page.locator(".outcome").count() or (click > EARLY and person.page.locator(wanted).count()):
            break
        person.settled(partial(go_on, click))
    person.page.wait_for_timeout(800)
    for name, size in ((book, WIDE), (f"{book}-phone", PHONE)):
        person.page.set_viewport_size(size)
        person.page.wait_for_timeout(300)
        yield name, small(person.page.screenshot(animations="disabled"))


def go_on(click: int, page: Page) -> None:
    """Clicks various options; questions for a text are skipped."""
    options = page.locator(".menu .opt[data-option]:not(.pass)")
    if page.locator(".menu .typed").count():
        page.locator(".menu .back").click()
    elif options.count():
        options.nth(click * 7 % options.count()).click()
    else:
        page.locator(".menu .opt[data-option]").first.click()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
