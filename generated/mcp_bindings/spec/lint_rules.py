"""The row type of the table of lint rules; `lint/checks.py` has the function that a rule's `check` names."""

from __future__ import annotations

from typing import Literal, NamedTuple

Keyword = Literal["MUST", "SHOULD", "unspecified"]


class LintRule(NamedTuple):
    """One rule that a single message can break and that the schema does not enforce."""

    id: str
    keyword: Keyword
    """The keyword of BCP 14 that the specification uses; `unspecified` if it uses none, or only in small letters."""

    level: Literal["error", "warning", "note"]
    """Of a finding: `error` for MUST, `warning` for SHOULD, `note` without a keyword, and where there is a `reason`."""

    places: tuple[str, ...]
    """Each a definition and a path of members, such as `Icon.sizes[]`: `[]` means each item of a list, and `*` any
    definition that has the first member."""

    check: str
    message: str
    """The message of a finding about the rule."""

    sources: tuple[str, ...]
    """Pages below https://modelcontextprotocol.io/, and names in the specification's `schema.ts`."""

    pattern: str = ""
    """A regular expression that the whole text must match; empty if the check takes none."""

    values: tuple[str, ...] = ()
    """Texts that the check compares; an integer is compared as it is written in decimal."""

    members: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 0

    reason: str = ""
    """Why a message cannot show for certain that the rule is broken; empty if it can."""
