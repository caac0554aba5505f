"""Single edits of an official schema, of every kind: each gives a file that differs from it in one thing."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from random import Random
from typing import Any, NamedTuple

from mcp_bindings.json_values import is_array, is_object

Definitions = dict[str, Any]
Change = Callable[[Definitions, Random], str | None]
"""Changes definitions in place, and says where; None if there is no place for the edit."""

TARGETS = 3
"""Most places that are tried for one kind of edit."""


class Edit(NamedTuple):
    """One edit of one schema."""

    kind: str
    place: str
    document: dict[str, Any]
    touched: tuple[str, ...]
    """Definitions that differ from those of the official file, or are new."""


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}


def references(schema: Any) -> Iterator[str]:
    """The definitions that a schema refers to."""
    if is_object(schema):
        for word, value in schema.items():
            if word == "$ref" and isinstance(value, str):
                yield value.removeprefix("#/$defs/")
            else:
                yield from references(value)
    elif is_array(schema):
        for item in schema:
            yield from references(item)


def spoken(definitions: Mapping[str, Any]) -> list[str]:
    """The definitions that messages of the unions contain."""
    found = dict.fromkeys(name for name in UNIONS if name in definitions)
    rest = list(found)
    while rest:
        for name in references(definitions[rest.pop()]):
            if name not in found:
                found[name] = None
                rest.append(name)
    return sorted(name for name in found if name not in UNIONS)


UNIONS = ("ClientRequest", "ClientNotification", "ClientResult", "ServerRequest", "ServerNotification", "ServerResult")
FIXED = ("jsonrpc", "id", "method", "params", "_meta", "resultType", "result", "error")
"""Members of every message, which edits of their own are about."""


def _members(
    definitions: Definitions, random: Random, fits: Callable[[Mapping[str, Any]], bool], *, required: bool | None = None
) -> tuple[str, str] | None:
    """A definition and the name of one of its members whose schema fits."""
    found = [
        (name, member)
        for name in spoken(definitions)
        for member, schema in definitions[name].get("properties", {}).items()
        if member not in FIXED
        and is_object(schema)
        and fits(schema)
        and required in (None, member in definitions[name].get("required", ()))
    ]
    return random.choice(found) if found else None


def _objects(definitions: Definitions, random: Random) -> str:
    found = [
        name
        for name in spoken(definitions)
        if definitions[name].get("type") == "object" and "method" not in definitions[name].get("properties", {})
    ]
    return random.choice(found)


def typed(*kinds: str) -> Callable[[Mapping[str, Any]], bool]:
    return lambda schema: schema.get("type") in kinds and "const" not in schema and "enum" not in schema


def _any(_: Mapping[str, Any]) -> bool:
    return True


def _refers(schema: Mapping[str, Any]) -> bool:
    return "$ref" in schema


def _constant(schema: Mapping[str, Any]) -> bool:
    return "const" in schema


def _enum(schema: Mapping[str, Any]) -> bool:
    return "enum" in schema


def changed_member(fits: Callable[[Mapping[str, Any]], bool], change: Callable[[dict[str, Any]], Any]) -> Change:
    """An edit of the schema of a member."""

    def apply(definitions: Definitions, random: Random) -> str | None:
        place = _members(definitions, random, fits)
        if place is None:
            return None
        properties = definitions[place[0]]["properties"]
        properties[place[1]] = change(properties[place[1]])
        return ".".join(place)

    return apply


def with_words(fits: Callable[[Mapping[str, Any]], bool], **words: Any) -> Change:
    return changed_member(fits, lambda schema: {**schema, **words})


def replaced(fits: Callable[[Mapping[str, Any]], bool], schema: Any) -> Change:
    return changed_member(fits, lambda _: schema)


def changed_object(change: Callable[[dict[str, Any], Definitions], Any]) -> Change:
    """An edit of a definition that is an object."""

    def apply(definitions: Definitions, random: Random) -> str:
        name = _objects(definitions, random)
        made = change(definitions[name], definitions)
        if made is not None:
            definitions[name] = made
        return name

    return apply


def new_member(name: str, schema: Any, *, required: bool = False, **more: Any) -> Change:
    """A new member; `more` are new definitions."""

    def change(owner: dict[str, Any], definitions: Definitions) -> None:
        owner.setdefault("properties", {})[name] = schema
        if required:
            owner["required"] = [*owner.get("required", []), name]
        definitions.update(more)

    return changed_object(change)


def words_of_object(**words: Any) -> Change:
    return changed_object(lambda owner, _: {**owner, **words})


def condition_of_object(make: Callable[[str], dict[str, Any]]) -> Change:
    """A condition about the first member of an object."""

    def apply(definitions: Definitions, random: Random) -> str | None:
        place = _members(definitions, random, _any, required=False)
        if place is None:
            return None
        definitions[place[0]].update(make(place[1]))
        return ".".join(place)

    return apply


def requirement(*, required: bool) -> Change:
    def apply(definitions: Definitions, random: Random) -> str | None:
        place = _members(definitions, random, _any, required=not required)
        if place is None:
            return None
        owner = definitions[place[0]]
        others = [name for name in owner.get("required", []) if name != place[1]]
        owner["required"] = [*others, *([place[1]] if required else [])]
        if not owner["required"]:
            del owner["required"]
        return ".".join(place)

    return apply


def removed_member(definitions: Definitions, random: Random, *, required: bool) -> str | None:
    place = _members(definitions, random, _any, required=required)
    if place is None:
        return None
    owner = definitions[place[0]]
    del owner["properties"][place[1]]
    if required:
        owner["required"].remove(place[1])
    return ".".join(place)


def renamed_member(definitions: Definitions, random: Random) -> str | None:
    place = _members(definitions, random, _any)
    if place is None:
        return None
    owner, new = definitions[place[0]], f"{place[1]}Now"
    owner["properties"] = {new if name == place[1] else name: each for name, each in owner["properties"].items()}
    if "required" in owner:
        owner["required"] = [new if name == place[1] else name for name in owner["required"]]
    return ".".join(place)


def without_value(schema: dict[str, Any]) -> dict[str, Any]:
    return {**schema, "enum": schema["enum"][1:] or ["other"]}


def with_value(schema: dict[str, Any]) -> dict[str, Any]:
    return {**schema, "enum": [*schema["enum"], "fresh-value"]}


def without_enum(schema: dict[str, Any]) -> dict[str, Any]:
    return {word: value for word, value in schema.items() if word != "enum"}


def changed_definition(name: str, change: Callable[[Any], Any]) -> Change:
    def apply(definitions: Definitions, _: Random) -> str | None:
        if name not in definitions:
            return None
        definitions[name] = change(json.loads(json.dumps(definitions[name])))
        return name

    return apply


def changed_enum_definition(change: Callable[[dict[str, Any]], Any]) -> Change:
    def apply(definitions: Definitions, random: Random) -> str | None:
        found = [name for name in spoken(definitions) if "enum" in definitions[name]]
        name = random.choice(found)
        definitions[name] = change(definitions[name])
        return name

    return apply


def _unions(definitions: Definitions) -> list[str]:
    return [name for name in spoken(definitions) if len(definitions[name].get("anyOf", ())) > 1]


def changed_union(change: Callable[[list[Any], Definitions], list[Any]], word: str = "anyOf") -> Change:
    def apply(definitions: Definitions, random: Random) -> str | None:
        found = _unions(definitions)
        if not found:
            return None
        name = random.choice(found)
        arms = change(definitions[name].pop("anyOf"), definitions)
        definitions[name][word] = arms
        return name

    return apply


FRESH = {
    "type": "object",
    "properties": {"type": {"type": "string", "const": "fresh"}, "data": {"type": "string"}},
    "required": ["data", "type"],
}


def with_arm(arms: list[Any], definitions: Definitions) -> list[Any]:
    definitions["FreshBlock"] = FRESH
    return [*arms, ref("FreshBlock")]


def renamed_definition(definitions: Definitions, random: Random) -> str:
    name = _objects(definitions, random)
    text = json.dumps(definitions).replace(f'"#/$defs/{name}"', f'"#/$defs/{name}Now"')
    changed = {f"{name}Now" if key == name else key: value for key, value in json.loads(text).items()}
    definitions.clear()
    definitions.update(changed)
    return name


def split_definition(definitions: Definitions, random: Random) -> str:
    """A definition becomes an `allOf` of a base and its own members."""
    name = _objects(definitions, random)
    owner = definitions[name]
    names = list(owner.get("properties", {}))
    for part, kept in (("First", names[::2]), ("Second", names[1::2])):
        definitions[f"{name}{part}"] = {
            "type": "object",
            "properties": {each: owner["properties"][each] for each in kept},
            "required": [each for each in owner.get("required", ()) if each in kept],
        }
    definitions[name] = {"allOf": [ref(f"{name}First"), ref(f"{name}Second")]}
    return name


def inlined_definition(definitions: Definitions, random: Random) -> str | None:
    """A member has the schema that it referred to."""
    place = _members(definitions, random, _refers)
    if place is None:
        return None
    properties = definitions[place[0]]["properties"]
    properties[place[1]] = definitions[next(references(properties[place[1]]))]
    return ".".join(place)


def _requests(definitions: Definitions, union: str = "ClientRequest") -> list[str]:
    arms = definitions[union].get("anyOf", [])
    found = [name for arm in arms for name in references(arm)]
    return [name for name in found if name not in ("InitializeRequest", "DiscoverRequest", "PingRequest")]


def new_method(definitions: Definitions, random: Random) -> str:
    name = random.choice([each for each in _requests(definitions) if f"{each[:-7]}Result" in definitions])
    stem = name.removesuffix("Request")
    method = definitions[name]["properties"]["method"]["const"]
    for suffix in ("Request", "Result", "ResultResponse"):
        if f"{stem}{suffix}" in definitions:
            text = json.dumps(definitions[f"{stem}{suffix}"]).replace(method, f"{method}/fresh")
            text = text.replace(f'"#/$defs/{stem}Result"', f'"#/$defs/Fresh{stem}Result"')
            definitions[f"Fresh{stem}{suffix}"] = json.loads(text)
    definitions["ClientRequest"]["anyOf"].append(ref(f"Fresh{stem}Request"))
    if f"{stem}Result" in [*references(definitions["ServerResult"])]:
        definitions["ServerResult"]["anyOf"].append(ref(f"Fresh{stem}Result"))
    return f"{method}/fresh"


def renamed_method(definitions: Definitions, random: Random) -> str:
    name = random.choice(_requests(definitions))
    schema = definitions[name]["properties"]["method"]
    schema["const"] += "/now"
    return str(schema["const"])


def removed_method(definitions: Definitions, random: Random, union: str = "ClientRequest") -> str:
    name = random.choice(_requests(definitions, union))
    definitions[union]["anyOf"].remove(ref(name))
    return name


def new_notification(definitions: Definitions, _: Random) -> str:
    text = json.dumps(definitions["ToolListChangedNotification"])
    method = definitions["ToolListChangedNotification"]["properties"]["method"]["const"]
    definitions["FreshChangedNotification"] = json.loads(text.replace(method, "notifications/fresh/changed"))
    definitions["ServerNotification"]["anyOf"].append(ref("FreshChangedNotification"))
    return "notifications/fresh/changed"


def required_params(definitions: Definitions, random: Random, *, required: bool) -> str | None:
    found = [
        name
        for name in _requests(definitions)
        if ("params" in definitions[name].get("required", ())) != required
        and "params" in definitions[name]["properties"]
    ]
    if not found:
        return None
    owner = definitions[name := random.choice(found)]
    others = [each for each in owner.get("required", ()) if each != "params"]
    owner["required"] = [*others, *(["params"] if required else [])]
    return name


def result_of_response(definitions: Definitions, random: Random) -> str | None:
    """A request may be answered by a request for input."""
    found = [
        name
        for name in definitions
        if name.endswith("ResultResponse") and "$ref" in definitions[name].get("properties", {}).get("result", {})
    ]
    if not found or "InputRequiredResult" not in definitions:
        return None
    properties = definitions[name := random.choice(found)]["properties"]
    properties["result"] = {"anyOf": [properties["result"], ref("InputRequiredResult")]}
    return name


def new_error(definitions: Definitions, _: Random) -> str | None:
    name = next((each for each in ("UnsupportedProtocolVersionError", "InvalidParamsError") if each in definitions), "")
    if not name:
        return None
    codes = json.dumps(definitions[name])
    definitions["OutOfStockError"] = json.loads(codes.replace("-32022", "-32077").replace("-32602", "-32077"))
    return "OutOfStockError"


def new_definition(schema: Any, name: str = "FreshThing") -> Change:
    """A definition that a new member refers to."""
    return new_member("freshThing", ref(name), **{name: schema})


def recursive(definitions: Definitions, random: Random) -> str:
    name = _objects(definitions, random)
    definitions[name].setdefault("properties", {})["inner"] = {"type": "array", "items": ref(name)}
    return name


def reversed_definitions(definitions: Definitions, _: Random) -> str:
    turned = dict(reversed(definitions.items()))
    definitions.clear()
    definitions.update(turned)
    return "$defs"


def reversed_members(definitions: Definitions, random: Random) -> str | None:
    name = _objects(definitions, random)
    owner = definitions[name]
    owner["properties"] = dict(reversed(owner.get("properties", {}).items()))
    return name if len(owner["properties"]) > 1 else None


def capability(side: str, name: str, schema: Any) -> Change:
    def change(owner: dict[str, Any]) -> dict[str, Any]:
        properties = {key: each for key, each in owner["properties"].items() if key != name}
        return {**owner, "properties": {**properties, **({} if schema is None else {name: schema})}}

    return changed_definition(f"{side}Capabilities", change)


def meta_key(schema: Any, *, required: bool) -> Change:
    def change(owner: dict[str, Any]) -> dict[str, Any]:
        made = {**owner, "properties": {**owner.get("properties", {}), "io.example/fresh": schema}}
        return {**made, "required": [*owner.get("required", ()), "io.example/fresh"]} if required else made

    return changed_definition("RequestMetaObject", change)


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


def _types(kind: str) -> Change:
    return changed_member(typed(kind), lambda schema: {**schema, "type": [kind, "null"]})


def _anchored(definitions: Definitions, random: Random) -> str:
    name = _objects(definitions, random)
    definitions[name].setdefault("properties", {})["anchored"] = {"$ref": "#fresh"}
    definitions["Anchored"] = {"$anchor": "fresh", "type": "string"}
    return name


def _dynamic(definitions: Definitions, random: Random) -> str:
    name = _objects(definitions, random)
    definitions[name].setdefault("properties", {})["dynamic"] = {"$dynamicRef": "#node"}
    definitions["Node"] = {"$dynamicAnchor": "node", "type": "object", "properties": {"next": {"$dynamicRef": "#node"}}}
    return name


STRING, INTEGER, ARRAY, OBJECT = typed("string"), typed("integer", "number"), typed("array"), typed("object")
ITEMS = {"type": "array", "items": {"type": "string"}}
INLINE = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "size": {"type": "integer"}},
    "required": ["name"],
}
NAMES = (
    "class",
    "__class__",
    "self",
    "model_config",
    "a-b",
    "a.b/c",
    "é",
    "1st",
    "None",
    "copy",
    "$ref",
    "validate",
    "",
)

KINDS: Mapping[str, Change] = {
    "optional string": new_member("fresh", {"type": "string"}),
    "required string": new_member("fresh", {"type": "string"}, required=True),
    "optional reference": new_member("fresh", ref("Implementation")),
    "member of a new type": new_definition(INLINE),
    "new enum": new_definition({"type": "string", "enum": ["a", "b"]}),
    "new alias": new_definition({"type": "integer"}),
    "new map": new_definition({"type": "object", "additionalProperties": {"type": "integer"}}),
    "new union": new_definition({"anyOf": [{"type": "string"}, INLINE, {"type": "array", "items": INLINE}]}),
    "new recursive type": new_definition(
        {"anyOf": [{"type": "string"}, {"type": "array", "items": ref("FreshThing")}]}
    ),
    "unused definition": changed_object(lambda _, definitions: definitions.update(Unused=INLINE)),
    "lower-case definition": new_definition(INLINE, "freshThing"),
    "definition named as a builtin": new_definition({"type": "string"}, "str"),
    "definition named as a type of Python": new_definition(INLINE, "Any"),
    "definition with a blank": new_definition(INLINE, "Fresh thing"),
    "removed optional member": partial(removed_member, required=False),
    "removed required member": partial(removed_member, required=True),
    "member becomes required": requirement(required=True),
    "member becomes optional": requirement(required=False),
    "renamed member": renamed_member,
    "string becomes an integer": changed_member(STRING, lambda schema: {**schema, "type": "integer"}),
    "number becomes a string": replaced(INTEGER, {"type": "string"}),
    "array becomes one value": changed_member(ARRAY, lambda schema: schema.get("items", {})),
    "array or one value": changed_member(ARRAY, lambda schema: {"anyOf": [schema, schema.get("items", {})]}),
    "string becomes a list": changed_member(STRING, lambda schema: {"type": "array", "items": schema}),
    "reference becomes a string": replaced(_refers, {"type": "string"}),
    "reference becomes a list": changed_member(_refers, lambda schema: {"type": "array", "items": schema}),
    "reference becomes a map": changed_member(
        _refers, lambda schema: {"type": "object", "additionalProperties": schema}
    ),
    "nullable string by types": _types("string"),
    "nullable number by types": _types("number"),
    "nullable string": changed_member(STRING, _nullable),
    "nullable reference": changed_member(_refers, _nullable),
    "nullable object": changed_member(OBJECT, _nullable),
    "nullable array": changed_member(ARRAY, _nullable),
    "reference or string": changed_member(_refers, lambda schema: {"anyOf": [schema, {"type": "string"}]}),
    "oneOf reference or string": changed_member(_refers, lambda schema: {"oneOf": [schema, {"type": "string"}]}),
    "overlapping oneOf": replaced(
        STRING, {"oneOf": [{"type": "string", "minLength": 2}, {"type": "string", "maxLength": 4}]}
    ),
    "inline object": replaced(STRING, INLINE),
    "inline enum": with_words(STRING, enum=["a", "b", "c"]),
    "constant": with_words(STRING, const="fixed"),
    "another constant": changed_member(_constant, lambda schema: {**schema, "const": f"{schema['const']}-now"}),
    "constant becomes a string": changed_member(_constant, lambda _: {"type": "string"}),
    "constant becomes an enum": changed_member(
        _constant, lambda schema: {"type": "string", "enum": [schema["const"], "other"]}
    ),
    "value gone from an enum": changed_member(_enum, without_value),
    "value added to an enum": changed_member(_enum, with_value),
    "enum becomes a string": changed_member(_enum, without_enum),
    "value gone from a named enum": changed_enum_definition(without_value),
    "value added to a named enum": changed_enum_definition(with_value),
    "named enum becomes a string": changed_enum_definition(without_enum),
    "enum of many types": replaced(STRING, {"enum": ["a", 1, True, None, 1.5]}),
    "constant object": replaced(OBJECT, {"const": {"a": 1}}),
    "constant array": replaced(ARRAY, {"const": ["a", 1]}),
    "constant null": replaced(STRING, {"const": None}),
    "constant 1.0": replaced(INTEGER, {"const": 1.0}),
    "large enum": replaced(STRING, {"enum": [f"value-{number}" for number in range(300)]}),
    "minLength": with_words(STRING, minLength=2),
    "maxLength": with_words(STRING, maxLength=8),
    "pattern": with_words(STRING, pattern="^[a-z]{1,5}$"),
    "pattern with a class": with_words(STRING, pattern=r"^\d+\.\w*$"),
    "pattern with look-ahead": with_words(STRING, pattern="^(?!x)[a-z]+$"),
    "pattern with a property": with_words(STRING, pattern=r"^\p{L}+$"),
    "format": with_words(STRING, format="uuid"),
    "minimum": with_words(INTEGER, minimum=1),
    "exclusive bounds": with_words(INTEGER, exclusiveMinimum=0, exclusiveMaximum=100),
    "multipleOf": with_words(INTEGER, multipleOf=5),
    "multipleOf a fraction": with_words(INTEGER, multipleOf=0.01),
    "uint64": replaced(INTEGER, {"type": "integer", "minimum": 0, "maximum": 2**64 - 1}),
    "int64": replaced(INTEGER, {"type": "integer", "minimum": -(2**63), "maximum": 2**63 - 1}),
    "integer or string": changed_member(INTEGER, lambda schema: {"type": ["integer", "string"]}),
    "minItems": with_words(ARRAY, minItems=1),
    "maxItems": with_words(ARRAY, maxItems=2),
    "uniqueItems": with_words(ARRAY, uniqueItems=True),
    "contains": with_words(ARRAY, contains={"type": "string"}, minContains=1, maxContains=3),
    "prefixItems": replaced(ARRAY, {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]}),
    "prefixItems alone": replaced(ARRAY, {"type": "array", "prefixItems": [{"type": "string"}], "items": False}),
    "items false": with_words(ARRAY, items=False),
    "items true": with_words(ARRAY, items=True),
    "items of another type": with_words(ARRAY, items={"type": "integer"}),
    "unevaluatedItems": replaced(
        ARRAY, {"type": "array", "prefixItems": [{"type": "string"}], "unevaluatedItems": False}
    ),
    "closed object": words_of_object(additionalProperties=False),
    "typed additions": words_of_object(additionalProperties={"type": "string"}),
    "unevaluatedProperties": words_of_object(unevaluatedProperties=False),
    "propertyNames": words_of_object(propertyNames={"maxLength": 12}),
    "minProperties": words_of_object(minProperties=1),
    "maxProperties": words_of_object(maxProperties=6),
    "patternProperties": words_of_object(patternProperties={"^x-": {"type": "string"}}),
    "dependentRequired": condition_of_object(lambda name: {"dependentRequired": {name: ["fresh"]}}),
    "dependentSchemas": condition_of_object(lambda name: {"dependentSchemas": {name: {"required": ["fresh"]}}}),
    "if and then": condition_of_object(lambda name: {"if": {"required": [name]}, "then": {"required": ["fresh"]}}),
    "not required": condition_of_object(lambda name: {"not": {"required": [name, "fresh"]}}),
    "anyOf beside members": condition_of_object(
        lambda name: {"anyOf": [{"required": [name]}, {"required": ["fresh"]}]}
    ),
    "member not {}": replaced(STRING, {"not": {}}),
    "member false": replaced(STRING, False),
    "member true": replaced(STRING, True),
    "member {}": replaced(STRING, {}),
    "definition true": new_definition(True),
    "definition false": new_definition(False),
    "description beside a reference": with_words(_refers, description="Another text."),
    "assertion beside a reference": with_words(_refers, type=["object", "string"], minProperties=1),
    "anchor": _anchored,
    "dynamic reference": _dynamic,
    "deprecated member": with_words(_any, deprecated=True),
    "deprecated definition": words_of_object(deprecated=True),
    "default": with_words(STRING, default="x"),
    "other prose": words_of_object(description="Another text.", title="Another title", examples=[{}]),
    "annotations": with_words(STRING, readOnly=True, contentMediaType="text/plain", **{"$comment": "c"}),
    "renamed definition": renamed_definition,
    "split definition": split_definition,
    "inlined definition": inlined_definition,
    "recursive member": recursive,
    "definitions in another order": reversed_definitions,
    "members in another order": reversed_members,
    "alternative added": changed_union(with_arm),
    "alternative gone": changed_union(lambda arms, _: arms[:-1]),
    "alternatives in another order": changed_union(lambda arms, _: arms[::-1]),
    "alternative null": changed_union(lambda arms, _: [*arms, {"type": "null"}]),
    "alternative string": changed_union(lambda arms, _: [*arms, {"type": "string"}]),
    "oneOf instead of anyOf": changed_union(lambda arms, _: arms, "oneOf"),
    "new method": new_method,
    "renamed method": renamed_method,
    "request gone": removed_method,
    "notification gone": partial(removed_method, union="ServerNotification"),
    "new notification": new_notification,
    "params become required": partial(required_params, required=True),
    "params become optional": partial(required_params, required=False),
    "result may ask for input": result_of_response,
    "new error code": new_error,
    "new capability of the server": capability("Server", "things", {"type": "object"}),
    "new capability of the client": capability("Client", "things", {"type": "object", "additionalProperties": True}),
    "capability gone": capability("Server", "completions", None),
    "capability of another type": capability("Server", "logging", {"type": "boolean"}),
    "new key of _meta": meta_key({"type": "string"}, required=False),
    "required key of _meta": meta_key({"type": "string"}, required=True),
    "ids are strings": changed_definition("RequestId", lambda _: {"type": "string"}),
    "ids are integers": changed_definition("RequestId", lambda _: {"type": "integer"}),
    "ids may be null": changed_definition("RequestId", lambda _: {"type": ["string", "integer", "null"]}),
    "progress tokens are strings": changed_definition("ProgressToken", lambda _: {"type": "string"}),
    "cursors are integers": changed_definition("Cursor", lambda _: {"type": "integer"}),
    "cursors are objects": changed_definition("Cursor", lambda _: INLINE),
    "members that meet": changed_object(
        lambda owner, _: {**owner, "properties": {**owner.get("properties", {}), "fooBar": ITEMS, "foo_bar": INLINE}}
    ),
    "inline type with a taken name": changed_definition(
        "Tool", lambda owner: {**owner, "properties": {**owner["properties"], "annotations": INLINE}}
    ),
    **{f"member named {name!r}": new_member(name, {"type": "string"}) for name in NAMES},
}
"""Every kind of edit, by name."""


def edits(official: Mapping[str, Any], kinds: Collection[str] = KINDS.keys()) -> list[Edit]:
    """Edits of these kinds at some places of an official schema, in an order that mixes the kinds."""
    found: list[Edit] = []
    for turn in range(TARGETS):
        for kind in kinds:
            document = json.loads(json.dumps(official))
            place = KINDS[kind](document["$defs"], Random(f"{kind}/{turn}"))
            if place is None or any((each.kind, each.place) == (kind, place) for each in found):
                continue
            before = official["$defs"]
            touched = [name for name, schema in document["$defs"].items() if before.get(name) != schema]
            found.append(Edit(kind, place, document, tuple(touched)))
    Random(0).shuffle(found)
    return found
