"""`mb.Toolbox`: tools, resources and prompts made of functions. The signature of a function is its schema."""

from __future__ import annotations

import asyncio
import inspect
import logging
from base64 import b64encode
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from threading import Lock
from types import ModuleType
from typing import Any, Literal, Protocol, cast, get_args, overload
from weakref import WeakSet

from typing_extensions import TypeVar

from ..authorization.scope_rules import write_scopes
from ..codec.encoding import dump_any
from ..errors import Finding, HandlerMistakeError, ProtocolError, UnsentError, quote_value, shorten, suggest_name
from ..guards.resources import UriTemplate
from ..json_values import is_object
from ..lint.formats import find_scheme, is_mime_type
from ..options import check_class, check_number, check_numbers, check_texts, is_async
from ..peer.answer_text import advise_on_result
from ..peer.blocking_handlers import call_timed
from ..peer.context import Context
from ..peer.handler_errors import catch_exit
from ..renames import find_own_method
from ..revisions import LATEST, Revision, revision
from ..schema.explain import explain_member_faults, find_member_schema
from ..spec.error_codes import INVALID_PARAMS
from ..spec.names import COMPLETE_ARGUMENT, META, PROMPT, RESOURCE, RESOURCE_TEMPLATE, TOOL
from ..wire.model import WireModel
from .function_arguments import FunctionArguments, describe_faults, find_function_name
from .function_results import FunctionResult, ReturnError, make_tool_result, write_content, write_json_text
from .function_threads import MAX_RUNNING_FUNCTIONS, FunctionThreads

_log = logging.getLogger(__name__)

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

Kind = Literal["tools", "resources", "prompts"]
"""A kind of list that a server makes of functions."""

KINDS: tuple[Kind, ...] = get_args(Kind)

_CAPABILITIES: Mapping[Kind, Mapping[str, bool]] = {
    "tools": {"listChanged": True},
    "resources": {"listChanged": True, "subscribe": True},
    "prompts": {"listChanged": True},
}
"""The members of the capability that a server with functions of a kind declares, by kind."""

_SHORT_NAME = 64
_MAX_COMPLETIONS = 100
"""The largest number of values of one completion, if the schema states no other number.

Page: /specification/2025-11-25/server/utilities/completion#completion-results.
"""


class ToolError(Exception):
    """The error of a tool for the model. The text of the error becomes the content of a result with `isError`.

    A `ToolError` without a text is logged, and the model gets "The tool has failed". A `ToolError` that a function of a
    resource or prompt raises is logged, and the client gets "Internal error".
    """


class NotFound(Exception):
    """The error of a function that finds no resource for a URI. The client gets the error code that its revision has
    for an unknown resource.

    A `NotFound` that the function of a tool raises is logged, and the model gets "The tool has failed".
    """


class _LateError(Exception):
    """The error for a function that has not ended in time, unlike a `TimeoutError` that the function itself raises."""


