"""What a server lists itself: its tools, prompts, resources and templates, as its own handlers list them."""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from hashlib import sha256
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, cast
from weakref import WeakValueDictionary

from ..codec.encoding import encode_any
from ..limits import MAX_ITEMS, MAX_LISTED, listed_size
from ..peer.context import Context

Item = TypeVar("Item")

_MAX_PAGES = 1_000
"""Pages of one list that are read."""

_MAX_KEYS = 1_000
"""Those whose lists are known; the least recently used ones are forgotten."""

_ENTRY_SIZE = 200
"""Bytes that the place of an item in a list counts for, and the place of an owner."""

_MAX_READINGS = 3
"""Readings of a list that changes each time while it is read; the last one counts."""

_READING_INTERVAL = 0.25
"""Seconds between two readings of a list for the sake of items that it does not have; whoever asks for one waits."""

FetchPage: TypeAlias = Callable[[str | None, Context], Awaitable[Any]]
"""Calls the handler of a list with a cursor, and returns its typed page."""


CacheKey: TypeAlias = tuple[str, str, str]
"""Who is shown a list: the key of a principal, the id of a revision, and a hash of the capabilities of the client."""


class ListKind(NamedTuple):
    """One kind of list, by attributes of its types."""

    items: str
    """The attribute of a page that has its items."""

    key: str
    """The attribute of an item that other requests name it by."""


class _CachedItem(Generic[Item]):
    """An item of one list, shared by everybody whose list has an equal one.

    Attributes:
        item: typed.
        size: bytes that it counts for.
        uses: the number of lists that have it.
        made: what was made of it; empty before that.
    """

    __slots__ = ("derived", "digest", "item", "size", "uses")

    def __init__(self, item: Any, text: bytes, digest: bytes) -> None:
        self.item = item
        self.digest = digest
        self.size = listed_size(text)
        self.uses = 0
        self.derived: list[Item] = []


class _CachedList(Generic[Item]):
    """One list, as far as it is known, shared by everybody whose list is equal.

    Attributes:
        listed: its items by their names or URIs.
        is_complete: whether all items are known.
        key: the same for equal lists.
        uses: the number of those whose list it is.
    """

    def __init__(self, listed: dict[str, _CachedItem[Item]], key: bytes, *, is_complete: bool) -> None:
        self.items = listed
        self.is_complete = is_complete
        self.key = key
        self.uses = 0

    @property
    def size(self) -> int:
        """Bytes that it counts for besides its items."""
        return _ENTRY_SIZE * (1 + len(self.items))


class _CachedLists(Generic[Item]):
    """The lists that are known, by owner. Equal lists and equal items of different lists are kept once.

    Attributes:
        size: bytes that all of them count for.
    """

    def __init__(self) -> None:
        self.size = 0
        self._by_key: OrderedDict[CacheKey, _CachedList[Item]] = OrderedDict()
        self._lists: dict[bytes, _CachedList[Item]] = {}
        self._items: dict[bytes, _CachedItem[Item]] = {}

    def get(self, key: CacheKey) -> _CachedList[Item] | None:
        """The list of an owner, which is used now."""
        known = self._by_key.get(key)
        if known is not None:
            self._by_key.move_to_end(key)
        return known

    def iterate_lists(self) -> Iterable[_CachedList[Item]]:
        """Every list once, the newest first."""
        return reversed(self._lists.values())

    def store(
        self, cache_key: CacheKey, items: Mapping[str, Any], *, is_complete: bool
    ) -> tuple[_CachedList[Item], list[CacheKey]]:
        """Keep the list of an owner, in place of an earlier one.

        Args:
            cache_key: of the list.
            items: by their names; each is typed, or one that is kept already.
            is_complete: whether these are all.

        Returns:
            The list, and those whose lists were forgotten for it, the least recently used ones.
        """
        listed = {name: self._find_item(item) for name, item in items.items()}
        parts = [bytes([is_complete]), *(each.digest for each in listed.values())]
        key = sha256(b"".join(parts)).digest()
        known = self._lists.get(key)
        if known is None:
            known = self._lists[key] = _CachedList(listed, key, is_complete=is_complete)
            self.size += known.size
            for each in listed.values():
                self._count_use(each)
        known.uses += 1
        self._drop(cache_key)
        self._by_key[cache_key] = known
        self.size += _ENTRY_SIZE
        forgotten: list[CacheKey] = []
        while len(self._by_key) > 1 and (len(self._by_key) > _MAX_KEYS or self.size > MAX_LISTED):
            forgotten.append(next(iter(self._by_key)))
            self._drop(forgotten[-1])
        return known, forgotten

    def clear(self) -> None:
        """Forget all."""
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

    def _drop(self, key: CacheKey) -> None:
        known = self._by_key.pop(key, None)
        if known is None:
            return
        self.size -= _ENTRY_SIZE
        known.uses -= 1
        if known.uses:
            return
        del self._lists[known.key]
        self.size -= known.size
        for each in known.items.values():
            each.uses -= 1
            if not each.uses:
                del self._items[each.digest]
                self.size -= each.size


