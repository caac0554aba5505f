"""Plans of translation steps. A plan says which rules apply where in a message, by the schemas of both revisions.

A rule names a definition. The plan of a method contains each place in its params or result that has a definition with
a rule, and each object with different members in source and target. The plan omits the parts of a schema in which
nothing can change. So the walk along a message skips these parts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import describe_finding
from ..json_values import is_array, is_object, member_at
from ..schema.explain import Explainer, TooLarge, explain_faults
from ..schema.places import reference_to, referenced_name
from ..spec.names import INPUT_REQUIRED, INPUT_REQUIRED_RESULT, META, RESULT_TYPE
from .table import RuleWithAction, find_renamed_methods, find_rules_of_steps

if TYPE_CHECKING:
    from mcp_bindings.spec.translation import Way  # rendered

    from ..revisions import Revision

INPUT_REQUESTS = "inputRequests"
"""The member of an `InputRequiredResult` that contains the requests."""

_ENVELOPE_MEMBERS = frozenset({"jsonrpc", "id", "method"})
_EVERYTHING: Mapping[str, Any] = {}
"""The schema that accepts everything."""

_MAX_CHECK_STEPS = 200_000
"""Largest number of steps of one check of a value against a schema. A value that takes more steps counts as invalid."""

_MAX_DESCRIBED = 3
"""Largest number of faults of one value that a refusal describes."""


class PlanNode:
    """Node of a plan, with the changes of one value in a message, and the nodes of the parts of this value."""

    __slots__ = ("choice", "items", "map_values", "members", "rules", "source_only", "target_only")

    def __init__(self) -> None:
        self.rules: list[RuleWithAction] = []
        self.members: dict[str, PlanNode] = {}
        self.target_only: dict[str, Any] = {}
        """Schemas of members that only the target declares, by name."""
        self.source_only: frozenset[str] = frozenset()
        """Members that only the source declares."""
        self.items: PlanNode | None = None
        self.map_values: PlanNode | None = None
        """The node of the values of a map."""
        self.choice: UnionChoice | None = None

    def __bool__(self) -> bool:
        return bool(
            self.rules
            or self.members
            or self.target_only
            or self.source_only
            or self.items is not None
            or self.map_values is not None
            or self.choice is not None
        )


class UnionChoice:
    """The alternatives of a union, and the choice of the one to which a value belongs.

    Args:
        alternatives: the schemas of the alternatives in the source.
        nodes: the node of each alternative; None for an alternative without changes.
        plan: the plan that checks values.

    Attributes:
        nodes: the nodes of the alternatives with changes.
    """

    def __init__(
        self, alternatives: Sequence[Mapping[str, Any]], nodes: Sequence[PlanNode | None], plan: StepPlan
    ) -> None:
        self._plan = plan
        self.nodes: list[PlanNode] = [node for node in nodes if node is not None]
        pairs = list(zip(alternatives, nodes, strict=True))
        self._array = next((node for alternative, node in pairs if alternative.get("type") == "array"), None)
        objects = [(alternative, node) for alternative, node in pairs if "properties" in alternative]
        self._objects = [
            (tuple(alternative.get("required", ())), _map_constants(alternative), alternative, node)
            for alternative, node in objects
        ]
        self._tag, self._by_tag = _find_tag(objects)

    def find_node(self, value: object) -> PlanNode | None:
        """Return the node of the alternative to which a value belongs.

        Returns:
            The node; None if the value fits no alternative, or an alternative without changes.
        """
        if is_array(value):
            return self._array
        if not is_object(value):
            return None
        if self._tag:
            kind = value.get(self._tag)
            return self._by_tag.get(kind) if isinstance(kind, str) else None
        matching = [
            (alternative, node)
            for required, kinds, alternative, node in self._objects
            if _matches_alternative(required, kinds, value)
        ]
        if len(matching) > 1:
            matching = [
                (alternative, node)
                for alternative, node in matching
                if self._plan.is_valid_in_source(alternative, value)
            ]
        return matching[0][1] if matching else None


class StepPlan:
    """Plan of one step, with the rules for each part of the messages of each method.

    Args:
        source: the revision at the start.
        target: the revision at the end.
        steps: the steps whose rules apply, in the direction of the translation. A step is named by its newer revision,
            as in the rules. There are several if the plan skips a revision.
        way: the direction of the translation, `to-newer` or `to-older`.
        actions: actions of the rules, by name.
    """

    def __init__(
        self,
        source: Revision,
        target: Revision,
        steps: Sequence[str],
        way: Way,
        actions: Mapping[str, Callable[..., None]],
    ) -> None:
        self.source = source
        self.target = target
        self._renamed = find_renamed_methods(steps, way)
        requests = _list_request_methods(target)
        self.requests: frozenset[str] = frozenset(
            method for method in _list_request_methods(source) if self.find_target_method(method) in requests
        )
        """The requests that both revisions have, by their names in the source."""
        self.renames_version: bool = source.era == target.era == "per-request" and source.version != target.version
        """True if the requests of both revisions name a version, and the two versions differ."""
        self._rules = find_rules_of_steps(steps, way, actions)
        self._source_definitions = source.schema_file.definitions
        self._target_definitions = target.schema_file.definitions
        self._messages: dict[str, PlanNode] = {}
        self._results: dict[str, PlanNode] = {}
        self._input_required: dict[str, PlanNode] = {}
        self._without_changes: set[tuple[str, str]] = set()
        self._message_rules: dict[tuple[str, str], tuple[RuleWithAction, ...]] = {}

    def find_target_method(self, method: str) -> str:
        """Return the name that a method of the source has in the target."""
        return self._renamed.get(method, method)

    def find_message_node(self, method: str, kind: str) -> PlanNode:
        """Return the node for a request or notification that both revisions have."""
        node = self._messages.get(method)
        if node is None:
            source = _make_schema_without_envelope(self.source, method)
            target = _make_schema_without_envelope(self.target, self.find_target_method(method))
            built = _NodeBuilder(
                self._source_definitions, self._target_definitions, self, self.find_rules_of_method(method)
            )
            node = self._messages[method] = built.build_node(source, target, frozenset({kind})) or PlanNode()
            node.rules = []  # the rules about the whole message are applied last
            is_renamed = self.renames_version and kind == "request"
            if not (node or is_renamed or self.find_message_rules(method, kind)):
                self._without_changes.add((method, kind))
        return node

    def find_result_node(self, method: str, kind: str = "result") -> PlanNode:
        """Return the node for a complete result of a request that both revisions have."""
        node = self._results.get(method)
        if node is None:
            source = _make_result_schema(self.source, method)
            target = _make_result_schema(self.target, self.find_target_method(method))
            built = _NodeBuilder(
                self._source_definitions, self._target_definitions, self, self.find_rules_of_method(method)
            )
            node = self._results[method] = built.build_node(source, target, frozenset({kind})) or PlanNode()
        return node

    def find_input_required_node(self, method: str, result: object) -> PlanNode | None:
        """Return the node for a result that is an `InputRequiredResult`, without the requests that it embeds. Each of
        these has the node of its own method.

        Returns:
            The node; None if the result is of another type, or if the source or the target has no
            `InputRequiredResult`.
        """
        has_both = (
            INPUT_REQUIRED_RESULT in self._source_definitions and INPUT_REQUIRED_RESULT in self._target_definitions
        )
        if not has_both or member_at(result, RESULT_TYPE) != INPUT_REQUIRED:
            return None
        node = self._input_required.get(method)
        if node is None:
            source, target = (
                _omit_members(each[INPUT_REQUIRED_RESULT], {INPUT_REQUESTS})
                for each in (self._source_definitions, self._target_definitions)
            )
            built = _NodeBuilder(
                self._source_definitions, self._target_definitions, self, self.find_rules_of_method(method)
            )
            scopes = frozenset({"result", INPUT_REQUIRED_RESULT})
            node = self._input_required[method] = built.build_node(source, target, scopes) or PlanNode()
        return node

    def find_message_rules(self, method: str, kind: str) -> tuple[RuleWithAction, ...]:
        """Return the rules about whole messages of a method and a kind. For a method that the source lacks, these are
        only the rules that name no methods.
        """
        rules = self._message_rules.get((method, kind))
        if rules is None:
            if method not in self.source.methods:
                return tuple(rule for rule in self._rules if kind in rule.row.places and not rule.row.methods)
            rules = self._message_rules[method, kind] = tuple(
                rule for rule in self.find_rules_of_method(method) if kind in rule.row.places
            )
        return rules

    def find_rules_of_method(self, method: str) -> list[RuleWithAction]:
        """Return the rules that can apply to a method. Rules use the method's name in the source or in the target."""
        names = {method, self.find_target_method(method)}
        return [rule for rule in self._rules if not rule.row.methods or not names.isdisjoint(rule.row.methods)]

    def changes_nothing(self, method: str, kind: str) -> bool:
        """Return whether the step is known to change no valid message of a method and a kind.

        `find_message_node` finds that out.
        """
        return (method, kind) in self._without_changes

    def is_valid_in_target(self, schema: Any, value: object) -> bool:
        """Return whether a value is valid by a part of the target's schema."""
        return _is_valid(self._target_definitions, schema, value)

    def is_valid_meta(self, key: str, value: object) -> bool:
        """Return whether a value is valid in the target under one of the keys of `_meta` that the protocol defines."""
        return self.is_valid_in_target({"$ref": reference_to(self._find_meta_definition(key))}, value)

    def describe_meta_faults(self, key: str, value: object) -> str:
        """Return a clause with the first reasons why a value, which `is_valid_meta` does not accept, is not valid in
        the target.
        """
        findings = explain_faults(self._target_definitions, self._find_meta_definition(key), value)
        return "; ".join(describe_finding(each, "the value") for each in findings[:_MAX_DESCRIBED])

    def _find_meta_definition(self, key: str) -> str:
        return next(row.type for row in self.target.protocol.meta_keys if row.key == key)

    def is_valid_in_source(self, schema: Any, value: object) -> bool:
        """Return whether a value is valid by a part of the source's schema."""
        return _is_valid(self._source_definitions, schema, value)


