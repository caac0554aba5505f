"""In which methods a type is used, and which side sends the messages that contain it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mcp_bindgen.diff.subject import Subject
from mcp_bindgen.diff.types import SIDES
from mcp_bindgen.ir.directions import ROOTS
from mcp_bindgen.ir.methods import OTHER, Side
from mcp_bindgen.ir.types import Ref, TypeDef, expressions

Uses = frozenset[tuple[Side, str]]
"""Pairs of sender and method; the method is empty for a type that is in no message of a method."""


class Reach:
    """By Python name of a type, the senders and methods that use it."""

    def __init__(self, subject: Subject) -> None:
        self._types = subject.spec.by_name()
        uses: dict[str, set[tuple[Side, str]]] = {name: set() for name in self._types}
        for row in subject.methods:
            senders: set[Side] = {side for side in SIDES if side in row.senders}
            answering: set[Side] = {OTHER[side] for side in senders}
            for names, sides in (([row.message], senders), ([*row.results, *row.wrapped_results], answering)):
                for name in reachable(names, self._types):
                    uses[name] |= {(side, row.name) for side in sides}
        for sender, roots in ROOTS.items():
            named = [subject.spec.definitions[root] for root in roots if root in subject.spec.definitions]
            for name in reachable(named, self._types):
                uses[name] |= {(side, "") for side in SIDES if side == sender}
        self._uses = {name: frozenset(found) for name, found in uses.items()}

    def of(self, names: Iterable[str]) -> Uses:
        """The uses of any of these types."""
        return frozenset(each for name in names for each in self._uses.get(name, frozenset()))


def reachable(names: Iterable[str], types: Mapping[str, TypeDef]) -> set[str]:
    """These types and all types that they contain."""
    seen: set[str] = set()
    frontier = [name for name in names if name in types]
    while frontier:
        name = frontier.pop()
        if name not in seen:
            seen.add(name)
            frontier.extend(expr.name for expr in expressions(types[name]) if isinstance(expr, Ref))
    return seen


def senders(uses: Uses) -> tuple[Side, ...]:
    """The sides whose messages contain a type; both if no message does, as for JSON-RPC envelopes."""
    found = {side for side, _ in uses}
    return tuple(side for side in SIDES if side in found) or SIDES


def methods(uses: Uses) -> tuple[str, ...]:
    """The names of the methods, sorted."""
    return tuple(sorted({method for _, method in uses if method}))
