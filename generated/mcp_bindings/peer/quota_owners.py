"""Whose quota counts what a server keeps: the sender of the request that is being handled."""

from __future__ import annotations

from contextvars import ContextVar

request_owner: ContextVar[str | None] = ContextVar("request_owner", default=None)
"""The owner of the request that this task handles, which the transport knows; None for no quota."""


def owner_key(owner: str | None, item_id: str) -> str:
    """Return the key under which something counts: its owner, or itself if it has none.

    Args:
        owner: of it.
        own: its id.
    """
    return f"its own {item_id}" if owner is None else f"of {owner}"
