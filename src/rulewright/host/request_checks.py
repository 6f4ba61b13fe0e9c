"""Checks where a request comes from, and sets the security headers of our pages."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HERE: Final = ("localhost", "127.0.0.1", "[::1]")
LARGEST: Final = 8 << 20
"""The largest size of a form in bytes; it may contain a whole saved game."""
HEADERS: Final = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class RequestCheck:
    """Refuses requests under another host name, and writing requests from pages of other sites."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...] = ()) -> None:
        self.app = app
        self.hosts = {*HERE, *(host.casefold() for host in hosts)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, then pass it on and add our headers to the reply."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        wrong = self._wrong(scope)
        if wrong:
            await self._refuse(scope, receive, send, wrong)
            return
        await self.app(scope, receive, lambda message: send(_with_headers(scope, message)))

    def _wrong(self, scope: Scope) -> str:
        """Say what is wrong with the origin of a request; "" if nothing is."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if _name(host) not in self.hosts:
            return f"this server does not answer to {host[:80]!r}: open the address that it printed"
        writes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if writes and not _own(headers, host):
            return "the request was sent by a page of another site"
        if int(headers.get("content-length") or 0) > LARGEST:
            return f"the form is too large: at most {LARGEST:,} bytes"
        return ""

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, wrong: str) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": wrong[:120]})
        else:
            await PlainTextResponse(wrong, 403)(scope, receive, send)


def _own(headers: Headers, host: str) -> bool:
    """Say whether a request comes from a page of ours; a page without a referrer may omit the origin of a form too."""
    origin = headers.get("origin", "null")
    return urlsplit(origin).netloc == host if origin != "null" else headers.get("sec-fetch-site") == "same-origin"


def _name(host: str) -> str:
    """Give a host's name without its port."""
    return (host if host.endswith("]") else host.rpartition(":")[0] or host).casefold()


def _with_headers(scope: Scope, message: Message) -> Message:
    if message["type"] == "http.response.start":
        headers = MutableHeaders(scope=message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if scope["path"].startswith("/static/"):
            headers["cache-control"] = "max-age=3600"
    return message
