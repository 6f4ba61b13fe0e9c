"""`rulewright engine` as a separate process: it reads lines, writes lines and ends correctly."""

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"
COMMAND = [sys.executable, "-m", "rulewright", "engine"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONIOENCODING": "ascii"}


def start(*options: str) -> subprocess.Popen[bytes]:
    """Starts an engine."""
    pipe = subprocess.PIPE
    return subprocess.Popen([*COMMAND, *options], stdin=pipe, stdout=pipe, stderr=pipe, env=ENVIRONMENT)


def ask(engine: subprocess.Popen[bytes], line: bytes) -> dict:
    """Sends one line and waits for its reply."""
    assert engine.stdin is not None and engine.stdout is not None
    engine.stdin.write(line + b"\n")
    engine.stdin.flush()
    return dict(json.loads(engine.stdout.readline()))


def request(method: str, **params: object) -> bytes:
    """Writes a request."""
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()


def test_a_session_is_answered_line_by_line():
    """A reply comes before the next request, bad lines are answered, and at the end of the input the status is 0."""
    engine = start("--games", "1")
    try:
        assert ask(engine, request("hello"))["result"]["limits"]["games"] == 1
        assert ask(engine, b"nonsense")["error"]["code"] == -32700
        assert ask(engine, b"x" * ((4 << 20) + 1))["error"]["data"]["code"] == "line"
        begun = ask(engine, request("new", scene="Duel", seed=7))["result"]
        option = begun["asking"]["asked"][0]["options"][-1]["id"]
        told = ask(engine, request("answer", game="g1", picks=[option]))["result"]
        assert "→" in json.dumps(told, ensure_ascii=False)
        assert ask(engine, request("new"))["error"]["data"]["code"] == "games"
        out, errors = engine.communicate(timeout=30)
    finally:
        engine.kill()
    assert (engine.returncode, out, errors) == (0, b"", b"")


def test_an_engine_without_input_exits_with_0():
    """An engine without requests ends with its input."""
    engine = start()
    assert (*engine.communicate(b"", timeout=30), engine.returncode) == (b"", b"", 0)


def test_a_last_line_without_an_end_is_answered():
    """The last request counts even if the line is not ended."""
    out, errors = start().communicate(request("games"), timeout=30)
    assert (json.loads(out)["result"], errors) == ({"games": []}, b"")


@pytest.mark.parametrize("requests", [2, 2000])
def test_a_reader_that_goes_away_ends_it_quietly(requests: int):
    """If nobody reads the replies any more, the engine ends without a message."""
    engine = start()
    assert engine.stdin is not None and engine.stdout is not None and engine.stderr is not None
    engine.stdout.close()
    with contextlib.suppress(BrokenPipeError):
        engine.stdin.write((request("hello") + b"\n") * requests)
    with contextlib.suppress(BrokenPipeError):
        engine.stdin.close()
    assert (engine.wait(timeout=30), engine.stderr.read()) == (0, b"")
    engine.stderr.close()
