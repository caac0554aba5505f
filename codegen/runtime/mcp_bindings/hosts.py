"""Which hosts are this machine: tokens may go there by `http`, and no proxy stands before them."""

from __future__ import annotations

from ipaddress import AddressValueError, IPv4Address, IPv6Address


def is_this_machine(host: str) -> bool:
    """Check if a host, in lower case, is a loopback address, `localhost` or a name below it (RFC 6761 section 6.3)."""
    name = host.removesuffix(".")
    return is_loopback(name) or name.endswith(".localhost")


def is_loopback(host: str) -> bool:
    """Whether a host, in lower case and with the brackets of an IPv6 address, is this machine.

    An IPv6 address that is a notation of an IPv4 address is that one; before Python 3.13 `is_loopback` did not say so.
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
