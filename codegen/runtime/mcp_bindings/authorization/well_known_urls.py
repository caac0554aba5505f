"""URLs of well-known documents, in the order in which each revision tries them.

Pages: /specification/2025-11-25/basic/authorization#authorization-server-discovery,
/specification/2025-03-26/basic/authorization#authorization-base-url, and of the IETF RFC 9728 section 3.1 and RFC 8414
section 3.1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..revisions import revision as revision_of
from .urls import Url, check_secure_url, parse_url

if TYPE_CHECKING:
    from mcp_bindings.spec.authorization import Discovery  # rendered


class DefaultEndpoints(NamedTuple):
    """Endpoints of an authorization server that has no metadata document."""

    authorization: str
    token: str
    registration: str


def resource_metadata_urls(endpoint: str, revision: str) -> tuple[str, ...]:
    """Return the possible URLs of protected resource metadata, in the order to try them.

    A client uses these URLs if the challenge had no `resource_metadata`. By RFC 9728, a URL with the path of the
    endpoint has the query of the endpoint too. 2025-06-18 names only the location at the root. Pages:
    /specification/2025-11-25/basic/authorization#protected-resource-metadata-discovery-requirements and
    /specification/2025-06-18/basic/authorization#sequence-diagram.

    Args:
        endpoint: URL of the MCP endpoint, with `http` or `https`.
        revision: id of the revision.

    Returns:
        URLs without repetition; none in revisions before 2025-06-18, which lack this document.

    Raises:
        UnknownRevision: the revision is not known.
        TypeError: the URL is no text.
        ValueError: the text is not the URL of an endpoint; the message names the fault without quoting the text.
    """
    url = parse_url(endpoint, "endpoint")
    return _build_urls(url, revision, "protected resource metadata")


def server_metadata_urls(issuer: str, revision: str) -> tuple[str, ...]:
    """Return the possible URLs of authorization server metadata, in the order to try them.

    Pages: /specification/2025-11-25/basic/authorization#authorization-server-metadata-discovery and
    /specification/2025-03-26/basic/authorization#authorization-base-url.

    Args:
        issuer: the issuer of the authorization server, from protected resource metadata; in 2025-03-26, which lacks
            that document, the URL of the MCP endpoint.
        revision: id of the revision.

    Returns:
        URLs without repetition; none in 2024-11-05, which defines no authorization.

    Raises:
        UnknownRevision: the revision is not known.
        TypeError: the issuer is no text.
        ValueError: the text is not the URL of an issuer (of an endpoint in 2025-03-26), or is `http` at a host other
            than this machine; the message names the fault without quoting the text.
    """
    bases = {row.base for row in _list_discovery_rows(revision, "authorization server metadata")}
    url = parse_url(issuer, "endpoint" if "MCP endpoint" in bases else "issuer")
    check_secure_url(url)
    return _build_urls(url, revision, "authorization server metadata")


def find_default_endpoints(endpoint: str, revision: str) -> DefaultEndpoints | None:
    """Return the endpoints of an authorization server without metadata, at the origin of the MCP endpoint.

    Page: /specification/2025-03-26/basic/authorization#fallbacks-for-servers-without-metadata-discovery.

    Args:
        endpoint: URL of the MCP endpoint.
        revision: id of the revision.

    Returns:
        The endpoints; None in every revision except 2025-03-26, which alone has such defaults.

    Raises:
        UnknownRevision: the revision is not known.
        TypeError: the URL is no text.
        ValueError: the text is not the URL of an endpoint, or is `http` at a host other than this machine; the message
            names the fault without quoting the text.
    """
    url = parse_url(endpoint, "endpoint")
    check_secure_url(url)
    authorization = _build_urls(url, revision, "authorization endpoint")
    token = _build_urls(url, revision, "token endpoint")
    registration = _build_urls(url, revision, "registration endpoint")
    if not (authorization and token and registration):
        return None
    return DefaultEndpoints(authorization[0], token[0], registration[0])


def _list_discovery_rows(revision: str, target: str) -> list[Discovery]:
    return [row for row in revision_of(revision).authorization.discovery if row.target == target]


def _build_urls(url: Url, revision: str, target: str) -> tuple[str, ...]:
    issuer = "with path" if url.path.strip("/") else "without path"
    rows = [
        row for row in _list_discovery_rows(revision, target) if row.form != "as given" and row.issuer in ("", issuer)
    ]
    return tuple(dict.fromkeys(_build_url(url, row) for row in rows))


def _build_url(url: Url, row: Discovery) -> str:
    if row.form == "root":
        return f"{url.origin}{row.suffix}"
    # RFC 8414 and OpenID Connect remove any slash at the end of an issuer, RFC 9728 only a path that is one slash.
    path = url.path.rstrip("/") if row.base == "issuer" or url.path == "/" else url.path
    if row.form == "append":
        return f"{url.origin}{path}{row.suffix}"
    return f"{url.origin}{row.suffix}{path}{url.query}"
