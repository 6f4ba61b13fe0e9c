"""JSON-RPC 2.0, one message per line: reads requests and batches, reports what is wrong with them, writes replies.

It knows nothing of games: a handler gets a method and its params, and gives the result as JSON text or raises a Fault.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Final, NamedTuple

PARSE, INVALID, METHOD, PARAMS, INTERNAL = -32700, -32600, -32601, -32602, -32603
LINE: Final = 4 << 20
"""The largest size of a line in bytes."""

DIGITS: Final = 1000
"""The largest number of digits of a whole number."""

_HALF: Final = re.compile("[\ud800-\udfff]")
_WRITER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
_SHOWN: Final = 60
_MISSING: Final = object()

Data = dict[str, Any]
Handler = Callable[[str, Any], str]


class Fault(Exception):
    """The error of a reply: a number, a sentence and data for programs."""

    def __init__(self, number: int, message: str, data: Data) -> None:
        super().__init__(message)
        self.number, self.message, self.data = number, message, data


class Request(NamedTuple):
    """One call; without an id it is a notification, which gets no reply."""

    method: str
    params: Any
    id: Any = _MISSING


# -- reading -----------------------------------------------------------------------------------------------------------


def lines(source: BinaryIO, limit: int = LINE) -> Iterator[bytes | None]:
    """Give the lines of a stream; None for one that is too long, which is read to its end and dropped."""
    while line := source.readline(limit + 1):
        whole = line
        while len(whole) > limit and not whole.endswith(b"\n"):
            whole = source.readline(limit + 1) or b"\n"
        yield line if len(line) <= limit or line.endswith(b"\n") else None


def decode(line: bytes) -> Any:
    """Read one line of JSON."""
    try:
        return _READER.decode(line.decode("utf-8"))
    except RecursionError:
        raise Fault(PARSE, "the line is nested too deeply", {"code": "parse", "expected": "JSON of a few levels"}) from None
    except ValueError as error:
        raise Fault(PARSE, f"the line is not JSON: {error}", {"code": "parse", "expected": "one JSON-RPC 2.0 message"}) from None


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is not a number of JSON")


def _whole(text: str) -> int:
    if len(text) > DIGITS:
        raise ValueError(f"{quote(text)} is too large a number")
    return int(text)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{quote(text)} is too large a number")
    return number


_READER: Final = json.JSONDecoder(parse_constant=_no_number, parse_float=_finite, parse_int=_whole)


def id_of(message: Any) -> Any:
    """Give the id of a message, _MISSING where it has none."""
    number = message.get("id", _MISSING) if isinstance(message, dict) else None
    if isinstance(number, bool | list | dict):
        raise Fault(
            INVALID, f"an id must be text or a number, not {quote(number)}", {"code": "request", "expected": "text, a number"}
        )
    return number


def request(message: Any) -> Request:
    """Read a message as a request."""
    number = id_of(message)
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0" or not isinstance(message.get("method"), str):
        expected = '{"jsonrpc": "2.0", "id": 1, "method": "hello"}'
        raise Fault(INVALID, f"not a request of JSON-RPC 2.0: {quote(message)}", {"code": "request", "expected": expected})
    return Request(message["method"], message.get("params", {}), number)


def quote(value: Any) -> str:
    """Show a value in a message, shortened."""
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


# -- answering ---------------------------------------------------------------------------------------------------------


def encode(value: Any) -> str:
    """Write a value as one line of JSON; half characters, which cannot be sent, are written as numbers."""
    text = _WRITER.encode(value)
    try:
        text.encode()
    except UnicodeEncodeError:
        return _HALF.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    return text


def failed(number: Any, fault: Fault) -> str:
    """Write the reply that says what is wrong."""
    error = {"code": fault.number, "message": fault.message, "data": fault.data}
    return encode({"jsonrpc": "2.0", "id": None if number is _MISSING else number, "error": error})


def succeeded(number: Any, result: str) -> str | None:
    """Write the reply to a request with its result as JSON text; None for a notification."""
    return None if number is _MISSING else f'{{"jsonrpc":"2.0","id":{encode(number)},"result":{result}}}'


def reply(line: bytes | None, handle: Handler) -> str | None:
    """Answer one line; None where nothing is answered."""
    if line is None:
        return failed(None, Fault(INVALID, "the line is too long", {"code": "line", "expected": f"at most {LINE} bytes"}))
    if not line.strip():
        return None
    try:
        message = decode(line)
        if message == []:
            raise Fault(INVALID, "the batch is empty", {"code": "request", "expected": "a list of requests"})
    except Fault as fault:
        return failed(None, fault)
    return _batch(message, handle) if isinstance(message, list) else _one(message, handle)


def _batch(messages: list[Any], handle: Handler) -> str | None:
    replies = [text for message in messages if (text := _one(message, handle)) is not None]
    return f"[{','.join(replies)}]" if replies else None


def _one(message: Any, handle: Handler) -> str | None:
    number: Any = None
    try:
        number = id_of(message)
        wanted = request(message)
        result = handle(wanted.method, wanted.params)
    except Fault as fault:
        return None if number is _MISSING and fault.number != INVALID else failed(number, fault)
    return succeeded(number, result)
