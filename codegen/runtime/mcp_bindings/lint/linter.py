"""The linter, which finds the lint rules that a message breaks.

The linter walks a value along the packaged schema to find the definition of each part, and runs the rules that name a
place in that definition. `schema.union_ranking` chooses the alternative of a union, except for results: the schema of
2026-07-28 allows any string as `resultType`, but exactly the objects with the `resultType` `input_required` are an
`InputRequiredResult`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic_core import from_json

from ..codec.schema_file import SchemaFile
from ..errors import DecodeError, Finding, FindingLevel
from ..json_values import (
    find_non_json,
    has_type,
    is_array,
    is_object,
    member_at,
    text_has_more_containers,
    value_has_more_containers,
)
from ..limits import DEFAULT, MAX_FINDINGS, MAX_POINTER_CHARACTERS
from ..schema.explain import Explainer, TooLarge
from ..schema.places import Fault, Place, reference_to, referenced_name, to_pointer
from ..schema.union_ranking import constants_match
from ..schema.validators import find_library
from ..spec.names import (
    INPUT_REQUIRED,
    INPUT_REQUIRED_RESULT,
    JSONRPC_ERROR,
    JSONRPC_ERROR_RESPONSE,
    JSONRPC_MESSAGE,
    JSONRPC_NOTIFICATION,
    JSONRPC_REQUEST,
    JSONRPC_RESPONSE,
    JSONRPC_RESULT_RESPONSE,
    RESULT,
    RESULT_TYPE,
)
from ..wire.model import WireModel
from ..wire.values import to_json_value
from .checks import CHECKS, JSON_SCHEMA_CHECK

if TYPE_CHECKING:
    from mcp_bindings.spec.error_rows import ErrorCode  # rendered
    from mcp_bindings.spec.lint_rules import LintRule  # rendered
    from mcp_bindings.spec.methods import MethodInfo  # rendered


class RelevantParts(NamedTuple):
    """The subschemas of a schema that lead to lint rules. All other subschemas are left out.

    A subschema leads to rules if it refers, itself or through other definitions, to a definition that lint rules name.
    """

    definition: str | None
    """The definition to which the schema refers; None if the schema has no `$ref`."""

    parts: Sequence[Any]
    """The further schemas for the value itself that lead to rules: those in `allOf`, then the definition."""

    unions: Sequence[Sequence[Any]]
    """The alternatives of each `anyOf` and `oneOf`. At least one alternative of each leads to rules."""

    properties: Mapping[str, Any]
    """The schemas of properties, by name, that lead to rules."""

    rest: Any
    """The schema of the members that are not in `declared`; None if this schema leads to no rule."""

    declared: frozenset[str]
    """The names of all properties, also of those whose schemas lead to no rule."""

    items: Any
    """The schema of the items of a list; None if this schema leads to no rule."""


class RelevantPartsFinder:
    """Finder of the subschemas that lead to lint rules, for the schemas of one schema file. It remembers the results.

    Args:
        definitions: the definitions of the schema file, by name.
        has_rules: function that returns whether lint rules name a definition.
    """

    def __init__(self, definitions: Mapping[str, Any], has_rules: Callable[[str], bool]) -> None:
        self._definitions = definitions
        self._parts: dict[int, RelevantParts] = {}
        """Results of `get_parts` by the `id()` of the schema object, which must live as long as the linter."""
        inner = {name: set(_find_referred_definitions(schema)) for name, schema in definitions.items()}
        leading = {name for name in definitions if has_rules(name)}
        while more := {name for name, others in inner.items() if name not in leading and others & leading}:
            leading |= more
        self._leading_to_rules = frozenset(leading)

    def get_parts(self, schema: Any) -> RelevantParts:
        """Return the subschemas of a schema that lead to lint rules. The schema must live as long as the linter."""
        relevant = self._parts.get(id(schema))
        if relevant is None:
            relevant = self._parts[id(schema)] = self._find_parts(schema)
        return relevant

    def _find_parts(self, schema: Mapping[str, Any]) -> RelevantParts:
        definition = referenced_name(schema["$ref"]) if "$ref" in schema else None
        parts = [*schema.get("allOf", ()), *([] if definition is None else [self._definitions[definition]])]
        properties, rest = schema.get("properties", {}), schema.get("additionalProperties", True)
        return RelevantParts(
            definition,
            [part for part in parts if self._leads_to_rules(part)],
            [schema[word] for word in ("anyOf", "oneOf") if any(map(self._leads_to_rules, schema.get(word, ())))],
            {name: part for name, part in properties.items() if self._leads_to_rules(part)},
            rest if self._leads_to_rules(rest) else None,
            frozenset(properties),
            schema["items"] if self._leads_to_rules(schema.get("items")) else None,
        )

    def _leads_to_rules(self, schema: Any) -> bool:
        return not self._leading_to_rules.isdisjoint(_find_referred_definitions(schema))


def _find_referred_definitions(schema: Any) -> Iterator[str]:
    """Yield the names of the definitions to which a schema and its subschemas refer."""
    if is_object(schema):
        if "$ref" in schema:
            yield referenced_name(schema["$ref"])
        for word in ("allOf", "anyOf", "oneOf"):
            for part in schema.get(word, ()):
                yield from _find_referred_definitions(part)
        for part in schema.get("properties", {}).values():
            yield from _find_referred_definitions(part)
        yield from _find_referred_definitions(schema.get("additionalProperties"))
        yield from _find_referred_definitions(schema.get("items"))


_MAX_REPEATED = 10 * MAX_FINDINGS
"""The largest number of findings that the linter computes for one document, repeated findings included."""

MAX_STEPS = 100_000
"""The largest number of steps in one document: visits of a part with one schema, and comparisons of a part with
alternatives. They take less than a second.
"""


class LintFinding(NamedTuple):
    """Violation of a lint rule in a document, or the note that the document is too large to be checked completely.

    No finding quotes the document's content.
    """

    pointer: str
    """JSON Pointer (RFC 6901) to the value that breaks the rule; empty for the whole document. A pointer of more than
    500 characters is replaced by the pointer to a value around that value."""

    rule: str
    """Id of the rule, such as `tool.name-chars`; `size` for a document that is too large."""

    level: FindingLevel
    """The severity of the violation."""

    message: str
    """A short text that says what the rule demands."""

    sources: tuple[str, ...]
    """Pages below https://modelcontextprotocol.io/, and names in the specification's `schema.ts`."""


