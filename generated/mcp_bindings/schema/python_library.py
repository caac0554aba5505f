"""jsonschema, which checks values against JSON Schemas where jsonschema-rs is not installed, such as in Pyodide.

Both libraries give the same verdicts for schemas that both accept. jsonschema takes some hundred times as long, so it
gets smaller schemas and values. Alone, it would take exponential time for schemas that refer to themselves, and for
regular expressions. So a reference is followed once for each part of a value, and pydantic-core searches for regular
expressions. A schema with `unevaluatedItems`, `unevaluatedProperties` or `$dynamicRef` is refused. So is a schema with
a regular expression that pydantic-core does not support, such as one with look-around or a back reference.
"""

from __future__ import annotations

import base64
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import islice
from math import isfinite
from typing import Any
from urllib.parse import urljoin

from ..errors import shorten
from ..json_values import is_array, is_object
from ..limits import MAX_FINDINGS
from .conditions import find_first_repeated_item
from .dialects import DIALECTS, DRAFT_07, DRAFT_2020_12
from .library import MASK, Library, SchemaRefusedError, Validator, ValidatorError
from .validation_work import are_looked_up, objects_in, with_changed_parts

_MAX_PARTS = 1_000
"""The largest number of objects and arrays of a schema."""

_STEP_COST = 500
"""The number of steps of jsonschema-rs in the time of one step of jsonschema, rounded up."""

_MAX_SHOWN_CHARACTERS = 100
"""The largest number of characters of a text in the messages of jsonschema."""

_WHOLE = "json-schema:///checked"
"""The URL that a schema without `$id` gets."""

_UNSUPPORTED_KEYWORDS = ("unevaluatedItems", "unevaluatedProperties", "$dynamicRef")
"""The keywords for which jsonschema takes exponential time."""

_BASE64 = "base64"

_RESERVED_FRAMES = 150
"""The number of stack frames that are reserved for one look-up of a reference."""

_KEYWORDS_OF_UNKNOWN_PARTS = ("definitions", "dependencies")
"""The keywords whose subschemas the Python library `referencing` does not find in every dialect."""

_CLASSES_OF_CHARACTERS = {
    "d": "0-9",
    "s": r"\t\n\v\f\r\u{feff}\u{2028}\u{2029}\p{Zs}",
    "w": "A-Za-z0-9_",
}
"""The characters for which `\\d`, `\\s` and `\\w` stand in ECMA-262, in the notation of Rust's character classes."""

_frame_at: Callable[[int], object] = vars(sys)["_getframe"]
"""The function that returns the stack frame a given number of calls up; it raises ValueError if the stack has fewer
frames."""


def python_library() -> Library:
    """Return the library jsonschema.

    Raises:
        ModuleNotFoundError: jsonschema is not installed.
    """
    return _make_python_library(import_module("jsonschema"))


