"""Limits on the size of a message, and on the number of findings about it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from functools import cached_property
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from typing_extensions import Self

Key = TypeVar("Key", bound=Hashable)

MAX_DEPTH = 200
"""The largest number of nested levels that the JSON parser accepts, counting the document itself."""

MAX_DIGITS = 4_300
"""The largest number of digits of an integer that the JSON parser reads."""

MAX_FINDINGS = 100
"""The largest number of findings that are reported for one document."""

MAX_POINTER_CHARACTERS = 500
"""The largest number of characters of a pointer in a finding. A longer pointer is replaced by that of a place around
the fault."""

MAX_ERROR_DATA = 32 * 1024
"""The largest size, in bytes, of the findings in the `data` of one error reply, or of all error replies of a batch."""

MAX_ERROR_TEXT = 16 * 1024
"""The largest number of characters of the text of a `DecodeError`."""

MAX_EXPLAINED_PARTS = 1_000
"""The largest number of set-aside parts of one document for which the faults are searched. For each further part, only
the place is reported."""

MAX_REQUESTED_SCHEMAS = 1024 * 1024
"""The largest number of characters of all elicitation schemas that a session keeps to check the answers."""

MAX_OBSERVED_REQUESTS = 4_096
"""The largest number of requests of each side for which an observer expects an answer. The oldest requests are
forgotten first."""

MAX_OBSERVED_CHARACTERS = 16 * 1024 * 1024
"""The largest number of characters that an observer keeps of the requests of each side. The oldest requests are
forgotten first."""

MAX_TOOLS_REMEMBERED = 4_096
"""The largest number of tools for which a session remembers whether they run as tasks, and of tools whose output
schemas an observer remembers. The tools that were listed least recently are forgotten first."""

MAX_UNSENT_BYTES = 64 * 1024 * 1024
"""The largest number of bytes of written results that wait to be sent to one peer; one result may be longer."""

MAX_LIST_ITEMS = 10_000
"""The largest number of items of one list that are remembered."""

MAX_LIST_SIZE = 16 * 1024 * 1024
"""The largest number of bytes, counted by `measure_list_item`, of the items of one list that a client, or the server
itself, remembers.

A server that shows different items to different clients counts the items of all clients, and first forgets the lists of
the clients that asked least recently.
"""

MAX_SET_ASIDE_PARTS = 30_000
"""The largest number of parts that the tolerant mode sets aside in one document, each with its place and findings."""

MAX_FINDINGS_SET_ASIDE = 20
"""The largest number of findings that are reported for one part that the tolerant mode sets aside."""


def measure_list_item(text: bytes) -> int:
    """Return the number of bytes that are counted for an item of a list, given its text: 1 KiB, and twice the length of
    the text, since the item is kept both typed and as JSON.
    """
    return 1024 + 2 * len(text)


class NewestEntries(Generic[Key]):
    """Record of the sizes of the entries of a dict. It tells which entries to forget: the oldest ones, when the entries
    are too many or together too large.

    The newest entry stays, however large it is.

    Args:
        most: the largest number of entries.
        max_size: the largest size of all entries together.
    """

    __slots__ = ("_max_size", "_most", "_size", "_sizes")

    def __init__(self, most: int, max_size: int) -> None:
        self._most = most
        self._max_size = max_size
        self._size = 0
        self._sizes: OrderedDict[Key, int] = OrderedDict()

    def count_entry(self, key: Key, size: int) -> list[Key]:
        """Count an entry as the newest one, in place of an earlier entry with this key.

        Returns:
            The keys of the entries to forget.
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
        """Stop counting an entry. Do nothing for an entry that is not counted."""
        self._size -= self._sizes.pop(key, 0)

    def clear(self) -> None:
        """Stop counting all entries."""
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

    The limits bound memory too. Parsing takes at most 60 bytes of memory for each byte of the text, whether the text is
    accepted or rejected. The exception is a list of very small objects that become models. The worst one, `[{},{},…]`,
    takes at most 250 bytes for each byte. Lower `max_bytes` if this is too much.

    Args:
        max_bytes: length of the text in UTF-8, in bytes.
        max_depth: levels of nesting, counting the message itself; at most 200.
        max_batch: messages in one batch.
        max_digits: characters of one number without its minus sign; at most 4,300.
        max_containers: objects and arrays in the text. The time to read a text depends on this number more than on
            the length of the text, since each object or array becomes a Python object that the garbage collector
            visits. With the default, a text of 4 MiB may have an object or array for each 42 bytes, which is more than
            any page or tool result among the official examples has, and no text takes a second to read and to become
            models.

    Raises:
        TypeError: a limit is no integer.
        ValueError: a limit is below 1, or above what the JSON parser supports.
    """

    def __new__(
        cls,
        *,
        max_bytes: int = 4 * 1024 * 1024,
        max_depth: int = MAX_DEPTH,
        max_batch: int = 1_000,
        max_digits: int = MAX_DIGITS,
        max_containers: int = 100_000,
    ) -> Self:
        limits = super().__new__(cls, max_bytes, max_depth, max_batch, max_digits, max_containers)
        most = {"max_depth": MAX_DEPTH, "max_digits": MAX_DIGITS}
        for name, value in limits._asdict().items():
            if isinstance(value, bool) or not isinstance(value, int):
                raise TypeError(f"{name} must be an integer, not {value!r:.80}")
            if value < 1 or value > most.get(name, value):
                raise ValueError(f"{name} must be at least 1" + (f" and at most {most[name]}" if name in most else ""))
        return limits

    if not TYPE_CHECKING:

        @classmethod
        def _make(cls, values: tuple[int, ...]) -> Limits:
            """Return checked limits; `_replace` calls this."""
            return cls(**dict(zip(cls._fields, values, strict=True)))

        def __getnewargs_ex__(self) -> tuple[tuple[()], dict[str, int]]:
            """Return the arguments of the constructor for copies and pickles."""
            return (), self._asdict()

    @cached_property
    def harmless_size(self) -> int:
        """The largest length, in bytes, of texts that cannot exceed any limit except `max_batch`."""
        return min(self.max_bytes, 2 * self.max_depth, self.max_digits, 2 * self.max_containers)


CUT_END_SIZE = 256
"""The number of bytes at the end of a text that cannot be read, in which the id of the message is searched for."""


class CutText(bytes):
    """Beginning of a text that is longer than `Limits.max_bytes`. The rest of the text was not kept, except its end.

    Attributes:
        size: the length of the whole text, in bytes.
        end: the last bytes of the whole text; empty if they are not known.
    """

    size: int
    end: bytes

    @classmethod
    def beginning_of(cls, text: bytes, size: int, end: bytes = b"") -> CutText:
        """Return the beginning of a text as a `CutText`.

        Args:
            text: the beginning.
            size: the length of the whole text, in bytes.
            end: the last bytes of the whole text; empty if they are not known.
        """
        cut = cls(text)
        cut.size, cut.end = size, end
        return cut


DEFAULT = Limits()
"""The limits that apply if a caller gives no limits."""
