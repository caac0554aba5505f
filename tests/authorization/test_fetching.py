"""What a fetcher must not follow."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mcp_bindings.authorization import FetchPolicy, FetchRejected

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
    ],
)
def test_urls_that_must_not_be_fetched(url: str, expected: str) -> None:
    assert fault(lambda: STRICT.check_url(url)) == expected


@pytest.mark.parametrize(
    "url", [URL, "https://8.8.8.8/", "https://[2606:4700::1111]/x?y=1", "https://as.example.net:8443"]
)
def test_urls_that_may_be_fetched(url: str) -> None:
    STRICT.check_url(url)


@pytest.mark.parametrize("url", ["http://localhost:1/x", "http://127.0.0.1/", "https://127.9.9.9/", "http://[::1]:80/"])
def test_this_machine_is_a_switch(url: str) -> None:
    LOCAL.check_url(url)
    assert fault(lambda: STRICT.check_url(url)) in {"scheme", "address"}


def test_this_machine_opens_no_other_address() -> None:
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
