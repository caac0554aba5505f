"""Reading a JSON Schema: why a value is not valid, and which arm of a union it is meant to be.

Nothing here knows models. `explain` walks the packaged schema and gives one finding for each cause; `union_ranking`
is the one rule by which decoding, explaining and tolerant reading choose among the arms of a union.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from .explain import Explainer as Explainer
    from .union_ranking import Signature as Signature
    from .union_ranking import ranked as ranked

__all__ = [
    "Explainer",
    "Signature",
    "ranked",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "explain": ["Explainer"],
            "union_ranking": ["Signature", "ranked"],
        },
    )
