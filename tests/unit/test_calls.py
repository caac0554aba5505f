"""Calls from the IR: what they are called, what they take, and what cannot be."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from mcp_bindgen import naming, paths
from mcp_bindgen.ingest import protocol
from mcp_bindgen.ir import methods
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.output.formatting import format_source
from mcp_bindgen.records.docs import OfficialDocs
from mcp_bindgen.render.call_types import ADDED_RESULT, INPUT_RESULT, CallsModule
from mcp_bindgen.render.callables import Callables, make_callables
from mcp_bindgen.render.calls import OWN_NAMES, make_calls_module
from mcp_bindgen.render.templates import render_file
from mcp_bindings.peer.calls import Calls
from mcp_bindings.peer.handlers import Handlers
from tests.meta.reading import PRODUCT, imports
from tests.unit.tiny import STRING, record, ref, tiny

NULL: dict[str, Any] = {"type": "null"}


def message(method: str, params: dict[str, Any] | None = None, required: str = "method") -> dict[str, Any]:
    return record(required, method={"type": "string", "const": method}, **({"params": params} if params else {}))


def request(**definitions: Any) -> dict[str, Any]:
    """Definitions in which the client sends the requests among them."""
    sent = [ref(name) for name in definitions if name.endswith("Request")]
    return {**definitions, "ClientRequest": {"anyOf": sent}}


def revision_of(definitions: dict[str, Any]) -> tuple[SpecRevision, tuple[methods.MethodInfo, ...]]:
    spec = tiny(definitions)
    facts = protocol.complete_method_facts((), methods.sent_methods(spec))
    return spec, methods.method_table(spec, facts, where="tiny")


def module(**definitions: Any) -> CallsModule:
    spec, rows = revision_of(definitions)
    return make_calls_module(spec, rows, OfficialDocs({}))


def beside_types(**definitions: Any) -> Callables:
    """Handlers and calls of a schema."""
    spec, rows = revision_of(definitions)
    return make_callables(spec, rows, OfficialDocs({}))


def source(**definitions: Any) -> str:
    spec = tiny(definitions)
    variables = {"spec": spec, "calls": module(**definitions), "package": "mcp_bindings"}
    text = render_file(paths.templates_root(), "mcp_bindings/%revision/calls.py.j2", variables)
    return format_source("calls.py", text).decode("utf-8")


def signature(name: str, **definitions: Any) -> str:
    """The parameters of a call and what it returns."""
    for node in ast.walk(ast.parse(source(**definitions))):
        if isinstance(node, ast.AsyncFunctionDef) and node.name == name:
            returns = "" if node.returns is None else ast.unparse(node.returns)
            return f"{ast.unparse(node.args)} -> {returns}"
    raise AssertionError(f"no {name}")


OPTIONS = "meta: dict[str, Any] | None=None, timeout: float | None=None"

SIGNATURES: list[tuple[dict[str, Any] | None, str]] = [
    (None, f"self, *, {OPTIONS} -> AResult"),
    (record(x=STRING), f"self, *, x: str | None=None, {OPTIONS} -> AResult"),
    (record("b", a=STRING, b=STRING), f"self, b: str, *, a: str | None=None, {OPTIONS} -> AResult"),
    (record("timeout self", timeout=STRING, self=STRING), f"self, timeout_: str, self_: str, *, {OPTIONS} -> AResult"),
    (record("x", x={"type": ["string", "null"]}), f"self, x: str | None, *, {OPTIONS} -> AResult"),
    (record(x={"type": ["string", "null"]}), f"self, *, x: str | None=ABSENT, {OPTIONS} -> AResult"),
    (record(x={"type": "integer", "minimum": 1}), f"self, *, x: Integer | None=None, {OPTIONS} -> AResult"),
    (record("x", x={"enum": ["a", 1]}), f"self, x: Literal['a', 1], *, {OPTIONS} -> AResult"),
    (record("x", x={"const": "a"}), f"self, *, {OPTIONS} -> AResult"),
    (
        record(_meta=record(t=STRING)),
        "self, *, meta: ARequestParamsMeta | None=None, timeout: float | None=None -> AResult",
    ),
    ({"type": "object"}, f"self, *, params: dict[str, Any] | None=None, {OPTIONS} -> AResult"),
    (
        {"anyOf": [ref("AResult"), STRING]},
        "self, *, params: ARequestParams | None=None, timeout: float | None=None -> AResult",
    ),
]


@pytest.mark.parametrize(("params", "expected"), SIGNATURES)
def test_what_a_call_takes(params: dict[str, Any] | None, expected: str) -> None:
    assert signature("a", **request(ARequest=message("a", params), AResult=record())) == expected


def overloads(**arms: dict[str, Any]) -> list[str]:
    """The signatures of a call whose params are a union of these types, without those that all calls have."""
    union = {"anyOf": [ref(name) for name in arms]}
    text = source(**request(ARequest=message("a", union, "method params"), **arms))
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.AsyncFunctionDef) and node.name == "a"]
    return [ast.unparse(node.args).replace(OPTIONS, "OPTIONS") for node in calls if node.decorator_list]


def kind(*values: str, required: str = "kind", **members: Any) -> dict[str, Any]:
    tag = {"type": "string", **({"const": values[0]} if len(values) == 1 else {"enum": list(values)})}
    return record(required, kind=tag, **members)


def test_params_with_a_constant_have_a_signature_for_each_type() -> None:
    whole = "self, params: ARequestParams, *, timeout: float | None=None"
    assert overloads(X=kind("x", required="kind x", x=STRING), Y=kind("y")) == [
        whole,
        "self, *, kind: Literal['x'], x: str, OPTIONS",
        "self, *, kind: Literal['y'], OPTIONS",
    ]
    assert overloads(X=kind("x", "z"), Y=kind("y", required="")) == [
        whole,
        "self, *, kind: Literal['x', 'z'], OPTIONS",
        "self, *, kind: Literal['y'] | None=None, OPTIONS",
    ]


NO_TAG: list[dict[str, Any]] = [
    {"X": kind("x"), "Y": kind("x")},
    {"X": kind("x", "y"), "Y": kind("y")},
    {"X": kind("x", required=""), "Y": kind("y", required="")},
    {"X": kind("x"), "Y": record(x=STRING)},
    {"X": kind("x"), "Y": record("kind", kind=STRING)},
    {"X": kind("x"), "Y": {"anyOf": [kind("y"), STRING]}},
]


@pytest.mark.parametrize("arms", NO_TAG)
def test_params_without_a_constant_are_given_as_a_whole(arms: dict[str, Any]) -> None:
    assert overloads(**arms) == []


def test_a_result_that_no_one_has_stated() -> None:
    assert signature("a", **request(ARequest=message("a"))) == f"self, *, {OPTIONS} -> Any"


PARAMS = record("kind", cursor=STRING, kind=STRING)

PAGES: list[tuple[dict[str, Any], str]] = [
    (record(nextCursor=STRING, a={"type": "array", "items": STRING}), "page.a or ()"),
    (record("a", nextCursor=STRING, a={"type": "array", "items": STRING}), "page.a"),
]


@pytest.mark.parametrize(("result", "items"), PAGES)
def test_pages(result: dict[str, Any], items: str) -> None:
    definitions = request(ListBRequest=message("b/list", PARAMS), ListBResult=result)
    assert signature("iter_b", **definitions) == f"self, kind: str, *, {OPTIONS} -> AsyncIterator[str]"
    assert f"in {items}:\n" in source(**definitions)


NO_PAGES: list[dict[str, Any]] = [
    {"ListBRequest": message("b", PARAMS), "ListBResult": record(a={"type": "array"})},
    {"ListBRequest": message("b", PARAMS), "ListBResult": record(nextCursor=STRING)},
    {
        "ListBRequest": message("b", PARAMS),
        "ListBResult": record(nextCursor=STRING, a={"type": "array"}, b={"type": "array"}),
    },
    {"ListBRequest": message("b"), "ListBResult": record(nextCursor=STRING, a={"type": "array"})},
]


@pytest.mark.parametrize("definitions", NO_PAGES)
def test_no_pages_where_it_is_not_clear_what_they_hold(definitions: dict[str, Any]) -> None:
    assert module(**request(**definitions)).classes[0].pages == {}


def test_a_revision_without_messages() -> None:
    assert "class ServerCalls(Calls):" in source(A=STRING)


@pytest.mark.parametrize("order", [*permutations(["GetURLRequest", "GetUrlRequest", "GetUrl_Request"])])
def test_names_of_calls_and_handlers_that_would_meet(order: tuple[str, ...]) -> None:
    names = {"GetUrlRequest": "get_url", "GetURLRequest": "get_url_", "GetUrl_Request": "get_url__"}
    callables = beside_types(**request(**{name: message(name) for name in order}))
    assert {call.method: call.name for call in callables.calls.classes[0].requests} == names
    handlers = {handler.method: handler.name for handler in callables.handlers.roles[0].handlers}
    assert handlers == names


def test_requests_and_notifications_whose_names_would_meet() -> None:
    found = beside_types(
        NotifyARequest=message("a"),
        OnBRequest=message("b"),
        ANotification=message("notifications/a"),
        BNotification=message("notifications/b"),
        ClientRequest={"anyOf": [ref("NotifyARequest"), ref("OnBRequest")]},
        ClientNotification={"anyOf": [ref("ANotification"), ref("BNotification")]},
    )
    side = found.calls.classes[0]
    assert [call.name for call in side.notifications] == ["notify_a", "notify_b"]
    assert [call.name for call in side.requests] == ["notify_a_", "on_b"]
    handlers = {handler.method: handler.name for handler in found.handlers.roles[0].handlers}
    assert handlers == {
        "a": "notify_a",
        "b": "on_b_",
        "notifications/a": "on_a",
        "notifications/b": "on_b",
    }


def test_pages_whose_names_would_meet() -> None:
    pages = {"ListAResult": record(a={"type": "array"}), "AResult": record(a={"type": "array"})}
    asked = {name: message(name, record(cursor=STRING)) for name in ("ListARequest", "ARequest")}
    pages = {name: record(nextCursor=STRING, **each["properties"]) for name, each in pages.items()}
    side = module(**request(**asked, **pages, IterARequest=message("b"))).classes[0]
    assert {call: each.name for call, each in side.pages.items()} == {"list_a": "iter_a__", "a": "iter_a_"}
    assert "iter_a" in [call.name for call in side.requests]


def test_parameters_whose_names_would_meet() -> None:
    members = {"timeout": STRING, "timeout_": STRING, "onProgress": STRING, "on_progress": STRING}
    (call,) = module(**request(ARequest=message("a", record(**members)))).classes[0].requests
    assert {each.attribute: each.name for each in call.parameters} == {
        "timeout": "timeout_",
        "timeout_": "timeout__",
        "on_progress": "on_progress_",
        "on_progress_": "on_progress__",
    }


def test_capabilities_whose_classes_would_meet() -> None:
    spec, rows = revision_of(
        request(
            ARequest=message("a"),
            BRequest=message("b"),
            CRequest=message("c"),
            FooBarServer=STRING,
            ServerCapabilities=record(fooBar=record(), foo_bar=record(), x=record()),
        )
    )
    needs = {"a": "fooBar", "b": "foo_bar", "c": "x"}
    rows = tuple(replace(row, capability=needs[row.name], declared_by="receiver") for row in rows)
    [names] = [
        [group.name for group in side.groups]
        for side in make_callables(spec, rows, OfficialDocs({})).handlers.roles
        if side.groups
    ]
    assert sorted(names) == ["FooBarServer_", "FooBarServer__", "XServer"]


@pytest.mark.parametrize("name", sorted(naming.HANDLERS_ATTRIBUTES))
def test_a_handler_hides_no_attribute_of_handlers(name: str) -> None:
    assert naming.make_handler_names({"a": f"{name.title().replace('_', '')}Request"}, {}) == {"a": f"{name}_"}


def test_what_every_object_with_handlers_has_is_reserved() -> None:
    public = {name for name in {*dir(Handlers), *Handlers.__annotations__} if not name.startswith("_")}
    assert public == naming.HANDLERS_ATTRIBUTES


@pytest.mark.parametrize(
    ("type_name", "name"),
    [
        ("CallToolRequest", "call_tool"),
        ("ListResourceTemplatesRequest", "list_resource_templates"),
        ("SetLevelRequest", "set_level"),
        ("ImportRequest", "import_"),
        ("ListRequest", "list_"),
        ("CloseRequest", "close_"),
        ("ReceiveBytesRequest", "receive_bytes_"),
        ("Request", "request_"),
        ("Ping", "ping"),
    ],
)
def test_names_of_calls(type_name: str, name: str) -> None:
    assert naming.make_call_name(type_name) == name


def test_names_of_notifications_and_pages() -> None:
    assert naming.make_notification_call_name("RootsListChangedNotification") == "notify_roots_list_changed"
    assert naming.make_pages_call_name("list_tools") == "iter_tools"


def test_what_every_call_object_has_is_reserved() -> None:
    public = {name for name in {*dir(Calls), *Calls.__annotations__} if not name.startswith("_")}
    assert public == naming.CALLS_ATTRIBUTES


def test_what_a_module_of_calls_imports_is_known() -> None:
    modules = [*PRODUCT.glob("v*/calls.py"), *PRODUCT.glob("extensions/*/calls.py")]
    imported = {name.rpartition(".")[::2] for path in modules for _, name in imports(path)}
    of_types = re.compile(r"mcp_bindings\.(v|extensions\.)\w+")
    found = {name for module, name in imported if not (of_types.fullmatch(module) and name[0].isupper())}
    unused = OWN_NAMES - found - {ADDED_RESULT, INPUT_RESULT, "AnsweredCalls"}  # which the module defines
    assert unused <= {"ABSENT"}, "of which there is only need in schemas of one's own"
    of_revision = "calls"  # imported as `revision_calls`
    assert found - OWN_NAMES - naming.MODULE_NAMES == {"annotations", of_revision}


@pytest.mark.parametrize("name", sorted(OWN_NAMES))
def test_a_type_with_the_name_of_an_import_gets_another_name(name: str) -> None:
    definitions = request(ARequest=message("a", record("x y", x=ref(name), y={"type": "array", "items": ref(name)})))
    definitions |= {name: record(), "AResult": record()}
    assert f"x: {name}Model, y: list[{name}Model]" in signature("a", **definitions)
    assert f"{name} as {name}Model" in source(**definitions)


def test_text_of_a_schema_stays_text() -> None:
    evil = '"""\nimport os\n"""'
    definitions = request(ARequest={**message(evil, record(x={"enum": [evil]})), "description": evil})
    spec = tiny(definitions)
    assert "\nimport os" not in source(**definitions)
    assert [call.method for call in module(**definitions).classes[0].requests] == [evil]
    assert spec.methods[0].name == evil