class ToolboxFunction:
    """A function of a toolbox, with the description of its arguments.

    Args:
        function: the user's function.
        threads: the threads in which the function runs if it is not `async`; None to call it in the event loop.

    Raises:
        TypeError: the value is no function, the function is a generator, or `FunctionArguments` refuses a parameter.
        ModuleNotFoundError: the extra `validators` is not installed.

    Attributes:
        definition: the definition of `document`.
        document: the description of the function for clients, as JSON.
    """

    definition: str
    document: dict[str, Any]

    def __init__(self, function: Callable[..., Any], threads: FunctionThreads | None) -> None:
        if not callable(function) or isinstance(function, type):
            raise TypeError(f"{quote_value(function)} is no function: {_advise_on_function(function)}")
        if inspect.isasyncgenfunction(function) or inspect.isgeneratorfunction(function):
            raise TypeError(
                f"{find_function_name(function)} is a generator: return one value, and report with context.progress"
            )
        self.function = function
        self.arguments: FunctionArguments = FunctionArguments(function)
        self._threads = None if is_async(function) else threads

    @property
    def description(self) -> str | None:
        """The docstring of the function; None without a docstring, and for an object whose class has the docstring."""
        function = self.function
        while isinstance(function, partial):
            function = function.func
        return inspect.getdoc(function) if inspect.isroutine(function) else None

    def describe(self, members: Mapping[str, Any]) -> dict[str, Any]:
        """Return the given members. If the name or description is missing, add the name or docstring of the function.

        Raises:
            TypeError: the function has no name, because it is a `lambda`.
            ValueError: the given name is empty.
        """
        name = members.get("name", find_function_name(self.function).rpartition(".")[2])
        if name == "<lambda>":
            raise TypeError("a lambda has no name: pass name=")
        if not name:
            raise ValueError("a name must not be empty: leave out name= to take that of the function")
        described = {} if self.description is None else {"description": self.description}
        return {"name": name, **described, **members}

    async def call_function(self, arguments: Mapping[str, Any], context: Context[Any]) -> Any:
        """Call the function with checked arguments, and with the context if the function has a parameter for the
        context. Return the result of the function.

        Raises:
            BaseException: the function has raised this exception.
        """
        arguments_copy = dict(arguments)
        if self.arguments.context_name is not None:
            arguments_copy[self.arguments.context_name] = context
        if self._threads is None:
            return await call_timed(self.function, **arguments_copy)
        result = await self._threads.run_function(self.function, context, arguments_copy)
        return await result if inspect.isawaitable(result) else result

    async def call_for_content(self, arguments: Mapping[str, Any], context: Context[Any], mend: str) -> Any:
        """Call the function of a resource or prompt, and return its result.

        Args:
            arguments: the checked arguments.
            context: the context of the request.
            mend: the end of the error message about a `ToolError`; it says what the function should raise instead.

        Raises:
            HandlerMistakeError: the function returns None, or raises `ToolError`.
            BaseException: the function has raised this other exception.
        """
        name = find_function_name(self.function)
        try:
            returned = await self.call_function(arguments, context)
        except ToolError:
            raise HandlerMistakeError(f"{name} raised mb.ToolError, which is for tools: {mend}") from None
        if returned is None:
            raise HandlerMistakeError(f"{name} returned None, which is no content{advise_on_result(returned)}")
        return returned


_TOOL_MEND = "raise mb.ToolError(text)"
_PROMPT_MEND = "raise mb.ProtocolError(code, text)"
_RESOURCE_MEND = f"raise mb.NotFound, or {_PROMPT_MEND.removeprefix('raise ')}"


class FunctionTool(ToolboxFunction):
    """A function that is offered as a tool.

    Raises:
        TypeError: `ToolboxFunction` or `FunctionResult` refuses the function, a `lambda` has no name, `scopes` is no
            list of texts, or the timeout is no number.
        ValueError: a scope is malformed or is `offline_access`, the scopes have more than 1,024 characters together,
            the timeout is too short, or the name is empty.
        ModuleNotFoundError: the extra `validators` is not installed.

    Attributes:
        document: the `Tool`, as JSON.
        scopes: the scopes that a token needs to call the tool.
    """

    definition = TOOL

    def __init__(
        self,
        function: Callable[..., Any],
        threads: FunctionThreads | None,
        members: Mapping[str, Any],
        *,
        scopes: Collection[str],
        timeout: float | None,
        repair: bool,
    ) -> None:
        super().__init__(function, threads)
        self.scopes: tuple[str, ...] = check_texts("scopes", scopes)
        write_scopes(self.scopes)
        if timeout is not None:
            check_number("timeout", timeout, least=0.001)
        self._timeout = timeout
        self._repair = repair
        self._result = FunctionResult(function)
        structured = {} if self._result.output_schema is None else {"outputSchema": self._result.output_schema}
        self.document: dict[str, Any] = {
            **self.describe(members),
            "inputSchema": self.arguments.schema,
            **structured,
        }
        _warn_of_name(self.document["name"])

    async def answer_call(self, arguments: Mapping[str, Any], context: Context[Any], models: ModuleType) -> Any:
        """Return the result of a call: the result of the function, or a result with `isError`.

        If the function begins a task, the result of the task is made of the result of its work in the same way. An
        exception of the function that is not for the model is logged.

        Args:
            arguments: the arguments of the call, as JSON.
            context: the context of the request.
            models: the types of the handlers' revision.

        Raises:
            BaseException: the exception of the function, if it is a `ProtocolError` or a question, or is no
                `Exception`.
        """
        if self.arguments.context_name is not None:
            context.finish_work = partial(self._finish_work, models)
        try:
            values = self.arguments.read_arguments(arguments, repair=self._repair)
            if isinstance(values, list):
                return _make_error_result(models, f"Invalid arguments: {describe_faults(values)}")
            calling = self.call_function(values, context)
            returned = await (calling if self._timeout is None else _call_with_timeout(calling, self._timeout))
            return self._result.write_result(returned, models)
        except ProtocolError:
            raise
        except Exception as error:
            return self._make_failure_result(models, error)

    async def _finish_work(self, models: ModuleType, work: Awaitable[Any]) -> Any:
        """Return the result of the work of a task that the function has begun, or a result with `isError`.

        An exception of the work that is not for the model is logged.

        Raises:
            BaseException: the exception of the work, if it is a `ProtocolError` or is no `Exception`.
        """
        try:
            return self._result.write_result(await work, models)
        except ProtocolError:
            raise
        except Exception as error:
            return self._make_failure_result(models, error)

    def _make_failure_result(self, models: ModuleType, error: Exception) -> Any:
        """Return a result with `isError` for an exception of the function, which is logged unless it is for the model.

        Args:
            models: the types of the handlers' revision.
            error: the exception.
        """
        name = self.document["name"]
        if isinstance(error, ToolError):
            if text := str(error).encode("utf-8", "backslashreplace").decode("utf-8"):
                return _make_error_result(models, text)
            _log.error("the tool %s raised mb.ToolError without a text for the model: %s", name, _TOOL_MEND)
        elif isinstance(error, _LateError):
            return _make_error_result(models, str(error))
        elif isinstance(error, NotFound):
            _log.error("the tool %s raised mb.NotFound, which is for resources: %s", name, _TOOL_MEND)
        elif isinstance(error, HandlerMistakeError):
            _log.error("%s", error)
        elif isinstance(error, UnsentError):
            _log.warning("the tool %s has ended because its message could not be sent: %s", name, error)
        else:
            _log.error("the tool %s has failed", name, exc_info=error)
        return _make_error_result(models, "The tool has failed")


