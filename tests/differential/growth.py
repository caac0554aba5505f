"""Valid documents from shapes."""

from __future__ import annotations

from tests.differential import values
from tests.differential.shapes import Node, Plain, UnsatisfiableError
from tests.differential.values import JSON, Draw

LIVELINESS = (0.0, 0.15, 0.5, 0.85, 1.0)
"""How likely an optional member is, drawn once per object: only what is required, everything, or some of it."""


def grow(node: Node, draw: Draw, level: int = 0) -> JSON:
    """A document valid at this place."""
    if node.free:
        return values.free_form(draw, level)
    if not node.weighted or node.lowest is None:
        raise UnsatisfiableError(f"nothing is valid for {node.schema}")
    cramped = draw.budget <= 0 or level >= draw.depth
    return grow_plain(node.lowest if cramped else draw.pick(node.weighted), draw, level)


def grow_plain(plain: Plain, draw: Draw, level: int) -> JSON:
    """A document valid for this alternative."""
    if plain.values is not None:
        return draw.pick(plain.values)
    kind = plain.type
    if kind == "object":
        return _object(plain, draw, level)
    if kind == "string":
        return draw.pick(plain.pool) if plain.limits or draw.random() < 0.9 else values.string(draw)
    if kind == "number":
        return _number(plain, draw)
    if kind == "array":
        return _array(plain, draw, level)
    return None if kind == "null" else draw.random() < 0.5


def _number(plain: Plain, draw: Draw) -> JSON:
    if plain.limits or draw.random() < 0.7:
        return draw.pick(plain.pool)
    return values.integer(draw) if plain.integral else values.number(draw)


def _array(plain: Plain, draw: Draw, level: int) -> JSON:
    """At its shortest where room is short; at the upper bound now and then."""
    shortest, longest = plain.limits.get("minItems", 0), plain.limits.get("maxItems")
    cramped = draw.budget <= 0 or level >= draw.depth
    length = shortest if cramped else shortest + draw.pick((0, 1, 1, 2, 3))
    if longest is not None and (length > longest or (longest <= 200 and not cramped and draw.random() < 0.1)):
        length = longest
    node = plain.item_node
    if node is None:
        raise UnsatisfiableError("an array without a place for items")
    if not node.weighted:
        length = 0
    draw.budget -= 1
    result: JSON = [grow(node, draw, level + 1) for _ in range(length)]
    draw.shapes[id(result)] = (result, plain)
    return result


def _object(plain: Plain, draw: Draw, level: int) -> JSON:
    """Members in random order, because readers must not depend on it and proxies must keep it."""
    draw.budget -= 1
    members = plain.members
    names = _chosen(plain, draw, level)
    if plain.other_node is not None and draw.budget > 0 and draw.random() < (0.8 if plain.is_map else 0.3):
        names += _others(plain, draw)
    if len(names) > 1:
        names.sort(key=draw.sort_key)
    result: JSON = {
        name: grow(members[name] if name in members else _other_node(plain), draw, level + 1) for name in names
    }
    draw.shapes[id(result)] = (result, plain)
    return result


def _chosen(plain: Plain, draw: Draw, level: int) -> list[str]:
    """The known members to write."""
    liveliness = 0.0 if draw.budget <= 0 or level >= draw.depth else draw.pick(LIVELINESS)
    if liveliness == 0.0:
        return list(dict.fromkeys(plain.required))
    required, random = plain.required, draw.random
    return [
        name for name, node in plain.members.items() if name in required or (random() < liveliness and node.weighted)
    ]


def _others(plain: Plain, draw: Draw) -> list[str]:
    """Names the schema does not know, some of which look as if it did."""
    node = _other_node(plain)
    if not node.weighted:
        return []
    found = {_other_name(plain, draw): None for _ in range(draw.pick((1, 1, 1, 2, 3)))}
    return [name for name in found if name not in plain.members]


def _other_name(plain: Plain, draw: Draw) -> str:
    if plain.other_names and draw.random() < 0.4:
        return draw.pick(plain.other_names)
    return values.free_name(draw)


def _other_node(plain: Plain) -> Node:
    if plain.other_node is None:
        raise UnsatisfiableError("no other member is allowed")
    return plain.other_node
