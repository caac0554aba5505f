"""Syntax checks that JSON Schema does not make: Base64, media types, timestamps, URIs, trace context."""

from __future__ import annotations

import re
from datetime import date

from ..spec.http_fields import FIELD_NAME

_BASE64 = re.compile(r"[A-Za-z0-9+/]*={0,2}")
"""Pattern of Base64 apart from its length, which must be a multiple of four. The function `base64.b64decode` is no
replacement, since it accepts too much padding."""

_MIME = re.compile(rf"{FIELD_NAME}/{FIELD_NAME}")
_QUOTED_PAIR = re.compile(r"\\[^\r\n]")
_MIME_PARAMETERS = re.compile(rf'(?:[ \t]*;[ \t]*{FIELD_NAME}=(?:{FIELD_NAME}|"[^"\\\r\n]*")){{1,100}}')

_BAD_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")
_URI_CHARACTERS = r"-A-Za-z0-9._~!$&'()*+,;=%"
"""Characters that each component of a URI may have, for a character class. `_BAD_ESCAPE` finds percent signs that begin
no escape."""

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*")
_SCHEME_SPECIFIC = re.compile(
    rf"(?://(?:[{_URI_CHARACTERS}:]*@)?(?:\[[0-9A-Fa-fvV:.]+\]|[{_URI_CHARACTERS}]*)(?::[0-9]*)?(?:/[{_URI_CHARACTERS}:@/]*)?"
    rf"|/?(?:[{_URI_CHARACTERS}:@][{_URI_CHARACTERS}:@/]*)?)"
    rf"(?:\?[{_URI_CHARACTERS}:@/?]*)?(?:#[{_URI_CHARACTERS}:@/?]*)?"
)

_ENCODED_DOT = re.compile("%2[Ee]")
_END_OF_SEGMENT = re.compile(r"[/\\]|%2[Ff]|%5[Cc]|%00")
_DOT_SEGMENT = re.compile(r"\.{1,2}(?:%20)*")
_WITHOUT_HOST = re.compile(r"https?:(?://(?:[^@/?#]*@)?(?:[:/?#]|\Z)|(?!//))", re.IGNORECASE)
_CREDENTIALS = re.compile(r"[^/?#]*:?[/\\]{2}[^/\\?#]*@")

_VARIABLE = r"(?![A-Za-z0-9_%.]*\.\.)[A-Za-z0-9_%][A-Za-z0-9_%.]*(?<!\.)(?::[1-9][0-9]{0,3}|\*)?"
_VARIABLES = re.compile(_VARIABLE)
_TEMPLATE = re.compile(
    r"(?:[!#$%&-;=?-\[\]_a-z~\u00a0-\U0010ffff]+"
    rf"|\{{[+#./;?&=,!@|]?{_VARIABLE}(?:,{_VARIABLE}){{0,100}}\}}){{1,100}}"
)
_LONG_EXPRESSION = re.compile(r"\{[+#./;?&=,!@|]?([^{}]*)\}")

_TIMESTAMP = re.compile(
    r"(?:(?P<day>\d{4}-?\d\d-?\d\d)|(?P<week>\d{4}-?W\d\d-?[1-7])|(?P<ordinal>\d{4}-?\d{3}))"
    r"T(?:[01]\d|2[0-3])(?::?[0-5]\d(?::?(?:[0-5]\d|60))?)?(?:[.,]\d+)?"
    r"(?:Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?",
    re.ASCII,
)

_TRACEPARENT = re.compile(
    r"(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?P<more>-.*)?", re.DOTALL
)
_VENDOR = re.compile(r"[a-z0-9][a-z0-9_*/-]{0,255}|[a-z0-9][a-z0-9_*/-]{0,240}@[a-z][a-z0-9_*/-]{0,13}")
_STATE_VALUE = re.compile(r"[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]")
_LIST_MEMBER = re.compile(r"[^, \t][^,]*")
"""Pattern of one member of a comma-separated list. Empty members, which are ignored, do not match."""

_BLANK = r"[ \t]*"
_VALUE = rf"={_BLANK}(?:[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+{_BLANK})?"
_ENTRY = rf"{_BLANK}{FIELD_NAME}{_BLANK}{_VALUE}"
_PROPERTY = rf"{_BLANK}{FIELD_NAME}{_BLANK}(?:{_VALUE})?"
_MEMBER = re.compile(rf"{_ENTRY}(?:;{_PROPERTY}){{0,100}}")
_PROPERTIES = re.compile(_PROPERTY)


def is_base64(text: str) -> bool:
    """Return whether a text is Base64 by RFC 4648, section 4: standard alphabet and padding, without line breaks."""
    return len(text) % 4 == 0 and _BASE64.fullmatch(text) is not None


def is_mime_type(text: str) -> bool:
    """Return whether a text is a media type by RFC 2045, registered or not. It may have parameters."""
    if "\\" in text:  # \0 stands for an escaped character: allowed inside quotes, and nowhere else
        text = _QUOTED_PAIR.sub("\0", text)
    found = _MIME.match(text)
    return found is not None and _match_pieces(_MIME_PARAMETERS, text, found.end()) == len(text)


