"""IP addresses that belong to no public server.

The list is here since the list of the module `ipaddress` differs between versions of Python.

Sources: IANA's registries of special-purpose IPv4 and IPv6 addresses, of the IPv6 address space and of multicast
addresses; and cloud providers' documentation of the addresses at which a virtual machine gets its own credentials.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network
from typing import NamedTuple

_NAT64 = IPv6Network("64:ff9b::/96")
"""IPv6 addresses that stand for IPv4 addresses (RFC 6052). Networks without IPv4 reach public servers by them."""


class SpecialRange(NamedTuple):
    """Range of IP addresses that belong to no public server, with the use of these addresses as the reason."""

    network: IPv4Network | IPv6Network
    reason: str


SPECIAL_RANGES = tuple(
    SpecialRange(ip_network(network), reason)
    for network, reason in (
        ("0.0.0.0/8", "this network, which reaches this machine (RFC 791)"),
        ("10.0.0.0/8", "private (RFC 1918)"),
        (
            "100.64.0.0/10",
            "shared by customers of a provider (RFC 6598); 100.100.100.200 has credentials at Alibaba Cloud",
        ),
        ("127.0.0.0/8", "this machine (RFC 1122)"),
        ("168.63.129.16/32", "the host of a virtual machine at Azure, in public space"),
        ("169.254.0.0/16", "this link (RFC 3927); 169.254.169.254 has credentials at most clouds"),
        ("172.16.0.0/12", "private (RFC 1918)"),
        ("192.0.0.0/24", "assigned to protocols (RFC 6890); 192.0.0.192 has credentials at Oracle Cloud"),
        ("192.0.2.0/24", "for documentation (RFC 5737)"),
        ("192.88.99.0/24", "relays of 6to4, deprecated (RFC 7526)"),
        ("192.168.0.0/16", "private (RFC 1918)"),
        ("198.18.0.0/15", "for benchmarks (RFC 2544)"),
        ("198.51.100.0/24", "for documentation (RFC 5737)"),
        ("203.0.113.0/24", "for documentation (RFC 5737)"),
        ("224.0.0.0/4", "multicast (RFC 5771)"),
        ("240.0.0.0/4", "reserved, and the broadcast address (RFC 1112)"),
        # Of IPv6, only 2000::/3 is allocated to servers. Loopback ::1, the IPv4-compatible ::/96, local NAT64, fc00::/7
        # (private; fd00:ec2::254 has credentials at AWS), fe80::/10, fec0::/10 and multicast ff00::/8 are outside.
        ("::/3", "no global unicast address (IANA, IPv6 address space)"),
        ("4000::/2", "no global unicast address (IANA, IPv6 address space)"),
        ("8000::/1", "no global unicast address (IANA, IPv6 address space)"),
        ("2001::/23", "assigned to protocols (RFC 2928), among them Teredo, which has IPv4 addresses in it"),
        ("2001:db8::/32", "for documentation (RFC 3849)"),
        ("2002::/16", "6to4, which has an IPv4 address in it, deprecated (RFC 7526)"),
        ("3fff::/20", "for documentation (RFC 9637)"),
    )
)


def unwrap_ipv4(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Return the IPv4 address inside an IPv4-mapped or NAT64 address, else the address itself."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return address.ipv4_mapped
        if address in _NAT64:
            return IPv4Address(int(address) & 0xFFFFFFFF)
    return address


def find_special_range(address: IPv4Address | IPv6Address) -> SpecialRange | None:
    """Return the row of `SPECIAL_RANGES` that contains an address; None for a public address.

    An IPv4 address inside an IPv6 address is not looked up: call `unwrap_ipv4` first.
    """
    return next(
        (row for row in SPECIAL_RANGES if address.version == row.network.version and address in row.network), None
    )
