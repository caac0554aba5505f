"""Authorization over HTTP by revision: tables, the URLs of well-known documents, and challenges. No I/O, no flow.

    >>> import mcp_bindings as mb
    >>> mb.authorization.resource_metadata_urls("https://mcp.example.com/mcp", "2025-11-25")[0]
    'https://mcp.example.com/.well-known/oauth-protected-resource/mcp'

The tables of a revision are `mb.revision(…).authorization`; `tables.json` of `mcp_bindings.negotiation` has them too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from .challenges import BearerChallenge as BearerChallenge
    from .challenges import Challenge as Challenge
    from .challenges import bearer_challenge as bearer_challenge
    from .challenges import parse_challenges as parse_challenges
    from .urls import DefaultEndpoints as DefaultEndpoints
    from .urls import canonical_resource as canonical_resource
    from .urls import default_endpoints as default_endpoints
    from .urls import resource_metadata_urls as resource_metadata_urls
    from .urls import server_metadata_urls as server_metadata_urls

__all__ = [
    "BearerChallenge",
    "Challenge",
    "DefaultEndpoints",
    "bearer_challenge",
    "canonical_resource",
    "default_endpoints",
    "parse_challenges",
    "resource_metadata_urls",
    "server_metadata_urls",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "challenges": ["BearerChallenge", "Challenge", "bearer_challenge", "parse_challenges"],
            "urls": [
                "DefaultEndpoints",
                "canonical_resource",
                "default_endpoints",
                "resource_metadata_urls",
                "server_metadata_urls",
            ],
        },
    )
