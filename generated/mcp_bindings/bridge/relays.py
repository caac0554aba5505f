"""Chooses what carries messages between the eras of both sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..peer.state_signer import StateSigner
from ..translation import TranslationContext
from .declaring import declared
from .link import Link
from .new_client import NewClient
from .old_client import OldClient
from .opening import Opening
from .relay import Relay


def relay_between(
    opening: Opening, link: Link, told: Mapping[str, Any], principal: str | None, signer: StateSigner
) -> Relay:
    """What carries messages between both sides.

    Args:
        opening: The opening, which knows the client.
        link: Both ends.
        told: What the client is told that the server has.
        principal: Whose requests these are; None if nobody knows.
        signer: Signs `requestState`.
    """
    back = link.back_revision
    upward = TranslationContext(
        revision=opening.source.id,
        sender="client",
        client_capabilities=declared(opening.capabilities, "client", opening.source, [back]),
        client_info=opening.info,
    )
    if opening.era == back.era:
        return Relay(link, upward)
    if opening.era == "handshake":
        return OldClient(link, upward)
    return NewClient(link, upward, principal, signer, told)
