"""JWT access tokens: right ones, and one with each fault; `python -m tests.soak tokens` verifies many."""

from __future__ import annotations

import asyncio
import gc
import importlib
import random
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from types import ModuleType
from typing import Any

import pytest
from jwt.algorithms import get_default_algorithms

from mcp_bindings.authorization import JwtVerifier, KeySet, Principal
from tests.authorization.token_lab import (
    ISSUER,
    LEEWAY,
    NOW,
    RESOURCE,
    WRONG,
    fault_of,
    key_set,
    new_verifier,
    play,
    right,
)
from tests.seed import SEED


def test_the_docstring_names_the_algorithms_that_can_be_allowed() -> None:
    accepted: set[str] = set()
    for name in (*get_default_algorithms(), "RS1", "ES521"):
        with suppress(ValueError):
            JwtVerifier({"issuer": KeySet(b'{"keys": []}')}, audience="a", algorithms=[name])
            accepted.add(name)
    assert accepted == set(re.findall(r"`([A-Z]S\d{3}|EdDSA)`", JwtVerifier.__doc__ or "")) != set()


def test_right_tokens_are_accepted_and_each_fault_is_not() -> None:
    counts: Counter[str] = Counter()

    async def run() -> list[str]:
        verifier = new_verifier()
        return [
            wrong
            for number in range(2 * len(WRONG))
            if (wrong := await play(number, SEED, verifier, lambda kind, _: counts.update([kind])))
        ]

    assert asyncio.run(run()) == []
    assert counts == {"right tokens": 2 * len(WRONG), "wrong tokens": 2 * len(WRONG)}


def verified(draft: Any, **options: Any) -> Principal:
    return asyncio.run(new_verifier(**options).verify(draft.write()))


def new_draft(**claims: Any) -> Any:
    draft = right(random.Random(SEED))
    draft.claims |= {"exp": NOW + 60, **claims}
    return draft


def test_a_principal_has_what_the_token_says() -> None:
    draft = new_draft(sub="ann", client_id="app", scope="a b", groups=["staff"])
    found = verified(draft)
    assert (found.subject, found.client, sorted(found.scopes)) == ("ann", "app", ["a", "b"])
    assert (found.issuer, found.expires_at) == (draft.claims["iss"], NOW + 60)
    assert found.claims["groups"] == ["staff"]
    assert "staff" not in repr(found), "claims may be personal"


def texts_of(value: object, seen: set[int]) -> Iterator[str]:
    """Every text that can be reached from a value."""
    if isinstance(value, (str, bytes)):
        yield str(value)
    elif id(value) not in seen and not isinstance(value, (type, ModuleType)):
        seen.add(id(value))
        for each in gc.get_referents(value):
            yield from texts_of(each, seen)


def test_no_handler_can_pass_a_token_on() -> None:
    token = new_draft().write()
    principal = asyncio.run(new_verifier().verify(token))
    texts = [*texts_of(principal, set())]
    assert principal.subject in texts
    assert [each for each in texts if any(part in each for part in token.split("."))] == []


def test_principals_are_the_same_for_each_token_of_one_subject() -> None:
    one, again = verified(new_draft(sub="ann", scope="a")), verified(new_draft(sub="ann", scope="b", exp=NOW + 90))
    other = verified(new_draft(sub="bob"))
    assert (one == again, one == other) == (True, False)
    assert (one.key == again.key, one.key == other.key) == (True, False)
    assert hash(one) == hash(again)
    assert Principal('a", "b', "c", "d").key != Principal("a", 'b", "c', "d").key


@pytest.mark.parametrize("audience", [f"{RESOURCE}/", RESOURCE.replace("mcp.example", "MCP.Example")])
def test_the_canonical_uri_of_an_audience_is_accepted_too(audience: str) -> None:
    """The metadata of a `ProtectedResource` with the same URL names it."""
    assert verified(new_draft(aud=RESOURCE), audience=audience)
    assert verified(new_draft(aud=audience), audience=audience)
    assert asyncio.run(fault_of(new_verifier(), new_draft(aud=audience).write())) == "audience"


def test_the_settings_of_a_verifier() -> None:
    assert verified(new_draft(aud="urn:mine"), audience=["urn:other", "urn:mine"])
    draft = new_draft(azp="app")
    del draft.claims["client_id"]
    assert verified(draft, client_claim="azp").client == "app"
    draft.header["typ"] = "JWT"
    assert verified(draft, client_claim="azp", types=["at+jwt", "jwt"])
    assert asyncio.run(fault_of(new_verifier(leeway=0.0), new_draft(exp=NOW).write())) == "expired"
    assert asyncio.run(fault_of(new_verifier(), new_draft(exp=NOW - LEEWAY + 1).write())) == ""


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"algorithms": ["HS256"]}, "cannot be verified with HS256"),
        ({"algorithms": ["none", "RS256"]}, "cannot be verified with none"),
        ({"algorithms": []}, "needs at least one issuer"),
        ({"types": []}, "needs at least one issuer"),
        ({"audience": ""}, "needs the audience"),
        ({"audience": []}, "needs the audience"),
        ({"leeway": -1.0}, "leeway must be from 0 to 300"),
        ({"leeway": float("nan")}, "leeway must be from 0 to 300"),
        ({"leeway": 3_600.0}, "leeway must be from 0 to 300"),
        ({"keys": {}}, "needs at least one issuer"),
    ],
)
def test_settings_that_are_not_safe(options: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {"keys": {ISSUER: KeySet(key_set("first"))}, "audience": RESOURCE, **options}
    with pytest.raises(ValueError, match=message):
        JwtVerifier(**given)


def test_without_the_extra_an_error_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    load = importlib.import_module

    def without_jwt(name: str, *rest: Any) -> Any:
        if name == "jwt":
            raise ModuleNotFoundError("No module named 'jwt'", name="jwt")
        return load(name, *rest)

    monkeypatch.setattr("mcp_bindings.authorization.key_sets.import_module", without_jwt)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'mcp-bindings\[auth\]'") as caught:
        new_verifier()
    assert caught.value.name == "jwt"
