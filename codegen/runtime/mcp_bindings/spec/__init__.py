"""The row types of a revision's tables, and the protocol's names, each written once.

The tables are rendered, one set for each revision: `Revision.methods`, `.error_codes`, `.protocol`, `.authorization`
and `.provenance`. Their row types are rendered from the classes with which the generator reads facts. `names` has every
method, `_meta` key, header and definition that hand-written code refers to by name; `error_codes` has the codes.
"""

from mcp_bindings.spec.authorization import Authorization  # rendered
from mcp_bindings.spec.error_rows import ErrorCode, ErrorRange, ErrorUse  # rendered
from mcp_bindings.spec.lint_rules import LintRule  # rendered
from mcp_bindings.spec.methods import MethodInfo  # rendered
from mcp_bindings.spec.protocol import Protocol  # rendered

from . import error_codes, names
from .names import Era, Sender, Transport
from .provenance import Decision, Erratum, Provenance
