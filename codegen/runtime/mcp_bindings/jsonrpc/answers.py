"""Parsing of the answers to requests: a result of one of the types that the method has, or an error."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import Finding, ProtocolError, RequestId
from ..json_values import is_array, is_object, member_at
from ..schema.places import Fault, Place
from ..schema.union_ranking import rank_alternatives
from ..spec.error_codes import INVALID_PARAMS, INVALID_REQUEST
from ..spec.names import (
    COMPLETE,
    CREATE_TASK_RESULT,
    INPUT_REQUIRED,
    INPUT_REQUIRED_RESULT,
    JSONRPC_ERROR,
    JSONRPC_ERROR_RESPONSE,
    RESULT,
    RESULT_TYPE,
    RESULT_TYPE_DEFINITION,
    Mode,
    Transport,
)
from .body_types import ErrorType, ModelType, make_placeholder_id
from .engines import Engine
from .messages import UNTYPED_BODY, ErrorResponse, Response, is_typed
from .rejections import make_not_object_error

if TYPE_CHECKING:
    from .body_types import TypesAndTables

Pending = Mapping[Any, str]
"""The methods of the requests that have no response yet, by request id. The ids may be strings, integers, or a mixture
of both."""


AddedResults = Mapping[str, Mapping[str, str]]
"""The names of the types that extensions add for results, by value of `resultType` and then by method."""

NO_ADDED_RESULTS: AddedResults = MappingProxyType({})


_UNFINISHED_RESULTS = (INPUT_REQUIRED_RESULT, CREATE_TASK_RESULT)
"""The types of results after which the request goes on."""


class ParseOptions(NamedTuple):
    """Options of `Revision.parse`, which documents each of them."""

    mode: Mode = "strict"
    older_peer: bool = False
    include_input: bool = False
    result_types: Collection[str] = ()
    transport: Transport = "stdio"


class _ResultType(NamedTuple):
    """One type that the result of a method may have."""

    type: ModelType
    is_valid: Callable[[Any], bool] | None
    """A function that checks a result by its JSON Schema; None if the engine checks results by making typed values, or
    if the schema has no definition of the type."""

    @property
    def result_types(self) -> Collection[Any]:
        """The constants that the type requires for `resultType`; empty if it requires none."""
        signature = self.type.signature
        return signature.constants.get(RESULT_TYPE, ())


class _SuppliedMember(NamedTuple):
    """Member that servers of earlier revisions leave out of a result, with the value that the parser supplies."""

    member: str
    value: Any
    negative: bool
    """True if the value also replaces a negative number."""


class AnswerParser:
    """Parser of the results and errors of one revision.

    Args:
        revision: the revision.
        engine: the engine that checks bodies.
        added: the types of results that extensions add.
    """

    def __init__(self, revision: TypesAndTables, engine: Engine, added: AddedResults) -> None:
        self._revision = revision
        self._added = added
        self._checks_bodies = engine.checks_bodies
        self._results: dict[str, tuple[_ResultType, ...]] = {}
        self._supplied_members: dict[str, tuple[_SuppliedMember, ...]] = {}
        definitions = revision.definitions
        self._error = JSONRPC_ERROR_RESPONSE if JSONRPC_ERROR_RESPONSE in definitions else JSONRPC_ERROR
        self._error_type = ErrorType(revision, self._error)
        self._error_checks: dict[str, Callable[[Any], bool]] = {}
        self._has_result_types = RESULT_TYPE_DEFINITION in definitions

    @cached_property
    def _has_param_headers(self) -> bool:
        """True if clients of this revision repeat arguments of tool calls in HTTP headers."""
        return any(row.applies == "parameter" for row in self._revision.protocol.http.request_headers)

    def parse_error(self, id_: RequestId | None, document: dict[str, Any], pending: Pending) -> ErrorResponse:
        """Parse an error response.

        The error has the type of its code. An error whose code has no type has the general type. An error that is not
        valid for the type of its code has the general type too, and the response has a finding. This response is not
        rejected, since the request has failed in any case.

        Raises:
            ProtocolError: the error response is not valid.
        """
        method = None if id_ is None else pending.get(id_)
        if self._checks_bodies and (body_type := self._find_checked_error_type(document)) is not None:
            response = ErrorResponse(id_, method, UNTYPED_BODY, document)
            response.body_type = body_type
            return response
        try:
            error = self._error_type.validate(document)
        except ValueError:
            findings = self.explain_faults(self._error, document)
            raise ProtocolError(
                INVALID_REQUEST, "Invalid error response", id=id_, findings=findings, answerable=False
            ) from None
        row = self._revision.error_codes.get(error.code)
        departures: tuple[Finding, ...] = ()
        if row is not None and row.error is not None and not row.retired:
            error, departures = self._to_typed_error(row.error, error, document["error"])
        self._error_type.keep_original(error, document["error"])
        return ErrorResponse(id_, method, error, document, departures)

    def parse_result(
        self, id_: RequestId, document: dict[str, Any], pending: Pending, options: ParseOptions
    ) -> Response:
        """Parse the response to a request.

        If no request with this id is pending, or if this revision does not have the method of the request, the result
        stays parsed JSON.

        Raises:
            ProtocolError: the result is not valid for the method of the request; without a known method, the result is
                no object.
        """
        method, result_json = pending.get(id_), document["result"]
        arms: Sequence[_ResultType] = (
            () if method is None else self._results.get(method) or self._find_result_types(method)
        )
        if not arms:
            if not is_object(result_json):
                raise make_not_object_error("result", result_json, id_)
            return Response(id_, method, result_json, document)
        if self._has_result_types and is_object(result_json):
            value = result_json.get(RESULT_TYPE)
            if isinstance(value, str) and value in self._added:
                arms = self._find_added_result_type(value, method, id_)
            elif isinstance(value, str) and value in options.result_types:
                arms = (self._make_result_type(RESULT),)
            else:
                arms = _select_types(arms, result_json.get(RESULT_TYPE, COMPLETE), id_)
        matching: Sequence[_ResultType] = arms
        if self._checks_bodies:
            matching = [arm for arm in arms if arm.is_valid is not None and arm.is_valid(result_json)]
            if len(matching) == 1:
                response = Response(id_, method, UNTYPED_BODY, document)
                response.body_type = matching[0].type
                return response if options.transport == "stdio" else self._exclude_tools(response, options)
        for arm in matching if len(matching) < 2 else _rank_types(matching, result_json):
            validate, keep = arm.type.functions
            try:
                result = validate(result_json, by_alias=True, by_name=False)
            except ValueError:
                continue
            keep(result, result_json)
            response = Response(id_, method, result, document)
            return response if options.transport == "stdio" else self._exclude_tools(response, options)
        return self._decode_invalid_result(_rank_types(arms, result_json)[0], id_, method, document, options)

    def _decode_invalid_result(
        self,
        likeliest: _ResultType,
        id_: RequestId,
        method: str | None,
        document: dict[str, Any],
        options: ParseOptions,
    ) -> Response:
        """Decode a response whose result is invalid, if the options make the result valid.

        For an older peer, the members that this peer leaves out are supplied. In the tolerant mode, invalid parts are
        set aside.

        Raises:
            ProtocolError: the options do not make the result valid, or the search for invalid parts exceeds a limit.
        """
        result_json = document["result"]
        supplied: Mapping[str, Any] = (
            self._find_members_to_supply(likeliest.type, result_json) if options.older_peer else {}
        )
        name = likeliest.type.name
        whole = {**result_json, **supplied} if supplied else result_json
        result = None
        if supplied:
            with suppress(ValueError):
                result = likeliest.type.validate(whole, by_alias=True, by_name=False)
        if result is None and options.mode == "tolerant":
            from ..codec.tolerance import ToleranceLimitExceeded, decode_tolerantly  # needed for faults only

            try:
                result = decode_tolerantly(
                    self._revision.schema_file.definitions, name, likeliest.type.validate, whole, "/result"
                )
            except ToleranceLimitExceeded as fault:
                raise _make_result_error(id_, [fault.finding]) from None
        if result is None:
            raise _make_result_error(id_, self.explain_faults(name, whole, "/result"))
        response = _make_typed_response(id_, method, result, document)
        response.supplied = supplied
        return self._exclude_tools(response, options)

    def _exclude_tools(self, response: Response, options: ParseOptions) -> Response:
        """Return the response. From a list of tools that came over HTTP, set aside tools that no client can call."""
        result_json = response.document["result"]
        if options.transport == "http" and self._has_param_headers and is_array(result_json.get("tools")):
            from .excluded_tools import exclude_tools, has_invalid_headers

            if is_typed(response) or has_invalid_headers(result_json):
                exclude_tools(response.result, result_json)
        return response

    def explain_faults(self, definition: str, value: Any, pointer: str = "") -> list[Finding]:
        """Return at least one finding that explains why a value is not valid for a definition.

        Args:
            definition: the name of the definition.
            value: the JSON value.
            pointer: the JSON Pointer to the value, from the root of the message.
        """
        from ..schema.explain import explain_faults  # needed for faults only

        found = explain_faults(self._revision.schema_file.definitions, definition, value, pointer)
        return found or [Finding(pointer, "schema", f"not a valid {definition}")]

    def _find_checked_error_type(self, document: dict[str, Any]) -> ErrorType | ModelType | None:
        """Return the type of an error response that is valid by its JSON Schema. Return None if the error response is
        not valid, or if the schema lacks the definition of the type that errors with its code have.
        """
        code = member_at(document, "error", "code")
        if isinstance(code, float) and code.is_integer():
            code = int(code)
        row = self._revision.error_codes.get(code) if isinstance(code, int) else None
        typed = row is not None and row.error is not None and not row.retired
        body_type: ErrorType | ModelType = self._error_type
        if typed and row is not None and row.error is not None:
            is_defined = row.error in self._revision.schema_file.definitions
            if not is_defined or not self._get_error_check(row.error)(document["error"]):
                return None
            body_type = ModelType(self._revision, row.error, "error")
        checked = (
            document if document.get("id", 0) is not None else {**document, "id": make_placeholder_id(self._revision)}
        )
        return body_type if self._get_error_check(self._error)(checked) else None

    def _get_error_check(self, definition: str) -> Callable[[Any], bool]:
        if definition not in self._error_checks:
            self._error_checks[definition] = self._revision.schema_file.compile_validator(definition)
        return self._error_checks[definition]

    def _to_typed_error(self, name: str, error: Any, error_json: Any) -> tuple[Any, tuple[Finding, ...]]:
        """Return the error with the type of its code, and no findings. Return an error that is not valid for that type
        unchanged, with one finding.
        """
        from pydantic import ValidationError

        try:
            return ModelType(self._revision, name, "error").validate(error_json, by_alias=True, by_name=False), ()
        except ValidationError as fault:
            place: Place = (None, "error")
            for token in fault.errors(include_url=False, include_context=False, include_input=False)[0]["loc"]:
                place = (place, token)
            what = f"not of the type of errors with the code {error.code}"
            return error, (Fault(place, "error.data", what).to_finding(),)

    def _find_result_types(self, method: str) -> tuple[_ResultType, ...]:
        """Return the types that the result of a method may have, without those that extensions add. Return an empty
        tuple for a method that this revision does not have.
        """
        row = self._revision.methods.get(method)
        if row is None:
            return ()
        if method not in self._results:
            added = {types[method] for types in self._added.values() if method in types}
            self._results[method] = tuple(self._make_result_type(name) for name in row.results if name not in added)
        return self._results[method]

    def _find_added_result_type(self, result_type: str, method: str | None, id_: RequestId) -> tuple[_ResultType, ...]:
        """Return the type of a result whose `resultType` an extension adds, as the only item of a tuple.

        Raises:
            ProtocolError: the extension adds no result with this `resultType` to the method.
        """
        name = self._added[result_type].get(method or "")
        if name is None:
            finding = Finding(f"/result/{RESULT_TYPE}", RESULT_TYPE, "the result of this method cannot be of this type")
            raise _make_result_error(id_, [finding])
        return (self._make_result_type(name),)

    def _make_result_type(self, name: str) -> _ResultType:
        has_schema = self._checks_bodies and name in self._revision.schema_file.definitions
        is_valid = self._revision.schema_file.compile_validator(name) if has_schema else None
        return _ResultType(ModelType(self._revision, name, "result"), is_valid)

    def _find_members_to_supply(self, type_: ModelType, result: object) -> dict[str, Any]:
        """Return the members to supply in a result, with their values: members that an earlier server has left out, and
        members whose negative number is to be replaced. Return an empty dict if the result is no object.
        """
        if not is_object(result):
            return {}
        rows = self._supplied_members.get(type_.name)
        if rows is None:
            rows = self._supplied_members[type_.name] = self._find_omitted_members(type_)
        absent = [row for row in rows if row.member not in result]
        wrong = [row for row in rows if row.negative and row.member in result and _is_negative(result[row.member])]
        return {row.member: row.value for row in (*absent, *wrong)}

    def _find_omitted_members(self, type_: ModelType) -> tuple[_SuppliedMember, ...]:
        """Return the members that servers of earlier revisions leave out of a result of a type."""
        return tuple(
            _SuppliedMember(row.member, json.loads(row.value), row.negative)
            for row in self._revision.protocol.defaults
            if row.older_peer and row.member in type_.members
        )


def find_final_result_type(revision: TypesAndTables, method: str, value: object) -> str:
    """Return the name of the type that the final result of a method most likely has.

    Results that ask for input or name a task are not final.

    Args:
        revision: a revision with the method.
        method: the method.
        value: the result, as JSON.
    """
    results = revision.methods[method].results
    names = [name for name in results if name not in _UNFINISHED_RESULTS] or results
    if len(names) == 1:
        return names[0]
    types = [_ResultType(ModelType(revision, name, "result"), None) for name in names]
    return _rank_types(types, value)[0].type.name


def _is_negative(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value < 0


def _rank_types(arms: Sequence[_ResultType], result: Any) -> Sequence[_ResultType]:
    """Return the types that a result may have, the likeliest first; in the given order if the result is no object."""
    if len(arms) < 2 or not is_object(result):
        return arms
    return [arms[index] for index in rank_alternatives([arm.type.signature for arm in arms], result)]


def _make_typed_response(id_: RequestId, method: str | None, result: Any, document: dict[str, Any]) -> Response:
    from ..wire.values import keep_model_origins

    keep_model_origins(result, document["result"])
    return Response(id_, method, result, document)


def _select_types(arms: Sequence[_ResultType], result_type: object, id_: RequestId) -> Sequence[_ResultType]:
    """Return those types of a method's result that a result with this `resultType` may have.

    Without a string as `resultType`, these are the types of a complete result; a check of the result follows.

    Raises:
        ProtocolError: the method has no result of that `resultType`.
    """
    if isinstance(result_type, str) and result_type not in (COMPLETE, INPUT_REQUIRED):
        named = [each for each in arms if result_type in each.result_types]
        if named:
            return named
    asks = result_type == INPUT_REQUIRED
    matching = [each for each in arms if (each.type.name == INPUT_REQUIRED_RESULT) == asks]
    if matching and (asks or result_type == COMPLETE or not isinstance(result_type, str)):
        return matching
    what = f"the result of this method cannot be {INPUT_REQUIRED}" if asks else f"expected {COMPLETE}"
    finding = Finding(f"/result/{RESULT_TYPE}", RESULT_TYPE, what)
    raise _make_result_error(id_, [finding])


def _make_result_error(id_: RequestId, findings: Sequence[Finding]) -> ProtocolError:
    return ProtocolError(INVALID_PARAMS, "Invalid result", id=id_, findings=findings, answerable=False)