_PARAMS = "params"

_TOO_LARGE = LintFinding(
    "", "size", "note", f"too large to be checked completely: it has more than {MAX_STEPS:,} parts", ()
)
"""Finding for a document that was checked only in part."""


class _LintedPart(NamedTuple):
    """A value in a document, with its place in the document and with a schema by which the linter checks it."""

    schema: Any
    value: Any
    place: Place


class Linter:
    """Linter of documents by the lint rules of one revision.

    Args:
        schema: the packaged schema of the revision.
        names: the class name of every definition, by definition.
        methods: the methods of the revision, by name.
        errors: the error codes of the revision.
        rules: the lint rules.

    Raises:
        ModuleNotFoundError: a rule is about JSON Schemas, and neither jsonschema-rs nor jsonschema is installed.
    """

    def __init__(
        self,
        schema: SchemaFile,
        names: Mapping[str, str],
        methods: Mapping[str, MethodInfo],
        errors: Mapping[int, ErrorCode],
        rules: Sequence[LintRule],
    ) -> None:
        self._schema = schema
        self._names = names
        self._definitions = {name: definition for definition, name in names.items()}
        self._methods = methods
        self._errors = errors
        self._messages = {self._definitions.get(info.message, "") for info in methods.values()}
        self._all_rules = rules
        self._rules_of = cache(self._find_rules)
        self._results_of = cache(self._make_result_unions)
        if any(rule.check == JSON_SCHEMA_CHECK for rule in rules):
            find_library("lint()")

    def lint(self, message: object, definition: str | None, method: str | None) -> list[LintFinding]:
        """Check a message, or a value of a definition. Return a finding for each place and each rule broken there.

        At most 100 findings are returned. If the message is too large to be checked completely, one of them says so.

        Args:
            message: a JSON-RPC message or batch, as JSON text, parsed JSON or a typed value; with `definition`, a value
                of this definition.
            definition: name of the definition of the value; None for a message, or for a typed value.
            method: the method of the request, if the message is a response; else None.

        Raises:
            DecodeError: the message is not JSON, or a typed value has no form in JSON.
            KeyError: the revision has no such definition or method, or no definition for the class of a typed value.
            ValueError: both `definition` and `method` are given.
        """
        if definition is not None and method is not None:
            raise ValueError("method applies to whole messages, so it cannot be combined with definition")
        if definition is not None:
            _check_known_name(definition, self._names, f"revision {self._schema.revision} has no definition")
        if method is not None:
            _check_known_name(method, self._methods, f"revision {self._schema.revision} has no method")
        found: dict[tuple[str, str], LintFinding] = {}
        explainer = Explainer(self._schema.definitions, MAX_STEPS)
        try:
            for finding in islice(self._find_violations(explainer, message, definition, method), _MAX_REPEATED):
                found.setdefault((finding.pointer, finding.rule), finding)
                if len(found) == MAX_FINDINGS:
                    break
        except TooLarge:
            found["", _TOO_LARGE.rule] = _TOO_LARGE
        return list(found.values())

    def _find_violations(
        self, explainer: Explainer, message: object, definition: str | None, method: str | None
    ) -> Iterator[LintFinding]:
        """Yield all findings about a message, some of them more than once.

        Raises:
            DecodeError: the message is a text that is not JSON, or a typed value has no form in JSON.
            TooLarge: the message has too many objects and arrays, or the walk takes more steps than allowed.
        """
        is_text = isinstance(message, (bytes, bytearray, str))
        for each, place in _read_documents(message, definition):
            explainer.count_step()
            name = self._find_definition(each) if definition is None and isinstance(each, WireModel) else definition
            whole = _to_json(each, name, place, is_text=is_text)
            for start in self._find_starting_parts(explainer, whole, name, method, place):
                yield from self._find_violations_in(explainer, start)

    def _find_starting_parts(
        self, explainer: Explainer, value: Any, definition: str | None, method: str | None, place: Place
    ) -> Iterator[_LintedPart]:
        """Yield the values at which the linter starts to check a document, each with its schema.

        The whole document comes with the schema of the given definition, and a message with the schema of its envelope
        (request, notification or response). Without a definition, a message comes also with the schema of its method or
        error code, and a result with the schemas of results.
        """
        if definition is not None:
            yield _LintedPart(_make_reference(definition), value, place)
            if is_object(value) and definition in self._messages and "jsonrpc" in value:
                yield from (
                    _LintedPart(_make_reference(name), value, place) for name in self._find_envelope_definitions(value)
                )
        elif is_object(value):
            yield from (
                _LintedPart(_make_reference(name), value, place) for name in self._find_envelope_definitions(value)
            )
            info = self._methods.get(value["method"]) if isinstance(value.get("method"), str) else None
            if info is not None:
                yield from (_LintedPart(schema, value, place) for schema in self._make_references([info.message]))
            elif "method" not in value and "result" in value:
                for schema in self._find_result_schemas(explainer, value["result"], method):
                    yield _LintedPart(schema, value["result"], (place, "result"))
            else:
                yield from (
                    _LintedPart(schema, value, place)
                    for schema in self._make_references(self._find_error_response_types(value))
                )

    def _find_envelope_definitions(self, value: Mapping[str, Any]) -> list[str]:
        """Return a list with the name of the definition of a message's envelope (request, notification or response).

        The list is empty if the revision has no such definition. A request with an invalid id counts as a request.
        """
        if isinstance(value.get("method"), str):
            info = self._methods.get(value["method"])
            named = value["method"].startswith("notifications/") if info is None else info.kind == "notification"
            unknown = info is None and "id" not in value
            names = [JSONRPC_NOTIFICATION if named or unknown else JSONRPC_REQUEST]
        elif "error" in value and "result" not in value:
            names = [JSONRPC_ERROR_RESPONSE, JSONRPC_ERROR]
        else:
            names = [JSONRPC_RESULT_RESPONSE, JSONRPC_RESPONSE]
        return [name for name in names if name in self._names][:1]

    def _find_error_response_types(self, value: Mapping[str, Any]) -> list[str]:
        """Return, as a list, the type of the responses with the code of an error response; empty without one."""
        code = member_at(value, "error", "code")
        row = self._errors.get(code) if has_type(code, "integer") else None
        return [] if row is None or row.response is None else [row.response]

    def _find_result_schemas(self, explainer: Explainer, value: Any, method: str | None) -> Iterator[Any]:
        """Yield the schemas for a result: those of the method, or, without a method, the likeliest of all results."""
        if method is not None:
            yield from self._results_of(method)
        elif is_object(value):
            named = dict.fromkeys(name for info in self._methods.values() for name in info.results)
            alternatives = _filter_by_result_type(self._make_references([RESULT, *named]), value)
            if alternatives:
                yield _choose_likeliest(explainer, alternatives, value)

    def _make_result_unions(self, method: str) -> Sequence[Mapping[str, Any]]:
        """Return two unions: the result types of a method, and those of other methods that its response can have."""
        info = self._methods[method]
        return [{"anyOf": self._make_references(names)} for names in (info.results, info.wrapped_results)]

    def _make_references(self, types: Iterable[str]) -> list[Mapping[str, str]]:
        """Return references to the definitions of types. Types without a definition are left out."""
        return [_make_reference(self._definitions[name]) for name in types if name in self._definitions]

    def _find_violations_in(self, explainer: Explainer, start: _LintedPart) -> Iterator[LintFinding]:
        relevance = self._relevant_parts_finder
        relevant = relevance.get_parts(start.schema)
        stack: list[Iterator[_LintedPart]] = []  # one iterator for each level, since a list of all parts could be long
        part = start
        while True:
            explainer.count_step()
            _, value, place = part
            if relevant.definition is not None:
                yield from self._check_rules(explainer, relevant.definition, value, place)
            if (
                relevant.items is not None
                or relevant.rest is not None
                or relevant.parts
                or relevant.unions
                or relevant.properties
            ):
                stack.append(_find_inner_parts(explainer, relevant, value, place))
            while (following := next(stack[-1], None) if stack else None) is None:
                if not stack:
                    return
                stack.pop()
            part = following
            relevant = relevance.get_parts(part.schema)

    def _check_rules(self, explainer: Explainer, definition: str, value: Any, place: Place) -> Iterator[LintFinding]:
        """Yield a finding for each rule of a definition that a value breaks.

        Raises:
            TooLarge: the walk takes more steps than allowed.
        """
        for path, rule in self._rules_of(definition):
            for where, found in _find_values(explainer, value, path, place):
                for further in CHECKS[rule.check](found, rule):
                    pointer = _join_pointers(where, further)
                    yield LintFinding(pointer, rule.id, rule.level, rule.message, rule.sources)

    @cached_property
    def _relevant_parts_finder(self) -> RelevantPartsFinder:
        return RelevantPartsFinder(self._schema.definitions, lambda name: bool(self._rules_of(name)))

    @cached_property
    def _rules(self) -> dict[str, list[tuple[tuple[str, ...], LintRule]]]:
        """The rules by definition. With each rule is the path to the value that it checks in a value of the definition.

        The key `*` has the rules for any definition with a certain member.
        """
        found: dict[str, list[tuple[tuple[str, ...], LintRule]]] = {}
        for rule in self._all_rules:
            for place in rule.places:
                definition, *path = place.replace("[]", ".[]").split(".")
                if path[:1] == [_PARAMS]:  # params that have a definition may come without their message
                    schema = self._schema.definitions.get(definition, {})
                    params = schema.get("properties", {}).get(_PARAMS, {})
                    if "$ref" in params:
                        definition, path = referenced_name(params["$ref"]), path[1:]
                found.setdefault(definition, []).append((tuple(path), rule))
        return found

    def _find_rules(self, definition: str) -> tuple[tuple[tuple[str, ...], LintRule], ...]:
        """Return the rules for a definition, each with the path to the value that the rule is about.

        These are the rules that name the definition, and the rules for all definitions with a member that it has.
        """
        members = Explainer(self._schema.definitions).signature(_make_reference(definition)).members
        anywhere = [each for each in self._rules.get("*", ()) if each[0][0] in members]
        return (*self._rules.get(definition, ()), *anywhere)

    def _find_definition(self, value: WireModel) -> str:
        name = type(value).__name__
        _check_known_name(name, self._definitions, f"revision {self._schema.revision} has no definition")
        return self._definitions[name]


