"""Authorization over HTTP by revision: tables, the URLs of well-known documents, and challenges. No I/O, no flow.

    >>> import mcp_bindings as mb
    >>> mb.authorization.resource_metadata_urls("https://mcp.example.com/mcp", "2025-11-25")[0]
    'https://mcp.example.com/.well-known/oauth-protected-resource/mcp'

The tables of a revision are `mb.revision(…).authorization`; `tables.json` of `mcp_bindings.negotiation` has them too.
"""

from __future__ import annotations

from mcp_bindings.authorization.challenges import BearerChallenge as BearerChallenge
from mcp_bindings.authorization.challenges import Challenge as Challenge
from mcp_bindings.authorization.challenges import bearer_challenge as bearer_challenge
from mcp_bindings.authorization.challenges import parse_challenges as parse_challenges
from mcp_bindings.authorization.tables import Authorization as Authorization
from mcp_bindings.authorization.urls import DefaultEndpoints as DefaultEndpoints
from mcp_bindings.authorization.urls import canonical_resource as canonical_resource
from mcp_bindings.authorization.urls import default_endpoints as default_endpoints
from mcp_bindings.authorization.urls import resource_metadata_urls as resource_metadata_urls
from mcp_bindings.authorization.urls import server_metadata_urls as server_metadata_urls
