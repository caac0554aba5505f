"""A server on a loopback port whose HTTP responses are wrong at random, down to their bytes, and a browser like that.

It is an MCP server, the resource that it protects, and the authorization server. `play` is one client's visit.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import ssl
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, quote, urlsplit

import httpx2

import mcp_bindings as mb
from mcp_bindings.authorization import AuthorizationFlow, ClientProfile
from mcp_bindings.renames import list_names
from mcp_bindings.session.errors import LocalProtocolError
from mcp_bindings.spec.names import CALL_TOOL, DISCOVER
from mcp_bindings.transports import BrowserSignIn, ClientBounds, FlowAuthorizer, FlowHttp
from tests.documents import initialize_result
from tests.revisions import HANDSHAKE

SECONDS = 0.1
"""How long the client waits for each thing."""

BOUNDS = ClientBounds(call_timeout=SECONDS, probe_timeout=SECONDS)
VISIT_SECONDS = 20.0
"""How long a visit may take, since every part of it has a bound of its own."""

INFO = {"name": "visitor", "version": "1"}

DOCUMENTED = (ConnectionError, mb.ProtocolError)
"""What the opening of a connection raises because of a server or a browser. A call also raises `TimeoutError`, and
`LocalProtocolError` if the server has not declared what the call needs."""

BYTES = (b"\xff", b"\xc3\xa9", b"", b"\x00", b"a\rb", b"\xe2\x80\xa8", b"x" * 3_000)
URLS = (
    b"https://[::1",
    b"https://[v1.x]/",
    b"http://xn--a/",
    b"https://xn--\xc3\xa9/",
    b"//",
    b"http:///x",
    b"\xff\xfe",
    b"https://" + b"a" * 300 + b".example/",
    b"https://" + b"a." * 200 + b"b/",
    b"https://host:99999999999/",
    b"https://host:x/",
    b"/\\..\\",
    b"x" * 70_000,
    b"http://a@b@c/",
    b"/mcp",
    b"http://\xe2\x84\xa8/",
    b"http://[::1%25x]/",
    b"https://1.2.3.4.5/",
    b"https://0x7f.1/",
    b"http://127.0.0.1:1/",
    b"http://localhost:1/",
    b"javascript:x",
    b"",
)
MEDIA_TYPES = (
    b"application/json",
    b"text/event-stream",
    b"text/event-stream; charset=\xff",
    b"application/json; charset=utf-16",
    b"application/json, text/event-stream",
    b"",
    b";;;",
    b"text/html",
    b"\xc3\xa9/\xc3\xa9",
)
LENGTHS = (b"0", b"5", b"-1", b"1e3", b"99999999999999999999", b"5, 6", b"\xb2", b"0x10", b"", b"+3")
SIZES = (b"-1", b"g", b"FFFFFFFFFFFFFFFFFFFF", b"", b"1;x=\xff", b"0")
STATUSES = (
    *(200, 201, 202, 204, 206, 301, 302, 303, 307, 308),
    *(400, 401, 403, 404, 405, 429, 500, 503, 100, 101, 199, 600, 999),
)
CHALLENGES = (
    b"Bearer",
    b"," * 3_000,
    b'Bearer a="' + b"\\" * 2_001,
    b"Basic realm=x, Bearer",
    b"\xff",
    *(b'Bearer error="insufficient_scope", scope="\xff \xc3\xa9"', b'Bearer error="insufficient_scope", scope="a"'),
    *(b'Bearer resource_metadata="%s"' % url for url in URLS),
)
HEADERS = (
    *((b"Content-Encoding", each) for each in (b"gzip", b"br", b"identity", b"\xff", b"gzip, identity", b"")),
    *((b"Set-Cookie", each) for each in (b"a=\xff; domain=[", b"a=b; expires=x", b"x" * 70_000)),
    *((b"Transfer-Encoding", each) for each in (b"gzip", b"chunked, chunked", b"\xff")),
    *((b"Mcp-Session-Id", each) for each in (b"", b"\xc3\xa9", b"a b", b"x" * 5_000, b"\x7f", b"1, 2")),
    *((b"Location", each) for each in URLS),
    *((b"X\xff", b"x"), (b"", b"x"), (b"A B", b"x"), (b"X", b"\x00"), (b"X", b"a\rb"), (b"Retry-After", b"-1")),
)
EVENTS = (
    *(b"id: %s\n" % each for each in BYTES),
    *(b"retry: %s\n" % each for each in (b"0", b"9" * 30, b"\xd9\xa3", b"-1")),
    *(b"event: endpoint\ndata: %s\n\n" % each for each in URLS),
    *(b"data: %s\n\n" % each for each in BYTES),
    *(b"data: %s\n\n" % each for each in (b"{", b"[]", b'{"jsonrpc":"2.0","id":99,"result":{}}', b"null")),
    b'data: {"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}\n\n',
    b'data: {"jsonrpc":"2.0","id":7,"method":"ping"}\n\n',
    b'data: {"jsonrpc":"2.0","id":{},"method":"ping"}\n\n',
    b": comment\n\n",
    b"\xef\xbb\xbf\xef\xbb\xbfdata\n\n",
    b"\r\r\n\n\r",
    b"data" * 1_000 + b"\n",
)
VALUES: tuple[Any, ...] = (
    *(None, "", "\ud800", "é", "x", -1, 1e308, 10**30, True, [], {}, [None], {"": None}, "x" * 3_000),
    *(each.decode("latin-1") for each in URLS),
    f"https://as.example/?{'a=b&' * 100}",
)
HEADER_NAMES = ("A", "\xe9", "a b", "X" * 9_000)
CALLBACKS = ("", "?", "?code=x&state=y", "?" + "a=b&" * 100, "?%ff=%ff", "?state=\xff")


class Received(NamedTuple):
    """One HTTP request."""

    method: str
    path: str
    token: bytes
    """The header `Authorization`."""
    body: bytes


class HostileServer:
    """One server for one client.

    Args:
        chance: of every choice.
        rate: how often a part of a response is wrong.
        is_protected: whether the MCP endpoint asks for a token.
    """

    def __init__(self, chance: random.Random, rate: float, *, is_protected: bool = False) -> None:
        self.chance = chance
        self.rate = rate
        self.is_protected = is_protected
        self.has_sessions = chance.random() < 0.6
        self.base = ""

    async def start(self) -> asyncio.Server:
        """Listen on a free loopback port."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.base = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        return server

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Respond to the requests of one connection."""
        try:
            while True:
                answer = self._answer(await _read(reader))
                step = self.chance.choice([1, 7, 1_000, len(answer)]) if len(answer) <= 5_000 else len(answer)
                for place in range(0, len(answer), max(step, 1)):
                    writer.write(answer[place : place + step])
                await writer.drain()
                if self._is_bad():
                    break
        except (OSError, EOFError, asyncio.LimitOverrunError):
            pass  # the client has disconnected
        finally:
            writer.close()

    def _is_bad(self, times: int = 1) -> bool:
        """Draw whether the next part is wrong; the more times, the less often."""
        return all(self.chance.random() < self.rate for _ in range(times))

    def _pick(self, right: bytes, wrong: tuple[bytes, ...], times: int = 1) -> bytes:
        return self.chance.choice(wrong) if self._is_bad(times) else right

    def _answer(self, received: Received) -> bytes:
        """The whole response to one HTTP request."""
        status, kind, text, headers = self._right(received)
        if self._is_bad():
            status = self.chance.choice(STATUSES)
        if kind:
            headers.append((b"Content-Type", self._pick(kind, MEDIA_TYPES)))
        if status in (401, 403):
            headers.append((b"WWW-Authenticate", self._pick(self._challenge(), CHALLENGES)))
        if status // 100 == 3:
            headers.append((b"Location", self.chance.choice(URLS)))
        if self._is_bad(2):
            headers.append(self.chance.choice(HEADERS))
        if self.chance.random() < 0.3:
            headers.append((b"Transfer-Encoding", b"chunked"))
            text = self._chunked(text)
        else:
            headers.append((b"Content-Length", self._pick(b"%d" % len(text), LENGTHS, 2)))
        version = self._pick(b"HTTP/1.1", (b"HTTP/1.0", b"HTTP/2", b"HTTP/1.1.1", b"\xff"), 2)
        reason = self.chance.choice([b"OK", b"\xff\xc3", b""])
        lines = [b"%s %d %s" % (version, status, reason), *(b"%s: %s" % header for header in headers), b"", b""]
        answer = self._pick(b"\r\n", (b"\n",)).join(lines) + text
        return self._damaged(answer) if self._is_bad(2) else answer

    def _damaged(self, answer: bytes) -> bytes:
        """Some bytes cut off, changed or put in."""
        place = self.chance.randrange(len(answer))
        match self.chance.randrange(3):
            case 0:
                return answer[:place]
            case 1:
                return answer[:place] + self.chance.randbytes(1) + answer[place + 1 :]
            case _:
                return answer[:place] + self.chance.randbytes(9) + answer[place:]

    def _chunked(self, text: bytes) -> bytes:
        step = 1 + len(text) // self.chance.choice([1, 3])
        parts = [text[place : place + step] for place in range(0, len(text), step)]
        chunks = [b"%s\r\n%s\r\n" % (self._pick(b"%x" % len(part), SIZES, 2), part) for part in parts]
        return b"".join(chunks) + self._pick(b"0\r\n\r\n", (b"0\r\nX: \xff\r\n\r\n", b"0\r\n", b""))

    def _challenge(self) -> bytes:
        return b'Bearer resource_metadata="%s/resource"' % self.base.encode()

    def _right(self, received: Received) -> tuple[int, bytes, bytes, list[tuple[bytes, bytes]]]:
        """Status, media type, body and headers of the right response, of which the document may be wrong."""
        document = self._document(received)
        if document is not None:
            self._spoil(document)
            return 200, b"application/json", json.dumps(document).encode(), []
        if self.is_protected and received.token != b"Bearer good":
            return 401, b"", b"", []
        if received.method == "GET" and self.chance.random() < 0.5:
            return 200, b"text/event-stream", self._events(b""), []
        if received.method != "POST":
            return 405, b"", b"", []
        message = json.loads(received.body)
        if "id" not in message or "method" not in message:
            return 202, b"", b"", []
        is_opening = message["method"] == "initialize" and self.has_sessions
        headers = [(b"Mcp-Session-Id", b"session-1")] if is_opening else []
        text = self._response(message)
        if self.chance.random() < 0.5:
            return 200, b"application/json", text, headers
        return 200, b"text/event-stream", self._events(text), headers

    def _document(self, received: Received) -> dict[str, Any] | None:
        """The document of the resource or the authorization server at a path; None at the MCP endpoint."""
        match received.path:
            case "/resource":
                return {"resource": f"{self.base}/mcp", "authorization_servers": [self.base], "scopes_supported": ["a"]}
            case "/.well-known/oauth-authorization-server":
                ends = {
                    f"{name}_endpoint": f"{self.base}/{name}" for name in ("authorization", "token", "registration")
                }
                return {"issuer": self.base, "code_challenge_methods_supported": ["S256"], **ends}
            case "/registration":
                return {"client_id": "dynamic", "token_endpoint_auth_method": "none"}
            case "/token":
                return {"access_token": "good", "token_type": "Bearer", "expires_in": 1, "refresh_token": "r"}
            case _:
                return None

    def _spoil(self, document: dict[str, Any]) -> None:
        if self._is_bad():
            name = self.chance.choice([*document, "nextCursor", "_meta", "error"])
            document[name] = self.chance.choice(VALUES)

    def _response(self, message: dict[str, Any]) -> bytes:
        answer: dict[str, Any] = {"jsonrpc": "2.0", "id": message["id"]}
        result = self._result(message)
        if result is None:
            answer["error"] = {"code": -32601, "message": "no such method"}
        else:
            answer["result"] = result
        self._spoil(answer if result is None or self._is_bad() else result)
        return json.dumps(answer).encode()

    def _result(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """The right result of a request; None if the server has no such method."""
        about: dict[str, Any] = {"capabilities": {"tools": {}}, "serverInfo": {"name": "hostile", "version": "1"}}
        newest = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
        match message["method"]:
            case "initialize":
                required = initialize_result(HANDSHAKE[-1], {})
                return {**required, **about, "protocolVersion": message["params"]["protocolVersion"]}
            case method if method in list_names(DISCOVER) and not self.has_sessions:
                return {"supportedVersions": list(mb.REVISIONS), **about, **newest}
            case "tools/list":
                argument = {"type": "string", "x-mcp-header": self.chance.choice(HEADER_NAMES)}
                schema = {"type": "object", "properties": {"a": argument}}
                return {"tools": [{"name": "t", "inputSchema": schema}], **newest}
            case method if method in list_names(CALL_TOOL):
                return {"content": [{"type": "text", "text": "x"}], "resultType": "complete"}
            case _:
                return None

    def _events(self, text: bytes) -> bytes:
        """A stream with a message, perhaps after other events."""
        others = b"".join(self.chance.choice(EVENTS) for _ in range(self.chance.randrange(3) if self._is_bad() else 0))
        return others + (b"data: %s\n\n" % text if text else b"")


class HostileBrowser:
    """Opens URLs for a user, or does not.

    Args:
        chance: of every choice.
        rate: how often it misbehaves.
    """

    def __init__(self, chance: random.Random, rate: float) -> None:
        self.chance, self.rate = chance, rate
        self.closed = threading.Event()

    def open(self, url: str) -> bool:
        """Send a redirect to the program."""
        if self.chance.random() >= self.rate:
            self._redirect(url, "")
            return True
        match self.chance.randrange(6):
            case 0:
                raise OSError(7, "Argument list too long")
            case 1:
                raise RuntimeError(url)
            case 2:
                return False
            case 3:
                self._redirect(url, "")
                self.closed.wait(VISIT_SECONDS)  # such as a browser in the terminal
                return True
            case 4:
                return True
            case _:
                self._redirect(url, self.chance.choice(CALLBACKS))
                return True

    def _redirect(self, url: str, callback: str) -> None:
        query = dict(parse_qsl(urlsplit(url).query))
        target = urlsplit(query["redirect_uri"])
        right = f"?code=c&state={quote(query['state'])}"
        connection = http.client.HTTPConnection(target.hostname or "", target.port, timeout=1)
        try:
            connection.putrequest("GET", target.path + (callback or right), skip_host=True)
            connection.endheaders()
            connection.getresponse().read()
        except (OSError, ValueError, http.client.HTTPException):
            pass
        finally:
            connection.close()


class UndocumentedError(AssertionError):
    """A client has raised something that no page names."""


async def play(seed: int, *, signs_in: bool, count: Callable[[str], None]) -> None:
    """One visit of a client: it opens a connection, lists the tools and calls one.

    Args:
        seed: of every choice.
        signs_in: whether the server asks for a token.
        count: is told how the visit ended.

    Raises:
        UndocumentedError: by another exception than those that are documented, or by one that nobody retrieved.
    """
    chance = random.Random(seed)
    rate = chance.choice([0.03, 0.1, 0.3])
    server, browser = HostileServer(chance, rate, is_protected=signs_in), HostileBrowser(random.Random(seed), rate)
    lost: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: lost.append(f"{context}"))
    listening = await server.start()
    started = time.monotonic()
    authorizer = _authorizer(server, browser)
    try:
        async with mb.connect(f"{server.base}/mcp", info=INFO, bounds=BOUNDS, authorizer=authorizer) as client:
            await _visit(client)
            count("served")
    except DOCUMENTED as error:
        count(type(error).__name__)
    except Exception as error:
        raise UndocumentedError(f"{type(error).__name__}: {error}") from error
    finally:
        browser.closed.set()
        listening.close()
    if lost:
        raise UndocumentedError(f"in a task that nobody waits for: {lost[0]}")
    if time.monotonic() - started > VISIT_SECONDS:
        raise UndocumentedError(f"a visit of {time.monotonic() - started:.0f} s")


async def _visit(client: Any) -> None:
    try:
        await client.list_tools()
        await client.call_tool(name="t", arguments={"a": "v"})
    except (TimeoutError, asyncio.TimeoutError, LocalProtocolError):
        pass  # as the calls document


def _authorizer(server: HostileServer, browser: HostileBrowser) -> FlowAuthorizer | None:
    if not server.is_protected:
        return None
    sign_in = BrowserSignIn(open_browser=browser.open)
    profile = ClientProfile(sign_in.redirect_uri)
    flow = AuthorizationFlow(f"{server.base}/mcp", revisions=mb.REVISIONS, profile=profile, allow_loopback=True)
    plain = httpx2.AsyncHTTPTransport(verify=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))  # loads no certificates
    return FlowAuthorizer(flow, sign_in, patience=SECONDS, http=FlowHttp(flow.policy, transport=plain, timeout=SECONDS))


async def _read(reader: asyncio.StreamReader) -> Received:
    head, *lines = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(b":") for line in lines)}
    method, path, _ = head.decode("latin-1").split(" ")
    body = await reader.readexactly(int(headers.get(b"content-length", b"0")))
    return Received(method, path.partition("?")[0], headers.get(b"authorization", b""), body)
