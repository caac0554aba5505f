"""The answer to a search for a document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from mcp_bindgen.jsontext import JSONValue


@dataclass(frozen=True)
class Found:
    """There is such a document."""

    document: JSONValue


Outcome: TypeAlias = Found | Literal["none", "unknown"]
"""A document, `none` if it is proven that there is none, or `unknown` if the search was given up."""
