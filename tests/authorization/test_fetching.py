"""What a fetcher must not follow."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest

from mcp_bindings.authorization import FetchPolicy, FetchRejected
from mcp_bindings.authorization.ip_addresses import SPECIAL_RANGES, find_special_range, unwrap_ipv4
from tests.seed import SEED

STRICT, LOCAL = FetchPolicy(), FetchPolicy(allow_loopback=True)
URL = "https://as.example.net/metadata"


def fault(call: Callable[[], object]) -> str:
    with pytest.raises(FetchRejected) as caught:
        call()
    return caught.value.fault


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://as.example.net/", "scheme"),
        ("ftp://as.example.net/", "url"),
        ("file:///etc/passwd", "url"),
        ("https://user:password@as.example.net/", "url"),
        ("https://as.example.net/#x", "url"),
        ("https://as.example.net/../x", "url"),
        ("https://as.example.net/ x", "url"),
        ("https://as.example.net:99999/", "url"),
        ("https://localhost/", "address"),
        ("https://LOCALHOST./", "address"),
        ("https://a.localhost/", "address"),
        ("https://127.0.0.1/", "address"),
        ("https://127.1/", "address"),
        ("https://0x7f.1/", "address"),
        ("https://0x7f000001/", "address"),
        ("https://2130706433/", "address"),
        ("https://0177.0.0.1/", "address"),
        ("https://10.0.0.1/", "address"),
        ("https://172.16.0.1/", "address"),
        ("https://192.168.0.1/", "address"),
        ("https://169.254.169.254/latest/meta-data", "address"),
        ("https://100.64.0.1/", "address"),
        ("https://0.0.0.0/", "address"),
        ("https://224.0.0.1/", "address"),
        ("https://255.255.255.255/", "address"),
        ("https://[::1]/", "address"),
        ("https://[::]/", "address"),
        ("https://[fe80::1]/", "address"),
        ("https://[fd00:ec2::254]/", "address"),
        ("https://[::ffff:127.0.0.1]/", "address"),
        ("https://[::ffff:10.0.0.1]/", "address"),
        ("https://[2002:7f00:1::]/", "address"),
        ("https://[64:ff9b::7f00:1]/", "address"),
        ("https://[ff02::1]/", "address"),
        ("https://[fec0::1]/", "address"),
        ("https://[3fff::1]/", "address"),
        ("https://192.0.0.192/", "address"),
        ("https://168.63.129.16/", "address"),
        ("https://100.100.100.200/", "address"),
        ("https://[::7f00:1]/", "address"),
        ("https://[::ffff:0:7f00:1]/", "address"),
        ("https://[::ffff:168.63.129.16]/", "address"),
        ("https://[64:ff9b::a83f:8110]/", "address"),
        ("https://[64:ff9b:1::808:808]/", "address"),
        ("https://[2002:a83f:8110::]/", "address"),
        ("https://[2001:0:a83f:8110::]/", "address"),
        (f"https://{'a' * 64}.example/", "url"),
        (f"https://{'a.' * 127}a/", "url"),
    ],
)
def test_urls_that_must_not_be_fetched(url: str, expected: str) -> None:
    assert fault(lambda: STRICT.check_url(url)) == expected


@pytest.mark.parametrize(
    "url",
    [
        URL,
        "https://8.8.8.8/",
        "https://[2606:4700::1111]/x?y=1",
        "https://[64:ff9b::808:808]/",
        "https://[::ffff:8.8.8.8]/",
        "https://as.example.net:8443",
        "https://as.example.net./",
        f"https://{'a' * 63}.example/",
        f"https://{'a.' * 126}a/",
    ],
)
def test_urls_that_may_be_fetched(url: str) -> None:
    STRICT.check_url(url)


@pytest.mark.parametrize("url", ["http://localhost:1/x", "http://127.0.0.1/", "https://127.9.9.9/", "http://[::1]:80/"])
def test_this_machine_is_a_switch(url: str) -> None:
    LOCAL.check_url(url)
    assert fault(lambda: STRICT.check_url(url)) in {"scheme", "address"}


def test_this_machine_opens_no_other_address() -> None:
    LOCAL.check_addresses("http://app.localhost/", ["127.0.0.1", "::1"])
    assert fault(lambda: LOCAL.check_addresses("http://app.localhost/", ["127.0.0.1", "8.8.8.8"])) == "address"
    assert fault(lambda: LOCAL.check_url("https://10.0.0.1/")) == "address"
    assert fault(lambda: LOCAL.check_url("http://as.example.net/")) == "scheme"


@pytest.mark.parametrize(
    "addresses",
    [
        [],
        ["127.0.0.1"],
        ["8.8.8.8", "10.0.0.1"],
        ["::ffff:192.168.0.1"],
        ["fe80::1%eth0"],
        ["nothing"],
        ["169.254.1.1"],
    ],
)
def test_every_address_of_a_name_is_public(addresses: list[str]) -> None:
    STRICT.check_addresses(URL, ["8.8.8.8", "2606:4700::1111"])
    assert fault(lambda: STRICT.check_addresses(URL, addresses)) == "address"


def test_a_trusted_origin_may_be_at_a_private_address() -> None:
    policy = FetchPolicy(trusted_origins=frozenset({"https://as.example.net", "https://10.0.0.1:8443"}))
    policy.check_url("https://10.0.0.1:8443/x")
    policy.check_addresses("https://as.example.net:443/x", ["10.0.0.1"])
    assert fault(lambda: policy.check_url("https://10.0.0.1/x")) == "address"
    assert fault(lambda: policy.check_addresses("https://as.example.net/x", ["127.0.0.1"])) == "address"


@pytest.mark.parametrize(
    ("location", "expected"),
    [
        ("https://evil.example/", "redirect"),
        ("//evil.example/", "redirect"),
        ("https://as.example.net:444/", "redirect"),
        ("http://as.example.net/", "scheme"),
        ("https://127.0.0.1/", "address"),
        ("javascript:alert(1)", "url"),
        ("https://[::1", "url"),
        ("//[v1.x]/", "url"),
    ],
)
def test_redirects_that_must_not_be_followed(location: str, expected: str) -> None:
    assert fault(lambda: STRICT.check_redirect(URL, location, 0)) == expected


def test_redirects_within_the_origin_a_few_times() -> None:
    for followed in range(STRICT.max_redirects):
        assert STRICT.check_redirect(URL, "/other?x=1", followed) == "https://as.example.net/other?x=1"
    assert fault(lambda: STRICT.check_redirect(URL, "/other", STRICT.max_redirects)) == "redirect"
    assert STRICT.check_redirect(URL, "https://AS.example.net:443/x", 0) == "https://AS.example.net:443/x"


def test_sizes() -> None:
    STRICT.check_size(STRICT.max_bytes)
    assert fault(lambda: STRICT.check_size(STRICT.max_bytes + 1)) == "size"


def beside(number: int, bits: int) -> set[int]:
    """A number and its neighbours."""
    return {each for each in (number - 1, number, number + 1) if 0 <= each < 1 << bits}


def addresses_at_borders() -> set[IPv4Address | IPv6Address]:
    """The addresses at the borders of each row, some in it, and others."""
    chance = random.Random(SEED)
    found: set[IPv4Address | IPv6Address] = set()
    for row in SPECIAL_RANGES:
        first, last = int(row.network.network_address), int(row.network.broadcast_address)
        kind, bits = (IPv4Address, 32) if row.network.version == 4 else (IPv6Address, 128)
        numbers = beside(first, bits) | beside(last, bits) | {chance.randint(first, last) for _ in range(20)}
        found |= {kind(each) for each in numbers}
    found |= {IPv4Address(chance.getrandbits(32)) for _ in range(2_000)}
    return found | {IPv6Address(0x2 << 124 | chance.getrandbits(125)) for _ in range(2_000)}


def test_no_address_is_public_that_python_knows_as_another() -> None:
    for address in map(unwrap_ipv4, addresses_at_borders()):
        if not address.is_global or address.is_multicast or address.is_reserved:
            assert find_special_range(address) is not None, address


def test_each_row_is_needed_and_has_a_reason() -> None:
    for row in SPECIAL_RANGES:
        assert row.reason
        first = ip_address(
            int(row.network.network_address) if row.network.version == 4 else row.network.network_address
        )
        assert find_special_range(first) == row, "another row has it already"
        assert fault(partial(STRICT.check_addresses, URL, [str(first)])) == "address"


def test_names_of_public_servers_are_beside_the_rows() -> None:
    texts = "9.255.255.255 11.0.0.0 168.63.129.15 168.63.129.17 172.15.255.255 172.32.0.0 192.0.1.0 198.17.255.255 "
    texts += "198.20.0.0 223.255.255.255 2000:: 2001:200:: 2001:db7:ffff::1 2001:db9:: 2003:: 3ffe:: 3fff:1000::"
    STRICT.check_addresses(URL, texts.split())
