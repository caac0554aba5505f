"""`schema/translation.toml`: translation of messages from one revision to the next, and back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.ingest.rows import read_rows, table_rows
from mcp_bindgen.jsontext import is_array

FILE = "translation.toml"

Way = Literal["", "to-newer", "to-older"]
"""Direction between two neighbouring revisions: `to-newer` to the newer one, `to-older` back, or empty for both."""

RENAME_METHOD = "rename_method"
"""Action of a rule for methods with another name in the target. The rule's `value` is the other name, as JSON."""

MOVE = "move"
"""Action of a rule for members with another name or at another place. The rule's `value` is the way there, as JSON."""

CAPABILITIES = {"client": "ClientCapabilities", "server": "ServerCapabilities"}
"""The definition of the capabilities that each side declares."""

Owner = Literal["translation", "bridge"]
"""The part of the package that applies a rule: the translation of single messages, or a bridge. A bridge knows more
than one message."""


@dataclass(frozen=True)
class TranslationRule:
    """One rule for messages from one of two neighbouring revisions to the other."""

    id: str
    reason: str
    step: str = ""
    """Newer one of the two revisions; empty for a rule that applies between any two neighbouring revisions."""

    way: Way = ""
    places: tuple[str, ...] = ()
    """Places of the rule: definitions with paths of members, such as `Tool.inputSchema`, or paths from `request`,
    `notification`, `result` and `error`; `[]` stands for the items of a list.
    """

    action: str = ""
    """Action at the places, by its name in the package `translation`; empty for a rule without places."""

    lossy: bool = False
    """True if translation back does not restore the message. An action may still find that nothing is lost."""

    members: tuple[str, ...] = ()
    """Members that the action is about."""

    methods: tuple[str, ...] = ()
    """Methods whose messages the rule is about; empty if the rule is about the messages of every method."""

    value: str = ""
    """Further argument of the action, as JSON; empty if the action has none."""

    code: int = 0
    """Code of the error for the sender of a request that is refused. 0 stands for -32601 (method not found), or for no
    code if the rule refuses nothing.
    """

    owner: Owner = "translation"
    sources: tuple[str, ...] = ()
    """Pages of the specification, below https://modelcontextprotocol.io/."""


@dataclass(frozen=True)
class TranslationRules:
    """Content of `schema/translation.toml`."""

    general: tuple[TranslationRule, ...]
    connection: tuple[TranslationRule, ...]
    """Rules that only a bridge applies, to the messages that belong to a connection as a whole."""
    rules: tuple[TranslationRule, ...]

    @property
    def renamed_methods(self) -> tuple[tuple[str, str, str, str], ...]:
        """The rules that rename a method: the step, the way, and the name before and after the step."""
        rows = [row for row in self.rules if row.action == RENAME_METHOD]
        return tuple((row.step, row.way, name, json.loads(row.value)) for row in rows for name in row.methods)

    @property
    def moved_capabilities(self) -> dict[str, tuple[tuple[str, str, str, str], ...]]:
        """The rules that rename or move a capability, by the side that declares it.

        Each has its step, its way, and the dotted path of the capability before and after the step.
        """
        rows = [(row, place) for row in self.rules if row.action == MOVE for place in row.places]
        return {
            side: tuple((row.step, row.way, *paths) for row, place in rows for paths in _list_moves(name, place, row))
            for side, name in CAPABILITIES.items()
        }


def _list_moves(definition: str, place: str, rule: TranslationRule) -> Iterator[tuple[str, str]]:
    """Yield the path of each member of a definition that a rule moves at a place, and its new path."""
    root, *around = place.split(".")
    if root != definition:
        return
    target = [*around]
    for name in json.loads(rule.value):
        target = target[:-1] if name == ".." else [*target, name]
    for member in rule.members:
        yield ".".join([*around, member]), ".".join(target)


def path_notation(tokens: Sequence[str]) -> str:
    """Return a pointer in the notation of translation rules: a definition and names of members, with `[]` for items.

    Args:
        tokens: the tokens of the pointer, which begins with `$defs`. Tokens other than `properties` and `items` are
            left out, such as those of an alternative.
    """
    path, rest = "".join(tokens[1:2]), iter(tokens[2:])
    for each in rest:
        path += "[]" if each == "items" else f".{next(rest, '')}" if each == "properties" else ""
    return path


def _read_json(text: str) -> object:
    try:
        found: object = json.loads(text)
    except ValueError:
        return None
    return found


def _is_way(value: object) -> bool:
    return is_array(value) and bool(value) and all(isinstance(name, str) for name in value)


def read_translation(schema_root: Path) -> TranslationRules:
    """Return the rules of translation. A row with an empty text is left out until a person has written the text.

    Args:
        schema_root: the directory that contains `translation.toml`.

    Raises:
        BindgenError: the file cannot be read; a row is malformed; two rows have one id; a row `[[rule]]` or
            `[[connection]]` lacks a key that its table or its action requires, or its `value` does not suit its action.
    """
    path = schema_root / FILE
    tables = read_toml(path)
    data = {
        key: [row for row in table_rows(tables, key, where=f"{path}: {key}") if "" not in row.values()]
        for key in tables
    }
    general, connection, rules = (
        read_rows(TranslationRule, data, key, where=str(path)) for key in ("general", "connection", "rule")
    )
    ids = [row.id for row in (*general, *connection, *rules)]
    for id_ in ids:
        if ids.count(id_) > 1:
            raise BindgenError(f"two rows have the id {id_!r}; rename one", where=str(path))
    for row in rules:
        if not (row.step and row.way and row.places and row.action and row.sources):
            raise BindgenError(f"rule {row.id!r} needs step, way, places, action and sources", where=str(path))
        if row.action == RENAME_METHOD and not (row.methods and isinstance(_read_json(row.value), str)):
            raise BindgenError(
                f"rule {row.id!r} needs methods, and as value their name in the target",
                where=str(path),
                hint="""for example methods = ["tools/run"] and value = '"tools/call"'""",
            )
        if row.action == MOVE and not _is_way(_read_json(row.value)):
            raise BindgenError(
                f"rule {row.id!r} needs as value the way to the new place of its members, which is an array of names",
                where=str(path),
                hint="""for example value = '["newName"]'""",
            )
    for row in connection:
        if not (row.methods and row.sources):
            raise BindgenError(f"connection {row.id!r} needs methods and sources", where=str(path))
    return TranslationRules(general, connection, rules)
