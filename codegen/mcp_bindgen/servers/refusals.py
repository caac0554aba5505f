"""The phase wrong: texts that a server must refuse or ignore."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from mcp_bindgen.jsontext import is_array, is_object
from mcp_bindgen.servers.client import DENIED, DISCOVER, PING, SESSION_HEADER, Answer, RevisionClient
from mcp_bindgen.servers.phases import LISTINGS, Offers, list_required_arguments
from mcp_bindgen.servers.rules import Statement, all_rules
from mcp_bindgen.servers.wire import LOOPBACK, HttpWire

UNKNOWN = "mcp-bindgen-check-unknown"
"""A name that no server knows."""

UNKNOWN_VERSION = "1900-01-01"
"""A version of the protocol that there never was."""

_UNKNOWN_URI = f"{UNKNOWN}://nowhere/{UNKNOWN}"
_FOREIGN_ORIGIN = "https://mcp-bindgen-check.invalid"
Probe = Callable[[RevisionClient, Offers], Awaitable[None]]


async def send_faulty_texts(client: RevisionClient, offers: Offers) -> None:
    """Send all texts that must be refused or ignored."""
    for rule in all_rules().values():
        if rule.send is not None and client.is_checked(rule.id):
            answer = await client.ask_faulty(client.message(rule.send["method"], rule.send["params"]))
            _check_refusal(client, rule.id, rule.send["method"], answer)
    for names, probe in PROBES.items():
        if any(map(client.is_checked, names)):
            await probe(client, offers)


def _check_refusal(client: RevisionClient, rule: str, subject: str, answer: Answer) -> None:
    """Check an answer against the codes and the status that the page of a rule allows, unless it is late."""
    if not client.is_checked(rule) or answer.is_late or answer.http.status in DENIED:
        return
    statement = all_rules()[rule].statement_of(client.revision.id)
    if statement is not None and not _is_refused(answer, statement):
        client.break_rule(rule, subject, answer.came)


def _is_refused(answer: Answer, statement: Statement) -> bool:
    status = answer.http.status
    if statement.status is not None and status is not None and status != statement.status:
        return False
    return answer.code in statement.codes if statement.codes else answer.is_error


async def _ask_and_wait(client: RevisionClient, document: Any) -> tuple[Answer, bool]:
    """Send a faulty text and wait for the answer.

    Returns:
        The answer, and whether the server has answered a later request without answering this one.
    """
    has_one_stream = client.wire.has_one_stream
    answer = await client.ask_faulty(document, seconds=client.bounds.grace if has_one_stream else None)
    if not has_one_stream or not answer.is_late:
        return answer, False
    later = await client.ask(_find_method_without_params(client))
    id_ = document.get("id") if is_object(document) else None
    found = [each for each in later.others if id_ is not None and each.get("id") == id_]
    if found or later.document is None:
        return Answer(found[0] if found else None, is_late=not found, others=later.others), False
    answer.others += later.others
    return answer, True


def _find_method_without_params(client: RevisionClient) -> str:
    """Return a method that every server of the revision answers, and that needs no params."""
    return DISCOVER if client.revision.era == "per-request" else PING


async def _probe_unknown_method(client: RevisionClient, offers: Offers) -> None:
    method = f"{UNKNOWN}/method"
    answer, is_ignored = await _ask_and_wait(client, client.message(method))
    if is_ignored:
        client.break_rule("wrong/unknown-method", method, "no response, although a later request was answered")
    else:
        _check_refusal(client, "wrong/unknown-method", method, answer)
        if answer.is_error:
            _check_refusal(client, "wrong/unknown-method-code", method, answer)


async def _probe_unknown_notification(client: RevisionClient, offers: Offers) -> None:
    await _send_ignored(client, "wrong/unknown-notification", f"notifications/{UNKNOWN}", {})
    await _send_ignored(client, "wrong/unknown-cancelled", "notifications/cancelled", {"requestId": UNKNOWN})


async def _send_ignored(client: RevisionClient, rule: str, method: str, params: Mapping[str, Any]) -> None:
    if not client.is_checked(rule):
        return
    message = {"jsonrpc": "2.0", "method": method, "params": dict(params)}
    seconds = client.bounds.grace / 4 if client.wire.has_one_stream else None
    answer = await client.ask_faulty(message, seconds=seconds)
    responses = [each for each in answer.others if "result" in each or "error" in each]
    if client.wire.has_one_stream:
        later = await client.ask(_find_method_without_params(client))
        responses += [each for each in later.others if each.get("id") is None]
    elif answer.http.status is not None and answer.http.status >= 400:
        return  # the body of a refusal may be an error response
    if responses:
        client.break_rule(rule, method, "a response")


async def _probe_batch(client: RevisionClient, offers: Offers) -> None:
    method = _find_method_without_params(client)
    messages = [client.message(method), client.message(method)]
    answer, is_ignored = await _ask_and_wait(client, messages)
    if answer.is_late and not is_ignored:
        return
    ids = [each.get("id") for each in answer.others if "result" in each]
    if all(each["id"] in ids for each in messages):
        client.break_rule("wrong/removed-batch", method, "the results of both requests")
    elif answer.http.status not in DENIED:
        came = "no response, although a later request was answered" if is_ignored and not ids else answer.came
        client.break_rule("wrong/batch", method, came)


async def _probe_unknown_cursor(client: RevisionClient, offers: Offers) -> None:
    for listing in LISTINGS:
        if listing.capability in client.capabilities:
            answer = await client.ask_faulty(client.message(listing.method, {"cursor": UNKNOWN}))
            if answer.code != -32601:
                _check_refusal(client, "wrong/unknown-cursor", listing.method, answer)


async def _probe_missing_prompt_argument(client: RevisionClient, offers: Offers) -> None:
    found = next((each for each in offers.prompts if list_required_arguments(each)), None)
    if found is not None and isinstance(found.get("name"), str):
        answer = await client.ask_faulty(client.message("prompts/get", {"name": found["name"]}))
        _check_refusal(client, "wrong/missing-prompt-argument", "prompts/get", answer)


async def _probe_unknown_resource(client: RevisionClient, offers: Offers) -> None:
    answer = await client.ask_faulty(client.message("resources/read", {"uri": _UNKNOWN_URI}))
    contents = answer.result.get("contents") if is_object(answer.result) else None
    if is_array(contents) and not contents:
        client.break_rule("wrong/empty-contents", "resources/read", "an empty array of contents", "/result/contents")
    if not (is_array(contents) and contents and offers.templates):  # a template may match every URI
        _check_refusal(client, "wrong/unknown-resource", "resources/read", answer)


async def _probe_undeclared_lists(client: RevisionClient, offers: Offers) -> None:
    for listing in LISTINGS[:3]:
        rule = f"wrong/undeclared-{listing.capability}"
        if client.is_checked(rule):
            answer = await client.ask_faulty(client.message(listing.method))
            items = answer.result.get(listing.member) if is_object(answer.result) else None
            if is_array(items) and items:
                client.break_rule(rule, listing.method, "a list with items", f"/result/{listing.member}")


async def _probe_missing_meta(client: RevisionClient, offers: Offers) -> None:
    for key in client.meta:
        if not key.endswith("clientInfo"):
            message = client.message(_find_method_without_params(client))
            del message["params"]["_meta"][key]
            headers = client.headers(client.message(_find_method_without_params(client)))
            if key.endswith("protocolVersion") and client.wire.kind == "http":
                continue  # the header then has no member of the body to agree with
            answer, is_ignored = await _ask_and_wait_with(client, message, headers)
            if is_ignored:
                client.break_rule("wrong/missing-meta", _find_method_without_params(client), "no response")
            else:
                _check_refusal(client, "wrong/missing-meta", _find_method_without_params(client), answer)


async def _ask_and_wait_with(client: RevisionClient, message: Any, headers: Mapping[str, str]) -> tuple[Answer, bool]:
    if client.wire.kind == "http":
        return await client.ask_faulty(message, headers), False
    return await _ask_and_wait(client, message)


async def _probe_unknown_version(client: RevisionClient, offers: Offers) -> None:
    message = client.message(_find_method_without_params(client))
    meta = message["params"]["_meta"]
    key = next(each for each in meta if each.endswith("protocolVersion"))
    headers = {
        name: UNKNOWN_VERSION if value == client.revision.version else value
        for name, value in client.headers(message).items()
    }
    meta[key] = UNKNOWN_VERSION
    answer, _ = await _ask_and_wait_with(client, message, headers)
    _check_refusal(client, "wrong/unknown-version", _find_method_without_params(client), answer)


async def _probe_version_header(client: RevisionClient, offers: Offers) -> None:
    message = client.message(PING)
    headers = {**client.headers(message), "MCP-Protocol-Version": UNKNOWN_VERSION}
    _check_refusal(client, "wrong/version-header", PING, await client.ask_faulty(message, headers))


async def _probe_origin(client: RevisionClient, offers: Offers) -> None:
    """Check a server on this machine only: one on the network may admit every origin."""
    if urlsplit(client.wire.url).hostname in LOOPBACK:
        message = client.message(_find_method_without_params(client))
        headers = {**client.headers(message), "Origin": _FOREIGN_ORIGIN}
        answer = await client.ask_faulty(message, headers)
        statement = all_rules()["wrong/origin"].statement_of(client.revision.id)
        is_refused = answer.is_error if statement is None or statement.status is None else answer.http.status == 403
        if not answer.is_late and not is_refused:
            client.break_rule("wrong/origin", _find_method_without_params(client), answer.came)


async def _probe_missing_session_header(client: RevisionClient, offers: Offers) -> None:
    declared = [each.method for each in LISTINGS if each.capability in client.capabilities]
    method = declared[0] if declared else PING  # a ping may come outside a session
    if client.session_id is not None:
        message = client.message(method)
        headers = client.headers(message)
        answer = await client.ask_faulty(
            message, {name: value for name, value in headers.items() if name.lower() != SESSION_HEADER}
        )
        if answer.is_error:
            _check_refusal(client, "wrong/session-missing", method, answer)


async def _probe_mismatched_headers(client: RevisionClient, offers: Offers) -> None:
    message = client.message(_find_method_without_params(client))
    right = client.headers(message)
    other = "resources/list"
    for name, changed in (("Mcp-Method", other), ("Mcp-Method", None), ("MCP-Protocol-Version", UNKNOWN_VERSION)):
        headers = {key: value for key, value in right.items() if key != name}
        if changed is not None:
            headers[name] = changed
        answer = await client.ask_faulty(message, headers)
        rule = "wrong/header-missing" if changed is None else "wrong/header-mismatch"
        _check_refusal(client, rule, f"{_find_method_without_params(client)}, {name}", answer)
        message = client.message(_find_method_without_params(client))
    if "prompts" in client.capabilities:
        message = client.message("prompts/get", {"name": UNKNOWN})
        answer = await client.ask_faulty(message, {**client.headers(message), "Mcp-Name": "another"})
        _check_refusal(client, "wrong/header-mismatch", "prompts/get, Mcp-Name", answer)


async def _probe_ended_session(client: RevisionClient, offers: Offers) -> None:
    """End the session. This is the last probe, since nothing can follow it."""
    if client.session_id is None or not isinstance(client.wire, HttpWire):
        return
    ended = await client.fetch(client.wire, "DELETE", {})
    if ended.status is not None and 200 <= ended.status < 300:
        _check_refusal(client, "wrong/session-ended", PING, await client.ask_faulty(client.message(PING)))


PROBES: Mapping[tuple[str, ...], Probe] = {
    ("wrong/unknown-method", "wrong/unknown-method-code"): _probe_unknown_method,
    ("wrong/unknown-notification", "wrong/unknown-cancelled"): _probe_unknown_notification,
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
    ("wrong/session-ended",): _probe_ended_session,
}
"""The probes that need code, by the rules that they check, in the order in which they run."""
