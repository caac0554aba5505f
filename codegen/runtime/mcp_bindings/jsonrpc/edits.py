"""Edits of a JSON text, in the form of JSON Patch (RFC 6902), that leave everything else byte for byte as it came."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple

from ..errors import quoted
from ..json_values import escape, is_array, is_object, unescape
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
            _apply(changing, edit)
        except NoSuchPlace as error:
            where = quoted(edit.path if edit.from_ is None else f"{edit.from_} to {edit.path}")
            raise EditError(f"{edit.op} {where}: {error}", edit) from None
    try:
        return str(changing).encode()
    except UnicodeEncodeError:
        raise EditError("a name has half of a surrogate pair") from None


def part_of(text: bytes, pointer: str) -> bytes:
    """The text of the value at a place of a JSON text.

    Raises:
        EditError: There is none.
    """
    try:
        return JSONText(text.decode()).part(_tokens(pointer)).encode()
    except NoSuchPlace as error:
        raise EditError(f"{quoted(pointer)}: {error}") from None


def changes(old: object, new: object, pointer: str) -> Iterator[Edit]:
    """The edits that turn one JSON value into another one. Members that are in another order are no change.

    Args:
        old: The value at the pointer.
        new: What it is to become.
        pointer: Where it is.
    """
    if is_object(old) and is_object(new):
        for name in old:
            if name not in new:
                yield Edit("remove", f"{pointer}/{escape(name)}")
        for name, value in new.items():
            place = f"{pointer}/{escape(name)}"
            if name in old:
                yield from changes(old[name], value, place)
            else:
                yield Edit("add", place, value=value)
    elif is_array(old) and is_array(new):
        yield from _changed_items(old, new, pointer)
    elif not _is_same(old, new):
        yield Edit("replace", pointer, value=new)


def _changed_items(old: list[Any], new: list[Any], pointer: str) -> Iterator[Edit]:
    """Items that were removed or added are recognized by their number and by the items after them."""
    place = 0
    surplus = len(old) - len(new)
    index = 0
    while place < len(new) or index < len(old):
        where = f"{pointer}/{place}"
        same = place < len(new) and index < len(old) and (not surplus or _is_same(old[index], new[place]))
        if surplus > 0 and not same:
            yield Edit("remove", where)
            surplus, index = surplus - 1, index + 1
        elif surplus < 0 and not same:
            yield Edit("add", where, value=new[place])
            surplus, place = surplus + 1, place + 1
        else:
            yield from changes(old[index], new[place], where)
            index, place = index + 1, place + 1


def _is_same(old: object, new: object) -> bool:
    """Whether two JSON values are equal: `1` equals `1.0`, and neither equals `true`."""
    if is_object(old) and is_object(new):
        return len(old) == len(new) and all(name in new and _is_same(value, new[name]) for name, value in old.items())
    if is_array(old) and is_array(new):
        return len(old) == len(new) and all(map(_is_same, old, new))
    return isinstance(old, bool) == isinstance(new, bool) and old == new


def _apply(changing: JSONText, edit: Edit) -> None:
    tokens = _tokens(edit.path)
    match edit.op:
        case "add":
            changing.add(tokens, write(to_json_copy(edit.value)).decode())
        case "replace":
            changing.replace(tokens, write(to_json_copy(edit.value)).decode())
        case "remove":
            changing.remove(tokens)
        case "move":
            changing.move(_tokens(edit.from_ or ""), tokens)
        case _:
            raise NoSuchPlace("there is no such operation")


def _tokens(pointer: str) -> list[str]:
    if pointer and not pointer.startswith("/"):
        raise NoSuchPlace("a JSON Pointer begins with a slash")
    return [unescape(token) for token in pointer.split("/")[1:]]
