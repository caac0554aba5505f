"""Cursors of pages, which only their server can write, and only their client can use, for a while.

Page: /specification/2025-11-25/server/utilities/pagination#error-handling.
"""

from __future__ import annotations

from typing import Any

from ..errors import ProtocolError
from ..spec.error_codes import INVALID_PARAMS
from .state_signer import StateSigner

_PURPOSE = "cursor"


class Cursors:
    """Writes and reads the cursors of a server.

    A cursor is signed, not encrypted: the client can read the place in it. A client may use it several times, for the
    same method and as the same principal, until it has expired.

    Args:
        signer: signs them; its lifetime is theirs.
    """

    def __init__(self, signer: StateSigner) -> None:
        self._signer = signer

    def write(self, principal: str, method: str, place: Any) -> str:
        """A cursor.

        Args:
            principal: key of who may use it; empty if nobody is authorized.
            method: of the list.
            place: where the next page begins, as JSON.
        """
        return self._signer.write([_PURPOSE, principal, method], place)

    def read(self, principal: str, method: str, cursor: str) -> Any:
        """The place of a cursor that a client has sent back.

        Args:
            principal: key of who sends it.
            method: of the request.
            cursor: as it was sent.

        Raises:
            ProtocolError: this server has not written it for them and this method, or it has expired.
        """
        try:
            return self._signer.read([_PURPOSE, principal, method], cursor)
        except ProtocolError:
            raise ProtocolError(INVALID_PARAMS, "Invalid params: cursor is unknown, or has expired") from None
