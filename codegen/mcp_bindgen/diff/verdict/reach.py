"""Which methods a type travels with, and whose messages it is in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mcp_bindgen.diff.subject import Subject
from mcp_bindgen.diff.types import SIDES
from mcp_bindgen.ir.directions import ROOTS
from mcp_bindgen.ir.methods import OTHER, Side
from mcp_bindgen.ir.types import Ref, TypeDef, expressions

Travels = frozenset[tuple[Side, str]]
"""Sender and method."""


class Reach:
    """By name of a type, with whom and in which methods it travels."""

    def __init__(self, subject: Subject) -> None:
        self._types = subject.spec.by_name()
        travels: dict[str, set[tuple[Side, str]]] = {name: set() for name in self._types}
        for row in subject.methods:
            senders: set[Side] = {side for side in SIDES if side in row.senders}
            answering: set[Side] = {OTHER[side] for side in senders}
            for names, sides in (([row.message], senders), ([*row.results, *row.wrapped_results], answering)):
                for name in reachable(names, self._types):
                    travels[name] |= {(side, row.name) for side in sides}
        for sender, roots in ROOTS.items():
            named = [subject.spec.definitions[root] for root in roots if root in subject.spec.definitions]
            for name in reachable(named, self._types):
                travels[name] |= {(side, "") for side in SIDES if side == sender}
        self._travels = {name: frozenset(found) for name, found in travels.items()}

    def of(self, names: Iterable[str]) -> Travels:
        """Of any of these types."""
        return frozenset(each for name in names for each in self._travels.get(name, frozenset()))


def reachable(names: Iterable[str], types: Mapping[str, TypeDef]) -> set[str]:
    """These types and all they are made of."""
    seen: set[str] = set()
    frontier = [name for name in names if name in types]
    while frontier:
        name = frontier.pop()
        if name not in seen:
            seen.add(name)
            frontier.extend(expr.name for expr in expressions(types[name]) if isinstance(expr, Ref))
    return seen


def senders(travels: Travels) -> tuple[Side, ...]:
    """Whose messages; both sides' where it is in no message of either, as with what surrounds every message."""
    found = {side for side, _ in travels}
    return tuple(side for side in SIDES if side in found) or SIDES


def methods(travels: Travels) -> tuple[str, ...]:
    """Names of methods, sorted."""
    return tuple(sorted({method for _, method in travels if method}))
