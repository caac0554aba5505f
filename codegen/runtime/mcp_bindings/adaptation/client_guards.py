"""The guards of a client, which check results and requests of its server.

Pages: /specification/2026-07-28/server/tools#output-schema,
/specification/2025-11-25/client/sampling#security-considerations,
/specification/2025-11-25/client/elicitation#form-mode-security.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from ..codec.encoding import dump_any, encode_any
from ..errors import Finding, ProtocolError, describe_finding
from ..guards.binary_data import check_blobs
from ..guards.guard_choice import Guards
from ..guards.prose_rules import RULED_METHODS, is_plain_text, lint_params, lint_result
from ..guards.rates import WORK_OF_METHOD, check_rate
from ..guards.tools import CheckedTool, find_answer_faults, select_structured_members
from ..jsonrpc.messages import Notification
from ..limits import MAX_LIST_ITEMS, MAX_LIST_SIZE, NewestEntries, measure_list_item
from ..renames import find_first_name, list_names, to_own_name
from ..revisions import Revision
from ..schema.compiled import CompiledSchemaCache
from ..schema.library import SchemaRefusedError
from ..schema.validators import has_library
from ..spec.error_codes import INTERNAL_ERROR, INVALID_PARAMS
from ..spec.names import CALL_TOOL, CREATE_MESSAGE, ELICIT, GET_TASK, LIST_TOOLS, TOOLS_CHANGED

_log = logging.getLogger(__name__)


class ClientGuards:
    """The guards of one connection of a client.

    Args:
        guards: the guards that are switched on. Without jsonschema-rs, nothing is checked against schemas.

    Attributes:
        changes: the number of times that the listed tools were forgotten.
    """

    def __init__(self, guards: Guards) -> None:
        self._guards = guards
        self._checks_schemas = guards.schemas and has_library()
        self._schemas = CompiledSchemaCache()
        self.changes: int = 0
        self._tools: dict[str, CheckedTool] = {}
        self._newest_tools = NewestEntries[str](MAX_LIST_ITEMS, MAX_LIST_SIZE)
        self._tools_of_tasks: dict[str, str] = {}
        """The names of the tools whose calls became tasks, by the ids of the tasks."""
        self._newest_tasks = NewestEntries[str](MAX_LIST_ITEMS, MAX_LIST_SIZE)

    @property
    def checks_requests(self) -> bool:
        """True if a guard checks the requests of the server, or the answers of handlers to these requests."""
        return self._checks_schemas or self._guards.prose or self._guards.rates is not None

    def check_result(
        self, method: str, params: Mapping[str, Any], result: Any, revision: Revision, changes: int
    ) -> None:
        """Check a result of the server, and remember the tools that the result lists, unless the list has changed.

        A call that became a task is remembered too, so that the result of the task is checked. Where a result breaks a
        rule of the specification's prose, a warning is logged.

        Args:
            method: the method of the request.
            params: the params of the request as JSON.
            result: the typed result.
            revision: the revision of the result.
            changes: the value of `changes` when the request was sent.

        Raises:
            ProtocolError: the structured content does not fit the listed schema of its tool, the content cannot be
                checked against that schema, or the binary data exceed the limit.
            EncodeError: a part of the result has no form in JSON.
        """
        if self._guards.max_binary is not None:
            check_blobs(dump_any(result), self._guards.max_binary)
        first_name = find_first_name(method, revision)
        if self._guards.prose and first_name in RULED_METHODS and not is_plain_text(result):
            _warn_of_broken_rules(method, result, revision)
        if first_name == LIST_TOOLS and self._checks_schemas:
            if changes == self.changes:
                self._remember_tools(result)
        elif first_name == CALL_TOOL and params["name"] in self._tools:
            if "task_id" in vars(result):  # `hasattr` would take long if the member is absent
                task, tool_name = result.task_id, params["name"]
                self._tools_of_tasks[task] = tool_name
                for forgotten in self._newest_tasks.count_entry(task, len(task) + len(tool_name)):
                    del self._tools_of_tasks[forgotten]
            elif changes == self.changes:
                self._check_structured_result(params["name"], select_structured_members(result))
        elif first_name == GET_TASK:
            tool, late = self._tools_of_tasks.get(result.task_id), getattr(result, "result", None)
            if late is not None and self._guards.prose:
                _warn_of_broken_rules(to_own_name(CALL_TOOL, revision), dump_any(late), revision)
            if tool is not None and late is not None:
                self._check_structured_result(tool, dump_any(late))

    def check_request(self, method: str, params: Mapping[str, Any], revision: Revision) -> None:
        """Check and count a request of the server.

        Args:
            method: the method of the request.
            params: the params of the request as JSON.
            revision: the revision of the request.

        Raises:
            ProtocolError: the request breaks a rule of the specification, such as a tool use without its result, or
                there are more requests of this kind than the rate allows.
        """
        first_name = find_first_name(method, revision)
        findings = lint_params(revision, method, params) if self._guards.prose and first_name == CREATE_MESSAGE else []
        if findings:
            raise ProtocolError(INVALID_PARAMS, f"Invalid params: {findings[0].message}", findings=findings)
        kind, rates = WORK_OF_METHOD.get(first_name), self._guards.rates
        if rates is not None and kind is not None:
            check_rate(rates, "", kind)

    def check_answer(
        self, method: str, params: Mapping[str, Any], answer: Mapping[str, Any], revision: Revision
    ) -> None:
        """Check the answer of a handler to a request of the server.

        Args:
            method: the method of the request.
            params: the params of the request as JSON.
            answer: the answer, as JSON.
            revision: the revision of the request and of the answer.

        Raises:
            ProtocolError: no value can be checked against the `requestedSchema`.
            TypeError: the answer does not fit the `requestedSchema`, or breaks a rule of the specification.
        """
        if self._guards.prose and (broken := lint_result(revision, method, answer)):
            found = "; ".join(describe_finding(each, "") for each in broken)
            raise TypeError(f"the handler of {method} returned a result that breaks a rule: {found}")
        try:
            first_name = find_first_name(method, revision)
            findings = find_answer_faults(self._schemas, first_name, params, answer) if self._checks_schemas else []
        except SchemaRefusedError as error:
            raise ProtocolError(INVALID_PARAMS, f"Invalid params: the requestedSchema is {error}") from None
        if findings:
            faults = "; ".join(describe_finding(each, "") for each in findings)
            raise TypeError(f"the handler of {ELICIT} returned content that does not fit the requestedSchema: {faults}")

    def forget_changed_tools(self, message: Notification) -> None:
        """Forget the listed tools if a notification says that the list of tools has changed."""
        if message.method in list_names(TOOLS_CHANGED):
            self.forget_tools()

    def forget_tools(self) -> None:
        """Forget the listed tools, and those of lists that are on their way."""
        self.changes += 1
        self._tools.clear()
        self._newest_tools.clear()

    def _remember_tools(self, page: Any) -> None:
        for tool in page.tools:
            self._tools[tool.name] = CheckedTool(self._schemas, tool)
            for forgotten in self._newest_tools.count_entry(tool.name, measure_list_item(encode_any(tool))):
                del self._tools[forgotten]

    def _check_structured_result(self, name: str, result: Mapping[str, Any]) -> None:
        tool = self._tools.get(name)
        if tool is None:
            return
        try:
            findings = tool.checks.result_findings(name, result)
        except SchemaRefusedError as error:
            findings = [Finding("/structuredContent", "schema", f"the outputSchema of the tool is {error}")]
        if findings:
            text = "The structured content does not fit the outputSchema of the tool"
            raise ProtocolError(INTERNAL_ERROR, text, findings=findings)


def _warn_of_broken_rules(method: str, result: Any, revision: Revision) -> None:
    """Log a warning for each place where a result, typed or as JSON, breaks a rule that no schema states."""
    for each in lint_result(revision, method, result):
        _log.warning("a result of %s breaks the rule %s at %s: %s", method, each.rule, each.pointer, each.message)