class _NodeBuilder:
    """Builder of the nodes of one method.

    Args:
        source: the definitions of the source, by name.
        target: the definitions of the target, by name.
        plan: the plan that checks values.
        rules: the rules that can apply.
    """

    def __init__(
        self, source: Mapping[str, Any], target: Mapping[str, Any], plan: StepPlan, rules: Sequence[RuleWithAction]
    ) -> None:
        self._source = source
        self._target = target
        self._plan = plan
        self._rules = rules
        self._known: dict[tuple[int, int, frozenset[str], tuple[RuleWithAction, ...]], PlanNode | None] = {}

    def build_node(
        self, source: Any, target: Any, scopes: frozenset[str], above: tuple[RuleWithAction, ...] = ()
    ) -> PlanNode | None:
        """Return the node for a value; None for a value without changes.

        Args:
            source: the value's schema in the source.
            target: the value's schema in the target; None if the target has no schema for the value. Then only rules
                change the value.
            scopes: the names by which a rule can refer to the place.
            above: rules about the place that are already in the node of the enclosing union.
        """
        source, names = _resolve_references(source, self._source)
        alternatives = list(_iterate_alternatives(source, self._source))
        if len(alternatives) == 1:
            source, names = alternatives[0][0], names | alternatives[0][1]
        others = [] if target is None else list(_iterate_alternatives(target, self._target))
        scopes = self._scopes_of_rules(scopes | names)
        key = id(source), id(others[0][0]) if len(others) == 1 else id(target), scopes, above
        if key in self._known:
            return self._known[key]
        self._known[key] = None  # for a definition that contains itself; no rule is about such a definition
        node = PlanNode()
        here = tuple(rule for rule in self._rules if not scopes.isdisjoint(rule.row.places))
        node.rules = [rule for rule in here if rule not in above]
        if len(alternatives) > 1:
            nodes = [
                self.build_node(
                    alternative, _find_corresponding_alternative(alternative, names, others), scopes | names, here
                )
                for alternative, names in alternatives
            ]
            if any(child is not None for child in nodes):
                node.choice = UnionChoice([alternative for alternative, _ in alternatives], nodes, self._plan)
        else:
            target = (
                _find_corresponding_alternative(source, names, others)
                if len(others) > 1
                else others[0][0]
                if others
                else None
            )
            self._fill_node(node, source, target, scopes, {member for rule in here for member in rule.row.members})
        self._known[key] = node if node else None
        return self._known[key]

    def _fill_node(
        self, node: PlanNode, source: Mapping[str, Any], target: Any, scopes: frozenset[str], claimed: Collection[str]
    ) -> None:
        """Fill the node of an object, a map or a list.

        Args:
            node: the node.
            source: the schema in the source.
            target: the schema in the target; None if the target has no schema for the value.
            scopes: the names by which a rule can refer to the place.
            claimed: members that rules about the place handle.
        """
        source_members: Mapping[str, Any] = source.get("properties", _EVERYTHING)
        other: Mapping[str, Any] = target if is_object(target) else _EVERYTHING
        target_members: Mapping[str, Any] = other.get("properties", _EVERYTHING)
        named = {*source_members, *self._members_of_rules(scopes), *({META} & set(target_members))} - set(claimed)
        for name in sorted(named):
            child = self.build_node(
                source_members.get(name, _EVERYTHING), target_members.get(name), _make_inner_scopes(scopes, f".{name}")
            )
            if child is not None:
                node.members[name] = child
        node.target_only = {
            name: target_members[name] for name in target_members if name not in source_members and name not in claimed
        }
        if target_members and "additionalProperties" not in other:
            node.source_only = frozenset(source_members) - frozenset(target_members) - frozenset(claimed)
        if is_object(source.get("items")):
            node.items = self.build_node(source["items"], other.get("items"), _make_inner_scopes(scopes, "[]"))
        if is_object(source.get("additionalProperties")):
            node.map_values = self.build_node(
                source["additionalProperties"], other.get("additionalProperties"), frozenset()
            )

    def _members_of_rules(self, scopes: frozenset[str]) -> set[str]:
        """Return the members of a place that paths of rules name, including members that the schema lacks."""
        inner = (
            place[len(scope) + 1 :]
            for rule in self._rules
            for place in rule.row.places
            for scope in scopes
            if place.startswith(f"{scope}.")
        )
        return {re.split(r"[.\[]", rest)[0] for rest in inner}

    def _scopes_of_rules(self, scopes: frozenset[str]) -> frozenset[str]:
        """Return the scopes that are the place of a rule, or with which the place of a rule begins."""
        places = [place for rule in self._rules for place in rule.row.places]
        leads = ((scope, (f"{scope}.", f"{scope}[")) for scope in scopes)
        return frozenset(scope for scope, inner in leads if any(p == scope or p.startswith(inner) for p in places))