@cache
def _make_python_library(python: Any) -> Library:
    metaschemas: Any = import_module("jsonschema_specifications").REGISTRY
    dialects: Any = import_module("referencing.jsonschema")
    specifications = {
        DRAFT_2020_12: _with_named_parts(dialects.DRAFT202012),
        DRAFT_07: _with_named_parts(dialects.DRAFT7),
    }
    unresolvable: Any = import_module("referencing.exceptions").Unresolvable
    validators: Any = import_module("jsonschema.validators")

    def find_errors(value: Any, dialect: str) -> Iterator[Any]:
        """Yield the errors of a value for the metaschema of a dialect."""
        kind = validators.validator_for({"$schema": dialect})
        yield from kind(kind.META_SCHEMA, registry=metaschemas).iter_errors(value)

    def check_schema(schema: Any, dialect: str) -> None:
        try:
            error = next(find_errors(schema, dialect), None)
        except RecursionError:
            raise SchemaRefusedError("not a schema: nested too deeply") from None
        if error is not None:
            raise SchemaRefusedError(f"not a schema: {shorten(error.message)}")

    def compile_schema(schema: Any, dialect: str, others: Mapping[str, Any]) -> Validator:
        specification = specifications[dialect]
        known = python.Draft202012Validator.VALIDATORS
        keywords = _KeywordChecks(known["$ref"], known["enum"])
        whole = specification.create_resource(_without_dialects(schema))
        url = urljoin(_WHOLE, whole.id() or "")
        resources = [
            (address, specification.create_resource(_without_dialects(other))) for address, other in others.items()
        ]
        try:
            registry = metaschemas.with_resources([(url, whole), *resources]).crawl()
            own = {id(part) for _, resource in [(url, whole), *resources] for part in objects_in(resource.contents)}
            for address, resource in [(url, whole), *resources]:
                keywords.add_parts(registry.resolver(address), resource, specification.create_resource, own)
        except RecursionError:
            raise SchemaRefusedError("not a schema: nested too deeply") from None
        except unresolvable as error:
            raise SchemaRefusedError(
                f"not a schema: references are not fetched, and the schema does not contain {shorten(error.ref)}"
            ) from None
        checks = {"dependencies": python.Draft7Validator.VALIDATORS["dependencies"], **keywords.checks_of(dialect)}
        kind = validators.extend(getattr(python, DIALECTS[dialect]), checks)
        return _PythonValidator(kind({"$ref": url}, registry=registry))

    def is_schema(value: Any, dialect: str) -> bool:
        try:
            return next(find_errors(value, dialect), None) is None
        except RecursionError:
            return False

    return Library(check_schema, compile_schema, is_schema, step_cost=_STEP_COST, max_parts=_MAX_PARTS)


def _with_named_parts(specification: Any) -> Any:
    """Return a changed dialect of the Python library `referencing`. By this dialect, the library finds schemas in
    `definitions` too, which 2020-12 does not define, and does not take lists of names in `dependencies` for schemas.
    """

    def find_anchors(_: Any, contents: Any) -> Any:
        return specification.anchors_in(contents)

    def find_parts(contents: Any) -> Iterator[Any]:
        if not is_object(contents):
            return
        yield from specification.subresources_of(
            {name: part for name, part in contents.items() if name not in _KEYWORDS_OF_UNKNOWN_PARTS}
        )
        for name in _KEYWORDS_OF_UNKNOWN_PARTS:
            yield from (each for each in contents.get(name, {}).values() if not is_array(each))

    return type(specification)(
        name=specification.name,
        id_of=specification.id_of,
        subresources_of=find_parts,
        maybe_in_subresource=specification.maybe_in_subresource,
        anchors_in=find_anchors,
    )


def _without_dialects(schema: Any, *, is_named: bool = False) -> Any:
    """Return a copy of a schema without `$schema`. At this keyword, jsonschema would change to a validator of its own.

    Args:
        schema: the schema, or a part of it.
        is_named: whether the members of this part are schemas by name.
    """
    if is_array(schema):
        return [_without_dialects(each) for each in schema]
    if not is_object(schema):
        return schema
    kept = {name: part for name, part in schema.items() if is_named or name != "$schema"}
    return with_changed_parts(kept, _without_dialects, is_named=is_named)


class _PythonValidator:
    """Schema prepared for checks by jsonschema."""

    def __init__(self, checking: Any) -> None:
        self._checking = checking

    def is_valid(self, value: Any, /) -> bool:
        """Return whether a JSON value is valid; False for a value that is nested too deeply to be checked."""
        try:
            found: bool = self._checking.is_valid(_with_short_texts(value))
        except RecursionError:
            return False
        return found

    def errors(self, value: Any, /, *, lists_all: bool) -> list[ValidatorError]:
        """Return the errors of a value: at most 100 if `lists_all` is True, otherwise only the first error. Return no
        errors if the value is nested too deeply to be checked.
        """
        try:
            errors = [*islice(self._checking.iter_errors(_with_short_texts(value)), MAX_FINDINGS if lists_all else 1)]
        except RecursionError:
            return []
        return [_to_validator_error(error) for error in errors]


