"""Parses the messages of a revision with extensions, and checks what they add to the filter of a subscription."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..errors import DecodeError, Finding, ProtocolError
from ..json_values import is_object, member_at
from ..jsonrpc.answers import ParseOptions
from ..jsonrpc.messages import Batch, Message, Notification, Request
from ..jsonrpc.parser import MessageParser
from ..jsonrpc.rejections import with_excerpts
from ..spec.error_codes import INVALID_PARAMS
from ..spec.names import ACKNOWLEDGED, LISTEN
from .extension import Extension

if TYPE_CHECKING:
    from mcp_bindings.spec.methods import MethodInfo  # rendered

    from ..codec.codec import Codec
    from ..codec.schema_file import SchemaFile
    from ..jsonrpc.answers import AddedResults, Pending
    from ..jsonrpc.engines import Engine
    from ..limits import Limits
    from ..spec.names import Sender

_STRICT = ParseOptions()
_FILTER = "notifications"
"""The member of the params of a subscription, and of its acknowledgement, that is the filter."""


class ExtendedParser(MessageParser):
    """Parses the messages of one revision with extensions.

    The schema of the revision does not know the members that extensions add to a filter, so it allows them any value.

    Args:
        methods, definitions, package, schema, engine, added_results: As for `MessageParser`.
        extensions: Of the protocol.
    """

    def __init__(
        self,
        methods: Mapping[str, MethodInfo],
        definitions: Sequence[str],
        package: str,
        schema: SchemaFile,
        engine: Engine,
        added_results: AddedResults,
        extensions: Sequence[Extension],
    ) -> None:
        super().__init__(methods, definitions, package, schema, engine, added_results)
        self._extensions = extensions

    def parse(
        self,
        data: bytes | bytearray | memoryview | str,
        sender: Sender,
        pending: Pending,
        limits: Limits,
        options: ParseOptions = _STRICT,
    ) -> Message | Batch:
        """Parse one text; `Revision.parse` documents arguments and errors."""
        message = super().parse(data, sender, pending, limits, options)
        try:
            self._check_filter(message)
        except ProtocolError as error:
            assert isinstance(message, (Request, Notification))
            raise with_excerpts(error, message.document) if options.include_input else error from None
        return message

    def parse_value(
        self,
        document: object,
        sender: Sender,
        pending: Pending,
        limits: Limits,
        options: ParseOptions = _STRICT,
    ) -> Message | Batch:
        """Like `parse`, for a JSON value that was read from a text already."""
        message = super().parse_value(document, sender, pending, limits, options)
        self._check_filter(message)
        return message

    @cached_property
    def _filters(self) -> Mapping[str, Mapping[str, Codec[Any]]]:
        """By the method of a message with a filter, and by the member of the filter: the codec of this part of it."""
        rows = [(each, row) for each in self._extensions for row in each.info.filters]
        return {
            LISTEN: {row.member: each.codec(row.definition) for each, row in rows},
            ACKNOWLEDGED: {row.member: each.codec(row.acknowledged) for each, row in rows},
        }

    def _check_filter(self, message: Message | Batch) -> None:
        """Check the members that the extensions add to the filter in a message, if it has one.

        Raises:
            ProtocolError: One of them is invalid.
        """
        if not isinstance(message, (Request, Notification)) or message.method not in (LISTEN, ACKNOWLEDGED):
            return
        asked = member_at(message.document, "params", _FILTER)
        if not is_object(asked):
            return
        for member in asked.keys() & self._filters[message.method].keys():
            try:
                self._filters[message.method][member].decode_value({member: asked[member]})
            except DecodeError as error:
                raise _rejected(message, error.findings) from None


def _rejected(message: Request | Notification, findings: Sequence[Finding]) -> ProtocolError:
    placed = [each._replace(pointer=f"/params/{_FILTER}{each.pointer}") for each in findings]
    id_ = message.id if isinstance(message, Request) else None
    return ProtocolError(INVALID_PARAMS, "Invalid params", id=id_, findings=placed, answerable=id_ is not None)
