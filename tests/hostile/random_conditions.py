"""Random schemas with conditions: keywords that no Python type expresses. `python -m tests.soak conditions` is the long
run, which takes every keyword in turn.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

from mcp_bindgen.jsontext import is_object
from mcp_bindings.json_values import is_array
from tests.hostile.random_schemas import NAMES, SCALARS, Author, try_numbered
from tests.soak.tally import Tally

PATTERNS = ("^a", "b$", "^[a-c]*$", "a|b", "^(?:ab?){1,2}$", "[^a]", "^\\d+$", "^\\w+$", "^.$", "\\s", "^\\u0061", "^$")
"""Patterns that Python reads as ECMA 262 does, in the texts that are tried."""

KEYWORDS = (
    *("uniqueItems", "pattern", "propertyNames", "minProperties", "maxProperties", "dependentRequired"),
    *("prefixItems", "contains", "if", "not"),
)

"""`if` brings `then` and `else` with it, and `contains` its bounds."""

GROUPS: tuple[tuple[str, ...], ...] = (*((each,) for each in KEYWORDS), *combinations(KEYWORDS, 2))
"""The keywords that a schema has: first each alone, then each with each other."""

ATTEMPTS = 4
"""Schemas for one number: more than half are refused, and a short run should try every group."""

STEP = 100_000 * len(GROUPS)
"""Between the numbers of these schemas; beyond the numbers of any run."""

BY_KEYWORD = "documents by keyword"
BY_GROUP = "documents by keywords together"


class ConditionAuthor(Author):
    """Writes schemas in which every third one has a condition, or several in one place or in parts of an `allOf`."""

    def __init__(self, random: Random, keywords: tuple[str, ...]) -> None:
        super().__init__(random)
        self._keywords = keywords

    def document(self) -> dict[str, Any]:
        self.definitions = ["A", "B"]
        depths = (1, 2, 2) if len(self._keywords) == 1 else (1, 2, 3)
        return {"$defs": {name: self.schema(self.random.choice(depths)) for name in self.definitions}}

    def schema(self, depth: int) -> Any:
        schema = super().schema(depth)
        if not is_object(schema) or self.maybe(0.65):
            return schema
        conditions = [self._condition(keyword, max(depth - 1, 0)) for keyword in self._keywords]
        if len(conditions) > 1 and self.maybe(0.3):
            return {"allOf": [{**schema, **conditions[0]}, *conditions[1:]]}
        for each in conditions:
            schema = {**schema, **each}
        return schema

    def _condition(self, keyword: str, depth: int) -> dict[str, Any]:
        ways: dict[str, Callable[[int], dict[str, Any]]] = {
            "uniqueItems": lambda _: {"uniqueItems": self.maybe(0.9)},
            "pattern": lambda _: {"pattern": self.random.choice(PATTERNS)},
            "propertyNames": lambda _: {"propertyNames": self._of_names()},
            "minProperties": lambda _: {"minProperties": self.random.choice((0, 1, 2, 2.0))},
            "maxProperties": lambda _: {"maxProperties": self.random.choice((0, 1, 2, 3.0))},
            "dependentRequired": self._dependent,
            "prefixItems": self._prefix,
            "contains": self._contains,
            "if": self._if,
            "not": lambda depth: {"not": self._part(depth)},
        }
        return ways[keyword](depth)

    def _of_names(self) -> Any:
        choices: tuple[Any, ...] = (
            {"pattern": self.random.choice(PATTERNS)},
            {"maxLength": self.random.choice((1, 3, 5))},
            {"enum": self.random.sample(NAMES, 3)},
            {"not": {"const": self.random.choice(NAMES)}},
            True,
            {"type": "string"},
        )
        return self.random.choice(choices)

    def _dependent(self, _: int) -> dict[str, Any]:
        names = self.random.sample(NAMES[:8], 2)
        return {
            "dependentRequired": {name: self.random.sample(NAMES[:8], self.random.choice((0, 1, 2))) for name in names}
        }

    def _prefix(self, depth: int) -> dict[str, Any]:
        rest: dict[str, Any] = {"items": self._part(depth)} if self.maybe(0.4) else {}
        return {"prefixItems": [self._part(depth) for _ in range(self.random.choice((1, 2)))], **rest}

    def _contains(self, depth: int) -> dict[str, Any]:
        bounds = {word: self.random.choice((0, 1, 2)) for word in ("minContains", "maxContains") if self.maybe(0.3)}
        return {"contains": self._part(depth), **bounds}

    def _if(self, depth: int) -> dict[str, Any]:
        branches = {word: self._part(depth) for word in ("then", "else") if self.maybe(0.7)}
        return {"if": self._part(depth), **branches}

    def _part(self, depth: int) -> Any:
        """A schema inside a condition; it needs no type, and it is often about members."""
        if self.maybe(0.3):
            return {"required": self.random.sample(NAMES[:8], 1)}
        if self.maybe(0.2):
            return {"properties": {self.random.choice(NAMES[:8]): {"const": self.random.choice(SCALARS)}}}
        return self.random.choice((self.scalar, self.constants, Author.schema.__get__(self)))(min(depth, 1))


def written(seed: int, number: int) -> dict[str, Any]:
    """The schema of that number, with the conditions of one keyword or two."""
    return ConditionAuthor(Random(f"conditions/{seed}/{number}"), GROUPS[number % len(GROUPS)]).document()


def twisted(value: Any, number: int) -> Any:
    """Every second document with other items or members somewhere, and with items that are equal or nearly so."""
    random = Random(f"{number}/{json.dumps(value)[:200]}")
    return _twist(json.loads(json.dumps(value)), random) if number % 2 else value


def _twist(value: Any, random: Random) -> Any:
    if is_array(value):
        items = [_twist(item, random) for item in value]
        if items and random.random() < 0.6:
            item = random.choice(items)
            likes: list[Any] = [item, item, float(item) if type(item) is int and abs(item) < 2**53 else item, [item]]
            likes += [{1: True, 0: False}.get(item, item) if type(item) is int else item]
            items.insert(random.randrange(len(items) + 1), random.choice(likes))
        return items
    if is_object(value):
        members: dict[str, Any] = {name: _twist(member, random) for name, member in value.items()}
        if members and random.random() < 0.3:
            members.pop(random.choice(list(members)))
        if random.random() < 0.4:
            members[random.choice(NAMES)] = random.choice(SCALARS)
        return members
    if isinstance(value, str) and random.random() < 0.3:
        return random.choice(("a", "b", "ab", "abab", "7", "_", " ", "", "A", "日", "😀", "\t"))
    return value


def try_conditions(part: tuple[int, range]) -> Tally:
    """The schemas of these numbers. If one is refused, another one with the same keywords follows."""
    seed, numbers = part
    total = Tally()
    for number in numbers:
        for further in range(number, number + ATTEMPTS * STEP, STEP):
            tally = try_numbered(seed, further, written, twisted)
            for keyword in GROUPS[number % len(GROUPS)]:
                tally.count(BY_KEYWORD, keyword, times=tally.total("documents"))
            tally.count(BY_GROUP, " and ".join(GROUPS[number % len(GROUPS)]), times=tally.total("documents"))
            total.add(tally)
            if tally.total("documents"):
                break
    return total
