"""Reads what a message is, and where it goes, without building the message: for gateways, proxies and recorders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from ..errors import ProtocolError, RequestId, share_error_data
from ..json_values import has_more_containers, is_array, is_object, member_at
from ..limits import DEFAULT, Limits
from ..spec.names import (
    INITIALIZE,
    META,
    VERSION_KEY,
)
from .engines import engine
from .rejections import (
    bad_envelope,
    check_batch,
    initialize_in_batch,
    not_a_message,
    unusual_id,
    wrong_version,
)
from .skimming import Skimmer, skim_with_care, skimmer
from .strict_json import Reader, Text, encoded, reader

TARGETS: Mapping[str, str] = import_module("..spec.revision_table", __package__).TARGETS  # rendered
"""By method, the required member of its params that names the tool, the prompt or the resource."""

Kind: TypeAlias = Literal["request", "notification", "response", "error", "batch"]

SHORT = 4_096
"""Up to this length in bytes, a text is read completely, which is as fast as to skim it."""

_functions: tuple[Reader, Skimmer] | None = None


class Envelope(NamedTuple):
    """What a message is, and where it goes."""

    kind: Kind
    """`response` has a result, `error` is an error response."""

    id: RequestId | None
    """The id; None for a notification, a batch, and an error response to a message that could not be read."""

    method: str | None
    """The method of a request or notification."""

    name: str | None
    """What the params name: a tool, a prompt, or the URI of a resource. None for other methods, and if they do not."""

    version: str | None
    """The protocol version that the message names: in `_meta`, or asked for by `initialize`. Other messages have none,
    and over HTTP a header may name one."""

    size: int
    """The length of the text in bytes of UTF-8; 0 for a message of a batch."""

    items: tuple[Envelope | ProtocolError, ...] = ()
    """The messages of a batch, with an error in place of each one that is rejected."""


_made: Callable[[tuple[Any, ...]], Envelope] = partial(cast(Any, tuple).__new__, Envelope)
"""Makes an envelope of all its members, in half the time."""


def read_envelope(data: Text, *, limits: Limits = DEFAULT) -> Envelope:
    """Read the envelope of a message, and what to route it by, without building the message.

    The members that are read here, and all of `_meta`, are checked as strictly as `Revision.parse` checks them, so that
    what `parse` accepts in any revision has the same kind, id, method, name and version here. Neither the method nor
    the body is checked beyond the syntax of JSON. The body is each object or array in the message or its params, except
    for the params themselves and `_meta`. A text that is accepted here may still be rejected by `parse`, for the method
    or invalid params, or because the body has a duplicate member, half of a surrogate pair, a number that is out of
    range or too long, or more levels than the limit. A batch is read completely. The verdict depends neither on the
    length of the text nor on the extras that are installed.

    Args:
        data: JSON text; bytes are UTF-8.
        limits: Limits for the text. The body may have more levels, and longer numbers.

    Returns:
        The envelope; of kind `batch` for a batch, which only 2025-03-26 has.

    Raises:
        ProtocolError: No revision accepts the text. Code and id are those of the error that `parse` raises.
        TypeError: `data` is neither text nor bytes.
    """
    text = data if type(data) is bytes else encoded(data)
    size = len(text)
    read, skim = _functions or _chosen()
    if size > SHORT and (envelope := _skimmed(skim, text, limits)) is not None:
        return envelope
    try:
        found: Any = read(text, limits)
    except ProtocolError:
        envelope = _skimmed(skim_with_care, text, limits)
        if envelope is None:
            raise
        return envelope
    try:  # most messages name a tool, and have no `_meta`
        id_, method, params = found["id"], found["method"], found["params"]
        name = params[TARGETS[method]]
        if (
            type(name) is str
            and (type(id_) is int or type(id_) is str)
            and len(found) == 4
            and found["jsonrpc"] == "2.0"
            and META not in params
        ):
            return _made(("request", id_, method, name, None, size, ()))
    except (KeyError, TypeError):
        pass
    if is_object(found):
        return envelope_of(found, size)
    if not is_array(found):
        raise not_a_message(found)
    check_batch(found, limits)
    items = tuple(map(_item, found))
    share_error_data(item for item in items if isinstance(item, ProtocolError))
    return Envelope("batch", None, None, None, None, size, items)


def _skimmed(skim: Skimmer, text: bytes, limits: Limits) -> Envelope | None:
    """The envelope of a text whose body is passed over; None if the text has to be read completely."""
    if len(text) > limits.max_bytes or has_more_containers(text, limits.max_containers):
        return None
    document = skim(text, limits)
    if document is None:
        return None
    try:
        return envelope_of(document, len(text))
    except ProtocolError:  # the text may have another fault that comes first
        return None


def _chosen() -> tuple[Reader, Skimmer]:
    """The functions that read with the engine in use. To look them up each time would cost a tenth of a short text."""
    global _functions
    used = engine()
    _functions = reader(used), skimmer(used)
    return _functions


def _item(document: object) -> Envelope | ProtocolError:
    """The envelope of a message in a batch, or why it is rejected."""
    try:
        if not is_object(document):
            raise not_a_message(document)
        if document.get("method") == INITIALIZE:
            raise initialize_in_batch(document)
        return envelope_of(document, 0)
    except ProtocolError as error:
        return error


def envelope_of(document: Mapping[str, Any], size: int) -> Envelope:
    """The envelope of a message; see `MessageParser`, which makes the same checks in the same order.

    Raises:
        ProtocolError: It is not valid.
    """
    id_ = document.get("id")
    if type(id_) is not int and type(id_) is not str:
        id_ = unusual_id(id_, document) if "id" in document else None
    if document.get("jsonrpc") != "2.0":
        raise wrong_version(document)
    if "error" in document and "result" in document:
        raise bad_envelope(document, "a response must not have both a result and an error", "/error", "kind")
    method = document.get("method")
    if type(method) is str:
        return _addressed("notification" if id_ is None else "request", id_, method, document.get("params"), size)
    if "method" in document:
        raise bad_envelope(document, "method must be a string", "/method", "method")
    if "error" in document:
        return Envelope("error", id_, None, None, None, size)
    if "result" not in document:
        raise bad_envelope(document, "one of method, result and error is required", "", "kind")
    if id_ is None:
        raise bad_envelope(document, "a response must have the id of its request", "", "id")
    return Envelope("response", id_, None, None, None, size)


def _addressed(kind: Kind, id_: RequestId | None, method: str, params: Any, size: int) -> Envelope:
    """The envelope of a message with a method, and what its params name."""
    name = version = None
    if is_object(params):
        target = TARGETS.get(method)
        if target is not None and type(params.get(target)) is str:
            name = params[target]
        if META in params or method == INITIALIZE:
            version = _version(method, params)
    return _made((kind, id_, method, name, version, size, ()))


def _version(method: str, params: Mapping[str, Any]) -> str | None:
    """The version that a message asks for, or names in its `_meta`."""
    version = params.get("protocolVersion") if method == INITIALIZE else None
    if not isinstance(version, str):
        version = member_at(params, META, VERSION_KEY)
    return version if isinstance(version, str) else None
