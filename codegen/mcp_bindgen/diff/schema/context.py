"""What the comparison of one part of a schema needs from the comparison as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from mcp_bindgen.diff.schema.pair import Pair
from mcp_bindgen.diff.schema.side import ComparedSchemas
from mcp_bindgen.diff.types import Delta, Place
from mcp_bindgen.ir.types import ObjectType, TypeExpr


class Context(Protocol):
    """Both sides, and the way to compare the types inside a part. `compare.SchemaComparison` implements it."""

    @property
    def schemas(self) -> ComparedSchemas:
        """The two sides."""
        ...

    def compare_types(self, types: Pair[TypeExpr], places: Pair[Place]) -> Iterator[Delta]:
        """The differences between two types at one place."""
        ...

    def compare_classes(self, classes: Pair[ObjectType], places: Pair[Place]) -> Iterator[Delta]:
        """The differences between two classes that are compared where they are used."""
        ...
