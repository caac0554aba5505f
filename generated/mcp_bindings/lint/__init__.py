"""Checks the rules that the specification states in prose and the schema does not enforce.

`Revision.lint` calls `Linter`. The rules are data, rendered from `schema/<revision>/lint_rules.toml`. `checks` has the
functions that rules name, `formats` the syntax of URIs, media types, timestamps and trace context.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from .linter import Linter, LintFinding

__all__ = ["LintFinding", "Linter"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "linter": ("Linter", "LintFinding"),
        },
    )
