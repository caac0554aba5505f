"""The names that generated packages import from this package, and the version of this interface.

The packages of revisions and extensions import no other names from this package. `mcp-bindgen` generates such a package
for one version of the interface.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports as lazy_exports

VERSION = 1
"""The version of the interface. It increases when packages that were generated earlier stop working."""


def check_version(package: str, version: int) -> None:
    """Check that a package was generated for this version of the interface.

    Args:
        package: Name of the generated package.
        version: The version of the interface for which the package was generated.

    Raises:
        ImportError: The package was generated for another version.
    """
    if version != VERSION:
        mend = "update mcp_bindings" if version > VERSION else f"generate {package} again with mcp-bindgen 0.1.0"
        raise ImportError(
            f"{package} was generated for version {version} of the interface of mcp_bindings, and this mcp_bindings has "
            f"version {VERSION}: {mend}",
            name=package,
        )


if TYPE_CHECKING:
    from ..adaptation.client import AdaptedCalls
    from ..extensions.extension import Extension
    from ..jsonrpc.messages import Notification, Request, Response, TypedNotification, TypedRequest, TypedResponse
    from ..jsonrpc.writer import ABSENT
    from ..options import check_texts
    from ..peer.calls import Calls, SendText
    from ..peer.context import Context
    from ..peer.handlers import Handlers, Reply, Route, make_method_not_found_error
    from ..peer.pending_calls import OnProgress, OnStray
    from ..session.session import Session
    from ..spec.authorization import (
        Authorization,
        AuthorizationRule,
        AuthorizationStatus,
        ChallengeRule,
        Conformance,
        Deprecation,
        Discovery,
        IssuerCheck,
        Parameter,
        Standard,
    )
    from ..spec.error_rows import ErrorCode, ErrorRange, ErrorUse
    from ..spec.extensions import (
        AddedFilter,
        AddedMetaKey,
        AddedResultType,
        ErrorCase,
        ExtensionInfo,
        MethodSetting,
        NameHeader,
        StatedLimit,
        UnbuiltDefinition,
    )
    from ..spec.lint_rules import LintRule
    from ..spec.methods import MethodInfo
    from ..spec.names import Sender, Transport
    from ..spec.protocol import (
        Batching,
        Capability,
        Default,
        EventStreams,
        FeatureStatus,
        Http,
        Lifecycle,
        MetaKey,
        Protocol,
        RequestHeader,
        RequestIds,
        Requirement,
        ResponseHeader,
        Status,
        Stdio,
        VersionRule,
    )
    from ..transports.connection import ClientConnection
    from ..wire.conditions import CheckedModel, Satisfies
    from ..wire.deferred_fields import CheckedDefinition, Definition
    from ..wire.model import WireModel
    from ..wire.scalars import ExactLiteral, Integer, Number, Omittable
    from ..wire.unions import OneOf

__all__ = [
    "ABSENT",
    "AdaptedCalls",
    "AddedFilter",
    "AddedMetaKey",
    "AddedResultType",
    "Authorization",
    "AuthorizationRule",
    "AuthorizationStatus",
    "Batching",
    "Calls",
    "Capability",
    "ChallengeRule",
    "CheckedDefinition",
    "CheckedModel",
    "ClientConnection",
    "Conformance",
    "Context",
    "Default",
    "Definition",
    "Deprecation",
    "Discovery",
    "ErrorCase",
    "ErrorCode",
    "ErrorRange",
    "ErrorUse",
    "EventStreams",
    "ExactLiteral",
    "Extension",
    "ExtensionInfo",
    "FeatureStatus",
    "Handlers",
    "Http",
    "Integer",
    "IssuerCheck",
    "Lifecycle",
    "LintRule",
    "MetaKey",
    "MethodInfo",
    "MethodSetting",
    "NameHeader",
    "Notification",
    "Number",
    "Omittable",
    "OnProgress",
    "OnStray",
    "OneOf",
    "Parameter",
    "Protocol",
    "Reply",
    "Request",
    "RequestHeader",
    "RequestIds",
    "Requirement",
    "Response",
    "ResponseHeader",
    "Route",
    "Satisfies",
    "SendText",
    "Sender",
    "Session",
    "Standard",
    "StatedLimit",
    "Status",
    "Stdio",
    "Transport",
    "TypedNotification",
    "TypedRequest",
    "TypedResponse",
    "UnbuiltDefinition",
    "VersionRule",
    "WireModel",
    "check_texts",
    "make_method_not_found_error",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            ".adaptation.client": ("AdaptedCalls",),
            ".extensions.extension": ("Extension",),
            ".jsonrpc.messages": (
                "Notification",
                "Request",
                "Response",
                "TypedNotification",
                "TypedRequest",
                "TypedResponse",
            ),
            ".jsonrpc.writer": ("ABSENT",),
            ".options": ("check_texts",),
            ".peer.calls": ("Calls", "SendText"),
            ".peer.context": ("Context",),
            ".peer.handlers": ("Handlers", "Reply", "Route", "make_method_not_found_error"),
            ".peer.pending_calls": ("OnProgress", "OnStray"),
            ".session.session": ("Session",),
            ".spec.authorization": (
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
            ".spec.error_rows": ("ErrorCode", "ErrorRange", "ErrorUse"),
            ".spec.extensions": (
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
            ".spec.lint_rules": ("LintRule",),
            ".spec.methods": ("MethodInfo",),
            ".spec.names": ("Sender", "Transport"),
            ".spec.protocol": (
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
            ".transports.connection": ("ClientConnection",),
            ".wire.conditions": ("CheckedModel", "Satisfies"),
            ".wire.deferred_fields": ("CheckedDefinition", "Definition"),
            ".wire.model": ("WireModel",),
            ".wire.scalars": ("ExactLiteral", "Integer", "Number", "Omittable"),
            ".wire.unions": ("OneOf",),
        },
    )
