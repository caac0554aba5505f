"""Rules for both sides of an extension: the client declares the extension in each request that uses it.

The rows are in the table of each extension. A row's sources are anchors of the extension's page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ..json_values import is_object, member_at
from ..renames import list_names
from ..revisions import Revision
from ..spec.names import CAPABILITIES_KEY, LISTEN, META, RESULT_TYPE
from .extension import Extension

if TYPE_CHECKING:
    from mcp_bindings.spec.protocol import RequestHeader  # rendered

_EXTENSIONS = "extensions"
"""Name of the member of the capabilities that declares extensions. Its value has the settings by identifier."""

_INPUT_REQUESTS = "inputRequests"


def declares_extension(capabilities: object, extension: Extension) -> bool:
    """Return whether capabilities declare an extension."""
    return is_object(member_at(capabilities, _EXTENSIONS, extension.id))


def find_unmet_need(method: str, extension: Extension, capabilities: object) -> str:
    """Return, as text, what a client or server lacks in its capabilities to receive a request of an extension.

    The text is empty if nothing is missing.

    Args:
        method: the method of the request.
        extension: the extension that adds the method.
        capabilities: the capabilities of the receiver, as JSON.
    """
    if not declares_extension(capabilities, extension):
        return f"the extension {extension.id}"
    settings = member_at(capabilities, _EXTENSIONS, extension.id)
    for row in extension.info.method_settings:
        if row.method == method and settings.get(row.member) is not True:
            return f"the setting {row.member} of the extension {extension.id}"
    return ""


def declare_extensions(
    capabilities: Mapping[str, Any], extensions: Iterable[Extension], known: Iterable[Extension] = ()
) -> dict[str, Any]:
    """Return a copy of capabilities that declares some extensions too.

    Settings that the capabilities declare already for an extension stay.

    Args:
        capabilities: the capabilities, as JSON.
        extensions: the extensions to declare.
        known: all extensions in use. Those that are not in `extensions` are removed from the declared ones.
    """
    every: dict[str, Any] = {each.id: {} for each in extensions}
    hidden = {each.id for each in known} - every.keys()
    declared = capabilities.get(_EXTENSIONS)
    every.update({id_: value for id_, value in declared.items() if id_ not in hidden} if is_object(declared) else {})
    if not every and declared:
        return {name: value for name, value in capabilities.items() if name != _EXTENSIONS}
    return {**capabilities, _EXTENSIONS: every} if every else dict(capabilities)


def find_undeclared_for_request(extensions: Iterable[Extension], method: str, params: object) -> dict[str, Any]:
    """Return, as a capabilities object, the extensions that a request needs and does not declare.

    The object is empty if no extension is missing.

    Args:
        extensions: the extensions in use.
        method: the method of the request.
        params: the params of the request, as JSON.
    """
    wanted = [
        each
        for each in extensions
        if method in each.info.needs_client or _subscribes_to_extension(each, method, params)
    ]
    return _find_undeclared(wanted, params)


def find_undeclared_for_result(extensions: Iterable[Extension], params: object, result: Any) -> dict[str, Any]:
    """Return, as a capabilities object, the undeclared extensions that add the type of a result.

    The client declares extensions in the request. The object is empty if no extension is missing.

    Args:
        extensions: the extensions in use.
        params: the params of the request, as JSON.
        result: the result, as JSON or typed.
    """
    if RESULT_TYPE not in result:
        return {}
    value = result[RESULT_TYPE]
    adding = [each for each in extensions if any(row.value == value for row in each.info.result_types)]
    return _find_undeclared(adding, params)


def find_input_requests(extensions: Iterable[Extension], method: str, result: Any) -> Any:
    """Return the requests for input in a result or in the params of a notification.

    None is returned if there are none, or if no extension adds the method.

    Args:
        extensions: the extensions in use.
        method: the method of the request or notification.
        result: the result or the params, as JSON or typed.
    """
    is_added = any(method in each.methods for each in extensions)
    return result[_INPUT_REQUESTS] if is_added and _INPUT_REQUESTS in result else None


def map_filter_members(extensions: Iterable[Extension]) -> dict[str, str]:
    """Return the filter member by which a client subscribes to a notification, by notification method.

    Only notifications that these extensions add are included.
    """
    return {row.notification: row.member for each in extensions for row in each.info.filters}


def map_filter_subjects(extensions: Iterable[Extension]) -> dict[str, str]:
    """Return the name of the member of params that names a notification's subject, by notification method.

    Only those notifications of these extensions that are about one subject are included. The filter of a subscription
    lists the subjects.
    """
    return {row.notification: row.subject for each in extensions for row in each.info.filters if row.subject}


def list_name_headers(revision: Revision, extensions: Iterable[Extension]) -> tuple[RequestHeader, ...]:
    """Return the rules of the name header (`Mcp-Name`) for requests of extensions; none if the revision lacks this
    header.

    Args:
        revision: the revision of the requests.
        extensions: the extensions in use. Those for other revisions are skipped.
    """
    named = next((row for row in revision.protocol.http.request_headers if row.applies == "named"), None)
    rows = [row for each in extensions if revision.id in each.info.revisions for row in each.info.name_headers]
    if named is None:
        return ()
    return tuple(named._replace(methods=(row.method,), body_field=("params", row.member)) for row in rows)


def _subscribes_to_extension(extension: Extension, method: str, params: object) -> bool:
    """Return whether a request subscribes to notifications of an extension."""
    wanted_values = (member_at(params, "notifications", row.member) for row in extension.info.filters)
    return method in list_names(LISTEN) and any(value is not None for value in wanted_values)


def _find_undeclared(extensions: Iterable[Extension], params: object) -> dict[str, Any]:
    capabilities = member_at(params, META, CAPABILITIES_KEY)
    missing: dict[str, Any] = {each.id: {} for each in extensions if not declares_extension(capabilities, each)}
    return {_EXTENSIONS: missing} if missing else {}
