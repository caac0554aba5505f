"""Middleware for `mb.Server(…, middleware=[…])`: audit records, spans of OpenTelemetry, and filters of content.

A step sees each request before the guards, also one that they refuse, and its result after them. `audited`, `traced`
and `filtered` make a step; `with_true_media_types` is one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._lazy import lazy_exports

if TYPE_CHECKING:
    from .audit import AuditRecord as AuditRecord
    from .audit import Outcome as Outcome
    from .audit import audited as audited
    from .content import filtered as filtered
    from .content import with_true_media_types as with_true_media_types
    from .tracing import traced as traced

__all__ = ["AuditRecord", "Outcome", "audited", "filtered", "traced", "with_true_media_types"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "audit": ["AuditRecord", "Outcome", "audited"],
            "content": ["filtered", "with_true_media_types"],
            "tracing": ["traced"],
        },
    )
