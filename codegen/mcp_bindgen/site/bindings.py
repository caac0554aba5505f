"""What the reference reads from the generated package."""

from __future__ import annotations

from mcp_bindgen.errors import BindgenError


def session_rules() -> list[tuple[str, str, str]]:
    """Id, summary and source of each rule of a session, by id.

    Raises:
        BindgenError: the generated package is not installed.
    """
    try:
        from mcp_bindings.session import RULES
    except ModuleNotFoundError:
        raise BindgenError("the package mcp-bindings is not installed", hint="run pip install mcp-bindings") from None
    return sorted((id_, rule.summary, rule.source) for id_, rule in RULES.items())
