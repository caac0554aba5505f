"""How much of a text is read before it is refused."""

from __future__ import annotations

from typing import NamedTuple

MAX_DEPTH = 200
"""Levels of nesting a document may have, the document itself being one: what the parser of text allows."""

MAX_DIGITS = 4_300
"""Digits of the longest integer that the parser of text reads."""


MAX_FINDINGS = 100
"""The largest number of findings that is reported for one document."""

MAX_FINDINGS_SET_ASIDE = 20
"""The largest number of findings that is reported for one part that the tolerant mode sets aside."""


class _Bounds(NamedTuple):
    max_bytes: int
    max_depth: int
    max_batch: int
    max_digits: int


class Limits(_Bounds):
    """Bounds for one text. A text over a bound is refused before a message is made of it.

    They bound memory as well. Reading takes at most 60 times the length of the text, whether it is accepted or refused,
    but where a list of very small objects becomes as many models: at most 250 times then, of which `[{},{},…]` is the
    worst. Lower `max_bytes` where that is too much.

    Args:
        max_bytes: length of the text in UTF-8.
        max_depth: levels of nesting, the message itself being one; at most 200.
        max_batch: messages in one batch.
        max_digits: characters of one number, its minus sign apart; at most 4,300.

    Raises:
        ValueError: a bound is below 1, or above what the parser of text allows.
    """

    __slots__ = ()

    def __new__(
        cls,
        *,
        max_bytes: int = 4 * 1024 * 1024,
        max_depth: int = MAX_DEPTH,
        max_batch: int = 1_000,
        max_digits: int = MAX_DIGITS,
    ) -> Limits:
        limits = super().__new__(cls, max_bytes, max_depth, max_batch, max_digits)
        most = {"max_depth": MAX_DEPTH, "max_digits": MAX_DIGITS}
        for name, value in limits._asdict().items():
            if value < 1 or value > most.get(name, value):
                raise ValueError(f"{name} must be at least 1" + (f" and at most {most[name]}" if name in most else ""))
        return limits


DEFAULT = Limits()
