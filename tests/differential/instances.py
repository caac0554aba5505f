"""Documents for a definition: valid ones, and such with one or two faults, the same for the same seed everywhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from tests.differential.growth import grow
from tests.differential.mutations import mutate
from tests.differential.reference import Reference
from tests.differential.shapes import Shapes, UnsatisfiableError
from tests.differential.values import JSON, Draw

Kind: TypeAlias = Literal["valid", "single-fault", "double-fault"]

PATTERN: tuple[Kind, ...] = ("valid", "single-fault", "valid", "single-fault", "double-fault")
"""A fixed round, so that a few documents are a fair mix already."""
FAULTS: dict[Kind, int] = {"valid": 0, "single-fault": 1, "double-fault": 2}
ATTEMPTS = 100


@dataclass(frozen=True)
class Instance:
    """A document to judge."""

    value: JSON
    kind: Kind
    note: str
    """What was mutated and where (JSON Pointer); empty for what was meant to be valid."""


class Generator:
    """Documents for the definitions of one normalized schema document."""

    def __init__(self, document: Mapping[str, Any], seed: int) -> None:
        self._shapes = Shapes(document)
        self._seed = seed
        self._draws: dict[str, Draw] = {}
        self._reference = Reference(document) if self._shapes.unsure else None

    def valid(self, definition: str) -> JSON:
        """The next valid document."""
        if definition not in self._draws:
            self._draws[definition] = Draw(f"{self._seed}/{definition}")
        return self._grow(definition, self._draws[definition])

    def drawn(self, definition: str, draw: Draw) -> JSON:
        """A valid document from a stream of choices."""
        return self._grow(definition, draw)

    def instances(self, definition: str, count: int) -> Iterator[Instance]:
        """The first so many documents; each call begins anew."""
        draw = Draw(f"{self._seed}/{definition}")
        node = self._shapes.definitions[definition]
        for number in range(count):
            kind = PATTERN[number % len(PATTERN)]
            holder = [self._grow(definition, draw)]
            notes = [mutate(holder, node, draw, self._shapes) for _ in range(FAULTS[kind])]
            yield Instance(holder[0], kind, "; then ".join(notes))

    def _grow(self, definition: str, draw: Draw) -> JSON:
        """Where alternatives exclude each other, what is grown is tried until one is valid."""
        for _ in range(ATTEMPTS):
            draw.start()
            value = grow(self._shapes.definitions[definition], draw)
            if self._reference is None or self._reference.is_valid(definition, value):
                return value
        raise UnsatisfiableError(f"no valid {definition} in {ATTEMPTS} attempts")
