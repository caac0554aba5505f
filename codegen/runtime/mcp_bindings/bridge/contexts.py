"""What a translation depends on beside the message, on both ways through a bridge."""

from __future__ import annotations

from dataclasses import replace

from ..revisions import Revision
from ..translation import TranslationContext
from .link import Link

_MOST = 500
"""How many contexts of answers are kept. Each one remembers what it has checked, and is made again if it is gone."""

_LONGEST = 200
"""The most characters of the name of a tool whose context is kept."""


class Contexts:
    """The contexts of both ways.

    Args:
        link: Both ends.
        upward: The context of what the client sends, except for its revision.
    """

    def __init__(self, link: Link, upward: TranslationContext) -> None:
        self._link = link
        self._upward = upward
        self._up: dict[str, TranslationContext] = {}
        self._down: dict[tuple[str | None, str | None], TranslationContext] = {}

    def up(self, source: Revision) -> TranslationContext:
        """The context of what the client sends in a revision."""
        if source.id not in self._up:
            self._up[source.id] = replace(self._upward, revision=source.id)
        return self._up[source.id]

    def down(self, method: str | None = None, tool: str | None = None) -> TranslationContext:
        """The context of what the server sends.

        Args:
            method: For an answer, the method of its request.
            tool: The tool that it calls.
        """
        context = self._down.get((method, tool))
        if context is None:
            context = TranslationContext(
                revision=self._link.back_revision.id,
                sender="server",
                method=method,
                tool=tool,
                output_schemas=self._link.catalog.outputs,
                server_info=self._link.server_info,
            )
            if len(self._down) >= _MOST:
                self._down.clear()
            if tool is None or len(tool) <= _LONGEST:
                self._down[method, tool] = context
        return context

    @property
    def log_level(self) -> str | None:
        """The least serious log messages that the client has asked for; None if it has not."""
        return self._upward.log_level

    def ask_for_logs(self, level: str) -> None:
        """Ask for log messages with each request that the client sends from now on."""
        self._upward = replace(self._upward, log_level=level)
        self._up.clear()
