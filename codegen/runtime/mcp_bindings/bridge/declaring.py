"""What each side declares to the other one through a bridge: capabilities, and the name of an implementation."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Any

from ..json_values import is_object, member_at
from ..revisions import REVISIONS, Revision, revision
from ..spec.names import COMPLETE_ARGUMENT, Sender

UNNAMED: Mapping[str, str] = {"name": "unknown", "version": "unknown"}
"""The implementation of a side that does not name itself."""

_ELICITATION, _FORM, _URL = "elicitation", "form", "elicitation.url"
_COMPLETIONS = "completions"


def _paths_of(known: Revision, side: Sender) -> frozenset[str]:
    """Every path that a side may declare in a revision."""
    rows = known.protocol.client_capabilities if side == "client" else known.protocol.server_capabilities
    return frozenset(row.path for row in rows)


def declared(capabilities: Any, side: Sender, source: Revision, targets: Iterable[Revision]) -> dict[str, Any]:
    """The capabilities that a bridge declares for a side to the other one: those that mean the same there.

    What the source does not know must not be switched on in a target. Core tasks and extensions exist in one era only.

    Args:
        capabilities: What the side declares, as JSON.
        side: The side.
        source: Its revision.
        targets: The revisions that the other side may speak.
    """
    known: frozenset[str] = frozenset()
    for target in targets:
        known |= _paths_of(target, side)
    paths = known & _paths_of(source, side)
    kept = _kept(capabilities, "", paths) if is_object(capabilities) else {}
    if side == "server" and _COMPLETIONS in known and _completes_undeclared(source, kept):
        kept[_COMPLETIONS] = {}
    asked = member_at(capabilities, _ELICITATION)
    if is_object(asked) and asked and _FORM not in asked and _URL not in paths:
        kept.pop(_ELICITATION, None)  # an empty object would stand for forms, which this client does not have
    return kept


def _completes_undeclared(source: Revision, capabilities: Mapping[str, Any]) -> bool:
    """Whether a server may complete arguments though its revision has no capability that says so.

    What it completes are the arguments of prompts and of templates of resources. One that cannot answers with an error.
    """
    has_method = COMPLETE_ARGUMENT in source.methods and _COMPLETIONS not in _paths_of(source, "server")
    return has_method and ("prompts" in capabilities or "resources" in capabilities)


def everything(side: Sender) -> dict[str, Any]:
    """Every capability of every revision, to read a message before it is known what is declared."""
    tree: dict[str, Any] = {}
    for known in map(revision, REVISIONS):
        rows = known.protocol.client_capabilities if side == "client" else known.protocol.server_capabilities
        for row in sorted(rows, key=attrgetter("path")):
            place = tree
            *around, last = row.path.split(".")
            for name in around:
                place = place.setdefault(name, {})
            place.setdefault(last, True if row.type == "boolean" else {})
    return tree


def connection_key(principal: str, info: Any, capabilities: Any) -> str:
    """What requests of per-request clients have in common that may share a connection to a server with a handshake.

    Such a server learns once, from `initialize`, what its client is and can do. Requests without a principal share no
    connection with those of others, so there is no key for them.

    Args:
        principal: Of the client, as the authorization of its requests says.
        info: The `clientInfo` of the request, as JSON; None if it names none.
        capabilities: The `clientCapabilities` of the request, as JSON.

    Raises:
        ValueError: There is no principal.
    """
    if not principal:
        raise ValueError("without a principal, clients share no connection")
    return json.dumps([principal, info, capabilities], sort_keys=True, separators=(",", ":"))


def _kept(capabilities: Mapping[str, Any], prefix: str, paths: frozenset[str]) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for name, value in capabilities.items():
        path = prefix + name
        if path not in paths:
            continue
        has_parts = any(each.startswith(path + ".") for each in paths)
        is_open = path == "experimental" or not is_object(value)
        kept[name] = value if is_open else _kept(value, path + ".", paths) if has_parts else {}
    return kept
