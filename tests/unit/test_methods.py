"""The method tables: complete both ways, and in agreement with the facts they were made from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen import paths, sources
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import protocol
from mcp_bindgen.ir import methods
from tests.facts import STATED, facts_of
from tests.revisions import HANDSHAKE
from tests.unit.tiny import STRING, record, ref, tiny

NUMBER, BOOLEAN = {"type": "number"}, {"type": "boolean"}


def method_facts(revision: str) -> tuple[protocol.MethodFacts, ...]:
    return protocol.read_method_facts(paths.schema_root(), revision)


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_every_method_constant_of_the_schema_has_exactly_one_row(revision: str) -> None:
    constants = {
        definition["properties"]["method"]["const"]
        for definition in schema(revision).values()
        if "const" in definition.get("properties", {}).get("method", {})
    }
    assert set(mb.revision(revision).methods) == constants
    assert len(method_facts(revision)) == len(constants)


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_every_type_a_row_names_is_there(revision: str) -> None:
    types = set(sources.load_spec(revision).by_name())
    for info in mb.revision(revision).methods.values():
        named = {info.message, *info.results, *info.wrapped_results, *([info.params] if info.params else [])}
        assert named <= types
        assert bool(info.results) == (info.kind != "notification")


def test_methods_without_answers_and_task_methods_are_present() -> None:
    table = mb.revision("2025-11-25").methods
    empty = {name for name, info in table.items() if info.results == ("EmptyResult",)}
    assert empty == {"ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"}
    assert {name for name in table if name.startswith("tasks/")} == {
        "tasks/get",
        "tasks/result",
        "tasks/cancel",
        "tasks/list",
    }
    assert table["tasks/result"].wrapped_results == ("CallToolResult", "CreateMessageResult", "ElicitResult")


def test_the_copied_client_notification_is_its_definition() -> None:
    info = mb.revision("2026-07-28").methods["notifications/cancelled"]
    assert (info.message, info.senders) == ("CancelledNotification", ("client", "server"))


@pytest.mark.parametrize("revision", STATED)
def test_tables_agree_with_the_facts(revision: str) -> None:
    facts = facts_of(revision)
    table = mb.revision(revision).methods
    for row in facts["request"]:
        info = table[row["method"]]
        assert (info.kind, info.message, info.results) == ("request", row["request_type"], tuple(row["result_types"]))
        assert info.senders == (("client", "server") if row["sender"] == "both" else (row["sender"],))
        assert (info.paginated, info.cacheable, info.cancellable) == (
            row["paginated"],
            row["cacheable"],
            row["cancellable"],
        )
        assert (info.capability, info.task_augmentable) == (
            row["required_receiver_capability"],
            row["task_augmentable"],
        )
        assert info.params_required == row["params_required"]
        assert info.sources == tuple(row["sources"])
    for row in facts["notification"]:
        info = table[row["method"]]
        assert (info.kind, info.message) == ("notification", row["notification_type"])
        assert info.senders == (("client", "server") if row["sender"] == "both" else (row["sender"],))
        assert (info.capability, info.delivery) == (row["required_capability"], row["delivery"])
    embedded = {row["method"] for row in facts.get("embedded_request", [])}
    assert embedded == {name for name, info in table.items() if info.kind == "embedded"}


def test_a_missing_and_a_stale_row_are_errors() -> None:
    spec, facts = sources.load_spec("2025-06-18"), method_facts("2025-06-18")
    stale = replace(facts[0], name="tools/forget")
    with pytest.raises(BindgenError, match=r"no row for method 'initialize'(.|\n)*row 'tools/forget' is not a method"):
        methods.check_methods(spec, (stale, *facts[1:]), where="protocol.toml")


def test_a_row_that_names_no_definition_is_an_error() -> None:
    spec, facts = sources.load_spec("2025-06-18"), method_facts("2025-06-18")
    wrong = replace(facts[0], results=("ForgetResult",))
    with pytest.raises(BindgenError, match="'initialize' names ForgetResult"):
        methods.method_table(spec, (wrong, *facts[1:]), where="protocol.toml")


def test_a_method_is_a_constant_text_also_by_a_reference() -> None:
    stated = {"A": {"const": "a"}, "B": {"$ref": "#/$defs/Alias"}, "C": {"const": 5}, "D": {"type": "string"}}
    sent = {f"{name}Request": record("method", method=each, params={}) for name, each in stated.items()}
    alias = {"Alias": ref("Constant"), "Constant": {"enum": ["b", "c", None]}}
    spec = tiny({**sent, **alias, "ClientRequest": {"anyOf": [*map(ref, sent)]}})
    assert methods.sent_methods(spec) == ["a", "b", "c"]


def test_an_object_with_a_method_and_no_params_is_no_message() -> None:
    """The type of its method was lost, and its constants were methods in no union."""
    spec = tiny({"HttpCall": record("method", method=ref("HttpMethod")), "HttpMethod": {"enum": ["GET", "POST"]}})
    assert spec.methods == ()


def test_two_rows_for_one_method_are_an_error(tmp_path: Path) -> None:
    row = '[[method]]\nname = "ping"\nsources = ["x"]\n'
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "protocol.toml").write_text(row * 2, encoding="utf-8")
    with pytest.raises(BindgenError, match="'ping' has 2 rows"):
        protocol.read_method_facts(tmp_path, "r")


def test_lifetimes_are_unbroken_lines_of_releases() -> None:
    table = mb.revision("2025-11-25").methods
    assert (table["ping"].since, table["ping"].until) == ("2024-11-05", HANDSHAKE[-1])
    assert (table["tasks/get"].since, table["tasks/get"].until) == ("2025-11-25", HANDSHAKE[-1])
    in_all = [name for name in table if all(name in mb.revision(each).methods for each in mb.REVISIONS)]
    assert {(table[name].since, table[name].until) for name in in_all} == {("2024-11-05", "")}


def test_a_table_cannot_be_changed() -> None:
    table: Any = mb.revision("2025-11-25").methods
    with pytest.raises(TypeError):
        table["tools/call"] = None
    with pytest.raises(AttributeError):
        table["tools/call"].name = "other"


PREFERENCES, WANTED, IDENTITY = record(cost=NUMBER), record(tools=BOOLEAN), record("name", name=STRING)
DESCRIBED = {"Preferences": PREFERENCES, "Wanted": WANTED, "Identity": IDENTITY}
LISTEN = ("ClientRequest", "changes/listen", {"filter": ref("Wanted")})
ACKNOWLEDGED = ("ServerNotification", "changes/accepted", {"filter": ref("Wanted")})


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ([LISTEN, ACKNOWLEDGED], "changes/listen"),
        ([LISTEN, ("ServerNotification", "changes/accepted", {"filter": WANTED})], "changes/listen"),
        ([LISTEN], None),
        (
            [
                *(LISTEN, ACKNOWLEDGED, ("InputRequest", "model/ask", {"preferences": ref("Preferences")})),
                ("ClientRequest", "model/sum", {"preferences": ref("Preferences")}),
            ],
            "changes/listen",
        ),
        (
            [
                ("ClientRequest", "session/open", {"wanted": ref("Wanted"), "client": ref("Identity")}),
                ("ServerNotification", "session/moved", {"wanted": ref("Wanted"), "client": ref("Identity")}),
            ],
            None,
        ),
        ([(union, "a/b", {"client": ref("Identity")}) for union in (LISTEN[0], ACKNOWLEDGED[0])], None),
    ],
)
def test_a_subscription_is_known_by_its_filter(messages: list[Any], expected: str | None) -> None:
    """A request for input with an object of another request, or an inline object, hid the request that subscribes."""
    unions, definitions = dict[str, list[Any]](), dict[str, Any](DESCRIBED)
    for number, (union, method, params) in enumerate(messages):
        name, id_ = f"Message{number}", {"id": STRING} if union == "ClientRequest" else {}
        parts = {"method": {"const": method}, "params": record(**params), **id_}
        definitions[name] = record(" ".join(parts), **parts)
        unions.setdefault(union, []).append(ref(name))
    spec = tiny(definitions | {union: {"anyOf": arms} for union, arms in unions.items()})
    found = methods.find_subscription_request(spec)
    assert (None if found is None else (found[0], found[1].name)) == (expected and (expected, "Wanted"))


def schema(revision: str) -> dict[str, Any]:
    definitions: Any = sources.effective_schema(revision)["$defs"]
    return dict(definitions)


@pytest.mark.parametrize(
    ("schema", "types"),
    [
        ({"type": "string"}, ("str",)),
        ({"type": "integer"}, ("int",)),
        ({"type": ["string", "integer"]}, ("int", "str")),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, ("int", "str")),
        ({}, ("int", "str")),
    ],
)
def test_the_types_of_request_ids_are_those_of_the_schema(schema: dict[str, Any], types: tuple[str, ...]) -> None:
    request = record("jsonrpc id method", jsonrpc={"const": "2.0"}, id=ref("Id"), method={"const": "a"})
    assert methods.request_id_types(tiny({"Id": schema, "ARequest": request})) == types
    assert methods.request_id_types(tiny({"A": record()})) == ("int", "str")
