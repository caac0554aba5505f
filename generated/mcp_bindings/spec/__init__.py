"""The row types of a revision's tables, and the protocol's names, each written once.

The tables are rendered, one set for each revision: `Revision.methods`, `.error_codes`, `.protocol`, `.authorization`
and `.provenance`. Their row types are rendered from the classes with which the generator reads facts. `names` has every
method, `_meta` key, header and definition that hand-written code refers to by name; `error_codes` has the codes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from mcp_bindings.spec.authorization import Authorization as Authorization  # these are rendered
    from mcp_bindings.spec.error_rows import ErrorCode as ErrorCode
    from mcp_bindings.spec.error_rows import ErrorRange as ErrorRange
    from mcp_bindings.spec.error_rows import ErrorUse as ErrorUse
    from mcp_bindings.spec.lint_rules import LintRule as LintRule
    from mcp_bindings.spec.methods import MethodInfo as MethodInfo
    from mcp_bindings.spec.protocol import Protocol as Protocol

    from . import error_codes as error_codes
    from . import names as names
    from .names import Era as Era
    from .names import Sender as Sender
    from .names import Transport as Transport
    from .provenance import Decision as Decision
    from .provenance import Erratum as Erratum
    from .provenance import Provenance as Provenance

__all__ = [
    "Authorization",
    "Decision",
    "Era",
    "Erratum",
    "ErrorCode",
    "ErrorRange",
    "ErrorUse",
    "LintRule",
    "MethodInfo",
    "Protocol",
    "Provenance",
    "Sender",
    "Transport",
    "error_codes",
    "names",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "authorization": ["Authorization"],
            "error_rows": ["ErrorCode", "ErrorRange", "ErrorUse"],
            "methods": ["MethodInfo"],
            "names": ["Era", "Sender", "Transport"],
            "protocol": ["Protocol"],
            "provenance": ["Decision", "Erratum", "Provenance"],
            "lint_rules": ["LintRule"],
        },
        modules=["error_codes", "names"],
    )
