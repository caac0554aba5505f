"""Compare what two servers offer, besides the schemas of their tools and prompts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

from mcp_bindgen.diff.severity import Level
from mcp_bindgen.diff.subject import Offer, Subject
from mcp_bindgen.diff.types import ChangeKind, Delta, Place
from mcp_bindgen.ingest import keywords
from mcp_bindgen.ir.methods import Side
from mcp_bindgen.jsontext import JSONValue, escape_token, is_object, json_equal, pointer_tokens

LIST_NOUNS: Mapping[str, str] = {
    "tools": "tool",
    "prompts": "prompt",
    "resources": "resource",
    "resourceTemplates": "resource template",
}
"""Noun for one item of a list in an offer, by the name of the list."""

HARMLESS_HINT_VALUES: Mapping[str, tuple[bool, bool]] = {
    "readOnlyHint": (True, False),
    "destructiveHint": (False, True),
    "idempotentHint": (True, False),
    "openWorldHint": (False, True),
}
"""Two values by the name of a hint: the value that promises less harm, and the value for a tool without the hint."""

DISPLAYED_MEMBERS = ("title", "icons", "name")
SEPARATELY_COMPARED_MEMBERS = ("inputSchema", "outputSchema", "arguments", "annotations", "execution")
"""Names of the members of a tool or prompt that are compared separately: as schemas, as hints or as task support."""

TEXT_KEYWORDS = ("$comment", "description", "title")
"""Keywords with a text for the reader of a schema. A changed text matters, because models read the schema of a tool."""

COMPARED_KEYWORDS = (
    keywords.SUPPORTED
    | keywords.CONDITIONS
    | keywords.REFUSED
    | frozenset({"$anchor", "$defs", "$schema", "default", "definitions", "deprecated", "format"})
)
"""Keywords that are not compared as annotations, because the comparison of schemas considers them."""


def offer_deltas(old: Subject, new: Subject) -> Iterator[Delta]:
    """Yield the differences between what two servers offer; nothing unless both subjects have an offer."""
    old_offer, new_offer = old.offer, new.offer
    if old_offer is None or new_offer is None:
        return
    yield from _revision_deltas(old_offer.content, new_offer.content)
    yield from _capability_deltas(old_offer.content, new_offer.content)
    yield from _text_deltas(
        "the instructions of the server", "/instructions", old_offer.content, new_offer.content, "instructions"
    )
    for list_name, noun in LIST_NOUNS.items():
        before, after = _object_member(old_offer.content, list_name), _object_member(new_offer.content, list_name)
        for name in sorted({*before, *after}):
            pointer = f"/{list_name}/{escape_token(name)}"
            if name not in before or name not in after:
                yield _presence_delta(noun, name, pointer, is_added=name not in before)
            else:
                yield from _item_deltas(f"{noun} {name}", pointer, before[name], after[name])
    yield from _uncompared_schema_deltas(old_offer, new_offer)


def _object_member(value: Any, name: str) -> dict[str, Any]:
    found = value.get(name) if is_object(value) else None
    return found if is_object(found) else {}


def _offer_delta(
    what: str,
    pointer: str,
    subject: str,
    before: JSONValue,
    after: JSONValue,
    *,
    sender: Side = "server",
    kind: ChangeKind = "changed",
    levels: tuple[Level, Level] | None = None,
) -> Delta:
    place = Place("", pointer)
    return Delta(
        what,
        "offer",
        kind,
        None if kind == "added" else place,
        None if kind == "removed" else place,
        subject,
        before,
        after,
        sender=(sender,),
        levels=levels,
    )


def _presence_delta(noun: str, name: str, pointer: str, *, is_added: bool) -> Delta:
    kind: ChangeKind = "added" if is_added else "removed"
    return _offer_delta(f"{noun} {kind}", pointer, name, None, None, sender="client", kind=kind)


def _revision_deltas(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Delta]:
    old_ids, new_ids = (frozenset(each.get("revisions", ())) for each in (old, new))
    for each in sorted(old_ids ^ new_ids):
        yield _presence_delta("protocol revision", each, f"/revisions/{escape_token(each)}", is_added=each in new_ids)


def _capability_deltas(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Delta]:
    """Yield a difference for each added or removed capability, and for each added, removed or changed option of a
    capability that both servers have. A capability or option with the value false or null counts as absent.
    """
    before, after = (_declared_values(_object_member(each, "capabilities")) for each in (old, new))
    for path in sorted({*before, *after}):
        pointer = "/capabilities" + "".join(f"/{escape_token(each)}" for each in path)
        if path in before and path in after:
            if not json_equal(before[path], after[path]):
                named = f"capability {'.'.join(path)}"
                yield _offer_delta("member of an offer changed", pointer, named, before[path], after[path])
        elif len(path) == 1 or (path[:-1] in before) == (path[:-1] in after):  # else the whole capability came or went
            noun = "server capability" if len(path) == 1 else "capability option"
            yield _presence_delta(noun, ".".join(path), pointer, is_added=path in after)


def _declared_values(value: Mapping[str, Any], path: tuple[str, ...] = ()) -> dict[tuple[str, ...], JSONValue]:
    """Return the value of each declared capability and option by its path, with `{}` for each object. A capability or
    option with the value false or null is left out.
    """
    found: dict[tuple[str, ...], JSONValue] = {}
    for name, each in value.items():
        if is_object(each):
            found |= {(*path, name): {}, **_declared_values(each, (*path, name))}
        elif each is not False and each is not None:
            found |= {(*path, name): each}
    return found


def _text_deltas(
    subject: str, pointer: str, old: Mapping[str, Any], new: Mapping[str, Any], member: str
) -> Iterator[Delta]:
    before, after = old.get(member), new.get(member)
    if not json_equal(before, after):
        yield _offer_delta("description changed", pointer, subject, before or "", after or "")


def _item_deltas(subject: str, pointer: str, old: Any, new: Any) -> Iterator[Delta]:
    """Yield the differences between two tools, prompts, resources or templates with the same name or URI; nothing if
    one of the two is no JSON object.
    """
    if not is_object(old) or not is_object(new):
        return
    yield from _text_deltas(subject, f"{pointer}/description", old, new, "description")
    for schema in ("inputSchema", "outputSchema"):
        yield from _schema_annotation_deltas(subject, f"{pointer}/{schema}", old.get(schema), new.get(schema))
    arguments = _object_member(old, "arguments"), _object_member(new, "arguments")
    for name in sorted({*arguments[0]} & {*arguments[1]}):
        place = f"{pointer}/arguments/{escape_token(name)}"
        old_argument, new_argument = (_object_member(each, name) for each in arguments)
        yield from _annotation_deltas(f"{subject}, argument {name}", place, old_argument, new_argument)
    yield from _hint_deltas(
        subject, f"{pointer}/annotations", _object_member(old, "annotations"), _object_member(new, "annotations")
    )
    yield from _task_support_deltas(subject, f"{pointer}/execution/taskSupport", old, new)
    for member in sorted({*old, *new} - {"description", *SEPARATELY_COMPARED_MEMBERS}):
        before, after = old.get(member), new.get(member)
        if json_equal(before, after):
            continue
        what, named = "member of an offer changed", f"{member} of {subject}"
        if member == "mimeType":
            what, named = "media type changed", subject
        elif member in DISPLAYED_MEMBERS:
            what, named = "display changed", subject
        yield _offer_delta(what, f"{pointer}/{escape_token(member)}", named, before, after)


def _schema_annotation_deltas(subject: str, pointer: str, old: JSONValue, new: JSONValue) -> Iterator[Delta]:
    """Yield the differences between keywords that assert nothing, at each JSON Pointer that leads to a schema on both
    sides. Also yield a difference for each definition that only one side has and that no reference names.
    """
    old_schemas, new_schemas = (dict(keywords.subschemas(each)) for each in (old, new))
    for place, before in old_schemas.items():
        if place in new_schemas:
            names = [each for each in pointer_tokens(place) if each not in ("properties", "items")]
            named = ", argument ".join([subject, ".".join(names)]) if names else f"{subject}, its schema"
            yield from _annotation_deltas(named, f"{pointer}{place}", before, new_schemas[place])
    yield from _unused_definition_deltas(subject, pointer, old, new)


def _annotation_deltas(
    subject: str, pointer: str, old: Mapping[str, JSONValue], new: Mapping[str, JSONValue]
) -> Iterator[Delta]:
    for word in sorted({*old, *new} - COMPARED_KEYWORDS):
        if word in TEXT_KEYWORDS:
            yield from _text_deltas(subject, f"{pointer}/{word}", old, new, word)
        elif not json_equal(old.get(word), new.get(word)):
            place = f"{pointer}/{escape_token(word)}"
            yield _offer_delta(
                "member of an offer changed", place, f"{word} of {subject}", old.get(word), new.get(word)
            )


def _unused_definition_deltas(subject: str, pointer: str, old: JSONValue, new: JSONValue) -> Iterator[Delta]:
    """Yield a difference for each definition that only one schema has and that no reference names. Models may read
    unused definitions too.
    """
    for word in keywords.DEFINITIONS:
        before, after = _object_member(old, word), _object_member(new, word)
        used = {str(each.get("$ref")) for schema in (old, new) for _, each in keywords.subschemas(schema)}
        for name in sorted({*before} ^ {*after}):
            place = f"/{word}/{escape_token(name)}"
            if f"#{place}" not in used and f"#{quote(place)}" not in used:
                what, named = "member of an offer changed", f"{word} {name} of {subject}"
                yield _offer_delta(what, f"{pointer}{place}", named, before.get(name), after.get(name))


def _hint_deltas(subject: str, pointer: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Delta]:
    both_read_only = old.get("readOnlyHint") is True and new.get("readOnlyHint") is True
    for name in sorted({*old, *new}):
        before, after = old.get(name), new.get(name)
        if name in HARMLESS_HINT_VALUES:
            harmless, absent = HARMLESS_HINT_VALUES[name]
            before, after = (each if isinstance(each, bool) else absent for each in (before, after))
            if before == after or (both_read_only and name in ("destructiveHint", "idempotentHint")):
                continue  # the two hints say nothing about a tool that only reads
            what = "hint now harmless" if after == harmless else "hint now harmful"
            yield _offer_delta(what, f"{pointer}/{name}", f"{name} of {subject}", before, after)
        elif not json_equal(before, after):
            what = "display changed" if name == "title" else "member of an offer changed"
            yield _offer_delta(what, f"{pointer}/{escape_token(name)}", f"{name} of {subject}", before, after)


def _task_support_deltas(subject: str, pointer: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Delta]:
    before, after = (_object_member(each, "execution").get("taskSupport", "forbidden") for each in (old, new))
    if not json_equal(before, after):
        levels = _refusal_level(before, after), _refusal_level(after, before)
        yield _offer_delta("task support changed", pointer, subject, before, after, sender="client", levels=levels)


def _refusal_level(before: object, after: object) -> Level:
    """Return `breaking` if a server with the task support `after` refuses the calls of a client that follows the task
    support `before`, else `safe`.
    """
    refuses = (after == "required" and before != "required") or (after == "forbidden" and before != "forbidden")
    return "breaking" if refuses else "safe"


def _uncompared_schema_deltas(old: Offer, new: Offer) -> Iterator[Delta]:
    """Yield a difference for each changed schema that is in `Offer.not_compared` of at least one side."""
    for pointer, subject in sorted({**old.not_compared, **new.not_compared}.items()):
        before, after = (value_at(each.content, pointer) for each in (old, new))
        if not json_equal(before, after):
            yield _offer_delta("schema not compared", pointer, subject, None, None)


def value_at(content: Any, pointer: str) -> Any:
    """Return the value at a JSON Pointer that leads through objects; None if the content has no value there."""
    for token in pointer_tokens(pointer):
        content = content.get(token) if is_object(content) else None
    return content
