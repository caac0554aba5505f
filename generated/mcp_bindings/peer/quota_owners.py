"""Owners of data that a server stores: the quota of an owner counts all data that its requests have caused."""

from __future__ import annotations

from contextvars import ContextVar

request_owner: ContextVar[str | None] = ContextVar("request_owner", default=None)
"""The owner of the request that the current task handles; None if no quota counts it. The transport sets the owner."""


def owner_key(owner: str | None, item_id: str) -> str:
    """Return the key under which a stored item counts. The item counts for its owner, or for itself without an owner.

    Args:
        owner: the owner of the item; None if the item has no owner.
        item_id: id of the item.
    """
    return f"its own {item_id}" if owner is None else f"of {owner}"
