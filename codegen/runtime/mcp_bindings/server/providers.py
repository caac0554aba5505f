"""The combination of a server's toolboxes and handlers into one object with handlers."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from inspect import isabstract
from types import ModuleType
from typing import Any, TypeAlias

from ..adaptation.messages import parse_result
from ..codec.encoding import dump_any
from ..errors import ProtocolError
from ..extensions import Extension, extended
from ..json_values import is_array, is_object
from ..peer.answer_text import check_result_type
from ..peer.blocking_handlers import call_timed
from ..peer.context import Context
from ..peer.handlers import Handlers
from ..renames import find_own_name, to_own_name
from ..revisions import Revision, revision
from ..spec.error_codes import INVALID_PARAMS
from ..spec.names import (
    CALL_TOOL,
    COMPLETE_ARGUMENT,
    GET_PROMPT,
    LIST_PROMPTS,
    LIST_RESOURCE_TEMPLATES,
    LIST_RESOURCES,
    LIST_TOOLS,
    PROMPT,
    READ_RESOURCE,
    RESOURCE,
    RESOURCE_TEMPLATE,
    TOOL,
)
from ..wire.model import WireModel, wire_table
from ..wire.unions import alternatives
from .guards import find_not_found_code, make_unknown_error
from .toolbox import (
    KINDS,
    FunctionPrompt,
    FunctionResource,
    FunctionTool,
    Kind,
    NotFound,
    Toolbox,
    find_max_completions,
)

Provider: TypeAlias = "Handlers | Toolbox"
"""A source of tools, resources and prompts of a server."""

_log = logging.getLogger(__name__)

_METHODS: Mapping[Kind, Sequence[str]] = {
    "tools": (LIST_TOOLS, CALL_TOOL),
    "resources": (LIST_RESOURCES, READ_RESOURCE),
    "prompts": (LIST_PROMPTS, GET_PROMPT),
}
"""The first names of the methods that each function of a kind needs. A template needs the list of templates too."""

_FUNCTION_PREFIX, _HANDLER_PREFIX = "f", "h"
"""The first characters of the two kinds of cursors. An offset among the functions follows `f`, and a cursor of the
handlers follows `h`.
"""

_HANDLER_START = "s"
"""The cursor of the first page of the handlers. A cursor of the handlers may be empty, so `h` alone is another page."""


def combine_providers(
    providers: Sequence[Provider], candidates: Sequence[str], extensions: Iterable[Extension] = ()
) -> tuple[Handlers, Sequence[Toolbox]]:
    """Return one object with handlers for all providers, and the toolboxes among the providers.

    Args:
        providers: toolboxes, and at most one object with handlers. The revision of that object is the revision of the
            returned one.
        candidates: ids of the revisions that the returned object may have if there are toolboxes only, oldest first.
            The object has the newest of these revisions that has each method of the toolboxes, since clients of an
            older revision may use a method that the newest revision no longer has. If no revision has them all, the
            object has the newest one.
        extensions: the extensions of the server whose results functions of toolboxes may return, besides those of the
            object with handlers.

    Raises:
        TypeError: a provider is a class, or neither a toolbox nor an object with handlers.
        ValueError: there is no provider; two providers have handlers; or two toolboxes offer the same name.
    """
    for each in providers:
        _check_provider(each)
    handlers = [each for each in providers if isinstance(each, Handlers)]
    boxes = [each for each in providers if isinstance(each, Toolbox)]
    if not providers:
        raise ValueError("a server needs a provider: mb.Server(toolbox, info=…) or mb.Server(MyHandlers(), info=…)")
    if len(handlers) > 1:
        names = " and ".join(type(each).__name__ for each in handlers)
        raise ValueError(f"{names} are both objects with handlers: derive one class from the other, or use toolboxes")
    if not boxes:
        return handlers[0], ()
    for kind in KINDS:
        check_unique_names(boxes, kind)
    user_handlers = handlers[0] if handlers else None
    base = (
        import_module(_find_revision(boxes, candidates).package).ServerHandlers
        if user_handlers is None
        else _find_generated_base(type(user_handlers))
    )
    made: Handlers = base()
    _CombinedHandlers(made, user_handlers, boxes, extensions).install_handlers()
    return made, boxes


def _check_provider(value: object) -> None:
    """Check that a value is a provider.

    Raises:
        TypeError: the value is a class, or neither a toolbox nor an object with handlers.
    """
    if isinstance(value, (Handlers, Toolbox)):
        return
    if isinstance(value, type):
        raise TypeError(f"{value.__name__} is a class: pass an instance, {value.__name__}()")
    wanted = "pass a Toolbox, or an instance of a subclass of ServerHandlers"
    raise TypeError(f"{value.__class__.__name__} has no handlers: {wanted}")


def check_unique_names(boxes: Sequence[Toolbox], kind: Kind, *more: str) -> None:
    """Check that no two functions of a kind have the same name in the toolboxes of a server.

    Args:
        boxes: the toolboxes.
        kind: the kind of the functions.
        more: names of functions that are to be added to one of the toolboxes.

    Raises:
        ValueError: two functions of this kind have the same name.
    """
    counts = Counter([*more, *(name for box in boxes for name in getattr(box, kind))])
    twice = sorted(name for name, count in counts.items() if count > 1)
    if twice:
        raise ValueError(f"two toolboxes have {twice[0]!r} among their {kind}: give one of them another name")


def _find_revision(boxes: Sequence[Toolbox], candidates: Sequence[str]) -> Revision:
    """Return the last candidate that has each method of the toolboxes; the last candidate if none has them all."""
    methods = {method for kind in KINDS if any(getattr(box, kind) for box in boxes) for method in _METHODS[kind]}
    if any(each.definition == RESOURCE_TEMPLATE for box in boxes for each in box.resources.values()):
        methods.add(LIST_RESOURCE_TEMPLATES)
    if any(box.can_complete for box in boxes):
        methods.add(COMPLETE_ARGUMENT)
    newest_first = map(revision, reversed(candidates))
    return next(
        (each for each in newest_first if all(find_own_name(method, each) is not None for method in methods)),
        revision(candidates[-1]),
    )


def _find_generated_base(handlers: type[Handlers]) -> type[Handlers]:
    """Return the generated base class of a class of handlers. The base class overrides no handler."""
    return next(base for base in handlers.__mro__ if "routes" in vars(base) and not isabstract(base))


class _CombinedHandlers:
    """The handlers of one server, from its toolboxes and its object with handlers.

    Args:
        made: the object that gets the handlers.
        user_handlers: the object with handlers; None if there are toolboxes only.
        boxes: the toolboxes.
        extensions: the extensions of the server, besides those of `made`.
    """

    def __init__(
        self,
        made: Handlers,
        user_handlers: Handlers | None,
        boxes: Sequence[Toolbox],
        extensions: Iterable[Extension],
    ) -> None:
        self._made: Any = made
        self._user_handlers = user_handlers
        self._boxes = boxes
        self._revision = extended(made.revision, dict.fromkeys((*made.extensions, *extensions)))
        self._hidden: set[str] = set()
        self._models: ModuleType = import_module(self._revision.package)

    def install_handlers(self) -> None:
        """Set the handlers of the combined object.

        For tools, resources or prompts that a toolbox has, they are handlers of the toolboxes, which fall back to the
        handlers of the user's object. All other handlers are those of the user's object. If a toolbox and the user's
        object have an item of the same name, the item of the toolbox is listed and used. Log a warning if a toolbox can
        complete arguments and the revision has no completions.
        """
        if self._user_handlers is not None:
            for route in self._user_handlers.find_overridden_routes().values():
                setattr(self._made, route.attribute, getattr(self._user_handlers, route.attribute))
        if self._list_functions("tools"):
            self._offer_list("tools", TOOL, LIST_TOOLS)
            self._offer(CALL_TOOL, self._call_tool)
        if self._list_functions("resources"):
            self._offer_list("resources", RESOURCE, LIST_RESOURCES)
            self._offer_list("resources", RESOURCE_TEMPLATE, LIST_RESOURCE_TEMPLATES)
            self._offer(READ_RESOURCE, self._read_resource)
        if self._list_functions("prompts"):
            self._offer_list("prompts", PROMPT, LIST_PROMPTS)
            self._offer(GET_PROMPT, self._get_prompt)
        if self._has_completions() and not self._offer(COMPLETE_ARGUMENT, self._complete_argument):
            _log.warning(
                "no client can complete the arguments of the toolboxes, because %s has no %s: "
                "leave out the handlers of %s",
                *(self._revision.id, COMPLETE_ARGUMENT, self._revision.id),
            )

    def _offer(self, method: str, answer: Callable[..., Any]) -> bool:
        """Set the handler of a method. Return False if the revision does not have the method.

        Args:
            method: the first name of the method.
            answer: a function that gets the handler of the user's object (None without one), params and the context.
        """
        own = find_own_name(method, self._revision)
        route = None if own is None else self._made.all_routes.get(own)
        if route is None or own is None:
            return False
        setattr(self._made, route.attribute, partial(answer, self._find_user_handler(own)))
        return True

    def _offer_list(self, kind: Kind, definition: str, method: str) -> None:
        """Set the handler of a list whose items have a definition, if the revision has the list.

        Args:
            kind: the kind of the functions.
            definition: the definition of the items.
            method: the first name of the method of the list.
        """
        self._offer(method, partial(self._list_page, kind, definition, method))

    def _list_functions(self, kind: Kind) -> dict[str, Any]:
        return {name: each for box in self._boxes for name, each in getattr(box, kind).items()}

    def _find_function(self, kind: Kind, name: str) -> Any:
        """Return the function with a name; None if no toolbox has a function of this kind and name."""
        return next((getattr(box, kind)[name] for box in self._boxes if name in getattr(box, kind)), None)

    def _find_user_handler(self, method: str) -> Callable[..., Any] | None:
        """Return the handler that the user's object has for a method; None without such an object, or if the object
        does not override the handler.
        """
        return None if self._user_handlers is None else self._user_handlers.find_handler(method)

    def _has_completions(self) -> bool:
        return any(box.can_complete for box in self._boxes)

    async def _list_page(
        self,
        kind: Kind,
        definition: str,
        method: str,
        user_handler: Callable[..., Any] | None,
        params: Any,
        context: Context[Any],
    ) -> Any:
        """Return a page of functions, without the members that the revision lacks. After the last function, return the
        pages of the object with handlers.

        Raises:
            ProtocolError: this server has not sent the cursor.
            HandlerMistakeError: the handler of the list has returned a value of a wrong type.
            Exception: the handler of the list has raised this error.
        """
        member = "resourceTemplates" if definition == RESOURCE_TEMPLATE else kind
        identity = {RESOURCE: "uri", RESOURCE_TEMPLATE: "uriTemplate"}.get(definition, "name")
        model: type[WireModel] = getattr(self._models, definition)
        size = min(box.page_size for box in self._boxes)
        cursor = getattr(params, "cursor", None)
        if user_handler is not None and cursor is not None and cursor[:1] in (_HANDLER_PREFIX, _HANDLER_START):
            inner = params.model_copy(update={"cursor": None if cursor == _HANDLER_START else cursor[1:]})
            given = await _call_user_handler(user_handler, inner, context)
            if not is_object(given):
                own = to_own_name(method, self._revision)
                check_result_type(own, given, _find_result_types(self._revision, own))
            page = _prefix_cursor(given)
            return self._drop_hidden_items(page, member, identity, self._list_functions(kind))
        first = _read_offset(cursor)
        offered = [each.document for each in self._list_functions(kind).values() if each.definition == definition]
        wire_names = wire_table(model).attributes
        items = [{name: value for name, value in each.items() if name in wire_names} for each in offered]
        following = f"{_FUNCTION_PREFIX}{first + size}" if first + size < len(items) else None
        if following is None and user_handler is not None:
            following = _HANDLER_START
        more = {} if following is None else {"nextCursor": following}
        return self._to_typed_result(method, {member: items[first : first + size], **more})

    def _to_typed_result(self, method: str, result: Any) -> Any:
        """Return the result of a function in the types of the handlers' revision.

        The code of a function names no revision. So a function may return the types of any release, and a toolbox may
        lack a member that only this revision requires. A result that is not valid in this revision is translated from
        an earlier one. A result that is valid in no revision is returned unchanged, and the server refuses it.

        Args:
            method: the first name of the method.
            result: the result, typed or as JSON.

        Raises:
            EncodeError: a part of the result has no form in JSON.
        """
        method = to_own_name(method, self._revision)
        if isinstance(result, _find_result_types(self._revision, method)):
            return result
        document: dict[str, Any] = result if is_object(result) else dump_any(result)
        try:
            return parse_result(document, method, self._revision).result
        except ProtocolError:
            from ..adaptation.revision_adapter import adapt_earlier_result  # loads all of translation

            adapted = adapt_earlier_result(document, method, self._revision)
            return result if adapted is None else adapted.result

    def _drop_hidden_items(self, page: Any, member: str, identity: str, functions: Container[str]) -> Any:
        """Return a page of the object with handlers. Leave out each item that has the name of a function, and log each
        such name once.

        Args:
            page: the page, typed or as JSON.
            member: the member with the items.
            identity: the member of an item with the name or URI of the item.
            functions: the names of the functions.
        """
        items: Any = page.get(member) if is_object(page) else page[member]
        if not is_array(items):
            return page  # a dict that is no result, as the check of the result will say
        names = [_find_item_name(each, identity) for each in items]
        shown = [each for each, name in zip(items, names, strict=True) if name not in functions]
        if len(shown) == len(items):
            return page
        for name in {name for name in names if name in functions} - self._hidden:
            self._hidden.add(name)
            _log.warning(
                "a toolbox and %s both have %r among their %s: that of the toolbox is used, so rename one of them",
                type(self._user_handlers).__name__,
                name,
                member,
            )
        if is_object(page):
            return {**page, member: shown}
        attribute = "resource_templates" if member == "resourceTemplates" else member
        return page.model_copy(update={attribute: shown})

    async def _call_tool(self, user_handler: Callable[..., Any] | None, params: Any, context: Context[Any]) -> Any:
        tool: FunctionTool | None = self._find_function("tools", params.name)
        if tool is not None:
            return self._to_typed_result(
                CALL_TOOL, await tool.answer_call(params.arguments or {}, context, self._models)
            )
        if user_handler is None:
            raise make_unknown_error("tool", params.name)
        return await _call_user_handler(user_handler, params, context)

    async def _read_resource(self, user_handler: Callable[..., Any] | None, params: Any, context: Context[Any]) -> Any:
        offered: Iterable[FunctionResource] = self._list_functions("resources").values()
        try:
            for resource in sorted(offered, key=lambda each: each.definition == RESOURCE_TEMPLATE):
                values = resource.match_uri(params.uri)
                if values is not None:
                    return self._to_typed_result(
                        READ_RESOURCE, await resource.read_resource(params.uri, values, context)
                    )
        except NotFound:
            raise self._make_not_found_error(params.uri) from None
        if user_handler is None:
            raise self._make_not_found_error(params.uri)
        return await _call_user_handler(user_handler, params, context)

    def _make_not_found_error(self, uri: str) -> ProtocolError:
        return ProtocolError(find_not_found_code(self._revision), "Resource not found", data={"uri": uri})

    async def _get_prompt(self, user_handler: Callable[..., Any] | None, params: Any, context: Context[Any]) -> Any:
        prompt: FunctionPrompt | None = self._find_function("prompts", params.name)
        if prompt is not None:
            return self._to_typed_result(GET_PROMPT, await prompt.get_prompt(params.arguments or {}, context))
        if user_handler is None:
            raise make_unknown_error("prompt", params.name)
        return await _call_user_handler(user_handler, params, context)

    async def _complete_argument(
        self, user_handler: Callable[..., Any] | None, params: Any, context: Context[Any]
    ) -> Any:
        uri = getattr(params.ref, "uri", None)
        kind: Kind = "prompts" if uri is None else "resources"
        name = params.ref.name if uri is None else uri
        for box in self._boxes:
            function = getattr(box, kind).get(name)
            if function is not None:
                most, asked = min(map(find_max_completions, (self._revision, context.revision))), params.argument
                completing = box.complete_argument(function, asked.name, asked.value, context, most)
                return self._to_typed_result(COMPLETE_ARGUMENT, await completing)
        if user_handler is None:
            raise make_unknown_error("prompt" if kind == "prompts" else "resource template", name)
        return await _call_user_handler(user_handler, params, context)


@cache
def _find_result_types(revision: Revision, method: str) -> tuple[type[Any], ...]:
    """Return the classes of the results of a method."""
    return tuple(each for name in revision.methods[method].results for each in alternatives(revision.load_type(name)))


async def _call_user_handler(handler: Callable[..., Any], params: Any, context: Context[Any]) -> Any:
    return await call_timed(handler, params, context)


def _find_item_name(item: Any, member: str) -> str:
    """Return the name or URI that a member of an item holds; empty if the item is not valid."""
    try:
        name = item[member]
    except (KeyError, TypeError):
        return ""
    return name if isinstance(name, str) else ""


def _read_offset(cursor: str | None) -> int:
    """Return the offset among the functions that a cursor holds; 0 without a cursor.

    Raises:
        ProtocolError: this server has not sent the cursor.
    """
    if cursor is None:
        return 0
    if cursor[:1] != _FUNCTION_PREFIX or not cursor[1:].isdecimal() or len(cursor) > 10:
        raise ProtocolError(INVALID_PARAMS, "Invalid params: unknown cursor")
    return int(cursor[1:])


def _prefix_cursor(result: Any) -> Any:
    """Return a page of the object with handlers. If the page has a cursor, begin the cursor with `_HANDLER_PREFIX`."""
    if is_object(result):
        cursor = result.get("nextCursor")  # a value that is no text is left to the check of the result
        return {**result, "nextCursor": _HANDLER_PREFIX + cursor} if isinstance(cursor, str) else result
    if result.next_cursor is None:
        return result
    return result.model_copy(update={"next_cursor": _HANDLER_PREFIX + result.next_cursor})
