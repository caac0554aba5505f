"""Extensions of the protocol: what each one adds, and revisions with extensions.

Each extension has a package here, such as `mcp_bindings.extensions.tasks`, with its types and its `EXTENSION`.

    >>> from mcp_bindings.extensions import extended, tasks
    >>> rev = extended("2026-07-28", [tasks.EXTENSION])
    >>> rev.methods["tasks/get"].results
    ('GetTaskResult',)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from .extended_revision import ExtendedRevision, extended
    from .extension import Extension

__all__ = ["ExtendedRevision", "Extension", "extended"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "extended_revision": ("ExtendedRevision", "extended"),
            "extension": ("Extension",),
        },
    )
