"""URLs of well-known documents in the order of each revision, and the canonical URI of an MCP server.

Pages: /specification/2025-11-25/basic/authorization#authorization-server-discovery and #canonical-server-uri,
/specification/2025-03-26/basic/authorization#authorization-base-url, and of the IETF RFC 9728 section 3.1, RFC 8414
section 3.1 and RFC 8707 section 2.
"""

from __future__ import annotations

import re
from ipaddress import AddressValueError, IPv6Address
from typing import TYPE_CHECKING, NamedTuple

from ..hosts import is_this_machine
from ..options import check_class
from ..revisions import revision as revision_of

if TYPE_CHECKING:
    from mcp_bindings.spec.authorization import Discovery  # rendered

_URL = re.compile(r"([^:/?#]+)://([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?", re.DOTALL)
_CHARACTERS = re.compile(r"[A-Za-z0-9._~:/?#@!$&'()*+,;=\[\]%-]*")
_BAD_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")
_NAME = re.compile(r"(?=.{1,254}\Z)[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63})*\.?")
"""Pattern of a host name: at most 253 characters, in labels of at most 63 (RFC 1035 section 2.3.4)."""
_AUTHORITY = re.compile(r"(\[[^\]]*\]|[^:\[]*)(.*)")
_PORT = re.compile(r"[0-9]{1,5}")
_DOT = re.compile(r"%2e", re.IGNORECASE)
_HIGHEST_PORT = 65535


class DefaultEndpoints(NamedTuple):
    """Endpoints of an authorization server that has no metadata document."""

    authorization: str
    token: str
    registration: str