def is_timestamp(text: str) -> bool:
    """Return whether a text is a date with a time of day by ISO 8601, in the basic or extended format.

    The time zone is optional.
    """
    match = _TIMESTAMP.fullmatch(text)
    if match is None:
        return False
    try:
        if match["day"]:
            digits = match["day"].replace("-", "")
            date(int(digits[:4]), int(digits[4:6]), int(digits[6:]))
            return len(match["day"]) in (8, 10)
        if match["week"]:
            date.fromisocalendar(int(text[:4]), int(match["week"].split("W")[1][:2]), int(match["week"][-1]))
            return len(match["week"]) in (8, 10)
        year, day = int(match["ordinal"][:4]), int(match["ordinal"][-3:])
        return 1 <= day <= date(year, 12, 31).timetuple().tm_yday
    except ValueError:
        return False


def find_scheme(text: str) -> str | None:
    """Return the text before the first colon, which is the scheme if the text is a URI.

    Return None if there is no colon, or if `/`, `?` or `#` precedes it. The syntax of the scheme is not checked.
    """
    before, colon, _ = text.partition(":")
    return before if colon and not set(before) & set("/?#") else None


def is_scheme(text: str) -> bool:
    """Return whether a text is a URI scheme by RFC 3986, section 3.1."""
    return _SCHEME.fullmatch(text) is not None


def is_scheme_specific(text: str) -> bool:
    """Return whether a text can follow the scheme and colon of a URI by RFC 3986."""
    return _BAD_ESCAPE.search(text) is None and _SCHEME_SPECIFIC.fullmatch(text) is not None


def is_uri(text: str) -> bool:
    """Return whether a text is a URI by RFC 3986; False for a relative reference."""
    scheme = find_scheme(text)
    return scheme is not None and is_scheme(scheme) and is_scheme_specific(text[len(scheme) + 1 :])


def is_url(text: str) -> bool:
    """Return whether a text is a URI by RFC 3986. With `http` or `https`, it needs a host (RFC 9110, section 4.2)."""
    return is_uri(text) and _WITHOUT_HOST.match(text) is None


def is_uri_template(text: str) -> bool:
    """Return whether a text is a URI template by RFC 6570."""
    if _BAD_ESCAPE.search(text) is not None:
        return False
    place = _match_pieces(_TEMPLATE, text, 0)
    while place < len(text):
        long = _LONG_EXPRESSION.match(text, place)
        if long is None or not all(map(_VARIABLES.fullmatch, set(long[1].split(",")))):
            return False
        place = _match_pieces(_TEMPLATE, text, long.end())
    return True


def has_dot_segments(text: str) -> bool:
    """Return whether the path of a URI has a segment `.` or `..`.

    Dots and slashes may be percent-encoded. Backslashes count as slashes, an encoded NUL ends a segment, and encoded
    spaces after the dots are ignored, since some programs or systems read paths in these ways. No file is accessed;
    `FileRoots` resolves links.
    """
    path = _ENCODED_DOT.sub(".", text.partition("#")[0].partition("?")[0])
    return any(map(_DOT_SEGMENT.fullmatch, _END_OF_SEGMENT.split(path)))


def has_credentials(text: str) -> bool:
    """Return whether a URL has a user name or a password before its host."""
    return _CREDENTIALS.match(text) is not None


def is_traceparent(text: str) -> bool:
    """Return whether a text is a `traceparent` of W3C Trace Context. After version 00, it may have further fields."""
    match = _TRACEPARENT.fullmatch(text)
    return match is not None and not (text.startswith("00") and match["more"] is not None)


def is_tracestate(text: str) -> bool:
    """Return whether a text is a `tracestate` of W3C Trace Context: at most 32 entries with distinct keys."""
    keys: set[str] = set()
    for member in _LIST_MEMBER.finditer(text):
        key, equals, value = member[0].rstrip(" \t").partition("=")
        if not equals or key in keys or not _VENDOR.fullmatch(key) or not _STATE_VALUE.fullmatch(value):
            return False
        keys.add(key)
        if len(keys) > 32:
            return False
    return True


def is_baggage(text: str) -> bool:
    """Return whether a text is a `baggage` of W3C Baggage."""
    return all(map(_is_baggage_member, set(text.split(","))))


def _is_baggage_member(text: str) -> bool:
    if _MEMBER.fullmatch(text) is not None:
        return True
    first, *properties = text.split(";")
    return _MEMBER.fullmatch(first) is not None and all(map(_PROPERTIES.fullmatch, set(properties)))


def _match_pieces(pieces: re.Pattern[str], text: str, place: int) -> int:
    """Match a pattern repeatedly from an offset, as often as it matches. Return the offset after the last match; the
    given offset if the pattern does not match there.

    The pattern has to match at most 100 pieces of text at once, since `re` takes 200 bytes of memory for each piece.
    """
    while found := pieces.match(text, place):
        place = found.end()
    return place
