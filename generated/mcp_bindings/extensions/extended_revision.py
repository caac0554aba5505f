"""A revision of the protocol together with extensions of it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..errors import DecodeError, Finding
from ..json_values import is_object, member_at
from ..revisions import Revision, revision, revision_with_types_of
from ..spec.names import ACKNOWLEDGED, LISTEN, RESULT_TYPE
from .extension import Extension

if TYPE_CHECKING:
    from mcp_bindings.spec.lint_rules import LintRule  # rendered
    from mcp_bindings.spec.methods import MethodInfo  # rendered

    from ..codec.codec import Codec
    from ..codec.schema_file import SchemaFile
    from ..jsonrpc.parser import AddedChecks, MessageParser

_MODULES = ("protocol", "error_codes")
"""Modules of a revision that parsers read, besides its types."""

_FILTER = "notifications"
"""The member with the filter, in the params of a subscription and of its acknowledgement."""

_RESULT_TYPES = f"*.{RESULT_TYPE}"
"""The place of the lint rule that lists the values of `resultType`."""

_revisions: dict[tuple[str, tuple[str, ...]], ExtendedRevision] = {}


class ExtendedRevision(Revision):
    """A revision whose methods, results and codecs include those of extensions.

    Args:
        base: the revision.
        extensions: the extensions of the protocol; each extends this revision.

    Attributes:
        extensions: as given.
    """

    def __init__(self, base: Revision, extensions: tuple[Extension, ...]) -> None:
        super().__init__(base.id, base.package.rpartition(".")[2], base.era, base.version)
        self._base = base
        self.extensions = extensions
        self.definitions: tuple[str, ...] = (
            *base.definitions,
            *(name for each in extensions for name in each.definitions),
        )
        self.package: str = _join_package(base, extensions)

    @cached_property
    def methods(self) -> Mapping[str, MethodInfo]:
        """Every method by name, with those of the extensions and the results that they add."""
        methods = dict(self._base.methods)
        for each in self.extensions:
            methods.update(each.methods)
            for row in each.info.result_types:
                for name in row.methods:
                    info = methods[name]
                    methods[name] = info._replace(results=(*info.results, row.definition))
        return methods

    @cached_property
    def added_results(self) -> Mapping[str, Mapping[str, str]]:
        """The types of the results that extensions add, by value of `resultType` and by method."""
        rows = [row for each in self.extensions for row in each.info.result_types]
        return {row.value: dict.fromkeys(row.methods, row.definition) for row in rows}

    @property
    def message_parser(self) -> MessageParser:
        """The parser behind `parse`, built on first use."""
        from ..jsonrpc.engines import engine
        from ..jsonrpc.parser import MessageParser

        if self._message_parser is None:
            self._message_parser = MessageParser(
                self.methods,
                self.definitions,
                self.package,
                self.schema_file,
                engine(),
                self.added_results,
                self._added_checks(),
            )
        return self._message_parser

    def _added_checks(self) -> AddedChecks:
        """Return checks of the filter members that extensions add, by the method of the message with the filter.

        The schema of the revision does not have these members, so it allows any value for them.
        """
        rows = [(each, row) for each in self.extensions for row in each.info.filters]
        if not rows:
            return {}
        return {
            LISTEN: partial(_filter_findings, {row.member: (each, row.definition) for each, row in rows}),
            ACKNOWLEDGED: partial(_filter_findings, {row.member: (each, row.acknowledged) for each, row in rows}),
        }

    @property
    def schema_file(self) -> SchemaFile:
        """The packaged schemas, joined."""
        from ..codec.schema_file import SchemaFile

        found = self._base.schema_file
        for each in self.extensions:
            found = SchemaFile(each.id, each.package, found)
        return found

    def _class_names(self) -> Mapping[str, str]:
        """Return the class name of every definition, those of the extensions included."""
        names = dict(super()._class_names())
        for each in self.extensions:
            names.update(each.class_names)
        return names

    def _lint_rules(self) -> Sequence[LintRule]:
        """Return the lint rules of the revision, where the values of `resultType` include those of the extensions."""
        return [
            rule._replace(values=(*rule.values, *self.added_results)) if _RESULT_TYPES in rule.places else rule
            for rule in super()._lint_rules()
        ]

    def codec(self, definition: Any) -> Codec[Any]:
        """Return the codec of a definition of the revision or an extension.

        Args:
            definition: its name in the schema, or its class.

        Raises:
            KeyError: there is no such definition.
        """
        for each in self.extensions:
            if definition in each.definitions:
                return each.codec(definition)
            if not isinstance(definition, str) and definition.__module__.rpartition(".")[0] == each.package:
                return each.codec(definition.__name__)
        return self._base.codec(definition)

    def __repr__(self) -> str:
        return f"<Revision {self.id} with {', '.join(each.id for each in self.extensions)}>"


def _filter_findings(added: Mapping[str, tuple[Extension, str]], document: Mapping[str, Any]) -> Sequence[Finding]:
    """Return the findings about the first invalid filter member of a message among those that extensions add.

    Args:
        added: the extension and its definition, by member.
        document: the message.
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
    """Return a revision together with those of the extensions that extend it; the revision itself if none does.

    Args:
        revision_id: the id of the revision, or the version that its messages name.
        extensions: the extensions of the protocol.

    Raises:
        UnknownRevision: there is no such revision.
    """
    base = revision(revision_id)
    fitting = {each.id: each for each in extensions if revision_with_types_of(base.id).id in each.info.revisions}
    if not fitting:
        return base
    key = (base.id, tuple(fitting))
    if key not in _revisions:
        _revisions[key] = ExtendedRevision(base, tuple(fitting.values()))
    return _revisions[key]


def _join_package(base: Revision, extensions: tuple[Extension, ...]) -> str:
    """Make a package, in memory only, with the modules of a revision and the types of extensions. Return its name.

    Parsers and writers find types by the name of a package.
    """
    package = f"{base.package}_with_{'_'.join(each.package.rpartition('.')[2] for each in extensions)}"
    for name in _MODULES:
        sys.modules[f"{package}.{name}"] = import_module(f"{base.package}.{name}")
    sys.modules[package] = _JoinedTypes(package, base, extensions)
    return package


class _JoinedTypes(ModuleType):
    """A module with the types of a revision and of extensions, each loaded on first use."""

    def __init__(self, name: str, base: Revision, extensions: tuple[Extension, ...]) -> None:
        super().__init__(name)
        self._packages = [*(each.package for each in extensions), base.package]

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("__"):
            for package in self._packages:
                module = import_module(package)
                if hasattr(module, name):
                    value = getattr(module, name)
                    setattr(self, name, value)
                    return value
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
