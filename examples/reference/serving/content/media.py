"""Content blocks: text, image, audio and embedded resource."""

from __future__ import annotations

import base64
import struct
import zlib

from mcp_bindings import v2026_07_28 as mcp


def _png() -> bytes:
    """Return a PNG image of one red pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header, pixel = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0), zlib.compress(b"\0\xff\0\0")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixel) + chunk(b"IEND", b"")


def _wav() -> bytes:
    """Return a WAV file of one millisecond of silence."""
    samples = bytes(16)
    form = struct.pack("<HHIIHH", 1, 1, 8_000, 16_000, 2, 16)
    chunks = b"WAVEfmt " + struct.pack("<I", len(form)) + form + b"data" + struct.pack("<I", len(samples)) + samples
    return b"RIFF" + struct.pack("<I", len(chunks)) + chunks


PNG_DATA = base64.b64encode(_png()).decode()
PNG = mcp.ImageContent(data=PNG_DATA, mime_type="image/png")
WAV = mcp.AudioContent(data=base64.b64encode(_wav()).decode(), mime_type="audio/wav")


def embedded_resource(uri: str, words: str, mime_type: str = "text/plain") -> mcp.EmbeddedResource:
    """Return an embedded resource with text."""
    return mcp.EmbeddedResource(resource=mcp.TextResourceContents(uri=uri, mime_type=mime_type, text=words))
