"""The ids that a peer has used in a session, in little memory however long the session lasts and the ids are.

No page limits the length of an id, so none is rejected for it: a long id is remembered by its digest. See `id_key`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator, ValuesView
from typing import Generic, TypeAlias, TypeVar

from ..errors import RequestId

WINDOW = 1_024
"""How many values of a kind are remembered. The oldest are forgotten then, so that no peer can fill the memory; an id
that was used longer ago can come again unnoticed."""

LONGEST = 64
"""The most characters of an id that are remembered as they are."""

LARGEST = 2**63
"""Integers below this, and above its negative, are remembered as they are."""

Run = list[int]
"""The first and the last of consecutive numbers."""

IdKey: TypeAlias = "str | int | bytes"
_T = TypeVar("_T")


def id_key(value: RequestId) -> IdKey:
    """What is remembered of an id, a progress token or another short text of the peer.

    Returns:
        The value itself, or the BLAKE2b digest of a text with more than `LONGEST` characters and of an integer
        of 64 bits or more. The digest has 16 bytes and a type of its own, so it equals no id.
    """
    if isinstance(value, str):
        return value if len(value) <= LONGEST else _digest(value)
    if -LARGEST < value < LARGEST:
        return value
    return _digest(f"{int(value):x}", b"integer")  # the text may have had a fraction of zero, such as 1e30


def _digest(text: str, kind: bytes = b"text") -> bytes:
    from hashlib import blake2b  # few peers have long ids

    # Half of a surrogate pair does not occur in what the parser has read, but a caller may pass any text.
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16, person=kind).digest()


class ById(Generic[_T]):
    """Values by request id or progress token.

    Python gives infinitely many integers the same hash, and a dict of such keys takes a time that grows with the square
    of their number. Few of them have less than 64 bits. The others are kept under their digests.

    Attributes:
        by_key: the values by what `hashable` returns of the id, for code that looks up one id several times.
    """

    __slots__ = ("by_key",)

    def __init__(self) -> None:
        self.by_key: dict[IdKey, _T] = {}

    def __contains__(self, id_: RequestId) -> bool:
        return hashable(id_) in self.by_key

    def __getitem__(self, id_: RequestId) -> _T:
        return self.by_key[hashable(id_)]

    def __setitem__(self, id_: RequestId, value: _T) -> None:
        self.by_key[hashable(id_)] = value

    def __delitem__(self, id_: RequestId) -> None:
        del self.by_key[hashable(id_)]

    def __len__(self) -> int:
        return len(self.by_key)

    def get(self, id_: RequestId) -> _T | None:
        """The value of an id; None if there is none."""
        return self.by_key.get(hashable(id_))

    def pop(self, id_: RequestId) -> _T | None:
        """Remove the value of an id and return it; None if there is none."""
        return self.by_key.pop(hashable(id_), None)

    def values(self) -> ValuesView[_T]:
        """All values, in the order in which their ids came."""
        return self.by_key.values()

    def clear(self) -> None:
        """Remove all values."""
        self.by_key.clear()


def hashable(id_: RequestId) -> IdKey:
    """The id, or the digest of an integer whose hash many others may have."""
    if type(id_) is int and -LARGEST < id_ < LARGEST:  # most ids
        return id_
    # An error without an id is looked up by None, which is the id of no request.
    is_large = isinstance(id_, (int, float)) and not -LARGEST < id_ < LARGEST
    return id_key(id_) if is_large else id_


class Recent:
    """The last few ids or tokens that were added.

    Attributes:
        keys: what `id_key` returns of them, oldest first.
        has_forgotten: whether there were too many, so that some are missing.
    """

    __slots__ = ("has_forgotten", "keys")

    def __init__(self) -> None:
        self.keys: OrderedDict[IdKey, None] = OrderedDict()
        self.has_forgotten: bool = False

    def __contains__(self, value: RequestId) -> bool:
        return bool(self.keys) and id_key(value) in self.keys

    def __iter__(self) -> Iterator[IdKey]:
        return iter(self.keys)

    def __len__(self) -> int:
        return len(self.keys)

    def add(self, value: RequestId) -> None:
        """Remember a value, and forget the oldest if there are too many."""
        self.keys[id_key(value)] = None
        if len(self.keys) > WINDOW:
            self.keys.popitem(last=False)
            self.has_forgotten = True

    def discard(self, value: RequestId) -> None:
        """Forget a value."""
        self.keys.pop(id_key(value), None)


class UsedIds:
    """The ids that one side has used: at most `WINDOW` entries of bounded size.

    Most peers count, with plain numbers or with a number at the end of a text. So this keeps runs of consecutive
    numbers, for each text before the number: a single run for such a peer, however many ids it uses.

    Attributes:
        has_forgotten: whether there were too many runs, so that some are missing.
    """

    __slots__ = ("_count", "_runs", "has_forgotten")

    def __init__(self) -> None:
        self.has_forgotten: bool = False
        self._runs: OrderedDict[str | bytes | None, list[Run]] = OrderedDict()
        self._count = 0

    def __contains__(self, id_: RequestId) -> bool:
        kind, number = _split(id_)
        runs = self._runs.get(kind)
        if runs is None or number > runs[-1][1]:
            return False
        at = bisect_right(runs, number, key=_first)
        return at > 0 and number <= runs[at - 1][1]

    def __len__(self) -> int:
        """How many runs are kept."""
        return self._count

    def claim(self, id_: RequestId) -> bool:
        """Remember an id.

        Returns:
            Whether it is new.
        """
        kind, number = _split(id_)
        runs = self._runs.get(kind)
        if runs is None:
            runs = self._runs[kind] = []
        elif number == runs[-1][1] + 1:
            runs[-1][1] = number
            return True
        at = bisect_right(runs, number, key=_first)
        if at > 0 and number <= runs[at - 1][1]:
            return False
        follows = at > 0 and runs[at - 1][1] == number - 1
        leads = at < len(runs) and runs[at][0] == number + 1
        if follows:
            runs[at - 1][1] = runs.pop(at)[1] if leads else number
        elif leads:
            runs[at][0] = number
        else:
            runs.insert(at, [number, number])
        self._count += 1 - follows - leads
        if self._count > WINDOW:
            self._forget()
        return True

    def _forget(self) -> None:
        """Forget the lowest run of the oldest kind."""
        self.has_forgotten = True
        kind, runs = next(iter(self._runs.items()))
        del runs[0]
        if not runs:
            del self._runs[kind]
        self._count -= 1


def _first(run: Run) -> int:
    return run[0]


def _split(id_: RequestId) -> tuple[str | bytes | None, int]:
    """An id as the text before its last number (None for an integer), and that number (-1 if there is none).

    The text of a long id is its digest.
    """
    if type(id_) is int and -LARGEST < id_ < LARGEST:  # most ids
        return None, id_
    key = id_key(id_)
    if isinstance(key, bytes):
        return key, -1
    if isinstance(key, int):
        return None, key
    head = key.rstrip("0123456789")
    digits = key[len(head) :]
    if not digits or (digits[0] == "0" and len(digits) > 1) or len(digits) > 18 or not digits.isascii():
        return key, -1  # digits that an integer would not be written with again, such as "007", count as text
    return head, int(digits)
