"""The packaged schema of a revision."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any

from ..json_values import is_array, is_object
from ..schema.explain import reference, referred


class SchemaFile:
    """The packaged schema of one revision, loaded on first use."""

    def __init__(self, revision: str, package: str) -> None:
        self.revision = revision
        self._package = package
        self._definitions: Mapping[str, Any] | None = None

    @property
    def definitions(self) -> Mapping[str, Any]:
        """Every definition by name."""
        if self._definitions is None:
            from importlib.resources import files  # this import takes as long as the rest of the package

            text = files(self._package).joinpath("schema.json").read_text(encoding="utf-8")
            definitions: Mapping[str, Any] = json.loads(text)["$defs"]
            self._definitions = definitions
        return self._definitions

    def validator(self, definition: str, *path: str) -> Callable[[Any], bool]:
        """A compiled function that returns whether a value is valid for one definition.

        Args:
            definition: The name of the definition.
            path: Names that lead from the definition to a schema inside it; empty for the definition itself.

        Raises:
            ModuleNotFoundError: The extra `validators` is not installed.
        """
        try:
            jsonschema_rs: Any = import_module("jsonschema_rs")
        except ModuleNotFoundError:
            raise ModuleNotFoundError(
                "findings() needs jsonschema-rs: pip install 'mcp-bindings[validators]'", name="jsonschema_rs"
            ) from None
        pointer = "".join(f"/{name}" for name in path)
        needed = {name: self.definitions[name] for name in self._needed(definition)}  # each validator keeps a copy
        schema = {"$ref": reference(definition) + pointer, "$defs": needed}
        check: Callable[[Any], bool] = jsonschema_rs.Draft202012Validator(schema).is_valid
        return check

    def _needed(self, definition: str) -> set[str]:
        """The definition and those that it refers to, directly or not."""
        needed: set[str] = set()
        rest = [definition]
        while rest:
            name = rest.pop()
            if name not in needed:
                needed.add(name)
                rest += _referred(self.definitions[name])
        return needed


def _referred(schema: Any) -> Iterator[str]:
    """The definitions that a schema refers to."""
    if is_object(schema):
        if isinstance(schema.get("$ref"), str):
            yield referred(schema["$ref"])
        for part in schema.values():
            yield from _referred(part)
    elif is_array(schema):
        for part in schema:
            yield from _referred(part)
