"""Variables of the template of calls: for each side, a class with a method for every message that it may send."""

from __future__ import annotations

import ast
import builtins
import textwrap
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from mcp_bindgen import naming
from mcp_bindgen.ingest.manifest import is_page, page_url
from mcp_bindgen.ir.methods import (
    INPUT_REQUIRED_RESULT,
    OTHER_SIDE,
    MethodInfo,
    find_subscription_request,
    messages_of_kind,
)
from mcp_bindgen.ir.types import (
    AliasType,
    Field,
    ListOf,
    LiteralValue,
    MapOf,
    ObjectType,
    Ref,
    Scalar,
    ScalarUnion,
    SpecRevision,
    TypeDef,
    TypeExpr,
    UnionType,
)
from mcp_bindgen.records.docs import Docs
from mcp_bindgen.render.call_types import (
    ADDED_RESULT,
    CURSOR,
    INPUT_RESULT,
    CallMethod,
    CallParameter,
    CallsClass,
    CallsModule,
    FilterParameter,
    Overload,
    PageIterator,
    ParamsAlternative,
    SubscriptionCall,
)
from mcp_bindgen.render.imports import PACKAGE, RUNTIME, SOURCES, module_sort_key
from mcp_bindgen.render.literals import docstring, literal
from mcp_bindgen.render.type_data import SCALAR_HINTS, allows_null, special_annotation

INDENT = " " * 8
WIDTH = 120 - len(INDENT)
"""Greatest length of a line in the docstring of a method, without the indentation."""

META, TASK, ARGUMENTS = "_meta", "task", "arguments"
"""Wire names of the members of params that calls treat specially."""

NAME_SOURCES = {
    "AsyncIterator": "collections.abc",
    **dict.fromkeys(("OnProgress", "OnStray", "SendText", "Sender", "Session", "Transport"), RUNTIME),
}
"""Module of each name that the annotations of calls need besides models."""

OWN_NAMES = frozenset(
    {
        *NAME_SOURCES,
        ADDED_RESULT,
        INPUT_RESULT,
        "ABSENT",
        "AnsweredCalls",
        "Calls",
        "ClassVar",
        "EXTENSION",
        "Extension",
        "Generic",
    }
    | {"Never", "TYPE_CHECKING", "TypeAlias", "TypeVar", "overload"}
)
"""Names that a module of calls imports besides models. A model with one of these names is imported under another name.
"""

CREATE_TASK_RESULT = "CreateTaskResult"
PROGRESS_MEMBERS = frozenset({"progress", "progressToken"})
"""Members of the params by which a notification reports the progress of a request."""

FAILURE_TEXT = "the {other} responded with an error, or with a result that does not match the schema"
LISTEN_TEXT = (
    "The block begins when the server has accepted the subscription. `async for event in events` yields each "
    "notification, with `method` and typed `params`, until the server ends the subscription."
)
OPTION_DESCRIPTIONS = {
    "meta": "The `_meta` of the params, besides the members that a session adds.",
    "timeout": "Seconds to wait for the response; by default those of the connection.",
    "on_progress": "Called with the params of each progress report on this request, in order; may be a coroutine "
    "function.",
}
"""Description of each keyword argument that calls have besides the members of their params, by name."""


def make_calls_module(
    spec: SpecRevision, rows: Sequence[MethodInfo], docs: Docs, extended: Collection[str] = ()
) -> CallsModule:
    """Return the classes with the calls of a revision or an extension.

    Args:
        spec: the revision.
        rows: the methods of the revision or extension.
        docs: the documentation lines.
        extended: names of the methods for which an extension adds results.
    """
    writer = _CallsBuilder(spec, rows, docs, extended)
    classes = (writer.build_class("client"), writer.build_class("server"))
    calls = [call for side in classes for call in (*side.requests, *side.notifications)]
    parameters = [parameter for call in calls for parameter in call.parameters]
    parameters += [each for call in calls for overload in call.overloads for each in overload.keywords]
    return CallsModule(
        classes=classes,
        imports=tuple(_import_groups([text for side in classes for text in side.annotations()], spec)),
        uses_absent=any(parameter.value == "ABSENT" for parameter in parameters),
        has_overloads=any(side.meta for side in classes) or any(call.overloads for call in calls),
    )


