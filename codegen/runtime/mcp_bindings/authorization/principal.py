"""The party that a request is authorized for, as handlers, sessions, signed state and rate limits see it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any


@dataclass(frozen=True)
class Principal:
    """Who sent a request, by its access token. The token itself is not kept, so nobody can pass it on.

    Two principals are equal if issuer, subject and client are; their scopes may differ from token to token.

    Args:
        issuer: the authorization server that issued the token.
        subject: the user, or the client itself if it acts for nobody.
        client: the client id.
        scopes: the scopes of the token.
        expires_at: Unix time in seconds at which the token expires; None if that is not known.
        claims: all claims of the token, such as groups; no `repr` shows them.
    """

    issuer: str
    subject: str
    client: str
    scopes: frozenset[str] = field(default=frozenset(), compare=False)
    expires_at: float | None = field(default=None, compare=False)
    claims: Mapping[str, Any] = field(default_factory=dict[str, Any], repr=False, compare=False)

    @cached_property
    def key(self) -> str:
        """A text that is the same for each token of this subject, client and issuer, and for no other principal.

        Bind a session or signed state to it, and count requests by it.
        """
        return json.dumps([self.issuer, self.subject, self.client])