class ListCache(Generic[Item]):
    """The items that a server lists with one method.

    The list is read from its handler when an item of it is needed for the first time, separately for each principal,
    revision and set of capabilities of clients, since the handler may show each of them other items. It is read again
    after `forget`, and when an item is asked for that it does not have, so that an item is known as soon as the handler
    lists it. To bound the work, all who ask for such items at the same time wait for one reading, and one reading
    begins at most every quarter of a second. Pages that the server sends its clients are learned too. Equal items are
    kept once, and all of them together are bounded in bytes.

    Args:
        kind: of the list.
        fetch: calls the handler; None if there is none, so that nothing is listed.
        derive_item: makes what `find` returns of a typed item, once for each.
        clock: returns seconds that never go back.
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
        """When the last reading of each whole list began."""
        self._changes = 0
        self._reading: WeakValueDictionary[CacheKey, asyncio.Lock] = WeakValueDictionary()

    @property
    def has_handler(self) -> bool:
        """Whether the server has this list."""
        return self._fetch is not None

    def cached(self, name: str, context: Context) -> Item | None:
        """An item, if it is known already."""
        known = self._lists.get(make_cache_key(context))
        return None if known is None else self._derive(known, name)

    def cached_for_anyone(self, name: str) -> Item | None:
        """An item that somebody was shown, whoever that was."""
        for known in self._lists.iterate_lists():
            found = self._derive(known, name)
            if found is not None:
                return found
        return None

    async def get(self, name: str, context: Context) -> Item | None:
        """An item by its name or URI, after the list is read if need be; None if the list does not have it.

        Args:
            name: of the item.
            context: of the request that names it, with which the handler of the list is called.
        """
        known = self._lists.get(make_cache_key(context))
        if known is None or name not in known.items:
            known = await self._wait_for_reading(context, lambda known: name in known.items)
        return self._derive(known, name)

    async def get_all(self, context: Context) -> list[Item]:
        """All items, after the list is read if it is not known yet."""
        known = self._lists.get(make_cache_key(context))
        if known is None or make_cache_key(context) not in self._read_at:
            known = await self._wait_for_reading(context, lambda _: True)
        return self._derive_all(known)

    async def reread_all(self, context: Context) -> list[Item]:
        """All items, after the list is read again."""
        return self._derive_all(await self._wait_for_reading(context, lambda _: False))

    def is_known_absent(self, name: str, context: Context) -> bool:
        """Whether the whole list is known, and does not have an item."""
        known = self._lists.get(make_cache_key(context))
        return known is not None and known.is_complete and name not in known.items

    def remember_page(self, page: Any, key: CacheKey) -> None:
        """Remember the items of a typed page, in place of earlier ones of the same names."""
        known = self._lists.get(key)
        before: Mapping[str, _CachedItem[Item]] = {} if known is None else known.items
        found = self._list_items(page)
        if known is not None and all(name in before and _is_equal(before[name].item, item) for name, item in found):
            return
        after = {**before, **dict(found)}
        is_complete = known is not None and known.is_complete and len(after) <= MAX_ITEMS
        self._store(key, after, is_complete=is_complete)

    def invalidate(self) -> None:
        """Read the list again when it is needed the next time, since it has changed."""
        self._changes += 1
        self._lists.clear()
        self._read_at.clear()

    async def _wait_for_reading(
        self, context: Context, is_enough: Callable[[_CachedList[Item]], bool]
    ) -> _CachedList[Item]:
        """Wait for a reading of the list that begins after this is called, or for an earlier one that is enough."""
        owner, asked_at = make_cache_key(context), self._clock()
        async with self._reading.setdefault(owner, asyncio.Lock()):
            known, read_at = self._lists.get(owner), self._read_at.get(owner)
            if known is None or read_at is None:
                return await self._read(context)
            if self._fetch is None or read_at > asked_at or is_enough(known):
                return known
            pause = read_at + _READING_INTERVAL - self._clock()
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
            found |= self._list_items(page)
            cursor = getattr(page, "next_cursor", None)
            if cursor is None or len(found) > MAX_ITEMS:
                break
        return found, cursor is None and len(found) <= MAX_ITEMS

    async def _read(self, context: Context) -> _CachedList[Item]:
        """Read the list, once more if it has changed meanwhile, and keep what was learned of it before."""
        found: dict[str, Any] = {}
        began_at, is_complete = 0.0, False
        for _ in range(_MAX_READINGS):
            began_at, changes = self._clock(), self._changes
            found, is_complete = await self._read_pages(context)
            if changes == self._changes:
                break
        owner = make_cache_key(context)
        earlier = self._lists.get(owner)
        self._read_at[owner] = began_at
        return self._store(owner, found if earlier is None else {**earlier.items, **found}, is_complete=is_complete)

    def _store(self, key: CacheKey, items: dict[str, Any], *, is_complete: bool) -> _CachedList[Item]:
        known, forgotten = self._lists.store(key, _newest_items(items), is_complete=is_complete)
        for each in forgotten:
            self._read_at.pop(each, None)
        return known

    def _list_items(self, page: Any) -> list[tuple[str, Any]]:
        return [(getattr(item, self.kind.key), item) for item in getattr(page, self.kind.items)]

    def _derive_all(self, known: _CachedList[Item]) -> list[Item]:
        return [each for name in known.items if (each := self._derive(known, name)) is not None]

    def _derive(self, known: _CachedList[Item], name: str) -> Item | None:
        listed = known.items.get(name)
        if listed is None:
            return None
        if not listed.derived:
            listed.derived.append(self._derive_item(listed.item))
        return listed.derived[0]


def _is_equal(one: Any, other: Any) -> bool:
    return one is other or one == other


def make_cache_key(context: Context) -> CacheKey:
    """Whom a list is for that is sent in response to a message."""
    return get_principal_key(context), context.revision.id, _hash_capabilities(context.peer_capabilities)


def get_principal_key(context: Context) -> str:
    """The key of whom a message is authorized for; empty without authorization."""
    return "" if context.principal is None else context.principal.key


def _hash_capabilities(capabilities: Mapping[str, Any]) -> str:
    """The same text for equal capabilities, and a short one for all."""
    return sha256(json.dumps(capabilities, sort_keys=True).encode()).hexdigest() if capabilities else ""


def _newest_items(items: dict[str, Any]) -> dict[str, Any]:
    """The last items, as many as may be known."""
    return dict(list(items.items())[-MAX_ITEMS:]) if len(items) > MAX_ITEMS else items