def make_subscription_call(spec: SpecRevision, rows: Sequence[MethodInfo], docs: Docs) -> SubscriptionCall | None:
    """Return the method `listen` of the client of a revision, with a parameter for each member of the filter of a
    subscription. Return None if the revision has no filter, or if the request with the filter is none of the methods.
    """
    opening = find_subscription_request(spec)
    row = None if opening is None else next((row for row in rows if row.name == opening[0]), None)
    if row is None or opening is None:
        return None
    type_ = opening[1]
    names = naming.make_parameter_names(field.name for field in type_.fields)
    parameters = tuple(_make_filter_parameter(field, names.get(field.name, field.name)) for field in type_.fields)
    lines = [docs.member_line(spec, type_, field.wire_name) or "a member of the filter." for field in type_.fields]
    added = "Members that extensions of the client add to the filter, typed or as JSON."
    described = [*zip((each.name for each in parameters), lines, strict=True), ("extension_filters", added)]
    page = next((source for source in row.sources if is_page(source)), "")
    raised = {
        "ValueError": "the subscription asks for nothing.",
        "LocalProtocolError": "a member of the filter is not valid.",
        "ProtocolError": "the server rejects the subscription.",
        "ConnectionError": "the connection is lost. The iteration raises this error too.",
        "TimeoutError": "the server does not accept the subscription in time.",
    }
    paragraphs = [
        "Subscribe to changes for the duration of the block: `async with client.listen(…) as events`.",
        textwrap.fill(LISTEN_TEXT, WIDTH),
        page_url(page) if page else "",
        "\n".join(["Args:", *(_docstring_entry(name, line) for name, line in described)]),
        "\n".join(["Raises:", *(_docstring_entry(name, text) for name, text in raised.items())]),
    ]
    imports = tuple(_import_groups([*(each.hint for each in parameters if not each.lists_texts), "Any"], spec))
    return SubscriptionCall(parameters, imports, docstring(paragraphs, INDENT))


def _make_filter_parameter(field: Field, name: str) -> FilterParameter:
    """Return the parameter of `listen` for a member of the filter, with a default that asks for nothing."""
    hint, value = _annotation(field.type), "None"
    lists_texts = hint == "list[str]"
    if lists_texts:
        hint, value = "Sequence[str]", "()"
    elif hint == "bool":
        value = "False"
    elif not field.required:
        hint = f"{hint} | None"
    return FilterParameter(name, field.wire_name, hint, "" if field.required else value, lists_texts)


def _import_groups(texts: Iterable[str], spec: SpecRevision) -> Iterator[tuple[tuple[str, Sequence[str]], ...]]:
    """Yield the imports for annotations: first those of other packages, then those of the own package."""
    used = {node.id for text in texts for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Name)}
    models = {naming.make_import_name(name, OWN_NAMES): name for name in spec.by_name()}
    sources = SOURCES | NAME_SOURCES | dict.fromkeys(models, PACKAGE)
    found: dict[str, list[str]] = {}
    for name in sorted(
        used - vars(builtins).keys() - {ADDED_RESULT, INPUT_RESULT}, key=lambda name: (name.lower(), name)
    ):
        renamed = models.get(name, name) != name
        found.setdefault(sources[name], []).append(f"{models[name]} as {name}" if renamed else name)
    for own in (False, True):
        group = tuple(
            (module, found[module]) for module in sorted(found, key=module_sort_key) if module.startswith(".") is own
        )
        if group:
            yield group


