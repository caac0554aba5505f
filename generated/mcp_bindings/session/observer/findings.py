"""The findings of an observer about one message, from the parser, the rules of the session and the linter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ...errors import Finding, ProtocolError
from ...json_values import escape, is_array
from ...jsonrpc.messages import ErrorResponse, Message, Response
from ...spec.error_codes import METHOD_NOT_FOUND
from ...spec.names import Sender
from ..errors import RemoteProtocolError, SessionFinding
from ..rules import RULES
from .events import ObservedFinding

if TYPE_CHECKING:
    from ...revisions import Revision


def findings_of(
    sender: Sender,
    error: ProtocolError | None,
    document: object,
    remarks: Sequence[SessionFinding],
    message: Message | None,
    linted_by: Revision | None,
) -> tuple[ObservedFinding, ...]:
    """The findings about one message.

    Args:
        sender: of the message.
        error: with which it is rejected; None if it is not.
        document: the message as JSON.
        remarks: what it breaks of session rules that bind only the sender.
        message: as it was parsed; None if it is not valid.
        linted_by: the revision by which it is linted; None if it is not linted.
    """
    found: list[ObservedFinding] = []
    if error is not None:
        found += _rejection(error, sender, is_batch=is_array(document))
    for rule, text, level in remarks:
        found.append(ObservedFinding("session", rule, level, sender, text, "", False, (RULES[rule].source,)))
    if message is not None:
        found += (_of_schema(each, sender, rejects=False) for each in _departures(message))
        if linted_by is not None:
            for each in linted_by.lint(message):
                where, rule, level, text, sources = each
                found.append(ObservedFinding("lint", rule, level, sender, text, where, False, sources))
    return tuple(found)


def _rejection(error: ProtocolError, sender: Sender, *, is_batch: bool) -> Iterator[ObservedFinding]:
    """The rule for which a message is rejected, and then the faults of the schema."""
    if isinstance(error, RemoteProtocolError):
        rule = error.rule
    elif error.code == METHOD_NOT_FOUND:
        rule = "method"
    elif is_batch or any(each.rule == "batch" for each in error.findings):
        rule = "batch"
    else:
        rule = "message.valid"
    yield ObservedFinding("session", rule, "error", sender, error.message, "", True, (RULES[rule].source,))
    for each in error.findings:
        yield _of_schema(each, sender, rejects=True)


def _of_schema(finding: Finding, sender: Sender, *, rejects: bool) -> ObservedFinding:
    return ObservedFinding("schema", finding.rule, "error", sender, finding.message, finding.pointer, rejects, ())


def _departures(message: Message) -> Iterator[Finding]:
    """The faults of a message that is accepted nevertheless."""
    if not isinstance(message, ErrorResponse):  # the rules of the session have those of errors
        yield from message.findings
    if isinstance(message, Response):
        for name, value in message.supplied.items():
            where, given = f"/result/{escape(name)}", message.document["result"]
            if name in given:
                yield Finding(where, "minimum", f"the value is read as {value!r}, since it is negative")
            else:
                yield Finding("/result", "required", f"the member {name!r} is absent, and read as {value!r}")