class FunctionResource(ToolboxFunction):
    """A function that is offered as a resource, or as a template of resources.

    Raises:
        TypeError: `ToolboxFunction` refuses the function, a `lambda` has no name, or the parameters of the function are
            not the variables of the URI.
        ValueError: the text is no URI template, has no scheme, or is a template that no URI can be matched with; or the
            name is empty.
        ModuleNotFoundError: the extra `validators` is not installed.

    Attributes:
        document: the `Resource` or `ResourceTemplate`, as JSON.
        template: the template of the URIs.
        definition: `Resource` or `ResourceTemplate`.
    """

    def __init__(
        self, function: Callable[..., Any], threads: FunctionThreads | None, uri: str, members: Mapping[str, Any]
    ) -> None:
        super().__init__(function, threads)
        self.template: UriTemplate = UriTemplate(uri)
        if not uri.startswith("{") and find_scheme(uri) is None:
            raise ValueError(f"the URI {shorten(uri)!r} has no scheme: write it as in 'note:///{{id}}'")
        self.mime_type: str | None = members.get("mimeType")
        variables, wanted = set(self.template.variables), set(self.arguments.names)
        if variables != wanted:
            raise TypeError(
                f"the parameters of {find_function_name(function)} are {', '.join(sorted(wanted)) or 'none'}, and the "
                f"variables of {uri} are {', '.join(sorted(variables)) or 'none'}: give each a parameter of its name"
            )
        if variables and not self.template.is_matchable:
            raise ValueError(f"{uri} cannot be matched with URIs: use {{name}}, {{+name}} or {{/name}}, each once")
        self.definition = RESOURCE_TEMPLATE if variables else RESOURCE
        member = "uriTemplate" if variables else "uri"
        self.document: dict[str, Any] = {member: uri, **self.describe(members)}

    def match_uri(self, uri: str) -> dict[str, Any] | None:
        """Return the arguments of the function in a URI, by name.

        Return None if the URI does not match the template, or if a value is not of the type of its parameter.

        Raises:
            SchemaRefusedError: values cannot be checked against the schema of the arguments.
        """
        texts = self.template.match(uri)
        values = None if texts is None else self.arguments.read_texts(texts)
        return None if isinstance(values, list) else values

    async def read_resource(self, uri: str, values: Mapping[str, Any], context: Context[Any]) -> dict[str, Any]:
        """Return the `ReadResourceResult` for a URI and its arguments, as JSON.

        Raises:
            HandlerMistakeError: the function returns None, or raises `ToolError`.
            ValueError: the function returns a value that has no form in JSON.
            BaseException: the function has raised this other exception, such as `NotFound`.
        """
        returned = await self.call_for_content(values, context, _RESOURCE_MEND)
        return {"contents": [self._write_contents(each, uri) for each in _as_sequence(returned)]}

    def _write_contents(self, value: Any, uri: str) -> dict[str, Any]:
        if isinstance(value, WireModel):
            found: dict[str, Any] = dump_any(value)
            return found
        typed = {"uri": uri} if self.mime_type is None else {"uri": uri, "mimeType": self.mime_type}
        if isinstance(value, (bytes, bytearray)):
            return {**typed, "blob": b64encode(value).decode("ascii")}
        if isinstance(value, str):
            return {**typed, "text": value}
        return {"mimeType": "application/json", **typed, "text": write_json_text(value)}


