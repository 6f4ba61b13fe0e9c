"""A browser and a server for all tests of a file, and guests who leave when their test is over."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

from rulewright.kernel.state import dice
from tests.host.chromium import Person, chromium
from tests.host.houses import House, house


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's browser."""
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with the shipped books and the small games."""
    with house(tmp_path_factory.mktemp("served")) as running:
        yield running


@pytest.fixture
def given_dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals the same cards and dice whenever a test is run: its name gives the secrets that a server draws at random."""
    drawn = Random(request.node.originalname)
    monkeypatch.setattr(dice, "key", lambda: drawn.getrandbits(2 * dice.KEY) | 1 << (2 * dice.KEY))


@pytest.fixture
def visit(browser: Browser, served: House, given_dice: None) -> Iterator[Callable[..., Person]]:
    """Lets somebody come with cookies of their own; nothing may have gone wrong in any page."""
    guests: list[Person] = []

    def come(**options: Any) -> Person:
        guests.append(Person(browser, served.address, **options))
        return guests[-1]

    yield come
    for guest in guests:
        guest.context.close()
    assert not [fault for guest in guests for fault in guest.faults]
