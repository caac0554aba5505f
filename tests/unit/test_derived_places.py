"""The places of lint rules follow the members that a new schema renames."""

from __future__ import annotations

from dataclasses import replace

import mcp_bindings as mb
from mcp_bindgen import sources
from mcp_bindgen.ir.types import ObjectType
from mcp_bindgen.release.derive import find_renamed_members


def test_a_lost_and_an_added_member_of_one_type_are_one() -> None:
    spec = sources.load_spec(mb.LATEST)
    type_ = spec.by_name()["SubscriptionFilter"]
    assert isinstance(type_, ObjectType)
    alone = next(each for each in type_.fields if [every.type for every in type_.fields].count(each.type) == 1)
    others = tuple(each for each in type_.fields if each is not alone)
    after = replace(type_, fields=(replace(alone, wire_name="again"), *others))
    twice = replace(after, fields=(*after.fields, replace(alone, wire_name="too")))
    assert find_renamed_members(type_, after, spec, spec) == {alone.wire_name: "again"}
    assert find_renamed_members(type_, twice, spec, spec) == {}
    assert find_renamed_members(type_, type_, spec, spec) == find_renamed_members(None, type_, spec, spec) == {}
