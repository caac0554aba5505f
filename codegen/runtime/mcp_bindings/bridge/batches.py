"""The answers to the requests of a batch, which travel together as the requests did.

Page: /specification/2025-03-26/basic/index#batching.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence


class _Batch:
    """One batch whose answers are awaited."""

    __slots__ = ("missing", "texts")

    def __init__(self, missing: int, texts: list[bytes]) -> None:
        self.missing = missing
        self.texts = texts


class Batches:
    """The batches of one side whose answers are awaited."""

    def __init__(self) -> None:
        self._batches: dict[Hashable, _Batch] = {}

    def open(self, requests: Sequence[Hashable], rejected: Sequence[bytes]) -> bytes | None:
        """Await the answers to the requests of a batch.

        Args:
            requests: What names each request, such as its id.
            rejected: The answers to those of its messages that were rejected.

        Returns:
            The whole answer if there are no requests; None if there is nothing to answer, or something is awaited.
        """
        if not requests:
            return _joined(rejected) if rejected else None
        batch = _Batch(len(requests), list(rejected))
        for each in requests:
            self._batches[each] = batch
        return None

    def answered(self, request: Hashable, text: bytes) -> bytes | None:
        """The text to send for the answer to a request: itself, the batch that it completes, or None before that."""
        batch = self._batches.pop(request, None)
        if batch is None:
            return text
        batch.texts.append(text)
        return self._completed(batch)

    def dropped(self, request: Hashable) -> tuple[bytes | None, bool]:
        """Take note that a request will not be answered.

        Returns:
            The batch that is complete now, if there is one, and whether answers to others of its batch are awaited.
        """
        batch = self._batches.pop(request, None)
        return (None, False) if batch is None else (self._completed(batch), batch.missing > 0)

    def clear(self) -> None:
        """Await nothing any more."""
        self._batches.clear()

    def _completed(self, batch: _Batch) -> bytes | None:
        batch.missing -= 1
        return _joined(batch.texts) if not batch.missing and batch.texts else None


def _joined(texts: Sequence[bytes]) -> bytes:
    return b"[" + b",".join(texts) + b"]"
