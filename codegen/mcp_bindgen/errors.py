"""The one exception a user's mistake becomes: what, where and the next step."""

from __future__ import annotations


class BindgenError(Exception):
    """Unusable input or wrong usage; the command line prints it and exits with 2.

    Args:
        what: one sentence that says what is wrong.
        where: revision, JSON Pointer or path, as far as known.
        hint: the next step, if there is one to name.
    """

    def __init__(self, what: str, *, where: str = "", hint: str = "") -> None:
        self.what = what
        self.where = where
        self.hint = hint
        super().__init__(str(self))

    def __str__(self) -> str:
        head = f"{self.where}: {self.what}" if self.where else self.what
        return f"{head}\n  {self.hint}" if self.hint else head
