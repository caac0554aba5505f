"""Checks of the info and the capabilities that a program declares, before any message contains them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import DecodeError, quote_value, suggest_name
from ..json_values import is_object
from ..jsonrpc.plain_json import to_json_copy
from ..revisions import KNOWN_IDS, Revision
from ..spec.names import CLIENT_INFO_KEY, INITIALIZE, Sender
from .capabilities import (
    OPEN_CAPABILITIES,
    has_members,
    is_known_capability,
    list_capability_paths,
    list_capability_types,
)

UNNAMED: Mapping[str, str] = {"name": "unknown", "version": "unknown"}
"""The info of a side that does not name itself."""

_DESCRIPTIONS = {"boolean": "True or False", "object": "an object"}
"""Descriptions of the types of capabilities, for error messages."""


def check_info(info: object) -> None:
    """Check that the info of a client or server is an object with a name and a version, both of them texts.

    Args:
        info: the info, as JSON or typed.

    Raises:
        TypeError: the info is no object.
        ValueError: the name or the version is missing, or is no text.
    """
    if not has_members(info):
        name = info if isinstance(info, str) else "my-program"
        raise TypeError(f"info must be an object, not {quote_value(info)}: info={ {'name': name, 'version': '1.0'} }")
    for member in ("name", "version"):
        if member not in info or not isinstance(info[member], str):
            raise ValueError(f"info needs the text {member!r}: info={ {'name': 'my-program', 'version': '1.0'} }")


def check_info_members(info: Any, rev: Revision) -> None:
    """Check that each member of the info of a client or server has the type that a revision states.

    Args:
        info: the info, as JSON or typed.
        rev: the revision.

    Raises:
        ValueError: a member has a wrong type.
        EncodeError: a part of the info has no form in JSON.
    """
    try:
        rev.codec(find_type_of_info(rev)).decode_value(to_json_copy(info))
    except DecodeError as error:
        fault = error.findings[0]
        raise ValueError(f"info{fault.pointer} is not valid in {rev.id}: {fault.message}") from None


def find_type_of_info(rev: Revision) -> str:
    """Return the name of the type that a revision has for the name and version of a client."""
    if rev.era == "per-request":
        return next(row.type for row in rev.protocol.meta_keys if row.key == CLIENT_INFO_KEY)
    row = rev.methods[INITIALIZE]
    assert row.params is not None
    fields = rev.load_type(row.params).__pydantic_fields__
    info: Any = fields["client_info"].annotation
    return str(info.__name__)


def check_capabilities_object(capabilities: object) -> None:
    """Check that the capabilities of a program are an object.

    Unlike `check_capabilities`, this accepts any names, since the capabilities that a proxy passes on may have any.

    Args:
        capabilities: the capabilities, as JSON.

    Raises:
        TypeError: the capabilities are no object.
    """
    if not is_object(capabilities):
        example = "capabilities={'logging': {}}"
        raise TypeError(f"capabilities must be an object, not {quote_value(capabilities)}: {example}")


def check_capabilities(capabilities: Mapping[str, Any], role: Sender) -> None:
    """Check that the capabilities of a program are an object of objects, and that some revision defines each of them.

    Each of their members has the type that a revision states; a member that no revision states may have any.

    Args:
        capabilities: the capabilities, as JSON.
        role: the side that declares them.

    Raises:
        TypeError: the capabilities are no object.
        ValueError: no revision has a capability of this name for this side, the value of a capability is no object, or
            a member of it has a wrong type.
    """
    check_capabilities_object(capabilities)
    for name, value in capabilities.items():
        if not is_object(value):
            raise ValueError(f"the capability {quote_value(name)} must be an object, not {quote_value(value)}")
        if not is_known_capability(role, name):
            known = {path.partition(".")[0] for id_ in KNOWN_IDS for path in list_capability_paths(role, id_)}
            hint = suggest_name(name, known) or f"; known are {', '.join(sorted(known))}"
            raise ValueError(
                f"no revision has a {role} capability {quote_value(name)}{hint} (your own belong into 'experimental')"
            )
        _check_members(value, role, name)


def _check_members(declared: Mapping[str, Any], role: Sender, path: str) -> None:
    """Check the members of a capability, and the members of these.

    Args:
        declared: the capability, as JSON.
        role: the side that declares the capability.
        path: the dotted path of the capability.

    Raises:
        ValueError: a member has another type than each revision that defines the member states.
    """
    is_open = path in OPEN_CAPABILITIES
    for name, value in declared.items():
        member = f"{path}.{name}"
        types = iter(["object"]) if is_open else list_capability_types(role, member)
        wanted, given = next(types, None), _type_of(value)
        if wanted is not None and given != wanted and given not in types:
            description = _DESCRIPTIONS[wanted]
            raise ValueError(f"the capability {quote_value(member)} must be {description}, not {quote_value(value)}")
        if is_object(value) and not is_open:
            _check_members(value, role, member)


def _type_of(value: object) -> str:
    return "boolean" if isinstance(value, bool) else "object" if is_object(value) else "other"
