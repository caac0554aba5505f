"""HTTP header fields as they arrive, and the text that a value takes in one.

Pages: /specification/2026-07-28/basic/transports/streamable-http#value-encoding and #case-sensitivity.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias, cast

Headers: TypeAlias = "Mapping[str, str] | Iterable[tuple[str, str]] | HeaderFields"
"""As a mapping, or as pairs, which can hold a header twice; or looked through already."""

_PREFIX, _SUFFIX = "=?base64?", "?="
_PLAIN = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?")
_RECEIVED = re.compile(r"[\t\x20-\x7e]*")


def encode_header(text: str) -> str:
    """A value as header text: as it is if that is safe, else in the Base64 form.

    The latter is for characters outside ASCII, control characters, spaces at either end, and for text that looks
    like the Base64 form itself.

    Raises:
        ValueError: the text has half of a surrogate pair, so it has no UTF-8 form.
    """
    if not text or (_PLAIN.fullmatch(text) and not is_encoded(text)):
        return text
    return f"{_PREFIX}{base64.b64encode(text.encode('utf-8')).decode('ascii')}{_SUFFIX}"


def decode_header(value: str) -> str:
    """What a header's text stands for.

    Raises:
        ValueError: it has characters that no header has, or its Base64 form holds no UTF-8 text.
    """
    if not _RECEIVED.fullmatch(value):
        raise ValueError("a character that no header has")
    if not is_encoded(value):
        return value
    return base64.b64decode(value[len(_PREFIX) : -len(_SUFFIX)], validate=True).decode("utf-8")


def is_encoded(value: str) -> bool:
    """Has the text the marks of the Base64 form? They are lower case."""
    return value.startswith(_PREFIX) and value.endswith(_SUFFIX) and len(value) >= len(_PREFIX) + len(_SUFFIX)


class HeaderFields:
    """The headers of one request. Names are looked up without case; spaces around values do not count."""

    def __init__(self, headers: Headers) -> None:
        self._values: dict[str, list[str]] = headers._values if isinstance(headers, HeaderFields) else _by_name(headers)

    def all(self, name: str) -> list[str]:
        """Every value of a header, in order."""
        return self._values.get(name.lower(), [])

    def first(self, name: str) -> str | None:
        """The first value of a header; None without one."""
        values = self.all(name)
        return values[0] if values else None


def _by_name(headers: Mapping[str, str] | Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    values: dict[str, list[str]] = {}
    given = cast("Mapping[str, str]", headers).items() if isinstance(headers, Mapping) else headers
    for name, value in given:
        values.setdefault(name.lower(), []).append(value.strip(" \t"))
    return values
