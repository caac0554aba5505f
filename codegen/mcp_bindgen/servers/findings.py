"""A finding about a server: the rule, its page, and the JSON types of the values at fault, but never these values."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mcp_bindgen.fingerprint import fingerprint
from mcp_bindgen.jsontext import is_array, is_object, unescape_token
from mcp_bindgen.servers.rules import Level, Phase, all_rules, page_url


@dataclass(frozen=True)
class ServerFinding:
    """One rule that a server breaks in one revision.

    Attributes:
        rule: the id of the rule.
        level: `error`, `warning` or `note`. Usually `error` stands for a MUST, `warning` for a SHOULD, and `note` for a
            statement without a keyword.
        revision: the id of the revision.
        phase: the phase of the check that found the violation.
        page: the URL of the page that states the rule.
        summary: the rule, or what breaks it, in one sentence.
        subject: the method of the request or notification, or the method of an HTTP request without a body. The name of
            a header follows if that header is the subject.
        pointer: the JSON Pointer of the fault in the message of the server; empty for the whole message.
        received: the JSON type of the value at the pointer, or a description of the answer, without values of the
            server.
        is_sdk: True if usually the SDK of a server decides whether the rule is followed, and not the author of the
            server.
    """

    rule: str
    level: Level
    revision: str
    phase: Phase
    page: str
    summary: str
    subject: str
    pointer: str = ""
    received: str = ""
    is_sdk: bool = False

    @cached_property
    def fingerprint(self) -> str:
        """12 hexadecimal digits that identify this finding in every check."""
        return fingerprint((self.rule, self.revision, self.subject, self.pointer))[:12]


def type_of(value: Any) -> str:
    """Return the JSON Schema type of a value: `object`, `array`, `boolean`, `string`, `integer`, `number` or `null`."""
    if is_object(value):
        return "object"
    if is_array(value):
        return "array"
    if isinstance(value, bool):
        return "boolean"
    kinds: tuple[tuple[type[Any], str], ...] = ((str, "string"), (int, "integer"), (float, "number"))
    return next((name for kind, name in kinds if isinstance(value, kind)), "null")


def type_at(document: Any, pointer: str) -> str:
    """Return the JSON Schema type of the value at a JSON Pointer; `nothing` if the document has no value there."""
    for part in pointer.split("/")[1:]:
        token = unescape_token(part)
        if is_object(document) and token in document:
            document = document[token]
        elif is_array(document) and token.isdecimal() and int(token) < len(document):
            document = document[int(token)]
        else:
            return "nothing"
    return type_of(document)


def make_broken_rule_finding(
    rule: str, revision: str, phase: Phase, subject: str, pointer: str, received: str
) -> ServerFinding:
    """Return the finding that a server breaks a rule of `rules.toml`.

    Args:
        rule: the id of a rule that holds in the revision.
        revision: the id of the revision.
        phase: the phase of the check that found the violation.
        subject: the method of the message.
        pointer: the JSON Pointer of the fault in the message of the server; empty for the whole message.
        received: a description of the answer, without values of the server.
    """
    row = all_rules()[rule]
    statement = row.statement_of(revision)
    assert statement is not None
    page = page_url(revision, statement.page)
    return ServerFinding(
        rule, statement.finding_level, revision, phase, page, row.summary, subject, pointer, received, row.is_sdk
    )
