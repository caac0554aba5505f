"""Quotas of clients over HTTP: the owner of a request, and the choice of the session to end when there are too many."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, TypeAlias

from ..peer.quota_owners import owner_key
from .asgi_exchange import Scope
from .http_peers import HttpPeer

if TYPE_CHECKING:
    from ..authorization.principal import Principal

QuotaKey: TypeAlias = "Callable[[Scope, Principal | None], str | None]"
"""A function that gets the ASGI scope and the principal of a request.

It returns the owner whose quota counts the sessions and tasks of the request; None if no quota counts them.
"""

_PREFIX_BITS = 64
"""Number of leading bits of an IPv6 address that identify a client. A client may have all addresses with these bits."""


def find_quota_key(scope: Scope, principal: Principal | None) -> str | None:
    """Return the owner whose quota counts the sessions and tasks of a request.

    Headers are ignored, since a client can forge them.

    Args:
        scope: the ASGI scope of the request.
        principal: the principal of the request; None without authorization.

    Returns:
        The key of the principal. Without a principal, the client's IP address that the ASGI server gives; for an IPv6
        address, its 64-bit network. None if the ASGI server gives no IP address, or gives an address of this machine:
        all clients behind a local proxy share that address.
    """
    if principal is not None:
        return principal.key
    client = scope.get("client")
    return None if not client else _find_network(client[0])


@lru_cache(1_000)
def _find_network(host: str) -> str | None:
    """Return the IPv4 address or the 64-bit IPv6 network of a client, as a text.

    Args:
        host: the address of the client, as the ASGI server gives it.

    Returns:
        The text; None if `host` is an address of this machine, or no IP address.
    """
    try:
        address = ip_address(host)
    except ValueError:  # a Unix socket, or a client without a network
        return None
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    if address.is_loopback:
        return None
    if isinstance(address, IPv6Address):
        return str(ip_network((int(address), _PREFIX_BITS), strict=False))
    return str(address)


class SessionsByOwner:
    """The sessions by owner, for the choice of the session to end when there are too many sessions.

    Each session without an owner counts as if it had an owner that has no other session.
    """

    def __init__(self) -> None:
        self._unused: OrderedDict[str, None] = OrderedDict()
        self._by_owner: OrderedDict[str, OrderedDict[str, HttpPeer]] = OrderedDict()  # least recently used first

    def add_session(self, session_id: str, peer: HttpPeer) -> None:
        """Add a session that its client has not used yet."""
        self._unused[session_id] = None
        self._by_owner.setdefault(owner_key(peer.owner, session_id), OrderedDict())[session_id] = peer

    def mark_used(self, session_id: str, peer: HttpPeer) -> None:
        """Mark a session, and its owner, as used now."""
        self._unused.pop(session_id, None)
        key = owner_key(peer.owner, session_id)
        self._by_owner[key].move_to_end(session_id)
        self._by_owner.move_to_end(key)

    def remove_session(self, session_id: str, peer: HttpPeer) -> None:
        """Remove a session that was added."""
        self._unused.pop(session_id, None)
        key = owner_key(peer.owner, session_id)
        del self._by_owner[key][session_id]
        if not self._by_owner[key]:
            del self._by_owner[key]

    def choose_surplus_session(self, newest: str) -> str:
        """Return the id of the session to end when there are too many sessions.

        The first session of this list that exists is chosen:

        1. The oldest session whose client has sent nothing after `initialize`.
        2. The least recently used idle session of the owner with most sessions.
        3. The new session, if the owner with most sessions has opened it and has other sessions.
        4. An idle session of another owner, then a session without a request in progress, then any other session.
        5. The new session.

        The first, second and fourth item never mean the new session.

        Args:
            newest: id of the new session.
        """
        unused = next((each for each in self._unused if each != newest), None)
        if unused is not None:
            return unused
        largest = max(self._by_owner.values(), key=len)
        if len(largest) > 1 and newest in largest and _find_oldest_session(largest, newest, _is_idle) is None:
            return newest
        for fits in (_is_idle, _has_no_request, _accept_any):
            found = _find_oldest_session(largest, newest, fits)
            if found is None:
                by_size = sorted(self._by_owner.values(), key=len, reverse=True)
                found = next((each for held in by_size if (each := _find_oldest_session(held, newest, fits))), None)
            if found is not None:
                return found
        return newest


def _find_oldest_session(
    sessions: OrderedDict[str, HttpPeer], newest: str, fits: Callable[[HttpPeer], bool]
) -> str | None:
    return next((each for each, peer in sessions.items() if each != newest and fits(peer)), None)


def _is_idle(peer: HttpPeer) -> bool:
    return peer.is_idle


def _has_no_request(peer: HttpPeer) -> bool:
    return not peer.tasks


def _accept_any(peer: HttpPeer) -> bool:
    return True
