"""Render `mcp-bindgen negotiate --format html`: one case with its messages, and the matrix of all cases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mcp_bindgen.negotiate import NegotiationCase
from mcp_bindgen.pages.environment import render_page


def negotiation_page(cases: Mapping[str, Any], first: NegotiationCase) -> str:
    """Return the page of all cases of version negotiation.

    Args:
        cases: the result of `negotiate.find_all_outcomes`.
        first: the case that is selected at first.
    """
    return render_page("negotiation", title="MCP version negotiation", data=cases, first=first)
