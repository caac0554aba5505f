"""URLs that authorization accepts, and the canonical URI of an MCP server.

Pages: /specification/2025-11-25/basic/authorization#canonical-server-uri, and of the IETF RFC 8707 section 2.
"""

from __future__ import annotations

import re
from ipaddress import AddressValueError, IPv6Address
from typing import NamedTuple

from ..hosts import is_this_machine
from ..options import check_class

_URL = re.compile(r"([^:/?#]+)://([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?", re.DOTALL)
_CHARACTERS = re.compile(r"[A-Za-z0-9._~:/?#@!$&'()*+,;=\[\]%-]*")
_BAD_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")
_NAME = re.compile(r"(?=.{1,254}\Z)[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63})*\.?")
"""Pattern of a host name: at most 253 characters, in labels of at most 63 (RFC 1035 section 2.3.4)."""
_AUTHORITY = re.compile(r"(\[[^\]]*\]|[^:\[]*)(.*)")
_PORT = re.compile(r"[0-9]{1,5}")
_DOT = re.compile(r"%2e", re.IGNORECASE)
_HIGHEST_PORT = 65535


class Url(NamedTuple):
    """The parts of an accepted URL. Scheme and host are in lower case; a query that is not empty begins with `?`."""

    scheme: str
    host: str
    origin: str
    path: str
    query: str


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
    host, port = _split_authority(authority, kind)
    query = "" if match[4] in (None, "?") else match[4]
    return Url(scheme, host, f"{scheme}://{host}{port}", path, query)


def _split_authority(authority: str, kind: str) -> tuple[str, str]:
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


def check_secure_url(url: Url) -> None:
    """Check that a URL is `https`, or `http` at this machine, since metadata decides where credentials are sent.

    Raises:
        ValueError: the URL is `http` at another host.
    """
    if url.scheme == "http" and not is_this_machine(url.host):
        raise ValueError("the URL of an authorization server must be https; http is for this machine only")


def canonicalize_resource(endpoint: str) -> str:
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
