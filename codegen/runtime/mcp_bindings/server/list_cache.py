"""Caches of the lists of a server: its tools, prompts, resources and templates, as its own handlers return them."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from hashlib import sha256
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, cast
from weakref import WeakValueDictionary

from ..codec.encoding import encode_any
from ..limits import MAX_LIST_ITEMS, MAX_LIST_SIZE, measure_list_item
from ..peer.context import Context, get_principal_key

Item = TypeVar("Item")

_MAX_PAGES = 1_000
"""Largest number of pages that are read of one list."""

_MAX_KEYS = 1_000
"""Largest number of cache keys. Beyond it, the least recently used keys are forgotten."""

_ENTRY_SIZE = 200
"""Bytes that are counted for each cache key, for each list, and for each name of an item in a list."""

_MAX_READINGS = 3
"""Largest number of readings of a list that changes while it is read. The last reading counts."""

_READING_INTERVAL = 0.25
"""Smallest number of seconds between the starts of two readings of a list. A request for an item that the list lacks
waits until the next reading.
"""

FetchPage: TypeAlias = Callable[[str | None, Context], Awaitable[Any]]
"""A function that calls the handler of a list with a cursor, and returns the typed page."""


CacheKey: TypeAlias = tuple[str, str, str]
"""The key of a cached list: the key of a principal, the id of a revision, and a hash of the client's capabilities."""


class ListKind(NamedTuple):
    """A kind of list, for example a list of tools."""

    items: str
    """The attribute of a page that holds the items of the page."""

    key: str
    """The attribute of an item that identifies it in other requests."""


class _CachedItem(Generic[Item]):
    """An item that all cached lists with an equal item share.

    Attributes:
        item: the typed item.
        digest: the SHA-256 of the item's text, equal for equal items.
        size: bytes that the item counts for.
        uses: the number of lists that have the item.
        derived: a list with the value that was derived from the item; empty before a value is derived.
    """

    __slots__ = ("derived", "digest", "item", "size", "uses")

    def __init__(self, item: Any, text: bytes, digest: bytes) -> None:
        self.item = item
        self.digest = digest
        self.size = measure_list_item(text)
        self.uses = 0
        self.derived: list[Item] = []


class _CachedList(Generic[Item]):
    """The cached part of a list. All cache keys with an equal list share it.

    Attributes:
        items: the items by their names or URIs.
        is_complete: True if `items` has all items of the list.
        key: a hash, equal for equal lists.
        uses: the number of cache keys that have the list.
    """

    def __init__(self, listed: dict[str, _CachedItem[Item]], key: bytes, *, is_complete: bool) -> None:
        self.items = listed
        self.is_complete = is_complete
        self.key = key
        self.uses = 0

    @property
    def size(self) -> int:
        """The bytes that the list counts for in addition to its items."""
        return _ENTRY_SIZE * (1 + len(self.items))


class _CachedLists(Generic[Item]):
    """The cached lists of one kind. Equal lists are kept once, and so are equal items of different lists.

    Attributes:
        size: bytes that all lists and items count for.
    """

    def __init__(self) -> None:
        self.size = 0
        self._by_key: OrderedDict[CacheKey, _CachedList[Item]] = OrderedDict()
        self._lists: dict[bytes, _CachedList[Item]] = {}
        self._items: dict[bytes, _CachedItem[Item]] = {}

    def get_list(self, key: CacheKey) -> _CachedList[Item] | None:
        """Return the list of a cache key, and mark the key as used. Return None for an unknown key."""
        found = self._by_key.get(key)
        if found is not None:
            self._by_key.move_to_end(key)
        return found

    def iterate_lists(self) -> Iterable[_CachedList[Item]]:
        """Return an iterator over the distinct lists, the newest first."""
        return reversed(self._lists.values())

    def store_list(
        self, cache_key: CacheKey, items: Mapping[str, Any], *, is_complete: bool
    ) -> tuple[_CachedList[Item], list[CacheKey]]:
        """Store a list under a cache key, in place of an earlier one.

        Args:
            cache_key: the key of the list.
            items: the items by their names; each typed, or a `_CachedItem`.
            is_complete: whether these are all items of the list.

        Returns:
            The list, and the cache keys that were forgotten to make room for it: the least recently used ones.
        """
        listed = {name: self._find_item(item) for name, item in items.items()}
        parts = [bytes([is_complete]), *(each.digest for each in listed.values())]
        key = sha256(b"".join(parts)).digest()
        stored = self._lists.get(key)
        if stored is None:
            stored = self._lists[key] = _CachedList(listed, key, is_complete=is_complete)
            self.size += stored.size
            for each in listed.values():
                self._count_use(each)
        stored.uses += 1
        self._drop_list(cache_key)
        self._by_key[cache_key] = stored
        self.size += _ENTRY_SIZE
        forgotten: list[CacheKey] = []
        while len(self._by_key) > 1 and (len(self._by_key) > _MAX_KEYS or self.size > MAX_LIST_SIZE):
            forgotten.append(next(iter(self._by_key)))
            self._drop_list(forgotten[-1])
        return stored, forgotten

    def clear(self) -> None:
        """Forget all lists."""
        self._by_key.clear()
        self._lists.clear()
        self._items.clear()
        self.size = 0

    def _find_item(self, item: Any) -> _CachedItem[Item]:
        if item.__class__ is _CachedItem:
            return cast("_CachedItem[Item]", item)
        text = encode_any(item)
        digest = sha256(text).digest()
        found = self._items.get(digest)
        return _CachedItem(item, text, digest) if found is None else found

    def _count_use(self, each: _CachedItem[Item]) -> None:
        if not each.uses:
            self._items[each.digest] = each
            self.size += each.size
        each.uses += 1

    def _drop_list(self, key: CacheKey) -> None:
        dropped = self._by_key.pop(key, None)
        if dropped is None:
            return
        self.size -= _ENTRY_SIZE
        dropped.uses -= 1
        if dropped.uses:
            return
        del self._lists[dropped.key]
        self.size -= dropped.size
        for each in dropped.items.values():
            each.uses -= 1
            if not each.uses:
                del self._items[each.digest]
                self.size -= each.size


