"""Differences between the annotations `default` and `deprecated` of two schema files. Compared types lack both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcp_bindgen.diff.schema.deltas import Pair
from mcp_bindgen.diff.schema.side import ComparedSchemas
from mcp_bindgen.diff.subject import Subject
from mcp_bindgen.diff.types import ChangeKind, Delta, Place
from mcp_bindgen.jsontext import JSONValue, escape_token, is_array, is_object, json_equal, pointer_tokens


def annotation_deltas(old: Subject, new: Subject, schemas: ComparedSchemas) -> Iterator[Delta]:
    """Yield a difference for each default or deprecation that was added, removed or changed, at places that both sides
    have.
    """
    for before, after in schemas.definitions.items():
        names = Pair(before, after)
        roots = names.map(lambda name: f"/$defs/{escape_token(name)}")
        old_annotations, new_annotations = (
            _annotations_below(old.defaults, roots.old),
            _annotations_below(new.defaults, roots.new),
        )
        for path in dict.fromkeys([*old_annotations, *new_annotations]):
            both = [each[path] for each in (old_annotations, new_annotations) if path in each]
            if len(both) > 1 and json_equal(both[0], both[1]):
                continue
            kind: ChangeKind = (
                "added" if path not in old_annotations else "removed" if path not in new_annotations else "changed"
            )
            values = Pair(old_annotations.get(path), new_annotations.get(path))
            yield from _deltas_at_path(f"default value {kind}", kind, Pair(old, new), names, path, values)
        gone, come = (
            _annotations_below(dict.fromkeys(side.spec.deprecated), root)
            for side, root in ((old, roots.old), (new, roots.new))
        )
        for path in sorted(gone.keys() ^ come.keys()):
            noun = "member" if "properties" in pointer_tokens(path) else "definition"
            stated = Pair[JSONValue]({"deprecated": path in gone}, {"deprecated": path in come})
            what, kind = (
                (f"{noun} deprecated", "deprecated") if path in come else (f"{noun} no longer deprecated", "changed")
            )
            yield from _deltas_at_path(what, kind, Pair(old, new), names, path, stated)


def _deltas_at_path(
    what: str, kind: ChangeKind, sides: Pair[Subject], names: Pair[str], path: str, values: Pair[JSONValue]
) -> Iterator[Delta]:
    """Yield the difference of an annotation at a path below a definition. Yield nothing if the schema of a side lacks
    this path.
    """
    places = Pair(_place_below(sides.old, names.old, path), _place_below(sides.new, names.new, path))
    if places.old is not None and places.new is not None:
        members = [name for word, name in zip(*_parents_and_children(path), strict=True) if word == "properties"]
        subject = ".".join([names.new, *members])
        yield Delta(what, "schema", kind, places.old, places.new, subject, values.old, values.new)


def _annotations_below(found: Mapping[str, JSONValue], root: str) -> dict[str, JSONValue]:
    """Return the annotations of one definition, by JSON Pointer from that definition."""
    return {
        pointer.removeprefix(root): value
        for pointer, value in found.items()
        if pointer == root or pointer.startswith(f"{root}/")
    }


def _parents_and_children(path: str) -> tuple[list[str], list[str]]:
    """Return the tokens of a path without the last one, and the tokens without the first one."""
    tokens = pointer_tokens(path)
    return tokens[:-1], tokens[1:]


def _place_below(side: Subject, wire_name: str, path: str) -> Place | None:
    """Return the place at a path below a definition, or None if the schema of the side has nothing at that path."""
    pointer = f"/$defs/{escape_token(wire_name)}{path}"
    value: object = side.spec.effective
    for token in pointer_tokens(pointer):
        if is_object(value) and token in value:
            value = value[token]
        elif is_array(value) and token.isdigit() and int(token) < len(value):
            value = value[int(token)]
        else:
            return None
    return Place(wire_name, pointer, (side.spec.definitions[wire_name],), wire_name)
