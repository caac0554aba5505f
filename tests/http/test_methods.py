"""HTTP methods of the MCP endpoint: which methods a server allows for its revisions, and how it rejects the others."""

from __future__ import annotations

from itertools import combinations

import pytest

import mcp_bindings as mb
from mcp_bindings.http.requests import check_http_method
from tests.revisions import HANDSHAKE, HTTP_SSE, PER_REQUEST

POST_ONLY, WITH_STREAMS = PER_REQUEST, tuple(name for name in HANDSHAKE if name not in HTTP_SSE)
"""The revisions with the Streamable HTTP transport, by the specification's pages."""

EVERY = ("GET", "POST", "DELETE", "PUT", "OPTIONS", "HEAD", "get", "")


@pytest.mark.parametrize("revision", WITH_STREAMS)
def test_revisions_with_sessions_allow_all_three_methods(revision: str) -> None:
    found = {method: check_http_method(method, {revision}) for method in EVERY}
    assert [method for method, verdict in found.items() if verdict.http_status is None] == ["GET", "POST", "DELETE"]
    assert found["GET"].versions == (revision,)
    assert found["PUT"].headers() == {"Allow": "POST, GET, DELETE"}
    assert found["POST"].headers() == {}


@pytest.mark.parametrize("revision", POST_ONLY)
def test_the_newest_revision_allows_only_post(revision: str) -> None:
    for method in EVERY:
        verdict = check_http_method(method, [revision])
        assert verdict.http_status == (None if method == "POST" else 405)
        assert verdict.allow == ("POST",)
        assert verdict.versions == ((revision,) if method == "POST" else ())
        assert verdict.headers() == ({} if method == "POST" else {"Allow": "POST"})


def test_the_first_revision_has_no_streamable_http() -> None:
    assert check_http_method("POST", {"2024-11-05"}) == (405, (), ())
    assert check_http_method("GET", {"2024-11-05", "2026-07-28"}).http_status == 405


def test_an_endpoint_with_the_old_transport_allows_its_methods() -> None:
    for revision in HTTP_SSE:
        assert check_http_method("POST", [revision], offers_http_sse=True) == (None, ("GET", "POST"), (revision,))
        assert check_http_method("DELETE", [revision], offers_http_sse=True).http_status == 405
    assert check_http_method("GET", WITH_STREAMS, offers_streams=False, offers_http_sse=True).http_status is None
    assert check_http_method("GET", POST_ONLY, offers_http_sse=True).http_status == 405


def test_every_set_of_revisions() -> None:
    tried = 0
    for size in range(len(mb.REVISIONS) + 1):
        for spoken in combinations(mb.REVISIONS, size):
            older = [name for name in spoken if name in WITH_STREAMS]
            served = [name for name in spoken if name in (*WITH_STREAMS, *POST_ONLY)]
            for method, versions in (("POST", served), ("GET", older), ("DELETE", older), ("PATCH", [])):
                verdict = check_http_method(method, spoken)
                assert verdict.versions == tuple(reversed(versions))
                assert verdict.http_status == (None if versions else 405)
                assert set(verdict.allow) == {*(["POST"] if served else []), *(["GET", "DELETE"] if older else [])}
                tried += 1
    assert tried == 2 ** len(mb.REVISIONS) * 4


def test_methods_that_a_server_rejects() -> None:
    assert check_http_method("GET", mb.REVISIONS, offers_streams=False).headers() == {"Allow": "POST, DELETE"}
    assert check_http_method("DELETE", mb.REVISIONS, allows_ending=False).headers() == {"Allow": "POST, GET"}
    assert check_http_method("GET", mb.REVISIONS, allows_ending=False).http_status is None
    assert check_http_method("POST", mb.REVISIONS, offers_streams=False, allows_ending=False).http_status is None


def test_minimum_and_unknown_revisions() -> None:
    assert check_http_method("GET", mb.REVISIONS, minimum="2026-07-28").http_status == 405
    assert check_http_method("GET", ["2099-01-01", "2026-07-28"]).versions == ()
    with pytest.raises(mb.UnknownRevision):
        check_http_method("GET", mb.REVISIONS, minimum="2099-01-01")


@pytest.mark.parametrize("revision", [*WITH_STREAMS, *POST_ONLY])
def test_the_status_agrees_with_the_table_of_statuses(revision: str) -> None:
    rows = [row for row in mb.revision(revision).protocol.http.statuses if row.code == 405]
    named = {method for row in rows for method in ("GET", "DELETE") if method in row.situation}
    assert named == {"GET", "DELETE"}
    for method in named:
        assert check_http_method(method, [revision], offers_streams=False, allows_ending=False).http_status == 405