def _read_documents(message: object, definition: str | None) -> Iterator[tuple[object, Place]]:
    """Yield the document with its place, or each message of a batch with its place.

    Without a definition, a list counts as a batch. A text is parsed; any other value is not converted to JSON.

    Raises:
        DecodeError: the message is a text that is not JSON.
        TooLarge: the message has more objects and arrays than `Revision.parse` reads by default.
    """
    value = message
    if isinstance(message, (bytes, bytearray, str)):
        text = message.encode("utf-8", "surrogatepass") if isinstance(message, str) else bytes(message)
        if text_has_more_containers(text, DEFAULT.max_containers):
            raise TooLarge
        try:
            value = from_json(text, allow_inf_nan=False)
        except ValueError as fault:
            raise DecodeError(definition or JSONRPC_MESSAGE, [Finding("", "json", f"not JSON: {fault}")]) from None
    elif value_has_more_containers(message, DEFAULT.max_containers):
        raise TooLarge
    if definition is None and is_array(value):
        yield from ((item, (None, index)) for index, item in enumerate(value))
    else:
        yield value, None


def _to_json(value: object, definition: str | None, place: Place, *, is_text: bool) -> Any:
    """Convert a value to JSON. A value that was parsed from a text is JSON already.

    Raises:
        DecodeError: the value has no form in JSON.
        TooLarge: the value has more objects and arrays than `Revision.parse` reads by default.
    """
    try:
        whole = value if is_text else to_json_value(value)
    except RecursionError:  # too deep, or contains itself
        whole = value
    if not is_text and value_has_more_containers(whole, DEFAULT.max_containers):
        raise TooLarge
    fault = find_non_json(whole)
    if fault is not None:
        inner, what = fault
        finding = Fault(inner, "json", f"not JSON: {what}").to_finding(to_pointer(place)[0])
        raise DecodeError(definition or JSONRPC_MESSAGE, [finding])
    return whole


