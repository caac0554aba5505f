"""The opening of a connection to a server in one revision: whether the server speaks it, and why not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.jsontext import is_array, is_object
from mcp_bindgen.servers.client import Answer, RevisionClient
from mcp_bindgen.servers.targets import Target

_MAX_REASONS, _MAX_LINES = 3, 5


def supported_versions(document: Any) -> tuple[str, ...]:
    """Return the versions that a result of `server/discover`, or the error for an unknown version, lists."""
    found: Any = None
    if is_object(document):
        result, error = document.get("result"), document.get("error")
        if is_object(result):
            found = result.get("supportedVersions")
        elif is_object(error) and is_object(error.get("data")):
            found = error["data"].get("supported")
    return tuple(each for each in found if isinstance(each, str)) if is_array(found) else ()


def opening_outcome(client: RevisionClient, answer: Answer) -> tuple[str, bool]:
    """Return why a connection is not open in its revision, and whether it is."""
    if not is_object(answer.result):
        return ("the server has not answered in time" if answer.is_late else f"refused with {answer.came}"), False
    if client.revision.era == "handshake":
        if answer.result.get("protocolVersion") != client.revision.version:
            return "the server has answered with another version", False
    elif client.revision.version not in supported_versions(answer.document):
        return "the result of server/discover does not list this version", False
    return "", True


def no_revision_error(target: Target, reasons: Sequence[str], errors: Sequence[str]) -> BindgenError:
    """Return the error for a server that speaks none of the revisions.

    Args:
        target: the server.
        reasons: why each revision is not spoken.
        errors: the last lines of the standard error of the server.
    """
    if errors:  # they are shown below, whole
        reasons = [each.partition("; the last lines of its standard error")[0] for each in reasons]
    shown = [each for each in dict.fromkeys(reasons) if each][:_MAX_REASONS]
    what = "the server speaks none of the revisions" + "".join(f"\n  {each}" for each in shown)
    what += "".join(f"\n  stderr: {line}" for line in errors[-_MAX_LINES:])
    hint = ""
    if any(each.endswith("exit code 0") for each in shown):
        hint = (
            "the program ends by itself: let it serve its standard streams, as server.run_stdio() does, or start it, "
            "with uvicorn or the like, and name its URL"
        )
    return BindgenError(what, where=target.title, hint=hint)
