"""HTTP header fields: reading those received, and encoding values for those sent.

Pages: /specification/2026-07-28/basic/transports/streamable-http#value-encoding and #case-sensitivity.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias, cast

Headers: TypeAlias = "Mapping[str, str] | Iterable[tuple[str, str]] | HeaderFields"
"""Headers as a mapping, as pairs (which can repeat a name), or as `HeaderFields`."""

FIELD_NAME = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
"""A regular expression for the name of a field, and for every other token (RFC 9110 sections 5.1 and 5.6.2)."""

_BASE64_PREFIX, _BASE64_SUFFIX = "=?base64?", "?="
_SAFE_TEXT = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?")
_RECEIVED_TEXT = re.compile(r"[\t\x20-\x7e]*")
_CONTROL_CHARACTER = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_SESSION_ID = re.compile(r"[\x21-\x7e]+")


def encode_header(text: str) -> str:
    """Encode a text as the value of a header: unchanged if this is safe, else as `=?base64?…?=`.

    Base64 is needed for characters outside ASCII, for control characters, for spaces at either end, and for a text that
    itself looks like `=?base64?…?=`.

    Raises:
        ValueError: the text has an unpaired surrogate, so it cannot be encoded as UTF-8.
    """
    if not text or (_SAFE_TEXT.fullmatch(text) and not _is_encoded(text)):
        return text
    return f"{_BASE64_PREFIX}{base64.b64encode(text.encode('utf-8')).decode('ascii')}{_BASE64_SUFFIX}"


def decode_header(value: str) -> str:
    """Decode the value of a header: return the text inside `=?base64?…?=`, and any other value unchanged.

    Raises:
        ValueError: the value has a character that headers must not have, or its Base64 is malformed or not UTF-8.
    """
    if not _RECEIVED_TEXT.fullmatch(value):
        raise ValueError("a header value must have visible ASCII characters, spaces and tabs only")
    if not _is_encoded(value):
        return value
    return base64.b64decode(value[len(_BASE64_PREFIX) : -len(_BASE64_SUFFIX)], validate=True).decode("utf-8")


def is_session_id(text: str) -> bool:
    """Return whether a text may be a session id: it is not empty, and has visible ASCII characters only.

    Page: /specification/2025-11-25/basic/transports#session-management.
    """
    return _SESSION_ID.fullmatch(text) is not None


def check_header_value(name: str, value: str) -> str:
    """Check that the value of a header has no control character, since a line break would begin another header.

    Returns:
        The value, unchanged.

    Raises:
        ValueError: the value has a control character other than a tab. The text of the error does not repeat the value.
    """
    if _CONTROL_CHARACTER.search(value):
        raise ValueError(f"the value of {name} must have no control character")
    return value


def _is_encoded(value: str) -> bool:
    """Return whether a text begins with `=?base64?`, in lower case, and ends with `?=`."""
    return (
        value.startswith(_BASE64_PREFIX)
        and value.endswith(_BASE64_SUFFIX)
        and len(value) >= len(_BASE64_PREFIX) + len(_BASE64_SUFFIX)
    )


class HeaderFields:
    """The headers of one request. Names are case-insensitive. Spaces and tabs around values are removed."""

    def __init__(self, headers: Mapping[str, str] | Iterable[tuple[str, str]]) -> None:
        values: dict[str, list[str]] = {}
        pairs = cast("Mapping[str, str]", headers).items() if isinstance(headers, Mapping) else headers
        for name, value in pairs:
            text = value.strip(" \t")
            if (earlier := values.get(key := name.lower())) is None:
                values[key] = [text]
            else:
                earlier.append(text)
        self._values = values

    def all(self, name: str) -> list[str]:
        """Return every value of a header, in order; an empty list if the header is absent."""
        return self._values.get(name.lower(), [])

    def first(self, name: str) -> str | None:
        """Return the first value of a header; None if the header is absent."""
        values = self._values.get(name.lower())
        return values[0] if values else None


def to_header_fields(headers: Headers) -> HeaderFields:
    """Return headers as `HeaderFields`. Return `HeaderFields` unchanged."""
    return headers if isinstance(headers, HeaderFields) else HeaderFields(headers)
