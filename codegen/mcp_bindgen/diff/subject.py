"""One side of a comparison: a revision with its protocol facts, a schema alone, or what a server offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from mcp_bindgen.ingest.authorization import Authorization
from mcp_bindgen.ingest.errata import Erratum
from mcp_bindgen.ingest.lint_rules import LintRule
from mcp_bindgen.ingest.protocol import ErrorRange
from mcp_bindgen.ir.error_codes import ErrorCode
from mcp_bindgen.ir.methods import MethodInfo
from mcp_bindgen.ir.protocol import Protocol
from mcp_bindgen.ir.types import SpecRevision, TypeDef
from mcp_bindgen.jsontext import JSONValue


@dataclass(frozen=True)
class Facts:
    """Protocol facts of a revision. The schema of the revision does not state them."""

    protocol: Protocol
    errors: tuple[ErrorCode, ...]
    authorization: Authorization
    error_ranges: tuple[ErrorRange, ...]
    rules: tuple[LintRule, ...]


@dataclass(frozen=True)
class Offer:
    """Everything that a server offers to its users, apart from schemas: those of tools and prompts are in
    `Subject.spec`.
    """

    content: Mapping[str, JSONValue]
    """The members `revisions`, `capabilities`, `instructions`, `tools`, `prompts`, `resources` and `resourceTemplates`.
    Each of the last four is an object, with an item for each name or URI.
    """
    not_compared: Mapping[str, str] = field(default_factory=dict[str, str])
    """Names of the schemas that are not in `Subject.spec`, since no types state them exactly, by JSON Pointer into
    `content`.
    """


@dataclass(frozen=True)
class LeftOutPart:
    """A part of a schema file that is not compared, since no type states it exactly."""

    text: str
    """The place of the part, and the reason."""
    definition: str
    """Wire name of the definition that contains the part."""
    schema: str
    """The definition as JSON text."""


@dataclass(frozen=True)
class Subject:
    """One side of the comparison."""

    name: str
    """Name in the report: the id of a revision, the path of a file, or the arguments that name a server."""
    spec: SpecRevision
    methods: tuple[MethodInfo, ...]
    facts: Facts | None
    """Protocol facts; None unless the side is a pinned revision. Without facts on both sides, only schemas are
    compared.
    """
    defaults: Mapping[str, JSONValue] = field(default_factory=dict[str, JSONValue])
    """Values of `default` in the schema file, by JSON Pointer into the effective schema."""

    errata: tuple[Erratum, ...] = ()
    """Errata that the user gave for the schema file."""
    left_out: tuple[LeftOutPart, ...] = ()
    """Parts of a schema file that are not compared."""
    offer: Offer | None = None
    """The offer of a server; None for a revision or schema file."""

    @cached_property
    def types(self) -> Mapping[str, TypeDef]:
        """Types by Python name."""
        return self.spec.by_name()