def _is_valid(definitions: Mapping[str, Any], schema: Any, value: object) -> bool:
    try:
        return Explainer(definitions, _MAX_CHECK_STEPS).accepts(schema, value)
    except (TooLarge, RecursionError):
        return False


def _list_request_methods(revision: Revision) -> set[str]:
    return {method for method, row in revision.methods.items() if row.kind == "request"}


def _make_inner_scopes(scopes: frozenset[str], token: str) -> frozenset[str]:
    return frozenset(scope + token for scope in scopes)


def _resolve_references(schema: Any, definitions: Mapping[str, Any]) -> tuple[Any, frozenset[str]]:
    """Follow the references from a schema to the first schema that is no reference.

    Returns:
        That schema, or the empty schema in place of a boolean; and the names of the definitions on the way.
    """
    names: set[str] = set()
    while is_object(schema) and "$ref" in schema:
        name = referenced_name(schema["$ref"])
        names.add(name)
        schema = definitions[name]
    return (schema if is_object(schema) else _EVERYTHING), frozenset(names)


def _iterate_alternatives(
    schema: Any, definitions: Mapping[str, Any]
) -> Iterator[tuple[Mapping[str, Any], frozenset[str]]]:
    """Yield the alternatives of a schema, each with the names of its definitions. A schema without `anyOf` is its only
    alternative.
    """
    found, names = _resolve_references(schema, definitions)
    if "anyOf" in found:
        for alternative in found["anyOf"]:
            for inner, inner_names in _iterate_alternatives(alternative, definitions):
                yield inner, names | inner_names
    else:
        yield found, names