class FunctionPrompt(ToolboxFunction):
    """A function that is offered as a prompt.

    Raises:
        TypeError: `ToolboxFunction` refuses the function, or a `lambda` has no name.
        ValueError: the name is empty.
        ModuleNotFoundError: the extra `validators` is not installed.

    Attributes:
        document: the `Prompt`, as JSON.
    """

    definition = PROMPT

    def __init__(
        self, function: Callable[..., Any], threads: FunctionThreads | None, members: Mapping[str, Any]
    ) -> None:
        super().__init__(function, threads)
        self.document: dict[str, Any] = {
            **self.describe(members),
            "arguments": [self._describe_argument(name) for name in self.arguments.names],
        }

    def _describe_argument(self, name: str) -> dict[str, Any]:
        property_ = self.arguments.schema["properties"][name]
        described = {"description": property_["description"]} if "description" in property_ else {}
        return {"name": name, **described, "required": name in self.arguments.schema.get("required", ())}

    async def get_prompt(self, texts: Mapping[str, str], context: Context[Any]) -> Any:
        """Return the `GetPromptResult` for arguments that are texts.

        The result is typed if the function has returned a typed one, and otherwise JSON.

        Raises:
            ProtocolError: an argument is not of the type of its parameter.
            HandlerMistakeError: the function returns None, or raises `ToolError`.
            SchemaRefusedError: values cannot be checked against the schema of the arguments.
            ValueError: the function returns a value that has no form in JSON.
            BaseException: the function has raised this other exception.
        """
        values = self.arguments.read_texts(texts)
        if isinstance(values, list):
            raise ProtocolError(INVALID_PARAMS, f"Invalid arguments: {describe_faults(values)}", findings=values)
        returned = await self.call_for_content(values, context, _PROMPT_MEND)
        if isinstance(returned, WireModel) and "messages" in type(returned).__pydantic_fields__:
            return returned
        messages = [message for each in _as_sequence(returned) for message in _write_messages(each)]
        described = {key: value for key, value in self.document.items() if key == "description"}
        return {**described, "messages": messages}


class ToolboxServer(Protocol):
    """The members that a toolbox needs of a server that offers its functions."""

    def check_function_addition(self, kind: Kind, name: str) -> None:
        """Check that the server can offer one more function.

        Raises:
            ValueError: another toolbox of the server has the name, or no toolbox had a function of this kind when the
                server was made.
        """
        ...

    def check_completion_addition(self) -> None:
        """Check that the server can offer one more completion.

        Raises:
            ValueError: no toolbox could complete an argument when the server was made.
        """
        ...

    def announce_change(self, kind: Kind) -> None:
        """Notify clients that a list has changed."""
        ...


