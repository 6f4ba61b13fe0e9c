"""One browser with its pages for all tests, one server for all tests, and guests who leave at the end of their test."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

from rulewright.host.store import Store
from rulewright.kernel.state import dice
from tests.host.chromium import Pages, Person, chromium
from tests.host.houses import House, house


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's browser."""
    with chromium() as running:
        yield running


@pytest.fixture(scope="session")
def pages(browser: Browser, served: House) -> Pages:
    """The pages of the browser that are free."""
    return Pages(browser, served.address)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with the shipped books and the small games."""
    with house(tmp_path_factory.mktemp("served")) as running:
        yield running


@pytest.fixture(autouse=True)
def no_running_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Hides the event loop that the shared browser leaves running in this thread from tests that run their own."""
    running = asyncio._get_running_loop()
    if "browser" not in request.fixturenames:
        asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store in a folder of the test."""
    made = Store(tmp_path / "games.sqlite")
    yield made
    made.close()


@pytest.fixture
def given_dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives a test the same cards and dice in each run: its name replaces the secrets that a server draws at random."""
    drawn = Random(request.node.originalname)
    monkeypatch.setattr(dice, "key", lambda: drawn.getrandbits(2 * dice.KEY) | 1 << (2 * dice.KEY))


@pytest.fixture
def visit(pages: Pages, given_dice: None) -> Iterator[Callable[..., Person]]:
    """Lets a person come with their own cookies; the test fails if there is an error in any page."""
    guests: list[Person] = []

    def come(**options: Any) -> Person:
        guests.append(pages.take(options))
        return guests[-1]

    yield come
    for guest in guests:
        pages.free(guest)
    assert not [fault for guest in guests for fault in guest.faults]
