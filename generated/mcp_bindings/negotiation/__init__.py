"""Choose the version on which two peers agree: pure functions over the tables of the revisions, without any I/O.

    >>> from mcp_bindings import negotiation
    >>> negotiation.answer_initialize("2099-01-01", ["2025-06-18", "2025-11-25"]).version
    '2025-11-25'

`versions` chooses the version of a handshake and of each request. `probes` finds the era of a server from the server's
first answer, and `eras` finds the era of a client's message. `ERA_MATRIX` has the outcome for each pair of eras.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from .matrix import ERA_MATRIX
    from .versions import answer_initialize, era_of

__all__ = ["ERA_MATRIX", "answer_initialize", "era_of"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "matrix": ("ERA_MATRIX",),
            "versions": ("answer_initialize", "era_of"),
        },
    )
