"""Parts of a revision besides its types: handlers of received messages, calls, and functions that test messages."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from mcp_bindgen.ir.methods import MethodInfo
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.records.docs import Docs
from mcp_bindgen.render.call_types import CallsModule, SubscriptionCall
from mcp_bindgen.render.calls import make_calls_module, make_subscription_call
from mcp_bindgen.render.handlers import HandlerModule, make_handler_module
from mcp_bindgen.render.messages import MessagesModule, make_messages_module


@dataclass(frozen=True)
class Callables:
    """Variables of the templates of calls, handlers and parsed messages."""

    calls: CallsModule
    handlers: HandlerModule
    messages: MessagesModule
    has_client: bool
    """True if the package has a class `Client`. The package of a revision without a handshake has one, and so has the
    package of an extension of such a revision.
    """
    subscription: SubscriptionCall | None
    """The method `listen` of the class `Client`; None if the revision has no subscriptions."""

    @property
    def variables(self) -> dict[str, object]:
        """Variables of the templates of a revision."""
        return {
            "calls": self.calls,
            "handlers": self.handlers,
            "messages": self.messages,
            "subscription": self.subscription,
            "callables": self.modules,
        }

    @property
    def modules(self) -> dict[str, str]:
        """Module of each class and of each function, sorted by name."""
        found = dict.fromkeys(_call_names(self.calls), "calls") | dict.fromkeys(
            _handler_names(self.handlers), "handlers"
        )
        found |= dict.fromkeys(_function_names(self.messages), "messages")
        found |= {"Client": "client"} if self.has_client else {}
        return dict(sorted(found.items()))

    @property
    def names(self) -> dict[str, Sequence[str]]:
        """Names of the methods of each class, by name of the class; empty for `Client` and for each function."""
        found = _call_names(self.calls) | _handler_names(self.handlers) | _function_names(self.messages)
        return {**found, "Client": ()} if self.has_client else found


def make_callables(
    spec: SpecRevision,
    rows: Sequence[MethodInfo],
    docs: Docs,
    extended: Collection[str] = (),
    answered: Sequence[MethodInfo] | None = None,
) -> Callables:
    """Return the classes and functions of a revision, or of an extension.

    Args:
        spec: the revision.
        rows: the methods of the revision or extension.
        docs: the documentation lines.
        extended: names of the methods for which an extension adds results.
        answered: for an extension, those methods of the extended revision for which the extension adds results, with
            the added results; None for a revision.
    """
    calls = make_calls_module(spec, rows, docs, extended)
    has_client = spec.revision.era == "per-request"
    return Callables(
        calls,
        make_handler_module(spec, rows, docs, extended),
        make_messages_module(rows, answered or ()),
        has_client,
        make_subscription_call(spec, rows, docs),
    )


def _call_names(module: CallsModule) -> dict[str, Sequence[str]]:
    return {side.name: side.names for side in module.classes}


def _function_names(module: MessagesModule) -> dict[str, Sequence[str]]:
    return {function.name: () for function in module.functions}


def _handler_names(module: HandlerModule) -> dict[str, Sequence[str]]:
    found: dict[str, Sequence[str]] = {}
    for role in module.roles:
        found[role.name] = sorted(handler.name for handler in role.handlers)
        for group in role.groups:
            found[group.name] = sorted(handler.name for handler in group.handlers)
    return found
