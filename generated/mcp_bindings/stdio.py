"""The line framing of stdio: each message is one line of a stream of bytes.

Page: /specification/2025-11-25/basic/transports#stdio.
"""

from __future__ import annotations

from .limits import CUT_END_SIZE, DEFAULT, CutText, Limits
from .options import check_limits


class Lines:
    """Splitter of a stream of bytes into lines. The stream arrives in pieces of any size.

    A line longer than `max_bytes` is cut after `max_bytes + 1` bytes, and its whole length is counted. The parser then
    rejects the line. The error names the whole length of the line. It has the id of the request if the id is near the
    beginning of the line or is the last member of the message.

    Args:
        limits: the bounds of a message; only `max_bytes` is used.

    Raises:
        TypeError: `limits` is no `Limits`.
    """

    def __init__(self, limits: Limits = DEFAULT) -> None:
        check_limits(limits)
        self._free_bytes = self._max_kept = limits.max_bytes + 1
        self._line = bytearray()  # no list: a peer may send pieces of one byte
        self._end = b""  # the last bytes beyond those in `_line`
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
                self._finish_line(line, len(line))
                for line in filter(None, ended.split(b"\n"))
                if not line.isspace() or len(line.removesuffix(b"\r")) >= self._max_kept
            ]
        self._add_part(rest)
        return lines

    def end(self) -> list[bytes]:
        """End the stream.

        Returns:
            A list of the last line, if this line has no line end, and is too long or not blank; otherwise an empty
            list.
        """
        line = self._finish_line(bytes(self._line), self._size)
        self._line.clear()
        self._size, self._end = 0, b""
        self._free_bytes = self._max_kept
        return [line] if isinstance(line, CutText) or (line and not line.isspace()) else []

    def _finish_line(self, line: bytes, size: int) -> bytes:
        """Return a line without the carriage return of its line end, as a `CutText` if the line is too long.

        Args:
            line: the line, or its beginning; then `_end` has its end.
            size: the length of the whole line.
        """
        if size <= self._max_kept and line.endswith(b"\r"):
            line, size = line[:-1], size - 1
        if size < self._max_kept:
            return line
        return CutText.beginning_of(line[: self._max_kept], size, (line[-CUT_END_SIZE:] + self._end)[-CUT_END_SIZE:])

    def _add_part(self, part: bytes) -> None:
        self._size += len(part)
        kept = part[: self._free_bytes]
        if kept:
            self._free_bytes -= len(kept)
            self._line += kept
        if len(kept) < len(part):
            self._end = (self._end + part[len(kept) :][-CUT_END_SIZE:])[-CUT_END_SIZE:]
