"""What every translation has to fulfil, found by other means than the package's: (a) to (c), (e) and (f)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import tomli

import mcp_bindings as mb
from mcp_bindgen.ingest.findings import read_findings
from mcp_bindgen.jsontext import pointer_tokens
from mcp_bindgen.paths import schema_root
from mcp_bindings.json_values import is_array, is_object, member_at, unescape_token
from mcp_bindings.jsonrpc.edits import apply_edits
from mcp_bindings.spec.names import META
from mcp_bindings.translation.table import TRANSLATION_RULES
from mcp_bindings.translation.walking import Additions
from tests.translation.samples import Place, Sample, parsed

EXCEPTIONS = Path(__file__).with_name("exceptions.toml")

UNTRANSLATED = ("outcome", "rule.absent")
"""Rules of a refusal that no valid message meets, apart from one with a value that only one revision accepts."""


@cache
def refused_members(source: str, target: str) -> frozenset[str]:
    """Members with values that only one of two revisions accepts, such as longer texts: `rule.absent` refuses these.

    An empty name stands for a whole definition.
    """
    older, newer = sorted((source, target))
    rows = [row for row in read_findings(schema_root()).findings if older < row.step <= newer]
    places = [pointer_tokens(at) for row in rows if row.rules == ("rule.absent",) for at in row.at]
    return frozenset(place[-1] if "properties" in place else "" for place in places)


def lacks_a_rule(rule: str, source: str, target: str, text: str) -> bool:
    """Whether a refusal of a valid message shows that a rule of translation is missing."""
    is_refused_value = rule == "rule.absent" and any(name in text for name in refused_members(source, target))
    return rule in UNTRANSLATED and not is_refused_value


@cache
def exceptions() -> dict[str, str]:
    """Rules after which a message does not come back as it was, with the reason."""
    return {row["rule"]: row["reason"] for row in tomli.loads(EXCEPTIONS.read_text(encoding="utf-8"))["exception"]}


@cache
def substitutes() -> frozenset[str]:
    """Rules that put something in the place of what a newer revision does not know, and say that it is lost.

    No pinned revision needs one, but a new one may: it requires a member, or knows a value no longer. What they put
    there comes back in its place; the rest of the message has to come back as it was.
    """
    actions = ("set_absent", "replace_value", "replace_code", "replace_reserved", "as_text")
    return frozenset(
        rule.id for rule in TRANSLATION_RULES if rule.way == "to-newer" and rule.lossy and rule.action in actions
    )


def replaced(sample: Sample, outcome: mb.Translation, back: mb.Translation) -> list[str]:
    """The places of a message where something else comes back."""
    found = [edit.path for edit in outcome.edits if edit.lossy and edit.rule in substitutes()]
    version = member_at(json.loads(sample.text), *VERSION)
    if version not in (None, mb.revision(sample.context.revision).version):  # which no client of the revision sends
        found += [edit.path for edit in (*outcome.edits, *back.edits) if edit.rule == "request.version"]
    return found


VERSION = ("params", META, "io.modelcontextprotocol/protocolVersion")


def without(document: Any, places: Sequence[str]) -> Any:
    """A document without what stands at these places; an item of a list is None there."""
    document = deepcopy(document)
    for place in places:
        *way, last = [unescape_token(token) for token in place.split("/")[1:]]
        holder = document
        for token in way:
            holder = holder[int(token)] if is_array(holder) else holder.get(token, {})
        if is_array(holder):
            holder[int(last)] = None
        else:
            holder.pop(last, None)
    return document


def outcome_of(sample: Sample, target: str, additions: Additions = "keep") -> mb.Translation:
    return mb.translate(sample.message, to=target, context=sample.context, additions=additions)


def kind_of(outcome: mb.Translation) -> str:
    """How the outcome counts in the table."""
    if outcome.refusal is not None:
        if outcome.refusal.missing:
            return "refused, context"
        return "refused, bridge" if outcome.refusal.owner == "bridge" else "refused"
    return "lossy" if outcome.lossy else "lossless"


def rules_of(outcome: mb.Translation) -> set[str]:
    """The rules that an outcome is made by."""
    edits = {edit.rule for edit in outcome.edits}
    return edits if outcome.refusal is None else {outcome.refusal.rule}


def rule_ids() -> set[str]:
    """All rules of steps."""
    return {rule.id for rule in TRANSLATION_RULES}


def faults_of_dropping(sample: Sample, target: str) -> Iterator[tuple[str, str]]:
    """What is wrong with the translation that drops additions."""
    outcome = outcome_of(sample, target, "drop")
    for message in outcome.messages:
        text = message.to_bytes()
        try:
            parsed(target, text, sample.place)
        except mb.ProtocolError as error:
            yield "a", f"without additions not valid in {target}: {error.findings[:2]} {sample.text!r:.900}"
        if apply_edits(sample.text, outcome.edits) != text:
            yield "b", "without additions, the edits do not give the outcome"
        again = mb.translate(sample.message, to=target, context=sample.context)
        if not outcome.lossy and again.messages[0].to_bytes() != text:
            yield "b", "without additions, something else was changed"
    source = sample.context.revision
    if outcome.refusal is not None and lacks_a_rule(outcome.refusal.rule, source, target, str(sample.text)):
        yield "a", f"without additions, {target} does not accept the outcome of {sample.text!r:.900}"


def faults(sample: Sample, target: str, outcome: mb.Translation) -> Iterator[tuple[str, str]]:
    """The properties that a translation breaks, each with what happened."""
    if outcome.refusal is not None:
        yield from _faults_of_refusal(sample, target, outcome)
        return
    if not outcome.messages:
        if [(edit.op, edit.path, edit.lossy) for edit in outcome.edits] != [("remove", "", True)]:
            yield "b", "a message is dropped without the edit that says so"
        return
    text = outcome.messages[0].to_bytes()
    try:
        again = parsed(target, text, sample.place)
    except mb.ProtocolError as error:
        yield "a", f"not valid in {target}: {error.findings[:2]} {text!r:.900}"
        return
    if type(again) is not type(outcome.messages[0]) or again.document != outcome.messages[0].document:
        yield "b", "the message is not what its text says"
    if apply_edits(sample.text, outcome.edits) != text or applied(json.loads(sample.text), outcome.edits) != json.loads(
        text
    ):
        yield "b", "the edits do not give the outcome"
    if not all(edit.reason and edit.rule for edit in outcome.edits):
        yield "b", "an edit has no reason"
    yield from _faults_of_return(sample, target, outcome)
    yield from _activated(sample, target, json.loads(text), outcome)


def _faults_of_refusal(sample: Sample, target: str, outcome: mb.Translation) -> Iterator[tuple[str, str]]:
    refusal = outcome.refusal
    assert refusal is not None
    if lacks_a_rule(refusal.rule, sample.context.revision, target, str(sample.text)):
        yield "a", f"the target does not accept the outcome of {sample.text!r:.900}"
    if outcome.messages or outcome.edits or not refusal.reason:
        yield "e", "a refusal has messages or edits, or no reason"
    answered = sample.place.kind != "notification" and sample.message.id is not None
    if (refusal.error.to_bytes() is not None) != answered:
        yield "e", "a refusal has an error that nobody waits for, or none"
    if refusal.missing and getattr(sample.context, refusal.missing) and refusal.missing != "output_schemas":
        yield "e", f"the context has {refusal.missing}"


def _faults_of_return(sample: Sample, target: str, outcome: mb.Translation) -> Iterator[tuple[str, str]]:
    source = sample.context.revision
    back = mb.translate(outcome.messages[0], to=source, context=replace(sample.context, revision=target))
    goes_to_newer = mb.REVISIONS.index(source) < mb.REVISIONS.index(target)
    known = {edit.rule for edit in (*outcome.edits, *back.edits)} & set(exceptions())
    if not goes_to_newer and outcome.lossy:
        return
    places = replaced(sample, outcome, back)
    if back.refusal is not None:
        if not (back.refusal.missing or back.refusal.rule in exceptions()):
            yield "c", f"the way back is refused by {back.refusal.rule}"
    elif not back.messages or canonical(without(back.messages[0].document, places)) != canonical(
        without(sample.message.document, places)
    ):
        rules = sorted({edit.rule for edit in (*outcome.edits, *back.edits)})
        if not known:
            yield "c", f"there and back is another message, after {rules}: {sample.text!r:.900}"
        elif goes_to_newer and not is_told(outcome, back):
            yield "c", f"another message comes back, and no edit says so, after {rules}: {sample.text!r:.900}"


def is_told(there: mb.Translation, back: mb.Translation) -> bool:
    """Whether an edit says that a message which goes up comes back as another one.

    The way there says what it changes. What passes there without an edit may be changed on the way back, which says so.
    """
    return there.lossy or any(edit.lossy and edit.rule in exceptions() for edit in back.edits)


def _activated(
    sample: Sample, target: str, document: dict[str, Any], outcome: mb.Translation
) -> Iterator[tuple[str, str]]:
    """Steering members that the source gives no meaning and the target would act on."""
    given = json.loads(sample.text)
    for path, names in STEERING.items():
        if (path[0] == "params") != (sample.place.kind in ("request", "notification")):
            continue
        for name in names:
            before, after = member_at(given, *path, name), member_at(document, *path, name)
            steers = name in declared(target, sample.place, path) and name not in declared(
                sample.context.revision, sample.place, path
            )
            if steers and before is not None and after is not None and not _is_added(outcome, (*path, name)):
                yield "f", f"{'/'.join(path)}/{name} came to life: {sample.text!r:.900}"
    for edit in outcome.edits:
        if edit.rule == "member.rejected" and mb.revision(target) in (
            mb.revision(sample.context.revision).next,
            mb.revision(sample.context.revision).previous,
        ):
            before = value_at(given, edit.path)
            whole = applied(deepcopy(document), [mb.Edit("add", edit.path, value=before)])
            try:
                parsed(target, json.dumps(whole).encode(), sample.place)
            except mb.ProtocolError:
                continue
            yield "f", f"{edit.path} was dropped, and the target accepts it: {sample.text!r:.900}"


STEERING: dict[tuple[str, ...], tuple[str, ...]] = {
    ("params",): ("task", "inputResponses", "requestState"),
    ("result",): ("resultType", "task", "ttlMs", "cacheScope"),
    ("params", META): tuple(
        f"io.modelcontextprotocol/{name}"
        for name in (
            "protocolVersion",
            "clientCapabilities",
            "clientInfo",
            "logLevel",
            "subscriptionId",
            "related-task",
        )
    ),
    ("result", META): ("io.modelcontextprotocol/serverInfo", "io.modelcontextprotocol/related-task"),
}


@cache
def declared(revision: str, place: Place, path: tuple[str, ...]) -> frozenset[str]:
    """The steering members that a revision gives meaning at a place, by its schema and its table of `_meta` keys."""
    rev = mb.revision(revision)
    row = rev.methods.get(place.row.name) if place.row is not None else None
    if row is None:
        return frozenset()
    if META in path:
        carrier = "result" if path[0] == "result" else place.kind
        return frozenset(each.key for each in rev.protocol.meta_keys if carrier in each.on)
    definitions = rev.schema_file.definitions
    if path == ("result",):
        return frozenset(name for result in row.results for name in definitions[result].get("properties", {}))
    schema = definitions[row.message].get("properties", {}).get("params", {})
    while "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    arms = [definitions[arm["$ref"].rpartition("/")[2]] for arm in schema.get("anyOf", [])] or [schema]
    return frozenset(name for arm in arms for name in arm.get("properties", {}))


def _is_added(outcome: mb.Translation, path: tuple[str, ...]) -> bool:
    """Whether a rule of the step has put the value there."""
    added = {
        rule.id
        for rule in TRANSLATION_RULES
        if rule.action in ("set", "add_request_meta", "add_server_info", "add_subscription_id")
    }
    pointer = "/" + "/".join(name.replace("/", "~1") for name in path)
    return any(edit.rule in added and pointer.startswith(edit.path) for edit in outcome.edits)


def applied(document: Any, edits: Any) -> Any:
    """A document after operations of RFC 6902, done as the RFC says and with nothing of the package."""
    for edit in edits:
        if not edit.path:
            document = deepcopy(edit.value) if edit.from_ is None else value_at(document, edit.from_)
            continue
        *way, last = [unescape_token(token) for token in edit.path.split("/")[1:]]
        holder = document
        for token in way:
            holder = holder[int(token)] if is_array(holder) else holder[token]
        if is_array(holder):
            index = len(holder) if last == "-" else int(last)
            if edit.op in ("remove", "replace"):
                del holder[index]
            if edit.op in ("add", "replace"):
                holder.insert(index, deepcopy(edit.value))
        else:
            assert (last in holder) or edit.op == "add", edit
            if edit.op == "remove":
                del holder[last]
            else:
                holder[last] = deepcopy(edit.value)
    return document


def value_at(document: Any, pointer: str) -> Any:
    for token in pointer.split("/")[1:]:
        document = document[int(token)] if is_array(document) else document[unescape_token(token)]
    return document


def canonical(document: Any) -> str:
    """A document as a text that does not depend on the order of members."""
    assert is_object(document)
    return json.dumps(document, sort_keys=True)
