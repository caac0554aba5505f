"""Actions of the rules of translation, by the names that the table uses.

An action receives the value at a place to which its rule applies. It adds edits to the walk or raises `Refused`. It
ignores a value that the source's schema does not allow there, since the check of the outcome rejects such a value.
"""

from __future__ import annotations

from collections.abc import Mapping

from . import codes, content, forms, members, meta, sampling, tools
from .walking import RuleAction

ACTIONS: Mapping[str, RuleAction] = {
    **members.ACTIONS,
    **content.ACTIONS,
    **forms.ACTIONS,
    **sampling.ACTIONS,
    **tools.ACTIONS,
    **codes.ACTIONS,
    **meta.ACTIONS,
}
"""Actions by name."""