@cache  # `RelevantPartsFinder` recognizes the object by its identity
def _make_reference(definition: str) -> Mapping[str, str]:
    """Return a schema that refers to a definition by `$ref`."""
    return {"$ref": reference_to(definition)}


def _filter_by_result_type(alternatives: Sequence[Any], value: Any) -> Sequence[Any]:
    """Return those alternatives that agree with the value's `resultType`, since the schema allows any string there.

    With `input_required`, this is the reference to `InputRequiredResult`; otherwise these are the other alternatives,
    if there are any. Alternatives without this reference are returned unchanged.
    """
    asking = [alternative for alternative in alternatives if alternative == _make_reference(INPUT_REQUIRED_RESULT)]
    if not asking or not is_object(value):
        return alternatives
    return (
        asking
        if value.get(RESULT_TYPE) == INPUT_REQUIRED
        else [alternative for alternative in alternatives if alternative not in asking] or asking
    )


def _choose_likeliest(explainer: Explainer, alternatives: Sequence[Any], value: Mapping[str, Any]) -> Any:
    """Return the likeliest alternative for a value: its constants match, and it declares most of the value's members.

    Whether the value is valid decides nothing here, since most types of results accept any object.
    """

    def likelihood_key(index: int) -> tuple[bool, int, bool, int]:
        alternative = explainer.signature(alternatives[index])
        return (
            not constants_match(alternative, value),
            -len(value.keys() & alternative.members),
            not alternative.required <= value.keys(),
            index,
        )

    return alternatives[min(range(len(alternatives)), key=likelihood_key)]


