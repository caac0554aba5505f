"""What a client fetches for a flow: URLs, addresses, redirects, sizes and times are checked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import httpx2
import pytest

from mcp_bindings.authorization import FetchPolicy
from mcp_bindings.transports import FlowHttp
from mcp_bindings.transports.flow_authorizer import resolve_host
from tests.authorization.asgi_world import ADDRESS

URL = "https://as.example.net/metadata"
POLICY = FetchPolicy()

Answer = Callable[[httpx2.Request], httpx2.Response]


class Network:
    """Servers behind addresses, and what was sent to them."""

    def __init__(self, answer: Answer, addresses: Sequence[str] = (ADDRESS,)) -> None:
        self.answer, self.addresses = answer, addresses
        self.requests: list[httpx2.Request] = []
        self.resolved: list[str] = []

    def http(self, policy: FetchPolicy = POLICY, **options: Any) -> FlowHttp:
        return FlowHttp(policy, transport=httpx2.MockTransport(self._received), resolve=self._resolve, **options)

    def get(self, url: str = URL, policy: FetchPolicy = POLICY, **options: Any) -> tuple[int, bytes]:
        return asyncio.run(self.http(policy, **options).get(url, {"Accept": "application/json"}))

    def _received(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(request)
        return self.answer(request)

    async def _resolve(self, host: str, port: int) -> Sequence[str]:
        self.resolved.append(f"{host}:{port}")
        return self.addresses


def says(status: int = 200, body: bytes = b"{}", **headers: str) -> Answer:
    return lambda _: httpx2.Response(status, stream=httpx2.ByteStream(body), headers=headers)


def test_a_request_goes_to_the_address_that_was_checked() -> None:
    network = Network(says(body=b'{"a":1}'))
    assert network.get("https://as.example.net:8443/x?y=z") == (200, b'{"a":1}')
    (sent,) = network.requests
    assert str(sent.url) == f"https://{ADDRESS}:8443/x?y=z"
    assert (sent.headers["Host"], sent.extensions["sni_hostname"]) == ("as.example.net:8443", "as.example.net")
    assert sent.headers["Accept-Encoding"] == "identity"
    assert network.resolved == ["as.example.net:8443"]


@pytest.mark.parametrize("address", ["10.0.0.1", "169.254.169.254", "127.0.0.1", "::1", "fd00::1", "::ffff:10.0.0.1"])
def test_a_name_with_a_private_address_is_not_fetched(address: str) -> None:
    network = Network(says(), [ADDRESS, address])
    assert network.get() == (0, b"")
    assert network.requests == []


@pytest.mark.parametrize(
    "url",
    [
        "http://as.example.net/",
        "https://10.0.0.1/",
        "https://localhost/",
        "file:///etc/passwd",
        f"https://{'a' * 64}.example.net/",
        "https://as..example.net/",
    ],
)
def test_a_url_that_is_not_allowed_is_not_resolved(url: str) -> None:
    network = Network(says())
    assert network.get(url) == (0, b"")
    assert (network.requests, network.resolved) == ([], [])


def test_this_machine_where_it_is_allowed() -> None:
    network = Network(says(), ["127.0.0.1"])
    assert network.get("http://localhost:9000/", FetchPolicy(allow_loopback=True)) == (200, b"{}")


def test_redirects_at_the_same_origin_are_followed_and_counted() -> None:
    def answer(request: httpx2.Request) -> httpx2.Response:
        return says(302, Location=f"{request.url.path}x")(request)

    network = Network(answer)
    assert network.get() == (0, b"")
    assert len(network.requests) == POLICY.max_redirects + 1
    network = Network(lambda request: answer(request) if request.url.path == "/metadata" else says()(request))
    assert network.get() == (200, b"{}")
    assert len(network.resolved) == 2, "each request is checked"


@pytest.mark.parametrize(
    "location", ["https://evil.example.org/", "http://as.example.net/", "https://10.0.0.1/", "//x/"]
)
def test_a_redirect_to_another_origin_is_not_followed(location: str) -> None:
    network = Network(says(302, Location=location))
    assert network.get() == (0, b"")
    assert len(network.requests) == 1


def test_no_cookie_is_sent_back() -> None:
    """Hosts that share an address would get each other's."""
    network = Network(says(200, b"{}", **{"Set-Cookie": "session=evil; Path=/"}))
    http = network.http()

    async def main() -> None:
        for url in (URL, URL, "https://other.example.net/"):
            await http.get(url, {})

    asyncio.run(main())
    assert [request.headers.get("Cookie") for request in network.requests] == [None] * 3


