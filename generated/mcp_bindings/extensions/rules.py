"""What an extension asks of both sides: that the client declares it in each request that it is used in.

The rows are in the table of each extension; their sources are anchors of its page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ..json_values import is_object, member_at
from ..revisions import Revision
from ..spec.names import CAPABILITIES_KEY, LISTEN, META, RESULT_TYPE
from .extension import Extension

if TYPE_CHECKING:
    from mcp_bindings.spec.protocol import RequestHeader  # rendered

_EXTENSIONS = "extensions"
"""The member of the capabilities that declares extensions, by identifier."""

_INPUT_REQUESTS = "inputRequests"


def declares(capabilities: object, extension: Extension) -> bool:
    """Whether capabilities declare an extension."""
    return is_object(member_at(capabilities, _EXTENSIONS, extension.id))


def declare_extensions(capabilities: Mapping[str, Any], extensions: Iterable[Extension]) -> dict[str, Any]:
    """Capabilities that declare these extensions, in addition to those that they declare already."""
    given = capabilities.get(_EXTENSIONS)
    every: dict[str, Any] = {each.id: {} for each in extensions}
    every.update(given if is_object(given) else {})
    return {**capabilities, _EXTENSIONS: every} if every else dict(capabilities)


def find_undeclared_for_request(extensions: Iterable[Extension], method: str, params: object) -> dict[str, Any]:
    """The extensions that a request needs and its client has not declared in it, as nested as they are declared.

    Args:
        extensions: in use.
        method: of the request.
        params: of the request, as JSON.
    """
    wanted = [each for each in extensions if method in each.info.needs_client or _subscribes(each, method, params)]
    return _find_undeclared(wanted, params)


def find_undeclared_for_result(extensions: Iterable[Extension], params: object, result: Any) -> dict[str, Any]:
    """The extensions that a result is of and the client of its request has not declared, as nested as above.

    Args:
        extensions: in use.
        params: of the request, as JSON.
        result: as JSON or typed.
    """
    if RESULT_TYPE not in result:
        return {}
    value = result[RESULT_TYPE]
    adding = [each for each in extensions if any(row.value == value for row in each.info.result_types)]
    return _find_undeclared(adding, params)


def find_input_requests(extensions: Iterable[Extension], method: str, result: Any) -> Any:
    """The requests for input in a result of a method that an extension adds; None if there are none.

    Args:
        extensions: in use.
        method: of the request.
        result: as JSON or typed.
    """
    is_added = any(method in each.methods for each in extensions)
    return result[_INPUT_REQUESTS] if is_added and _INPUT_REQUESTS in result else None


def map_filter_members(extensions: Iterable[Extension]) -> dict[str, str]:
    """The member of a subscription's filter that asks for each notification that extensions add, by its method."""
    return {row.notification: row.member for each in extensions for row in each.info.filters}


def map_filter_subjects(extensions: Iterable[Extension]) -> dict[str, str]:
    """The member of params that is one of the values in the filter, by the method of the notification."""
    return {row.notification: row.subject for each in extensions for row in each.info.filters if row.subject}


def list_name_headers(revision: Revision, extensions: Iterable[Extension]) -> tuple[RequestHeader, ...]:
    """The rows of the header that names what a request is about, for the requests of extensions.

    Args:
        revision: whose transport has the header.
        extensions: in use.
    """
    named = next((row for row in revision.protocol.http.request_headers if row.applies == "named"), None)
    rows = [row for each in extensions if revision.id in each.info.revisions for row in each.info.name_headers]
    if named is None:
        return ()
    return tuple(named._replace(methods=(row.method,), body_field=("params", row.member)) for row in rows)


def _subscribes(extension: Extension, method: str, params: object) -> bool:
    """Whether a request subscribes to notifications of an extension."""
    asked = (member_at(params, "notifications", row.member) for row in extension.info.filters)
    return method == LISTEN and any(value is not None for value in asked)


def _find_undeclared(extensions: Iterable[Extension], params: object) -> dict[str, Any]:
    capabilities = member_at(params, META, CAPABILITIES_KEY)
    missing: dict[str, Any] = {each.id: {} for each in extensions if not declares(capabilities, each)}
    return {_EXTENSIONS: missing} if missing else {}
