"""Where registrations and tokens are kept: the interface, whose compare-and-swap lets one flow refresh."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from typing import NamedTuple, Protocol

from .credentials import Registration, Tokens


class TokenKey(NamedTuple):
    """What a set of tokens belongs to. Tokens are never used under another key."""

    issuer: str
    resource: str
    principal: str
    endpoint: str
    """The MCP endpoint that the user has let the client use them at; the resource may be a parent of it."""


class Binding(NamedTuple):
    """The authorization server and the resource that were found for an MCP endpoint."""

    issuer: str
    resource: str


@dataclass(frozen=True)
class TokenRecord:
    """What a storage has under one key.

    Args:
        version: changes with every write to the key.
        tokens: None once they have been discarded.
        refreshing_until: Unix time in seconds until which one flow alone may refresh the tokens.
    """

    version: int
    tokens: Tokens | None = None
    refreshing_until: float | None = None


class CredentialStorage(Protocol):
    """Where a flow keeps what outlives it. A flow calls the methods while it decides, so they should be quick.

    Several flows, also in several processes, may share a storage: `swap_tokens` has to be atomic among them. Storing
    is up to the implementation, which keeps tokens and client secrets confidential:
    /specification/2025-11-25/basic/authorization#token-theft.
    """

    def registration(self, issuer: str) -> Registration | None:
        """The client id that was obtained from this issuer."""
        ...

    def save_registration(self, issuer: str, registration: Registration | None) -> None:
        """Keep a registration for an issuer; None removes it."""
        ...

    def binding(self, endpoint: str, principal: str) -> Binding | None:
        """The authorization server and the resource that were found for an endpoint."""
        ...

    def save_binding(self, endpoint: str, principal: str, binding: Binding) -> None:
        """Keep which authorization server and which resource belong to an endpoint."""
        ...

    def tokens(self, key: TokenKey) -> TokenRecord:
        """The record of a key; one of version 0 without tokens if there is none."""
        ...

    def swap_tokens(self, key: TokenKey, version: int, record: TokenRecord) -> bool:
        """Replace the record of a key if it still has this version; whether it had.

        The stored record has a version that the key did not have before, whatever `record.version` is.
        """
        ...


class MemoryStorage:
    """A storage in the memory of this process, for any number of flows and threads."""

    def __init__(self) -> None:
        self._registrations: dict[str, Registration] = {}
        self._bindings: dict[tuple[str, str], Binding] = {}
        self._records: dict[TokenKey, TokenRecord] = {}
        self._lock = Lock()

    def __repr__(self) -> str:
        return f"MemoryStorage({len(self._registrations)} registrations, {len(self._records)} sets of tokens)"

    def registration(self, issuer: str) -> Registration | None:
        """The client id that was obtained from this issuer."""
        return self._registrations.get(issuer)

    def save_registration(self, issuer: str, registration: Registration | None) -> None:
        """Keep a registration for an issuer; None removes it."""
        if registration is None:
            self._registrations.pop(issuer, None)
        else:
            self._registrations[issuer] = registration

    def binding(self, endpoint: str, principal: str) -> Binding | None:
        """The authorization server and the resource that were found for an endpoint."""
        return self._bindings.get((endpoint, principal))

    def save_binding(self, endpoint: str, principal: str, binding: Binding) -> None:
        """Keep which authorization server and which resource belong to an endpoint."""
        self._bindings[endpoint, principal] = binding

    def tokens(self, key: TokenKey) -> TokenRecord:
        """The record of a key; one of version 0 without tokens if there is none."""
        return self._records.get(key, TokenRecord(0))

    def swap_tokens(self, key: TokenKey, version: int, record: TokenRecord) -> bool:
        """Replace the record of a key if it still has this version; whether it had."""
        with self._lock:
            if self.tokens(key).version != version:
                return False
            self._records[key] = TokenRecord(version + 1, record.tokens, record.refreshing_until)
            return True
