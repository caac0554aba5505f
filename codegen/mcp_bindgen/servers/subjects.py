"""The two subjects of a comparison of servers. The definitions of a subject describe the tools and prompts of one
server.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from mcp_bindgen import sources
from mcp_bindgen.diff.subject import Offer, Subject
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import keywords
from mcp_bindgen.ir.from_document import spec_of_document
from mcp_bindgen.ir.methods import MethodInfo
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.jsontext import JSONValue, escape_token, is_object, pointer_tokens
from mcp_bindgen.servers.definitions import make_definitions, make_document, reference_to

LockOffer = Mapping[str, Any]
"""The offer of a server in one revision, as it stands in a lock file."""


class _OfferPart(NamedTuple):
    """A schema of a tool, or the arguments of a prompt. A comparison treats such a part of an offer as definitions.

    Attributes:
        method: the method whose params or result the definitions describe, followed by the name of the tool or prompt.
        subject: the name of the part in a sentence.
        pointer: the JSON Pointer of the part in the offer.
        make_definitions: returns the definitions by name, each with its JSON Pointer in the offer.
        is_result: True if servers write the documents that the definitions describe.
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
        pointers: the JSON Pointer of each definition in the offer, by the name of the definition.
    """

    old: Subject
    new: Subject
    pointers: Mapping[str, str]

    def pointer_in_offer(self, pointer: str) -> str:
        """Return the JSON Pointer of a value in the offer. A pointer that leads into no definition is returned as it
        is.

        Args:
            pointer: the JSON Pointer of the value in the schema of a subject.
        """
        tokens = pointer_tokens(pointer)
        if tokens[:1] != ["$defs"] or tokens[1] not in self.pointers:
            return pointer
        return self.pointers[tokens[1]] + "".join(f"/{escape_token(each)}" for each in tokens[2:])


def make_offer_subjects(old: LockOffer, new: LockOffer, names: tuple[str, str]) -> OfferPair:
    """Return the subjects for the comparison of two offers.

    For each tool and prompt that both offers have, definitions describe the arguments, and the results if the tool has
    an output schema. A schema that cannot be represented exactly stands in `Offer.not_compared` instead.

    Args:
        old: the old offer, with the member `revisions`.
        new: the new offer, with the member `revisions`.
        names: the names of both offers in a report.

    Raises:
        BindgenError: a schema of an offer cannot be built.
    """
    parts = [*_tool_parts(old, new), *_prompt_parts(old, new)]
    kept = parts
    try:
        specs = [_make_spec(parts, offer, name) for offer, name in zip((old, new), names, strict=True)]
    except BindgenError:
        kept = [each for each in parts if _is_usable(each, old) and _is_usable(each, new)]
        specs = [_make_spec(kept, offer, name) for offer, name in zip((old, new), names, strict=True)]
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
            tuple(_make_method_rows(kept, offer, spec)),
            None,
            keywords.annotation_values(_document_of_parts(kept, offer), "default"),
            offer=Offer(offer, not_compared),
        )
        for spec, offer, name in zip(specs, (old, new), names, strict=True)
    ]
    return OfferPair(subjects[0], subjects[1], pointers)


def _items_in_both(old: LockOffer, new: LockOffer, member: str) -> Iterator[tuple[str, LockOffer, LockOffer]]:
    old_items, new_items = (each.get(member) for each in (old, new))
    if is_object(old_items) and is_object(new_items):
        for name in sorted(old_items):
            if is_object(old_items[name]) and is_object(new_items.get(name)):
                yield name, old_items[name], new_items[name]


def _tool_parts(old: LockOffer, new: LockOffer) -> Iterator[_OfferPart]:
    for name, old_tool, new_tool in _items_in_both(old, new, "tools"):
        method, pointer = f"tools/call {name}", f"/tools/{escape_token(name)}"

        def define_arguments(
            offer: LockOffer, name: str = name, pointer: str = pointer
        ) -> dict[str, tuple[JSONValue, str]]:
            schema = offer["tools"][name].get("inputSchema", {})
            return make_definitions(f"{name} arguments", schema, f"{pointer}/inputSchema")

        def define_result(
            offer: LockOffer, name: str = name, pointer: str = pointer
        ) -> dict[str, tuple[JSONValue, str]]:
            tool, content = offer["tools"][name], f"{name} structuredContent"
            place = f"{pointer}/outputSchema"
            whole: dict[str, JSONValue] = {"type": "object", "properties": {"structuredContent": reference_to(content)}}
            needed: dict[str, JSONValue] = {"required": ["structuredContent"]} if "outputSchema" in tool else {}
            return {
                f"{name} result": ({**whole, **needed}, place),
                **make_definitions(content, tool.get("outputSchema", {}), place),
            }

        yield _OfferPart(method, f"the input schema of tool {name}", f"{pointer}/inputSchema", define_arguments)
        if "outputSchema" in old_tool or "outputSchema" in new_tool:
            subject = f"the output schema of tool {name}"
            yield _OfferPart(method, subject, f"{pointer}/outputSchema", define_result, is_result=True)


def _prompt_parts(old: LockOffer, new: LockOffer) -> Iterator[_OfferPart]:
    for name, _, _ in _items_in_both(old, new, "prompts"):
        pointer = f"/prompts/{escape_token(name)}/arguments"

        def define_arguments(
            offer: LockOffer, name: str = name, pointer: str = pointer
        ) -> dict[str, tuple[JSONValue, str]]:
            rows = offer["prompts"][name].get("arguments")
            declared: dict[str, Any] = rows if is_object(rows) else {}
            schema: dict[str, JSONValue] = {
                "type": "object",
                "properties": {each: {"type": "string"} for each in declared},
                "required": sorted(each for each, row in declared.items() if is_object(row) and row.get("required")),
                "additionalProperties": {"type": "string"},
            }
            return {f"{name} (prompt) arguments": (schema, pointer)}

        yield _OfferPart(f"prompts/get {name}", f"the arguments of prompt {name}", pointer, define_arguments)


def _document_of_parts(parts: list[_OfferPart], offer: LockOffer) -> JSONValue:
    return make_document({name: each for part in parts for name, each in part.make_definitions(offer).items()})


def _make_spec(parts: list[_OfferPart], offer: LockOffer, name: str) -> SpecRevision:
    document = _document_of_parts(parts, offer)
    return spec_of_document(replace(sources.custom_revision("offer", document), id=name), document, where=name)


def _is_usable(part: _OfferPart, offer: LockOffer) -> bool:
    try:
        _make_spec([part], offer, "offer")
    except BindgenError:
        return False
    return True


def _make_method_rows(parts: list[_OfferPart], offer: LockOffer, spec: SpecRevision) -> Iterator[MethodInfo]:
    """Yield a row of the method table for each part. By this row, a comparison knows whether clients or servers write
    the documents of the part.
    """
    for part in parts:
        types = tuple(spec.definitions[name] for name in part.make_definitions(offer))
        message, results = ("", types) if part.is_result else (types[0], ())
        yield MethodInfo(part.method, "request", ("client",), message, results=results)
