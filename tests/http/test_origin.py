"""The check of the `Origin` header."""

from __future__ import annotations

import pytest

from mcp_bindings.http.origin import check_origin

LOCAL = [
    [("Host", "127.0.0.1")],
    [("host", "LOCALHOST:8000")],
    [("Host", "[::1]:80"), ("Origin", "http://localhost:3000")],
    [("Host", "localhost"), ("Origin", "https://127.0.0.1")],
    [("Host", "localhost."), ("Origin", "https://LocalHost.:3000")],
    [("Host", "localhost:65535"), ("Origin", "HTTP://LocalHost:65535")],
]

FOREIGN = [
    [],
    [("Host", "evil.example.com")],
    [("Host", "localhost.evil.example.com")],
    [("Host", "127.0.0.1@evil.example.com")],
    [("Host", "localhost:port")],
    [("Host", "localhost:655350")],
    [("Host", "localhost"), ("Origin", "http://localhost"), ("Origin", "http://127.0.0.1")],
    [("Host", "localhost"), ("Host", "evil.example.com")],
    [("Host", "localhost"), ("Origin", "http://evil.example.com")],
    [("Host", "localhost"), ("Origin", "http://localhost@evil.example.com")],
    [("Host", "localhost"), ("Origin", "null")],
    [("Host", "localhost"), ("Origin", "file://localhost")],
    [("Host", "localhost"), ("Origin", "")],
    [("Host", "localhost"), ("Origin", "http://localhost"), ("Origin", "http://evil.example.com")],
]


@pytest.mark.parametrize("headers", LOCAL, ids=str)
def test_local_origins_are_allowed(headers: list[tuple[str, str]]) -> None:
    assert check_origin(headers) is None


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_other_origins_are_rejected(headers: list[tuple[str, str]]) -> None:
    assert check_origin(headers) == 403


def test_an_allowed_origin_of_a_named_server() -> None:
    headers = {"Host": "mcp.example.com", "Origin": "https://mcp.example.com"}
    assert check_origin(headers, ["mcp.example.com"]) is None
    assert check_origin(headers) == 403


def test_an_origin_in_capitals() -> None:
    headers = {"Host": "[FE80::AB]:8000", "Origin": "http://[fe80::ab]"}
    assert check_origin(headers, ["[fe80::ab]"]) is None
    assert check_origin(headers) == 403
