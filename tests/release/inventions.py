"""The invented revisions: changes, what a report says about them, what a person states, and a program that speaks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import mcp_bindings as mb
from tests.release import invented, invented_otherwise
from tests.revisions import HANDSHAKE, PER_REQUEST

_HERE = Path(__file__).parent


class Invention(NamedTuple):
    """An invented next revision."""

    name: str
    changed: Sequence[str]
    """Definitions that it removes or renames, and that its facts name."""
    made_from: Callable[[dict[str, Any]], dict[str, Any]]
    """Gives the schema, from an official one."""
    edits: Sequence[tuple[str, str]]
    facts: Path
    speaks: Path


INVENTIONS = (
    Invention(
        "things",
        ("CompleteRequest", "ModelHint", "Role", "LoggingLevel", "PromptArgument"),
        invented.invented,
        invented.EDITS,
        _HERE / "facts.toml",
        _HERE / "speaks.py",
    ),
    Invention(
        "notices",
        ("CompleteRequest", "ListResourceTemplatesRequest", "ResourceRequestParams"),
        invented_otherwise.invented,
        invented_otherwise.EDITS,
        _HERE / "facts_otherwise.toml",
        _HERE / "speaks_otherwise.py",
    ),
)


def newest_with(definitions: Sequence[str], revisions: Sequence[str] = mb.REVISIONS) -> str:
    """The newest of some revisions that has these definitions: a later one may have lost or renamed them."""
    return [each for each in revisions if set(definitions) <= set(mb.revision(each).definitions)][-1]


def of_each_era(invention: Invention) -> list[str]:
    """The revisions that an invented one can follow."""
    return [newest_with(invention.changed, revisions) for revisions in (HANDSHAKE, PER_REQUEST) if revisions]
