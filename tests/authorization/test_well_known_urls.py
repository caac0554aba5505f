"""URLs of well-known documents: the orders of the facts, the examples of the RFCs, and what is no URL to build on."""

from __future__ import annotations

import random

import pytest

import mcp_bindings as mb
from mcp_bindings.authorization import server_metadata_urls
from mcp_bindings.authorization.urls import canonicalize_resource
from mcp_bindings.authorization.well_known_urls import DefaultEndpoints, find_default_endpoints, resource_metadata_urls

RESOURCE = "/.well-known/oauth-protected-resource"
OAUTH = "/.well-known/oauth-authorization-server"
OPENID = "/.well-known/openid-configuration"
NEWER = ("2025-11-25", "2026-07-28", "draft")


@pytest.mark.parametrize("revision", NEWER)
@pytest.mark.parametrize(
    ("endpoint", "expected"),
    [
        (
            "https://example.com/public/mcp",
            [f"https://example.com{RESOURCE}/public/mcp", f"https://example.com{RESOURCE}"],
        ),
        ("https://h.example/mcp/", [f"https://h.example{RESOURCE}/mcp/", f"https://h.example{RESOURCE}"]),
        ("https://h.example", [f"https://h.example{RESOURCE}"]),
        ("https://h.example/", [f"https://h.example{RESOURCE}"]),
        ("https://h.example:8443/mcp", [f"https://h.example:8443{RESOURCE}/mcp", f"https://h.example:8443{RESOURCE}"]),
        ("https://h.example:", [f"https://h.example{RESOURCE}"]),
        ("HTTPS://H.Example/Mcp", [f"https://h.example{RESOURCE}/Mcp", f"https://h.example{RESOURCE}"]),
        ("http://127.0.0.1:3000/mcp", [f"http://127.0.0.1:3000{RESOURCE}/mcp", f"http://127.0.0.1:3000{RESOURCE}"]),
        ("http://[::1]:3000/mcp", [f"http://[::1]:3000{RESOURCE}/mcp", f"http://[::1]:3000{RESOURCE}"]),
        ("https://h.example/r?x=y", [f"https://h.example{RESOURCE}/r?x=y", f"https://h.example{RESOURCE}"]),
        ("https://h.example/r?", [f"https://h.example{RESOURCE}/r", f"https://h.example{RESOURCE}"]),
        ("https://h.example/?x=y", [f"https://h.example{RESOURCE}?x=y", f"https://h.example{RESOURCE}"]),
        ("https://h.example/a%20b", [f"https://h.example{RESOURCE}/a%20b", f"https://h.example{RESOURCE}"]),
    ],
)
def test_resource_metadata_is_tried_with_the_path_first(endpoint: str, expected: list[str], revision: str) -> None:
    assert list(resource_metadata_urls(endpoint, revision)) == expected


@pytest.mark.parametrize(
    ("revision", "expected"),
    [("2024-11-05", ()), ("2025-03-26", ()), ("2025-06-18", (f"https://h.example{RESOURCE}",))],
)
def test_resource_metadata_before_that(revision: str, expected: tuple[str, ...]) -> None:
    assert resource_metadata_urls("https://h.example/mcp?x", revision) == expected


@pytest.mark.parametrize("revision", NEWER)
@pytest.mark.parametrize(
    ("issuer", "origin", "path"),
    [
        ("https://auth.example.com/tenant1", "https://auth.example.com", "/tenant1"),
        ("https://auth.example.com/tenant1/", "https://auth.example.com", "/tenant1"),
        ("https://auth.example.com:8443/a/b", "https://auth.example.com:8443", "/a/b"),
        ("https://AUTH.example.com/A", "https://auth.example.com", "/A"),
        ("http://localhost:9000/realms/x", "http://localhost:9000", "/realms/x"),
    ],
)
def test_an_issuer_with_path_has_three_places(issuer: str, origin: str, path: str, revision: str) -> None:
    assert server_metadata_urls(issuer, revision) == (
        f"{origin}{OAUTH}{path}",
        f"{origin}{OPENID}{path}",
        f"{origin}{path}{OPENID}",
    )


@pytest.mark.parametrize("revision", NEWER)
@pytest.mark.parametrize("slash", ["", "/"])
@pytest.mark.parametrize("origin", ["https://auth.example.com", "https://auth.example.com:1", "http://127.1.2.3"])
def test_an_issuer_without_path_has_two(origin: str, slash: str, revision: str) -> None:
    assert server_metadata_urls(origin + slash, revision) == (f"{origin}{OAUTH}", f"{origin}{OPENID}")


@pytest.mark.parametrize(
    ("issuer", "revision", "expected"),
    [
        ("https://example.com/issuer1", "2024-11-05", ()),
        ("https://example.com/issuer1", "2025-06-18", (f"https://example.com{OAUTH}/issuer1",)),
        ("https://example.com/issuer1/", "2025-06-18", (f"https://example.com{OAUTH}/issuer1",)),
        ("https://example.com/", "2025-06-18", (f"https://example.com{OAUTH}",)),
        ("https://api.example.com/v1/mcp", "2025-03-26", (f"https://api.example.com{OAUTH}",)),
        ("https://api.example.com:8080/v1/mcp?q", "2025-03-26", (f"https://api.example.com:8080{OAUTH}",)),
        ("https://api.example.com", "2025-03-26", (f"https://api.example.com{OAUTH}",)),
    ],
)
def test_server_metadata_before_that(issuer: str, revision: str, expected: tuple[str, ...]) -> None:
    assert server_metadata_urls(issuer, revision) == expected


