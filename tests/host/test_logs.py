"""The server's own log contains no link, cookie, seed or card."""

import json
import subprocess
import sys

from tests.host.houses import Browser
from tests.host.test_access import invited


def test_secrets_are_not_logged(tmp_path):
    store = str(tmp_path / "games.sqlite")
    command = [sys.executable, "-m", "rulewright", "serve", "--port", "0", "--no-browser", "--store", store]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert process.stdout is not None
    address = next(word for word in process.stdout.readline().split() if word.startswith("http")).rstrip("/")
    host, guest = Browser(address), Browser(address)
    game = host.begin(book="mandarin", seat1="open")
    seat, watch = invited(host, game)
    guest.post(seat, name="Bea")
    guest.post(watch)
    guest.get("/j/no-such-link"), guest.get(f"/g/{game}/export"), guest.post("/import", save="{}")
    with guest.sit(game, 1) as line:
        line.ask("answer", picks=["nothing of the kind"])
        line.wire.send("{")
    seed = json.loads(host.get(f"/g/{game}/export").text)["seed"]
    secrets = [seat, watch, *host.cookies.values(), *guest.cookies.values(), str(seed)]
    for browser in (host, guest):
        browser.http.close()
    process.terminate()
    written = process.communicate()[0]
    assert not [secret for secret in secrets if secret.removeprefix("/j/") in written] and "Traceback" not in written