class Url(NamedTuple):
    """The parts of an accepted URL. Scheme and host are in lower case; a query that is not empty begins with `?`."""

    scheme: str
    host: str
    origin: str
    path: str
    query: str


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
        ValueError: the text is not the URL of an issuer (of an endpoint in 2025-03-26), or is `http` at a host other
            than this machine; the message names the fault without quoting the text.
    """
    bases = {row.base for row in _discovery_rows(revision, "authorization server metadata")}
    url = parse_url(issuer, "endpoint" if "MCP endpoint" in bases else "issuer")
    _check_secure_url(url)
    return _build_urls(url, revision, "authorization server metadata")


def default_endpoints(endpoint: str, revision: str) -> DefaultEndpoints | None:
    """Return the endpoints of an authorization server without metadata, at the origin of the MCP endpoint.

    Page: /specification/2025-03-26/basic/authorization#fallbacks-for-servers-without-metadata-discovery.

    Args:
        endpoint: URL of the MCP endpoint.
        revision: id of the revision.

    Returns:
        The endpoints; None in every revision except 2025-03-26, which alone has such defaults.

    Raises:
        UnknownRevision: the revision is not known.
        ValueError: the text is not the URL of an endpoint, or is `http` at a host other than this machine; the message
            names the fault without quoting the text.
    """
    url = parse_url(endpoint, "endpoint")
    _check_secure_url(url)
    authorization = _build_urls(url, revision, "authorization endpoint")
    token = _build_urls(url, revision, "token endpoint")
    registration = _build_urls(url, revision, "registration endpoint")
    if not (authorization and token and registration):
        return None
    return DefaultEndpoints(authorization[0], token[0], registration[0])


def canonical_resource(endpoint: str) -> str:
    """Return the canonical URI of an MCP server: the value of `resource` in requests since 2025-06-18 (RFC 8707).

    Scheme and host become lower case. One slash at the end of the path and the `?` of an empty query are removed. If
    that slash is significant, send the endpoint's own URL instead. Page:
    /specification/2025-06-18/basic/authorization#canonical-server-uri.

    Raises:
        TypeError: the argument is no text.
        ValueError: the text is not the URL of an endpoint; the message names the fault without quoting the text.
    """
    url = parse_url(endpoint, "endpoint")
    return f"{url.origin}{url.path.removesuffix('/')}{url.query}"


def _discovery_rows(revision: str, target: str) -> list[Discovery]:
    return [row for row in revision_of(revision).authorization.discovery if row.target == target]


def _build_urls(url: Url, revision: str, target: str) -> tuple[str, ...]:
    issuer = "with path" if url.path.strip("/") else "without path"
    rows = [row for row in _discovery_rows(revision, target) if row.form != "as given" and row.issuer in ("", issuer)]
    return tuple(dict.fromkeys(_build_url(url, row) for row in rows))


def _build_url(url: Url, row: Discovery) -> str:
    if row.form == "root":
        return f"{url.origin}{row.suffix}"
    # RFC 8414 and OpenID Connect remove any slash at the end of an issuer, RFC 9728 only a path that is one slash.
    path = url.path.rstrip("/") if row.base == "issuer" or url.path == "/" else url.path
    if row.form == "append":
        return f"{url.origin}{path}{row.suffix}"
    return f"{url.origin}{row.suffix}{path}{url.query}"


def parse_url(text: str, kind: str) -> Url:
    """Parse an absolute URL for http or https.

    Args:
        text: the URL.
        kind: use of the URL for error messages, such as `endpoint`. With `issuer`, the URL must have no query.

    Raises:
        TypeError: the argument is no text.
        ValueError: the text is not such a URL, or has user information, a fragment, or a segment `.` or `..`. The
            message names the fault without quoting the text.
    """
    check_class(f"the {kind}", text, str, "a text such as https://example.com/path", is_secret=True)
    match = _URL.fullmatch(text)
    if not match:
        raise ValueError(f"the {kind} is not an absolute URL such as https://example.com/path")
    if not _CHARACTERS.fullmatch(text) or _BAD_ESCAPE.search(text) or {"[", "]"} & {*match[3], *(match[4] or "")}:
        raise ValueError(f"the {kind} has a character that is not allowed there, or a '%' without hexadecimal digits")
    scheme, authority, path = match[1].lower(), match[2], match[3]
    if scheme not in ("http", "https"):
        raise ValueError(f"the scheme of the {kind} is neither https nor http")
    if "@" in authority:
        raise ValueError(f"the {kind} has user information before its host")
    if match[5] is not None:
        raise ValueError(f"the {kind} has a fragment")
    if kind == "issuer" and match[4] is not None:
        raise ValueError("the issuer has a query")
    if any(_DOT.sub(".", part) in (".", "..") for part in path.split("/")):
        raise ValueError(f"the path of the {kind} has a segment '.' or '..'")
    host, port = _host_and_port(authority, kind)
    query = "" if match[4] in (None, "?") else match[4]
    return Url(scheme, host, f"{scheme}://{host}{port}", path, query)


def _host_and_port(authority: str, kind: str) -> tuple[str, str]:
    """Split the authority of a URL into the host, in lower case, and the port with its colon. An absent port is empty.

    Raises:
        ValueError: the host or the port is malformed.
    """
    match = _AUTHORITY.fullmatch(authority)
    host, port = (match[1].lower(), match[2]) if match else ("", "")
    if not _is_host(host):
        raise ValueError(f"the {kind} has no host, or one that is neither a name nor an IP address")
    if port in ("", ":"):
        return host, ""
    number = port.removeprefix(":")
    if not port.startswith(":") or not _PORT.fullmatch(number) or not 0 < int(number) <= _HIGHEST_PORT:
        raise ValueError(f"the port of the {kind} is not a number from 1 to {_HIGHEST_PORT}")
    return host, port


def _is_host(host: str) -> bool:
    if not host.startswith("["):
        return bool(_NAME.fullmatch(host))
    try:
        IPv6Address(host[1:-1])
    except AddressValueError:
        return False
    return "%" not in host


def _check_secure_url(url: Url) -> None:
    """Check that a URL is `https`, or `http` at this machine, since metadata decides where credentials are sent.

    Raises:
        ValueError: the URL is `http` at another host.
    """
    if url.scheme == "http" and not is_this_machine(url.host):
        raise ValueError("the URL of an authorization server must be https; http is for this machine only")