class _CallsBuilder:
    def __init__(self, spec: SpecRevision, rows: Sequence[MethodInfo], docs: Docs, extended: Collection[str]) -> None:
        self.extended = extended
        self.spec = spec
        self.rows = rows
        self.docs = docs
        self.types = spec.by_name()

    def build_class(self, role: str) -> CallsClass:
        sent = [row for row in self.rows if role in row.senders]
        names = naming.make_call_names(*(messages_of_kind(sent, kind) for kind in ("request", "notification")))
        requests = {row: self._build_call(row, role, names[row.name]) for row in sent if row.kind == "request"}
        lists = {call.name: self._list_member(row, call) for row, call in requests.items()}
        names_of_pages = naming.make_pages_call_names((name for name, each in lists.items() if each), {*names.values()})
        found = [
            (call, self._make_page_iterator(row, call, role, names_of_pages[call.name], member))
            for row, call in requests.items()
            if (member := lists[call.name])
        ]
        metas = {(self._meta_annotation(row), self._is_meta_required(row)) for row in requests}
        return CallsClass(
            name=naming.make_role_class_name(role, "Calls"),
            role=role,
            other=OTHER_SIDE[role],
            meta=next(iter(metas))[0] if len(metas) == 1 and next(iter(metas))[1] else "",
            requests=tuple(requests.values()),
            pages={call.name: pages for call, pages in found},
            notifications=tuple(
                self._build_call(row, role, names[row.name]) for row in sent if row.kind == "notification"
            ),
            has_added_results=any(row.name in self.extended for row in requests),
            has_input_results=any(INPUT_REQUIRED_RESULT in row.results for row in requests),
        )

    def _build_call(self, row: MethodInfo, role: str, name: str) -> CallMethod:
        is_request = row.kind == "request"
        parameters = self._make_parameters(row)
        tag, arms = self._make_params_alternatives(row) if is_request else ("", ())
        members = [*parameters, *(each for arm in arms for each in arm.parameters)]
        names = naming.make_parameter_names(dict.fromkeys(each.attribute for each in members if each.attribute))
        parameters = _with_parameter_names(parameters, names)
        arms = tuple(replace(arm, parameters=tuple(_with_parameter_names(arm.parameters, names))) for arm in arms)
        results = [
            INPUT_RESULT if name == INPUT_REQUIRED_RESULT else naming.make_import_name(name, OWN_NAMES)
            for name in row.results
        ]
        results += [ADDED_RESULT] if row.name in self.extended else []
        positional, keywords = _split_by_position(parameters)
        if arms:
            parameters = [replace(each, hint=f"{each.hint} | None", value="None") for each in parameters]
        call = CallMethod(
            name=name,
            method=row.name,
            positional=positional,
            keywords=keywords,
            meta=self._meta_annotation(row),
            progress=self._progress_annotation(row, role),
            result=(" | ".join(results) or "Any") if is_request else "None",
            overloads=(),
            tag=tag,
            arms=arms,
            docstring="",
        )
        text = self._make_docstring(row, role, _described_parameters(parameters, tag, arms), _option_names(call))
        return replace(call, docstring=text, overloads=self._make_overloads(row, call))

    def _make_overloads(self, row: MethodInfo, call: CallMethod) -> tuple[Overload, ...]:
        """Return the signatures of a call that has several; empty for any other call.

        The first signature is for all types of params, and one for each type follows. If a task is optional, two
        signatures take the place of one: without a task, and with a task.
        """
        if call.arms:
            found = [Overload(call.parameters, (), call.meta, call.result)]
            for arm in call.arms:
                shape = Overload((), arm.parameters, arm.meta, call.result)
                found += self._make_task_overloads(row, shape) or [shape]
            return tuple(found)
        return tuple(self._make_task_overloads(row, Overload(call.positional, call.keywords, call.meta, call.result)))

    def _make_task_overloads(self, row: MethodInfo, overload: Overload) -> list[Overload]:
        """Return the signature without a task, and that with a task.

        Return no signatures if the request has no optional `task`, or if a task does not change the result.
        """
        if not row.task_capability or not any(each.attribute == TASK and each.value for each in overload.keywords):
            return []
        names = [naming.make_import_name(name, OWN_NAMES) for name in row.results if name != CREATE_TASK_RESULT]
        if not 0 < len(names) < len(row.results):
            return []
        found: list[Overload] = []
        for is_given, result in ((False, " | ".join(names)), (True, overload.result)):
            keywords = [
                _make_task_parameter(each, is_given=is_given) if each.attribute == TASK else each
                for each in overload.keywords
            ]
            found.append(replace(overload, keywords=tuple(keywords), result=result))
        return found

    def _make_params_alternatives(self, row: MethodInfo) -> tuple[str, tuple[ParamsAlternative, ...]]:
        """Return the attribute whose constant distinguishes the types of the params, and these types.

        Both are empty if no constant distinguishes several types.
        """
        params = self._params_type(row)
        if not isinstance(params, UnionType):
            return "", ()
        types = [self.types[arm.name] for arm in params.arms if isinstance(arm, Ref)]
        classes = [type_ for type_ in types if isinstance(type_, ObjectType)]
        if len(classes) < len(params.arms):
            return "", ()
        for tag in classes[0].fields:
            tags = [next((field for field in each.fields if field.name == tag.name), None) for each in classes]
            arms = [
                self._make_alternative(each, field)
                for each, field in zip(classes, tags, strict=True)
                if field is not None
            ]
            values = [value for arm in arms for value in arm.values]
            is_tag = len(arms) == len(classes) and all(arm.values for arm in arms) and len(set(values)) == len(values)
            if is_tag and sum(arm.is_default for arm in arms) <= 1:
                return tag.name, tuple(arms)
        return "", ()

    def _make_alternative(self, type_: ObjectType, tag: Field) -> ParamsAlternative:
        """Return a type of params as an alternative that the constant of a member selects.

        The alternative has no values if the member does not list strings as its constants.
        """
        stated = tag.type.values if isinstance(tag.type, LiteralValue) else ()
        values = tuple(value for value in stated if isinstance(value, str))
        fields = [field for field in type_.fields if field.constant is None or field is tag]
        parameters = _sort_required_first(
            [self._make_parameter(type_, field) for field in fields if field.wire_name != META]
        )
        meta = next((_annotation(field.type) for field in type_.fields if field.wire_name == META), "dict[str, Any]")
        return ParamsAlternative(
            type_.name, values if len(values) == len(stated) else (), not tag.required, parameters, meta
        )

    def _make_parameters(self, row: MethodInfo) -> list[CallParameter]:
        params = self._params_type(row)
        if isinstance(params, ObjectType):
            return [
                self._make_parameter(params, field)
                for field in params.fields
                if field.wire_name != META and field.constant is None
            ]
        field = next((field for field in self._members_of_type(row.message) if field.wire_name == "params"), None)
        if field is None:
            return []
        line = self.docs.type_line(self.spec, params) if params is not None else ""
        value = "" if field.required else "None"
        text = _annotation(field.type)
        return [CallParameter("params", "", text if field.required else f"{text} | None", value, line)]

    def _make_parameter(self, owner: ObjectType, field: Field) -> CallParameter:
        text, value = _annotation(field.type), ""
        if not field.required and allows_null(field.type, self.types):
            value = "ABSENT"
        elif not field.required:
            text, value = f"{text} | None", "None"
        line = self.docs.member_line(self.spec, owner, field.wire_name)
        return CallParameter(field.name, field.name, text, value, line)

    def _params_type(self, row: MethodInfo) -> TypeDef | None:
        """Return the type of the params of a method, with aliases resolved; None if the params have no type."""
        type_ = self.types.get(row.params or "")
        while isinstance(type_, AliasType) and isinstance(type_.target, Ref):
            type_ = self.types[type_.target.name]
        return type_

    def _members_of_type(self, name: str) -> tuple[Field, ...]:
        type_ = self.types.get(name)
        return type_.fields if isinstance(type_, ObjectType) else ()

    def _meta_annotation(self, row: MethodInfo) -> str:
        """Return the annotation of `_meta`; empty if the call takes the params as a whole.

        Schemas up to 2025-06-18 allow `_meta` in params without declaring it. The annotation is then that of a dict.
        """
        params = self._params_type(row)
        if params is not None and not isinstance(params, ObjectType):
            return ""
        fields = params.fields if params is not None else ()
        return next((_annotation(field.type) for field in fields if field.wire_name == META), "dict[str, Any]")

    def _is_meta_required(self, row: MethodInfo) -> bool:
        params = self._params_type(row)
        fields = params.fields if isinstance(params, ObjectType) else ()
        return any(field.wire_name == META and field.required for field in fields)

    def _progress_annotation(self, row: MethodInfo, role: str) -> str:
        for report in self.rows if row.progress else ():
            members = {field.wire_name for field in self._members_of_type(report.params or "")}
            if report.params and members >= PROGRESS_MEMBERS and OTHER_SIDE[role] in report.senders:
                return f"OnProgress[{naming.make_import_name(report.params, OWN_NAMES)}]"
        return ""

    def _list_member(self, row: MethodInfo, call: CallMethod) -> tuple[Field, TypeExpr] | None:
        """Return the only member of a page that is a list, with the type of its items.

        Return None if the call is not for pages, or if a page has no list or several lists.
        """
        fields = self._members_of_type(row.results[0]) if row.paginated and len(row.results) == 1 else ()
        lists = [(field, field.type.items) for field in fields if isinstance(field.type, ListOf)]
        if len(lists) != 1 or CURSOR not in {parameter.attribute for parameter in call.keywords}:
            return None
        return lists[0]

    def _make_page_iterator(
        self, row: MethodInfo, call: CallMethod, role: str, name: str, member: tuple[Field, TypeExpr]
    ) -> PageIterator:
        """Return the page iterator of a list.

        Args:
            row: the method.
            call: the call for a page.
            role: the side that sends the request.
            name: the name of the iterator.
            member: the list in a page, with the type of its items.
        """
        field, item = member
        summary = f"Every item of every page of `{call.name}`; a page is asked for when the one before is used up."
        described = [each for each in call.parameters if each.attribute != CURSOR]
        arguments = [_docstring_entry(each.name, each.line or "a member of the params.") for each in described]
        arguments += [
            _docstring_entry(each, OPTION_DESCRIPTIONS[each]) for each in _option_names(call) if each != "on_progress"
        ]
        failure = f"{FAILURE_TEXT.format(other=OTHER_SIDE[role])}; or a cursor came twice"
        return PageIterator(
            name=name,
            call=call,
            items=f"page.{field.name}" if field.required else f"page.{field.name} or ()",
            item=_annotation(item),
            docstring=docstring([summary, "\n".join(["Args:", *arguments]), _raises_section(failure)], INDENT),
        )

    def _make_docstring(
        self, row: MethodInfo, role: str, parameters: Sequence[CallParameter], options: Sequence[str]
    ) -> str:
        summary = self.docs.type_line(self.spec, self.types[row.message])
        facts = [f"Sends `{row.name}`"]
        if row.capability:
            owner = {"receiver": OTHER_SIDE[role], "sender": role}.get(row.declared_by, row.declared_by)
            facts.append(f"needs `{row.capability}` among the capabilities of the {owner}")
        sentences = "; ".join(facts) + "." + (" Deprecated." if row.deprecated else "")
        page = next((source for source in row.sources if is_page(source)), "")
        described = [_docstring_entry(each.name, each.line or "a member of the params.") for each in parameters]
        described += [_docstring_entry(each, OPTION_DESCRIPTIONS[each]) for each in options]
        paragraphs = [summary] if summary else []
        paragraphs.append("\n".join([*textwrap.wrap(sentences, WIDTH), *([page_url(page)] if page else [])]))
        if described:
            paragraphs.append("\n".join(["Args:", *described]))
        if row.kind == "request":
            results = [_docstring_entry(name, self._result_line(name)) for name in row.results]
            paragraphs += ["\n".join(["Returns:", *results])] if results else []
            paragraphs.append(_raises_section(FAILURE_TEXT.format(other=OTHER_SIDE[role])))
        return docstring(paragraphs, INDENT)

    def _result_line(self, name: str) -> str:
        return self.docs.type_line(self.spec, self.types[name]) or f"the answer, `{name}`."


