"""JSON-RPC 2.0 over lines: which lines are requests, what is answered, and which error a malformed line gets."""

import io
import json

import pytest

from rulewright.protocol import messages
from rulewright.protocol.messages import INTERNAL, INVALID, METHOD, PARAMS, PARSE
from tests.adapters.client import Client

HELLO = {"jsonrpc": "2.0", "method": "hello"}


@pytest.fixture
def client() -> Client:
    return Client()


@pytest.mark.parametrize("number", [1, 0, -7, 1.5, "a", "", None, 10**30])
def test_a_reply_carries_the_requests_id(client: Client, number: object):
    """The id in the reply is the id as it was sent: a text, a number or null."""
    assert client.line(json.dumps({**HELLO, "id": number}))["id"] == number


def test_a_notification_is_not_answered(client: Client):
    """A request without an id is carried out, and no reply is sent."""
    assert client.line(json.dumps({**HELLO, "method": "new"})) is None
    assert len(client.engine.games) == 1


def test_a_notification_that_fails_is_not_answered(client: Client):
    """If it cannot be carried out, no error is sent either."""
    assert client.line(json.dumps({**HELLO, "method": "nonsense"})) is None


def test_a_batch_is_answered_by_a_batch(client: Client):
    """The requests of a list are done in order and answered in one list."""
    replies = client.line(json.dumps([{**HELLO, "id": 1}, {**HELLO, "id": 2, "method": "games"}]))
    assert [reply["id"] for reply in replies] == [1, 2]


def test_a_batch_of_notifications_is_not_answered(client: Client):
    """If no request of a list has an id, no reply is sent."""
    assert client.line(json.dumps([HELLO, HELLO])) is None


def test_a_wrong_message_in_a_batch_does_not_affect_the_others(client: Client):
    """An invalid request in a list gets its own error, and the others are carried out."""
    replies = client.line(json.dumps([7, {**HELLO, "id": 1}, [HELLO]]))
    assert [reply.get("error", {}).get("code") for reply in replies] == [INVALID, None, INVALID]


def test_an_empty_batch_is_refused(client: Client):
    """An empty list is answered by one error."""
    assert client.line("[]")["error"]["code"] == INVALID


@pytest.mark.parametrize("line", ["", "   ", "\r\n"])
def test_an_empty_line_is_passed_over(client: Client, line: str):
    """A line with nothing on it is not answered."""
    assert client.line(line) is None


MALFORMED = [
    "{", "nonsense", "'hello'", '{"jsonrpc": "2.0",}', "NaN", '{"id": Infinity}', '{"id": 1e999}', "[" * 100_000,
    '{"a":' * 50_000,
    '"\\u12"', "1" * 5000, b"\xff\xfe{}", b"\x00", b'{"a": "\xc3"}', "{} {}",
]  # fmt: skip


@pytest.mark.parametrize("line", MALFORMED, ids=range(len(MALFORMED)))
def test_a_malformed_line_gets_an_error_and_the_engine_lives_on(client: Client, line: str | bytes):
    """A line that is not JSON gets a parse error without an id, and the next line is handled as usual."""
    reply = client.line(line)
    assert (reply["error"]["code"], reply["id"], reply["error"]["data"]["code"]) == (PARSE, None, "parse")
    assert client.call("hello")["program"] == "rulewright"


def test_a_number_of_too_many_digits_is_refused_in_words_of_our_own(client: Client):
    """The words of Python would advise to change a limit of the server."""
    assert "'111" in (said := client.line("1" * 5000)["error"]["message"]) and said.endswith("is too large a number")


NO_REQUESTS = [
    7, "hello", None, True, {}, {"method": "hello"}, {"jsonrpc": "1.0", "method": "hello"}, {"jsonrpc": "2.0"},
    {"jsonrpc": "2.0", "method": 7}, {"jsonrpc": "2.0", "method": None, "id": None},
    {"jsonrpc": 2.0, "method": "hello", "id": []},
    {**HELLO, "id": True}, {**HELLO, "id": {}},
]  # fmt: skip


@pytest.mark.parametrize("message", NO_REQUESTS, ids=range(len(NO_REQUESTS)))
def test_json_that_is_not_a_request_is_refused(client: Client, message: object):
    """JSON that is not a JSON-RPC 2.0 request gets an error without an id."""
    reply = client.line(json.dumps(message))
    assert (reply["error"]["code"], reply["id"]) == (INVALID, None)


def test_a_request_that_is_wrong_but_has_an_id_gets_it_back(client: Client):
    """With the id a program knows which of its requests was invalid."""
    assert client.line('{"id": 9, "method": "hello"}')["id"] == 9


def test_an_unknown_method_is_answered_with_the_nearest(client: Client):
    """An unknown method gets an error that lists the methods and the most similar one."""
    error = client.error("anser")
    assert (error["code"], error["data"]["code"], error["data"]["nearest"][0]) == (METHOD, "method", "answer")
    assert "why_not" in error["data"]["expected"]


def test_text_that_is_no_valid_unicode_is_answered_with_escapes(client: Client):
    """Text that UTF-8 cannot encode is answered with JSON escapes."""
    text = client.engine.reply(b'{"jsonrpc": "2.0", "id": "\\ud800", "method": "games"}')
    assert text is not None and text.encode("utf-8") and json.loads(text)["id"] == "\ud800"


def test_the_error_numbers_are_those_of_json_rpc():
    """The errors that the standard defines have the numbers of the standard."""
    assert (PARSE, INVALID, METHOD, PARAMS, INTERNAL) == (-32700, -32600, -32601, -32602, -32603)


def test_a_long_line_is_refused_and_forgotten():
    """A line over the limit is read as None, and the next line as usual; a line at the limit is read whole."""
    stream = io.BytesIO(b"a" * 8 + b"\n" + b"b" * 9 + b"\n" + b"c" * 40 + b"\nd\n" + b"e" * 9)
    assert list(messages.lines(stream, 8)) == [b"a" * 8 + b"\n", None, None, b"d\n", None]


def test_a_last_line_without_an_end_is_read():
    """The last line counts even where the input ends without a line end."""
    assert list(messages.lines(io.BytesIO(b"a\nb"))) == [b"a\n", b"b"]


def test_a_line_that_is_too_long_is_answered(client: Client):
    """It gets an error that says how long a line may be."""
    error = client.line(None)["error"]
    assert (error["code"], error["data"]) == (INVALID, {"code": "line", "expected": "at most 4194304 bytes"})
