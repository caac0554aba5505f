"""What a server lists itself: its tools, prompts, resources and templates, as its own handlers list them."""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from hashlib import sha256
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from ..context import Context

Item = TypeVar("Item")

MAX_ITEMS = 10_000
"""Items of one list that are known."""

_MAX_PAGES = 1_000
"""Pages of one list that are read."""

_MAX_OWNERS = 1_000
"""Those whose lists are known; the least recently used ones are forgotten."""

_MAX_READINGS = 3
"""Readings of a list that changes each time while it is read; the last one counts."""

_PAUSE = 0.25
"""Seconds between two readings of a list for the sake of items that it does not have; whoever asks for one waits."""

FetchPage: TypeAlias = Callable[[str | None, Context], Awaitable[Any]]
"""Calls the handler of a list with a cursor, and returns its typed page."""


Owner: TypeAlias = tuple[str, str, str]
"""Who is shown a list: the key of a principal, the id of a revision, and a hash of the capabilities of the client."""


class ListKind(NamedTuple):
    """One kind of list, by attributes of its types."""

    items: str
    """The attribute of a page that has its items."""

    key: str
    """The attribute of an item that other requests name it by."""


class _Known(Generic[Item]):
    """One list, as far as it is known.

    Attributes:
        listed: its items, typed, by their names or URIs.
        is_complete: whether all items are known.
        made: what was made of the items.
    """

    def __init__(self, listed: dict[str, Any], *, is_complete: bool) -> None:
        self.listed = listed
        self.is_complete = is_complete
        self.made: dict[str, Item] = {}


