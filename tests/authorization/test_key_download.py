"""`JwtVerifier(issuer=…)` fetches the keys of its issuer."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from mcp_bindings.authorization import JwtVerifier, Principal
from mcp_bindings.authorization.key_download import fetch_issuer_keys
from mcp_bindings.authorization.verification import VerificationUnavailable
from tests.authorization.token_lab import RESOURCE, key_set
from tests.mistakes.tokens import draft

Answer = tuple[int, bytes, dict[str, str]]


@contextmanager
def serving(answers: dict[str, Answer]) -> Generator[str]:
    """An HTTP server with these answers by path; its issuer."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body, headers = answers.get(self.path, (404, b"", {}))
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def publish(answers: dict[str, Answer], issuer: str, /, **members: Any) -> None:
    document = {"issuer": issuer, "jwks_uri": f"{issuer}/jwks?a=b", **members}
    answers["/.well-known/openid-configuration"] = (200, json.dumps(document).encode(), {})
    answers["/jwks?a=b"] = (200, key_set("first"), {})


def token(issuer: str) -> str:
    made = draft()
    made.claims.update(iss=issuer, exp=time.time() + 60)
    return made.write()


def verify(issuer: str, **options: Any) -> Principal:
    return asyncio.run(JwtVerifier(issuer=issuer, audience=RESOURCE, **options).verify(token(issuer)))


def test_keys_are_found_by_the_metadata_or_named() -> None:
    answers: dict[str, Answer] = {}
    with serving(answers) as issuer:
        publish(answers, issuer)
        assert verify(issuer).issuer == issuer
        del answers["/.well-known/openid-configuration"]
        assert verify(issuer, jwks_uri=f"{issuer}/jwks?a=b").issuer == issuer
        with pytest.raises(VerificationUnavailable, match="HTTP status 404"):
            verify(issuer)


@pytest.mark.parametrize(
    ("members", "jwks", "fault"),
    list[tuple[dict[str, Any], "Answer | None", str]](
        [
            ({"issuer": "https://other.example"}, None, "another issuer"),
            ({"jwks_uri": None}, None, "another issuer or has no jwks_uri"),
            ({"jwks_uri": "http://as.example.net/jwks"}, None, "https"),
            ({"jwks_uri": "file:///etc/passwd"}, None, "jwks_uri"),
            ({}, (302, b"", {"Location": "/jwks"}), "HTTP status 302"),
            ({}, (200, b" " * 65_537, {}), "more than 65536 bytes"),
            ({}, (500, b"", {}), "HTTP status 500"),
        ]
    ),
)
def test_other_documents_are_refused(members: dict[str, Any], jwks: Answer | None, fault: str) -> None:
    answers: dict[str, Answer] = {}
    with serving(answers) as issuer:
        publish(answers, issuer, **members)
        answers["/jwks?a=b"] = jwks or answers["/jwks?a=b"]
        with pytest.raises((OSError, ValueError), match=fault):
            asyncio.run(fetch_issuer_keys(issuer, None))


@pytest.mark.parametrize(
    "body", [b"<!doctype html>", b"[" * 30_000, b"\xff", b"[]", b'{"issuer": "https://a.example"}']
)
def test_another_document_does_not_hide_the_metadata(body: bytes) -> None:
    answers: dict[str, Answer] = {"/.well-known/oauth-authorization-server": (200, body, {})}
    with serving(answers) as issuer:
        publish(answers, issuer)
        assert verify(issuer).issuer == issuer
        del answers["/.well-known/openid-configuration"]
        with pytest.raises(ValueError, match="/oauth-authorization-server: the"):
            asyncio.run(fetch_issuer_keys(issuer, None))


@pytest.mark.parametrize(
    "given", [{}, {"jwks_uri": "https://a.example/jwks"}, {"keys": {}, "issuer": "https://a.example"}]
)
def test_a_verifier_has_keys_or_an_issuer(given: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="issuer"):
        JwtVerifier(audience=RESOURCE, **given)
