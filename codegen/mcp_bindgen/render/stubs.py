"""The classes of a revision beside its types: handlers of the messages a side receives, calls of those it sends."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ir.methods import MethodRow
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.records.docs import Docs
from mcp_bindgen.render.call_types import CallsModule
from mcp_bindgen.render.calls import calls_module
from mcp_bindgen.render.handlers import HandlerModule, handler_module


@dataclass(frozen=True)
class Stubs:
    """The variables of the two templates, for calls and for handlers."""

    calls: CallsModule
    handlers: HandlerModule

    @property
    def modules(self) -> dict[str, str]:
        """The module of each class, in the order of imports."""
        found = dict.fromkeys(_calls(self.calls), "calls") | dict.fromkeys(_handlers(self.handlers), "handlers")
        return dict(sorted(found.items()))

    @property
    def names(self) -> dict[str, Sequence[str]]:
        """The methods of each class."""
        return _calls(self.calls) | _handlers(self.handlers)


def stubs(spec: SpecRevision, rows: Sequence[MethodRow], docs: Docs, extended: Collection[str] = ()) -> Stubs:
    """The classes of a revision.

    Args:
        spec: the revision.
        rows: its methods.
        docs: the documentation lines.
        extended: the methods to whose results an extension adds.

    Raises:
        BindgenError: two messages would have one method, or a definition has the name of one of these classes.
    """
    calls = calls_module(spec, rows, docs, extended, where=spec.revision.id)
    made = Stubs(calls, handler_module(spec, rows, docs, extended))
    taken = sorted({type_.name for type_ in spec.types} & made.names.keys())
    if taken:
        raise BindgenError(
            f"a type would be called {taken[0]}, as is a class of handlers or calls",
            where=spec.revision.id,
            hint="give the definition another name",
        )
    return made


def _calls(module: CallsModule) -> dict[str, Sequence[str]]:
    return {side.name: side.names for side in module.classes}


def _handlers(module: HandlerModule) -> dict[str, Sequence[str]]:
    found: dict[str, Sequence[str]] = {}
    for role in module.roles:
        found[role.name] = sorted(handler.name for handler in role.handlers)
        for group in role.groups:
            found[group.name] = sorted(handler.name for handler in group.handlers)
    return found
