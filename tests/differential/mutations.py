"""One fault at a time: the mistakes that peers make, and those that lenient readers forgive.

Each mutation changes a document in place and says what it did, or returns None where it does not apply.
A mutant may be valid by chance; the reference validator decides.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from tests.differential import values
from tests.differential.growth import grow
from tests.differential.shapes import BOUNDS, Node, Plain, Shapes, escape, spellings
from tests.differential.values import JSON, Draw

_UNKNOWN: tuple[object, Plain] = (None, Plain("object"))
"""What free-form containers were made from: nothing is known of their members."""


class Place(NamedTuple):
    """Where a value stands."""

    holder: Any
    """The object or array; for the document itself a list of one."""
    key: Any
    parent: int
    """The place of the holder, -1 for the document itself."""
    node: Node | None
    """What the schema says of the place, where it says anything."""

    @property
    def value(self) -> Any:
        return self.holder[self.key]


class Survey:
    """All places of a document, by what can be done to them."""

    def __init__(self, holder: list[JSON], node: Node, draw: Draw, shapes: Shapes) -> None:
        self.draw = draw
        self.shapes = shapes
        self.places: list[Place] = [Place(holder, 0, -1, node)]
        self.typed: list[int] = []
        self.objects: list[int] = []
        self.arrays: list[int] = []
        self.constants: list[int] = []
        self.bounded: list[int] = []
        self._walk()

    def plain(self, index: int) -> Plain | None:
        """The alternative that a container was made from."""
        found = self.draw.shapes.get(id(self.places[index].value))
        return found[1] if found else None

    def pointer(self, index: int) -> str:
        """The JSON Pointer of a place."""
        tokens: list[str] = []
        while index > 0:
            place = self.places[index]
            tokens.append(escape(str(place.key)))
            index = place.parent
        return "".join(f"/{token}" for token in reversed(tokens))

    def anywhere(self) -> int:
        """Mostly where the schema has a say; the rest is free to change."""
        if self.typed and self.draw.random() < 0.9:
            return self.draw.pick(self.typed)
        return self.draw.below(len(self.places))

    def container(self, indexes: list[int]) -> int | None:
        """One of these containers, preferably one the schema knows."""
        if not indexes:
            return None
        for _ in range(3):
            index = self.draw.pick(indexes)
            if id(self.places[index].value) in self.draw.shapes:
                return index
        return self.draw.pick(indexes)

    def _walk(self) -> None:
        """Breadth first, since the list of places is the queue."""
        places, known = self.places, self.draw.shapes
        for index, (holder, key, _, node) in enumerate(places):
            if node is not None and not node.free:
                self._sort(index, node)
            value: JSON = holder[key]
            if isinstance(value, dict):
                self.objects.append(index)
                plain = known.get(id(value), _UNKNOWN)[1]
                members, other = plain.members, plain.other_node
                places.extend([Place(value, name, index, members.get(name, other)) for name in value])
            elif isinstance(value, list):
                self.arrays.append(index)
                item = known.get(id(value), _UNKNOWN)[1].item_node
                places.extend([Place(value, position, index, item) for position in range(len(value))])

    def _sort(self, index: int, node: Node) -> None:
        self.typed.append(index)
        if node.constants:
            self.constants.append(index)
        if node.bounded:
            self.bounded.append(index)


Mutation: TypeAlias = Callable[[Survey], "str | None"]


def mutate(holder: list[JSON], node: Node, draw: Draw, shapes: Shapes) -> str:
    """Change the document in `holder[0]` at one place; returns what was done."""
    survey = Survey(holder, node, draw, shapes)
    for _ in range(6):
        note = draw.pick(_WEIGHTED)(survey)
        if note is not None:
            return note
    return retype(survey) or replace_root(survey)


def delete_member(survey: Survey) -> str | None:
    """A member is missing, required or not."""
    index = survey.container(survey.objects)
    if index is None or not survey.places[index].value:
        return None
    target, plain = survey.places[index].value, survey.plain(index)
    required = [name for name in plain.required if name in target] if plain else []
    name = survey.draw.pick(required if required and survey.draw.random() < 0.75 else list(target))
    del target[name]
    return f"delete {survey.pointer(index)}/{escape(name)}"


def null_member(survey: Survey) -> str | None:
    """A known member is null, whether it was there or not."""
    return _set_known(survey, lambda _: None, "null")


def wrong_member(survey: Survey) -> str | None:
    """A known member is there with a value of any type."""
    return _set_known(survey, lambda draw: values.free_form(draw, draw.depth), "set to anything")


def _set_known(survey: Survey, make: Callable[[Draw], JSON], what: str) -> str | None:
    index = survey.container(survey.objects)
    plain = None if index is None else survey.plain(index)
    if index is None or plain is None or not plain.members:
        return None
    name = survey.draw.pick(list(plain.members))
    survey.places[index].value[name] = make(survey.draw)
    return f"{what} {survey.pointer(index)}/{escape(name)}"


def retype(survey: Survey) -> str | None:
    """A value of another JSON type, close enough for a coercion to swallow."""
    index = survey.anywhere()
    place = survey.places[index]
    before = place.value
    after = survey.draw.pick(_lookalikes(before))
    place.holder[place.key] = after
    return f"retype {survey.pointer(index)}: {_brief(before)} to {_brief(after)}"


def _lookalikes(value: JSON) -> list[JSON]:
    """What a lax reader might take for this value."""
    if value is None:
        return [False, 0, "", "null", [], {}]
    if isinstance(value, bool):
        return [int(value), float(value), str(value).lower(), "yes" if value else "no", None, [value], "1"]
    if isinstance(value, (int, float)):
        return _number_lookalikes(value)
    if isinstance(value, str):
        return [None, 1, 0, True, 1.5, [value], {}, {"text": value}, list(value[:3]), -0.0]
    if isinstance(value, list):
        return [{}, None, value[0] if value else "", "", "[]", [value], dict.fromkeys(map(str, range(len(value))))]
    return [[], None, "{}", "", 0, [value], [[name, item] for name, item in value.items()], list(value.values())]


def _number_lookalikes(value: int | float) -> list[JSON]:
    found: list[JSON] = [str(value), value != 0, [value], None, "1", {}]
    if value == math.floor(value):
        found += [value + 0.5 if abs(value) < 2**50 else 0.5, 1.5]
        found += [float(value) if isinstance(value, int) and abs(value) < 2**1000 else int(value)]
    return found


def change_constant(survey: Survey) -> str | None:
    """Almost one of the allowed values."""
    if not survey.constants:
        return None
    index = survey.draw.pick(survey.constants)
    place = survey.places[index]
    before = place.value
    near = _near_constants(before, place, survey)
    after = survey.draw.pick([value for value in near if type(value) is not type(before) or value != before])
    place.holder[place.key] = after
    return f"constant {survey.pointer(index)}: {_brief(before)} to {_brief(after)}"


def _near_constants(value: Any, place: Place, survey: Survey) -> list[JSON]:
    known = place.node.constants if place.node else ()
    elsewhere = survey.shapes.tags.get(place.key, ()) if isinstance(place.key, str) else ()
    found: list[JSON] = [survey.draw.pick(group) for group in (known, elsewhere) if group]
    if isinstance(value, str):
        found += [value.upper(), value.capitalize(), f"{value} ", f" {value}", f"{value}s", f"{value}\u0000"]
        return [*found, value[:-1], value.replace("/", "_"), "", None, [value]]
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return [*found, None, 0, "", not value]
    return [*found, value + 1, -value, float(value), str(value), value != 0, value + 0.5, None]


def swap_tag(survey: Survey) -> str | None:
    """The tag of one union arm on the body of another."""
    draw, tags = survey.draw, survey.shapes.tags
    for _ in range(4):
        index = survey.container(survey.objects)
        if index is None:
            return None
        target = survey.places[index].value
        names = [name for name in target if len(tags.get(name, ())) > 1 and isinstance(target[name], str)]
        if names:
            name = draw.pick(names)
            before, target[name] = target[name], draw.pick(tags[name])
            return f"tag {survey.pointer(index)}/{escape(name)}: {_brief(before)} to {_brief(target[name])}"
    return None


def step_bound(survey: Survey) -> str | None:
    """Just below, at and just above a bound."""
    if not survey.bounded:
        return None
    index = survey.draw.pick(survey.bounded)
    place = survey.places[index]
    plain = survey.draw.pick(place.node.bounded if place.node else ())
    word = survey.draw.pick([word for word in BOUNDS if word in plain.limits])
    after = _around(word, plain.limits[word], place.value, survey.draw)
    place.holder[place.key] = after
    return f"bound {word} {survey.pointer(index)}: {_brief(after)}"


def _around(word: str, limit: int | float, value: JSON, draw: Draw) -> JSON:
    length: int = max(0, math.floor(limit) + draw.pick((-1, 0, 1)))
    if word.endswith("Length"):
        char: str = draw.pick(("a", "\U0001f600"))
        return char * length
    if word.endswith("Items"):
        items: list[JSON] = list(value) if isinstance(value, list) else []
        filler: JSON = items[0] if items else ""
        return [*items[:length], *[filler] * (length - len(items))]
    near: list[JSON] = [limit - 1, limit, limit + 1, float(limit), float(limit + 1), float(limit - 1), -limit]
    return draw.pick([*near, math.nextafter(limit, math.inf), math.nextafter(limit, -math.inf)])


def rename_member(survey: Survey) -> str | None:
    """A member in another spelling, in the same position."""
    index = survey.container(survey.objects)
    if index is None or not survey.places[index].value:
        return None
    target, plain = survey.places[index].value, survey.plain(index)
    required = [name for name in plain.required if name in target] if plain else []
    old = survey.draw.pick(required if required and survey.draw.random() < 0.7 else list(target))
    new = survey.draw.pick(spellings(old))
    items = [(new if name == old else name, item) for name, item in target.items()]
    target.clear()
    target.update(items)
    return f"rename {survey.pointer(index)}/{escape(old)} to {_brief(new)}"


def add_member(survey: Survey) -> str | None:
    """A member nobody asked for."""
    index = survey.container(survey.objects)
    if index is None:
        return None
    plain, draw = survey.plain(index), survey.draw
    confusable = plain.other_names if plain else ()
    name = draw.pick(confusable) if confusable and draw.random() < 0.5 else values.free_name(draw)
    survey.places[index].value[name] = values.free_form(draw, draw.depth)
    return f"add {survey.pointer(index)}/{escape(name)}"


def change_items(survey: Survey) -> str | None:
    """An item twice, gone, or one too many."""
    index = survey.container(survey.arrays)
    if index is None:
        return None
    target, draw = survey.places[index].value, survey.draw
    position = draw.below(len(target) + 1)
    what = f"{survey.pointer(index)}/{position}"
    chance = draw.random()
    if position < len(target) and chance < 0.25:
        del target[position]
        return f"remove item {what}"
    if position < len(target) and chance < 0.45:
        target.insert(position, target[position])
        return f"duplicate item {what}"
    target.insert(position, draw.pick((None, "", 0, True)) if chance < 0.8 else values.free_form(draw, draw.depth))
    return f"insert item {what}"


def wrap(survey: Survey) -> str | None:
    """One level too many, or one too few."""
    index = survey.anywhere()
    place, draw = survey.places[index], survey.draw
    value: JSON = place.value
    if isinstance(value, (dict, list)) and value and draw.random() < 0.5:
        place.holder[place.key] = value[0] if isinstance(value, list) else value[draw.pick(list(value))]
        return f"unwrap {survey.pointer(index)}"
    name = draw.pick(("value", "root", "params", "result", "", str(place.key)))
    place.holder[place.key] = [value] if draw.random() < 0.5 else {name: value}
    return f"wrap {survey.pointer(index)}"


def graft(survey: Survey) -> str | None:
    """A valid document of another definition, as peers of another revision or branch send."""
    index = survey.anywhere()
    place, draw = survey.places[index], survey.draw
    name = draw.pick(list(survey.shapes.definitions))
    place.holder[place.key] = grow(survey.shapes.definitions[name], draw, draw.depth - 1)
    return f"graft {name} at {survey.pointer(index)}"


def replace_root(survey: Survey) -> str:
    """Another document altogether."""
    place = survey.places[0]
    others: list[JSON] = [*values.ROOTS, [], {}, [place.value], {}, []]
    after = survey.draw.pick(others)
    place.holder[0] = after
    return f"replace the document by {_brief(after)}"


def _brief(value: object) -> str:
    shown = ascii(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."


MUTATIONS: tuple[tuple[Mutation, int], ...] = (
    *((delete_member, 14), (null_member, 14), (wrong_member, 8), (retype, 22), (change_constant, 10), (swap_tag, 7)),
    *((step_bound, 10), (rename_member, 8), (add_member, 6), (change_items, 8), (wrap, 8), (graft, 4)),
    (replace_root, 3),
)
_WEIGHTED: tuple[Mutation, ...] = tuple(mutation for mutation, weight in MUTATIONS for _ in range(weight))
