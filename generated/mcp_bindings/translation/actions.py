"""Actions of the translation rules, by the names that the rules use.

An action gets a value in a message to which its rule applies. The action adds edits to the walk, or raises `Refused`.
It ignores a value that is not valid in the source, since the check of the outcome rejects this value.
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
"""The actions of all rules, by name."""
