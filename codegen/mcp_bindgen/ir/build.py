"""Build named types from a normalized schema. Inline objects and unions become named types too."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from mcp_bindgen import naming
from mcp_bindgen.errors import BindgenError, raise_together
from mcp_bindgen.ingest import keywords
from mcp_bindgen.ingest.conditions import ConditionError
from mcp_bindgen.ingest.manifest import Revision
from mcp_bindgen.ingest.normalize import reference_target, reference_to
from mcp_bindgen.ingest.protocol import ChosenName
from mcp_bindgen.ingest.refusals import ADVICE, RefusalError, proposed_erratum
from mcp_bindgen.ir import assertions, conditions, directions, limits, merge, recursion
from mcp_bindgen.ir.assertions import Schema
from mcp_bindgen.ir.subjects import OTHER_MODULES
from mcp_bindgen.ir.types import (
    AliasType,
    AnyJson,
    Conditions,
    ConstantValue,
    Field,
    ListOf,
    LiteralValue,
    MapOf,
    ObjectType,
    Ref,
    Scalar,
    ScalarUnion,
    SchemaLocation,
    SpecRevision,
    TypeDef,
    TypeExpr,
    UnionType,
    annotation_names,
    reach_names,
)
from mcp_bindgen.jsontext import JSONValue, escape_token, is_object, json_equal

RESERVED = naming.STUB_NAMES | OTHER_MODULES
"""Names that a type of a revision must not have, because the revision's package uses them."""


def union_tag(arms: Sequence[TypeDef]) -> str | None:
    """Return the wire name of a member that tells the arms of a union apart.

    Every arm is a class that requires the member and lists strings as its only values, and no two arms list the same
    string. Return None if no member is like that, or if there are fewer than two arms.
    """
    if len(arms) < 2 or not all(isinstance(arm, ObjectType) for arm in arms):
        return None
    tables = [_required_constants(arm) for arm in arms if isinstance(arm, ObjectType)]
    for wire_name in tables[0]:
        values = [value for table in tables for value in table.get(wire_name, ())]
        if all(wire_name in table for table in tables) and len(values) == len(set(values)):
            return wire_name
    return None


def _required_constants(type_: ObjectType) -> dict[str, tuple[ConstantValue, ...]]:
    """Return the strings that each required member admits, by wire name, without members that admit other values."""
    return {
        field.wire_name: field.type.values
        for field in type_.fields
        if field.required
        and isinstance(field.type, LiteralValue)
        and all(isinstance(value, str) for value in field.type.values)
    }


def distinguish_suffixes(arms: list[tuple[Schema, str, str]]) -> list[tuple[Schema, str, str]]:
    """Return the alternatives with name suffixes that differ, as far as possible.

    If several inline objects have one suffix, an object that alone requires some member gets a suffix made from the
    name of that member.
    """
    groups = [[arm for arm, _, other in arms if other == suffix and "$ref" not in arm] for _, _, suffix in arms]
    result: list[tuple[Schema, str, str]] = []
    for (arm, place, suffix), group in zip(arms, groups, strict=True):
        others = {name for other in group if other is not arm for name in other.get("required", ())}
        own = [name for name in arm.get("required", ()) if name not in others] if len(group) > 1 else []
        result.append((arm, place, naming.make_inline_type_name("", own[0]) if own else suffix))
    return result


