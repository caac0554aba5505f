"""From typed arguments to the text of a message: params are held to their type before anything is sent."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple

from ..codec.codec import Codec
from ..codec.schema_file import SchemaFile
from ..json_values import is_object
from ..spec.methods import MethodInfo
from ..spec.names import META, PROGRESS_KEY
from ..wire import WireModel, built, is_model

ABSENT: Any = object()
"""Stands for a member that is not there, where None stands for null."""


_codec = Codec[Any]("message", Any, SchemaFile("", ""))

Meta = WireModel | Mapping[str, Any] | None
"""The `_meta` of params: of the type they have there, or as JSON."""


class _Frame(NamedTuple):
    """What stands around the caller's own members of `_meta`: these give way to them, or prevail."""

    before: Mapping[str, Any]
    after: Mapping[str, Any]


class MessageWriter:
    """Writes the messages of one revision.

    Args:
        methods: of the revision.
        package: of its modules, such as `mcp_bindings.v2025_11_25`.
    """

    def __init__(self, methods: Mapping[str, MethodInfo], package: str) -> None:
        self._methods = methods
        self._package = package

    def request(
        self,
        id_: int,
        method: str,
        params: Any,
        meta: Meta,
        *,
        progress: bool,
        always: Mapping[str, Any] = MappingProxyType({}),
    ) -> bytes:
        """The text of a request.

        Args:
            id_: also the token of its progress.
            method: its name.
            params: members by attribute; the value itself where the type of params is no class.
            meta: goes into the params, unless those have their own.
            progress: ask for reports?
            always: what is in `_meta` unless something else is given for it.

        Raises:
            pydantic.ValidationError, TypeError: the params are not what their type allows.
            ValueError: there is something in them that JSON has no form for.
        """
        token = {PROGRESS_KEY: id_} if progress else {}
        return self._text({"jsonrpc": "2.0", "id": id_, "method": method}, params, meta, _Frame(always, token))

    def notification(self, method: str, params: Any, meta: Meta) -> bytes:
        """The text of a notification; arguments and errors are those of `request`."""
        return self._text({"jsonrpc": "2.0", "method": method}, params, meta, _Frame({}, {}))

    def _text(self, message: dict[str, Any], params: Any, meta: Meta, frame: _Frame) -> bytes:
        checked = self._checked(self._methods[message["method"]], params, meta, frame)
        return _codec.encode(message if checked is None else {**message, "params": checked})

    def _checked(self, row: MethodInfo, params: Any, meta: Meta, frame: _Frame) -> Any:
        """The params by the rules of their type; None where there are none."""
        annotation: Any = None
        if row.params is not None:
            annotation = getattr(import_module(f"{self._package}.models"), row.params)
        if is_model(annotation):
            members = {name: value for name, value in params.items() if value is not ABSENT}
            self._add_meta(members, meta, frame)
            value = annotation(**members)
            return value if row.params_required or value.model_fields_set else None
        document = _codec.dump(params)
        if is_object(document):
            self._add_meta(document, meta, frame)
            if not document and not row.params_required:
                return None
        return (
            document
            if annotation is None
            else built(annotation)[0].validate_python(document, by_alias=True, by_name=False)
        )

    def _add_meta(self, members: dict[str, Any], meta: Meta, frame: _Frame) -> None:
        own = members.get(META, meta)
        if own is not None or frame.before or frame.after:
            given: dict[str, Any] = {} if own is None else _codec.dump(own if isinstance(own, WireModel) else dict(own))
            members[META] = {**frame.before, **given, **frame.after}
