"""Rules of the specification's prose that one message can break and its schema does not enforce.

`rev.lint` runs them. The rules are data (`schema/<revision>/rules.toml`, rendered); `checks` has the code that each
rule names, `formats` what it takes to judge URIs, media types and the like.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from .linter import Linter as Linter
    from .linter import LintFinding as LintFinding

__all__ = [
    "LintFinding",
    "Linter",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "linter": ["LintFinding", "Linter"],
        },
    )
