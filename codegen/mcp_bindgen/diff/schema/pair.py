"""Two values of the same kind, one from each side of a comparison."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")
S = TypeVar("S")


@dataclass(frozen=True)
class Pair(Generic[T]):
    """A value of the old side and its counterpart on the new side."""

    old: T
    new: T

    def each(self, function: Callable[[T], S]) -> Pair[S]:
        """The results of a function for both values."""
        return Pair(function(self.old), function(self.new))
