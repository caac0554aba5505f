"""Edits of a JSON text, in the form of JSON Patch (RFC 6902), that leave everything else byte for byte as it came."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple

from ..errors import quoted
from ..json_values import is_array, is_object, unescape, values_equal
from ..schema.places import Place
from .json_text import JSONText, NoSuchPlace
from .plain_json import to_json_copy, write

Operation = Literal["add", "remove", "replace", "move"]


class EditError(ValueError):
    """An edit that cannot be made, or that would make something else of a message.

    Attributes:
        edit: The edit; None if all edits together are the reason.
    """

    def __init__(self, message: str, edit: Edit | None = None) -> None:
        self.edit = edit
        super().__init__(message)


class Edit(NamedTuple):
    """One operation of a JSON Patch (RFC 6902)."""

    op: Operation
    """`add` adds a member, or an item before the one at the index; `replace` and `remove` need one that is there."""

    path: str
    """The place, as a JSON Pointer (RFC 6901)."""

    from_: str | None = None
    """For `move`, the place of the value that is moved, which keeps its bytes."""

    value: Any = None
    """For `add` and `replace`, the value: JSON, or a typed value."""

    reason: str = ""
    """Why it is made, if this package makes it."""

    citation: str = ""
    """The page of the specification behind it; empty if there is none."""

    lossy: bool = False
    """Whether the way back does not restore what was there."""

    rule: str = ""
    """Id of the translation rule that makes it."""


class Change(NamedTuple):
    """An edit with its place in links, which many changes share: a pointer would repeat every name."""

    op: Operation
    place: Place
    value: Any = None


def edited(text: bytes, edits: Iterable[Edit]) -> bytes:
    """A JSON text after edits, one after the other. What no edit changes stays byte for byte as it is.

    Time and memory grow with the text and with the edits, and with the levels that edits lead into one by one.

    Args:
        text: Strict JSON, as the parser accepts it.
        edits: The edits, in order.

    Raises:
        EditError: An edit has no such place, or an invalid path.
        EncodeError: A value has no form in JSON.
    """
    changing = JSONText(text.decode())
    for edit in edits:
        try:
            place = _place(edit.path)
            if edit.op == "move":
                changing.move(_place(edit.from_ or ""), place)
            else:
                _apply(changing, Change(edit.op, place, edit.value))
        except NoSuchPlace as error:
            where = quoted(edit.path if edit.from_ is None else f"{edit.from_} to {edit.path}")
            raise EditError(f"{edit.op} {where}: {error}", edit) from None
    try:
        return str(changing).encode()
    except UnicodeEncodeError:
        raise EditError("a name has half of a surrogate pair") from None


def changed(text: bytes, found: Iterable[Change]) -> bytes:
    """A JSON text after changes that were found by comparing its value with another one.

    Raises:
        EncodeError: A value has no form in JSON.
    """
    return spliced(text, (Change(op, place, to_json_copy(value)) for op, place, value in found))


def spliced(text: bytes, found: Iterable[Change]) -> bytes:
    """A JSON text after changes whose values are parsed JSON."""
    changing = JSONText(text.decode())
    for op, place, value in found:
        if op == "remove":
            changing.remove(place)
        elif op == "add":
            changing.add(place, write(value).decode())
        else:
            changing.replace(place, write(value).decode())
    return str(changing).encode()


def item_of(text: bytes, index: int) -> bytes:
    """The text of an item of an array."""
    return JSONText(text.decode()).part((None, index)).encode()


def changes(old: object, new: object, place: Place) -> Iterator[Change]:
    """The changes that turn one JSON value into another one. Members that are in another order are no change.

    Args:
        old: The value at the place.
        new: What it is to become.
        place: Where it is.
    """
    if is_object(old) and is_object(new):
        for name in old:
            if name not in new:
                yield Change("remove", (place, name))
        for name, value in new.items():
            if name in old:
                yield from changes(old[name], value, (place, name))
            else:
                yield Change("add", (place, name), value)
    elif is_array(old) and is_array(new):
        yield from _changed_items(old, new, place)
    elif not values_equal(old, new):
        yield Change("replace", place, new)


def _changed_items(old: list[Any], new: list[Any], place: Place) -> Iterator[Change]:
    """Items that were removed or added are recognized by their number and by the items after them."""
    surplus = len(old) - len(new)
    before = after = 0
    while before < len(old) or after < len(new):
        where = (place, after)
        both = before < len(old) and after < len(new)
        same = both and (not surplus or values_equal(old[before], new[after]))
        if surplus > 0 and not same:
            yield Change("remove", where)
            surplus, before = surplus - 1, before + 1
        elif surplus < 0 and not same:
            yield Change("add", where, new[after])
            surplus, after = surplus + 1, after + 1
        else:
            yield from changes(old[before], new[after], where)
            before, after = before + 1, after + 1


def _apply(changing: JSONText, change: Change) -> None:
    match change.op:
        case "add":
            changing.add(change.place, write(to_json_copy(change.value)).decode())
        case "replace":
            changing.replace(change.place, write(to_json_copy(change.value)).decode())
        case "remove":
            changing.remove(change.place)
        case _:
            raise NoSuchPlace("there is no such operation")


def _place(pointer: str) -> Place:
    if pointer and not pointer.startswith("/"):
        raise NoSuchPlace("a JSON Pointer begins with a slash")
    place: Place = None
    for token in pointer.split("/")[1:]:
        place = place, unescape(token)
    return place
