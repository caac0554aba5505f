"""The invented revisions: changes, what a report says about them, what a person states, and a program that speaks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import mcp_bindings as mb
from tests.release import invented_names, invented_notices, invented_things
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

    @property
    def facts(self) -> Path:
        """What a person states about it."""
        return _HERE / f"facts_{self.name}.toml"

    @property
    def speaks(self) -> Path:
        """A program that speaks it with the package that was generated for it."""
        return _HERE / f"speaks_{self.name}.py"


INVENTIONS = (
    Invention(
        "things",
        ("CompleteRequest", "ModelHint", "Role", "LoggingLevel", "PromptArgument"),
        invented_things.invented,
        invented_things.EDITS,
    ),
    Invention(
        "notices",
        ("CompleteRequest", "ListResourceTemplatesRequest", "ResourceRequestParams"),
        invented_notices.invented,
        invented_notices.EDITS,
    ),
    Invention(
        "names",
        (
            *(old for old, _ in invented_names.RENAMED),
            *(owner for owner, *_ in invented_names.MEMBERS),
            *("ListRootsRequest", "HeaderMismatchError", "SubscriptionsAcknowledgedNotificationParams"),
            *("CompleteRequestParams", "ElicitRequestURLParams", "InputRequiredResult"),
        ),
        invented_names.invented,
        invented_names.EDITS,
    ),
)


def newest_with(definitions: Sequence[str], revisions: Sequence[str] = mb.REVISIONS) -> str:
    """The newest of some revisions that has these definitions: a later one may have lost or renamed them."""
    return _all_with(definitions, revisions)[-1]


def of_each_era(invention: Invention) -> list[str]:
    """The revisions that an invented one can follow."""
    return [found[-1] for each in (HANDSHAKE, PER_REQUEST) if (found := _all_with(invention.changed, each))]


def _all_with(definitions: Sequence[str], revisions: Sequence[str]) -> list[str]:
    return [each for each in revisions if set(definitions) <= set(mb.revision(each).definitions)]
