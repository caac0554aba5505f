"""Translates single messages from one revision to another, with every change as an edit that has a reason.

    >>> t = mb.translate(message, to="2025-06-18", context=mb.TranslationContext(revision="2025-11-25"))

What needs more than one message, such as the opening of a connection, is refused: that is the work of a bridge. It also
translates with `translate_input_request` and `translate_input_response` what a server asks of its client.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from .context import TranslationContext
    from .inputs import InputTranslation, translate_input_request, translate_input_response
    from .outcome import Refusal, Translation
    from .translator import translate

__all__ = [
    "InputTranslation",
    "Refusal",
    "Translation",
    "TranslationContext",
    "translate",
    "translate_input_request",
    "translate_input_response",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "context": ("TranslationContext",),
            "inputs": ("InputTranslation", "translate_input_request", "translate_input_response"),
            "outcome": ("Refusal", "Translation"),
            "translator": ("translate",),
        },
    )