def build_spec(
    revision: Revision,
    effective: Schema,
    *,
    where: str,
    document: JSONValue = None,
    names: Sequence[ChosenName] = (),
) -> SpecRevision:
    """Return the IR of one revision.

    Args:
        revision: the row of the revision in the manifest.
        effective: the effective schema of the revision.
        where: the file, for error messages.
        document: the content of the file, which states the deprecated parts. With the content, an error about a keyword
            names the erratum that makes the file acceptable.
        names: names that a person has chosen. A name for a place that the schema does not have is ignored.

    Raises:
        BindgenError: a definition cannot be kept: an assertion of it has no exact Python form, a condition of it cannot
            be checked, no value is valid for it, it expands without end, or it is too large or nested too deeply.
    """
    builder = _TypeBuilder(effective, where, document, names)
    types = builder.build_types()
    return SpecRevision(
        revision=revision,
        module=naming.make_module_name(revision.id),
        types=types,
        definitions=builder.names,
        effective=effective,
        methods=directions.method_constants(types),
        directions=directions.type_directions(types, builder.names),
        deprecated=keywords.deprecated_pointers(document),
    )


class _TypeBuilder:
    """Builder of the types of one document, with the names that a person has chosen. A chosen name of a type is removed
    when it is used.
    """

    def __init__(self, effective: Schema, where: str, document: JSONValue, names: Sequence[ChosenName]) -> None:
        self.chosen_types = {row.place: row.type for row in names if row.type}
        self.chosen_attributes = {row.place: row.attribute for row in names if row.attribute}
        self.where = where
        self.document = document
        self.definitions: dict[str, Any] = dict(effective["$defs"])
        self.schemas: dict[str, Any] = {
            name: conditions.separate_conditions(each) for name, each in self.definitions.items()
        }
        self.names: dict[str, str] = {}
        self.types: dict[str, TypeDef] = {}
        self.definition = ""
        self.merger = merge.SchemaMerger(self.schemas)
        self.parts = 0

    def build_types(self) -> tuple[TypeDef, ...]:
        reserved = RESERVED.union(self.chosen_types.values())
        chosen = {name: self.chosen_types.pop(f"/$defs/{escape_token(name)}", "") for name in self.schemas}
        wanted = {name: naming.make_class_name(name) for name in self.schemas if not chosen[name]}
        free = naming.make_distinct_names(wanted, reserved)
        self.names = {name: chosen[name] or free[name] for name in self.schemas}
        faults: list[BindgenError] = []
        for wire_name in self.schemas:
            try:
                self._define_types_of_definition(wire_name)
            except BindgenError as error:
                faults.append(error)
        raise_together(faults)
        self._check_self_aliases()
        beyond = limits.find_too_deep_type(self.types) or limits.find_too_wide_type(self.types)
        if beyond is not None:
            raise self._make_refusal("nests more types than pydantic can build", beyond.provenance.pointer)
        raise_together(self._condition_faults())
        return tuple(self._with_tag(type_) for type_ in self.types.values())

    def _define_types_of_definition(self, wire_name: str) -> None:
        """Define the type of a definition, and the types of the inline schemas in the definition.

        Raises:
            RefusalError: the definition, or a schema in it, cannot be kept, or expands without end.
        """
        self.definition, self.parts, self.merger.steps = wire_name, 0, 0
        name, schema, pointer = self.names[wire_name], self.schemas[wire_name], f"/$defs/{escape_token(wire_name)}"
        if schema is False:
            self._add_empty_type(name, SchemaLocation(pointer, was_inline=False))
            return
        try:
            self._define_type(name, schema, pointer, was_inline=False)
        except RecursionError:
            place, word = self._find_endless_keyword(wire_name)
            what = f"`{word}` refers to the definition that contains it, so it expands without end"
            raise self._make_refusal(what if word else "expands without end", place, word) from None

    def _find_endless_keyword(self, wire_name: str) -> tuple[str, str]:
        """Find the keyword by which a definition refers to itself.

        `allOf` comes before `$ref`, and `$ref` before other keywords. A `$ref` counts if it stands beside other
        keywords, or if it is the whole definition.

        Returns:
            The JSON Pointer of the schema that has the keyword, and the keyword. Without such a keyword, the pointer of
            the definition and an empty text.
        """
        targets = {name: set(_reference_targets(schema)) for name, schema in self.definitions.items()}
        pointer = f"/$defs/{escape_token(wire_name)}"
        for word in ("allOf", "$ref", "anyOf", "oneOf"):
            for place, schema in keywords.subschemas(self.definitions[wire_name], pointer):
                named = _reference_targets(schema.get(word)) if word != "$ref" else _reference_targets(schema)[:1]
                if word not in schema or (word == "$ref" and len(schema) == 1 and place != pointer):
                    continue
                if wire_name in reach_names(named, targets.__getitem__):
                    return place, word
        return pointer, ""

    def _condition_faults(self) -> Iterator[BindgenError]:
        """Yield an error for each type whose conditions cannot be checked."""
        for type_ in self.types.values():
            fault = conditions.why_uncheckable(type_, self.types) if type_.conditions else ""
            if fault:
                word = next(iter(json.loads(type_.conditions[0])))
                yield self._make_refusal(fault, type_.provenance.pointer, word)

    def _add_type(self, type_: TypeDef) -> Ref:
        """Add a type, and return a reference to it. An inline type gets the name that a person has chosen for its
        place, or else its own, changed if it is already taken.
        """
        if type_.provenance.was_inline:
            type_ = replace(type_, name=self._choose_inline_type_name(type_.name, type_.provenance.pointer))
        self.types[type_.name] = type_
        return Ref(type_.name)

    def _choose_inline_type_name(self, name: str, pointer: str) -> str:
        """Return the name for an inline type: the chosen one, which is then used up, or else `name`, changed if it is
        already taken.
        """
        chosen = self.chosen_types.pop(pointer, "")
        taken = {*self.names.values(), *self.types, *RESERVED, *self.chosen_types.values()}
        return chosen or naming.make_distinct_class_name(name, taken)

    def _add_empty_type(self, name: str, provenance: SchemaLocation) -> Ref:
        """Add a type for which no value is valid, and return a reference to the type."""
        return self._add_type(AliasType(name, self.definition, AnyJson(), provenance, conditions.NEVER_MET))

    def _define_type(self, name: str, schema: JSONValue, pointer: str, *, was_inline: bool, depth: int = 0) -> Ref:
        """Define a named type for a schema, and return a reference to the type.

        An object with named members, or one that must be empty, becomes a class, any other schema a union or alias.

        Raises:
            RecursionError: `depth` is greater than `MAX_SINGLE_ALTERNATIVES`, or the schema expands without end.
            RefusalError: the schema, or a schema in it, cannot be kept.
        """
        if depth > limits.MAX_SINGLE_ALTERNATIVES:
            raise RecursionError
        provenance = SchemaLocation(pointer, was_inline)
        name = self._choose_inline_type_name(name, pointer) if was_inline else name
        flat = self._flatten(schema, pointer)
        stated = self._conditions_of(flat, pointer)
        whole, flat = flat, conditions.drop_conditions(flat)
        if self._is_record(flat):
            return self._define_class(name, flat, provenance, stated)
        arms = self._union_arms(flat, pointer)
        if arms is not None and len(arms) == 1:
            return self._define_type(
                name, conditions.move_conditions(whole, arms[0][0]), pointer, was_inline=was_inline, depth=depth + 1
            )
        if arms is not None:
            exprs = [
                self._inner_expression(arm, place, naming.make_inline_type_name(name, suffix))
                for arm, place, suffix in arms
            ]
            if not all(isinstance(expr, (Scalar, LiteralValue)) for expr in exprs):
                return self._add_type(
                    UnionType(name, self.definition, _drop_duplicates(exprs), None, provenance, stated)
                )
            return self._add_type(AliasType(name, self.definition, _scalar_union(exprs), provenance, stated))
        return self._add_type(
            AliasType(name, self.definition, self._type_expression(flat, pointer, name), provenance, stated)
        )

    def _conditions_of(self, flat: Schema, pointer: str) -> Conditions:
        """Return the conditions of a flat schema, each as JSON text without references.

        Raises:
            RefusalError: a condition refers to a definition that contains itself, or is too large.
        """
        try:
            return conditions.inline_conditions(flat, self.definitions)
        except ConditionError as error:
            word = next(iter(flat[conditions.CONDITIONS_KEY][-1]))
            raise self._make_refusal(f"`{word}` {error}", pointer, word) from None

    def _define_class(self, name: str, schema: Schema, provenance: SchemaLocation, stated: Conditions) -> Ref:
        properties = schema.get("properties", {})
        required = schema.get("required", [])
        rest = schema.get("additionalProperties", True)
        members: dict[str, JSONValue] = dict(properties)
        for wire_name in required:  # required without a schema of its own: the schema of unknown members holds
            members.setdefault(str(wire_name), rest)
        fields: list[Field] = []
        for wire_name, member in members.items():
            place = f"{provenance.pointer}/properties/{escape_token(wire_name)}"
            is_method = wire_name == "method" and not {"params", "jsonrpc"}.isdisjoint(members)
            stated_type = self._resolve_constants(member) if is_method else member
            expr = self._type_expression(stated_type, place, naming.make_inline_type_name(name, wire_name))
            fields.append(Field(wire_name, "", expr, wire_name in required))
        extra = (
            None
            if rest is False
            else self._inner_expression(
                rest, f"{provenance.pointer}/additionalProperties", naming.make_inline_type_name(name, "value")
            )
        )
        exprs = [*(field.type for field in fields), MapOf(extra or AnyJson())]
        hidden = {name for expr in exprs for name in annotation_names(expr)}
        named = self._with_attribute_names(fields, hidden, provenance.pointer)
        return self._add_type(ObjectType(name, self.definition, named, extra, provenance, stated))

    def _resolve_constants(self, schema: JSONValue) -> JSONValue:
        """Return the definition to which a schema leads, directly or by other references, if the definition lists
        constants; else the schema.

        The constants of the member `method` tell messages apart, so they must stand in the type of the member.
        """
        found, seen = schema, set[str]()
        while is_object(found) and set(found) == {"$ref"} and (target := reference_target(found)) not in seen:
            seen.add(str(target))
            found = self.schemas[str(target)]
        return found if is_object(found) and not {"const", "enum"}.isdisjoint(found) else schema

    def _with_attribute_names(self, fields: Sequence[Field], hidden: set[str], owner: str) -> tuple[Field, ...]:
        """Return the fields with the names of their attributes.

        Args:
            fields: the fields without names.
            hidden: names that no attribute may have.
            owner: the pointer of the schema with the members.
        """
        places = {field.wire_name: f"{owner}/properties/{escape_token(field.wire_name)}" for field in fields}
        chosen = {
            name: self.chosen_attributes[place] for name, place in places.items() if place in self.chosen_attributes
        }
        names = naming.make_attribute_names(list(places), chosen, hidden)
        return tuple(replace(field, name=names[field.wire_name]) for field in fields)

    def _type_expression(self, schema: JSONValue, pointer: str, name: str) -> TypeExpr:
        """Return the type expression of a schema.

        A type that needs a name gets the name that a person has chosen for its place, or else `name`, changed if it is
        already taken.

        Raises:
            RefusalError: the schema, or a schema in it, cannot be kept.
            RecursionError: the schema expands without end.
        """
        if schema is False:
            return self._add_empty_type(name, SchemaLocation(pointer, was_inline=True))
        flat = self._flatten(schema, pointer)
        target = reference_target(flat)
        if target is not None:
            return Ref(self.names[target])
        if self._is_record(flat) or conditions.CONDITIONS_KEY in flat:
            return self._define_type(name, flat, pointer, was_inline=True)
        arms = self._union_arms(flat, pointer)
        if arms is not None:
            return self._union_expression(arms, flat, pointer, name)
        if "enum" in flat or "const" in flat:
            return self._literal_expression(flat, pointer)
        match flat.get("type"):
            case "object":
                rest = flat.get("additionalProperties", True)
                return MapOf(
                    self._inner_expression(
                        rest, f"{pointer}/additionalProperties", naming.make_inline_type_name(name, "value")
                    )
                )
            case "array":
                items = flat.get("items", True)
                expr = self._inner_expression(items, f"{pointer}/items", naming.make_inline_type_name(name, "item"))
                return ListOf(expr, assertions.stated_bounds(flat, assertions.ARRAY_BOUNDS))
            case "string":
                shape = flat.get("format")
                return Scalar(
                    "string",
                    assertions.stated_bounds(flat, assertions.STRING_BOUNDS),
                    shape if isinstance(shape, str) else None,
                )
            case ("integer" | "number") as kind:
                return Scalar(kind, assertions.stated_bounds(flat, assertions.NUMBER_BOUNDS))
            case ("boolean" | "null") as kind:
                return Scalar(kind)
            case _:
                return AnyJson()

    def _inner_expression(self, schema: JSONValue, pointer: str, name: str) -> TypeExpr:
        """Return the type expression of an item, value or alternative.

        Bounds and constants other than strings need a marker, which only a field can have without a named type. So a
        type with such bounds or constants gets a name.

        Raises:
            RefusalError: the schema, or a schema in it, cannot be kept.
            RecursionError: the schema expands without end.
        """
        expr = self._type_expression(schema, pointer, name)
        if not _has_bounds(expr) and not _needs_exact_literal(expr):
            return expr
        return self._add_type(AliasType(name, self.definition, expr, SchemaLocation(pointer, was_inline=True)))

    def _union_expression(self, arms: list[tuple[Schema, str, str]], flat: Schema, pointer: str, name: str) -> TypeExpr:
        if len(arms) == 1:
            return self._type_expression(arms[0][0], arms[0][1], name)
        scalars = all(
            "$ref" not in arm and assertions.allowed_kinds(arm) <= assertions.SCALAR_KINDS for arm, _, _ in arms
        )
        if scalars:
            exprs = [self._type_expression(arm, place, name) for arm, place, _ in arms]
            if not any(_has_bounds(expr) or _needs_exact_literal(expr) for expr in exprs):
                return _scalar_union(exprs)
        return self._define_type(name, flat, pointer, was_inline=True)

    def _literal_expression(self, flat: Schema, pointer: str) -> LiteralValue:
        values = assertions.allowed_constants(flat)
        if len(values) > limits.MAX_CONSTANTS:
            raise self._make_refusal(f"more than {limits.MAX_CONSTANTS} constants", pointer)
        if not values:
            word = "enum" if "enum" in flat else "const"
            raise self._make_refusal("no value satisfies both `enum` or `const` and the other keywords", pointer, word)
        return LiteralValue(tuple(values))

    def _flatten(self, schema: JSONValue, pointer: str) -> Schema:
        """Return a schema as one object: `{}` for `true`, and one schema for `allOf` or for a `$ref` beside other
        keywords. If no keyword makes the schema a type, its keywords become conditions.

        Raises:
            RefusalError: the schema allows no value, `allOf` or `$ref` cannot be merged, or the definition expands to
                too many schemas.
        """
        self.parts += 1
        if self.parts > limits.MAX_PARTS:
            raise self._make_refusal(
                f"expands to more than {limits.MAX_PARTS} schemas", f"/$defs/{escape_token(self.definition)}"
            )
        if schema is True:
            return {}
        if not isinstance(schema, Mapping):
            raise self._make_refusal("`false` allows no value, so it has no type", pointer, kind=_NoValueError)
        beside = set(schema) - {"format"}
        if "allOf" not in beside and ("$ref" not in beside or len(beside) == 1):
            flat = {word: value for word, value in schema.items() if word != "format" or schema.get("type") == "string"}
            return conditions.convert_untyped_schema(flat)
        try:
            return conditions.convert_untyped_schema(self.merger.flatten(schema))
        except merge.UnmergeableError as conflict:
            kind = _NoValueError if isinstance(conflict, merge.NoValueError) else RefusalError
            word = "allOf" if "allOf" in beside else "$ref"
            raise self._make_refusal(
                f"`{word}` cannot be merged into one type: {conflict}", pointer, word, kind
            ) from None

    def _is_record(self, flat: Schema) -> bool:
        named = bool(flat.get("properties") or flat.get("required")) or flat.get("additionalProperties") is False
        return flat.get("type") == "object" and named and not {"anyOf", "const", "enum", "oneOf"}.intersection(flat)

    def _union_arms(self, flat: Schema, pointer: str) -> list[tuple[Schema, str, str]] | None:
        """Return the alternatives of a schema that allow a value, with their pointers and name suffixes; None if the
        schema is no union.

        Raises:
            RefusalError: no alternative allows a value, an alternative cannot be kept, there are too many alternatives,
                or those of `oneOf` may overlap.
        """
        if isinstance(flat.get("type"), list) and not {"anyOf", "const", "enum", "oneOf"}.intersection(flat):
            types = assertions.stated_types(flat)
            return [
                (assertions.keep_one_type(flat, kind), pointer, naming.make_inline_type_name("", kind))
                for kind in types
            ]
        word = "anyOf" if "anyOf" in flat else "oneOf" if "oneOf" in flat else None
        if word is None:
            return None
        alternatives = flat[word]
        outer = {keyword: value for keyword, value in flat.items() if keyword != word}
        arms: list[tuple[Schema, str, str]] = []
        for index, alternative in enumerate(alternatives):
            place = f"{pointer}/{word}/{index}"
            try:
                arm = self._flatten({**outer, "allOf": [alternative]} if outer else alternative, place)
                arm = self._replace_known_list(arm)
                inner = (
                    self._union_arms(arm, place) if "$ref" not in arm and conditions.CONDITIONS_KEY not in arm else None
                )
            except _NoValueError:
                continue
            arms.extend(inner if inner is not None else [(arm, place, self._suffix_of_arm(arm))])
        if not arms:
            raise self._make_refusal("no alternative allows a value", pointer, word, _NoValueError)
        if len(arms) > limits.MAX_ARMS:
            raise self._make_refusal(f"more than {limits.MAX_ARMS} alternatives", pointer)
        if word == "oneOf":
            self._check_disjoint(arms, pointer)
        return distinguish_suffixes(
            list({json.dumps(arm): (arm, place, suffix) for arm, place, suffix in arms}.values())
        )

    def _replace_known_list(self, arm: Schema) -> Schema:
        """Return a reference to the other definition that an inline list equals, such as a batch in 2025-03-26.

        Return any other alternative unchanged.
        """
        if arm.get("type") in ("array", ["array"]):
            for wire_name, schema in self.schemas.items():
                if json_equal(_with_single_type(schema), _with_single_type(arm)) and wire_name != self.definition:
                    return {"$ref": reference_to(wire_name)}
        return arm

    def _suffix_of_arm(self, arm: Schema) -> str:
        """Return the name suffix of an inline alternative, made of the first member with a single string as constant,
        or else of `type`.
        """
        for member in arm.get("properties", {}).values():
            tag = assertions.stated_constants(member)
            if len(tag) == 1 and isinstance(tag[0], str):
                return naming.make_inline_type_name("", tag[0])
        return naming.make_inline_type_name("", str(arm.get("type", "value")))

    def _check_disjoint(self, arms: Sequence[tuple[Schema, str, str]], pointer: str) -> None:
        """Check that no value is valid for two alternatives of `oneOf`. Then `oneOf` and `anyOf` have one meaning.

        Raises:
            RefusalError: a value may be valid for two alternatives, or the definition to which one refers cannot be
                kept.
        """
        resolved = [self._resolve_references(arm) for arm, _, _ in arms]
        for left, right in combinations([each for each in resolved if each is not None], 2):
            if assertions.allowed_kinds(left).isdisjoint(assertions.allowed_kinds(right)):
                continue
            if not assertions.exclude_each_other(left, right):
                what = "`oneOf` with overlapping alternatives has no exact form in Python types"
                raise self._make_refusal(what, pointer, "oneOf")

    def _resolve_references(self, schema: Schema) -> Schema | None:
        """Return the schema at the end of a chain of references; None if a definition in the chain allows no value.

        Raises:
            RefusalError: a definition in the chain cannot be kept.
        """
        seen: set[str] = set()
        target = reference_target(schema)
        while target is not None and target not in seen:
            seen.add(target)
            try:
                schema = self._flatten(self.schemas[target], f"/$defs/{escape_token(target)}")
            except _NoValueError:
                return None
            target = reference_target(schema)
        return schema

    def _check_self_aliases(self) -> None:
        name = recursion.find_self_alias(self.types)
        if name is not None:
            place, word = self._find_endless_keyword(self.types[name].definition)
            raise self._make_refusal(f"{name} is defined by itself alone", place, word)

    def _with_tag(self, type_: TypeDef) -> TypeDef:
        if not isinstance(type_, UnionType):
            return type_
        tag = union_tag([self.types[name] for name in self.named_arms(type_)])
        return replace(type_, tag=tag)

    def named_arms(self, union: UnionType) -> list[str]:
        return [arm.name for arm in union.arms if isinstance(arm, Ref)]

    def _make_refusal(
        self, what: str, pointer: str, word: str = "", kind: type[RefusalError] = RefusalError
    ) -> RefusalError:
        """Return the error for a schema that cannot be kept, with an erratum if one makes the document acceptable.

        Args:
            what: the reason.
            pointer: JSON Pointer of the schema.
            word: the keyword that cannot be kept; empty without such a keyword, and then the error has no erratum.
            kind: class of the error.
        """
        where = f"{self.where}#{pointer}"
        if not word or not isinstance(self.document, Mapping):
            return kind(what, where=where, advice=ADVICE if word else "")
        key = "$defs" if "$defs" in self.document else "definitions"
        official = f"/{key}{pointer.removeprefix('/$defs')}"
        return kind(what, where=where, erratum=proposed_erratum(word, self.document, official))


