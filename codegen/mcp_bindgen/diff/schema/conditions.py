"""The differences between the conditions of two types. Whether one implies another is not decided."""

from __future__ import annotations

import json
from collections.abc import Iterator

from mcp_bindgen.diff.schema.pair import Pair
from mcp_bindgen.diff.types import Delta, Place
from mcp_bindgen.ir.types import Conditions


def compare_conditions(conditions: Pair[Conditions], places: Pair[Place]) -> Iterator[Delta]:
    """Conditions that only one side has."""
    for text in conditions.new:
        if text not in conditions.old:
            condition = json.loads(text)
            yield Delta(
                "condition added", "schema", "added", places.old, places.new, ", ".join(condition), None, condition
            )
    for text in conditions.old:
        if text not in conditions.new:
            condition = json.loads(text)
            yield Delta(
                "condition removed", "schema", "removed", places.old, places.new, ", ".join(condition), condition, None
            )
