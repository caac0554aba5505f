"""Headers that repeat members of the body, compared without looking for the fault if they differ.

Page: /specification/2026-07-28/basic/transports/streamable-http#server-validation.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from ..extensions import Extension
from ..json_values import member_at
from ..spec.http_fields import HeaderFields, decode_header
from .header_rows import applies, rows_of_requests


class Mirror(NamedTuple):
    """One header that repeats a member of the body."""

    header: str
    path: tuple[str, ...]
    """Of the member."""

    has_encoding: bool
    """Whether the value may have the Base64 form."""


@lru_cache(maxsize=512)
def mirrors(version: str, extensions: tuple[Extension, ...], method: str) -> tuple[Mirror, ...]:
    """The headers that repeat members of a POST with a request; none of those that repeat arguments of tools.

    Args:
        version: of a revision.
        extensions: in use; some have headers of their own requests.
        method: of the request, which the revision or an extension defines, so that there are few.
    """
    request = {"method": method, "id": 0}
    return tuple(
        Mirror(row.name, row.body_field, row.base64)
        for row in rows_of_requests(version, extensions)
        if row.body_field and row.applies != "parameter" and applies(row, request, "POST", None, None)
    )


def repeats_body(message: Any, headers: HeaderFields, expected: tuple[Mirror, ...]) -> bool:
    """Whether each header occurs once and has the value of its member. `check_headers` tells what is wrong if not.

    Args:
        message: the body as a parsed value.
        headers: the received headers.
        expected: of `mirrors`.
    """
    for header, path, has_encoding in expected:
        values = headers.all(header)
        if len(values) != 1:
            return False
        value = values[0]
        if has_encoding:
            try:
                value = decode_header(value)
            except ValueError:
                return False
        if value != member_at(message, *path):
            return False
    return True
