"""Generated classes that belong to a revision, or to an extension of it."""

from __future__ import annotations

from typing import ClassVar

from .extension import Extension


class Extendable:
    """A class whose subclasses add messages of extensions.

    Attributes:
        extension: the extension whose messages a generated class adds; None if it adds those of a revision.
    """

    extension: ClassVar[Extension | None] = None

    @classmethod
    def extensions(cls) -> tuple[Extension, ...]:
        """The extensions whose messages this class knows."""
        found = (vars(base).get("extension") for base in cls.__mro__)
        return tuple(dict.fromkeys(each for each in found if each is not None))