class _NoValueError(RefusalError):
    """Error for a schema that allows no value. An alternative with this error is left out."""


def _reference_targets(schema: JSONValue) -> list[str]:
    """Return the definitions to which a schema, or a list of schemas, refers at any depth."""
    parts = schema if isinstance(schema, list) else [schema]
    found = [reference_target(part) for each in parts for _, part in keywords.subschemas(each)]
    return [name for name in found if name is not None]


def _has_bounds(expr: TypeExpr) -> bool:
    return isinstance(expr, (Scalar, ListOf)) and bool(expr.constraints)


def _needs_exact_literal(expr: TypeExpr) -> bool:
    """Return whether a type lists constants other than strings. Such a type needs an exact check, because Python and
    JSON compare these constants differently.
    """
    return isinstance(expr, LiteralValue) and not all(isinstance(value, str) for value in expr.values)


def _drop_duplicates(exprs: Sequence[TypeExpr]) -> tuple[TypeExpr, ...]:
    return tuple({repr(expr): expr for expr in exprs}.values())  # by text, because `1` equals `True` in Python


def _scalar_union(exprs: Sequence[TypeExpr]) -> TypeExpr:
    unique = _drop_duplicates(exprs)
    return unique[0] if len(unique) == 1 else ScalarUnion(unique)


def _with_single_type(schema: Schema) -> Schema:
    """Return a schema in which a `type` that lists one type is that type; any other schema unchanged."""
    match schema:
        case {"type": [kind], **rest}:
            return {**rest, "type": kind}
        case _:
            return schema
