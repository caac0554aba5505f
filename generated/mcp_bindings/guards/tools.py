"""Checks of the arguments and structured results of tools against the schemas that the tools declare.

Pages: /specification/2025-11-25/server/tools#output-schema and #security-considerations,
/specification/2025-11-25/basic/utilities/tasks#tool-level-negotiation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from ..codec.encoding import dump_any
from ..errors import Finding, ProtocolError
from ..json_values import is_object
from ..options import check_flags
from ..schema.compiled import CompiledSchema, CompiledSchemaCache
from ..schema.param_headers import find_param_headers
from ..schema.validators import has_library
from ..session.elicitations import get_accepted_content
from ..spec.error_codes import METHOD_NOT_FOUND
from ..spec.names import ELICIT

_FORBIDDEN, _REQUIRED = "forbidden", "required"


class ToolGuard:
    """The tools of one server, with the schemas by which calls and results are checked.

    Args:
        schemas: cache of compiled schemas, which all guards of a process should share; by default a new cache.
        unchecked: whether to check nothing by schemas, instead of raising an error, if neither jsonschema-rs nor
            jsonschema is installed.

    Raises:
        TypeError: `unchecked` is neither True nor False.
        ModuleNotFoundError: neither jsonschema-rs nor jsonschema is installed, and `unchecked` is False.
    """

    def __init__(self, schemas: CompiledSchemaCache | None = None, *, unchecked: bool = False) -> None:
        check_flags({"unchecked": unchecked})
        self._checks_schemas = has_library()
        if not self._checks_schemas and not unchecked:
            raise ModuleNotFoundError(
                "a server with tools checks their arguments with jsonschema-rs: pip install 'mcp-bindings[validators]',"
                " or leave them unchecked with Guards(schemas=False)",
                name="jsonschema_rs",
            )
        self._schemas = CompiledSchemaCache() if schemas is None else schemas
        self._inputs: dict[str, CompiledSchema] = {}
        self._outputs: dict[str, CompiledSchema] = {}
        self._task_support: dict[str, str] = {}

    def __contains__(self, tool: object) -> bool:
        """Return whether the guard has a tool of this name."""
        return tool in self._task_support

    def add(self, tools: Iterable[Mapping[str, Any]]) -> None:
        """Add tools and compile their schemas. A tool replaces an earlier one of the same name.

        Args:
            tools: each a `Tool` as JSON.

        Raises:
            SchemaRefusedError: values cannot be checked against one of the schemas; no tool is added then.
        """
        found = [
            (tool, self._compile_member(tool, "inputSchema"), self._compile_member(tool, "outputSchema"))
            for tool in tools
        ]
        for tool, arguments, results in found:
            name = tool["name"]
            self.remove(name)
            if arguments is not None:
                self._inputs[name] = arguments
            if results is not None:
                self._outputs[name] = results
            self._task_support[name] = _read_task_support(tool)

    def remove(self, tool: str) -> None:
        """Remove a tool by its name, if the guard has it."""
        self._task_support.pop(tool, None)
        self._inputs.pop(tool, None)
        self._outputs.pop(tool, None)

    def argument_findings(self, tool: str, arguments: Any) -> list[Finding]:
        """Return the findings about the arguments of a call; an empty list if the arguments are valid, or if the guard
        has no input schema for the tool.

        Arguments that would take too long to check have a finding that says so.

        Args:
            tool: the name of the tool.
            arguments: the arguments of the call as JSON; None counts as an empty object.
        """
        schema = self._inputs.get(tool)
        return [] if schema is None else schema.findings({} if arguments is None else arguments)

    def result_findings(self, tool: str, result: Mapping[str, Any]) -> list[Finding]:
        """Return the findings about the structured content of a result; an empty list if the content is valid.

        The list is also empty if the guard has no output schema for the tool, or if the result reports an error.

        Args:
            tool: the name of the tool.
            result: a `CallToolResult` as JSON.
        """
        schema = self._outputs.get(tool)
        if schema is None or result.get("isError") is True:
            return []
        if "structuredContent" not in result:
            return [
                Finding("", "required", "structuredContent is missing, which the outputSchema of the tool requires")
            ]
        return schema.findings(result["structuredContent"], "/structuredContent")

    def check_task(self, tool: str, *, is_task: bool) -> None:
        """Check that a call agrees with the task support of its tool: forbidden, optional or required. Do nothing for a
        tool that the guard does not have.

        Args:
            tool: the name of the tool.
            is_task: whether the call asks for a task.

        Raises:
            ProtocolError: the call asks for a forbidden task, or does not ask for a required one.
        """
        _check_task_support(self._task_support.get(tool), is_task=is_task)

    def _compile_member(self, tool: Mapping[str, Any], member: str) -> CompiledSchema | None:
        return self._schemas.get(tool[member]) if self._checks_schemas and member in tool else None


def _read_task_support(tool: Mapping[str, Any]) -> str:
    """Return the task support of a tool, given as JSON."""
    execution = tool.get("execution")
    return (execution.get("taskSupport") if is_object(execution) else None) or _FORBIDDEN


def _check_task_support(support: str | None, *, is_task: bool) -> None:
    """Check that a call agrees with the task support of its tool. Do nothing if `support` is None: the tool is unknown.

    Raises:
        ProtocolError: the call asks for a forbidden task, or does not ask for a required one.
    """
    if is_task and support == _FORBIDDEN:
        raise ProtocolError(METHOD_NOT_FOUND, "Method not found: the tool does not run as a task")
    if not is_task and support == _REQUIRED:
        raise ProtocolError(METHOD_NOT_FOUND, "Method not found: the tool runs only as a task")


def find_answer_faults(
    schemas: CompiledSchemaCache, first_name: str, params: Mapping[str, Any], answer: Mapping[str, Any]
) -> list[Finding]:
    """Return the findings about the answer to a request for input; an empty list if the answer is valid.

    The list is also empty if the request is no elicitation with a schema, or if the user has not accepted it.

    Args:
        schemas: cache of compiled schemas.
        first_name: the first name of the method of the request.
        params: the params of the request as JSON.
        answer: the answer, as JSON.

    Raises:
        SchemaRefusedError: values cannot be checked against the schema.
        ModuleNotFoundError: the extra `validators` is not installed.
    """
    if first_name != ELICIT or "requestedSchema" not in params:
        return []
    return find_elicited_faults(schemas.get(params["requestedSchema"]), answer)


def find_elicited_faults(schema: CompiledSchema, result: Mapping[str, Any]) -> list[Finding]:
    """Return the findings about the content of an answer to an elicitation; an empty list if the content is valid, or
    if the user has not accepted.

    Page: /specification/2025-11-25/client/elicitation#form-mode-security.

    Args:
        schema: the `requestedSchema`.
        result: an `ElicitResult` as JSON.
    """
    content = get_accepted_content(result)
    return [] if content is None else schema.findings(content, "/content")


_WITHOUT_STRUCTURED_CONTENT: Mapping[str, Any] = {"isError": True}


class CheckedTool:
    """A listed tool, whose schemas are compiled when they are needed.

    Args:
        schemas: cache of compiled schemas.
        tool: the tool, as an object of a revision's class `Tool`.
    """

    def __init__(self, schemas: CompiledSchemaCache, tool: Any) -> None:
        self._schemas = schemas
        self._tool = tool

    @cached_property
    def document(self) -> Mapping[str, Any]:
        """The `Tool` as JSON.

        Raises:
            EncodeError: a part of the tool has no form in JSON.
        """
        found: Mapping[str, Any] = dump_any(self._tool)
        return found

    @cached_property
    def schema_of_headers(self) -> Any:
        """The `inputSchema` of the tool if HTTP headers repeat some of the arguments, else None."""
        schema = self.document.get("inputSchema")
        return schema if find_param_headers(schema).headers else None

    def check_task(self, *, is_task: bool) -> None:
        """Check that a call agrees with the task support of the tool.

        Raises:
            ProtocolError: the call asks for a forbidden task, or does not ask for a required one.
        """
        _check_task_support(_read_task_support(self.document), is_task=is_task)

    @cached_property
    def checks(self) -> ToolGuard:
        """A guard that has this tool alone. Without jsonschema-rs, it checks nothing by schemas.

        Raises:
            SchemaRefusedError: values cannot be checked against a schema of the tool.
        """
        checks = ToolGuard(self._schemas, unchecked=True)
        checks.add([self.document])
        return checks


def select_structured_members(result: Any) -> Mapping[str, Any]:
    """Return the members of a result that `ToolGuard.result_findings` reads, as JSON.

    Args:
        result: the result of a call, typed or as JSON. A result that is no `CallToolResult`, such as a request for
            input, counts as an error, which needs no structured content. So does a typed `CallToolResult` of a revision
            that has no structured content.
    """
    if is_object(result):
        return result if "content" in result else _WITHOUT_STRUCTURED_CONTENT
    if not hasattr(result, "structured_content"):
        return _WITHOUT_STRUCTURED_CONTENT
    found: dict[str, Any] = {"isError": getattr(result, "is_error", None)}
    if "structured_content" in result.model_fields_set:
        found["structuredContent"] = result.structured_content
    return found
