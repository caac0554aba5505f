"""The packaged schema of a revision."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from ..schema.explain import reference


class SchemaFile:
    """The packaged schema of one revision or extension, loaded on first use.

    Args:
        revision: id of the revision or extension.
        package: that has the file.
        base: the schema whose definitions it refers to; None if it refers to its own only.
    """

    def __init__(self, revision: str, package: str, base: SchemaFile | None = None) -> None:
        self.revision = revision
        self._package = package
        self._base = base
        self._definitions: Mapping[str, Any] | None = None

    @property
    def definitions(self) -> Mapping[str, Any]:
        """Every definition by name."""
        if self._definitions is None:
            from importlib.resources import files  # this import takes as long as the rest of the package

            text = files(self._package).joinpath("schema.json").read_text(encoding="utf-8")
            definitions: Mapping[str, Any] = json.loads(text)["$defs"]
            self._definitions = definitions if self._base is None else {**self._base.definitions, **definitions}
        return self._definitions

    def validator(self, definition: str) -> Callable[[Any], bool]:
        """A compiled function that returns whether a value is valid for one definition.

        Raises:
            ModuleNotFoundError: The extra `validators` is not installed.
        """
        try:
            jsonschema_rs: Any = import_module("jsonschema_rs")
        except ModuleNotFoundError:
            raise ModuleNotFoundError(
                "findings() needs jsonschema-rs: pip install 'mcp-bindings[validators]'", name="jsonschema_rs"
            ) from None
        schema = {"$ref": reference(definition), "$defs": dict(self.definitions)}
        check: Callable[[Any], bool] = jsonschema_rs.Draft202012Validator(schema).is_valid
        return check
