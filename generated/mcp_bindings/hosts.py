"""Checks for hosts of this machine, to which tokens may go by `http` and requests go without a proxy.

The module also has the default ports of URLs.
"""

from __future__ import annotations

from ipaddress import AddressValueError, IPv4Address, IPv6Address

DEFAULT_PORTS = {"http": 80, "https": 443}
"""The port of a URL that states none, by scheme."""


def is_this_machine(host: str) -> bool:
    """Return whether a host, in lower case, is a loopback address, or is `localhost` or a name that ends with
    `.localhost` (RFC 6761, 6.3). A dot at the end of the host is ignored. An IPv6 address must be in brackets.
    """
    name = host.removesuffix(".")
    return _is_loopback(name) or name.endswith(".localhost")


def _is_loopback(host: str) -> bool:
    """Return whether a host, in lower case, is a loopback address or `localhost`. An IPv6 address must be in brackets.

    An IPv4 address in the notation of IPv6 counts as the IPv4 address, also before Python 3.13.
    """
    if host == "localhost":
        return True
    try:
        if not host.startswith("["):
            return IPv4Address(host).is_loopback
        address = IPv6Address(host[1:-1])
    except AddressValueError:
        return False
    return (address.ipv4_mapped or address).is_loopback
