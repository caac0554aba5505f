"""Which version two peers agree on: pure functions over the tables of the revisions, without any I/O.

    >>> from mcp_bindings import negotiation
    >>> negotiation.answer_initialize("2099-01-01", ["2025-06-18", "2025-11-25"]).version
    '2025-11-25'

`versions` has the handshake and the version of each request, `probes` how a client finds out the era of a server,
`eras` how a server tells the era of a message; `ERA_MATRIX` is what comes of each pair of eras.
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