def _to_validator_error(error: Any) -> ValidatorError:
    path = [*error.absolute_schema_path]
    is_negation = bool(path) and path[-1] == "not"
    return ValidatorError(path, [*error.absolute_path], error.instance, error.validator_value if is_negation else None)


class _HiddenObject(dict[str, Any]):
    """Object that does not show its members, since messages of jsonschema repeat the value.

    Attributes:
        verdicts: True if a reference accepts the object, else False, by the id of the part of the schema that has the
            reference.
    """

    verdicts: dict[int, bool]

    def __repr__(self) -> str:
        return MASK


class _HiddenArray(list[Any]):
    """Array that does not show its items. `_HiddenObject` documents its attribute."""

    verdicts: dict[int, bool]

    def __repr__(self) -> str:
        return MASK


class _HiddenText(str):
    """Text that does not show its characters."""

    __slots__ = ()

    def __repr__(self) -> str:
        return MASK


def _with_short_texts(value: Any) -> Any:
    """Return a copy of a JSON value. The parts of the copy are short in the messages of jsonschema."""
    if is_object(value) or is_array(value):
        copy: _HiddenObject | _HiddenArray
        if is_object(value):
            copy = _HiddenObject((name, _with_short_texts(each)) for name, each in value.items())
        else:
            copy = _HiddenArray(map(_with_short_texts, value))
        copy.verdicts = {}
        return copy
    return _HiddenText(value) if isinstance(value, str) and len(value) > _MAX_SHOWN_CHARACTERS else value