class ListCache(Generic[Item]):
    """A cache of the items that a server lists with one method.

    The handler of the list is called when an item is needed for the first time, separately for each principal, revision
    and set of client capabilities, because the handler may list different items for each. The handler is called again
    after `invalidate`, and when a request names an item that the list does not have. So a new item is found as soon as
    the handler lists it. To bound the work, concurrent requests for absent items wait for one reading of the list, and
    a reading begins at most every quarter of a second. Pages that the server sends its clients are remembered too.
    Equal items are kept once, and the bytes of all items are bounded.

    Args:
        kind: the kind of the list.
        fetch: a function that calls the handler; None if the handler is not overridden. Then the list is empty.
        derive_item: a function that makes a value from a typed item, once for each item. `get_item` returns this value.
        clock: a function that returns a time in seconds that never goes back.
    """

    def __init__(
        self,
        kind: ListKind,
        fetch: FetchPage | None,
        derive_item: Callable[[Any], Item],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.kind = kind
        self._fetch = fetch
        self._derive_item = derive_item
        self._clock = clock
        self._lists: _CachedLists[Item] = _CachedLists()
        self._read_at: dict[CacheKey, float] = {}
        """The start time of the last reading of each whole list."""
        self._changes = 0
        self._earlier_names: set[str] = set()
        """The names that the cached lists had before the last change of the list at which a list was cached."""
        self._reading: WeakValueDictionary[tuple[asyncio.AbstractEventLoop, CacheKey], asyncio.Lock] = (
            WeakValueDictionary()
        )
        """The lock of each reading, since a lock works in one event loop only."""

    @property
    def has_handler(self) -> bool:
        """True if the server has a handler for this list."""
        return self._fetch is not None

    def get_cached_item(self, name: str, context: Context) -> Item | None:
        """Return an item from the cache alone; None if the item is not cached for this request."""
        found = self._lists.get_list(make_cache_key(context))
        return None if found is None else self._derive_value(found, name)

    def get_item_cached_for_anyone(self, name: str) -> Item | None:
        """Return an item that is cached under any key; None if no cached list has the item."""
        for cached in self._lists.iterate_lists():
            found = self._derive_value(cached, name)
            if found is not None:
                return found
        return None

    def has_listed(self, name: str) -> bool:
        """Return whether a list that is cached under any key has an item, or had the item at the last change at which
        lists were cached.
        """
        return name in self._earlier_names or any(name in each.items for each in self._lists.iterate_lists())

    async def get_item(self, name: str, context: Context) -> Item | None:
        """Return an item. Read the list first if the item is not cached.

        Args:
            name: the name or URI of the item.
            context: the context of the request that names the item; the handler of the list gets it too.

        Returns:
            The item; None if the list does not have it.

        Raises:
            BaseException: the handler of the list has raised this exception.
        """
        found = self._lists.get_list(make_cache_key(context))
        if found is None or name not in found.items:
            found = await self._wait_for_reading(context, lambda found: name in found.items)
        return self._derive_value(found, name)

    async def get_all_items(self, context: Context) -> list[Item]:
        """Return all items. Read the list first if the whole list has not been read yet.

        Raises:
            BaseException: the handler of the list has raised this exception.
        """
        found = self._lists.get_list(make_cache_key(context))
        if found is None or make_cache_key(context) not in self._read_at:
            found = await self._wait_for_reading(context, lambda _: True)
        return self._derive_values(found)

    async def reread_all_items(self, context: Context) -> list[Item]:
        """Read the list again, and return all items.

        Raises:
            BaseException: the handler of the list has raised this exception.
        """
        return self._derive_values(await self._wait_for_reading(context, lambda _: False))

    def is_known_absent(self, name: str, context: Context) -> bool:
        """Return whether the whole list is cached and does not have an item."""
        found = self._lists.get_list(make_cache_key(context))
        return found is not None and found.is_complete and name not in found.items

    @property
    def changes(self) -> int:
        """The number of changes of the list that the server has announced."""
        return self._changes

    def remember_page(self, page: Any, key: CacheKey, changes: int) -> None:
        """Remember the items of a typed page, in place of earlier items of the same names.

        Args:
            page: the page.
            key: the key of the list.
            changes: the value of `changes` before the handler made the page. Do nothing if the list has changed since.
        """
        if changes != self._changes:
            return
        cached = self._lists.get_list(key)
        earlier: Mapping[str, _CachedItem[Item]] = {} if cached is None else cached.items
        found = self._list_items(page)
        if cached is not None and all(name in earlier and _is_equal(earlier[name].item, item) for name, item in found):
            return
        items = {**earlier, **dict(found)}
        is_complete = cached is not None and cached.is_complete and len(items) <= MAX_LIST_ITEMS
        self._store_list(key, items, is_complete=is_complete)

    def invalidate(self) -> None:
        """Forget the list, because it has changed. The next request that needs the list reads it again."""
        self._changes += 1
        listed = {name for each in self._lists.iterate_lists() for name in each.items}
        self._earlier_names = listed or self._earlier_names
        self._lists.clear()
        self._read_at.clear()

    async def _wait_for_reading(
        self, context: Context, is_enough: Callable[[_CachedList[Item]], bool]
    ) -> _CachedList[Item]:
        """Return the list after a reading that began after this call, or the cached list if no reading is needed.

        No reading is needed if the cached list is enough, if it is not complete and was read a moment ago, or if the
        server has no handler of the list.

        Args:
            context: the context of the request that needs the list.
            is_enough: a function that returns whether the cached list is enough.

        Raises:
            BaseException: the handler of the list has raised this exception.
        """
        key, asked_at = make_cache_key(context), self._clock()
        async with self._reading.setdefault((asyncio.get_running_loop(), key), asyncio.Lock()):
            cached, read_at = self._lists.get_list(key), self._read_at.get(key)
            if cached is None or read_at is None:
                return await self._read_list(context)
            if self._fetch is None or read_at > asked_at or is_enough(cached):
                return cached
            pause = read_at + _READING_INTERVAL - self._clock()
            if pause > 0 and not cached.is_complete:
                return cached  # an incomplete list rejects no request
            await asyncio.sleep(pause)
            return await self._read_list(context)

    async def _read_pages(self, context: Context) -> tuple[dict[str, Any], bool]:
        """Return the items of the pages by name, and whether these are all items of the list. Reading stops at a bound
        of pages or items. Without a handler, the list is empty and complete.

        Raises:
            BaseException: the handler of the list has raised this exception.
        """
        found: dict[str, Any] = {}
        cursor: str | None = None
        if self._fetch is None:
            return found, True
        for _ in range(_MAX_PAGES):
            page = await self._fetch(cursor, context)
            found |= self._list_items(page)
            cursor = getattr(page, "next_cursor", None)
            if cursor is None or len(found) > MAX_LIST_ITEMS:
                break
        return found, cursor is None and len(found) <= MAX_LIST_ITEMS

    async def _read_list(self, context: Context) -> _CachedList[Item]:
        """Read the list, and again if the list has changed meanwhile. Add the items to the cached list, and return the
        cached list.

        Raises:
            BaseException: the handler of the list has raised this exception.
        """
        found: dict[str, Any] = {}
        began_at, is_complete = 0.0, False
        for _ in range(_MAX_READINGS):
            began_at, changes = self._clock(), self._changes
            found, is_complete = await self._read_pages(context)
            if changes == self._changes:
                break
        key = make_cache_key(context)
        earlier = self._lists.get_list(key)
        self._read_at[key] = began_at
        return self._store_list(key, found if earlier is None else {**earlier.items, **found}, is_complete=is_complete)

    def _store_list(self, key: CacheKey, items: dict[str, Any], *, is_complete: bool) -> _CachedList[Item]:
        stored, forgotten = self._lists.store_list(key, _select_newest_items(items), is_complete=is_complete)
        for each in forgotten:
            self._read_at.pop(each, None)
        return stored

    def _list_items(self, page: Any) -> list[tuple[str, Any]]:
        return [(getattr(item, self.kind.key), item) for item in getattr(page, self.kind.items)]

    def _derive_values(self, cached_list: _CachedList[Item]) -> list[Item]:
        return [each for name in cached_list.items if (each := self._derive_value(cached_list, name)) is not None]

    def _derive_value(self, cached_list: _CachedList[Item], name: str) -> Item | None:
        listed = cached_list.items.get(name)
        if listed is None:
            return None
        if not listed.derived:
            listed.derived.append(self._derive_item(listed.item))
        return listed.derived[0]


def _is_equal(one: Any, other: Any) -> bool:
    return one is other or one == other


def make_cache_key(context: Context) -> CacheKey:
    """Return the cache key of the lists that belong to a request."""
    return get_principal_key(context), context.revision.id, context.capabilities_hash


def _select_newest_items(items: dict[str, Any]) -> dict[str, Any]:
    """Return the last of the items, at most as many as may be cached of one list."""
    return dict(list(items.items())[-MAX_LIST_ITEMS:]) if len(items) > MAX_LIST_ITEMS else items
