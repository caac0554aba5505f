"""Opaque tokens are verified by the authorization server, whose answer is checked like the claims of a JWT."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from mcp_bindings.authorization import IntrospectionVerifier, Principal, TokenRejected
from mcp_bindings.authorization.verification import VerificationUnavailable
from tests.authorization.token_lab import ISSUER, NOW, RESOURCE

ACTIVE: dict[str, Any] = {
    "active": True,
    "sub": "ann",
    "client_id": "app",
    "aud": RESOURCE,
    "exp": NOW + 60,
    "scope": "a b",
}


def verify(body: Any, token: str = "opaque-marker") -> Principal:
    async def introspect(given: str) -> bytes:
        assert given == token
        if isinstance(body, Exception):
            raise body
        return body if isinstance(body, bytes) else json.dumps(body).encode()

    verifier = IntrospectionVerifier(introspect, issuer=ISSUER, audience=RESOURCE, clock=lambda: NOW)
    return asyncio.run(verifier.verify(token))


def fault_of(body: Any, token: str = "opaque-marker") -> str:
    with pytest.raises(TokenRejected) as caught:
        verify(body, token)
    assert "marker" not in f"{caught.value!r}"
    return caught.value.fault


def test_an_active_token() -> None:
    found = verify(ACTIVE)
    assert (found.issuer, found.subject, found.client) == (ISSUER, "ann", "app")
    assert sorted(found.scopes) == ["a", "b"]
    assert verify({**ACTIVE, "iss": ISSUER, "token_type": "Bearer"}) == found


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"active": False}, "inactive"),
        ({"aud": "https://other.example.com"}, "audience"),
        ({"aud": None}, "audience"),
        ({"iss": "https://other.example.net"}, "issuer"),
        ({"exp": NOW - 60}, "expired"),
        ({"exp": None}, "claim"),
        ({"nbf": NOW + 60}, "not yet valid"),
        ({"sub": None}, "claim"),
        ({"client_id": ""}, "claim"),
        ({"token_type": "refresh_token"}, "type"),
        ({"token_type": 7}, "type"),
        ({"cnf": {"jkt": "x"}}, "sender-constrained"),
    ],
)
def test_answers_that_admit_nobody(change: dict[str, Any], fault: str) -> None:
    assert fault_of({**ACTIVE, **change}) == fault


@pytest.mark.parametrize("token", ["", "a b", "é", "a\n", "x" * 20_000, '"'])
def test_texts_that_are_no_token_are_not_sent_anywhere(token: str) -> None:
    assert fault_of(AssertionError("asked"), token) == "malformed"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{}",
        b'{"active": "true"}',
        b'{"active": true, "active": false}',
        b" " * 70_000,
        OSError("opaque-marker"),
    ],
)
def test_an_endpoint_that_does_not_respond_as_it_should(body: Any) -> None:
    with pytest.raises(VerificationUnavailable) as caught:
        verify(body)
    assert caught.value.__context__ is None, "the error of an HTTP client may have the token"
