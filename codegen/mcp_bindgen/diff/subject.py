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
    """Protocol facts of a revision, which its schema does not state."""

    protocol: Protocol
    errors: tuple[ErrorCode, ...]
    authorization: Authorization
    error_ranges: tuple[ErrorRange, ...]
    rules: tuple[LintRule, ...]


@dataclass(frozen=True)
class Offer:
    """Everything that a server offers to its users, except for the schemas of its tools and prompts: `Subject.spec` has
    those.
    """

    content: Mapping[str, JSONValue]
    """The members `revisions`, `capabilities`, `instructions`, and `tools`, `prompts`, `resources`, `resourceTemplates`
    by name or URI.
    """
    not_compared: Mapping[str, str] = field(default_factory=dict[str, str])
    """Schemas that are not in the types, since they have no exact form: the name of each, by its JSON Pointer."""


@dataclass(frozen=True)
class LeftOutPart:
    """A part of a schema file that is not compared, since it has no exact form."""

    text: str
    """The place of the part, and the reason."""
    definition: str
    """Wire name of the definition that has it."""
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
    """Protocol facts; None for a schema file that is no pinned revision, so that only schemas are compared."""
    defaults: Mapping[str, JSONValue] = field(default_factory=dict[str, JSONValue])
    """Values of `default` in the schema file, by pointer into the effective schema."""

    errata: tuple[Erratum, ...] = ()
    """Errata given by the user that apply to a schema file."""
    left_out: tuple[LeftOutPart, ...] = ()
    """Parts of a schema file that are not compared."""
    offer: Offer | None = None
    """The offer of a server; None for a revision or schema file."""

    @cached_property
    def types(self) -> Mapping[str, TypeDef]:
        """Types by Python name."""
        return self.spec.by_name()
