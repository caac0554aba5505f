"""What is wrong with a document: one finding per cause, with the place, the rule and a plain sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Finding(NamedTuple):
    """One fault of a document. Never quotes the document's content."""

    pointer: str
    """Where: JSON Pointer (RFC 6901) into the document; empty for the whole of it."""

    rule: str
    """Which keyword of JSON Schema is violated (`type`, `required`, `const`, …), or `json` for text that is no JSON."""

    message: str
    """What was expected there."""


class DecodeError(ValueError):
    """A document that its definition does not accept.

    Attributes:
        definition: name of the definition it was read as.
        findings: why, at least one.
    """

    def __init__(self, definition: str, findings: Sequence[Finding]) -> None:
        self.definition = definition
        self.findings = list(findings)
        super().__init__(definition, self.findings)

    def __str__(self) -> str:
        lines = [f"{finding.pointer or '(root)'}: {finding.message}" for finding in self.findings]
        return f"not a valid {self.definition}: " + "; ".join(lines)
