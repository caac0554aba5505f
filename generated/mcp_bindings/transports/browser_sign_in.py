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

_HOST = "127.0.0.1"
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

    This object listens on its port only while the user signs in. A redirect with the `state` of the sign-in ends the
    sign-in. Other requests, for example from another page in the browser, are rejected with status 400.

    Args:
        port: the port of the redirect URI; by default a free one. A client id that was registered beforehand may need a
            fixed port.
        path: the path of the redirect URI.
        open_browser: a function that opens a URL and returns whether a browser was opened; by default
            `webbrowser.open`. This function runs in a separate thread, and may return late or never.

    Attributes:
        redirect_uri: the redirect URI, for `ClientProfile.redirect_uri`.

    Raises:
        OSError: another program uses the port.
    """

    def __init__(
        self, *, port: int = 0, path: str = "/callback", open_browser: Callable[[str], bool] = webbrowser.open
    ) -> None:
        self._open_browser = open_browser
        self._path = path
        with _bind_socket(port) as free:
            self._port: int = free.getsockname()[1]
        self.redirect_uri: str = f"http://{_HOST}:{self._port}{path}"

    async def __call__(self, step: OpenUrl) -> str:
        """Open the URL of a sign-in, and wait for the redirect.

        Returns:
            The full URL of the redirect.

        Raises:
            ConnectionError: no browser can be opened, or another program uses the port now.
        """
        wanted = dict(parse_qsl(urlsplit(step.url).query)).get("state", "")
        received: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await self._serve_browser(reader, writer, wanted, received)

        try:
            listening = _bind_socket(self._port)
        except OSError:
            raise ConnectionError(f"another program uses the port {self._port}") from None
        server = await asyncio.start_server(serve, sock=listening, limit=_MAX_HEAD_BYTES)
        try:
            opened = self._start_browser(step.url)
            await asyncio.wait((opened, received), return_when=asyncio.FIRST_COMPLETED)
            if not received.done() and not opened.result():
                raise ConnectionError("no browser can be opened")
            return await received
        finally:
            server.close()

    def _start_browser(self, url: str) -> asyncio.Future[bool]:
        """Open a URL in a daemon thread.

        Returns:
            A future. Its result is True if a browser was opened; False also if `open_browser` has raised an error.
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

    async def _serve_browser(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, wanted: str, received: asyncio.Future[str]
    ) -> None:
        """Respond to one HTTP request of the browser.

        Args:
            reader: the connection from the browser.
            writer: the connection to the browser, which is closed at the end.
            wanted: the `state` of the sign-in.
            received: the future that gets the redirect URL, if the request is the redirect of the sign-in.
        """
        try:
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), _READ_TIMEOUT)
            url = self._find_redirect_url(head, wanted)
            status, text = ("200 OK", _RECEIVED_TEXT) if url is not None else ("400 Bad Request", _UNEXPECTED_TEXT)
            page = f"<!doctype html><title>Sign-in</title><p>{text}</p>"
            lines = [f"HTTP/1.1 {status}", *_HEADERS, f"Content-Length: {len(page)}", "", page]
            writer.write("\r\n".join(lines).encode())
            await asyncio.wait_for(writer.drain(), _READ_TIMEOUT)
            if url is not None and not received.done():
                received.set_result(url)
        except (OSError, EOFError, asyncio.LimitOverrunError, asyncio.TimeoutError):
            pass  # the browser may open connections that it does not use
        finally:
            writer.close()

    def _find_redirect_url(self, head: bytes, wanted: str) -> str | None:
        """Return the redirect URL in the head of an HTTP request.

        Args:
            head: the head of the request.
            wanted: the `state` of the sign-in.

        Returns:
            The full URL; None if the request is not the redirect of the sign-in.
        """
        method, _, rest = head.partition(b"\r\n")[0].decode("latin-1").partition(" ")
        target = rest.partition(" ")[0]
        path, _, query = target.partition("?")
        if method != "GET" or path != self._path or not target.isascii():
            return None
        try:
            fields = parse_qsl(query, keep_blank_values=True, max_num_fields=_MAX_FIELDS)
        except ValueError:
            return None
        return f"{self.redirect_uri}?{query}" if ("state", wanted) in fields else None


def _bind_socket(port: int) -> socket.socket:
    """Return a socket that is bound to a loopback port; to a free port if `port` is 0.

    Raises:
        OSError: another program uses the port.
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
