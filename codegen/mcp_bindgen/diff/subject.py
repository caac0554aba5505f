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
    """Protocol facts of a revision: facts that the specification states, but not the schema."""

    protocol: Protocol
    errors: tuple[ErrorCode, ...]
    authorization: Authorization
    error_ranges: tuple[ErrorRange, ...]
    rules: tuple[LintRule, ...]


@dataclass(frozen=True)
class Offer:
    """Everything that a server offers to its users. For the comparison of schemas, `Subject.spec` has the schemas of
    tools and prompts as types.
    """

    content: Mapping[str, JSONValue]
    """The members `revisions`, `capabilities`, `instructions`, `tools`, `prompts`, `resources` and `resourceTemplates`.
    Each of the last four is an object that has the offered items by name or URI.
    """
    not_compared: Mapping[str, str] = field(default_factory=dict[str, str])
    """Names, for a report, of the schemas that no types state exactly, by JSON Pointer into `content`. These schemas
    are not in `Subject.spec`.
    """


@dataclass(frozen=True)
class LeftOutPart:
    """A part of a schema file. Comparisons leave the part out, since no type states it exactly."""

    text: str
    """Text for the report: the place of the part, and the reason why no type states it exactly."""
    definition: str
    """Wire name of the definition that contains the part."""
    schema: str
    """The definition that contains the part, as JSON text."""


@dataclass(frozen=True)
class Subject:
    """The old or the new side of a comparison."""

    name: str
    """Name in the report: the id of a revision, the path of a file, or the arguments that name a server."""
    spec: SpecRevision
    methods: tuple[MethodInfo, ...]
    facts: Facts | None
    """Protocol facts of a pinned revision, or of the pinned revision that equals a schema file; None for any other
    side. Facts are compared only if both sides have facts.
    """
    defaults: Mapping[str, JSONValue] = field(default_factory=dict[str, JSONValue])
    """Values of the keyword `default` in the schema file, by the JSON Pointer of the subschema that has the keyword.
    The pointer leads through the effective schema.
    """

    errata: tuple[Erratum, ...] = ()
    """Errata of the user that apply to the schema file."""
    left_out: tuple[LeftOutPart, ...] = ()
    """Parts of a schema file that are not compared."""
    offer: Offer | None = None
    """The offer of a server; None for a revision, and for a schema file."""

    @cached_property
    def types(self) -> Mapping[str, TypeDef]:
        """Types by Python name."""
        return self.spec.by_name()
