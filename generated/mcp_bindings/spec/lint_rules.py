"""The row type of the table of lint rules. A rule's `check` names a function of `lint/checks.py`."""

from __future__ import annotations

from typing import Literal, NamedTuple

Keyword = Literal["MUST", "SHOULD", "unspecified"]


class LintRule(NamedTuple):
    """One rule that a single message can break and that the schema does not enforce."""

    id: str
    keyword: Keyword
    """Keyword of BCP 14 in the specification; `unspecified` if the text uses none, or only one in lower case."""

    level: Literal["error", "warning", "note"]
    """Level of a finding: `error` for MUST, `warning` for SHOULD, `note` without a keyword or with a `reason`."""

    places: tuple[str, ...]
    """Places to which the rule applies. Each is a definition and a path of members, such as `Icon.sizes[]`.

    `[]` means each item of a list, and `*` any definition that has the first member.
    """

    check: str
    message: str
    """Message of a finding."""

    sources: tuple[str, ...]
    """Pages below https://modelcontextprotocol.io/, and names in the specification's `schema.ts`."""

    pattern: str = ""
    """Regular expression that a text must match as a whole; empty if the check needs no pattern."""

    values: tuple[str, ...] = ()
    """Texts with which the check compares a value. An integer is compared in decimal notation."""

    members: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 0

    reason: str = ""
    """Reason why no message can prove that the rule is broken; empty if a message can."""
