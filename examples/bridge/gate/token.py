"""The gateway's own token for the server, which is none of a client."""

from __future__ import annotations

import os
from collections.abc import Mapping


class EnvironmentToken:
    """Authorizes requests to the server with a token in a variable of the environment.

    Args:
        variable: name of the variable. It is read for each request, so that the program can change it.
    """

    is_authorizing = False

    def __init__(self, variable: str) -> None:
        self._variable = variable

    async def headers(self, url: str) -> Mapping[str, str]:
        """Return the header with the token."""
        return {"Authorization": f"Bearer {os.environ[self._variable]}"}

    async def handle_response(
        self, url: str, status: int, www_authenticate: str, operation: str, sent: Mapping[str, str]
    ) -> bool:
        """Return whether to send a request again: never, since there is no other token."""
        return False
