"""Collections of the ids that a side has used in a session, in bounded memory for any number and length of ids.

No page of the specification limits the length of an id, so no id is rejected for its length. A long id is remembered
by its digest.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Iterator, ValuesView
from typing import Generic, TypeAlias, TypeVar

from ..errors import RequestId

MAX_REMEMBERED = 1_024
"""Largest number of values of one kind, such as ids, that are remembered. If there are more, the oldest are forgotten,
so that no peer can fill the memory. A peer can then use a forgotten id again, and no violation is found."""

MAX_ID_CHARACTERS = 64
"""Largest length, in characters, of an id that is remembered as it is. A longer id is remembered by its digest."""

INTEGER_BOUND = 2**63
"""Bound of the integers that are remembered as they are. The absolute values of these integers are below the bound."""

Run = list[int]
"""The first and the last number of a sequence of consecutive numbers."""

IdKey: TypeAlias = "str | int | bytes"
"""The key by which an id is remembered: the id itself, or its digest."""
_T = TypeVar("_T")


def make_id_key(value: RequestId) -> IdKey:
    """Return the key by which an id, a progress token or another text of the peer is remembered.

    Returns:
        The value itself, if it is a text of at most `MAX_ID_CHARACTERS` characters, or an integer within
        `INTEGER_BOUND`; otherwise its BLAKE2b digest. The digest has the type `bytes`, so it equals no id.
    """
    if isinstance(value, str):
        return value if len(value) <= MAX_ID_CHARACTERS else _digest_text(value)
    if -INTEGER_BOUND < value < INTEGER_BOUND:
        return value
    return _digest_text(f"{int(value):x}", b"integer")  # the text may have had a fraction of zero, such as 1e30


def _digest_text(text: str, kind: bytes = b"text") -> bytes:
    from hashlib import blake2b  # imported here, as few peers use long ids

    # The parser reads no unpaired surrogate, but a caller may pass any text.
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16, person=kind).digest()


class ValuesById(Generic[_T]):
    """A mapping from request ids or progress tokens to values.

    Python gives many large integers the same hash. The time that a dict needs for many keys with the same hash grows
    with the square of their number. So the key of an integer beyond `INTEGER_BOUND` is the digest of the integer.

    Attributes:
        by_key: the values by the key that `make_lookup_key` returns, for code that looks up one id several times.
    """

    __slots__ = ("by_key",)

    def __init__(self) -> None:
        self.by_key: dict[IdKey, _T] = {}

    def __contains__(self, id_: RequestId) -> bool:
        return make_lookup_key(id_) in self.by_key

    def __getitem__(self, id_: RequestId) -> _T:
        return self.by_key[make_lookup_key(id_)]

    def __setitem__(self, id_: RequestId, value: _T) -> None:
        self.by_key[make_lookup_key(id_)] = value

    def __delitem__(self, id_: RequestId) -> None:
        del self.by_key[make_lookup_key(id_)]

    def __len__(self) -> int:
        return len(self.by_key)

    def get(self, id_: RequestId | None) -> _T | None:
        """Return the value of an id; None if the id has no value, or is None, as in an error without an id."""
        return self.by_key.get(make_lookup_key(id_)) if id_ is not None else None

    def pop(self, id_: RequestId) -> _T | None:
        """Remove the value of an id and return the value; None if the id has no value."""
        return self.by_key.pop(make_lookup_key(id_), None)

    def values(self) -> ValuesView[_T]:
        """Return all values, in the order in which they were added."""
        return self.by_key.values()

    def clear(self) -> None:
        """Remove all values."""
        self.by_key.clear()


def make_lookup_key(id_: RequestId) -> IdKey:
    """Return the dict key of an id: the digest of an integer beyond `INTEGER_BOUND`, any other id unchanged."""
    if type(id_) is int and -INTEGER_BOUND < id_ < INTEGER_BOUND:  # most ids
        return id_
    # The id may be None, for an error without an id; None is the id of no request.
    is_large = isinstance(id_, (int, float)) and not -INTEGER_BOUND < id_ < INTEGER_BOUND
    return make_id_key(id_) if is_large else id_


class RecentIds:
    """The ids or tokens that were added last, at most `MAX_REMEMBERED`.

    Attributes:
        keys: the keys of the values, as `make_id_key` returns them, oldest first.
        has_forgotten: True if some values were forgotten because there were too many.
    """

    __slots__ = ("has_forgotten", "keys")

    def __init__(self) -> None:
        self.keys: OrderedDict[IdKey, None] = OrderedDict()
        self.has_forgotten: bool = False

    def __contains__(self, value: RequestId) -> bool:
        return bool(self.keys) and make_id_key(value) in self.keys

    def __iter__(self) -> Iterator[IdKey]:
        return iter(self.keys)

    def __len__(self) -> int:
        return len(self.keys)

    def add(self, value: RequestId) -> None:
        """Remember a value. Forget the oldest value if there are more than `MAX_REMEMBERED`."""
        self.keys[make_id_key(value)] = None
        if len(self.keys) > MAX_REMEMBERED:
            self.keys.popitem(last=False)
            self.has_forgotten = True

    def discard(self, value: RequestId) -> None:
        """Forget a value, if it is remembered."""
        self.keys.pop(make_id_key(value), None)


class UsedIds:
    """The ids that one side has used, as at most `MAX_REMEMBERED` runs.

    A run stands for ids with the same text and consecutive numbers after that text. Most peers count their ids up, as
    plain numbers or as numbers after one text. So the ids of most peers need a single run.

    Attributes:
        has_forgotten: True if some runs were forgotten because there were too many.
    """

    __slots__ = ("_count", "_runs", "has_forgotten")

    def __init__(self) -> None:
        self.has_forgotten: bool = False
        self._runs: OrderedDict[str | bytes | None, list[Run]] = OrderedDict()
        self._count = 0

    def __contains__(self, id_: RequestId) -> bool:
        kind, number = _split_id(id_)
        runs = self._runs.get(kind)
        if runs is None or number > runs[-1][1]:
            return False
        at = bisect_left(runs, [number + 1])  # the place after the last run that begins at the number or below it
        return at > 0 and number <= runs[at - 1][1]

    def __len__(self) -> int:
        """Return the number of runs."""
        return self._count

    def clear(self) -> None:
        """Forget all ids."""
        self.has_forgotten = False
        self._runs.clear()
        self._count = 0

    def add(self, id_: RequestId) -> bool:
        """Remember an id, and return whether it was not remembered before. Forget a run if there are more than
        `MAX_REMEMBERED`.
        """
        kind, number = _split_id(id_)
        runs = self._runs.get(kind)
        if runs is None:
            runs = self._runs[kind] = []
        elif number == runs[-1][1] + 1:
            runs[-1][1] = number
            return True
        at = bisect_left(runs, [number + 1])  # the place after the last run that begins at the number or below it
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
        if self._count > MAX_REMEMBERED:
            self._forget_oldest_run()
        return True

    def _forget_oldest_run(self) -> None:
        """Forget the run with the lowest numbers among the runs of the text that was added first."""
        self.has_forgotten = True
        kind, runs = next(iter(self._runs.items()))
        del runs[0]
        if not runs:
            del self._runs[kind]
        self._count -= 1


def _split_id(id_: RequestId) -> tuple[str | bytes | None, int]:
    """Split an id into a text and the number after that text.

    Returns:
        The text, and the number. The text is None for an integer. For an id that is remembered by its digest, the text
        is the digest, and the number is -1. If another id ends with no digits, with more than 18 digits, or with digits
        such as `007` that no integer is written with, the text is the whole id, and the number is -1.
    """
    if type(id_) is int and -INTEGER_BOUND < id_ < INTEGER_BOUND:  # most ids
        return None, id_
    key = make_id_key(id_)
    if isinstance(key, bytes):
        return key, -1
    if isinstance(key, int):
        return None, key
    head = key.rstrip("0123456789")
    digits = key[len(head) :]
    if not digits or (digits[0] == "0" and len(digits) > 1) or len(digits) > 18 or not digits.isascii():
        return key, -1  # digits that no integer is written with, such as "007", count as text
    return head, int(digits)
