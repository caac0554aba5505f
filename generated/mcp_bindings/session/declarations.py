"""Checks of the info and the capabilities that a program declares, before any message contains them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import quote_value, suggest_name
from ..json_values import is_object
from ..revisions import KNOWN_IDS
from ..spec.names import Sender
from .capabilities import has_members, is_known_capability, list_capability_paths

UNNAMED: Mapping[str, str] = {"name": "unknown", "version": "unknown"}
"""The info of a side that does not name itself."""


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

    Args:
        capabilities: the capabilities, as JSON.
        role: the side that declares them.

    Raises:
        TypeError: the capabilities are no object.
        ValueError: no revision has a capability of this name for this side, or the value of a capability is no object.
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
