"""The principal of a request, for handlers, sessions, signed state and rate limits."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any


@dataclass(frozen=True)
class Principal:
    """The party for which the access token of a request was issued. The token itself is not kept.

    Principals are equal if issuer, subject and client are equal; scopes may differ from token to token.

    Args:
        issuer: the authorization server that issued the token.
        subject: the user, or the client itself if it acts for no user.
        client: the client id; empty if the server does not read it from tokens.
        scopes: the scopes of the token.
        expires_at: Unix time in seconds at which the token expires; None if that is unknown.
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
        """A text that identifies the issuer, subject and client together. All tokens of a principal give the same text.

        Use the key to bind sessions or signed state to a principal, and to count the requests of a principal.
        """
        return json.dumps([self.issuer, self.subject, self.client])
