"""The row types of a revision's tables, and the protocol's names, each written once.

The tables themselves are rendered, one set for each revision: `Revision.methods`, `.error_codes`, `.protocol`,
`.authorization` and `.provenance`. Their row types are hand-written here. `names` has every method, `_meta` key, header
and definition that hand-written code refers to by name; `error_codes` has the codes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from . import error_codes as error_codes
    from . import names as names
    from .authorization import Authorization as Authorization
    from .error_codes import ErrorCode as ErrorCode
    from .error_codes import ErrorRange as ErrorRange
    from .error_codes import ErrorUse as ErrorUse
    from .lint_rules import LintRule as LintRule
    from .methods import MethodInfo as MethodInfo
    from .methods import Sender as Sender
    from .names import Era as Era
    from .names import Transport as Transport
    from .protocol import Protocol as Protocol
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
            "error_codes": ["ErrorCode", "ErrorRange", "ErrorUse"],
            "methods": ["MethodInfo", "Sender"],
            "names": ["Era", "Transport"],
            "protocol": ["Protocol"],
            "provenance": ["Decision", "Erratum", "Provenance"],
            "lint_rules": ["LintRule"],
        },
        modules=["error_codes", "names"],
    )