def _find_corresponding_alternative(
    alternative: Mapping[str, Any], names: frozenset[str], others: Sequence[tuple[Mapping[str, Any], frozenset[str]]]
) -> Mapping[str, Any] | None:
    """Return the alternative of the target that corresponds to an alternative of the source; None without one."""
    for other, other_names in others:
        if names & other_names:
            return other
    for other, _ in others:
        same_type = (
            other.get("type") == alternative.get("type") and "properties" in other and "properties" in alternative
        )
        if (
            same_type
            and other.get("required") == alternative.get("required")
            and _map_required_constants(alternative) == _map_required_constants(other)
        ):
            return other
    return next((other for other, _ in others if alternative.get("type") == "array" == other.get("type")), None)


def _map_constants(alternative: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: part["const"] for name, part in alternative["properties"].items() if is_object(part) and "const" in part
    }


def _map_required_constants(alternative: Mapping[str, Any]) -> dict[str, Any]:
    """Return the constants of the required members of an alternative, by member."""
    return {
        name: value for name, value in _map_constants(alternative).items() if name in alternative.get("required", ())
    }


def _find_tag(
    alternatives: Sequence[tuple[Mapping[str, Any], PlanNode | None]],
) -> tuple[str, dict[str, PlanNode | None]]:
    """Find the required member whose constant distinguishes all alternatives.

    Returns:
        The name of the member, and the node of each alternative by the member's constant. Both are empty without such a
        member.
    """
    if not alternatives:
        return "", {}
    constants = [_map_constants(alternative) for alternative, _ in alternatives]
    for name in constants[0]:
        kinds = [each.get(name) for each in constants]
        required = all(name in alternative.get("required", ()) for alternative, _ in alternatives)
        if required and all(isinstance(kind, str) for kind in kinds) and len(set(kinds)) == len(kinds):
            return name, {str(kind): node for kind, (_, node) in zip(kinds, alternatives, strict=True)}
    return "", {}


def _matches_alternative(required: tuple[str, ...], constants: Mapping[str, Any], value: Mapping[str, Any]) -> bool:
    """Return whether an object has the required members of an alternative, and contradicts none of the constants."""
    for name in required:
        if name not in value:
            return False
    return not constants or all(value.get(name, constant) == constant for name, constant in constants.items())


def _make_schema_without_envelope(revision: Revision, method: str) -> Mapping[str, Any]:
    """Return the schema of a message without the members of the JSON-RPC envelope."""
    return _omit_members(revision.schema_file.definitions[revision.methods[method].message], _ENVELOPE_MEMBERS)


def _omit_members(schema: Mapping[str, Any], omitted: Collection[str]) -> Mapping[str, Any]:
    """Return the schema of an object without some of its members."""
    members = {name: part for name, part in schema["properties"].items() if name not in omitted}
    return {**schema, "properties": members}


def _make_result_schema(revision: Revision, method: str) -> Mapping[str, Any]:
    """Return the schema of a method's results other than `InputRequiredResult`."""
    results = [name for name in revision.methods[method].results if name != INPUT_REQUIRED_RESULT]
    return {"anyOf": [{"$ref": reference_to(name)} for name in results if name in revision.schema_file.definitions]}
