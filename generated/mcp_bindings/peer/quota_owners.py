"""Owners of data that a server stores: the quota of an owner counts all data that its requests have caused."""

from __future__ import annotations

from contextvars import ContextVar

request_owner: ContextVar[str | None] = ContextVar("request_owner", default=None)
"""The owner of the request that the current task handles, set by the transport; None for no quota."""


def owner_key(owner: str | None, item_id: str) -> str:
    """Return the key under which a stored item counts: its owner, or the item itself if it has no owner.

    Args:
        owner: the owner of the item; None if it has none.
        item_id: id of the item.
    """
    return f"its own {item_id}" if owner is None else f"of {owner}"
