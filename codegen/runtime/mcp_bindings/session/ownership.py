"""Whom a session belongs to: a server answers nobody else in it.

Page: /docs/2025-11-25/tutorials/security/security_best_practices#session-hijacking.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..authorization.principal import Principal


class Owned:
    """A session that may belong to a principal."""

    _principal: Principal | None = None

    @property
    def principal(self) -> Principal | None:
        """Whom the session belongs to; the transport sets it with the first request, and it never changes.

        A server answers a request of anybody else as if there were no such session, with status 404.

        Raises:
            ValueError: it is set to another principal.
        """
        return self._principal

    @principal.setter
    def principal(self, principal: Principal) -> None:
        """Record whom the session belongs to."""
        self._principal = self.principal_of(principal)

    def principal_of(self, principal: Principal | None) -> Principal | None:
        """The principal of a message: the given one, or else that of the session.

        Raises:
            ValueError: the session belongs to another principal.
        """
        owner = self._principal
        if principal is None or owner is None:
            return principal or owner
        if principal != owner:
            raise ValueError("the session belongs to another principal")
        return principal