def _find_inner_parts(explainer: Explainer, relevant: RelevantParts, value: Any, place: Place) -> Iterator[_LintedPart]:
    """Yield the value, its members and its items, each with every schema for it that leads to rules.

    Raises:
        TooLarge: the walk takes more steps than allowed.
    """
    for schema in relevant.parts:
        yield _LintedPart(schema, value, place)
    for union in relevant.unions:
        schema = explainer.likeliest_alternative(_filter_by_result_type(explainer.flatten_union(union), value), value)
        if schema is not False:  # False: the value has a type that no alternative allows
            yield _LintedPart(schema, value, place)
    if is_object(value):
        if relevant.rest is not None:
            for name, member in value.items():
                if name in relevant.properties:
                    yield _LintedPart(relevant.properties[name], member, (place, name))
                elif name not in relevant.declared:
                    yield _LintedPart(relevant.rest, member, (place, name))
        elif relevant.properties:
            for name in value if len(value) < len(relevant.properties) else relevant.properties:
                if name in relevant.properties and name in value:
                    yield _LintedPart(relevant.properties[name], value[name], (place, name))
    elif is_array(value) and relevant.items is not None:
        for index, item in enumerate(value):
            yield _LintedPart(relevant.items, item, (place, index))


def _find_values(explainer: Explainer, value: Any, path: Sequence[str], place: Place) -> Iterator[tuple[Place, Any]]:
    """Yield the values at a path from a value, with their places. `[]` in the path stands for every item of a list.

    Raises:
        TooLarge: the walk takes more steps than allowed.
    """
    if not path:
        explainer.count_step()
        yield place, value
    elif path[0] == "[]":
        for index, item in enumerate(value if is_array(value) else []):
            yield from _find_values(explainer, item, path[1:], (place, index))
    elif is_object(value) and path[0] in value:
        yield from _find_values(explainer, value[path[0]], path[1:], (place, path[0]))


def _join_pointers(place: Place, further: str) -> str:
    """Return the JSON Pointer to a place, continued by a further pointer unless the result would be too long."""
    pointer, is_cut = to_pointer(place)
    return pointer if is_cut or len(pointer) + len(further) > MAX_POINTER_CHARACTERS else pointer + further


def _check_known_name(name: str, names: Iterable[str], problem: str) -> None:
    if name not in names:
        close = get_close_matches(name, names, n=1, cutoff=0.5)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise KeyError(f"{problem} {name!r}{hint}")
