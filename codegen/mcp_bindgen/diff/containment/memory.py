"""Cache of a search for answers about the members of objects.

A comparison searches the same large object once for each of its differences, each time with another member changed. The
answers about all other members do not change, so only the changed members are searched again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from mcp_bindgen.diff.containment.intersection import RecordIntersection
from mcp_bindgen.diff.containment.shapes import Record, Shape
from mcp_bindgen.jsontext import JSONValue

T = TypeVar("T")

_Form: TypeAlias = tuple[tuple[Record, Shape | None], ...]
"""Records before a change of few members, with the shapes of their undeclared members."""


@dataclass(frozen=True)
class Failure:
    """One way to be outside of a record: without a member, or with a value of a member outside of a shape."""

    name: str
    outside: Shape | None
    """Shape that excludes the value; None for an absent member, or one whose presence alone is a failure."""
    absent: bool = False
    document: JSONValue = None
    """Value of the member that fails in this way."""


class MemberAnswers(Generic[T]):
    """Answers about members, by name. They serve all records that differ in few members from one record."""

    def __init__(self, names: Iterable[str]) -> None:
        self._open = dict.fromkeys(names)
        """Names without a final answer."""
        self._found: dict[str, T] = {}
        """Final answers, without empty ones."""

    def find_answers(self, edited: Collection[str], answer: Callable[[str], tuple[T | None, bool]]) -> dict[str, T]:
        """Return the answers that are not empty.

        Args:
            edited: names of the changed members.
            answer: returns the answer about one member, and whether it is final.
        """
        found = {name: value for name, value in self._found.items() if name not in edited}
        for name in [name for name in self._open if name not in edited]:
            value, final = answer(name)
            if final:
                self._open.pop(name, None)
            if value:
                found[name] = value
                if final:
                    self._found[name] = value
        for name in edited:
            value, _ = answer(name)
            if value:
                found[name] = value
        return found


class SearchCache:
    """Cached answers of one search."""

    def __init__(self) -> None:
        self._apart: dict[_Form, MemberAnswers[bool]] = {}
        self._ways: dict[_Form, MemberAnswers[tuple[Failure, ...]]] = {}
        self._without_value: dict[_Form, MemberAnswers[bool]] = {}
        self._values: dict[_Form, dict[str, JSONValue]] = {}

    def members_outside(self, atom: RecordIntersection, rival: Record) -> MemberAnswers[bool]:
        """Return the members by which every document of an object is clearly outside of a record."""
        return _answers_for(self._apart, rival, *atom.parts)

    def failures(self, atom: RecordIntersection, rival: Record) -> MemberAnswers[tuple[Failure, ...]]:
        """Return the ways to be outside of a record."""
        return _answers_for(self._ways, rival, *atom.parts)

    def without_value(self, atom: RecordIntersection) -> MemberAnswers[bool]:
        """Return the required members that cannot have any value."""
        return _answers_for(self._without_value, *atom.parts)

    def values(self, atom: RecordIntersection) -> dict[str, JSONValue]:
        """Return the values of required members, without those of changed members."""
        return self._values.setdefault(_unchanged_records(*atom.parts), {})


def _unchanged_records(*records: Record) -> _Form:
    return tuple((record.root or record, record.extra) for record in records)


def _answers_for(known: dict[_Form, MemberAnswers[T]], *records: Record) -> MemberAnswers[T]:
    form = _unchanged_records(*records)
    if form not in known:
        known[form] = MemberAnswers(member.name for record, _ in form for member in record.members)
    return known[form]
