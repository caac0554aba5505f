"""The choice of the model for sampling by the hints of a server.

Page: /specification/2025-11-25/client/sampling#model-preferences.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

_NO_FAMILIES: Mapping[str, str] = {}


def hinted_model(
    hints: Iterable[Mapping[str, Any]], models: Sequence[str], families: Mapping[str, str] = _NO_FAMILIES
) -> str | None:
    """Return the first model that the first matching hint matches; None if no hint matches a model.

    A hint matches a model if the name of the hint is a part of the model's name, ignoring case.

    Args:
        hints: the member `hints` of `modelPreferences`, as JSON.
        models: names of the available models, the preferred ones first.
        families: replacements for hints at models of other vendors: a part of the hint, in lower case, to a part of the
            name of an available model.
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
