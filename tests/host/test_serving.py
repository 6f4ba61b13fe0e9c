"""The command that hosts games: the address on which it listens, and what it prints."""

import pytest

from rulewright.host import server
from tests.cli.runs import run


@pytest.fixture
def serve(tmp_path, monkeypatch):
    """Runs the command until it would serve; gives its output and the address on which it listens."""
    heard: list[str] = []

    class Silent:
        def run(self, sockets):
            for each in sockets:
                heard.append(each.getsockname()[0])
                each.close()

    monkeypatch.setattr(server, "served", lambda made: Silent())

    def serving(*options: str):
        told = run("serve", "--port", "0", "--no-browser", "--store", tmp_path / "games.sqlite", *options)
        assert told.exit_code == 0, told.output
        return told.output, heard.pop()

    return serving


def test_only_this_machine_is_served_unless_said_otherwise(serve):
    told, address = serve()
    assert address == "127.0.0.1" and "http://localhost:" in told and "plain HTTP" not in told


def test_a_server_on_a_network_warns_about_plain_http(serve):
    told, address = serve("--lan")
    assert address == "0.0.0.0" and "plain HTTP: whoever can listen on this network can" in told
