"""Storage of registrations and tokens: its interface, and an implementation in memory."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from typing import NamedTuple, Protocol

from .credentials import Registration, Tokens


class TokenKey(NamedTuple):
    """Key of a set of tokens. Tokens are never used for another key."""

    issuer: str
    resource: str
    principal: str
    endpoint: str
    """The MCP endpoint for which the user has authorized the client. The resource may be a parent of the endpoint."""


class Binding(NamedTuple):
    """The authorization server and the resource that were found for an MCP endpoint."""

    issuer: str
    resource: str


@dataclass(frozen=True)
class TokenRecord:
    """The tokens that are stored under one key, and the version of this record.

    Args:
        version: number that changes with every write to the key.
        tokens: the tokens; None if none were stored, or they have been discarded.
        refreshing_until: Unix time in seconds until which one flow alone may refresh the tokens; None if no flow
            refreshes them.
    """

    version: int
    tokens: Tokens | None = None
    refreshing_until: float | None = None


class CredentialStorage(Protocol):
    """Storage of the registrations and tokens of flows. Its methods are synchronous, so they should be quick.

    Several flows, also in several processes, may share a storage; `swap_tokens` must be atomic among these flows, so
    that one flow alone refreshes the tokens. An implementation must keep tokens and client secrets confidential. Page:
    /specification/2025-11-25/basic/authorization#token-theft.
    """

    def registration(self, issuer: str) -> Registration | None:
        """Return the registration that was saved for this issuer; None if none was saved."""
        ...

    def save_registration(self, issuer: str, registration: Registration | None) -> None:
        """Save a registration for an issuer; None removes it."""
        ...

    def binding(self, endpoint: str, principal: str) -> Binding | None:
        """Return the authorization server and the resource saved for this endpoint and principal; None if none are
        saved.
        """
        ...

    def save_binding(self, endpoint: str, principal: str, binding: Binding) -> None:
        """Save the authorization server and the resource of an endpoint for a principal."""
        ...

    def tokens(self, key: TokenKey) -> TokenRecord:
        """Return the record of a key; for an unknown key, a record of version 0 without tokens."""
        ...

    def swap_tokens(self, key: TokenKey, version: int, record: TokenRecord) -> bool:
        """Replace the record of a key if it still has this version. Return whether it was replaced.

        The stored record gets a version that the key never had before; `record.version` is ignored.
        """
        ...


class MemoryStorage:
    """Storage in the memory of this process, for any number of flows and threads."""

    def __init__(self) -> None:
        self._registrations: dict[str, Registration] = {}
        self._bindings: dict[tuple[str, str], Binding] = {}
        self._records: dict[TokenKey, TokenRecord] = {}
        self._lock = Lock()

    def __repr__(self) -> str:
        return f"MemoryStorage({len(self._registrations)} registrations, {len(self._records)} sets of tokens)"

    def registration(self, issuer: str) -> Registration | None:
        """Return the registration that was saved for this issuer; None if none was saved."""
        return self._registrations.get(issuer)

    def save_registration(self, issuer: str, registration: Registration | None) -> None:
        """Save a registration for an issuer; None removes it."""
        if registration is None:
            self._registrations.pop(issuer, None)
        else:
            self._registrations[issuer] = registration

    def binding(self, endpoint: str, principal: str) -> Binding | None:
        """Return the authorization server and the resource saved for this endpoint and principal; None if none are
        saved.
        """
        return self._bindings.get((endpoint, principal))

    def save_binding(self, endpoint: str, principal: str, binding: Binding) -> None:
        """Save the authorization server and the resource of an endpoint for a principal."""
        self._bindings[endpoint, principal] = binding

    def tokens(self, key: TokenKey) -> TokenRecord:
        """Return the record of a key; for an unknown key, a record of version 0 without tokens."""
        return self._records.get(key, TokenRecord(0))

    def swap_tokens(self, key: TokenKey, version: int, record: TokenRecord) -> bool:
        """Replace the record of a key if it still has this version. Return whether it was replaced.

        The stored record gets the next version; `record.version` is ignored.
        """
        with self._lock:
            if self.tokens(key).version != version:
                return False
            self._records[key] = TokenRecord(version + 1, record.tokens, record.refreshing_until)
            return True
