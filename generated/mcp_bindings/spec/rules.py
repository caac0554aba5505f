"""What a rule of the specification's prose is, as data; `checks.py` has the code its `check` names."""

from __future__ import annotations

from typing import Literal, NamedTuple

Severity = Literal["MUST", "SHOULD", "unspecified"]


class LintRule(NamedTuple):
    """One rule that a single message can break and its schema does not enforce."""

    id: str
    severity: Severity
    """As the specification words it; `unspecified` where it describes without such a word."""

    places: tuple[str, ...]
    """Definition and path of members, such as `Icon.sizes[]`: `[]` is each item of a list, and `*` any definition
    that has the first member."""

    check: str
    message: str
    """What is said to those who break it."""

    source: str
    """Pages of the specification, below https://modelcontextprotocol.io/, or names in its `schema.ts`, joined by `; `."""

    pattern: str = ""
    """What a text must match as a whole, where the check takes a pattern."""

    values: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 0
