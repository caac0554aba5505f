"""What the rules of translation do, by the names that the table uses.

Each action gets the value at a place where its rule applies, and adds edits to the walk or raises `Refused`. A value of
another type than the schema of the source allows is left alone: the check of the outcome finds it.
"""

from __future__ import annotations

from collections.abc import Mapping

from . import codes, content, forms, members, sampling, surroundings, tools
from .walking import Action

ACTIONS: Mapping[str, Action] = {
    **members.ACTIONS,
    **content.ACTIONS,
    **forms.ACTIONS,
    **sampling.ACTIONS,
    **tools.ACTIONS,
    **codes.ACTIONS,
    **surroundings.ACTIONS,
}
"""Every action by name."""
