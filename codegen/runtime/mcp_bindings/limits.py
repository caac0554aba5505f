"""Limits on the size of a message, and on the number of findings about it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

Key = TypeVar("Key", bound=Hashable)

MAX_DEPTH = 200
"""The largest number of nested levels that the JSON parser accepts, counting the document itself."""

MAX_DIGITS = 4_300
"""The largest number of digits of an integer that the JSON parser reads."""

MAX_FINDINGS = 100
"""The largest number of findings that is reported for one document."""

MAX_POINTER = 500
"""The largest number of characters of a pointer in a finding. A longer one is cut to a place around the fault."""

MAX_ERROR_DATA = 32 * 1024
"""The largest size in bytes of the findings in the `data` of one error reply, or of all those of a batch."""

MAX_ERROR_TEXT = 16 * 1024
"""The largest number of characters of the text of a `DecodeError`."""

MAX_EXPLAINED = 1_000
"""The largest number of parts set aside in one document whose faults are found. Of any others only the place is."""

MAX_REQUESTED_SCHEMAS = 1024 * 1024
"""How many characters the schemas of elicitations may have together that a session keeps to check the answers."""

MAX_OBSERVED = 4_096
"""For how many requests of each side an observer expects an answer. The oldest are given up then."""

MAX_OBSERVED_CHARACTERS = 16 * 1024 * 1024
"""How many characters an observer keeps of the requests of each side. The oldest are given up then."""

MAX_TOOLS_REMEMBERED = 4_096
"""Of how many tools a session remembers whether they run as tasks. The oldest are forgotten then."""

MAX_UNSENT = 64 * 1024 * 1024
"""Bytes of the results for one peer that may be written and not sent yet; one result may be longer."""

MAX_ITEMS = 10_000
"""Items of one list that are known."""

MAX_LISTED = 16 * 1024 * 1024
"""Bytes that the items of one list of a server may count for, on either side, as `listed_size` counts them. A server
counts those that its clients are shown different ones of, and forgets the lists of those who asked least recently."""

MAX_SET_ASIDE = 30_000
"""The largest number of parts that the tolerant mode sets aside in one document, each with its place and its reason."""

MAX_FINDINGS_SET_ASIDE = 20
"""The largest number of findings that is reported for one part that the tolerant mode sets aside."""


def listed_size(text: bytes) -> int:
    """Bytes that an item of a list counts for: twice its text, since it is kept typed and as JSON, and 1 KiB more."""
    return 1024 + 2 * len(text)


class NewestKeys(Generic[Key]):
    """Decides which entries of a dict are forgotten: the oldest, once they are too many or too large together.

    The newest entry stays, however large it is.

    Args:
        most: entries that may be kept.
        max_size: of all of them together.
    """

    __slots__ = ("_max_size", "_most", "_size", "_sizes")

    def __init__(self, most: int, max_size: int) -> None:
        self._most = most
        self._max_size = max_size
        self._size = 0
        self._sizes: OrderedDict[Key, int] = OrderedDict()

    def add(self, key: Key, size: int) -> list[Key]:
        """Count an entry as the newest one, in place of an earlier one with this key.

        Returns:
            The keys of the entries that are to be forgotten.
        """
        self.discard(key)
        self._sizes[key] = size
        self._size += size
        forgotten: list[Key] = []
        while len(self._sizes) > 1 and (len(self._sizes) > self._most or self._size > self._max_size):
            oldest, freed = self._sizes.popitem(last=False)
            self._size -= freed
            forgotten.append(oldest)
        return forgotten

    def discard(self, key: Key) -> None:
        """Count an entry no longer, if it is there."""
        self._size -= self._sizes.pop(key, 0)

    def clear(self) -> None:
        """Count no entry."""
        self._sizes.clear()
        self._size = 0


class _Bounds(NamedTuple):
    max_bytes: int
    max_depth: int
    max_batch: int
    max_digits: int
    max_containers: int


class Limits(_Bounds):
    """Limits for one JSON text. A text that exceeds a limit is rejected before a message is built from it.

    The limits bound memory too. Parsing takes at most 60 times the length of the text, whether or not the text is
    accepted. The exception is a list of very small objects that become models, of which `[{},{},…]` is the worst:
    that takes at most 250 times the length. Lower `max_bytes` if this is too much.

    Args:
        max_bytes: Length of the text in UTF-8, in bytes.
        max_depth: Levels of nesting, counting the message itself; at most 200.
        max_batch: Messages in one batch.
        max_digits: Characters of one number without its minus sign; at most 4,300.
        max_containers: Objects and arrays in the text. The time to read a text depends on their number more than on
            its length, since each costs Python an object, and its collector of cycles visits all of them. With the
            default, a text of 4 MiB may have one for each 42 bytes, which is more than the pages and tool results
            among the official examples have, and no text takes a second to read and to become models.

    Raises:
        ValueError: A limit is below 1, or above what the JSON parser supports.
    """

    def __new__(
        cls,
        *,
        max_bytes: int = 4 * 1024 * 1024,
        max_depth: int = MAX_DEPTH,
        max_batch: int = 1_000,
        max_digits: int = MAX_DIGITS,
        max_containers: int = 100_000,
    ) -> Limits:
        limits = super().__new__(cls, max_bytes, max_depth, max_batch, max_digits, max_containers)
        most = {"max_depth": MAX_DEPTH, "max_digits": MAX_DIGITS}
        for name, value in limits._asdict().items():
            if value < 1 or value > most.get(name, value):
                raise ValueError(f"{name} must be at least 1" + (f" and at most {most[name]}" if name in most else ""))
        return limits

    @cached_property
    def harmless(self) -> int:
        """The length in bytes up to which no text can exceed a limit of another kind than `max_batch`."""
        return min(self.max_bytes, 2 * self.max_depth, self.max_digits, 2 * self.max_containers)


class CutText(bytes):
    """The beginning of a text that is longer than `Limits.max_bytes`; nobody has kept the rest.

    Attributes:
        size: The length of the whole text, in bytes.
    """

    size: int

    @classmethod
    def of(cls, text: bytes, size: int) -> CutText:
        """The beginning of a text of this size."""
        cut = cls(text)
        cut.size = size
        return cut


DEFAULT = Limits()
"""The limits that apply if a caller gives none."""
