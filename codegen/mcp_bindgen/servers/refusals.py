"""The phase `wrong` of a check, in which the client sends texts that a server must refuse or ignore.

A rule whose text is fixed states the text in `rules.toml`. The functions here make the other texts.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from mcp_bindgen.jsontext import is_array, is_object
from mcp_bindgen.servers.client import (
    ACCEPTED_STATUS,
    DENIAL_STATUSES,
    DISCOVER,
    PING,
    Answer,
    RevisionClient,
    declares_capability,
    without_session_header,
)
from mcp_bindgen.servers.connections import LOOPBACK, HttpConnection
from mcp_bindgen.servers.phases import LISTINGS, ServerLists, list_required_arguments
from mcp_bindgen.servers.rules import Statement, all_rules
from mcp_bindings import Revision
from mcp_bindings.renames import to_own_name
from mcp_bindings.spec.error_codes import HEADER_MISMATCH, METHOD_NOT_FOUND, to_revision_code

UNKNOWN_NAME = "mcp-bindgen-check-unknown"
"""A name of a tool, prompt, method, log level or cursor that no server has."""

UNKNOWN_VERSION = "1900-01-01"
"""A version of the protocol that never existed."""

_UNKNOWN_URI = f"{UNKNOWN_NAME}://nowhere/{UNKNOWN_NAME}"
_FOREIGN_ORIGIN = "https://mcp-bindgen-check.invalid"
_NON_ASCII_NAME = f"{UNKNOWN_NAME}-é"
_METHODS_WITH_NAME = {"prompts": "prompts/get", "tools": "tools/call"}
"""Methods whose params have a name, by the capability of the servers that answer them."""

Probe = Callable[[RevisionClient, ServerLists], Awaitable[None]]


async def send_faulty_texts(client: RevisionClient, lists: ServerLists) -> None:
    """Send the texts that the server must refuse or ignore, as far as their rules are checked. Add a finding for each
    text that the server treats otherwise.

    Args:
        client: sends the texts.
        lists: the lists of the server.

    Raises:
        ServerLostError: the server cannot be reached, or has ended.
        BoundReachedError: the server sends more than the bounds allow.
        StuckError: the server has answered none of the last requests in time.
        ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
    """
    for rule in all_rules().values():
        if rule.send is not None and client.is_checked(rule.id):
            answer = await client.send_faulty_message(client.make_request(rule.send["method"], rule.send["params"]))
            _check_refusal(client, rule.id, rule.send["method"], answer)
    for names, probe in PROBES.items():
        if any(map(client.is_checked, names)):
            await probe(client, lists)


def _check_refusal(
    client: RevisionClient, rule: str, subject: str, answer: Answer, *, names_unknown_version: bool = False
) -> None:
    """Add a finding if an answer is no refusal, or has another code or HTTP status than the page of a rule allows. An
    answer that is late, or that denies every request, is no finding.

    Args:
        client: the client.
        rule: the id of the rule.
        subject: the subject of the finding.
        answer: the answer of the server.
        names_unknown_version: whether the request names no version that the server can know. Then the server may answer
            with the codes of any revision.
    """
    if not client.is_checked(rule) or answer.is_late or answer.http.status in DENIAL_STATUSES:
        return
    statement = all_rules()[rule].statement_of(client.revision.id)
    revision = None if names_unknown_version else client.revision
    if statement is not None and not _is_refused(answer, statement, revision):
        client.add_broken_rule(rule, subject, answer.description)


def _is_refused(answer: Answer, statement: Statement, revision: Revision | None) -> bool:
    status, codes = answer.http.status, statement.codes_in(revision)
    if statement.status is not None and status is not None and status != statement.status:
        return False
    return answer.code in codes if codes else answer.is_error


async def _send_and_wait(client: RevisionClient, document: Any) -> tuple[Answer, bool]:
    """Send a faulty text and wait for the answer. On a connection with one stream, send a valid request too if no
    answer comes.

    Returns:
        The answer to the faulty text, and whether the server has answered only the valid request.

    Raises:
        ServerLostError: the server cannot be reached, or has ended.
        BoundReachedError: the server sends more than the bounds allow.
        StuckError: the server has answered none of the last requests in time.
        ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
    """
    has_one_stream = client.connection.has_one_stream
    answer = await client.send_faulty_message(document, seconds=client.bounds.grace if has_one_stream else None)
    if not has_one_stream or not answer.is_late:
        return answer, False
    later = await client.send_request(_find_method_without_params(client))
    id_ = document.get("id") if is_object(document) else None
    found = [each for each in later.other_responses if id_ is not None and each.get("id") == id_]
    if found or later.document is None:
        return Answer(found[0] if found else None, is_late=not found, other_responses=later.other_responses), False
    answer.other_responses += later.other_responses
    return answer, True


def _find_method_without_params(client: RevisionClient) -> str:
    """Return a request method without required params that every server of the revision answers."""
    return DISCOVER if client.revision.era == "per-request" else PING


async def _probe_unknown_method(client: RevisionClient, lists: ServerLists) -> None:
    method = f"{UNKNOWN_NAME}/method"
    answer, is_ignored = await _send_and_wait(client, client.make_request(method))
    if is_ignored:
        client.add_broken_rule("wrong/unknown-method", method, "no response, although a later request was answered")
    else:
        _check_refusal(client, "wrong/unknown-method", method, answer)
        if answer.is_error:
            _check_refusal(client, "wrong/unknown-method-code", method, answer)


async def _probe_unknown_notification(client: RevisionClient, lists: ServerLists) -> None:
    await _probe_notification_to_ignore(client, "wrong/unknown-notification", f"notifications/{UNKNOWN_NAME}", {})
    await _probe_notification_to_ignore(
        client, "wrong/unknown-cancelled", "notifications/cancelled", {"requestId": UNKNOWN_NAME}
    )


async def _probe_notification_to_ignore(
    client: RevisionClient, rule: str, method: str, params: Mapping[str, Any]
) -> None:
    if not client.is_checked(rule) and not client.is_checked("wrong/notification-status"):
        return
    own = to_own_name(method, client.revision)
    message = {"jsonrpc": "2.0", "method": own, "params": dict(params)}
    seconds = client.bounds.grace / 4 if client.connection.has_one_stream else None
    answer = await client.send_faulty_message(message, seconds=seconds)
    responses = [each for each in answer.other_responses if "result" in each or "error" in each]
    if client.connection.has_one_stream:
        later = await client.send_request(_find_method_without_params(client))
        responses += [each for each in later.other_responses if each.get("id") is None]
    elif answer.http.status is not None and answer.http.status >= 400:
        return  # over HTTP, the server may refuse the notification with an error response
    elif answer.http.status is not None and (answer.http.status != ACCEPTED_STATUS or answer.http.size):
        body = " with a body" if answer.http.size else ""
        client.add_broken_rule("wrong/notification-status", method, f"HTTP status {answer.http.status}{body}")
    if responses:
        client.add_broken_rule(rule, method, "a response")


async def _probe_batch(client: RevisionClient, lists: ServerLists) -> None:
    method = _find_method_without_params(client)
    messages = [client.make_request(method), client.make_request(method)]
    answer, is_ignored = await _send_and_wait(client, messages)
    if answer.is_late and not is_ignored:
        return
    ids = [each.get("id") for each in answer.other_responses if "result" in each]
    if all(each["id"] in ids for each in messages):
        client.add_broken_rule("wrong/removed-batch", method, "the results of both requests")
    elif answer.http.status not in DENIAL_STATUSES:
        received = (
            "no response, although a later request was answered" if is_ignored and not ids else answer.description
        )
        client.add_broken_rule("wrong/batch", method, received)


async def _probe_unknown_cursor(client: RevisionClient, lists: ServerLists) -> None:
    for listing in LISTINGS:
        if listing.is_offered(client):
            answer = await client.send_faulty_message(client.make_request(listing.method, {"cursor": UNKNOWN_NAME}))
            if answer.code != METHOD_NOT_FOUND:
                _check_refusal(client, "wrong/unknown-cursor", listing.method, answer)


async def _probe_missing_prompt_argument(client: RevisionClient, lists: ServerLists) -> None:
    found = next((each for each in lists.prompts if list_required_arguments(each)), None)
    if found is not None and isinstance(found.get("name"), str):
        message = client.make_request("prompts/get", {"name": found["name"]})
        try:
            headers = client.make_headers(message)
        except ValueError:
            return  # the server has chosen a name that no header can hold
        answer = await client.send_faulty_message(message, headers)
        _check_refusal(client, "wrong/missing-prompt-argument", "prompts/get", answer)


async def _probe_unknown_resource(client: RevisionClient, lists: ServerLists) -> None:
    answer = await client.send_faulty_message(client.make_request("resources/read", {"uri": _UNKNOWN_URI}))
    contents = answer.result.get("contents") if is_object(answer.result) else None
    if is_array(contents) and not contents:
        client.add_broken_rule(
            "wrong/empty-contents", "resources/read", "an empty array of contents", "/result/contents"
        )
    if not (is_array(contents) and contents and lists.templates):  # a template may match every URI
        _check_refusal(client, "wrong/unknown-resource", "resources/read", answer)


async def _probe_undeclared_lists(client: RevisionClient, lists: ServerLists) -> None:
    for listing in LISTINGS[:3]:
        rule = f"wrong/undeclared-{listing.capability}"
        if client.is_checked(rule):
            answer = await client.send_faulty_message(client.make_request(listing.method))
            items = answer.result.get(listing.member) if is_object(answer.result) else None
            if is_array(items) and items:
                client.add_broken_rule(rule, listing.method, "a list with items", f"/result/{listing.member}")


async def _probe_missing_meta(client: RevisionClient, lists: ServerLists) -> None:
    for key in client.meta:
        if not key.endswith("clientInfo"):
            message = client.make_request(_find_method_without_params(client))
            del message["params"]["_meta"][key]
            headers = client.make_headers(client.make_request(_find_method_without_params(client)))
            if key.endswith("protocolVersion") and client.connection.kind == "http":
                continue  # the fault would then be a header that has no equal member in the body
            answer, is_ignored = await _send_with_headers(client, message, headers)
            if is_ignored:
                client.add_broken_rule("wrong/missing-meta", _find_method_without_params(client), "no response")
            else:
                _check_refusal(client, "wrong/missing-meta", _find_method_without_params(client), answer)


async def _send_with_headers(client: RevisionClient, message: Any, headers: Mapping[str, str]) -> tuple[Answer, bool]:
    if client.connection.kind == "http":
        return await client.send_faulty_message(message, headers), False
    return await _send_and_wait(client, message)


async def _probe_unknown_version(client: RevisionClient, lists: ServerLists) -> None:
    message = client.make_request(_find_method_without_params(client))
    meta = message["params"]["_meta"]
    key = next(each for each in meta if each.endswith("protocolVersion"))
    headers = {
        name: UNKNOWN_VERSION if value == client.revision.version else value
        for name, value in client.make_headers(message).items()
    }
    meta[key] = UNKNOWN_VERSION
    answer, _ = await _send_with_headers(client, message, headers)
    method = _find_method_without_params(client)
    _check_refusal(client, "wrong/unknown-version", method, answer, names_unknown_version=True)


async def _probe_version_header(client: RevisionClient, lists: ServerLists) -> None:
    message = client.make_request(PING)
    headers = {**client.make_headers(message), "MCP-Protocol-Version": UNKNOWN_VERSION}
    _check_refusal(client, "wrong/version-header", PING, await client.send_faulty_message(message, headers))


async def _probe_origin(client: RevisionClient, lists: ServerLists) -> None:
    """Check how a server on this machine answers a request with a foreign `Origin`. Other servers may admit every
    origin.

    Raises:
        ServerLostError: the server cannot be reached, or has ended.
        BoundReachedError: the server sends more than the bounds allow.
        ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
    """
    if urlsplit(client.connection.url).hostname in LOOPBACK:
        message = client.make_request(_find_method_without_params(client))
        headers = {**client.make_headers(message), "Origin": _FOREIGN_ORIGIN}
        answer = await client.send_faulty_message(message, headers)
        statement = all_rules()["wrong/origin"].statement_of(client.revision.id)
        is_refused = answer.is_error if statement is None or statement.status is None else answer.http.status == 403
        if not answer.is_late and not is_refused:
            client.add_broken_rule("wrong/origin", _find_method_without_params(client), answer.description)


async def _probe_missing_session_header(client: RevisionClient, lists: ServerLists) -> None:
    offered = [each.method for each in LISTINGS if each.is_offered(client)]
    method = offered[0] if offered else PING  # a list if possible, since a ping needs no session
    if client.session_id is not None:
        message = client.make_request(method)
        headers = client.make_headers(message)
        answer = await client.send_faulty_message(message, without_session_header(headers))
        if answer.is_error:
            _check_refusal(client, "wrong/session-missing", method, answer)


async def _probe_mismatched_headers(client: RevisionClient, lists: ServerLists) -> None:
    message = client.make_request(_find_method_without_params(client))
    valid = client.make_headers(message)
    other = "resources/list"
    for name, changed in (("Mcp-Method", other), ("Mcp-Method", None), ("MCP-Protocol-Version", UNKNOWN_VERSION)):
        headers = {key: value for key, value in valid.items() if key != name}
        if changed is not None:
            headers[name] = changed
        answer = await client.send_faulty_message(message, headers)
        rule = "wrong/header-missing" if changed is None else "wrong/header-mismatch"
        _check_refusal(client, rule, f"{_find_method_without_params(client)}, {name}", answer)
        message = client.make_request(_find_method_without_params(client))
    if "prompts" in client.capabilities:
        message = client.make_request("prompts/get", {"name": UNKNOWN_NAME})
        answer = await client.send_faulty_message(message, {**client.make_headers(message), "Mcp-Name": "another"})
        _check_refusal(client, "wrong/header-mismatch", "prompts/get, Mcp-Name", answer)


async def _probe_encoded_name(client: RevisionClient, lists: ServerLists) -> None:
    """Send a request for a name that must be encoded in a header. The server has nothing with this name, but it must
    not answer that the header is wrong.

    Raises:
        ServerLostError: the server cannot be reached, or has ended.
        BoundReachedError: the server sends more than the bounds allow.
        ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
    """
    offered = (
        each
        for capability, each in _METHODS_WITH_NAME.items()
        if declares_capability(client.capabilities, capability, client.revision)
    )
    if (method := next(offered, None)) is not None:
        answer = await client.send_faulty_message(client.make_request(method, {"name": _NON_ASCII_NAME}))
        if answer.code == to_revision_code(client.revision.error_codes, HEADER_MISMATCH):
            client.add_broken_rule("wrong/encoded-name", method, answer.description)


async def _probe_ended_session(client: RevisionClient, lists: ServerLists) -> None:
    """End the HTTP session, and send a request in the ended session. This probe must be the last. Do nothing without a
    session.

    Raises:
        ServerLostError: the server cannot be reached, or has ended.
        BoundReachedError: the server sends more than the bounds allow.
        ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
    """
    if client.session_id is None or not isinstance(client.connection, HttpConnection):
        return
    ended = await client.send_without_body(client.connection, "DELETE", {})
    if ended.status is not None and 200 <= ended.status < 300:
        _check_refusal(client, "wrong/session-ended", PING, await client.send_faulty_message(client.make_request(PING)))
        client.session_id = None


PROBES: Mapping[tuple[str, ...], Probe] = {
    ("wrong/unknown-method", "wrong/unknown-method-code"): _probe_unknown_method,
    (
        "wrong/unknown-notification",
        "wrong/unknown-cancelled",
        "wrong/notification-status",
    ): _probe_unknown_notification,
    ("wrong/batch", "wrong/removed-batch"): _probe_batch,
    ("wrong/unknown-cursor",): _probe_unknown_cursor,
    ("wrong/missing-prompt-argument",): _probe_missing_prompt_argument,
    ("wrong/unknown-resource", "wrong/empty-contents"): _probe_unknown_resource,
    ("wrong/undeclared-tools", "wrong/undeclared-prompts", "wrong/undeclared-resources"): _probe_undeclared_lists,
    ("wrong/missing-meta",): _probe_missing_meta,
    ("wrong/unknown-version",): _probe_unknown_version,
    ("wrong/version-header",): _probe_version_header,
    ("wrong/origin",): _probe_origin,
    ("wrong/session-missing",): _probe_missing_session_header,
    ("wrong/header-mismatch", "wrong/header-missing"): _probe_mismatched_headers,
    ("wrong/encoded-name",): _probe_encoded_name,
    ("wrong/session-ended",): _probe_ended_session,
}
"""The functions that send faulty texts, in the order in which they are called. The key of a function has the rules that
the function checks.

Faulty texts of other rules stand in `rules.toml`.
"""
