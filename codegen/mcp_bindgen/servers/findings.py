"""A finding about a server: the rule, its page, and the JSON types of the values at fault. It never holds a value
itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mcp_bindgen.fingerprint import fingerprint
from mcp_bindgen.jsontext import is_array, is_object
from mcp_bindgen.servers.rules import Level, Phase, all_rules, page_url


@dataclass(frozen=True)
class ServerFinding:
    """One rule that a server breaks in one revision.

    Attributes:
        rule: the id of the rule.
        level: `error` for a MUST, `warning` for a SHOULD, `note` for a statement without a keyword.
        revision: the id of the revision.
        phase: the phase in which it was found.
        page: the address of the page that states the rule.
        summary: one sentence.
        subject: the method of the request or notification.
        pointer: the place in the message of the server, as a JSON Pointer; empty for the whole.
        came: the types of what came instead.
        is_sdk: whether the library of the server decides this, as far as known.
    """

    rule: str
    level: Level
    revision: str
    phase: Phase
    page: str
    summary: str
    subject: str
    pointer: str = ""
    came: str = ""
    is_sdk: bool = False

    @cached_property
    def fingerprint(self) -> str:
        """12 hex digits that name the finding in every run."""
        return fingerprint((self.rule, self.revision, self.subject, self.pointer))[:12]


def type_of(value: Any) -> str:
    """Return the type of a JSON value, as JSON Schema names it."""
    if is_object(value):
        return "object"
    if is_array(value):
        return "array"
    if isinstance(value, bool):
        return "boolean"
    kinds: tuple[tuple[type[Any], str], ...] = ((str, "string"), (int, "integer"), (float, "number"))
    return next((name for kind, name in kinds if isinstance(value, kind)), "null")


def type_at(document: Any, pointer: str) -> str:
    """Return the type of the value at a JSON Pointer; `nothing` if the document has none there."""
    for part in pointer.split("/")[1:]:
        token = part.replace("~1", "/").replace("~0", "~")
        if is_object(document) and token in document:
            document = document[token]
        elif is_array(document) and token.isdecimal() and int(token) < len(document):
            document = document[int(token)]
        else:
            return "nothing"
    return type_of(document)


def broken_rule(rule: str, revision: str, phase: Phase, subject: str, pointer: str, came: str) -> ServerFinding:
    """Return the finding that a server breaks a rule of `rules.toml`.

    Args:
        rule: the id of a rule that holds in the revision.
        revision: the id of the revision.
        phase: the phase in which it was found.
        subject: the method.
        pointer: the place in the message.
        came: the kind of what came.
    """
    row = all_rules()[rule]
    statement = row.statement_of(revision)
    assert statement is not None
    page = page_url(revision, statement.page)
    return ServerFinding(
        rule, statement.finding_level, revision, phase, page, row.summary, subject, pointer, came, row.is_sdk
    )
