"""The line framing of stdio: each message is one line of a stream of bytes.

Page: /specification/2025-11-25/basic/transports#stdio.
"""

from __future__ import annotations

from .limits import DEFAULT, CutText, Limits


class Lines:
    """Splitter of a stream of bytes into lines. The stream arrives in pieces of any size.

    A line longer than `max_bytes` is cut after `max_bytes + 1` bytes, and its whole length is counted. The parser then
    rejects the line. The error names the whole length. It has the request id if the id is near the beginning of the
    line.

    Args:
        limits: the bounds of a message; only `max_bytes` is used.
    """

    def __init__(self, limits: Limits = DEFAULT) -> None:
        self._free_bytes = self._max_kept = limits.max_bytes + 1
        self._line = bytearray()  # no list: a peer may send pieces of one byte
        self._size = 0

    def feed(self, piece: bytes) -> list[bytes]:
        """Add the next piece of the stream.

        Returns:
            The lines that end in this piece, without their line ends. Blank lines are left out, unless they are too
            long.
        """
        first, line_end, rest = piece.partition(b"\n")
        self._add_part(first)
        if not line_end:
            return []
        lines = self.end()
        ended, _, rest = rest.rpartition(b"\n")
        if len(ended) >= self._max_kept or not ended.isspace():
            lines += [
                self._finish_line(line[: self._max_kept], len(line))
                for line in filter(None, ended.split(b"\n"))
                if len(line) >= self._max_kept or not line.isspace()
            ]
        self._add_part(rest)
        return lines

    def end(self) -> list[bytes]:
        """End the stream.

        Returns:
            A list of the last line, if this line has no line end and is not blank; otherwise an empty list.
        """
        line = self._finish_line(bytes(self._line), self._size)
        self._line.clear()
        self._size = 0
        self._free_bytes = self._max_kept
        return [line] if isinstance(line, CutText) or (line and not line.isspace()) else []

    def _finish_line(self, line: bytes, size: int) -> bytes:
        """Return a line without the carriage return of its line end, as a `CutText` if the line is too long."""
        if size == len(line) and line.endswith(b"\r"):
            line, size = line[:-1], size - 1
        return line if size < self._max_kept else CutText.beginning_of(line, size)

    def _add_part(self, part: bytes) -> None:
        self._size += len(part)
        part = part[: self._free_bytes]
        if part:
            self._free_bytes -= len(part)
            self._line += part
