"""Constructors: both spellings, constants filled in, None for absent, misspellings rejected, unknown members kept."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

import mcp_bindings as mb
from mcp_bindings import v2024_11_05, v2025_06_18, v2025_11_25, v2026_07_28
from tests.behaviour import classes

NAMES = st.text(st.characters(codec="utf-8"), max_size=12).map("x-vendor.example/".__add__)
"""Names that resemble no known member."""
NUMBERS = st.integers(-(10**30), 10**30) | st.floats(allow_nan=False, allow_infinity=False)
SCALARS = st.none() | st.booleans() | NUMBERS | st.text(st.characters(codec="utf-8"), max_size=8)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
    max_leaves=8,
)
OTHERS: tuple[Any, ...] = ("another", None, 7, True, [], {})
REVISIONS = pytest.mark.parametrize("revision", mb.REVISIONS)


@REVISIONS
def test_constants_and_usual_values_are_filled_in_every_class(revision: str) -> None:
    """Decoding nevertheless requires them."""
    found = 0
    for model in classes.models(revision):
        written = classes.json_of(model(**classes.minimal(model)))
        for attribute, constant in classes.filled(model).items():
            wire = classes.wire_names(model)[attribute]
            assert written[wire] == constant, f"{model.__name__}.{attribute}"
            assert type(written[wire]) is type(constant)
            found += 1
            if model.__name__ in mb.revision(revision).definitions:
                without = {name: member for name, member in written.items() if name != wire}
                with pytest.raises(mb.DecodeError) as caught:
                    classes.codec(revision, model.__name__).decode(json.dumps(without))
                assert (caught.value.findings[0].pointer, caught.value.findings[0].rule) == ("", "required")
    assert found > 30, "each method and content type has one"


def test_results_need_no_members_that_say_the_usual() -> None:
    page = v2026_07_28.ListToolsResult(tools=[])
    assert classes.json_of(page) == {"tools": [], "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
    assert v2026_07_28.ListToolsResult(tools=[], ttl_ms=5, cache_scope="public").ttl_ms == 5
    with pytest.raises(ValidationError, match="result"):
        v2026_07_28.InputRequiredResult(request_state="x")  # type: ignore[call-arg]


def test_constants_of_every_kind() -> None:
    request = v2025_11_25.ListToolsRequest(id=1)
    assert classes.json_of(request) == {"id": 1, "jsonrpc": "2.0", "method": "tools/list"}
    assert classes.json_of(v2024_11_05.PingRequest()) == {"method": "ping"}
    assert classes.json_of(v2024_11_05.TextContent(text="a")) == {"text": "a", "type": "text"}
    integers = {
        value
        for revision in mb.REVISIONS
        for model in classes.models(revision)
        for value in classes.constants(model).values()
        if isinstance(value, int)
    }
    assert -32042 in integers, "the code of a URL elicitation error is filled in as well"


@REVISIONS
def test_a_constant_cannot_be_given_another_value(revision: str) -> None:
    for model in classes.models(revision):
        for attribute in classes.constants(model):
            for other in OTHERS:
                with pytest.raises(ValidationError):
                    model(**{**classes.minimal(model), attribute: other})


@REVISIONS
def test_either_spelling_makes_the_same_value(revision: str) -> None:
    for model in classes.models(revision):
        for members in (classes.minimal(model), classes.maximal(model)):
            spelled = {classes.wire_names(model)[name]: member for name, member in members.items()}
            by_attribute, by_wire = model(**members), model(**spelled)
            assert by_attribute == by_wire, model.__name__
            assert classes.codec_of(model).encode(by_attribute) == classes.codec_of(model).encode(by_wire)
            for name in members:
                assert classes.wire_names(model)[name] in by_wire


@REVISIONS
def test_none_for_an_omittable_member_means_absent(revision: str) -> None:
    for model in classes.models(revision):
        plain = model(**classes.minimal(model))
        for attribute in classes.omittable(model):
            wire = classes.wire_names(model)[attribute]
            for name in (attribute, wire):
                value = model(**{**classes.minimal(model), name: None})
                assert value == plain, f"{model.__name__}.{name}"
                assert wire not in classes.json_of(value)
                assert wire not in value
                assert getattr(value, attribute) is None


@REVISIONS
def test_none_for_a_nullable_member_means_null(revision: str) -> None:
    for model in classes.models(revision):
        for attribute in classes.nullable(model):
            wire = classes.wire_names(model)[attribute]
            null, absent = model(**{**classes.minimal(model), attribute: None}), model(**classes.minimal(model))
            assert classes.json_of(null) == {**classes.json_of(absent), wire: None}, f"{model.__name__}.{attribute}"
            assert (wire in null, wire in absent) == (True, False)
            assert getattr(null, attribute) is None
            assert getattr(absent, attribute) is None


def test_there_are_nullable_members() -> None:
    found = {
        f"{revision} {model.__name__}.{attribute}"
        for revision in mb.REVISIONS
        for model in classes.models(revision)
        for attribute in classes.nullable(model)
    }
    assert {"2025-11-25 Error.data", "2026-07-28 CallToolResult.structured_content"} <= found


def test_a_required_member_that_may_be_null() -> None:
    """`Task.ttl` is required, but may be null."""
    members: dict[str, Any] = {"task_id": "1", "status": "working", "created_at": "a", "last_updated_at": "b"}
    assert classes.json_of(v2025_11_25.Task(**members, ttl=None))["ttl"] is None
    assert classes.json_of(v2025_11_25.Task(**members, ttl=5))["ttl"] == 5
    with pytest.raises(ValidationError, match="ttl"):
        v2025_11_25.Task(**members)


@REVISIONS
def test_a_missing_required_member_is_named(revision: str) -> None:
    for model in classes.models(revision):
        for attribute in classes.minimal(model):
            members = classes.minimal(model)
            del members[attribute]
            with pytest.raises(ValidationError) as caught:
                model(**members)
            named = {str(error["loc"][0]) for error in caught.value.errors()}
            assert named <= {attribute, classes.wire_names(model)[attribute]}


@REVISIONS
def test_a_misspelled_keyword_names_the_right_one(revision: str) -> None:
    tried = 0
    for model in classes.models(revision):
        names = classes.wire_names(model)
        for attribute, wire in names.items():
            for wrong in {f"{attribute}_", wire.upper(), f"_{wire}", wire.replace("_", "").lower()}:
                if wrong not in {*names, *names.values()}:
                    with pytest.raises(TypeError, match=f"did you mean '{attribute}'"):
                        model(**{**classes.minimal(model), wrong: None})
                    tried += 1
    assert tried > 300


@REVISIONS
def test_an_error_for_a_wrong_spelling_names_the_right_one(revision: str) -> None:
    tried = 0
    for model in classes.models(revision):
        value = model(**classes.maximal(model))
        before = classes.codec_of(model).encode(value)
        for attribute, wire in classes.respelled(model):
            with pytest.raises(KeyError, match=re.escape(wire)):
                value[attribute]
            if wire.isidentifier() and not hasattr(model, wire):
                if not wire.startswith("_"):
                    with pytest.raises(AttributeError, match=f"did you mean '{attribute}'"):
                        getattr(value, wire)
                    with pytest.raises(AttributeError, match=f"did you mean '{attribute}'"):
                        setattr(value, wire, None)
                tried += 1
        assert classes.codec_of(model).encode(value) == before
    assert tried > 20


def test_a_name_that_resembles_no_member() -> None:
    tool: Any = v2025_06_18.Tool(name="a", input_schema=v2025_06_18.ToolInputSchema())
    with pytest.raises(AttributeError, match="nonsense"):
        _ = tool.nonsense
    with pytest.raises(KeyError, match="nonsense"):
        tool["nonsense"]
    positional: Any = v2025_06_18.TextContent
    with pytest.raises(TypeError):
        positional("text")


@settings(derandomize=True, deadline=None, max_examples=150)
@given(extra=st.dictionaries(NAMES, VALUES, max_size=4))
def test_unknown_members_are_kept(extra: dict[str, Any]) -> None:
    value = v2025_11_25.TextContent(text="a", **extra)
    assert classes.json_of(value) == {"text": "a", "type": "text", **extra}
    for name, member in extra.items():
        assert name in value
        assert value[name] == member
    assert classes.codec("2025-11-25", "TextContent").decode_value(classes.json_of(value)) == value


@settings(derandomize=True, deadline=None, max_examples=150)
@given(data=VALUES)
def test_free_form_members_hold_any_json(data: Any) -> None:
    error = v2026_07_28.Error(code=1, message="m", data=data)
    assert json.dumps(classes.json_of(error)["data"]) == json.dumps(data)
    result = v2026_07_28.CallToolResult(content=[], result_type="complete", structured_content=data)
    assert json.dumps(classes.json_of(result)["structuredContent"]) == json.dumps(data)


def test_nested_values_from_models_or_documents() -> None:
    text = v2025_11_25.TextContent(text="a")
    by_model = v2025_11_25.CallToolResult(content=[text])
    nested: Any = [{"type": "text", "text": "a"}]
    by_document = v2025_11_25.CallToolResult(content=nested)
    assert by_model == by_document
    assert isinstance(by_document.content[0], v2025_11_25.TextContent)
    assert by_model.content[0] is text, "what is passed is not copied"
    wrong: Any = [{"type": "text", "text": 5}]
    with pytest.raises(ValidationError, match="content"):
        v2025_11_25.CallToolResult(content=wrong)
    other: Any = [v2024_11_05.TextContent(text="a")]
    with pytest.raises(ValidationError):
        v2025_11_25.CallToolResult(content=other)


@pytest.mark.parametrize("value", ["true", 1, 0, "yes", 1.0, [], {}])
def test_nothing_is_coerced_to_a_boolean(value: Any) -> None:
    with pytest.raises(ValidationError):
        v2025_11_25.CallToolResult(content=[], is_error=value)


@pytest.mark.parametrize("value", ["1", True, 1.5, None, float("nan"), float("inf"), [1]])
def test_nothing_is_coerced_to_an_integer(value: Any) -> None:
    with pytest.raises(ValidationError):
        v2025_11_25.Error(code=value, message="m")


def test_an_integer_may_be_written_as_a_float() -> None:
    assert v2025_11_25.Error(code=1.0, message="m").code == 1  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def test_an_error_for_another_revision_names_both_modules() -> None:
    both = "mcp_bindings.v2025_11_25.tools.Tool, not of mcp_bindings.v2026_07_28.tools.Tool"
    other: Any = v2026_07_28.Tool(name="t", input_schema=v2026_07_28.ToolInputSchema())
    number: Any = 5
    with pytest.raises(ValidationError, match=both) as caught:
        v2025_11_25.ListToolsResult(tools=[other], next_cursor=number)
    assert [(fault["type"], fault["loc"]) for fault in caught.value.errors()] == [
        ("string_type", ("next_cursor",)),
        ("model_type", ("tools", 0)),
    ]
    result = v2025_11_25.ListToolsResult(tools=[])
    with pytest.raises(ValidationError, match=both):
        result.tools = [other]
