"""Owners of the data that a server stores. The quota of an owner counts all data that requests of this owner caused."""

from __future__ import annotations

from contextvars import ContextVar

request_owner: ContextVar[str | None] = ContextVar("request_owner", default=None)
"""The owner of the request that the current task handles; None if no quota counts the data of the
request. The transport sets the owner.
"""


def owner_key(owner: str | None, item_id: str) -> str:
    """Return the key of the quota that counts a stored item: the quota of its owner, or one for this item alone.

    Args:
        owner: the owner of the item; None if the item has no owner.
        item_id: id of the item.
    """
    return f"its own {item_id}" if owner is None else f"of {owner}"
