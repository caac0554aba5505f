"""The row types of a revision's tables, and the protocol's names, each written once.

The tables are rendered, one set for each revision: `Revision.methods`, `.error_codes`, `.protocol`, `.authorization`
and `.provenance`. Their row types are rendered from the classes with which the generator reads facts. `names` has every
method, `_meta` key, header and definition that hand-written code refers to by name; `error_codes` has the codes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from . import error_codes, names
    from .authorization import Authorization
    from .error_rows import ErrorCode, ErrorRange, ErrorUse
    from .lint_rules import LintRule
    from .methods import MethodInfo
    from .names import Era, Sender, Transport
    from .protocol import Protocol
    from .provenance import Decision, Erratum, Provenance

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
            "": ("error_codes", "names"),
            "authorization": ("Authorization",),
            "error_rows": ("ErrorCode", "ErrorRange", "ErrorUse"),
            "lint_rules": ("LintRule",),
            "methods": ("MethodInfo",),
            "names": ("Era", "Sender", "Transport"),
            "protocol": ("Protocol",),
            "provenance": ("Decision", "Erratum", "Provenance"),
        },
    )