class Toolbox:
    """A set of functions that a server offers as tools, resources and prompts.

    The signature of a function is its schema, so each parameter must have an annotation. A parameter with the
    annotation `Context` gets the context of the request. A function that is not `async` runs in a thread, unless it was
    added with `thread=False`.

    Args:
        threads: the largest number of functions that run in threads at the same time. A function that waits for the
            client does not count.
        page_size: the largest number of items on a page of a list. A server with several toolboxes uses the smallest of
            their numbers.

    Raises:
        TypeError, ValueError: an argument is no positive integer.

    Attributes:
        tools, resources, prompts: the functions by the name of the tool or prompt, or by the URI or URI template.
        completions: the functions that complete arguments, by the function of the prompt or resource template and the
            name of its parameter.
    """

    def __init__(self, *, threads: int = MAX_RUNNING_FUNCTIONS, page_size: int = 100) -> None:
        self.tools: dict[str, FunctionTool] = {}
        self.resources: dict[str, FunctionResource] = {}
        self.prompts: dict[str, FunctionPrompt] = {}
        self.completions: dict[tuple[Callable[..., Any], str], ToolboxFunction] = {}
        check_numbers({"threads": threads, "page_size": page_size}, least=1, is_whole=True)
        self.page_size = page_size
        self._threads = FunctionThreads(threads)
        self._servers: WeakSet[ToolboxServer] = WeakSet()
        self._changing = Lock()

    @overload
    def tool(self, function: F, /) -> F: ...

    @overload
    def tool(
        self,
        function: None = None,
        /,
        *,
        name: str | None = None,
        title: str | None = None,
        description: str | None = None,
        read_only: bool | None = None,
        destructive: bool | None = None,
        idempotent: bool | None = None,
        open_world: bool | None = None,
        scopes: Collection[str] = (),
        timeout: float | None = None,
        repair: bool = True,
        thread: bool = True,
        meta: Mapping[str, Any] | None = None,
    ) -> Callable[[F], F]: ...

    def tool(
        self,
        function: F | None = None,
        /,
        *,
        name: str | None = None,
        title: str | None = None,
        description: str | None = None,
        read_only: bool | None = None,
        destructive: bool | None = None,
        idempotent: bool | None = None,
        open_world: bool | None = None,
        scopes: Collection[str] = (),
        timeout: float | None = None,
        repair: bool = True,
        thread: bool = True,
        meta: Mapping[str, Any] | None = None,
    ) -> F | Callable[[F], F]:
        """Offer a function as a tool, and return the function unchanged. Without `function`, return a decorator.

        Log a warning about a name that clients may refuse, and about a text in an annotation, which no client gets.

        https://modelcontextprotocol.io/specification/2025-11-25/server/tools

        Args:
            function: the function, if the decorator is used without arguments.
            name: the name of the tool; by default that of the function.
            title: name for people; by default none.
            description: the description of the tool; by default the docstring.
            read_only, destructive, idempotent, open_world: the hints of the tool's annotations; None to leave one out.
            scopes: the scopes that a token needs to call the tool, over HTTP with authorization.
            timeout: seconds after which a call ends with `isError`, at least 0.001; None for no limit. A function that
                runs in a thread runs on.
            repair: whether to convert texts, such as "5" for a number, where the schema admits no text.
            thread: whether to run a function that is not `async` in a thread, instead of the event loop.
            meta: `_meta` of the tool; by default none.

        Raises:
            TypeError: the signature has no JSON Schema, or a default in it is of another type than its parameter; the
                function is a generator; a `lambda` has no `name`; or an argument has a wrong type.
            ValueError: the toolbox, or another one of a server, has a tool of this name; the name is empty, or the
                newest revision does not allow it; a scope is malformed or is `offline_access`; the scopes have more
                than 1,024 characters together; the timeout is too short; the hints contradict each other; or a server
                of the toolbox was made before its first tool.
            ModuleNotFoundError: the extra `validators` is not installed.
        """
        _check_toolbox(self, "tool")
        annotations = _make_annotations(read_only, destructive, idempotent, open_world)
        more = _select_given_members({"annotations": annotations or None, META: meta}, Mapping, "an object")
        stated = {**_select_given_members({"name": name, "title": title, "description": description}), **more}

        def register(function: F) -> F:
            made = FunctionTool(
                function, self._choose_threads(thread), stated, scopes=scopes, timeout=timeout, repair=repair
            )
            self._add_function("tools", made.document["name"], made)
            return function

        return register if function is None else register(function)

    def resource(
        self,
        uri: str,
        *,
        name: str | None = None,
        title: str | None = None,
        description: str | None = None,
        mime_type: str | None = None,
        thread: bool = True,
    ) -> Callable[[F], F]:
        """Return a decorator that offers a function as a resource, or as a template of resources.

        If the URI has variables such as `{id}`, the function is offered as a template. The decorator logs a warning
        about a text in an annotation, which no client gets.

        https://modelcontextprotocol.io/specification/2025-11-25/server/resources

        Args:
            uri: a URI, or a URI template whose variables are the parameters of the function.
            name: the name of the resource; by default that of the function.
            title: name for people; by default none.
            description: the description of the resource; by default the docstring.
            mime_type: the MIME type of the content; by default none is stated.
            thread: whether to run a function that is not `async` in a thread, instead of the event loop.

        Raises:
            TypeError: the URI is missing; the parameters are not its variables, or have no JSON Schema, or a default is
                of another type than its parameter; the function is a generator; a `lambda` has no `name`; or an
                argument has a wrong type.
            ValueError: `uri` is no URI template, has no scheme, or is a template that no URI can be matched with; the
                toolbox, or another one of a server, has this URI already; the name is empty, or the newest revision
                does not allow it; `mime_type` is no MIME type; or a server of the toolbox was made before its first
                resource.
            ModuleNotFoundError: the extra `validators` is not installed.
        """
        stated = _select_given_members(
            {"name": name, "title": title, "description": description, "mimeType": mime_type}
        )
        if callable(uri):
            raise TypeError("a resource has a URI: @tools.resource('note:///{id}')")
        if mime_type is not None and not is_mime_type(mime_type):
            raise ValueError(f"mime_type must be a media type such as 'text/plain', not {quote_value(mime_type)}")

        def register(function: F) -> F:
            made = FunctionResource(function, self._choose_threads(thread), uri, stated)
            self._add_function("resources", uri, made)
            return function

        return register

    @overload
    def prompt(self, function: F, /) -> F: ...

    @overload
    def prompt(
        self,
        function: None = None,
        /,
        *,
        name: str | None = None,
        title: str | None = None,
        description: str | None = None,
        thread: bool = True,
    ) -> Callable[[F], F]: ...

    def prompt(
        self,
        function: F | None = None,
        /,
        *,
        name: str | None = None,
        title: str | None = None,
        description: str | None = None,
        thread: bool = True,
    ) -> F | Callable[[F], F]:
        """Offer a function as a prompt, and return the function unchanged. Without `function`, return a decorator.

        Log a warning about a text in an annotation, which no client gets.

        https://modelcontextprotocol.io/specification/2025-11-25/server/prompts

        Args:
            function: the function, if the decorator is used without arguments.
            name: the name of the prompt; by default that of the function.
            title: name for people; by default none.
            description: the description of the prompt; by default the docstring.
            thread: whether to run a function that is not `async` in a thread, instead of the event loop.

        Raises:
            TypeError: the signature has no JSON Schema, or a default in it is of another type than its parameter; the
                function is a generator; a `lambda` has no `name`; or an argument has a wrong type.
            ValueError: the toolbox, or another one of a server, has a prompt of this name; the name is empty, or the
                newest revision does not allow it; or a server of the toolbox was made before its first prompt.
            ModuleNotFoundError: the extra `validators` is not installed.
        """
        _check_toolbox(self, "prompt")
        stated = _select_given_members({"name": name, "title": title, "description": description})

        def register(function: F) -> F:
            made = FunctionPrompt(function, self._choose_threads(thread), stated)
            self._add_function("prompts", made.document["name"], made)
            return function

        return register if function is None else register(function)

    def completion(self, of: Callable[..., Any], argument: str) -> Callable[[F], F]:
        """Return a decorator for the function that completes an argument of a prompt or a resource template.

        The function gets the text that the user has typed, and returns the values. The client gets as many of them as
        its schema and that of the handlers allow; a schema that states no number allows 100. An earlier function for
        the argument is replaced. Arguments whose type is `Literal` or an `Enum` of texts need no function, but a server
        that was made before its toolboxes completed an argument completes none. The decorator logs a warning about a
        text in an annotation, which no client gets.

        https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion

        Args:
            of: the function of the prompt or resource template.
            argument: name of the parameter to complete.

        Raises:
            TypeError: `of` is no function; or the decorated value is no function, is a generator, has a parameter
                without a JSON Schema or with a default of another type, or has not exactly one parameter for the text.
            ValueError: `of` is no function of a prompt or resource in the toolbox, or has no parameter of this name;
                or a server of the toolbox was made before its toolboxes could complete an argument.
            ModuleNotFoundError: the extra `validators` is not installed.
        """
        if not callable(of):
            raise TypeError(f"the argument 'of' must be the function of a prompt or resource, not {quote_value(of)}")
        offered = [each for each in (*self.prompts.values(), *self.resources.values()) if each.function is of]
        if not offered:
            raise ValueError(
                f"{find_function_name(of)} is no prompt or resource of the toolbox: only their arguments complete"
            )
        names = {name for each in offered for name in each.arguments.names}
        if argument not in names:
            raise ValueError(f"{find_function_name(of)} has no argument {argument!r}{suggest_name(argument, names)}")

        def register(function: F) -> F:
            made = ToolboxFunction(function, self._threads)
            if len(made.arguments.names) != 1:
                raise TypeError(
                    f"{find_function_name(function)} must have one parameter besides the context, "
                    "for the text typed so far"
                )
            for server in tuple(self._servers):
                server.check_completion_addition()
            self.completions[of, argument] = made
            return function

        return register

    def remove(self, name: str) -> None:
        """Remove a tool or prompt by its name, or a resource by its URI or URI template. Servers announce the change.

        If a tool and a prompt have the name, only the tool is removed.

        Raises:
            KeyError: the toolbox has nothing of this name.
        """
        with self._changing:
            for kind in KINDS:
                table: Mapping[str, Any] = getattr(self, kind)
                if name in table:
                    self._replace_table(kind, {key: each for key, each in table.items() if key != name})
                    return
        names = {each for kind in KINDS for each in getattr(self, kind)}
        raise KeyError(f"the toolbox has no tool, resource or prompt {name!r}{suggest_name(name, names)}")

    @property
    def can_complete(self) -> bool:
        """True if an argument of a prompt or of a resource template can be completed."""
        templates = (each for each in self.resources.values() if each.template.variables)
        return bool(self.completions) or any(
            each.arguments.find_choices(name)
            for each in (*self.prompts.values(), *templates)
            for name in each.arguments.names
        )

    @property
    def capabilities(self) -> dict[str, Any]:
        """The capabilities that a server declares for the tools, resources and prompts of this toolbox, as JSON.

        `completions`, which a server declares for a toolbox that completes arguments, is not among them.
        """
        return {kind: dict(declared) for kind, declared in _CAPABILITIES.items() if getattr(self, kind)}

    def join_server(self, server: ToolboxServer) -> None:
        """Join a server. From then on the server checks each function that is added to the toolbox, and announces each
        change to clients.
        """
        self._servers.add(server)

    def _choose_threads(self, thread: bool) -> FunctionThreads | None:
        return self._threads if thread else None

    def _add_function(self, kind: Kind, name: str, made: ToolboxFunction) -> None:
        _check_item_name(made.definition, made.document["name"])
        with self._changing:
            table = getattr(self, kind)
            if name in table:
                raise ValueError(f"the toolbox has {name!r} among its {kind} already: give one of them another name")
            for server in tuple(self._servers):
                server.check_function_addition(kind, name)
            self._replace_table(kind, {**table, name: made})

    def _replace_table(self, kind: Kind, table: Mapping[str, Any]) -> None:
        """Replace the functions of a kind, and let the servers announce the change.

        The mapping is a changed copy, since servers and threads may be reading the old mapping.
        """
        setattr(self, kind, table)
        for server in tuple(self._servers):
            server.announce_change(kind)

    async def complete_argument(
        self, function: ToolboxFunction, argument: str, text: str, context: Context[Any], most: int = _MAX_COMPLETIONS
    ) -> dict[str, Any]:
        """Return the `CompleteResult` for an argument, as JSON, with at most `most` values.

        The values are those that the completing function returns; without one, the texts that begin with `text`, out of
        those that the type of the argument admits if it is a `Literal` or an `Enum`.

        Raises:
            ReturnError: the completing function has returned a text in place of a list of texts.
            TypeError: the completing function has returned a value that cannot be iterated.
            BaseException: the completing function has raised this exception.
        """
        completing = self.completions.get((function.function, argument))
        if completing is None:
            choices = function.arguments.find_choices(argument)
            found: Iterable[str] = [each for each in choices if each.startswith(text)]
        else:
            first = completing.arguments.names[0]
            found = await completing.call_function({first: text}, context)
            if isinstance(found, str):
                fault = Finding("", "type", "expected a list of texts")
                raise ReturnError(find_function_name(completing.function), [fault], found)
        values = list(found)
        shown = values[:most]
        return {"completion": {"values": shown, "total": len(values), "hasMore": len(values) > len(shown)}}


