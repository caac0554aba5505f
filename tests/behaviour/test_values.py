"""Values: attribute access, assignment, equality, copies."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest
from pydantic import ValidationError

import mcp_bindings as mb
from mcp_bindings import v2025_11_25
from mcp_bindings.wire.model import WireModel
from tests.behaviour import classes
from tests.differential.reference import json_equal

REVISIONS = pytest.mark.parametrize("revision", mb.REVISIONS)
RESULT = b'{"zzz":{"b":1,"a":null},"isError":false,"content":[{"text":"hi","type":"text"}]}'


def decoded(revision: str, count: int = 3) -> list[tuple[str, Any]]:
    """A few values of each definition, by its name."""
    return [
        (name, classes.codec(revision, name).decode(json.dumps(classes.generator(revision).valid(name))))
        for name in mb.revision(revision).definitions
        for _ in range(count)
    ]


@REVISIONS
def test_absent_members_read_as_none(revision: str) -> None:
    for model in classes.models(revision):
        constructed = model(**classes.minimal(model))
        read = classes.codec_of(model).decode(classes.codec_of(model).encode(constructed))
        for value in (constructed, read):
            for attribute in (*classes.omittable(model), *classes.nullable(model)):
                wire = classes.wire_names(model)[attribute]
                assert getattr(value, attribute) is None, f"{model.__name__}.{attribute}"
                assert value[wire] is None
                assert wire not in value


@REVISIONS
def test_members_read_by_wire_name(revision: str) -> None:
    for model in classes.models(revision):
        value = model(**classes.maximal(model))
        for attribute, wire in classes.wire_names(model).items():
            assert value[wire] is getattr(value, attribute)
            assert wire in value
            assert (attribute in value) == (attribute == wire), "`in` asks for wire names"
        assert 3 not in value
        assert "never-there" not in value


@REVISIONS
def test_assignment_is_strict_and_keeps_the_old_value(revision: str) -> None:
    tried = 0
    for model in classes.models(revision):
        value = model(**classes.maximal(model))
        before = classes.codec_of(model).encode(value)
        for attribute, field in model.model_fields.items():
            if (
                field.annotation is not Any
                and "JSON" not in str(field.annotation)
                and "dict" not in str(field.annotation)
            ):
                with pytest.raises(ValidationError):
                    setattr(value, attribute, object())
                tried += 1
        assert classes.codec_of(model).encode(value) == before, model.__name__
    assert tried > 200


@REVISIONS
def test_none_removes_an_omittable_member(revision: str) -> None:
    for model in classes.models(revision):
        bare = classes.json_of(model(**classes.minimal(model)))
        value = model(**classes.maximal(model))
        for attribute in (*classes.omittable(model),):
            setattr(value, attribute, None)
            assert getattr(value, attribute) is None
            assert classes.wire_names(model)[attribute] not in value
        nullable = {classes.wire_names(model)[name] for name in classes.nullable(model)}
        assert {name for name in classes.json_of(value) if name not in nullable} == set(bare), model.__name__
        for attribute in classes.nullable(model):
            setattr(value, attribute, None)
            assert classes.json_of(value)[classes.wire_names(model)[attribute]] is None
        for attribute, member in classes.maximal(model).items():
            setattr(value, attribute, member)
        assert value == model(**classes.maximal(model))


def test_assignment_to_a_decoded_value() -> None:
    codec = mb.revision("2025-11-25").codec(v2025_11_25.CallToolResult)
    value = codec.decode(RESULT)
    value.is_error = True
    assert codec.encode(value) == RESULT.replace(b"false", b"true"), "the place in the document stays"
    value.is_error = None
    assert codec.encode(value) == RESULT.replace(b'"isError":false,', b"")
    value.content = [*value.content, v2025_11_25.TextContent(text="more")]
    added = b'{"zzz":{"b":1,"a":null},"content":[{"text":"hi","type":"text"},{"text":"more","type":"text"}]}'
    assert codec.encode(value) == added
    value.content.pop(0)
    assert codec.dump(value)["content"] == [{"text": "more", "type": "text"}]
    with pytest.raises(ValidationError):
        value.content = None  # type: ignore[assignment]  # pyright: ignore[reportAttributeAccessIssue]
    setattr(value, "x-unknown", 1)
    assert codec.dump(value)["x-unknown"] == 1


def test_a_value_made_invalid_in_place_is_not_written() -> None:
    codec = mb.revision("2025-11-25").codec(v2025_11_25.CallToolResult)
    value = codec.decode(RESULT)
    wrong: Any = value.content
    wrong.append(5)
    with pytest.raises(ValueError, match="/content/1: expected object, found integer"):
        codec.encode(value)


@REVISIONS
def test_copies_keep_content_and_order(revision: str) -> None:
    for name, value in decoded(revision):
        codec = classes.codec(revision, name)
        before = codec.encode(value)
        copies = [copy.copy(value), copy.deepcopy(value)]
        if isinstance(value, WireModel):
            copies += [value.model_copy(), value.model_copy(deep=True)]
        for copied in copies:
            assert copied == value
            assert codec.encode(copied) == before, name
            assert repr(copied) == repr(value)
        assert codec.encode(value) == before


@REVISIONS
def test_pickles_keep_content(revision: str) -> None:
    for name, value in decoded(revision, 1):
        codec = classes.codec(revision, name)
        for protocol in (2, pickle.HIGHEST_PROTOCOL):
            again = pickle.loads(pickle.dumps(value, protocol))
            assert again == value
            assert json_equal(codec.dump(again), codec.dump(value), order=False), name


def test_a_deep_copy_is_independent() -> None:
    codec = mb.revision("2025-11-25").codec(v2025_11_25.CallToolResult)
    value = codec.decode(RESULT)
    copied = copy.deepcopy(value)
    copied.content.clear()
    copied["zzz"]["b"] = 2
    copied.is_error = None
    assert codec.encode(value) == RESULT


def test_model_copy_with_changes() -> None:
    codec = mb.revision("2025-11-25").codec(v2025_11_25.CallToolResult)
    value = codec.decode(RESULT)
    assert codec.encode(value.model_copy(update={"is_error": True})) == RESULT.replace(b"false", b"true")
    assert codec.encode(value) == RESULT


@REVISIONS
def test_equality_is_by_content(revision: str) -> None:
    """The order of members does not matter; absent and null differ."""
    for name in mb.revision(revision).definitions:
        codec = classes.codec(revision, name)
        document = classes.generator(revision).valid(name)
        first = codec.decode(json.dumps(document))
        assert first == codec.decode_value(document), name
        if isinstance(document, dict):
            turned = dict(reversed(document.items()))
            assert first == codec.decode(json.dumps(turned)), name
            larger = {**document, "x-more": document}
            assert codec.findings(larger) or codec.decode_value(larger) != first, name


@REVISIONS
def test_repr_shows_class_and_members(revision: str) -> None:
    for model in classes.models(revision):
        shown = repr(model(**classes.maximal(model)))
        assert shown.startswith(f"{model.__name__}(")
        for attribute in model.model_fields:
            assert f"{attribute}=" in shown


@REVISIONS
def test_decode_value_leaves_its_input_alone(revision: str) -> None:
    for name in mb.revision(revision).definitions:
        document = classes.generator(revision).valid(name)
        before = json.dumps(document)
        codec = classes.codec(revision, name)
        value = codec.decode_value(document)
        codec.dump(value)
        assert json.dumps(document) == before
        dumped = codec.dump(value)
        assert dumped is not document or not isinstance(document, (dict, list))
        assert json_equal(dumped, document, order=True), name
