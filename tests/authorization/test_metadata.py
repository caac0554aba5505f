"""Metadata documents: what is read, and what must not be used."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mcp_bindings.authorization import FetchPolicy, read_client_metadata
from mcp_bindings.authorization.metadata import (
    ClientMetadata,
    DocumentRejected,
    read_resource_metadata,
    read_server_metadata,
)
from tests.authorization.world import METADATA_URL

CLIENT: dict[str, Any] = {"client_id": METADATA_URL, "client_name": "Test", "redirect_uris": ["http://127.0.0.1:1/cb"]}


def text(**members: Any) -> bytes:
    return json.dumps({**CLIENT, **members}).encode()


def test_a_client_metadata_document() -> None:
    found = read_client_metadata(text(), METADATA_URL)
    assert found == ClientMetadata(METADATA_URL, "Test", ("http://127.0.0.1:1/cb",))
    assert found.is_local_only
    assert read_client_metadata(text(redirect_uris=["https://a.localhost/cb"]), METADATA_URL).is_local_only
    assert not read_client_metadata(text(redirect_uris=["https://a.example/cb"]), METADATA_URL).is_local_only


@pytest.mark.parametrize(
    ("members", "fault"),
    [
        ({"client_id": f"{METADATA_URL}/"}, "client id"),
        ({"client_id": METADATA_URL.upper()}, "client id"),
        ({"client_id": None}, "client id"),
        ({"client_name": None}, "member"),
        ({"client_name": 1}, "member"),
        ({"redirect_uris": []}, "member"),
        ({"redirect_uris": None}, "member"),
        ({"redirect_uris": "http://localhost/cb"}, "member"),
        ({"redirect_uris": [1]}, "member"),
        ({"redirect_uris": ["http://a.example/cb"]}, "insecure URL"),
        ({"redirect_uris": ["javascript:x"]}, "insecure URL"),
        ({"client_secret": "s"}, "member"),
        ({"token_endpoint_auth_method": "client_secret_jwt"}, "member"),
        ({"token_endpoint_auth_method": 1}, "member"),
        ({"client_uri": "x" * 5 * 1024}, "too large"),
    ],
)
def test_client_metadata_documents_that_must_not_be_used(members: Any, fault: str) -> None:
    with pytest.raises(DocumentRejected) as caught:
        read_client_metadata(text(**members), METADATA_URL)
    assert caught.value.fault == fault


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"null", b'{"client_id": 1, "client_id": 2}', b"{" * 5_000, b'{"a": Infinity}']
)
def test_documents_are_json_objects(body: bytes) -> None:
    with pytest.raises(DocumentRejected) as caught:
        read_client_metadata(body, METADATA_URL)
    assert caught.value.fault == "not JSON"
    assert caught.value.__context__ is None, "the error of the JSON parser has the text of the document"


@pytest.mark.parametrize(
    "url", ["https://client.example.org/", "http://client.example.org/x", "https://a.example/../x"]
)
def test_urls_that_are_no_client_id(url: str) -> None:
    with pytest.raises(DocumentRejected):
        read_client_metadata(text(client_id=url), url)


def test_an_error_quotes_nothing_of_the_document() -> None:
    secret = "very-secret-text"
    for body in (json.dumps({"resource": secret}), json.dumps({"resource": 1, "x": secret}), f'{{"{secret}'):
        with pytest.raises(DocumentRejected) as caught:
            read_resource_metadata(body.encode(), "https://mcp.example.com/mcp", FetchPolicy())
        assert secret not in f"{caught.value!r} {caught.value}"


def test_server_metadata_without_an_expected_issuer() -> None:
    found = read_server_metadata(b'{"code_challenge_methods_supported": ["S256"]}', None, FetchPolicy())
    assert (found.issuer, found.token_endpoint, found.code_challenge_methods) == ("", None, ("S256",))
    assert not found.iss_parameter_supported
