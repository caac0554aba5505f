"""What two sets of revisions agree on, from ids as a user types them. The generated package knows the answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from mcp_bindgen.errors import BindgenError

Transport = Literal["stdio", "http"]


def outcome(client: str, server: str, transport: Transport, minimum: str | None) -> dict[str, Any]:
    """The outcome and its steps as a JSON value.

    Raises:
        BindgenError: an id is no released revision, a side has none, or the generated package is not installed.
    """
    try:
        import mcp_bindings
    except ModuleNotFoundError:
        raise BindgenError(
            "the generated package is not installed", hint="pip install './generated' in this environment"
        ) from None
    known = mcp_bindings.REVISIONS
    mine, theirs = _ids("--client", client, known), _ids("--server", server, known)
    if minimum is not None:
        _ids("--minimum", minimum, known)
    return mcp_bindings.negotiation.negotiate(mine, theirs, transport, minimum=minimum).to_value()


def _ids(option: str, text: str, known: Sequence[str]) -> list[str]:
    ids = [part.strip() for part in text.split(",") if part.strip()]
    unknown = [part for part in ids if part not in known]
    if unknown or not ids:
        problem = f"{option} has unknown revision {unknown[0]!r}" if unknown else f"{option} names no revision"
        raise BindgenError(problem, hint=f"ids with commas between them, out of {', '.join(known)}")
    return ids
