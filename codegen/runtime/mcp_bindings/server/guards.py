"""The guards of a server, between its middleware and its handlers.

The guards compare requests with the lists that the server's own handlers return. A `ListCache` keeps these lists. The
code of an error is that of the handlers' revision; the error is translated for the client like an error of a handler.

Pages: /specification/2026-07-28/server/tools#security-considerations,
/specification/2026-07-28/server/prompts#error-handling, /specification/2026-07-28/server/resources#error-handling,
/specification/2026-07-28/server/utilities/pagination#error-handling.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import cache, partial
from typing import TYPE_CHECKING, Any, TypeAlias

from ..codec.encoding import dump_any
from ..errors import DecodeError, Finding, ProtocolError, quote_value
from ..guards.binary_data import check_blobs
from ..guards.guard_choice import Guards
from ..guards.prompts import check_prompt_arguments
from ..guards.prose_rules import RULED_METHODS, is_plain_text, lint_result
from ..guards.rates import WORK_OF_METHOD, RateLimiter, WorkKind, check_rate
from ..guards.signed_cursors import Cursors
from ..guards.state_signer import StateSigner
from ..guards.tools import CheckedTool, ToolGuard, find_answer_faults, select_structured_members
from ..guards.work_slots import TooBusyError, WorkSlots
from ..json_values import is_object
from ..jsonrpc.messages import Request
from ..peer.context import Context, ContextServer, ContextSettings, get_principal_key
from ..peer.handlers import PreparedHandler, call_handler
from ..renames import find_first_name, find_own_name
from ..revisions import Revision, revision, revision_with_method
from ..schema.compiled import CompiledSchemaCache
from ..schema.validators import has_library
from ..spec.error_codes import INTERNAL_ERROR, INVALID_PARAMS, RESOURCE_NOT_FOUND, find_code
from ..spec.names import (
    CALL_TOOL,
    COMPLETE_ARGUMENT,
    GET_PROMPT,
    LIST_PROMPTS,
    LIST_RESOURCE_TEMPLATES,
    LIST_RESOURCES,
    LIST_ROOTS,
    LIST_TOOLS,
    LOG_MESSAGE,
    PROMPTS_CHANGED,
    READ_RESOURCE,
    RESOURCES_CHANGED,
    TOOLS_CHANGED,
)
from .list_cache import FetchPage, ListCache, ListKind

if TYPE_CHECKING:
    from ..guards.resources import ResourcePattern

CallNext: TypeAlias = Callable[[Request, Context], Awaitable[Any]]
"""A function that passes a request on to the next step, and returns the result of the request, typed or as a dict."""

_LISTS_OF_NOTIFICATION: Mapping[str, tuple[str, ...]] = {
    TOOLS_CHANGED: (LIST_TOOLS,),
    PROMPTS_CHANGED: (LIST_PROMPTS,),
    RESOURCES_CHANGED: (LIST_RESOURCES, LIST_RESOURCE_TEMPLATES),
}
"""The methods of the lists that each notification declares as changed."""

_INPUT_ERRORS = "tools.input-errors"
"""Id of the requirement to report invalid arguments in the result of a tool, in the revisions that have it."""


class ServerGuards:
    """The guards of one server.

    Args:
        guards: the choice of guards.
        handler_revision: the revision of the handlers.
        make_fetcher: a function that returns, for the first name of the method of a list, a function that calls the
            handler of the list; None if there is no handler.
        signer: the signer of cursors.
        has_tools: whether the server has tools.
        has_tasks: whether the server has declared that tools can run as tasks.
        has_late_results: whether a request may become a task of the tasks extension, whose result comes later.
        checks_itself: a function that returns whether a tool, given its name, checks its arguments and results itself.

    Raises:
        ModuleNotFoundError: the server has tools, the guard of schemas is on, and jsonschema-rs is not installed.

    Attributes:
        tools, prompts, resources, templates: the caches of the lists of the server.
        header_tools: the cache of the list of tools for a client without capabilities, to check headers.
    """

    def __init__(
        self,
        guards: Guards,
        handler_revision: Revision,
        make_fetcher: Callable[[str], FetchPage | None],
        signer: StateSigner,
        *,
        has_tools: bool,
        has_tasks: bool,
        has_late_results: bool,
        checks_itself: Callable[[str], bool],
    ) -> None:
        self._has_late_results = has_late_results
        self._checks_itself = checks_itself
        self._guards = guards
        self._handler_revision = handler_revision
        self._schemas = CompiledSchemaCache()
        if guards.schemas and has_tools:
            ToolGuard(self._schemas)
        self._checks_schemas = guards.schemas and has_library()
        self._has_tasks = has_tasks
        self._cursors = Cursors(signer)
        self.tools: ListCache[CheckedTool] = ListCache(
            ListKind("tools", "name"), make_fetcher(LIST_TOOLS), partial(CheckedTool, self._schemas)
        )
        self.header_tools: ListCache[CheckedTool] = ListCache(
            self.tools.kind, make_fetcher(LIST_TOOLS), partial(CheckedTool, self._schemas)
        )
        self.prompts: ListCache[Mapping[str, Any]] = ListCache(
            ListKind("prompts", "name"), make_fetcher(LIST_PROMPTS), _dump_item
        )
        self.resources: ListCache[bool] = ListCache(
            ListKind("resources", "uri"), make_fetcher(LIST_RESOURCES), _mark_listed
        )
        self.templates: ListCache[ResourcePattern] = ListCache(
            ListKind("resource_templates", "uri_template"), make_fetcher(LIST_RESOURCE_TEMPLATES), _make_pattern
        )
        self._lists: Mapping[str, ListCache[Any]] = {
            LIST_TOOLS: self.tools,
            LIST_PROMPTS: self.prompts,
            LIST_RESOURCES: self.resources,
            LIST_RESOURCE_TEMPLATES: self.templates,
        }

    def wrap_handler(self, method: str, handled: PreparedHandler) -> CallNext:
        """Return a function that applies the guards of a method and calls the handler of the method."""
        guards, first_name = self._guards, find_first_name(method, self._handler_revision)
        call_next: CallNext = partial(_call_handler, handled)
        if first_name == CALL_TOOL and (guards.schemas or guards.listed):
            call_next = partial(self._guard_tool_call, call_next)
        elif first_name == GET_PROMPT and guards.listed:
            call_next = partial(self._guard_prompt, call_next)
        elif first_name == READ_RESOURCE and guards.listed:
            call_next = partial(self._guard_resource, call_next)
        elif first_name == COMPLETE_ARGUMENT and guards.listed:
            call_next = partial(self._guard_completion, call_next)
        elif self._handler_revision.methods[method].paginated and guards.cursors:
            call_next = partial(self._guard_list, call_next)
        if guards.prose and first_name in RULED_METHODS:
            call_next = partial(self._check_prose, call_next)
        if guards.max_binary is not None:
            call_next = partial(_check_binary, call_next, guards.max_binary)
        if guards.work is not None:
            call_next = partial(_run_in_slot, call_next, guards.work)
        kind = WORK_OF_METHOD.get(first_name)
        return (
            call_next if guards.rates is None or kind is None else partial(_limit_rate, call_next, guards.rates, kind)
        )

    def make_context_settings(self, server: ContextServer[Any] | None) -> ContextSettings:
        """Return the settings of contexts: the server, the limit of progress reports and the filter of log messages."""
        has_filter = self._guards.logs is not None or self._guards.rates is not None
        return ContextSettings(server, self._guards.progress, self._filter_log if has_filter else None)

    def clean_notification(self, method: str, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the params of a notification. Replace secrets in a log message if the guards clean log messages."""
        is_log_message = find_first_name(method, self._handler_revision) == LOG_MESSAGE
        return self._clean_log_message(params) if is_log_message else params

    def _clean_log_message(self, params: Mapping[str, Any]) -> Mapping[str, Any]:
        cleaner = self._guards.logs
        return params if cleaner is None or "data" not in params else {**params, "data": cleaner.clean(params["data"])}

    def check_answer(self, method: str, params: Mapping[str, Any], answer: Mapping[str, Any]) -> None:
        """Check the answer of a client to a request for input.

        Args:
            method: the method of the request.
            params: the params of the request as JSON.
            answer: the answer, as JSON.

        Raises:
            ProtocolError: elicited content does not fit its schema, a root is no `file` URI or has dot segments, or
                the binary data exceed the limit.
            SchemaRefusedError: the content cannot be checked against the schema of the elicitation.
        """
        asking = revision_with_method(method, self._handler_revision)
        first_name = find_first_name(method, asking)
        if self._guards.prose and first_name == LIST_ROOTS:
            faults = lint_result(asking, method, answer)
            if faults:
                raise ProtocolError(INVALID_PARAMS, "Invalid params: a root breaks a rule", findings=faults)
        if self._guards.max_binary is not None:
            check_blobs(answer, self._guards.max_binary)
        findings = find_answer_faults(self._schemas, first_name, params, answer) if self._checks_schemas else []
        if findings:
            text = "Invalid params: the elicited content does not fit the requestedSchema"
            raise ProtocolError(INVALID_PARAMS, text, findings=findings)

    def count_request(self, first_name: str, context: Context) -> None:
        """Count a request that the server answers without a handler towards the rate of the principal.

        Do nothing without a limit of rates, or if requests of the method with this first name are not counted.

        Raises:
            ProtocolError: the principal has exceeded the rate.
        """
        kind = WORK_OF_METHOD.get(first_name)
        if self._guards.rates is not None and kind is not None:
            check_rate(self._guards.rates, get_principal_key(context), kind)

    async def check_resource(self, uri: str, context: Context) -> None:
        """Check that a text is a URI, and that the URI names a resource of the server.

        Do nothing if the guard is off. If the server has no lists that can decide this, check only the form of the
        URI.

        Raises:
            ProtocolError: the text is no URI or is too long, or the server has no resource with this URI.
            BaseException: the handler of a list has raised this exception.
        """
        from ..guards.resources import check_resource_uri  # servers without resources do without it

        if not self._guards.listed or self.resources.get_cached_item(uri, context):
            return
        check_resource_uri(uri)
        if not self.resources.has_handler and not self.templates.has_handler:
            return
        if find_own_name(LIST_RESOURCE_TEMPLATES, self._handler_revision) is None:
            return  # what this revision has instead may name resources that its list of resources lacks
        if any(pattern.matches(uri) for pattern in await self.templates.get_all_items(context)):
            return
        if await self.resources.get_item(uri, context) is None and self.resources.is_known_absent(uri, context):
            if any(pattern.matches(uri) for pattern in await self.templates.reread_all_items(context)):
                return
            raise ProtocolError(find_not_found_code(self._handler_revision), "Resource not found", data={"uri": uri})

    def is_listed(self, first_name: str, name: str) -> bool:
        """Return whether a cached list has, or had before it last changed, a tool or prompt.

        Args:
            first_name: the first name of the method of the request that names the tool or prompt.
            name: the name.
        """
        return self._lists[LIST_TOOLS if first_name == CALL_TOOL else LIST_PROMPTS].has_listed(name)

    def find_list(self, method: str) -> ListCache[Any] | None:
        """Return the cache of the list that a method reads; None for any other method."""
        return self._lists.get(find_first_name(method, self._handler_revision))

    def invalidate_lists(self, notification: str) -> None:
        """Forget the cached lists that a notification declares as changed."""
        first_name = find_first_name(notification, self._handler_revision)
        for method in _LISTS_OF_NOTIFICATION.get(first_name, ()):
            self._lists[method].invalidate()
        if first_name == TOOLS_CHANGED:
            self.header_tools.invalidate()

    async def _guard_tool_call(self, call_next: CallNext, request: Request, context: Context) -> Any:
        params = request.params
        name: str = params.name
        tool = await self.tools.get_item(name, context)
        if tool is None:
            if self._guards.listed and self.tools.has_handler and self.tools.is_known_absent(name, context):
                raise make_unknown_error("tool", name)
            return await call_next(request, context)
        if self._guards.listed and self._has_tasks:
            tool.check_task(is_task=getattr(params, "task", None) is not None)
        if not self._checks_schemas:
            return await call_next(request, context)
        has_schema = "outputSchema" in tool.document
        if has_schema and self._has_late_results:
            context.add_result_filter(partial(_check_structured_result, tool, name))
        if self._checks_itself(name):
            return await call_next(request, context)
        findings = tool.checks.argument_findings(name, params.arguments)
        if findings:
            return _make_argument_error_result(findings, context.revision.id)
        result = await call_next(request, context)
        return _check_structured_result(tool, name, result) if has_schema else result

    async def _guard_completion(self, call_next: CallNext, request: Request, context: Context) -> Any:
        """Call the handler of a completion, after a check of its prompt or template and of its argument.

        Page: /specification/2025-11-25/server/utilities/completion#error-handling.

        Raises:
            ProtocolError: the server does not list the prompt or template, or the listed one lacks the argument.
            BaseException: the handler of a list, or of the completion, has raised this exception.
        """
        params = request.document["params"]
        name = params["argument"]["name"]
        if "uri" not in params["ref"]:
            prompt = await self.prompts.get_item(params["ref"]["name"], context)
            if prompt is not None:
                argument_names: Iterable[str] = [each["name"] for each in prompt.get("arguments") or ()]
            elif self.prompts.has_handler and self.prompts.is_known_absent(params["ref"]["name"], context):
                raise make_unknown_error("prompt", params["ref"]["name"])
            else:
                return await call_next(request, context)
        else:
            uri: str = params["ref"]["uri"]
            template = await self.templates.get_item(uri, context)
            if template is not None and template.variables is not None:
                argument_names = template.variables
            elif template is None and self.templates.has_handler and self.templates.is_known_absent(uri, context):
                raise make_unknown_error("resource template", uri)
            else:
                return await call_next(request, context)
        if name not in argument_names:
            raise make_unknown_error("argument", name)
        return await call_next(request, context)

    async def _guard_prompt(self, call_next: CallNext, request: Request, context: Context) -> Any:
        params = request.params
        prompt = await self.prompts.get_item(params.name, context)
        if prompt is not None:
            check_prompt_arguments(prompt, params.arguments)
        elif self.prompts.has_handler and self.prompts.is_known_absent(params.name, context):
            raise make_unknown_error("prompt", params.name)
        return await call_next(request, context)

    async def _guard_resource(self, call_next: CallNext, request: Request, context: Context) -> Any:
        await self.check_resource(request.params.uri, context)
        return await call_next(request, context)

    async def _guard_list(self, call_next: CallNext, request: Request, context: Context) -> Any:
        method, principal = request.method, get_principal_key(context)
        params = request.params
        cursor = getattr(params, "cursor", None)
        if cursor is not None:
            params = params.model_copy(update={"cursor": self._cursors.read(principal, method, cursor)})
            request = Request(request.id, method, params, request.document)
        result = await call_next(request, context)
        member = "nextCursor" if is_object(result) else "next_cursor"
        place = result.get(member) if is_object(result) else getattr(result, member, None)
        if place is None:
            return result
        sealed = {member: self._cursors.write(principal, method, place)}
        return {**result, **sealed} if is_object(result) else result.model_copy(update=sealed)

    async def _check_prose(self, call_next: CallNext, request: Request, context: Context) -> Any:
        """Call the next step, and return its result. Check the result against the rules that no schema states.

        Raises:
            TypeError: the result breaks a rule.
            DecodeError: a part of the result has no form in JSON.
            BaseException: the next step has raised this exception.
        """
        handler_revision, method = self._handler_revision, request.method
        if self._has_late_results:
            context.add_result_filter(partial(_check_rules, handler_revision, method))
        result = await call_next(request, context)
        return result if is_plain_text(result) else _check_rules(handler_revision, method, result)

    def _filter_log(self, context: Context, params: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return the params of a log message without secrets; None if the rate of log messages is exceeded."""
        rates = self._guards.rates
        if rates is not None and rates.try_acquire(get_principal_key(context), WORK_OF_METHOD[LOG_MESSAGE]) > 0:
            return None
        return self._clean_log_message(params)


def _check_structured_result(tool: CheckedTool, name: str, result: Any) -> Any:
    """Check the result of a tool, typed or as JSON, against the output schema of the tool. Return the result.

    Raises:
        TypeError: the result does not fit the output schema of the tool.
        SchemaRefusedError: values cannot be checked against a schema of the tool.
    """
    findings = tool.checks.result_findings(name, select_structured_members(result))
    if findings:
        faults = DecodeError("structured result", findings)
        raise TypeError(f"the handler of {CALL_TOOL} returned a result that does not fit the outputSchema: {faults}")
    return result


def _check_rules(handler_revision: Revision, method: str, result: Any) -> Any:
    """Check the result of a method, typed or as JSON, against the rules that no schema states. Return the result.

    Raises:
        TypeError: the result breaks a rule that no schema states.
        DecodeError: a part of the result has no form in JSON.
    """
    findings = lint_result(handler_revision, method, result)
    if findings:
        faults = DecodeError("result", findings)
        raise TypeError(f"the handler of {method} returned a result that breaks a rule: {faults}")
    return result


def _call_handler(handled: PreparedHandler, request: Request, context: Context) -> Awaitable[Any]:
    return call_handler(handled, request.params, context)


async def _check_binary(call_next: CallNext, most: int, request: Request, context: Context) -> Any:
    check_blobs(request.document.get("params"), most)
    return await call_next(request, context)


async def _run_in_slot(call_next: CallNext, slots: WorkSlots, request: Request, context: Context) -> Any:
    try:
        async with slots.acquire(get_principal_key(context)):
            return await call_next(request, context)
    except TooBusyError:
        raise ProtocolError(INTERNAL_ERROR, "Too many requests at once") from None


async def _limit_rate(
    call_next: CallNext, rates: RateLimiter, kind: WorkKind, request: Request, context: Context
) -> Any:
    check_rate(rates, get_principal_key(context), kind)
    return await call_next(request, context)


def _make_argument_error_result(findings: list[Finding], version: str) -> dict[str, Any]:
    """Return the result that tells the model why the arguments of its call are invalid.

    Raises:
        ProtocolError: the client's revision reports invalid arguments by an error, not by a result.
    """
    if not _reports_input_errors(version):
        text = "Invalid params: the arguments do not fit the inputSchema of the tool"
        raise ProtocolError(INVALID_PARAMS, text, findings=findings)
    return {"content": [{"type": "text", "text": str(DecodeError("set of arguments", findings))}], "isError": True}


@cache
def _reports_input_errors(version: str) -> bool:
    return any(row.id == _INPUT_ERRORS for row in revision(version).protocol.requirements)


def make_unknown_error(kind: str, name: str) -> ProtocolError:
    """Return the error for a name that a server does not offer."""
    return ProtocolError(INVALID_PARAMS, f"Unknown {kind}: {quote_value(name)}")


def find_not_found_code(handler_revision: Revision) -> int:
    """Return the error code that a revision has for a resource that does not exist: a code for this case alone, or else
    -32602.
    """
    code = find_code(handler_revision.error_codes, RESOURCE_NOT_FOUND)
    return INVALID_PARAMS if code is None else code


def _dump_item(item: Any) -> Mapping[str, Any]:
    found: Mapping[str, Any] = dump_any(item)
    return found


def _mark_listed(item: Any) -> bool:
    return True


def _make_pattern(template: Any) -> ResourcePattern:
    from ..guards.resources import ResourcePattern  # servers without resources do without it

    return ResourcePattern(template.uri_template)