def _split_by_position(
    parameters: Sequence[CallParameter],
) -> tuple[tuple[CallParameter, ...], tuple[CallParameter, ...]]:
    """Return the parameters that may be given by position, and those that are given by name only.

    Required parameters may be given by position, and so may `arguments`, after the name of a tool or prompt.
    """
    positional = [each for each in parameters if not each.value]
    positional += [each for each in parameters if each.value and each.attribute == ARGUMENTS]
    return tuple(positional), tuple(each for each in parameters if each not in positional)


def _described_parameters(
    parameters: Sequence[CallParameter], tag: str, arms: Sequence[ParamsAlternative]
) -> list[CallParameter]:
    """Return the parameters that the docstring of a call describes: those of the call, then the members of the
    alternative types of params. The line of a member names the values of the tag for which the member has that line.
    """
    found = list(_sort_required_first(parameters))
    members = {each.name: each for arm in arms for each in arm.parameters}
    for name, member in members.items():
        if member.attribute == tag:
            values = [repr(value) + " (or absent)" * arm.is_default for arm in arms for value in arm.values]
            found.append(replace(member, line=f"One of {', '.join(values)}; determines the other members."))
            continue
        lines = {arm.values[0]: each.line for arm in arms for each in arm.parameters if each.name == name}
        if len(lines) < len(arms) or len(set(lines.values())) > 1:
            texts = [f"With `{tag}` {value!r}: {line or 'a member of the params.'}" for value, line in lines.items()]
            member = replace(member, line=" ".join(texts))
        found.append(member)
    return found


