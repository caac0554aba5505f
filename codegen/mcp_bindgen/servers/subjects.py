"""The subjects of a comparison of two servers: schemas whose definitions are those of their tools and prompts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from mcp_bindgen import sources
from mcp_bindgen.diff.subject import Offer, Subject
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import keywords
from mcp_bindgen.ir.from_document import spec_of_document
from mcp_bindgen.ir.methods import MethodInfo
from mcp_bindgen.ir.types import SpecRevision, reach_names
from mcp_bindgen.jsontext import JSONValue, escape_token, is_array, is_object, parse_index, pointer_tokens

LockOffer = Mapping[str, Any]
"""The offer of a server in one revision, as it stands in a lock file."""


class _Part(NamedTuple):
    """A schema of a tool, or the arguments of a prompt, which are compared as definitions.

    Attributes:
        method: the method whose params or result the definitions describe, and the name of the tool or prompt.
        subject: the name of the part in a sentence.
        pointer: the JSON Pointer of the part in the offer.
        make_definitions: returns the definitions by name, each with its JSON Pointer in the offer.
        is_result: whether servers write the documents that the definitions describe.
    """

    method: str
    subject: str
    pointer: str
    make_definitions: Callable[[LockOffer], dict[str, tuple[JSONValue, str]]]
    is_result: bool = False


@dataclass(frozen=True)
class OfferPair:
    """The subjects of a comparison of two offers.

    Attributes:
        old: the subject for the old offer.
        new: the subject for the new offer.
        pointers: the JSON Pointers of the definitions in the offer, by the name of the definition.
    """

    old: Subject
    new: Subject
    pointers: Mapping[str, str]

    def pointer_in_offer(self, pointer: str) -> str:
        """Return the JSON Pointer of a value in the offer.

        Args:
            pointer: the JSON Pointer of the value in the schema of a subject.
        """
        tokens = pointer_tokens(pointer)
        if tokens[:1] != ["$defs"] or tokens[1] not in self.pointers:
            return pointer
        return self.pointers[tokens[1]] + "".join(f"/{escape_token(each)}" for each in tokens[2:])


def offer_subjects(old: LockOffer, new: LockOffer, names: tuple[str, str]) -> OfferPair:
    """Return the subjects for the comparison of two offers.

    For each tool and prompt that both offers have, definitions describe the arguments, and the results if the tool has
    an output schema. A schema that cannot be represented exactly stands in `Offer.not_compared` instead.

    Args:
        old: the old offer, with the member `revisions`.
        new: the new offer, with the member `revisions`.
        names: the names of both sides in a report.
    """
    parts = [*_tools(old, new), *_prompts(old, new)]
    kept = parts
    try:
        specs = [_spec(parts, offer, name) for offer, name in zip((old, new), names, strict=True)]
    except BindgenError:
        kept = [each for each in parts if _is_usable(each, old) and _is_usable(each, new)]
        specs = [_spec(kept, offer, name) for offer, name in zip((old, new), names, strict=True)]
    not_compared = {each.pointer: each.subject for each in parts if each not in kept}
    pointers = {
        name: place
        for part in kept
        for offer in (new, old)
        for name, (_, place) in part.make_definitions(offer).items()
    }
    subjects = [
        Subject(
            name,
            spec,
            tuple(_method_rows(kept, offer, spec)),
            None,
            keywords.annotation_values(_document(kept, offer), "default"),
            offer=Offer(offer, not_compared),
        )
        for spec, offer, name in zip(specs, (old, new), names, strict=True)
    ]
    return OfferPair(subjects[0], subjects[1], pointers)


def _in_both(old: LockOffer, new: LockOffer, member: str) -> Iterator[tuple[str, LockOffer, LockOffer]]:
    old_items, new_items = (each.get(member) for each in (old, new))
    if is_object(old_items) and is_object(new_items):
        for name in sorted(old_items):
            if is_object(old_items[name]) and is_object(new_items.get(name)):
                yield name, old_items[name], new_items[name]


def _tools(old: LockOffer, new: LockOffer) -> Iterator[_Part]:
    for name, old_tool, new_tool in _in_both(old, new, "tools"):
        method, pointer = f"tools/call {name}", f"/tools/{escape_token(name)}"

        def arguments(offer: LockOffer, name: str = name, pointer: str = pointer) -> dict[str, tuple[JSONValue, str]]:
            schema = offer["tools"][name].get("inputSchema", {})
            return _definitions(f"{name} arguments", schema, f"{pointer}/inputSchema")

        def result(offer: LockOffer, name: str = name, pointer: str = pointer) -> dict[str, tuple[JSONValue, str]]:
            tool, content = offer["tools"][name], f"{name} structuredContent"
            place = f"{pointer}/outputSchema"
            whole: dict[str, JSONValue] = {"type": "object", "properties": {"structuredContent": _reference(content)}}
            needed: dict[str, JSONValue] = {"required": ["structuredContent"]} if "outputSchema" in tool else {}
            return {
                f"{name} result": ({**whole, **needed}, place),
                **_definitions(content, tool.get("outputSchema", {}), place),
            }

        yield _Part(method, f"the input schema of tool {name}", f"{pointer}/inputSchema", arguments)
        if "outputSchema" in old_tool or "outputSchema" in new_tool:
            subject = f"the output schema of tool {name}"
            yield _Part(method, subject, f"{pointer}/outputSchema", result, is_result=True)


def _prompts(old: LockOffer, new: LockOffer) -> Iterator[_Part]:
    for name, _, _ in _in_both(old, new, "prompts"):
        pointer = f"/prompts/{escape_token(name)}/arguments"

        def arguments(offer: LockOffer, name: str = name, pointer: str = pointer) -> dict[str, tuple[JSONValue, str]]:
            rows = offer["prompts"][name].get("arguments")
            declared: dict[str, Any] = rows if is_object(rows) else {}
            schema: dict[str, JSONValue] = {
                "type": "object",
                "properties": {each: {"type": "string"} for each in declared},
                "required": sorted(each for each, row in declared.items() if is_object(row) and row.get("required")),
                "additionalProperties": {"type": "string"},
            }
            return {f"{name} (prompt) arguments": (schema, pointer)}

        yield _Part(f"prompts/get {name}", f"the arguments of prompt {name}", pointer, arguments)


def _reference(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{quote(escape_token(name))}"}


_MAX_INLINED = 20_000
"""Greatest number of characters that replace the references of one schema."""
_DEFINITIONS = ("$defs", "definitions")
_ANNOTATIONS = ("$schema", "$id", "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly")


def _make_inliner(schema: Any, place: str) -> Callable[[JSONValue], JSONValue]:
    """Return a function that replaces each reference in a part of a schema by the part to which it leads.

    A proof then shows a complete call. A reference is kept if its part contains the reference itself, if other keywords
    stand beside it and differ from those of its part, and if the replacements are too long together.

    Args:
        schema: the schema, in which the references lead to parts.
        place: the JSON Pointer of the schema in the offer, for errors.
    """
    remaining = _MAX_INLINED
    inner = {each: _references(_part_at(schema, _pointer(each), place)) for each in _references(schema)}
    recursive = {each for each in inner if each in reach_names(inner[each], lambda reference: inner.get(reference, ()))}

    def replace_reference(members: dict[str, JSONValue]) -> dict[str, JSONValue]:
        nonlocal remaining
        reference = members.get("$ref")
        if reference not in inner or reference in recursive:
            return members
        target = _part_at(schema, _pointer(str(reference)), place)
        beside = {word: value for word, value in members.items() if word not in ("$ref", *_DEFINITIONS)}
        remaining -= len(str(target))
        if remaining < 0 or not is_object(target):
            return members
        if any(word not in _ANNOTATIONS and target.get(word) != value for word, value in beside.items()):
            return members
        return replace_reference({**target, **beside})

    return lambda part: keywords.rewrite_subschemas(part, replace_reference)


def _references(schema: JSONValue) -> set[str]:
    """Return the references of a schema that lead to parts of it."""
    found = [each.get("$ref") for _, each in keywords.subschemas(schema)]
    return {each for each in found if isinstance(each, str) and (each == "#" or each.startswith("#/"))}


def _pointer(reference: str) -> str:
    return unquote(reference).removeprefix("#")


def _definitions(name: str, schema: Any, place: str) -> dict[str, tuple[JSONValue, str]]:
    """Return the definitions for a schema: one for the schema, and one for each part to which a reference leads.

    Args:
        name: the name of the definition for the schema.
        schema: the schema. Its references lead to parts of itself.
        place: the JSON Pointer of the schema in the offer.

    Returns:
        The definitions by name, each with its JSON Pointer in the offer.

    Raises:
        BindgenError: a reference leads to no part of the schema, or a keyword about references is not supported.
    """
    inline = _make_inliner(schema, place)
    names, found = {"": name}, dict[str, tuple[JSONValue, str]]()
    waiting = [""]

    def rename_reference(members: dict[str, JSONValue]) -> dict[str, JSONValue]:
        kept = {word: value for word, value in members.items() if word not in _DEFINITIONS}
        reference = kept.get("$ref")
        if isinstance(reference, str):
            target = _pointer(reference)
            if not reference.startswith("#") or (target and not target.startswith("/")):
                raise BindgenError(f"reference {reference!r} leads out of the schema", where=place)
            if target not in names:
                tokens = pointer_tokens(target)
                inner = tokens[1:] if tokens[0] in _DEFINITIONS else tokens
                names[target] = f"{name}: {'.'.join(inner)}"
                waiting.append(target)
            kept |= _reference(names[target])
        elif "$ref" in kept or {"$id", "$anchor", "$dynamicRef", "$recursiveRef"} & kept.keys():
            raise BindgenError("$id, an anchor or a dynamic reference cannot be compared", where=place)
        return kept

    while waiting:
        pointer = waiting.pop()
        part = inline(_part_at(schema, pointer, place))
        if not pointer and is_object(part):
            part = {word: value for word, value in part.items() if word not in ("$schema", "$id")}
        found[names[pointer]] = keywords.rewrite_subschemas(part, rename_reference), place + pointer
    return found


def _part_at(schema: Any, pointer: str, place: str) -> Any:
    for token in pointer_tokens(pointer):
        try:
            schema = schema[parse_index(token)] if is_array(schema) else schema[token]
        except (LookupError, TypeError, ValueError):
            raise BindgenError(f"reference '#{pointer}' leads to no part of the schema", where=place) from None
    return schema


def _document(parts: list[_Part], offer: LockOffer) -> JSONValue:
    definitions = {name: schema for part in parts for name, (schema, _) in part.make_definitions(offer).items()}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": definitions or {"nothing": {}}}


def _spec(parts: list[_Part], offer: LockOffer, name: str) -> SpecRevision:
    document = _document(parts, offer)
    return spec_of_document(replace(sources.custom_revision("offer", document), id=name), document, where=name)


def _is_usable(part: _Part, offer: LockOffer) -> bool:
    try:
        _spec([part], offer, "offer")
    except BindgenError:
        return False
    return True


def _method_rows(parts: list[_Part], offer: LockOffer, spec: SpecRevision) -> Iterator[MethodInfo]:
    """Yield the method of each part. A comparison derives from it whether clients or servers write the documents."""
    for part in parts:
        types = tuple(spec.definitions[name] for name in part.make_definitions(offer))
        message, results = ("", types) if part.is_result else (types[0], ())
        yield MethodInfo(part.method, "request", ("client",), message, results=results)
