"""A revision of the protocol, together with extensions of the protocol."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from ..errors import DecodeError, Finding
from ..json_values import is_object, member_at
from ..renames import to_own_name
from ..revisions import Revision, find_revision_with_types, revision
from ..spec.names import ACKNOWLEDGED, LISTEN, RESULT_TYPE
from .extension import Extension, check_extensions

if TYPE_CHECKING:
    from mcp_bindings.spec.lint_rules import LintRule  # rendered
    from mcp_bindings.spec.methods import MethodInfo  # rendered

    from ..codec.codec import Codec
    from ..codec.schema_file import SchemaFile
    from ..jsonrpc.parser import AddedChecks, MessageParser

_FILTER = "notifications"
"""Name of the member of params that has the filter, in a subscription and in its acknowledgement."""

_RESULT_TYPES = f"*.{RESULT_TYPE}"
"""The place by which to recognize the lint rule that lists the values of `resultType`."""

_revisions: dict[tuple[str, tuple[Extension, ...]], ExtendedRevision] = {}


class ExtendedRevision(Revision):
    """A revision whose methods, results and codecs include those of extensions.

    Args:
        base: the revision.
        extensions: the extensions of the protocol, each of which has to extend this revision.

    Attributes:
        extensions: the argument of this name.
    """

    def __init__(self, base: Revision, extensions: tuple[Extension, ...]) -> None:
        super().__init__(base.id, base.package.rpartition(".")[2], base.era, base.version)
        self._base = base
        self.extensions = extensions

    @cached_property
    def methods(self) -> Mapping[str, MethodInfo]:
        """Every method of the revision and of the extensions, by name. The methods have also the results that the
        extensions add to them.
        """
        methods = dict(self._base.methods)
        for each in self.extensions:
            methods.update(each.methods)
            for row in each.info.result_types:
                for method in row.methods:
                    info = methods[to_own_name(method, self._base)]
                    methods[info.name] = info._replace(results=(*info.results, row.definition))
        return methods

    @cached_property
    def added_results(self) -> Mapping[str, Mapping[str, str]]:
        """The definition of each result that an extension adds, by value of `resultType` and then by method."""
        rows = [row for each in self.extensions for row in each.info.result_types]
        return {row.value: {to_own_name(method, self._base): row.definition for method in row.methods} for row in rows}

    def load_type(self, name: str) -> Any:
        """Return the class or other type with this name, of an extension or, if none has it, of the revision.

        Raises:
            AttributeError: neither an extension nor the revision has a type with this name.
        """
        for each in self.extensions:
            if hasattr(each.models, name):
                return getattr(each.models, name)
        return super().load_type(name)

    def _make_parser(self) -> MessageParser:
        from ..jsonrpc.engines import engine_in_use
        from ..jsonrpc.parser import MessageParser

        return MessageParser(self, engine_in_use(), self.added_results, self._make_added_checks())

    def _make_added_checks(self) -> AddedChecks:
        """Return the checks of the members that extensions add to the filter of a subscription, by method.

        The methods are those of the two messages with a filter: the subscription and its acknowledgement. The schema of
        the revision does not have the added members, so it allows any value for them.
        """
        rows = [(each, row) for each in self.extensions for row in each.info.filters]
        if not rows:
            return {}
        wanted = {row.member: (each, row.definition) for each, row in rows}
        accepted = {row.member: (each, row.acknowledged) for each, row in rows}
        return {
            to_own_name(method, self._base): partial(_find_filter_faults, members)
            for method, members in ((LISTEN, wanted), (ACKNOWLEDGED, accepted))
        }

    def _make_schema_file(self) -> SchemaFile:
        """Return the packaged schema of the revision, joined with the packaged schemas of the extensions."""
        from ..codec.schema_file import SchemaFile

        found = self._base.schema_file
        for each in self.extensions:
            found = SchemaFile(each.id, each.package, found)
        return found

    def _load_class_names(self) -> Mapping[str, str]:
        """Return the class name of every definition of the revision and of the extensions, by definition."""
        names = dict(super()._load_class_names())
        for each in self.extensions:
            names.update(each.class_names)
        return names

    def _load_lint_rules(self) -> Sequence[LintRule]:
        """Return the lint rules of the revision. The rule about `resultType` allows values of extensions too."""
        return [
            rule._replace(values=(*rule.values, *self.added_results)) if _RESULT_TYPES in rule.places else rule
            for rule in super()._load_lint_rules()
        ]

    def _make_codec(self, name: str) -> Codec[Any]:
        owner = next((each for each in self.extensions if name in each.definitions), self._base)
        return owner.codec(name)

    def __repr__(self) -> str:
        return f"<Revision {self.id} with {', '.join(each.id for each in self.extensions)}>"


def _find_filter_faults(added: Mapping[str, tuple[Extension, str]], document: Mapping[str, Any]) -> Sequence[Finding]:
    """Return the findings about one invalid member that an extension adds to a filter; none if all are valid.

    Args:
        added: the extension that adds a member, and the extension's definition for the member, by member.
        document: the message with the filter, as JSON.
    """
    filter_members = member_at(document, "params", _FILTER)
    for member in filter_members.keys() & added.keys() if is_object(filter_members) else ():
        extension, definition = added[member]
        try:
            extension.codec(definition).decode_value({member: filter_members[member]})
        except DecodeError as error:
            return [each._replace(pointer=f"/params/{_FILTER}{each.pointer}") for each in error.findings]
    return ()


def extended(revision_id: str, extensions: Iterable[Extension]) -> Revision:
    """Return a revision together with the given extensions, except those for other revisions.

    Args:
        revision_id: the id of the revision, or the version by which messages refer to it.
        extensions: the extensions of the protocol.

    Returns:
        The extended revision, the same object for the same arguments; the revision itself if no extension is for it.

    Raises:
        UnknownRevision: the revision is not known.
        TypeError: `extensions` is no list of extensions.
        ValueError: two of the extensions define the same name, or add the same method.
    """
    base = revision(revision_id)
    own, types_of = check_extensions(extensions), find_revision_with_types(base.id).id
    applicable = {each.id: each for each in own if types_of in each.info.revisions}
    if not applicable:
        return base
    key = (base.id, tuple(applicable.values()))
    if (found := _revisions.get(key)) is not None:
        return found
    _check_distinct_names(applicable.values())
    return _revisions.setdefault(key, ExtendedRevision(base, tuple(applicable.values())))


def _check_distinct_names(extensions: Iterable[Extension]) -> None:
    """Check that no two extensions have a definition or a method with the same name.

    Raises:
        ValueError: two of the extensions have a name in common.
    """
    owners: dict[str, Extension] = {}
    for each in extensions:
        for name in (*each.definitions, *each.methods):
            other = owners.setdefault(name, each)
            if other is not each:
                raise ValueError(f"the extensions {other.id} and {each.id} both define {name!r}; use one of them")
