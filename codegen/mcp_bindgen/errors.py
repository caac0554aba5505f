"""Exceptions for mistakes of a user. They state the mistake, its place, and the next step."""

from __future__ import annotations

from collections.abc import Callable, Iterable


class BindgenError(Exception):
    """Unusable input or wrong usage. The command line prints the error and exits with 2.

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

    @property
    def mistakes(self) -> tuple[BindgenError, ...]:
        """The mistakes of which the error consists: this error alone, or the errors that a `JoinedError` joins."""
        return (self,)

    def replace_path(self, old: str, new: str) -> BindgenError:
        """Replace a path in the texts of this error. Return this error.

        Args:
            old: a path that the user does not know.
            new: the path to show instead.
        """
        self.what = self.what.replace(old, new)
        self.where = self.where.replace(old, new)
        self.hint = self.hint.replace(old, new)
        return self


class JoinedError(BindgenError):
    """Error that joins the errors of several mistakes. `str` gives the text of each mistake.

    Args:
        each: the errors of the mistakes, in the order in which to print them.
    """

    def __init__(self, each: Iterable[BindgenError]) -> None:
        self._each = tuple(each)
        super().__init__("; ".join(dict.fromkeys(error.what for error in self._each)))

    def __str__(self) -> str:
        return "\n".join(map(str, self._each))

    @property
    def mistakes(self) -> tuple[BindgenError, ...]:
        """The mistakes, in the order in which to print them."""
        return self._each

    def replace_path(self, old: str, new: str) -> BindgenError:
        """Replace a path in the texts of each mistake. Return this error."""
        for error in self._each:
            error.replace_path(old, new)
        return self


def run_checks(checks: Iterable[Callable[[], object]]) -> None:
    """Call every check, one after another, even if a check raises a `BindgenError`.

    Raises:
        BindgenError: at least one check raised this error. The error has the mistakes of all checks.
    """
    found: list[BindgenError] = []
    for check in checks:
        try:
            check()
        except BindgenError as error:
            found.append(error)
    raise_together(found)


def raise_together(errors: Iterable[BindgenError]) -> None:
    """Raise the given errors as one error. Do nothing if there are none.

    Raises:
        BindgenError: the only error, or one error that joins all errors. Errors with the same text count once.
    """
    found = tuple({str(each): each for error in errors for each in error.mistakes}.values())
    if found:
        raise found[0] if len(found) == 1 else JoinedError(found)
