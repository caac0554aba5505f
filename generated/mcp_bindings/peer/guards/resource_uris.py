"""URIs of resources.

Page: /specification/2025-11-25/server/resources#security-considerations.
"""

from __future__ import annotations

from collections.abc import Collection

from ...errors import ProtocolError
from ...lint.formats import is_uri, scheme_of
from ...spec.error_codes import INVALID_PARAMS

_MAX_URI = 8_192
"""Characters of a URI, which is more than HTTP servers commonly read."""


def check_resource_uri(uri: str, schemes: Collection[str] | None = None) -> None:
    """Check that a text is a URI by RFC 3986, at most 8,192 characters long.

    A valid URI may still lead out of a directory: use `FileRoots` for those with `file`.

    Args:
        uri: of a resource, as the client sends it.
        schemes: in lower case, that the server has resources of; None if it has any.

    Raises:
        ProtocolError: it is none, or has another scheme.
    """
    if len(uri) > _MAX_URI or not is_uri(uri):
        raise ProtocolError(INVALID_PARAMS, "Invalid params: uri is not a URI by RFC 3986")
    if schemes is not None and str(scheme_of(uri)).lower() not in schemes:
        raise ProtocolError(INVALID_PARAMS, "Invalid params: the server has no resources with the scheme of uri")