class _KeywordChecks:
    """Checks of those keywords that this package checks in place of jsonschema, for one schema.

    Args:
        reference: the check of `$ref` by jsonschema.
        enumeration: the check of `enum` by jsonschema.
    """

    def __init__(
        self,
        reference: Callable[[Any, str, Any, Any], Iterator[Any]],
        enumeration: Callable[[Any, Any, Any, Any], Iterator[Any]],
    ) -> None:
        self._check_reference = reference
        self._check_enumeration = enumeration
        self._constants: dict[int, frozenset[Any]] = {}
        self._searches: dict[str, Callable[[str], bool]] = {}
        self._parts: set[int] = set()

    def add_parts(
        self, resolver: Any, resource: Any, make_resource: Callable[[Any], Any], own: Collection[int]
    ) -> None:
        """Add the parts of a schema. Check the references, keywords and regular expressions of the schema, which
        jsonschema would otherwise first read while it checks a value.

        Args:
            resolver: the resolver of the schema's references, an object of the library `referencing`.
            resource: the schema, as an object of the library `referencing`.
            make_resource: the function that makes such an object of a part of a schema.
            own: the ids of all objects in this schema and in the others to which it may refer. A reference may lead to
                one that stands where no keyword of the dialect has a schema.

        Raises:
            referencing.exceptions.Unresolvable: a reference leads nowhere.
            SchemaRefusedError: a keyword or a regular expression is not supported.
        """
        left = [(resolver, resource)]
        while left:
            resolver, resource = left.pop()
            part = resource.contents
            if id(part) in self._parts:
                continue
            if is_object(part):
                self._parts.add(id(part))
                constants = part.get("enum")
                if is_array(constants) and are_looked_up(constants):
                    self._constants[id(constants)] = frozenset(constants)
                if isinstance(part.get("$ref"), str):
                    target = resolver.lookup(part["$ref"])
                    if id(target.contents) in own:
                        left.append((target.resolver, make_resource(target.contents)))
                refused = next((keyword for keyword in _UNSUPPORTED_KEYWORDS if keyword in part), None)
                if refused is not None:
                    raise SchemaRefusedError(f"not supported without jsonschema-rs: the keyword {refused}")
                for pattern in (part.get("pattern"), *(part.get("patternProperties") or ())):
                    if isinstance(pattern, str):
                        self.search_function(pattern)
            left += ((resolver.in_subresource(each), each) for each in resource.subresources())

    def checks_of(self, dialect: str) -> dict[str, Callable[[Any, Any, Any, Any], Iterator[Any]]]:
        """Return the checks by keyword, given the URL of the dialect."""
        checks: dict[str, Callable[[Any, Any, Any, Any], Iterator[Any]]] = {
            "$ref": self.check_reference,
            "additionalProperties": self.check_other_members,
            "enum": self.check_constants,
            "multipleOf": _check_multiple,
            "pattern": self.check_pattern,
            "patternProperties": self.check_members_by_pattern,
            "uniqueItems": _check_unique_items,
        }
        if dialect == DRAFT_07:
            checks |= {"contentEncoding": _check_encoding, "contentMediaType": _check_media_type}
        return checks

    def check_reference(self, validator: Any, reference: str, value: Any, schema: Any) -> Iterator[Any]:
        """Yield one error if the schema to which a reference leads rejects a value. For a reference that is not in one
        of the added parts, such as in a metaschema, yield all errors.

        Raises:
            RecursionError: the stack is nearly full.
        """
        if id(schema) not in self._parts:
            yield from self._check_reference(validator, reference, value, schema)
            return
        verdicts = value.verdicts if isinstance(value, (_HiddenObject, _HiddenArray)) else {}
        found = verdicts.get(id(schema))
        if found is None:
            _check_stack()
            errors = self._check_reference(validator, reference, value, schema)
            found = verdicts[id(schema)] = next(iter(errors), None) is None
        if not found:
            yield _make_validation_error()

    def check_constants(self, validator: Any, constants: Any, value: Any, schema: Any) -> Iterator[Any]:
        """Yield an error for a value that is none of the constants of an `enum`. Where jsonschema-rs looks a value up
        at once, this does so too; jsonschema would compare the value with each constant.
        """
        found = self._constants.get(id(constants))
        if found is None:
            yield from self._check_enumeration(validator, constants, value, schema)
        elif isinstance(value, (bool, dict, list)) or value not in found:
            yield _make_validation_error()

    def search_function(self, pattern: str) -> Callable[[str], bool]:
        """Return a function that returns whether a regular expression is found in a text.

        Raises:
            SchemaRefusedError: pydantic-core does not support the expression, such as one with look-around.
        """
        found = self._searches.get(pattern)
        if found is None:
            found = self._searches[pattern] = _compile_pattern(pattern)
        return found

    def check_pattern(self, validator: Any, pattern: str, value: Any, schema: Any) -> Iterator[Any]:
        """Yield an error for a text in which the regular expression `pattern` is not found.

        Raises:
            SchemaRefusedError: pydantic-core does not support the regular expression.
        """
        if isinstance(value, str) and not self.search_function(pattern)(value):
            yield _make_validation_error()

    def check_members_by_pattern(
        self, validator: Any, named: Mapping[str, Any], value: Any, schema: Any
    ) -> Iterator[Any]:
        """Yield the errors of those members of an object to which `patternProperties` applies.

        Raises:
            SchemaRefusedError: pydantic-core does not support a regular expression.
        """
        if is_object(value):
            for pattern, inner in named.items():
                finds = self.search_function(pattern)
                for name, each in value.items():
                    if finds(name):
                        yield from validator.descend(each, inner, path=name, schema_path=pattern)

    def check_other_members(self, validator: Any, inner: Any, value: Any, schema: Any) -> Iterator[Any]:
        """Yield the errors of those members of an object to which `additionalProperties` applies: a single error if the
        keyword allows no such members.

        Raises:
            SchemaRefusedError: pydantic-core does not support a regular expression.
        """
        if is_object(value):
            known, searches = (
                schema.get("properties", {}),
                [*map(self.search_function, schema.get("patternProperties", ()))],
            )
            others = [name for name in value if name not in known and not any(finds(name) for finds in searches)]
            if inner is not False:
                for name in others:
                    yield from validator.descend(value[name], inner, path=name)
            elif others:
                yield _make_validation_error()


