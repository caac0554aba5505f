"""Prove that all documents of an alternative pass a test. The search does not analyse tests, but a proof uses the
keywords of a test.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from mcp_bindgen.diff.containment.bounds import Strings
from mcp_bindgen.diff.containment.clauses import item_shape, shape_of_schema
from mcp_bindgen.diff.containment.failures import FindInner
from mcp_bindgen.diff.containment.intersection import (
    ArrayIntersection,
    Intersection,
    RecordIntersection,
    intersection_of_array,
    intersection_of_record,
    tests_of,
)
from mcp_bindgen.diff.containment.shapes import Array, Constant, Record, SchemaValues, Shape

_NO_KEYWORDS: Mapping[str, Any] = {}


class ImplicationProver:
    """Prover for the claim that all documents of an alternative pass a test. It finds many proofs, but not every
    possible one.
    """

    def __init__(self, ask: FindInner) -> None:
        self._ask = ask

    def is_proven(self, atom: Intersection, tested: SchemaValues) -> bool:
        """Return whether all documents of an alternative are proven to pass a test."""
        if tested.test in tests_of(atom):
            return True
        passed, test = [json.loads(each) for each in sorted(tests_of(atom))], json.loads(tested.test)
        match atom:
            case Array() | ArrayIntersection():
                return self._array_passes(
                    intersection_of_array(atom) if isinstance(atom, Array) else atom, passed, test
                )
            case Record() | RecordIntersection():
                return self._object_passes(
                    intersection_of_record(atom) if isinstance(atom, Record) else atom, passed, test
                )
            case _:
                return False

    def _array_passes(
        self, atom: ArrayIntersection, passed: Sequence[Mapping[str, Any]], test: Mapping[str, Any]
    ) -> bool:
        if "uniqueItems" in test:
            return atom.high is not None and atom.high <= 1
        if "contains" in test:
            return any(self._is_contains_implied(each, test) for each in passed if "contains" in each)
        if "prefixItems" in test:
            first = next((each for each in passed if "prefixItems" in each), _NO_KEYWORDS)
            places = range(max(len(first.get("prefixItems", ())), len(test["prefixItems"])) + 1)
            return all(
                self._is_within((*atom.items, item_shape(first, place)), item_shape(test, place))
                for place in places
                if atom.high is None or place < atom.high
            )
        return False

    def _is_contains_implied(self, passed: Mapping[str, Any], test: Mapping[str, Any]) -> bool:
        """Return whether the `contains` of one test, which the documents pass, is proven to imply the `contains` of
        another test.
        """
        passed_items, tested_items = shape_of_schema(passed["contains"]), shape_of_schema(test["contains"])
        low = test.get("minContains", 1)
        enough = passed.get("minContains", 1) >= low and (low == 0 or self._is_within((passed_items,), tested_items))
        most, least = test.get("maxContains"), passed.get("maxContains")
        few = most is None or (least is not None and least <= most and self._is_within((tested_items,), passed_items))
        return enough and few

    def _object_passes(
        self, atom: RecordIntersection, passed: Sequence[Mapping[str, Any]], test: Mapping[str, Any]
    ) -> bool:
        is_closed = any(part.extra is None for part in atom.parts)
        if "minProperties" in test:
            least = max([len(atom.required), *(each.get("minProperties", 0) for each in passed)])
            return bool(least >= test["minProperties"])
        if "maxProperties" in test:
            bounds = [each["maxProperties"] for each in passed if "maxProperties" in each]
            bounds += [len(_possible_names(atom))] if is_closed else []
            return any(bound <= test["maxProperties"] for bound in bounds)
        if "propertyNames" in test:
            names, rule = _name_shapes(passed), shape_of_schema(test["propertyNames"])
            if is_closed:
                held = (Constant("string", name) for name in _possible_names(atom))
                return all(self._is_within((name, *names), rule) for name in held)
            return self._is_within((Strings(), *names), rule)
        return False

    def _is_within(self, inside: tuple[Shape, ...], outside: Shape) -> bool:
        return self._ask(inside, (outside,)) == "none"


def _name_shapes(tests: Sequence[Mapping[str, Any]]) -> list[Shape]:
    return [shape_of_schema(each["propertyNames"]) for each in tests if "propertyNames" in each]


def _possible_names(atom: RecordIntersection) -> list[str]:
    """Return the names of the declared members that an object can have."""
    return [name for name in atom.names if atom.shapes_of_member(name) is not None]
