"""Binary data in messages: its size, known before it is decoded.

Page: /specification/2025-11-25/server/resources#security-considerations.
"""

from __future__ import annotations

from base64 import b64decode
from typing import Any

from ...errors import ProtocolError
from ...json_values import is_array, is_object
from ...lint.formats import is_base64
from ...spec.error_codes import INVALID_PARAMS

_MEDIA = ("audio", "image")


def decoded_size(text: str) -> int:
    """The number of bytes that a Base64 text stands for; its length decides, whatever its characters are."""
    padding = text.endswith("=") + text.endswith("==")
    return max(0, len(text) * 3 // 4 - padding)


def decode_blob(text: str, most: int) -> bytes:
    """The bytes of a Base64 text.

    Args:
        text: by RFC 4648, section 4, with padding.
        most: bytes that it may have.

    Raises:
        ProtocolError: it is larger, which is found before anything is decoded, or no Base64.
    """
    _check_size(decoded_size(text), most)
    if not is_base64(text):
        raise ProtocolError(INVALID_PARAMS, "Invalid params: binary data that is not Base64")
    return b64decode(text)


def blob_bytes(value: Any) -> int:
    """The bytes that all binary data in a JSON value has together: in `blob`, and in `data` of images and audio."""
    total = 0
    rest = [value]
    while rest:
        part = rest.pop()
        if is_array(part):
            rest += part
        elif is_object(part):
            for name, member in part.items():
                if isinstance(member, str):
                    if name == "blob" or (name == "data" and part.get("type") in _MEDIA):
                        total += decoded_size(member)
                else:
                    rest.append(member)
    return total


def check_blobs(value: Any, most: int) -> None:
    """Check that all binary data in a JSON value has at most so many bytes together, without decoding it.

    Raises:
        ProtocolError: it has more.
    """
    _check_size(blob_bytes(value), most)


def _check_size(size: int, most: int) -> None:
    if size > most:
        raise ProtocolError(INVALID_PARAMS, f"Invalid params: binary data of {size} bytes, more than {most} bytes")
