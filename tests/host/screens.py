"""Takes the screenshots of docs/screens: each book in the middle of a game, light or dark, wide or on a phone.

python -m tests.host.screens docs/screens [BOOK ...]
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from playwright.sync_api import Locator, Page, ViewportSize

from tests.host.chromium import Person, chromium
from tests.host.houses import house
from tests.host.palette import small

WIDE, PHONE = ViewportSize(width=1440, height=900), ViewportSize(width=390, height=844)
SHOTS = {
    "riftbound": ("Duel", 2, "light"),
    "encounter": ("Lantern Row", 2, "dark"),
    "netrunner": ("Saltmarsh and the harbour", 2, "dark"),
    "nomic": ("Three chairs", 3, "light"),
    "mandarin": ("Two at the river", 2, "light"),
    "honey": ("Two hives", 2, "dark"),
}
CLICKS = 30
"""So many clicks a game is played into its middle."""


def main(folder: Path, books: list[str]) -> None:
    """Takes the pictures and says how large they are."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as kept, house(Path(kept)) as place, chromium() as browser:
        for book in books or SHOTS:
            for name, picture in taken(Person(browser, place.address, color_scheme=SHOTS[book][2], viewport=WIDE), book):
                (folder / f"{name}.png").write_bytes(picture)
                print(f"{name}.png {len(picture) // 1024} KB")


def taken(person: Person, book: str) -> Iterator[tuple[str, bytes]]:
    """Plays a book into its middle against bots and takes it wide and on a phone."""
    scene, seats, _ = SHOTS[book]
    person.begin(book, scene, name="Ann", seats=["person", *["bot"] * (seats - 1)])
    for click in range(CLICKS):
        person.page.wait_for_selector(".menu .opt[data-option], .menu .typed, .outcome")
        options = person.page.locator(".menu .opt[data-option]:not(.pass)")
        if person.page.locator(".outcome, .menu .typed").count():
            break
        chosen = options.nth(click * 7 % options.count()) if options.count() else person.options().first
        person.settled(partial(clicked, chosen))
    person.page.wait_for_timeout(800)
    for name, size in ((book, WIDE), (f"{book}-phone", PHONE)):
        person.page.set_viewport_size(size)
        person.page.wait_for_timeout(300)
        yield name, small(person.page.screenshot(animations="disabled"))


def clicked(option: Locator, page: Page) -> None:
    """Clicks an option of a page."""
    option.click()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
