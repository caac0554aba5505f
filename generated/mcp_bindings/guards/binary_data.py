"""Binary data in messages: its size before it is decoded, and its media type compared with its first bytes.

Page: /specification/2025-11-25/server/resources#security-considerations.
"""

from __future__ import annotations

import re
from base64 import b64decode
from typing import Any

from ..errors import ProtocolError
from ..json_values import is_array, is_object
from ..schema.places import Place, to_pointer
from ..spec.error_codes import INVALID_PARAMS

_MEDIA_KINDS = ("audio", "image")


def _measure_decoded_size(text: str) -> int:
    """Return the number of bytes that a Base64 text encodes, from the length and the padding of the text."""
    padding = text.endswith("=") + text.endswith("==")
    return max(0, len(text) * 3 // 4 - padding)


def count_blob_bytes(value: Any) -> int:
    """Return the total number of bytes of the binary data in a JSON value.

    Binary data are the members `blob`, and the members `data` of images and audio.
    """
    total = 0
    rest = [value]
    while rest:
        part = rest.pop()
        if is_array(part):
            rest += part
        elif is_object(part):
            for name, member in part.items():
                if isinstance(member, str):
                    if name == "blob" or (name == "data" and part.get("type") in _MEDIA_KINDS):
                        total += _measure_decoded_size(member)
                else:
                    rest.append(member)
    return total


def check_blobs(value: Any, most: int) -> None:
    """Check the total size of all binary data in a JSON value, without decoding the data.

    Args:
        value: a JSON value, such as the params of a request.
        most: greatest allowed number of bytes.

    Raises:
        ProtocolError: the binary data have more than `most` bytes together.
    """
    size = count_blob_bytes(value)
    if size > most:
        raise ProtocolError(INVALID_PARAMS, f"Invalid params: binary data of {size} bytes, more than {most} bytes")


_SIGNATURES: tuple[tuple[str, re.Pattern[bytes]], ...] = (
    ("image/png", re.compile(rb"\x89PNG\r\n\x1a\n")),
    ("image/jpeg", re.compile(rb"\xff\xd8\xff")),
    ("image/gif", re.compile(rb"GIF8[79]a")),
    ("image/webp", re.compile(rb"RIFF.{4}WEBP", re.DOTALL)),
    ("image/bmp", re.compile(rb"BM.{8}", re.DOTALL)),
    ("audio/wav", re.compile(rb"RIFF.{4}WAVE", re.DOTALL)),
    ("audio/mpeg", re.compile(rb"ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb]")),
    ("audio/ogg", re.compile(rb"OggS")),
    ("audio/flac", re.compile(rb"fLaC")),
    ("application/pdf", re.compile(rb"%PDF-")),
    ("application/zip", re.compile(rb"PK(?:\x03\x04|\x05\x06)")),
    ("application/gzip", re.compile(rb"\x1f\x8b")),
)
"""Media types with their signatures. A signature is the pattern of the first bytes of all data of the type."""

_MEDIA_TYPE_ALIASES = {
    "image/jpg": "image/jpeg",
    "audio/x-wav": "audio/wav",
    "audio/wave": "audio/wav",
    "audio/vnd.wave": "audio/wav",
    "audio/mp3": "audio/mpeg",
    "application/ogg": "audio/ogg",
    "video/ogg": "audio/ogg",
    "audio/x-flac": "audio/flac",
    "application/x-zip-compressed": "application/zip",
    "application/x-gzip": "application/gzip",
}
_SIGNATURE_BYTES = 16
"""The number of bytes at the beginning of data that are compared with signatures."""

_MARKUP = re.compile(rb"\s*<(?:!doctype|html|script|svg|\?xml)", re.IGNORECASE)
"""Pattern of the beginning of HTML, SVG or other XML. Such data may contain scripts."""


def fits_media_type(data: bytes, media_type: str) -> bool:
    """Return whether binary data may be of a media type, by the first bytes of the data.

    If the type has a known signature, the data must have this signature. Any other type of image or audio, unless its
    name ends with `xml`, excludes data with the signature of another image or audio, and data that begins like HTML or
    XML. All other types allow any data.

    Args:
        data: the binary data, or at least their first 16 bytes.
        media_type: the declared media type. Its parameters are ignored.
    """
    declared = media_type.partition(";")[0].strip().lower()
    declared = _MEDIA_TYPE_ALIASES.get(declared, declared)
    pattern = dict(_SIGNATURES).get(declared)
    if pattern is not None:
        return pattern.match(data) is not None
    is_media = declared.startswith(("image/", "audio/"))
    is_other = any(each.match(data) for name, each in _SIGNATURES if name.startswith(("image/", "audio/")))
    return not is_media or declared.endswith("xml") or not (is_other or _MARKUP.match(data))


def find_untrue_media_types(value: Any) -> list[str]:
    """Return the JSON Pointers to all Base64 data whose first bytes contradict the `mimeType` of their object.

    Base64 data are the members `blob` and `data`.
    """
    found: list[str] = []
    rest: list[tuple[Place, Any]] = [(None, value)]
    while rest:
        place, part = rest.pop()
        if is_array(part):
            rest += (((place, index), item) for index, item in enumerate(part))
        elif is_object(part):
            media_type = part.get("mimeType")
            for name, member in part.items():
                if name in ("blob", "data") and isinstance(member, str) and isinstance(media_type, str):
                    if not fits_media_type(_decode_beginning(member), media_type):
                        found.append(to_pointer((place, name))[0])
                elif not isinstance(member, str):
                    rest.append(((place, name), member))
    return found


def _decode_beginning(text: str) -> bytes:
    """Return the first bytes of the data that a Base64 text encodes; no bytes if its beginning cannot be decoded.

    Characters outside the alphabet of Base64 are skipped.
    """
    try:
        return b64decode(text[: _SIGNATURE_BYTES * 4 // 3 // 4 * 4 + 4])
    except ValueError:
        return b""
