"""A real browser for the tests: pages of one server, each with cookies of its own, driven as a person would."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, sync_playwright

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
"""Without these it looks for hosts that a closed network does not have."""
PATIENCE = 20_000


@contextmanager
def chromium() -> Iterator[Browser]:
    """Starts the system's browser without a window."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path="/usr/bin/chromium", args=QUIET)
        yield browser
        browser.close()


class Person:
    """A person at a page; an error in the page fails the test."""

    def __init__(self, browser: Browser, address: str, **options: Any) -> None:
        self.address, self.look = address, options
        self.context = browser.new_context(base_url=address, **{"reduced_motion": "reduce", **options})
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)

    def leave(self) -> None:
        """Resets the page to the state before the person came: nothing is left of the visit."""
        first, *others = self.context.pages
        for each in others:
            each.close()
        self.page = first
        first.evaluate("() => localStorage.clear()")
        first.goto("about:blank")
        self.context.clear_cookies()
        self.context.clear_permissions()
        first.mouse.move(0, 0)
        first.emulate_media(color_scheme=self.look.get("color_scheme", "light"))

    def begin(self, book: str, scene: str, *, name: str, seats: Sequence[str], public: str = "no", ready: str = ".app") -> str:
        """Begins a game in the lobby, by its form; gives the game's id."""
        self.page.goto("/")
        form = self.page.locator("form", has=self.page.locator(f'input[name=scene][value="{scene}"]')).filter(
            has=self.page.locator(f'input[name=book][value="{book}"]')
        )
        self.page.locator("li", has=form).locator("> .scene").click()
        form.get_by_label("Your name").fill(name)
        for seat, kind in enumerate(seats):
            form.locator(f"select[name=seat{seat}]").select_option(kind)
        if public != "no":
            form.locator("summary").click()
            form.locator("select[name=public]").select_option(public)
        form.get_by_role("button", name="Begin").click()
        self.page.wait_for_selector(ready)
        return self.page.url.rsplit("/", 1)[-1]

    def start(self, book: str, scene: str, *, seats: Sequence[str]) -> None:
        """Begins a game as Ada with what the lobby's form would send, without opening the lobby."""
        chairs = {f"seat{number}": kind for number, kind in enumerate(seats)}
        self._send("/games", {"book": book, "scene": scene, "name": "Ada", **chairs})

    def join(self, link: str, name: str) -> None:
        """Takes a seat by a link with the request that its page would send, without opening the page."""
        self._send(link, {"name": name})

    def _send(self, address: str, form: dict[str, Any]) -> None:
        """Sends a form and opens the game that it leads to."""
        reply = self.context.request.post(address, form=form, headers={"origin": self.address}, max_redirects=0)
        assert reply.status == 303, reply.text()
        self.page.goto(reply.headers["location"])
        self.page.wait_for_selector(".app")

    def invited(self) -> list[str]:
        """Gives the links that others may come by: the free seats' first, the spectators' last."""
        self.page.get_by_role("button", name="Invite").click()
        self.page.wait_for_selector("dialog .links input")
        rows = [row for row in self.page.locator("dialog .links li").all() if "other device" not in row.inner_text()]
        links = [str(row.locator("input").input_value()) for row in rows]
        self.page.locator("dialog").get_by_role("button", name="Close").click()
        return links

    def come(self, link: str, name: str = "") -> None:
        """Opens a link and sits down."""
        self.page.goto(link)
        if name:
            self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button").click()
        self.page.wait_for_selector(".app")

    def options(self) -> Locator:
        """Gives the options that can be picked now, passing last."""
        return self.page.locator(".menu .opt[data-option]")

    def is_asked(self) -> bool:
        """Says whether there is anything to pick."""
        return self.options().count() > 0

    def settled(self, do: Callable[[Page], object]) -> None:
        """Does something and waits until the question is no longer asked."""
        before = self.page.locator(".menu").get_attribute("data-ask")
        do(self.page)
        self.page.wait_for_function("before => document.querySelector('.menu').dataset.ask !== before", arg=before)

    def drawn(self) -> Page:
        """Gives the page when its menu also shows the possible targets of each option."""
        self.page.wait_for_selector(".menu[data-aimed=yes]")
        return self.page

    def barriers(self, theme: Literal["light", "dark"] = "light") -> list[str]:
        """Gives the accessibility problems that axe-core finds on the page: what each one is, and where."""
        self.page.emulate_media(color_scheme=theme)
        found = Axe().run(self.page).response["violations"]
        return [f"{each['impact']}: {each['help']}: {node['html'][:200]}" for each in found for node in each["nodes"]]

    def text(self) -> str:
        """Gives all text on the page."""
        return self.page.locator("#table").inner_text()


class Pages:
    """The pages of a browser: a page that is free again is given to the next person with the same kind of screen.

    A page whose scripts are loaded and compiled costs a fifth of a new one.
    """

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address, self.unused = browser, address, list[Person]()

    def take(self, look: dict[str, Any]) -> Person:
        """Gives a person a page, and makes a new one if all suitable pages are in use."""
        found = next((each for each in self.unused if each.look == look), None)
        if found is None:
            return Person(self.browser, self.address, **look)
        self.unused.remove(found)
        return found

    def free(self, person: Person) -> None:
        """Takes a page back; a page in which an error occurred is closed."""
        if person.faults:
            person.context.close()
        else:
            person.leave()
            self.unused.append(person)