def test_endpoints_have_defaults_in_one_revision() -> None:
    url = "https://api.example.com/v1/mcp"
    found = {revision: find_default_endpoints(url, revision) for revision in [*mb.REVISIONS, "draft"]}
    assert found.pop("2025-03-26") == DefaultEndpoints(
        "https://api.example.com/authorize", "https://api.example.com/token", "https://api.example.com/register"
    )
    assert set(found.values()) == {None}


@pytest.mark.parametrize(
    ("endpoint", "expected"),
    [
        ("https://mcp.example.com/mcp", "https://mcp.example.com/mcp"),
        ("https://mcp.example.com", "https://mcp.example.com"),
        ("https://mcp.example.com/", "https://mcp.example.com"),
        ("https://mcp.example.com:8443", "https://mcp.example.com:8443"),
        ("https://mcp.example.com/server/mcp/", "https://mcp.example.com/server/mcp"),
        ("HTTPS://MCP.Example.com/Server", "https://mcp.example.com/Server"),
        ("https://mcp.example.com/mcp/?x=/", "https://mcp.example.com/mcp?x=/"),
        ("http://10.0.0.1:80/mcp", "http://10.0.0.1:80/mcp"),
    ],
)
def test_the_canonical_uri(endpoint: str, expected: str) -> None:
    assert canonicalize_resource(endpoint) == expected
    assert canonicalize_resource(expected) == expected


WRONG = [
    ("", "not an absolute URL"),
    ("mcp.example.com", "not an absolute URL"),
    ("/mcp", "not an absolute URL"),
    ("https:mcp.example.com", "not an absolute URL"),
    ("ftp://h.example", "neither https nor http"),
    ("https://", "no host"),
    ("https:///mcp", "no host"),
    ("https://:443/", "no host"),
    ("https://../", "no host"),
    ("https://h%2e.example/", "no host"),
    ("https://[::1", "no host"),
    ("https://[::g]/", "no host"),
    ("https://[]/", "no host"),
    ("https://[fe80::1%25eth0]/", "no host"),
    ("https://a[::1]/", "no host|port"),
    ("https://h.example:x/", "port"),
    ("https://h.example:0/", "port"),
    ("https://h.example:65536/", "port"),
    ("https://h.example:1:2/", "port"),
    ("https://[::1]x/", "port"),
    ("https://h.example/#", "a fragment"),
    ("https://h.example#f", "a fragment"),
    ("https://h.example/a b", "a character"),
    (" https://h.example", "a character|neither"),
    ("https://h.example/a\n", "a character"),
    ("https://h.example/\u00e9", "a character"),
    ("https://h.example/\\..", "a character"),
    ("https://h.example/%", "a character"),
    ("https://h.example/[", "a character"),
    ("https://h.example/a/../b", "a segment"),
    ("https://h.example/.", "a segment"),
    ("https://h.example/%2E%2e/b", "a segment"),
    ("https://user:pa55@h.example/", "user information"),
    ("https://user@h.example/#x", "user information"),
]


@pytest.mark.parametrize(("url", "message"), WRONG)
def test_a_wrong_url_is_refused_everywhere(url: str, message: str) -> None:
    for build in BUILDERS:
        with pytest.raises(ValueError, match=message) as caught:
            build(url, mb.LATEST)
        assert "pa55" not in str(caught.value)
        assert "user@" not in str(caught.value)


def canonical(endpoint: str, revision: str) -> str:
    del revision
    return canonicalize_resource(endpoint)


BUILDERS = (resource_metadata_urls, server_metadata_urls, find_default_endpoints, canonical)


def test_an_issuer_has_no_query() -> None:
    for issuer in ("https://h.example?x", "https://h.example/a?"):
        with pytest.raises(ValueError, match="the issuer has a query"):
            server_metadata_urls(issuer, mb.LATEST)


@pytest.mark.parametrize("host", ["h.example", "10.0.0.1", "[2001:db8::1]", "localhost.example", "127.0.0.1.example"])
def test_an_authorization_server_elsewhere_is_reached_by_https(host: str) -> None:
    for revision in ("2025-03-26", *NEWER):
        with pytest.raises(ValueError, match="must be https"):
            server_metadata_urls(f"http://{host}/a", revision)
    with pytest.raises(ValueError, match="must be https"):
        find_default_endpoints(f"http://{host}/a", "2025-03-26")


def test_only_known_revisions_have_urls() -> None:
    for build in BUILDERS[:3]:
        with pytest.raises(mb.UnknownRevision):
            build("https://h.example", "2020-01-01")


@pytest.mark.parametrize("seed", range(5))
def test_noise_is_refused_as_a_value(seed: int) -> None:
    """What is built has the origin of what was given, and no other document is reached by dots."""
    generator = random.Random(seed)
    heads = [
        "https://h.example",
        "https://h",
        "http://localhost:1",
        "https://[::1]",
        "HTTPS://A.b:65535",
        "https://",
        "",
    ]
    parts = ["/", "a", "..", ".", "%2e", "%", "?", "#", "@", ":", "[", "]", "é", "\n", "x=y", "80", "\\", "//"]
    built = 0
    for _ in range(1500):
        head = generator.choice(heads)
        url = head + "".join(generator.choices(parts, weights=[9, 9, *[1] * 16], k=generator.randrange(7)))
        for revision in mb.REVISIONS:
            for found in all_built(url, revision):
                built += 1
                assert found.isascii(), f"seed {seed}"
                assert found.startswith(head.lower()), f"seed {seed}"
                assert not {"..", ".", "%2e"} & set(found.split("?")[0].split("/")), f"seed {seed}"
                assert canonicalize_resource(found).startswith(head.lower()), f"seed {seed}"
    assert built > 1000, f"seed {seed}"


def all_built(url: str, revision: str) -> list[str]:
    found: list[str] = []
    for build in (resource_metadata_urls, server_metadata_urls):
        try:
            found += build(url, revision)
        except ValueError:
            continue
    return found
