"""What is compared: one revision with all that is known of it, or a schema alone."""

from __future__ import annotations

from dataclasses import dataclass

from mcp_bindgen.ingest.authorization import Authorization
from mcp_bindgen.ingest.protocol_errors import ErrorRange
from mcp_bindgen.ingest.rules import RuleRow
from mcp_bindgen.ir.error_codes import ErrorRow
from mcp_bindgen.ir.methods import MethodRow
from mcp_bindgen.ir.protocol import Protocol
from mcp_bindgen.ir.types import SpecRevision


@dataclass(frozen=True)
class Facts:
    """What a schema cannot say of its revision."""

    protocol: Protocol
    errors: tuple[ErrorRow, ...]
    authorization: Authorization
    error_ranges: tuple[ErrorRange, ...]
    rules: tuple[RuleRow, ...]


@dataclass(frozen=True)
class Subject:
    """One side of the comparison."""

    name: str
    """As the report calls it: the id of a revision, or the path of a file."""
    spec: SpecRevision
    methods: tuple[MethodRow, ...]
    facts: Facts | None
    """None of a file that no one has stated anything about: then only schemas are compared."""
