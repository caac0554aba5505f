"""What servers ask their clients for, between the era that sends it and the one that embeds it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import mcp_bindings as mb
from mcp_bindings.spec.names import META
from mcp_bindings.translation.inputs import InputTranslation, translate_input_request, translate_input_response
from tests.behaviour import classes, envelopes
from tests.differential.values import Draw
from tests.revisions import HANDSHAKE, PER_REQUEST
from tests.translation import properties
from tests.translation.samples import with_strange_members

ID, ELICITATION = 9, "e1"


def asked(revision: str) -> list[Any]:
    """What a server of a revision asks for."""
    return [row for row in mb.revision(revision).methods.values() if row.kind != "notification" and _is_asked(row)]


def _is_asked(row: Any) -> bool:
    return row.kind == "embedded" or (row.kind == "request" and "client" not in row.senders)


@cache
def _ways() -> list[tuple[str, str, list[str]]]:
    """The pairs of revisions, one of each era, whose servers both ask for something, with the methods of both."""
    pairs = [pair for old in HANDSHAKE for new in PER_REQUEST for pair in ((old, new), (new, old))]
    both = [({row.name for row in asked(one)}, {row.name for row in asked(other)}) for one, other in pairs]
    shared = [sorted(one & other) for one, other in both]
    return [(*pair, methods) for pair, methods in zip(pairs, shared, strict=True) if methods]


def context(revision: str, method: str | None = None) -> mb.TranslationContext:
    return mb.TranslationContext(revision=revision, method=method, id=ID, elicitation_id=ELICITATION)


def faults(seed: str, met: set[str] | None = None) -> Iterator[tuple[str, str]]:
    """What is wrong with the translation of one request and one response; each is drawn, with strange members.

    Args:
        seed: of what is drawn.
        met: gets the ids of the rules that were applied.
    """
    random = Random(seed)
    source, target, methods = random.choice(_ways())
    row = mb.revision(source).methods[random.choice(methods)]
    for kind in ("request", "response"):
        given = _drawn(source, row, kind, random)
        if given is None:
            continue
        translate = translate_input_request if kind == "request" else translate_input_response
        outcome = translate(given, to=target, context=context(source, row.name))
        if met is not None:
            met |= {edit.rule for edit in outcome.edits} | ({outcome.refusal.rule} if outcome.refusal else set[str]())
        document = given.document if hasattr(given, "document") else given
        yield from (
            (fault, f"{what}, {source} to {target}: {document}")
            for fault, what in _faults(outcome, kind, row.name, document, (source, target))
        )


def _drawn(revision: str, row: Any, kind: str, random: Random) -> Any:
    """A valid message, or what is embedded; None if it is not valid with its strange members."""
    definition = row.message if kind == "request" else random.choice(row.results)
    value: Any = classes.generator(revision).drawn(definition, Draw(str(random.random())))
    if row.kind == "embedded":
        wrapped = with_strange_members({"params": value["params"]} if "params" in value else {}, random)
        made = {**value, **wrapped} if kind == "request" else with_strange_members({"result": value}, random)["result"]
        for name in ("id", "jsonrpc", "result", "task", META):
            if random.random() < 0.1:
                made.setdefault(name, random.choice((1, "x", {}, {"progressToken": 1})))
        return made if not mb.revision(revision).codec(definition).findings(made) else None
    document = envelopes.enveloped(value, row) if kind == "request" else {"jsonrpc": "2.0", "id": 7, "result": value}
    text = json.dumps(with_strange_members(document, random))
    try:
        sender: Any = "server" if kind == "request" else "client"
        return mb.revision(revision).parse(text, sender=sender, pending={} if kind == "request" else {7: row.name})
    except mb.ProtocolError:
        return None


def _faults(
    outcome: InputTranslation, kind: str, method: str, document: Any, way: tuple[str, str]
) -> Iterator[tuple[str, str]]:
    (source, target), refusal = way, outcome.refusal
    if refusal is not None:
        is_wrong = properties.lacks_a_rule(refusal.rule, source, target, str(document))
        if is_wrong or refusal.missing or outcome.value is not None:
            yield "a", f"refused by {refusal.rule}, {refusal.missing}"
        return
    if properties.applied(json.loads(json.dumps(document)), outcome.edits) != outcome.value:
        yield "b", "the edits do not give the outcome"
    if not all(edit.reason and edit.rule for edit in outcome.edits):
        yield "b", "an edit has no reason"
    read: Any = outcome.value
    row = mb.revision(target).methods[method]
    try:
        if row.kind == "embedded":
            names = [row.message] if kind == "request" else row.results
            if all(mb.revision(target).codec(name).findings(outcome.value) for name in names):
                yield "a", "not valid"
                return
        else:
            sender: Any = "server" if kind == "request" else "client"
            pending = {} if kind == "request" else {outcome.value["id"]: method}
            read = mb.revision(target).parse(json.dumps(outcome.value), sender=sender, pending=pending)
    except mb.ProtocolError as error:
        yield "a", f"not valid: {error.findings[:2]}"
        return
    body: Any = outcome.value.get("params" if kind == "request" else "result", {})
    if row.task_capability and "task" in body:
        yield "f", "a task came to life"
    translate = translate_input_request if kind == "request" else translate_input_response
    back = translate(read, to=source, context=context(target, method))
    rules = {edit.rule for edit in (*outcome.edits, *back.edits)}
    if outcome.lossy or back.lossy:
        return
    expected = document if mb.revision(source).methods[method].kind == "embedded" else {**document, "id": ID}
    if back.refusal is not None or properties.canonical(back.value) != properties.canonical(expected):
        yield "c", f"there and back is another one, after {sorted(rules)}: {back}"
