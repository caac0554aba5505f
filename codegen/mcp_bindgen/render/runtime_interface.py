"""The interface of the runtime for generated packages: the names that they may import, and its version.

The packages of revisions and extensions import from one module of the runtime, `generated_code`. If anything else in
the runtime changes, these packages need not be generated again.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

VERSION = 1
"""The version of the interface. Increase it with each change after which a generated package has to be generated again.
"""

MODULE = "generated_code"
"""The module of the runtime that generated packages import from."""

_NAMES = {
    "adaptation.client": ("AdaptedCalls",),
    "extensions.extension": ("Extension",),
    "jsonrpc.messages": ("Notification", "Request", "Response", "TypedNotification", "TypedRequest", "TypedResponse"),
    "jsonrpc.writer": ("ABSENT",),
    "options": ("check_texts",),
    "peer.calls": ("Calls", "SendText"),
    "peer.context": ("Context",),
    "peer.handlers": ("Handlers", "Reply", "Route", "make_method_not_found_error"),
    "peer.pending_calls": ("OnProgress", "OnStray"),
    "session.session": ("Session",),
    "spec.authorization": (
        "Authorization",
        "AuthorizationRule",
        "AuthorizationStatus",
        "ChallengeRule",
        "Conformance",
        "Deprecation",
        "Discovery",
        "IssuerCheck",
        "Parameter",
        "Standard",
    ),
    "spec.error_rows": ("ErrorCode", "ErrorRange", "ErrorUse"),
    "spec.extensions": (
        "AddedFilter",
        "AddedMetaKey",
        "AddedResultType",
        "ErrorCase",
        "ExtensionInfo",
        "MethodSetting",
        "NameHeader",
        "StatedLimit",
        "UnbuiltDefinition",
    ),
    "spec.lint_rules": ("LintRule",),
    "spec.methods": ("MethodInfo",),
    "spec.names": ("Sender", "Transport"),
    "spec.protocol": (
        "Batching",
        "Capability",
        "Default",
        "EventStreams",
        "FeatureStatus",
        "Http",
        "Lifecycle",
        "MetaKey",
        "Protocol",
        "RequestHeader",
        "RequestIds",
        "Requirement",
        "ResponseHeader",
        "Status",
        "Stdio",
        "VersionRule",
    ),
    "transports.connection": ("ClientConnection",),
    "wire.conditions": ("CheckedModel", "Satisfies"),
    "wire.deferred_fields": ("CheckedDefinition", "Definition"),
    "wire.model": ("WireModel",),
    "wire.scalars": ("ExactLiteral", "Integer", "Number", "Omittable"),
    "wire.unions": ("OneOf",),
}

EXPORTS: Mapping[str, str] = MappingProxyType({name: module for module, names in _NAMES.items() for name in names})
"""The module of the runtime that defines each name of the interface, by name."""
