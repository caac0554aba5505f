"""Check the code and the data of an error response by the tables of its revision.

`level_of_sending` decides for all who handle errors. MUST NOT: a session does not send the code, and blames a peer for
it. SHOULD NOT, as from -32019 to -32000, where implementations had codes before the specification did: it is sent,
delivered, translated and passed on as it is, and an observer notes it without blaming anybody.

Pages: /specification/2026-07-28/basic/index#error-codes, /specification/2026-07-28/server/resources#error-handling.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import shortened
from ..jsonrpc.messages import ErrorResponse
from ..revisions import revision
from ..spec.error_codes import level_of_sending
from .errors import Violation


def error_violations(message: ErrorResponse, version: str) -> Iterator[Violation]:
    """Find what an error response breaks of the rules for errors. The receiver takes it nevertheless.

    Args:
        message: the error response, parsed by the revision.
        version: id of the revision.
    """
    code, known = int(message.document["error"]["code"]), revision(version)
    if level_of_sending(code, known.error_codes, known.error_ranges) == "MUST NOT":
        row = known.error_codes.get(code)
        why = "reserves it and does not define it" if row is None else "has retired it"
        yield Violation("error.code", f"no error has the code {shortened(str(code))}: revision {version} {why}")
    for finding in message.findings:
        yield Violation("error.data", f"{finding.pointer}: {finding.message}")


def note_of_code(message: ErrorResponse, version: str) -> Violation | None:
    """Find what a revision says of a code that it advises only new implementations against. Nobody is to blame for it.

    Args:
        message: the error response, parsed by the revision.
        version: id of the revision.
    """
    code, known = int(message.document["error"]["code"]), revision(version)
    if level_of_sending(code, known.error_codes, known.error_ranges) != "SHOULD NOT":
        return None
    text = f"revision {version} advises new implementations against the code {code}, and gives it no meaning"
    return Violation("error.code", text)
