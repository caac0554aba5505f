"""Cache in which a search keeps its answers about the members of objects.

A comparison searches a large object once for each difference, each time with another member changed. The answers about
all other members do not change, so only the changed members are searched again.
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
"""Records before a change of few members, each with the shape of its undeclared members."""


@dataclass(frozen=True)
class Failure:
    """One way in which an object is outside of a record: a member is absent, or its value is outside of a shape."""

    name: str
    outside: Shape | None
    """Shape that the value of the member is outside of; None if the absence or the mere presence of the member is the
    failure.
    """
    absent: bool = False
    document: JSONValue = None
    """Value with which the member fails; None for an absent member."""


class MemberAnswers(Generic[T]):
    """Cached answers to one question about each member of a record, by name of the member. All records that were made
    from one record by changes of a few members share the answers.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._open = dict.fromkeys(names)
        """Names without a final answer."""
        self._found: dict[str, T] = {}
        """Final answers that are not empty, by name."""

    def find_answers(self, edited: Collection[str], answer: Callable[[str], tuple[T | None, bool]]) -> dict[str, T]:
        """Return the answers that are not empty, by the name of the member.

        Args:
            edited: names of the changed members. Answers about changed members are not cached.
            answer: returns the answer about one member, and whether this answer is final.
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
    """Cached answers of one search about the members of intersections."""

    def __init__(self) -> None:
        self._outside_answers: dict[_Form, MemberAnswers[bool]] = {}
        self._failure_answers: dict[_Form, MemberAnswers[tuple[Failure, ...]]] = {}
        self._without_value: dict[_Form, MemberAnswers[bool]] = {}
        self._values: dict[_Form, dict[str, JSONValue]] = {}

    def members_outside(self, atom: RecordIntersection, rival: Record) -> MemberAnswers[bool]:
        """Return the cached answers about members that prove, each alone, that every object of an intersection is
        outside of a record.
        """
        return _answers_for(self._outside_answers, rival, *atom.parts)

    def failures(self, atom: RecordIntersection, rival: Record) -> MemberAnswers[tuple[Failure, ...]]:
        """Return the cached answers about the ways in which an object of an intersection is outside of a record by one
        member.
        """
        return _answers_for(self._failure_answers, rival, *atom.parts)

    def members_without_value(self, atom: RecordIntersection) -> MemberAnswers[bool]:
        """Return the cached answers about the required members that cannot have any value."""
        return _answers_for(self._without_value, *atom.parts)

    def member_values(self, atom: RecordIntersection) -> dict[str, JSONValue]:
        """Return the cached values of required members, by name. The caller adds values that it finds, but no value of
        a changed member.
        """
        return self._values.setdefault(_unchanged_records(*atom.parts), {})


def _unchanged_records(*records: Record) -> _Form:
    return tuple((record.root or record, record.extra) for record in records)


def _answers_for(known: dict[_Form, MemberAnswers[T]], *records: Record) -> MemberAnswers[T]:
    form = _unchanged_records(*records)
    if form not in known:
        known[form] = MemberAnswers(member.name for record, _ in form for member in record.members)
    return known[form]
