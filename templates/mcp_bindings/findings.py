"""What is wrong with a document: one finding per cause, with the place, the rule and a plain sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class Finding(NamedTuple):
    """One fault of a document. Never quotes the document's content."""

    pointer: str
    """Where: JSON Pointer (RFC 6901) into the document; empty for the whole of it."""

    rule: str
    """Which keyword of JSON Schema is violated (`type`, `required`, `const`, …), or `json` for text that is no JSON."""

    message: str
    """What was expected there."""


QUOTED = 80
"""Characters of a document that a finding quotes at most, where quoting is asked for."""


def quoting(finding: Finding, document: object) -> Finding:
    """The same finding, with what stands at its place in the document."""
    import json  # only ever needed for faults

    from mcp_bindings.jsontypes import is_array, is_object, unescape

    value: Any = document
    for token in finding.pointer.split("/")[1:]:
        name = unescape(token)
        value = value[int(name)] if is_array(value) else value[name] if is_object(value) else None
    text = ""
    for part in json.JSONEncoder(ensure_ascii=False).iterencode(value):  # no more of it than is quoted
        text += part
        if len(text) > QUOTED:
            break
    return finding._replace(message=f"{finding.message}: {text if len(text) <= QUOTED else text[:QUOTED] + '…'}")


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
