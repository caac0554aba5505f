"""Checks of URLs, addresses, redirects and sizes for programs that fetch documents of authorization. No I/O.

Peers name the URLs, so a peer could make the program fetch from addresses that the peer cannot reach itself (SSRF).
Pages: /specification/2025-11-25/basic/authorization#authorization-server-abuse-protection and, for clients,
/docs/2026-07-28/tutorials/security/security_best_practices#server-side-request-forgery-ssrf.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Literal, NamedTuple
from urllib.parse import urljoin

from ..hosts import DEFAULT_PORTS, is_this_machine
from .ip_addresses import find_special_range, unwrap_ipv4
from .urls import Url, parse_url

_MAX_DOCUMENT_BYTES = 64 * 1024
"""Default of `FetchPolicy.max_bytes`: the largest size of a document, in bytes."""

_MAX_REDIRECTS = 3
_NUMERIC_LABEL = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)\.?", re.IGNORECASE)
_DOTTED_IPV4 = re.compile(r"(?:(?:0|[1-9][0-9]{0,2})\.){3}(?:0|[1-9][0-9]{0,2})")

FetchFault = Literal["url", "scheme", "address", "redirect", "size"]


class FetchRejected(ValueError):
    """Error for a document that must not be fetched. `fault` names what is not allowed: the text or the scheme of the
    URL, an address, a redirect or the size.
    """

    def __init__(self, fault: FetchFault, message: str) -> None:
        super().__init__(message)
        self.fault: FetchFault = fault


class FetchPolicy(NamedTuple):
    """Rules for the URLs, addresses, redirects and sizes that a fetcher accepts.

    The methods raise `FetchRejected` for everything else.
    """

    allow_loopback: bool = False
    """True if documents of this machine may be fetched, also by `http`."""

    trusted_origins: frozenset[str] = frozenset()
    """Origins such as `https://10.0.0.5:8443` that may be at private addresses."""

    max_bytes: int = _MAX_DOCUMENT_BYTES
    max_redirects: int = _MAX_REDIRECTS

    def check_url(self, url: str) -> None:
        """Check a URL before it is fetched: its scheme, and its host if the host is an address or this machine.

        Raises:
            TypeError: the argument is no text.
            FetchRejected: the URL must not be fetched.
        """
        parts = _parse_url(url)
        host = parts.host.removesuffix(".")
        at_loopback = is_this_machine(host)
        if parts.scheme == "http" and not (at_loopback and self.allow_loopback):
            raise FetchRejected("scheme", "the URL has the scheme http; use https, or allow_loopback for this machine")
        if host.startswith("[") or _DOTTED_IPV4.fullmatch(host):
            self.check_addresses(url, [host.strip("[]")])
        elif _NUMERIC_LABEL.fullmatch(host.rpartition(".")[2]):
            raise FetchRejected("address", "the host of the URL is an IPv4 address in an unusual notation")
        elif at_loopback and not self.allow_loopback:
            raise FetchRejected("address", "the host of the URL is this machine")

    def check_addresses(self, url: str, addresses: Iterable[str]) -> None:
        """Check the addresses to which the host of a URL resolves.

        Connect to one of these addresses; do not resolve the host again.

        Raises:
            TypeError: `url` is no text.
            FetchRejected: there is no address, or an address is malformed or not allowed. An address that is not public
                is allowed at a trusted origin, and one of this machine with `allow_loopback`. A URL with the scheme
                `http` has addresses of this machine only.
        """
        parts = _parse_url(url)
        trusted = normalize_origin(parts) in self.trusted_origins
        checked = False
        for text in addresses:
            checked = True
            try:
                address = unwrap_ipv4(ip_address(text))
            except ValueError:
                raise FetchRejected("address", "the host of the URL has a malformed IP address") from None
            if address.is_loopback:
                if not self.allow_loopback:
                    raise FetchRejected("address", "the host of the URL is this machine")
            elif parts.scheme == "http":
                raise FetchRejected("address", "the URL has the scheme http, and an address of another machine")
            elif not trusted and find_special_range(address) is not None:
                raise FetchRejected("address", "the host of the URL has an address that is not public")
        if not checked:
            raise FetchRejected("address", "the host of the URL has no address")

    def check_redirect(self, url: str, location: str, followed: int) -> str:
        """Check the target of a redirect.

        Args:
            url: the URL whose response is the redirect.
            location: value of the header `Location` of the response.
            followed: number of redirects that were followed before this one.

        Returns:
            The URL to fetch next. Check its addresses before you connect.

        Raises:
            TypeError: `url` is no text.
            FetchRejected: there were too many redirects, `location` is malformed, or this redirect leads to another
                origin or to a URL that must not be fetched.
        """
        if followed >= self.max_redirects:
            raise FetchRejected("redirect", f"there were more than {self.max_redirects} redirects")
        target = _join_url(url, location)
        self.check_url(target)
        if normalize_origin(_parse_url(target)) != normalize_origin(_parse_url(url)):
            raise FetchRejected("redirect", "the redirect leads to another origin")
        return target

    def check_size(self, size: int) -> None:
        """Check a document's `Content-Length`, or the number of its bytes that have been received so far.

        Raises:
            FetchRejected: the size is above `max_bytes`.
        """
        if size > self.max_bytes:
            raise FetchRejected("size", f"the document has at least {size} bytes, more than {self.max_bytes} bytes")


def normalize_origin(url: Url) -> str:
    """Return the origin of a URL without the default port of its scheme."""
    host, _, port = url.origin.partition("://")[2].rpartition(":")
    if host and port.isdigit() and int(port) == DEFAULT_PORTS[url.scheme]:
        return f"{url.scheme}://{host}"
    return url.origin


def _join_url(url: str, location: str) -> str:
    try:
        return urljoin(url, location)
    except ValueError:  # raised below, since the error of the library has the text
        pass
    raise FetchRejected("url", "the Location of the redirect is not a URL")


def _parse_url(url: str) -> Url:
    fault = ""
    try:
        return parse_url(url, "URL")
    except ValueError as error:
        fault = str(error)
    raise FetchRejected("url", fault)