def find_max_completions(rev: Revision) -> int:
    """Return the largest number of values of one completion in a revision; 100 if the revision has no completions, or
    its schema states no number.
    """
    row = find_own_method(COMPLETE_ARGUMENT, rev)
    if row is None:
        return _MAX_COMPLETIONS
    values = find_member_schema(rev.schema_file.definitions, row.results[0], "completion", "values")
    most: int = values.get("maxItems", _MAX_COMPLETIONS)
    return most


async def _call_with_timeout(calling: Awaitable[T], seconds: float) -> T:
    """Wait at most some seconds for a call, and return its result.

    Raises:
        _LateError: the call has not ended in time. Then the call is cancelled.
        BaseException: the call has raised this exception.
    """
    running = asyncio.ensure_future(catch_exit(calling))
    try:
        await asyncio.wait([running], timeout=seconds)
        if not running.done():
            raise _LateError(f"The tool has not ended after {seconds:g} seconds")
        result = running.result()
        if isinstance(result, SystemExit):
            raise result
        return result
    finally:
        running.cancel()


def _check_toolbox(box: object, decorator: str) -> None:
    """Check that a decorator was used on a toolbox. If the decorator was used on the class, `box` is the decorated
    function.

    Raises:
        TypeError: the decorator was called on the class.
    """
    if not isinstance(box, Toolbox):
        raise TypeError(f"Toolbox.{decorator} needs a toolbox: tools = mb.Toolbox(), and then @tools.{decorator}")


