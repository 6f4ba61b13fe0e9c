"""Messages over the connection are the same, byte for byte, whatever the viewer may not see."""

import asyncio

import pytest

from rulewright import books
from rulewright.host import workers
from rulewright.host.viewer_log import ViewerLog
from rulewright.kernel.sight.visibility import HOST
from tests.host import leaks


@pytest.mark.parametrize("book", leaks.secretive())
def test_no_byte_that_is_sent_tells_what_its_reader_may_not_know(book, tmp_path):
    assert asyncio.run(leaks.run([book], 2, 1, tmp_path))[book] > 100


def test_a_log_that_tells_a_hidden_card_is_noticed(tmp_path, monkeypatch):
    told = ViewerLog._tell

    def as_the_host_sees_it(self, game, since, last=None):
        mine, self.viewer = self.viewer, HOST
        yield from told(self, game, since, last)
        self.viewer = mine

    monkeypatch.setattr(ViewerLog, "_tell", as_the_host_sees_it)
    with pytest.raises(leaks.Different):
        asyncio.run(leaks.run(["mandarin"], 4, 1, tmp_path))


def test_a_bot_that_knows_a_hidden_card_is_noticed(tmp_path, monkeypatch):
    monkeypatch.setitem(workers.TASKS, "think", lambda given: workers.seen(workers.BotTask(*given)).state.names)
    with pytest.raises(leaks.Different, match=": bot"):
        asyncio.run(leaks.run(["mandarin"], 4, 1, tmp_path))


def test_the_other_books_hide_nothing():
    assert set(books.shipped()) - set(leaks.secretive()) == {"encounter", "nomic"}