class OwnList(Generic[Item]):
    """The items that a server lists with one method.

    The list is read from its handler when an item of it is needed for the first time, separately for each principal,
    revision and set of capabilities of clients, since the handler may show each of them other items. It is read again
    after `forget`, and when an item is asked for that it does not have, so that an item is known as soon as the handler
    lists it. To bound the work, all who ask for such items at the same time wait for one reading, and one reading
    begins at most every quarter of a second. Pages that the server sends its clients are learned too.

    Args:
        kind: of the list.
        fetch: calls the handler; None if there is none, so that nothing is listed.
        make: makes what `find` returns of a typed item, once for each.
        clock: returns seconds that never go back.
    """

    def __init__(
        self,
        kind: ListKind,
        fetch: FetchPage | None,
        make: Callable[[Any], Item],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.kind = kind
        self._fetch = fetch
        self._make = make
        self._clock = clock
        self._of_owner: OrderedDict[Owner, _Known[Item]] = OrderedDict()
        self._latest: _Known[Item] | None = None
        self._read_at: dict[Owner, float] = {}
        """When the last reading of each whole list began."""
        self._changes = 0
        self._reading: WeakValueDictionary[Owner, asyncio.Lock] = WeakValueDictionary()

    @property
    def has_handler(self) -> bool:
        """Whether the server has this list."""
        return self._fetch is not None

    def known(self, name: str, context: Context) -> Item | None:
        """An item, if it is known already."""
        known = self._of_owner.get(owner_of(context))
        return None if known is None else self._made(known, name)

    def shown(self, name: str) -> Item | None:
        """An item that somebody was shown, whoever that was."""
        for known in reversed(self._of_owner.values()):
            found = self._made(known, name)
            if found is not None:
                return found
        return None

    async def find(self, name: str, context: Context) -> Item | None:
        """An item by its name or URI, after the list is read if need be; None if the list does not have it.

        Args:
            name: of the item.
            context: of the request that names it, with which the handler of the list is called.
        """
        known = self._recent(context)
        if known is None or name not in known.listed:
            known = await self._read_again(context, lambda known: name in known.listed)
        return self._made(known, name)

    async def all(self, context: Context) -> list[Item]:
        """All items, after the list is read if it is not known yet."""
        known = self._recent(context)
        if known is None or owner_of(context) not in self._read_at:
            known = await self._read_again(context, lambda _: True)
        return self._all_made(known)

    async def all_now(self, context: Context) -> list[Item]:
        """All items, after the list is read again."""
        return self._all_made(await self._read_again(context, lambda _: False))

    def lacks(self, name: str, context: Context) -> bool:
        """Whether the whole list is known, and does not have an item."""
        known = self._of_owner.get(owner_of(context))
        return known is not None and known.is_complete and name not in known.listed

    def learn(self, page: Any, owner: Owner) -> None:
        """Remember the items of a typed page, in place of earlier ones of the same names."""
        known = self._of_owner.get(owner)
        before: Mapping[str, Any] = {} if known is None else known.listed
        found = self._items(page)
        if known is not None and all(before.get(name) is item or before.get(name) == item for name, item in found):
            return
        after = {**before, **dict(found)}
        is_complete = known is not None and known.is_complete and len(after) <= MAX_ITEMS
        self._keep(owner, _Known(_bounded(after), is_complete=is_complete))

    def forget(self) -> None:
        """Read the list again when it is needed the next time, since it has changed."""
        self._changes += 1
        self._of_owner.clear()
        self._read_at.clear()
        self._latest = None

    async def _read_again(self, context: Context, is_enough: Callable[[_Known[Item]], bool]) -> _Known[Item]:
        """Wait for a reading of the list that begins after this is called, or for an earlier one that is enough."""
        owner, asked_at = owner_of(context), self._clock()
        async with self._reading.setdefault(owner, asyncio.Lock()):
            known, read_at = self._of_owner.get(owner), self._read_at.get(owner)
            if known is None or read_at is None:
                return await self._read(context)
            if self._fetch is None or read_at > asked_at or is_enough(known):
                return known
            pause = read_at + _PAUSE - self._clock()
            if pause > 0 and not known.is_complete:
                return known  # nothing is refused because of it
            await asyncio.sleep(pause)
            return await self._read(context)

    async def _read_pages(self, context: Context) -> tuple[dict[str, Any], bool]:
        """The items of all pages, and whether these are all."""
        found: dict[str, Any] = {}
        cursor: str | None = None
        if self._fetch is None:
            return found, True
        for _ in range(_MAX_PAGES):
            page = await self._fetch(cursor, context)
            found |= self._items(page)
            cursor = getattr(page, "next_cursor", None)
            if cursor is None or len(found) > MAX_ITEMS:
                break
        return found, cursor is None and len(found) <= MAX_ITEMS

    async def _read(self, context: Context) -> _Known[Item]:
        """Read the list, once more if it has changed meanwhile, and keep what was learned of it before."""
        found: dict[str, Any] = {}
        began_at, is_complete = 0.0, False
        for _ in range(_MAX_READINGS):
            began_at, changes = self._clock(), self._changes
            found, is_complete = await self._read_pages(context)
            if changes == self._changes:
                break
        owner = owner_of(context)
        earlier = self._of_owner.get(owner)
        listed = _bounded(found if earlier is None else {**earlier.listed, **found})
        known = self._latest
        if known is None or known.listed != listed:
            known = self._latest = _Known[Item](listed, is_complete=is_complete)
        known.is_complete = is_complete
        self._read_at[owner] = began_at
        self._keep(owner, known)
        return known

    def _recent(self, context: Context) -> _Known[Item] | None:
        owner = owner_of(context)
        known = self._of_owner.get(owner)
        if known is not None:
            self._of_owner.move_to_end(owner)
        return known

    def _keep(self, owner: Owner, known: _Known[Item]) -> None:
        self._of_owner[owner] = known
        self._of_owner.move_to_end(owner)
        if len(self._of_owner) > _MAX_OWNERS:
            forgotten, _ = self._of_owner.popitem(last=False)
            self._read_at.pop(forgotten, None)

    def _items(self, page: Any) -> list[tuple[str, Any]]:
        return [(getattr(item, self.kind.key), item) for item in getattr(page, self.kind.items)]

    def _all_made(self, known: _Known[Item]) -> list[Item]:
        return [each for name in known.listed if (each := self._made(known, name)) is not None]

    def _made(self, known: _Known[Item], name: str) -> Item | None:
        if name not in known.made and name in known.listed:
            known.made[name] = self._make(known.listed[name])
        return known.made.get(name)


def owner_of(context: Context) -> Owner:
    """Whom a list is for that is sent in response to a message."""
    return principal_of(context), context.revision.id, _hash_of(context.peer_capabilities)


def principal_of(context: Context) -> str:
    """The key of whom a message is authorized for; empty without authorization."""
    return "" if context.principal is None else context.principal.key


def _hash_of(capabilities: Mapping[str, Any]) -> str:
    """The same text for equal capabilities, and a short one for all."""
    return sha256(json.dumps(capabilities, sort_keys=True).encode()).hexdigest() if capabilities else ""


def _bounded(items: dict[str, Any]) -> dict[str, Any]:
    """The last items, as many as may be known."""
    return dict(list(items.items())[-MAX_ITEMS:]) if len(items) > MAX_ITEMS else items
