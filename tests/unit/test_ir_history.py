"""When a type came and where it changed; types without a class between; whose messages they travel in."""

from __future__ import annotations

from typing import Any

import pytest

from mcp_bindgen.ir.history import TypeHistory, type_histories
from mcp_bindgen.ir.recursion import is_recursive, reachable_names, unroll_aliases
from mcp_bindgen.ir.types import ListOf, MapOf, Method, Ref, Scalar, SpecRevision, UnionType
from tests.unit.tiny import STRING, pinned, record, ref, release, tiny

CHANGED = record(a={"type": "integer"})
SAME = record(a=STRING)


def line(*definitions: Any) -> list[SpecRevision]:
    """Releases 2001, 2002, … in which definition A is as given; None where it does not exist."""
    return [
        tiny({"Z": STRING, **({"A": schema} if schema is not None else {})}, release(str(2001 + index)))
        for index, schema in enumerate(definitions)
    ]


@pytest.mark.parametrize(
    ("schemas", "since", "changed_in"),
    [
        ([SAME], "2001", []),
        ([SAME, SAME], "2001", []),
        ([SAME, SAME, SAME], "2001", []),
        ([None, SAME], "2002", []),
        ([SAME, CHANGED], "2001", ["2002"]),
        ([SAME, CHANGED, CHANGED], "2001", ["2002"]),
        ([SAME, SAME, CHANGED], "2001", ["2003"]),
        ([SAME, CHANGED, SAME], "2001", ["2002", "2003"]),
        ([SAME, None, SAME], "2003", []),
        ([SAME, None, SAME, CHANGED], "2003", ["2004"]),
        ([None, SAME, None, CHANGED, CHANGED], "2004", []),
    ],
)
def test_history(schemas: list[Any], since: str, changed_in: list[str]) -> None:
    specs = line(*schemas)
    found = type_histories(specs, specs[-1])
    assert found["A"] == TypeHistory(since, tuple(changed_in))
    assert found["Z"] == TypeHistory("2001", ())


def test_later_releases_are_not_known_yet() -> None:
    specs = line(SAME, CHANGED, SAME)
    assert type_histories(specs, specs[1])["A"] == TypeHistory("2001", ("2002",))
    assert type_histories(specs, specs[0])["A"] == TypeHistory("2001", ())


def test_only_releases_count() -> None:
    first = tiny({"A": SAME}, release("2001"))
    draft = tiny({"A": CHANGED}, release("draft", status="draft"))
    last = tiny({"A": SAME}, release("2002"))
    assert type_histories([first, draft, last], last)["A"] == TypeHistory("2001", ())
    assert type_histories([first, last, draft], draft)["A"] == TypeHistory("2001", ("draft",))


def test_becoming_a_definition_is_no_change() -> None:
    inline = tiny({"A": record(b=record(c=STRING))}, release("2001"))
    named = tiny({"A": record(b=ref("AB")), "AB": record(c=STRING)}, release("2002"))
    found = type_histories([inline, named], named)
    assert found["A"] == TypeHistory("2001", ())
    assert found["AB"] == TypeHistory("2001", ()), "a type is the same whether it was inline or not"


def test_another_name_of_an_inline_type_is_no_change() -> None:
    inline = tiny({"A": {"type": "array", "items": record(b=record(c=STRING))}}, release("2001"))
    for changed_in, part in (((), STRING), (("2002",), {"type": "integer"})):
        named = tiny({"A": {"type": "array", "items": ref("X")}, "X": record(b=record(c=part))}, release("2002"))
        assert type_histories([inline, named], named)["A"] == TypeHistory("2001", changed_in)


def test_types_that_contain_themselves_are_compared_once() -> None:
    before = tiny({"A": record(x=record(y=ref("A")))}, release("2001"))
    after = tiny({"A": record(x=ref("D")), "D": record(y=record(x=ref("D")))}, release("2002"))
    assert type_histories([before, after], after)["A"] == TypeHistory("2001", ())


def test_a_reference_to_another_definition_is_a_change() -> None:
    both = {"X": record(c=STRING), "Y": record(c=STRING)}
    specs = [tiny({"A": record(b=ref(name)), **both}, release(str(year))) for year, name in ((2001, "X"), (2002, "Y"))]
    assert type_histories(specs, specs[1])["A"] == TypeHistory("2001", ("2002",))


def test_another_place_is_no_change() -> None:
    first, second = (record("k", k={"const": name}) for name in "xy")
    before = tiny({"A": {"anyOf": [first, second]}}, release("2001"))
    after = tiny({"A": {"anyOf": [second, first]}}, release("2002"))
    assert before.by_name()["AX"].provenance != after.by_name()["AX"].provenance
    found = type_histories([before, after], after)
    assert found["AX"] == found["AY"] == TypeHistory("2001", ())
    assert found["A"] == TypeHistory("2001", ("2002",))


