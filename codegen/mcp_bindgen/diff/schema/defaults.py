"""Differences between the `default` values of two schema files. A default annotates, so no type contains it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcp_bindgen.diff.schema.deltas import Pair
from mcp_bindgen.diff.schema.side import ComparedSchemas
from mcp_bindgen.diff.subject import Subject
from mcp_bindgen.diff.types import ChangeKind, Delta, Place
from mcp_bindgen.ingest import keywords
from mcp_bindgen.jsontext import JSONValue, escape, is_array, is_object, pointer_tokens


def defaults(document: JSONValue) -> dict[str, JSONValue]:
    """Return the defaults of a schema document, by pointer into the effective schema."""
    if not is_object(document):
        return {}
    key = "definitions" if "definitions" in document and "$defs" not in document else "$defs"
    places = keywords.subschemas({key: document.get(key)})
    return {f"/$defs{place.removeprefix(f'/{key}')}": part["default"] for place, part in places if "default" in part}


def default_deltas(old: Subject, new: Subject, schemas: ComparedSchemas) -> Iterator[Delta]:
    """Yield the defaults that differ, at places that both sides have."""
    for before, after in schemas.definitions.items():
        roots = Pair(f"/$defs/{escape(before)}", f"/$defs/{escape(after)}")
        ours, theirs = _below(old.defaults, roots.old), _below(new.defaults, roots.new)
        for path in dict.fromkeys([*ours, *theirs]):
            places = Pair(_place(old, before, roots.old + path), _place(new, after, roots.new + path))
            if places.old is None or places.new is None or (path in ours and ours.get(path) == theirs.get(path, path)):
                continue
            kind: ChangeKind = "added" if path not in ours else "removed" if path not in theirs else "changed"
            names = [name for word, name in zip(*_pairs(path), strict=True) if word == "properties"]
            subject = ".".join([after, *names])
            what = f"default value {kind}"
            yield Delta(what, "schema", kind, places.old, places.new, subject, ours.get(path), theirs.get(path))


def _below(found: Mapping[str, JSONValue], root: str) -> dict[str, JSONValue]:
    """Return the defaults of one definition, by the rest of their pointers."""
    return {
        pointer.removeprefix(root): value
        for pointer, value in found.items()
        if pointer == root or pointer.startswith(f"{root}/")
    }


def _pairs(path: str) -> tuple[list[str], list[str]]:
    """Return the tokens of a path but the last, and but the first."""
    tokens = pointer_tokens(path)
    return tokens[:-1], tokens[1:]


def _place(side: Subject, wire_name: str, pointer: str) -> Place | None:
    """Return a place of one side, or None if its schema has no such part."""
    value: object = side.spec.effective
    for token in pointer_tokens(pointer):
        if is_object(value) and token in value:
            value = value[token]
        elif is_array(value) and token.isdigit() and int(token) < len(value):
            value = value[int(token)]
        else:
            return None
    return Place(wire_name, pointer, (side.spec.definitions[wire_name],), wire_name)
