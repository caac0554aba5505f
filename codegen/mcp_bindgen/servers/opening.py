"""The outcome of the first request in a revision: whether the server speaks the revision, or why it does not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.jsontext import is_array, is_object
from mcp_bindgen.servers.client import Answer, RevisionClient
from mcp_bindgen.servers.targets import Target

_MAX_REASONS, _MAX_LINES = 3, 5
_URL_WITHOUT_SCHEME = re.compile(r"[\w.-]+:\d+(/|$)")
"""A host with a port, perhaps with a path."""


class OpeningOutcome(NamedTuple):
    """The outcome of the first request in a revision.

    Attributes:
        reason: why the server does not speak the revision; empty if the server speaks the revision.
        is_spoken: True if the server speaks the revision.
        is_decided: True if the answer, or its absence, shows whether the server speaks the revision.
    """

    reason: str
    is_spoken: bool
    is_decided: bool


def claimed_versions(document: Any) -> tuple[str, ...]:
    """Return the versions that a server says it supports; empty if its response names no versions.

    Args:
        document: the response to `initialize` or `server/discover`: a result, or the error for an unknown version.
    """
    found: Any = None
    if is_object(document):
        result, error = document.get("result"), document.get("error")
        if is_object(result):
            found = result.get("supportedVersions", [result.get("protocolVersion")])
        elif is_object(error) and is_object(error.get("data")):
            found = error["data"].get("supported")
    return tuple(each for each in found if isinstance(each, str)) if is_array(found) else ()


def opening_outcome(client: RevisionClient, answer: Answer) -> OpeningOutcome:
    """Return the outcome of the first request.

    Args:
        client: the client that has sent the request.
        answer: the answer to the request.
    """
    if not is_object(answer.result):
        reason = "the server has not answered in time" if answer.is_late else f"refused with {answer.description}"
        is_silent = answer.is_late and is_silence_decisive(client.revision.era, client.connection.kind)
        return OpeningOutcome(reason, False, is_silent or answer.is_decisive)
    if client.revision.era == "handshake":
        if answer.result.get("protocolVersion") != client.revision.version:
            return OpeningOutcome("the server has answered with another version", False, True)
    elif client.revision.version not in claimed_versions(answer.document):
        return OpeningOutcome("the result of server/discover does not list this version", False, True)
    return OpeningOutcome("", True, True)


def is_silence_decisive(era: str, transport: str) -> bool:
    """Return whether the lack of an answer to the first request shows that a server speaks no revision of an era.

    Over stdio, a server that does not answer `server/discover`, or ends instead, speaks handshake revisions only.
    Page: /specification/2026-07-28/basic/transports/stdio.
    """
    return era == "per-request" and transport == "stdio"


def make_no_revision_error(target: Target, reasons: Sequence[str], errors: Sequence[str]) -> BindgenError:
    """Return the error for a server that speaks none of the revisions. Only the first different reasons and the last
    lines are quoted.

    Args:
        target: the server.
        reasons: for each revision, why the server does not speak it; empty if the reason is not known.
        errors: the last lines that the server has written to standard error.
    """
    if errors:  # the error lists them itself
        reasons = [each.partition("; the last lines of its standard error")[0] for each in reasons]
    distinct = [each for each in dict.fromkeys(reasons) if each][:_MAX_REASONS]
    what = "the server speaks none of the revisions" + "".join(f"\n  {each}" for each in distinct)
    what += "".join(f"\n  stderr: {line}" for line in errors[-_MAX_LINES:])
    return BindgenError(what, where=target.title, hint=_make_hint(target, distinct))


def _make_hint(target: Target, reasons: Sequence[str]) -> str:
    """Return what the user can do about a server that speaks none of the revisions; empty if no advice fits the
    reasons.
    """
    text = "\n".join(reasons)
    if "not answered in time" in text:
        return "raise --timeout if the server is slow to start"
    if len(target.command) == 1 and _URL_WITHOUT_SCHEME.match(target.command[0]):
        return f"a URL has a scheme: http://{target.command[0]}"
    if "exit code 0" in text:
        return (
            "the program has ended by itself: let it serve its standard streams with server.run_stdio(), or start it "
            "with an ASGI server such as uvicorn and name its URL"
        )
    if "HTTP status 401" in text and not target.sign_in:
        return "the server asks for a token: add --sign-in, or --header 'Authorization: Bearer …'"
    if "HTTP status 404" in text or "HTTP status 405" in text:
        return "check the path of the URL, which often ends in /mcp"
    if target.url is not None and "HTTP status" not in text:
        return "start the server, or check host and port of the URL"
    return ""