def test_history_of_the_official_revisions() -> None:
    specs = [pinned(revision) for revision in ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")]
    found = type_histories(specs, specs[-1])
    assert found["Role"] == TypeHistory("2024-11-05", ())
    assert found["AudioContent"].since == "2025-03-26"
    assert "2025-06-18" in found["CallToolResult"].changed_in


def test_a_change_inside_a_definition_is_its_change() -> None:
    specs = [pinned(revision) for revision in ("2024-11-05", "2025-03-26")]
    assert type_histories(specs, specs[-1])["CallToolResult"] == TypeHistory("2024-11-05", ("2025-03-26",))


# Recursion

JSON: dict[str, Any] = {
    "Value": {"anyOf": [STRING, {"type": "array", "items": ref("Value")}, ref("Object")]},
    "Object": {"type": "object", "additionalProperties": ref("Value")},
}


def test_an_alias_in_a_cycle_is_replaced_by_its_target() -> None:
    spec = tiny(JSON)
    before, after = spec.by_name(), unroll_aliases(spec).by_name()
    value = after["Value"]
    assert isinstance(value, UnionType)
    assert value.arms == (Scalar("string"), ListOf(Ref("Value")), MapOf(Ref("Value")))
    assert after["Object"] == before["Object"]
    assert list(after) == list(before)


def test_an_alias_outside_the_cycle_keeps_its_name() -> None:
    spec = tiny({**JSON, "Value": {"anyOf": [*JSON["Value"]["anyOf"], ref("Plain")]}, "Plain": {"type": "boolean"}})
    value = unroll_aliases(spec).by_name()["Value"]
    assert isinstance(value, UnionType)
    assert value.arms[2:] == (MapOf(Ref("Value")), Ref("Plain"))


def test_what_does_not_recur_stays_as_it_is() -> None:
    spec = tiny({"A": record(b=ref("B")), "B": {"anyOf": [ref("A"), ref("C")]}, "C": {"type": "array"}})
    assert unroll_aliases(spec) == spec


CYCLES: list[tuple[dict[str, Any], set[str]]] = [
    (JSON, {"Value", "Object"}),
    ({"A": record(a=ref("A"))}, set()),
    ({"A": {"type": "array", "items": ref("A")}}, {"A"}),
    ({"A": {"type": "array", "items": ref("B")}, "B": record(a=ref("A"))}, set()),
    ({"A": {"type": "array", "items": ref("B")}, "B": {"anyOf": [ref("A"), ref("C")]}, "C": STRING}, {"A", "B"}),
]


@pytest.mark.parametrize(("definitions", "recursive"), CYCLES)
def test_a_class_between_ends_a_cycle(definitions: dict[str, Any], recursive: set[str]) -> None:
    types = tiny(definitions).by_name()
    assert {name for name in types if is_recursive(name, types)} == recursive


def test_reachable() -> None:
    types = tiny(
        {"A": {"type": "array", "items": ref("B")}, "B": {"anyOf": [ref("C"), STRING]}, "C": record(a=ref("A"))}
    )
    assert reachable_names("A", types.by_name()) == {"B", "C"}
    assert reachable_names("C", types.by_name()) == set()


# Directions and methods

TALK: dict[str, Any] = {
    "Ask": record("method params", method={"const": "tools/ask"}, params=record(who=ref("Shared"))),
    "Tell": record("method", method={"const": "notifications/tell"}, what=ref("Told")),
    "Answer": record(value={"type": "array", "items": ref("Shared")}),
    "Shared": record(x=STRING),
    "Told": {"type": "object", "additionalProperties": ref("Deep")},
    "Deep": {"anyOf": [STRING, {"type": "array"}]},
    "Unused": record(y=ref("Shared")),
    "ClientRequest": {"anyOf": [ref("Ask"), ref("Ask2")]},
    "Ask2": record("method", method={"const": "tools/ask"}),
    "ServerNotification": {"anyOf": [ref("Tell")]},
    "ServerResult": {"anyOf": [ref("Answer"), ref("Deep")]},
}


def test_directions_follow_references_from_what_each_side_sends() -> None:
    assert tiny(TALK).directions == {
        "Ask": "client",
        "AskParams": "client",
        "Tell": "server",
        "Answer": "server",
        "Shared": "both",
        "Told": "server",
        "Deep": "server",
        "Unused": "none",
        "ClientRequest": "client",
        "Ask2": "client",
        "ServerNotification": "server",
        "ServerResult": "server",
    }


def test_a_schema_without_sides_reaches_nothing() -> None:
    assert tiny({"A": STRING}).directions == {"A": "none"}


def test_methods_are_constants_of_a_member_called_method() -> None:
    definitions = {
        **TALK,
        "Other": record("other", other={"const": "tools/other"}),
        "Open": record("method", method=STRING),
        "Two": record("method", method={"enum": ["a", "tools/ask"]}),
    }
    assert tiny(definitions).methods == (
        Method("tools/ask", ("Ask", "Ask2", "Two")),
        Method("notifications/tell", ("Tell",)),
        Method("a", ("Two",)),
    )


def test_requests_inside_results_are_reached_from_the_server() -> None:
    spec = pinned("2026-07-28")
    assert spec.directions["CreateMessageRequest"] == "server"
    assert "ServerRequest" not in spec.definitions, "this revision reaches it by another way"
    assert pinned("2025-11-25").directions["CreateMessageRequest"] == "server"


def test_each_side_of_the_official_revisions() -> None:
    directions = pinned("2025-11-25").directions
    assert directions["CallToolRequest"] == "client"
    assert directions["CallToolResult"] == "server"
    assert directions["ProgressNotification"] == "both"
    assert directions["JSONRPCMessage"] == "none"


def test_one_method_may_have_two_carriers() -> None:
    carriers = {method.name: method.definitions for method in pinned("2026-07-28").methods}
    assert len(carriers["notifications/cancelled"]) == 2
    assert carriers["tools/call"] == ("CallToolRequest",)
