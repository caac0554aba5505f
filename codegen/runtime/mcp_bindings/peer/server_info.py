"""Names the server in the `_meta` of each result, where the revision recommends it.

Page: /specification/2026-07-28/basic/index#meta.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic_core import from_json

from ..codec.encoding import dump_any, encode_any
from ..session.profile import revision_profile
from ..spec.names import META, SERVER_INFO_KEY, Sender


class ServerInfo:
    """Writes the name and version of a server into its results.

    Args:
        info: as JSON or typed.
    """

    __slots__ = ("_info", "_text")

    def __init__(self, info: Any) -> None:
        self._info: Any = dump_any(info)
        self._text = encode_any({META: {SERVER_INFO_KEY: self._info}})[1:]

    def add_to(self, text: bytes, result: Any) -> bytes:
        """The text of a result, with the name of the server unless the result has one.

        Args:
            text: the result as JSON text, an object.
            result: the same result, typed.
        """
        if META not in result:
            return (b"{" if text == b"{}" else text[:-1] + b",") + self._text
        meta = result[META]
        return text if SERVER_INFO_KEY in meta else encode_any(self.named(from_json(text)))

    def named(self, result: Mapping[str, Any]) -> Mapping[str, Any]:
        """A result that is JSON, with the name of the server unless it has one."""
        return {**result, META: {SERVER_INFO_KEY: self._info, **result.get(META, {})}}


def server_info_for(role: Sender, revision: str, info: Any) -> ServerInfo | None:
    """What writes the name of a server into its results; None where the revision recommends none, or none is known.

    Args:
        role: the side that sends the results.
        revision: id of their revision.
        info: as JSON or typed; None if it is not known.
    """
    if info is None or role != "server" or not revision_profile(revision).names_server:
        return None
    return ServerInfo(info)