def _check_stack() -> None:
    """Check that the stack has room for a look-up of a reference. Later, a RecursionError could occur inside of the
    library rpds, which would panic.

    Raises:
        RecursionError: the stack is nearly full.
    """
    try:
        _frame_at(sys.getrecursionlimit() - _RESERVED_FRAMES)
    except ValueError:  # there are fewer frames
        return
    raise RecursionError


def _check_unique_items(validator: Any, is_wanted: bool, value: Any, schema: Any) -> Iterator[Any]:
    """Yield an error for an array that has an item twice."""
    if is_wanted and is_array(value) and find_first_repeated_item(value, lambda part: part) is not None:
        yield _make_validation_error()


def _check_multiple(validator: Any, divisor: Any, value: Any, schema: Any) -> Iterator[Any]:
    """Yield an error for a number that is no multiple of the divisor. Both numbers are taken as their decimal digits,
    so 0.3 is a multiple of 0.1.
    """
    is_number = isinstance(value, int) or (isinstance(value, float) and isfinite(value))
    if is_number and not isinstance(value, bool) and Fraction(repr(value)) % Fraction(repr(divisor)):
        yield _make_validation_error()


def _check_encoding(validator: Any, encoding: Any, value: Any, schema: Any) -> Iterator[Any]:
    """Yield an error for a text that is not Base64 although the schema asks for Base64."""
    if encoding == _BASE64 and isinstance(value, str):
        try:
            base64.b64decode(value, validate=True)
        except ValueError:
            yield _make_validation_error()


def _check_media_type(validator: Any, media_type: Any, value: Any, schema: Any) -> Iterator[Any]:
    """Yield an error for a text that is not JSON although the schema asks for JSON."""
    if media_type == "application/json" and isinstance(value, str):
        from pydantic_core import from_json

        is_encoded = schema.get("contentEncoding") == _BASE64
        try:
            from_json(base64.b64decode(value, validate=True) if is_encoded else value, allow_inf_nan=False)
        except ValueError:
            yield _make_validation_error()


def _make_validation_error() -> Any:
    return import_module("jsonschema").ValidationError("rejected")


def _compile_pattern(pattern: str) -> Callable[[str], bool]:
    """Return a function that returns whether a regular expression is found in a text.

    Raises:
        SchemaRefusedError: pydantic-core does not support the expression.
    """
    from pydantic_core import SchemaError, SchemaValidator, core_schema

    try:
        schema = core_schema.str_schema(pattern=_rust_pattern(pattern), regex_engine="rust-regex")
        return SchemaValidator(schema).isinstance_python
    except SchemaError:
        raise SchemaRefusedError(
            f"not supported without jsonschema-rs: the regular expression {shorten(pattern)}"
        ) from None


def _rust_pattern(pattern: str) -> str:
    """Return a regular expression of ECMA-262 in the notation of Rust, with the meaning that jsonschema-rs gives it."""
    is_in_class = False

    def replace_token(token: re.Match[str]) -> str:
        nonlocal is_in_class
        text = token[0]
        if text == "[":
            was_in_class, is_in_class = is_in_class, True
            return r"\[" if was_in_class else "["
        if text == "]":
            is_in_class = False
            return text
        if text in "&~-":
            return f"\\{text}"
        if text == ".":
            return "." if is_in_class else r"[^\n\r\u{2028}\u{2029}]"
        name = text[1:]
        if len(name) == 2:
            return f"\\x{ord(name[1]) % 32:02x}"
        characters = _CLASSES_OF_CHARACTERS.get(name.lower())
        if characters is None:
            return "/" if name == "/" else text
        return f"[^{characters}]" if name.isupper() else f"[{characters}]"

    return re.sub(r"\\(?:c[A-Za-z]|.)|[\[\].]|[&~-](?=[&~-])", replace_token, pattern, flags=re.DOTALL)