def test_a_transport_may_read_the_body_itself() -> None:
    assert Network(lambda _: httpx2.Response(200, json={"a": 1})).get() == (200, b'{"a":1}')
    assert Network(lambda _: httpx2.Response(200, content=b"x" * POLICY.max_bytes * 2)).get() == (0, b"")


def test_a_redirect_of_a_post_is_not_followed() -> None:
    network = Network(says(307, b"moved", Location="/elsewhere"))
    assert asyncio.run(network.http().post(URL, {}, b"code=1")) == (307, b"moved")
    assert len(network.requests) == 1
    assert network.requests[0].content == b"code=1"


def test_a_body_that_is_too_long_is_not_read_to_its_end() -> None:
    read = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal read
        while True:
            read += 1024
            yield b"x" * 1024

    network = Network(lambda _: httpx2.Response(200, content=endless()))
    assert network.get() == (0, b"")
    assert read <= POLICY.max_bytes + 2 * 1024


def test_a_compressed_body_is_not_read() -> None:
    network = Network(says(200, b"\x1f\x8b", **{"Content-Encoding": "gzip"}))
    assert network.get() == (0, b"")


def test_a_body_that_never_ends_is_given_up() -> None:
    async def silent() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.Event().wait()

    network = Network(lambda _: httpx2.Response(200, content=silent()))
    assert network.get(timeout=0.05) == (0, b"")


def test_the_next_address_is_tried_if_no_connection_is_possible() -> None:
    other = "93.184.216.35"

    def answer(request: httpx2.Request) -> httpx2.Response:
        if request.url.host == ADDRESS:
            raise httpx2.ConnectError("unreachable")
        return says()(request)

    network = Network(answer, [ADDRESS, other])
    assert network.get() == (200, b"{}")
    assert [request.url.host for request in network.requests] == [ADDRESS, other]
    assert Network(answer, [ADDRESS]).get() == (0, b"")


def test_a_host_without_an_address() -> None:
    async def nowhere(host: str, port: int) -> Sequence[str]:
        raise OSError("no such host")

    http = FlowHttp(POLICY, transport=httpx2.MockTransport(says()), resolve=nowhere)
    assert asyncio.run(http.get(URL, {})) == (0, b"")
    assert Network(says(), []).get() == (0, b"")


def test_the_operating_system_knows_this_machine() -> None:
    assert set(asyncio.run(resolve_host("localhost", 80))) <= {"127.0.0.1", "::1"}


@pytest.mark.parametrize("location", ["https://[::1", "//[v1.x]/", "https://host:x/", "\\\\", "https://xn--a/"])
def test_a_redirect_to_what_is_no_url(location: str) -> None:
    network = Network(says(302, Location=location))
    assert network.get() == (0, b"")
    assert len(network.requests) == 1


@pytest.mark.parametrize("host", ["a" * 64 + ".example", "a." * 127 + "a", "xn--" + "a" * 60 + ".example"])
def test_a_host_that_dns_cannot_have_is_not_resolved(host: str) -> None:
    network = Network(says())
    assert network.get(f"https://{host}/") == (0, b"")
    assert network.resolved == []


def test_a_host_that_the_system_cannot_encode() -> None:
    async def encoded(host: str, port: int) -> Sequence[str]:
        raise UnicodeError("label too long")

    http = FlowHttp(POLICY, transport=httpx2.MockTransport(says()), resolve=encoded)
    assert asyncio.run(http.get(URL, {})) == (0, b"")


@pytest.mark.parametrize("host", ["xn--strae-oqa.example", "xn--a.example"])
def test_an_internationalized_host_is_resolved_as_it_was_checked(host: str) -> None:
    network = Network(says())
    assert network.get(f"https://{host}/") == (200, b"{}")
    assert network.resolved == [f"{host}:443"], "IDNA 2003 would make strasse.example of the first"
    assert network.requests[0].extensions["sni_hostname"] == host
