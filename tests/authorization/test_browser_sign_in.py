"""A sign-in with a browser: the redirect arrives at a port of this machine, and nothing else is taken for it."""

from __future__ import annotations

import asyncio
import http.client
import socket
import struct
import threading
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest

from mcp_bindings.authorization import OpenUrl
from mcp_bindings.transports import BrowserSignIn

STEP = OpenUrl("https://as.example.net/authorize?client_id=x&state=right", "https://as.example.net")


class Browser:
    """Opens a URL by sending requests to the redirect URI."""

    def __init__(self, *targets: str, method: str = "GET") -> None:
        self.targets, self.method = targets, method
        self.opened: list[str] = []
        self.pages: list[tuple[int, str]] = []
        self.sign_in = BrowserSignIn(open_browser=self._open)

    def _open(self, url: str) -> bool:
        self.opened.append(url)
        self.thread = threading.Thread(target=self._send)
        self.thread.start()
        return True

    def _send(self) -> None:
        uri = urlsplit(self.sign_in.redirect_uri)
        for target in self.targets:
            connection = http.client.HTTPConnection(uri.hostname or "", uri.port, timeout=20)
            connection.request(self.method, target)
            response = connection.getresponse()
            self.pages.append((response.status, response.read().decode()))
            connection.close()


def signed_in(browser: Browser) -> str:
    return asyncio.run(browser.sign_in(STEP))


def test_the_redirect() -> None:
    browser = Browser("/callback?code=1&state=right&iss=x%20y")
    assert signed_in(browser) == f"{browser.sign_in.redirect_uri}?code=1&state=right&iss=x%20y"
    browser.thread.join()
    assert browser.opened == [STEP.url]
    ((status, page),) = browser.pages
    assert (status, "close this window" in page) == (200, True)


def test_several_users_sign_in_at_the_same_time() -> None:
    browser = Browser("/callback?code=2&state=second", "/callback?code=1&state=right")
    targets, opened = list(browser.targets), threading.Event()

    def open_browser(url: str) -> bool:
        if opened.is_set():
            browser._open(url)  # pyright: ignore[reportPrivateUsage]
        opened.set()
        return True

    browser.sign_in = BrowserSignIn(open_browser=open_browser)
    second = OpenUrl(STEP.url.replace("right", "second"), STEP.issuer)

    async def main() -> list[str]:
        found = [*await asyncio.gather(browser.sign_in(STEP), browser.sign_in(second))]
        with socket.create_server(("127.0.0.1", urlsplit(browser.sign_in.redirect_uri).port or 0)):
            return found

    uri = browser.sign_in.redirect_uri.removesuffix("/callback")
    assert asyncio.run(main()) == [f"{uri}{target}" for target in reversed(targets)]


def test_a_browser_may_reset_the_connection_after_its_request() -> None:
    def open_browser(url: str) -> bool:
        with socket.create_connection(("127.0.0.1", urlsplit(sign_in.redirect_uri).port or 0), timeout=20) as made:
            made.sendall(b"GET /callback?code=1&state=right HTTP/1.1\r\n\r\n")
            made.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return True

    for _ in range(20):
        sign_in = BrowserSignIn(open_browser=open_browser)
        assert asyncio.run(asyncio.wait_for(sign_in(STEP), 20)).endswith("?code=1&state=right")


def test_a_second_sign_in_has_the_same_redirect_uri() -> None:
    browser = Browser("/callback?code=1&state=right")
    assert signed_in(browser) == signed_in(browser)


@pytest.mark.parametrize(
    "target",
    [
        "/callback?code=evil&state=wrong",
        "/callback?code=evil",
        "/callback",
        "/other?code=evil&state=right",
        "/callback?" + "&".join(["a=b"] * 100),
        "/callback?code=<script>&state=wrong",
        "/favicon.ico",
    ],
)
def test_other_requests_do_not_end_it(target: str) -> None:
    browser = Browser(target, "/callback?code=good&state=right")
    assert "code=good" in signed_in(browser)
    browser.thread.join()
    assert [status for status, _ in browser.pages] == [400, 200]
    assert "script" not in browser.pages[0][1]


