"""The model that a server would like a client to use for sampling.

Page: /specification/2025-11-25/client/sampling#model-preferences.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

_NO_FAMILIES: Mapping[str, str] = {}


def hinted_model(
    hints: Iterable[Mapping[str, Any]], models: Sequence[str], families: Mapping[str, str] = _NO_FAMILIES
) -> str | None:
    """The first model that the first matching hint matches; None if no hint matches any.

    A hint matches a model if its name is a part of the model's name, in any case of letters.

    Args:
        hints: of `modelPreferences`, as JSON.
        models: names of those that may be used, the preferred ones first.
        families: parts of names of other vendors' models, in lower case, and what to look for in place of a hint with
            such a part.
    """
    for hint in hints:
        wanted = hint.get("name")
        if not isinstance(wanted, str) or not wanted:
            continue
        names = [wanted.lower(), *(own.lower() for part, own in families.items() if part in wanted.lower())]
        for name in names:
            for model in models:
                if name in model.lower():
                    return model
    return None
