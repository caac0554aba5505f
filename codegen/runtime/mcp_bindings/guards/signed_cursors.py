"""Signed cursors. Only the server can write a cursor, and only one principal can use the cursor until it expires.

Page: /specification/2025-11-25/server/utilities/pagination#error-handling.
"""

from __future__ import annotations

from typing import Any

from ..errors import ProtocolError
from ..spec.error_codes import INVALID_PARAMS
from .state_signer import StateSigner, check_signer

_PURPOSE = "cursor"


class Cursors:
    """The signed cursors of a server.

    A cursor is signed but not encrypted, so the client can read where the page begins. Until a cursor expires, the
    client may use it several times, for one method and as one principal.

    Args:
        signer: signer of the cursors. A cursor expires after the lifetime that the signer has.

    Raises:
        TypeError: the argument is no `StateSigner`.
    """

    def __init__(self, signer: StateSigner) -> None:
        check_signer(signer)
        self._signer = signer

    def write(self, principal: str, method: str, place: Any) -> str:
        """Return a signed cursor for the next page of a list.

        Args:
            principal: key of the principal that may use the cursor; empty without authorization.
            method: the method of the request for the list.
            place: where the next page begins, as any JSON value.

        Raises:
            TypeError, ValueError: `place` is not JSON.
        """
        return self._signer.write([_PURPOSE, principal, method], place)

    def read(self, principal: str, method: str, cursor: str) -> Any:
        """Check a cursor that a client has sent. Return where its page begins, as the JSON value given to `write`.

        Args:
            principal: key of the principal of the request; empty without authorization.
            method: the method of the request.
            cursor: the cursor, as received.

        Raises:
            ProtocolError: this server has not written the cursor for this principal and method, or the cursor has
                expired.
        """
        try:
            return self._signer.read([_PURPOSE, principal, method], cursor)
        except ProtocolError:
            raise ProtocolError(INVALID_PARAMS, "Invalid params: cursor is unknown, or has expired") from None
