"""The walk along the parts of a message by the plan of one step. The walk collects the edits."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, get_args

from ..json_values import is_array, is_object
from ..jsonrpc.edits import Operation
from ..jsonrpc.rewriting import JSONChange
from ..options import check_choice
from ..revisions import Revision, revision
from ..schema.places import Place, path_of
from .context import TranslationContext
from .table import get_general_rule

if TYPE_CHECKING:
    from mcp_bindings.spec.translation import TranslationRule  # rendered

    from .plan import PlanNode, StepPlan


def _apply_edits(document: Any, edits: Iterable[JSONChange]) -> Any:
    """Return a copy of a document after some edits, in order. The copy shares all unchanged containers.

    Args:
        document: a JSON object.
        edits: the edits.
    """
    root = document.copy()
    copied = {id(root): root}
    for edit in edits:
        place = edit.place
        if (
            place is not None and (outer := place[0]) is not None and outer[0] is None
        ):  # directly in `params` or `result`, like most edits
            last = place[1]
            way: Sequence[Any] = (outer[1],)
        else:
            *way, last = path_of(place)
        holder = root
        for token in way:
            inner = holder[token]
            if id(inner) not in copied:
                inner = holder[token] = inner.copy()
                copied[id(inner)] = inner
            holder = inner
        if edit.op == "remove":
            del holder[last]
        elif edit.op == "replace" or type(holder) is dict:
            holder[last] = edit.value
        else:
            holder.insert(len(holder) if last == "-" else last, edit.value)
    return root


Additions = Literal["keep", "drop"]
_ADDITIONS: tuple[str, ...] = get_args(Additions)


def check_additions(additions: object) -> None:
    """Check the option `additions` of a translation.

    Raises:
        ValueError: the option is neither `keep` nor `drop`.
    """
    check_choice("additions", additions, _ADDITIONS)


_REJECTED_MEMBER_RULE = get_general_rule("member.rejected")
_NEWER_MEMBER_RULE = get_general_rule("member.newer")


class PlacedEdit(NamedTuple):
    """An edit of a translation, with its place instead of a JSON Pointer."""

    op: Operation
    place: Place
    value: Any
    rule: TranslationRule
    lossy: bool


def _defines_member(rev: Revision, definition: str, name: str) -> bool:
    definitions = rev.schema_file.definitions
    return name in definitions.get(definition, {}).get("properties", {})


class Walk:
    """The walk along one message in one step.

    Args:
        plan: the plan of the step.
        context: the data that the message does not contain.
        target: the target of the whole translation.
        method: the method of the message or of its request; None if it is unknown.
        additions: `keep` keeps members that the target does not define; `drop` removes those that only the source
            defines.

    Attributes:
        edits: the edits so far.
        has_wrapped: True if a value was wrapped. Then the document is nested deeper than the source.
    """

    __slots__ = (
        "_applied_count",
        "_drops_newer",
        "_replaced",
        "context",
        "edits",
        "has_wrapped",
        "method",
        "plan",
        "target",
    )

    def __init__(
        self,
        plan: StepPlan,
        context: TranslationContext,
        target: Revision,
        method: str | None,
        additions: Additions,
    ) -> None:
        self.plan: StepPlan = plan
        self.context: TranslationContext = context
        self.target: Revision = target
        self.method: str | None = method
        self.edits: list[PlacedEdit] = []
        self.has_wrapped: bool = False
        self._drops_newer = additions == "drop"
        self._applied_count = 0
        self._replaced: set[int] = set()
        """The Python `id` of each container in the document that an edit has replaced."""

    def needs_params(self, revision: Revision) -> bool:
        """Return whether messages of the method must have params in a revision of the step, even empty ones."""
        method = self.method or ""
        row = revision.methods.get(method if revision is self.plan.source else self.plan.find_target_method(method))
        return row is not None and row.params_required

    def is_only_lost_between(self, rule: TranslationRule, name: str) -> bool:
        """Return whether the revisions at both ends of the translation define a member that the rule is about, and one
        of the two revisions of this step does not. Such a member has a meaning in the target.
        """
        ends, step = (revision(self.context.revision), self.target), (self.plan.source, self.plan.target)
        if ends == step:
            return False  # without reading the schemas
        return any(
            all(_defines_member(each, place, name) for each in ends)
            and not all(_defines_member(each, place, name) for each in step)
            for place in rule.places
        )

    def add_edit(
        self,
        rule: TranslationRule,
        op: Operation,
        place: Place,
        value: Any = None,
        *,
        lossy: bool | None = None,
        instead_of: object = None,
    ) -> None:
        """Add an edit.

        Args:
            rule: the rule behind the edit.
            op: the operation.
            place: the place of the change in the document.
            value: the new value; not used by the operation `remove`.
            lossy: whether the reverse translation does not restore the old value; by default `rule.lossy`.
            instead_of: the old container, which the edit replaces or removes. The walk does not enter that container.
                None if the edit replaces no container.
        """
        self.edits.append(PlacedEdit(op, place, value, rule, rule.lossy if lossy is None else lossy))
        if instead_of is not None:
            self._replaced.add(id(instead_of))

    def apply_new_edits(self, document: Mapping[str, Any]) -> Mapping[str, Any]:
        """Apply the edits that were added since the last call to a document. Return the changed document."""
        if len(self.edits) == self._applied_count:
            return document
        new = self.edits[self._applied_count :]
        self._applied_count = len(self.edits)
        after: Mapping[str, Any] = _apply_edits(document, new)
        return after

    def apply_rules(self, node: PlanNode, value: Any, place: Place) -> None:
        """Apply the rules of a node to a value, and the rules of the inner nodes to the parts of the value.

        Args:
            node: the node of the plan for the value.
            value: the value.
            place: the place of the value in the document.

        Raises:
            Refused: a rule refuses the message.
        """
        members_of_value = value if is_object(value) else None
        for row, act, members in node.rules:
            if members is None or (members_of_value is not None and not members.isdisjoint(members_of_value)):
                act(self, row, value, place)
        if self._replaced and id(value) in self._replaced:
            return
        if node.choice is not None and (chosen := node.choice.find_node(value)) is not None:
            self.apply_rules(chosen, value, place)
        if members_of_value is not None:
            if node.members or node.target_only or node.map_values is not None or self._drops_newer:
                self._apply_rules_to_members(node, members_of_value, place)
        elif node.items is not None and is_array(value):
            for index, item in enumerate(value):
                self.apply_rules(node.items, item, (place, index))

    def _apply_rules_to_members(self, node: PlanNode, value: dict[str, Any], place: Place) -> None:
        gone: Collection[str] = ()
        if self._drops_newer:
            gone = {name for name in value if name in node.source_only}
            for name in gone:
                self.add_edit(_NEWER_MEMBER_RULE, "remove", (place, name))
        for name, schema in node.target_only.items():
            if name not in value or (name in node.members and is_object(value[name])):
                continue
            if not self.plan.is_valid_in_target(schema, value[name]):
                self.add_edit(_REJECTED_MEMBER_RULE, "remove", (place, name))
                gone = {*gone, name}
        for name, child in node.members.items():
            if name in value and name not in gone:
                self.apply_rules(child, value[name], (place, name))
        if node.map_values is not None:
            for name, item in value.items():
                if name not in node.members:
                    self.apply_rules(node.map_values, item, (place, name))


RuleAction: TypeAlias = "Callable[[Walk, TranslationRule, Any, Place], None]"
"""A function that applies a rule to the value at a place in a document. The function adds edits to the walk, or raises
`Refused`."""