def _select_given_members(members: Mapping[str, Any], wanted: Any = str, example: str = "a text") -> dict[str, Any]:
    """Return the members that the user has given.

    Args:
        members: the members. The value of a member that the user has left out is None.
        wanted: the class of the values.
        example: the name of the class in the error.

    Raises:
        TypeError: a value is of another class.
    """
    given = {name: value for name, value in members.items() if value is not None}
    for name, value in given.items():
        check_class(name, value, wanted, example)
    return given


def _make_annotations(
    read_only: bool | None, destructive: bool | None, idempotent: bool | None, open_world: bool | None
) -> dict[str, Any]:
    """Return the annotations of a tool with the hints that the user has given.

    Raises:
        TypeError: a hint is neither a boolean nor None.
        ValueError: `read_only` and `destructive` are both True.
    """
    if read_only and destructive:
        raise ValueError("a tool that reads only destroys nothing: leave out read_only= or destructive=")
    hints = {
        "readOnlyHint": read_only,
        "destructiveHint": destructive,
        "idempotentHint": idempotent,
        "openWorldHint": open_world,
    }
    return _select_given_members(hints, bool, "True or False")


def _warn_of_name(name: str) -> None:
    """Log a warning if clients may refuse the name of a tool, by the rules of the newest revision."""
    if name.isascii() and name.isidentifier() and len(name) <= _SHORT_NAME:
        return  # as nearly every function has, so that few servers load the rules
    tool = {"name": name, "inputSchema": {"type": "object"}}
    for each in revision(LATEST).lint(tool, definition=TOOL):
        _log.warning("clients may refuse the tool name %s: %s", quote_value(name), each.message)


