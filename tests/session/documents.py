"""Generated params and results, valid and invalid, from the schema of a revision; the same for the same seed."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import mcp_bindings as mb
from tests.differential.check import generator, reference, schema
from tests.revisions import request_meta
from tests.session.reading import is_object, member
from tests.session.tables import PER_REQUEST, REVISIONS, methods

EACH = 8
"""Number of valid documents of each definition, and of invalid ones, if there are any."""
TRIED = 30 * EACH
LONGEST = 3_000
DELIBERATE = ("_meta", "task", "inputResponses", "requestState")
"""Members of params that the steps set deliberately."""

JSON = Any
VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities"


@cache
def definition_of(revision: str, method: str) -> str:
    """The definition of the message with this method."""
    definitions = schema(revision)["$defs"].items()
    named = [name for name, body in definitions if _method(body) == method and name != "ClientNotification"]
    (name,) = named
    return str(name)


def _method(body: JSON) -> JSON:
    return body.get("properties", {}).get("method", {}).get("const")


def result_of(revision: str, method: str) -> str:
    """The definition of the result of a method, as the tables restate it, or else as the package says."""
    if revision not in REVISIONS:
        return mb.revision(revision).methods[method].results[0]
    named = definition_of(revision, method).removesuffix("Request") + "Result"
    return methods(revision)[method].result or named


@cache
def params(revision: str, method: str, seed: int, *, valid: bool) -> tuple[JSON, ...]:
    """Params without the members that the steps set; None for no params at all."""
    definition, kept = definition_of(revision, method), list[JSON]()
    is_request = not method.startswith("notifications/")
    for instance in generator(revision, seed).instances(definition, TRIED):
        given = instance.value.get("params") if isinstance(instance.value, dict) else None
        if isinstance(given, dict):
            given = {name: item for name, item in given.items() if name not in DELIBERATE}
        elif given is not None:
            continue
        sent: JSON = given
        if is_request and mb.revision(revision).era == "per-request":
            sent = {**(given or {}), "_meta": request_meta(revision)}
        document = {"jsonrpc": "2.0", "method": method} | ({"id": 1} if is_request else {})
        document |= {} if sent is None else {"params": sent}
        fits = reference(revision).is_valid(definition, document) == valid
        if fits and given not in kept and len(json.dumps(given)) < LONGEST:
            kept.append(given)
        if len(kept) == EACH:
            break
    return tuple(kept)


@cache
def results(revision: str, method: str, seed: int, *, valid: bool) -> tuple[JSON, ...]:
    """Results of a method."""
    definition, kept = result_of(revision, method), list[JSON]()
    for instance in generator(revision, seed).instances(definition, TRIED):
        value = instance.value
        if not isinstance(value, dict):
            continue
        if mb.revision(revision).era == "per-request":
            value = {**value, "resultType": "complete"}
        if reference(revision).is_valid(definition, value) == valid and len(json.dumps(value)) < LONGEST:
            kept.append(value)
        if len(kept) == EACH:
            break
    return tuple(kept) if valid else (*kept, "no object")


def is_valid(revision: str, document: JSON) -> bool:
    """Whether a request is valid by the schema."""
    return reference(revision).is_valid(definition_of(revision, document["method"]), document)


def is_result(revision: str, method: str, value: JSON) -> bool:
    """Whether a document is a valid result of a method."""
    return bool(reference(revision).is_valid(result_of(revision, method), value))


def is_of_earlier_server(method: str, result: JSON) -> bool:
    """Whether a result is valid once the members are added that a server of an earlier revision leaves out."""
    if not is_object(result):
        return False
    given: dict[str, JSON] = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private", **result}
    time = given["ttlMs"]
    if isinstance(time, (int, float)) and not isinstance(time, bool) and time < 0:
        given["ttlMs"] = 0
    if given["resultType"] != "complete":
        return False
    return bool(reference(PER_REQUEST).is_valid(result_of(PER_REQUEST, method), given))


@cache
def embedded(method: str, seed: int) -> tuple[JSON, ...]:
    """Params of the requests that an `InputRequiredResult` may contain."""
    definition, kept = definition_of(PER_REQUEST, method), list[JSON]()
    for _ in range(TRIED):
        given = member(generator(PER_REQUEST, seed).valid(definition), "params")
        if len(json.dumps(given)) < LONGEST:
            kept.append(given)
        if len(kept) == EACH:
            break
    return tuple(kept)
