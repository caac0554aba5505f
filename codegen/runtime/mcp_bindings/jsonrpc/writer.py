"""Writing of messages from typed arguments, after checking that the params are valid for the method."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from ..codec.encoding import dump_any, encode_any, encoder_of
from ..errors import RequestId
from ..json_values import is_object
from ..spec.names import META, PROGRESS_KEY
from ..wire.model import WireModel, is_model
from ..wire.validators import validator_and_serializer
from .plain_json import write_json

if TYPE_CHECKING:
    from mcp_bindings.spec.methods import MethodInfo  # rendered

    from .body_types import TypesAndTables

ABSENT: Any = object()
"""A stand-in for the absence of an optional member that may be null: there, None stands for null. For any other
optional member, None stands for absence.
"""

Meta = WireModel | Mapping[str, Any] | None
"""The `_meta` of params, as a model or as JSON."""


class _AddedMeta(NamedTuple):
    """Members of `_meta` that the writer adds to the members that the caller gives."""

    defaults: Mapping[str, Any]
    """Members that the caller may replace."""

    overrides: Mapping[str, Any]
    """Members that replace those of the caller."""


class MessageWriter:
    """Writer of the messages of one revision.

    Args:
        revision: the revision.
    """

    def __init__(self, revision: TypesAndTables) -> None:
        self._revision = revision

    def write_request(
        self,
        id_: RequestId,
        method: str,
        params: Any,
        meta: Meta,
        *,
        progress: bool,
        always: Mapping[str, Any] = MappingProxyType({}),
    ) -> bytes:
        """Write a request as UTF-8 JSON text.

        Args:
            id_: the request id, which is also its progress token if `progress` is True.
            method: the method's name.
            params: a model of the params, or a mapping with the value of each attribute by its name. If the type of the
                params is no class, the params as a typed value or as JSON.
            meta: the `_meta` of the params; ignored if `params` contains `_meta`.
            progress: whether to ask the receiver for progress notifications.
            always: members of `_meta` that are sent unless the caller gives other values for them.

        Raises:
            KeyError: the revision has no such method.
            pydantic.ValidationError, TypeError: the params are not valid for the method.
            EncodeError: a part of the params has a class whose members would be lost, or JSON cannot express it.
        """
        token = {PROGRESS_KEY: id_} if progress else {}
        return self._write_message(
            {"jsonrpc": "2.0", "id": id_, "method": method}, params, meta, _AddedMeta(always, token)
        )

    def write_notification(self, method: str, params: Any, meta: Meta) -> bytes:
        """Write a notification as UTF-8 JSON text; arguments and errors are those of `write_request`."""
        return self._write_message({"jsonrpc": "2.0", "method": method}, params, meta, _AddedMeta({}, {}))

    def _write_message(self, message: dict[str, Any], params: Any, meta: Meta, added: _AddedMeta) -> bytes:
        text = self._write_params(self._revision.methods[message["method"]], params, meta, added)
        if text is None:
            return write_json(message)
        return write_json(message)[:-1] + b',"params":' + text + b"}"

    def _write_params(self, row: MethodInfo, params: Any, meta: Meta, added: _AddedMeta) -> bytes | None:
        """Return the text of valid params; None if the message is sent without params.

        A model is written and read again, and not passed to the constructor of its class: the constructor would take
        further members that have the names of attributes for these attributes.

        Raises:
            pydantic.ValidationError, TypeError: the params are not valid for the method.
            EncodeError: a part of the params has no form in JSON.
        """
        annotation: Any = None if row.params is None else self._revision.load_type(row.params)
        if is_model(annotation) and not isinstance(params, WireModel):
            members = {name: value for name, value in params.items() if value is not ABSENT}
            self._add_meta(members, meta, added)
            value = annotation(**members)
            return encoder_of(annotation)(value) if row.params_required or value.model_fields_set else None
        document = json.loads(encoder_of(annotation)(params)) if is_model(annotation) else dump_any(params)
        if is_object(document):
            self._add_meta(document, meta, added)
            if not document and not row.params_required:
                return None
        if annotation is not None:
            validator_and_serializer(annotation)[0].validate_python(document, by_alias=True, by_name=False)
        return encode_any(document)

    def _add_meta(self, members: dict[str, Any], meta: Meta, added: _AddedMeta) -> None:
        given = members.get(META, meta)
        if given is not None or added.defaults or added.overrides:
            given_members: dict[str, Any] = (
                {} if given is None else dump_any(given if isinstance(given, WireModel) else dict(given))
            )
            members[META] = {**added.defaults, **given_members, **added.overrides}
