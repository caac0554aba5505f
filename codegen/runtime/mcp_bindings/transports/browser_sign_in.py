"""Sign-in of the user with a browser on this machine. The redirect arrives on a loopback port.

Page: /specification/2026-07-28/basic/authorization/security-considerations; RFC 8252 section 7.3.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from urllib.parse import parse_qsl, urlsplit

from ..authorization.steps import OpenUrl
from ..options import check_callable, check_class, check_number

_HOST = "127.0.0.1"
_MAX_PORT = 65_535
_MAX_HEAD_BYTES = 32 * 1024
"""Largest head of an HTTP request that the browser may send, in bytes."""

_READ_TIMEOUT = 10.0
_MAX_FIELDS = 64

_HEADERS = (
    "Content-Type: text/html; charset=utf-8",
    "Cache-Control: no-store",
    "Connection: close",
    "Content-Security-Policy: default-src 'none'",
    "Referrer-Policy: no-referrer",
    "X-Content-Type-Options: nosniff",
)
_RECEIVED_TEXT = "You can close this window and return to the program."
_UNEXPECTED_TEXT = "The program that you return to did not expect this."

_log = logging.getLogger(__name__)


class BrowserSignIn:
    """The `sign_in` of a `FlowAuthorizer` for a program on the machine of its user.

    This object listens on its port only while a user signs in. A redirect with the `state` of a sign-in ends the
    sign-in. Other requests, for example from another page in the browser, are rejected with status 400. One object
    serves several sign-ins at the same time, such as those of several flows, if they run in one event loop.

    Args:
        port: the port of the redirect URI; by default a free one. A client id that was registered beforehand may need a
            fixed port.
        path: the path of the redirect URI.
        open_browser: a function that opens a URL and returns whether a browser was opened; by default
            `webbrowser.open`. This function runs in a separate thread, and may return late or never.

    Attributes:
        redirect_uri: the redirect URI, for `ClientProfile.redirect_uri`.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: the port is negative or too large, or the path does not begin with a slash.
        OSError: the port cannot be used, for example since another program uses it.
    """

    def __init__(
        self, *, port: int = 0, path: str = "/callback", open_browser: Callable[[str], bool] = webbrowser.open
    ) -> None:
        check_number("port", port, least=0, is_whole=True)
        check_class("path", path, str, "a text such as '/callback'")
        if port > _MAX_PORT:
            raise ValueError(f"port must be at most {_MAX_PORT}, not {port}")
        if not path.startswith("/"):
            raise ValueError(f"path must begin with a slash: path={'/' + path!r}")
        check_callable("open_browser", open_browser, ("url",), "(url)")
        self._open_browser = open_browser
        self._path = path
        with _bind_socket(port) as free:
            self._port: int = free.getsockname()[1]
        self.redirect_uri: str = f"http://{_HOST}:{self._port}{path}"
        self._listening: asyncio.Task[asyncio.Server] | None = None
        self._received: dict[asyncio.Future[str], str] = {}  # the `state` by the future of the redirect

    async def __call__(self, step: OpenUrl) -> str:
        """Open the URL of a sign-in, and wait for the redirect.

        Returns:
            The full URL of the redirect.

        Raises:
            ConnectionError: no browser can be opened, or another program uses the port now.
        """
        loop = asyncio.get_running_loop()
        if self._listening is None or self._listening.get_loop() is not loop:
            self._listening = self._start_listening()
        listening = self._listening
        received: asyncio.Future[str] = loop.create_future()
        self._received[received] = dict(parse_qsl(urlsplit(step.url).query)).get("state", "")
        try:
            await asyncio.shield(listening)
            opened = self._start_browser(step.url)
            await asyncio.wait((opened, received), return_when=asyncio.FIRST_COMPLETED)
            if not received.done() and not opened.result():
                raise ConnectionError("no browser can be opened")
            return await received
        finally:
            del self._received[received]
            if not self._received:
                self._listening = None
                (await asyncio.shield(listening)).close()

    def _start_listening(self) -> asyncio.Task[asyncio.Server]:
        """Listen on the port in a task, whose result is the server.

        Raises:
            ConnectionError: another program uses the port.
        """
        try:
            bound = _bind_socket(self._port)
        except OSError:
            raise ConnectionError(f"another program uses the port {self._port}") from None
        loop = asyncio.get_running_loop()
        return loop.create_task(loop.create_server(lambda: _BrowserConnection(self._handle_request), sock=bound))

    def _start_browser(self, url: str) -> asyncio.Future[bool]:
        """Open a URL in a daemon thread.

        Returns:
            A future. Its result is True if a browser was opened; False also if `open_browser` has raised an error,
            which is logged.
        """
        loop = asyncio.get_running_loop()
        opened: asyncio.Future[bool] = loop.create_future()

        def set_result(is_open: bool) -> None:
            if not opened.done():
                opened.set_result(is_open)

        def open_url() -> None:
            is_open = False
            try:
                is_open = self._open_browser(url)
            except BaseException as error:  # `open_browser` and the machine may raise any error
                _log.warning("opening the browser raised %s", type(error).__name__)
            with suppress(RuntimeError):  # the loop is closed, so nothing waits for the result
                loop.call_soon_threadsafe(set_result, is_open)

        Thread(target=open_url, name="open browser", daemon=True).start()
        return opened

    def _handle_request(self, head: bytes) -> bytes:
        """Return the response to an HTTP request of the browser. If the request is a redirect, end its sign-in.

        Args:
            head: the head of the request.
        """
        found = [each for each, state in self._received.items() if self._is_redirect(head, state)]
        for received in found:
            if not received.done():
                received.set_result(f"{self.redirect_uri}?{_read_target(head).partition('?')[2]}")
        status, text = ("200 OK", _RECEIVED_TEXT) if found else ("400 Bad Request", _UNEXPECTED_TEXT)
        page = f"<!doctype html><title>Sign-in</title><p>{text}</p>"
        lines = [f"HTTP/1.1 {status}", *_HEADERS, f"Content-Length: {len(page)}", "", page]
        return "\r\n".join(lines).encode()

    def _is_redirect(self, head: bytes, state: str) -> bool:
        """Return whether an HTTP request is the redirect of a sign-in.

        Args:
            head: the head of the request.
            state: the `state` of the sign-in.
        """
        path, _, query = _read_target(head).partition("?")
        if path != self._path:
            return False
        try:
            return ("state", state) in parse_qsl(query, keep_blank_values=True, max_num_fields=_MAX_FIELDS)
        except ValueError:
            return False


class _BrowserConnection(asyncio.Protocol):
    """A connection from the browser, on which one HTTP request is answered.

    A browser may reset the connection as soon as it has sent the request. The request counts nevertheless.

    Args:
        respond: function that returns the response to a request with the given head.
    """

    def __init__(self, respond: Callable[[bytes], bytes]) -> None:
        self._respond = respond
        self._head = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Record the connection. It is closed if the request does not arrive in time."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._timer = asyncio.get_running_loop().call_later(_READ_TIMEOUT, transport.abort)

    def data_received(self, data: bytes) -> None:
        """Respond when the whole head has arrived, and close the connection. Close it too if the head is too long."""
        if self._transport.is_closing():
            return
        self._head += data
        head, end, _ = self._head.partition(b"\r\n\r\n")
        if end and len(head) <= _MAX_HEAD_BYTES:
            self._transport.write(self._respond(head))
        if end or len(self._head) > _MAX_HEAD_BYTES:
            self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._timer.cancel()


def _read_target(head: bytes) -> str:
    """Return the path and the query of a GET, from the head of an HTTP request.

    Returns:
        The path and the query; an empty text if the request is no GET, or not in ASCII.
    """
    method, _, rest = head.partition(b"\r\n")[0].decode("latin-1").partition(" ")
    target = rest.partition(" ")[0]
    return target if method == "GET" and target.isascii() else ""


def _bind_socket(port: int) -> socket.socket:
    """Return a socket that is bound to a loopback port; to a free port if `port` is 0.

    Raises:
        OSError: the port cannot be used, for example since another program uses it.
    """
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere, this would let another program take the port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((_HOST, port))
    except OSError:
        found.close()
        raise
    return found
