"""Content blocks: text, image, audio and embedded resource."""

from __future__ import annotations

import base64
import struct
import zlib
from typing import Any


def _png() -> bytes:
    """A PNG image of one red pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header, pixel = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0), zlib.compress(b"\0\xff\0\0")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixel) + chunk(b"IEND", b"")


def _wav() -> bytes:
    """A WAV file of one millisecond of silence."""
    samples = bytes(16)
    form = struct.pack("<HHIIHH", 1, 1, 8_000, 16_000, 2, 16)
    chunks = b"WAVEfmt " + struct.pack("<I", len(form)) + form + b"data" + struct.pack("<I", len(samples)) + samples
    return b"RIFF" + struct.pack("<I", len(chunks)) + chunks


PNG_DATA = base64.b64encode(_png()).decode()
PNG = {"type": "image", "data": PNG_DATA, "mimeType": "image/png"}
WAV = {"type": "audio", "data": base64.b64encode(_wav()).decode(), "mimeType": "audio/wav"}


def text(words: str) -> dict[str, Any]:
    """A text block."""
    return {"type": "text", "text": words}


def resource(uri: str, words: str, mime_type: str = "text/plain") -> dict[str, Any]:
    """An embedded resource with text."""
    return {"type": "resource", "resource": {"uri": uri, "mimeType": mime_type, "text": words}}