def test_only_a_get_is_a_redirect() -> None:
    browser = Browser("/callback?code=evil&state=right", method="POST")

    async def main() -> None:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(browser.sign_in(STEP), 0.2)

    asyncio.run(main())
    browser.thread.join()
    assert [status for status, _ in browser.pages] == [400]


def raw(*parts: bytes) -> Callable[[BrowserSignIn], None]:
    """Sends bytes that are no request, and closes the connection."""

    def send(sign_in: BrowserSignIn) -> None:
        with socket.create_connection(("127.0.0.1", urlsplit(sign_in.redirect_uri).port or 0), timeout=20) as made:
            for part in parts:
                made.sendall(part)

    return send


@pytest.mark.parametrize("send", [raw(), raw(b"GET"), raw(b"\r\n\r\n"), raw(b"\xff\x00 \xff\r\n\r\n")])
def test_what_is_no_request_does_not_end_it(send: Callable[[BrowserSignIn], None]) -> None:
    browser = Browser("/callback?code=good&state=right")
    right = browser._send  # pyright: ignore[reportPrivateUsage]

    def first() -> None:
        send(browser.sign_in)
        right()

    browser._send = first  # type: ignore[method-assign]
    assert "code=good" in signed_in(browser)


@pytest.mark.parametrize("error", [OSError(7, "Argument list too long"), RuntimeError("x"), ValueError("x")])
def test_a_browser_command_that_fails(error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    def fail(url: str) -> bool:
        raise error

    with pytest.raises(ConnectionError, match="no browser"):
        asyncio.run(BrowserSignIn(open_browser=fail)(STEP))
    assert type(error).__name__ in caplog.text


def test_a_browser_command_that_does_not_return() -> None:
    browser, closed = Browser("/callback?code=1&state=right"), threading.Event()

    def wait(url: str) -> bool:
        browser._open(url)  # pyright: ignore[reportPrivateUsage]
        return closed.wait(60)

    sign_in = BrowserSignIn(open_browser=wait)
    browser.sign_in = sign_in
    try:
        assert asyncio.run(sign_in(STEP)).endswith("?code=1&state=right")
    finally:
        is_waiting = not closed.is_set()
        closed.set()
    assert is_waiting, "neither the sign-in nor the end of the loop waits for the command"


def test_a_user_who_does_not_come_back() -> None:
    closed = threading.Event()

    async def main() -> None:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(BrowserSignIn(open_browser=lambda url: closed.wait(60))(STEP), 0.05)

    asyncio.run(main())
    closed.set()


def test_an_endpoint_with_many_fields() -> None:
    browser = Browser("/callback?code=1&state=right")
    step = OpenUrl(f"https://as.example.net/authorize?{'a=b&' * 500}state=right", STEP.issuer)
    assert asyncio.run(browser.sign_in(step)).endswith("?code=1&state=right")


def test_a_machine_without_a_browser() -> None:
    sign_in = BrowserSignIn(open_browser=lambda url: False)
    with pytest.raises(ConnectionError, match="no browser"):
        asyncio.run(sign_in(STEP))


def test_a_port_that_is_in_use() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(OSError, match="in use"):
        BrowserSignIn(port=taken.getsockname()[1])
    browser = Browser("/callback?code=1&state=right")
    signed_in(browser)
    port = urlsplit(browser.sign_in.redirect_uri).port or 0
    with socket.create_server(("127.0.0.1", port)), pytest.raises(ConnectionError, match="another program"):
        signed_in(browser)


def test_a_fixed_redirect_uri() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    assert BrowserSignIn(port=port, path="/back").redirect_uri == f"http://127.0.0.1:{port}/back"
