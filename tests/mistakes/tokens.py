"""Mistakes with access tokens."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from mcp_bindings.authorization import JwtVerifier, KeySet, ProtectedResource
from tests.authorization.token_lab import ISSUER, RESOURCE, Draft, key_set, right
from tests.mistakes.hosts import respond
from tests.mistakes.table import mistake


def protect(issuer: str = ISSUER, *, accepted: str = ISSUER, **options: Any) -> ProtectedResource:
    verifier = options.pop("verifier", None) or JwtVerifier({issuer: KeySet(key_set("first"))}, audience=RESOURCE)
    return ProtectedResource(RESOURCE, authorization_servers=[accepted], verifier=verifier)


def draft() -> Draft:
    """A token of the first authorization server that is right now."""
    chance = random.Random(1)
    made = right(chance)
    while made.claims["iss"] != ISSUER:
        made = right(chance)
    made.claims.update(aud=RESOURCE, exp=time.time() + 60)
    for name in ("nbf", "iat"):
        made.claims.pop(name, None)
    return made


async def send(token: str, resource: ProtectedResource) -> str:
    response = await respond(RESOURCE, options={"resource": resource}, headers={"Authorization": f"Bearer {token}"})
    assert token not in response.text
    assert response.status_code in (401, 503), response.status_code
    return response.text


def rejected(id_: str, change: Callable[[Draft], object], **options: Any) -> None:
    """Register the mistake to send a token with a change."""

    async def make() -> str:
        made = draft()
        change(made)
        return await send(made.write(), protect(**options))

    mistake(id_)(make)


rejected("expired-token", lambda made: made.claims.update(exp=time.time() - 60))
rejected("audience-of-another-server", lambda made: made.claims.update(aud="https://other.example.com/mcp"))
rejected("type-jwt", lambda made: made.header.update(typ="JWT"))
rejected("no-client-id", lambda made: made.claims.pop("client_id"))
rejected("unknown-key", lambda made: made.header.update(kid="rotated"))
rejected("issuer-with-a-slash", lambda made: None, issuer=f"{ISSUER}/")
rejected("issuer-of-the-verifier-only", lambda made: None, accepted="https://other.example.net")
rejected("symmetric-key", lambda made: made.header.update(alg="HS256"))


@mistake("opaque-token")
async def _() -> str:
    return await send("gho_16C7e42F292c6912E7710c838347Ae178B4a", protect())


@mistake("basic-scheme")
async def _() -> str:
    headers = {"Authorization": "Basic dXNlcjpwYXNz"}
    return (await respond(RESOURCE, options={"resource": protect()}, headers=headers)).text


@mistake("keys-not-reachable")
async def _() -> str:
    verifier = JwtVerifier(issuer=ISSUER, jwks_uri="http://127.0.0.1:1/jwks", audience=RESOURCE)
    return await send(draft().write(), protect(verifier=verifier))


@mistake("keys-without-tls")
def _() -> str:
    return repr(JwtVerifier(issuer=ISSUER, jwks_uri="http://as.example.net/jwks", audience=RESOURCE))