def _check_item_name(definition: str, name: object) -> None:
    """Check the name of a tool, prompt, resource or template by the schema of the newest revision.

    Args:
        definition: the definition of the item.
        name: the name.

    Raises:
        ValueError: the schema does not allow the name.
    """
    faults = explain_member_faults(revision(LATEST).schema_file.definitions, definition, ("name",), name)
    if faults:
        text = f"{quote_value(name)} is no name of a {definition} in revision {LATEST}: {faults[0].message}"
        raise ValueError(f"{text}; pass another one as name=")


def _advise_on_function(value: object) -> str:
    """Return a clause that says what the user can give in place of a value that is no function."""
    if isinstance(value, str):
        return f"pass a name as a keyword: name={shorten(value)!r}"
    if isinstance(value, type):
        return "give a method of an object of the class, as in tools.tool(store.search)"
    if isinstance(value, (classmethod, property)):
        return "give the method itself, once the class is defined, as in tools.tool(Store.search)"
    return "decorate a function with it"


def _make_error_result(models: ModuleType, text: str) -> Any:
    return make_tool_result(models, [text], is_error=True)


def _as_sequence(value: Any) -> Sequence[Any]:
    """Return a list or tuple as it is, and any other value as the only item of a list."""
    if isinstance(value, (list, tuple)):
        return cast("Sequence[Any]", value)
    return [value]


def _write_messages(value: Any) -> Iterable[dict[str, Any]]:
    """Yield the messages of a prompt for a value that the function of the prompt has returned.

    A message is yielded as JSON. Any other value becomes messages of the user, one for each item of content.

    Raises:
        ValueError: the value has no form in JSON.
    """
    if isinstance(value, WireModel) and "role" in type(value).__pydantic_fields__:
        yield dump_any(value)
    elif is_object(value) and "role" in value:
        yield dict(value)
    else:
        for block in write_content(value):
            content = {"type": "text", "text": block} if isinstance(block, str) else block
            yield {"role": "user", "content": content}
