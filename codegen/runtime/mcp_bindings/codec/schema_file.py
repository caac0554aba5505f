"""The packaged schema of a revision or an extension."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any
from urllib.parse import unquote

from ..json_values import has_large_number, is_array, is_object, unescape_token
from ..schema.dialects import DRAFT_2020_12
from ..schema.library import NO_SCHEMAS
from ..schema.places import reference_to, referenced_name
from ..schema.validators import find_library

_LARGE = re.compile(rb"[0-9]{19}")


def may_compare_large_numbers(text: bytes) -> bool:
    """Return whether the text of a schema has `uniqueItems` or 19 digits in a row. Only then can the exact value of an
    integer of more than 64 bits decide whether a document is valid.
    """
    return b'"uniqueItems"' in text or _LARGE.search(text) is not None


class SchemaFile:
    """Packaged schema of one revision or extension, loaded on first use.

    Args:
        revision: id of the revision or extension.
        package: the package that has the file.
        base: the schema whose definitions this schema uses besides its own; None if it uses only its own.
    """

    def __init__(self, revision: str, package: str, base: SchemaFile | None = None) -> None:
        self.revision = revision
        self._package = package
        self._base = base
        self._definitions: Mapping[str, Any] | None = None
        self._may_compare_large_numbers = False
        """Result of `may_compare_large_numbers` for the text."""

    @property
    def definitions(self) -> Mapping[str, Any]:
        """Every definition by name, those of the base included. A definition whose class has another name is also found
        by the name of the class, which the tables of methods and errors use.
        """
        if self._definitions is None:
            import json
            from pkgutil import get_data  # these imports take as long as that of this package

            text = get_data(self._package, "schema.json")
            assert text is not None
            definitions: Mapping[str, Any] = json.loads(text)["$defs"]
            classes: Mapping[str, str] = import_module(f"{self._package}.definitions").DEFINITIONS
            definitions = {**{classes.get(name, name): definitions[name] for name in definitions}, **definitions}
            self._may_compare_large_numbers = may_compare_large_numbers(text)
            if self._base is not None:
                definitions = {**self._base.definitions, **definitions}
                self._may_compare_large_numbers |= self._base._may_compare_large_numbers
            self._definitions = definitions
        return self._definitions

    def compile_validator(self, definition: str, *path: str) -> Callable[[Any], bool]:
        """Return a function that returns whether a JSON value is valid for one definition, or for schemas inside the
        definition. Each call compiles a new function.

        Args:
            definition: the name of the definition.
            path: keywords and names that lead from the definition to a schema inside it, also through `$ref` and
                `allOf`; empty for the definition itself.

        Raises:
            KeyError: the schema has no such definition.
            ModuleNotFoundError: neither jsonschema-rs (the extra `validators`) nor jsonschema is installed.
            SchemaRefusedError: the path leads to no schema.
        """
        library = find_library("findings()")
        # Each validator keeps a copy of its definitions.
        needed = {name: self.definitions[name] for name in self._needed_definitions(definition)}
        places = list(self._references_at(definition, "", path)) if path else [reference_to(definition)]
        parts = [{"$ref": place} for place in places]
        schema = {**(parts[0] if len(parts) == 1 else {"allOf": parts}), "$defs": needed}
        check = library.compile(schema, DRAFT_2020_12, NO_SCHEMAS).is_valid
        return (
            self._with_exact_numbers(check, {"allOf": [self._schema_at(place) for place in places]})
            if self._may_compare_large_numbers
            else check
        )

    def _with_exact_numbers(self, check: Callable[[Any], bool], schema: Any) -> Callable[[Any], bool]:
        """Return a check that leaves a value to `Explainer` if the value has a number of 2^63 or more, or of -2^63 or
        less. jsonschema-rs reads numbers of this size as floats.

        Args:
            check: the check by jsonschema-rs, for all other values and for values that are nested too deeply.
            schema: the schema of the check, for `Explainer`.
        """
        from ..schema.explain import Explainer

        def is_valid_or_large(value: Any) -> bool:
            if not has_large_number(value):
                return check(value)
            try:
                return Explainer(self.definitions).accepts(schema, value)
            except RecursionError:  # nested too deeply
                return check(value)

        return is_valid_or_large

    def _schema_at(self, place: str) -> Any:
        """Return the schema at one of the references that `_references_at` yields."""
        schema: Any = self.definitions
        for token in place.removeprefix("#/$defs/").split("/"):
            schema = schema[int(token)] if is_array(schema) else schema[unescape_token(unquote(token))]
        return schema

    def _references_at(self, definition: str, pointer: str, path: tuple[str, ...]) -> Iterator[str]:
        """Yield the references to the schemas at a path: in a schema, in the target of its `$ref`, and in the parts of
        its `allOf`.

        Args:
            definition: the name of the definition that has the schema.
            pointer: the JSON Pointer of the schema in the definition.
            path: the path, from the schema.
        """
        schema: Any = self.definitions[definition]
        for token in pointer.split("/")[1:]:
            schema = schema[int(token)] if is_array(schema) else schema[token]
        found = schema
        for name in path:
            found = found.get(name) if is_object(found) else None
        if found is not None:
            yield f"{reference_to(definition)}{pointer}{''.join(f'/{name}' for name in path)}"
        if "$ref" in schema:
            yield from self._references_at(referenced_name(schema["$ref"]), "", path)
        for number in range(len(schema.get("allOf", ()))):
            yield from self._references_at(definition, f"{pointer}/allOf/{number}", path)

    def _needed_definitions(self, definition: str) -> set[str]:
        """Return the names of the definition and of all definitions to which it refers, directly or not."""
        needed: set[str] = set()
        rest = [definition]
        while rest:
            name = rest.pop()
            if name not in needed:
                needed.add(name)
                rest += _referenced_definitions(self.definitions[name])
        return needed


def _referenced_definitions(schema: Any) -> Iterator[str]:
    """Yield the names of the definitions that a schema refers to."""
    if is_object(schema):
        if isinstance(schema.get("$ref"), str):
            yield referenced_name(schema["$ref"])
        for part in schema.values():
            yield from _referenced_definitions(part)
    elif is_array(schema):
        for part in schema:
            yield from _referenced_definitions(part)
