"""Exception for every mistake of a user: the mistake, its place, and the next step."""

from __future__ import annotations


class BindgenError(Exception):
    """Unusable input or wrong usage. The command line prints it and exits with 2.

    Args:
        what: one sentence that states the mistake.
        where: revision, JSON Pointer or path; empty if unknown.
        hint: the next step; empty if unknown.
    """

    def __init__(self, what: str, *, where: str = "", hint: str = "") -> None:
        self.what = what
        self.where = where
        self.hint = hint
        super().__init__(str(self))

    def __str__(self) -> str:
        head = f"{self.where}: {self.what}" if self.where else self.what
        return f"{head}\n  {self.hint}" if self.hint else head
