"""docs/engine.md: its session happens as shown, and it describes every method, param, error and event."""

import json
import re

from rulewright.adapters.engine import METHODS
from rulewright.protocol.faults import NUMBERS
from rulewright.protocol.records import FIELDS
from tests.adapters import session
from tests.adapters.session import PAGE, Exchange

TEXT = PAGE.read_text(encoding="utf-8")


def section(title: str) -> str:
    """Gives the text under a heading, up to the next."""
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#|\Z)", TEXT, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def test_the_session_happens_as_shown():
    """Each line of the session, sent in order, is answered as the page shows."""
    shown = [(exchange, reply) for exchange, reply in session.replay(session.exchanges(TEXT))]
    wrong = [(e.sent, e.shown, reply) for e, reply in shown if not session.alike(json.loads(e.shown or "null"), reply)]
    assert len(shown) >= 20 and wrong == []


def test_a_reply_that_differs_is_noticed():
    """A reply that is shown wrongly is found, so the other test can fail."""
    ((_, reply),) = session.replay([Exchange('{"jsonrpc": "2.0", "id": 1, "method": "games"}', "")])
    assert not session.alike({"jsonrpc": "2.0", "id": 1, "result": {"games": [7]}}, reply)
    assert session.alike({"jsonrpc": "2.0", "id": "…", "result": "…"}, reply)


def test_every_method_is_used_in_the_session():
    """The session shows every method at least once."""
    sent = "\n".join(exchange.sent for exchange in session.exchanges(TEXT))
    assert [name for name in METHODS if f'"method": "{name}"' not in sent] == []


def test_every_method_and_param_is_described():
    """Each method has a section that names each of its params."""
    missing = {
        name: [p.name for p in wanted if f"`{p.name}`" not in section(f"`{name}`")] for name, (_, wanted) in METHODS.items()
    }
    assert {name: params for name, params in missing.items() if params or not section(f"`{name}`")} == {}


def test_every_error_is_listed():
    """Each number and short code is in the table of errors."""
    assert [code for code, number in NUMBERS.items() if not re.search(rf"\| {number} \| `{code}` \|", TEXT)] == []
    assert [n for n in (-32700, -32600, -32601, -32602, -32603) if f"| {n} |" not in TEXT] == []


def test_every_kind_of_event_is_listed():
    """Each kind of event is in the table of events."""
    assert [kind for kind in FIELDS if f"| `{kind}` |" not in TEXT] == []