def _with_parameter_names(parameters: Iterable[CallParameter], names: Mapping[str, str]) -> list[CallParameter]:
    return [replace(each, name=names.get(each.attribute, each.name)) for each in parameters]


def _sort_required_first(parameters: Sequence[CallParameter]) -> tuple[CallParameter, ...]:
    positional, keywords = _split_by_position(parameters)
    return positional + keywords


def _make_task_parameter(parameter: CallParameter, *, is_given: bool) -> CallParameter:
    if is_given:
        return replace(parameter, hint=parameter.hint.removesuffix(" | None"), value="")
    return replace(parameter, hint="None", value="None")


def _option_names(call: CallMethod) -> list[str]:
    """Return the names of the keyword arguments that a call has besides the members of its params."""
    has = {"meta": bool(call.meta or call.arms), "timeout": call.result != "None", "on_progress": bool(call.progress)}
    return [name for name in OPTION_DESCRIPTIONS if has[name]]


def _raises_section(protocol: str) -> str:
    return "\n".join(
        [
            "Raises:",
            _docstring_entry("ProtocolError", f"{protocol}."),
            _docstring_entry("TimeoutError", "there was no response in time."),
        ]
    )


def _docstring_entry(name: str, text: str) -> str:
    """Return one entry of a list in a docstring, wrapped into lines."""
    words = " ".join(text.split())
    first, rest = " " * 4, " " * 8
    wrapped = textwrap.wrap(
        f"{name}: {words}", WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False
    )
    return "\n".join(wrapped)


def _annotation(expr: TypeExpr) -> str:
    """Return the annotation of a type, without bounds. Constructors check the bounds."""
    match expr:
        case Scalar():
            return SCALAR_HINTS[expr.kind]
        case LiteralValue(values=values):
            whole = [literal(value) for value in values if not isinstance(value, float)]
            arms = [f"Literal[{', '.join(whole)}]"] if whole else []
            return " | ".join([*arms, "float"] if len(whole) < len(values) else arms)
        case ListOf(items=items):
            return f"list[{_annotation(items)}]"
        case MapOf(values=values):
            return f"dict[str, {_annotation(values)}]"
        case ScalarUnion(arms=arms):
            return " | ".join(_annotation(arm) for arm in arms)
        case Ref(name=name):
            return naming.make_import_name(name, OWN_NAMES)
        case _:
            return special_annotation(expr)
